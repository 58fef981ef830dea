"""Positions in words: for those who cannot see a diagram, and below it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from model.contract.game import CHANCE, Position
from model.phrases import counted, listed
from model.positions.setup import Draft
from viewer.export.paper.blocks import Run, Runs
from viewer.games.facts import Fact
from viewer.games.registry import ending, explainer_of, game_view_of, options_in_words

MOST_NAMED = 60
"""Points of one player that are named."""


def described(position: Position, answered: bool = True) -> str:
    """Return what stands where, and who is to move; how it ended where that is not asked."""
    over = not answered and not isinstance(position, Draft) and position.outcome is not None
    end = "The game is over." if over else standing(position)
    return " ".join((f"{position.game.kind.title}.", *_pieces(position), end))


def standing(position: Position) -> str:
    """Return who is to move, or how it ended, and what is left in hand."""
    if isinstance(position, Draft):
        return ""
    said = ending(position) or _turn(position)
    hands = [f"{player.capitalize()} has {left}" for player, left in position.reserves.items()]
    return f"{said}. In reserve: {listed(hands)}." if hands else f"{said}."


def _turn(position: Position) -> str:
    if position.to_move == CHANCE:
        return "The dice are to be rolled"
    return f"{str(position.to_move).capitalize()} to move"


def options_of(position: Position) -> str:
    """Return the options of its game in one line; "" for those that are usual."""
    return " · ".join(options_in_words(position.game).splitlines())


def facts_of(position: Position) -> Iterator[Runs]:
    """Yield what is counted in a game that only facts are told of, a line a heading."""
    if explainer_of(position) is not None:
        return

    def heading(fact: Fact) -> str:
        return fact.heading

    for name, facts in groupby(game_view_of(position).facts(position), heading):
        said = "; ".join(fact.text for fact in facts).removeprefix(f"{name}: ")
        yield Run(f"{name}: ", "strong"), Run(f"{said}.")


def _pieces(position: Position) -> Iterator[str]:
    game, pieces = position.game, position.pieces
    for number, player in enumerate(game.players):
        sites = pieces.site[pieces.owner == number].tolist()
        if not sites:
            yield f"{player.capitalize()} has no pieces on the board."
            continue
        names = [game.board.names[site] for site in sites[:MOST_NAMED]]
        more = len(sites) - len(names)
        named = listed([*names, f"{more} more"] if more else names)
        yield f"{player.capitalize()} has {counted(len(sites), 'piece')}: {named}."
