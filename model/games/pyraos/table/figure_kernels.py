"""What a whole table of Pyraos says, counted: values by spheres, zugzwangs, leaders who lose."""

from __future__ import annotations

import numpy as np

from model.games.pyraos.table.index_kernels import I64, U8, ones, rank_of
from model.games.pyraos.table.state_index import StateIndex
from model.kernels import Int, kernel


@kernel
def _side(code: Int) -> Int:
    """Return 1 for a win, -1 for a loss, 0 for a draw."""
    if code == 0:
        return 0
    return 1 if code & 1 else -1


@kernel
def tally(
    g: StateIndex, known: U8, first: Int, last: Int, by_spheres: I64, by_distance: I64,
    leaders: I64, longest: I64,
) -> None:  # fmt: skip
    """Count the states of the configurations from `first` up to `last`.

    Parameters
    ----------
    by_spheres
        (places, 5) wins, losses, draws, zugzwangs, zugzwangs whoever moves.
    by_distance
        (places, 128) states of each distance, draws at 0.
    leaders
        (spheres + 1, 3) by the lead in reserve, states that the leader wins, loses, draws.
    longest
        (places,) the number of the first state of each number of spheres with the longest win.
    """
    for c in range(first, last):
        within, n, base = g.canonical[c], np.int64(g.filled[c]), g.base[c]
        row, part, count = 1 if n > g.spheres else 0, 0, g.base[c + 1] - base
        full = (np.int64(1) << ones(within)) - 1
        best = -1 if longest[n] < 0 else np.int64(known[longest[n]])
        for rank in range(count):
            while rank >= g.runs[g.run_at[n] + part + 1]:
                part += 1
            mask = np.int64(part << g.spheres) | np.int64(
                g.words[row, rank - g.heads[g.head_at[n] + part]]
            )
            code = np.int64(known[base + rank])
            value, passed = _side(code), -_side(known[base + rank_of(g, n, full ^ mask)])
            by_spheres[n, 0 if value > 0 else 1 if value < 0 else 2] += 1
            if passed > value:
                by_spheres[n, 3] += 1
                if value < 0 and passed > 0:
                    by_spheres[n, 4] += 1
            by_distance[n, code] += 1
            if code & 1 and code > best:
                best = code
                longest[n] = base + rank
            own = ones(mask)
            lead = n - own - own
            if lead:
                won = value if lead > 0 else -value
                leaders[abs(lead), 0 if won > 0 else 1 if won < 0 else 2] += 1
