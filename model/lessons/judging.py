"""Tasks judged: is what the learner did right, and what is said to it."""

from __future__ import annotations

from dataclasses import dataclass

from model.contract.game import Move, Position
from model.lessons.conditions import ConditionError, in_words, move_fits, point_fits, reply_to
from model.positions.setup import Draft
from model.records.lesson import Answer, Task


@dataclass(frozen=True)
class Verdict:
    """What a learner's answer comes to.

    Attributes
    ----------
    right
        Whether the task is done.
    text
        What is said.
    line
        Moves to show after a wrong one, taken back afterwards; after a hidden choice, right or
        wrong, the choice that reveals it.
    foreseen
        Whether the author answered just this.
    """

    right: bool
    text: str
    line: tuple[Move, ...] = ()
    foreseen: bool = False


def judge(position: Position, task: Task, given: str | int) -> Verdict:
    """Judge an answer to a task at a position.

    Parameters
    ----------
    given
        "place": a legal move in canonical text. "click": the name of a point. "choice": the number
        of the choice, from 0.
    """
    if task.kind == "choice":
        choice = task.choices[int(given)]
        if choice.right:
            return Verdict(True, choice.answer or task.right or "Right.", foreseen=True)
        text = choice.answer or task.otherwise or "That is not it yet."
        return Verdict(False, text, foreseen=bool(choice.answer))
    word = str(given)
    if isinstance(position, Draft):
        return Verdict(False, f"This position cannot exist: {position.problems[0]}.")
    try:
        right = is_right(position, task, word)
    except ConditionError as error:
        return Verdict(False, f"This task cannot be judged: {error}.")
    met = _met(position, task, word)
    if right:
        return Verdict(True, task.right or "Right.", met)
    answer = answer_to(task, word)
    if answer is not None:
        return Verdict(False, answer.text, answer.line or met, foreseen=True)
    return Verdict(False, task.otherwise or not_so(position, task, word), met)


def _met(position: Position, task: Task, word: str) -> tuple[Move, ...]:
    """Return the choice that a hidden choice meets, so that the turn is seen."""
    if task.kind != "place" or not position.game.kind.hides:
        return ()
    reply = reply_to(position, task.condition, word)
    return () if reply is None else (reply,)


def is_right(position: Position, task: Task, word: str) -> bool:
    """Tell whether a move or a point does what a task wants."""
    if word in task.accepted:
        return True
    if not task.condition:
        return False
    if task.kind == "click":
        return point_fits(position, task.condition, position.game.board.index(word))
    return move_fits(position, task.condition, word)


def answer_to(task: Task, word: str) -> Answer | None:
    """Return what the author foresaw to a wrong try."""
    return next((answer for answer in task.foreseen if word in answer.moves), None)


def not_so(position: Position, task: Task, word: str) -> str:
    """Say what an unforeseen wrong try is not."""
    if task.condition:
        return f"{word} is not {in_words(position, task.condition, clicks=task.kind == 'click')}."
    return f"Not {word}. Try again."
