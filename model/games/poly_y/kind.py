"""Poly-Y before its options are chosen: options, reading positions, hooks.

Among the hooks are the conditions of lessons (corners captured, chains, ways past them) and how
positions are set up by hand.
"""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from model.contract.game import (
    WIN,
    Game,
    GameKind,
    Goal,
    GoalKind,
    Move,
    Option,
    Player,
    Reason,
    Stop,
)
from model.contract.hooks import GoalWords, Hooks, MoveCondition, Played, PointCondition, on_corner
from model.contract.search import Engine, Prover
from model.contract.setup_rules import SetupRules, Shape
from model.games.poly_y import corner_costs
from model.games.poly_y.position import PLAYERS, PolyYGame, PolyYPosition, because, chain_at
from model.games.poly_y.ring_board import sides_at
from model.notation.levels import read_levels
from model.notation.tokens import read_options, read_side
from model.phrases import counted


def _captures(played: Played[PolyYPosition], corner: str) -> bool:
    return corner in played.after.captured(played.side)


def _cuts_off(played: Played[PolyYPosition], corner: str) -> bool:
    after = played.after
    near = sides_at(list(after.game.board.corners).index(corner), len(after.game.board.corners))
    return any(chain.sides & near == near for chain in after.chains[played.side])


def _leaks(played: Played[PolyYPosition], corner: str) -> bool:
    return not _cuts_off(played, corner)


def _threatens(played: Played[PolyYPosition], corner: str) -> bool:
    found = corner_costs.costs(played.after, played.side)[corner]
    return found is not None and found.n == 1


def _joins(played: Played[PolyYPosition], argument: str) -> bool:
    before, after = played.before, played.after
    return len(after.chains[played.side]) < len(before.chains[played.side])


MOVE_CONDITIONS: tuple[MoveCondition[PolyYPosition], ...] = (
    MoveCondition("captures", "corner", "captures {}", _captures, leaks=_leaks),
    MoveCondition("cuts-off", "corner", "cuts {} off", _cuts_off, leaks=_leaks),
    MoveCondition("threat", "corner", "threatens to capture {} with the next stone", _threatens),
    MoveCondition("joins", "", "joins two chains", _joins),
)


def _corner(position: PolyYPosition, argument: str) -> corner_costs.PolyYCorner:
    """How a side stands at a corner, "corner:side"."""
    corner, _, side = argument.partition(":")
    return corner_costs.corner_state(position, side, corner)


def _in_chain(position: PolyYPosition, argument: str, site: int) -> bool:
    board = position.game.board
    start = board.index(argument)
    owner = int(position.cells[start])
    if not owner:
        return site == start
    return site in chain_at(board, position.stones(PLAYERS[owner - 1]), start).sites


POINT_CONDITIONS: tuple[PointCondition[PolyYPosition], ...] = (
    PointCondition(
        "y",
        "corner:side",
        "belongs to the Y of {1} at {0}",
        lambda position, corner, site: any(site in arm for arm in _corner(position, corner).arms),
    ),
    PointCondition(
        "escape",
        "corner:side",
        "lies on the escape from {0} past {1}",
        lambda position, corner, site: site in _corner(position, corner).escape,
    ),
    PointCondition("chain", "site", "belongs to the chain of {}", _in_chain),
    PointCondition("corner", "corner", "is the corner cell {}", on_corner),
)


class PolyYSetup(SetupRules[PolyYGame, PolyYPosition]):
    """Any stones can lie anywhere."""

    letters = ("R", "B")

    def shape(self, game: PolyYGame) -> Shape:
        """Return the rings, a level of one row each."""
        return game.shape

    def notes(self, position: PolyYPosition) -> tuple[Reason, ...]:
        """Say where the numbers of stones do not fit the turns, or the winner would be to move."""
        red, blue = (int(position.stones(player).sum()) for player in PLAYERS)
        swapped = position.game.swap and red - blue == position.side - 1 and blue > 0
        found = []
        if red - blue != position.side and not swapped:
            found.append(
                because(
                    "stone-counts",
                    red=counted(red, "red stone", "no"),
                    blue=counted(blue, "blue stone", "no"),
                    side=PLAYERS[position.side].capitalize(),
                )
            )
        return (*found, *self.winner_to_move(position, "poly-y.md#winning"))


CAPTURE = "capture"


DEEDS = MappingProxyType({"flip swap": "swaps the red stone on {site}"})
"""What moves do, in words (`Hooks.deeds`)."""


