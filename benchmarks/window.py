"""window: a frame of an orbit in the real window, beside the balls of it drawn alone.

Both are drawn in one process, by turns, of the same position, from the same camera and with as many
pixels: the ratio says what the window, its docks, the board, points, letters and smooth edges add.
Then the level maps are painted without a change, beside the first time.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator

from benchmarks.programs import Missing, lines_of
from benchmarks.rows import Row
from benchmarks.screen import screen

SIZES = {6: 1.0, 20: 1.0, 50: 0.5}
"""Which share of the width and height the frames of each size have at least."""
PAIRS, GOAL, PATIENCE = 25, 2.2, 300
SCREEN = "1920x1080x24"
"""Room for the scene with docks at both of its sides."""


def measure() -> Iterator[Row]:
    """Yield a row for every size."""
    for size, coarsest in SIZES.items():
        what = f"N={size}, half filled"
        try:
            with screen(SCREEN) as environment:
                lines = lines_of(
                    "turn_window.py", size, PAIRS, coarsest,
                    environment=environment, patience=PATIENCE,
                )  # fmt: skip
        except Missing as reason:
            yield Row(what, None, "its balls alone, plain", note=str(reason))
            continue
        measured: dict[str, list[float]] = json.loads(lines[-1])
        ours, theirs = (statistics.median(measured[key]) for key in ("window", "balls"))
        width, height = measured["pixels"]
        scale = min(measured["scale"])
        note = f"{width}x{height}" + (f", {scale:g} of that each way" if scale < 1 else "")
        yield Row(what, ours, "its balls alone, plain", theirs, most=GOAL, note=note)
        again, first = (statistics.median(measured[key]) for key in ("again", "first"))
        yield Row(f"N={size}, level maps again", again, "the first time", first, most=1.0)
