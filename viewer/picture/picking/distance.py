"""How far two points are apart: steps from neighbour to neighbour, and a straight line."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.phrases import counted


@dataclass(frozen=True)
class Distance:
    """The distance of two points.

    Attributes
    ----------
    way
        Sites of a shortest way, both ends included; () where no way leads from one to the other.
    straight
        Length of the straight line between them, in ball diameters.
    ways
        How many shortest ways there are.
    """

    way: tuple[int, ...]
    straight: float
    ways: int


def distance(board: Board, start: int, end: int) -> Distance:
    """Measure how far two sites are apart, whatever stands between them.

    Of the shortest ways the one that keeps closest to the straight line is given (the sum of the
    squared distances from it is least; site order breaks ties).

    Parameters
    ----------
    start, end
        Sites of `board`.
    """
    steps = _steps(board, end)
    centres = board.centres
    straight = float(np.linalg.norm(centres[end] - centres[start]))
    if steps[start] < 0:
        return Distance((), straight, 0)
    off = _off_line(centres, centres[start], centres[end])
    # From the end backwards: how many ways go on from a site, and what the best of them strays.
    ways: dict[int, int] = {end: 1}
    strays: dict[int, tuple[float, int]] = {end: (0.0, end)}
    for site in _between(board, steps, start):
        onwards = [
            int(other) for other in board.neighbours(site) if steps[other] == steps[site] - 1
        ]
        ways[site] = sum(ways[other] for other in onwards)
        best = min(onwards, key=lambda other: (round(strays[other][0], 9), other))
        strays[site] = (strays[best][0] + float(off[site]), best)
    way = [start]
    while way[-1] != end:
        way.append(strays[way[-1]][1])
    return Distance(tuple(way), straight, ways[start])


def sentence(board: Board, start: int, end: int) -> str:
    """Say how far two sites are apart, in one line."""
    found = distance(board, start, end)
    names = f"{board.names[start]} to {board.names[end]}"
    diameters = f"{found.straight:.2f} ball diameters in a straight line"
    if not found.way:
        return f"{names}: no way from neighbour to neighbour, {diameters}."
    steps = counted(len(found.way) - 1, "step")
    several = f", {found.ways:,} shortest ways" if found.ways > 1 else ""
    return f"{names}: {steps} from neighbour to neighbour{several}; {diameters}."


def _steps(board: Board, end: int) -> npt.NDArray[np.int32]:
    """Return the (n,) steps from every site to `end`, -1 where no way leads."""
    steps = np.full(len(board), -1, np.int32)
    steps[end], reached = 0, [end]
    for site in reached:  # grows meanwhile
        for other in board.neighbours(site):
            if steps[other] < 0:
                steps[other] = steps[site] + 1
                reached.append(int(other))
    return steps


def _between(board: Board, steps: npt.NDArray[np.int32], start: int) -> list[int]:
    """Return the sites on shortest ways from `start`, nearest to the end first, without the end."""
    layers = [{start}]
    while steps[next(iter(layers[-1]))] > 1:
        layers.append(
            {
                int(other)
                for site in layers[-1]
                for other in board.neighbours(site)
                if steps[other] == steps[site] - 1
            }
        )
    if not steps[start]:
        return []
    return [site for layer in reversed(layers) for site in sorted(layer)]


def _off_line(
    centres: npt.NDArray[np.float64],
    start: npt.NDArray[np.float64],
    end: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """Return the (n,) squared distances of points from the line through `start` and `end`."""
    along = end - start
    length = float(along @ along)
    away = centres - start
    if length:
        away = away - np.outer(away @ along / length, along)
    squared: npt.NDArray[np.float64] = (away**2).sum(axis=1)
    return squared
