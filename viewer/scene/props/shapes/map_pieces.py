"""The shapes of what stands on a map: pyramids on spaces, tokens round them, devices on borders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from viewer.picture.compose.footing import (
    HEIGHTS,
    HERO_TOKEN,
    MAP_PYRAMID,
    MAP_PYRAMID_FOOT,
    TOKEN,
    TOKEN_RADII,
)
from viewer.scene.props.primitives import Placed, Solid

Row = Callable[[Placed], Solid]

TIP = 0.02
"""Half the width of the flat top of a pyramid."""
BEVEL = 0.022
"""The slant of a token's rim."""
RIM = 4.0
"""Tells shaders/disc.frag that a disc has a rim: of heroes it is of metal."""
DEVICES: Mapping[str, float] = MappingProxyType({"ram": 0.0, "spikes": 1.0, "umbrella": 2.0})
"""The shapes shaders/device.frag knows, by the numbers it knows them by."""


def token(name: str) -> Row:
    """Return what makes a row of a token: a flat disc that lies round the pyramid of its space."""
    radius, half = TOKEN_RADII[name], HEIGHTS[name] / 2
    rim = RIM if name == HERO_TOKEN else 0.0

    def row(at: Placed) -> Solid:
        wide = radius * at.scale * at.size
        # Insignia tell whose it is: a band would be one more sign for the same.
        return Solid(at.centre, at.lift, at.tint, (wide, wide, half * at.size, BEVEL * at.size),
                     (rim + at.flags - at.flags % 2.0, 1.0, 0.0, 0.0))  # fmt: skip

    return row


def map_pyramid(at: Placed) -> Solid:
    """Return a pyramid that is built on a space: no pips, and nearly a point on top."""
    foot = MAP_PYRAMID_FOOT * at.scale * at.size
    half_size = (foot, foot, HEIGHTS[MAP_PYRAMID] / 2 * at.size, TIP * at.size)
    return Solid(at.centre, at.lift, at.tint, half_size, (at.flags, 0.0, 0.0, 0.0))


def device(name: str) -> Row:
    """Return what makes a row of a device; it points north until it is told a direction."""
    kind, half = DEVICES[name], HEIGHTS[name] / 2

    def row(at: Placed) -> Solid:
        reach = half * at.scale * at.size
        state = (at.flags, kind, 0.0, 1.0)
        return Solid(at.centre, at.lift, at.tint, (reach, reach, reach, 0.0), state)

    return row


def pointing(row: Solid, way: tuple[float, float]) -> Solid:
    """Return a device's row with its front in a direction (a unit vector on the ground)."""
    flags, kind, _, _ = row.state
    return row._replace(state=(flags, kind, *way))


__all__ = ["DEVICES", "TOKEN", "device", "map_pyramid", "pointing", "token"]
