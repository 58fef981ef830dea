"""Lessons being written: which step is worked on, and what its author does to it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from model.contract.game import Position
from model.exercises.lesson import LessonExercise
from model.records.lesson import Lesson, Step
from model.records.record import leading_to
from model.records.view import Mark
from viewer.learn.exercise_player import ExercisePlayer
from viewer.learn.learn_dock import LEARN, DockSwitch
from viewer.learn.lessons import lesson_edits
from viewer.learn.lessons.drill_author import DrillAuthor
from viewer.learn.lessons.lesson_validation import LessonValidation
from viewer.learn.lessons.step_marks import StepMarks
from viewer.learn.lessons.task_author import TaskAuthor
from viewer.scene_view.scene_view import SceneView
from viewer.scene_view.toolbox import Toolbox
from viewer.session.session import Change, Session, SessionError
from viewer.visuals.overlay_types import Pour
from viewer.widgets.messages import Notices

if TYPE_CHECKING:
    from viewer.session.document.document import Document


class LessonAuthor(QObject):
    """What the author of the active lesson does to it; every method is one edit, or none.

    Parameters
    ----------
    player
        Runs the lesson that is tried.
    poured
        Returns what pours on the screen now.

    Attributes
    ----------
    validation
        What is wrong with the steps.
    tasks
        What is done to the task of the step.
    drills
        Adds other positions for it.

    Signals
    -------
    chosen
        Another step is worked on.
    added
        A step was added, and its texts are to be written.
    """

    chosen = Signal()
    added = Signal()

    def __init__(
        self,
        session: Session,
        scene: SceneView,
        toolbox: Toolbox,
        notices: Notices,
        docks: DockSwitch,
        player: ExercisePlayer,
        poured: Callable[[], Pour | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._scene, self._toolbox = session, scene, toolbox
        self._notices, self._docks, self._player = notices, docks, player
        self._poured = poured
        self._numbers: dict[int, int] = {}
        self._written: set[int] = set()
        self._given: set[int] = set()
        self._own = False
        self.validation = LessonValidation(session, self)
        self.tasks = TaskAuthor(session, self, self)
        self.drills = DrillAuthor(session, notices, self, self)
        self._step_marks = StepMarks(session, self._step_shown, self._set_marks)
        session.subscribe(self._changed)
        scene.tools.changed.connect(self._tool_changed)
        player.tried.connect(self.select)

    # -- what is there -----------------------------------------------------------------------

    @property
    def document(self) -> Document | None:
        """The active document, if a lesson in it can be written now."""
        document = self._session.document
        if document.exercise is not None or document.record.lesson is None:
            return None
        return document

    @property
    def lesson(self) -> Lesson | None:
        """The active lesson, None while there is none or it runs."""
        return None if self.document is None else self.document.record.lesson

    @property
    def steps(self) -> lesson_edits.Steps:
        """Its steps."""
        return () if self.lesson is None else self.lesson.steps

    @property
    def number(self) -> int:
        """Which step is worked on, from 0."""
        if self.document is None:
            return 0
        return max(0, min(self._numbers.get(self.document.key, 0), len(self.steps) - 1))

    @property
    def step(self) -> Step | None:
        """The step that is worked on."""
        return self.steps[self.number] if self.steps else None

    @property
    def position(self) -> Position | None:
        """The position that step shows."""
        return None if self.step is None else self._session.position_at(self.step.node)

    @property
    def is_open(self) -> bool:
        """Whether the active lesson is being written, not one that was opened to be run."""
        return self.document is not None and self.document.key not in self._given

    @property
    def is_shown(self) -> bool:
        """Whether the editor stands in the Learn dock now."""
        return self.is_open and self._docks.is_open(LEARN)

    @property
    def is_here(self) -> bool:
        """Whether the position of the step is the current one."""
        document, step = self.document, self.step
        return document is not None and step is not None and document.node == step.node

    # -- the lesson --------------------------------------------------------------------------

    def make(self) -> None:
        """Make a lesson of the active game; its first step is the current view."""
        document = self._session.document
        if document.is_placeholder or document.exercise is not None:
            raise SessionError("open a game first: a lesson is made from its positions")
        if document.record.puzzle is not None:
            raise SessionError("this is a puzzle: make the lesson from a game")
        if document.record.lesson is not None:
            self.edit()
            return
        self._take(document.key)
        self._own = True
        try:
            self._session.set_lesson(Lesson((self._seen(()),)), "make a lesson")
        finally:
            self._own = False
        self._numbers[document.key] = 0
        self._docks.open(LEARN)
        self.refresh()
        self.chosen.emit()
        self.added.emit()

    def edit(self) -> None:
        """Write the active lesson; one that runs is left, at the step shown."""
        document = self._session.document
        if document.kept.lesson is None:
            raise SessionError("this document is not a lesson: make one from a game first")
        exercise = document.exercise
        self._take(document.key)
        if isinstance(exercise, LessonExercise):
            self._player.end()
        self._docks.open(LEARN)
        self.select(exercise.step if isinstance(exercise, LessonExercise) else self.number)

    def forget(self) -> None:
        """Make the active lesson a game again."""
        if self.lesson is not None:
            self._session.set_lesson(None, "remove the lesson")
            self._scene.laid.show_marks(())
            self._notices.say("The lesson is removed: Undo brings it back")

    def try_step(self) -> None:
        """Go through the lesson from this step on, or come back from there to the editor."""
        if isinstance(self._session.exercise, LessonExercise):
            self._player.end()
            return
        if self.step is None:
            raise SessionError("there is no step to try: add one first")
        self._take(self._key)
        self._docks.open(LEARN)
        self._player.begin_lesson(self.number, trial=True)

    # -- steps -------------------------------------------------------------------------------

    def select(self, number: int) -> None:
        """Work on a step (from 0): show its position, View, marks and pour."""
        if self.document is None:
            return
        self._numbers[self._key] = max(0, min(number, len(self.steps) - 1))
        self._show_step()
        if self.tasks.part:  # of the step that was worked on already
            self.tasks.show(self.tasks.part)
        self.chosen.emit()

    def go_there(self) -> None:
        """Go to the position of the step again."""
        self._show_step()
        self.chosen.emit()

    def add(self) -> None:
        """Add a step after this one: the current view."""
        if self.document is None:
            raise SessionError("there is no lesson to add a step to: make one from a game first")
        self._take(self._key)
        at = self.number + 1 if self.steps else 0
        new = self._seen(self._marks_shown())
        self._put(lesson_edits.inserted(self.steps, at, new), "add a step", at)
        self._docks.open(LEARN)
        self.added.emit()

    def duplicate(self) -> None:
        """Add a second step like this one."""
        step, at = self.step, self.number + 1
        if step is not None:
            self._put(lesson_edits.inserted(self.steps, at, step), "duplicate a step", at)

    def delete(self) -> None:
        """Take the step away."""
        at = self.number
        if self.step is None:
            return
        rest = lesson_edits.removed(self.steps, at)
        self._put(rest, "delete a step", min(at, max(0, len(rest) - 1)))
        if rest:
            self._show_step()

    def move(self, to: int, number: int | None = None) -> None:
        """Give a step (this one by default) another place, counted from 0 without it."""
        number = self.number if number is None else number
        to = max(0, min(to, len(self.steps) - 1))
        if 0 <= number < len(self.steps) and to != number:
            self._put(lesson_edits.moved(self.steps, number, to), "move a step", to)

    # -- what a step shows -------------------------------------------------------------------

    def take_position(self) -> None:
        """Use the current position for this step."""
        document, step = self.document, self.step
        if document is None or step is None:
            return
        since = step.since if step.since in leading_to(document.record, document.node) else None
        self.change("position of a step", node=document.node, since=since)

    def take_view(self) -> None:
        """Use the current view for this step."""
        document = self.document
        if document is not None:
            self.change("view of a step", view=document.view)

    def drop_view(self) -> None:
        """Let the step be seen as the position wants it, else as the step before."""
        self.change("view of a step", view=None)

    def take_pour(self) -> None:
        """Let pour in the step what pours on the screen now; nothing where nothing does."""
        self.change("pour of a step", pour=self.pour_shown())

    def mark(self) -> None:
        """Let clicks mark, on this step."""
        if not self.is_here:
            self.go_there()
        self._toolbox.annotation.begin()

    def clear_marks(self, gesture: Hashable) -> None:
        """Take all marks of the position on the screen away."""
        self._session.mark((), gesture=gesture)

    # -- changing ----------------------------------------------------------------------------

    def change(self, name: str, gesture: Hashable = None, **fields: object) -> None:
        """Change fields of the step (`model.records.lesson.Step`); one edit.

        Parameters
        ----------
        name
            What the menu calls the edit.
        gesture
            What is typed in one go is one edit.
        """
        step, at = self.step, self.number
        if step is None:
            return
        new = replace(step, **fields)
        if new != step:
            self._put(lesson_edits.replaced(self.steps, at, new), name, at, gesture)

    def entitle(self, text: str, gesture: Hashable = None) -> None:
        """Give the lesson a title."""
        self._session.head("title", text, gesture)

    # -- what is on the screen ---------------------------------------------------------------

    def pour_shown(self) -> str:
        """Return what pours on the screen now ("SW:red"), "" for nothing."""
        return lesson_edits.pour_text(self._session.position, self._poured())

    def position_now(self) -> Position:
        """Return the position on the screen now."""
        return self._session.position

    def marks_shown(self) -> tuple[Mark, ...]:
        """Return the marks on the screen now: of the position, and of the step if it is shown."""
        document = self.document
        own = () if document is None else document.record.nodes[document.node].marks
        return tuple(dict.fromkeys((*own, *self._marks_shown())))

    def refresh(self) -> None:
        """Lay the marks of the step over its position; none where that is not shown."""
        if self.document is not None:
            self._scene.laid.show_marks(self._marks_shown() if self.is_shown else ())

    def give(self) -> None:
        """Hear that the active lesson runs: it is no draft, unless it was written on."""
        if self._key not in self._written:
            self._given.add(self._key)

    def _marks_shown(self) -> tuple[Mark, ...]:
        return self.step.marks if self.step is not None and self.is_here else ()

    def _seen(self, marks: tuple[Mark, ...]) -> Step:
        """The current view, as a step."""
        document = self._session.document
        return Step(document.node, view=document.view, marks=marks, pour=self.pour_shown())

    def _show_step(self) -> None:
        """Show what the step shows."""
        step, document = self.step, self.document
        if step is None or document is None:
            self.refresh()
            return
        if document.node != step.node:
            self._session.go(step.node)
        if step.view is not None and step.view != self._session.document.view:
            try:
                self._scene.fly(step.view)
            except SessionError as error:  # made on a board of another size
                self._notices.say(str(error))
        self.refresh()

    # -- keeping -----------------------------------------------------------------------------

    @property
    def _key(self) -> int:
        return self._session.document.key

    def _take(self, key: int) -> None:
        """Remember that this document is written on."""
        self._written.add(key)
        self._given.discard(key)

    def _put(
        self, steps: lesson_edits.Steps, name: str, number: int, gesture: Hashable = None
    ) -> None:
        lesson = self.lesson
        if lesson is None:
            return
        self._take(self._key)
        before, self._own = self.number, True
        self._numbers[self._key] = number
        try:
            self._session.set_lesson(replace(lesson, steps=steps), name, gesture)
        except SessionError:
            self._numbers[self._key] = before
            raise
        finally:
            self._own = False
        self.refresh()
        if before != number:
            self.chosen.emit()

    def _step_shown(self) -> Step | None:
        return self.step if self.is_shown and self.is_here else None

    def _set_marks(self, marks: tuple[Mark, ...]) -> None:
        self.change("marks of a step", marks=marks)

    def _tool_changed(self) -> None:
        """Let marks go to the step, however marking was begun."""
        if self._scene.tools.is_on("mark"):
            self._toolbox.annotation.target = self._step_marks

    def _changed(self, change: Change) -> None:
        """Follow undo and redo to the step they change."""
        document, before = change.document, change.before
        lesson = document.kept.lesson
        if lesson is None or document.exercise is not None:
            return
        was = before.kept.lesson if before.key == document.key else None
        if not self._own and was is not None and was is not lesson:
            number = self._numbers.get(document.key, 0)
            found = lesson_edits.changed_step(was.steps, lesson.steps, number, document.node)
            if found is not None:
                self._numbers[document.key] = max(0, min(found[1], len(lesson.steps) - 1))
                self.tasks.follow(was.steps, found[0])
                if self.number == number:
                    self.refresh()
                else:
                    self._show_step()
                self.chosen.emit()
        if self.is_open:
            self.validation.follow(document)
