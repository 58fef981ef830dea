"""The window: builds tabs, scene, docks and status line around one session, and connects them."""

from __future__ import annotations

import base64
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QByteArray, QEvent, QMimeData, QSize, Qt, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget

from model import setup
from model.hooks import hooks_of
from model.reading import is_position
from viewer.commands import file_menu as file_commands
from viewer.games.registry import game_view_of
from viewer.picture.value_overlays import standing
from viewer.session import pupils, state_files
from viewer.session.preferences import Preferences
from viewer.session.session import Listener, Session, SessionError, State
from viewer.session.subscribers import tell_all
from viewer.widgets.colour_scheme import resolved
from viewer.widgets.motion import reduced_motion
from viewer.widgets.prose import MOST_IN_LINE, short
from viewer.window import application
from viewer.window.analysis_display import AnalysisDisplay
from viewer.window.chosen_preferences import ChosenPreferences
from viewer.window.cover import Cover
from viewer.window.dock_contents import DockContents
from viewer.window.docks import Docks
from viewer.window.document_tabs import DocumentTabs, TabRow
from viewer.window.end_display import EndDisplay
from viewer.window.garbage import collect_at_rest
from viewer.window.held_key import HeldKey
from viewer.window.menus import Actions
from viewer.window.move_field import MoveField
from viewer.window.own_side import OwnSide
from viewer.window.pages import Pages
from viewer.window.seats_line import SeatsLine
from viewer.window.status_bar import StatusLine
from viewer.window.tool_bar import ToolBar
from viewer.window.welcome.controller import WelcomeController
from viewer.window.window_shell import WindowShell

SIZE = (1440, 920)


