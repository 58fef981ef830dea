"""What a page holds, as values: the same as in `web/src/format.ts`, which says what each means.

The scene is drawn without a window: only the rows of its layers are asked for (`LayerData`). Balls
and points are left out, for the page draws those itself, cut, peeled and coloured as its reader
likes.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Literal, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import UNSET, Struct, UnsetType, field

from model.boards.board import Board, PlaneFamily
from model.contract.game import Pieces, Player, PlayerSheet, Position
from model.notation.tokens import write_header
from model.positions import describe
from model.records.view import Camera, View
from viewer.games.registry import game_view_of, piece_colour, side_colour
from viewer.picture import palette as scene_colours
from viewer.picture.compose.composer import base_picture
from viewer.picture.compose.first_look import home_camera
from viewer.picture.compose.ground import dimpled, is_map
from viewer.picture.compose.map_labels import SIGN, SIGNS
from viewer.picture.palette import Palette
from viewer.picture.picture import Picture
from viewer.picture.words.plane_names import TITLES, plane_text
from viewer.scene import camera
from viewer.scene.props.impostors import Recipe
from viewer.scene.stage import Stage
from viewer.scene.vtk import vtkRenderer
from viewer.visuals.overlay_types import Overlay, Sheet

# -- what the scene draws, as the data that a page draws it from -----------------------------------


PALETTES: Mapping[str, Palette] = MappingProxyType(
    {
        "light": scene_colours.PALETTES["standard"],
        "dark": scene_colours.PALETTES["dark"],
        "light-strong": scene_colours.PALETTES["presentation"],
        "dark-strong": scene_colours.PALETTES["presentation-dark"],
    }
)
"""The palettes of the scene by the names that a page calls them."""
_FROM_ABOVE = Camera(azimuth=0.0, elevation=90.0)
"""From there no level has its number beside it; the page turns those to its own eye."""


class LayerData(Struct, omit_defaults=True):
    """One layer of impostors, with the names and values of `format.ts`."""

    shader: str
    features: tuple[str, ...]
    opaque: bool
    depth: bool
    points: str
    corners: int
    lift: str
    attributes: dict[str, str]
    texts: list[str] | UnsetType = UNSET
    signs: dict[str, list[list[float]]] | UnsetType = UNSET
    finely: bool | UnsetType = UNSET
    part: str | UnsetType = UNSET
    sites: list[int] | UnsetType = UNSET


def packed(values: npt.ArrayLike, kind: str = "f4") -> str:
    """Return numbers as a page reads them: their kind ("f4", "i4", "i2", "u1") and base64."""
    array = np.ascontiguousarray(values, np.dtype(kind).newbyteorder("<"))
    return f"{kind}:{base64.b64encode(array.tobytes()).decode('ascii')}"


def outline(board: Board) -> str:
    """Return the points that a page fits into its picture of a board."""
    return packed(camera.outline(board))


KnownRows = dict[int, set[tuple[object, ...]]]


class LayerReader:
    """Reads the layers of pictures off a scene that nobody sees.

    Each of its answers holds a list of layers for every palette of `PALETTES`. The view of a
    picture plays no part: the page has its own.
    """

    def __init__(self) -> None:
        self._stage = Stage(vtkRenderer(), is_seen=False)
        self._of_bare: dict[tuple[object, ...], KnownRows] = {}
        """What is known of bare pictures: of a game many positions are read, all as bare."""

    def base(self, picture: Picture) -> dict[str, list[LayerData]]:
        """Return what the board of a picture always shows: its ground and letters."""
        return {name: self._base(_bare(picture, name)) for name in PALETTES}

    def _base(self, picture: Picture) -> list[LayerData]:
        layers = []
        for recipe in self._recipes(picture).values():
            if _is_plate(recipe, picture.board):
                continue
            layer = _layer(recipe, recipe.rows)
            layer.part = "labels" if "GLYPH" in recipe.features else "board"
            layers.append(layer)
        return layers

    def pieces(self, picture: Picture) -> dict[str, list[LayerData]]:
        """Return what stands on the board besides balls on its points: pieces, reserves, plates."""
        found = {}
        for name in PALETTES:
            bare = _bare(picture, name)
            full = replace(bare, pieces=picture.pieces, reserves=picture.reserves)
            key = (name, bare.board, bare.players, bare.sides, bare.piece_kinds, bare.insignia)
            if key not in self._of_bare:
                self._of_bare[key] = self._known(bare)
            found[name] = [_layer(*one) for one in self._beyond(self._of_bare[key], full)]
        return found

    def marks(self, picture: Picture, overlays: Sequence[Overlay]) -> dict[str, list[LayerData]]:
        """Return what overlays lay over a picture."""
        return self.marks_each(picture, [overlays])[0]

    def marks_each(
        self, picture: Picture, several: Sequence[Sequence[Overlay]]
    ) -> list[dict[str, list[LayerData]]]:
        """Return what each of several overlays lays over a picture, sooner than one by one."""
        found: list[dict[str, list[LayerData]]] = [{} for _ in several]
        for name in PALETTES:
            bare = replace(_bare(picture, name), pieces=picture.pieces)
            known = self._known(bare)
            for overlays, layers in zip(several, found, strict=True):
                after = replace(bare, overlays=tuple(overlays))
                # Plates are the same under all overlays: they come with the pieces.
                laid = self._beyond(known, after)
                rows = [one for one in laid if not _is_plate(one[0], picture.board)]
                layers[name] = _with_sites(rows, overlays)
        return found

    def one_a_site(self, picture: Picture) -> list[LayerData]:
        """Return a piece on every site, nothing where pieces are balls on the points."""
        n = len(picture.board)
        nothing = np.zeros(n, np.int32)
        pieces = Pieces(np.arange(n, dtype=np.int32), nothing, nothing, nothing + 1)
        bare = _bare(picture, "light")
        more = self._beyond(self._known(bare), replace(bare, pieces=pieces))
        return [_layer(*one) for one in more if len(one[1]) == n]

    def close(self) -> None:
        """Let go of the scene; the object is not used afterwards."""
        self._stage.close()

    def _known(self, picture: Picture) -> KnownRows:
        """The rows of every layer of a picture, by the layer's number."""
        board = picture.board
        return {
            number: set(recipe.rows)
            for number, recipe in self._recipes(picture).items()
            if not _is_plate(recipe, board)
        }

    def _beyond(
        self, old: KnownRows, after: Picture
    ) -> list[tuple[Recipe, tuple[tuple[object, ...], ...]]]:
        """What is drawn of a picture besides rows that are known."""
        balls, found = dimpled(after.board), []
        for number, recipe in self._recipes(after).items():
            known = old.get(number, ())
            rows = tuple(row for row in recipe.rows if row not in known)
            # Shadows of balls go where these go: the page has them.
            if rows and not (balls and recipe.finely is not None):
                found.append((recipe, rows))
        return found

    def _recipes(self, picture: Picture) -> dict[int, Recipe]:
        self._stage.draw(picture)
        recipes = self._stage.recipes.items()
        # The sky is the palette's.
        return {number: recipe for number, recipe in recipes if recipe.shader != "sky"}


