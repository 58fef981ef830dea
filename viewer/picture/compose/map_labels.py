"""What is written at the spaces of a map: its number, what it is worth, and whose units are there.

Texts face the reader from every side and are drawn over everything, so they must not cover one
another: `largest_scales` says how large they may be as the camera sees the map.

Signs tell sides and units apart without colour. Each is one or more polygons in a square from -1 to
1, y upwards; where two overlap there is a hole (even-odd). No Qt and no VTK: whoever paints them
makes shapes of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import msgspec
import numpy as np
import numpy.typing as npt

from viewer.picture.compose.ground import HERO_TOKEN, TOKEN
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Float64

Polygon = tuple[tuple[float, float], ...]
Outline = tuple[Polygon, ...]


SIGNS: Mapping[str, Outline] = MappingProxyType(
    msgspec.json.decode(
        Path(__file__).with_name("signs.json").read_bytes(), type=dict[str, Outline]
    )
)
"""Sign -> its polygons: heads and attributes of the peoples, units, sections and devices."""


@lru_cache(maxsize=64)
def mask_of(sign: str, height: int) -> npt.NDArray[np.uint8]:
    """Return how a sign covers its pixels, (height, height) uint8, the bottom row first.

    KeyError for a sign there is none of.
    """
    fine = 4
    side = (np.arange(height * fine) + 0.5) / (height * fine) * 2.0 - 1.0
    x, y = np.meshgrid(side, side)
    inside = np.zeros(x.shape, bool)
    for polygon in SIGNS[sign]:
        inside ^= _within(x, y, polygon)
    shares = inside.reshape(height, fine, height, fine).mean(axis=(1, 3))
    return np.asarray(np.rint(255 * shares), np.uint8)


def _within(
    x: npt.NDArray[np.float64], y: npt.NDArray[np.float64], polygon: Polygon
) -> npt.NDArray[np.bool_]:
    """Tell which points lie within a polygon: those from which a ray crosses it an odd number."""
    found = np.zeros(x.shape, bool)
    for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if y0 == y1:
            continue
        crosses = (y0 > y) != (y1 > y)
        found ^= crosses & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
    return found


SIGN = "\ue000"
"""Before the name of a sign of this module: the sign stands for the text."""
SMALLEST = 0.45
"""The least share of their size that labels shrink to, however flat the camera looks."""
EVEN = 1.4
"""How much larger than the smallest label the largest may be."""
SPARE = 0.96
"""What is left between labels: perspective brings those in front a little nearer together."""


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
    standing = _labels_by_site(picture)
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


def _labels_by_site(picture: Picture) -> dict[int, dict[int, tuple[str, ...]]]:
    """Site -> who stands there -> what is written of it: insignia, soldiers, heroes, umbrella."""
    pieces, kinds, board = picture.pieces, picture.piece_kinds, picture.board
    found: dict[int, dict[int, tuple[str, ...]]] = {}
    rows = zip(
        *(column.tolist() for column in (pieces.site, pieces.owner, pieces.kind, pieces.count)),
        strict=True,
    )
    for site, owner, kind, count in rows:
        if site in board.edges:
            continue
        there = found.setdefault(site, {})
        sign = picture.insignia[owner] if 0 <= owner < len(picture.insignia) else ""
        labels = there.get(owner, (f"{SIGN}{sign}",) if sign else ())
        shape = kinds[kind] if 0 <= kind < len(kinds) else ""
        if shape == TOKEN:
            labels = (*labels, str(count))
        elif shape == HERO_TOKEN:
            labels = (*labels, f"{SIGN}star", str(count))
        elif shape == "umbrella":
            labels = (*labels, f"{SIGN}umbrella")
        there[owner] = labels
    return found


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
