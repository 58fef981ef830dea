"""Compile every connection kernel once, so that nobody waits for it later.

``python -m model.connection.warm`` does it and fills the cache (see `model.kernels`); it takes some
ten seconds on a fresh machine and half a second afterwards.
"""

from __future__ import annotations

import numpy as np

from model.boards.lattice import pyramid
from model.connection import after, corner_state, cost, holders, pour, win_cost


def warm() -> None:
    """Call every kernel with the types that the product calls it with."""
    lattice = pyramid(5)
    nothing = np.zeros(len(lattice), bool)
    shell = lattice.layers["SW"] == 1
    holders(lattice, shell, nothing)
    after(lattice, shell, 0, (False,) * 5)
    corner_state(lattice, shell, nothing, "SW")
    corner_state(lattice, shell, nothing, "NE")
    pour(lattice, shell, "SW")
    for stacking in (False, True):
        cost(lattice, nothing, nothing, "SW", stacking=stacking)
        win_cost(lattice, nothing, nothing, stacking=stacking)
    # Past what this joins other ways lead out.
    win_cost(lattice, lattice.layers["shell"] == 1, nothing, stacking=False)


if __name__ == "__main__":
    warm()
