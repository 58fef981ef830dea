"""Games of Pyraos played out at random, and trees grown by them: the kernels of the plain engine.

A random move is drawn by number, each as often as any other, so that moves need not be listed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyraos.kernels import (
    count_lifting,
    count_placing,
    list_moves,
    moved,
    nth_lifting,
    nth_to,
    openings,
)
from model.games.pyraos.place_kernels import Word
from model.games.pyraos.places import TOP
from model.kernels import Int, kernel
from model.search.chance import Words, below
from model.search.game_tree import (
    FIRST_WINS,
    SECOND_WINS,
    UNKNOWN,
    Tree,
    add_children,
    back_up,
    best_ucb,
    prove_up,
    settle,
)

LONGEST = 300
"""Plies a game is played on for; then it counts as a draw."""
DEEPEST = 400
"""Plies a way through the tree may have."""
_U = np.uint64
_APEX = _U(1 << TOP)


class Desk(NamedTuple):
    """The position that is played on, and room to write on.

    Attributes
    ----------
    sides
        (2, 2) uint64 bits of the side to move and of the other: of the root, then as they change.
    moves
        (MAX_MOVES,) int64 room for lists.
    way
        (DEEPEST + 1,) the nodes from the root down.
    stood
        (DEEPEST + 1, 2) uint64 the positions on that way.
    past
        (m, 2) uint64 positions that stood before, of the side to move and of the other.
    times
        (m, 2) int64 how often, and who was to move.
    """

    sides: npt.NDArray[np.uint64]
    moves: npt.NDArray[np.int64]
    way: npt.NDArray[np.int32]
    stood: npt.NDArray[np.uint64]
    past: npt.NDArray[np.uint64]
    times: npt.NDArray[np.int64]


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
def play_many(desk: Desk, rng: Words, rules: int, obliged: bool, games: int) -> float:
    """Play the root out so many times; return what its side to move makes of them."""
    won = 0.0
    own, other = desk.sides[0, 0], desk.sides[0, 1]
    for _ in range(games):
        won += play_out(own, other, rules, obliged, rng, LONGEST)
    return won


@kernel
def _went_round(desk: Desk, depth: int, side: int) -> bool:
    """Whether the position at the end of the way stands for the third time."""
    own, other = desk.stood[depth, 0], desk.stood[depth, 1]
    stood = 0
    for before in range(depth & 1, depth, 2):
        stood += desk.stood[before, 0] == own and desk.stood[before, 1] == other
    for k in range(desk.past.shape[0]):
        if desk.past[k, 0] == own and desk.past[k, 1] == other and desk.times[k, 1] == side:
            stood += desk.times[k, 0]
    return stood > 1


@kernel
def grow(
    tree: Tree, desk: Desk, rng: Words, exploration: float, side: int, rules: int, obliged: bool,
    patience: int, games: int,
) -> int:  # fmt: skip
    """Play games through the tree, and add to it.

    Returns
    -------
    int
        How many games were played: fewer than `games` once the root is settled, or when the tree
        has no room left.
    """
    way, moves, stood = desk.way, desk.moves, desk.stood
    for game in range(games):
        if tree.proved[0] != UNKNOWN:
            return game
        own, other, mover = desk.sides[0, 0], desk.sides[0, 1], side
        node: Int = np.int64(0)
        depth, way[0] = 1, 0
        stood[0, 0], stood[0, 1] = own, other
        drawn = False
        while tree.proved[node] == UNKNOWN and depth < DEEPEST and not drawn:
            if tree.branches[node] == 0:
                if node and tree.visits[node] < patience:
                    break
                many = np.int64(list_moves(own, other, rules, obliged, moves))
                if not add_children(tree, node, mover, moves, many):
                    return game
            node = best_ucb(tree, node, exploration)
            way[depth] = node
            own, other = other, moved(own, tree.move[node])
            mover = 1 - mover
            stood[depth, 0], stood[depth, 1] = own, other
            if other & _APEX:
                settle(tree, node, FIRST_WINS if mover else SECOND_WINS, 0)
            else:
                drawn = _went_round(desk, depth, mover)
            depth += 1
        proved = tree.proved[node]
        if proved != UNKNOWN:
            result = 1.0 if proved == FIRST_WINS else 0.0 if proved == SECOND_WINS else 0.5
            prove_up(tree, way, depth)
        elif drawn:
            result = 0.5
        else:
            result = play_out(own, other, rules, obliged, rng, LONGEST)
            if mover:
                result = 1.0 - result
        back_up(tree, way, depth, result, 1, 0.0)
    return games
