"""What most games answer alike, for positions and their legal moves to inherit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Generic, Self, TypeVar

from model.contract.game import Position, play_all
from model.contract.moves import MalformedMove, Move, Player, Reason
from model.contract.sheets import PlayerSheet

P_co = TypeVar("P_co", bound=Position, covariant=True)


class BaseMoves(ABC, Generic[P_co]):
    """The legal moves of a position, out of an iterator that lists them.

    A game overrides what it knows a quicker way to.
    """

    __slots__ = ("_position",)

    def __init__(self, position: P_co) -> None:
        self._position = position

    @abstractmethod
    def __iter__(self) -> Iterator[Move]: ...

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and self._position.explain(move) is None

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def count(self) -> int:
        """Return how many there are."""
        return sum(1 for _ in self)

    def sample(self, rng: Random) -> Move:
        """Return one drawn uniformly; ValueError when there is none."""
        moves = tuple(self)
        if not moves:
            raise ValueError("there is no legal move to draw from")
        return moves[rng.randrange(len(moves))]


class BasePosition(ABC):
    """A position with nothing in hand, nothing counted beside the board, and nothing hidden.

    A game overrides what it answers otherwise; `Position` says what each of these means.
    """

    __slots__ = ()

    @property
    def reserves(self) -> Mapping[Player, int]:
        return {}

    @property
    def counters(self) -> Mapping[str, int]:
        return {}

    @property
    def sheets(self) -> tuple[PlayerSheet, ...]:
        return ()

    @property
    def sealed(self) -> tuple[Player, ...]:
        return ()

    def seen_by(self, player: Player | None) -> Self:
        return self

    def without_past(self) -> Self:
        return self

    @abstractmethod
    def play(self, move: Move) -> Self: ...

    def replay(self, moves: Sequence[Move]) -> Self:
        """Return the position after all `moves`; errors carry `ply`, counted from 1."""
        return play_all(type(self).play, self, moves)

    @abstractmethod
    def explain(self, move: Move) -> Reason | None: ...

    def read_move(self, text: str) -> Move:
        """Return `text`; MalformedMove where `explain` says "no-move" of it."""
        reason = self.explain(text)
        if reason is not None and reason.key == "no-move":
            raise MalformedMove(reason)
        return text
