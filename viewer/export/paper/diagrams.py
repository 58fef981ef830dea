"""Diagrams of a printed document: the scene as a picture, and the level maps as vectors."""

import base64
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt
from PIL import Image as Photo

from model.contract.game import Position
from model.records.view import Mark, View
from viewer.analysis.picture_findings import unanswered_picture, whole_picture
from viewer.export.items import ExportError
from viewer.export.paper.blocks import Figure, Image, Key, described
from viewer.export.paper.pdf_file import plain_letters
from viewer.export.pictures.svg import level_maps_svg, svg_text
from viewer.picture.compose.composer import ShowError, base_picture
from viewer.picture.flat.drawing import Drawing
from viewer.picture.flat.inks import Ink, PlayerInk, inks_of, lightness
from viewer.picture.palette import STANDARD
from viewer.picture.picture import Picture
from viewer.picture.visibility.visible import is_flat
from viewer.scene.offscreen import Offscreen, RenderError
from viewer.visuals.side_colours import SideColour

# The scene without colours: some players' pieces are hatched, as on the level maps.

KEY = "#00FF00"
"""A colour no piece has: it finds the pixels of one player's pieces."""
STEP, LINE = 7.0, 0.30
"""Pixels between two lines of hatching, and the part of that which is line."""
INKED = 0.45
"""What is left of the light under a line."""
APART = 96
"""By how much a pixel differs in the key colour where all of it is a piece's."""


def hatched(place: Offscreen, picture: Picture) -> npt.NDArray[np.uint8]:
    """Draw a picture without colours, (height, width) uint8, as `inks_of` has its players.

    Which pixels are a player's is seen by drawing its pieces in another colour.
    """
    inks = inks_of(picture, "grey").players
    sides: list[SideColour | None] = [
        SideColour(inks[k].fill, banded=bool(inks[k].band)) for k in range(len(picture.players))
    ]
    view = msgspec.structs.replace(picture.view, colour="player")
    picture = replace(picture, sides=tuple(sides), view=view)
    drawn = place.image(picture).astype(np.float32)
    light = drawn @ np.array([0.30, 0.59, 0.11], np.float32)
    rows, columns = np.indices(light.shape, np.float32)
    for owner, ink in enumerate(inks[:-1]):
        if not ink.turns or not np.any(picture.pieces.owner == owner):
            continue
        keyed = [*sides]
        keyed[owner] = SideColour(KEY, banded=bool(ink.band))
        seen = place.image(replace(picture, sides=tuple(keyed))).astype(np.float32)
        share = np.clip(np.abs(seen - drawn).max(axis=2) / APART, 0, 1)
        for turn in ink.turns:
            way = np.deg2rad(turn)
            across = rows * np.cos(way) - columns * np.sin(way)
            line = np.abs((across / STEP) % 1 - 0.5) < LINE / 2
            light *= 1 - share * line * (1 - INKED)
    return np.clip(light, 0, 255).astype(np.uint8)


Shown = Literal["both", "scene", "maps"]
DPI = 240
"""Pixels an inch of the pictures of the scene, before the white around them is cut off."""
LARGER = 1.35
"""How much larger they become then, at most: about 180 pixels an inch are left."""
MAPS_LARGER = 1.5
"""How much larger maps become that leave room, at most."""
RIM = 6
"""Pixels of white that are left."""
OVERSAMPLING = 2
MM = 25.4 / 72
"""Millimetres of a point."""
SCENE = 0.55
"""Of the height of a diagram, for the scene over maps."""
GAP = 5.0
"""Millimetres between two pictures of a diagram."""
WHITE = replace(STANDARD, name="paper", below="#FFFFFF", above="#FFFFFF", dot_alpha=0.75)
"""The scene's colours on paper: nothing behind them."""
MANY, HIGHER = 130, 2.2
"""Points of a board whose maps need the whole width, and how much higher its diagrams are."""
PIECE = (12.0, 12.0)
"""Width and height of a piece that stands in a line of text, in points."""
ON_MAPS = "Maps: north is up. Pale: on the level below. Small dots: on the level above."
SOME, SHARES = 50, (0.5, 0.4)
"""Points of a board whose maps need more of the width, and what the scene has without and with."""
LEVELS = "The same position, level by level."
Drawn = tuple[str, tuple[float, float]]
"""An SVG file, and how wide and high it is in millimetres."""
_SIZE = re.compile(r'width="([\d.]+)pt" height="([\d.]+)pt"')


