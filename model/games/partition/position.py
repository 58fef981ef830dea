"""Pyramid Partition (Mark Steere, 2024): the rules, after docs/rules/partition.md."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from random import Random
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from model.boards.board import IntArray
from model.boards.lattice import CORNERS, PyramidLattice, pyramid
from model.contract.base_position import BaseMoves, BoardPosition
from model.contract.game import (
    AmbiguousMove,
    Event,
    GameKind,
    IllegalMove,
    MalformedMove,
    Mask,
    Move,
    OptionValue,
    Outcome,
    PieceKind,
    Player,
    Reason,
    Reasons,
    Steps,
)
from model.contract.setup_rules import Cells, Shape
from model.notation.levels import write_levels
from model.notation.tokens import write_header
from model.phrases import listed, shown

# -- where a ball of Pyramid Partition may be placed, and the sentences that say why not -----------


PLAYERS = ("red", "blue")
EMPTY, RED, BLUE = 0, 1, 2
because = Reasons(__package__).because


def supported(board: PyramidLattice, cells: Cells) -> npt.NDArray[np.bool_]:
    """(n,) mask: on the base, or on four balls."""
    supports: IntArray = board.supports
    mask: npt.NDArray[np.bool_] = ((supports < 0) | (cells[supports] != EMPTY)).all(axis=1)
    return mask


def obstacle(board: PyramidLattice, stacking: bool, cells: Cells, site: int) -> Reason | None:
    """Why no ball can be placed on `site`, the outcome aside."""
    if cells[site] != EMPTY:
        return because("occupied", site=board.names[site], owner=PLAYERS[cells[site] - 1])
    if stacking and any(s >= 0 and cells[s] == EMPTY for s in board.supports[site]):
        return unsupported(board, cells, site)
    return None


def unsupported(board: PyramidLattice, cells: Cells, site: int) -> Reason:
    """Say which of the points under `site` are empty, in site order."""
    under = (int(s) for s in board.supports[site])
    empty = [board.names[s] for s in under if s >= 0 and cells[s] == EMPTY]
    are = "is" if len(empty) == 1 else "are"
    return because("unsupported", site=board.names[site], below=listed(empty), are=are)


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
    return because("game-over", winner=outcome.winner, corners=listed(outcome.witness))


def malformed(text: str, size: int) -> Reason:
    """Say that `text` names no point of a pyramid of this size."""
    return because("no-point", text=shown(text), size=size)


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


# -- games and positions ---------------------------------------------------------------------------


LETTERS = ("", "R", "B")
TO_WIN = 3
"""Corners that win (docs/rules/partition.md#winning)."""

Holders = npt.NDArray[np.int8]
"""(5,) a corner in CORNERS order: 0 red, 1 blue, -1 nobody."""


@dataclass(frozen=True)
class PartitionGame:
    """Pyramid Partition with its size and rules fixed; `PartitionKind` makes them."""

    kind: GameKind = field(compare=False, repr=False)
    size: int
    rules: str
    players = PLAYERS
    piece_kinds = (PieceKind("ball", "ball"),)

    @property
    def options(self) -> Mapping[str, OptionValue]:
        return MappingProxyType({"size": self.size, "rules": self.rules})

    @property
    def board(self) -> PyramidLattice:
        return pyramid(self.size)

    @property
    def stacking(self) -> bool:
        """True when a ball needs the base or four balls under it."""
        return self.rules == "stacking"

    def start(self) -> PartitionPosition:
        return PartitionPosition(self, np.zeros(len(self.board), np.int8), 0)

    def position(self, cells: Cells, side: Player) -> PartitionPosition:
        """Return the position with these cells, set up by hand.

        Parameters
        ----------
        cells
            (n,) in site order: 0 empty, 1 red, 2 blue.
        side
            Whose turn it would be.

        Raises
        ------
        ValueError
            When the shape is wrong, or a ball rests on nothing in a stacking game.
        """
        cells = np.array(cells, np.int8)
        if cells.shape != (len(self.board),) or cells.min() < EMPTY or cells.max() > BLUE:
            raise ValueError(f"a pyramid of size {self.size} has {len(self.board)} cells 0, 1 or 2")
        site = self.floating(cells)
        if site is not None:
            raise ValueError(str(unsupported(self.board, cells, site)))
        return PartitionPosition(self, cells, PLAYERS.index(side))

    def floating(self, cells: Cells) -> int | None:
        """Return the first ball that rests on nothing though it must; None: there is none."""
        if not self.stacking:
            return None
        loose = np.flatnonzero((cells != EMPTY) & ~supported(self.board, cells))
        return int(loose[0]) if loose.size else None


def shape_of(size: int) -> Shape:
    """Return rows and points in a row of each level, as `notation.read_levels` wants them."""
    return [(side, side) for side in range(size, 0, -1)]


class PartitionPosition(BoardPosition[PartitionGame]):
    """An immutable position of Pyramid Partition.

    Attributes
    ----------
    cells
        (n,) int8 in site order, read-only: 0 empty, 1 red, 2 blue.
    side
        Whose turn it would be, won or not: 0 red, 1 blue.
    """

    __slots__ = ("__dict__", "_before", "cells")
    cells: Cells
    malformed = frozenset({"no-point"})

    def __init__(
        self,
        game: PartitionGame,
        cells: Cells,
        side: int,
        before: tuple[Holders, int] | None = None,
    ) -> None:
        cells.flags.writeable = False
        self._game = game
        self.cells = cells
        self.side = side
        # Who held what before the ball at this site came: judging then looks at its group only.
        self._before = before

    @property
    def _facts(self) -> tuple[int, bytes]:
        return self.side, self.cells.tobytes()

    def __str__(self) -> str:
        board = write_levels(self.cells, shape_of(self._game.size), LETTERS)
        return f"{write_header(self._game.kind, self._game.options)} {board} {PLAYERS[self.side]}"

    def balls(self, player: Player) -> Mask:
        """Return the (n,) mask of a player's balls."""
        mask: Mask = self.cells == PLAYERS.index(player) + 1
        return mask

    @cached_property
    def holders(self) -> Holders:
        """Who holds each corner: (5,) int8 in CORNERS order, 0 red, 1 blue, -1 nobody."""
        from model import connection  # brings numba, which only judging needs

        board = self._game.board
        if self._before is None:
            judged: Holders = connection.holders(board, self.balls("red"), self.balls("blue"))
            return judged
        held, site = self._before
        mover = int(self.cells[site]) - 1
        own = self.balls(PLAYERS[mover])
        own[site] = False
        now = connection.after(board, own, site, held == mover)
        return np.where(now, np.int8(mover), held).astype(np.int8)

    @cached_property
    def outcome(self) -> Outcome | None:
        if max(self._counts()) < self._game.size:
            return None  # fewer balls than a base corner takes: see `perft`
        for number, player in enumerate(PLAYERS):
            won = np.flatnonzero(self.holders == number)
            if won.size >= TO_WIN:
                return Outcome(player, "partitions", tuple(CORNERS[i] for i in won))
        return None

    def _counts(self) -> tuple[int, int]:
        return int(np.count_nonzero(self.cells == RED)), int(np.count_nonzero(self.cells == BLUE))

    def perft(self, depth: int) -> int | None:
        """Return perft(depth) where a closed form is proved, else None.

        Nobody wins with fewer than N balls: of three corners held two are base corners, say SW. A
        group that isolates SW meets every straight way from it to a far wall, so the edge
        x = z = 0 and the edge y = z = 0; anchored it reaches x + z = N-1 or y + z = N-1. Neither
        x + z nor y + z changes by more than 1 between neighbours, so the group has N balls.
        While neither side gets that many before the last ply, all orders of empty points count.
        """
        empty = int(np.count_nonzero(self.cells == EMPTY))
        if depth > empty:
            return 0  # a full pyramid has a winner, so no line is longer
        most = list(self._counts())
        most[self.side] += depth // 2
        most[1 - self.side] += (depth - 1) // 2
        if self._game.stacking or depth < 1 or max(most) >= self._game.size:
            return None
        return math.perm(empty, depth)

    @cached_property
    def playable(self) -> Mask:
        """(n,) mask of the points where a ball may be placed now."""
        free: Mask = self.cells == EMPTY
        if self.outcome:
            free = np.zeros_like(free)
        elif self._game.stacking:
            free = free & supported(self._game.board, self.cells)
        free.flags.writeable = False
        return free

    @property
    def legal_moves(self) -> PartitionMoves:
        return PartitionMoves(self)

    def explain(self, move: Move) -> Reason | None:
        board = self._game.board
        if move not in board:
            return malformed(move, self._game.size)
        if self.outcome:
            return over(self.outcome)
        return obstacle(board, self._game.stacking, self.cells, board.index(move))

    def play(self, move: Move) -> PartitionPosition:
        self.check(move)
        site = self._game.board.index(move)
        cells = self.cells.copy()
        cells[site] = self.side + 1
        known = (self.holders, site) if "holders" in self.__dict__ else None
        return PartitionPosition(self._game, cells, 1 - self.side, known)

    def replay(self, moves: Sequence[Move]) -> PartitionPosition:
        """Return the position after all `moves`.

        Balls never leave, so a corner once held stays held: judging the end judges the whole way,
        and only when the game is over there a bisection looks for the move that ended it.

        Raises
        ------
        MalformedMove, IllegalMove
            With `ply`, counted from 1 in `moves`, of the first move that cannot be played.
        """
        if not moves:
            return self
        sites, fault_at = place_all(
            self._game.board, self._game.stacking, self.cells.tolist(), self.side + 1, moves
        )
        end = self._after(sites)
        legal = self._plies_until_win(sites, end)
        early = fault_at is None or fault_at.ply > legal + 1 or isinstance(fault_at, IllegalMove)
        if legal < len(moves) and early and (ended := self._after(sites[:legal]).outcome):
            fault_at = IllegalMove(over(ended))
            fault_at.ply = legal + 1
        if fault_at is not None:
            raise fault_at
        return end

    def _after(self, sites: list[int]) -> PartitionPosition:
        """The position after balls on `sites`, taken as legal."""
        cells = self.cells.copy()
        cells[sites[0::2]] = self.side + 1
        cells[sites[1::2]] = 2 - self.side
        return PartitionPosition(self._game, cells, (self.side + len(sites)) % 2)

    def _plies_until_win(self, sites: list[int], end: PartitionPosition) -> int:
        """How many of the plies come before the game is over, the winning one included."""
        if not end.outcome:
            return len(sites)
        low, high = 0, len(sites)
        while low < high:
            middle = (low + high) // 2
            if self._after(sites[:middle]).outcome:
                high = middle
            else:
                low = middle + 1
        return low

    def read_move(self, text: str) -> Move:
        board = self._game.board
        if text in board:
            return text
        cell = cells_in_plan(self._game.size).get(text)
        if cell is None:
            raise MalformedMove(malformed(text, self._game.size))
        if self.outcome:
            raise IllegalMove(over(self.outcome))
        fitting = [board.names[site] for site in cell if self.playable[site]]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise AmbiguousMove(because("several-points", cell=text, points=listed(fitting, "or")))
        if len(cell) == 1:
            reason = obstacle(board, self._game.stacking, self.cells, cell[0])
            assert reason is not None
            raise IllegalMove(reason)
        raise IllegalMove(because("no-room", cell=text))

    def steps(self, partial: Sequence[str]) -> Steps:
        if self.outcome:
            return Steps((), False, None, str(over(self.outcome)))
        if not partial:
            who = PLAYERS[self.side].capitalize()
            where = "a supported" if self._game.stacking else "an empty"
            message = f"{who} places a ball on {where} point"
            return Steps(tuple(self.legal_moves), False, None, message, mask=self.playable)
        if len(partial) > 1:
            return Steps((), False, None, "a turn is one ball")
        reason = self.explain(partial[0])
        if reason is not None:
            return Steps((), False, None, str(reason))
        return Steps((), True, partial[0], f"{PLAYERS[self.side].capitalize()} plays {partial[0]}")

    def events(self, move: Move) -> tuple[Event, ...]:
        self.check(move)
        return (Event(0, "place", site=self._game.board.index(move), owner=self.side),)


class PartitionMoves(BaseMoves["PartitionPosition"]):
    """The legal moves of a position, in site order, computed as they are asked for."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Move]:
        names = self._position.game.board.names
        return (names[site] for site in np.flatnonzero(self._position.playable))

    def __contains__(self, move: object) -> bool:
        board = self._position.game.board
        return (
            isinstance(move, str)
            and move in board
            and bool(self._position.playable[board.index(move)])
        )

    def __bool__(self) -> bool:
        return bool(self._position.playable.any())

    def count(self) -> int:
        """Return how many points are playable."""
        return int(np.count_nonzero(self._position.playable))

    def sample(self, rng: Random) -> Move:
        """Return one drawn uniformly; ValueError when the game is over."""
        sites = np.flatnonzero(self._position.playable)
        if not sites.size:
            raise ValueError("there is no legal move to pick from")
        return self._position.game.board.names[int(sites[rng.randrange(sites.size)])]
