"""What Pyramid Partition brings: corners, analyzed in the background and explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from model.boards.lattice import CORNERS, FAR_WALLS
from model.contract.game import Move, Outcome, Player, Position
from model.games.partition import verdicts
from model.games.partition.position import PLAYERS, PartitionPosition
from model.phrases import counted, listed
from model.positions.describe import wall_name
from model.puzzles.account import Account
from viewer.games.decision import (
    FEW,
    Decision,
    general_sentence,
    has_left,
    how_many,
    rings,
    threatened,
    way_signs,
)
from viewer.games.facts import general_ending
from viewer.games.game_view import lattice_skin, view_said
from viewer.games.partition.explainer import CornerExplainer, as_partition, shown
from viewer.games.partition.sentences import corner_name, corners_in_order, far_wall_at
from viewer.visuals.overlay_types import Marks, Overlay, Sign

if TYPE_CHECKING:
    from model.connection import Cost, WinCost


# What decided a line in Partition: the sheet, the line or the way out, and a sentence on it.

_ORDINALS = {3: "third", 4: "fourth", 5: "fifth"}
_NEVER = 1 << 20


def decision(account: Account) -> Decision:
    """Return what decided a line, see `viewer.games.game_view.GameView.decision`."""
    return _success(account) if account.succeeds else _failure(account)


# -- the side with the goal gets there -----------------------------------------------------------


def _success(account: Account) -> Decision:
    end, side = as_partition(account.end), account.side
    if not account.is_reached:
        signs = rings(end.game.board, account.ways[:FEW], "red" if account.defends else "green")
        return Decision(general_sentence(account), signs)
    held = _held(end, side)
    wins = end.outcome is not None and end.outcome.winner == side
    show = f"win={side}" if wins else f"corner={account.goal.corner}:{side}"
    overlays = shown(verdicts.Verdicts(end), show, plans=False)
    if account.turn >= 0 and account.ways:
        return Decision(threatened(account), overlays)
    last = account.last_of(side)
    before = as_partition(account.positions[last])
    gained = corners_in_order([corner for corner in held if corner not in _held(before, side)])
    return Decision(_gain(end, side, account.line[last], gained, held, wins), overlays)


def _gain(
    end: PartitionPosition,
    side: Player,
    move: Move,
    gained: Sequence[str],
    held: Sequence[str],
    wins: bool,
) -> str:
    """What one ball brought: "1e1 completes the line from 1a1 to the east wall: Red holds SW"."""
    who, total = side.capitalize(), len(held)
    if len(gained) != 1:
        each = listed([corner_name(corner) for corner in gained])
        at_once = " at once" if len(gained) > 1 else ""
        three = f": {total} corners, and the game" if wins else ""
        return f"{move} gives {who} {each}{at_once}{three}."
    (corner,) = gained
    how = _how(end, side, move, corner)
    if wins:
        number = _ORDINALS.get(total, f"{total}th")
        return f"{move} {how}: {corner_name(corner)} is {who}'s {number} corner and wins the game."
    return f"{move} {how}: {who} holds {corner_name(corner)}."


def _how(end: PartitionPosition, side: Player, move: Move, corner: str) -> str:
    """What the ball did for a corner it made held."""
    board, state = end.game.board, verdicts.corner_state(end, side, corner)
    site, own = board.index(move), board.names[board.corners[corner]]
    wall = wall_name(state.wall or FAR_WALLS[corner][0])
    if state.line:
        if site == state.line[0]:
            return f"is the ball the line to {wall} was missing"
        return f"completes the line from {own} to {wall}"
    if site in state.sheet:
        return f"closes the sheet around {own}, which reaches {wall}"
    return f"anchors the sheet around {own} on {wall}"


# -- it does not ---------------------------------------------------------------------------------


def _failure(account: Account) -> Decision:
    if account.defends:
        return _held_off(account)
    end, side, other = as_partition(account.end), account.side, account.other
    index = account.last_of(other)
    if index < 0:
        corner = account.goal.corner or _corner_of(account, len(account.line))
        overlays = _spoiled(end, corner, side) or _group(end, corner, side)
        return Decision(_not_enough(account, corner), overlays)
    reply = account.line[index]
    ring = way_signs(account.positions[index], reply, "red")
    if end.outcome is not None and end.outcome.winner == other:
        text = f"{reply} gives {other.capitalize()} a third corner, and the game."
        return Decision(text, (*shown(verdicts.Verdicts(end), f"win={other}", plans=False), *ring))
    corner = account.goal.corner or _corner_of(account, index)
    overlays = (*_spoiled(end, corner, side), *_plan(account), *ring)
    return Decision(_short_of(account, reply, corner), overlays)


def _spoiled(end: PartitionPosition, corner: str, side: Player) -> tuple[Overlay, ...]:
    """What shows that a corner is not held: the way out, or a sheet that is more than one ball."""
    state = verdicts.corner_state(end, side, corner)
    if state.kind == "isolates" and len(state.sheet) < 2:
        return ()
    return shown(verdicts.Verdicts(end), f"corner={corner}:{side}", plans=False)


def _group(end: PartitionPosition, corner: str, side: Player) -> tuple[Overlay, ...]:
    """A line round the group that isolates a corner; () where none does."""
    group = verdicts.corner_state(end, side, corner).group
    return (Sign("group", "yellow", group),) if group else ()


def _plan(account: Account) -> tuple[Overlay, ...]:
    """The balls the goal still costs, numbered; () where it cannot be had."""
    found = _cost(account)
    if found is None or not found.plan:
        return ()
    texts = tuple(str(number) for number in range(1, len(found.plan) + 1))
    return (Marks(tuple(found.plan), texts, PLAYERS.index(account.side)),)


def _short_of(account: Account, reply: Move, corner: str) -> str:
    """Why the goal is out of reach after a reply: lost, too dear, or each threat is met."""
    end, side, other = as_partition(account.end), account.side, account.other
    who, them, left = side.capitalize(), other.capitalize(), account.left
    found = _cost(account)
    if corner in _held(end, other):
        taken = f"After {reply}, {them} holds {corner_name(corner)}"
        if account.goal.kind == "hold":
            return f"{taken}, so {who} can no longer take it."
        return f"{taken}, and {who} {_needs(account, found)}." if found else f"{taken}."
    if found is None:
        return general_sentence(account)
    needs = _needs(account, found)
    if left is not None and found.n > left and found.exact:
        return f"After {reply}, {who} {needs} but {has_left(left)}."
    if left == 2:
        return f"After {reply}, {who} {needs}, and no move makes two threats at once."
    return f"After {reply}, {who} {needs}, and {them} can meet every threat."


def _cost(account: Account) -> Cost | WinCost | None:
    """What the goal costs at the end of the line; None: it cannot be had."""
    end, goal = as_partition(account.end), account.goal
    if goal.kind == "hold":
        return verdicts.cost(end, goal.side, goal.corner)
    return verdicts.win_cost(end, goal.side)


def _needs(account: Account, found: Cost | WinCost) -> str:
    """Return "needs 3 more balls for NW"."""
    goal = account.goal
    for_what = f"for {corner_name(goal.corner)}" if goal.kind == "hold" else "to win"
    bound = "" if found.exact or found.n == 1 else "at most "
    return f"needs {bound}{counted(found.n, 'more ball')} {for_what}"


def _not_enough(account: Account, corner: str) -> str:
    end, side = as_partition(account.end), account.side
    state = verdicts.corner_state(end, side, corner)
    move, who, where = account.line[0], side.capitalize(), corner_name(corner)
    if state.kind == "open":
        wall = wall_name(far_wall_at(end.game.board, corner, state.escape[-1]))
        return f"{move} leaves an escape from {where} to {wall} past every {side} ball."
    if state.kind == "isolates":
        return f"{move} leaves {where} isolated but not anchored: the group reaches no far wall."
    if state.kind == "other":
        return f"{move} does not help: {account.other.capitalize()} holds {where}."
    total = len(_held(end, side))
    return f"{move} leaves {who} with {counted(total, 'corner')} of the three needed."


def _held_off(account: Account) -> Decision:
    """A defence that holds: what was threatened, where, and that the way is open again."""
    start, end = as_partition(account.start), as_partition(account.end)
    side, key, ways = account.side, account.line[0], account.ways
    gained = [_gained_by(start, side, way) for way in ways]
    taken = [corner for corner in CORNERS if ways and all(corner in each for each in gained)]
    corner = account.goal.corner or next(iter((*taken, *chain(*gained[:1]))), "")
    corner = corner or _corner_of(account, 0)
    overlays = (
        *shown(verdicts.Verdicts(end), f"corner={corner}:{side}", plans=False),
        *way_signs(account.positions[0], key, "green"),
    )
    who, where = side.capitalize(), corner_name(corner)
    prize = f"take {where} and win" if taken else "win"
    if account.goal.kind == "hold":
        prize = f"hold {where}"
    if not ways:
        return Decision(general_sentence(account), overlays)
    if ways == (key,):
        return Decision(f"{key} is the one point {who} needed to {prize}.", overlays)
    if len(ways) > FEW:
        text = f"{who} could {prize} in {how_many(ways)} ways; {key} stops them all."
        return Decision(text, overlays)
    stops = "it" if len(ways) == 1 else "both" if len(ways) == 2 else "them all"
    text = f"{who} threatened to {prize} by {listed(ways, 'or')}; {key} stops {stops}."
    return Decision(text, overlays)


def _gained_by(position: PartitionPosition, side: Player, move: Move) -> tuple[str, ...]:
    """The corners a ball of a side would newly hold, whoever is to move."""
    from model import connection

    held = position.holders == PLAYERS.index(side)
    board = position.game.board
    then = connection.after(board, position.balls(side), board.index(move), held)
    return tuple(
        corner for corner, now, was in zip(CORNERS, then, held, strict=True) if now and not was
    )


def _corner_of(account: Account, index: int) -> str:
    """The corner that the move at `index` made dearest for the side with the goal."""
    before = as_partition(account.positions[min(index, len(account.line) - 1)])
    after = as_partition(account.positions[min(index, len(account.line) - 1) + 1])
    rises = []
    for corner in CORNERS:
        if corner in _held(after, account.side):
            continue
        was = verdicts.cost(before, account.side, corner)
        now = verdicts.cost(after, account.side, corner)
        if was is None:
            continue
        dearer = _NEVER if now is None else now.n - was.n
        rises.append((-dearer, was.n, CORNERS.index(corner), corner))
    return min(rises)[3] if rises else CORNERS[0]


# -- small parts ---------------------------------------------------------------------------------


def _held(position: PartitionPosition, side: Player) -> tuple[str, ...]:
    number = PLAYERS.index(side)
    return tuple(CORNERS[k] for k in np.flatnonzero(position.holders == number).tolist())


def _ending(position: Position, outcome: Outcome) -> str:
    if outcome.winner is None or not outcome.witness:
        return general_ending(position, outcome)
    corners = listed(corners_in_order(outcome.witness))
    return f"{outcome.winner.capitalize()} has won: anchored partitions for {corners}"


GAME_VIEW = replace(
    view_said(Path(__file__)),
    decision=decision,
    ending=_ending,
    explainer=CornerExplainer(),
    level_maps=True,
    skin=lattice_skin,
)
