"""What a table of all positions of a game promises: entries, headers, and how it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple, Protocol

import msgspec

from model.contract.game import Game, Move, Position

Value = Literal["win", "loss", "draw", "unknown"]
_RANKS: Mapping[Value, int] = MappingProxyType({"win": 1, "draw": 0, "unknown": 0, "loss": -1})
_FAR = 1 << 30
_OPPOSITE: Mapping[Value, Value] = MappingProxyType(
    {"win": "loss", "loss": "win", "draw": "draw", "unknown": "unknown"}
)


class Entry(NamedTuple):
    """What a position is worth with best play, for certain.

    Attributes
    ----------
    value
        To the side it is told of: as a rule the one to move. A draw is play that never ends where
        the rules have no other.
    distance
        Plies to the end of the game, the winner playing for speed and the loser for time; None for
        draws, and where it is not known.
    """

    value: Value
    distance: int | None = None

    @property
    def rank(self) -> tuple[int, int]:
        """Greater for what a player would rather have: quick wins, draws, slow losses.

        An end whose distance is not known counts as far off.
        """
        sign = _RANKS[self.value]
        return sign, -sign * (_FAR if self.distance is None else self.distance)

    def for_other(self) -> Entry:
        """Return the same as the other side sees it."""
        return Entry(_OPPOSITE[self.value], self.distance)

    def before(self) -> Entry:
        """Return what a move is worth to its mover that leads to a position of this worth."""
        distance = None if self.distance is None else self.distance + 1
        return Entry(_OPPOSITE[self.value], distance)


class BuildCancelled(Exception):
    """A build was told to stop; what it had at its last checkpoint is kept."""


class TableError(Exception):
    """A table cannot be used or made; one plain sentence says why."""


_Word = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9_-]{1,40}\Z")]
"""Of somebody else's file: nothing that a terminal would act on."""


class Header(msgspec.Struct, frozen=True):
    """What a table says of itself.

    Attributes
    ----------
    game, options
        Of which game, as in position strings.
    index
        The version of the numbering of its positions.
    distances
        Whether it knows the plies to the end.
    states
        How many positions it holds.
    made
        The day it was finished, "2026-11-22".
    checksum
        SHA-256 of all its positions in hexadecimal digits, however often the build was stopped.
    figures
        What was counted on the way: wins, losses, draws, the longest win.
    """

    game: _Word
    options: Mapping[_Word, _Word]
    index: int
    distances: bool
    states: int
    made: Annotated[str, msgspec.Meta(pattern=r"\A([0-9]{4}-[0-9]{2}-[0-9]{2})?\Z")] = ""
    checksum: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]*\Z")] = ""
    figures: Mapping[str, object] = msgspec.field(default_factory=dict)


class Table(Protocol):
    """The value of every position of one game, options included, worked out beforehand.

    Both sides move in turn, with open cards and without dice. Positions are taken as they lie on
    the board, without their past. It may be asked in several threads at once.
    """

    @property
    def path(self) -> Path:
        """Where it lies."""

    @property
    def header(self) -> Header:
        """What it says of itself."""

    @property
    def has_distances(self) -> bool:
        """Whether it knows the plies to the end of wins and losses."""

    def probe(self, position: Position) -> Entry:
        """Return what a position is worth to the side to move; of a game that is over ("loss", 0).

        "unknown": the table has not got it.
        """

    def probe_moves(self, position: Position) -> dict[Move, Entry]:
        """Return what each legal move is worth to its mover, plies counted from `position`."""

    def close(self) -> None:
        """Let go of the file."""


class Needs(NamedTuple):
    """What building a table takes, about: bytes of memory and of disk, seconds."""

    memory_bytes: int
    disk_bytes: int
    seconds: float


class BuildPhase(NamedTuple):
    """How far a build has come.

    Attributes
    ----------
    name
        ``reading``, ``counting``, ``solving``, ``writing``, ``checking``.
    done, total
        How much of it is done.
    left
        Seconds left of it, None where nothing is known yet.
    text
        A few words.
    """

    name: str
    done: int
    total: int
    left: float | None
    text: str


class BuildPlan(NamedTuple):
    """How a table is to be built.

    Attributes
    ----------
    path
        The file.
    memory
        Bytes of memory it may take, None for what is there.
    distances
        Whether distances are kept.
    every
        Seconds between two checkpoints.
    """

    path: Path
    memory: int | None = None
    distances: bool = True
    every: float = 120.0


class Tally(NamedTuple):
    """A row of what was counted: by pieces wins, losses, draws, zugzwangs, mutual zugzwangs; by
    lead in reserve what the leader wins, loses and draws. `longest`: the longest way to the end."""

    of: str
    counts: tuple[int, ...]
    longest: int


class FirstMove(NamedTuple):
    """A first move up to symmetry, how many are alike, and what it is worth to its mover."""

    move: Move
    alike: int
    value: Value
    distance: int | None


class TableFigures(NamedTuple):
    """What a whole table says.

    A zugzwang is a position in which the side to move would do better if it could pass; a mutual
    one is lost whoever moves.

    Attributes
    ----------
    header
        Of which table.
    by_pieces, by_lead
        See `Tally`.
    by_distance
        How many positions end after so many plies; draws at 0.
    first_moves
        Those of the starting position.
    longest
        Positions with the longest win, one for each number of pieces that has any, and its plies.
    pieces
        What they are called.
    """

    header: Header
    by_pieces: tuple[Tally, ...]
    by_lead: tuple[Tally, ...]
    by_distance: tuple[int, ...]
    first_moves: tuple[FirstMove, ...]
    longest: tuple[tuple[str, int], ...]
    pieces: str = "spheres"


class TableMaker(Protocol):
    """How tables of a kind of game are named, built and opened."""

    def file_name(self, game: Game) -> str:
        """Return the name of the file that a table of `game` has."""

    def games(self) -> tuple[Game, ...]:
        """Return every game, options fixed, that a table can be built of, as they are listed."""

    def open(self, path: Path) -> Table:
        """Open a table; TableError where it is damaged, or of another version or game."""

    def needs(self, game: Game, plan: BuildPlan | None = None) -> Needs:
        """Return what building the table of `game` takes."""

    def build(
        self, game: Game, plan: BuildPlan, control: Callable[[], None]
    ) -> Iterator[BuildPhase]:
        """Build a table, going on where an earlier build was stopped, and yield its stages.

        Parameters
        ----------
        control
            Called often; it may wait, or raise `BuildCancelled`.

        Raises
        ------
        TableError
            There is too little room on the disk or in memory, or the check at the end failed.
        """

    def figures(self, path: Path) -> Iterator[BuildPhase | TableFigures]:
        """Count what a table says: stages, and the figures last; TableError without distances."""

    def verify(self, path: Path) -> Iterator[BuildPhase]:
        """Check every block of a table and many of its positions by the rules; TableError."""
