"""The line of text on one point: what stands there and what a move there would do."""

from __future__ import annotations

from model.game import Position
from viewer.games.facts import called
from viewer.games.game_view import Findings
from viewer.games.registry import explainer_of, game_view_of
from viewer.picture.partial_move import why_not


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
    if explainer is not None:
        return explainer.point_text(position, site, analysis, quiet=quiet)
    planner = game_view_of(position).planner
    if planner is not None:  # no site is a move
        return planner.point_text(position, site)
    name = position.game.board.names[site]
    return why_not(position, partial, name) or bare_point(position, site)


def bare_point(position: Position, site: int) -> str:
    """Return the line on a site where a click is no move: its name and what stands there."""
    explainer = explainer_of(position)
    if explainer is not None:
        return explainer.bare_point(position, site)
    pieces = position.pieces
    owners = pieces.owner[pieces.site == site]
    owner = int(owners[-1]) if len(owners) else -1
    occupant = "empty" if owner < 0 else called(position.game.players[owner])
    return f"{position.game.board.names[site]}: {occupant}"
