"""Pyramid Partition before its options are chosen: options, reading positions, hooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from random import Random

from model.boards.lattice import CORNERS, MAX_SIZE, MIN_SIZE
from model.contract.game import (
    WIN,
    Game,
    GameKind,
    Goal,
    GoalKind,
    Move,
    Option,
    Player,
    Position,
    Stop,
)
from model.contract.hooks import Hooks
from model.contract.scores import Sureness
from model.contract.search import Engine, Prover, Solver
from model.contract.tables import TableMaker
from model.contract.tasks import GoalWords
from model.games.partition import placing
from model.games.partition.conditions import MOVE_CONDITIONS, POINT_CONDITIONS
from model.games.partition.placing import BLUE, PLAYERS, RED
from model.games.partition.position import PartitionGame, PartitionPosition, shape_of
from model.games.partition.setup import PartitionSetup
from model.notation.levels import cell_offset, read_levels
from model.notation.options import read_options
from model.notation.tokens import fault
from model.phrases import shown

DEFAULT_SIZE = 6
"""Balls along an edge of the base."""


class PartitionKind(GameKind, Hooks):
    """Pyramid Partition before its options are chosen."""

    name = "partition"
    title = "Pyramid Partition"
    credit = "Pyramid Partition, designed by Mark Steere, 2024, marksteeregames.com."
    players: tuple[Player, ...] = PLAYERS
    endings: tuple[str, ...] = ("partitions",)
    goals = (WIN, GoalKind("hold", "Hold a corner", "A corner to hold", of_corner=True))
    level_nodes = (4, 18, 64, 220, 700, 2_000, 5_000, 16_000, 50_000)
    level_slips = (0.0, 0.0, 0.0, 0.19, 0.25, 0.38, 0.28, 0.19, 0.1)
    move_conditions = MOVE_CONDITIONS
    point_conditions = POINT_CONDITIONS
    terms = (
        "group", "far wall", "isolate", "anchor", "hold|held", "sheet", "escape",
        "bridge", "template", "ladder", "fork", "stacking",
    )  # fmt: skip
    options: tuple[Option, ...] = (
        Option(
            "size",
            DEFAULT_SIZE,
            minimum=MIN_SIZE,
            maximum=MAX_SIZE,
            always=True,
            help="balls along an edge of the base",
        ),
        Option(
            "rules",
            "free",
            ("free", "stacking"),
            always=True,
            help="free: any empty point; stacking: on the base or on four balls",
        ),
    )

    def game(self, size: int = DEFAULT_SIZE, rules: str = "free") -> PartitionGame:
        """Return the game of a size; rules are "free" or "stacking"."""
        return PartitionGame(self, size, rules)

    def configure(self, options: Mapping[str, str]) -> PartitionGame:
        """Return the game; options left out take their defaults."""
        return self.game(**read_options(self, options))

    def read(
        self, options: Mapping[str, str], board: str, side: str, extras: Mapping[str, str]
    ) -> PartitionPosition:
        levels = board.count("/") + 1
        if "size" not in options and not MIN_SIZE <= levels <= MAX_SIZE:
            fault(board, f"a pyramid has {MIN_SIZE} to {MAX_SIZE} levels, not {levels}")
        game = self.configure({"size": str(levels), **options})
        if levels != game.size:
            fault(board, f"a pyramid of size {game.size} has {game.size} levels, not {levels}")
        cells = read_levels(board, shape_of(game.size), {"R": RED, "B": BLUE})
        site = game.floating(cells)
        if site is not None:
            reason = placing.unsupported(game.board, cells, site)
            fault(board, str(reason), cell_offset(board, shape_of(game.size), site))
        if side not in PLAYERS:
            fault(side, f"the side to move is red or blue, not {shown(side)}")
        for key in extras:
            fault(key, f"nothing may follow the side to move in {self.name}")
        return PartitionPosition(game, cells, PLAYERS.index(side))

    @property
    def setup(self) -> PartitionSetup:
        """How positions are set up by hand."""
        return PartitionSetup(self)

    @property
    def tables(self) -> TableMaker:
        """Every position of small pyramids, worked out from the full ones back."""
        from model.games.partition.table.making import PartitionTables

        return PartitionTables(self)

    def perft(self, position: Position, depth: int) -> int | None:
        """Return perft by a closed form, as far as it is proved."""
        return position.perft(depth) if isinstance(position, PartitionPosition) else None

    def findings(
        self, position: Position, *, costs: bool, limit: float | None
    ) -> tuple[dict[str, object], bool]:
        """Return who holds the corners, and what they cost."""
        from model.games.partition.analysis import findings

        if not isinstance(position, PartitionPosition):
            return {}, True
        return findings(position, costs=costs, limit=limit)

    def prover(self, game: Game, stop: Stop | None = None) -> Prover:
        """Return a prover of wins and of corners held."""
        from model.games.partition.prover import PartitionProver

        assert isinstance(game, PartitionGame)
        return PartitionProver(game, stop)

    def solver(self) -> Solver:
        """Return the exact search of small pyramids."""
        from model.games.partition.solver import solve

        return solve

    def engine(self, game: Game) -> Engine:
        """Return a tree of games played out that knows threats, and all moves as first."""
        from model.games.partition.engine import PartitionEngine

        assert isinstance(game, PartitionGame)
        return PartitionEngine(game)

    def sureness(self, game: Game, nodes: int) -> Sureness:
        """Return what fits size 4, both rules, after 2,000, 16,000 and 50,000 games."""
        power = 1 + 0.67 * log(max(1.0, min(nodes, 50_000) / 30))
        return Sureness(power, -0.2 * (power - 1))

    def plain_engine(self, game: Game) -> Engine:
        """Return UCT with random fillings, which are judged once."""
        from model.games.partition.engine import PLAIN, PartitionEngine

        assert isinstance(game, PartitionGame)
        return PartitionEngine(game, PLAIN)

    def overlays(self, game: Game) -> Mapping[str, tuple[Sequence[str], ...]]:
        """Return how a side stands at a corner, what it costs it, its pour, and its win."""
        at_corner = (tuple(CORNERS), game.players)
        return {
            "corner": at_corner,
            "cost": at_corner,
            "sheet": at_corner,
            "pour": at_corner,
            "win": (game.players,),
        }

    def reached(self, position: Position, goal: Goal) -> bool:
        """Tell whether a side holds a corner."""
        assert isinstance(position, PartitionPosition)
        holder = int(position.holders[CORNERS.index(goal.corner)])
        return holder >= 0 and position.game.players[holder] == goal.side

    def describe_goal(self, goal: Goal) -> GoalWords:
        """Return a goal in words."""
        if goal.kind != "hold":
            return super().describe_goal(goal)
        corner = "the apex" if goal.corner == "apex" else goal.corner
        return GoalWords(f"holds {corner}", f"holding {corner}", f"hold {corner}")

    def corner_of(self, position: Position, move: Move) -> str:
        """Return the corner a move newly holds, or makes cheaper by most."""
        from model.games.partition.playing import corner_of

        return corner_of(position, move) if isinstance(position, PartitionPosition) else ""

    def within_reach(self, position: Position, side: Player) -> Mapping[Goal, tuple[Move, ...]]:
        """Return the corners that one more ball of a side takes, with the points."""
        from model.games.partition.verdicts import takers

        if not isinstance(position, PartitionPosition) or position.outcome is not None:
            return {}
        names = position.game.board.names
        found = {corner: takers(position, side, corner) for corner in CORNERS}
        return {
            Goal("hold", side, corner): tuple(names[site] for site in sites)
            for corner, sites in found.items()
            if sites
        }

    def plan(self, position: Position, goal: Goal) -> tuple[Move, ...]:
        """Return the balls of the cheapest plan for a win or a corner."""
        from model.games.partition.playing import cheapest_plan

        return cheapest_plan(position, goal) if isinstance(position, PartitionPosition) else ()

    def motifs(self, position: Position, line: Sequence[Move]) -> tuple[str, ...]:
        """Return whether the key is a hole, cuts, bridges, forks, tethers or wraps."""
        from model.games.partition.motifs import motifs

        return motifs(position, line) if isinstance(position, PartitionPosition) else ()

    def playout_move(self, position: Position, rng: Random) -> Move:
        """Return a move on one of both sides' cheapest plans for three corners."""
        from model.games.partition.playing import move_on_a_plan

        assert isinstance(position, PartitionPosition)
        return move_on_a_plan(position, rng)


KIND = PartitionKind()
