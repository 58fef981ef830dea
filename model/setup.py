"""Positions set up by hand, those that cannot exist included.

Two things are told apart. What *cannot exist* (a ball that rests on nothing, too many spheres)
makes a `Draft`: it can be shown, edited and kept, not played. What *could not arise in play* (wrong
counts) is an ordinary position about which `notes` has something to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any, NoReturn, Protocol

import numpy as np
import numpy.typing as npt

from model.game import (
    Event,
    Game,
    GameKind,
    IllegalMove,
    Move,
    Outcome,
    Pieces,
    Player,
    Position,
    Reason,
    Steps,
)
from model.notation import (
    Cells,
    NotationError,
    Shape,
    Token,
    read_levels,
    write_header,
    write_levels,
)
from model.reading import read_header, read_position

_SITE = re.compile(r"[0-9]*[a-z]+[0-9]+")


class Setting(Protocol):
    """What a game kind tells so that its positions can be set up: its attribute ``setting``.

    Cells are (n,) int8 in site order: 0 empty, k the k-th of `letters`.
    """

    letters: tuple[str, ...]
    """As in position strings."""

    def owner(self, value: int) -> tuple[int, int]:
        """Return (owner, piece kind) of a cell's value, as in `Pieces`."""
        ...

    def shape(self, game: Game) -> Shape: ...
    def game(self, options: Mapping[str, str], board: str) -> Game:
        """Return the game the tokens of a string are about; NotationError."""
        ...

    def cells(self, position: Position) -> Cells: ...
    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return what cannot exist."""
        ...

    def notes(self, position: Position) -> tuple[Reason, ...]:
        """Return what could not have arisen in play, of a position that can exist."""
        ...

    def reserves(self, game: Game, cells: Cells) -> Mapping[Player, int]: ...
    def extras(self, game: Game) -> Mapping[str, str]:
        """Return what a string of this game may tell besides, name -> what it means in words."""
        ...


def setting_of(kind: GameKind) -> Setting | None:
    """Return how positions of a game are set up, None where the game does not say."""
    return getattr(kind, "setting", None)


def read_setup(text: str) -> Position:
    """Return the position of a string, a `Draft` where it describes what cannot exist.

    Raises
    ------
    NotationError
        When the text is not a position at all.
    """
    try:
        return read_position(text)
    except NotationError as error:
        draft = _draft(text)
        if draft is None:
            raise error
        return draft


def _draft(text: str) -> Draft | None:
    tokens = Token(text).cut(" ")
    if len(tokens) != 3:
        return None
    try:
        kind, options = read_header(tokens[0])
        setting = setting_of(kind)
        if setting is None:
            return None
        game = setting.game(options, tokens[1])
        cells = read_levels(tokens[1], setting.shape(game), _numbers(setting))
    except NotationError:
        return None
    if tokens[2] not in game.players:
        return None
    problems = setting.problems(game, cells)
    return Draft(game, cells, game.players.index(tokens[2]), problems) if problems else None


def _numbers(setting: Setting) -> dict[str, int]:
    return {letter: number for number, letter in enumerate(setting.letters, start=1)}


# -- editing -------------------------------------------------------------------------------------


def write_setup(game: Game, cells: Cells, side: int) -> str:
    """Return the position string of these cells with that side to move, without extras."""
    setting = _needed(game.kind)
    board = write_levels(cells, setting.shape(game), ("", *setting.letters))
    return f"{write_header(game.kind, game.options)} {board} {game.players[side]}"


def cells_of(position: Position) -> Cells:
    """Return a fresh copy of a position's cells; NotationError where it cannot be set up."""
    if isinstance(position, Draft):
        return position.cells.copy()
    return np.array(_needed(position.game.kind).cells(position), np.int8)


def side_of(position: Position) -> int:
    """Return the number of the side whose turn it would be."""
    if isinstance(position, Draft):
        return position.side
    side = str(position).split(" ")[2]
    return position.game.players.index(side)


def extras_of(position: Position) -> tuple[str, ...]:
    """Return what its string tells besides board and side: ("ply=17",)."""
    return tuple(str(position).split(" ")[3:])


def put(position: Position, sites: Sequence[int], value: int) -> Position:
    """Return the position with `value` (0: nothing) on `sites`."""
    cells = cells_of(position)
    cells[list(sites)] = value
    return with_cells(position, cells)


def with_cells(position: Position, cells: Cells) -> Position:
    """Return the position with other cells, everything else as it was."""
    return _rewritten(position.game, cells, side_of(position), extras_of(position))


def with_side(position: Position, side: int) -> Position:
    """Return the position with another side to move."""
    return _rewritten(position.game, cells_of(position), side, extras_of(position))


