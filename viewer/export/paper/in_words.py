"""Positions in words, for those who cannot see their diagrams."""

from __future__ import annotations

from collections.abc import Iterator

from model.contract.game import Position
from model.phrases import counted, listed
from model.positions.setup import Draft
from viewer.games.registry import ending

MOST_NAMED = 60
"""Points of one player that are named."""


def described(position: Position) -> str:
    """Return what stands where, and who is to move."""
    return " ".join((f"{position.game.kind.title}.", *_pieces(position), standing(position)))


def standing(position: Position) -> str:
    """Return who is to move, or how it ended; "" of what was only set up."""
    if isinstance(position, Draft):
        return ""
    return ending(position) or f"{called(position.to_move or '')} to move."


def called(player: str) -> str:
    """Return the name of a player as a sentence begins with it."""
    return player[:1].upper() + player[1:]


def _pieces(position: Position) -> Iterator[str]:
    game, pieces = position.game, position.pieces
    for number, player in enumerate(game.players):
        sites = pieces.site[pieces.owner == number].tolist()
        if not sites:
            yield f"{called(player)} has no pieces on the board."
            continue
        names = [game.board.names[site] for site in sites[:MOST_NAMED]]
        more = len(sites) - len(names)
        named = listed([*names, f"{more} more"] if more else names)
        yield f"{called(player)} has {counted(len(sites), 'piece')}: {named}."
