"""thinking: frames of an orbit while an engine thinks, beside the same frames while none does."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from typing import TypedDict

from benchmarks.programs import Missing, lines_of
from benchmarks.rows import Row
from benchmarks.screen import screen

PYRAMID = "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white"
THOUGHTS = {
    "Partition, 5": (
        "own",
        "partition:size=5,rules=free R4,1B3,2R2,5,3B1/4,1R2,4,2B1/3,3,3/2,2/1 red",
    ),
    "Pyramid": ("own", PYRAMID),
    "Pyramid, all in Python": ("contract", PYRAMID),
}
"""Which engine thinks about what; see `peers/think_window.py`."""
ROUNDS, FRAMES, GOAL, STOPPED, PATIENCE = 5, 25, 1.5, 0.02, 300


def measure() -> Iterator[Row]:
    """Yield two rows a game: a frame, and how long the engine takes to stop."""
    for game, (engine, text) in THOUGHTS.items():
        what = f"{game}, a frame while it thinks"
        try:
            with screen("1920x1080x24") as environment:
                lines = lines_of(
                    "think_window.py", ROUNDS, FRAMES, engine, text,
                    environment=environment, patience=PATIENCE,
                )  # fmt: skip
        except Missing as reason:
            yield Row(what, None, "while nothing thinks", note=str(reason))
            continue
        measured: _Told = json.loads(lines[-1])
        thinking, quiet = measured["thinking"], measured["quiet"]
        medians = [
            (statistics.median(ours), statistics.median(theirs))
            for ours, theirs in zip(thinking, quiet, strict=True)
        ]
        ours, theirs = (statistics.median(column) for column in zip(*medians, strict=True))
        worst = [statistics.median(max(took) for took in each) for each in (thinking, quiet)]
        note = f"the slowest of {FRAMES}: {worst[0] * 1e3:.0f} ms, {worst[1] * 1e3:.0f} ms"
        yield Row(what, ours, "while nothing thinks", theirs, most=GOAL, note=note)
        after = statistics.median(measured["after"]) * 1e3
        note = f"{after:.1f} ms of the processor in the next second"
        stopped = statistics.median(measured["stopped"])
        yield Row(f"{game}, from stop to stopped", stopped, longest=STOPPED, note=note)


class _Told(TypedDict):
    """What `peers/think_window.py` tells: seconds, a list of frames for each round."""

    quiet: list[list[float]]
    thinking: list[list[float]]
    stopped: list[float]
    after: list[float]
