"""playouts: uniformly random games of Pyraos, beside Spline of the `shibumi` package.

Spline is stacked on the same board but has a simpler turn (place a marble) and shorter games, so
the comparison is kind to it; both are counted in whole games.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from time import perf_counter

from benchmarks.engines import spheres_played
from benchmarks.programs import Missing, peer_script
from benchmarks.rows import Row
from model.games.pyraos.engine import workspace_for
from model.games.pyraos.kind import KIND
from model.search.prng import seeded

OURS, THEIRS, RUNS = 3000, 5, 5
GOAL = 1 / 300


def measure() -> Iterator[Row]:
    """Yield one row: seconds for one random game."""
    _ours(1)
    try:
        peer = peer_script("spline_playouts.py")
    except Missing as missing:
        yield Row("Pyraos, a random game", _ours(1), "shibumi Spline", note=str(missing))
        return
    try:
        peer.ask("play", 1)
        mine, theirs = [], []
        for run in range(RUNS):
            mine.append(_ours(run))
            theirs.append(peer.ask("play", THEIRS)["seconds"] / THEIRS)
    finally:
        peer.close()
    yield Row("Pyraos, a random game", statistics.median(mine), peer.name,
              statistics.median(theirs), most=GOAL)  # fmt: skip


def _ours(seed: int) -> float:
    work = workspace_for(KIND.configure({}).start())
    begun = perf_counter()
    spheres_played(work, seeded(seed, "playouts"), OURS)
    return (perf_counter() - begun) / OURS
