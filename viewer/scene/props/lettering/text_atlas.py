"""Short texts as a texture: every text of a set once, in one picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt
import vtkmodules.vtkRenderingFreeType  # noqa: F401  (VTK draws text only once it is there)
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkRenderingCore import vtkTextProperty, vtkTextRenderer, vtkTexture

from viewer.picture.compose.insignia import mask_of
from viewer.picture.compose.map_labels import SIGN
from viewer.scene.vtk_arrays import pixels_of, to_vtk

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

    texture: vtkTexture
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
    style = vtkTextProperty()
    style.SetFontFamilyToArial()
    if any(letter.isalpha() and letter > LAST_LATIN for letter in words) and _other_font():
        style.SetFontFamily(FONT_FILE)
        style.SetFontFile(_other_font())
    style.SetFontSize(letters)
    style.SetBold(bold)
    style.SetColor(1.0, 1.0, 1.0)
    image, size = vtkImageData(), [0, 0]
    vtkTextRenderer.GetInstance().RenderString(style, words, image, size, 72)
    width, height, _ = image.GetDimensions()
    pixels = pixels_of(image.GetPointData().GetScalars()).reshape(height, width, -1)
    return pixels[..., -1], size


@lru_cache(maxsize=1)
def _other_font() -> str:
    """The file of DejaVu Sans that comes with pyvista's packages, for letters that are not Latin.

    VTK's own fonts leave them out. "" where it is missing.
    """
    found = find_spec("matplotlib")
    places = (found.submodule_search_locations if found else None) or ()
    files = [Path(place) / "mpl-data" / "fonts" / "ttf" / "DejaVuSans.ttf" for place in places]
    return next((str(file) for file in files if file.is_file()), "")


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


def _texture(sheet: npt.NDArray[np.uint8]) -> vtkTexture:
    image = vtkImageData()
    image.SetDimensions(sheet.shape[1], sheet.shape[0], 1)
    image.GetPointData().SetScalars(to_vtk(np.repeat(sheet.reshape(-1, 1), 3, 1)))
    texture = vtkTexture()
    texture.SetInputData(image)
    texture.InterpolateOn()
    texture.MipmapOn()
    texture.SetColorModeToDirectScalars()
    return texture
