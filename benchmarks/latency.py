"""latency: from playing a ball to its picture, in the real window with everything open.

Beside it the usual way with pyvista: sphere glyphs of the new position, merged and drawn. (At
N=50 those would be ten million triangles; that row stands alone.)
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator

from benchmarks.programs import Missing, lines_of
from benchmarks.rows import Row
from benchmarks.screen import screen

SIZES, MOVES, PATIENCE = (6, 20, 50), 7, 120
LARGEST_GLYPHS = 20


def measure() -> Iterator[Row]:
    """Yield a row for every size."""
    from importlib.metadata import version

    beside = f"pyvista {version('pyvista')} glyphs, rebuilt"
    for size in SIZES:
        what = f"N={size}, half filled, a ball"
        ours = theirs = None
        note = ""
        try:
            with screen() as environment:
                ours = _median("pyramidion", size, environment)
                if size <= LARGEST_GLYPHS:
                    theirs = _median("pyvista", size, environment)
        except Missing as reason:
            note = str(reason)
        yield Row(what, ours, beside if size <= LARGEST_GLYPHS else "", theirs, note=note)


def _median(program: str, size: int, environment: dict[str, str]) -> float:
    """Return the median seconds of a few moves."""
    words = (program, size, MOVES)
    lines = lines_of("place_balls.py", *words, environment=environment, patience=PATIENCE)
    seconds: list[float] = json.loads(lines[-1])
    return statistics.median(seconds)