class PolyYKind(GameKind, Hooks[PolyYGame, PolyYPosition]):
    """Poly-Y before its options are chosen."""

    name = "poly-y"
    title = "Poly-Y"
    credit = "Poly-Y, designed by Craige Schensted (Ea Ea) and Charles Titus, about 1970."
    players: tuple[Player, ...] = PLAYERS
    endings: tuple[str, ...] = ("corners", "full")
    goals = (WIN, GoalKind(CAPTURE, "Capture a corner", "A corner to capture", of_corner=True))
    level_nodes = (6, 20, 60, 200, 600, 2_000, 6_000, 16_000, 50_000)
    links = True
    deeds: Mapping[str, str] = DEEDS
    move_conditions = MOVE_CONDITIONS
    point_conditions = POINT_CONDITIONS
    options: tuple[Option, ...] = (
        Option(
            "corners",
            "5",
            ("3", "4", "5", "7"),
            always=True,
            help="corners of the board; on one of 4, for lessons, a game can be drawn",
        ),
        Option("size", 6, minimum=3, maximum=12, always=True, help="cells along a side"),
        Option("swap", True, help="Blue may take the first stone over instead of moving"),
    )

    def game(self, corners: str = "5", size: int = 6, swap: bool = True) -> PolyYGame:
        """Return the game with so many corners and so many cells along a side."""
        return PolyYGame(self, int(corners), size, swap)

    def configure(self, options: Mapping[str, str]) -> PolyYGame:
        """Return the game; options left out take their defaults."""
        return self.game(**read_options(self, options))

    def read(
        self, options: Mapping[str, str], board: str, side: str, extras: Mapping[str, str]
    ) -> PolyYPosition:
        game = self.configure(options)
        cells = read_levels(board, game.shape, {"R": 1, "B": 2})
        return PolyYPosition(game, cells, read_side(self, side, extras))

    @property
    def setup(self) -> PolyYSetup:
        """How positions are set up by hand."""
        return PolyYSetup(self)

    def findings(
        self, position: PolyYPosition, *, costs: bool, limit: float | None
    ) -> tuple[dict[str, object], bool]:
        """Return who has captured which corner, and what each costs."""
        by = {corner: player for player in PLAYERS for corner in position.captured(player)}
        found: dict[str, object] = {
            "corners": {corner: by.get(corner) for corner in position.game.board.corners}
        }
        if costs:
            found["cost"] = {
                player: {
                    corner: None if cost is None else cost.n
                    for corner, cost in corner_costs.costs(position, player).items()
                }
                for player in PLAYERS
            }
        return found, True

    def prover(self, game: PolyYGame, stop: Stop | None = None) -> Prover:
        """Return a prover that looks only at moves that can still be in time."""
        return corner_costs.PolyYProver(game, stop)

    def engine(self, game: PolyYGame) -> Engine:
        """Return UCT with RAVE that knows wins and threats to win."""
        from model.games.poly_y.engine import PolyYEngine

        return PolyYEngine(game)

    def plain_engine(self, game: PolyYGame) -> Engine:
        """Return UCT with random fillings."""
        from model.games.poly_y.engine import PolyYEngine

        return PolyYEngine(game, plain=True)

    def overlays(self, game: Game) -> Mapping[str, tuple[Sequence[str], ...]]:
        """Return how a side stands at a corner, what it costs it, its pour, and its win."""
        at_corner = (tuple(game.board.corners), game.players)
        return {"corner": at_corner, "cost": at_corner, "pour": at_corner, "win": (game.players,)}

    def reached(self, position: PolyYPosition, goal: Goal) -> bool:
        """Tell whether a side has captured a corner."""
        return goal.corner in position.captured(goal.side)

    def describe_goal(self, goal: Goal) -> GoalWords:
        """Return a goal in words."""
        if goal.kind != CAPTURE:
            return super().describe_goal(goal)
        corner = goal.corner
        return GoalWords(f"captures {corner}", f"capturing {corner}", f"capture {corner}")

    def corner_of(self, position: PolyYPosition, move: Move) -> str:
        """Return the corner a move newly captures, or makes cheaper by most."""
        return corner_costs.corner_of(position, move)

    def within_reach(
        self, position: PolyYPosition, side: Player
    ) -> Mapping[Goal, tuple[Move, ...]]:
        """Return the corners that one more stone of a side captures, with the cells."""
        if position.outcome is not None:
            return {}
        names = position.game.board.names
        return {
            Goal(CAPTURE, side, corner): tuple(names[site] for site in sites)
            for corner, sites in corner_costs.takers(position, side).items()
        }

    def plan(self, position: PolyYPosition, goal: Goal) -> tuple[Move, ...]:
        """Return the stones of the cheapest plan for a win or a corner."""
        if goal.corner:
            found = corner_costs.costs(position, goal.side).get(goal.corner)
        else:
            found = corner_costs.win_cost(position, goal.side)
        names = position.game.board.names
        return () if found is None else tuple(names[site] for site in found.plan)

    def playout_move(self, position: PolyYPosition, rng: Random) -> Move:
        """Return a move on one of both sides' plans for a win."""
        return corner_costs.move_on_a_plan(position, rng)


KIND = PolyYKind()
