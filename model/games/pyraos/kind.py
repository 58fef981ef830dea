"""Pyraos before its options are chosen: options, reading positions, hooks."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np

from model.contract.game import Game, GameKind, Move, Option, Player, Position, Stop
from model.contract.hooks import Hooks
from model.contract.scores import Sureness
from model.contract.search import Engine, Prover, ValueSearch
from model.contract.tables import TableMaker
from model.games.pyraos import turns
from model.games.pyraos.conditions import MOVE_CONDITIONS
from model.games.pyraos.places import BOARD, RULES, SPHERES
from model.games.pyraos.position import PLAYERS, SHAPE, PyraosGame, PyraosPosition
from model.games.pyraos.setup import PyraosSetup
from model.notation.levels import cell_offset, read_levels
from model.notation.options import read_options
from model.notation.tokens import fault
from model.phrases import shown
from model.search.playout import greedy_move

_SURENESS = {
    "standard": Sureness(2.4),
    "children": Sureness(3.0, 0.25),
    "alternate": Sureness(2.75, 0.1),
}


class PyraosKind(GameKind, Hooks):
    """Pyraos before its options are chosen."""

    name = "pyraos"
    title = "Pyraos"
    credit = "Pyraos (Pylos), invented by David G. Royffe; rules text by Staffan Ulfberg."
    players: tuple[Player, ...] = PLAYERS
    endings: tuple[str, ...] = ("apex",)
    level_nodes = (1, 10, 35, 120, 400, 1_300, 5_000, 20_000, 80_000)
    move_conditions = MOVE_CONDITIONS
    options: tuple[Option, ...] = (
        Option("rules", "standard", RULES, always=True,
               help="children: nothing is taken back; alternate: full lines count as well"),
        Option("removal", "optional", ("optional", "obliged"),
               help="whether taking back after a square is optional or obliged"),
    )  # fmt: skip

    def configure(self, options: Mapping[str, str]) -> PyraosGame:
        """Return the game; options left out take their defaults."""
        return PyraosGame(self, **read_options(self, options))

    def read(
        self, options: Mapping[str, str], board: str, side: str, extras: Mapping[str, str]
    ) -> PyraosPosition:
        game = self.configure(options)
        cells = read_levels(board, SHAPE, {"W": 1, "B": 2})
        sites = [sum(1 << int(s) for s in np.flatnonzero(cells == k)) for k in (1, 2)]
        occupied = sites[0] | sites[1]
        for site in turns.bits(occupied):
            if not turns.is_supported(site, occupied):
                below = next(int(s) for s in BOARD.supports[site] if not occupied >> int(s) & 1)
                fault(
                    board,
                    f"{BOARD.names[site]} needs a sphere on {BOARD.names[below]}",
                    cell_offset(board, SHAPE, site),
                )
        for player, own in zip(PLAYERS, sites, strict=True):
            if own.bit_count() > SPHERES:
                fault(board, f"{own.bit_count()} {player} spheres: each side has {SPHERES}")
        if side not in PLAYERS:
            fault(side, f"the side to move is white or black, not {shown(side)}")
        for key in extras:
            fault(key, f"nothing may follow the side to move in {self.name}")
        return PyraosPosition(game, sites[0], sites[1], PLAYERS.index(side))

    @property
    def setup(self) -> PyraosSetup:
        """How positions are set up by hand."""
        return PyraosSetup(self)

    @property
    def tables(self) -> TableMaker:
        """Retrograde analysis of the whole game."""
        from model.games.pyraos.table.making import PyraosTables

        return PyraosTables(self)

    def perft(self, position: Position, depth: int) -> int | None:
        """Return perft by the kernel, as deep as a person would wait for it."""
        return position.perft(depth) if isinstance(position, PyraosPosition) else None

    def prover(self, game: Game, stop: Stop | None = None) -> Prover:
        """Return the prover on bitboards."""
        from model.games.pyraos.prover import PyraosProver

        return PyraosProver(game, stop)

    def value_search(self, game: Game, stop: Stop, cores: int = 1) -> ValueSearch:
        """Return the search by proof numbers."""
        from model.games.pyraos.value_search import PyraosValueSearch

        return PyraosValueSearch(game, stop, cores)

    def engine(self, game: Game) -> Engine:
        """Return alpha-beta on bitboards."""
        from model.games.pyraos.engine import PyraosEngine

        return PyraosEngine(game)

    def sureness(self, game: Game, nodes: int) -> Sureness:
        """Return what fits the tables after a usual review's 20,000 positions."""
        assert isinstance(game, PyraosGame)
        return _SURENESS[game.rules]

    def plain_engine(self, game: Game) -> Engine:
        """Return UCT on bitboards."""
        from model.games.pyraos.plain_engine import PlainPyraos

        return PlainPyraos(game)

    def playout_move(self, position: Position, rng: Random) -> Move:
        """Return a move that keeps many spheres in hand."""
        players = position.game.players
        return greedy_move(position, rng, lambda after, side: after.reserves[players[side]])


KIND = PyraosKind()
