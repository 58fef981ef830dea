"""The positions that are measured on, the same in every run."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benchmarks.peers.protocol import Scene
from model.boards.lattice import PyramidLattice, pyramid
from model.games.partition.kind import KIND
from model.games.partition.position import PartitionPosition
from model.records.view import Camera
from viewer.scene.camera import LENS, fitted

WIDTH, HEIGHT = 1280, 800
RED, BLUE = (0xE4, 0x57, 0x2E), (0x1F, 0x4E, 0x9C)


def owners(lattice: PyramidLattice, filled: float, seed: int = 0) -> npt.NDArray[np.int32]:
    """Return (n,) int32: 0 red, 1 blue, -1 empty, `filled` of the points taken at random."""
    rng = np.random.default_rng(seed)
    n = len(lattice.centres)
    order = rng.permutation(n)[: round(filled * n)]
    owner = np.full(n, -1, np.int32)
    owner[order] = np.arange(len(order)) % 2
    return owner


def balls(size: int, filled: float = 1.0, smooth: bool = False) -> Scene:
    """Return the scene of a pyramid of `size`, seen as the program first shows it."""
    lattice = pyramid(size)
    owner = owners(lattice, filled)
    camera = fitted(Camera(), lattice, aspect=WIDTH / HEIGHT)
    assert camera.centre is not None
    assert camera.distance is not None
    return Scene(
        centres=lattice.centres.astype(np.float32),
        colours=(np.array([RED, BLUE], np.float32) / np.float32(255))[owner],
        owner=owner,
        focus=np.array(camera.centre),
        distance=camera.distance,
        elevation=camera.elevation,
        lens=LENS,
        width=WIDTH,
        height=HEIGHT,
        size=size,
        smooth=smooth,
    )


def undecided(size: int, filled: float) -> PartitionPosition:
    """Return a free position of `size` with that share of its points filled and nobody winning."""
    game = KIND.game(size, "free")
    for seed in range(1000):
        cells = (owners(game.board, filled, seed) + 1).astype(np.int8)
        position = PartitionPosition(game, cells, int(np.count_nonzero(cells)) % 2)
        if position.outcome is None:
            return position
    raise ValueError(f"no position of size {size} filled to {filled:.0%} is undecided")
