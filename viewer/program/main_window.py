"""The window: builds tabs, scene, docks and status line around one session, and connects them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import QApplication, QMainWindow, QPushButton, QWidget

from model.contract.hooks import hooks_of
from model.positions.setup import is_position
from viewer.commands import opening, play_menu, saving, table
from viewer.commands.command import Command
from viewer.commands.computer_menu import person_side
from viewer.commands.shell import Shell
from viewer.program.dock_contents import DockContents
from viewer.program.following import ChangeDispatcher, EndDisplay
from viewer.program.menus import Actions
from viewer.program.shell_making import make_shell
from viewer.program.welcome_controller import WelcomeController
from viewer.scene_view.controller import SceneController
from viewer.session.change import Change
from viewer.session.files import state_files
from viewer.session.preferences import Preferences
from viewer.session.progress import pupils
from viewer.session.session import Session, SessionError
from viewer.session.subscribers import tell_all
from viewer.widgets.announcing import announce, times_said
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences, reduced_motion
from viewer.widgets.controls import column_in, fill, set_role, take_typed_number
from viewer.widgets.text_fields import DoubleClicks
from viewer.window import window_layout
from viewer.window.document_tabs import DocumentTabs, TabRow
from viewer.window.garbage import collect_at_rest
from viewer.window.players.seats_line import SeatsLine
from viewer.window.status_bar import StatusLine
from viewer.window.tool_bar import ToolBar

if TYPE_CHECKING:
    from viewer.learn.puzzles.puzzle_author import MistakePuzzles
    from viewer.program.command_palette import CommandPalette
    from viewer.window.presentation.presentation import Presentation


# A key that does something while it is held, wherever in the window the keyboard is.


class HeldKey(QObject):
    """A shortcut that is told of its release, too.

    A shortcut hears the press alone; the release goes to whatever has the keyboard, which is
    watched until then.

    Parameters
    ----------
    key
        A key without modifiers.
    window
        Where it works, unless a text field takes the key.
    press, release
        Called as it goes down and up. Losing the keyboard counts as a release.
    """

    def __init__(
        self,
        key: Qt.Key,
        window: QWidget,
        press: Callable[[], object],
        release: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._press, self._release = press, release
        self._watched: QObject | None = None
        self._key = key
        self._window = window
        self.shortcut = QShortcut(QKeySequence(key), window)
        self.shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
        self.shortcut.setAutoRepeat(False)
        self.shortcut.activated.connect(self._pressed)

    def _pressed(self) -> None:
        self._end()
        self._watched = QApplication.focusWidget() or self._window
        self._watched.installEventFilter(self)
        self._press()

    def _end(self) -> None:
        if self._watched is not None:
            self._watched.removeEventFilter(self)
            self._watched = None
            self._release()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear the key go up, or the keyboard go elsewhere."""
        kind = event.type()
        if kind == QEvent.Type.KeyRelease and isinstance(event, QKeyEvent):
            if event.key() == self._key and not event.isAutoRepeat():
                self._end()
        elif kind in (QEvent.Type.FocusOut, QEvent.Type.Hide):
            self._end()
        return False


