"""Pyramid before its options are chosen: options, their words, reading positions, hooks.

Among the hooks are the conditions of lessons (the ways to move, Osiris, victory fields) and how
positions are set up by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np

from model.boards.terrace import MAX_SIDE, Terrace, TerraceError, checked
from model.contract.game import (
    Game,
    GameKind,
    Move,
    Option,
    Player,
    Position,
    Reason,
    Stop,
    options_of,
)
from model.contract.hooks import Hooks, MoveCondition, PointCondition
from model.contract.search import Engine, Prover
from model.contract.setup_rules import Cells, SetupRules, Shape
from model.contract.tables import TableMaker
from model.games.pyramid.actions import Rules, because, osiris
from model.games.pyramid.position import PLAYERS, Ban, PyramidGame, PyramidPosition
from model.notation.levels import read_levels
from model.notation.tokens import fault, read_number, read_options
from model.phrases import counted, listed, printable, shown
from model.search.playout import greedy_move

MOVE_CONDITIONS: tuple[MoveCondition[PyramidPosition], ...] = (
    MoveCondition("run", "", "is a run", lambda p, _: "-" in p.move),
    MoveCondition("smash", "", "smashes a stone", lambda p, _: "x" in p.move),
    MoveCondition("jump", "", "is a jump", lambda p, _: "^" in p.move),
    MoveCondition("push", "", "pushes a stone", lambda p, _: ">" in p.move),
    MoveCondition("osiris", "", "takes by Osiris", lambda p, _: "osiris" in p.causes),
    MoveCondition(
        "victory-field",
        "",
        "reaches a victory field",
        lambda p, _: p.placed in p.before.game.board.victory,
    ),
)

POINT_CONDITIONS: tuple[PointCondition[PyramidPosition], ...] = (
    PointCondition(
        "victory-field",
        "",
        "is a victory field",
        lambda position, _, site: site in position.game.board.victory,
    ),
)


class PyramidSetup(SetupRules[PyramidGame, PyramidPosition]):
    """Pyramid: any field can be taken."""

    letters = ("W", "B")

    def shape(self, game: PyramidGame) -> Shape:
        """Return the ranks."""
        side = game.terrace.side
        return ((side, side),)

    def notes(self, position: PyramidPosition) -> tuple[Reason, ...]:
        """Say where a side has more stones than it began with, or Osiris would have taken some."""
        game, cells = position.game, self.cells(position)
        start = self.cells(game.start())
        found = []
        for value, player in enumerate(game.players, start=1):
            count, most = int((cells == value).sum()), int((start == value).sum())
            if count > most:
                found.append(
                    because("more-stones", count=counted(count, f"{player} stone", "no"), most=most)
                )
        enclosed = osiris(game.board, position.cells, game.rules)
        if enclosed and game.rules.osiris_suicide and not np.array_equal(cells, start):
            names = [game.board.names[site] for site in enclosed]
            found.append(
                because(
                    "enclosed", sites=listed(names), they="it is" if len(names) == 1 else "they are"
                )
            )
        if game.rules.max_plies is not None and position.ply % 2 != position.side:
            found.append(
                because(
                    "ply-parity", ply=position.ply, side=game.players[position.side].capitalize()
                )
            )
        return tuple(found)

    def extras(self, game: Game) -> Mapping[str, str]:
        """Return what the options make part of a position: the ply, the push that is forbidden."""
        found = {}
        if game.options["push_back_ban"]:
            found["banned"] = "the push that is forbidden now, like c1:b1"
        if game.options["max_plies"] is not None:
            found["ply"] = "how many turns were played"
        return found


# -- stones that stand high, near the victory fields -----------------------------------------------


def random_cells(game: PyramidGame, rng: Random) -> tuple[Cells, int]:
    """Return stones on steps, most of them high, where a victory field is near, and who moves."""
    cells = np.array(game.start().cells, np.int8)
    most = int((cells == 1).sum())
    cells[:] = 0
    heights = np.asarray(game.board.height)
    high, low = np.flatnonzero(heights > 0).tolist(), np.flatnonzero(heights == 0).tolist()
    held = list(game.board.victory)
    rng.shuffle(held)
    side = rng.randrange(2)
    for site in held[: rng.randint(1, len(held))]:
        cells[site] = side + 1 if rng.random() < 0.75 else 2 - side
    for value in (1, 2):
        for _ in range(rng.randint(3, max(3, most - 3))):
            site = rng.choice(high if high and rng.random() < 0.75 else low or high)
            if not cells[site]:
                cells[site] = value
    return cells, side


def height(position: Position, side: int) -> int:
    """Return how high the stones of a side stand; each stone and each victory field counts, too."""
    assert isinstance(position, PyramidPosition)
    board = position.game.board
    own = np.flatnonzero(np.asarray(position.cells) == side + 1)
    held = len(position.victory_held(position.game.players[side]))
    return 3 * len(own) + int(np.asarray(board.height)[own].sum()) + 6 * held


# -- the shipped boards of Pyramid -----------------------------------------------------------------


class _Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    W: tuple[str, ...] = ()
    B: tuple[str, ...] = ()


class _BoardFile(msgspec.Struct):
    levels: list[str]
    victory: list[str]
    victory_needed: int
    name: str = ""
    start: _Start = _Start()


class _Shipped(msgspec.Struct):
    boards: list[_BoardFile]


def _terrace(board: _BoardFile, name: str) -> Terrace:
    start = board.start
    return checked(
        Terrace(
            name,
            tuple(board.levels),
            tuple(board.victory),
            board.victory_needed,
            tuple(start.W),
            tuple(start.B),
        )
    )


@cache
def shipped() -> dict[str, Terrace]:
    """Return the boards that come with the program by name, the default first."""
    data = resources.files(__package__).joinpath("boards.json").read_bytes()
    boards = msgspec.json.decode(data, type=_Shipped).boards
    return {board.name: _terrace(board, board.name) for board in boards}


def read_board(data: bytes) -> Terrace:
    """Return the board a user's JSON file describes.

    Raises
    ------
    TerraceError
        With one sentence saying what is wrong and where.
    """
    try:
        board = msgspec.json.decode(data, type=_BoardFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise TerraceError(f"this is not a board file: {printable(str(error))}") from None
    return _terrace(board, "")


# -- Pyramid before its options are chosen ---------------------------------------------------------


_KERNEL_DEPTH = 4
_BOARD = ("board", "levels", "victory", "needed")


DEEDS = MappingProxyType(
    {
        "move run": "runs {way} from {site} to {to}",
        "move jump": "jumps from {site} to {to}",
        "move push": "pushes from {site} to {to}",
        "move pushed": "the {piece} on {site} is pushed to {to}",
        "move smash": "smashes {to} from {site}",
        "remove smash": "",
        "remove fall": "the {piece} on {site} falls",
        "remove osiris": "Osiris takes {sites}",
    }
)
"""What moves do, in words (`Hooks.deeds`)."""


class PyramidKind(GameKind, Hooks[PyramidGame, PyramidPosition]):
    """Pyramid as registered."""

    name = "pyramid"
    title = "Pyramid"
    credit = "Pyramid, designed by Simon Allmer, 2020, simonallmer.com/pyramid."
    players: tuple[Player, ...] = ("white", "black")
    endings: tuple[str, ...] = ("victory-fields", "few-stones", "repetition", "plies", "no-moves")
    move_conditions = MOVE_CONDITIONS
    point_conditions = POINT_CONDITIONS
    deeds: Mapping[str, str] = DEEDS
    level_nodes = (3, 10, 70, 200, 500, 1_500, 5_000, 20_000, 80_000)
    options: tuple[Option, ...] = (
        Option("board", "giza-7", tuple(shipped()), file=True, help="the terraces"),
        Option("levels", None, text=True, help="a board of your own: levels, rank 1 first"),
        Option("victory", None, text=True, help="its victory fields, joined by +"),
        Option("needed", None, minimum=1, maximum=MAX_SIDE**2, help="victory fields that win"),
        *options_of(Rules),
    )

    def configure(self, options: Mapping[str, str]) -> PyramidGame:
        """Return the game; options left out take their defaults."""
        values = read_options(self, options)
        return PyramidGame(
            self,
            self._terrace(options, values),
            Rules(**{name: value for name, value in values.items() if name not in _BOARD}),
        )

    def configure_from(self, options: Mapping[str, str], data: bytes) -> PyramidGame:
        """Return the game on the board of a file, its starting stones included; TerraceError."""
        named = [name for name in _BOARD if name in options]
        if named:
            raise TerraceError(f"a board file goes with no {named[0]} beside it")
        return PyramidGame(self, read_board(data), self.configure(options).rules)

    def _terrace(self, options: Mapping[str, str], values: Mapping[str, Any]) -> Terrace:
        own = [name for name in _BOARD[1:] if name in values]
        if not own:
            return shipped()[values.get("board", "giza-7")]
        if "board" in values:
            fault(options["board"], f"a shipped board goes with no {own[0]} of your own")
        missing = [name for name in _BOARD[1:] if name not in values]
        if missing:
            fault(options[own[0]], f"a board of your own needs {listed(missing)} as well")
        levels, victory = tuple(values["levels"].split("/")), tuple(values["victory"].split("+"))
        try:
            return checked(Terrace("", levels, victory, values["needed"]))
        except TerraceError as error:
            fault(options["levels"], str(error))

    def read(
        self, options: Mapping[str, str], board: str, side: str, extras: Mapping[str, str]
    ) -> PyramidPosition:
        """Return the position the tokens of a string describe."""
        game = self.configure(options)
        edge = game.terrace.side
        cells = read_levels(board, ((edge, edge),), {"W": 1, "B": 2})
        if side not in PLAYERS:
            fault(side, f"the side to move is white or black, not {shown(side)}")
        ban: Ban = None
        ply = 0
        for key, value in extras.items():
            if key == "banned" and game.rules.push_back_ban:
                ban = self._ban(game, value, cells, PLAYERS.index(side))
            elif key == "ply" and game.rules.max_plies is not None:
                number = read_number(value)
                if number is None or number < 1:
                    fault(value, f"ply is a number from 1, not {shown(value)}")
                ply = number
            else:
                goes = {"banned": "with push_back_ban=true", "ply": "with max_plies"}
                fault(key, f"{shown(key)} {'goes ' + goes[key] if key in goes else 'is unknown'}")
        return PyramidPosition(game, tuple(int(c) for c in cells), PLAYERS.index(side), ban, ply)

    @property
    def setup(self) -> PyramidSetup:
        """How positions are set up by hand."""
        return PyramidSetup(self)

    @property
    def tables(self) -> TableMaker:
        """The endings of four stones against a few, worked out backwards."""
        from model.games.pyramid.table.making import PyramidTables

        return PyramidTables(self)

    def perft(self, position: Position, depth: int) -> int | None:
        """Return perft by the kernel, for depths that let a person interrupt."""
        if not isinstance(position, PyramidPosition) or not 1 <= depth <= _KERNEL_DEPTH:
            return None
        from model.games.pyramid.board_arrays import perft

        return perft(position, depth)

    def prover(self, game: PyramidGame, stop: Stop | None = None) -> Prover:
        """Return the prover on arrays of stones."""
        from model.games.pyramid.prover import PyramidProver

        return PyramidProver(game, stop)

    def engine(self, game: PyramidGame) -> Engine:
        """Return alpha-beta on arrays of stones."""
        from model.games.pyramid.engine import PyramidEngine

        return PyramidEngine(game)

    def plain_engine(self, game: PyramidGame) -> Engine:
        """Return UCT on arrays of stones."""
        from model.games.pyramid.engine import PlainPyramid

        return PlainPyramid(game)

    def is_directed(self, game: Game) -> bool:
        """Tell whether stones do not run backwards: that tells south from north."""
        return game.options["run_dirs"] == "no_backward"

    def random_setup(self, game: PyramidGame, rng: Random) -> tuple[Cells, int]:
        """Return stones that stand high, most of them, and near the victory fields."""
        return random_cells(game, rng)

    def playout_move(self, position: Position, rng: Random) -> Move:
        """Return a move that leads stones up."""
        return greedy_move(position, rng, height)

    def _ban(self, game: PyramidGame, value: str, cells: Cells, side: int) -> Ban:
        names = value.split(":")
        board = game.board
        if len(names) != 2 or any(name not in board for name in names):
            fault(value, f"banned is a push like c1:b1, not {shown(value)}")
        source, target = (board.index(name) for name in names)
        if target not in board.neighbours(source) or cells[source] != side + 1:
            fault(value, f"{shown(value)} is not a push the side to move could make")
        return source, target


KIND = PyramidKind()
