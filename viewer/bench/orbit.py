"""orbit: frames of a turning pyramid beside vispy and OVITO, the same scene and camera for all.

The programs take turns, a few frames each, so that whatever else the machine does hits all alike.
None of them smooths edges. The first picture of each is kept in out/bench/.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

from viewer.bench import programs, scenes
from viewer.bench.peers import protocol
from viewer.bench.programs import Missing, Program
from viewer.bench.rows import Row

PICTURES = Path("out/bench")
ROUNDS, FRAMES, STEP = 5, 4, 7.0
# (size, share of the points filled, greatest ratio that meets the goal)
CASES = ((10, 1.0, 1.2), (20, 1.0, 1.2), (30, 1.0, 1.0), (50, 1.0, 1.0), (30, 0.5, None))


def measure() -> Iterator[Row]:
    """Yield a row for every case and peer."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        running: dict[str, Program] = {}
        missing: dict[str, str] = {}
        for name in ("pyramidion", "vispy", "ovito"):
            try:
                running[name] = programs.ours() if name == "pyramidion" else programs.peer(name)
                stack.callback(running[name].close)
            except Missing as reason:
                missing[name] = str(reason)
        for size, filled, goal in CASES:
            yield from _case(folder, size, filled, goal, running, missing)


def _case(
    folder: Path,
    size: int,
    filled: float,
    goal: float | None,
    running: dict[str, Program],
    missing: dict[str, str],
) -> Iterator[Row]:
    """Yield the rows of one scene."""
    scene = scenes.balls(size, filled)
    count = int(scene.solid.sum())
    what = f"N={size}, {count} balls" + ("" if filled == 1 else f", {filled:.0%} filled")
    path = folder / "scene.npz"
    protocol.save(path, scene)
    seconds: dict[str, list[float]] = {}
    for name, program in list(running.items()):
        try:
            program.ask("scene", path)
            picture = folder / "picture.npy"
            program.ask("picture", picture, 19.0)
            _keep(np.load(picture), PICTURES / f"{name}-{size}-{filled:.0%}.png".replace("%", ""))
            seconds[name] = []
        except Missing as reason:
            missing[name] = str(reason)
            del running[name]
    for round_ in range(ROUNDS):
        for name, its in seconds.items():
            its += running[name].ask("orbit", 19 + round_ * FRAMES * STEP, STEP, FRAMES)["seconds"]
    median = {name: statistics.median(its) for name, its in seconds.items()}
    mine = median.get("pyramidion")
    for name in ("vispy", "ovito"):
        note = missing.get("pyramidion", "") or missing.get(name, "")
        beside = running[name].name if name in running else name
        yield Row(what, mine, beside, median.get(name), most=goal, note=note)


def _keep(pixels: np.ndarray, path: Path) -> None:
    """Write (height, width, 3) uint8 pixels as a PNG."""
    height, width, _ = pixels.shape
    rows = np.ascontiguousarray(pixels)
    QImage(rows.data, width, height, 3 * width, QImage.Format.Format_RGB888).save(str(path))
