"""The plainest opponent in Pyraos at full speed: UCT with games played out at random."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.game import Move, Position
from model.games.pyraos.kernels import (
    MAX_MOVES,
    TOP,
    Word,
    count_lifting,
    count_placing,
    list_moves,
    moved,
    nth_lifting,
    nth_to,
    openings,
)
from model.games.pyraos.position import PyraosPosition
from model.games.pyraos.turns import from_number, rules_number
from model.kernels import Int, inlined_kernel, kernel, specialised
from model.search.prng import Words, below
from model.search.tree_search import plain_uct
from model.search.tree_search.game_tree import FIRST_WINS, SECOND_WINS, UNKNOWN, Tree, add_children
from model.search.tree_search.plain_uct import DEEPEST, RETURNED, PlainUct

# -- games of Pyraos played out at random, and trees grown by them ---------------------------------
# A random move is drawn by number, each as often as any other, so that moves need not be listed.


LONGEST = 300
"""Plies a game is played on for; then it counts as a draw."""
_U = np.uint64
_APEX = _U(1 << TOP)


class Workspace(NamedTuple):
    """The position that is played on, and room to write on.

    Attributes
    ----------
    sides
        (2,) uint64 bits of the side to move at the root and of the other.
    moves
        (MAX_MOVES,) int64 room for lists.
    stood
        (DEEPEST + 1, 2) uint64 the positions from the root down.
    past
        (m, 2) uint64 positions that stood before, of the side to move and of the other.
    times
        (m, 2) int64 how often, and who was to move.
    side
        Who is to move at the root, 0 or 1.
    rules, obliged
        The rule set by number, and whether a square obliges to take spheres back.
    """

    sides: npt.NDArray[np.uint64]
    moves: npt.NDArray[np.int64]
    stood: npt.NDArray[np.uint64]
    past: npt.NDArray[np.uint64]
    times: npt.NDArray[np.int64]
    side: int
    rules: int
    obliged: bool


@kernel
def draw_move(own: Word, other: Word, rules: int, obliged: bool, rng: Words) -> Word:
    """Return the bits of the side to move after one of its moves, drawn at random.

    The top must be empty.
    """
    occupied = own | other
    places, removing = openings(own, occupied, rules)
    placing = count_placing(own, occupied, places, removing, rules, obliged)
    total = placing + count_lifting(own, occupied, places, removing, rules, obliged)
    if total == 0:
        return own
    number = np.int64(below(rng, total))
    if number < placing:
        return nth_to(own, occupied, places, removing, rules, obliged, number)
    return nth_lifting(own, occupied, places, removing, rules, obliged, number - placing)


@kernel
def play_out(own: Word, other: Word, rules: int, obliged: bool, rng: Words, longest: int) -> float:
    """Play on at random to the end; return what the side to move makes of it."""
    for ply in range(longest):
        if other & _APEX:
            return 1.0 if ply & 1 else 0.0
        own, other = other, draw_move(own, other, rules, obliged, rng)
    return 0.5


@kernel
def play_many(work: Workspace, rng: Words, games: int) -> float:
    """Play the root out so many times; return what its side to move makes of them."""
    won = 0.0
    own, other = work.sides[0], work.sides[1]
    for _ in range(games):
        won += play_out(own, other, work.rules, work.obliged, rng, LONGEST)
    return won


@kernel
def _went_round(work: Workspace, depth: Int, side: Int) -> bool:
    """Whether the position at the end of the way stands for the third time."""
    own, other = work.stood[depth, 0], work.stood[depth, 1]
    stood = 0
    for before in range(depth & 1, depth, 2):
        stood += work.stood[before, 0] == own and work.stood[before, 1] == other
    for k in range(work.past.shape[0]):
        if work.past[k, 0] == own and work.past[k, 1] == other and work.times[k, 1] == side:
            stood += work.times[k, 0]
    return stood > 1


@inlined_kernel
def _restart(work: Workspace) -> None:
    work.stood[0, 0], work.stood[0, 1] = work.sides[0], work.sides[1]


@inlined_kernel
def _expand(work: Workspace, tree: Tree, node: Int, depth: Int) -> bool:
    own, other = work.stood[depth, 0], work.stood[depth, 1]
    many = np.int64(list_moves(own, other, work.rules, work.obliged, work.moves))
    return bool(add_children(tree, node, (work.side + depth) & 1, work.moves, many))


@inlined_kernel
def _play(work: Workspace, depth: Int, move: Int) -> None:
    stood = work.stood
    stood[depth, 0], stood[depth, 1] = stood[depth - 1, 1], moved(stood[depth - 1, 0], move)


@inlined_kernel
def _outcome(work: Workspace, depth: Int, is_new: bool) -> int:
    mover = (work.side + depth) & 1
    if work.stood[depth, 1] & _APEX:
        return FIRST_WINS if mover else SECOND_WINS
    return RETURNED if _went_round(work, depth, mover) else UNKNOWN


@inlined_kernel
def _play_out(work: Workspace, depth: Int, rng: Words) -> float:
    own, other = work.stood[depth, 0], work.stood[depth, 1]
    result = play_out(own, other, work.rules, work.obliged, rng, LONGEST)
    return 1.0 - result if (work.side + depth) & 1 else float(result)


grow = specialised(
    plain_uct.grow,
    restart=_restart,
    expand=_expand,
    play=_play,
    outcome=_outcome,
    play_out=_play_out,
)


# -- the opponent ----------------------------------------------------------------------------------


EXPLORATION = 0.5
"""The best of 0.3, 0.5, 0.7 and 1.0 against 0.5; docs/strength.md has the figures."""


class PlainPyraos(PlainUct):
    """UCT with random playouts; see `model.contract.search.Engine`."""

    exploration = EXPLORATION
    kernel = grow

    def workspace(self, position: Position) -> Workspace:
        """Return a position as kernels want it, and what they write on."""
        assert isinstance(position, PyraosPosition)
        return workspace_for(position)

    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move."""
        return from_number(number).text


def workspace_for(position: PyraosPosition) -> Workspace:
    """Return a position as kernels want it, and what they write on."""
    past = [
        ((black, white) if side else (white, black), (times, side))
        for (white, black, side), times in position.stood.items()
    ]
    return Workspace(
        np.array([position.own, position.other], np.uint64),
        np.zeros(MAX_MOVES, np.int64),
        np.zeros((DEEPEST + 1, 2), np.uint64),
        np.array([few for few, _ in past], np.uint64).reshape(-1, 2),
        np.array([few for _, few in past], np.int64).reshape(-1, 2),
        position.side,
        rules_number(position.game.rules),
        position.game.obliged,
    )
