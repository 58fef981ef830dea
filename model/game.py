"""What every game promises: positions, games with their options fixed, kinds of games.

After OpenSpiel's Game/State and python-chess's Board; see docs/design.md, "The game contract".
Positions are immutable values and answer in the data of `model.moves`, whose names can be had from
here as well. Whatever is known of a game without one of its positions, and whatever only some games
have, is a hook of its `GameKind`, with a default.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

import numpy as np
import numpy.typing as npt

from model.board import Board
from model.moves import (
    CHANCE,
    EVENT_KINDS,
    AmbiguousMove,
    Event,
    Goal,
    IllegalMove,
    MalformedMove,
    Mask,
    Move,
    MoveError,
    Option,
    OptionValue,
    Outcome,
    PieceKind,
    Pieces,
    Player,
    Reason,
    Solution,
    Steps,
    Stop,
    Stopped,
)
from model.scores import Budget, Score

__all__ = [
    "CHANCE",
    "EVENT_KINDS",
    "AmbiguousMove",
    "Analysis",
    "Budget",
    "Cells",
    "ChanceMoves",
    "Condition",
    "Engine",
    "Event",
    "Game",
    "GameKind",
    "Goal",
    "GoalWords",
    "IllegalMove",
    "LegalMoves",
    "MalformedMove",
    "Mask",
    "Move",
    "MoveCondition",
    "MoveError",
    "Option",
    "OptionValue",
    "Outcome",
    "PieceKind",
    "Pieces",
    "Played",
    "Player",
    "PointCondition",
    "Position",
    "Prover",
    "Reason",
    "Report",
    "Score",
    "SetupRules",
    "Shape",
    "Solution",
    "Solver",
    "Steps",
    "Stop",
    "Stopped",
    "play_all",
    "site_mask",
]

Cells = npt.NDArray[np.int8]
"""(n,) in site order: 0 empty, k the k-th letter of a game."""
Shape = Sequence[tuple[int, int]]
"""Rows and points in a row, a level; a flat board has one level."""


class LegalMoves(Protocol):
    """The legal moves of a position, computed as they are asked for."""

    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object) -> bool: ...
    def __bool__(self) -> bool: ...
    def count(self) -> int:
        """Return how many there are, by closed form where there is one."""
        ...

    def sample(self, rng: Random) -> Move:
        """Return one drawn uniformly, at CHANCE by probability; ValueError when there is none."""
        ...


@runtime_checkable
class ChanceMoves(LegalMoves, Protocol):
    """The legal moves where CHANCE is to move."""

    def probability(self, move: Move) -> float:
        """Return how probable a move is; all legal ones together make 1."""
        ...


@runtime_checkable
class Position(Protocol):
    """An immutable position of some game.

    Choices that are hidden until all have chosen are moves made one player after another
    (commitments); the last one reveals them all. `str` never tells a pending one: it writes who
    has chosen as ``sealed=A+B``. So a string read back is `seen_by(None)` of what was written,
    which is the position itself wherever nothing is sealed.
    """

    @property
    def game(self) -> Game: ...
    @property
    def to_move(self) -> Player | None:
        """The side to move, CHANCE, or None once `outcome` is not None."""
        ...

    @property
    def legal_moves(self) -> LegalMoves: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def pieces(self) -> Pieces: ...
    @property
    def reserves(self) -> Mapping[Player, int]:
        """Pieces in each player's hand; empty for games without reserves."""
        ...

    @property
    def sealed(self) -> tuple[Player, ...]:
        """The players whose commitment waits to be revealed, as everybody knows."""
        ...

    def play(self, move: Move) -> Position:
        """Return the position after `move`; raises IllegalMove.

        Where `seen_by` has hidden what the move would reveal, it raises one with the key "sealed":
        `legal_moves` and `explain` answer as on the whole position.
        """
        ...

    def replay(self, moves: Sequence[Move]) -> Position:
        """Return the position after all `moves`, at the cost of one judgement where possible."""
        ...

    def explain(self, move: Move) -> Reason | None:
        """Return why `move` is not legal, None when it is."""
        ...

    def read_move(self, text: str) -> Move:
        """Return the canonical move a person's text means; MalformedMove, AmbiguousMove."""
        ...

    def steps(self, partial: Sequence[str]) -> Steps: ...
    def events(self, move: Move) -> tuple[Event, ...]: ...
    def seen_by(self, player: Player | None) -> Position:
        """Return what a player knows (None: everybody); the position itself in open games."""
        ...

    def without_past(self) -> Position:
        """Return the position as if the game had begun with it."""
        ...

    def __str__(self) -> str:
        """The canonical position string."""
        ...


