"""Names of planes, layers and cuts as people read them. No Qt."""

from collections.abc import Mapping
from math import floor
from pathlib import Path

import msgspec

from model.boards.lattice import file_letters
from model.records.view import Cut

WALL_PEELS = ("base", "west", "east", "south", "north")
CORNER_PEELS = ("SW", "SE", "NW", "NE", "apex")
SIDES = {"diag": ("NW", "SE"), "anti": ("SW", "NE")}
"""Where the planes beside a diagonal lie: those with numbers below 0, and above."""
PLAIN = ("level", "file", "rank")
"""Families whose planes are called by their name and a number, or a letter."""
NAMES: Mapping[str, Mapping[str, str]] = msgspec.json.decode(
    Path(__file__).with_name("plane_names.json").read_bytes(), type=dict[str, dict[str, str]]
)
TITLES, CUTS = NAMES["titles"], NAMES["cuts"]
"""Names of plane families and layers as people read them, and as they choose a cut by them."""


def plane_number(family: str, number: float) -> str:
    """Return the number of a plane as its family is counted: "3", "e" for a file; "e–f" between."""
    if not float(number).is_integer():
        low = floor(number)
        if family in PLAIN:
            return f"{plane_number(family, low)}–{plane_number(family, low + 1)}"
        return f"{number:.1f}"
    if family == "file" and number >= 1:
        return file_letters(int(number))
    return f"{number:g}"


def plane_text(family: str, number: float) -> str:
    """Say which plane of a family: "level 3", "file e", "1 from the west wall"."""
    whole = float(number).is_integer()
    if family in PLAIN:
        if whole:
            return f"{family} {plane_number(family, number)}"
        low, high = (plane_number(family, floor(number) + k) for k in (0, 1))
        return f"between {family} {low} and {high}"
    shown = plane_number(family, number)
    if family in WALL_PEELS:
        wall = layers_end(family)
        return wall if number == 0 else f"{shown} from {wall}"
    if family in CORNER_PEELS:
        return f"{shown} from {layers_end(family)}"
    if family in SIDES:
        middle = f"the {_in_sentence(family)}"
        return f"{_beside(family, number)} of {middle}" if number else middle
    return f"{_in_sentence(family)} {_signed(number)}"


def layers_end(family: str) -> str:
    """Say where the layers of a family are counted from: "the west wall", "the base", "SW"."""
    if family in WALL_PEELS:
        return "the base" if family == "base" else f"the {family} wall"
    return "the apex" if family == "apex" else family


def _beside(family: str, number: float) -> str:
    """Say on which side of a diagonal a plane lies, and how far: "3 NW"."""
    return f"{plane_number(family, abs(number))} {SIDES[family][number > 0]}"


def _in_sentence(family: str) -> str:
    """Name a family within a sentence: "diagonal SW–NE"."""
    title = TITLES.get(family, family)
    return title[:1].lower() + title[1:]


def _signed(number: float) -> str:
    shown = f"{number:+g}" if float(number).is_integer() else f"{number:+.1f}"
    return "0" if number == 0 else shown.replace("-", "−")


def slab_text(family: str, low: float, high: float) -> str:
    """Say what lies between two planes: "files c to e", "1 to 2 from the west wall"."""
    if family in (*PLAIN, *WALL_PEELS, *CORNER_PEELS):
        ends = f"{plane_number(family, low)} to {plane_number(family, high)}"
        if family in PLAIN:
            return f"{family}s {ends}"
        return f"{ends} from {layers_end(family)}"
    if family in SIDES:
        ends = f"{_beside(family, low)} to {_beside(family, high)}"
        if low * high >= 0:
            near, far = sorted((low, high), key=abs)
            ends = f"{plane_number(family, abs(near))} to {_beside(family, far)}"
        return f"{ends} of the {_in_sentence(family)}"
    return f"{_in_sentence(family)} {_signed(low)} to {_signed(high)}"


def cut_text(cut: Cut) -> str:
    """Say what a cut is: "Cut at level 3", "Slab: files c to e", "Free cut, other side"."""
    side = ", other side" if cut.flip else ""
    if cut.normal is not None or not cut.family:
        return f"Free {'slab' if cut.to is not None else 'cut'}{side}"
    if cut.to is not None:
        low, high = sorted((cut.at, cut.to))
        return f"{'Without' if cut.flip else 'Slab:'} {slab_text(cut.family, low, high)}"
    plane = plane_text(cut.family, cut.at)
    return f"Cut {plane}{side}" if plane.startswith("between") else f"Cut at {plane}{side}"
