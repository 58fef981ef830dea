"""Tasks judged: is what the learner did right, and what is said to it."""

from __future__ import annotations

from dataclasses import dataclass

from model.contract.game import Move, MoveError, Player, Position
from model.lessons.conditions import (
    ConditionError,
    in_words,
    leak_after,
    move_fits,
    point_fits,
    reply_to,
)
from model.positions.setup import Draft
from model.records.lesson import After, Answer, Task

RIGHT = "Right."
"""Said to a right answer where the author says nothing."""


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
    end
        What is said besides, once the line stands on the board.
    """

    right: bool
    text: str
    line: tuple[Move, ...] = ()
    foreseen: bool = False
    end: str = ""


def judge(position: Position, task: Task, given: str | int) -> Verdict:
    """Judge an answer to a task at a position.

    Parameters
    ----------
    given
        "place": a legal move in canonical text. "click": the name of a point. "choice": the number
        of the choice, from 0. A game is judged by `judge_game`.
    """
    if task.kind == "choice":
        choice = task.choices[int(given)]
        if choice.right:
            return Verdict(True, choice.answer or task.right or RIGHT, foreseen=True)
        text = choice.answer or task.otherwise or "That is not it yet."
        return Verdict(False, text, foreseen=bool(choice.answer))
    word = str(given)
    if isinstance(position, Draft):
        return Verdict(False, f"This position cannot exist: {position.problems[0]}.")
    try:
        if is_right(position, task, word):
            said = " ".join((task.right or RIGHT, *praise_of(position, task, word)))
            return Verdict(True, said, _met(position, task, word))
        answer = answer_to(position, task, word)
    except ConditionError as error:
        return Verdict(False, f"This task cannot be judged: {error}.")
    if answer is None:
        text = task.otherwise or not_so(position, task, word)
        line, end = _playable(position, task, word, task.line), task.end
    else:
        text, end = answer.text, answer.end
        line = _playable(position, task, word, answer.line)
    shown = line or _met(position, task, word)
    return Verdict(False, text, shown, answer is not None, end if line else "")


def judge_game(
    position: Position, task: Task, move: Move, side: Player, number: int
) -> Verdict | None:
    """Judge a move of a game that is a task; None: the game goes on.

    Parameters
    ----------
    move
        Legal; of the learner or of the other side.
    side
        The side of the learner.
    number
        How many moves the learner has made, this one included.
    """
    own, after = position.to_move == side, position.play(move)
    if own and task.condition:
        try:
            if move_fits(position, task.condition, move):
                return Verdict(True, task.right or RIGHT)
        except ConditionError as error:
            return Verdict(False, f"This task cannot be judged: {error}.")
    if after.outcome is None and not (own and number == task.moves):
        return None
    won = after.outcome is not None and after.outcome.winner == side
    said = task.right or RIGHT if won or after.outcome is None else task.otherwise
    if not task.condition:
        return Verdict(True, said)
    wanted = in_words(position, task.condition, clicks=False)
    return Verdict(False, task.otherwise or f"The game is over without {wanted}.")


def _playable(
    position: Position, task: Task, word: str, line: tuple[Move, ...]
) -> tuple[Move, ...]:
    """Return a line where all of it is legal after a move, else nothing."""
    if not line or task.kind != "place":
        return ()
    try:
        position.play(word).replay(line)
    except MoveError:
        return ()
    return line


def _met(position: Position, task: Task, word: str) -> tuple[Move, ...]:
    """Return the choice that a hidden choice meets, so that the turn is seen."""
    if task.kind != "place" or not position.game.kind.hides:
        return ()
    reply = reply_to(position, task.condition, word)
    return () if reply is None else (reply,)


def is_right(position: Position, task: Task, word: str) -> bool:
    """Tell whether a move or a point does what a task wants."""
    return word in task.accepted or _fits(position, task, task.condition, word)


def answer_to(position: Position, task: Task, word: str) -> Answer | None:
    """Return what the author foresaw to a wrong try: by its name first, then by what it does."""
    by_name = (answer for answer in task.foreseen if word in answer.moves)
    by_deed = (one for one in task.foreseen if _fits(position, task, one.condition, word))
    return next(by_name, None) or next(by_deed, None)


def praise_of(position: Position, task: Task, word: str) -> list[str]:
    """Return what is said to a right answer besides, in the author's order."""
    return [
        one.text
        for one in task.praise
        if word in one.moves or _fits(position, task, one.condition, word)
    ]


def _fits(position: Position, task: Task, condition: str, word: str) -> bool:
    if not condition:
        return False
    if task.kind == "click":
        return point_fits(position, condition, position.game.board.index(word))
    return move_fits(position, condition, word)


def picture_of_wrong(position: Position, task: Task, word: str) -> After:
    """Return what is shown after a wrong answer: what the author wants, else what gets out.

    Parameters
    ----------
    word
        The move, the point, or "" for a choice.
    """
    if task.after_wrong is not None:
        return task.after_wrong
    if task.kind != "place":
        return After()
    try:
        return After(pour=leak_after(position, task.condition, word))
    except ConditionError:
        return After()


def not_so(position: Position, task: Task, word: str) -> str:
    """Say what an unforeseen wrong try is not."""
    if task.condition:
        return f"{word} is not {in_words(position, task.condition, clicks=task.kind == 'click')}."
    return f"Not {word}. Try again."