def _bare(picture: Picture, palette: str) -> Picture:
    """A picture with nothing on its board, as it is seen by whoever opens it."""
    none = np.zeros(0, np.int32)
    board = picture.board
    seen = _FROM_ABOVE if dimpled(board) else home_camera(board)
    return Picture(
        board=board,
        pieces=Pieces(none, none, none, none),
        players=picture.players,
        sides=picture.sides,
        view=View(camera=seen, ghosts="off"),
        palette=PALETTES[palette],
        piece_kinds=picture.piece_kinds,
        insignia=picture.insignia,
    )


def _is_plate(recipe: Recipe, board: Board) -> bool:
    """Whether a layer belongs to the plates of a map, which change with what stands there."""
    return is_map(board) and "THROUGH" in recipe.features


def _with_sites(
    drawn: Sequence[tuple[Recipe, tuple[tuple[object, ...], ...]]], overlays: Sequence[Overlay]
) -> list[LayerData]:
    """Layers of overlays, skins with the sites of the balls they span."""
    skins = [one for one in overlays if isinstance(one, Sheet) and len(one.triangles)]
    sites = sorted({site for skin in skins for site in skin.sites})
    layers = []
    for one in drawn:
        layer = _layer(*one)
        if layer.shader == "sheet":
            layer.sites = sites
        layers.append(layer)
    return layers


def _layer(recipe: Recipe, rows: Sequence[tuple[object, ...]]) -> LayerData:
    points, lifts, *values = zip(*rows, strict=True)
    places = np.array(points, np.float32)
    layer = LayerData(
        shader=recipe.shader,
        features=recipe.features,
        opaque=recipe.opaque,
        depth=recipe.depth,
        points=packed(places),
        corners=4 if places.ndim == 3 else 1,
        lift=packed(np.array(lifts, np.float32)),
        attributes={
            name: packed(np.array(value, np.float32))
            for name, value in zip(recipe.attributes, values, strict=True)
        },
    )
    if recipe.finely is not None:
        layer.finely = recipe.finely
    if "GLYPH" in recipe.features:
        boxes = values[recipe.attributes.index("state")]
        layer.texts = [recipe.texts.get(box, "") for box in boxes]
        signs = sorted({text for text in layer.texts if text.startswith(SIGN)})
        if signs:
            layer.signs = {
                text: [
                    [round(value, 2) for point in one for value in point]  # x and y in turn
                    for one in SIGNS[text.removeprefix(SIGN)]
                ]
                for text in signs
            }
    return layer


