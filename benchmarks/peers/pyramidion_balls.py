"""Draws the benchmark's balls with Pyramidion's own stage, a whole new Picture every frame."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace as replaced

from model.boards.lattice import pyramid
from model.contract.game import Pieces
from model.records.view import Camera, View
from viewer.games.registry import side_colour
from viewer.picture.picture import Picture
from viewer.scene.hidden import unseen
from viewer.scene.offscreen import Offscreen
from viewer.scene.props.primitives import as_point

if TYPE_CHECKING:
    from benchmarks.peers.protocol import Draw, Frame, Scene, serve
else:  # run by its path, a peer finds what lies beside it
    from protocol import Scene, serve

_shown: list[Offscreen] = []
"""The window of the last scene."""


def prepare(scene: Scene) -> Draw:
    """Return what draws `scene`."""
    place = Offscreen((scene.width, scene.height))
    if scene.smooth:  # is_orbiting(False) would ask for supersampling, which is for still pictures
        place.stage.is_orbiting(True)
        place.stage.leave_out_hidden()  # as the window does where the processor draws
        unseen.load()
    site = np.flatnonzero(scene.solid).astype(np.int32)
    camera = Camera(
        elevation=scene.elevation, centre=as_point(scene.focus), distance=scene.distance
    )
    view = View(camera=camera, ghosts="off", labels=False, board=False)
    picture = Picture(
        board=pyramid(scene.size),
        pieces=Pieces(site, scene.owner[site], np.zeros_like(site), np.ones_like(site)),
        players=("red", "blue"),
        sides=(side_colour("red"), side_colour("blue")),
        view=view,
    )

    def draw(azimuth: float) -> Frame:
        turned = replaced(view, camera=replaced(camera, azimuth=azimuth))
        return place.image(replace(picture, view=turned))

    return draw


serve("Pyramidion", prepare)