class Game(Protocol):
    """A game with its options fixed."""

    @property
    def kind(self) -> GameKind: ...
    @property
    def options(self) -> Mapping[str, OptionValue]: ...
    @property
    def board(self) -> Board: ...
    @property
    def players(self) -> tuple[Player, ...]: ...
    @property
    def piece_kinds(self) -> tuple[PieceKind, ...]: ...
    def start(self) -> Position: ...


# -- what kinds of games may bring ---------------------------------------------------------------


class SetupRules(ABC):
    """How positions of a game are set up by hand (`model.setup`).

    The defaults are those of a game with one kind of piece, a letter a player.
    """

    letters: tuple[str, ...]
    """As in position strings; the k-th is written in cells as k."""

    def __init__(self, kind: GameKind) -> None:
        self.kind = kind

    def owner(self, value: int) -> tuple[int, int]:
        """Return (owner, piece kind) of a cell's value, as in `Pieces`."""
        return value - 1, 0

    @abstractmethod
    def shape(self, game: Game) -> Shape:
        """Return the levels and rows of a board."""

    @abstractmethod
    def game(self, options: Mapping[str, str], board: str) -> Game:
        """Return the game the tokens of a string are about; NotationError."""

    @abstractmethod
    def cells(self, position: Position) -> Cells:
        """Return what stands where."""

    @abstractmethod
    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return what cannot exist."""

    def notes(self, position: Position) -> tuple[Reason, ...]:
        """Return what could not have arisen in play, of a position that can exist."""
        return ()

    def winner_to_move(self, position: Position, rule: str) -> tuple[Reason, ...]:
        """Return a note where the winner would be to move: the last move is the winner's own."""
        outcome, side = position.outcome, str(position).split(" ")[2]
        if outcome is None or outcome.winner != side:
            return ()
        text = "{side} has won, and would be to move: in play the winner has made the last move"
        return (Reason("winner-to-move", text, {"side": side.capitalize()}, rule),)

    def reserves(self, game: Game, cells: Cells) -> Mapping[Player, int]:
        """Return what is left in hand; empty for games without reserves."""
        return {}

    def extras(self, game: Game) -> Mapping[str, str]:
        """Return what a string of this game may tell besides, name -> what it means in words."""
        return {}


class Prover(Protocol):
    """Answers, exactly or not at all, what a side can force; keeps what it has proved.

    One prover serves one game (options included) and may be asked about any of its positions.
    Positions are taken without their past (`Position.without_past`).
    """

    visited: int
    """Positions looked at since the prover was made, for figures."""

    def can(self, position: Position, goal: Goal, moves: int | None) -> bool | None:
        """Tell whether `goal.side` reaches the goal whatever the other side does.

        Parameters
        ----------
        position
            Whoever is to move. A goal that is reached already is reached in 0 moves.
        moves
            Within so many moves of `goal.side` itself (a turn with several parts, or a pass, is one
            move); None: in any number of moves.

        Returns
        -------
        bool or None
            None where this search cannot answer (too large for it), never for want of time.

        Raises
        ------
        Stopped
            When the stop function said so.
        """
        ...

    def length(self, position: Position, goal: Goal, moves: int) -> int | None:
        """Return how many plies a goal takes against the best defence, exactly.

        Parameters
        ----------
        moves
            `goal.side` can force the goal within so many moves of its own, and in no fewer.

        Returns
        -------
        int or None
            None where plies are not counted.
        """
        ...


