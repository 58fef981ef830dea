"""Games of Pyraos played out at random, and trees grown by them: the kernels of the plain engine.

A random move is drawn by number, each as often as any other: the moves are counted and
the one of that number is made, so that they need not be listed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyraos.kernels import (
    Word,
    covered,
    list_moves,
    lowest,
    moved,
    ones,
    removal_sets,
    removing_places,
    supported,
)
from model.games.pyraos.places import DOWN, HIGHER, SPHERES, TOP, UP
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
_ONE, _APEX, _BASE, _NONE = _U(1), _U(1 << TOP), _U(0xFFFF), _U(0)


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
def _nth(bits: Word, n: Int) -> Word:
    """Return the n-th of the set bits, counted from 0."""
    for _ in range(n):
        bits &= bits - _ONE
    return bits & (~bits + _ONE)


@kernel
def _count_there(
    own: Word, occupied: Word, places: Word, removing: Word, rules: int, obliged: bool
) -> Int:
    """Count the moves that put a sphere on any of `places` (`own` without it).

    `removing` holds all places where spheres may be taken back after it, and perhaps more.
    """
    special = places & removing
    if special:
        special &= removing_places(own, rules)
    total = np.int64(ones(places ^ special))
    while special:
        bit = special & (~special + _ONE)
        special ^= bit
        total += np.int64(removal_sets(own | bit, occupied | bit, obliged))
    return total


@kernel
def _play_there(
    own: Word, occupied: Word, places: Word, rules: int, obliged: bool, number: Int
) -> Word:
    """Return the mover's bits after one of the moves that `_count_there` counts."""
    special = places & removing_places(own, rules)
    plain = places ^ special
    many = np.int64(ones(plain))
    if number < many:
        return own | _nth(plain, number)
    number -= many
    while special:
        bit = special & (~special + _ONE)
        special ^= bit
        many = np.int64(removal_sets(own | bit, occupied | bit, obliged))
        if number < many:
            return take_back(own | bit, occupied | bit, obliged, number)
        number -= many
    return own


@kernel
def take_back(own: Word, occupied: Word, obliged: bool, number: Int) -> Word:
    """Return the mover's bits after one of the take-backs that `removal_sets` counts."""
    if not obliged:
        if number == 0:
            return own
        number -= 1
    free = own & ~covered(occupied)
    many = np.int64(ones(free))
    if number < many:
        return own ^ _nth(free, number)
    number -= many
    rest = free
    while rest:
        bit = rest & (~rest + _ONE)
        rest ^= bit
        many -= 1
        if number < many:
            return own ^ bit ^ _nth(rest, number)
        number -= many
    rest = free
    while rest:
        bit = rest & (~rest + _ONE)
        rest ^= bit
        under = DOWN[lowest(bit)] & own
        while under:
            beneath = under & (~under + _ONE)
            under ^= beneath
            if UP[lowest(beneath)] & occupied == bit:
                if number == 0:
                    own ^= bit ^ beneath
                    return own
                number -= 1
    return own


@kernel
def draw_move(own: Word, other: Word, rules: int, obliged: bool, rng: Words) -> Word:
    """Return the bits of the side to move after one of its moves, drawn at random.

    The top must be empty.
    """
    occupied = own | other
    places = supported(occupied) & ~occupied
    upper = places & ~_BASE
    removing = removing_places(own, rules) & places
    if np.int64(ones(own)) >= SPHERES:
        places = _NONE
    # What is lifted away completes nothing: a lift takes back only where `own` would as well.
    placing: Int = np.int64(ones(places))
    if removing and places:
        placing = _count_there(own, occupied, places, removing, rules, obliged)
    total = placing
    lifting = own & ~covered(occupied) if upper else _NONE
    rest = lifting
    while rest:
        source = rest & (~rest + _ONE)
        rest ^= source
        k = lowest(source)
        goals = upper & HIGHER[k] & ~UP[k]
        if goals & removing:
            left = own ^ source
            total += _count_there(left, occupied ^ source, goals, removing, rules, obliged)
        else:
            total += np.int64(ones(goals))
    if total == 0:
        return own
    drawn = np.int64(below(rng, total))
    if drawn < placing:
        if removing:
            return _play_there(own, occupied, places, rules, obliged, drawn)
        return own | _nth(places, drawn)
    drawn -= placing
    rest = lifting
    while rest:
        source = rest & (~rest + _ONE)
        rest ^= source
        k, left = lowest(source), own ^ source
        goals = upper & HIGHER[k] & ~UP[k]
        if goals & removing:
            many = _count_there(left, occupied ^ source, goals, removing, rules, obliged)
            if drawn < many:
                return _play_there(left, occupied ^ source, goals, rules, obliged, drawn)
        else:
            many = np.int64(ones(goals))
            if drawn < many:
                return left | _nth(goals, drawn)
        drawn -= many
    return own


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
