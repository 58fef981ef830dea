"""Boards and games of a page: each once, whatever is played there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import UNSET, UnsetType

from model.boards.board import Board, PlaneFamily
from model.contract.game import Player, Position
from model.contract.sheets import PlayerSheet
from model.notation.tokens import write_header
from model.positions.setup import Draft
from viewer.export.page.drawn import PALETTES, Drawing, Layer, outline, packed
from viewer.export.page.page_data import (
    BoardData,
    CellData,
    GameData,
    Home,
    Layers,
    PeelLayer,
    Plane,
    PlayerData,
    SectionData,
    SheetData,
    no_layers,
)
from viewer.games.registry import game_view_of, piece_colour, side_colour
from viewer.picture.compose.composer import standing
from viewer.picture.compose.first_look import home_camera
from viewer.picture.compose.ground import dimpled
from viewer.picture.palette import Palette
from viewer.picture.words.plane_names import TITLES, plane_text

T = TypeVar("T")


class Shelf:
    """Boards, games and layers by the numbers that items name them by, and what draws them."""

    def __init__(self) -> None:
        self.boards: list[BoardData] = []
        self.games: list[GameData] = []
        self.credits: list[str] = []
        self.layers: list[Layer] = []
        self.sheets: list[SheetData] = []
        self.sections: list[SectionData] = []
        self.drawing = Drawing()
        self._known: dict[bytes, int] = {}
        self._pieces: dict[object, Layers] = {}
        self._boards: list[Board] = []
        self._games: dict[str, int] = {}

    def game(self, position: Position) -> int:
        """Return the number of the game of a position."""
        game = position.game
        header = write_header(game.kind, game.options)
        if header not in self._games:
            self._games[header] = len(self.games)
            self.games.append(self._game(position, header))
            if game.kind.credit not in self.credits:
                self.credits.append(game.kind.credit)
        return self._games[header]

    def pieces(self, position: Position) -> Layers:
        """Return what stands at a position besides balls on its points, drawn once."""
        picture, pieces = standing(position), position.pieces
        if dimpled(picture.board):
            key: object = (id(picture.board), picture.reserves)  # balls the page draws itself
        else:
            rows = (pieces.site, pieces.owner, pieces.kind, pieces.count)
            stands = tuple(row.tobytes() for row in rows)
            key = (id(picture.board), picture.players, picture.insignia, stands)
        if key not in self._pieces:
            bare = dimpled(picture.board) and not picture.reserves
            self._pieces[key] = no_layers() if bare else self.keep(self.drawing.pieces(picture))
        return self._pieces[key]

    def keep(self, drawn: Mapping[str, Sequence[Layer]]) -> Layers:
        """Return layers by their numbers: most are those of another position, too."""
        return {name: [self._number(layer) for layer in layers] for name, layers in drawn.items()}

    def _number(self, layer: Layer) -> int:
        return self._kept(layer, self.layers)

    def _kept(self, one: T, among: list[T]) -> int:
        """Return the number of something that is kept once."""
        number = self._known.setdefault(msgspec.json.encode(one), len(among))
        if number == len(among):
            among.append(one)
        return number

    def boards_of_players(self, position: Position) -> list[int] | UnsetType:
        """Return the boards of the players by their numbers, as they stand at a position."""
        sheets = () if isinstance(position, Draft) else position.sheets
        numbers = [self._sheet(one, position.game.players) for one in sheets]
        return numbers or UNSET

    def _sheet(self, sheet: PlayerSheet, players: Sequence[Player]) -> int:
        def owner(name: str) -> int:
            return players.index(name) if name in players else -1

        sections = [
            SectionData(
                part.title,
                [
                    [CellData(c.shape, c.printed, c.value, owner(c.owner), c.words) for c in row]
                    for row in part.rows
                ],
            )
            for part in sheet.sections
        ]
        numbers = [self._kept(one, self.sections) for one in sections]
        notes = [note for note in sheet.notes if note]
        return self._kept(SheetData(owner(sheet.owner), sheet.title, notes, numbers), self.sheets)

    def close(self) -> None:
        """Let go of what draws."""
        self.drawing.close()

    def _game(self, position: Position, header: str) -> GameData:
        game = position.game
        board = self._board(position)
        found = GameData(
            kind=game.kind.name,
            header=header,
            name=game.kind.title,
            designer=game.kind.credit,
            board=board,
            players=[_player(name) for name in game.players],
            goal=game_view_of(game.start()).how_to_win,
            balls=dimpled(game.board),
        )
        if len(game.piece_kinds) == 1:
            found.piece = self.drawing.one_a_site(standing(position))
        return found

    def _board(self, position: Position) -> int:
        board = position.game.board
        for number, known in enumerate(self._boards):
            if known is board:
                return number
        self._boards.append(board)
        level, home = board.layers.get("level"), home_camera(board)
        touching = board.neighbour_table if dimpled(board) else None
        self.boards.append(
            BoardData(
                names=list(board.names),
                centres=packed(board.centres),
                levels=None if level is None else packed(level, "i2"),
                neighbours=None if touching is None else packed(touching, "i2"),
                ground=board.ground,
                planes=[_plane(family) for family in board.planes.values()],
                layers=[
                    PeelLayer(name, packed(values, "i2"))
                    for name, values in board.layers.items()
                    if name != "level"
                ],
                base=self.keep(self.drawing.base(standing(position))),
                outline=outline(board),
                home=Home(home.azimuth, home.elevation),
            )
        )
        return len(self._boards) - 1


def palettes() -> dict[str, dict[str, str | float]]:
    """Return every colour of the scene by palette; those of marks as "sign-green"."""
    return {name: _colours(palette) for name, palette in PALETTES.items()}


def _colours(palette: Palette) -> dict[str, str | float]:
    found: dict[str, str | float] = {}
    for one in fields(palette):
        value = getattr(palette, one.name)  # every field by its name
        if isinstance(value, str):
            found[one.name] = value
        elif isinstance(value, (bool, int, float)):
            found[one.name] = float(value)
    return found | {f"sign-{name}": colour for name, colour in palette.signs.items()}


def _player(name: str) -> PlayerData:
    side = side_colour(name)
    colours = dict.fromkeys(PALETTES, piece_colour(name))
    banded, wooden = (False, False) if side is None else (side.banded, side.wooden)
    return PlayerData(name, colours, banded, wooden)


def _plane(family: PlaneFamily) -> Plane:
    numbers = range(family.first, family.last + 1)
    x, y, z = (float(part) for part in family.normal)
    return Plane(
        family.name,
        TITLES.get(family.name, family.name.capitalize()),
        (x, y, z),
        [round(family.offset(number), 6) for number in numbers],
        [plane_text(family.name, number) for number in numbers],
        family.first,
    )


def owners(position: Position) -> npt.NDArray[np.uint8]:
    """Return who owns what stands on each site: 0 nobody's site, 1 nobody's piece ..."""
    found = np.zeros(len(position.game.board), np.uint8)
    found[position.pieces.site] = position.pieces.owner + 2
    return found
