"""The rules of Keystone: its game, its positions, and its kind."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from model.boards.lattice import pyramid
from model.contract.base_position import BaseMoves, BasePosition
from model.contract.game import GameKind, Option, Outcome, PieceKind, Pieces, Reason
from model.contract.hooks import Hooks
from model.notation.levels import cell_offset, read_levels, write_levels
from model.notation.tokens import fault, read_options, write_header
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
        """Rows and places in a row, level by level, as position strings write them."""
        return tuple((width, width) for width in range(self.size, 0, -1))

    def start(self):
        return KeystonePosition(self, bytes(len(self.board)), 0)

    def below(self, site):
        """Return the four sites that a ball rests on; none on the base."""
        return [other for other in self.board.supports[site].tolist() if other >= 0]

    def loose(self, cells):
        """Return a reason for each ball that does not rest on four others."""
        names = self.board.names
        return tuple(
            Reason("unsupported", "{move} does not rest on four balls", {"move": names[site]})
            for site, owner in enumerate(cells)
            if owner and not all(cells[other] for other in self.below(site))
        )


@dataclass(frozen=True)
class KeystonePosition(BasePosition):
    """Who owns each site (0 nobody, 1 red, 2 blue), and whose turn it is."""

    game: Keystone
    cells: bytes
    side: int

    def __str__(self):
        board = write_levels(np.frombuffer(self.cells, np.int8), self.game.shape, "-RB")
        return f"{write_header(self.game.kind, self.game.options)} {board} {PLAYERS[self.side]}"

    @property
    def pieces(self):
        cells = np.frombuffer(self.cells, np.int8).astype(np.int32)
        site = np.flatnonzero(cells).astype(np.int32)
        return Pieces(site, cells[site] - 1, np.zeros_like(site), np.ones_like(site))

    @property
    def outcome(self):
        for site, owner in enumerate(self.cells):
            own = sum(self.cells[other] == owner for other in self.game.below(site))
            if owner and own >= NEEDED:
                return Outcome(PLAYERS[owner - 1], "keystone", (self.game.board.names[site],))
        return None if 0 in self.cells else Outcome(None, "full")

    @property
    def to_move(self):
        return None if self.outcome else PLAYERS[self.side]

    @property
    def legal_moves(self):
        return Places(self)

    def explain(self, move):
        board = self.game.board
        if move not in board:
            return Reason("no-move", "{move} is not a point of this board", {"move": shown(move)})
        if self.outcome:
            return Reason("game-over", "the game is over", {})
        site = board.index(move)
        if self.cells[site]:
            return Reason("occupied", "there is a ball on {move}", {"move": move})
        if not all(self.cells[other] for other in self.game.below(site)):
            return Reason("unsupported", "{move} does not rest on four balls", {"move": move})
        return None

    def play(self, move):
        self.check(move)
        cells = bytearray(self.cells)
        cells[self.game.board.index(move)] = self.side + 1
        return KeystonePosition(self.game, bytes(cells), 1 - self.side)


class Places(BaseMoves):
    """The points where a ball may be put."""

    def __iter__(self):
        return (name for name in self._position.game.board.names if name in self)


class KeystoneKind(GameKind, Hooks):
    """Keystone before its options are chosen."""

    name = "keystone"
    title = "Keystone"
    credit = "Keystone, the game of Pyramidion's tutorial."
    players = PLAYERS
    endings = ("keystone", "full")
    options = (Option("size", 4, minimum=3, maximum=8, always=True, help="balls along an edge"),)

    def configure(self, options):
        return Keystone(self, **read_options(self, options))

    def read(self, options, board, side, extras):
        game = self.configure({"size": str(board.count("/") + 1), **options})
        cells = read_levels(board, game.shape, {"R": 1, "B": 2})
        for reason in game.loose(cells):
            site = game.board.index(reason.args["move"])
            fault(board, str(reason), cell_offset(board, game.shape, site))
        if side not in PLAYERS:
            fault(side, f"the side to move is red or blue, not {shown(side)}")
        for key in extras:
            fault(key, "nothing may follow the side to move")
        return KeystonePosition(game, cells.tobytes(), PLAYERS.index(side))

    @property
    def setup(self):
        from keystone.setup import KeystoneSetup

        return KeystoneSetup(self)


KIND = KeystoneKind()
