"""Positions read from strings and set up by hand, those that cannot exist included.

A string is `<game>[:<option>=<value>,...] <board> <side> [<key>=<value> ...]`; `model.notation` has
the grammar. Its length is limited, so that any input is answered.

Two things are told apart. What *cannot exist* (a ball that rests on nothing, too many spheres)
makes a `Draft`: it can be shown, edited and kept, not played. What *could not arise in play* (wrong
counts) is an ordinary position about which `notes` has something to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from model import registry
from model.contract.base_position import BasePosition, ChoiceOfWords
from model.contract.game import (
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
from model.contract.hooks import hooks_of
from model.contract.setup_rules import Cells, SetupRules
from model.notation.levels import read_levels, write_levels
from model.notation.tokens import NotationError, Token, add_option, fault, read_pair, write_header
from model.phrases import listed, shown
from model.registry import kinds

MAX_TEXT = 1 << 20
"""Characters a position string may have; the largest shipped board needs 46,000."""


def is_position(text: str) -> bool:
    """Tell whether a word is a position string and not a path: a game, then ``:`` or a space.

    A game of another package that cannot be used is a game, too: reading says what is wrong.
    """
    name = text.partition(" ")[0].partition(":")[0]
    return len(name) < len(text) and (name in kinds() or registry.fault_of(name) != "")


def read_position(text: str, line: int = 1) -> Position:
    """Read a position string of any registered game.

    Parameters
    ----------
    text
        One line, without its line end.
    line
        Number of the line, for errors.

    Raises
    ------
    NotationError
        When the text is not a position; it names the place and what would be right.
    """
    if len(text) > MAX_TEXT:
        raise NotationError(f"a position has at most {MAX_TEXT} characters, not {len(text)}", line)
    whole = Token(text, line, 1)
    for at, character in enumerate(text):
        if not " " <= character <= "~":
            if character in "\r\n":
                fault(whole, "a position is one line", at)
            fault(whole, f"{shown(character)} has no place in a position", at)
    if not text:
        fault(whole, "a position is missing: it starts with the name of a game")
    tokens = whole.cut(" ")
    for token in tokens:
        if not token:
            fault(token, "one space stands between two parts of a position, none before or after")
    kind, options = read_header(tokens[0])
    if len(tokens) < 3:
        missing = ("the board", "the side to move")[len(tokens) - 1 :]
        end = Token("", line, len(text) + 1)
        fault(end, f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} missing")
    extras: dict[str, str] = {}
    for token in tokens[3:]:
        key, value = read_pair(token, "an extra")
        if key in extras:
            fault(key, f"{shown(key)} is given twice")
        extras[key] = value
    return kind.read(options, tokens[1], tokens[2], extras)


def read_header(token: str) -> tuple[GameKind, dict[str, str]]:
    """Read `<game>[:<option>=<value>,...]`: the kind, and its options as tokens by name."""
    head = token if isinstance(token, Token) else Token(token)
    name, colon, rest = head.partition(":")
    known = kinds()
    if name not in known:
        why = registry.fault_of(name)
        fault(head, why or f"{shown(name)} is not a game; choose {listed(list(known), 'or')}")
    kind = known[name]
    options: dict[str, str] = {}
    if colon:
        for piece in Token(rest, head.line, head.column + len(name) + 1).cut(","):
            add_option(kind, options, piece)
    return kind, options


_SITE = re.compile(r"[0-9]*[a-z]+[0-9]+")


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
    if len(tokens) < 3:
        return None
    try:
        kind, options = read_header(tokens[0])
        rules = hooks_of(kind).setup
        if rules is None:
            return None
        game = rules.game(options, tokens[1])
        cells = read_levels(
            tokens[1],
            rules.shape(game),
            {letter: number for number, letter in enumerate(rules.letters, start=1)},
        )
    except NotationError:
        return None
    known, extras = rules.extras(game), tuple(tokens[3:])
    if tokens[2] not in game.players or any(e.partition("=")[0] not in known for e in extras):
        return None
    problems = rules.problems(game, cells)
    side = game.players.index(tokens[2])
    return Draft(game, cells, side, problems, extras) if problems else None


# -- editing -------------------------------------------------------------------------------------


def write_setup(game: Game, cells: Cells, side: int) -> str:
    """Return the position string of these cells with that side to move, without extras."""
    rules = _needed(game.kind)
    board = write_levels(cells, rules.shape(game), ("", *rules.letters))
    return f"{write_header(game.kind, game.options)} {board} {game.players[side]}"


def cells_of(position: Position) -> Cells:
    """Return a fresh copy of a position's cells; NotationError where it cannot be set up."""
    if isinstance(position, Draft):
        return position.cells.copy()
    return np.array(_needed(position.game.kind).cells(position), np.int8)