def moved(position: Position, image: npt.NDArray[np.integer[Any]]) -> Position:
    """Return the position with the piece of every site s on site ``image[s]``."""
    cells = cells_of(position)
    after = np.empty_like(cells)
    after[image] = cells
    board = position.game.board

    def there(match: re.Match[str]) -> str:
        name = match.group()
        return board.names[image[board.index(name)]] if name in board else name

    extras = []
    for extra in extras_of(position):
        name, _, value = extra.partition("=")
        extras.append(f"{name}={_SITE.sub(there, value)}")
    return _rewritten(position.game, after, side_of(position), extras)


def _rewritten(game: Game, cells: Cells, side: int, extras: Sequence[str]) -> Position:
    """The position of these cells; an extra that no longer fits it is dropped."""
    text = write_setup(game, cells, side)
    kept = ""
    for extra in extras:
        try:
            read_setup(f"{text}{kept} {extra}")
        except NotationError:
            continue
        kept += f" {extra}"
    return read_setup(text + kept)


def exchanged(position: Position) -> Position:
    """Return the position with the colours of two players exchanged, the side to move as well."""
    setting = _needed(position.game.kind)
    if len(position.game.players) != 2:
        raise NotationError("colours are exchanged between two players")
    cells = cells_of(position)
    letters = range(1, len(setting.letters) + 1)
    swap = {value: value for value in range(len(setting.letters) + 1)}
    for value in letters:
        owner, kind = setting.owner(value)
        for other in letters:
            if setting.owner(other) == (1 - owner, kind):
                swap[value] = other
    after = np.array([swap[int(value)] for value in cells], np.int8)
    return _rewritten(position.game, after, 1 - side_of(position), extras_of(position))


def problems(position: Position) -> tuple[Reason, ...]:
    """Return what cannot exist about a position."""
    return position.problems if isinstance(position, Draft) else ()


def notes(position: Position) -> tuple[Reason, ...]:
    """Return what could not have arisen in play; () where the game does not say."""
    setting = setting_of(position.game.kind)
    if setting is None or isinstance(position, Draft):
        return ()
    return setting.notes(position)


def _needed(kind: GameKind) -> Setting:
    setting = setting_of(kind)
    if setting is None:
        raise NotationError(f"positions of {kind.title} cannot be set up by hand")
    return setting


# -- drafts --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Draft:
    """A position that cannot exist: shown and edited like any other, never played.

    Attributes
    ----------
    game
        With its options.
    cells
        (n,) int8 in site order, as `Setting` numbers them.
    side
        Whose turn it would be.
    problems
        What cannot exist, at least one.
    """

    game: Game
    cells: Cells
    side: int
    problems: tuple[Reason, ...]
    sealed: tuple[Player, ...] = ()
    outcome: Outcome | None = field(default=None)

    @property
    def to_move(self) -> Player | None:
        return self.game.players[self.side]

    @property
    def legal_moves(self) -> NoMoves:
        return NoMoves()

    @property
    def pieces(self) -> Pieces:
        setting = _needed(self.game.kind)
        site = np.flatnonzero(self.cells).astype(np.int32)
        what = [setting.owner(int(value)) for value in self.cells[site]]
        owner = np.array([owner for owner, _ in what], np.int32)
        kind = np.array([kind for _, kind in what], np.int32)
        return Pieces(site, owner, kind, np.ones_like(site))

    @property
    def reserves(self) -> Mapping[Player, int]:
        return MappingProxyType(dict(_needed(self.game.kind).reserves(self.game, self.cells)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Draft) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return write_setup(self.game, self.cells, self.side)

    def _refuse(self) -> NoReturn:
        raise IllegalMove(self.problems[0])

    def play(self, move: Move) -> Position:
        self._refuse()

    def replay(self, moves: Sequence[Move]) -> Position:
        if moves:
            self._refuse()
        return self

    def explain(self, move: Move) -> Reason | None:
        return self.problems[0]

    def read_move(self, text: str) -> Move:
        self._refuse()

    def steps(self, partial: Sequence[str]) -> Steps:
        return Steps((), False, None, f"this position cannot exist: {self.problems[0]}")

    def events(self, move: Move) -> tuple[Event, ...]:
        self._refuse()

    def seen_by(self, player: Player | None) -> Position:
        return self

    def without_past(self) -> Position:
        return self


class NoMoves:
    """The legal moves of what cannot be played."""

    def __iter__(self) -> Iterator[Move]:
        return iter(())

    def __contains__(self, move: object) -> bool:
        return False

    def __bool__(self) -> bool:
        return False

    def count(self) -> int:
        """Return 0."""
        return 0

    def sample(self, rng: Random) -> Move:
        """Raise ValueError: there is none."""
        raise ValueError("there is no legal move to draw from")
