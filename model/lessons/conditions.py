"""Conditions: what a task wants, as words that are checked against the rules ("holds=SW+holds=SE").

A condition is one or several words joined by ``+``, each a name, perhaps with ``=`` and an
argument. All must be met. Some words judge a move by the positions before and after it, some a
point that is clicked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from random import Random
from typing import TypeVar

from model.boards.lattice import WALLS
from model.contract.game import Move, MoveError, Position, Stop, Stopped
from model.contract.hooks import Condition, MoveCondition, Played, PointCondition, hooks_of
from model.phrases import listed, shown
from model.positions.setup import turned

MANY = 100_000
"""Moves of a position that are not looked at one by one: examples and drawn ones stand for them."""
_DRAWN = 200


class ConditionError(ValueError):
    """A condition that cannot be understood here; one sentence."""


# -- what can be wanted in every game ------------------------------------------------------------


def _wins(played: Played, argument: str) -> bool:
    outcome = played.after.outcome
    return outcome is not None and outcome.winner == played.side


def _is_on_level(played: Played, argument: str) -> bool:
    site = played.placed
    return site is not None and _lies_on_level(played.before, argument, site)


def _touches(played: Played, argument: str) -> bool:
    site = played.placed
    if site is None:
        return False
    taken = set(played.before.pieces.site.tolist())
    return sum(int(k) in taken for k in played.before.game.board.neighbours(site)) >= int(argument)


def _threatens_twice(played: Played, argument: str) -> bool:
    return played.after.outcome is None and len(_winning(played.after, played.side)) > 1


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


def _lies_on_wall(position: Position, argument: str, site: int) -> bool:
    return int(position.game.board.layers[argument][site]) == 0


def _lies_on_level(position: Position, argument: str, site: int) -> bool:
    return int(position.game.board.layers["level"][site]) == int(argument)


def _is_near(position: Position, argument: str, site: int) -> bool:
    board = position.game.board
    return site in board.neighbours(board.index(argument)).tolist()


def _carries(position: Position, argument: str, site: int) -> bool:
    board = position.game.board
    return site in board.supports[board.index(argument)].tolist()


def _is_legal(position: Position, argument: str, site: int) -> bool:
    return position.game.board.names[site] in position.legal_moves


# What a game's own words stand between, in the order in which they are offered.
_MOVES = (
    MoveCondition("wins", "", "wins", _wins),
    MoveCondition("level", "number", "is on level {}", _is_on_level),
    MoveCondition("touches", "number", "touches at least {} pieces", _touches),
)
_LAST_MOVES = (
    MoveCondition("double-threat", "", "threatens to win in two ways", _threatens_twice),
)
_POINTS = (
    PointCondition("wall", "wall", "lies on the {} wall", _lies_on_wall),
    PointCondition("level", "number", "lies on level {}", _lies_on_level),
    PointCondition("neighbours", "site", "touches {}", _is_near),
)
_STACKED_POINTS = (
    PointCondition("supports", "site", "carries {}", _carries),
    PointCondition("legal", "", "can be played now", _is_legal),
)


def move_conditions(position: Position) -> tuple[MoveCondition, ...]:
    """Return what can be wanted of a move in a game."""
    return (*_MOVES, *hooks_of(position.game.kind).move_conditions, *_LAST_MOVES)


def point_conditions(position: Position) -> tuple[PointCondition, ...]:
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
