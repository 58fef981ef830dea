"""Configurations: the sets of points that can be taken, up to symmetry, as tables number them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.kernels import Int, inlined_kernel, kernel

Wide = npt.NDArray[np.int64]
Narrow = npt.NDArray[np.int32]


class Canonical(NamedTuple):
    """Configurations up to symmetry; the canonical one is the least of all images, as a number.

    Attributes
    ----------
    number, turn
        (all configurations,) the number of the canonical one they are turned to, by which symmetry.
    kept, filled, alike
        (c,) the bits of each canonical configuration, by how many points are taken; that number;
        how many configurations are turned to it.
    """

    number: Narrow
    turn: Narrow
    kept: Wide
    filled: Wide
    alike: Narrow


def configurations(down: Wide) -> Wide:
    """Return every set of points in which nothing floats, ascending; the full one is the last.

    Parameters
    ----------
    down
        (points,) bits: what each point must rest on.
    """
    layer = np.zeros(1, np.int64)
    found = [layer]
    for _ in down:
        grown = [
            layer[(layer >> point & 1 == 0) & (layer & under == under)] | np.int64(1 << point)
            for point, under in enumerate(down.tolist())
        ]
        layer = np.unique(np.concatenate(grown))
        found.append(layer)
    return np.sort(np.concatenate(found))


def image_of(occupied: Wide, image: Wide) -> Wide:
    """Return configurations with each point where a symmetry takes it."""
    found = np.zeros_like(occupied)
    for point, goal in enumerate(image.tolist()):
        found |= (occupied >> point & 1) << goal
    return found


def count_ones(bits: Wide) -> Wide:
    """Return how many bits are set."""
    return np.bitwise_count(bits).astype(np.int64)


def canonical(occupied: Wide, turned: Wide) -> Canonical:
    """Return what configurations are up to the symmetries `turned` (k, points)."""
    least, turn = occupied.copy(), np.zeros(len(occupied), np.int32)
    for at, image in enumerate(turned):
        here = image_of(occupied, image)
        better = here < least
        least[better], turn[better] = here[better], at
    kept, alike = np.unique(least, return_counts=True)
    order = np.lexsort((kept, count_ones(kept)))
    kept = kept[order]
    back = np.argsort(kept)
    number = back[np.searchsorted(kept[back], least)].astype(np.int32)
    return Canonical(number, turn, kept, count_ones(kept), alike[order].astype(np.int32))


@inlined_kernel
def place_of(occupied: Wide, bits: Int) -> Int:
    """Return where a configuration stands among all of them."""
    low, high = 0, len(occupied) - 1
    while low < high:
        middle = (low + high) >> 1
        if occupied[middle] < bits:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def configuration_of(base: Wide, state: Int) -> Int:
    """Return the number of the canonical configuration of a state, by the first states of each."""
    low, high = 0, len(base) - 2
    while low < high:
        middle = (low + high + 1) >> 1
        if base[middle] <= state:
            low = middle
        else:
            high = middle - 1
    return low


@kernel
def write_sides(within: Int, mask: Int, sides: Wide) -> None:
    """Write the points of the side to move and of the other, by a mask of the taken points."""
    sides[1] = within
    own = np.int64(0)
    while within:
        least = within & -within
        if mask & 1:
            own |= least
        mask >>= 1
        within ^= least
    sides[0] = own
    sides[1] ^= own