class Solver(Protocol):
    """Finds who wins with best play."""

    def __call__(self, position: Position, *, limit: float) -> Solution | None:
        """Return the value of `position`; None when it is not decided within `limit` seconds."""
        ...


@dataclass(frozen=True)
class Analysis:
    """What an engine thinks of a position so far.

    Attributes
    ----------
    position
        What was analysed.
    moves
        The moves looked at and their scores, best first; never empty where there is a legal move.
    line
        What the engine expects both sides to play, the best move first; empty where the game is
        over.
    done
        Whether the engine would not think on: its budget is spent, or nothing is left to find.
    nodes
        Positions looked at, or games played out.
    depth
        Plies looked ahead all through; 0 where the engine does not look so.
    """

    position: Position
    moves: Mapping[Move, Score]
    line: tuple[Move, ...] = ()
    done: bool = False
    nodes: int = 0
    depth: int = 0

    @property
    def best(self) -> Move | None:
        """The move the engine would play, None where the game is over."""
        return next(iter(self.moves), None)

    @property
    def score(self) -> Score | None:
        """What the position is worth, with the best move; None where the game is over."""
        return None if self.best is None else self.moves[self.best]


Report = Callable[[Analysis], None]
"""Called by an engine, in its own thread, each time it knows more."""


class Engine(Protocol):
    """Thinks about positions of one game, options included; keeps what it has found out.

    It is given what the side to move may know (`Position.seen_by`), and nothing else.
    """

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`, its past included, and return what was found.

        Parameters
        ----------
        report
            Called with what is known on the way, some times a second at most.
        stop
            Asked every 10 ms or so; once it says True the answer is what is known by then, and at
            least some legal move.
        budget
            What may be spent; the answer is `done` once it is.
        """
        ...


@dataclass(frozen=True)
class Played:
    """A move to judge: the position before, the move, the position after."""

    before: Position
    move: Move
    after: Position

    @property
    def side(self) -> Player:
        """The side that moved."""
        return self.before.to_move or ""

    @property
    def causes(self) -> frozenset[str]:
        """The rules at work in the move."""
        return frozenset(event.cause for event in self.before.events(self.move) if event.cause)

    @property
    def placed(self) -> int | None:
        """The site something was put on last, None for none."""
        sites = [
            event.to if event.kind == "move" else event.site
            for event in self.before.events(self.move)
            if event.kind in ("move", "place")
        ]
        return sites[-1] if sites else None


@dataclass(frozen=True)
class Condition:
    """A word of what a lesson's task wants, and what it says (`model.lessons.conditions`).

    Attributes
    ----------
    name
        As written in files.
    argument
        What stands after ``=``: "" for nothing, else "corner", "number", "site", "wall",
        "corner:side".
    says
        What is wanted, a format string over the argument ("holds {}").
    """

    name: str
    argument: str
    says: str


@dataclass(frozen=True)
class MoveCondition(Condition):
    """A condition that judges a move; `test` gets the argument as written."""

    test: Callable[[Played, str], bool]


@dataclass(frozen=True)
class PointCondition(Condition):
    """A condition that judges a point somebody clicks; `test` gets the argument and the site."""

    test: Callable[[Position, str, int], bool]


class GoalWords(NamedTuple):
    """A goal in words: "{side} {does}", "stop {side} from {doing}", "{side} does not {do}"."""

    does: str
    doing: str
    do: str


class GameKind(ABC):
    """A game before its options are chosen: what is known of it, and hooks with defaults.

    Hooks that take positions are given positions of this game, or drafts of them
    (`model.setup.Draft`), which nothing can be said about.
    """

    name: str
    title: str
    credit: str
    options: tuple[Option, ...]
    players: tuple[Player, ...]
    endings: tuple[str, ...]
    """What `Outcome.how` can be."""
    hides: bool = False
    """Whether players make hidden choices: `Position.sealed` can have members."""
    rolls: bool = False
    """Whether chance moves: `Position.to_move` can be CHANCE."""
    level_nodes: tuple[int, ...] = (4, 12, 30, 80, 200, 500, 1_200, 3_000, 8_000)
    """What an opponent of level 1, 2, ... spends on a move (`Budget.nodes`); the level above the
    last takes all the time it has."""
    goals: tuple[str, ...] = ("win",)
    """What can be forced, and asked for in puzzles: "win", and "hold" where corners are held."""
    move_conditions: tuple[MoveCondition, ...] = ()
    point_conditions: tuple[PointCondition, ...] = ()
    """What tasks of lessons may want in this game, beside what they may want in all."""

    @abstractmethod
    def configure(self, options: Mapping[str, str]) -> Game:
        """Return the game with `options` (texts); NotationError names a bad one."""

    @abstractmethod
    def read(
        self, options: Mapping[str, str], board: str, side: str, extras: Mapping[str, str]
    ) -> Position:
        """Return the position the tokens of a string describe; `model.notation` splits them."""

    @property
    def setup(self) -> SetupRules | None:
        """How positions are set up by hand; None: they cannot be."""
        return None

    def configure_from(self, options: Mapping[str, str], data: bytes) -> Game:
        """Return the game with `options` and what a file says; ValueError in one sentence.

        Asked only where an `Option` can be given by a file.
        """
        raise ValueError(f"a game of {self.title} is not begun from a file")

    def lines(self, position: Position, depth: int) -> int | None:
        """Return perft(`depth`), 2 or more, where there is a quick way to it, else None."""
        return None

    def findings(
        self, position: Position, *, costs: bool, limit: float | None
    ) -> tuple[dict[str, object], bool]:
        """Return further keys of `model.analysis.analyze`, and whether all was decided."""
        return {}, True

    def prover(self, game: Game, stop: Stop | None = None) -> Prover | None:
        """Return a prover for a game of this kind; None: playing all lines is as good as any."""
        return None

    def solver(self) -> Solver | None:
        """Return what finds the value of a position; None: what does for every game will do."""
        return None

    def engine(self, game: Game) -> Engine | None:
        """Return the strongest engine there is for a game of this kind.

        None: trees grown by games played out at random will do (`model.search.uct`).
        """
        return None

    def plain_engine(self, game: Game) -> Engine | None:
        """Return UCT with uniformly random playouts and tuned exploration, as quick as can be.

        It knows nothing but the rules: `engine` is measured against it. None: `model.search.uct`.
        """
        return None

    def reached(self, position: Position, goal: Goal) -> bool:
        """Tell whether a goal other than the win is reached."""
        raise ValueError(f"{self.title} knows no goal {goal.kind}")

    def describe_goal(self, goal: Goal) -> GoalWords:
        """Return a goal in words."""
        return GoalWords("wins", "winning", "win")

    def corner_of(self, position: Position, move: Move) -> str:
        """Return the corner of the board that a move is about, for hints; "" for none."""
        return ""

    def random_setup(self, game: Game, rng: Random) -> tuple[Cells, int] | None:
        """Return cells with pieces strewn as suits this game, and the number of the side to move.

        None: strewing them over the whole board will do.
        """
        return None

    def playout_move(self, position: Position, rng: Random) -> Move:
        """Return a move as a simple player makes it; ValueError when there is none."""
        return position.legal_moves.sample(rng)

    def is_directed(self, game: Game) -> bool:
        """Tell whether the rules tell north from the other directions."""
        return False


def site_mask(board: Board, sites: Sequence[int]) -> Mask:
    """Return the (n,) mask of `sites`."""
    mask = np.zeros(len(board), dtype=bool)
    mask[list(sites)] = True
    return mask


P = TypeVar("P", bound=Position)


def play_all(play: Callable[[P, Move], P], position: P, moves: Sequence[Move]) -> P:
    """Return the position after `moves`, played one by one; a MoveError carries its `ply`."""
    for ply, move in enumerate(moves, start=1):
        try:
            position = play(position, move)
        except MoveError as error:
            error.ply = ply
            raise
    return position
