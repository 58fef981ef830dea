"""What each game brings to the window beside the scene: facts for the Why dock, words, notices.

A game that brings nothing is told of in general words, so that every registered game can be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from model.game import CHANCE, Outcome, Position
from model.notation import counted
from model.setup import Draft


@dataclass(frozen=True)
class Fact:
    """One line of the Why dock.

    Attributes
    ----------
    text
        A sentence.
    player
        Whose it is, for its colour; "" for nobody's.
    strong
        It speaks louder: the side to move, the outcome.
    sites
        What lights up in the scene while the line is pointed at.
    rule
        Anchor in docs/rules of the rule behind it, or "".
    heading
        The section it stands in; one begins where this changes.
    """

    text: str
    player: str = ""
    strong: bool = False
    sites: tuple[int, ...] = ()
    rule: str = ""
    heading: str = ""


@dataclass(frozen=True)
class Words:
    """What a game brings.

    Attributes
    ----------
    facts
        The lines of the Why dock.
    ending
        (position, outcome) -> one sentence on the end of a game.
    announce
        What is said aloud when a position is reached, "" for nothing.
    corners
        Corners are judged here: the Why dock has its table, its pour and its plans.
    quick
        (title, options as texts) of the games the welcome page begins at once.
    groups
        Pieces that touch form groups, which a click on one selects; elsewhere a click on a piece
        that cannot be used says why.
    instead
        Option -> the options that take its place when one of them is given.
    """

    facts: Callable[[Any], tuple[Fact, ...]]
    ending: Callable[[Any, Outcome], str]
    announce: Callable[[Any], str] = lambda position: ""
    corners: bool = False
    quick: tuple[tuple[str, Mapping[str, str]], ...] = ()
    groups: bool = False
    instead: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def general_facts(position: Position) -> tuple[Fact, ...]:
    """Say what can be said of every game: pieces, reserves, whose turn, how many moves."""
    players = position.game.players
    owners = position.pieces.owner
    facts = []
    for index, player in enumerate(players):
        number = int(position.pieces.count[owners == index].sum())
        text = f"{player.capitalize()} has {counted(number, 'piece')} on the board"
        if player in position.reserves:
            text += f" and {position.reserves[player]} in hand"
        if player in position.sealed:
            text += "; has chosen, not yet shown"
        facts.append(Fact(text, player, strong=player == position.to_move, heading="Pieces"))
    if position.outcome is None:
        number = position.legal_moves.count()
        who = "The dice" if position.to_move == CHANCE else str(position.to_move).capitalize()
        facts.append(Fact(f"{who} can move in {counted(number, 'way')}", heading="Moves"))
    return tuple(facts)


def general_ending(position: Position, outcome: Outcome) -> str:
    """Say who won, and how in the game's own key."""
    how = outcome.how.replace("-", " ")
    if outcome.winner is None:
        return f"The game is drawn: {how}"
    return f"{outcome.winner.capitalize()} has won: {how}"


def draft_facts(position: Any) -> tuple[Fact, ...]:
    """Say what cannot exist about a position that was set up by hand."""
    return tuple(
        Fact(f"{reason}", rule=reason.rule, heading="Cannot exist")
        for reason in position.problems[:12]
    )


_GENERAL = Words(general_facts, general_ending)
_DRAFT = Words(draft_facts, general_ending)
_SHIPPED: Mapping[str, str] = {
    "partition": "viewer.games.partition.game_view",
    "pyraos": "viewer.games.pyraos.game_view",
    "pyramid": "viewer.games.pyramid.game_view",
}
"""Game -> the module whose `WORDS` it brings, imported when first asked for."""


def words_of(position: Position | None) -> Words:
    """Return what the game of a position brings."""
    if isinstance(position, Draft):
        return _DRAFT
    return _GENERAL if position is None else words_for(position.game.kind.name)


def words_for(game: str) -> Words:
    """Return what the game of that name brings."""
    module = _SHIPPED.get(game, "")
    if not module:
        return _GENERAL
    words: Words = import_module(module).WORDS
    return words


def ending(position: Position) -> str:
    """Return one sentence on how the game ended, "" while it goes on."""
    outcome = position.outcome
    return "" if outcome is None else words_of(position).ending(position, outcome)
