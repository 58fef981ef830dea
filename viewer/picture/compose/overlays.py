"""What lies over a position: a teacher's marks as data to draw, and what of it is on some sites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from model.contract.game import Position
from model.records.marks import Mark
from viewer.games.registry import game_view_of
from viewer.picture.visibility.piece_groups import group_at
from viewer.visuals.overlay_types import (
    Heat,
    Marks,
    Numbers,
    Overlay,
    Sheet,
    Sign,
    Threats,
    Tube,
    Values,
)


def mark_overlays(position: Position, marks: tuple[Mark, ...]) -> tuple[Overlay, ...]:
    """Return what a teacher's marks lay over a position; marks of other boards are passed over."""
    board, skin = position.game.board, game_view_of(position).skin
    shown: list[Overlay] = []
    for mark in marks:
        names = (mark.site, *((mark.to,) if mark.sign == "link" else ()), *mark.sites)
        if not all(name in board for name in names):
            continue
        sites = tuple(dict.fromkeys(board.index(name) for name in names))
        triangles = None
        if mark.sign == "group":
            sites = _linked(position, sites[0])
        elif mark.sign == "sheet" and skin is not None:
            triangles = skin(board, sites)
        shown.append(Sign(mark.sign, mark.colour, sites, mark.text, triangles))
    return tuple(shown)


def parts_on(overlays: tuple[Overlay, ...], there: npt.NDArray[np.bool_]) -> tuple[Overlay, ...]:
    """Return what of some overlays lies on the sites of a mask; marks and pours stay whole.

    A way keeps its stretches that lie there, a sheet the triangles that do.
    """
    return tuple(part for overlay in overlays for part in _parts(overlay, there))


def _parts(overlay: Overlay, there: npt.NDArray[np.bool_]) -> Iterator[Overlay]:
    if isinstance(overlay, Tube):
        for run in _runs(overlay.sites, there):
            yield replace(overlay, sites=run)
    elif isinstance(overlay, Sheet):
        sites = tuple(site for site in overlay.sites if there[site])
        if sites:
            inside = there[overlay.triangles].all(axis=1)
            yield replace(overlay, sites=sites, triangles=overlay.triangles[inside])
    elif isinstance(overlay, Threats):
        if sites := tuple(site for site in overlay.sites if there[site]):
            yield replace(overlay, sites=sites)
    elif isinstance(overlay, Heat):
        rows = zip(overlay.sites, overlay.worth, overlay.weights, strict=True)
        if left := [row for row in rows if there[row[0]]]:
            places, worth, weights = (tuple(part) for part in zip(*left, strict=True))
            yield replace(overlay, sites=places, worth=worth, weights=weights)
    elif isinstance(overlay, Values):
        columns = (overlay.sites, overlay.values, overlay.moves, overlay.best)
        if shown := [row for row in zip(*columns, strict=True) if there[row[0]]]:
            sites, values, moves, best = (tuple(part) for part in zip(*shown, strict=True))
            yield Values(sites, values, moves, best, overlay.owner)
    elif isinstance(overlay, Marks | Numbers):
        kept = [pair for pair in zip(overlay.sites, overlay.texts, strict=True) if there[pair[0]]]
        if kept:
            sites, texts = (tuple(part) for part in zip(*kept, strict=True))
            yield replace(overlay, sites=sites, texts=texts)
    else:
        yield overlay


def _runs(sites: tuple[int, ...], there: npt.NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """The stretches of a way that lie on a mask."""
    runs: list[tuple[int, ...]] = [()]
    for site in sites:
        if there[site]:
            runs[-1] += (site,)
        elif runs[-1]:
            runs.append(())
    return [run for run in runs if run]


def _linked(position: Position, site: int) -> tuple[int, ...]:
    """The linked pieces of one owner at a site, the site first; the site alone where it is bare."""
    group = group_at(position.game.board, position.pieces, site)
    return (site, *(int(other) for other in group.nonzero()[0] if other != site))
