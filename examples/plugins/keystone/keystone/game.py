"""The rules of Keystone: its kind, its game, and its positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from model.boards.lattice import pyramid
from model.contract.base_position import BaseMoves, BasePosition
from model.contract.game import (
    GameKind,
    IllegalMove,
    MalformedMove,
    Option,
    Outcome,
    PieceKind,
    Pieces,
    Reason,
)
from model.contract.hooks import Hooks
from model.notation.levels import read_levels, write_levels
from model.notation.options import read_options, write_header
from model.notation.tokens import fault
from model.phrases import shown

PLAYERS = ("red", "blue")
NEEDED = 3
"""Own balls among the four that a winning ball lies on."""


@dataclass(frozen=True)
class Keystone:
    """The game with its options fixed."""

    kind: GameKind = field(compare=False, repr=False)
    size: int = 4

    players = PLAYERS
    piece_kinds = (PieceKind("ball", "ball"),)

    @property
    def options(self):
        return {"size": self.size}

    @property
    def board(self):
        return pyramid(self.size)

    @property
    def shape(self):
        """The rows of each level, as position strings have them."""
        return tuple((width, width) for width in range(self.size, 0, -1))

    def start(self):
        return KeystonePosition(self, bytes(len(self.board)), 0)


@dataclass(frozen=True)
class KeystonePosition(BasePosition):
    """Who owns each point (0 nobody, 1 red, 2 blue), and whose turn it is."""

    game: Keystone
    cells: bytes
    side: int

    def __str__(self):
        board = write_levels(np.frombuffer(self.cells, np.int8), self.game.shape, "-RB")
        return f"{write_header(self.game.kind, self.game.options)} {board} {PLAYERS[self.side]}"

    @property
    def pieces(self):
        site = np.flatnonzero(np.frombuffer(self.cells, np.int8)).astype(np.int32)
        owner = np.array([self.cells[s] - 1 for s in site], np.int32)
        return Pieces(site, owner, np.zeros_like(site), np.ones_like(site))

    @property
    def outcome(self):
        for site, owner in enumerate(self.cells):
            if owner and sum(self.cells[below] == owner for below in self.below(site)) >= NEEDED:
                return Outcome(PLAYERS[owner - 1], "keystone", (self.game.board.names[site],))
        return None if 0 in self.cells else Outcome(None, "full")

    @property
    def to_move(self):
        return None if self.outcome else PLAYERS[self.side]

    @property
    def legal_moves(self):
        return Places(self)

    def below(self, site):
        """The four points a ball rests on; none on the base."""
        return [s for s in self.game.board.supports[site].tolist() if s >= 0]

    def explain(self, move):
        board = self.game.board
        if move not in board:
            return Reason("no-move", "{move} is no point of this board", {"move": shown(move)})
        if self.outcome:
            return Reason("game-over", "the game is over", {})
        site = board.index(move)
        if self.cells[site]:
            return Reason("occupied", "there is a ball on {move}", {"move": move})
        if any(not self.cells[below] for below in self.below(site)):
            return Reason("unsupported", "{move} does not rest on four balls", {"move": move})
        return None

    def play(self, move):
        reason = self.explain(move)
        if reason is not None:
            raise (MalformedMove if reason.key == "no-move" else IllegalMove)(reason)
        cells = bytearray(self.cells)
        cells[self.game.board.index(move)] = self.side + 1
        return KeystonePosition(self.game, bytes(cells), 1 - self.side)


class Places(BaseMoves):
    """The points where a ball may be put."""

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._position.game.board.names if name in self)


class KeystoneKind(GameKind, Hooks):
    """Keystone before its options are chosen."""

    name = "keystone"
    title = "Keystone"
    credit = "Keystone, the game of Pyramidion's tutorial."
    players = PLAYERS
    endings = ("keystone", "full")
    options = (Option("size", 4, minimum=3, maximum=8, always=True, help="balls along an edge"),)

    def configure(self, options: Mapping[str, str]) -> Keystone:
        return Keystone(self, **read_options(self, options))

    def read(self, options, board, side, extras):
        game = self.configure({"size": str(board.count("/") + 1), **options})
        cells = read_levels(board, game.shape, {"R": 1, "B": 2})
        if side not in PLAYERS:
            fault(side, f"the side to move is red or blue, not {shown(side)}")
        for key in extras:
            fault(key, "nothing may follow the side to move")
        return KeystonePosition(game, cells.tobytes(), PLAYERS.index(side))


KIND = KeystoneKind()
