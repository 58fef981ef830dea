"""Events put to work: what everybody sees on the table after each stage, and what is said of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from model.boards.board import IntArray
from model.contract.game import Event, IllegalMove, Move, Pieces, Player, Position

_Stack = list[tuple[int, int, int]]
"""(owner, kind, count) of the pieces on a site, the lowest first."""


@dataclass(frozen=True)
class BoardState:
    """What lies before the players.

    Attributes
    ----------
    pieces
        What stands on the board.
    reserves
        Pieces in hand, by player; empty for games without reserves.
    counters
        What is counted beside the board, by name; empty where nothing is.
    notes
        What explains the stage that led here, in the order it is told; no part of `same`.
    """

    pieces: Pieces
    reserves: Mapping[Player, int]
    counters: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[Event, ...] = ()


class EventError(ValueError):
    """An event that does not fit what lies on the table."""


def table_of(position: Position) -> BoardState:
    """Return what lies on the table in a position."""
    return BoardState(position.pieces, dict(position.reserves), dict(position.counters))


def apply_events(
    table: BoardState, events: Iterable[Event], players: tuple[Player, ...]
) -> BoardState:
    """Return the table after `events`, which belong to one stage and happen together.

    What leaves a site leaves before anything arrives, so stones may follow one another. Pieces go
    on top of what stands there and join pieces of the same owner and kind.

    Raises
    ------
    EventError
        When an event takes pieces that are not there.
    """
    events = tuple(events)
    stacks = _stacks(table.pieces)
    reserves, counters = dict(table.reserves), dict(table.counters)
    arriving: list[tuple[int, Event]] = []
    for event in events:
        if event.reserve:
            reserves[players[event.owner]] += event.reserve
        if event.kind in ("remove", "move"):
            assert event.site is not None
            _take(stacks, event.site, event)
        if event.kind == "move":
            assert event.to is not None
            arriving.append((event.to, event))
        elif event.kind == "place":
            assert event.site is not None
            arriving.append((event.site, event))
        elif event.kind == "flip":
            assert event.site is not None
            _flip(stacks, event.site, event)
        elif event.kind == "count":
            if event.value not in counters:
                raise EventError(f"nothing is counted as {event.value}")
            counters[event.value] = event.count
    for site, event in arriving:
        _put(stacks.setdefault(site, []), event.owner, event.piece, event.count)
    notes = tuple(event for event in events if event.kind == "note")
    return BoardState(_pieces(stacks), reserves, counters, notes)


def known_events(position: Position, move: Move) -> tuple[Event, ...]:
    """Return the events of a move as far as `position` knows them.

    None where the move would reveal what this view of the position does not know
    (`Position.seen_by`); raises IllegalMove for any other reason.
    """
    try:
        return position.events(move)
    except IllegalMove as error:
        if error.reason.key != "sealed":
            raise
        return ()


def tables(position: Position, events: Iterable[Event]) -> tuple[BoardState, ...]:
    """Return the table of a position, then after each stage of `events` in turn."""
    stages: dict[int, list[Event]] = {}
    for event in events:
        stages.setdefault(event.stage, []).append(event)
    seen = [table_of(position)]
    for stage in sorted(stages):
        seen.append(apply_events(seen[-1], stages[stage], position.game.players))
    return tuple(seen)


def same(one: BoardState, other: BoardState) -> bool:
    """Tell whether two tables show the same."""
    counted = (dict(one.reserves), dict(one.counters))
    return counted == (dict(other.reserves), dict(other.counters)) and all(
        np.array_equal(*columns)
        for columns in zip(_columns(one.pieces), _columns(other.pieces), strict=True)
    )


def _columns(pieces: Pieces) -> tuple[IntArray, ...]:
    return pieces.site, pieces.owner, pieces.kind, pieces.count


def _stacks(pieces: Pieces) -> dict[int, _Stack]:
    stacks: dict[int, _Stack] = {}
    rows = zip(*(column.tolist() for column in _columns(pieces)), strict=True)
    for site, owner, kind, count in rows:
        stacks.setdefault(site, []).append((owner, kind, count))
    return stacks


def _pieces(stacks: dict[int, _Stack]) -> Pieces:
    rows = [(site, *layer) for site in sorted(stacks) for layer in stacks[site]]
    columns = np.array(rows, np.int32).reshape(len(rows), 4).T
    return Pieces(*(np.ascontiguousarray(column) for column in columns))


def _take(stacks: dict[int, _Stack], site: int, event: Event) -> None:
    """Take pieces off a site, from the highest that fit."""
    stack = stacks.get(site, [])
    for at in reversed(range(len(stack))):
        owner, kind, count = stack[at]
        if (owner, kind) == (event.owner, event.piece) and count >= event.count:
            stack[at] = (owner, kind, count - event.count)
            if count == event.count:
                del stack[at]
            return
    raise EventError(f"site {site} has no {event.count} such pieces to {event.kind}")


def _flip(stacks: dict[int, _Stack], site: int, event: Event) -> None:
    """Turn the top pieces of a site into the owner's pieces of the event's kind."""
    stack = stacks.get(site, [])
    if not stack or stack[-1][2] < event.count:
        raise EventError(f"site {site} has no {event.count} pieces to flip")
    owner, kind, count = stack.pop()
    if count > event.count:
        stack.append((owner, kind, count - event.count))
    _put(stack, event.owner, event.piece, event.count)


def _put(stack: _Stack, owner: int, kind: int, count: int) -> None:
    """Put pieces on top of a stack."""
    if stack and stack[-1][:2] == (owner, kind):
        count += stack.pop()[2]
    stack.append((owner, kind, count))
