"""What Cairns may be played with besides: cards to write the die on, fences on borders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from model.contract.game import Player, PlayerSheet, Reason, SheetCell, SheetSection
from model.notation.tokens import fault
from model.phrases import shown

if TYPE_CHECKING:
    from .position import CairnsGame

Cards = tuple[tuple[int, ...], ...]
"""The numbers in the boxes of each player's card, 0 where one is empty."""
BOXES = ("box1", "box2", "box3")
NO_CARDS: Cards = ((0, 0, 0),) * 3
_CARDS = re.compile("[0-3]{3}(?:/[0-3]{3}){2}")


def write_cards(cards: Cards) -> str:
    """Return cards as strings write them: 010/000/123."""
    return "/".join("".join(map(str, card)) for card in cards)


def read_cards(text: str) -> Cards:
    """Return the cards a text describes; NotationError."""
    if not _CARDS.fullmatch(text):
        fault(text, f"{shown(text)} are no cards: they read like 010/000/123")
    cards = tuple(tuple(map(int, card)) for card in text.split("/"))
    if cards == NO_CARDS or not all(map(_ascends, cards)):
        fault(text, "a card has numbers that ascend, and empty ones are left out")
    return cards


def _ascends(card: tuple[int, ...]) -> bool:
    there = [number for number in card if number]
    return there == sorted(set(there))


def obstacle(card: tuple[int, ...], box: str, die: int) -> Reason | None:
    """Return why a die cannot be written into a box."""
    at = BOXES.index(box)
    if card[at]:
        return taken(card, at)
    if not _ascends((*card[:at], die, *card[at + 1 :])):
        text = "{die} does not fit into {box}: the numbers of a card ascend"
        return Reason("order", text, {"die": die, "box": box})
    return None


def taken(card: tuple[int, ...], at: int) -> Reason | None:
    """Return why a box can never be written into."""
    if not card[at]:
        return None
    return Reason("taken", "{box} holds {number} already", {"box": BOXES[at], "number": card[at]})


def sheets_of(
    players: tuple[Player, ...],
    cards: Cards,
    die: int,
    notes: tuple[str, ...],
    *,
    mover: int | None,
    bidder: int | None,
) -> tuple[PlayerSheet, ...]:
    """Return the die, and the card of each player.

    The boxes of whoever moves have names, and what whoever bids makes his bid of.
    """
    shows = SheetCell("die" if die else "", value=str(die or ""), words="the die")
    made = [PlayerSheet("", "The die", (SheetSection("The die", ((shows,),)),))]
    for number, player in enumerate(players):
        cells = tuple(
            SheetCell(
                box if number == mover else "",
                "triangle" if at == 0 else "circle" if at == 1 else "rhombus",
                str(at + 1),
                str(cards[number][at] or ""),
                closed=taken(cards[number], at),
                words=f"box {at + 1} of {player}'s card",
            )
            for at, box in enumerate(BOXES)
        )
        bid = tuple(
            SheetCell(name if number == bidder else "", "square", sign, words=words)
            for name, sign, words in (
                ("number", "n", "the number of the bid"),
                ("boast", "!", "whether the bid is a boast"),
            )
        )
        title = f"{player.capitalize()}'s card"
        counted = (f"{sum(map(bool, cards[number]))} of 3 written", notes[number])
        parts = (SheetSection("Ascending", (cells,)), SheetSection("Bid", (bid,)))
        made.append(PlayerSheet(player, title, parts, counted))
    return tuple(made)


def write_fences(game: CairnsGame, built: Mapping[int, int]) -> str:
    """Return fences as strings write them: Ac3>d3+Jb2>b3."""
    names = game.board.names
    return "+".join(f"{'AJV'[owner]}{names[site]}" for site, owner in sorted(built.items()))


def read_fences(game: CairnsGame, text: str) -> dict[int, int]:
    """Return site -> owner of the fences a text describes; NotationError."""
    built: dict[int, int] = {}
    for word in text.split("+"):
        border = word[1:] in game.board and game.board.index(word[1:]) in game.board.edges
        if word[:1] not in ("A", "J", "V") or not border:
            fault(text, f"{shown(word)} is no fence: one reads like Ac3>d3")
        built[game.board.index(word[1:])] = "AJV".index(word[0])
    if write_fences(game, built) != text:
        fault(text, "fences stand in site order, each once")
    for owner in built.values():
        if list(built.values()).count(owner) > game.fences:
            fault(text, f"each player has {game.fences} fences")
    return built
