"""Plays random games of Spline with the `shibumi` package: one line asks, one JSON line answers.

play COUNT    play COUNT uniformly random games, answer {"seconds": s}
"""

from __future__ import annotations

import json
import random
import sys
import time
from importlib.metadata import version

from shibumi.spline.game import SplineState


def play(count: int) -> float:
    """Return the seconds that `count` random games take."""
    rng = random.Random(1)
    begun = time.perf_counter()
    for _ in range(count):
        state = SplineState()
        while not state.is_ended():
            moves = state.get_valid_moves().nonzero()[0]
            state = state.make_move(int(rng.choice(moves)))
    return time.perf_counter() - begun


def main() -> None:
    """Answer requests until standard input ends."""
    print(json.dumps({"name": f"shibumi {version('shibumi')} Spline"}), flush=True)
    for line in sys.stdin:
        _, count = line.split("\t")
        print(json.dumps({"seconds": play(int(count))}), flush=True)


main()
