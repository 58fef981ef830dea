"""perft: counting lines of play, beside the same algorithm in C at -O2 in the same run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.native import Tables, beside_c, board_tables
from benchmarks.rows import Row
from model.games.pyramid import board_arrays
from model.games.pyramid.position import PyramidPosition
from model.games.pyraos import kernels as spheres
from model.games.pyraos import turns
from model.games.pyraos.position import PyraosPosition
from model.positions.setup import read_position

PYRAOS_MOST, PYRAMID_MOST = 2.0, 1.11
"""At least half, and 0.9, of the speed of C."""
PYRAOS = (
    ("Pyraos standard, empty, 7", "pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white", 7),
    ("Pyraos alternate, lines, 4",
     "pyraos:rules=alternate WWW1,BBWB,WBBW,WBWB/3,WW1,3/2,2/1 white", 4),
)  # fmt: skip
PYRAMID = (
    ("Pyramid, start, 5", "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white", 5),
    ("Pyramid, smash, 4", "pyramid W2W3,2B4,2WW3,3B3,2B1W2,5B1,B2B2B white", 4),
)


def measure() -> Iterator[Row]:
    """Yield a row a position, and what the first use costs a process without compiled kernels."""
    for what, text, depth in PYRAOS:
        position = read_position(text)
        assert isinstance(position, PyraosPosition)
        own, other, rules, obliged = position.legal_moves.arguments()

        def count(
            own: np.uint64 = own, other: np.uint64 = other, depth: int = depth,
            rules: int = rules, obliged: bool = obliged,
        ) -> int:  # fmt: skip
            return int(spheres.perft(own, other, depth, rules, obliged))

        tables: Tables = {
            "DOWN": spheres.DOWN, "UP": spheres.UP,
            "HIGHER": spheres.HIGHER, "REMOVING": spheres.REMOVING,
        }  # fmt: skip
        words = [str(position.own), str(position.other), str(depth), str(rules), str(int(obliged))]
        yield beside_c(
            what, count, "pyraos_perft.c", tables, words, most=PYRAOS_MOST, unit="leaves"
        )
    assert turns.rules_number("standard") == spheres.STANDARD
    for what, text, depth in PYRAMID:
        stood = read_position(text)
        assert isinstance(stood, PyramidPosition)

        def counted(stood: PyramidPosition = stood, depth: int = depth) -> int:
            return board_arrays.perft(stood, depth)

        words = ["".join(map(str, stood.cells)), str(depth), str(stood.side + 1)]
        yield beside_c(
            what,
            counted,
            "pyramid_perft.c",
            board_tables(stood.game),
            words,
            most=PYRAMID_MOST,
            unit="leaves",
        )
