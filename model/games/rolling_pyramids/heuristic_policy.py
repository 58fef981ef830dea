"""The weights of the heuristic policy, tuned by matches of the kernels among themselves."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.games.rolling_pyramids.kernels.table_layout import PLAYERS

WEIGHTS = {
    "W_UNIT": 1.0,
    "W_BOX": 0.5,
    "W_PACE": 1.3,
    "W_ROW": 0.8,
    "W_UPGRADE": 0.9,
    "W_KEEP": 1.25,
    "W_DENY": 0.4,
    "W_FACTORY": 0.1,
    "W_CONQUEST": 1.0,
    "W_NOISE": 0.15,
    "W_SLOT": 0.45,
    "W_PRESS": 0.6,
}
"""By the names of `heuristic_kernels`, where each is explained."""


@lru_cache(maxsize=1)
def everybodys_weights() -> npt.NDArray[np.float64]:
    """Return (PLAYERS, len(WEIGHTS)) the same numbers for each player."""
    from model.games.rolling_pyramids.kernels import heuristic_kernels

    weights = np.zeros((PLAYERS, heuristic_kernels.WEIGHTS))
    for name, value in WEIGHTS.items():
        weights[:, getattr(heuristic_kernels, name)] = value
    weights.flags.writeable = False
    return weights