class Diagrams:
    """Draws diagrams and keeps them as files; a picture that comes twice is one file.

    Parameters
    ----------
    ink
        "colour", or "grey": players differ by lightness and hatching.
    shown
        The scene, the level maps, or both.

    Attributes
    ----------
    files
        What was drawn, by file name.
    """

    def __init__(self, ink: Ink, shown: Shown) -> None:
        self._ink, self._shown = ink, shown
        self.files: dict[str, str] = {}
        self._images: dict[object, Image] = {}
        self._places: dict[tuple[int, int], Offscreen] = {}

    def figure(
        self,
        position: Position,
        view: View,
        size: tuple[float, float],
        *,
        marks: Sequence[Mark] = (),
        caption: str = "",
        pour: str = "",
        answered: bool = True,
        stacked: bool | None = None,
        shown: Shown | None = None,
        keep: bool = False,
    ) -> Figure:
        """Return the diagram of a position.

        Parameters
        ----------
        position
            As whoever reads it may know it.
        view, marks
            How it is looked at, and a teacher's signs on it.
        size
            Width and height of the whole diagram in millimetres, at most.
        pour
            What pours, as in `model.records.lesson.Step.pour`.
        answered
            With what holds a pour back, or the way it takes, and how the game ended: that may be
            what is asked.
        stacked
            The scene lies over the maps, or beside them. None: over them where a board has so many
            points that its maps need the width; the diagram is higher then.
        shown
            What it shows; None: what all diagrams of the document show.
        keep
            It stays on the page of what follows.

        Raises
        ------
        ExportError
            Nothing can be drawn on this computer.
        """
        shown = shown or self._shown
        if stacked is None:
            stacked = shown == "both" and len(position.game.board) > MANY
            size = (size[0], size[1] * (HIGHER if stacked else 1.0))
        # Of marks, too, no letter goes to the page that cannot be printed.
        marks = [msgspec.structs.replace(one, text=plain_letters(one.text)) for one in marks]
        picture = _picture(position, view, tuple(marks), pour, answered)
        words, share = described(position, answered), SHARES[len(position.game.board) > SOME]
        rooms = rooms_of(size, stacked, share) if shown == "both" else (size, size)
        key, images = (str(position), view, tuple(marks), pour, answered), []
        if shown != "maps":
            images.append(self._kept(key, rooms[0], words, lambda: self._scene(picture, rooms[0])))
        if shown != "scene":
            words = LEVELS if images else words
            images.append(
                self._kept((*key, "maps"), rooms[1], words, lambda: self._maps(picture, rooms[1]))
            )
        return Figure(tuple(images), caption, stacked, keep)

    def key(self, position: Position) -> Key:
        """Return how the pieces of the players look on maps."""
        inks = inks_of(base_picture(position), self._ink)
        entries = []
        for player, ink in zip(position.game.players, inks.players, strict=False):
            piece = Drawing(*PIECE)
            piece.disc((6.0, 6.0), 5.2, ink.ball(12.0), ink.rim, 0.6)
            if ink.band:
                piece.line((2.6, 6.0), (9.4, 6.0), stroke=ink.band, stroke_width=1.3)
            name = f"key-{len(self.files)}.svg"
            self.files[name] = svg_text(piece)
            side = PIECE[0] * MM
            entries.append((Image(name, _look(ink), side, side), player.capitalize()))
        board = position.game.board
        levels = "level" in board.layers and not is_flat(board)
        return Key(tuple(entries), ON_MAPS if levels and self._shown != "scene" else "")

    def close(self) -> None:
        """Let go of the windows that were drawn in."""
        for place in self._places.values():
            place.close()
        self._places.clear()

    def _kept(
        self, key: object, room: tuple[float, float], words: str, draw: Callable[[], Drawn]
    ) -> Image:
        """An image, which is drawn where it is not there yet."""
        if (key, room) not in self._images:
            data, size = draw()
            name = f"{len(self._images) + 1}.svg"
            self.files[name] = data
            self._images[key, room] = Image(name, words, *size)
        return self._images[key, room]

    def _maps(self, picture: Picture, room: tuple[float, float]) -> Drawn:
        drawn = level_maps_svg(picture, ink=self._ink, width=room[0] / MM, height=room[1] / MM)
        found = _SIZE.search(drawn)
        assert found is not None
        wide, high = float(found[1]) * MM, float(found[2]) * MM
        larger = min(room[0] / wide, room[1] / high, MAPS_LARGER)
        return drawn, (wide * larger, high * larger)

    def _scene(self, picture: Picture, room: tuple[float, float]) -> Drawn:
        width, height = (round(side * DPI / 25.4) for side in room)
        picture = replace(picture, palette=WHITE)
        try:
            place = self._place((width, height))
            image = hatched(place, picture) if self._ink == "grey" else place.image(picture)
        except RenderError as error:
            raise ExportError(str(error)) from error
        image = _trimmed(image)
        across, down = (side / DPI * 25.4 for side in (image.shape[1], image.shape[0]))
        larger = min(room[0] / across, room[1] / down, LARGER)
        return _wrapped(image), (across * larger, down * larger)

    def _place(self, size: tuple[int, int]) -> Offscreen:
        if size not in self._places:
            self._places[size] = Offscreen(size, OVERSAMPLING, fine=True)
        return self._places[size]


