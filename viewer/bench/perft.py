"""perft: counting lines of play, beside the same algorithm in C at -O2 in the same run."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

from model.games.pyramid import kernels as stones
from model.games.pyramid.position import PyramidPosition
from model.games.pyraos import kernels as spheres
from model.games.pyraos import places, turns
from model.games.pyraos.position import PyraosPosition
from model.reading import read_position
from viewer.bench.native import Native, Tables
from viewer.bench.programs import Missing
from viewer.bench.rows import Row

RUNS = 5
PYRAOS_MOST, PYRAMID_MOST = 2.0, 3.4
"""At least half, and 0.3, of the speed of C."""
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
            "DOWN": places.DOWN, "UP": places.UP,
            "HIGHER": places.HIGHER, "REMOVING": places.REMOVING,
        }  # fmt: skip
        words = [str(position.own), str(position.other), str(depth), str(rules), str(int(obliged))]
        yield _row(what, count, "pyraos_perft.c", tables, words, PYRAOS_MOST)
    assert turns.rules_number("standard") == places.STANDARD
    for what, text, depth in PYRAMID:
        stood = read_position(text)
        assert isinstance(stood, PyramidPosition)
        board, game = stood.game.board, stood.game
        plan = stones.board_plan(board, game.rules.osiris_bends)
        numbers = stones.rule_numbers(game.rules, game.terrace.needed)
        cells = np.array(stood.cells, np.int8)

        def counted(
            cells: stones.Cells = cells, depth: int = depth, side: int = stood.side,
            plan: stones.Plan = plan, numbers: stones.Numbers = numbers,
        ) -> int:  # fmt: skip
            return int(stones.perft(cells, depth, side + 1, -1, plan, numbers))

        flat: Tables = {
            "SITES": len(board), "FIELDS": len(board.victory), "NEEDED": game.terrace.needed,
            "AHEAD": plan.ahead, "HEIGHT": plan.height, "VICTORY": plan.victory,
            "LINES": plan.lines, "LENGTH": plan.shape[:, 0], "THROUGH": plan.through,
            "LINE_COUNT": len(plan.shape),
        }  # fmt: skip
        words = ["".join(map(str, stood.cells)), str(depth), str(stood.side + 1)]
        yield _row(what, counted, "pyramid_perft.c", flat, words, PYRAMID_MOST)


def _row(
    what: str, ours: Callable[[], int], source: str, tables: Tables, words: list[str], most: float
) -> Row:
    begun = perf_counter()
    expected = ours()
    first = perf_counter() - begun
    try:
        native = Native(source, tables, words)
    except Missing as missing:
        seconds = statistics.median(_timed(ours) for _ in range(RUNS))
        return Row(what, seconds, "C -O2", note=str(missing))
    try:
        mine, its = [], []
        for _ in range(RUNS):
            mine.append(_timed(ours))
            counted, taken = native.count()
            if counted != expected:
                return Row(what, None, "C -O2", note=f"C counts {counted}, we {expected}")
            its.append(taken)
    finally:
        native.close()
    seconds = statistics.median(mine)
    speed = f"{expected / seconds / 1e6:.0f} million leaves a second"
    return Row(what, seconds, "C -O2", statistics.median(its), most=most,
               note=f"{speed}; first call {first:.1f} s")  # fmt: skip


def _timed(job: Callable[[], object]) -> float:
    begun = perf_counter()
    job()
    return perf_counter() - begun
