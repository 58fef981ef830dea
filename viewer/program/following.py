"""What follows in the window where the session or the preferences change, in one order.

The end of a game is shown over its scene from when it is reached until it is closed.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

from model.contract.game import CHANCE, Position
from model.contract.hooks import hooks_of
from model.phrases import called
from model.play.opponent import refusal_of_open
from model.positions import setup
from viewer.analysis import kernel_process
from viewer.commands.computer_menu import person_side
from viewer.commands.end_menu import can_exchange, goes_on
from viewer.commands.shell import Shell
from viewer.games.registry import End, end_of, game_view_of
from viewer.picture.compose.overlays import worth_text
from viewer.picture.words.move_words import move_words
from viewer.program.dock_contents import DockContents
from viewer.program.menus import Actions
from viewer.program.welcome_controller import WelcomeController
from viewer.session.document.document import Document
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Listener
from viewer.session.subscribers import tell_all
from viewer.widgets.announcing import announce
from viewer.widgets.appearance.chosen_preferences import reduced_motion
from viewer.widgets.appearance.theme import resolved
from viewer.widgets.prose import MOST_IN_LINE, sentence, short
from viewer.window import application
from viewer.window.document_tabs import DocumentTabs
from viewer.window.status_bar import StatusLine


class EndDisplay(QObject):
    """Fills the panel at the end of a game.

    A game that was opened and is gone through ends without it: nobody plays it. It waits until the
    last move has been shown, and is there again where somebody comes back to the end.
    """

    def __init__(self, shell: Shell, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._shell, self._view = shell.session, shell, shell.scene
        self._panel = shell.scene.floating.end
        self._at: dict[int, int] = {}
        self._panel.closed.connect(self._close)
        shell.scene.move_animation.stepped.connect(self.refresh)
        shell.scene.tools.changed.connect(self.refresh)

    def follow(self, change: Change) -> None:
        """Follow a change of the session."""
        self._at = {key: node for key, node in self._at.items() if key in change.open_keys}
        document, before = change.document, change.previous
        if before is not None and self._ends(before, document):
            self._at[document.key] = document.node
        self.refresh()

    def _ends(self, before: Document, document: Document) -> bool:
        """Whether the game ended just now, by a move or by its players, and not by setting up."""
        record, node = document.record, document.node
        if record is before.record or document.exercise is not None or before.exercise is not None:
            return False
        if self._end(document) is None:
            return False
        if node not in before.record:
            return record[node].parent == before.node and bool(record[node].move)
        same = node == before.node and self._end(before) is None
        return same and self._session.position_of(document).outcome is None

    def _end(self, document: Document) -> End | None:
        return end_of(document.record, document.node, self._session.position_of(document))

    def refresh(self) -> None:
        """Show the end where the active document has come to it, else nothing."""
        document = self._session.document
        end = self._end(document) if self._is_at_end(document) else None
        if end is None:
            self._panel.show_end(None)
            return
        game = self._session.position_of(document).game
        offered = {"play.rematch"}
        if can_exchange(self._shell):
            offered.add("play.rematch-exchanged")
        if not refusal_of_open(game):
            offered.add("play.review")
        if document.edited:
            offered.add("file.save")
        self._panel.show_end(end, hooks_of(game.kind).seated(game), frozenset(offered))

    def _is_at_end(self, document: Document) -> bool:
        """Whether a game is shown where it ended, and its last move is not still on its way."""
        if document.exercise is not None or document.record.kind != "game":
            return False
        here = self._at.get(document.key) == document.node
        waits = self._view.move_animation.running or self._view.tools.is_on("set-up")
        return here and not waits

    def _close(self) -> None:
        self._at.pop(self._session.document.key, None)
        self.refresh()
        self._view.take_focus()


def while_open(
    follow: Callable[[ChangeDispatcher, Change], None],
) -> Callable[[ChangeDispatcher, Change], None]:
    """Have something follow only while a document is open."""

    def followed(following: ChangeDispatcher, change: Change) -> None:
        if not change.document.is_placeholder:
            follow(following, change)

    return followed


class ChangeDispatcher:
    """Tells the parts of the window what has changed."""

    def __init__(
        self,
        window: QMainWindow,
        shell: Shell,
        *,
        tabs: DocumentTabs,
        status: StatusLine,
        actions: Actions,
        contents: DockContents,
        end_display: EndDisplay,
        welcome: WelcomeController,
    ) -> None:
        self._window, self._shell, self._session = window, shell, shell.session
        self._tabs, self._status, self._actions = tabs, status, actions
        self._contents, self._display, self._end_display = contents, shell.display, end_display
        self._welcome = welcome
        worn = resolved(shell.chosen.own)
        self._dressed = (worn.palette, worn.strong, worn.text_scale)
        self._held = shell.chosen.now

    def changed(self, change: Change) -> None:
        """Tell every part of the window: one that fails keeps none of the others from following."""
        tell_all(self._parts, change)

    @property
    def _parts(self) -> tuple[Listener, ...]:
        """What follows a change, in this order."""
        scene = self._shell.scene
        return (
            scene.forget,
            self._show_tabs,
            self._turn_page,
            self._analyze,
            self._show_position,
            self._follow_run,
            self._set_up_what_cannot_be,
            scene.changed,
            self._end_display.follow,
            self._shell.docks.changed,
            self._follow_moved_point,
            self._show_interesting,
            lambda *_: self.offer_turn(),
            self._follow_learning,
            self._shell.advice.follow,
            self._shell.values.follow,
            self._show_overlays,
            self._name_window,
            self._let_go,
            lambda *_: self._actions.refresh_soon(scene.input.dragging),
        )

    def settled(self) -> None:
        """Fill the docks and begin to analyze: the first frame comes before either."""
        if not self._display.is_ready:
            self._display.begin()
            self._shell.docks.fill()
            self._display.show_overlays()

    def preferred(self, old: Preferences, new: Preferences) -> None:
        """Show other preferences."""
        wanted = resolved(new)
        if self._dressed != (wanted.palette, wanted.strong, wanted.text_scale):
            running = QApplication.instance()
            if isinstance(running, QApplication):
                application.apply_theme(running, new)
            self._dressed = (wanted.palette, wanted.strong, wanted.text_scale)
        self._held = new
        self._window.setAnimated(not reduced_motion(new))
        self._shell.prefer(new)
        self._welcome.show_choice(new)
        self._shell.scene.prefer()
        self._shell.docks.prefer(new)
        self._display.refresh()
        if self._shell.frame.is_presenting:
            self._shell.frame.presentation.follow()
        self._actions.refresh_soon()

    # -- the page and its title --------------------------------------------------------------

    def _show_tabs(self, change: Change) -> None:
        if change.tabs:
            self._tabs.show_documents(change.new)

    def _turn_page(self, change: Change) -> None:
        if change.document.is_placeholder:
            self._shell.pages.turn_to(scene=False)
        elif not change.is_same_document:
            self._shell.pages.turn_to(scene=True)
            QTimer.singleShot(0, self._shell.scene.take_focus)
        if not change.before.is_placeholder and not change.is_same_document:
            self._shell.notices.strip.clear_error()  # it was about the document that was shown

    def _name_window(self, change: Change) -> None:
        if change.tabs:
            self.show_title()

    def show_title(self) -> None:
        """Name the window after what it shows."""
        document = self._session.document
        if document.is_placeholder or self._shell.pages.is_welcome_shown:
            self._entitle("Pyramidion", edited=False)
            return
        kind = self._session.position_of(document).game.kind
        credit = kind.credit.split(", 2")[0].rstrip(".")
        title = document.record.headers.get("title", "") or document.title
        title = short(title, MOST_IN_LINE)
        self._entitle(f"{title}[*] – {credit} – Pyramidion", edited=document.edited)
        self._status.say_credit(kind.credit)

    def _entitle(self, title: str, *, edited: bool) -> None:
        """Name the window; the desktop is told only when something differs."""
        if self._window.windowTitle() != title:
            self._window.setWindowTitle(title)
        if self._window.isWindowModified() is not edited:
            self._window.setWindowModified(edited)

    # -- the position ------------------------------------------------------------------------

    @while_open
    def _analyze(self, change: Change) -> None:
        if change.position:
            kernel_process.need(self._session.position_of(change.document).game.kind.name)
            self._display.analyze()

    @while_open
    def _show_position(self, change: Change) -> None:
        """Show the position in the status line, and say aloud what it announces."""
        document, before = change.document, change.before
        # Its players may have ended it, or an exercise says less of how it ended.
        begun = (before.exercise is None) != (document.exercise is None)
        ended = begun or change.record
        if not (change.position or ended):
            return
        position, exercise = change.position_of(document), document.exercise
        self._status.show_position(position, document)
        if not change.position:
            return
        self._shell.move_field.show_position(position)
        if change.is_same_document or document.record.kind == "game":
            self._announce(document, position)  # a lesson and a puzzle that open say what they ask
        said = game_view_of(position).announcement(position)
        # In front of a room the caption says what is to be done.
        wanted = not self._shell.frame.is_presenting
        wanted = wanted and (exercise is None or exercise.wants_move(document.node))
        wanted = wanted and end_of(document.record, document.node, position) is None
        if said and wanted and not self._session.turn.refusal and change.is_same_document:
            self._shell.notices.say(said)

    def _announce(self, document: Document, position: Position) -> None:
        """Say the move that led here, and whose turn it is or how the game has ended."""
        words = move_words(document.record, document.node, self._session.position_at)
        end = end_of(document.record, document.node, position)
        if end is not None:
            turn = end.sentence
        elif position.to_move == CHANCE:
            turn = "The dice are to be rolled"
        else:
            turn = sentence(f"{called(str(position.to_move))} to move")
        # Where an exercise begins anew, it says what is asked; how it ends may be its answer.
        if words or document.exercise is None:
            announce(self._window, " ".join(sentence(one) for one in (words, turn) if one))

    def offer_turn(self) -> None:
        """Offer a hint, taking back and resigning to whoever plays against the computer."""
        playing = self._shell.playing
        plays = person_side(self._session, playing.opponents)
        goes = bool(plays) and goes_on(self._shell)
        goes = goes and not self._shell.scene.tools.is_on("set-up")  # nobody plays meanwhile
        hints = not self._session.is_empty and not refusal_of_open(self._session.position.game)
        self._shell.move_field.offer_turn(goes, hints)

    def tell_value(self) -> None:
        """Say in the status line what the position is worth, where that is certain and shown."""
        known = self._shell.values.known
        self._status.say_value("" if known is None else worth_text(known))

    @while_open
    def _set_up_what_cannot_be(self, change: Change) -> None:
        """Let clicks set up where an impossible position was pasted: nothing else is to be done."""
        document = change.document
        if change.previous is not None or document.path is not None:
            return
        if document.exercise is None and setup.problems(change.position_of(document)):
            QTimer.singleShot(0, self._window, lambda: self._shell.toolbox.setup.ensure_on())

    def say_advice(self, sentence: str) -> None:
        """Say what an engine advises where Why does not: over the scene it would cover the apex."""
        why = self._contents.why
        if why is None or not why.engine.tells(sentence):
            self._shell.notices.say(sentence)

    # -- docks and what lies over the scene --------------------------------------------------

    def hovered(self, site: int | None) -> None:
        """Follow the mouse and the lattice cursor."""
        self._contents.hovered(site)
        self._follow_point()

    def _follow_point(self) -> None:
        """Light the group that is pointed at, and weigh what a move there would do."""
        site = self._shell.scene.input.active_site
        self._shell.scene.laid.light_group_of(site)
        self._shell.analysis.weigh(site)

    def _follow_moved_point(self, change: Change) -> None:
        if change.position and change.is_same_document:
            self._follow_point()

    @while_open
    def _show_interesting(self, change: Change) -> None:
        if change.position or change.old.partial != change.new.partial:
            self._display.show_interesting()

    @while_open
    def _show_overlays(self, change: Change) -> None:
        other = change.position or change.before.view.show != change.document.view.show
        if other or change.exercise or change.old.premove is not change.new.premove:
            self._display.show_overlays()

    # -- lessons, puzzles and what was found -------------------------------------------------

    @while_open
    def _follow_learning(self, change: Change) -> None:
        if change.node or change.before.record.puzzle is not change.document.record.puzzle:
            self._shell.learning.refresh()

    @while_open
    def _follow_run(self, change: Change) -> None:
        """Hide verdicts, or show them again, as the exercise of the active document wants it.

        So with all that a person has switched in it.
        """
        before, after = change.before.exercise, change.document.exercise
        shell, chosen = self._shell, self._shell.chosen.now
        # What was said last counts, not the state before: in between nothing may have been open.
        if chosen != self._held or (before is None) is not (after is None):
            self._held = chosen
            for finder in (shell.analysis, shell.advice, shell.values):
                finder.prefer(chosen)
            shell.docks.prefer(chosen)
            # Of a point that nothing points at any more, the line may still say what is hidden now.
            shell.scene.line.tell(shell.scene.input.active_site)
            self._display.refresh()

    def _let_go(self, change: Change) -> None:
        """Forget what was found out and drawn once nothing is open: it may fill much memory."""
        if change.document.is_placeholder and not change.before.is_placeholder:
            shell = self._shell
            for holder in (shell.analysis, shell.advice, shell.learning, shell.scene.widget):
                holder.let_go()
            shell.values.forget()