def rooms_of(
    size: tuple[float, float], stacked: bool, share: float = 0.5
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the room of the scene and that of the maps of a diagram, in millimetres.

    Parameters
    ----------
    share
        Of the width, for the scene beside its maps.
    """
    if stacked:
        share = (size[1] - GAP) * SCENE
        return (size[0], share), (size[0], size[1] - GAP - share)
    wide = share * (size[0] - GAP)
    return (wide, size[1]), (size[0] - GAP - wide, size[1])


def _look(ink: PlayerInk) -> str:
    """A piece in words, for those who cannot see it."""
    ground = "light" if lightness(ink.fill) > 0.5 else "dark"
    return f"{'hatched' if ink.turns else ground}{', with a band' if ink.band else ''}"


def _picture(
    position: Position, view: View, marks: tuple[Mark, ...], pour: str, answered: bool
) -> Picture:
    show = (f"pour={pour}",) if pour else ()
    try:
        if answered:
            return whole_picture(position, view, show, marks)
        return unanswered_picture(position, view, marks, pour)
    except ShowError:  # what the View would lay over it means nothing here
        return whole_picture(position, View(camera=view.camera), (), marks)


def _trimmed(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return a picture without the white around it, but for a narrow rim."""
    dark = image.min(axis=2) < 250 if image.ndim == 3 else image < 250
    rows, columns = (np.flatnonzero(dark.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return image
    top, left = max(0, rows[0] - RIM), max(0, columns[0] - RIM)
    return image[top : rows[-1] + RIM, left : columns[-1] + RIM]


def _wrapped(image: npt.NDArray[np.uint8]) -> str:
    """Return a picture as an SVG file with a JPEG file in it.

    Typst takes files from memory only as text; it puts the JPEG file into the PDF as it is.
    """
    data = io.BytesIO()
    Photo.fromarray(image).save(data, "JPEG", quality=90, subsampling=0)
    size = f'width="{image.shape[1]}" height="{image.shape[0]}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}><image {size} '
        f'href="data:image/jpeg;base64,{base64.b64encode(data.getvalue()).decode()}"/></svg>'
    )
