"""Learning: which player runs the active document, and the authors of lessons and puzzles."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from model.records.marks import Mark
from model.records.record import ROOT
from viewer.games.decision import Decision
from viewer.learn.learn_dock import LEARN, REVIEW, DockSwitch
from viewer.learn.lessons.lesson_player import LessonPlayer
from viewer.learn.lessons.lesson_run import LessonRun
from viewer.learn.practice_player import PracticePlayer
from viewer.learn.puzzles.puzzle_player import PuzzlePlayer
from viewer.learn.puzzles.puzzle_run import PuzzleRun, marked_points
from viewer.learn.retry.retry_player import RetryPlayer
from viewer.learn.retry.retry_run import RetryRun
from viewer.scene_view.scene_view import SceneView
from viewer.scene_view.toolbox import Toolbox
from viewer.session.document.run import Ruling
from viewer.session.session import Session, SessionError
from viewer.widgets.notices import Notices

if TYPE_CHECKING:
    from model.contract.game import Position
    from model.records.puzzle import Stipulation
    from viewer.learn.lessons.lesson_author import LessonAuthor
    from viewer.learn.puzzles.puzzle_author import PuzzleAuthor
    from viewer.visuals.overlay_types import Pour


class Learning(QObject):
    """Hands commands and rulings to whoever runs the active document.

    Parameters
    ----------
    perform
        Runs a command by its id.
    open_task
        Opens a file, or an item of a collection, and begins what is in it.
    ask_puzzle
        Asks what is asked of a position, and for a title; None when that is cancelled.
    poured
        Returns what pours on the screen now.
    retry
        Goes through the mistakes of a reviewed game.

    Attributes
    ----------
    lesson_player, puzzle_player
        They run lessons and puzzles.
    practice
        Goes through tasks of many of them.
    """

    def __init__(
        self,
        session: Session,
        scene: SceneView,
        toolbox: Toolbox,
        notices: Notices,
        docks: DockSwitch,
        *,
        perform: Callable[[str], object],
        open_task: Callable[[Path, int | None], None],
        ask_puzzle: Callable[[Position], tuple[Stipulation, str] | None],
        poured: Callable[[], Pour | None],
        retry: RetryPlayer,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._scene, self._toolbox = session, scene, toolbox
        self._notices, self._docks = notices, docks
        self._ask_puzzle, self._poured = ask_puzzle, poured
        self.lesson_player = LessonPlayer(session, scene, self)
        self.puzzle_player = PuzzlePlayer(session, scene, perform, self)
        self.retry = retry
        self._comes_for_retry = False
        self.practice = PracticePlayer(session, open_task, self._practise_step, self.restart)
        self.lesson_player.beginning.connect(lambda: self.lesson_author.give())
        session.rulings.add(self._follow)

    @cached_property
    def lesson_author(self) -> LessonAuthor:
        """Writes lessons; made when it is first asked for."""
        from viewer.learn.lessons.lesson_author import LessonAuthor

        return LessonAuthor(
            self._session,
            self._scene,
            self._toolbox,
            self._notices,
            self._docks,
            self.lesson_player,
            self._poured,
            self,
        )

    @cached_property
    def puzzle_author(self) -> PuzzleAuthor:
        """Makes puzzles; made when it is first asked for."""
        from viewer.learn.puzzles.puzzle_author import PuzzleAuthor

        return PuzzleAuthor(
            self._session,
            self._scene,
            self._notices,
            self._docks,
            self.puzzle_player,
            self._ask_puzzle,
            self,
        )

    @property
    def current(self) -> LessonPlayer | PuzzlePlayer | RetryPlayer | None:
        """The player of the active document, None while nothing runs there."""
        run = self._session.run
        if isinstance(run, LessonRun):
            return self.lesson_player
        if isinstance(run, RetryRun):
            return self.retry
        return self.puzzle_player if isinstance(run, PuzzleRun) else None

    @property
    def explained(self) -> Decision | None:
        """What decided the line whose end the active document shows; None: nothing is known.

        Where mistakes are retried: what is said of the move of a line, or of a hint.
        """
        document = self._session.document
        run = self._session.run
        if isinstance(run, RetryRun):
            return self.retry.explained
        if document is None or not isinstance(run, PuzzleRun | LessonRun) or run.explained is None:
            return None
        return run.explained.decision if run.explained.node == document.node else None

    @property
    def writes(self) -> bool:
        """Whether the active lesson is being written."""
        document = self._session.document
        if document is None or document.run is not None or document.record.lesson is None:
            return False
        return self.lesson_author.is_open

    # -- commands ----------------------------------------------------------------------------

    def begin(self) -> None:
        """Run the active lesson or puzzle."""
        document = self._session.document
        if document is None:
            return
        if document.kept.kind == "lesson":
            self._docks.open(LEARN)
            self.lesson_player.begin()
        elif document.kept.kind == "puzzle":
            self._docks.open(LEARN)
            self.puzzle_player.begin()

    def end(self) -> None:
        """Leave what runs; SessionError where nothing does, as of the methods below."""
        if self.practice.is_on:
            self.practice.end()
        running = self._running()
        running.end()
        if running is self.retry:
            self._bring_review_back()

    def _bring_review_back(self) -> None:
        """Have the docks as they were before mistakes were retried."""
        if self._comes_for_retry and self._docks.is_open(LEARN):
            self._docks.close(LEARN)
        if self._docks.is_open(REVIEW):
            self._docks.open(REVIEW)

    def next(self) -> None:
        """Go to the next step, the next puzzle of the collection, or the next task of practice."""
        running = self._running()
        if self.practice.is_on:
            self.practice.next()
        else:
            running.next()

    def back(self) -> None:
        """Go to the step before, the puzzle before, or the task before in practice."""
        running = self._running()
        if self.practice.is_on:
            self.practice.back()
        else:
            running.back()

    def restart(self) -> None:
        """Begin the puzzle, or the mistakes, that run again."""
        running = self._running()
        (self.retry if running is self.retry else self.puzzle_player).restart()

    def practise(self) -> None:
        """Begin mixed practice; SessionError where nothing is left to practise."""
        self._docks.open(LEARN)
        self.practice.begin()

    def retry_mistakes(self) -> None:
        """Retry the mistakes of the reviewed line; while that is done, end it.

        Raises
        ------
        SessionError
            Where there are none, or something else runs.
        """
        if self.retry.run is not None:
            self.end()
            return
        self.retry.begin()
        self._comes_for_retry = not self._docks.is_open(LEARN)
        self._docks.open(LEARN)

    def _practise_step(self, step: int) -> None:
        """Ask a step of the active lesson once more."""
        self._docks.open(LEARN)
        self.lesson_player.ask_again(step)

    def hint(self) -> None:
        """Give a hint."""
        self._running().hint()

    def again(self) -> None:
        """Go back to the position of the step, or of the last right move."""
        self._running().again()
        self._scene.forget_place()  # or the try's name and ring would stay

    def _running(self) -> LessonPlayer | PuzzlePlayer | RetryPlayer:
        current = self.current
        if current is None:
            raise SessionError("no lesson or puzzle is running here")
        return current

    # -- following the session ---------------------------------------------------------------

    def refresh(self) -> None:
        """Show the marks that belong to what runs in the active document, or is written there."""
        current, document = self.current, self._session.document
        for player in (self.lesson_player, self.puzzle_player, self.retry):
            if player is not current:  # its clicks belong to another tab
                player.put_down()
        if current is not None:
            current.refresh()
        elif document is not None and document.record.lesson is not None:
            self.lesson_author.refresh()
        else:
            self._scene.laid.show_marks(self._point_marks())

    def _point_marks(self) -> tuple[Mark, ...]:
        """Marks on the points an answer is restricted to, while a puzzle is edited."""
        document = self._session.document
        puzzle = None if document is None else document.record.puzzle
        if document is None or puzzle is None or document.node != ROOT:
            return ()
        return marked_points(puzzle)

    def _follow(self, ruling: Ruling) -> None:
        """Do what follows from a ruling on a move."""
        current = self.current
        if current is not None:
            current.follow(ruling)

    def let_go(self) -> None:
        """Forget what was found of lessons and puzzles: nothing is open any more."""
        self.puzzle_player.let_go()
        if "lesson_author" in vars(self):
            self.lesson_author.validation.let_go()

    def close(self) -> None:
        """Stop what runs in the background."""
        self.lesson_player.close()
        self.puzzle_player.close()
        self.retry.close()
        if "lesson_author" in vars(self):
            self.lesson_author.validation.close()
            self.lesson_author.drills.close()
        if "puzzle_author" in vars(self):
            self.puzzle_author.close()
