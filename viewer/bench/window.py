"""window: a frame of an orbit in the real window, beside the balls of it drawn alone.

Both are drawn in one process, by turns, of the same position, from the same camera and with as many
pixels: the ratio says what the window, its docks, the board, points, letters and smooth edges add.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator

from viewer.bench.programs import PEERS, Missing
from viewer.bench.rows import Row
from viewer.bench.screen import screen

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
                told = _orbit(size, coarsest, environment)
        except Missing as reason:
            yield Row(what, None, "its balls alone, plain", note=str(reason))
            continue
        ours, theirs = (statistics.median(told[key]) for key in ("window", "balls"))
        width, height = told["pixels"]
        scale = min(told["scale"])
        note = f"{width}x{height}" + (f", {scale:g} of that each way" if scale < 1 else "")
        yield Row(what, ours, "its balls alone, plain", theirs, most=GOAL, note=note)


def _orbit(size: int, coarsest: float, environment: dict[str, str]) -> dict[str, list[float]]:
    """Return seconds of the frames of both, the pixels of the scene, and the scales drawn at."""
    try:
        done = subprocess.run(
            [sys.executable, PEERS / "turn_window.py", str(size), str(PAIRS), str(coarsest)],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        raise Missing(f"the window is not turned within {PATIENCE} seconds") from None
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        reason = [text for text in done.stderr.splitlines() if text.strip()]
        raise Missing(reason[-1].strip() if reason else "the window told nothing")
    told: dict[str, list[float]] = json.loads(lines[-1])
    return told
