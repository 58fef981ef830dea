"""What alpha-beta asks of Pyraos: positions entered and evaluated, moves ordered and made.

The search is `model.search.alpha_beta.alpha_beta_search`; moves are numbered as in
`model.games.pyraos.kernels`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyraos.evaluation_kernels import Found, Points, static_value
from model.games.pyraos.kernels import PASS, list_moves, moved
from model.games.pyraos.place_kernels import Word, ones, removing_places
from model.games.pyraos.places import CHILDREN, PLACES, TOP
from model.kernels import inlined_kernel, kernel, specialised
from model.search.alpha_beta import alpha_beta_search
from model.search.alpha_beta.alpha_beta_kernels import (
    EXTRA,
    KEY,
    MATE,
    OPEN,
    SINCE,
    TACTICAL,
    Frames,
    Rows,
)
from model.search.alpha_beta.transposition_table import hash63

Sides = npt.NDArray[np.uint64]
"""(LEVELS, 2) bits of the side to move and of the one that waits."""
Maps = npt.NDArray[np.uint64]
"""(8, 4, 256) by symmetry and byte: the bits to which the bits of that byte go."""
_SAVED, _STOPPED = 1 << 21, 1 << 20
_FEW = 40
"""Moves up to which those that save two spheres are never searched less deep."""
_U = np.uint64
_ONE, _APEX, _BYTE = _U(1), _U(1 << TOP), _U(0xFF)
_PLACES, _SIDE, _S8, _S16, _S24 = _U(PLACES), _U(1 << 62), _U(8), _U(16), _U(24)


class Stack(NamedTuple):
    """The positions of the line of play, and what is asked about them.

    Attributes
    ----------
    sides
        (LEVELS, 2) uint64 bits of the side to move and of the one that waits.
    maps
        (8, 4, 256) uint64 the symmetries of the board.
    points
        (SIZE,) int16 what features are worth.
    found
        (FEATURES,) int64 room for those of a position.
    rules, obliged
        The rule set by number, and whether a square obliges to take spheres back.
    side
        The side to move at the root, 0 or 1.
    even_to
        Spheres up to which a position is exchanged for its image.
    past
        What tells tables apart: a position that stood twice before is drawn when it stands again.
    """

    sides: Sides
    maps: Maps
    points: Points
    found: Found
    rules: int
    obliged: bool
    side: int
    even_to: int
    past: int


@kernel
def _turned(own: Word, maps: Maps, turn: int) -> Word:
    """Return bits as a symmetry of the board moves them."""
    found = maps[turn, 0, own & _BYTE] | maps[turn, 1, (own >> _S8) & _BYTE]
    found |= maps[turn, 2, (own >> _S16) & _BYTE]
    return _U(found | maps[turn, 3, own >> _S24])


@kernel
def turn_of(own: Word, other: Word, maps: Maps) -> int:
    """Return the symmetry by which a position becomes the one that stands for all its images."""
    best, chosen = own | other << _PLACES, 0
    for turn in range(1, 8):
        word = _turned(own, maps, turn) | _turned(other, maps, turn) << _PLACES
        if word < best:
            best, chosen = word, turn
    return chosen


@kernel
def enter(line: Stack, frames: Frames, level: int, own: Word, other: Word, side: int) -> None:
    """Put a position on a level; with few spheres its image that stands for all of them.

    At the root the position stays as it is, and is known by that image's key.
    """
    sides = line.sides
    sides[level, 0], sides[level, 1] = own, other
    if np.int64(ones(own | other)) <= line.even_to:
        turn = turn_of(own, other, line.maps)
        if turn:
            own, other = _turned(own, line.maps, turn), _turned(other, line.maps, turn)
            if level:
                sides[level, 0], sides[level, 1] = own, other
    word = own | other << _PLACES
    if side:
        word |= _SIDE
    frames[level, KEY] = hash63(word)
    frames[level, EXTRA] = line.past


@inlined_kernel
def _value_if_over(line: Stack, level: int, moves: Rows, scores: Rows) -> int:
    return level - MATE if line.sides[level, 1] & _APEX else OPEN


@inlined_kernel
def _evaluate(line: Stack, level: int) -> int:
    own, other = line.sides[level, 0], line.sides[level, 1]
    return int(static_value(own, other, line.rules, line.points, line.found))


@inlined_kernel
def _make(line: Stack, frames: Frames, level: int, move: int) -> None:
    after = moved(line.sides[level, 0], move)
    enter(line, frames, level + 1, line.sides[level, 1], after, (line.side + level + 1) & 1)
    # Without take-backs and lifts spheres only become more; a lift only goes up.
    goes_up = line.rules == CHILDREN and move != PASS
    frames[level + 1, SINCE] = 0 if goes_up else frames[level, SINCE] + 1


@inlined_kernel
def _list_moves(line: Stack, level: int, tactical: bool, moves: Rows, scores: Rows) -> int:
    """List the moves with their scores: what saves spheres first, then what stops the other."""
    own, other = line.sides[level, 0], line.sides[level, 1]
    count = list_moves(own, other, line.rules, line.obliged, moves[level])
    stopping = removing_places(other, line.rules)
    for k in range(count):
        move = moves[level, k]
        saved = (move >> 5 & 31 != 0) + (move >> 10 & 31 != 0) + (move >> 15 & 31 != 0)
        score = saved * _SAVED
        if move != PASS and stopping >> _U(move & 31) & _ONE:
            score += _STOPPED
        if saved > 1 and count <= _FEW:
            score += TACTICAL
        scores[level, k] = score
    return int(count)


@inlined_kernel
def _ordered(score: int, history: int) -> int:
    return score + 4 * history


search = specialised(
    alpha_beta_search.search,
    value_if_over=_value_if_over,
    evaluate=_evaluate,
    list_moves=_list_moves,
    ordered=_ordered,
    make=_make,
)
