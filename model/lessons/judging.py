"""Tasks judged: is what the learner did right, and what is said to it.

A task wants a *condition*, which is checked against the rules ("holds=SW+holds=SE"): one or several
words joined by ``+``, each a name, perhaps with ``=`` and an argument. All must be met. Some words
judge a move by the positions before and after it, some a point that is clicked.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import TypeVar

from model.boards.lattice import WALLS
from model.contract.game import Move, MoveError, Player, Position, Stop, Stopped
from model.contract.hooks import Condition, MoveCondition, Played, PointCondition, hooks_of
from model.phrases import listed, shown
from model.positions.setup import Draft, turned
from model.records.lesson import After, Answer, Task

MANY = 100_000
"""Moves of a position that are not looked at one by one: examples and drawn ones stand for them."""
_DRAWN = 200


class ConditionError(ValueError):
    """A condition that cannot be understood here; one sentence."""


# -- what can be wanted in every game ------------------------------------------------------------


def _wins(played: Played[Position], argument: str) -> bool:
    outcome = played.after.outcome
    return outcome is not None and outcome.winner == played.side


def _is_on_level(played: Played[Position], argument: str) -> bool:
    site = played.placed
    return site is not None and _lies_on_level(played.before, argument, site)


def _touches(played: Played[Position], argument: str) -> bool:
    site = played.placed
    if site is None:
        return False
    taken = set(played.before.pieces.site.tolist())
    return sum(int(k) in taken for k in played.before.game.board.neighbours(site)) >= int(argument)


def _winning(position: Position, side: str) -> list[Move]:
    """The moves that would win at once if it were `side`'s turn."""
    as_if = turned(position, side)
    if as_if is None:
        return []
    found = []
    for move in as_if.legal_moves:
        outcome = as_if.play(move).outcome
        if outcome is not None and outcome.winner == side:
            found.append(move)
    return found


def _lies_on_level(position: Position, argument: str, site: int) -> bool:
    return int(position.game.board.layers["level"][site]) == int(argument)


def _is_near(position: Position, argument: str, site: int) -> bool:
    board = position.game.board
    return site in board.neighbours(board.index(argument)).tolist()


def _carries(position: Position, argument: str, site: int) -> bool:
    board = position.game.board
    return site in board.supports[board.index(argument)].tolist()


# What a game's own words stand between, in the order in which they are offered.
_MOVES = (
    MoveCondition("wins", "", "wins", _wins),
    MoveCondition("level", "number", "is on level {}", _is_on_level),
    MoveCondition("touches", "number", "touches at least {} pieces", _touches),
)
_LAST_MOVES: tuple[MoveCondition[Position], ...] = (
    MoveCondition(
        "double-threat",
        "",
        "threatens to win in two ways",
        lambda p, _: p.after.outcome is None and len(_winning(p.after, p.side)) > 1,
    ),
)
_POINTS: tuple[PointCondition[Position], ...] = (
    PointCondition(
        "wall",
        "wall",
        "lies on the {} wall",
        lambda position, wall, site: int(position.game.board.layers[wall][site]) == 0,
    ),
    PointCondition("level", "number", "lies on level {}", _lies_on_level),
    PointCondition("neighbours", "site", "touches {}", _is_near),
)
_STACKED_POINTS: tuple[PointCondition[Position], ...] = (
    PointCondition("supports", "site", "carries {}", _carries),
    PointCondition(
        "legal",
        "",
        "can be played now",
        lambda position, _, site: position.game.board.names[site] in position.legal_moves,
    ),
)


def move_conditions(position: Position) -> tuple[MoveCondition[Position], ...]:
    """Return what can be wanted of a move in a game."""
    return (*_MOVES, *hooks_of(position.game.kind).move_conditions, *_LAST_MOVES)


def point_conditions(position: Position) -> tuple[PointCondition[Position], ...]:
    """Return what can be wanted of a point in a game; some of it where pieces rest on others."""
    stacked = _STACKED_POINTS if position.game.board.is_stacked else ()
    return (*hooks_of(position.game.kind).point_conditions, *_POINTS, *stacked)


def known(position: Position, *, clicks: bool) -> tuple[Condition, ...]:
    """Return the conditions that can be used in a game, for moves or for clicks."""
    return point_conditions(position) if clicks else move_conditions(position)


# -- reading -------------------------------------------------------------------------------------


def check_condition(position: Position, condition: str, *, clicks: bool) -> None:
    """Raise ConditionError, in one sentence, where a condition makes no sense at a position."""
    _read_any(position, condition, clicks)


C = TypeVar("C", bound=Condition)


def _read(
    position: Position, condition: str, conditions: tuple[C, ...], what: str
) -> list[tuple[C, str]]:
    """The words of a condition with their arguments; ConditionError."""
    usable = {one.name: one for one in conditions}
    found = []
    for word in condition.split("+"):
        name, _, argument = word.partition("=")
        if name not in usable:
            names = listed(sorted(usable), "or")
            raise ConditionError(f"{shown(word)} is not a condition for {what} here: use {names}")
        _check_argument(position, usable[name], word, argument)
        found.append((usable[name], argument))
    return found


def _read_any(position: Position, condition: str, clicks: bool) -> list[tuple[Condition, str]]:
    what = "a click" if clicks else "a move"
    return _read(position, condition, known(position, clicks=clicks), what)


