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
    steps, gone = _steps(board, end), _steps(board, start)
    away = board.centres - board.centres[start]
    straight = float(np.linalg.norm(away[end]))
    if steps[start] < 0:
        return Distance((), straight, 0)
    along = away[end] / (straight or 1)
    off = ((away - np.outer(away @ along, along)) ** 2).sum(axis=1)
    # From the end backwards: how many ways go on from a site, and what the best of them strays.
    ways: dict[int, int] = {end: 1}
    strays: dict[int, tuple[float, int]] = {end: (0.0, end)}
    between = np.flatnonzero((steps > 0) & (steps + gone == steps[start]))
    for site in sorted(between.tolist(), key=steps.__getitem__):
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
