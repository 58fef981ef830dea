"""What the scene draws, as the data that a page draws it from (`LayerData` in `web/src/format.ts`).

The scene is drawn without a window: only the rows of its layers are asked for. Balls and points are
left out, for the page draws those itself, cut, peeled and coloured as its reader likes.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from msgspec import UNSET, Struct, UnsetType

from model.boards.board import Board
from model.contract.game import Pieces
from model.records.view import Camera, View
from viewer.picture.compose.first_look import home_camera
from viewer.picture.compose.ground import dimpled, is_map
from viewer.picture.compose.map_labels import SIGN, SIGNS
from viewer.picture.palette import DARK, DARK_PRESENTATION, PRESENTATION, STANDARD, Palette
from viewer.picture.picture import Picture
from viewer.scene import camera
from viewer.scene.props.impostors import Recipe
from viewer.scene.stage import Stage
from viewer.scene.vtk import vtkRenderer
from viewer.visuals.overlay_types import Overlay, Sheet

PALETTES: Mapping[str, Palette] = MappingProxyType(
    {
        "light": STANDARD,
        "dark": DARK,
        "light-strong": PRESENTATION,
        "dark-strong": DARK_PRESENTATION,
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


class LayerReader:
    """Reads the layers of pictures off a scene that nobody sees.

    Each of its answers holds a list of layers for every palette of `PALETTES`. The view of a
    picture plays no part: the page has its own.
    """

    def __init__(self) -> None:
        self._stage = Stage(vtkRenderer())

    def base(self, picture: Picture) -> dict[str, list[LayerData]]:
        """Return what the board of a picture always shows: its ground and letters."""
        return {name: self._base(_bare(picture, name)) for name in PALETTES}

    def _base(self, picture: Picture) -> list[LayerData]:
        layers = []
        for recipe in self._recipes(picture):
            if not recipe.rows or _is_plate(recipe, picture.board):
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
            found[name] = [_layer(*one) for one in self._more(bare, full)]
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
        more = self._more(bare, replace(bare, pieces=pieces))
        return [_layer(*one) for one in more if len(one[1]) == n]

    def close(self) -> None:
        """Let go of the scene; the object is not used afterwards."""
        self._stage.close()

    def _more(
        self, before: Picture, after: Picture
    ) -> list[tuple[Recipe, tuple[tuple[object, ...], ...]]]:
        """What is drawn of `after` and not of `before`."""
        return self._beyond(self._known(before), after)

    def _known(self, picture: Picture) -> list[set[tuple[object, ...]]]:
        """The rows of every layer of a picture."""
        board = picture.board
        return [
            set() if _is_plate(recipe, board) else set(recipe.rows)
            for recipe in self._recipes(picture)
        ]

    def _beyond(
        self, old: Sequence[set[tuple[object, ...]]], after: Picture
    ) -> list[tuple[Recipe, tuple[tuple[object, ...], ...]]]:
        """What is drawn of a picture besides rows that are known."""
        balls, found = dimpled(after.board), []
        for recipe, known in zip(self._recipes(after), old, strict=True):
            rows = tuple(row for row in recipe.rows if row not in known)
            # Shadows of balls go where these go: the page has them.
            if rows and not (balls and recipe.finely is not None):
                found.append((recipe, rows))
        return found

    def _recipes(self, picture: Picture) -> list[Recipe]:
        self._stage.draw(picture)
        recipes = self._stage.recipes
        # The sky is the palette's.
        return [recipe for recipe in recipes if recipe.shader != "sky"]


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
            layer.signs = {text: _polygons(text.removeprefix(SIGN)) for text in signs}
    return layer


def _polygons(sign: str) -> list[list[float]]:
    """The polygons of a sign, x and y in turn."""
    return [[round(value, 2) for point in one for value in point] for one in SIGNS[sign]]
