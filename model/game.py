"""What every game speaks: moves, reasons, outcomes, events, positions, games and their kinds.

After OpenSpiel's Game/State and python-chess's Board; see docs/design.md, "The game contract".
Positions are immutable values. A move is its canonical text ("2b2", "1c3x1a1x1c1"): records,
the command line and the viewer all hold the same thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from model.board import Board, IntArray

Player = str
"""The name of a side as position strings write it: "red", "white", "p1"."""
Move = str
"""A move in its canonical text."""
CHANCE: Final = "chance"
"""The player who rolls dice."""


@dataclass(frozen=True)
class Reason:
    """Why something cannot be (or what it would do), as data.

    Attributes
    ----------
    key
        Names the sentence; the viewer translates by it.
    args
        What the sentence is about, by name.
    rule
        Anchor in docs/rules of the rule behind it ("partition.md#placing"), or "".
    text
        The English sentence, a format string over `args`.
    """

    key: str
    text: str
    args: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""

    def __str__(self) -> str:
        return self.text.format(**self.args)


class MoveError(ValueError):
    """A move that cannot be used; `reason` says why.

    Attributes
    ----------
    ply
        Which move it was, counted from 1, when several were played at once (`replay`); else 0.
    """

    def __init__(self, reason: Reason, ply: int = 0) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.ply = ply


class MalformedMove(MoveError):
    """Not a move of this board at all."""


class AmbiguousMove(MoveError):
    """Several legal moves fit; the reason names them."""


class IllegalMove(MoveError):
    """A move of this board that the rules forbid now."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Attributes
    ----------
    winner
        The side that won, None for a draw.
    how
        One of the game's closed set of keys ("partitions", "apex", "few-stones", ...).
    witness
        What shows it, game by game (Partition: the corners held).
    """

    winner: Player | None
    how: str
    witness: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Pieces:
    """What stands on the board, as arrays of one length, in site order.

    Attributes
    ----------
    site
        (k,) int32 site numbers. A site comes twice where pieces of different kinds or owners stand
        on one another there: the lowest first.
    owner
        (k,) int32 index into ``game.players``, -1 for nobody.
    kind
        (k,) int32 index into ``game.piece_kinds``.
    count
        (k,) int32 how many stand there (stacks).
    """

    site: IntArray
    owner: IntArray
    kind: IntArray
    count: IntArray


@dataclass(frozen=True)
class PieceKind:
    """A kind of piece.

    Attributes
    ----------
    name
        As sentences call one of them ("ball", "stone").
    shape
        What it looks like, a name the viewer draws by: "ball", or "disc" for turned discs.
    """

    name: str
    shape: str = "disc"


EVENT_KINDS: Final = frozenset(
    {"place", "move", "remove", "flip", "roll", "commit", "reveal", "pass"}
)
"""What `Event.kind` can be."""


@dataclass(frozen=True)
class Event:
    """One visible change a move makes; events of one `stage` happen together.

    `model.events` applies them: whatever draws moves step by step needs no rules.

    Attributes
    ----------
    stage
        0, 1, 2, ... in the order they are seen.
    kind
        "place" and "remove" put pieces on `site` and take them away; "move" takes them from `site`
        to `to`; "flip" makes the top pieces of `site` into `owner`'s of kind `piece`; "roll" shows
        dice, "commit" is a hidden choice and "reveal" shows it (`value`); "pass" is nothing.
    site, to
        Where it happens and, for "move", where the pieces go (site numbers).
    owner, piece
        Indices as in `Pieces`.
    cause
        The rule at work ("smash", "osiris", "take-back", ...), or "".
    count
        How many pieces.
    reserve
        How the number of pieces in the owner's reserve changes: -1 for a ball played from it.
    value
        What dice or a revealed choice show, as a short text.
    """

    stage: int
    kind: str
    site: int | None = None
    to: int | None = None
    owner: int = -1
    piece: int = 0
    cause: str = ""
    count: int = 1
    reserve: int = 0
    value: str = ""


@dataclass(frozen=True)
class Steps:
    """The answer to a half-built move: what may come next.

    Attributes
    ----------
    choices
        The next tokens (site names, "pass", ...) that lead to a legal move. Whoever follows them
        in every way reaches exactly the legal moves.
    complete
        True when `move` may be played as it stands.
    move
        The move built so far in canonical text, None while it is not one.
    message
        One sentence for the person who is moving.
    """

    choices: tuple[str, ...]
    complete: bool
    move: Move | None = None
    message: str = ""


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

    def without_past(self) -> Position: ...
    def __str__(self) -> str:
        """The canonical position string."""
        ...


OptionValue = str | int | bool | None
"""What an option can be; None where it is not set."""


@dataclass(frozen=True)
class Option:
    """A game option as position strings and dialogs know it.

    Attributes
    ----------
    name
        As written in position strings.
    values
        The words allowed, or () when `minimum`..`maximum` give a range of integers.
    default
        The value that holds when none is written.
    always
        True when canonical strings write it even at its default.
    optional
        True when the word ``none`` (the value None) is allowed.
    text
        True when any text may stand; the game reads it.
    file
        True when, beginning a new game, the path of a .json file may stand for the value
        (`model.records.new_game`); never in position strings.
    """

    name: str
    default: OptionValue
    values: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    always: bool = False
    optional: bool = False
    text: bool = False
    file: bool = False
    help: str = ""


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


class GameKind(Protocol):
    """A registered game: everything known before its options are chosen."""

    name: str
    title: str
    credit: str
    options: tuple[Option, ...]
    players: tuple[Player, ...]
    endings: tuple[str, ...]
    """What `Outcome.how` can be."""
    hides: bool
    """Whether players make hidden choices: `Position.sealed` can have members."""

    def configure(self, options: Mapping[str, str]) -> Game:
        """Return the game with `options` (texts); NotationError names a bad one."""
        ...

    def read(
        self, options: Mapping[str, str], board: str, side: str, extras: Mapping[str, str]
    ) -> Position:
        """Return the position the tokens of a string describe; `model.notation` splits them."""
        ...


@runtime_checkable
class FromFile(Protocol):
    """A kind with options that a file can give."""

    def configure_from(self, options: Mapping[str, str], data: bytes) -> Game:
        """Return the game with `options` and what a file says; ValueError in one sentence."""
        ...


def site_mask(board: Board, sites: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Return the (n,) mask of `sites`."""
    mask = np.zeros(len(board), dtype=bool)
    mask[list(sites)] = True
    return mask
