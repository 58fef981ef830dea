"""The line of text on one point: what stands there and what a move there would do."""

from __future__ import annotations

from model.contract.game import Position
from viewer.games.facts import called
from viewer.games.game_view import Findings
from viewer.games.registry import explainer_of, game_view_of
from viewer.picture.picking.click_meaning import is_occupied, why_not
from viewer.session.document.pending_slot import steps_of


def point_text(
    position: Position,
    site: int,
    analysis: Findings | None = None,
    partial: tuple[str, ...] = (),
    *,
    quiet: bool = False,
) -> str:
    """Return the line on `site`: "5f7, level 5: joins 2 red groups; SW 3 -> 2".

    Parameters
    ----------
    position
        What is shown.
    site
        A site of its board.
    analysis
        What is known of `position`.
    partial
        The partial move: the line says what `site` does as its next step.
    quiet
        Verdicts are hidden: what is held, won or threatened is left out.
    """
    explainer = explainer_of(position)
    told = "" if explainer is None else explainer.point_text(position, site, analysis, quiet=quiet)
    if told:
        return told
    planner = game_view_of(position).planner
    if planner is not None:  # no site is a move
        return planner.point_text(position, site)
    name = position.game.board.names[site]
    if partial[-1:] == (name,) and steps_of(position, partial).move is None:
        undone = "put it down" if is_occupied(position, site) else "choose another place"
        return f"Click {name} again to {undone}"
    if not partial and not _is_movers(position, site):
        return bare_point(position, site)
    return why_not(position, partial, name) or bare_point(position, site)


def _is_movers(position: Position, site: int) -> bool:
    """Whether a site is free, or its topmost piece is one of the side to move."""
    pieces = position.pieces
    owners = pieces.owner[pieces.site == site]
    return not len(owners) or position.game.players[int(owners[-1])] == position.to_move


def bare_point(position: Position, site: int) -> str:
    """Return the line on a site where a click is no move: its name and what stands there."""
    explainer = explainer_of(position)
    told = "" if explainer is None else explainer.bare_point(position, site)
    if told:
        return told
    planner = game_view_of(position).planner
    if planner is not None and planner.plans(position):
        return planner.point_text(position, site)
    pieces = position.pieces
    owners = pieces.owner[(pieces.site == site) & (pieces.owner >= 0)]  # a ball is nobody's
    owner = int(owners[-1]) if len(owners) else -1
    occupant = "empty" if owner < 0 else called(position.game.players[owner])
    kinds = position.game.piece_kinds
    if owner >= 0 and len(kinds) == 1:
        occupant = f"a {occupant} {kinds[0].name}"
    return f"{position.game.board.names[site]}: {occupant}"
