"""A cut that travels through a position and back, so that the film begins again where it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import atan2, degrees, hypot

from msgspec.structs import replace as altered

from model.boards.board import Board, PlaneFamily
from model.phrases import listed, shown
from model.records.view import Camera, Cut
from viewer.export.film.seen import Line
from viewer.export.film.shots import Caption, Part, Shot, Words, still
from viewer.export.film.take import Take
from viewer.export.items import ExportError
from viewer.picture.picture import Picture
from viewer.picture.words.plane_names import PLAIN, TITLES, WALL_PEELS, layers_end

PLANE, LEAST, MOST = 0.7, 3.0, 9.0
"""Seconds from plane to plane, and for a way through the board at least and at most."""
REST = 0.8
"""Seconds at either end."""
UPRIGHT = 0.3
"""How much of its length the normal of a plane has across, where it cuts upright faces."""
ASIDE = 40.0
"""Degrees from which the camera looks past the normal of the faces, at most."""
OUTSIDE = 0.6
"""How far outside the outermost centres a cut begins, in ball diameters: it meets nothing there."""


def cut(take: Take) -> Iterator[Part]:
    """Yield a cut that travels along the planes of a family; ExportError where there are none."""
    opening = take.opening
    # What Why lays over the position is not cut, and would hide what the cut is for.
    view, line = altered(opening.view, show=""), Line(take.item.contents.record)
    picture = line.picture(opening.node, view, opening.marks, own=False)
    family = _asked(picture.board, take.wanted.family, take.item.title)
    camera = _facing(picture.view.camera, family)
    picture = replace(picture, view=altered(picture.view, camera=camera))
    outer, inner = _ends(family)

    def at(share: float) -> Picture:
        s = share * share * (3 - 2 * share)
        plane = Cut(at=round(outer + s * (inner - outer), 4), family=family.name)
        return replace(picture, view=altered(picture.view, cuts=(plane,)))

    way = min(MOST, max(LEAST, PLANE * (family.last - family.first + 1)))
    yield Part(
        (
            still(REST, lambda: at(0.0)),
            Shot(way, at),
            still(REST, lambda: at(1.0)),
            Shot(way, lambda share: at(1.0 - share)),
        ),
        (Caption(0.0, Words(heading=_heading(family.name))),),
    )


def _facing(camera: Camera, family: PlaneFamily) -> Camera:
    """Return a camera turned round until it sees the faces that are cut."""
    east, north, _ = family.normal
    if hypot(east, north) < UPRIGHT:
        return camera
    towards = degrees(atan2(east, -north))  # the azimuth from which a face is seen straight on
    aside = (camera.azimuth - towards + 180) % 360 - 180
    return altered(camera, azimuth=towards + max(-ASIDE, min(ASIDE, aside)))


def _heading(family: str) -> str:
    """Name the planes that a cut travels along."""
    if family in PLAIN:
        return f"Cut {family} by {family}"
    if family in WALL_PEELS:
        return f"Cut parallel to {layers_end(family)}"
    title = TITLES.get(family, family)
    return f"Cut along the {title[:1].lower()}{title[1:]}"


def families_of(board: Board) -> Mapping[str, PlaneFamily]:
    """Return the planes that a cut may travel along: none where there is only one of them."""
    return {name: family for name, family in board.planes.items() if family.last > family.first}


def _asked(board: Board, name: str, title: str) -> PlaneFamily:
    """The planes that are asked for; "" asks for the levels, or the first there are."""
    known = families_of(board)
    if not known:
        raise ExportError(f"{shown(title)} lies on a flat board, which no cut travels through")
    if not name:
        return known["level"] if "level" in known else next(iter(known.values()))
    if name not in known:
        families = listed(list(known), "or")
        raise ExportError(f"this board has no planes called {shown(name)}: choose {families}")
    return known[name]


def _ends(family: PlaneFamily) -> tuple[float, float]:
    """The number at which a cut meets nothing yet, and that of the innermost plane."""
    outside = OUTSIDE / family.spacing  # a cut removes the side that the normal points to
    if family.spacing > 0:
        return family.last + outside, float(family.first)
    return family.first + outside, float(family.last)
