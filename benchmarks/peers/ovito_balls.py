"""Draws the benchmark's balls with OVITO's interactive renderer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import ovito
from ovito.data import DataCollection, Particles
from ovito.pipeline import Pipeline, StaticSource
from ovito.vis import OpenGLRenderer, Viewport

if TYPE_CHECKING:
    from benchmarks.peers.protocol import Draw, Frame, Scene, serve
else:  # run by its path, a peer finds what lies beside it
    from protocol import Scene, serve


def prepare(scene: Scene) -> Draw:
    """Return what draws `scene`."""
    for old in list(ovito.scene.pipelines):
        old.remove_from_scene()
    particles = Particles()
    particles.create_property("Position", data=scene.centres[scene.solid])
    particles.create_property("Color", data=scene.colours[scene.solid])
    particles.create_property("Radius", data=np.full(int(scene.solid.sum()), 0.5))
    data = DataCollection()
    data.objects.append(particles)
    Pipeline(source=StaticSource(data=data)).add_to_scene()
    viewport = Viewport(type=Viewport.Type.Perspective, fov=np.radians(scene.lens))
    renderer = OpenGLRenderer(antialiasing_level=2 if scene.smooth else 1)

    def draw(azimuth: float) -> Frame:
        viewport.camera_pos, viewport.camera_dir = scene.eye(azimuth)
        image = viewport.render_image(
            size=(scene.width, scene.height), renderer=renderer, background=(1.0, 1.0, 1.0)
        )
        return np.frombuffer(image.constBits(), np.uint8).reshape(scene.height, scene.width, 4)

    return draw


serve(f"OVITO {ovito.version_string}", prepare)
