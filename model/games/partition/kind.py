"""Pyramid Partition before its options are chosen: options, reading positions, hooks.

Among the hooks are the conditions of lessons (corners held and threatened, sheets, lines, groups)
and how positions are set up by hand. `model.connection` is imported where it is needed, for its
kernels take a while to load.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from random import Random
from typing import TYPE_CHECKING

import numpy as np

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
    Reason,
    Stop,
)
from model.contract.hooks import GoalWords, Hooks, MoveCondition, Played, PointCondition, on_corner
from model.contract.search import Engine, Prover, Solver, Sureness
from model.contract.setup_rules import Cells, SetupRules, Shape
from model.contract.tables import TableMaker
from model.games.partition.position import (
    BLUE,
    EMPTY,
    PLAYERS,
    RED,
    PartitionGame,
    PartitionPosition,
    because,
    shape_of,
    supported,
    unsupported,
)
from model.games.partition.verdicts import corner_state, cost, findings, takers
from model.notation.levels import cell_offset, read_levels
from model.notation.tokens import fault, read_options, read_side
from model.phrases import counted

if TYPE_CHECKING:
    from model.connection import CornerState


def _corner(position: PartitionPosition, argument: str) -> CornerState:
    """How a side stands at a corner, "corner:side"."""
    corner, _, side = argument.partition(":")
    return corner_state(position, side, corner)


# -- moves ---------------------------------------------------------------------------------------


def _state(played: Played[PartitionPosition], corner: str) -> str:
    """The kind of state a corner is in after a move, for the side that moved."""
    return _corner(played.after, f"{corner}:{played.side}").kind


def _isolates(played: Played[PartitionPosition], corner: str) -> bool:
    return _state(played, corner) in ("isolates", "holds")


def _leaks(played: Played[PartitionPosition], corner: str) -> bool:
    return not _isolates(played, corner)


def _is_on_corner(played: Played[PartitionPosition], corner: str) -> bool:
    board = played.before.game.board
    return played.move == board.names[board.corners[corner]]


def _threatens(played: Played[PartitionPosition], corner: str) -> bool:
    found = cost(played.after, played.side, corner)
    return found is not None and found.n == 1


def _joins(played: Played[PartitionPosition], argument: str) -> bool:
    from model.connection import groups

    before, site = played.before, played.placed
    labels = groups(before.game.board, before.balls(played.side)).labels
    near = before.game.board.neighbours(site) if site is not None else ()
    return len({int(labels[k]) for k in near if labels[k] >= 0}) > 1


MOVE_CONDITIONS: tuple[MoveCondition[PartitionPosition], ...] = (
    MoveCondition(
        "holds", "corner", "holds {}", lambda p, corner: _state(p, corner) == "holds", leaks=_leaks
    ),
    MoveCondition("isolates", "corner", "isolates {}", _isolates, leaks=_leaks),
    MoveCondition(
        "stops", "corner", "stops the pour from {} to a far wall", _isolates, leaks=_leaks
    ),
    MoveCondition("corner", "corner", "is on the corner point {}", _is_on_corner),
    MoveCondition("threat", "corner", "threatens to hold {} with the next ball", _threatens),
    MoveCondition("joins", "", "joins two groups", _joins),
)


# -- points --------------------------------------------------------------------------------------


def _in_sheet(position: PartitionPosition, argument: str, site: int) -> bool:
    state = _corner(position, argument)
    return site in (state.sheet or state.also_sheet)


def _on_escape(position: PartitionPosition, argument: str, site: int) -> bool:
    from model.connection import escape

    corner, _, side = argument.partition(":")
    return site in escape(position.game.board, position.balls(side), corner)


def _in_group(position: PartitionPosition, argument: str, site: int) -> bool:
    from model.connection import groups

    board = position.game.board
    start = board.index(argument)
    for side in position.game.players:
        labels = groups(board, position.balls(side)).labels
        if labels[start] >= 0:
            return bool(labels[site] == labels[start])
    return site == start


POINT_CONDITIONS: tuple[PointCondition[PartitionPosition], ...] = (
    PointCondition("sheet", "corner:side", "belongs to the sheet of {1} at {0}", _in_sheet),
    PointCondition(
        "line",
        "corner:side",
        "belongs to the line of {1} from {0}",
        lambda position, corner, site: site in _corner(position, corner).line,
    ),
    PointCondition("escape", "corner:side", "lies on the escape from {0} past {1}", _on_escape),
    PointCondition("group", "site", "belongs to the group of {}", _in_group),
    PointCondition("corner", "corner", "is the corner point {}", on_corner),
)


class PartitionSetup(SetupRules[PartitionGame, PartitionPosition]):
    """Pyramid Partition: anything can float, except when stacking."""

    letters = ("R", "B")

    def shape(self, game: PartitionGame) -> Shape:
        """Return the rows of every level."""
        return shape_of(game.size)

    def game(self, options: Mapping[str, str], board: str) -> Game:
        """Return the game; the number of levels is its size where none is given."""
        levels = str(board.count("/") + 1)
        game = self.kind.configure({"size": levels, **options})
        if str(game.options["size"]) == levels:
            return game
        return self.kind.configure({**options, "size": levels})

    def problems(self, game: PartitionGame, cells: Cells) -> tuple[Reason, ...]:
        """Return a reason for every ball that rests on nothing though it must."""
        if not game.stacking:
            return ()
        loose = np.flatnonzero((cells != EMPTY) & ~supported(game.board, cells))
        return tuple(unsupported(game.board, cells, int(site)) for site in loose)

    def notes(self, position: PartitionPosition) -> tuple[Reason, ...]:
        """Say where the numbers of balls do not fit the turns, or the winner would be to move."""
        side, cells = position.side, position.cells
        red, blue = int((cells == 1).sum()), int((cells == 2).sum())
        found = []
        if red - blue != side:
            found.append(
                because(
                    "ball-counts",
                    red=counted(red, "red ball", "no"),
                    blue=counted(blue, "blue ball", "no"),
                    side=PLAYERS[side].capitalize(),
                    wanted="is normally one more red ball than blue"
                    if side
                    else "are normally as many red balls as blue",
                )
            )
        return (*found, *self.winner_to_move(position, "partition.md#winning"))


DEFAULT_SIZE = 6
"""Balls along an edge of the base."""


class PartitionKind(GameKind, Hooks[PartitionGame, PartitionPosition]):
    """Pyramid Partition before its options are chosen."""

    name = "partition"
    title = "Pyramid Partition"
    credit = "Pyramid Partition, designed by Mark Steere, 2024, marksteeregames.com."
    players: tuple[Player, ...] = PLAYERS
    endings: tuple[str, ...] = ("partitions",)
    goals = (WIN, GoalKind("hold", "Hold a corner", "A corner to hold", of_corner=True))
    level_nodes = (4, 18, 64, 220, 700, 2_000, 5_000, 16_000, 50_000)
    level_slips = (0.0, 0.0, 0.0, 0.19, 0.25, 0.38, 0.28, 0.19, 0.1)
    links = True
    move_conditions = MOVE_CONDITIONS
    point_conditions = POINT_CONDITIONS
    terms = (
        "group",
        "far wall",
        "isolate",
        "anchor",
        "hold|held",
        "sheet",
        "escape",
        "bridge",
        "template",
        "ladder",
        "fork",
        "stacking",
    )
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
            reason = unsupported(game.board, cells, site)
            fault(board, str(reason), cell_offset(board, shape_of(game.size), site))
        return PartitionPosition(game, cells, read_side(self, side, extras))

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
        if not isinstance(position, PartitionPosition):
            return {}, True
        return findings(position, costs=costs, limit=limit)

    def prover(self, game: PartitionGame, stop: Stop | None = None) -> Prover:
        """Return a prover of wins and of corners held."""
        from model.games.partition.prover import PartitionProver

        return PartitionProver(game, stop)

    def solver(self) -> Solver:
        """Return the exact search of small pyramids."""
        from model.games.partition.prover import solve

        return solve

    def engine(self, game: PartitionGame) -> Engine:
        """Return a tree of games played out that knows threats, and all moves as first."""
        from model.games.partition.engine import PartitionEngine

        return PartitionEngine(game)

    def sureness(self, game: Game, nodes: int) -> Sureness:
        """Return what fits size 4, both rules, after 2,000, 16,000 and 50,000 games."""
        power = 1 + 0.67 * log(max(1.0, min(nodes, 50_000) / 30))
        return Sureness(power, -0.2 * (power - 1))

    def plain_engine(self, game: PartitionGame) -> Engine:
        """Return UCT with random fillings, which are judged once."""
        from model.games.partition.engine import PLAIN, PartitionEngine

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

    def reached(self, position: PartitionPosition, goal: Goal) -> bool:
        """Tell whether a side holds a corner."""
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
        from model.games.partition.motifs import corner_of

        return corner_of(position, move) if isinstance(position, PartitionPosition) else ""

    def within_reach(self, position: Position, side: Player) -> Mapping[Goal, tuple[Move, ...]]:
        """Return the corners that one more ball of a side takes, with the points."""
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
        from model.games.partition.motifs import cheapest_plan

        return cheapest_plan(position, goal) if isinstance(position, PartitionPosition) else ()

    def motifs(self, position: Position, line: Sequence[Move]) -> tuple[str, ...]:
        """Return whether the key is a hole, cuts, bridges, forks, tethers or wraps."""
        from model.games.partition.motifs import motifs

        return motifs(position, line) if isinstance(position, PartitionPosition) else ()

    def playout_move(self, position: PartitionPosition, rng: Random) -> Move:
        """Return a move on one of both sides' cheapest plans for three corners."""
        from model.games.partition.motifs import move_on_a_plan

        return move_on_a_plan(position, rng)


KIND = PartitionKind()
