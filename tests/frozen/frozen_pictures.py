"""Sixty pictures that `render` draws, pixel for pixel.

Pixels depend on the driver, so the digest of a picture holds only where the same driver and the
same VTK draw; ``collect.py --against CHECKOUT pictures`` draws them with both and needs no digest.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from frozen_lines import Answer, Task, example_names, items_of, place, said

SIZE = "400x260"
FIGURE = "examples/02-figure-1.pyramidion"
STACKING = "examples/06-stacking-game.pyramidion"
FULL = "examples/08-full-pyramid.pyramidion"
PYRAOS = "examples/14-pyraos-a-game.pyramidion"
PYRAMID = "examples/21-pyramid-a-game.pyramidion"
LOOKS = (
    (FIGURE, "--view", "top"), (FIGURE, "--cut", "level=2"), (FIGURE, "--cut", "level=1..3:flip"),
    (FIGURE, "--peel", "level=1"), (FIGURE, "--explode", "1.5"),
    (FIGURE, "--show", "corner=SW:red"),
    (FIGURE, "--show", "corner=NE:blue"), (FIGURE, "--show", "win=red"),
    (FIGURE, "--show", "labels=on"), (FIGURE, "--show", "colour=move"),
    (FIGURE, "--show", "ghosts=all"), (FIGURE, "--show", "legend=off"),
    (FULL, "--cut", "level=3"), (FULL, "--peel", "shell=1"), (FULL, "--peel", "level=2"),
    (FULL, "--explode", "3", "--view", "top"), (STACKING, "--show", "ghosts=legal"),
    (STACKING, "--view", "top", "--size", "200x150"), (PYRAOS, "--show", "labels=on"),
    (PYRAOS, "--view", "west"), (PYRAOS, "--explode", "1"), (PYRAMID, "--view", "top"),
    (PYRAMID, "--show", "labels=on"), (PYRAMID, "--size", "640x480"),
    (FIGURE, "--show", "palette=dark"), (FIGURE, "--show", "palette=presentation"),
    (PYRAOS, "--show", "values"), (PYRAMID, "--show", "engine=heat"),
    (FIGURE, "--view", '{"camera": {"azimuth": 20, "elevation": 10}, "explode": 0.5}'),
)  # fmt: skip


def tasks() -> Iterator[Task]:
    """Yield pictures of the examples, of steps of the courses, and of ways to look."""
    for name in example_names():
        ways: list[tuple[str, ...]] = [("--item", "1"), ("--item", "4")] if items_of(name) else [()]
        if "lessons" in name and not items_of(name):
            ways = [("--step", "3"), ("--step", "8")]
        for words in ways:
            yield _task(name, *words)
    for words in LOOKS:
        yield _task(*words)


def _task(*words: str) -> Task:
    size = () if "--size" in words else ("--size", SIZE)
    return f"render {' '.join(words)}", partial(drawn, *words, *size)


def drawn(*words: str) -> Answer:
    """Draw a picture; its digest, and who has drawn it."""
    with place():
        status, _, err = said(["render", *words, "-o", "picture.png"])
        path = Path("picture.png")
        if not path.exists():
            return {"status": status, "err": err}
        pixels = pixels_of(path)
        digest = hashlib.sha256(pixels.tobytes()).hexdigest()[:24]
        kept = os.environ.get("FROZEN_PICTURES")
        if kept:
            shutil.copy(path, Path(kept) / f"{digest}.png")
    shape = "x".join(map(str, pixels.shape))
    return {"status": status, "err": err, "shape": shape, "pixels": {"by": driver(), "is": digest}}


def pixels_of(path: Path) -> Any:
    """Return the pixels of a PNG file."""
    from viewer.scene.vtk import from_vtk, vtkPNGReader

    reader = vtkPNGReader()
    reader.SetFileName(str(path))
    reader.Update()
    image = reader.GetOutput()
    width, height, _ = image.GetDimensions()
    return from_vtk(image.GetPointData().GetScalars()).reshape(height, width, -1)


@lru_cache(maxsize=1)
def driver() -> str:
    """Return who draws here: OpenGL's renderer and version, and VTK's."""
    from viewer.scene.vtk import vtkEGLRenderWindow, vtkVersion

    window = vtkEGLRenderWindow()
    window.SetOffScreenRendering(1)
    window.Render()
    lines = window.ReportCapabilities().splitlines()
    window.Finalize()
    told = [line.strip() for line in lines if "renderer string" in line or "version string" in line]
    return ", ".join([*told, f"VTK {vtkVersion.GetVTKVersion()}"])
