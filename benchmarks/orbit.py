"""orbit: frames of a turning pyramid beside vispy and OVITO, the same scene and camera for all.

The programs take turns, a few frames each, so that whatever else the machine does hits all alike.
Goals are set for frames without smoothed edges; then come the same with them, as each program does
it, and a half filled pyramid, where no ball hides another. A picture of each is kept in out/bench/.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

from benchmarks import programs, scenes
from benchmarks.peers import protocol
from benchmarks.programs import Missing, Program
from benchmarks.rows import Row

PICTURES = Path("out/bench")
ROUNDS, FRAMES, STEP = 5, 4, 7.0


@dataclass(frozen=True)
class Case:
    """A scene to measure.

    Attributes
    ----------
    size
        Balls along a base edge.
    filled
        Share of the points that hold a ball.
    smooth
        With smoothed edges.
    goal
        Greatest ratio that is good enough, None: not set.
    """

    size: int
    filled: float = 1.0
    smooth: bool = False
    goal: float | None = None

    @property
    def words(self) -> str:
        """What is special about it, "" for a full pyramid with hard edges."""
        half = "" if self.filled == 1 else f", {self.filled:.0%} filled"
        return half + (", smooth" if self.smooth else "")


CASES = (
    Case(10, goal=1.2),
    Case(20, goal=1.2),
    Case(30, goal=1.0),
    Case(50, goal=1.0),
    Case(30, filled=0.5),
    *(Case(size, smooth=True) for size in (10, 20, 30, 50)),
)


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
        for case in CASES:
            yield from _compare(folder, case, running, missing)


def _compare(
    folder: Path, case: Case, running: dict[str, Program], missing: dict[str, str]
) -> Iterator[Row]:
    """Yield the rows of one scene."""
    scene = scenes.balls(case.size, case.filled, case.smooth)
    what = f"N={case.size}, {int(scene.solid.sum())} balls{case.words}"
    path = folder / "scene.npz"
    protocol.save(path, scene)
    seconds: dict[str, list[float]] = {}
    for name, program in list(running.items()):
        try:
            program.ask("scene", path)
            picture = folder / "picture.npy"
            program.ask("picture", picture, 19.0)
            words = case.words.replace(", ", "-").replace(" ", "-").replace("%", "")
            _keep(np.load(picture), PICTURES / f"{name}-{case.size}{words}.png")
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
        yield Row(what, mine, beside, median.get(name), most=case.goal, note=note)


def _keep(pixels: protocol.Frame, path: Path) -> None:
    """Write (height, width, 3) uint8 pixels as a PNG."""
    height, width, _ = pixels.shape
    rows = np.ascontiguousarray(pixels)
    QImage(rows.data, width, height, 3 * width, QImage.Format.Format_RGB888).save(str(path))