# -- what a page holds -----------------------------------------------------------------------------


FORMAT = "pyramidion-page/1"
Layers = dict[str, list[int]]
"""By the name of a palette: layers by their numbers in `PageData.layers`."""


def no_layers() -> Layers:
    """Return layers that draw nothing."""
    return {name: [] for name in PALETTES}


class Plane(Struct):
    """A family of planes that cuts a board."""

    name: str
    label: str
    normal: tuple[float, float, float]
    offsets: list[float]
    words: list[str]
    first: int


class PeelLayer(Struct):
    """Layers that peel, a number a site."""

    name: str
    values: str


class Home(Struct):
    """From where a board is seen best, in degrees."""

    azimuth: float
    elevation: float


class BoardData(Struct):
    """A board, once for all games that are played on it."""

    names: list[str]
    centres: str
    levels: str | None
    neighbours: str | None
    touching: list[list[int]] | None
    ground: str
    planes: list[Plane]
    layers: list[PeelLayer]
    base: Layers
    outline: str
    home: Home
    rims: list[str] | UnsetType = UNSET


class PlayerData(Struct):
    """A side and its colours."""

    name: str
    colour: dict[str, str]
    banded: bool
    wooden: bool


class GameData(Struct):
    """A game with its options."""

    kind: str
    header: str
    name: str
    designer: str
    board: int
    players: list[PlayerData]
    goal: str
    balls: bool
    piece: list[LayerData] = field(default_factory=list)


class StageData(Struct, omit_defaults=True):
    """What may come next in a move that is made step by step, and what it is so far."""

    says: str = ""
    move: str = ""
    next: dict[str, StageData | str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)


class PourData(Struct):
    """Colour that runs from a corner past somebody's pieces."""

    distances: str
    owner: int


class FindingData(Struct, omit_defaults=True):
    """A sentence of Why, and what shows it."""

    key: str
    title: str
    text: str
    lit: list[int] = field(default_factory=list)
    about: list[int] = field(default_factory=list)
    layers: Layers = field(default_factory=no_layers)
    pour: PourData | None = None
    alone: bool = False


class NodeData(Struct, rename="camel"):
    """A position of an item, and what is said of it."""

    id: int
    parent: int
    children: list[int]
    game: int
    position: str
    move: str
    label: str
    by: int
    to_move: int
    outcome: str
    comment: str
    owners: str
    pieces: Layers
    marks: Layers
    view: View
    last: int
    moves: StageData
    why: list[FindingData]
    ways: list[tuple[int, int]]
    about: list[int] | UnsetType = UNSET
    words: str | UnsetType = UNSET
    described: str | UnsetType = UNSET
    plies: str | UnsetType = UNSET
    like: int | UnsetType = UNSET
    sheets: list[int] | UnsetType = UNSET


class CellData(Struct, array_like=True):
    """A place on a player's board, as `SheetCell`; `owner` -1: the owner of the board."""

    shape: str
    printed: str
    value: str
    owner: int
    words: str


class SectionData(Struct, array_like=True):
    """Cells that belong together, as `SheetSection`."""

    title: str
    rows: list[list[CellData]]


class SheetData(Struct):
    """A player's board, as `PlayerSheet`; `owner` -1: it lies there for all."""

    owner: int
    title: str
    notes: list[str]
    sections: list[int]


class ChangeData(Struct, omit_defaults=True):
    """What a move of a try made of the board: sites with what stands there now, in turn."""

    sites: list[int]
    last: int = -1
    pieces: Layers | UnsetType = UNSET
    sheets: list[int] | UnsetType = UNSET


class VerdictData(Struct, omit_defaults=True):
    """What a try at a task or a puzzle comes to."""

    right: bool
    text: str
    reply: list[str] = field(default_factory=list)
    node: int = -1
    shows: FindingData | UnsetType = UNSET
    changes: list[ChangeData] = field(default_factory=list)
    answered: str = ""


Verdicts = dict[int, dict[str, VerdictData]]
"""Node -> move -> what it comes to."""


class _Titled(Struct, kw_only=True):
    title: str
    author: str
    nodes: list[NodeData]


class Bookmark(Struct):
    """A View that the author kept under a name."""

    name: str
    view: View


class GameItem(_Titled, kw_only=True):
    """A game, or a position alone."""

    kind: Literal["game"] = "game"
    bookmarks: list[Bookmark] = field(default_factory=list)


