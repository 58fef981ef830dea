"""Learning: which player runs the active document, and the authors of lessons and puzzles."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from model.contract.game import Player
from model.exercises.exercise import Request
from model.exercises.puzzle import marked_points
from model.phrases import counted
from model.records.record import ROOT, Record
from viewer.games.decision import Decision
from viewer.learn.exercise_player import ExercisePlayer
from viewer.learn.learn_dock import LEARN, REVIEW, DockSwitch
from viewer.scene_view.scene_view import SceneView
from viewer.scene_view.toolbox import Toolbox
from viewer.session import collections
from viewer.session.document.document import Document
from viewer.session.files import resources
from viewer.session.progress import practice, progress, pupils
from viewer.session.progress.practice import PracticeTask
from viewer.session.session import Session, SessionError
from viewer.widgets.messages import Notices

if TYPE_CHECKING:
    from model.contract.game import Position
    from model.records.puzzle import Stipulation
    from viewer.learn.lessons.lesson_author import LessonAuthor
    from viewer.learn.puzzles.puzzle_author import PuzzleAuthor
    from viewer.visuals.overlay_types import Pour


class PracticePlayer:
    """Goes through the tasks of one practice.

    Parameters
    ----------
    open_task
        Opens a file, or an item of a collection, and begins what is in it.
    """

    def __init__(
        self,
        session: Session,
        player: ExercisePlayer,
        open_task: Callable[[Path, int | None], None],
    ) -> None:
        self._session, self._player, self._open_task = session, player, open_task
        self._queue: tuple[PracticeTask, ...] = ()
        self._at = -1
        self._key = -1
        self._before = (0, 0)
        self._clean = 0

    @property
    def is_on(self) -> bool:
        """Whether the active document shows the task that is practised."""
        return bool(self._queue) and self._session.document.key == self._key

    @property
    def label(self) -> str:
        """How far it is: "Practice, 3 of 12"; "" where the active document is none of it."""
        return f"Practice, {self._at + 1} of {len(self._queue)}" if self.is_on else ""

    def begin(self) -> None:
        """Choose the tasks and open the first; SessionError where there is none."""
        queue = practice.plan(pupils.load().pupil, unsolved(), date.today())
        if not queue:
            raise SessionError("nothing is left to practise: all puzzles are solved")
        self._queue, self._at, self._clean = queue, -1, 0
        self.next()

    def next(self) -> None:
        """Open the next task; at the end say how it went."""
        if self._at >= 0:
            failed = self._session.document.key == self._key and self._counts() != self._before
            self._clean += not failed
            self._queue = practice.again(self._queue, self._at, failed=failed)
        self._at += 1
        if self._at >= len(self._queue):
            tasks = counted(len(self._queue), "task")
            self.end()
            self._session.notices.tell(
                f"Practice finished: {self._clean} of {tasks} at the first try"
            )
            return
        self._open(self._queue[self._at])

    def back(self) -> None:
        """Open the task before; SessionError at the first."""
        if self._at < 1:
            raise SessionError("this is the first task of the practice")
        self._at -= 1
        self._open(self._queue[self._at])

    def end(self) -> None:
        """Practise no more; what is open stays."""
        self._queue, self._at, self._key = (), -1, -1
        exercise = self._session.exercise
        if exercise is not None:
            self._session.set_exercise(exercise)  # those who show how far it is look again

    def _open(self, exercise: PracticeTask) -> None:
        before, count = self._session.document, len(self._session.state.documents)
        self._open_task(exercise.path, exercise.item)
        document = self._session.document
        if document.is_placeholder:
            raise SessionError("the task could not be opened")
        if before.key == self._key != document.key and not before.edited:
            keys = [one.key for one in self._session.state.documents]
            if before.key in keys and len(keys) > count:  # the last task gives its place
                self._session.close(keys.index(before.key))
        self._key = document.key
        if exercise.step != progress.SOLVED:
            self._player.ask_again(exercise.step)
        elif document.exercise is not None:
            self._player.send("restart")
        self._before = self._counts() or (0, 0)

    def _counts(self) -> tuple[int, int] | None:
        """Wrong tries and hints so far; None: it was not worked on yet."""
        document, exercise = self._session.document, self._queue[self._at]
        task = progress.work_of(document.path, document.kept).tasks.get(str(exercise.step))
        return None if task is None else (task.tries, task.hints)


def unsolved() -> list[PracticeTask]:
    """Return the shipped puzzles that the present pupil has not solved."""
    found = []
    for path in resources.puzzles():
        for entry in collections.entries(path)[2]:
            puzzle = None if entry.record is None else entry.record.puzzle
            if puzzle is not None and not collections.is_done(entry):
                found.append(PracticeTask(path, entry.item, game=entry.game, grade=puzzle.grade))
    return found


class Learning(QObject):
    """Hands commands to the exercise of the active document, or to an author.

    Parameters
    ----------
    player
        Runs lessons, puzzles, and mistakes that are retried.
    open_task
        Opens a file, or an item of a collection, and begins what is in it.
    ask_puzzle
        Asks what is asked of a position, and for a title; None when that is cancelled.
    poured
        Returns what pours on the screen now.
    person
        Returns the side of the one person who plays against engines; "" where nobody does alone.

    Attributes
    ----------
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
        player: ExercisePlayer,
        open_task: Callable[[Path, int | None], None],
        ask_puzzle: Callable[[Position], tuple[Stipulation, str] | None],
        poured: Callable[[], Pour | None],
        person: Callable[[], Player],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._scene, self._toolbox = session, scene, toolbox
        self._notices, self._docks = notices, docks
        self._ask_puzzle, self._poured = ask_puzzle, poured
        self.player, self._person = player, person
        self._comes_for_retry = False
        self.practice = PracticePlayer(session, player, open_task)
        player.beginning.connect(lambda: self.lesson_author.give())

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
            self.player,
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
            self.player,
            self._ask_puzzle,
            self,
        )

    @property
    def explained(self) -> Decision | None:
        """What decided the line whose end the active document shows; None: nothing is known.

        Where mistakes are retried: what is said of the move of a line, or of a hint.
        """
        document, exercise = self._session.document, self.player.exercise
        if exercise is None:
            return None
        found = exercise.explanation_at(document.node)
        return found if isinstance(found, Decision) else None

    @property
    def writes(self) -> bool:
        """Whether the active lesson is being written."""
        document = self._session.document
        if document.exercise is not None or document.record.lesson is None:
            return False
        return self.lesson_author.is_open

    # -- commands ----------------------------------------------------------------------------

    def begin(self) -> None:
        """Run the active lesson or puzzle."""
        document = self._session.document
        if document.kept.kind == "lesson":
            self._docks.open(LEARN)
            self.player.begin_lesson()
        elif document.kept.kind == "puzzle":
            self._docks.open(LEARN)
            self.player.begin_puzzle()

    def teach(self, lesson: Record, step: int, keep: bool = False) -> None:
        """Open a lesson that was just made, and run it from a step; `keep`: it is to be saved."""
        saved = None if keep else lesson
        self._session.adopt_untitled(Document(record=lesson, node=ROOT, saved=saved))
        self._docks.open(LEARN)
        self.player.begin_lesson(step)

    def end(self) -> None:
        """Leave what runs; SessionError where nothing does, as of the methods below."""
        if self.practice.is_on:
            self.practice.end()
        self._require()
        retries = self.player.retry is not None
        self.player.end()
        if not retries:
            return
        if self._comes_for_retry and self._docks.is_open(LEARN):
            self._docks.close(LEARN)
        if self._docks.is_open(REVIEW):
            self._docks.open(REVIEW)

    def send(self, request: Request) -> None:
        """Do what is asked for; in practice the next task may be another exercise."""
        self._require()
        if self.practice.is_on and request == "next":
            self.practice.next()
        elif self.practice.is_on and request == "back":
            self.practice.back()
        else:
            lesson = self.player.lesson
            self.player.send(request)
            if lesson and lesson == self.player.lesson and request in ("next", "back"):
                last = "last" if request == "next" else "first"
                self._session.notices.tell(f"This is the {last} step")
        if request == "again":
            self._scene.forget_place()  # or the try's name and ring would stay

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
        if self.player.retry is not None:
            self.end()
            return
        self.player.begin_retry(self._person())
        self._comes_for_retry = not self._docks.is_open(LEARN)
        self._docks.open(LEARN)

    def _require(self) -> None:
        if self.player.exercise is None:
            raise SessionError("no lesson or puzzle is running here")

    # -- following the session ---------------------------------------------------------------

    def refresh(self) -> None:
        """Show the marks that belong to what runs in the active document, or is written there."""
        self.player.refresh()
        document = self._session.document
        if self.player.exercise is not None:
            return
        if document.record.lesson is not None:
            self.lesson_author.refresh()
            return
        # While a puzzle is edited: the points an answer is restricted to.
        puzzle = None if document.node != ROOT else document.record.puzzle
        self._scene.laid.show_marks(() if puzzle is None else marked_points(puzzle))

    def let_go(self) -> None:
        """Forget what was found of lessons and puzzles: nothing is open any more."""
        self.player.let_go()
        if "lesson_author" in vars(self):
            self.lesson_author.validation.let_go()

    def close(self) -> None:
        """Stop what runs in the background."""
        self.player.close()
        if "lesson_author" in vars(self):
            self.lesson_author.validation.close()
            self.lesson_author.drills.close()
        if "puzzle_author" in vars(self):
            self.puzzle_author.close()
