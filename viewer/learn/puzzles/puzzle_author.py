"""Making puzzles: of any position, checked in the background, what the check found put to use."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import msgspec
import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import Move, Position, Stop, Stopped
from model.exercises.exercise import Demonstrate
from model.notation.tokens import NotationError
from model.positions.setup import cells_of, put
from model.puzzles.generated import GeneratedPuzzle, grade_found
from model.puzzles.make import puzzle_from
from model.puzzles.missed import NoPuzzleError, puzzle_of_mistake
from model.puzzles.proof import Checked, check, first_fault, idle_tries, reduce_puzzle
from model.puzzles.request import answering, usual_question
from model.puzzles.wording import opponent_of
from model.records import record as records
from model.records.puzzle import Puzzle, Stipulation, Try
from model.records.record import ROOT, Record
from model.records.view import Mark
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.analysis.review_service import Reviews
from viewer.learn.exercise_player import ExercisePlayer
from viewer.learn.learn_dock import LEARN, DockSwitch
from viewer.learn.puzzles.puzzle_text import read_moves
from viewer.picture.compose.overlays import move_signs
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.session.session import Change, Session, SessionError
from viewer.widgets.messages import Notices

# Puzzles out of the mistakes that a review found: proved in the background, opened for editing.

SEARCH_LIMIT = 30.0
"""Seconds a puzzle may take to prove."""


class MistakePuzzles(QObject):
    """Makes a puzzle of the current move, where that was a mistake.

    Signals
    -------
    searching(str)
        It looks for a puzzle from now on, which takes a while; what is said last ends it.
    said(str)
        What came of it, or why no puzzle comes of it.
    """

    searching = Signal(str)
    said = Signal(str)

    def __init__(
        self,
        session: Session,
        reviews: Reviews,
        author: PuzzleAuthor,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._reviews, self._author = session, reviews, author
        self._job = BackgroundJob(self)
        self.limit = SEARCH_LIMIT

    @property
    def is_searching(self) -> bool:
        """Whether a puzzle is being looked for."""
        return self._job.busy

    def make(self) -> None:
        """Look for a sound puzzle in the current mistake, and open it in the editor.

        Raises
        ------
        SessionError
            When the current move was no mistake, as far as a review knows.
        """
        move, document = self._reviews.require_mistake(), self._session.document
        position = self._session.position_at(document.record[move.node].parent)
        limit, played = self.limit, move.move

        def work(stop: Stop, progress: Progress, _: Deliver) -> GeneratedPuzzle | NoPuzzleError:
            try:
                return puzzle_of_mistake(
                    position, played, stop=stop, progress=progress, limit=limit
                )
            except NoPuzzleError as none:  # an answer like any other
                return none

        self._job.start(work, lambda found: self._found(document, found))
        self.searching.emit(
            f"Looking for a sound puzzle in this mistake, for {limit:.0f} s at most"
        )

    def stop(self) -> None:
        """Give up the search."""
        if self.is_searching:
            self._job.cancel()
            self.said.emit("The search for a puzzle was stopped.")

    def _found(self, like: Document, found: object) -> None:
        if isinstance(found, GeneratedPuzzle):
            self.said.emit("")
            self._author.adopt(found.position, found.puzzle, found.title, like)
            self.said.emit(f"A sound puzzle: {found.title}. Save it, or change it first.")
        elif isinstance(found, NoPuzzleError):
            self.said.emit(str(found))
        else:
            self.said.emit("The search for a puzzle failed; details are in the log.")

    def close(self) -> None:
        """Stop what runs in the background."""
        self._job.close()


LIMIT = 60
"""Time limit of a check in seconds, unless another is asked for."""
NONE_CAN_GO = "Nothing was removed: without any of them the solution takes more or fewer moves."


class PuzzleAuthor(QObject):
    """What an author does to the active puzzle.

    Attributes
    ----------
    limit
        Time limit of a check, in seconds.
    done
        (how much, of how much, what) of the check that runs, None while none does.
    said
        What the last check came to where it proved nothing, for the document `said_of`.
    showing
        The key of the document whose author has a line shown.

    Signals
    -------
    changed
        A check began, went on or ended.
    """

    changed = Signal()

    def __init__(
        self,
        session: Session,
        scene: SceneView,
        notices: Notices,
        docks: DockSwitch,
        player: ExercisePlayer,
        ask_puzzle: Callable[[Position], tuple[Stipulation, str] | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._scene, self._notices = session, scene, notices
        self._docks, self._player, self._ask_puzzle = docks, player, ask_puzzle
        self._job = BackgroundJob(self)
        self._checked: Document | None = None
        self._late: dict[int, tuple[Record, Checked]] = {}
        self._graded: dict[int, int] = {}
        self._reduced: dict[int, tuple[Record, tuple[str, ...]]] = {}
        self.limit = LIMIT
        self.done: tuple[int, int, str] | None = None
        self.said = ""
        self.said_of: Record | None = None
        self.showing = -1
        session.subscribe(self._followed)

    # -- what is there -----------------------------------------------------------------------

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle that is edited in the active document."""
        document = self._session.document
        return None if document.exercise is not None else document.record.puzzle

    @property
    def start(self) -> Position:
        """The position the active puzzle starts from."""
        return self._session.position_at(ROOT)

    @property
    def is_checking(self) -> bool:
        """Whether the active puzzle is being checked."""
        key = self._session.document.key
        return self._job.busy and self._checked is not None and key == self._checked.key

    @property
    def is_said_here(self) -> bool:
        """Whether `said` is about the active document, as it is."""
        return self._session.document.record is self.said_of

    # -- making ------------------------------------------------------------------------------

    def make(self) -> None:
        """Ask for a stipulation and open a puzzle of the current position."""
        document, position = self._session.document, self._session.position
        if document.is_placeholder:
            raise SessionError("open a game first: a puzzle is made from its positions")
        fault = first_fault(position, Puzzle(usual_question(position)))
        if fault:
            raise SessionError(f"no puzzle can be made from this position: {fault}")
        asked = self._ask_puzzle(position)
        if asked is None:
            return
        stipulation, title = asked
        self.adopt(position, Puzzle(stipulation), title, document)
        self._notices.say("A new puzzle: check it, then save it")

    def adopt(self, position: Position, puzzle: Puzzle, title: str, like: Document) -> None:
        """Open a new document with a puzzle, seen as the document it comes from."""
        record = records.set_puzzle(puzzle_from(position, puzzle.stipulation, title), puzzle)
        view = msgspec.structs.replace(like.view, show="", selected="")
        self._session.adopt(Document(record, ROOT, view, title=title or "new puzzle"))
        self._docks.open(LEARN)

    def edit(self) -> None:
        """Leave the solving and edit the active puzzle."""
        self.showing = -1
        self._player.end()
        self._docks.open(LEARN)

    def forget(self) -> None:
        """Make the active puzzle a game again."""
        if self.puzzle is not None:
            self._session.set_puzzle(None, "remove the puzzle")
            self._notices.say("The puzzle is removed: Undo brings it back")

    # -- changing ----------------------------------------------------------------------------

    def ask(self, stipulation: Stipulation, gesture: Hashable = None) -> None:
        """Ask something else; what was proved of the old question is dropped."""
        puzzle = self.puzzle
        if puzzle is not None and stipulation != puzzle.stipulation:
            self.change("stipulation", gesture, stipulation=stipulation, proof=None)

    def mean(self, keys: tuple[Move, ...], gesture: Hashable = None) -> None:
        """Say which first moves are meant, () for what the check finds."""
        puzzle = self.puzzle
        if puzzle is not None and keys != puzzle.keys:
            self.change("answers", gesture, keys=keys, proof=None)

    def change(self, name: str, gesture: Hashable = None, **parts: object) -> None:
        """Set parts of the puzzle (`model.records.puzzle.Puzzle`): one edit."""
        puzzle = self.puzzle
        if puzzle is not None:
            changed = msgspec.structs.replace(puzzle, **parts)
            if changed != puzzle:
                self._session.set_puzzle(changed, name, gesture)

    def know_drawn(self) -> None:
        """Take what is drawn of the other side's choice as what it is known to choose.

        SessionError where nothing is drawn.
        """
        puzzle = self.puzzle
        if puzzle is None:
            return
        drawn = self._scene.drawing.guess if self._session.position == self.start else ()
        if not drawn:
            other = opponent_of(self.start).capitalize()
            raise SessionError(f"draw what {other} does first: drag the pieces of {other}")
        known = answering(self.start).steps(drawn).move
        if known is not None:
            self.ask(msgspec.structs.replace(puzzle.stipulation, known=known))

    def show_known(self) -> None:
        """Draw what the other side is known to choose, where the active puzzle begins."""
        puzzle = self.puzzle
        if puzzle is not None and puzzle.stipulation.known:
            self._scene.drawing.show_guess(self.start, (puzzle.stipulation.known,))

    def add_try(self, text: str) -> None:
        """Keep a first move as a tempting try; the check finds the refutation. SessionError."""
        puzzle = self.puzzle
        moves = read_moves(self.start, text)
        if puzzle is None or not moves:
            return
        known = {one.move for one in puzzle.tries}
        fresh = tuple(Try(move) for move in moves if move not in known)
        self.change("try", tries=(*puzzle.tries, *fresh))

    def add_first_moves(self) -> None:
        """Keep the first moves of the lines that were played here as tries; SessionError."""
        document = self._session.document
        record = document.record
        line = records.path_to(record, document.node)
        nodes = line[:1] if line else record.nodes[ROOT].children
        moves = [record.nodes[node].move for node in nodes if record.nodes[node].move]
        if not moves:
            raise SessionError("play the move on the board first, then keep it as a try")
        self.add_try(" ".join(moves))

    def take_away(self, sites: Sequence[str]) -> None:
        """Set the puzzle up without the pieces on `sites`, and check it again."""
        document, puzzle = self._session.document, self.puzzle
        if puzzle is None:
            return
        start = self.start
        board = start.game.board
        try:
            less = put(start, [board.index(site) for site in sites], 0)
        except NotationError as error:
            raise SessionError(error.sentence) from error
        if document.record.nodes[ROOT].children:
            # Its lines belong to the position as it is: the new one gets a document of its own.
            title = document.record.headers.get("title", "")
            bare = msgspec.structs.replace(puzzle, keys=(), tries=(), proof=None)
            self.adopt(less, bare, title, document)
        else:
            tries = tuple(msgspec.structs.replace(one, refutation=()) for one in puzzle.tries)
            same = msgspec.structs.replace(puzzle, tries=tries, proof=None)
            self._session.go(ROOT)
            self._session.set_puzzle_up(less, same, "remove pieces")
        self.check()

    def take_all_away(self) -> None:
        """Find, in the background, all that can go together; take it away, check what is left."""
        document, puzzle = self._session.document, self.puzzle
        if puzzle is None:
            return
        position, limit = self.start, float(self.limit)
        self._checked = document
        self.done, self.said = (0, 0, ""), ""

        def work(stop: Stop, progress: Progress, _: Deliver) -> object:
            try:
                less = reduce_puzzle(position, puzzle, stop=stop, progress=progress, limit=limit)
            except Stopped:
                return None
            names = position.game.board.names
            return tuple(names[k] for k in np.flatnonzero(cells_of(position) != cells_of(less)))

        def found(sites: object) -> None:
            if isinstance(sites, tuple):
                self._end("" if sites else NONE_CAN_GO)
                self._reduced[document.key] = (document.record, sites)
                self.take_found_away()
            elif sites is None:
                self._end(f"Not found within {limit:g} seconds: nothing was removed.")
            else:
                self._end("That did not work; details are in the log.")

        self._job.start(work, found, on_progress=self._progressed)
        self.changed.emit()

    def take_found_away(self) -> None:
        """Take away what was found about the active document, if it is as it was."""
        document = self._session.document
        if document.exercise is not None or document.key not in self._reduced:
            return
        record, sites = self._reduced.pop(document.key)
        if document.record is not record:
            self.said = "The puzzle has changed meanwhile: nothing was removed."
            self.said_of = document.record
            self.changed.emit()
        elif sites:
            self.take_away(sites)

    # -- checking ----------------------------------------------------------------------------

    def check_active(self) -> None:
        """Show the active puzzle in its dock and check it; SessionError where there is none."""
        if self.puzzle is None:
            raise SessionError("there is no puzzle to check here, or it is being solved")
        self._docks.open(LEARN)
        self.check()

    def check(self) -> None:
        """Prove the active puzzle in the background; SessionError where there is none."""
        document, puzzle = self._session.document, self.puzzle
        if puzzle is None:
            raise SessionError("there is no puzzle to check here, or it is being solved")
        position, limit = self.start, float(self.limit)
        self._checked = document
        self.done, self.said = (0, 0, ""), ""

        def work(stop: Stop, progress: Progress, _: Deliver) -> object:
            return check(position, puzzle, stop=stop, progress=progress, limit=limit)

        self._job.start(work, self._found, on_progress=self._progressed)
        self.changed.emit()

    def cancel(self) -> None:
        """Stop the check; nothing is changed by it."""
        if self._job.busy:
            self._job.cancel()
            self._end("The check was cancelled and proves nothing.")

    def _progressed(self, done: int, total: int, what: str) -> None:
        self.done = (done, total, what)
        self.changed.emit()

    def _end(self, said: str) -> None:
        self.done, self.said = None, said
        self.said_of = None if self._checked is None else self._checked.record
        self.changed.emit()

    def _found(self, found: object) -> None:
        assert self._checked is not None
        if not isinstance(found, Checked):
            self._end("The check failed; details are in the log.")
        elif not found.decided:
            self._end(f"{found.message[:1].upper()}{found.message[1:]}: this proves nothing.")
        else:
            self._late[self._checked.key] = (self._checked.record, found)
            self._end("")
            self.take_over()

    def take_over(self) -> None:
        """Put what was found about the active document into it, if it is as it was."""
        document, puzzle = self._session.document, self.puzzle
        if puzzle is None or document.key not in self._late:
            return
        record, found = self._late.pop(document.key)
        asked = record.puzzle
        if (
            asked is None
            or record.start != document.record.start
            or _proved(asked) != _proved(puzzle)
        ):
            self.said, self.said_of = (
                "The puzzle has changed meanwhile: check it again.",
                document.record,
            )
            self.changed.emit()
            return
        words = {one.move: (one.name, one.text) for one in puzzle.tries}  # written meanwhile
        tries = tuple(
            Try(one.move, one.refutation, *words.get(one.move, (one.name, one.text)))
            for one in found.tries
        )
        kept = msgspec.structs.replace(puzzle, proof=found.proof, tries=tries)
        if puzzle.grade in (0, self._graded.get(document.key)):
            # The author has said nothing of how hard it is: the check says it, and says it anew.
            sound = found.proof.verdict == "sound"
            kept = msgspec.structs.replace(kept, grade=grade_found(self.start, kept) * sound)
            self._graded[document.key] = kept.grade
        self._session.set_puzzle(kept, "check")
        said = idle_tries(self.start, puzzle.tries, found)
        if said:
            self._session.notices.tell("; ".join(said))

    def _followed(self, change: Change) -> None:
        """Put in what was found about a document while another was active, or while it ran."""
        document = change.document
        if document.exercise is None:
            if document.key in self._late:
                QTimer.singleShot(0, self, self.take_over)
            if document.key in self._reduced:
                QTimer.singleShot(0, self, self.take_found_away)
        if self._job.busy and len(change.new.documents) < len(change.old.documents):
            asked = None if self._checked is None else self._checked.key
            if all(one.key != asked for one in change.new.documents):  # nobody waits for it
                self._job.cancel()
                self.done = None

    # -- showing -----------------------------------------------------------------------------

    def show_move(self, move: Move) -> None:
        """Show a first move on the board."""
        self._session.go(ROOT)
        self._scene.laid.show_marks(move_signs(self.start, move))

    def show_sites(self, sites: Sequence[str]) -> None:
        """Show points on the board."""
        self._session.go(ROOT)
        self._scene.laid.show_marks(tuple(Mark(site, "cross", "yellow") for site in sites))

    def show_line(self, line: Sequence[Move], words: str) -> None:
        """Step through a line from the start, on a scratch copy."""
        self.showing = self._session.document.key
        self._player.demonstrate(Demonstrate(tuple(line), words))

    def close(self) -> None:
        """Stop what runs in the background."""
        self._job.cancel()


def _proved(puzzle: Puzzle) -> tuple[object, ...]:
    """What of a puzzle a check is about; what is written beside it may change meanwhile."""
    return puzzle.stipulation, puzzle.keys, tuple(one.move for one in puzzle.tries)
