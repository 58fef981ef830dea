"""What every game promises: positions, games with their options fixed, kinds of games.

After OpenSpiel's Game/State and python-chess's Board; docs/game-contract.md has it all.
Positions are immutable values and answer in data: reasons and errors, outcomes, pieces, events,
steps, and sheets. A move itself is its canonical text ("2b2", "1c3x1a1x1c1"), which records, the
command line and the viewer all hold. What only some games have is in `hooks`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from importlib import resources
from random import Random
from typing import Final, Literal, Protocol, TypedDict, TypeVar, Unpack, runtime_checkable

import msgspec
import numpy as np
import numpy.typing as npt

from model.boards.board import Board, IntArray

# -- what positions answer with: reasons and errors, outcomes, pieces, events ----------------------


Mask = npt.NDArray[np.bool_]
Player = str
"""The name of a side as position strings write it: "red", "white", "p1"."""
Move = str
"""A move in its canonical text."""
CHANCE: Final = "chance"
"""The player who rolls dice."""
ONLOOKER: Final = "all"
"""Who looks at a game and plays no side: nothing that is noted is secret from him."""


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
    meant
        The legal move that was meant where only its writing is wrong, else "".
    """

    key: str
    text: str
    args: Mapping[str, object] = field(default_factory=dict)
    rule: str = ""
    meant: str = ""

    def __str__(self) -> str:
        return self.text.format(**self.args)


class Reasons:
    """Makes the reasons of a game out of the sentences in ``reasons.json`` beside its modules.

    By its key stand there the heading of the rules page and the text of each. Where a key has
    several texts, a word behind a colon says which ("game-over:full").
    """

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def _sentences(self) -> Mapping[str, tuple[str, str]]:
        data = resources.files(self._package).joinpath("reasons.json").read_bytes()
        return msgspec.json.decode(data, type=dict[str, tuple[str, str]])

    def because(self, name: str, /, **args: object) -> Reason:
        """Return the reason of this name, about `args`."""
        heading, text = self._sentences[name]
        page = self._package.rpartition(".")[2].replace("_", "-")
        return Reason(name.partition(":")[0], text, args, f"{page}.md#{heading}")


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
        Names of what shows it, game by game (Partition: the corners held).
    winners
        All who won, in the order of the game's players: several where a win is shared, which has
        no `winner`. Left out, it is the winner alone.
    scores
        What each player has in the end, (player, points) in the order of the game's players; ()
        in games without points.
    reason
        Why the game is over, in words, where the key alone says too little.
    ranks
        The players from the first place to the last, those who share a place together; the winners
        have the first one. Left out in games of two, or where nobody but the winners has a place,
        it is ().
    """

    winner: Player | None
    how: str
    witness: tuple[str, ...] = ()
    winners: tuple[Player, ...] = ()
    scores: tuple[tuple[Player, int], ...] = ()
    reason: Reason | None = field(default=None, hash=False)
    ranks: tuple[tuple[Player, ...], ...] = ()

    def __post_init__(self) -> None:
        if self.winner is not None and not self.winners:
            object.__setattr__(self, "winners", (self.winner,))
        if (self.winner,) != self.winners and (self.winner is not None or len(self.winners) == 1):
            raise ValueError(f"{self.winner} is not the one of {self.winners} who won")
        if self.ranks and self.winners and set(self.ranks[0]) != set(self.winners):
            raise ValueError(f"{self.ranks[0]} have the first place, and {self.winners} have won")


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

    @classmethod
    def of_cells(cls, cells: npt.NDArray[np.integer]) -> Pieces:
        """Return pieces of one kind by (n,) cells: 0 empty, k a piece of the k-th player."""
        site = np.flatnonzero(cells).astype(np.int32)
        owner = (cells[site] - 1).astype(np.int32)
        return cls(site, owner, np.zeros_like(site), np.ones_like(site))


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
    {"place", "move", "remove", "flip", "roll", "commit", "reveal", "pass", "note", "count"}
)
"""What `Event.kind` can be."""


@dataclass(frozen=True)
class Event:
    """One visible change a move makes, or a word on it; events of one `stage` happen together.

    `model.positions.events` applies them: whatever draws moves step by step needs no rules.

    Attributes
    ----------
    stage
        0, 1, 2, ... in the order they are seen.
    kind
        "place" and "remove" put pieces on `site` and take them away; "move" takes them from `site`
        to `to`; "flip" makes the top pieces of `site` into `owner`'s of kind `piece`; "roll" shows
        dice, "commit" is a hidden choice and "reveal" shows it (`value`); "pass" is nothing.
        "count" sets the counter `value` to `count`. "note" changes nothing and explains: `cause`
        is its key ("blocked", "tackled", "goal"), `reason` the sentence, and `owner`, `piece`,
        `site`, `to` and `sites` are what it is about.
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
        What dice or a revealed choice show, as a short text; the name of a counter.
    reason
        What a note says, with the rule behind it.
    sites
        Further sites that a note is about, to be lit: those a pass crosses.
    faces
        How many faces the die has that is rolled; each die is an event of its own, its `owner`
        whose it is.
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
    reason: Reason | None = field(default=None, hash=False)
    sites: tuple[int, ...] = ()
    faces: int = 6


