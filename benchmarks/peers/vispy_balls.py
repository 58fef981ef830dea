"""Draws the benchmark's balls with vispy: spherical markers, its own ray-cast impostors."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
import vispy

if TYPE_CHECKING:
    from benchmarks.peers.protocol import Draw, Frame, Scene, serve
else:  # run by its path, a peer finds what lies beside it
    from protocol import Scene, serve

if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("EGL_PLATFORM", "surfaceless")
    vispy.use("egl")
else:
    vispy.use("pyside6")

from vispy import scene as vs


def prepare(scene: Scene) -> Draw:
    """Return what draws `scene`; frames come back from the canvas's own framebuffer."""
    canvas = vs.SceneCanvas(size=(scene.width, scene.height), bgcolor="white")
    view = canvas.central_widget.add_view()
    balls = vs.visuals.Markers(
        parent=view.scene, spherical=True, scaling="visual", antialias=int(scene.smooth)
    )
    balls.set_data(
        scene.centres[scene.solid],
        size=1.0,
        face_color=np.c_[scene.colours, np.ones(len(scene.colours))][scene.solid],
        edge_width=0,
    )
    view.camera = vs.cameras.TurntableCamera(
        fov=scene.lens,
        elevation=scene.elevation,
        center=tuple(map(float, scene.focus)),
        distance=scene.distance,
    )

    def draw(azimuth: float) -> Frame:
        view.camera.azimuth = azimuth
        frame: Frame = canvas.render()
        return frame

    return draw


serve(f"vispy {vispy.__version__}", prepare)
