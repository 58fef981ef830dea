"""What decided a line of a puzzle: one sentence and the picture that goes with it.

Each game has its own in a module `decision` of its package; what can be said of every game stands
here. The facts come from `model.puzzles.account`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from model.boards.board import Board
from model.contract.game import Move, Position
from model.contract.hooks import hooks_of
from model.phrases import counted, listed
from model.puzzles.account import Account
from viewer.visuals.overlay_types import Overlay, Sign

FEW = 4
"""Threats that are named one by one; more are counted."""


@dataclass(frozen=True)
class Decision:
    """What decided a line.

    Attributes
    ----------
    text
        One sentence.
    overlays
        What is laid over the position at the end of the line.
    """

    text: str
    overlays: tuple[Overlay, ...] = ()


def general_decision(account: Account) -> Decision:
    """Say what decided in words that fit every game: threats, moves left, and where they stand."""
    return Decision(general_sentence(account), move_signs(account))


def general_sentence(account: Account) -> str:
    """Return the sentence that fits every game."""
    words = hooks_of(account.start.game.kind).describe_goal(account.goal)
    side, other = account.side.capitalize(), account.other.capitalize()
    if account.succeeds:
        if account.turn >= 0:
            return threatened(account)
        return f"{side} {words.does} with {account.line[-1]}."
    if account.defends:
        return parried(account, f"After {account.line[0]}, {side} cannot {words.do} in time.")
    if len(account.line) == 1:
        return f"{account.line[0]} does not {words.do}."
    reply = account.line[account.last_of(account.other)]
    if account.end.outcome is not None and account.end.outcome.winner == account.other:
        return f"{other} wins with {reply}."
    if account.left is None:
        return f"After {reply}, {side} can no longer {words.do}: {other} has an answer to any move."
    return f"After {reply}, {side} cannot {words.do} {within(account.left)}."


def threatened(account: Account) -> str:
    """Return the sentence on a line that ends in threats that cannot all be met."""
    side, other = account.side.capitalize(), account.other.capitalize()
    move, ways = account.line[account.turn], account.ways
    if not ways:
        return f"After {move}, {side} gets there whatever {other} plays."
    if len(ways) == 1:
        return f"After {move}, {other} has no answer to {ways[0]}."
    all_ = "both" if len(ways) == 2 else "them all"
    if len(ways) > FEW:
        return f"After {move}, {side} has {len(ways)} threats, and {other} cannot meet {all_}."
    return f"After {move}, {side} threatens {listed(ways)}, and {other} cannot meet {all_}."


def parried(account: Account, otherwise: str) -> str:
    """Return the sentence on a defence that holds: what was threatened, and what met it."""
    side, key, ways = account.side.capitalize(), account.line[0], account.ways
    if not ways:
        return otherwise
    if len(ways) > FEW:
        return f"{side} had {len(ways)} threats; {key} meets them all."
    met = ("", "it", "both")[len(ways)] if len(ways) < 3 else "them all"
    return f"{side} threatened {listed(ways)}; {key} meets {met}."


def within(left: int) -> str:
    """Return "with its last move" or "in the 3 moves left"."""
    return "with its last move" if left == 1 else f"in the {left} moves left"


def has_left(number: int) -> str:
    """Return "has 1 move left", "has 2 moves left" or "has no move left"."""
    return f"has {counted(number, 'move')} left" if number else "has no move left"


def sites_of_move(position: Position, move: Move) -> tuple[tuple[int | None, int], ...]:
    """Return (from, to) of every piece a move puts somewhere; from a reserve it is (None, to)."""
    found: list[tuple[int | None, int]] = []
    for event in position.events(move):
        if event.kind == "place" and event.site is not None:
            found.append((None, event.site))
        elif event.kind == "move" and event.site is not None and event.to is not None:
            found.append((event.site, event.to))
    return tuple(found)


def way_signs(position: Position, move: Move, colour: str) -> tuple[Sign, ...]:
    """Return an arrow along the way of a move, or a ring where it puts a piece down."""
    signs = []
    for start, end in sites_of_move(position, move)[-1:]:
        if start is None:
            signs.append(Sign("ring", colour, (end,)))
        else:
            signs.append(Sign("link", colour, (start, end)))
    return tuple(signs)


def effect_signs(position: Position, move: Move) -> tuple[Sign, ...]:
    """Return an arrow for every piece a move moves, and a cross where it takes one off the board.

    Pieces that come from a reserve or go back to it have none: their player put them there.
    """
    arrows, crosses = [], []
    moved = {event.to for event in position.events(move) if event.kind == "move"}
    for event in position.events(move):
        if event.kind == "move" and event.site is not None and event.to is not None:
            arrows.append(Sign("link", "green", (event.site, event.to)))
        elif event.kind == "remove" and event.site is not None and event.reserve == 0:
            crosses.append((event.stage, event.site))
    # What was on a field before another piece came there is not drawn over that piece.
    gone = tuple(
        Sign("cross", "red", (site,)) for stage, site in crosses if stage or site not in moved
    )
    return (*arrows, *gone)


def rings(board: Board, names: Sequence[str], colour: str) -> tuple[Sign, ...]:
    """Return a ring on each of the points."""
    return tuple(Sign("ring", colour, (board.index(name),)) for name in names)


def move_signs(account: Account) -> tuple[Overlay, ...]:
    """Return what shows the deciding move of a line: green where the side with the goal made it."""
    index = account.last_of(account.side if account.succeeds else account.other)
    if index < 0:
        index = len(account.line) - 1
    colour = "green" if account.succeeds is not account.defends else "red"
    return way_signs(account.positions[index], account.line[index], colour)
