"""What commands, panels and the learning layer ask of the window: passed on to whoever has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QBuffer, QByteArray, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImageWriter
from PySide6.QtWidgets import QMainWindow, QToolBar, QWidget

from viewer.analysis.advice import Advice
from viewer.analysis.analysis_service import AnalysisService
from viewer.analysis.dice_roller import DiceRoller
from viewer.analysis.game_ends import GameEnds
from viewer.analysis.opponents import Opponents
from viewer.analysis.premoves import Premoves
from viewer.analysis.review_service import Reviews
from viewer.analysis.values import Values
from viewer.commands import collection_items
from viewer.commands.command import Command
from viewer.commands.table import COMMANDS, perform
from viewer.learn.learning import Learning
from viewer.learn.line_player import LinePlayer
from viewer.session.document_files import write_picture
from viewer.session.preferences import Preferences
from viewer.session.session import Session, SessionError
from viewer.widgets import prose
from viewer.widgets.messages import MessageStrip
from viewer.window.analysis_display import AnalysisDisplay
from viewer.window.chosen_preferences import ChosenPreferences
from viewer.window.dialogs.requests import Dialogs
from viewer.window.dock_contents import DockContents
from viewer.window.docks import Docks
from viewer.window.hand_over import HandOver
from viewer.window.late_tools import LateTools
from viewer.window.move_field import MoveField
from viewer.window.opponents_in_window import OpponentsInWindow
from viewer.window.pages import Pages
from viewer.window.pages_beside import PagesBeside
from viewer.window.scene_view.controller import SceneController
from viewer.window.scene_view.scene_view import SceneView

if TYPE_CHECKING:
    from viewer.commands.tools.annotation_tool import AnnotationTool
    from viewer.commands.tools.distance_tool import DistanceTool
    from viewer.commands.tools.setup_tool import SetupTool
    from viewer.games.overlay_types import Pour
    from viewer.learn.lesson_author import LessonAuthor
    from viewer.learn.mistake_puzzles import MistakePuzzles
    from viewer.learn.puzzle_author import PuzzleAuthor
    from viewer.panels.why.panel import WhyPanel
    from viewer.window.command_palette import CommandPalette
    from viewer.window.dialogs.puzzle_generator import PuzzleGenerator
    from viewer.window.dialogs.settings import Settings
    from viewer.window.dialogs.solved_tables import Tables
    from viewer.window.presentation.presentation import Presentation


class WindowShell(QObject):
    """`viewer.commands.shell.Shell` for a window.

    What a window always has comes into the constructor or is made by it; `place_in` then tells it
    the parts that need a shell themselves.

    Attributes
    ----------
    ask
        The dialogs; tests put answers in their place.
    messages
        The strip of notes and errors.
    scene, analysis, learning, opponents, advice
        The scene; what is known of the position; lessons and puzzles; the computer as an opponent;
        what an engine says of the game.

    Signals
    -------
    performed
        Something was done that may enable or disable commands.
    pupil_switched
        Another pupil learns now.
    close_requested
        The window is to close; whatever has to be asked has been asked.
    lessons_wanted
        The welcome page is to show what there is to learn.
    """

    performed = Signal()
    pupil_switched = Signal()
    close_requested = Signal()
    lessons_wanted = Signal()

    display: AnalysisDisplay
    docks: Docks
    contents: DockContents
    pages: Pages
    tool_bar: QToolBar
    move_field: MoveField
    _foldable: tuple[QWidget, ...]

    def __init__(self, frame: QMainWindow, session: Session, chosen: ChosenPreferences) -> None:
        super().__init__(frame)
        self._frame, self.session, self.chosen = frame, session, chosen
        self.ask = Dialogs(frame)
        self.messages = MessageStrip()
        self.analysis = AnalysisService(session, self)
        self.analysis.hidden = chosen.now.hide_verdicts
        self.analysis.marks_threats = chosen.now.threats
        self.advice = Advice(session, self)
        self.advice.quiet = chosen.now.hide_verdicts
        self.advice.said.connect(self._say_advice)
        self.advice.failed.connect(self.say)
        self.advice.changed.connect(self.performed)
        self.opponents = Opponents(session, self)
        self.ends = GameEnds(session, self.opponents, self)
        self.ends.said.connect(self.say)
        self.ends.offered.connect(self.offer)
        self.values = Values(session, self)
        self.values.quiet = chosen.now.hide_verdicts
        self.values.by_itself = chosen.now.values
        self.values.seated = lambda: bool(self.opponents.seats.taken)
        self.values.changed.connect(self.performed)
        self.opponents.changed.connect(self.values.seats_changed)
        self.analysis.certain = self.values.of_site
        self.reviews = Reviews(session, self)
        self.hand_over = HandOver(session, self.opponents, self)
        self.dice = DiceRoller(session, self)
        self.dice.busy = self._is_dice_kept_back
        self.opponents.changed.connect(self._roll_for_engines)
        self.premoves = Premoves(session, self)
        self.premoves.busy = self._is_dice_kept_back
        self.premoves.said.connect(self.say)
        self.opponents.changed.connect(self.premoves.look_again)
        self._playing = OpponentsInWindow(
            self.opponents,
            self.premoves,
            self.messages,
            chosen,
            sets_up=self._sets_up,
            is_unseen=self._is_unseen,
            shows_other=self._shows_other,
            parent=self,
        )
        self.reviews.thoroughness = chosen.now.review
        self.opponents.changed.connect(self.performed)
        self.reviews.said.connect(self.say)
        self.reviews.changed.connect(self.performed)
        self.scene_view = SceneView(session, self, self.analysis.point_text)
        self.scene = SceneController(session, self, self.scene_view)
        self.learning = Learning(session, self.scene, self, self)
        self.line = LinePlayer(session, self.scene, self.advice, self)
        self.line.changed.connect(self.performed)
        self._beside = PagesBeside(frame, session, chosen, self)
        self._beside.pupil_chosen.connect(self._switch_pupil)
        self._beside.tables_changed.connect(self.values.forget)
        self._palette: CommandPalette | None = None
        self._late = LateTools(session, self, self.scene_view, self)
        self._presentation: Presentation | None = None
        self._mistake_puzzles: MistakePuzzles | None = None

    def place_in(
        self,
        *,
        display: AnalysisDisplay,
        docks: Docks,
        contents: DockContents,
        pages: Pages,
        tool_bar: QToolBar,
        move_field: MoveField,
        foldable: tuple[QWidget, ...],
    ) -> None:
        """Take the parts of the window that are made after the shell."""
        self.display, self.docks, self.contents = display, docks, contents
        self.pages, self.tool_bar, self._foldable = pages, tool_bar, foldable
        self.move_field = move_field

    def close_down(self) -> None:
        """Stop what runs in the background."""
        self.opponents.close()
        self.ends.close()
        self.dice.close()
        self.premoves.close()
        self.line.close()
        self.advice.close()
        self.values.close()
        self.reviews.close()
        if self._mistake_puzzles is not None:
            self._mistake_puzzles.close()
        self.analysis.close()
        self.learning.close()
        self._beside.close_down()

    @property
    def preferences(self) -> Preferences:
        """What the person has chosen, and what a run has instead."""
        return self.chosen.now

    def prefer(self, preferences: Preferences) -> None:
        """Take over new preferences, show them and keep them."""
        self.chosen.choose(preferences)

    def follow_preferences(self, chosen: Preferences) -> None:
        """Have the opponent that is chosen sit down next, and the next review as thorough."""
        self.reviews.thoroughness = chosen.review
        self._playing.prefer(chosen)

    def _is_dice_kept_back(self) -> bool:
        """Whether the game is over, or something is shown or asked that a roll would break into."""
        shows = self.scene_view.move_animation.running or self.ends.is_over
        return self.opponents.busy() or shows or self.hand_over.waiting is not None

    def _roll_for_engines(self) -> None:
        """A game that engines play begins by itself, also with dice."""
        if self.opponents.seats.taken:
            self.dice.begin()

    def _sets_up(self) -> bool:
        return self._late.sets_up

    def _is_unseen(self) -> bool:
        return self._frame.isMinimized() or not self.pages.is_scene_shown

    def _shows_other(self) -> bool:
        return self.scene_view.shows_other

    def perform(self, command: Command | str) -> bool:
        """Run a command; what it may not do is said in one sentence."""
        self.messages.clear()
        done = perform(self, command)
        self.performed.emit()
        return done

    # -- telling the person ------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Show one sentence; "" takes the last note away."""
        if not sentence:
            self.messages.clear_note()
            return
        self.messages.note(prose.sentence(sentence))

    def offer(self, sentence: str, action: str, do: Callable[[], object]) -> None:
        """Show one sentence with a button that does something; it stays until it is answered."""

        def accept() -> None:
            self.try_to(do)

        self.messages.note(prose.sentence(sentence), action, accept)

    def _say_advice(self, sentence: str) -> None:
        """Say what an engine advises where Why does not: over the scene it would cover the apex."""
        why = self.contents.why
        if why is None or not why.engine.tells(sentence):
            self.say(sentence)

    def refuse(self, sentence: str, rule: str) -> None:
        """Say why a move may not be made, with a way to the rule behind it."""
        from viewer.session import resources

        self.say(sentence)
        if resources.has_rule(rule):
            self.messages.offer("Why not?", lambda: self.show_rule(rule))

    def complain(self, sentence: str, details: str = "") -> None:
        """Show one sentence on what could not be done; it stays until it is closed.

        Parameters
        ----------
        details
            What a click on "Details" shows besides.
        """
        self.messages.error(prose.sentence(sentence), details)

    def try_to(self, do: Callable[[], object]) -> bool:
        """Do something; what the session refuses is said in the strip. Returns whether it ran."""
        self.messages.clear()
        try:
            do()
        except SessionError as error:
            self.complain(str(error), error.details)
            return False
        return True

    # -- the machine -------------------------------------------------------------------------

    def clipboard(self) -> str:
        """Return the text on the clipboard."""
        return QGuiApplication.clipboard().text()

    def set_clipboard(self, text: str) -> None:
        """Put text on the clipboard."""
        QGuiApplication.clipboard().setText(text)

    def copy_picture(self) -> None:
        """Put what the scene shows on the clipboard as a picture."""
        QGuiApplication.clipboard().setImage(self.scene_view.fine_image())

    def export_picture(self, path: Path) -> None:
        """Write what the scene shows as a picture, whole or not at all."""
        data = QByteArray()
        buffer = QBuffer(data)  # which the writer does not keep
        kind = path.suffix.removeprefix(".").encode()
        if not QImageWriter(buffer, kind).write(self.scene_view.fine_image()):
            raise SessionError(f"{path}: pictures of this kind cannot be saved; use .png")
        write_picture(path, bytes(data.data()))

    # -- places in the window ----------------------------------------------------------------

    def show_welcome(self) -> None:
        """Go to the welcome page; what is open stays open."""
        self.pages.turn_to(scene=False)

    def show_palette(self) -> None:
        """Open the palette of all commands."""
        self.palette.open()

    def show_move_field(self, text: str = "") -> None:
        """Put the cursor in the field below the scene that moves are typed into."""
        if self.pages.is_scene_shown:
            self.move_field.open(text)

    @property
    def palette(self) -> CommandPalette:
        """The palette of all commands, made when it is first asked for."""
        if self._palette is None:
            from viewer.window.command_palette import CommandPalette

            self._palette = CommandPalette(
                self, COMMANDS, self.perform, self._frame.centralWidget()
            )
            self._palette.finished.connect(self.focus_scene)
        return self._palette

    def show_help(self, page: Literal["keys", "guide", "rules", "about"]) -> None:
        """Show a page of help beside the window."""
        self._beside.show_help(page)

    def show_rule(self, rule: str) -> None:
        """Show the rules page of a game at a rule ("pyramid.md#end")."""
        self._beside.show_rule(rule)

    def show_settings(self) -> None:
        """Show the settings page beside the window, which follows what is chosen there."""
        self._beside.show_settings()

    @property
    def settings(self) -> Settings:
        """The settings page, made when it is first asked for."""
        return self._beside.settings

    def show_pupils(self) -> None:
        """Show who learns, and what each pupil has done."""
        self._beside.show_pupils()

    def _switch_pupil(self) -> None:
        """Show what the pupil who learns now has done, wherever that is shown."""
        if self.learning.practice.is_on:  # its tasks were chosen for another
            self.learning.practice.end()
            if self.try_to(self.learning.practise):
                self.say("The practice goes on with tasks for the pupil who learns now")
        else:
            self.learning.lesson_player.switch_pupil()
        if self.contents.collection is not None:
            self.contents.collection.tick()
        self.pupil_switched.emit()

    def show_tables(self) -> None:
        """Show the window in which tables of solved games are built and kept."""
        self._beside.show_tables()

    @property
    def tables(self) -> Tables:
        """The window of tables, made when it is first asked for."""
        return self._beside.tables

    def show_puzzle_generator(self) -> None:
        """Show the window in which sets of puzzles are generated."""
        self._beside.show_puzzle_generator()

    @property
    def puzzle_generator(self) -> PuzzleGenerator:
        """The window in which sets of puzzles are generated, made when it is first asked for."""
        return self._beside.puzzle_generator

    def edit_comment(self) -> None:
        """Open the Moves dock and write the comment of the current move there."""
        self.docks.open("moves")
        self.docks.panel("moves")
        assert self.contents.moves is not None
        self.contents.moves.comment.edit()

    def show_collection(self, path: Path) -> None:
        """Show a collection file or a folder in its dock, its first item where nothing is open."""
        path = path.expanduser().absolute()
        self.docks.panel("collection")
        assert self.contents.collection is not None
        shown = self.contents.collection.show_collection(path)
        self.docks.open("collection")
        active = self.session.document
        if path.is_file() and (active is None or active.path != path) and shown.entries:
            collection_items.open_item(self, path, 0)
        elif active is None and shown.entries:
            collection_items.open_entry(self, shown.entries[0])
        self.docks.open("collection")
        self.docks.bring_forward("learn")  # where there is no room for both: what is asked

    def open_panel(self, name: str) -> None:
        """Open a dock and bring it to the front."""
        self.docks.open(name)

    def toggle_panel(self, name: str) -> None:
        """Open or close a dock; on the welcome page Learn leads to its lessons."""
        if name == "learn" and self.pages.is_welcome_shown:
            self.lessons_wanted.emit()
        elif name == "bookmarks":
            self.docks.open("look")
            self.docks.panel("look")
            self.contents.show_bookmarks()
        else:
            self.docks.toggle(name)

    def reset_docks(self) -> None:
        """Put every dock back in its place, at its size."""
        self.docks.reset()

    def has_panel(self, name: str) -> bool:
        """Tell whether a dock has something to show of the active document; none while none is."""
        if name == "learn" and self.pages.is_welcome_shown:
            return True
        if self.session.document is None and not self.pages.is_scene_shown:
            return False
        return self.docks.fits("look" if name == "bookmarks" else name)

    def is_panel_open(self, name: str) -> bool:
        """Tell whether a dock is open (bookmarks stand in the Look dock)."""
        return self.docks.is_open("look" if name == "bookmarks" else name)

    def is_panel_shown(self, name: str) -> bool:
        """Tell whether an open dock has its place in the window."""
        return self.docks.is_shown("look" if name == "bookmarks" else name)

    def focus_scene(self) -> None:
        """Give the keyboard to the scene."""
        if self.session.document is not None and self.pages.is_scene_shown:
            self.scene_view.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave_scene(self) -> None:
        """Give the keyboard to the next panel that is open, else to the toolbar."""
        target = self.docks.first_focus() or self.tool_bar
        target.setFocus(Qt.FocusReason.TabFocusReason)
        if target is self.tool_bar:
            self._frame.focusNextChild()

    def toggle_full_screen(self) -> None:
        """Fill the screen, or be a window again."""
        self._frame.setWindowState(self._frame.windowState() ^ Qt.WindowState.WindowFullScreen)

    def close_window(self) -> None:
        """Close the window; whatever has to be asked has been asked."""
        self.close_requested.emit()

    # -- over the scene ----------------------------------------------------------------------

    @property
    def poured(self) -> Pour | None:
        """What is poured now."""
        return self.display.pour

    def show_pour(self, pour: Pour | None) -> None:
        """Lay a pour over the position; None: no more."""
        self.display.show_pour(pour)

    def pour(self) -> None:
        """Start or stop the pour at the corner shown."""
        self._why().toggle_pour()

    def act_on_why(self, name: str) -> None:
        """Do one of `Explainer.actions` with what is chosen in the Why dock."""
        self._why().act(name)

    def _why(self) -> WhyPanel:
        """The Why dock, opened."""
        self.docks.open("why")
        self.docks.panel("why")  # while docks are put away, none is made by opening
        assert self.contents.why is not None
        return self.contents.why

    def next_interesting(self, step: int) -> None:
        """Put the cursor on the next or previous interesting point."""
        from viewer.picture.lattice_cursor import following

        site = following(self.analysis.interesting(), self.scene.point, step)
        if site is None and self.analysis.hidden:
            self.scene.say("Threats and plans are hidden: press H to show them")
        elif site is None:
            self.scene.say("There are no threats, plans or legal points here")
        else:
            self.scene.set_cursor(site)

    # -- tools and controllers, made when they are first asked for ---------------------------

    @property
    def lesson_author(self) -> LessonAuthor:
        """What authors of lessons do."""
        return self.learning.lesson_author

    @property
    def puzzle_author(self) -> PuzzleAuthor:
        """What authors of puzzles do."""
        return self.learning.puzzle_author

    @property
    def mistake_puzzles(self) -> MistakePuzzles:
        """What makes puzzles of mistakes."""
        if self._mistake_puzzles is None:
            from viewer.learn.mistake_puzzles import MistakePuzzles

            made = MistakePuzzles(self.session, self.reviews, self.puzzle_author, self)
            made.said.connect(self.say)
            made.searching.connect(lambda said: self.offer(said, "Stop", made.stop))
            self._mistake_puzzles = made
        return self._mistake_puzzles

    @property
    def annotation_tool(self) -> AnnotationTool:
        """The mark tool."""
        return self._late.annotation_tool

    @property
    def is_annotating(self) -> bool:
        """Whether clicks mark."""
        return self._late.is_annotating

    @property
    def setup_tool(self) -> SetupTool:
        """The tool of setting up."""
        return self._late.setup_tool

    @property
    def distance_tool(self) -> DistanceTool:
        """The tool that measures."""
        return self._late.distance_tool

    @property
    def presentation(self) -> Presentation:
        """The presentation."""
        if self._presentation is None:
            from viewer.window.presentation.presentation import Presentation

            self._presentation = Presentation(
                self._frame,
                self.session,
                self.chosen,
                self,
                view=self.scene_view,
                docks=self.docks,
                analysis=self.analysis,
                player=self.learning.lesson_player,
                hidden=(self._frame.menuBar(), self.tool_bar),
                folded=self._foldable,
            )
            self._presentation.switched.connect(self.performed)
            self._presentation.switched.connect(self._close_settings)
        return self._presentation

    def _close_settings(self) -> None:
        """Put the settings page away: what is chosen in a presentation is not kept."""
        if self.is_presenting:
            self._beside.close_settings()

    @property
    def is_covered(self) -> bool:
        """Whether the active document is covered until another person sits down."""
        return self.hand_over.waiting is not None

    @property
    def is_presenting(self) -> bool:
        """Whether a presentation is given."""
        return self._presentation is not None and self._presentation.is_on
