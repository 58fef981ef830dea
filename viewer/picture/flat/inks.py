"""What tells players apart: their colours, or lightness and hatching, and their band."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

import numpy as np
import numpy.typing as npt

from viewer.picture.compose.colouring import colours_by
from viewer.picture.flat.drawing import Hatch, Paint, Shade, ShapeStyle, Stops
from viewer.picture.palette import RGB, STANDARD, rgb
from viewer.picture.picture import Picture
from viewer.visuals.side_colours import NOBODY

Ink = Literal["colour", "grey"]
BAND = "#DCE6FA"
_GREYS: Mapping[int, tuple[tuple[str, tuple[int, ...]], ...]] = MappingProxyType(
    {
        1: (("#FFFFFF", ()),),
        2: (("#FFFFFF", (-45,)), ("#3A3A3A", ())),
        3: (("#FFFFFF", (-45,)), ("#B9B9B9", ()), ("#3A3A3A", ())),
        4: (("#FFFFFF", (-45,)), ("#F4F4F4", (45, 135)), ("#A2A2A2", ()), ("#3A3A3A", ())),
    }
)
"""Grounds and hatching by how many players there are, from the lightest to the darkest."""
PLAIN = 5.0
"""Points below which balls have no hatching."""
STEP, THICK = 0.17, 0.035
"""How far lines of hatching are apart and how thick they are, in ball diameters."""


def code(colour: RGB) -> str:
    """Return red, green and blue from 0 to 1 as ``#RRGGBB``."""
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, part))):02X}" for part in colour)


@lru_cache(4096)
def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour moved by a share towards another."""
    (r, g, b), (x, y, z) = rgb(colour), rgb(other)
    return code((r + share * (x - r), g + share * (y - g), b + share * (z - b)))


@lru_cache(4096)
def lightness(colour: str) -> float:
    """Return how light a colour looks, from 0 to 1 (Rec. 601 luma)."""
    r, g, b = rgb(colour)
    return 0.299 * r + 0.587 * g + 0.114 * b


def without_hue(colour: str) -> str:
    """Return the grey that is as light as a colour looks."""
    return code((lightness(colour),) * 3)


def darker(colour: str) -> str:
    """Return what outlines a colour on white."""
    return mixed(colour, "#000000", 0.42)


@dataclass(frozen=True)
class PlayerInk:
    """How pieces of a player are drawn.

    Attributes
    ----------
    fill
        The colour, ``#RRGGBB``.
    turns
        How the lines over it are turned, in degrees; () for none.
    band
        The colour of the band across it; "" for none.
    lines
        The colour of the lines.
    outline
        Returns what outlines its colour.
    """

    fill: str
    turns: tuple[int, ...] = ()
    band: str = ""
    lines: str = "#4A4A4A"
    outline: Callable[[str], str] = darker

    def line(self, scale: float, deep: float) -> ShapeStyle:
        """Return how a ring alone is drawn that is `scale` points wide: thin and pale far away.

        Parameters
        ----------
        deep
            How far away, from 0 to 1.
        """
        hue = STANDARD.lines(np.array([rgb(self.fill)], np.float32))[0]
        thick = max(0.35, (0.042 - 0.027 * deep) * scale)
        dashes = f"{3 * thick:.2f} {2 * thick:.2f}" if self.turns else None
        return {
            "fill": "none",
            "stroke": code(tuple(hue.tolist())),
            "stroke_width": thick,
            "stroke_opacity": 1 - 0.60 * deep,
            "stroke_dasharray": dashes,
        }

    @property
    def rim(self) -> str:
        """What outlines it."""
        return self.lines if self.turns else self.outline(self.fill)

    @property
    def on(self) -> str:
        """What can be read on it: white or nearly black."""
        return "#FFFFFF" if lightness(self.fill) < 0.62 else "#1D1D1D"

    def ball(self, scale: float) -> Paint:
        """Return the fill of a ball that is `scale` units wide."""
        return self.hatched(scale) if self.turns else Shade(self.stops())

    def stops(self, deep: float = 0.16) -> Stops:
        """Return the shade of a ball, from where the light comes to its rim, so much darker."""
        light, dark = mixed(self.fill, "#FFFFFF", 0.14 + deep), mixed(self.fill, "#000000", deep)
        return (0, light), (0.55, self.fill), (1, dark)

    def flat(self, scale: float) -> Paint:
        """Return the fill of something flat."""
        return self.hatched(scale) if self.turns else self.fill

    def hatched(self, scale: float) -> Paint:
        """Return its lines on its ground; on the smallest balls none could be told apart."""
        if scale < PLAIN:
            return self.fill
        step = max(STEP * scale, 1.5)
        return Hatch(self.fill, self.lines, step, max(THICK * scale, 0.32), self.turns)


@dataclass(frozen=True)
class Inks:
    """How everything of a picture is drawn on paper.

    Attributes
    ----------
    players
        One a player, and a last one for what is nobody's.
    sites
        (n, 3) colours of what stands on each site from 0 to 1; None: each player's own.
    is_grey
        Whether there are no colours.
    outline
        Returns what outlines a colour.
    """

    players: tuple[PlayerInk, ...]
    sites: npt.NDArray[np.float32] | None
    is_grey: bool
    outline: Callable[[str], str] = darker

    def of(self, owner: int, site: int | None = None) -> PlayerInk:
        """Return the ink of a player's pieces, or of the piece that stands on a site."""
        own = self.players[owner if 0 <= owner < len(self.players) - 1 else -1]
        if self.sites is None or site is None:
            return own
        r, g, b = self.sites[site].tolist()
        return PlayerInk(code((r, g, b)), own.turns, own.band, outline=self.outline)


def inks_of(picture: Picture, ink: Ink = "colour", outline: Callable[[str], str] = darker) -> Inks:
    """Return how the pieces of a picture are drawn.

    In grey, players differ by lightness and hatching, in the order of the lightness of their
    colours, and nothing is coloured by groups, levels or moves.
    """
    owners = range(len(picture.players))
    colours = [code(colour) for colour in picture.colours]
    bands = [picture.is_banded(owner) for owner in owners]
    if ink == "colour":
        made = [
            PlayerInk(colours[k], (), BAND if bands[k] else "", outline=outline) for k in owners
        ]
        by_site = colours_by(picture.view.colour, picture.board, picture.pieces, picture.plies)
        return Inks((*made, PlayerInk(NOBODY, outline=outline)), by_site, False, outline)
    order = sorted(owners, key=lambda k: -lightness(colours[k]))
    greys = _GREYS[min(max(len(colours), 1), max(_GREYS))]
    grounds = {owner: greys[k % len(greys)] for k, owner in enumerate(order)}
    made = [PlayerInk(*grounds[k], "#FFFFFF" if bands[k] else "") for k in owners]
    return Inks((*made, PlayerInk("#DDDDDD")), None, True)
