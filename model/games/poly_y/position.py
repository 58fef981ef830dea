"""Poly-Y: the rules, after docs/rules/poly-y.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_
from types import MappingProxyType

import numpy as np

from model.contract.base_position import BaseMoves, BoardPosition
from model.contract.game import (
    Event,
    GameKind,
    Mask,
    Move,
    OptionValue,
    Outcome,
    PieceKind,
    Player,
    Reason,
    Reasons,
    Steps,
    site_mask,
)
from model.contract.setup_rules import Cells
from model.games.poly_y.ring_board import PolyYBoard, poly_y_board
from model.notation.levels import write_levels
from model.notation.tokens import write_header
from model.phrases import listed, shown

PLAYERS = ("red", "blue")
LETTERS = ("", "R", "B")
because = Reasons(__package__).because
SWAP = "swap"


@dataclass(frozen=True)
class PolyYGame:
    """Poly-Y with its options fixed; `PolyYKind` makes it."""

    kind: GameKind = field(compare=False, repr=False)
    corners: int
    size: int
    swap: bool
    players = PLAYERS
    piece_kinds = (PieceKind("stone", "disc"),)

    @property
    def options(self) -> Mapping[str, OptionValue]:
        return MappingProxyType(
            {"corners": str(self.corners), "size": self.size, "swap": self.swap}
        )

    @property
    def board(self) -> PolyYBoard:
        return poly_y_board(self.corners, self.size)

    @property
    def shape(self) -> tuple[tuple[int, int], ...]:
        """The rings as position strings have them, a level of one row each."""
        return tuple((1, many) for many in self.board.rings)

    @property
    def to_win(self) -> int:
        """How many corners win."""
        return self.corners // 2 + 1

    def start(self) -> PolyYPosition:
        return PolyYPosition(self, np.zeros(len(self.board), np.int8), 0)


@dataclass(frozen=True)
class Chain:
    """Stones of one side that are linked.

    Attributes
    ----------
    sites
        Where they lie, ascending.
    sides
        The sides of the board it touches, as bits.
    """

    sites: tuple[int, ...]
    sides: int


def chain_at(board: PolyYBoard, own: Mask, site: int) -> Chain:
    """Return the chain of the stone on `site`, which is one of `own`."""
    seen, waiting, touched = {site}, [site], 0
    while waiting:
        here = waiting.pop()
        touched |= int(board.sides[here])
        for other in board.neighbours(here).tolist():
            if own[other] and other not in seen:
                seen.add(other)
                waiting.append(other)
    return Chain(tuple(sorted(seen)), touched)


class PolyYPosition(BoardPosition[PolyYGame]):
    """An immutable position of Poly-Y.

    Attributes
    ----------
    cells
        (n,) int8 in site order, read-only: 0 empty, 1 red, 2 blue.
    side
        Whose turn it would be, over or not: 0 red, 1 blue.
    """

    __slots__ = ("__dict__", "_before", "cells")
    cells: Cells

    def __init__(
        self,
        game: PolyYGame,
        cells: Cells,
        side: int,
        before: tuple[PolyYPosition, int] | None = None,
    ) -> None:
        cells.flags.writeable = False
        self._game = game
        self.cells = cells
        self.side = side
        # What each side had captured before the stone at this site came: only its chain is new.
        self._before = None if before is None else (before[0]._captured, before[1])

    @property
    def _facts(self) -> tuple[int, bytes]:
        return self.side, self.cells.tobytes()

    def __str__(self) -> str:
        board = write_levels(self.cells, self._game.shape, LETTERS)
        return f"{write_header(self._game.kind, self._game.options)} {board} {PLAYERS[self.side]}"

    def stones(self, player: Player) -> Mask:
        """Return the (n,) mask of a player's stones."""
        mask: Mask = self.cells == PLAYERS.index(player) + 1
        return mask

    @cached_property
    def chains(self) -> Mapping[Player, tuple[Chain, ...]]:
        """The chains of each player, by their first sites."""
        found = {}
        for player in PLAYERS:
            own, chains = self.stones(player), list[Chain]()
            left = set(np.flatnonzero(own).tolist())
            while left:
                chains.append(chain_at(self._game.board, own, min(left)))
                left.difference_update(chains[-1].sites)
            found[player] = tuple(chains)
        return found

    def captured(self, player: Player) -> tuple[str, ...]:
        """Return the corners that a player has captured, in order."""
        bits = self._captured[PLAYERS.index(player)]
        return tuple(name for k, name in enumerate(self._game.board.corners) if bits >> k & 1)

    @cached_property
    def _captured(self) -> tuple[int, int]:
        """The corners of each player, as bits."""
        board = self._game.board
        if self._before is None:
            red, blue = (
                reduce(or_, (int(board.captures[chain.sides]) for chain in chains), 0)
                for chains in self.chains.values()
            )
            return red, blue
        (red, blue), site = self._before
        own = self.cells == self.cells[site]
        new = int(board.captures[chain_at(board, own, site).sides])
        return (red | new, blue) if self.cells[site] == 1 else (red, blue | new)

    @cached_property
    def outcome(self) -> Outcome | None:
        for player in PLAYERS:
            won = self.captured(player)
            if len(won) >= self._game.to_win:
                return Outcome(player, "corners", won)
        return None if (self.cells == 0).any() else Outcome(None, "full")

    @cached_property
    def may_swap(self) -> bool:
        """Whether the side to move may take the only stone over."""
        return (
            self._game.swap
            and self.side == 1
            and int((self.cells == 1).sum()) == 1
            and not (self.cells == 2).any()
        )

    @property
    def legal_moves(self) -> PolyYMoves:
        return PolyYMoves(self)

    def explain(self, move: Move) -> Reason | None:
        board = self._game.board
        if move != SWAP and move not in board:
            return because("no-move", text=shown(move), cell=board.names[-1])
        if self.outcome:
            return over(self.outcome)
        if move == SWAP:
            if self.may_swap:
                return None
            return because("no-swap" if self._game.swap else "no-swap:never")
        value = int(self.cells[board.index(move)])
        if value:
            return because("taken", cell=move, side=PLAYERS[value - 1])
        return None

    def play(self, move: Move) -> PolyYPosition:
        self.check(move)
        cells = self.cells.copy()
        if move == SWAP:
            cells[cells == 1] = 2
            return PolyYPosition(self._game, cells, 0)
        site = self._game.board.index(move)
        cells[site] = self.side + 1
        return PolyYPosition(self._game, cells, 1 - self.side, (self, site))

    def steps(self, partial: Sequence[str]) -> Steps:
        if partial or self.outcome:
            return super().steps(partial)
        who = PLAYERS[self.side].capitalize()
        message = f"{who} puts a stone on an empty cell"
        if self.may_swap:
            message += ", or swaps the red stone"
        free = site_mask(self._game.board, np.flatnonzero(self.cells == 0).tolist())
        return Steps(tuple(self.legal_moves), False, None, message, mask=free)

    def events(self, move: Move) -> tuple[Event, ...]:
        if move != SWAP or self.explain(move) is not None:
            return super().events(move)
        site = int(np.flatnonzero(self.cells)[0])
        return (Event(0, "flip", site=site, owner=1, cause=SWAP),)


def over(outcome: Outcome) -> Reason:
    """Say how the game has ended."""
    if outcome.winner is None:
        return because("game-over:full")
    return because("game-over", winner=outcome.winner, corners=listed(outcome.witness))


class PolyYMoves(BaseMoves["PolyYPosition"]):
    """The legal moves of a position: the empty cells in site order, and the swap."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Move]:
        here = self._position
        if here.outcome:
            return
        names = here.game.board.names
        yield from (names[site] for site in np.flatnonzero(here.cells == 0))
        if here.may_swap:
            yield SWAP

    def count(self) -> int:
        here = self._position
        return 0 if here.outcome else int((here.cells == 0).sum()) + here.may_swap