class Covering(QObject):
    """Follows `HandOver`: asks to hand over, and goes on once the next person is there."""

    def __init__(self, shell: Shell, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shell, self._cover = shell, shell.pages.cover
        self._cover.accepted.connect(shell.playing.hand_over.go_on)
        self._cover.named.connect(shell.session.head)
        self._cover.opened.connect(shell.playing.hand_over.only_look)
        self._cover.taken_back.connect(lambda: shell.frame.perform("edit.undo"))
        shell.playing.hand_over.changed.connect(self._cover_or_not)

    def _cover_or_not(self) -> None:
        """Ask to hand over, and leave nothing that was being typed or said; or show the game."""
        shell = self._shell
        waiting = shell.playing.hand_over.waiting
        if waiting is None:
            shell.pages.lay_cover(False)
            shell.scene.take_focus()
            return
        shell.move_field.forget()
        shell.notices.strip.clear()
        shell.scene.forget_pointing()
        document, position = shell.session.document, shell.session.position
        names = document.record.headers
        if waiting.seats:
            self._cover.ask_seats(waiting.following, waiting.seats, names)
        else:
            sides = hooks_of(position.game.kind).seated(position.game)
            self._cover.ask(
                waiting.chose,
                waiting.following,
                sides,
                lambda side: names.get(side, "") or side.capitalize(),
            )
        shell.pages.lay_cover(True)
        self._cover.ready.setFocus(Qt.FocusReason.OtherFocusReason)


class OwnSide(QObject):
    """Follows the seats of the active document: whoever takes another side sees it from there.

    Only from where a board is seen at first: a view that somebody has chosen stays.
    """

    def __init__(self, shell: Shell, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._shell = shell.session, shell
        self._sides: dict[int, str] = {}
        shell.playing.opponents.changed.connect(self._follow)
        shell.session.subscribe(self._forget)

    def _forget(self, change: Change) -> None:
        """Keep no side of a document that was closed."""
        for key in self._sides.keys() - change.open_keys:
            del self._sides[key]

    def _follow(self) -> None:
        document = self._session.document
        if document.is_placeholder or document.exercise is not None:
            return
        side = person_side(self._session, self._shell.playing.opponents)
        if side == self._sides.get(document.key, ""):
            return
        self._sides[document.key] = side
        self._shell.scene.face(side)


class MainWindow(QMainWindow):
    """Connects the parts, and takes what the system brings.

    Attributes
    ----------
    session, chosen
        What is open, and which preferences hold.
    shell
        The parts that commands act on; those below are among them.
    scene_view, pages, move_field
        The scene and what floats over it, what stands in its place, and where moves are typed.
    docks, contents
        The docks, and what stands in them.
    display
        What is known of the position, over the scene.

    Signals
    -------
    performed
        Something was done that may enable or disable commands.
    """

    performed = Signal()

    def __init__(self, session: Session | None = None, chosen: Preferences | None = None) -> None:
        super().__init__()
        self.setObjectName("MainWindow")
        self.session = session or Session()
        self.chosen = ChosenPreferences(self.session, chosen, self)
        self._closing = False
        self.setAcceptDrops(True)
        self.resize(window_layout.first_size())
        self.setMinimumSize(760, 520)
        self.setDockOptions(
            QMainWindow.DockOption.AnimatedDocks | QMainWindow.DockOption.AllowTabbedDocks
        )
        if reduced_motion(self.chosen.now):
            self.setAnimated(False)
        shell = self.shell = make_shell(self, self, self.session, self.chosen)
        self.scene_view, self.pages, self.move_field = shell.scene, shell.pages, shell.move_field
        self.docks, self.display, self.notices = shell.docks, shell.display, shell.notices
        self.scene = SceneController(self.session, shell.notices, shell.scene, shell.toolbox)
        self._build_centre()
        self._build_bars()
        self.contents = DockContents(shell)
        self.docks.declare(self.contents.declarations)
        self.welcome = WelcomeController(shell, self)
        self.own_side = OwnSide(shell, self)
        self.end_display = EndDisplay(shell, self)
        self.following = ChangeDispatcher(
            self,
            shell,
            tabs=self.tabs,
            status=self.status,
            actions=self.command_actions,
            contents=self.contents,
            end_display=self.end_display,
            welcome=self.welcome,
        )
        self._connect()
        self.following.changed(self.session.whole())
        if window_layout.restore(self, self.chosen.own):
            self.docks.take_over_layout()
        self.docks.set_shown(not self.session.is_empty)

    # -- building ----------------------------------------------------------------------------

    def _build_centre(self) -> None:
        self.tabs = DocumentTabs()
        self.tab_row = TabRow(self.tabs)
        centre = QWidget()
        centre.setObjectName("DocumentArea")
        fill(column_in(centre, 0), self.tab_row, (self.pages, 1), self.move_field)
        self.setCentralWidget(centre)
        field = self.move_field
        self.notices.strip.float_over(centre, field.edit, tuple(field.of_turn.values()))

    def _build_bars(self) -> None:
        seats = SeatsLine(self.shell.playing.opponents, lambda: self.perform("play.seats"))
        self.status = StatusLine(seats)
        self.setStatusBar(self.status)
        self.command_actions = Actions(self, self.scene_view, self.shell)
        self.tool_bar = ToolBar("Tools", self)
        self.tool_bar.toggleViewAction().setEnabled(False)
        self.addToolBar(self.tool_bar)
        self.command_actions.fill_toolbar(self.tool_bar)
        scene = self.scene_view.input
        self.lens_key = HeldKey(Qt.Key.Key_X, self, scene.press_lens, scene.release_lens)
        # They mean the position wherever no text field wants them for itself.
        keys = QKeySequence.StandardKey
        for key, name in ((keys.Copy, "file.copy-position"), (keys.Paste, "file.paste-position")):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.activated.connect(partial(self.perform, name))

    def _connect(self) -> None:
        shell, beside = self.shell, self.shell.auxiliary_windows
        self._connect_findings()
        self._connect_scene()
        self.performed.connect(self.command_actions.refresh_soon)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._focused)
        self.docks.switched.connect(self.command_actions.refresh_soon)
        self.docks.closed.connect(self.scene_view.take_focus)
        self.move_field.finished.connect(self.scene_view.take_focus)
        self.move_field.rule_wanted.connect(beside.show_rule)
        self.notices.rule_wanted.connect(beside.show_rule)
        beside.pupil_chosen.connect(self._switch_pupil)
        beside.tables_changed.connect(shell.values.forget)
        self.destroyed.connect(state_files.troubles.add(self.notices.complain))
        self.status.say_pupil(pupils.load().pupil.name)
        self.tabs.chosen.connect(self._tab_chosen)
        self.tabs.closing.connect(self.close_tab)
        self.pages.turned.connect(self._page_turned)
        self.chosen.changed.connect(self.following.preferred)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self.chosen.retell)
        self.chosen.failed.connect(self.notices.complain)
        self.session.subscribe(self.following.changed)
        self.session.collections.listeners.add(lambda _: self.command_actions.refresh_soon())
        self.session.notices.add(self.notices.say)
        self.covering = Covering(shell, self)
        DoubleClicks(self)
        shell.playing.hand_over.listen()

    def _connect_findings(self) -> None:
        shell, opponents = self.shell, self.shell.playing.opponents
        shell.advice.said.connect(self.following.say_advice)
        shell.advice.failed.connect(self.notices.say)
        shell.reviews.said.connect(self.notices.say)
        for finder in (shell.advice, shell.values, shell.reviews, opponents):
            finder.changed.connect(self.performed)
        shell.values.changed.connect(self.following.tell_value)
        opponents.changed.connect(self.status.follow_seats)
        opponents.changed.connect(self.contents.tell_players)
        opponents.changed.connect(self.end_display.refresh)
        opponents.changed.connect(self.following.offer_turn)
        opponents.changed.connect(self.scene_view.turn_changed)
        opponents.ticked.connect(self.status.follow_seats)

    def _connect_scene(self) -> None:
        tools = self.scene_view.tools
        tools.changed.connect(self.command_actions.refresh)
        tools.changed.connect(self.move_field.follow_tool)
        tools.changed.connect(self.following.offer_turn)
        self.scene_view.first_frame.settled.connect(self.following.settled)
        self.scene_view.laid.marked.connect(self.contents.show_annotations)
        collect_at_rest(self.scene_view.widget.is_moving)
        self.scene.typed.connect(
            lambda text: play_menu.show_move_field(self.pages, self.move_field, text)
        )
        self.scene.left.connect(self.leave_scene)
        self.scene.hovered.connect(self.following.hovered)

    # -- commands ----------------------------------------------------------------------------

    def perform(self, command: Command | str) -> bool:
        """Run a command; what it may not do is said in one sentence."""
        if isinstance(command, str):
            command = table.BY_ID[command]
        self.notices.strip.clear()
        take_typed_number()
        before = times_said(), QApplication.focusWidget()
        done = table.perform(self.shell, command)
        # What says nothing, nor where the keyboard goes, is named for those who do not see it.
        says = done and command.listed and not command.held and not command.title.endswith("…")
        if says and before == (times_said(), QApplication.focusWidget()):
            on = None if command.checked is None else command.checked(self.shell)
            announce(self, command.title + {None: "", True: ": on", False: ": off"}[on])
        self.performed.emit()
        return done

    def show_palette(self) -> None:
        """Open the palette of all commands."""
        self.command_palette.open()

    @cached_property
    def command_palette(self) -> CommandPalette:
        """The palette of all commands, made when it is first asked for."""
        from viewer.program.command_palette import CommandPalette

        palette = CommandPalette(self.shell, table.COMMANDS, self.perform, self.centralWidget())
        palette.finished.connect(self.scene_view.take_focus)
        return palette

    @cached_property
    def mistake_puzzles(self) -> MistakePuzzles:
        """What makes puzzles of mistakes, made when it is first asked for."""
        from viewer.learn.puzzles.puzzle_author import MistakePuzzles

        made = MistakePuzzles(
            self.session, self.shell.reviews, self.shell.learning.puzzle_author, self
        )
        made.said.connect(self.notices.say)
        made.searching.connect(lambda said: self.notices.offer(said, "Stop", made.stop))
        return made

    @property
    def is_presenting(self) -> bool:
        """Whether a presentation is given."""
        return "presentation" in vars(self) and self.presentation.is_on

    @cached_property
    def presentation(self) -> Presentation:
        """The presentation, made when it is first asked for."""
        from viewer.window.presentation.presentation import Presentation

        made = Presentation(
            self,
            self.session,
            self.chosen,
            view=self.scene_view,
            docks=self.docks,
            analysis=self.shell.analysis,
            player=self.shell.learning.player,
            hidden=(self.menuBar(), self.tool_bar),
            folded=(self.tab_row, self.move_field, self.status),
            enlarged=(self.notices.strip, self.scene_view.floating.step_buttons),
        )
        made.switched.connect(self.performed)
        made.switched.connect(self._close_settings)
        return made

    def _close_settings(self) -> None:
        """Put the settings page away: what is chosen in a presentation is not kept."""
        if self.is_presenting:
            self.shell.auxiliary_windows.close_settings()

    def leave_scene(self) -> None:
        """Give the keyboard to the next panel that is open, else to the toolbar."""
        target = self.docks.first_focus() or self.tool_bar
        target.setFocus(Qt.FocusReason.TabFocusReason)
        if target is self.tool_bar:
            self.focusNextChild()

    # -- following ---------------------------------------------------------------------------

    def _switch_pupil(self) -> None:
        """Show what the pupil who learns now has done, wherever that is shown."""
        learning = self.shell.learning
        if learning.practice.is_on:  # its tasks were chosen for another
            learning.practice.end()
            if self.notices.try_to(learning.practise):
                name = pupils.load().pupil.name
                tasks = f"tasks for {name}" if name else "new tasks"
                self.notices.say(f"The practice goes on with {tasks}")
        else:
            learning.player.switch_pupil()
        if self.contents.collection is not None:
            self.contents.collection.tick()
        self.welcome.refresh()
        self.status.say_pupil(pupils.load().pupil.name)

    def _page_turned(self, scene: bool) -> None:
        away = self.pages.is_welcome_shown
        set_role(self.tabs, "away" if away else "")  # the tab of what is not shown is not chosen
        if away:
            self.welcome.refresh()
            self.scene_view.tools.leave()
        else:
            self.shell.learning.refresh()  # its clicks are for what is asked there
        self.docks.set_shown(scene)
        self.status.setVisible(scene)
        self.move_field.setVisible(scene)
        self.lens_key.shortcut.setEnabled(scene)
        self.shell.playing.opponents.look_again()
        self.command_actions.refresh_soon()
        self.following.show_title()

    def ask_who_learns(self) -> None:
        """Ask, where a pupil's name is known, whether somebody else sits there now."""
        name = pupils.load().pupil.name
        if name and not self.notices.strip.text:
            self.notices.offer(
                f"You learn as {name}", "Not you?", lambda: self.perform("teach.pupils")
            )

    # -- tabs, files -------------------------------------------------------------------------

    def close_tab(self, index: int) -> None:
        """Close a document; asks first when changes would be lost."""
        self.notices.try_to(lambda: saving.close(self.shell, index))

    def _tab_chosen(self, index: int) -> None:
        if not 0 <= index < len(self.session.state.documents):
            return
        self.session.activate(index)
        if not self.pages.is_scene_shown:
            self.pages.turn_to(scene=True)
        self.scene_view.take_focus()

    def open_path(self, path: Path) -> bool:
        """Open a file in a tab; one that cannot be read is refused and all stays as it was."""
        return self.notices.try_to(lambda: opening.open_path(self.shell, path))

    def open_target(self, target: str) -> bool:
        """Open what the command line names: a position or a file."""
        if is_position(target):
            return self.notices.try_to(lambda: self.session.new(target))
        return self.open_path(Path(target))

    def take_handed(self, targets: Sequence[str], token: str) -> None:
        """Open what another start of the program was given, and come to the front.

        Parameters
        ----------
        token
            What the desktop lets a window come to the front by, "" where there is none.
        """
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token  # Qt reads and forgets it
        if self.isMinimized():
            self.showNormal()
        self.raise_()
        self.activateWindow()
        for target in targets:
            self.open_target(target)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the files, or the position, that were dropped."""
        event.acceptProposedAction()
        for thing in dropped(event.mimeData()):
            if isinstance(thing, Path):
                self.open_path(thing)
            else:
                self.notices.try_to(partial(self.session.paste, thing))

    # -- coming and going --------------------------------------------------------------------

    def _focused(self, _: QWidget | None, focused: QWidget | None) -> None:
        """Let Enter press a button, as in dialogs.

        It is the button that takes the key: an Enter that has just led the keyboard to it, such as
        that of a move, is none of its own.
        """
        if isinstance(focused, QPushButton) and self.isAncestorOf(focused):
            focused.setAutoDefault(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take keys nobody else has used: Home shows the board.

        Escape ends what clicks are for, or takes a wrong try back.
        """
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_Home and plain and self.scene_view.isVisible():
            self.perform("view.whole")
        elif event.key() != Qt.Key.Key_Escape or not (
            self.scene_view.tools.escape() or self.session.answer_anew()
        ):
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ApplicationPaletteChange:
            self.command_actions.refresh_soon()

    def close_window(self) -> None:
        """Close; whatever has to be asked has been asked."""
        self._closing = True
        self.close()

    def _may_leave(self) -> bool:
        take_typed_number()
        try:
            return saving.may_leave(self.shell)
        except SessionError as error:  # what cannot be saved keeps the window open
            self.notices.complain(str(error), error.details)
            return False

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes, keep the layout, and free the scene."""
        if not self._closing and not self._may_leave():
            event.ignore()
            return
        self._closing = True
        if self.is_presenting:
            self.presentation.end()
        self.pages.put_away()
        self.scene_view.tools.leave()
        self.docks.lay_out_whole()
        self.chosen.take(window_layout.kept(self, self.chosen.own))
        tell_all((self.docks.close_down, self._close_down, self.scene_view.close_scene))
        super().closeEvent(event)

    def _close_down(self) -> None:
        """Stop what runs in the background."""
        shell = self.shell
        puzzles = (self.mistake_puzzles,) if "mistake_puzzles" in vars(self) else ()
        finders = (shell.advice, shell.values, shell.reviews, *puzzles, shell.analysis)
        tell_all([one.close for one in (shell.playing, *finders, shell.learning, shell.pictures)])
        shell.auxiliary_windows.close_down()
        self.welcome.close_down()


def dropped(data: QMimeData) -> list[Path | str]:
    """Return the files, or the position string, that are dragged."""
    if data.hasUrls():
        return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    if data.hasText() and data.text().strip():
        return [data.text().strip()]
    return []
