"""What every game promises: positions, games with their options fixed, kinds of games.

After OpenSpiel's Game/State and python-chess's Board; docs/game-contract.md has it all.
Positions are immutable values and answer in the data of `moves`, whose names can be had from here
as well. What only some games have is in `hooks`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Protocol, TypeVar, runtime_checkable

import numpy as np

from model.boards.board import Board
from model.contract.moves import (
    CHANCE,
    EVENT_KINDS,
    ONLOOKER,
    WIN,
    AmbiguousMove,
    Event,
    Goal,
    GoalKind,
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
    Slot,
    Solution,
    Steps,
    Stop,
    Stopped,
)
from model.contract.sheets import PlayerSheet

__all__ = [
    "CHANCE",
    "EVENT_KINDS",
    "ONLOOKER",
    "WIN",
    "AmbiguousMove",
    "ChanceMoves",
    "Event",
    "Game",
    "GameKind",
    "Goal",
    "GoalKind",
    "IllegalMove",
    "LegalMoves",
    "MalformedMove",
    "Mask",
    "Move",
    "MoveError",
    "Option",
    "OptionValue",
    "Outcome",
    "PieceKind",
    "Pieces",
    "Player",
    "PlayerSheet",
    "Position",
    "Reason",
    "Slot",
    "Solution",
    "Steps",
    "Stop",
    "Stopped",
    "play_all",
    "site_mask",
]


class LegalMoves(Protocol):
    """The legal moves of a position, computed as they are asked for."""

    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object) -> bool: ...
    def __bool__(self) -> bool: ...
    def count(self) -> int:
        """Return how many there are, by closed form where there is one."""

    def sample(self, rng: Random) -> Move:
        """Return one drawn uniformly, at CHANCE by probability; ValueError when there is none."""


@runtime_checkable
class ChanceMoves(LegalMoves, Protocol):
    """The legal moves where CHANCE is to move."""

    def probability(self, move: Move) -> float:
        """Return how probable a move is; all legal ones together make 1."""


@runtime_checkable
class Position(Protocol):
    """An immutable position of some game.

    Choices that are hidden until all have chosen are moves made one player after another
    (commitments); the last one reveals them all. `str` never tells a pending one: it writes who
    has chosen as ``sealed=A+B``. So a string read back is `seen_by(None)` of what was written,
    which is the position itself wherever nothing is sealed. `repr` tells no more than `str`, and
    the events of a commitment are the same whatever was chosen.
    """

    @property
    def game(self) -> Game: ...
    @property
    def to_move(self) -> Player | None:
        """The side to move, CHANCE, or None once `outcome` is not None."""

    @property
    def legal_moves(self) -> LegalMoves: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def pieces(self) -> Pieces: ...
    @property
    def reserves(self) -> Mapping[Player, int]:
        """Pieces in each player's hand; empty for games without reserves."""

    @property
    def counters(self) -> Mapping[str, int]:
        """What is counted beside the board, by name (scores, rounds); empty where nothing is."""

    @property
    def sheets(self) -> tuple[PlayerSheet, ...]:
        """The boards of their own that players have; () in games without (`sheets`)."""

    @property
    def sealed(self) -> tuple[Player, ...]:
        """The players whose commitment waits to be revealed, as everybody knows."""

    def play(self, move: Move) -> Position:
        """Return the position after `move`; raises IllegalMove.

        Where `seen_by` has hidden what the move would reveal, it raises one with the key "sealed":
        `legal_moves` and `explain` answer as on the whole position.
        """

    def replay(self, moves: Sequence[Move]) -> Position:
        """Return the position after all `moves`, at the cost of one judgement where possible."""

    def explain(self, move: Move) -> Reason | None:
        """Return why `move` is not legal, None when it is."""

    def read_move(self, text: str) -> Move:
        """Return the canonical move a person's text means; MalformedMove, AmbiguousMove."""

    def steps(self, partial: Sequence[str]) -> Steps: ...
    def events(self, move: Move) -> tuple[Event, ...]: ...
    def seen_by(self, player: Player | None) -> Position:
        """Return what a player knows (None: everybody); the position itself in open games.

        ONLOOKER knows what players note for themselves, too, and of choices that are sealed no
        more than everybody.
        """

    def without_past(self) -> Position:
        """Return the position as if the game had begun with it."""

    def __str__(self) -> str:
        """The canonical position string."""


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


class GameKind(ABC):
    """A game before its options are chosen, and what is known of it.

    What only some games have is in `hooks`; a kind that has any of it inherits `Hooks` too.
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
    level_slips: tuple[float, ...] = ()
    """How often an opponent of level 1, 2, ... plays another move than the best it found, one that
    costs little: where more search alone makes levels no better. Those not named never do."""
    goals: tuple[GoalKind, ...] = (WIN,)
    """What can be forced, and asked for in puzzles; at most one of them is about corners."""

    @property
    def corner_goal(self) -> GoalKind | None:
        """The goal that is about a corner of the board; None where no goal is."""
        return next((goal for goal in self.goals if goal.of_corner), None)

    @abstractmethod
    def configure(self, options: Mapping[str, str]) -> Game:
        """Return the game with `options` (texts); NotationError names a bad one."""

    @abstractmethod
    def read(
        self, options: Mapping[str, str], board: str, side: str, extras: Mapping[str, str]
    ) -> Position:
        """Return the position the tokens of a string describe; `model.notation` splits them."""

    def configure_from(self, options: Mapping[str, str], data: bytes) -> Game:
        """Return the game with `options` and what a file says; ValueError in one sentence.

        Asked only where an `Option` can be given by a file.
        """
        raise ValueError(f"a game of {self.title} is not begun from a file")


def site_mask(board: Board, sites: Sequence[int]) -> Mask:
    """Return the (n,) mask of `sites`."""
    mask = np.zeros(len(board), dtype=bool)
    mask[list(sites)] = True
    return mask


P = TypeVar("P")


def play_all(play: Callable[[P, Move], P], position: P, moves: Sequence[Move]) -> P:
    """Return the position after `moves`, played one by one; a MoveError carries its `ply`."""
    for ply, move in enumerate(moves, start=1):
        try:
            position = play(position, move)
        except MoveError as error:
            error.ply = ply
            raise
    return position
