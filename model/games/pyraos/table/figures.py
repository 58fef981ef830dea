"""The figures of a table of Pyraos: docs/pyraos-solved.md is made of them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from model.contract.tables import FirstMove, Stage, TableFigures, Tally
from model.games.pyraos.places import SPHERES
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.table.lookup import PyraosTable
from model.games.pyraos.table.state_index import state_index

AT_ONCE = 200
"""Configurations that are counted by one call."""


def counted(
    known: npt.NDArray[np.uint8], table: PyraosTable, game: PyraosGame
) -> Iterator[Stage | TableFigures]:
    """Count all states of a table; the stages come first, the figures last."""
    from model.games.pyraos.table.figure_kernels import tally

    g = state_index()
    places, many = len(g.down), len(g.canonical)
    by_spheres = np.zeros((places, 5), np.int64)
    by_distance = np.zeros((places, 128), np.int64)
    leaders, longest = np.zeros((SPHERES + 1, 3), np.int64), np.full(places, -1, np.int64)
    for first in range(0, many, AT_ONCE):
        last = min(first + AT_ONCE, many)
        tally(g, known, first, last, by_spheres, by_distance, leaders, longest)
        yield Stage("counting", last, many, None, "configurations")
    best = [int(known[state]) if state >= 0 else 0 for state in longest.tolist()]
    yield TableFigures(
        table.header,
        tuple(
            Tally(str(n), tuple(row), _longest(by_distance[n]))
            for n, row in enumerate(by_spheres.tolist())
        ),
        tuple(Tally(str(lead), tuple(row), 0) for lead, row in enumerate(leaders.tolist()) if lead),
        tuple(by_distance.sum(axis=0).tolist()),
        first_moves(table, game),
        tuple(
            (str(position_of(game, state)), distance)
            for state, distance in zip(longest.tolist(), best, strict=True)
            if distance == max(best)
        ),
    )


def _longest(distances: npt.NDArray[np.int64]) -> int:
    """The longest way to the end, 0 where there is none."""
    there = np.flatnonzero(distances[1:])
    return int(there[-1]) + 1 if len(there) else 0


def first_moves(table: PyraosTable, game: PyraosGame) -> tuple[FirstMove, ...]:
    """Return the first moves up to symmetry, and what they are worth for the side that begins."""
    start = game.start()
    found: dict[int, list[str]] = {}
    entries = table.probe_moves(start)
    for move in entries:
        after = start.play(move)
        found.setdefault(int(table.states([after.own], [after.other])[0]), []).append(move)
    return tuple(FirstMove(moves[0], len(moves), *entries[moves[0]]) for moves in found.values())


def position_of(game: PyraosGame, state: int) -> PyraosPosition:
    """Return a state as a position with White to move."""
    from model.games.pyraos.table.index_kernels import sides_of

    room, mask, sides = np.zeros(1, np.int64), np.zeros(1, np.int32), np.zeros(2, np.int64)
    sides_of(state_index(), state, room, mask, sides)
    return PyraosPosition(game, int(sides[0]), int(sides[1]), 0)
