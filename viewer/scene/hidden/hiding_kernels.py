"""Balls walked from the nearest on, and the pixels that those before have covered.

Two balls that do not overlap are told apart by the plane half way between their centres: a line of
sight that meets both meets the one first whose centre is nearer to the eye. So a ball is hidden
where every pixel it may touch is surely covered by balls with nearer centres. "May touch" and
"surely" differ by the soft edge, which falls off over a pixel, and by a margin for rounding.

What is covered is kept as bits, a row of words a row of pixels. Rows count from below, as OpenGL's.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from model.kernels import kernel
from viewer.scene.hidden.outlines import WHOLE, Ellipse, FrameView, dot, outline, window

Float32 = npt.NDArray[np.float32]
Float64 = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]
Order = npt.NDArray[np.int64]
Parts = npt.NDArray[np.uint8]

NOT_DRAWN, DRAWN, COVERS = 0, 1, 2
"""The part a ball plays: none, drawn, or drawn in full so that it hides what is behind it."""
BUCKETS = 4096

_U = np.uint64
_ALL = _U(0xFFFFFFFFFFFFFFFF)
_HASH = _U(0x03F79D71B4CB0A89)
"""A sequence in which all numbers of six bits occur: times a single bit, the upper six tell it."""
_NUMBERS = np.zeros(64, np.int64)
for _k in range(64):
    _NUMBERS[((1 << _k) * int(_HASH) & int(_ALL)) >> 58] = _k


@kernel
def between(low: float, high: float, count: int) -> tuple[int, int]:
    """Return the first and the last pixel with its middle in there; none: the last is before."""
    low, high = low - 0.5, high - 0.5
    if high < 0 or low > count - 1:
        return 0, -1
    return (int(low) + 1 if low >= 0 else 0), min(int(high), count - 1)


@kernel
def span(row: int, ellipse: Ellipse, width: int) -> tuple[int, int]:
    """Return the first and the last pixel of a row that lie in an ellipse."""
    aside = row + 0.5 - ellipse[1]
    share = aside / ellipse[4]
    rest = 1 - share * share
    if rest <= 0:
        return 0, -1
    half = ellipse[3] * sqrt(rest)
    middle = ellipse[0] + ellipse[2] * aside
    return between(middle - half, middle + half, width)


@kernel
def bits(word: int, first: int, last: int) -> np.uint64:
    """Return the bits of a word that stand for the pixels from `first` to `last`."""
    found = _ALL
    if word == first >> 6:
        found &= _ALL << _U(first & 63)
    if word == last >> 6:
        found &= _ALL >> _U(63 - (last & 63))
    return found


@kernel
def is_covered(covered: Words, rows: tuple[int, int], columns: tuple[int, int]) -> bool:
    """Say whether every pixel of a rectangle is covered."""
    for word in range(columns[0] >> 6, (columns[1] >> 6) + 1):
        wanted = bits(word, columns[0], columns[1])
        for row in range(rows[0], rows[1] + 1):
            if covered[row, word] & wanted != wanted:
                return False
    return True


@kernel
def cover(covered: Words, ellipse: Ellipse, look: FrameView) -> None:
    """Cover the pixels of an ellipse."""
    low, high = between(ellipse[1] - ellipse[4], ellipse[1] + ellipse[4], look.height)
    for row in range(low, high + 1):
        first, last = span(row, ellipse, look.width)
        if first <= last:
            for word in range(first >> 6, (last >> 6) + 1):
                covered[row, word] |= bits(word, first, last)


@kernel
def lowest(word: np.uint64) -> int:
    """Return the number of the lowest bit that is set."""
    return int(_NUMBERS[((word & (~word + _U(1))) * _HASH) >> _U(58)])


@kernel
def highest(word: np.uint64) -> int:
    """Return the number of the highest bit that is set."""
    word |= word >> _U(1)
    word |= word >> _U(2)
    word |= word >> _U(4)
    word |= word >> _U(8)
    word |= word >> _U(16)
    word |= word >> _U(32)
    return lowest(word ^ (word >> _U(1)))


@kernel
def free_part(
    covered: Words, free: Words, ellipse: Ellipse, look: FrameView, any_will_do: bool
) -> tuple[int, int, int, int]:
    """Return columns and rows around the pixels of an ellipse that are not covered.

    Parameters
    ----------
    free
        A row of words to work with, all zero; it is so again afterwards.
    any_will_do
        A part that holds some of these pixels is enough of an answer.

    Returns
    -------
    first, last, low, high
        Columns, then rows; (0, -1, 0, -1) where every pixel is covered.
    """
    wide = sqrt(ellipse[3] * ellipse[3] + (ellipse[2] * ellipse[4]) ** 2)
    rows = between(ellipse[1] - ellipse[4], ellipse[1] + ellipse[4], look.height)
    columns = between(ellipse[0] - wide, ellipse[0] + wide, look.width)
    if rows[1] < rows[0] or columns[1] < columns[0] or is_covered(covered, rows, columns):
        return 0, -1, 0, -1
    low, high = -1, -1
    for row in range(rows[0], rows[1] + 1):
        first, last = span(row, ellipse, look.width)
        if last < first:
            continue
        found = _U(0)
        for word in range(first >> 6, (last >> 6) + 1):
            here = bits(word, first, last) & ~covered[row, word]
            found |= here
            if not any_will_do:
                free[word] |= here
        if found:
            if any_will_do:
                return first, last, row, row
            low = row if low < 0 else low
            high = row
    if low < 0:
        return 0, -1, 0, -1
    first, last = -1, -1
    # A column at the very edge of an ellipse may lie a rounding beside the box around it.
    for word in range(max(columns[0] - 1, 0) >> 6, min(columns[1] + 1, look.width - 1) // 64 + 1):
        if free[word]:
            first = 64 * word + lowest(free[word]) if first < 0 else first
            last = 64 * word + highest(free[word])
            free[word] = 0
    return first, last, low, high


@kernel
def by_distance(
    centres: Float64, radii: Float64, parts: Parts, look: FrameView
) -> tuple[Order, Order, Float64]:
    """Return the balls that are drawn, the nearest first.

    Returns
    -------
    order, starts
        The balls, and where each bucket of them begins: those in one are about as far from the eye
        and stand in any order.
    rows
        (m, 5) of each: to the right of the eye, above and ahead of it, radius, part.
    """
    n = len(centres)
    far = np.empty(n)
    low, high = np.inf, -np.inf
    for i in range(n):
        if parts[i] == NOT_DRAWN:
            continue
        way = (
            centres[i, 0] - look.eye[0],
            centres[i, 1] - look.eye[1],
            centres[i, 2] - look.eye[2],
        )
        far[i] = dot(way, look.forward) if look.parallel else sqrt(dot(way, way))
        low, high = min(low, far[i]), max(high, far[i])
    scale = (BUCKETS - 1) / (high - low) if high > low else 0.0
    bucket = np.empty(n, np.int32)
    starts = np.zeros(BUCKETS + 1, np.int64)
    for i in range(n):
        if parts[i] != NOT_DRAWN:
            bucket[i] = int((far[i] - low) * scale)
            starts[bucket[i] + 1] += 1
    for b in range(BUCKETS):
        starts[b + 1] += starts[b]
    room = starts.copy()
    order = np.empty(starts[BUCKETS], np.int64)
    rows = np.empty((len(order), 5))
    for i in range(n):
        if parts[i] == NOT_DRAWN:
            continue
        at = room[bucket[i]]
        room[bucket[i]] += 1
        way = (
            centres[i, 0] - look.eye[0],
            centres[i, 1] - look.eye[1],
            centres[i, 2] - look.eye[2],
        )
        order[at] = i
        rows[at, 0] = dot(way, look.right)
        rows[at, 1] = dot(way, look.up)
        rows[at, 2] = dot(way, look.forward)
        rows[at, 3], rows[at, 4] = radii[i], parts[i]
    return order, starts, rows


@kernel
def seen_balls(
    centres: Float64, radii: Float64, parts: Parts, windows: Float32, look: FrameView
) -> Order:
    """Return the balls that are not hidden, the nearest first.

    Parameters
    ----------
    centres, radii, parts
        (n, 3), (n,) and (n,) of all balls; they do not overlap.
    windows
        (n, 4), four times the part of each seen ball's quad that is not hidden; narrower than all
        of it only for those that cover.
    look
        How they are looked at.
    """
    words = (look.width + 63) >> 6
    covered = np.zeros((look.height, words), np.uint64)
    free = np.zeros(words, np.uint64)
    order, starts, rows = by_distance(centres, radii, parts, look)
    count = 0
    for b in range(BUCKETS):
        begun = count
        # Those of one bucket may hide each other: all are looked at before one of them covers.
        for j in range(starts[b], starts[b + 1]):
            place, radius = (rows[j, 0], rows[j, 1], rows[j, 2]), rows[j, 3]
            only = rows[j, 4] != COVERS
            code = WHOLE
            if place[2] > look.nearest + 1:
                found, ellipse = outline(place, radius, 1.0, look)
                if found:
                    part = free_part(covered, free, ellipse, look, only)
                    if part[1] < part[0]:
                        continue
                    if not only:
                        code = window(part, place, radius, look)
            i = order[j]
            for corner in range(4):
                windows[i, corner] = code
            order[count] = i
            rows[count] = rows[j]
            count += 1
        for j in range(begun, count):
            place = (rows[j, 0], rows[j, 1], rows[j, 2])
            if rows[j, 4] == COVERS and place[2] > look.nearest + 1:
                found, ellipse = outline(place, rows[j, 3], -1.0, look)
                if found:
                    cover(covered, ellipse, look)
    return order[:count]