def side_of(position: Position) -> int:
    """Return the number of the side whose turn it would be; where dice come first, 0."""
    if isinstance(position, Draft):
        return position.side
    side, players = str(position).split(" ")[2], position.game.players
    return players.index(side) if side in players else 0


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


def turned(position: Position, side: Player) -> Position | None:
    """Return the position as if `side` were to move, without its past; None where it cannot be."""
    if position.outcome is not None:
        return None
    if position.to_move == side:
        return position
    try:
        other = with_side(position, position.game.players.index(side))
    except NotationError:  # nobody may have two moves in a row there
        return None
    if isinstance(other, Draft) or other.outcome is not None:
        return None
    return other.without_past()


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
    try:  # all together first: some extras fit only beside others
        return read_setup(" ".join((text, *extras)))
    except NotationError:
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
    rules = _needed(position.game.kind)
    if len(position.game.players) != 2:
        raise NotationError("colours are exchanged between two players")
    cells = cells_of(position)
    letters = range(1, len(rules.letters) + 1)
    swap = {value: value for value in range(len(rules.letters) + 1)}
    for value in letters:
        owner, kind = rules.owner(value)
        for other in letters:
            if rules.owner(other) == (1 - owner, kind):
                swap[value] = other
    after = np.array([swap[int(value)] for value in cells], np.int8)
    extras = [
        "=".join(rules.exchanged_extra(*extra.partition("=")[::2])) for extra in extras_of(position)
    ]
    side = side_of(position)
    return _rewritten(position.game, after, 1 - side if rules.alternates else side, extras)


def problems(position: Position) -> tuple[Reason, ...]:
    """Return what cannot exist about a position."""
    return position.problems if isinstance(position, Draft) else ()


def notes(position: Position) -> tuple[Reason, ...]:
    """Return what could not have arisen in play; () where the game does not say."""
    rules = hooks_of(position.game.kind).setup
    if rules is None or isinstance(position, Draft):
        return ()
    return rules.notes(position)


def _needed(kind: GameKind) -> SetupRules[Game, Position]:
    rules = hooks_of(kind).setup
    if rules is None:
        raise NotationError(f"positions of {kind.title} cannot be set up by hand")
    return rules


# -- drafts --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Draft(BasePosition):
    """A position that cannot exist: shown and edited like any other, never played.

    Attributes
    ----------
    game
        With its options.
    cells
        (n,) int8 in site order, as `SetupRules` numbers them.
    side
        Whose turn it would be.
    problems
        What cannot exist, at least one.
    extras
        What its string tells besides, not judged as long as it is a draft.
    """

    game: Game
    cells: Cells
    side: int
    problems: tuple[Reason, ...]
    extras: tuple[str, ...] = ()
    sealed: tuple[Player, ...] = ()
    outcome: Outcome | None = field(default=None)

    @property
    def to_move(self) -> Player | None:
        return self.game.players[self.side]

    @property
    def legal_moves(self) -> ChoiceOfWords:
        return ChoiceOfWords(())

    @property
    def pieces(self) -> Pieces:
        rules = _needed(self.game.kind)
        site = np.flatnonzero(self.cells).astype(np.int32)
        what = [rules.owner(int(value)) for value in self.cells[site]]
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
        return " ".join((write_setup(self.game, self.cells, self.side), *self.extras))

    def _refuse(self) -> NoReturn:
        raise IllegalMove(self.problems[0])

    def play(self, move: Move) -> Draft:
        self._refuse()

    def replay(self, moves: Sequence[Move]) -> Draft:
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
