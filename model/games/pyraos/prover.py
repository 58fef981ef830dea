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
from model.games.pyraos.kernels import MAX_MOVES, SPHERES, TOP, Word, list_moves, moved, ones
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.turns import rules_number
from model.games.pyraos.value_search import PyraosValueSearch
from model.kernels import Int, Ints, inlined_kernel, kernel, specialised
from model.search.proofs import proof_search
from model.search.proofs.proof_search import (
    OPEN,
    DeepeningProver,
    Keys,
    ProofStack,
    ProofTable,
    empty_table,
    new_stack,
)

_U = np.uint64
_APEX, _SIDE = _U(1 << TOP), _U(1 << 63)


def never() -> bool:
    """Return False: nothing stops a search that nobody waits for."""
    return False


class PyraosLine(NamedTuple):
    """The positions of the line of play, and the rules.

    Attributes
    ----------
    sides
        (levels, 2) bits of the side to move and of the one that waits.
    rules, obliged
        The rule set by number, and whether a square obliges to take spheres back.
    room
        (MAX_MOVES,) room for sorting.
    """

    sides: npt.NDArray[np.uint64]
    rules: int
    obliged: bool
    room: npt.NDArray[np.int64]


@kernel
def _settled_with(own: Word, other: Word, plies: int, mine: bool) -> int:
    """Return 1 where the goal is reached, 0 where it is out of reach in `plies`, else OPEN.

    `mine`: the side with the goal is to move.
    """
    if (own | other) & _APEX:
        return 1 if bool(own & _APEX) == mine else 0
    turns = (plies + 1) // 2 if mine else plies // 2
    left_own, left_other = SPHERES - np.int64(ones(own)), SPHERES - np.int64(ones(other))
    if mine:
        return 0 if left_own > turns or left_other > turns - 1 else OPEN
    return 0 if left_other > turns or left_own > turns else OPEN


@inlined_kernel
def _settled(line: PyraosLine, stack: ProofStack, level: int, mine: bool) -> int:
    own, other = line.sides[level, 0], line.sides[level, 1]
    return int(_settled_with(own, other, stack.plies[level], mine))


@inlined_kernel
def _settled_ahead(line: PyraosLine, level: int, plies: int, mine: bool) -> int:
    return int(_settled_with(line.sides[level, 0], line.sides[level, 1], plies, mine))


@inlined_kernel
def _looks_ahead(plies: int) -> bool:
    """Whether to look at all that follows, always: that much is quickly told."""
    return True


@inlined_kernel
def _write_key(line: PyraosLine, level: int, mine: bool, key: Keys) -> None:
    """One word: the spheres of the side to move, of the other, who is to move."""
    word = line.sides[level, 0] | line.sides[level, 1] << _U(30)
    key[0] = word | _SIDE if mine else word


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
                room[n] = first
                n += 1
    for gain in range(3, -1, -1):
        for k in range(count):
            if moves[k] != first and _gain(moves[k]) == gain:
                room[n] = moves[k]
                n += 1
    for k in range(count):
        moves[k] = room[k]


@inlined_kernel
def _list_moves(
    line: PyraosLine, stack: ProofStack, table: ProofTable, level: int, mine: bool, first: int
) -> int:
    own, other, moves = line.sides[level, 0], line.sides[level, 1], stack.moves[level]
    count = list_moves(own, other, line.rules, line.obliged, moves)
    _sort(moves, count, first, line.room)
    stack.counts[level] = count
    return OPEN


@inlined_kernel
def _make(line: PyraosLine, level: int, move: int) -> None:
    sides = line.sides
    sides[level + 1, 0] = sides[level, 1]
    sides[level + 1, 1] = moved(sides[level, 0], move)


_search = specialised(
    proof_search.search,
    settled=_settled,
    settled_ahead=_settled_ahead,
    looks_ahead=_looks_ahead,
    write_key=_write_key,
    list_moves=_list_moves,
    make=_make,
)


class PyraosProver(DeepeningProver):
    """Answers what a side can force in Pyraos; see `model.contract.search.Prover`."""

    kernel = _search
    _line: PyraosLine
    slice = 6_000
    most = 6_000_000

    def __init__(self, game: Game, stop: Stop | None = None) -> None:
        assert isinstance(game, PyraosGame)
        super().__init__(game, stop)
        self._rules = rules_number(game.rules)
        self._obliged = game.obliged
        self._stack, self._line = self.room(1)
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

    def new_table(self) -> ProofTable:
        """Return an empty table: the spheres of both sides and who is to move are one word."""
        return empty_table(1)

    def fewest(self, position: Position, goal: Goal) -> int:
        """Return the turns it takes at least until the reserves are empty."""
        wanting, other = _reserves(position, goal)
        return max(wanting, other + (position.to_move == goal.side))

    def plies(self, position: Position, moves: int, mine: bool) -> int:
        """Return the plies: the last of them is the winner's."""
        return 2 * moves - mine

    def begin(self, position: Position, side: int) -> None:
        """Put a position at the bottom of the stack."""
        assert isinstance(position, PyraosPosition)
        self._line.sides[0] = position.own, position.other

    def room(self, levels: int) -> tuple[ProofStack, PyraosLine]:
        """Return room for so many positions."""
        sides, room = np.zeros((levels, 2), np.uint64), np.empty(MAX_MOVES, np.int64)
        line = PyraosLine(sides, self._rules, self._obliged, room)
        return new_stack(levels, MAX_MOVES, 1, np.int64), line


def _reserves(position: Position, goal: Goal) -> tuple[int, int]:
    """The spheres in reserve of the side with the goal, and of the other."""
    other = next(player for player in position.game.players if player != goal.side)
    return position.reserves[goal.side], position.reserves[other]
