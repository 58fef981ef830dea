"""What tasks of lessons may want in Pyraos: squares and lines, spheres lifted and taken back."""

from __future__ import annotations

from model.contract.tasks import MoveCondition, Played
from model.games.pyraos.places import LINES, SQUARES


def _completes(played: Played, shapes: tuple[int, ...]) -> bool:
    """Whether the sphere put down last completes one of the shapes (bits, site 0 the lowest)."""
    site = played.placed
    if site is None:
        return False
    # What is taken back in the same turn was there when the shape was completed.
    pieces = played.before.pieces
    owner = played.before.game.players.index(played.side)
    own = sum(1 << int(k) for k in pieces.site[pieces.owner == owner]) | 1 << site
    if _lifts(played, ""):
        own &= ~(1 << played.before.game.board.index(played.move.partition("-")[0]))
    return any(shape >> site & 1 and own & shape == shape for shape in shapes)


def _lifts(played: Played, argument: str) -> bool:
    return "-" in played.move


MOVE_CONDITIONS = (
    MoveCondition("square", "", "completes a square", lambda p, _: _completes(p, SQUARES)),
    MoveCondition("line", "", "completes a line", lambda p, _: _completes(p, LINES)),
    MoveCondition("lifts", "", "lifts a sphere", _lifts),
    MoveCondition(
        "takes-back", "number", "takes {} back", lambda p, number: p.move.count("x") == int(number)
    ),
)
