"""Edits of a lesson's steps as pure functions; `LessonAuthor` applies them to the session."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from model.contract.game import Position
from model.positions.setup import Draft
from model.records.lesson import Choice, Step, Task, parts_of
from viewer.picture.visibility.hiding import remembered
from viewer.visuals.overlay_types import Pour

Kind = Literal["place", "click", "choice", "game"]
"""What a task asks for."""
Steps = tuple[Step, ...]


@dataclass(frozen=True)
class Reached:
    """Where a part of a task is asked, and the moves that lead there from the step."""

    line: tuple[str, ...]
    position: Position


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


def changed_step(was: Steps, now: Steps, number: int, node: int) -> tuple[int, int] | None:
    """Return where the step that an edit changed was, and where it is; None: no step differs.

    Of two neighbours that have changed places the one that was moved is step `number`, or else the
    one at `node`.
    """
    first = first_difference(was, now)
    if first is None:
        return None
    if len(was) == len(now):
        last = max(at for at, (a, b) in enumerate(zip(was, now, strict=True)) if a != b)
        ways = [way for way in ((first, last), (last, first)) if moved(was, *way) == now]
        if ways:
            return max(ways, key=lambda way: (way[0] == number, now[way[1]].node == node))
    return first, first


def task_of_kind(kind: Kind, old: Task | None) -> Task:
    """Return a task that asks for something else; what is said to answers is kept."""
    old = old or Task(kind)
    choices = (Choice("", right=True), Choice("")) if kind == "choice" else ()
    return Task(
        kind,
        choices=choices,
        right=old.right,
        otherwise=old.otherwise,
        hint=old.hint,
        after=old.after,
        after_wrong=old.after_wrong,
    )


def with_part(task: Task, part: int, **fields: object) -> Task:
    """Return a task with fields of one of its parts changed; 0 is the task itself."""
    if part == 0 or task.then is None:
        return replace(task, **fields)
    following = with_part(task.then.task, part - 1, **fields)
    return replace(task, then=replace(task.then, task=following))


def differing_part(one: Task | None, other: Task | None) -> int:
    """Return the first part in which two tasks differ, counted from 0."""
    pairs = zip(parts_of(one), parts_of(other), strict=False)
    for at, (a, b) in enumerate(pairs):
        if _alone(a) != _alone(b):
            return at
    return max(0, min(len(parts_of(one)), len(parts_of(other))) - 1)


def _alone(task: Task) -> tuple[object, ...]:
    """A part of a task without the parts that follow."""
    then = task.then
    return (replace(task, then=None), then is None, then and then.reply, then and then.text)


@remembered(2)
def reached(position: Position, task: Task) -> tuple[Reached, ...]:
    """Return how each part of a task is reached, as far as right moves and replies lead."""
    found = [Reached((), position)]
    while task.then is not None and task.kind == "place" and not isinstance(position, Draft):
        line = _leading_on(position, task.accepted, task.then.reply)
        if not line:
            break
        position, task = position.replay(line), task.then.task
        found.append(Reached((*found[-1].line, *line), position))
    return tuple(found)


def _leading_on(position: Position, moves: tuple[str, ...], reply: str) -> tuple[str, ...]:
    """The first of the right moves that can be played, and the reply to it; () for none."""
    for move in moves:
        if position.explain(move) is not None:
            continue
        if not reply:
            return (move,)
        if position.play(move).explain(reply) is None:
            return (move, reply)
    return ()


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
