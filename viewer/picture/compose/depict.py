"""Pictures of a position alone: nobody points at it and nothing was just played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as replace_field
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from model.contract.game import Position
from model.contract.search import Analysis
from model.records.marks import Mark
from model.records.view import ENGINE, SWITCHES, VALUES, View
from model.search.move_values import MoveValues
from viewer.games.game_view import Findings
from viewer.games.registry import explainer_of, game_view_of, side_colour
from viewer.picture.compose.first_look import from_home
from viewer.picture.compose.overlays import engine_overlays, mark_overlays, value_overlays
from viewer.picture.palette import PALETTES, STANDARD
from viewer.picture.picking.click_meaning import partial_move_of
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import ByIdentity

T = TypeVar("T")


class ShowError(ValueError):
    """A word names nothing that can be shown; the text says so in one sentence."""


def picture_of(
    position: Position, view: View, plies: npt.NDArray[np.int32] | None = None
) -> Picture:
    """Return the picture of what stands where, every empty point of it open.

    Parameters
    ----------
    position, view
        What stands, and how it is looked at.
    plies
        (n,) int32 ply each piece came to its site at; None: not known.
    """
    shown = standing(position)
    return replace_field(shown, view=from_home(view, shown.board), plies=plies)


def standing(position: Position) -> Picture:
    """Return the picture of a position under a new View; the same one for the same position."""
    return _standing(ByIdentity(position))


@lru_cache(maxsize=8)
def _standing(held: ByIdentity[Position]) -> Picture:
    position, game = held.value, held.value.game
    signs = game_view_of(position).insignia(position)
    return Picture(
        board=game.board,
        pieces=position.pieces,
        players=tuple(game.players),
        sides=tuple(side_colour(player) for player in game.players),
        view=View(),
        piece_kinds=tuple(kind.shape for kind in game.piece_kinds),
        insignia=tuple(signs.get(player, "") for player in game.players),
        reserves=tuple(
            (game.players.index(player), left) for player, left in position.reserves.items()
        ),
    )


def depict(
    position: Position,
    view: View,
    show: tuple[str, ...] = (),
    marks: tuple[Mark, ...] = (),
    plies: npt.NDArray[np.int32] | None = None,
    *,
    findings: Findings | None = None,
    analysis: Analysis | None = None,
    values: MoveValues | None = None,
) -> Picture:
    """Return the picture of a position with what is to be shown over it.

    Parameters
    ----------
    position, view
        What stands, and how it is looked at.
    show
        Words: an overlay as ``View.show`` names it ("corner=SW:red", "sheet=", "cost=", "win=red"),
        "engine=heat", "engine=line" or "engine=both" for what `analysis` says,
        "values" for what moves are worth for certain,
        "pour=SW:red", or a switch: "labels=off", "board=off", "threats=on", "ghosts=all|legal|off",
        "style=dots|shells", "dim=off", "colour=level", "legend=off", "palette=presentation".
        Without an overlay among them, the view's own is shown.
    marks
        A teacher's, laid over the position.
    plies
        (n,) int32 ply each piece came to its site at; None: not known.
    findings, analysis, values
        What the game's explainer has found, what an engine thinks of the position, and what its
        moves are worth; None: not known.

    Raises
    ------
    ShowError
        When a switch is set to something it does not know.
    """
    palette = STANDARD
    threats = False
    for word in show:
        name, _, value = word.partition("=")
        if name == "palette":
            palette = _value(PALETTES, name, value)
        elif name == "threats":
            threats = _value(_ON_OFF, name, value)
        elif name == "legend":
            _value(_ON_OFF, name, value)  # whoever prints it asks
        elif name in _FIELDS:
            known = _ON_OFF if "on" in SWITCHES[name] else {text: text for text in SWITCHES[name]}
            view = replace(view, **{_FIELDS[name]: _value(known, name, value)})
    overlays = list(mark_overlays(position, marks))
    explainer = explainer_of(position)
    words = overlay_words(view, show)
    for word in words:
        if word in ENGINE:
            overlays.extend(engine_overlays(analysis, word))
        elif word == VALUES:
            overlays.extend(value_overlays(values))
    if explainer is not None:
        for word in words:
            overlays.extend(explainer.overlays(position, word, findings))
        if threats:
            overlays.extend(explainer.threats(position, findings))
    return replace_field(
        picture_of(position, view, plies),
        legal=partial_move_of(position, ()).choices,
        overlays=tuple(overlays),
        palette=palette,
    )


def overlay_words(view: View, show: tuple[str, ...]) -> tuple[str, ...]:
    """Return which overlays are asked for: words that are no switches, else the view's own."""
    words = (word for word in show if word.partition("=")[0] not in SWITCHES)
    return tuple(words) or ((view.show,) if view.show else ())


_ON_OFF: Mapping[str, bool] = MappingProxyType({"off": False, "on": True})
_FIELDS: Mapping[str, str] = MappingProxyType(
    {name: name for name in ("labels", "board", "dim", "colour", "ghosts")}
    | {"style": "ghost_style"}
)
"""The field of a View that a switch sets."""


def _value(known: Mapping[str, T], name: str, value: str) -> T:
    if value not in known:
        right = ", ".join(f"{name}={text}" for text in known)
        raise ShowError(f'"{name}={value}" cannot be shown: write {right}')
    return known[value]
