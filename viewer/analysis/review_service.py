"""Reviews: the positions of a game are looked at in the background, and what was found is kept.

While a review runs, what is found is told and shown; when it ends, or is stopped, all of it becomes
one edit of the document it is about. That waits while another document is in front, or a lesson or
puzzle runs in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import Stop
from model.play import review
from model.play.opponent import refusal_of_open
from model.records.record import Evaluation, Record
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.picture.compose.overlays import line_overlays
from viewer.session.document.document import Document
from viewer.session.document.edits import require_no_run
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Session, SessionError
from viewer.visuals.overlay_types import Overlay

Found = Mapping[int, Evaluation]
NOTHING: Found = {}


@dataclass
class _Review:
    """What is reviewed, or waits to be kept.

    Attributes
    ----------
    births
        The nodes as they were: one that was set up anew meanwhile is another position.
    """

    key: int
    births: Mapping[int, int]
    total: int
    found: dict[int, Evaluation] = field(default_factory=dict)


class Reviews(QObject):
    """The review that runs, and the moves of the active document that were judged.

    Attributes
    ----------
    thoroughness
        How deeply to search for each position.

    Signals
    -------
    changed
        A review began or ended, or another position was looked at.
    said(str)
        Something to tell, in a sentence.
    """

    changed = Signal()
    said = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.thoroughness: review.Thoroughness = "usual"
        self._session = session
        self._job = BackgroundJob(self)
        self._running: _Review | None = None
        self._waiting: dict[int, _Review] = {}
        self._judged: tuple[Record, tuple[int, ...], int, list[review.ReviewedMove]] | None = None
        self._line: tuple[Record, list[int], frozenset[int]] | None = None
        self._draws = False
        self._leave = session.subscribe(self._follow)

    # -- what is known ---------------------------------------------------------------------------

    @property
    def is_reviewing(self) -> bool:
        """Whether the active document is being reviewed."""
        return self._running is not None and self._session.document.key == self._running.key

    @property
    def done(self) -> tuple[int, int]:
        """How many positions have been looked at, of how many."""
        running = self._running
        return (0, 0) if running is None else (len(running.found), running.total)

    @property
    def line(self) -> list[int]:
        """The line of the active document through its current node, the start first."""
        document = self._session.document
        known = self._line
        if known is None or known[0] is not document.record or document.node not in known[2]:
            line = review.line_through(document.record, document.node)
            known = self._line = (document.record, line, frozenset(line))
        return known[1]

    def evaluation(self, node: int) -> Evaluation | None:
        """Return what is known of a node of the active document."""
        document = self._session.document
        if node not in document.record:
            return None
        return self._found_of(document).get(node, document.record[node].evaluation)

    def moves(self) -> list[review.ReviewedMove]:
        """Return the moves of the line that can be judged by now."""
        document = self._session.document
        line, found = tuple(self.line), self._found_of(document)
        known = self._judged
        if known is None or (known[0], known[1], known[2]) != (document.record, line, len(found)):
            moves = review.judged(document.record, line, found)
            known = self._judged = (document.record, line, len(found), moves)
        return known[3]

    @property
    def mistakes(self) -> list[review.ReviewedMove]:
        """The mistakes of the line, as they were played."""
        return review.mistakes(self.moves())

    def _found_of(self, document: Document) -> Found:
        """What was found of a document and is not in its record yet."""
        running = self._running
        if running is not None and running.key == document.key:
            return running.found
        waiting = self._waiting.get(document.key)
        return NOTHING if waiting is None else waiting.found

    # -- reviewing -------------------------------------------------------------------------------

    def prefer(self, preferences: Preferences) -> None:
        """Follow the preferences."""
        self.thoroughness = preferences.review

    def start(self) -> None:
        """Review the line of the active document; what runs is stopped and kept.

        Raises
        ------
        SessionError
            When nothing is open, nothing was played, or no engine plays this game.
        """
        document, position = self._session.open_document(), self._session.position
        require_no_run(document)
        if why := refusal_of_open(position.game):
            raise SessionError(f"no review here: {why}")
        line = self.line
        if len(line) < 2:
            raise SessionError("there are no moves to review: play a game, or open one")
        self.stop()
        looks = review.looks_at(
            document.record, line, review.budget_of(position.game.kind, self.thoroughness)
        )
        if not looks:
            self.said.emit("This line was reviewed as thoroughly before")
            self.changed.emit()
            return
        births = {look.node: document.record[look.node].birth for look in looks}
        self._running = _Review(document.key, births, len(looks))

        def work(stop: Stop, progress: Progress, deliver: Deliver) -> None:
            for found in review.review(looks, stop):
                deliver(found)

        self._job.start(work, self._end, on_part=self._take)
        self.changed.emit()

    def stop(self) -> None:
        """End the review; what was found by now is kept."""
        if self._running is not None:
            self._job.cancel()
            self._finish()

    def close(self) -> None:
        """Stop without a word: the window closes."""
        self._leave()
        self._running = None
        self._job.close()

    def _take(self, part: object) -> None:
        if self._running is not None and isinstance(part, tuple):
            node, evaluation = part
            self._running.found[node] = evaluation
            self.changed.emit()

    def _end(self, found: object) -> None:
        if isinstance(found, Exception):
            self.said.emit("The engine failed: what it found before is kept")
        self._finish()

    def _finish(self) -> None:
        running, self._running = self._running, None
        if running is not None and running.found:
            self._waiting[running.key] = running
            self._keep()
        self.changed.emit()

    def _keep(self) -> None:
        """Put what was found about the active document into its nodes, where it still holds."""
        document = self._session.document
        if document.exercise is not None or document.key not in self._waiting:
            return
        waiting = self._waiting.pop(document.key)
        nodes = document.record.nodes
        still = {
            node: one
            for node, one in waiting.found.items()
            if node in nodes and nodes[node].birth == waiting.births[node]
        }
        self._session.evaluate(still)
        self.changed.emit()

    def _follow(self, change: Change) -> None:
        keys = change.open_keys
        self._waiting = {key: one for key, one in self._waiting.items() if key in keys}
        if self._running is not None and self._running.key not in keys:
            self._running = None
            self._job.cancel()
        document = change.document
        if document.key in self._waiting and document.exercise is None:
            QTimer.singleShot(0, self, self._keep)

    # -- what is done with what was found --------------------------------------------------------

    def go_to_mistake(self, step: int) -> None:
        """Go to the next mistake of the line (1), or the one before (-1).

        Raises
        ------
        SessionError
            When there is none that way.
        """
        bad = self.require_mistakes()
        line = self.line
        here = line.index(self._session.document.node)
        places = [line.index(move.node) for move in bad]
        ahead = [place for place in places if (place - here) * step > 0]
        if not ahead:
            way = "after" if step > 0 else "before"
            raise SessionError(f"there is no mistake {way} this move")
        self._session.go(line[min(ahead) if step > 0 else max(ahead)])

    def require_mistakes(self) -> list[review.ReviewedMove]:
        """Return the mistakes of the line.

        Raises
        ------
        SessionError
            When there are none, or nothing was reviewed.
        """
        bad = self.mistakes
        if not bad:
            raise SessionError(
                "no mistakes were found in this line"
                if self.moves()
                else "review the game first: Play, Review, Review game"
            )
        return bad

    def require_mistake(self) -> review.ReviewedMove:
        """Return the current move, which was a mistake; SessionError where it was none."""
        move = self.here
        if move is None or not move.grade:
            self.require_mistakes()
            raise SessionError("go to a mistake first: Alt+. finds the next one")
        return move

    @property
    def here(self) -> review.ReviewedMove | None:
        """The current move, where it was judged."""
        return next(
            (move for move in self.moves() if move.node == self._session.document.node), None
        )

    def draw(self, wanted: bool) -> None:
        """Draw the better move beside a mistake from now on, or no more."""
        if wanted != self._draws:
            self._draws = wanted
            self.changed.emit()

    def overlays(self, document: Document) -> tuple[Overlay, ...]:
        """Return what lies over the position after a mistake: the better move, as a ghost."""
        if (
            not self._draws
            or document is not self._session.document
            or document.exercise is not None
        ):
            return ()
        move = self.here
        if move is None or not move.grade or move.best is None:
            return ()
        before = self._session.position_at(document.record[move.node].parent)
        return line_overlays(before, (move.best,), numbered=False)

    def insert_best(self) -> None:
        """Add what was better than the current move as a variation; the place stays.

        Raises
        ------
        SessionError
            When nothing better is known.
        """
        document, move = self._session.document, self.here
        if move is None or not move.line:
            raise SessionError("no better line is known for this move")
        before = document.record
        self._session.add_line(document.record[move.node].parent, move.line)
        words = " ".join(move.line[:6]) + (" …" if len(move.line) > 6 else "")
        same = self._session.document.record is before
        self.said.emit(f"{'Already among' if same else 'Added to'} the moves: {words}")

    @property
    def is_kept(self) -> bool:
        """Whether the active document holds evaluations."""
        return any(self._session.document.record[node].evaluation is not None for node in self.line)

    def clear(self) -> None:
        """Take the evaluations of all nodes of the active document away.

        Raises
        ------
        SessionError
            When there are none.
        """
        self.stop()
        nodes = self._session.document.record.nodes
        held = {node: None for node, one in nodes.items() if one.evaluation is not None}
        if not held:
            raise SessionError("no evaluations are kept with this game")
        self._session.evaluate(held, "clear evaluations")
