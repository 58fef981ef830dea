"""What is written at the spaces of a map: its number, what it is worth, and whose units are there.

Texts face the reader from every side and are drawn over everything, so they must not cover one
another: `largest_scales` says how large they may be as the camera sees the map.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from viewer.picture.compose.footing import HERO_TOKEN, TOKEN
from viewer.picture.compose.insignia import SIGNS
from viewer.picture.picture import Picture

SIGN = "\ue000"
"""Before the name of a sign of `viewer.picture.compose.insignia`: the sign stands for the text."""
SMALLEST = 0.45
"""The least share of their size that labels shrink to, however flat the camera looks."""
EVEN = 1.4
"""How much larger than the smallest label the largest may be."""
SPARE = 0.96
"""What is left between labels: perspective brings those in front a little nearer together."""

Float64 = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SpaceLabel:
    """The label of a space.

    Attributes
    ----------
    site
        Where.
    name, worth
        Its number, and what is printed there: points, or the sign of a section; "" for nothing.
    tone
        "light" or "dark", as the pyramid on it.
    stands
        Of everybody who has units there, the first the lowest: his index, and texts and signs that
        tell whose they are and how many. Two meet where a battle is shown.
    """

    site: int
    name: str
    worth: str
    tone: str
    stands: tuple[tuple[int, tuple[str, ...]], ...]


def labels_of(picture: Picture) -> tuple[SpaceLabel, ...]:
    """Return the labels of all spaces, in site order; borders have none."""
    board = picture.board
    printed = {one.site: one for one in board.decoration}
    standing = _standing(picture)
    found = []
    for site, name in enumerate(board.names):
        if site in board.edges:
            continue
        one = printed.get(site)
        text = "" if one is None or one.text == name else one.text
        worth = f"{SIGN}{text}" if text in SIGNS else text
        stands = tuple(standing.get(site, {}).items())
        tone = "light" if one is None else one.tone
        found.append(SpaceLabel(site, name, worth, tone, stands))
    return tuple(found)


def _standing(picture: Picture) -> dict[int, dict[int, tuple[str, ...]]]:
    """Site -> who stands there -> what is written of it: insignia, soldiers, heroes, umbrella."""
    pieces, kinds, board = picture.pieces, picture.piece_kinds, picture.board
    found: dict[int, dict[int, tuple[str, ...]]] = {}
    rows = zip(*(column.tolist() for column in
                 (pieces.site, pieces.owner, pieces.kind, pieces.count)), strict=True)  # fmt: skip
    for site, owner, kind, count in rows:
        if site in board.edges:
            continue
        there = found.setdefault(site, {})
        told = there.get(owner, _insignia(picture, owner))
        shape = kinds[kind] if 0 <= kind < len(kinds) else ""
        if shape == TOKEN:
            told = (*told, str(count))
        elif shape == HERO_TOKEN:
            told = (*told, f"{SIGN}star", str(count))
        elif shape == "umbrella":
            told = (*told, f"{SIGN}umbrella")
        there[owner] = told
    return found


def _insignia(picture: Picture, owner: int) -> tuple[str, ...]:
    sign = picture.insignia[owner] if 0 <= owner < len(picture.insignia) else ""
    return (f"{SIGN}{sign}",) if sign else ()


def largest_scales(places: Float64, sizes: Float64, least: Float64 | float = SMALLEST) -> Float64:
    """Return (k,) how large each label may be, at most 1, so that no two cover one another.

    Parameters
    ----------
    places
        (k, 2) the middles of the labels as the camera sees them.
    sizes
        (k, 2) width and height of each at full size, in the same measure.
    least
        How small they may become, each or all.
    """
    scales = np.ones(len(places))
    if len(places) < 2:
        return scales
    first, second = np.triu_indices(len(places), 1)
    apart = np.abs(places[first] - places[second])
    needed = np.maximum((sizes[first] + sizes[second]) / 2, 1e-9)
    # Two boxes are clear of one another as soon as they are in one of the two directions.
    free = SPARE * (apart / needed).max(axis=1)
    np.minimum.at(scales, first, free)
    np.minimum.at(scales, second, free)
    return np.clip(scales, least, np.maximum(least, EVEN * float(scales.min())))