# -- partial moves ---------------------------------------------------------------------------------
# Moves made of named choices have slots, and tokens that set, change and clear them. A token is
# ``name=value``; the last one for a slot counts, and ``name=`` clears it. A whole move in canonical
# text may stand first: the game that reads it says which slots it sets.


SLOT_SIGN: Final = "="
"""What stands between the slot and the value of a token; no move in canonical text has it."""


def slot_token(name: str, value: str = "") -> str:
    """Return the token that sets a slot, or clears it where `value` is ""."""
    return f"{name}{SLOT_SIGN}{value}"


def with_slot(partial: Sequence[str], name: str, value: str = "") -> tuple[str, ...]:
    """Return the partial move with a slot set to `value`, or cleared where that is "".

    What was said of the slot before is dropped, unless a whole move said it.
    """
    kept = tuple(token for token in partial if token.partition(SLOT_SIGN)[0] != name)
    clears_nothing = not value and all(SLOT_SIGN in token for token in partial)
    return kept if clears_nothing else (*kept, slot_token(name, value))


def slot_values(partial: Sequence[str], begun: Mapping[str, str]) -> dict[str, str]:
    """Return what tokens make of the slots that hold `begun`; a cleared one holds nothing."""
    values = dict(begun)
    for token in partial:
        name, _, value = token.partition(SLOT_SIGN)
        values.pop(name, None)
        if value:
            values[name] = value
    return values


def next_tokens(slots: Sequence[Slot]) -> tuple[str, ...]:
    """Return every token that changes something: other values, and clearing what is set."""
    return tuple(
        slot_token(slot.name, value)
        for slot in slots
        for value in (*slot.choices, *([""] if slot.value else []))
        if value != slot.value
    )


def unknown_token(partial: Sequence[str], slots: Sequence[Slot]) -> str | None:
    """Return the first token that sets no slot to one of its choices, None where all do."""
    known = {slot_token(slot.name, value) for slot in slots for value in ("", *slot.choices)}
    return next((token for token in partial if token not in known), None)


@dataclass(frozen=True)
class Slot:
    """A named choice of a move whose choices are made, changed and taken back in any order.

    Attributes
    ----------
    name
        As tokens write it ("S2", "pass"), without ``=``.
    choices
        What it may hold now, whatever the other slots hold; every combination is a legal move.
    value
        What it holds, "" while nothing is chosen.
    default
        What counts while nothing is chosen; "" where the move cannot be played without a choice.
    group
        Slots of one group belong together (a column of a program).
    site
        The site of the piece it is about, None where there is none.
    """

    name: str
    choices: tuple[str, ...]
    value: str = ""
    default: str = ""
    group: str = ""
    site: int | None = None


@dataclass(frozen=True)
class Steps:
    """The answer to a partial move: what may come next.

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
    made
        Sets of sites that what is built so far has completed (squares, lines), to be shown.
    mask
        (n,) bool, read-only: the choices that are sites, from games that have it at hand.
    slots
        What the move is made of, where it is made of named choices in any order. A token is then
        ``name=value``: it sets the slot, or changes it, and ``name=`` clears it. `choices` are all
        tokens that may come next, and a whole move in canonical text may stand first, whose slots
        are changed from there.
    """

    choices: tuple[str, ...]
    complete: bool
    move: Move | None = None
    message: str = ""
    made: tuple[tuple[int, ...], ...] = ()
    mask: Mask | None = field(default=None, compare=False, repr=False)
    slots: tuple[Slot, ...] = ()


# -- options and goals -----------------------------------------------------------------------------


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
        (`model.records.files`); never in position strings.
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


V = TypeVar("V", bound=OptionValue)


