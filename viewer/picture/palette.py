"""The colours of the scene, by name: light and dark, and both again for projectors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import msgspec
import numpy as np
import numpy.typing as npt

from viewer.visuals.side_colours import SideColour

RGB = tuple[float, float, float]


def rgb(code: str) -> RGB:
    """Read ``"#E4572E"`` as red, green, blue from 0 to 1."""
    value = int(code.lstrip("#"), 16)
    return (value >> 16 & 255) / 255, (value >> 8 & 255) / 255, (value & 255) / 255


def paler(colour: RGB, share: float) -> RGB:
    """Return a colour mixed with white."""
    r, g, b = (c + share * (1 - c) for c in colour)
    return r, g, b


_SIGNS: Mapping[str, str] = MappingProxyType(
    {"green": "#168A4A", "red": "#C2185B", "blue": "#0A8FD0", "yellow": "#FFC21A"}
)
"""A teacher's marks: none of them a side's colour."""
_CYCLE = ("#C8452F", "#2563A8", "#D9A400", "#3E7D47", "#7A4E9E", "#2A6F77", "#B5651D", "#5B5F68")
"""Sides without a colour of their own take these in turn."""


def hues(sides: Sequence[SideColour | None]) -> tuple[RGB, ...]:
    """Return a colour a side; sides without one of their own (None) take theirs in turn."""
    return tuple(
        rgb(_CYCLE[k % len(_CYCLE)] if side is None else side.pieces)
        for k, side in enumerate(sides)
    )


LINE_CONTRAST = 2.2
"""How much a thin line stands out against the background, at least (WCAG 2.2)."""


@dataclass(frozen=True)
class Palette:
    """Every colour the scene uses besides those of the sides, as ``#RRGGBB``.

    Attributes
    ----------
    name
        What preferences call it.
    below, above
        The background at the bottom and at the top of the picture.
    behind
        What thin lines have to stand out against; "": `below`.
    grey
        Plates of nobody.
    slab, ink
        The base board, and what is written on it.
    stone, inlay
        Steps and tiles, and the metal let into victory fields.
    turf, goal, chalk
        Squares, those to be reached, and the lines drawn over them.
    sand
        Six-sided spaces of a map.
    marble, dark_stone
        A small ball that pieces carry, and what is light on a board; what is dark there.
    tray
        What reserves lie in.
    doom
        What marks a piece that would be taken.
    dot, dot_alpha
        Empty points as dots.
    glass
        Empty points as shells.
    light
        The bright rim, the ring of the last ball, the cursor.
    escape
        The way past a player's balls, and what a pour colours.
    handle
        The frame and the knob of a cut.
    signs
        Colours of a teacher's marks by their names in `model.records.record`.
    """

    name: str
    below: str = "#DDE2E9"
    above: str = "#F7F9FB"
    behind: str = ""
    grey: str = "#BFC5CC"
    slab: str = "#CFC6B8"
    ink: str = "#5B5F68"
    stone: str = "#BFA67C"
    turf: str = "#C9CEB4"
    goal: str = "#E3DED0"
    chalk: str = "#FBF9F2"
    sand: str = "#DCC79C"
    marble: str = "#F6F1E4"
    dark_stone: str = "#3A3A3F"
    inlay: str = "#B8862B"
    tray: str = "#A98A68"
    doom: str = "#D9380F"
    dot: str = "#6F7C8C"
    dot_alpha: float = 0.55
    glass: str = "#7F93AA"
    light: str = "#FFFFFF"
    escape: str = "#F0A202"
    handle: str = "#146C68"
    signs: Mapping[str, str] = field(default_factory=lambda: _SIGNS)

    def lines(self, colours: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Return (n, 3) colours as thin lines have them: no paler, or darker, than can be seen.

        Hues stay, and so does which of two is the lighter one.
        """
        weights = np.array([0.2126, 0.7152, 0.0722])
        behind = self.behind or self.below
        grounds = np.array([rgb(one) for one in (self.slab, behind)]) ** 2.2 @ weights
        linear = colours.astype(float) ** 2.2
        light = np.maximum(linear @ weights, 1e-4)[:, None]
        dark, ground = bool(grounds[1] < 0.2), float(grounds[0]) + 0.05
        if not dark:
            linear *= np.minimum(1.0, (ground / LINE_CONTRAST - 0.05) / light)
        else:
            lack = np.maximum(0.0, LINE_CONTRAST * ground - 0.05 - light) / (1.0 - light)
            linear += np.minimum(1.0, lack) * (1.0 - linear)
        found: npt.NDArray[np.float32] = (linear ** (1 / 2.2)).astype(np.float32)
        return found


PALETTES: Mapping[str, Palette] = MappingProxyType(
    {
        palette.name: palette
        for palette in msgspec.json.decode(
            Path(__file__).with_name("palettes.json").read_bytes(), type=tuple[Palette, ...]
        )
    }
)
STANDARD = PALETTES["standard"]
