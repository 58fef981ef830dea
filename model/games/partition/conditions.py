"""What tasks of lessons may want in Partition: corners held and threatened, sheets, lines, groups.

`model.connection` is imported where it is needed: its kernels take a while to load.
"""

from __future__ import annotations

from model.contract.game import Position
from model.contract.tasks import MoveCondition, Played, PointCondition
from model.games.partition.position import PartitionPosition


def _other(position: PartitionPosition, side: str) -> str:
    return next(player for player in position.game.players if player != side)


# -- moves ---------------------------------------------------------------------------------------


def _state(played: Played, corner: str) -> str:
    """The kind of state a corner is in after a move, for the side that moved."""
    from model.connection import corner_state

    after = played.after
    assert isinstance(after, PartitionPosition)
    own, other = after.balls(played.side), after.balls(_other(after, played.side))
    return corner_state(after.game.board, own, other, corner).kind


def _holds(played: Played, corner: str) -> bool:
    return _state(played, corner) == "holds"


def _isolates(played: Played, corner: str) -> bool:
    return _state(played, corner) in ("isolates", "holds")


def _leaks(played: Played, corner: str) -> bool:
    return not _isolates(played, corner)


def _is_on_corner(played: Played, corner: str) -> bool:
    board = played.before.game.board
    return played.move == board.names[board.corners[corner]]


def _threatens(played: Played, corner: str) -> bool:
    from model.connection import cost

    after = played.after
    assert isinstance(after, PartitionPosition)
    own, other = after.balls(played.side), after.balls(_other(after, played.side))
    found = cost(after.game.board, own, other, corner, stacking=after.game.stacking)
    return found is not None and found.n == 1


def _joins(played: Played, argument: str) -> bool:
    from model.connection import groups

    before, site = played.before, played.placed
    assert isinstance(before, PartitionPosition)
    labels = groups(before.game.board, before.balls(played.side)).labels
    near = before.game.board.neighbours(site) if site is not None else ()
    return len({int(labels[k]) for k in near if labels[k] >= 0}) > 1


MOVE_CONDITIONS = (
    MoveCondition("holds", "corner", "holds {}", _holds, leaks=_leaks),
    MoveCondition("isolates", "corner", "isolates {}", _isolates, leaks=_leaks),
    MoveCondition(
        "stops", "corner", "stops the pour from {} to a far wall", _isolates, leaks=_leaks
    ),
    MoveCondition("corner", "corner", "is on the corner point {}", _is_on_corner),
    MoveCondition("threat", "corner", "threatens to hold {} with the next ball", _threatens),
    MoveCondition("joins", "", "joins two groups", _joins),
)


# -- points --------------------------------------------------------------------------------------


def _in_sheet(position: Position, argument: str, site: int) -> bool:
    from model.connection import corner_state

    assert isinstance(position, PartitionPosition)
    corner, _, side = argument.partition(":")
    own, other = position.balls(side), position.balls(_other(position, side))
    state = corner_state(position.game.board, own, other, corner)
    return site in (state.sheet or state.also_sheet)


def _in_line(position: Position, argument: str, site: int) -> bool:
    from model.connection import corner_state

    assert isinstance(position, PartitionPosition)
    corner, _, side = argument.partition(":")
    own, other = position.balls(side), position.balls(_other(position, side))
    return site in corner_state(position.game.board, own, other, corner).line


def _on_escape(position: Position, argument: str, site: int) -> bool:
    from model.connection import escape

    assert isinstance(position, PartitionPosition)
    corner, _, side = argument.partition(":")
    return site in escape(position.game.board, position.balls(side), corner)


def _in_group(position: Position, argument: str, site: int) -> bool:
    from model.connection import groups

    assert isinstance(position, PartitionPosition)
    board = position.game.board
    start = board.index(argument)
    for side in position.game.players:
        labels = groups(board, position.balls(side)).labels
        if labels[start] >= 0:
            return bool(labels[site] == labels[start])
    return site == start


def _is_corner(position: Position, argument: str, site: int) -> bool:
    return site == position.game.board.corners[argument]


POINT_CONDITIONS = (
    PointCondition("sheet", "corner:side", "belongs to the sheet of {1} at {0}", _in_sheet),
    PointCondition("line", "corner:side", "belongs to the line of {1} from {0}", _in_line),
    PointCondition("escape", "corner:side", "lies on the escape from {0} past {1}", _on_escape),
    PointCondition("group", "site", "belongs to the group of {}", _in_group),
    PointCondition("corner", "corner", "is the corner point {}", _is_corner),
)
