"""Lessons validated: what in a step cannot work, in one sentence each."""

from collections.abc import Iterator
from dataclasses import dataclass

from model.contract.game import MoveError, Position, Stop, Stopped
from model.lessons.judging import (
    ConditionError,
    answer_to,
    any_fits,
    check_condition,
    is_right,
    judge,
    looked_at,
)
from model.notation.tokens import NotationError
from model.phrases import listed, shown
from model.play.opponent import refusal_of_open
from model.positions.setup import Draft, read_position
from model.records.lesson import Answer, Praise, Step, Task, Then
from model.records.record import PositionCache, Record, leading_to

# -- what is said to answers, validated ------------------------------------------------------------


_FEW = 5
"""Moves of an answer that are named."""


def text_faults(position: Position, task: Task, stop: Stop | None = None) -> Iterator[str]:
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


# -- lessons validated -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Fault:
    """Something wrong with a step (numbered from 1, 0: the lesson as a whole)."""

    step: int
    text: str

    def __str__(self) -> str:
        return f"step {self.step}: {self.text}" if self.step else self.text


def lesson_faults(record: Record, stop: Stop | None = None) -> list[Fault]:
    """Return what is wrong with the lesson of a record, [] when nothing is.

    Stopped when `stop` says so: on a large board a wish is looked for among thousands of moves.
    """
    lesson = record.lesson
    if lesson is None or not lesson.steps:
        return [Fault(0, "the lesson has no steps")]
    cache = PositionCache()
    return [
        Fault(number, text)
        for number, step in enumerate(lesson.steps, start=1)
        for text in (
            *step_faults(cache.position(record, step.node), step, stop),
            *since_faults(record, step),
        )
    ]


def since_faults(record: Record, step: Step) -> Iterator[str]:
    """Yield what is wrong with the moves that lead to a step."""
    if step.since is None:
        return
    leading = leading_to(record, step.node)
    if step.since not in leading:
        yield "the moves that lead here do not begin where they should be played from"
        return
    between = (*leading[leading.index(step.since) + 1 :], step.node)
    if any(record.nodes[node].setup for node in between):
        yield "the moves cannot be played from there: a position is set up on the way"


def step_faults(position: Position, step: Step, stop: Stop | None = None) -> Iterator[str]:
    """Yield what is wrong with a step that shows `position`; Stopped when `stop` says so."""
    if not step.text.strip():
        yield "the text is missing"
    if isinstance(position, Draft):
        yield f"the position cannot exist: {position.problems[0]}"
        return
    yield from _pour_faults(position, step.pour)
    if step.task is not None:
        yield from task_faults(position, step.task, stop)


def _pour_faults(position: Position, pour: str) -> Iterator[str]:
    """What is wrong with a pour ("SW:red"; "" for none)."""
    corner, _, side = pour.partition(":")
    if pour and corner not in position.game.board.corners:
        yield f"nothing pours from {shown(corner)} here"
    elif pour and side not in position.game.players:
        yield f"what pours goes past the pieces of a side: {shown(pour)} names none"


def task_faults(position: Position, task: Task, stop: Stop | None = None) -> Iterator[str]:
    """Yield what is wrong with a task at a position; Stopped when `stop` says so."""
    if not task.hint.strip() and task.kind != "game":
        yield "the task has no hint"
    for after in (task.after, task.after_wrong):
        if after is not None:
            yield from _pour_faults(position, after.pour)
    if task.kind == "choice":
        if len(task.choices) < 2:
            yield "a choice needs two answers at least"
        elif not any(choice.right for choice in task.choices):
            yield "none of the choices is right"
        elif all(choice.right for choice in task.choices):
            yield "all choices are right"
        for number, choice in enumerate(task.choices, start=1):
            if not choice.text.strip():
                yield f"choice {number} has no words"
            if choice.position and (why := _not_drawn(choice.position)):
                yield f"the picture of choice {number} shows no position: {why}"
        return
    if task.kind == "game":
        yield from _game_faults(position, task)
        return
    if task.kind == "place" and position.outcome is not None:
        yield "the game is over, nothing can be placed"
        return
    answers: tuple[Answer | Praise, ...] = (*task.foreseen, *task.praise)
    for word in (*task.accepted, *(move for one in answers for move in one.moves)):
        reason = _unusable(position, task, word)
        if reason:
            yield reason
            return
    try:
        clicks = task.kind == "click"
        for condition in (*(one.condition for one in answers), task.condition):
            if condition:
                check_condition(position, condition, clicks=clicks)
        if task.condition and not task.accepted:
            if not any_fits(position, task.condition, clicks=clicks, stop=stop):
                yield f"nothing meets the condition {shown(task.condition)}"
        elif not task.accepted:
            yield "the task has neither a condition nor right answers"
    except ConditionError as error:
        yield str(error)
        return
    yield from text_faults(position, task, stop)
    if task.then is not None:
        yield from _then_faults(position, task, task.then, stop)


def _not_drawn(text: str) -> str:
    """Why a position string cannot be drawn, "" where it can."""
    try:
        read_position(text)
    except NotationError as error:
        return str(error)
    return ""


def _game_faults(position: Position, task: Task) -> Iterator[str]:
    """What is wrong with a game against the computer that is a task."""
    if position.outcome is not None:
        yield "the game is over, nothing can be played"
        return
    if why := refusal_of_open(position.game):
        yield f"the computer does not play here: {why}"
    elif position.to_move not in position.game.players:
        yield "the learner is not to move where the game begins"
    if task.accepted or task.foreseen or task.praise or task.line or task.then is not None:
        yield "a game is judged by its condition: it names no moves and goes on with none"
    if task.condition:
        try:
            check_condition(position, task.condition, clicks=False)
        except ConditionError as error:
            yield str(error)


def _then_faults(position: Position, task: Task, then: Then, stop: Stop | None) -> Iterator[str]:
    """What is wrong with how a task goes on, after each of its right moves."""
    if task.kind != "place" or then.task.kind != "place":
        yield "a task can go on only if it asks for a move, and only with another move"
        return
    if task.condition:
        yield "a task that goes on accepts the moves it names: a condition would let in others"
        return
    for move in task.accepted:
        after = position.play(move)
        if then.reply:
            reason = after.explain(then.reply)
            if reason is not None:
                yield f"{shown(then.reply)} cannot answer {move}: {reason}"
                return
            after = after.play(then.reply)
        for fault in task_faults(after, then.task, stop):
            yield f"after {move}: {fault}"


def _unusable(position: Position, task: Task, word: str) -> str:
    if task.kind == "click":
        return "" if word in position.game.board else f"{shown(word)} is not a point of this board"
    reason = position.explain(word)
    return "" if reason is None else f"{shown(word)} cannot be played: {reason}"