class MainWindow(QMainWindow):
    """Builds the parts, tells them of changes, and takes what the system brings.

    Attributes
    ----------
    session
        What is open.
    shell
        What commands, panels and lessons ask of the window.
    scene_view
        The scene and what floats over it; `shell.scene` controls it.
    docks, contents
        The docks, and what stands in them.
    display
        What is known of the position, over the scene.
    """

    def __init__(self, session: Session | None = None, chosen: Preferences | None = None) -> None:
        super().__init__()
        self.setObjectName("MainWindow")
        self.session = session or Session()
        self.chosen = ChosenPreferences(self.session, chosen, self)
        self._closing = False
        worn = resolved(self.chosen.own)
        self._dressed = (worn.palette, worn.strong, worn.text_scale)
        self.setAcceptDrops(True)
        self.resize(QSize(*SIZE).boundedTo(_room_on_screen()))
        self.setMinimumSize(760, 520)
        self.setDockOptions(
            QMainWindow.DockOption.AnimatedDocks | QMainWindow.DockOption.AllowTabbedDocks
        )
        if reduced_motion(self.chosen.now):
            self.setAnimated(False)
        self.shell = WindowShell(self, self.session, self.chosen)
        self.scene_view = self.shell.scene_view
        self._build_centre()
        self._build_bars()
        self._build_docks()
        self.shell.place_in(
            display=self.display,
            docks=self.docks,
            contents=self.contents,
            pages=self.pages,
            tool_bar=self.tool_bar,
            move_field=self.move_field,
            foldable=(self.tab_row, self.move_field, self.status),
        )
        self.own_side = OwnSide(self.session, self.shell.opponents, self.shell, self)
        self.end_display = EndDisplay(self.session, self.shell, self.scene_view, self)
        self._connect()
        self._changed(State(), self.session.state)
        self._restore_layout()

    # -- building ----------------------------------------------------------------------------

    def _build_centre(self) -> None:
        self.tabs = DocumentTabs()
        self.welcome = WelcomeController(self.session, self.shell, self)
        self.cover = Cover()
        self.pages = Pages(self.welcome.page, self.scene_view, self.cover)
        centre = QWidget()
        centre.setObjectName("DocumentArea")
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.tab_row = TabRow(self.tabs)
        column.addWidget(self.tab_row)
        column.addWidget(self.pages, 1)
        self.move_field = MoveField(self.session, self.shell, self.scene_view.widget)
        column.addWidget(self.move_field)
        self.shell.messages.float_over(self.pages)
        self.setCentralWidget(centre)

    def _build_bars(self) -> None:
        shell = self.shell
        seats = SeatsLine(shell.opponents, lambda: shell.perform("play.seats"))
        self.status = StatusLine(seats)
        self.setStatusBar(self.status)
        self.command_actions = Actions(self, self.scene_view, self.shell)
        self.command_actions.fill_menus(self)
        self.tool_bar = ToolBar("Tools", self)
        self.tool_bar.toggleViewAction().setEnabled(False)
        self.addToolBar(self.tool_bar)
        self.command_actions.fill_toolbar(self.tool_bar)
        scene = self.scene_view.widget.input
        self.lens_key = HeldKey(Qt.Key.Key_X, self, scene.lens, scene.end_lens)
        # They mean the position wherever no text field wants them for itself.
        keys = QKeySequence.StandardKey
        for key, name in ((keys.Copy, "file.copy-position"), (keys.Paste, "file.paste-position")):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.activated.connect(partial(self.shell.perform, name))

    def _build_docks(self) -> None:
        shell = self.shell
        self.display = AnalysisDisplay(
            self.session,
            shell.analysis,
            self.scene_view,
            self,
            advice=shell.advice,
            values=shell.values,
            reviews=shell.reviews,
            explained=lambda: shell.learning.explained,
        )
        self.contents = DockContents(self.session, shell)
        self.docks = Docks(self, self.session, self.chosen, self.contents.declarations)

    def _connect(self) -> None:
        self.shell.performed.connect(self.command_actions.refresh_soon)
        self.shell.opponents.changed.connect(self.status.follow_seats)
        self.shell.values.changed.connect(self._tell_value)
        self.shell.opponents.changed.connect(self.contents.tell_players)
        self.shell.opponents.changed.connect(self.end_display.refresh)
        self.shell.opponents.changed.connect(self.scene_view.turn_changed)
        self.shell.opponents.ticked.connect(self.status.follow_seats)
        self.shell.close_requested.connect(self.close_window)
        self.shell.lessons_wanted.connect(self.welcome.page.show_lessons)
        self.docks.switched.connect(self.command_actions.refresh)
        self.docks.closed.connect(self.shell.focus_scene)
        self.scene_view.tools.changed.connect(self.command_actions.refresh)
        self.scene_view.tools.changed.connect(self.contents.retell)
        self.scene_view.settled.connect(self._scene_settled)
        self.scene_view.marked.connect(self.contents.show_annotations)
        self.shell.scene.typed.connect(self.shell.show_move_field)
        collect_at_rest(self.scene_view.widget.is_moving)
        self.move_field.finished.connect(self.shell.focus_scene)
        self.shell.pupil_switched.connect(self.welcome.refresh)
        self.destroyed.connect(state_files.troubles.add(self.shell.complain))
        self.shell.pupil_switched.connect(self._name_pupil)
        self._name_pupil()
        self.shell.scene.tools.changed.connect(self.move_field.follow_tool)
        self.shell.scene.left.connect(self.shell.leave_scene)
        self.shell.scene.hovered.connect(self._hovered)
        self.display.analyzed.connect(self.contents.retell)
        self.display.overlaid.connect(self.contents.show_overlays)
        self.tabs.chosen.connect(self._tab_chosen)
        self.tabs.closing.connect(self.close_tab)
        self.pages.turned.connect(self._page_turned)
        self.chosen.changed.connect(self._preferred)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self.chosen.retell)
        self.chosen.failed.connect(self.shell.complain)
        self.session.subscribe(self._changed)
        self.session.collections.subscribe(lambda _: self.command_actions.refresh_soon())
        self.session.subscribe_notices(self.shell.say)
        self.cover.accepted.connect(self._uncover)
        self.cover.opened.connect(self.shell.hand_over.only_look)
        self.cover.taken_back.connect(partial(self.shell.perform, "edit.undo"))
        self.shell.hand_over.changed.connect(self._cover_or_not)
        self.shell.hand_over.listen()

    # -- following ---------------------------------------------------------------------------

    def _preferred(self, old: Preferences, new: Preferences) -> None:
        """Show other preferences."""
        wanted = resolved(new)
        if self._dressed != (wanted.palette, wanted.strong, wanted.text_scale):
            running = QApplication.instance()
            if isinstance(running, QApplication):
                application.dress(running, new)
            self._dressed = (wanted.palette, wanted.strong, wanted.text_scale)
        self.setAnimated(not reduced_motion(new))
        self.shell.analysis.hidden = self.shell.advice.quiet = new.hide_verdicts
        self.shell.values.by_itself = new.values
        self.shell.values.quiet = new.hide_verdicts
        self.shell.analysis.marks_threats = new.threats
        self.shell.follow_preferences(new)
        self.welcome.show_choice(new)
        self.scene_view.prefer()
        self.docks.prefer(new)
        self.display.refresh()
        if self.shell.is_presenting:
            self.shell.presentation.follow()
        self.command_actions.refresh_soon()

    def _cover_or_not(self) -> None:
        """Ask to hand over, and leave nothing that was being typed or said; or show the game."""
        waiting = self.shell.hand_over.waiting
        if waiting is None:
            self.pages.cover(False)
            self.shell.focus_scene()
            return
        self.move_field.forget()
        self.shell.messages.clear()
        self.scene_view.forget_pointing()
        document, position = self.session.document, self.session.position
        if document is None or position is None:
            return
        names = document.record.headers
        if waiting.seats:
            self.cover.ask_seats(waiting.following, waiting.seats, names)
        else:
            sides = hooks_of(position.game.kind).seated(position.game)
            self.cover.ask(
                waiting.chose,
                waiting.following,
                sides,
                lambda side: names.get(side, "") or side.capitalize(),
            )
        self.pages.cover(True)
        self.cover.ready.setFocus(Qt.FocusReason.OtherFocusReason)

    def _uncover(self) -> None:
        """Go on: the names that were written are kept with the game."""
        given = {side: name for side, name in self.cover.given.items() if name}
        if given:
            self.session.heads(given)
        self.shell.hand_over.go_on()

    def _page_turned(self, scene: bool) -> None:
        if self.pages.is_welcome_shown:
            self.welcome.refresh()
        self.docks.set_shown(scene)
        self.status.setVisible(scene)
        self.move_field.setVisible(scene)
        self.lens_key.shortcut.setEnabled(scene)
        self.shell.opponents.look_again()
        self.command_actions.refresh_soon()
        self._show_title()

    def _scene_settled(self) -> None:
        """Fill the docks and begin to analyze: the first frame comes before either."""
        if not self.display.is_ready:
            self.display.begin()
            self.docks.fill()
            self.display.show_overlays()

    def _name_pupil(self) -> None:
        self.status.say_pupil(pupils.load().pupil.name)

    def _hovered(self, site: int | None) -> None:
        self.contents.hovered(site)
        self._follow_point()

    def _follow_point(self) -> None:
        """Light the group that is pointed at, and weigh what a move there would do."""
        site = self.shell.scene.point
        self.scene_view.light_group_of(site)
        self.shell.analysis.weigh(site)

    def _changed(self, old: State, new: State) -> None:
        """Tell every part of the window: one that fails keeps none of the others from following."""
        tell_all(self._parts, old, new)

    @property
    def _parts(self) -> tuple[Listener, ...]:
        """What follows a change, in this order."""
        return (
            self.scene_view.forget,
            self._show_tabs,
            self._turn_page,
            self._analyze,
            self._show_position,
            self._follow_run,
            self._set_up_what_cannot_be,
            self.scene_view.changed,
            self.end_display.follow,
            self._tell_docks,
            self._follow_moved_point,
            self._show_interesting,
            self._follow_learning,
            self.shell.advice.follow,
            self.shell.values.follow,
            self._show_overlays,
            self._name_window,
            self._let_go,
            lambda *_: self.command_actions.refresh_soon(self.scene_view.widget.input.dragging),
        )

    def _moved(self, old: State, new: State) -> bool:
        """Whether another position is shown than before."""
        if new.document is None or old.document is None:
            return new.document is not old.document
        return self.session.position_of(old.document) is not self.session.position_of(new.document)

    def _let_go(self, old: State, new: State) -> None:
        """Forget what was found out and drawn once nothing is open: it may fill much memory."""
        if new.document is None and old.document is not None:
            scene = self.scene_view.widget
            for holder in (self.shell.analysis, self.shell.advice, self.shell.learning, scene):
                holder.let_go()
            self.shell.values.forget()

    def _show_tabs(self, old: State, new: State) -> None:
        if not _same_list(old, new):
            self.tabs.show_documents(new)

    def _turn_page(self, old: State, new: State) -> None:
        if new.document is None:
            self.pages.turn_to(scene=False)
        elif not _same_document(old, new):
            self.pages.turn_to(scene=True)
            QTimer.singleShot(0, self.shell.focus_scene)
        if old.document is not None and not _same_document(old, new):
            self.shell.messages.clear_error()  # it was about the document that was shown

    def _set_up_what_cannot_be(self, old: State, new: State) -> None:
        """Let clicks set up where an impossible position was pasted: nothing else is to be done."""
        document = new.document
        known = {one.key for one in old.documents}
        if document is None or document.key in known or document.path is not None:
            return
        if document.run is None and setup.problems(self.session.position_of(document)):
            QTimer.singleShot(0, self, lambda: self.shell.setup_tool.ensure_on())

    def _analyze(self, old: State, new: State) -> None:
        if new.document is not None and self._moved(old, new):
            self.display.analyze()

    def _show_position(self, old: State, new: State) -> None:
        """Show the position in the status line, and say aloud what it announces."""
        if new.document is None:
            return
        position = self.session.position_of(new.document)
        if not self._moved(old, new):
            if old.document is None or old.document.record is not new.document.record:
                self.status.show_position(position, new.document)  # its players may have ended it
            return
        self.status.show_position(position, new.document)
        self.move_field.show_position(position)
        said = game_view_of(position).announcement(position)
        run = new.document.run
        # In front of a room the caption says what is to be done.
        wanted = not self.shell.is_presenting
        wanted = wanted and (run is None or run.wants_move(new.document.node))
        if said and wanted and not self.session.turn.refusal and _same_document(old, new):
            self.shell.say(said)

    def _tell_value(self) -> None:
        """Say in the status line what the position is worth, where that is certain and shown."""
        known = self.shell.values.known
        self.status.say_value("" if known is None else standing(known))

    def _tell_docks(self, old: State, new: State) -> None:
        if new.document is not None:
            self.docks.changed(old, new)

    def _follow_moved_point(self, old: State, new: State) -> None:
        if self._moved(old, new) and _same_document(old, new):
            self._follow_point()

    def _show_interesting(self, old: State, new: State) -> None:
        if new.document is not None and (self._moved(old, new) or old.partial != new.partial):
            self.display.show_interesting()

    def _follow_learning(self, old: State, new: State) -> None:
        document, before = new.document, old.document
        if document is not None and (
            before is None
            or before.key != document.key
            or before.node != document.node
            or before.record.puzzle is not document.record.puzzle
        ):
            self.shell.learning.refresh()

    def _show_overlays(self, old: State, new: State) -> None:
        document, before = new.document, old.document
        if document is not None and (
            before is None
            or self._moved(old, new)
            or before.view.show != document.view.show
            or before.run is not document.run
            or old.premove is not new.premove
        ):
            self.display.show_overlays()

    def _name_window(self, old: State, new: State) -> None:
        if not _same_list(old, new) or old.document is not new.document:
            self._show_title()

    def _follow_run(self, old: State, new: State) -> None:
        """Hide verdicts, or show them again, as the run of the active document wants it."""
        if new.document is None:
            return
        before, after = (None if s.document is None else s.document.run for s in (old, new))
        chosen = self.chosen.now
        # What was said last counts, not the state before: in between nothing may have been open.
        hides = chosen.hide_verdicts is not self.shell.analysis.hidden
        if hides or (before is None) is not (after is None):
            self.shell.analysis.hidden = self.shell.advice.quiet = chosen.hide_verdicts
            self.shell.values.quiet = chosen.hide_verdicts
            self.docks.prefer(chosen)
            self.scene_view.retell()
            self.display.refresh()

    def _show_title(self) -> None:
        document = self.session.document
        if document is None or self.pages.is_welcome_shown:
            self._entitle("Pyramidion", edited=False)
            return
        kind = self.session.position_of(document).game.kind
        credit = kind.credit.split(", 2")[0].rstrip(".")
        title = document.record.headers.get("title", "") or document.title
        title = short(title, MOST_IN_LINE)
        self._entitle(f"{title}[*] – {credit} – Pyramidion", edited=document.edited)
        self.status.say_credit(kind.credit)

    def _entitle(self, title: str, *, edited: bool) -> None:
        """Name the window; the desktop is told only when something differs."""
        if self.windowTitle() != title:
            self.setWindowTitle(title)
        if self.isWindowModified() is not edited:
            self.setWindowModified(edited)

    # -- tabs, files -------------------------------------------------------------------------

    def close_tab(self, index: int) -> None:
        """Close a document; asks first when changes would be lost."""
        self.shell.try_to(lambda: file_commands.close(self.shell, index))

    def _tab_chosen(self, index: int) -> None:
        if not 0 <= index < len(self.session.state.documents):
            return
        self.session.activate(index)
        if not self.pages.is_scene_shown:
            self.pages.turn_to(scene=True)
        self.shell.focus_scene()

    def open_path(self, path: Path) -> bool:
        """Open a file in a tab; one that cannot be read is refused and all stays as it was."""
        return self.shell.try_to(lambda: file_commands.open_path(self.shell, path))

    def open_target(self, target: str) -> bool:
        """Open what the command line names: a position or a file."""
        if is_position(target):
            return self.shell.try_to(lambda: self.session.new(target))
        return self.open_path(Path(target))

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
                self.shell.try_to(partial(self.session.paste, thing))

    # -- coming and going --------------------------------------------------------------------

    def _restore_layout(self) -> None:
        own = self.chosen.own
        if own.window:
            self.restoreGeometry(_bytes(own.window))
        if own.docks and self.restoreState(_bytes(own.docks)):
            self.docks.take_over_layout()
        self.docks.set_shown(self.session.document is not None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End what clicks are for just now, a line or marks, by an Escape nobody else has used."""
        if event.key() != Qt.Key.Key_Escape or not self.scene_view.tools.escape():
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
        try:
            return file_commands.may_leave(self.shell)
        except SessionError as error:  # what cannot be saved keeps the window open
            self.shell.complain(str(error), error.details)
            return False

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes, keep the layout, and free the scene."""
        if not self._closing and not self._may_leave():
            event.ignore()
            return
        self._closing = True
        if self.shell.is_presenting:
            self.shell.presentation.end()
        self.pages.put_away()
        self.docks.lay_out_whole()
        self.chosen.choose(
            replace(
                self.chosen.own,
                window=_text(self.saveGeometry()),
                docks=_text(self.saveState()),
            )
        )
        tell_all(
            (
                self.docks.close_down,
                self.shell.close_down,
                self.scene_view.close_scene,
                self.welcome.close_down,
            )
        )
        super().closeEvent(event)


def _same_list(old: State, new: State) -> bool:
    """Whether the tabs are the same."""
    return old.documents == new.documents and old.active == new.active


def _same_document(old: State, new: State) -> bool:
    """Whether the active document is the one it was, be it edited."""
    before, document = old.document, new.document
    return before is not None and document is not None and before.key == document.key


def dropped(data: QMimeData) -> list[Path | str]:
    """Return the files, or the position string, that are dragged."""
    if data.hasUrls():
        return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    if data.hasText() and data.text().strip():
        return [data.text().strip()]
    return []


def _room_on_screen() -> QSize:
    """Return what the screen has free, less a little for the window's frame."""
    screen = QGuiApplication.primaryScreen()
    free = screen.availableSize() if screen is not None else QSize(*SIZE)
    return QSize(free.width() - 16, free.height() - 40)


def _text(data: QByteArray) -> str:
    return base64.b64encode(data.data()).decode()


def _bytes(text: str) -> QByteArray:
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except ValueError:
        return QByteArray()
