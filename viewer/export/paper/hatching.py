"""The scene without colours: some players' pieces are hatched, as on the level maps."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np
import numpy.typing as npt

from viewer.picture.flat.inks import inks_of
from viewer.picture.picture import Picture
from viewer.scene.offscreen import Offscreen
from viewer.visuals.side_colours import SideColour

KEY = "#00FF00"
"""A colour no piece has: it finds the pixels of one player's pieces."""
STEP, LINE = 7.0, 0.30
"""Pixels between two lines of hatching, and the part of that which is line."""
INKED = 0.45
"""What is left of the light under a line."""
APART = 96
"""By how much a pixel differs in the key colour where all of it is a piece's."""


def hatched(place: Offscreen, picture: Picture) -> npt.NDArray[np.uint8]:
    """Draw a picture without colours, (height, width) uint8, as `inks_of` has its players.

    Which pixels are a player's is seen by drawing its pieces in another colour.
    """
    inks = inks_of(picture, "grey").players
    sides: list[SideColour | None] = [
        SideColour(inks[k].fill, banded=bool(inks[k].band)) for k in range(len(picture.players))
    ]
    view = msgspec.structs.replace(picture.view, colour="player")
    picture = replace(picture, sides=tuple(sides), view=view)
    drawn = place.image(picture).astype(np.float32)
    light = drawn @ np.array([0.30, 0.59, 0.11], np.float32)
    rows, columns = np.indices(light.shape, np.float32)
    for owner, ink in enumerate(inks[:-1]):
        if not ink.turns or not np.any(picture.pieces.owner == owner):
            continue
        keyed = [*sides]
        keyed[owner] = SideColour(KEY, banded=bool(ink.band))
        seen = place.image(replace(picture, sides=tuple(keyed))).astype(np.float32)
        share = np.clip(np.abs(seen - drawn).max(axis=2) / APART, 0, 1)
        for turn in ink.turns:
            way = np.deg2rad(turn)
            across = rows * np.cos(way) - columns * np.sin(way)
            line = np.abs((across / STEP) % 1 - 0.5) < LINE / 2
            light *= 1 - share * line * (1 - INKED)
    return np.clip(light, 0, 255).astype(np.uint8)
