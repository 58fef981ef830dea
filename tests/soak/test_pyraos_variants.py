"""Rules near those of Pyraos, solved to find where the literature has its 46 plies from.

With ``BUILD_TABLES=1`` each takes some ten minutes of one core and 5 GB of memory; the figures are
those of docs/pyraos-solved.md.
"""

import os

import numpy as np
import pytest

from model.games.pyraos.table.retrograde import CHUNK, PyraosAnalysis, _lifted
from model.games.pyraos.table.state_index import masks_at, ones, state_index
from model.kernels import kernel

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not os.environ.get("BUILD_TABLES"), reason="set BUILD_TABLES=1: an hour"),
]
CHILDREN, STANDARD, ALTERNATE = range(3)
OF_FOUR, OF_THREE, ALL = slice(8), slice(8, None), slice(None)
"""Which lines: those of the first level come first, four rows and four columns."""


@kernel
def lose_without_a_move(g, b):
    """Make every state lost at once whose mover would pass."""
    room = np.zeros(64, np.int64)
    for c in range(g.layers[len(g.down)]):
        n, base = np.int64(g.filled[c]), g.base[c]
        end, lifting = g.base[c + 1] - base, _lifted(g, g.canonical[c], room)
        for start in range(0, end, CHUNK):
            count = min(CHUNK, end - start)
            for k in range(count):
                b.at[k] = start + k
            masks_at(g, n, b.at, count, b.masks)
            for k in range(count):
                own = np.int64(b.masks[k])
                if ones(own) == g.spheres and own & lifting == 0:
                    b.known[base + start + k] = 0
                    b.left[c] -= 1
                    b.fresh[0, c] += 1


@pytest.mark.parametrize(
    ("rules", "lines", "obliged", "passes", "plies", "draws"),
    [
        pytest.param(ALTERNATE, OF_THREE, False, True, 44, 8_753_866, id="lines of three"),
        pytest.param(ALTERNATE, OF_FOUR, False, True, 53, 5_195_648, id="lines of four"),
        pytest.param(CHILDREN, ALL, False, False, 36, 0, id="no pass, children"),
        pytest.param(STANDARD, ALL, False, False, 40, 259_857, id="no pass, standard"),
        pytest.param(ALTERNATE, ALL, False, False, 46, 28_613_438, id="no pass"),
        pytest.param(ALTERNATE, ALL, True, False, 0, 45_656_186, id="no pass, obliged"),
    ],
)
def test_the_start_is_decided_in_so_many_plies(rules, lines, obliged, passes, plies, draws):
    """0 plies: nobody wins."""
    g = state_index()
    solving = PyraosAnalysis(g._replace(lines=g.lines[lines]), rules, obliged)
    for _ in solving.begin(lambda: None):
        pass
    if not passes:
        lose_without_a_move(solving.index, solving.board)
        solving.distance = 0
    for _ in solving.passes(lambda: None):
        pass
    assert (int(solving.codes(0, 1)[0]), solving.left) == (plies, draws)
