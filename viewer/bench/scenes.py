"""The positions that are measured on, the same in every run."""

from __future__ import annotations

import numpy as np

from model.games.partition import PartitionGame, PartitionPosition
from model.lattice import PyramidLattice, pyramid
from viewer.bench.peers.protocol import Scene

WIDTH, HEIGHT = 1280, 800
ELEVATION, LENS = 36.0, 30.0
RED, BLUE = (0xE4, 0x57, 0x2E), (0x1F, 0x4E, 0x9C)


def owners(lattice: PyramidLattice, filled: float, seed: int = 0) -> np.ndarray:
    """Return (n,) int32: 0 red, 1 blue, -1 empty, `filled` of the points taken at random."""
    rng = np.random.default_rng(seed)
    n = len(lattice.centres)
    order = rng.permutation(n)[: round(filled * n)]
    owner = np.full(n, -1, np.int32)
    owner[order] = np.arange(len(order)) % 2
    return owner


def balls(size: int, filled: float = 1.0) -> Scene:
    """Return the scene of a pyramid of `size`, seen so that the whole of it fits."""
    lattice = pyramid(size)
    owner = owners(lattice, filled)
    centres = lattice.centres
    focus = (centres.min(axis=0) + centres.max(axis=0)) / 2
    reach = np.linalg.norm(centres - focus, axis=1).max() + 0.5
    return Scene(
        centres=centres.astype(np.float32),
        colours=(np.array([RED, BLUE], np.float32) / 255)[owner],
        owner=owner,
        focus=focus,
        distance=float(reach / np.sin(np.radians(LENS / 2))),
        elevation=ELEVATION,
        lens=LENS,
        width=WIDTH,
        height=HEIGHT,
        size=size,
    )


def undecided(size: int, filled: float) -> PartitionPosition:
    """Return a free position of `size` with that share of its points filled and nobody winning."""
    game = PartitionGame(size, "free")
    for seed in range(1000):
        cells = (owners(game.board, filled, seed) + 1).astype(np.int8)
        position = PartitionPosition(game, cells, int(np.count_nonzero(cells)) % 2)
        if position.outcome is None:
            return position
    raise ValueError(f"no position of size {size} filled to {filled:.0%} is undecided")
