"""Pyraos before its options are chosen: options, reading positions, hooks.

Among the hooks are the conditions of lessons (squares and lines, spheres lifted and taken back) and
how positions are set up by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import numpy as np

from model.contract.game import Game, GameKind, Move, Option, Player, Position, Reason, Stop
from model.contract.hooks import Hooks, MoveCondition, Played
from model.contract.search import Engine, Prover, Sureness, ValueSearch
from model.contract.setup_rules import Cells, SetupRules, Shape
from model.contract.tables import TableMaker
from model.games.pyraos import turns
from model.games.pyraos.kernels import BOARD, LINES, RULES, SPHERES, SQUARES
from model.games.pyraos.position import PLAYERS, SHAPE, PyraosGame, PyraosPosition
from model.games.pyraos.turns import because
from model.notation.levels import cell_offset, read_levels
from model.notation.tokens import fault, read_options, read_side
from model.phrases import counted
from model.search.playout import greedy_move


def _completes(played: Played[PyraosPosition], shapes: tuple[int, ...]) -> bool:
    """Whether the sphere put down last completes one of the shapes (bits, site 0 the lowest)."""
    site = played.placed
    if site is None:
        return False
    # What is taken back in the same turn was there when the shape was completed.
    pieces = played.before.pieces
    owner = played.before.game.players.index(played.side)
    own = sum(1 << int(k) for k in pieces.site[pieces.owner == owner]) | 1 << site
    if "-" in played.move:
        own &= ~(1 << played.before.game.board.index(played.move.partition("-")[0]))
    return any(shape >> site & 1 and own & shape == shape for shape in shapes)


MOVE_CONDITIONS: tuple[MoveCondition[PyraosPosition], ...] = (
    MoveCondition("square", "", "completes a square", lambda p, _: _completes(p, SQUARES)),
    MoveCondition("line", "", "completes a line", lambda p, _: _completes(p, LINES)),
    MoveCondition("lifts", "", "lifts a sphere", lambda p, _: "-" in p.move),
    MoveCondition(
        "takes-back", "number", "takes {} back", lambda p, number: p.move.count("x") == int(number)
    ),
)


_FIRST_SPHERES = frozenset({(0, 0, 0), (1, 0, 1), (1, 1, 0), (2, 1, 1)})
"""(white, black, side) where a side has no sphere or one."""


class PyraosSetup(SetupRules[PyraosGame, PyraosPosition]):
    """Pyraos: spheres rest on something, and each side has fifteen."""

    letters = ("W", "B")

    def shape(self, game: Game) -> Shape:
        """Return the rows of every level."""
        return SHAPE

    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return a reason for every sphere that rests on nothing and every side with too many."""
        found = []
        for site in np.flatnonzero(cells):
            for under in BOARD.supports[site]:
                if under >= 0 and not cells[under]:
                    found.append(
                        because("unsupported", site=BOARD.names[site], below=BOARD.names[under])
                    )
                    break
        for value, player in enumerate(game.players, start=1):
            count = int((cells == value).sum())
            if count > SPHERES:
                found.append(because("too-many", count=count, player=player, most=SPHERES))
        return tuple(found)

    def notes(self, position: PyraosPosition) -> tuple[Reason, ...]:
        """Say where the first spheres do not fit the turns, or the winner would be to move.

        A side takes back two at most of the square it has just made, so it keeps two (one, where
        lines of three count), and to lift takes five spheres on the board. So a side with one
        sphere has moved once.
        """
        side, cells = position.side, self.cells(position)
        white, black = int((cells == 1).sum()), int((cells == 2).sum())
        found = []
        kept = 1 if position.game.options["rules"] == "alternate" and white + black > 3 else 2
        if min(white, black) < kept and (white, black, side) not in _FIRST_SPHERES:
            found.append(
                because(
                    "sphere-counts",
                    white=counted(white, "white sphere", "no"),
                    black=counted(black, "black sphere", "no"),
                    side=position.game.players[side].capitalize(),
                )
            )
        return (*found, *self.winner_to_move(position, "pyraos.md#winning"))

    def reserves(self, game: Game, cells: Cells) -> Mapping[Player, int]:
        """Return what is left of the fifteen spheres, never below 0."""
        return {
            player: max(0, SPHERES - int((cells == value).sum()))
            for value, player in enumerate(game.players, start=1)
        }


_SURENESS = {
    "standard": Sureness(2.4),
    "children": Sureness(3.0, 0.25),
    "alternate": Sureness(2.75, 0.1),
}


DEEDS = MappingProxyType(
    {"move lift": "lifts the {piece} on {site} to {to}", "remove take-back": "takes back {sites}"}
)
"""What moves do, in words (`Hooks.deeds`)."""


class PyraosKind(GameKind, Hooks[PyraosGame, PyraosPosition]):
    """Pyraos before its options are chosen."""

    name = "pyraos"
    title = "Pyraos"
    credit = "Pyraos (Pylos), invented by David G. Royffe; rules text by Staffan Ulfberg."
    players: tuple[Player, ...] = PLAYERS
    endings: tuple[str, ...] = ("apex",)
    level_nodes = (1, 10, 35, 120, 400, 1_300, 5_000, 20_000, 80_000)
    move_conditions = MOVE_CONDITIONS
    deeds: Mapping[str, str] = DEEDS
    options: tuple[Option, ...] = (
        Option(
            "rules",
            "standard",
            RULES,
            always=True,
            help="children: nothing is taken back; alternate: full lines count as well",
        ),
        Option(
            "removal",
            "optional",
            ("optional", "obliged"),
            help="whether taking back after a square is optional or obliged",
        ),
    )

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
        return PyraosPosition(game, sites[0], sites[1], read_side(self, side, extras))

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

    def prover(self, game: PyraosGame, stop: Stop | None = None) -> Prover:
        """Return the prover on bitboards."""
        from model.games.pyraos.proofs import PyraosProver

        return PyraosProver(game, stop)

    def value_search(self, game: PyraosGame, stop: Stop, cores: int = 1) -> ValueSearch:
        """Return the search by proof numbers."""
        from model.games.pyraos.proofs import PyraosValueSearch

        return PyraosValueSearch(game, stop, cores)

    def engine(self, game: PyraosGame) -> Engine:
        """Return alpha-beta on bitboards."""
        from model.games.pyraos.engine import PyraosEngine

        return PyraosEngine(game)

    def sureness(self, game: PyraosGame, nodes: int) -> Sureness:
        """Return what fits the tables after a usual review's 20,000 positions."""
        return _SURENESS[game.rules]

    def plain_engine(self, game: PyraosGame) -> Engine:
        """Return UCT on bitboards."""
        from model.games.pyraos.engine import PlainPyraos

        return PlainPyraos(game)

    def playout_move(self, position: Position, rng: Random) -> Move:
        """Return a move that keeps many spheres in hand."""
        players = position.game.players
        return greedy_move(position, rng, lambda after, side: after.reserves[players[side]])


KIND = PyraosKind()
