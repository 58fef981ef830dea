"""Names of planes, layers and cuts as people read them. No Qt."""

from __future__ import annotations

from model.lattice import file_letters
from model.records.view import Cut

WALL_PEELS = ("base", "west", "east", "south", "north")
CORNER_PEELS = ("SW", "SE", "NW", "NE", "apex")
TITLES = {
    "level": "Level", "file": "File", "rank": "Rank", "diag": "Diagonal SW–NE",
    "anti": "Diagonal SE–NW", "base": "Base", "west": "West wall", "east": "East wall",
    "south": "South wall", "north": "North wall", "apex": "Apex", "shell": "Shells",
    "SW": "SW corner", "SE": "SE corner", "NW": "NW corner", "NE": "NE corner",
}  # fmt: skip
"""Names of plane families and layers as people read them."""


def plane_text(family: str, number: float) -> str:
    """Say which plane of a family: "level 3", "file e", "1 from the west wall"."""
    whole = float(number).is_integer()
    if family == "file" and whole and number >= 1:
        return f"file {file_letters(int(number))}"
    if family in ("level", "rank", "file"):
        return f"{family} {number:g}"
    if family in WALL_PEELS:
        wall = "the base" if family == "base" else f"the {family} wall"
        return wall if number == 0 else f"{number:g} from {wall}"
    if family in CORNER_PEELS:
        return f"{number:g} from {family}"
    return f"{TITLES.get(family, family).lower()} {number:+g}"


def cut_text(cut: Cut) -> str:
    """Say what a cut is: "Cut at level 3", "Slab from file c to file e, flipped"."""
    side = ", other side" if cut.flip else ""
    if cut.normal is not None or not cut.family:
        return f"Free {'slab' if cut.to is not None else 'cut'}{side}"
    if cut.to is not None:
        low, high = sorted((cut.at, cut.to))
        ends = f"{plane_text(cut.family, low)} to {plane_text(cut.family, high)}"
        return f"{'Without' if cut.flip else 'Slab'} {ends}"
    return f"Cut at {plane_text(cut.family, cut.at)}{side}"
