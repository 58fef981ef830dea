"""The marks of a lesson's step, for the annotation tool."""

from __future__ import annotations

from collections.abc import Callable

from model.records.lesson import Step
from model.records.view import Mark
from viewer.session.session import Session
from viewer.tools.annotation import NodeMarks


class StepMarks:
    """The marks of the step that is worked on (`annotation.Target`).

    While that step is not shown they are those of the node.

    Parameters
    ----------
    shown
        Returns the step that is worked on, None while it is not shown.
    put
        Gives it other marks.
    """

    def __init__(
        self,
        session: Session,
        shown: Callable[[], Step | None],
        put: Callable[[tuple[Mark, ...]], None],
    ) -> None:
        self._node, self._shown, self._put = NodeMarks(session), shown, put

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is there now."""
        step = self._shown()
        return self._node.marks if step is None else step.marks

    def put(self, marks: tuple[Mark, ...]) -> None:
        """Have exactly these; one edit."""
        if self._shown() is None:
            self._node.put(marks)
        else:
            self._put(marks)
