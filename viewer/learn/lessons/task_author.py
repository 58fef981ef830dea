"""The task of a step being written: a task of several moves is written part by part."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from model.contract.game import Position
from model.records.lesson import After, Step, Task, Then, parts_of
from viewer.learn.lessons import lesson_edits
from viewer.session.session import Session, SessionError

if TYPE_CHECKING:
    from viewer.session.document.document import Document

MOST_PARTS = 20
"""Moves of one task; a file can hold a few more, with all that nests in them."""


class StepAuthor(Protocol):
    """Who writes the steps: which one is worked on, and its fields changed."""

    @property
    def document(self) -> Document | None:
        """The document whose lesson is written."""
        ...

    @property
    def number(self) -> int:
        """Which step is worked on, from 0."""
        ...

    @property
    def step(self) -> Step | None:
        """The step that is worked on."""
        ...

    @property
    def position(self) -> Position | None:
        """The position it shows."""
        ...

    def change(self, name: str, gesture: Hashable = None, **fields: object) -> None:
        """Change fields of the step; one edit."""
        ...


class TaskAuthor(QObject):
    """What an author does to the task of a step; every method is one edit, or none.

    Signals
    -------
    chosen
        Another part is worked on.
    """

    chosen = Signal()

    def __init__(self, session: Session, author: StepAuthor, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._author = session, author
        self._chosen = 0
        self._of: tuple[int, int] | None = None
        self._reached: tuple[Position, Task, tuple[lesson_edits.Reached, ...]] | None = None

    # -- what is there -----------------------------------------------------------------------

    @property
    def parts(self) -> tuple[Task, ...]:
        """The task of the step and what it goes on with."""
        return parts_of(self._whole)

    @property
    def reached(self) -> tuple[lesson_edits.Reached, ...]:
        """Where the parts are asked, as far as right moves and replies lead."""
        whole, position = self._whole, self._author.position
        if whole is None or position is None:
            return ()
        known = self._reached
        if known is None or known[0] is not position or known[1] != whole:
            found = lesson_edits.reached(position, whole)
            self._reached = known = (position, whole, found)
        return known[2]

    @property
    def part(self) -> int:
        """Which part is worked on, from 0."""
        if self._of != self._here:
            return 0
        return max(0, min(self._chosen, len(self.reached) - 1))

    @property
    def task(self) -> Task | None:
        """The part that is worked on."""
        parts = self.parts
        return parts[self.part] if parts else None

    @property
    def position(self) -> Position | None:
        """Where it is asked."""
        reached = self.reached
        return reached[self.part].position if reached else self._author.position

    @property
    def line(self) -> tuple[str, ...]:
        """The right moves and replies that lead to the part."""
        reached = self.reached
        return reached[self.part].line if reached else ()

    def played_here(self, after: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the moves of the tree that follow where the part is asked, and `after` it."""
        document, node = self._author.document, self._node(after)
        if document is None or node is None:
            return ()
        nodes = document.record.nodes
        return tuple(nodes[k].move for k in nodes[node].children if nodes[k].move)

    # -- changing ----------------------------------------------------------------------------

    def show(self, part: int) -> None:
        """Work on another part; where its position is in the tree, show that."""
        self._chosen, self._of = part, self._here
        node, document = self._node(), self._author.document
        if node is not None and document is not None and document.node != node:
            self._session.go(node)
        self.chosen.emit()

    def change(self, name: str, gesture: Hashable = None, **fields: object) -> None:
        """Change fields of the part (`model.records.lesson.Task`); one edit."""
        whole = self._whole
        if whole is not None:
            task = lesson_edits.with_part(whole, self.part, **fields)
            self._author.change(name, gesture, task=task)

    def toggle_accepted(self, word: str) -> None:
        """Count a move or a point right, or no longer."""
        if self.task is not None:
            self.change("right moves", accepted=lesson_edits.toggled(self.task, word))

    def set_kind(self, kind: lesson_edits.Kind | None) -> None:
        """Ask for something else, None: for nothing; what is said to answers is kept."""
        whole = self._whole
        if self._author.step is None or (whole.kind if whole is not None else None) == kind:
            return
        task = None if kind is None else lesson_edits.task_of_kind(kind, whole)
        self._author.change("no task" if kind is None else "task", task=task)

    def set_after(self, after: After | None, wrong: bool = False, gesture: Hashable = None) -> None:
        """Show another picture after the right answer, or after a wrong one; one edit."""
        key = "after_wrong" if wrong else "after"
        self.change("picture after an answer", gesture, **{key: after})

    def change_after(self, gesture: Hashable = None, wrong: bool = False, **fields: object) -> None:
        """Change the picture after an answer (`model.records.lesson.After`); one edit."""
        task = self.task
        if task is not None:
            after = (task.after_wrong if wrong else task.after) or After()
            self.set_after(replace(after, **fields), wrong, gesture)

    def go_on(self) -> None:
        """Let the task go on after its right moves; a reply that was played there is taken over."""
        task, position = self.task, self.position
        if task is None or position is None or task.then is not None:
            return
        playable = [move for move in task.accepted if position.explain(move) is None]
        if not playable:
            raise SessionError("name a right move first: the task goes on after it")
        if len(self.parts) >= MOST_PARTS:
            raise SessionError(f"a task has at most {MOST_PARTS} moves")
        reply = self.played_here(tuple(playable[:1]))[:1]
        self.change("further move", then=Then(Task("place"), reply=reply[0] if reply else ""))

    def change_then(self, name: str, gesture: Hashable = None, **fields: object) -> None:
        """Change the reply and what is said with it (`model.records.lesson.Then`); one edit."""
        task = self.task
        if task is not None and task.then is not None:
            self.change(name, gesture, then=replace(task.then, **fields))

    def end_here(self) -> None:
        """Take away all that follows this part."""
        self.change("no further move", then=None)

    def follow(self, was: lesson_edits.Steps, number: int) -> None:
        """Go to the part of a step that undo or redo has changed."""
        step = self._author.step
        old: Step | None = was[number] if number < len(was) else None
        if step is not None and old is not None and old.task != step.task:
            self._chosen = lesson_edits.differing_part(old.task, step.task)
            self._of = self._here

    # -- where -------------------------------------------------------------------------------

    @property
    def _whole(self) -> Task | None:
        return None if self._author.step is None else self._author.step.task

    @property
    def _here(self) -> tuple[int, int]:
        document = self._author.document
        return (-1 if document is None else document.key, self._author.number)

    def _node(self, after: tuple[str, ...] = ()) -> int | None:
        """The node of the tree at which the part is asked, None where it was not played."""
        document, step = self._author.document, self._author.step
        if document is None or step is None:
            return None
        nodes, node = document.record.nodes, step.node
        for move in (*self.line, *after):
            child = next((k for k in nodes[node].children if nodes[k].move == move), None)
            if child is None:
                return None
            node = child
        return node
