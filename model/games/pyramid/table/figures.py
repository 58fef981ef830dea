"""The figures of the table of Pyramid's endings: docs/pyramid-solved.md is made of them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from model.contract.tables import Stage, TableFigures, Tally
from model.games.pyramid.position import PyramidGame
from model.games.pyramid.table.lookup import LOST, PyramidTable, position_of
from model.tablebase.table_file import Codes


def counted(table: PyramidTable, game: PyramidGame) -> Iterator[Stage | TableFigures]:
    """Count the states of a table that are not over; the stages come first, the figures last."""
    g, codes = table.index, table.all_codes()
    rows, by_distance, longest = [], np.zeros(LOST, np.int64), []
    for few in range(g.most + 1):
        first, middle, last = g.base[2 * few : 2 * few + 3].tolist()
        four, other = codes[first:middle], codes[middle:last]
        rows.append(_tally(f"4:{few}, the 4 to move", four, other, by_distance))
        rows.append(_tally(f"4:{few}, the {few} to move", other, four, by_distance))
        most = rows[-2].longest
        if most % 2:
            longest.append((first + int(np.argmax(four == most)), most))
        yield Stage("counting", few + 1, g.most + 1, None, f"four stones against {few}")
    yield TableFigures(
        table.header,
        tuple(rows),
        (),
        tuple(by_distance[: int(np.flatnonzero(by_distance)[-1]) + 1].tolist()),
        (),
        tuple((str(position_of(g, game, state)), plies) for state, plies in longest),
        "stones",
    )


def _tally(of: str, codes: Codes, passed: Codes, by_distance: npt.NDArray[np.int64]) -> Tally:
    """Count states beside those in which the other side is to move, and add up their distances."""
    here = np.bincount(codes, minlength=LOST + 1)[:LOST]
    by_distance += here
    value, other = _values(codes), _values(passed)
    zugzwangs = (codes != LOST) & (passed != LOST) & (value < -other)
    counts = (
        int(here[1::2].sum()), int(here[2::2].sum()), int(here[0]), int(zugzwangs.sum()),
        int((zugzwangs & (value < 0) & (other < 0)).sum()),
    )  # fmt: skip
    return Tally(of, counts, int(np.flatnonzero(here)[-1]) if here.any() else 0)


def _values(codes: Codes) -> npt.NDArray[np.int8]:
    """Return 1 for wins, -1 for losses, 0 for draws."""
    return np.where(codes == 0, 0, np.where(codes & 1, 1, -1)).astype(np.int8)
