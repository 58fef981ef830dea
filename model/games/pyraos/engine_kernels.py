"""The kernels of the Pyraos engine: positions judged, entered and played on, the search.

Windows, cut-offs and the table are those of `model.search.alpha_beta_kernels`; moves are numbered
as in `model.games.pyraos.kernels`. Nothing is tried by doing nothing: a side that need not spend a
sphere gains by it, so a null move would say too much.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.games.pyraos.kernels import PASS, list_moves, moved
from model.games.pyraos.place_kernels import Word, ones, removing_places
from model.games.pyraos.places import CHILDREN, PLACES, TOP
from model.games.pyraos.worth_kernels import Found, Points, static_value
from model.kernels import Ints, kernel
from model.search.alpha_beta_kernels import (
    ALPHA,
    BEST,
    COUNT,
    DONE,
    ENTER,
    EXTRA,
    FINISHED,
    FIRST,
    KEY,
    LEFT,
    LENGTH,
    LEVEL,
    LEVELS,
    LOUD,
    MATE,
    MODE,
    NEXT,
    NODES,
    OPEN,
    RESULT,
    RETURN,
    ROOT_OVER,
    SINCE,
    Frames,
    Rows,
    Tree,
    ascend,
    close,
    descend,
    far_off,
    habit,
    look_up,
    may_be_far_off,
    open_window,
    repeats,
    take,
)
from model.search.bound_table import BoundTable, Keys, Known, mixed

Sides = npt.NDArray[np.uint64]
"""(LEVELS, 2) bits of the side to move and of the one that waits."""
Maps = npt.NDArray[np.uint64]
"""(8, 4, 256) by symmetry and byte: the bits to which the bits of that byte go."""
_FIRST, _SAVED, _STOPPED = 1 << 28, 1 << 21, 1 << 20
_FEW = 40
"""Moves up to which those that save two spheres are never looked at less deep."""
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
    margins
        (k,) int64 points by which the worth of a position may well change, by plies, fewer than k.
    """

    sides: Sides
    maps: Maps
    points: Points
    found: Found
    margins: Ints


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
def enter(
    frames: Frames, sides: Sides, level: int, own: Word, other: Word, side: int, past: int,
    even_to: int, maps: Maps,
) -> None:  # fmt: skip
    """Put a position on a level; with few spheres its image that stands for all of them.

    At the root the position stays as it is, and is known by that image's key. `past` tells tables
    apart: what stood twice before is drawn when it stands again.
    """
    sides[level, 0], sides[level, 1] = own, other
    if np.int64(ones(own | other)) <= even_to:
        turn = turn_of(own, other, maps)
        if turn:
            own, other = _turned(own, maps, turn), _turned(other, maps, turn)
            if level:
                sides[level, 0], sides[level, 1] = own, other
    word = own | other << _PLACES
    if side:
        word |= _SIDE
    frames[level, KEY] = mixed(word)
    frames[level, EXTRA] = past


@kernel
def _go(
    frames: Frames, sides: Sides, level: int, move: int, side: int, past: int, even_to: int,
    rules: int, maps: Maps,
) -> None:  # fmt: skip
    """Play a move of a level into the next."""
    after = moved(sides[level, 0], move)
    enter(frames, sides, level + 1, sides[level, 1], after, 1 - side, past, even_to, maps)
    # Without take-backs and lifts spheres only become more; a lift only goes up.
    frames[level + 1, SINCE] = 0 if rules == CHILDREN and move != PASS else frames[level, SINCE] + 1


@kernel
def _list(
    frames: Frames, moves: Rows, scores: Rows, history: Rows, sides: Sides, level: int, side: int,
    rules: int, obliged: bool,
) -> None:  # fmt: skip
    """List the moves of a level with their scores: what saves spheres first, then what stops."""
    own, other = sides[level, 0], sides[level, 1]
    count = list_moves(own, other, rules, obliged, moves[level])
    frames[level, COUNT] = count
    first = frames[level, FIRST]
    stopping = removing_places(other, rules)
    for k in range(count):
        move = moves[level, k]
        if move == first:
            scores[level, k] = _FIRST
            continue
        saved = (move >> 5 & 31 != 0) + (move >> 10 & 31 != 0) + (move >> 15 & 31 != 0)
        score = 4 * habit(frames, history, level, side, move) + saved * _SAVED
        if move != PASS and stopping >> _U(move & 31) & _ONE:
            score += _STOPPED
        if saved > 1 and score < LOUD and count <= _FEW:
            score += LOUD
        scores[level, k] = score


@kernel
def _enter(
    frames: Frames, sides: Sides, level: int, keys: Keys, known: Known, state: Ints,
    rules: int, points: Points, found: Found, margins: Ints,
) -> int:  # fmt: skip
    """Return what a position that goes on is worth, if known, a leaf or far off; else OPEN."""
    if open_window(frames, level):
        return int(frames[level, ALPHA])
    own, other = sides[level, 0], sides[level, 1]
    if frames[level, LEFT] <= 0 or level >= LEVELS - 2:
        return int(static_value(own, other, rules, points, found))
    value = look_up(frames, level, keys, known)
    if value != OPEN or not may_be_far_off(frames, level, state, margins):
        return int(value)
    return int(far_off(frames, level, static_value(own, other, rules, points, found), margins))


@kernel
def search(
    tree: Tree, table: BoundTable, state: Ints, stack: Stack, bottom: int, past: int, even_to: int,
    rules: int, obliged: bool, most: int,
) -> None:  # fmt: skip
    """Go on where `state` says, for some `most` positions.

    `bottom` is the side to move at the root, `even_to` the spheres up to which a position is
    exchanged for its image.
    """
    frames, moves, scores, lines, history, root, twice = tree
    sides, maps, points, found, margins = stack
    keys, known = table
    level, mode, value = state[LEVEL], state[MODE], state[RESULT]
    nodes, until = state[NODES], state[NODES] + most
    while mode != FINISHED:
        side = (bottom + level) & 1
        if mode == ENTER:
            if nodes >= until:
                break
            nodes += 1
            frames[level, LENGTH] = 0
            mode = RETURN
            if sides[level, 1] & _APEX:
                value = level - MATE
                if level == 1:
                    root[frames[0, DONE] - 1, ROOT_OVER] = 1
                continue
            if repeats(frames, level, twice):
                value = 0
                continue
            value = _enter(frames, sides, level, keys, known, state, rules, points, found, margins)
            if value == OPEN:
                mode = NEXT
        elif mode == NEXT:
            if frames[level, COUNT] < 0:
                _list(frames, moves, scores, history, sides, level, side, rules, obliged)
            move = take(frames, moves, scores, level)
            if move < 0:
                value = close(frames, keys, known, state, level)
                mode = RETURN
                continue
            _go(frames, sides, level, move, side, past, even_to, rules, maps)
            descend(frames, scores, level, state)
            level += 1
            mode = ENTER
        elif level == 0:
            mode = FINISHED
        else:
            level -= 1
            state[NODES] = nodes
            mode = ascend(frames, scores, lines, history, root, keys, known, state, level, -value,
                          (bottom + level) & 1)  # fmt: skip
            if mode == RETURN:
                value = frames[level, BEST]
            elif mode == ENTER:
                level += 1
    state[LEVEL], state[MODE], state[RESULT], state[NODES] = level, mode, value, nodes