def option(default: V, values: tuple[str, ...] = (), **about: Unpack[OptionTraits]) -> V:
    """Return a field of a game's rules that is an option under its own name (`options_of`)."""
    return field(default=default, metadata={"option": Option("", default, values, **about)})


class OptionTraits(TypedDict, total=False):
    """What `Option` says besides its name, its default and its words."""

    minimum: int
    maximum: int
    always: bool
    optional: bool
    text: bool
    file: bool
    help: str


def options_of(rules: type) -> tuple[Option, ...]:
    """Return the options that the fields of a dataclass declare, in their order."""
    declared = [(one.name, one.metadata.get("option")) for one in fields(rules)]
    return tuple(replace(found, name=name) for name, found in declared if found is not None)


Stop = Callable[[], bool]
"""Asked again and again (every 10 ms or so) by whatever takes long: True ends it."""


@dataclass(frozen=True)
class GoalKind:
    """A kind of goal of a game: what can be forced, and asked for in puzzles.

    Attributes
    ----------
    name
        As files write it.
    asked
        What a puzzle asks for, on forms: "Win the game".
    wanted
        The same where puzzles are generated: "A win".
    of_corner
        Whether such a goal is about one corner of the board.
    """

    name: str
    asked: str
    wanted: str
    of_corner: bool = False


WIN = GoalKind("win", "Win the game", "A win")
"""The goal of every game: `Position.outcome` names the side."""


@dataclass(frozen=True)
class Goal:
    """What `side` wants: to win the game, or another goal that its kind of game declares.

    Attributes
    ----------
    kind
        The name of one of ``game.kind.goals``. "win": `Position.outcome` names `side`; any other:
        `Hooks.reached` says so, or `side` has won.
    side
        One of ``game.players``.
    corner
        One of the board's corners where the goal is about one, else "".
    """

    kind: str
    side: Player
    corner: str = ""


class Stopped(Exception):
    """The search was asked to stop; nothing is known that was not known before."""


@dataclass(frozen=True)
class Solution:
    """Who wins with best play, and a line that shows it.

    Attributes
    ----------
    winner
        The side that wins, None for a draw.
    line
        Best moves of the winner against resistance, to the end of the game or as far as the time
        allowed.
    plies
        How many plies the win takes against the best defence, exactly; None where that is not
        known.
    by
        What found it: "proof" (a prover), "search" (playing out), "table".
    """

    winner: Player | None
    line: tuple[Move, ...]
    plies: int | None = None
    by: Literal["proof", "search", "table"] = "search"


# -- boards of one's own: what lies before each player beside the board, as data ------------------
# A sheet is cells that are tokens of `Position.steps`: to write, to take, to mark is to choose one.


CELL_SHAPES = ("square", "circle", "triangle", "rhombus", "star", "text")
"""What `SheetCell.shape` can be."""


@dataclass(frozen=True)
class SheetCell:
    """A place on a sheet.

    Attributes
    ----------
    name
        The token of `steps` that chooses it; "" for what is only printed. No two cells of a
        position have one name.
    shape
        One of `CELL_SHAPES`: by the shape players know what may be written. "text" has no outline.
    printed
        What is printed there, to be read while nothing lies on it: "+2", "3".
    value
        What was written or lies there; "" while it is empty.
    owner
        Whose colour the value has; "" for the owner of the sheet.
    closed
        Why it can never be chosen as things are; None where that depends on the choices before it,
        and `steps` tells.
    words
        What it is called when it is read out ("hero slot 2, for a d4"); "": its name.
    """

    name: str
    shape: str = "square"
    printed: str = ""
    value: str = ""
    owner: Player | str = ""
    closed: Reason | None = field(default=None, hash=False)
    words: str = ""


@dataclass(frozen=True)
class SheetSection:
    """Cells that belong together: rows of them under a title."""

    title: str
    rows: tuple[tuple[SheetCell, ...], ...]


@dataclass(frozen=True)
class PlayerSheet:
    """A board of one's own.

    Attributes
    ----------
    owner
        Whose it is; "" for what lies there for all, such as dice to be picked.
    title
        What it is called.
    sections
        Its cells, from top to bottom.
    notes
        What is counted for its owner ("2 heroes", "31 points"), so that nobody counts in his head.
    """

    owner: Player | str
    title: str
    sections: tuple[SheetSection, ...]
    notes: tuple[str, ...] = ()

    @property
    def cells(self) -> Iterator[SheetCell]:
        """All cells, from top to bottom and left to right."""
        return (cell for part in self.sections for row in part.rows for cell in row)


# -- positions, games and their kinds --------------------------------------------------------------


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
