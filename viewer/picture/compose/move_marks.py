"""Signs that show a move without making it: where it goes, what it takes away."""

from __future__ import annotations

from typing import Literal

from model.contract.game import Move, MoveError, Position
from model.records.view import Mark

Colour = Literal["green", "red", "blue", "yellow"]


def move_signs(
    position: Position, move: Move, colour: Colour = "green", text: str = ""
) -> tuple[Mark, ...]:
    """Return marks for a legal move: a ring where a piece comes to stand, a link for its way.

    A cross is on what it takes off the board. Nothing for what is no legal move.

    Parameters
    ----------
    text
        A short word beside the first ring.
    """
    if position.explain(move) is not None:
        return ()
    board = position.game.board
    marks: list[Mark] = []
    try:
        events = position.events(move)
    except MoveError:
        return ()
    for event in events:
        site = "" if event.site is None else board.names[event.site]
        to = "" if event.to is None else board.names[event.to]
        if event.kind == "place" and site:
            marks.append(Mark(site, "ring", colour))
        elif event.kind == "move" and site and to:
            marks += (Mark(site, "link", colour, to=to), Mark(to, "ring", colour))
        elif event.kind == "remove" and site:
            marks.append(Mark(site, "cross", "red"))
    for number, mark in enumerate(marks):
        if text and mark.sign == "ring":
            marks[number] = Mark(mark.site, "ring", colour, text)
            break
    return tuple(dict.fromkeys(marks))
