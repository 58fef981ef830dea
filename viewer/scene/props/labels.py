"""Labels of the board: file letters, ranks and the names of walls.

Texts are drawn from a texture that has every text of a set once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, inf, radians
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.boards.lattice import file_letters
from model.records.view import Camera
from viewer.picture.compose import ground
from viewer.picture.compose.map_labels import SIGN, mask_of
from viewer.picture.palette import RGB, rgb
from viewer.picture.picture import Picture
from viewer.scene import vtk
from viewer.scene.props.impostors import DynamicLayer, SceneLayers
from viewer.scene.props.primitives import FlatMark, Point
from viewer.visuals.fonts import dejavu

FONT_SIZE = 56
LAST_LATIN = "\u024f"
FONT_FILE = 4
"""VTK_FONT_FILE of vtkTextProperty.h, which Python does not have."""
GAP = 4
WIDTH = 2048
MOST = 8192
"""Pixels a texture may be wide and high on every card; a text that finds no room stays blank."""


@dataclass(frozen=True, eq=False)
class Atlas:
    """Texts in one texture.

    Attributes
    ----------
    texture
        Its red channel is how much ink there is.
    boxes
        Text -> (left, bottom, right, top) in texture coordinates.
    aspects
        Text -> width over height of its box; all boxes are equally high.
    """

    texture: vtk.vtkTexture
    boxes: dict[str, tuple[float, float, float, float]]
    aspects: dict[str, float]


@lru_cache(maxsize=512)
def _ink(text: str, bold: bool) -> npt.NDArray[np.uint8]:
    """How `text` covers its pixels, (height, width) uint8, bottom row first."""
    if text.startswith(SIGN):
        return mask_of(text.removeprefix(SIGN), FONT_SIZE)
    alpha, _ = _rendered(text, FONT_SIZE, bold=bold)
    rows, columns = np.flatnonzero(alpha.any(axis=1)), np.flatnonzero(alpha.any(axis=0))
    if not len(rows):
        return np.zeros((1, 1), np.uint8)
    right = min(columns[-1] + 1, columns[0] + MOST - 2 * GAP)
    return np.array(alpha[rows[0] : rows[-1] + 1, columns[0] : right])


def line_of_text(text: str, letters: int) -> npt.NDArray[np.uint8]:
    """Return how a text covers its pixels, (height, width) uint8, bottom row first.

    Parameters
    ----------
    letters
        Size of the letters in pixels. All texts of a size are equally high and stand on one line.
    """
    pixels, (width, height) = _rendered(text, letters, bold=False)
    return np.array(pixels[:height, :width])


def _rendered(text: str, letters: int, *, bold: bool) -> tuple[npt.NDArray[np.uint8], list[int]]:
    """How `text` covers its pixels, bottom row first, and the width and height that it needs."""
    words = " ".join(text.split())
    if not words:
        return np.zeros((letters, 1), np.uint8), [1, letters]
    style = vtk.vtkTextProperty()
    style.SetFontFamilyToArial()
    # VTK's own fonts leave these letters out.
    if any(one.isalpha() and one > LAST_LATIN for one in words) and (file := dejavu()):
        style.SetFontFamily(FONT_FILE)
        style.SetFontFile(str(file))
    style.SetFontSize(letters)
    style.SetBold(bold)
    style.SetColor(1.0, 1.0, 1.0)
    image, size = vtk.vtkImageData(), [0, 0]
    vtk.vtkTextRenderer.GetInstance().RenderString(style, words, image, size, 72)
    width, height, _ = image.GetDimensions()
    pixels = vtk.from_vtk(image.GetPointData().GetScalars()).reshape(height, width, -1)
    return pixels[..., -1], size


@lru_cache(maxsize=16)
def atlas(texts: tuple[str, ...], bold: bool = True) -> Atlas:
    """Return a texture that holds each of `texts` once; letters share a base line only in words."""
    inks, room = {}, MOST * MOST
    for text in dict.fromkeys(texts):
        if room <= 0:  # there may be thousands more, and none of them is seen
            break
        inks[text] = _ink(text, bold)
        room -= (inks[text].shape[1] + 2 * GAP) * (FONT_SIZE + 2 * GAP)
    line = max(FONT_SIZE, *(ink.shape[0] for ink in inks.values())) + GAP
    width = max(WIDTH, *(ink.shape[1] + 2 * GAP for ink in inks.values()))
    places, x, y = {}, GAP, GAP
    for text, ink in inks.items():
        if x + ink.shape[1] + GAP > width:
            x, y = GAP, y + line + GAP
        if y + line + GAP > MOST:
            break
        places[text] = (x, y)
        x += ink.shape[1] + 2 * GAP
    height = max(y for _, y in places.values()) + line + GAP
    sheet = np.zeros((height, width), np.uint8)
    boxes = dict.fromkeys(texts, (0.0, 0.0, 1 / width, 1 / height))  # blank, at the rim
    aspects = dict.fromkeys(texts, 1.0)
    for text, (x, y) in places.items():
        ink = inks[text]
        drop = (line - ink.shape[0]) // 2
        sheet[y + drop : y + drop + ink.shape[0], x : x + ink.shape[1]] = ink
        left, right = x - 1, x + ink.shape[1] + 1
        boxes[text] = (left / width, y / height, right / width, (y + line) / height)
        aspects[text] = (right - left) / line
    return Atlas(_texture(sheet), boxes, aspects)


def _texture(sheet: npt.NDArray[np.uint8]) -> vtk.vtkTexture:
    image = vtk.vtkImageData()
    image.SetDimensions(sheet.shape[1], sheet.shape[0], 1)
    image.GetPointData().SetScalars(vtk.to_vtk(np.repeat(sheet.reshape(-1, 1), 3, 1)))
    texture = vtk.vtkTexture()
    texture.SetInputData(image)
    texture.InterpolateOn()
    texture.MipmapOn()
    texture.SetColorModeToDirectScalars()
    return texture


MANY = 12
"""Above so many rows only every fifth is lettered."""
LETTER = 0.40
"""How high the name of a corner is."""
CELL_DOWN, CELL_HIGH, CELL_WIDE = 0.265, 0.18, 0.46
"""How far below its middle the name of a cell is, how high, and how wide at most."""
WALL_WORDS = ("SOUTH", "EAST", "NORTH", "WEST")


class Labels:
    """Labels lie on the slab and around its sides."""

    def __init__(self, scene: SceneLayers) -> None:
        self._glyphs = DynamicLayer(scene, "mark", FlatMark, "GLYPH")
        self._board: Board | None = None
        self._key: object = None
        self._texts: tuple[str, ...] = ()

    def draw(self, picture: Picture) -> None:
        """Show the labels of `picture`, or none."""
        view, board = picture.view, picture.board
        # The spaces of a map say what they are called, and it has no walls.
        if not (view.labels and view.board) or ground.is_map(board):
            self._glyphs.show()
            return
        if board is not self._board:
            self._board = board
            self._texts = _texts(board)
        held = atlas(self._texts)
        show_texture(self._glyphs, held)
        ink = rgb(picture.palette.ink)
        turned = is_turned(view.camera)
        rim = _lying_names(names_on(board), held, ink, turned=turned)
        # Cells are of sand in the dark, too.
        sand = rgb(picture.palette.dark_stone)
        cells = _lying_names(cell_names(board), held, sand, turned=turned)
        self._glyphs.show(rim + cells + _walls(board, held, ink))


def is_turned(camera: Camera) -> bool:
    """Say whether the board is seen from the north, so that letters must stand for that side."""
    return cos(radians(camera.azimuth)) < -1e-6


def show_texture(layer: DynamicLayer, held: Atlas) -> None:
    """Let a layer of glyphs read an atlas."""
    look = layer.actor.GetProperty()
    worn = look.GetTexture("atlas")
    if worn is held.texture:
        return
    layer.texts = {box: text for text, box in held.boxes.items()}
    if worn is not None:
        layer.release(worn)  # else the window is left with what nobody frees
        look.RemoveTexture("atlas")
    look.SetTexture("atlas", held.texture)


class FacingTexts(DynamicLayer):
    """Texts turned to the eye, seen through what covers them."""

    def __init__(self, scene: SceneLayers, *, depth: bool = False) -> None:
        super().__init__(scene, "mark", FlatMark, "GLYPH", "THROUGH", depth=depth)
        self._written: list[tuple[str, Point, float, RGB, float, float, float]] = []

    def write(
        self,
        text: str,
        point: Point,
        height: float,
        ink: RGB,
        *,
        lift: float = 0.0,
        nearer: float = 0.0,
        widest: float = inf,
    ) -> None:
        """Have a text drawn at the next `show`, no wider than `widest` of its height."""
        self._written.append((text, point, height, ink, lift, nearer, widest))

    def show(self, rows: Iterable[NamedTuple] = ()) -> None:
        """Draw the texts that were written, and no others."""
        written, self._written = self._written, []
        if written:
            held = atlas(tuple(sorted({text for text, *_ in written})))
            show_texture(self, held)
            for text, point, height, ink, lift, nearer, widest in written:
                size = height * min(1.0, widest / held.aspects[text])
                tint = (*ink, 1.0)
                self.add(facing(held, text, point, size, tint, lift=lift, nearer=nearer))
        super().show(rows)


def lying(
    held: Atlas,
    text: str,
    middle: tuple[float, float, float],
    height: float,
    ink: tuple[float, float, float, float],
    *,
    right: tuple[float, float, float],
    up: tuple[float, float, float],
    width: float | None = None,
) -> FlatMark:
    """Return `text` lying in the plane of two unit vectors, no wider than `width`."""
    half = height / 2
    if width is not None:
        half = min(half, width / 2 / held.aspects[text])
    wide = half * held.aspects[text]
    across = (wide * right[0], wide * right[1], wide * right[2], 0.0)
    upward = (half * up[0], half * up[1], half * up[2], 0.0)
    return FlatMark(middle, 0.0, across, upward, ink, held.boxes[text])


def facing(
    held: Atlas,
    text: str,
    point: tuple[float, float, float],
    height: float,
    ink: tuple[float, float, float, float],
    *,
    lift: float = 0.0,
    nearer: float = 0.0,
) -> FlatMark:
    """Return `text` turned to the eye, moved `nearer` to it."""
    half = height / 2
    across, upward = (half * held.aspects[text], 0.0, 0.0, 1.0), (half, 0.0, 0.0, nearer)
    return FlatMark(point, lift, across, upward, ink, held.boxes[text])


def _rows(board: Board, layer: str) -> list[tuple[int, float]]:
    """(number on the doubled grid, coordinate) of the files or ranks that get a label, in order."""
    if layer not in board.layers:
        return []
    axis = ("file", "rank").index(layer)
    numbers, first = np.unique(board.layers[layer], return_index=True)
    count = (len(numbers) + 1) // 2
    keep = 1 if count <= MANY else 5
    rows = []
    for k, number in enumerate(numbers):
        if count > MANY and (k % 2 or (k // 2) % keep):
            continue
        rows.append((int(number), float(board.centres[first[k], axis])))
    return rows


def _texts(board: Board) -> tuple[str, ...]:
    texts = [word for word in WALL_WORDS if word.lower() in board.layers]
    texts += [*board.corners, *board.names] if ground.in_cells(board) else ()
    texts += [file_letters(number) for number, _ in _rows(board, "file")]
    texts += [str(number) for number, _ in _rows(board, "rank")]
    return tuple(dict.fromkeys(texts))


@dataclass(frozen=True)
class Name:
    """A name on the slab: its middle, how high and wide it may be, and whether it stands out."""

    text: str
    place: tuple[float, float, float]
    high: float
    widest: float | None = None
    strong: bool = True


def cell_names(board: Board) -> list[Name]:
    """Return the names of cells; each lies in its cell, below the dot of an empty one.

    A stone lies over it: the name of a cell is asked where something may come.
    """
    if not ground.in_cells(board):
        return []
    feet = (ground.surface(board) + 0.012).tolist()
    places = zip(board.names, board.centres.tolist(), feet, strict=True)
    return [
        Name(name, (x, y - CELL_DOWN, z), CELL_HIGH, CELL_WIDE) for name, (x, y, _), z in places
    ]


def names_on(board: Board) -> list[Name]:
    """Return the names of files, ranks and corners where they lie on the slab.

    File letters lie along the south and the north rim, ranks along the west and the east; of a
    board in cells the corners have names, outside of them between the bands and the rim.
    """
    if ground.is_map(board):  # its spaces say what they are called
        return []
    west, east, south, north = ground.bounds(board)
    m = ground.margin(board)
    reach, z = (m - 0.62) / 2 + 0.03, ground.top(board) + 0.008
    room = 0.62 if len(board.centres) < 1000 else 2.5
    names: list[Name] = []

    def name(number: int, text: str, x: float, y: float) -> Name:
        # Letters of the base level stand out; those between belong to the levels above.
        strong = number % 2 == 1 or not ground.dimpled(board)
        return Name(text, (x, y, z), (m - 0.62) * (0.92 if strong else 0.66), room, strong)

    for number, at in _rows(board, "file"):
        names += [name(number, file_letters(number), at, y) for y in (south + reach, north - reach)]
    for number, at in _rows(board, "rank"):
        names += [name(number, str(number), x, at) for x in (west + reach, east - reach)]
    if ground.in_cells(board):
        shapes = ground.cell_shapes(board)
        for text, site in board.corners.items():
            place = (*shapes.beside(board.centres[site, :2]), z)
            names.append(Name(text, place, shapes.scale * LETTER))
    return names


def _lying_names(names: list[Name], held: Atlas, ink: RGB, *, turned: bool) -> list[FlatMark]:
    """Names upright for a reader in the south, or where `turned` in the north."""
    way = -1.0 if turned else 1.0
    return [
        lying(
            held,
            one.text,
            one.place,
            one.high,
            (*ink, 0.95 if one.strong else 0.45),
            right=(way, 0.0, 0.0),
            up=(0.0, way, 0.0),
            width=one.widest,
        )
        for one in names
    ]


def _walls(board: Board, held: Atlas, ink: RGB) -> list[FlatMark]:
    """The names of the four walls on the sides of the slab."""
    west, east, south, north = ground.bounds(board)
    deep = ground.thickness(board)
    z, size = ground.top(board) - 0.06 - (deep - 0.06) / 2, deep * 0.72
    x, y, out = (west + east) / 2, (south + north) / 2, 0.006
    places = (
        ((x, south - out, z), (1.0, 0.0, 0.0)),
        ((east + out, y, z), (0.0, 1.0, 0.0)),
        ((x, north + out, z), (-1.0, 0.0, 0.0)),
        ((west - out, y, z), (0.0, -1.0, 0.0)),
    )
    tint = (*ink, 0.85)
    return [
        lying(held, word, place, size, tint, right=right, up=(0.0, 0.0, 1.0))
        for word, (place, right) in zip(WALL_WORDS, places, strict=True)
        if word.lower() in board.layers
    ]
