"""Proofs in Pyraos: what a side can force, exactly, by a search on bitboards.

The sphere on the topmost place rests on all twenty-nine others, so the side that still has a sphere
in its reserve when the rest of the pyramid stands wins: the other has none and can lift nothing.
Hence the bound that keeps the search narrow. A turn takes at most one sphere from the mover's
reserve; to win with his n-th turn from now the winner must be able to empty his own reserve with
it, and the other side must have emptied its reserve before. Every lift and every sphere taken back
costs the side that has to run out a turn of what it can spare.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Goal, Position, Stop
from model.games.pyraos.kernels import MAX_MOVES, list_moves, moved
from model.games.pyraos.place_kernels import Word, ones
from model.games.pyraos.places import SPHERES, TOP
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.turns import rules_number
from model.games.pyraos.value_search import PyraosValueSearch
from model.kernels import Int, Ints, kernel
from model.search.deepening import (
    ENTER,
    FINISHED,
    LEVEL,
    MODE,
    NEXT,
    RETURN,
    VALUE,
    VISITED,
    DeepeningProver,
)
from model.search.proof_table import BEST, Keys, Table, empty_table, find, keep, look_up

_U = np.uint64
_APEX, _SIDE = _U(1 << TOP), _U(1 << 63)
_LOOK_AHEAD = 4
"""Plies from which on all that follows is looked up before any of it is searched."""


def never() -> bool:
    """Return False: nothing stops a search that nobody waits for."""
    return False


class _Stack(NamedTuple):
    """The line of play a search stands in.

    Attributes
    ----------
    sides
        (levels, 2) bits of the side to move and of the one that waits.
    plies
        (levels,) plies left.
    moves
        (levels, MAX_MOVES) the moves in the order they are tried.
    counts, done
        (levels,) how many moves there are, how many were tried.
    key
        (1,) room for one.
    room
        (2, MAX_MOVES) room for sorting.
    """

    sides: npt.NDArray[np.uint64]
    plies: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    done: npt.NDArray[np.int64]
    key: npt.NDArray[np.uint64]
    room: npt.NDArray[np.int64]


class PyraosProver(DeepeningProver):
    """Answers what a side can force in Pyraos; see `model.contract.search.Prover`."""

    slice = 6_000
    most = 6_000_000

    def __init__(self, game: Game, stop: Stop | None = None) -> None:
        assert isinstance(game, PyraosGame)
        super().__init__(game, stop)
        self._rules = rules_number(game.rules)
        self._obliged = game.obliged
        self._stack = _new_stack(1)
        self._mine = False
        self._values: PyraosValueSearch | None = None

    def _in_any_number(self, position: Position, goal: Goal) -> bool | None:
        """Ask who wins by proof numbers, which know endless play as well."""
        if self._values is None:
            self._values = PyraosValueSearch(self.game, self._stop or never)
        before = self._values.visited
        worth = self._values.worth(position, self.most)
        self.visited += self._values.visited - before
        self._pause()
        if worth is None:
            return None
        return worth == ("win" if position.to_move == goal.side else "loss")

    def new_table(self) -> Table:
        """Return an empty table: the spheres of both sides and who is to move are one word."""
        return empty_table(1)

    def fewest(self, position: Position, goal: Goal) -> int:
        """Return the turns it takes at least until the reserves are empty."""
        wanting, other = _reserves(position, goal)
        return max(wanting, other + (position.to_move == goal.side))

    def plies(self, position: Position, moves: int, mine: bool) -> int:
        """Return the plies: the last of them is the winner's."""
        return 2 * moves - mine

    def begin(self, position: Position, side: int, plies: int) -> None:
        """Put a position at the bottom of the stack."""
        assert isinstance(position, PyraosPosition)
        if len(self._stack.plies) < plies + 1:
            self._stack = _new_stack(plies + 1)
        self._stack.sides[0] = position.own, position.other
        self._stack.plies[0] = plies
        self._mine = position.side == side

    def run(self, table: Table, state: npt.NDArray[np.int64], most: int) -> None:
        """Go on with the search for some `most` positions more."""
        _search(table, self._stack, state, self._mine, self._rules, self._obliged, most)


def _reserves(position: Position, goal: Goal) -> tuple[int, int]:
    """The spheres in reserve of the side with the goal, and of the other."""
    other = next(player for player in position.game.players if player != goal.side)
    return position.reserves[goal.side], position.reserves[other]


def _new_stack(levels: int) -> _Stack:
    return _Stack(
        np.zeros((levels, 2), np.uint64),
        np.zeros(levels, np.int64),
        np.empty((levels, MAX_MOVES), np.int64),
        np.zeros(levels, np.int64),
        np.zeros(levels, np.int64),
        np.zeros(1, np.uint64),
        np.empty((2, MAX_MOVES), np.int64),
    )


