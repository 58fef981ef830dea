"""Lessons being written: which step is worked on, and what its author does to it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from model.game import Position
from model.records.lesson import Choice, Lesson, Step, Task
from model.records.marks import Mark
from viewer.commands.tools.annotation import NodeMarks
from viewer.learn.lesson_player import LessonRun
from viewer.learn.lesson_validation import LessonValidation
from viewer.session.session import Session, SessionError, State

if TYPE_CHECKING:
    from viewer.session.document import Document
    from viewer.window.main_window import MainWindow

Kind = Literal["place", "click", "choice"]


class LessonAuthor(QObject):
    """What the author of the lesson in front does to it; every method is one edit, or none.

    Attributes
    ----------
    validation
        What is wrong with the steps.

    Signals
    -------
    chosen
        Another step is worked on.
    added
        A step was added, and its texts are to be written.
    """

    chosen = Signal()
    added = Signal()

    def __init__(self, session: Session, window: MainWindow) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._numbers: dict[int, int] = {}
        self._written: set[int] = set()
        self._given: set[int] = set()
        self._own = False
        self.validation = LessonValidation(session, self)
        session.subscribe(self._changed)
        window.scene.tools.changed.connect(self._mode_changed)

    # -- what is there -----------------------------------------------------------------------

    @property
    def document(self) -> Document | None:
        """The document in front, if a lesson in it can be written on now."""
        document = self._session.document
        if document is None or document.run is not None or document.record.lesson is None:
            return None
        return document

    @property
    def lesson(self) -> Lesson | None:
        """The lesson in front, None while there is none or it is gone through."""
        return None if self.document is None else self.document.record.lesson

    @property
    def steps(self) -> tuple[Step, ...]:
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
        """Whether the lesson in front is written on, not one that was opened to be gone through."""
        return self.document is not None and self.document.key not in self._given

    @property
    def is_shown(self) -> bool:
        """Whether the editor stands in the Learn dock now."""
        return self.is_open and self._window.docks.is_open("learn")

    @property
    def is_here(self) -> bool:
        """Whether the position of the step is the one in front."""
        document, step = self.document, self.step
        return document is not None and step is not None and document.node == step.node

    # -- the lesson --------------------------------------------------------------------------

    def make(self) -> None:
        """Make the game in front a lesson, its first step what is before the eyes."""
        document = self._session.document
        if document is None or document.run is not None:
            raise SessionError("open a game first: a lesson is made of its positions")
        if document.record.puzzle is not None:
            raise SessionError("this is a puzzle: make the lesson of a game")
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
        self._window.docks.open("learn")
        self.refresh()
        self.chosen.emit()
        self.added.emit()

    def edit(self) -> None:
        """Write on the lesson in front; one that is gone through is left, at the step shown."""
        document = self._session.document
        if document is None or document.kept.lesson is None:
            raise SessionError("there is no lesson in front: make one of a game first")
        run = document.run
        self._take(document.key)
        if isinstance(run, LessonRun):
            self._window.learning.lesson_player.end()
        self._window.docks.open("learn")
        self.select(run.step if isinstance(run, LessonRun) else self.number)

    def forget(self) -> None:
        """Make the lesson in front a game again."""
        if self.lesson is not None:
            self._session.set_lesson(None, "no lesson any more")
            self.refresh()

    def try_step(self) -> None:
        """Go through the lesson from this step on, or come back from there to the editor."""
        document = self._session.document
        if document is not None and isinstance(document.run, LessonRun):
            self._window.learning.lesson_player.end()
            return
        if self.step is None:
            raise SessionError("there is no step to try: add one first")
        self._take(self._key)
        self._window.docks.open("learn")
        self._window.learning.lesson_player.begin(self.number, trial=True)

    # -- steps -------------------------------------------------------------------------------

    def select(self, number: int) -> None:
        """Work on a step (from 0): its position, View, marks and pour come before the eyes."""
        if self.document is None:
            return
        self._numbers[self._key] = max(0, min(number, len(self.steps) - 1))
        self._show_step()
        self.chosen.emit()

    def go_there(self) -> None:
        """Bring the position of the step before the eyes again."""
        self._show_step()
        self.chosen.emit()

    def add(self) -> None:
        """Add a step after this one: what is before the eyes now."""
        if self.document is None:
            raise SessionError("there is no lesson to add a step to: make one of a game first")
        self._take(self._key)
        at = self.number + 1 if self.steps else 0
        new = self._seen(self._marks_shown())
        self._put((*self.steps[:at], new, *self.steps[at:]), "add a step", at)
        self._window.docks.open("learn")
        self.added.emit()

    def duplicate(self) -> None:
        """Add a second step like this one."""
        step, at = self.step, self.number + 1
        if step is not None:
            self._put((*self.steps[:at], step, *self.steps[at:]), "duplicate a step", at)

    def delete(self) -> None:
        """Take the step away."""
        at = self.number
        if self.step is None:
            return
        rest = (*self.steps[:at], *self.steps[at + 1 :])
        self._put(rest, "delete a step", min(at, max(0, len(rest) - 1)))
        if rest:
            self._show_step()

    def move(self, to: int, number: int | None = None) -> None:
        """Give a step (this one by default) another place, counted from 0 without it."""
        number = self.number if number is None else number
        steps = list(self.steps)
        to = max(0, min(to, len(steps) - 1))
        if not 0 <= number < len(steps) or to == number:
            return
        steps.insert(to, steps.pop(number))
        self._put(tuple(steps), "move a step", to)

    # -- what a step shows -------------------------------------------------------------------

    def take_position(self) -> None:
        """Let the step show the position in front."""
        document = self.document
        if document is not None:
            self.change("position of a step", node=document.node)

    def take_view(self) -> None:
        """Let the step be seen as it is seen now."""
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
        self._window.annotation_tool.begin()

    # -- changing ----------------------------------------------------------------------------

    def change(self, name: str, gesture: Hashable = None, **fields: Any) -> None:
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
            steps = (*self.steps[:at], new, *self.steps[at + 1 :])
            self._put(steps, name, at, gesture)

    def change_task(self, name: str, gesture: Hashable = None, **fields: Any) -> None:
        """Change fields of the task of the step (`model.records.lesson.Task`); one edit."""
        if self.step is not None and self.step.task is not None:
            self.change(name, gesture, task=replace(self.step.task, **fields))

    def set_kind(self, kind: Kind | None) -> None:
        """Ask for something else, None: for nothing; what is said to answers is kept."""
        step = self.step
        if step is None or (step.task.kind if step.task is not None else None) == kind:
            return
        if kind is None:
            self.change("no task", task=None)
            return
        old = step.task or Task(kind)
        choices = (Choice("", right=True), Choice("")) if kind == "choice" else ()
        task = Task(kind, choices=choices, right=old.right, otherwise=old.otherwise, hint=old.hint)
        self.change("task", task=task)

    def entitle(self, text: str, gesture: Hashable = None) -> None:
        """Give the lesson a title."""
        self._session.head("title", text, gesture)

    # -- what is on the screen ---------------------------------------------------------------

    def pour_shown(self) -> str:
        """Return what pours on the screen now ("SW:red"), "" for nothing."""
        flow, position = self._window.docks.pour, self._session.position
        if flow is None or position is None or len(flow.distances) != len(position.game.board):
            return ""
        corners = position.game.board.corners
        for corner, site in corners.items():
            if flow.distances[site] == 0:
                return f"{corner}:{position.game.players[flow.owner]}"
        return ""

    def played_here(self) -> tuple[str, ...]:
        """Return the moves of the tree that follow the position of the step."""
        document, step = self.document, self.step
        if document is None or step is None:
            return ()
        nodes = document.record.nodes
        return tuple(nodes[k].move for k in nodes[step.node].children if nodes[k].move)

    def refresh(self) -> None:
        """Lay the marks of the step over its position; none where it is not before the eyes."""
        if self.document is not None:
            self._window.scene.show_marks(self._marks_shown() if self.is_shown else ())

    def give(self) -> None:
        """Hear that the lesson in front is gone through: no draft, unless it was written on."""
        if self._key not in self._written:
            self._given.add(self._key)

    def _marks_shown(self) -> tuple[Mark, ...]:
        return self.step.marks if self.step is not None and self.is_here else ()

    def _seen(self, marks: tuple[Mark, ...]) -> Step:
        """What is before the eyes, as a step."""
        document = self._session.document
        assert document is not None
        return Step(document.node, view=document.view, marks=marks, pour=self.pour_shown())

    def _show_step(self) -> None:
        """Bring what the step shows before the eyes."""
        step, document = self.step, self.document
        if step is None or document is None:
            self.refresh()
            return
        if document.node != step.node:
            self._session.go(step.node)
        document = self._session.document
        if step.view is not None and document is not None and step.view != document.view:
            try:
                self._window.scene.fly(step.view)
            except SessionError as error:  # made on a board of another size
                self._window.say(str(error))
        self.refresh()

    # -- keeping -----------------------------------------------------------------------------

    @property
    def _key(self) -> int:
        document = self._session.document
        return -1 if document is None else document.key

    def _take(self, key: int) -> None:
        """Remember that this document is written on."""
        self._written.add(key)
        self._given.discard(key)

    def _put(
        self, steps: tuple[Step, ...], name: str, number: int, gesture: Hashable = None
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

    def _mode_changed(self) -> None:
        """Let marks go to the step, however marking was begun."""
        if not self._window.is_annotating:
            return
        tool = self._window.annotation_tool
        if not isinstance(tool.target, StepMarks):
            tool.target = StepMarks(self, self._session)

    def _changed(self, old: State, new: State) -> None:
        """Follow undo and redo to the step they change."""
        document, before = new.document, old.document
        if document is None:
            return
        lesson = document.kept.lesson
        if lesson is None or document.run is not None:
            return
        was = before.kept.lesson if before is not None and before.key == document.key else None
        if not self._own and was is not None and was is not lesson:
            at = _first_difference(was.steps, lesson.steps)
            if at is not None:
                self._numbers[document.key] = max(0, min(at, len(lesson.steps) - 1))
                self.refresh()
                self.chosen.emit()
        if self.is_open:
            self.validation.follow(document)


class StepMarks:
    """The marks of the step that is worked on, for the mark tool (`annotation.Target`).

    Where the step is not before the eyes (any more), they are those of the node.
    """

    def __init__(self, author: LessonAuthor, session: Session) -> None:
        self._author, self._node = author, NodeMarks(session)

    @property
    def _is_step(self) -> bool:
        return self._author.is_shown and self._author.is_here

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is there now."""
        step = self._author.step
        return step.marks if self._is_step and step is not None else self._node.marks

    def put(self, marks: tuple[Mark, ...]) -> None:
        """Have exactly these; one edit."""
        if self._is_step:
            self._author.change("marks of a step", marks=marks)
        else:
            self._node.put(marks)


def _first_difference(one: Sequence[Step], other: Sequence[Step]) -> int | None:
    for at, (a, b) in enumerate(zip(one, other, strict=False)):
        if a is not b and a != b:
            return at
    return min(len(one), len(other)) if len(one) != len(other) else None
