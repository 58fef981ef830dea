"""What is said to answers, validated: wrong tries and their lines, praise of right answers."""

from __future__ import annotations

from collections.abc import Iterator

from model.contract.game import MoveError, Position, Stop, Stopped
from model.lessons.conditions import looked_at
from model.lessons.judging import answer_to, is_right, judge
from model.phrases import listed, shown
from model.records.lesson import Answer, Praise, Task

_FEW = 5
"""Moves of an answer that are named."""


def told_faults(position: Position, task: Task, stop: Stop | None = None) -> Iterator[str]:
    """Yield what is wrong with what a task says to answers; its words can be understood.

    Stopped when `stop` says so.
    """
    for answer in task.foreseen:
        yield from _answer_faults(position, task, answer)
    for one in task.praise:
        yield from _praise_faults(position, task, one)
    for line, end, foreseen in (
        (task.line, task.end, None),
        *((one.line, one.end, one) for one in task.foreseen),
    ):
        if end and not line:
            yield f"{shown(end)} is said after moves, and there are none"
        # A line after moves that are named was looked at with them.
        if not line or task.kind != "place" or (foreseen is not None and foreseen.moves):
            continue
        if not _is_ever_played(position, task, foreseen, stop):
            yield f"{' '.join(line)} cannot be played after any of the wrong tries it answers"


def _answer_faults(position: Position, task: Task, answer: Answer) -> Iterator[str]:
    if not answer.moves and not answer.condition:
        yield "an answer does not name a wrong try"
    if not answer.text.strip():
        yield f"there is no answer to {_named(answer.moves) or 'a wrong try'}"
    for word in answer.moves:
        if is_right(position, task, word):
            yield f"{word} is answered as wrong, but it does what the task asks"
        if answer.line and task.kind == "place":
            try:
                position.play(word).replay(answer.line)
            except MoveError as error:
                yield f"the line after {word} cannot be played: {error}"


def _praise_faults(position: Position, task: Task, praise: Praise) -> Iterator[str]:
    if not praise.moves and not praise.condition:
        yield "praise names no right answer"
    if not praise.text.strip():
        yield f"there is no praise for {_named(praise.moves) or 'a right answer'}"
    for word in praise.moves:
        if not is_right(position, task, word):
            yield f"{word} is praised, but it does not do what the task asks"


def _is_ever_played(
    position: Position, task: Task, answer: Answer | None, stop: Stop | None
) -> bool:
    """Whether the line of an answer (None: of the task) is legal after a wrong move it answers."""
    for move in looked_at(position, "" if answer is None else answer.condition):
        if stop is not None and stop():
            raise Stopped
        if is_right(position, task, move) or answer_to(position, task, move) is not answer:
            continue
        if judge(position, task, move).line:
            return True
    return False


def _named(moves: tuple[str, ...]) -> str:
    return listed([*moves[:_FEW], "others"] if moves[_FEW:] else moves)
