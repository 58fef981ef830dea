"""The picture the scene shows, as a pure function of document, preferences and what is hovered.

Parts that depend on the position alone are `remembered`, so that an orbit, which changes nothing
but the camera, computes nothing here. In the picture of a position alone (`depict`) nobody points
at anything and nothing was just played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace as replace_view

from model.boards.board import Board
from model.contract.game import Position
from model.contract.search import Analysis
from model.records.view import ENGINE, SWITCHES, VALUES, Mark, View
from model.search.move_values import MoveValues
from viewer.games.game_view import Findings
from viewer.games.registry import explainer_of, game_view_of, side_colour
from viewer.picture.compose.first_look import from_home
from viewer.picture.compose.overlays import engine_overlays, value_overlays, with_overlays
from viewer.picture.compose.transition import carried, landing, owned, plies_shown
from viewer.picture.palette import PALETTES, STANDARD, Palette
from viewer.picture.picking.click_meaning import partial_move_of, preview_step
from viewer.picture.picture import Picture
from viewer.picture.visibility.focus import focus_of
from viewer.picture.visibility.hiding import Mask, remembered
from viewer.session.document.document import Document
from viewer.session.preferences import Preferences
from viewer.visuals.overlay_types import Overlay, Tube

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
    shown = base_picture(position)
    return replace(shown, view=from_home(view, shown.board), plies=plies)


@remembered(8)
def base_picture(position: Position) -> Picture:
    """Return the picture of a position under a new View; the same one for the same position."""
    game = position.game
    signs = game_view_of(position).insignia(position)
    return Picture(
        board=game.board,
        pieces=position.pieces,
        players=tuple(game.players),
        sides=tuple(side_colour(player) for player in game.players),
        view=View(),
        piece_kinds=tuple(kind.shape for kind in game.piece_kinds),
        insignia=tuple(signs.get(player, "") for player in game.players),
        reserves=owned(position.reserves, game.players),
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
            view = replace_view(view, **{_FIELDS[name]: _value(known, name, value)})
    overlays: list[Overlay] = []
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
    shown = replace(
        picture_of(position, view, plies),
        legal=partial_move_of(position, ()).choices,
        palette=palette,
    )
    return with_overlays(shown, position, overlays, marks)


def overlay_words(view: View, show: tuple[str, ...]) -> tuple[str, ...]:
    """Return which overlays are asked for: words that are no switches, else the view's own."""
    words = (word for word in show if word.partition("=")[0] not in SWITCHES)
    return tuple(words) or ((view.show,) if view.show else ())


_ON_OFF: Mapping[str, bool] = MappingProxyType({"off": False, "on": True})
_FIELDS: Mapping[str, str] = MappingProxyType(
    {name: name for name in SWITCHES if name in View.__struct_fields__} | {"style": "ghost_style"}
)
"""The field of a View that a switch sets."""


def _value(known: Mapping[str, T], name: str, value: str) -> T:
    if value not in known:
        right = ", ".join(f"{name}={text}" for text in known)
        raise ShowError(f'"{name}={value}" cannot be shown: write {right}')
    return known[value]


@dataclass(frozen=True, eq=False)
class Transient:
    """What is shown for a moment: never in a View, a record or a file.

    Attributes
    ----------
    hover
        The site under the mouse, or None.
    hovered_group
        (n,) mask of a group that lights up.
    overlays
        What panels lay over the position: the Why panel's sheet, a pour.
    partial
        The partial move; the step a hover would add is previewed.
    marks
        Signs besides those of the node: a lesson step's, a hint's.
    """

    hover: int | None = None
    hovered_group: Mask | None = None
    overlays: tuple[Overlay, ...] = ()
    partial: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


def compose(
    document: Document,
    position: Position,
    preferences: Preferences,
    transient: Transient,
    *,
    before: Position | None = None,
    handle: bool = False,
) -> Picture:
    """Return what the scene shows of `document`, which stands at `position`.

    `before` is the position the last move was played in; it says what the move did.
    """
    board, node = position.game.board, document.record.nodes[document.node]
    view = from_home(document.view, board)
    so_far = partial_move_of(position, transient.partial)
    preview, hover = None, transient.hover
    if hover is not None and hover < len(board) and so_far.choices[hover]:
        preview = preview_step(position, transient.partial, board.names[hover])
    plans = game_view_of(position).planner is not None
    overlays = list(transient.overlays)
    if so_far.made:
        owner = position.game.players.index(position.to_move) if position.to_move else -1
        overlays += (Tube(loop(board, sites), owner) for sites in so_far.made)
    overlays += () if preview is None else preview.ways
    shown = replace(
        base_picture(position),
        view=view,
        legal=partial_move_of(position, ()).choices,
        hover=transient.hover,
        # What a plan did is told stage by stage: all its ways at once would be a tangle.
        last=None if plans else landing(node.move, position, before),
        hovered_group=transient.hovered_group,
        dot_radius=preferences.ghost_radius or None,
        bands=preferences.bands,
        handle=handle,
        palette=palette(preferences),
        plies=plies_shown(document.record, document.node, board, view),
        built=so_far.built,
        doomed=() if preview is None else preview.doomed,
    )
    if transient.partial:
        choices = so_far.choices
        shown = replace(
            shown,
            pieces=so_far.table.pieces,
            reserves=owned(so_far.table.reserves, shown.players),
            legal=choices if choices.any() else shown.legal,
            choices=choices,
        )
    elif not plans:
        # A piece that is held over its place has not come from anywhere.
        shown = replace(shown, carried=carried(node.move, before))
    shown = with_overlays(shown, position, overlays, (*node.marks, *transient.marks))
    if preferences.focus == "off":
        return shown
    deep = preferences.focus == "deep"
    focus = focus_of(shown, deep=deep)
    pointed = shown.hover is not None
    chosen = focus_of(replace(shown, hover=None), deep=deep) if pointed else focus
    return replace(shown, focus=focus, chosen=chosen or ())


def loop(board: Board, sites: Sequence[int]) -> tuple[int, ...]:
    """Return a way round a square, or along a line, of sites."""
    order = list(sites)
    x, y = board.centres[order, 0], board.centres[order, 1]
    if np.ptp(x) < 0.1 or np.ptp(y) < 0.1:
        return tuple(order[k] for k in np.lexsort((y, x)))
    round_ = np.argsort(np.arctan2(y - y.mean(), x - x.mean()))
    return (*(order[k] for k in round_), order[round_[0]])


def palette(preferences: Preferences) -> Palette:
    """Return the scene's colours under the preferences; "system" is light here."""
    dark = preferences.palette == "dark"
    if preferences.strong:
        return PALETTES["presentation-dark" if dark else "presentation"]
    return PALETTES["dark" if dark else "standard"]
