"""The colours of sides: each game names its own, scene and window read them from here."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class SideColour:
    """The colours of one side, as ``#RRGGBB``.

    Attributes
    ----------
    pieces
        Of its pieces, and of whatever stands for it.
    text
        Dark enough to be read as text on white (at least 4.5 : 1).
    banded
        Its balls carry an equatorial band, so that nobody depends on hue alone.
    wooden
        Its pieces are of wood, whose grain fine pictures show.
    """

    pieces: str
    text: str = "#1D2733"
    banded: bool = False
    wooden: bool = False


NOBODY = "#9AA3AE"
"""What belongs to no side, or to one without a colour."""
GENERAL: Mapping[str, SideColour] = {
    "red": SideColour("#E4572E", "#B83A14"),
    "blue": SideColour("#1F4E9C", "#1F4E9C", banded=True),
    "A": SideColour("#D98E04"),
    "B": SideColour("#2A6F77", banded=True),
    "p1": SideColour("#C8452F"),
    "p2": SideColour("#2563A8", banded=True),
    "p3": SideColour("#D9A400"),
    "p4": SideColour("#3E7D47"),
}
"""Sides by the names that games without colours of their own give them."""
