"""Where moves took their pieces: the way of the last one, the ply each piece came at."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from model.boards.board import Board, IntArray
from model.contract.game import Event, Move, Position
from model.positions.setup import read_setup
from model.records.record import Record, line_to
from model.records.sealing import SEALED


def landing(move: Move, position: Position, before: Position | None = None) -> int | None:
    """Return where the piece of the move that led to `position` stands now, None when nowhere.

    Parameters
    ----------
    move
        "" where no move led here; a choice that is `SEALED` has moved nothing.
    before
        The position it was played in; moves that are not the name of a site need it.
    """
    board, standing = position.game.board, position.pieces.site
    if move in board:
        site = board.index(move)
        return site if site in standing else None
    if move in ("", SEALED) or before is None:
        return None
    landed = [where for event in before.events(move) if (where := arrival(event)) is not None]
    return next((site for site in reversed(landed) if site in standing), None)


def carried(move: Move, before: Position | None) -> tuple[tuple[int, int], ...]:
    """Return (from, to) of each piece that a move took across the board, the mover last.

    Parameters
    ----------
    move
        "" where no move led here.
    before
        The position it was played in; None where nobody knows.
    """
    if move in ("", SEALED) or before is None or move in before.game.board:
        return ()
    return tuple(
        (event.site, event.to)
        for event in before.events(move)
        if event.kind == "move" and event.site is not None and event.to is not None
    )


def arrival(event: Event) -> int | None:
    """Return where an event leaves a piece, None when nowhere."""
    return {"move": event.to, "place": event.site}.get(event.kind)


def plies(record: Record, node: int, board: Board) -> IntArray:
    """Return (n,) int32: the ply each piece came to its site at on the way to `node`, 0 if set up.

    A move that is the name of a site puts a piece there; any other is asked what it does.
    """
    played = np.zeros(len(board), np.int32)
    start, path = line_to(record, node)
    moves = [record.nodes[step].move for step in path]
    if SEALED in moves:  # what is chosen in secret moves nothing
        moves = moves[: moves.index(SEALED)]
    position: Position | None = None
    if not all(move in board for move in moves):
        position = read_setup(start)
    for ply, move in enumerate(moves, start=1):
        if position is None:
            played[board.index(move)] = ply
            continue
        place_ply(played, position.events(move), ply)
        position = position.play(move)
    return played


def place_ply(played: IntArray, events: Sequence[Event], ply: int) -> None:
    """Write into `played` where the events of a move leave pieces, and which sites are empty."""
    for event in events:
        if event.kind in ("remove", "move") and event.site is not None:
            played[event.site] = 0
    for event in events:
        site = arrival(event)
        if site is not None:
            played[site] = ply