@kernel
def _settled(own: Word, other: Word, plies: int, mine: bool) -> int:
    """Return 1 where the goal is reached, 0 where it is out of reach in `plies`, else -1.

    `mine`: the side with the goal is to move.
    """
    if (own | other) & _APEX:
        return 1 if bool(own & _APEX) == mine else 0
    turns = (plies + 1) // 2 if mine else plies // 2
    left_own, left_other = SPHERES - np.int64(ones(own)), SPHERES - np.int64(ones(other))
    if mine:
        return 0 if left_own > turns or left_other > turns - 1 else -1
    return 0 if left_other > turns or left_own > turns else -1


@kernel
def _known(table: Table, key: Keys, own: Word, other: Word, plies: int, mine: bool) -> int:
    """Return what the table says in `plies`: 1, 0, or -1."""
    key[0] = _key(own, other, mine)
    return look_up(table.keys, table.known, key, plies)


@kernel
def _key(own: Word, other: Word, mine: bool) -> Word:
    """One word: the spheres of the side to move, of the other, who is to move."""
    word = own | other << _U(30)
    return word | _SIDE if mine else word


@kernel
def _gain(move: int) -> int:
    """How many spheres the mover's reserve gains, plus one: 0 to 3."""
    return (move >> 5 & 31 != 0) + (move >> 10 & 31 != 0) + (move >> 15 & 31 != 0)


@kernel
def _sort(moves: Ints, count: Int, first: int, room: Ints) -> None:
    """Put the moves that save most of the reserve first, and `first` before all."""
    n = 0
    if first >= 0:
        for k in range(count):
            if moves[k] == first:
                room[0, n] = first
                n += 1
    for gain in range(3, -1, -1):
        for k in range(count):
            if moves[k] != first and _gain(moves[k]) == gain:
                room[0, n] = moves[k]
                n += 1
    for k in range(count):
        moves[k] = room[0, k]


@kernel
def _best(table: Table, key: Keys) -> int:
    slot = find(table.keys, table.known, key)
    return -1 if slot < 0 else table.known[slot, BEST]


@kernel
def _open(
    table: Table, stack: _Stack, level: int, own: Word, other: Word, plies: int, mine: bool,
    rules: int, obliged: bool,
) -> int:  # fmt: skip
    """List the moves of a position in the order they are tried; 1 or 0 where one decides at once.

    Else -1. A move decides that leads to what is settled or known.
    """
    moves = stack.moves[level]
    count = list_moves(own, other, rules, obliged, moves)
    stack.key[0] = _key(own, other, mine)
    _sort(moves, count, _best(table, stack.key), stack.room)
    wanted = 1 if mine else 0
    left = 0
    for k in range(count):
        after = moved(own, moves[k])
        found = _settled(other, after, plies - 1, not mine)
        if found < 0 and plies >= _LOOK_AHEAD:
            found = _known(table, stack.key, other, after, plies - 1, not mine)
        if found == wanted:
            stack.key[0] = _key(own, other, mine)
            keep(table.keys, table.known, table.used, stack.key, plies, mine, moves[k])
            return wanted
        if found < 0:
            moves[left] = moves[k]
            left += 1
    stack.counts[level], stack.done[level] = left, 0
    return -1


@kernel
def _search(
    table: Table, stack: _Stack, state: Ints, bottom: bool, rules: int, obliged: bool, most: int
) -> None:
    """Go on where `state` says, for some `most` positions."""
    level, mode, value = state[LEVEL], state[MODE], state[VALUE]
    visited, until = state[VISITED], state[VISITED] + most
    while mode != FINISHED:
        mine = bottom == (level % 2 == 0)
        own, other, plies = stack.sides[level, 0], stack.sides[level, 1], stack.plies[level]
        if mode == ENTER:
            if visited >= until:
                break
            visited += 1
            found = _settled(own, other, plies, mine)
            if found < 0:
                found = _known(table, stack.key, own, other, plies, mine)
            if found < 0:
                found = _open(table, stack, level, own, other, plies, mine, rules, obliged)
            if found < 0:
                mode = NEXT
            else:
                mode, value = RETURN, found
        elif mode == NEXT:
            k = stack.done[level]
            if k == stack.counts[level]:
                # Nothing wins, or nothing saves: the other side has its way.
                value = 0 if mine else 1
                stack.key[0] = _key(own, other, mine)
                keep(table.keys, table.known, table.used, stack.key, plies, value == 1, -1)
                mode = RETURN
            else:
                stack.done[level] = k + 1
                after = moved(own, stack.moves[level, k])
                level += 1
                stack.sides[level, 0], stack.sides[level, 1] = other, after
                stack.plies[level] = plies - 1
                mode = ENTER
        elif level == 0:
            mode = FINISHED
        else:
            level -= 1
            mine = not mine
            mode = NEXT
            if (value == 1) == mine:
                own, other = stack.sides[level, 0], stack.sides[level, 1]
                stack.key[0] = _key(own, other, mine)
                move = stack.moves[level, stack.done[level] - 1]
                plies = stack.plies[level]
                keep(table.keys, table.known, table.used, stack.key, plies, value == 1, move)
                mode = RETURN
    state[LEVEL], state[MODE], state[VALUE], state[VISITED] = level, mode, value, visited