class PuzzleItem(_Titled, kw_only=True):
    """A puzzle with the verdict on every first move, and on all that may follow a right one.

    `marked` are the sites that each of the hints speaks of.
    """

    kind: Literal["puzzle"] = "puzzle"
    task: str
    side: int
    grade: str
    verdicts: Verdicts
    hints: list[str]
    marked: list[list[int]]
    solution: list[str]


class MovesTask(Struct, kw_only=True):
    """A task that is met by a move."""

    kind: Literal["moves"] = "moves"
    verdicts: Verdicts
    otherwise: str
    hint: str
    shown: list[str]


class ChoiceOption(Struct):
    """An answer to choose; `node` is the position that belongs to it, -1 for none."""

    text: str
    right: bool
    said: str
    node: int = -1
    shows: FindingData | UnsetType = UNSET


class ChoiceTask(Struct, kw_only=True):
    """A task that is met by choosing an answer."""

    kind: Literal["choice"] = "choice"
    options: list[ChoiceOption]
    hint: str


class PointsTask(Struct, kw_only=True, rename="camel"):
    """A task that is met by touching a site."""

    kind: Literal["points"] = "points"
    right: list[int]
    said: str
    wrong: str
    hint: str
    answers: dict[int, str] = field(default_factory=dict)
    shows: FindingData | UnsetType = UNSET
    shows_wrong: FindingData | UnsetType = UNSET


class StepData(Struct):
    """A step of a lesson."""

    title: str
    text: str
    node: int
    task: MovesTask | ChoiceTask | PointsTask | None
    way: list[int] = field(default_factory=list)
    shows: FindingData | UnsetType = UNSET


class LessonItem(_Titled, kw_only=True):
    """A lesson."""

    kind: Literal["lesson"] = "lesson"
    course: str
    steps: list[StepData]


Item = GameItem | PuzzleItem | LessonItem


class Start(Struct):
    """Where a page opens."""

    item: int
    node: int


class PageData(Struct):
    """All that a page holds."""

    title: str
    credits: list[str]
    palettes: dict[str, dict[str, str | float]]
    boards: list[BoardData]
    games: list[GameData]
    items: list[Item]
    layers: list[LayerData]
    sheets: list[SheetData]
    sections: list[SectionData]
    start: Start
    format: str = FORMAT


# Boards and games of a page: each once, whatever is played there.

T = TypeVar("T")


class PageCatalog:
    """Boards, games and layers by the numbers that items name them by, and what draws them."""

    def __init__(self) -> None:
        self.boards: list[BoardData] = []
        self.games: list[GameData] = []
        self.credits: list[str] = []
        self.layers: list[LayerData] = []
        self.sheets: list[SheetData] = []
        self.sections: list[SectionData] = []
        self.drawing = LayerReader()
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
        picture, pieces = base_picture(position), position.pieces
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

    def keep(self, drawn: Mapping[str, Sequence[LayerData]]) -> Layers:
        """Return layers by their numbers: most are those of another position, too."""
        return {
            name: [self._kept(layer, self.layers) for layer in layers]
            for name, layers in drawn.items()
        }

    def _kept(self, one: T, among: list[T]) -> int:
        """Return the number of something that is kept once."""
        number = self._known.setdefault(msgspec.json.encode(one), len(among))
        if number == len(among):
            among.append(one)
        return number

    def boards_of_players(self, position: Position) -> list[int] | UnsetType:
        """Return the boards of the players by their numbers, as they stand at a position."""
        numbers = [self._sheet(one, position.game.players) for one in position.sheets]
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
            found.piece = self.drawing.one_a_site(base_picture(position))
        return found

    def _board(self, position: Position) -> int:
        board = position.game.board
        for number, known in enumerate(self._boards):
            if known is board:
                return number
        self._boards.append(board)
        level, home = board.layers.get("level"), home_camera(board)
        lattice = dimpled(board)
        near = [board.neighbours(site).tolist() for site in range(len(board))]
        rims = [describe.rim(board, site) for site in range(len(board))]
        self.boards.append(
            BoardData(
                names=list(board.names),
                centres=packed(board.centres),
                levels=None if level is None else packed(level, "i2"),
                neighbours=packed(board.neighbour_table, "i2") if lattice else None,
                touching=None if lattice else near,
                ground=board.ground,
                planes=[_plane(family) for family in board.planes.values()],
                layers=[
                    PeelLayer(name, packed(values, "i2"))
                    for name, values in board.layers.items()
                    if name != "level"
                ],
                base=self.keep(self.drawing.base(base_picture(position))),
                outline=outline(board),
                home=Home(home.azimuth, home.elevation),
                rims=rims if board.rim else UNSET,
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
