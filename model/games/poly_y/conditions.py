"""What tasks of lessons may want in Poly-Y: corners captured, chains, ways past them."""

from __future__ import annotations

from model.contract.game import Position
from model.contract.tasks import MoveCondition, Played, PointCondition
from model.games.poly_y.position import PLAYERS, PolyYPosition, chain_at


def _captures(played: Played, corner: str) -> bool:
    assert isinstance(played.after, PolyYPosition)
    return corner in played.after.captured(played.side)


def _cuts_off(played: Played, corner: str) -> bool:
    after = played.after
    assert isinstance(after, PolyYPosition)
    near = after.game.board.sides_at(list(after.game.board.corners).index(corner))
    return any(chain.sides & near == near for chain in after.chains[played.side])


def _leaks(played: Played, corner: str) -> bool:
    return not _cuts_off(played, corner)


def _threatens(played: Played, corner: str) -> bool:
    from model.games.poly_y.corner_costs import costs

    assert isinstance(played.after, PolyYPosition)
    found = costs(played.after, played.side)[corner]
    return found is not None and found.n == 1


def _joins(played: Played, argument: str) -> bool:
    before, after = played.before, played.after
    assert isinstance(before, PolyYPosition)
    assert isinstance(after, PolyYPosition)
    return len(after.chains[played.side]) < len(before.chains[played.side])


MOVE_CONDITIONS = (
    MoveCondition("captures", "corner", "captures {}", _captures, leaks=_leaks),
    MoveCondition("cuts-off", "corner", "cuts {} off", _cuts_off, leaks=_leaks),
    MoveCondition("threat", "corner", "threatens to capture {} with the next stone", _threatens),
    MoveCondition("joins", "", "joins two chains", _joins),
)


def _on_escape(position: Position, argument: str, site: int) -> bool:
    from model.games.poly_y.corner_costs import corner_state

    assert isinstance(position, PolyYPosition)
    corner, _, side = argument.partition(":")
    return site in corner_state(position, side, corner).escape


def _in_y(position: Position, argument: str, site: int) -> bool:
    from model.games.poly_y.corner_costs import corner_state

    assert isinstance(position, PolyYPosition)
    corner, _, side = argument.partition(":")
    return any(site in arm for arm in corner_state(position, side, corner).arms)


def _in_chain(position: Position, argument: str, site: int) -> bool:
    assert isinstance(position, PolyYPosition)
    board = position.game.board
    start = board.index(argument)
    owner = int(position.cells[start])
    if not owner:
        return site == start
    return site in chain_at(board, position.stones(PLAYERS[owner - 1]), start).sites


def _is_corner(position: Position, argument: str, site: int) -> bool:
    return site == position.game.board.corners[argument]


POINT_CONDITIONS = (
    PointCondition("y", "corner:side", "belongs to the Y of {1} at {0}", _in_y),
    PointCondition("escape", "corner:side", "lies on the escape from {0} past {1}", _on_escape),
    PointCondition("chain", "site", "belongs to the chain of {}", _in_chain),
    PointCondition("corner", "corner", "is the corner cell {}", _is_corner),
)
