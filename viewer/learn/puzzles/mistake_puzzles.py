"""Puzzles out of the mistakes that a review found: proved in the background, opened for editing."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from model.contract.game import Stop
from model.puzzles.generated import GeneratedPuzzle
from model.puzzles.missed import NoPuzzleError, puzzle_of_mistake
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.analysis.review_service import Reviews
from viewer.learn.puzzles.puzzle_author import PuzzleAuthor
from viewer.session.document.document import Document
from viewer.session.session import Session

LIMIT = 30.0
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
        self.limit = LIMIT

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
