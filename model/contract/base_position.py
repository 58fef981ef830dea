"""What most games answer alike, for positions and their legal moves to inherit."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar, Generic, Self, TypeVar, cast

import numpy as np

from model.contract.game import (
    Event,
    Game,
    IllegalMove,
    MalformedMove,
    Move,
    Outcome,
    Pieces,
    Player,
    PlayerSheet,
    Position,
    Reason,
    Steps,
    play_all,
)
from model.contract.setup_rules import Cells

P_co = TypeVar("P_co", bound=Position, covariant=True)


class ListedMoves(ABC):
    """Legal moves, out of an iterator that lists them.

    A game overrides what it knows a quicker way to.
    """

    __slots__ = ()

    @abstractmethod
    def __iter__(self) -> Iterator[Move]: ...

    def __contains__(self, move: object) -> bool:
        return any(move == one for one in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def count(self) -> int:
        """Return how many there are."""
        return sum(1 for _ in self)

    def sample(self, rng: Random) -> Move:
        """Return one drawn uniformly; ValueError when there is none."""
        moves = tuple(self)
        if not moves:
            raise ValueError("there is no legal move to pick from")
        return moves[rng.randrange(len(moves))]


class ChoiceOfWords(ListedMoves):
    """Legal moves that are a few words."""

    def __init__(self, words: tuple[Move, ...]) -> None:
        self._words = words

    def __iter__(self) -> Iterator[Move]:
        return iter(self._words)


class BaseMoves(ListedMoves, Generic[P_co]):
    """The legal moves of a position, which explains why others are not."""

    __slots__ = ("_position",)

    def __init__(self, position: P_co) -> None:
        self._position = position

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and self._position.explain(move) is None


class BasePosition(ABC):
    """A position with nothing in hand, nothing counted beside the board, and nothing hidden.

    Its moves are a word each, and all they change is seen in `pieces`, `reserves` and `counters`.
    A game overrides what it answers otherwise; `Position` says what each of these means.
    """

    __slots__ = ()

    malformed: ClassVar[frozenset[str]] = frozenset({"no-move"})
    """The keys of reasons (`explain`) that say of a text that it is no move of this board."""

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

    def check(self, move: Move) -> None:
        """Raise MalformedMove or IllegalMove where `explain` says why a move is not legal."""
        reason = self.explain(move)
        if reason is not None:
            raise (MalformedMove if reason.key in self.malformed else IllegalMove)(reason)

    def read_move(self, text: str) -> Move:
        """Return `text`; MalformedMove where it is no move of this board."""
        reason = self.explain(text)
        if reason is not None and reason.key in self.malformed:
            raise MalformedMove(reason)
        return text

    def steps(self, partial: Sequence[str]) -> Steps:
        """Offer each legal move as one choice."""
        position = cast("Position", self)
        if not partial:
            who = position.to_move
            task = "the game is over" if who is None else f"{who.capitalize()} to move"
            return Steps(tuple(position.legal_moves), False, None, task)
        move = " ".join(partial)
        reason = self.explain(move)
        if reason is not None:
            return Steps((), False, None, str(reason))
        return Steps((), True, move, f"{move} may be played")

    def events(self, move: Move) -> tuple[Event, ...]:
        """Tell what a move changes, all at once, by the pieces before and after it."""
        return tuple(_changes(cast("Position", self), cast("Position", self.play(move))))


G_co = TypeVar("G_co", bound=Game, covariant=True)


class ValuePosition(BasePosition, Generic[G_co]):
    """A position that equals another of its class where game and facts are the same."""

    __slots__ = ("_game",)
    _game: G_co

    @property
    def game(self) -> G_co:
        return self._game

    @property
    @abstractmethod
    def _facts(self) -> Hashable:
        """All that tells it from other positions of its game."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self._game == other._game and self._facts == other._facts)

    def __hash__(self) -> int:
        return hash((self._game, self._facts))

    def __repr__(self) -> str:
        return f"<{self}>"


class BoardPosition(ValuePosition[G_co]):
    """A position of two players who move in turn, all of it pieces of one kind, a site each.

    Attributes
    ----------
    side
        Whose turn it would be, over or not: the number of a player.
    """

    __slots__ = ("side",)
    side: int

    @property
    @abstractmethod
    def cells(self) -> Sequence[int] | Cells:
        """A number a site: 0 empty, k a piece of the k-th player."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    @property
    def to_move(self) -> Player | None:
        return None if self.outcome else self._game.players[self.side]

    @property
    def pieces(self) -> Pieces:
        return Pieces.of_cells(np.asarray(self.cells, np.int8))


def _changes(before: Position, after: Position) -> Iterator[Event]:
    """Yield what leaves, what comes, and what is counted otherwise; a pass where nothing is."""
    there, then = (_pieces_by_site(position) for position in (before, after))
    players = before.game.players
    reserves = {
        owner: after.reserves[player] - count
        for owner, player in enumerate(players)
        if (count := before.reserves.get(player)) is not None
    }
    quiet = True
    for kind, old, new in (("remove", there, then), ("place", then, there)):
        for site, (owner, piece, count) in old.items():
            if new.get(site) == (owner, piece, count):
                continue
            yield Event(
                0,
                kind,
                site=site,
                owner=owner,
                piece=piece,
                count=count,
                reserve=reserves.pop(owner, 0),
            )
            quiet = False
    for name, count in after.counters.items():
        if before.counters.get(name) != count:
            yield Event(0, "count", value=name, count=count)
            quiet = False
    if quiet:
        yield Event(0, "pass")


def _pieces_by_site(position: Position) -> dict[int, tuple[int, int, int]]:
    """Site -> owner, kind and count of what stands there."""
    pieces = position.pieces
    columns = (pieces.site, pieces.owner, pieces.kind, pieces.count)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return {site: (owner, kind, count) for site, owner, kind, count in rows}
