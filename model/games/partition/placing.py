"""Where a ball of Pyramid Partition may be placed, and the sentences that say why not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.boards.board import IntArray
from model.boards.lattice import PyramidLattice, pyramid
from model.contract.game import IllegalMove, MalformedMove, Move, Outcome, Reason
from model.contract.setup_rules import Cells
from model.phrases import listed, shown

PLAYERS = ("red", "blue")
EMPTY, RED, BLUE = 0, 1, 2

PLACING = "partition.md#placing"
STACKING = "partition.md#stacking"
WINNING = "partition.md#winning"


def supported(board: PyramidLattice, cells: Cells) -> npt.NDArray[np.bool_]:
    """(n,) mask: on the base, or on four balls."""
    supports: IntArray = board.supports
    mask: npt.NDArray[np.bool_] = ((supports < 0) | (cells[supports] != EMPTY)).all(axis=1)
    return mask


def obstacle(board: PyramidLattice, stacking: bool, cells: Cells, site: int) -> Reason | None:
    """Why no ball can be placed on `site`, the outcome aside."""
    if cells[site] != EMPTY:
        return Reason(
            "occupied",
            "{site} is taken by a {owner} ball",
            {"site": board.names[site], "owner": PLAYERS[cells[site] - 1]},
            PLACING,
        )
    if stacking and any(s >= 0 and cells[s] == EMPTY for s in board.supports[site]):
        return unsupported(board, cells, site)
    return None


def unsupported(board: PyramidLattice, cells: Cells, site: int) -> Reason:
    """Say which of the points under `site` are empty, in site order."""
    under = (int(s) for s in board.supports[site])
    empty = [board.names[s] for s in under if s >= 0 and cells[s] == EMPTY]
    are = "is" if len(empty) == 1 else "are"
    return Reason(
        "unsupported",
        "{site} lacks support: {below} {are} empty",
        {"site": board.names[site], "below": listed(empty), "are": are},
        STACKING,
    )


def place_all(
    board: PyramidLattice, stacking: bool, cells: list[int], colour: int, moves: Sequence[Move]
) -> tuple[list[int], MalformedMove | IllegalMove | None]:
    """Place balls in turn, the outcome aside, as far as they can be placed.

    Parameters
    ----------
    cells
        Of every site; it is written on.
    colour
        RED or BLUE, who begins.

    Returns
    -------
    list of int
        Where balls were placed.
    MalformedMove or IllegalMove or None
        What is wrong with the first that cannot be, its `ply` counted from 1.
    """
    supports = support_lists(board.size) if stacking else None
    sites: list[int] = []
    for ply, move in enumerate(moves, start=1):
        fault: MalformedMove | IllegalMove | None = None
        if move not in board:
            fault = MalformedMove(malformed(move, board.size))
        else:
            site = board.index(move)
            if cells[site] or (supports and not all(cells[s] for s in supports[site])):
                reason = obstacle(board, stacking, np.array(cells, np.int8), site)
                assert reason is not None
                fault = IllegalMove(reason)
        if fault is not None:
            fault.ply = ply
            return sites, fault
        cells[site] = colour
        colour = RED + BLUE - colour
        sites.append(site)
    return sites, None


def over(outcome: Outcome) -> Reason:
    """Say who has won, and by which corners."""
    return Reason(
        "game-over",
        "the game is over: {winner} holds {corners}",
        {"winner": outcome.winner, "corners": listed(outcome.witness)},
        WINNING,
    )


def malformed(text: str, size: int) -> Reason:
    """Say that `text` names no point of a pyramid of this size."""
    return Reason(
        "no-point",
        "{text} is not a point of a pyramid of size {size}: write a move like 2b2",
        {"text": shown(text), "size": size},
        PLACING,
    )


def several(cell: str, points: list[str]) -> Reason:
    """Say which points a cell without its level could be."""
    words = {"cell": cell, "points": listed(points, "or")}
    return Reason("several-points", "{cell} could be {points}", words, PLACING)


def no_room(cell: str) -> Reason:
    """Say that none of the points of a cell without its level can be played."""
    return Reason("no-room", "no ball can be placed at {cell} now", {"cell": cell}, PLACING)


@lru_cache(maxsize=4)
def support_lists(size: int) -> list[tuple[int, ...]]:
    """For each site the points it rests on, none on the base: `supports` for plain loops."""
    return [tuple(s for s in four if s >= 0) for four in pyramid(size).supports.tolist()]


@lru_cache(maxsize=4)
def cells_in_plan(size: int) -> dict[str, tuple[int, ...]]:
    """File and rank without the level -> the points above one another there, lowest first."""
    cells: dict[str, list[int]] = {}
    for site, name in enumerate(pyramid(size).names):
        cells.setdefault(name.lstrip("0123456789"), []).append(site)
    return {cell: tuple(sites) for cell, sites in cells.items()}
