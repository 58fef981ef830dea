"""Turns Pyramidion's own window by the mouse; after each frame the balls are drawn alone.

``python turn_window.py SIZE PAIRS COARSEST`` prints one JSON line: "window" and "balls", what each
frame of the two took in seconds, "first" and "again", what it took the processor to paint the level
maps, "pixels", width and height of the scene, and "scale", the share of
them that each frame of the window was drawn with, which is COARSEST at least.

A frame of the window counts from the move of the mouse until the window is put together and handed
to the screen; one of the balls from the camera until its pixels lie in memory, as in `orbit`.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace

from msgspec.structs import replace as replaced
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage

from benchmarks.peers.real_window import opened, turned
from benchmarks.scenes import undecided
from model.records.view import View
from viewer.picture.compose.composer import depict
from viewer.scene.display import device_pixels
from viewer.scene.offscreen import Offscreen
from viewer.scene.widget import Pace

FILLED = 0.5
WIDTH, HEIGHT = 1059, 775
"""Logical pixels the scene has, where the screen has room."""
DOCKS = ("look", "moves", "learn", "setup", "why", "maps")
WARM_UP, SETTLE, LONGEST = 8, 3.0, 10
PAINTED = 15
"""How often the level maps are painted, by turns laid out anew and unchanged."""


def main(size: int, pairs: int, coarsest: float) -> None:
    """Print what the frames took."""
    position = undecided(size, FILLED)
    with opened(position, WIDTH + 700, HEIGHT + 140) as (window, turn_over):
        for dock in DOCKS:
            window.docks.open(dock)
        for _ in range(LONGEST):  # what is found out in the background takes a processor
            turn_over(SETTLE)
            known = window.shell.analysis.known(window.session.position)
            if known is not None and known.done:
                break
        scene = window.scene_view.widget
        surface = scene.surface
        assert surface is not None
        window.resize(
            window.width() + WIDTH - surface.width(), window.height() + HEIGHT - surface.height()
        )
        turn_over(SETTLE)
        scene.pace = Pace(coarsest=coarsest)
        pixels = device_pixels(surface)
        alone = Offscreen(pixels)
        bare = depict(position, View(ghosts="off", labels=False, board=False))
        measured: dict[str, list[float]] = {"window": [], "balls": [], "scale": []}
        for k, drawn in enumerate(turned(scene, WARM_UP + pairs)):
            camera = scene.input.pointer.projection.camera
            picture = replace(bare, view=replaced(bare.view, camera=camera))
            begun = time.perf_counter()
            alone.image(picture)
            if k >= WARM_UP:
                measured["balls"].append(time.perf_counter() - begun)
                measured["window"].append(drawn)
                measured["scale"].append(scene.scale)
        alone.close()
        assert window.contents.maps is not None
        canvas = window.contents.maps.canvas
        screen = QImage(canvas.size(), QImage.Format.Format_ARGB32_Premultiplied)
        measured |= {"first": [], "again": []}
        for _ in range(PAINTED):
            canvas.repaint_maps()
            for way in ("first", "again"):
                begun = time.process_time()
                canvas.render(screen, QPoint())
                measured[way].append(time.process_time() - begun)
    print(json.dumps(measured | {"pixels": pixels}), flush=True)


main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
