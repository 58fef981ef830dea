"""Edits of a lesson's steps as pure functions; `LessonAuthor` applies them to the session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from model.game import Position
from model.records.lesson import Choice, Step, Task
from viewer.games.overlay_types import Pour

Kind = Literal["place", "click", "choice"]
"""What a task asks for."""
Steps = tuple[Step, ...]


def inserted(steps: Steps, at: int, step: Step) -> Steps:
    """Return the steps with another one at `at`, counted from 0."""
    return (*steps[:at], step, *steps[at:])


def replaced(steps: Steps, at: int, step: Step) -> Steps:
    """Return the steps with `step` in the place of the one at `at`."""
    return (*steps[:at], step, *steps[at + 1 :])


def removed(steps: Steps, at: int) -> Steps:
    """Return the steps without the one at `at`."""
    return (*steps[:at], *steps[at + 1 :])


def moved(steps: Steps, number: int, to: int) -> Steps:
    """Return the steps with one of them at another place, counted from 0 without it."""
    return inserted(removed(steps, number), to, steps[number])


def first_difference(one: Sequence[Step], other: Sequence[Step]) -> int | None:
    """Return the first place at which two lists of steps differ, None where they are equal."""
    for at, (a, b) in enumerate(zip(one, other, strict=False)):
        if a is not b and a != b:
            return at
    return min(len(one), len(other)) if len(one) != len(other) else None


def task_of_kind(kind: Kind, old: Task | None) -> Task:
    """Return a task that asks for something else; what is said to answers is kept."""
    old = old or Task(kind)
    choices = (Choice("", right=True), Choice("")) if kind == "choice" else ()
    return Task(kind, choices=choices, right=old.right, otherwise=old.otherwise, hint=old.hint)


def toggled(task: Task, word: str) -> tuple[str, ...]:
    """Return the accepted answers of a task with a move or a point, or without it."""
    rest = tuple(other for other in task.accepted if other != word)
    return rest if word in task.accepted else (*task.accepted, word)


def pour_text(position: Position, pour: Pour | None) -> str:
    """Return how a step names a pour ("SW:red"); "" for none, and on another board."""
    if pour is None or len(pour.distances) != len(position.game.board):
        return ""
    for corner, site in position.game.board.corners.items():
        if pour.distances[site] == 0:
            return f"{corner}:{position.game.players[pour.owner]}"
    return ""
