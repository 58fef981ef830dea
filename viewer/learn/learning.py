"""Which of lesson and puzzle is gone through in front, and what its commands do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.records.marks import Mark
from model.records.record import ROOT
from viewer.learn.lesson_player import LessonPlayer, LessonRun
from viewer.learn.puzzle_player import PuzzlePlayer
from viewer.session.run import Ruling
from viewer.session.session import SessionError

if TYPE_CHECKING:
    from viewer.learn.lesson_author import LessonAuthor
    from viewer.window.main_window import MainWindow


class Learning:
    """Hands commands and moves to the one who gives the lesson or the puzzle in front.

    Attributes
    ----------
    lesson_player, puzzle_player
        They go through lessons and puzzles.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.lesson_player = LessonPlayer(window.session, window)
        self.puzzle_player = PuzzlePlayer(window.session, window)
        self._lesson_author: LessonAuthor | None = None

    @property
    def lesson_author(self) -> LessonAuthor:
        """Writes lessons; made when it is first asked for."""
        if self._lesson_author is None:
            from viewer.learn.lesson_author import LessonAuthor

            self._lesson_author = LessonAuthor(self._window.session, self._window)
        return self._lesson_author

    @property
    def current(self) -> LessonPlayer | PuzzlePlayer | None:
        """Whoever gives what is gone through in front, None while nothing is."""
        document = self._window.session.document
        if document is None or document.run is None:
            return None
        return self.lesson_player if isinstance(document.run, LessonRun) else self.puzzle_player

    @property
    def writes(self) -> bool:
        """Whether the lesson in front is written on."""
        document = self._window.session.document
        if document is None or document.run is not None or document.record.lesson is None:
            return False
        return self.lesson_author.is_open

    @property
    def _running(self) -> LessonPlayer | PuzzlePlayer:
        current = self.current
        if current is None:
            raise SessionError("no lesson and no puzzle is gone through here")
        return current

    def end(self) -> None:
        """Leave what runs."""
        self._running.end()

    def next(self) -> None:
        """Go to the next step, or the next puzzle of the collection."""
        self._running.next()

    def back(self) -> None:
        """Go to the step before, or the puzzle before."""
        self._running.back()

    def hint(self) -> None:
        """Give a hint."""
        self._running.hint()

    def again(self) -> None:
        """Go back to the position of the step, or of the last right move."""
        self._running.again()

    def begin(self) -> None:
        """Go through the lesson, or solve the puzzle, in front."""
        document = self._window.session.document
        if document is None:
            return
        if document.kept.kind == "lesson":
            self._window.docks.open("learn")
            self.lesson_player.begin()
        elif document.kept.kind == "puzzle":
            self._window.docks.open("learn")
            self.puzzle_player.begin()

    def refresh(self) -> None:
        """Show the signs of what is gone through in front; none where nothing is."""
        current = self.current
        document = self._window.session.document
        if current is not None:
            current.refresh()
        elif document is not None and document.record.lesson is not None:
            self.lesson_author.refresh()
        else:
            self._window.scene.show_marks(self._points())

    def _points(self) -> tuple[Mark, ...]:
        """Return signs on the points an answer is restricted to, while a puzzle is edited."""
        document = self._window.session.document
        puzzle = None if document is None else document.record.puzzle
        if document is None or puzzle is None or document.node != ROOT:
            return ()
        return tuple(Mark(point, "dot", "green") for point in puzzle.stipulation.points)

    def follow(self, ruling: Ruling) -> None:
        """Do what follows from a ruling beyond the session."""
        current = self.current
        if current is not None:
            current.follow(ruling)

    def close(self) -> None:
        """Stop what runs in the background."""
        self.lesson_player.close()
        self.puzzle_player.close()
        if self._lesson_author is not None:
            self._lesson_author.validation.stop()