def _check_argument(position: Position, condition: Condition, word: str, argument: str) -> None:
    board = position.game.board
    corner, _, side = argument.partition(":")
    kinds = {
        "": argument == "",
        "corner": argument in board.corners,
        "number": argument.isascii() and argument.isdigit() and len(argument) < 5,
        "site": argument in board,
        "wall": argument in WALLS and argument in board.layers,
        "corner:side": corner in board.corners and side in position.game.players,
        "move": condition.argument == "move" and position.explain(argument) is None,
    }
    if not kinds[condition.argument]:
        wanted: Mapping[str, str] = {
            "": "nothing after it",
            "corner": f"a corner after =: {listed(list(board.corners), 'or')}",
            "number": "a number after =",
            "site": "a point of the board after =",
            "wall": f"a wall after =: {listed(WALLS, 'or')}",
            "corner:side": "a corner and a side after =, like SW:red",
            "move": "a legal move after =",
        }
        raise ConditionError(f"{shown(word)}: {condition.name} wants {wanted[condition.argument]}")


def in_words(position: Position, condition: str, *, clicks: bool) -> str:
    """Return what a condition wants: "a move that holds SW and holds SE"; ConditionError."""
    parts = [
        one.says.format(*(argument.split(":") if argument else ()))
        for one, argument in _read_any(position, condition, clicks)
    ]
    return f"{'a point' if clicks else 'a move'} that {listed(parts)}"


def move_fits(position: Position, condition: str, move: Move) -> bool:
    """Tell whether a legal move meets a condition.

    Raises
    ------
    ConditionError
        The condition cannot be understood here, or what the move leads to is not known: it would
        reveal a choice that is sealed.
    """
    words = _read(position, condition, move_conditions(position), "a move")
    try:
        after = position.play(move)
    except MoveError as error:
        raise ConditionError(f"{shown(condition)} cannot be judged here: {error.reason}") from error
    played = Played(position, move, after)
    return all(one.test(played, argument) for one, argument in words)


def leak_after(position: Position, condition: str, move: Move) -> str:
    """Return what shows by a pour that a legal move fails a condition, as `Step.pour`.

    That is the first corner that the condition wants shut off and that is open after the move, past
    the pieces of the side that moved; "" where there is none. ConditionError.
    """
    words = _read(position, condition, move_conditions(position), "a move") if condition else []
    if not any(one.leaks for one, _ in words):
        return ""
    played = Played(position, move, position.play(move))
    for one, corner in words:
        if one.leaks is not None and one.leaks(played, corner):
            return f"{corner}:{played.side}"
    return ""


def reply_to(position: Position, condition: str, move: Move) -> Move | None:
    """Return the choice that a legal move meets, where one more choice reveals it.

    That is what the condition knows of it, else what counts if nothing is chosen; None where the
    move is no hidden choice or more than one is to come. ConditionError.
    """
    played = Played(position, move, position.play(move))
    after = played.after
    if played.side not in after.sealed or after.to_move not in after.game.players:
        return None
    if len(after.sealed) + 1 < len(after.game.players):
        return None
    words = move_conditions(position)
    for one, argument in _read(position, condition, words, "a move") if condition else ():
        reply = None if one.reply is None else one.reply(played, argument)
        if reply is not None:
            return reply
    return after.steps(()).move


def point_fits(position: Position, condition: str, site: int) -> bool:
    """Tell whether a point meets a condition; ConditionError."""
    words = _read(position, condition, point_conditions(position), "a click")
    return all(one.test(position, argument, site) for one, argument in words)


def fitting(
    position: Position, condition: str, *, clicks: bool, stop: Stop | None = None
) -> list[str]:
    """Return all moves, or points, that meet a condition; of very many moves some that do.

    Raises
    ------
    ConditionError
        The condition cannot be understood here.
    Stopped
        `stop`, asked before every move, said so: a threat on a large board takes a while.
    """
    return list(_fitting(position, condition, clicks, stop))


def any_fits(position: Position, condition: str, *, clicks: bool, stop: Stop | None = None) -> bool:
    """Tell whether any move, or point, meets a condition; raises what `fitting` does."""
    return next(_fitting(position, condition, clicks, stop), None) is not None


def looked_at(position: Position, condition: str) -> Iterable[Move]:
    """Return the legal moves; where they are too many, examples of each word, then some drawn."""
    moves = position.legal_moves
    if moves.count() <= MANY:
        return moves
    words = _read(position, condition, move_conditions(position), "a move") if condition else []
    likely = chain.from_iterable(
        one.examples(position, argument) for one, argument in words if one.examples is not None
    )
    rng = Random(0)
    drawn = (moves.sample(rng) for _ in range(_DRAWN))
    return dict.fromkeys(move for move in chain(likely, drawn) if move in moves)


def _fitting(position: Position, condition: str, clicks: bool, stop: Stop | None) -> Iterator[str]:
    _read_any(position, condition, clicks)
    names = position.game.board.names
    for site, move in enumerate(names if clicks else looked_at(position, condition)):
        if stop is not None and stop():
            raise Stopped
        if (
            point_fits(position, condition, site)
            if clicks
            else move_fits(position, condition, move)
        ):
            yield move


# -- tasks judged ----------------------------------------------------------------------------------


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
    lost
        Whether a game that is the task has ended, and the learner has not won it.
    """

    right: bool
    text: str
    line: tuple[Move, ...] = ()
    foreseen: bool = False
    end: str = ""
    lost: bool = False


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
        return Verdict(True, said, lost=after.outcome is not None and not won)
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
