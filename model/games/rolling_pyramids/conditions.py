"""What tasks of lessons may want: units, bonuses, spaces won; for clicks pyramids and reach."""

from __future__ import annotations

from collections.abc import Iterable

from model.contract.game import Move, Position
from model.contract.tasks import MoveCondition, Played, PointCondition
from model.games.rolling_pyramids.hexes import HexBoard
from model.games.rolling_pyramids.phases.deploying import reach
from model.games.rolling_pyramids.phases.orders import Deployments
from model.games.rolling_pyramids.player_boards import UNITS
from model.games.rolling_pyramids.position import RollingPyramidsPosition
from model.games.rolling_pyramids.round_state import special_units


def _both(played: Played) -> tuple[RollingPyramidsPosition, RollingPyramidsPosition, int]:
    """The positions before and after a move, and the number of whoever made it."""
    before, after = played.before, played.after
    assert isinstance(before, RollingPyramidsPosition)
    assert isinstance(after, RollingPyramidsPosition)
    return before, after, before.state.side


def _completes(played: Played, argument: str) -> bool:
    before, after, side = _both(played)
    if before.by_chance:
        return False
    rules = before.game.rules
    old, new = before.state.owns[side], after.state.owns[side]
    least = max(int(argument), 1)
    return any(
        special_units(rules, new, unit) >= least and not special_units(rules, old, unit)
        for unit in range(len(UNITS))
    )


def _opens(played: Played, argument: str) -> bool:
    before, after, side = _both(played)
    if before.by_chance:
        return False
    footmen = before.game.rules.desk.footmen
    old, new = before.state.owns[side], after.state.owns[side]
    return sum(footmen(new.crossed)) > sum(footmen(old.crossed))


def _controls(played: Played, argument: str) -> bool:
    before, after, side = _both(played)
    return not before.by_chance and after.state.holders[_place(before, argument)] == side


def _all_there(position: Position, argument: str) -> Iterable[Move]:
    """Everybody who can be sent to a place; the others anywhere."""
    choices = position.legal_moves
    if not isinstance(choices, Deployments):
        return ()
    assert isinstance(position, RollingPyramidsPosition)
    place = _place(position, argument)
    words = []
    for unit, near in choices.units:
        there = [word for word, (to, _) in near.items() if to == place]
        name = position.game.rules.unit_names[unit.number]
        words.append(f"{name}:{next(iter(there or near))}")
    return (",".join(words),)


def _board(position: Position) -> HexBoard:
    board = position.game.board
    assert isinstance(board, HexBoard)
    return board


def _place(position: Position, name: str) -> int:
    """The space or start of a name; a side of a border lies on its own place."""
    board = _board(position)
    site = board.index(name)
    return board.edges.get(site, (site, site))[0]


def _is_worth(position: Position, argument: str, site: int) -> bool:
    board = _board(position)
    place = board.edges.get(site, (site, site))[0]
    return place < board.spaces and board.map.spaces[place].points[0] >= int(argument)


def _works(position: Position, argument: str, site: int) -> bool:
    board = _board(position)
    place = board.edges.get(site, (site, site))[0]
    return place < board.spaces and bool(board.map.spaces[place].factory)


def _is_reached(position: Position, argument: str, site: int) -> bool:
    """Whether the site is a space that is attacked from here, or a side of one of its borders."""
    assert isinstance(position, RollingPyramidsPosition)
    board, state = _board(position), position.state
    if position.by_chance or position.outcome is not None:
        return False
    near = reach(position.game.rules, state, state.side)
    attacked = {to for to, at in near.values() if at >= 0}
    own, beyond = board.edges.get(site, (site, site))
    return own in attacked or (beyond in attacked and state.holders[own] == state.side)


MOVES = (
    MoveCondition("unit", "number", "completes a special unit of at least {}", _completes),
    MoveCondition("opens", "", "opens a bonus of the footmen", _opens),
    MoveCondition("controls", "site", "controls {} afterwards", _controls, _all_there),
)
POINTS = (
    PointCondition("worth", "number", "is worth at least {} points a round", _is_worth),
    PointCondition("factory", "", "carries a black pyramid", _works),
    PointCondition("reach", "", "can be attacked now", _is_reached),
)
