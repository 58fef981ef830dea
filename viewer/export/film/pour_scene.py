"""Colour that pours from a corner through a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec.structs import replace as altered

from model.contract.game import Position
from model.phrases import listed, shown
from model.positions.setup import Draft
from viewer.export.film.seen import Line
from viewer.export.film.shots import Caption, Part, Shot, Words, still
from viewer.export.film.take import Take
from viewer.export.items import ExportError
from viewer.games.registry import explainer_of
from viewer.picture.picture import Picture
from viewer.visuals.overlay_types import Pour, Tube

BEFORE, AFTER = 1.0, 3.0
"""Seconds before the colour begins to pour, and after it has arrived."""


def pour(take: Take) -> Iterator[Part]:
    """Yield the position before, while and after colour pours; ExportError where none can."""
    line, opening = Line(take.item.contents.record), take.opening
    position = line.position(opening.node).seen_by(None)
    corner, player = _asked(position, take)
    flood = flood_in(position, f"{corner}:{player}")
    assert flood is not None
    view = altered(opening.view, show="")
    picture = line.picture(opening.node, view, opening.marks, own=False)
    asks = Words(heading=f"Colour from {corner}: do {player.capitalize()}'s pieces hold it back?")
    yield Part((still(BEFORE, lambda: picture), *poured(picture, flood)), (Caption(0.0, asks),))
    explainer = explainer_of(position)
    assert explainer is not None  # it has said where colour runs
    why = explainer.overlays(position, f"corner={corner}:{player}", None, plans=False)
    gets_out = any(isinstance(one, Tube) and one.style == "escape" for one in why)
    ended = full(picture, flood)
    ended = replace(ended, overlays=(*ended.overlays, *why))
    end = "it gets out" if gets_out else f"{player.capitalize()} holds it back"
    words = Words(heading=f"Colour from {corner}: {end}")
    yield Part((still(AFTER, lambda: ended),), (Caption(0.0, words),))


def poured(picture: Picture, flood: Pour) -> tuple[Shot, ...]:
    """Return the shot in which the colour of a pour runs, as evenly as in the window."""

    def at(share: float) -> Picture:
        running = replace(flood, time=share * flood.last)
        return replace(picture, overlays=(*picture.overlays, running))

    return (Shot(flood.seconds, at),)


def full(picture: Picture, flood: Pour) -> Picture:
    """Return a picture with all the colour that will ever come."""
    return replace(picture, overlays=(*picture.overlays, replace(flood, time=flood.last)))


def flood_in(position: Position, what: str) -> Pour | None:
    """Return a pour as `Step.pour` names it ("SW:red"); None where there is none."""
    explainer = explainer_of(position)
    if explainer is None or isinstance(position, Draft) or not what:
        return None
    return explainer.pour(position, what)


def pours_in(position: Position) -> tuple[list[str], list[str]]:
    """Return where a pour may begin, and the players whose pieces hold it back; none: no pour."""
    corners = list(position.game.board.corners)
    players = position.game.players if corners else ()
    able = [who for who in players if flood_in(position, f"{corners[0]}:{who}") is not None]
    return corners, able


def _asked(position: Position, take: Take) -> tuple[str, str]:
    """The corner and the player that are asked for, or where colour runs longest, and the first."""
    corners, able = pours_in(position)
    if not able:
        title = position.game.kind.title
        raise ExportError(f"nothing pours in {title}: film a turntable or a replay instead")
    corner, _, player = take.wanted.corner.partition(":")
    player = player or able[0]
    if player not in able:
        known = listed(able, "or")
        raise ExportError(f"{shown(player)} has no part in this pour: choose {known}")
    if corner and corner not in corners:
        known = listed(corners, "or")
        raise ExportError(f"this board has no corner called {shown(corner)}: choose {known}")
    return corner or max(corners, key=lambda name: _runs(position, f"{name}:{player}")), player


def _runs(position: Position, what: str) -> float:
    """How long colour runs, in seconds."""
    flood = flood_in(position, what)
    return 0.0 if flood is None else flood.seconds
