"""What a page holds, as values: the same as in `web/src/format.ts`, which says what each means."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from model.records.view import View
from viewer.export.page.drawn import PALETTES, Layer

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
    ground: str
    planes: list[Plane]
    layers: list[PeelLayer]
    base: Layers
    outline: str
    home: Home


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
    piece: list[Layer] = field(default_factory=list)


class Stage(Struct, omit_defaults=True):
    """What may come next in a move that is made step by step, and what it is so far."""

    says: str = ""
    move: str = ""
    next: dict[str, Stage | str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)


class PourData(Struct):
    """Colour that runs from a corner past somebody's pieces."""

    distances: str
    owner: int


class Finding(Struct, omit_defaults=True):
    """A sentence of Why, and what shows it."""

    key: str
    title: str
    text: str
    lit: list[int] = field(default_factory=list)
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
    moves: Stage
    why: list[Finding]
    ways: list[tuple[int, int]]
    words: str | UnsetType = UNSET
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


class Change(Struct, omit_defaults=True):
    """What a move of a try made of the board: sites with what stands there now, in turn."""

    sites: list[int]
    last: int = -1
    pieces: Layers | UnsetType = UNSET
    sheets: list[int] | UnsetType = UNSET


class Verdict(Struct, omit_defaults=True):
    """What a try at a task or a puzzle comes to."""

    right: bool
    text: str
    reply: list[str] = field(default_factory=list)
    node: int = -1
    shows: Finding | UnsetType = UNSET
    changes: list[Change] = field(default_factory=list)


Verdicts = dict[int, dict[str, Verdict]]
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
    shows: Finding | UnsetType = UNSET


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
    shows: Finding | UnsetType = UNSET
    shows_wrong: Finding | UnsetType = UNSET


class StepData(Struct):
    """A step of a lesson."""

    title: str
    text: str
    node: int
    task: MovesTask | ChoiceTask | PointsTask | None
    way: list[int] = field(default_factory=list)
    shows: Finding | UnsetType = UNSET


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
    layers: list[Layer]
    sheets: list[SheetData]
    sections: list[SectionData]
    start: Start
    format: str = FORMAT
