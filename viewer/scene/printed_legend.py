"""What colours mean, printed into a picture that is drawn without a window."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from viewer.picture.compose.colouring import Legend, LegendRow, Ramp
from viewer.picture.palette import Palette, rgb
from viewer.picture.picture import ViewMargins
from viewer.scene.props.labels import line_of_text

Image = npt.NDArray[np.uint8]
Ink = npt.NDArray[np.floating]
"""(height, width) how much of a pixel is covered, first row at the top."""
Colour = npt.NDArray[np.floating]
"""(3,) red, green and blue from 0 to 1, or one for each pixel of a row."""

LETTERS, SMALLEST, LARGEST = 1 / 52, 10, 72
"""Height of letters as a share of the picture's, and in pixels at least and at most."""
MOST = (0.45, 0.40)
"""Shares of width and height that a legend may cover: one that needs more is left out."""
SHARP = 4
"""Rows and columns that a pixel of a shape is the mean of."""
SOLID = 0.86
"""How much of its card covers what is drawn behind it."""
MUTED = 0.78
"""How strongly the heading and what stands beside the colours are written."""


@dataclass(frozen=True)
class _Piece:
    """Something on the card: its place from the upper left, its ink, and its colours."""

    left: float
    top: float
    ink: Ink
    colour: Colour


@dataclass(frozen=True)
class LegendCard:
    """A legend laid out for a picture of some size."""

    width: int
    height: int
    margin: int
    pieces: tuple[_Piece, ...]

    def room(self, size: tuple[int, int]) -> ViewMargins:
        """Return what of the picture the card covers, for a camera that keeps clear of it."""
        wide, high = self.width + 2 * self.margin, self.height + 2 * self.margin
        return ViewMargins(corner=(wide / size[0], high / size[1]))


def lay_out(legend: Legend, size: tuple[int, int], palette: Palette) -> LegendCard | None:
    """Return the card of a legend; None where the picture is too small for it."""
    width, height = size
    letters = round(LETTERS * min(height, width * 0.75))
    card = _card(legend, max(SMALLEST, min(LARGEST, letters)), palette)
    fits = card.width <= MOST[0] * width and card.height <= MOST[1] * height
    return card if fits else None


def print_on(image: Image, card: LegendCard, palette: Palette) -> Image:
    """Return (height, width, 3) uint8 with a card in its upper right corner."""
    printed = image.astype(np.float32) / 255
    left, top = image.shape[1] - card.margin - card.width, card.margin
    low, high = colours_of(palette)
    edge = _rounded(card.width, card.height, card.margin * 0.5)
    inner = np.zeros_like(edge)
    inner[1:-1, 1:-1] = _rounded(card.width - 2, card.height - 2, card.margin * 0.5 - 1)
    lay(printed, left, top, 0.25 * (edge - inner), low)
    lay(printed, left, top, SOLID * inner, high)
    for piece in card.pieces:
        at = (left + round(piece.left), top + round(piece.top))
        lay(printed, *at, piece.ink, piece.colour)
    return np.rint(255 * np.clip(printed, 0, 1)).astype(np.uint8)


def _card(legend: Legend, letters: int, palette: Palette) -> LegendCard:
    """Lay out a heading and a row a line: a name, then colours between what they mean."""
    ink, _ = colours_of(palette)
    gap, pad = 0.6 * letters, 0.8 * letters
    texts = [_text(row.player, letters) for row in legend.rows]
    named = max(
        (text.shape[1] for text, row in zip(texts, legend.rows, strict=True) if row.first),
        default=0,
    )
    firsts = max(
        (_text(row.first, letters).shape[1] for row in legend.rows if row.smooth), default=0
    )
    pieces = [_Piece(pad, pad, MUTED * _text(legend.title, letters), ink)]
    line = 1.55 * letters
    right, top = pieces[0].ink.shape[1] + pad, pad
    for row, text in zip(legend.rows, texts, strict=True):
        top += line
        heads = not row.first and not row.colours
        pieces.append(_Piece(pad, top, (MUTED if heads else 1.0) * text, ink))
        right = max(right, pad + text.shape[1])
        if not heads:
            made, end = _line_of(row, letters, pad + named + gap, top, firsts, ink)
            pieces += made
            right = max(right, end)
    return LegendCard(round(right + pad), round(top + letters + pad), round(pad), tuple(pieces))


def _line_of(
    row: LegendRow, letters: int, left: float, top: float, firsts: int, ink: Colour
) -> tuple[list[_Piece], float]:
    """The colours of a row with what they mean, from `left` on, and where they end."""
    gap = 0.5 * letters
    if row.smooth:
        first, last = _text(row.first, letters), _text(row.last, letters)
        bar = _rounded(round(5.2 * letters), round(0.8 * letters), 0.22 * letters)
        start = left + firsts + gap
        middle = start + bar.shape[1] + gap
        return [
            _Piece(left + firsts - first.shape[1], top, MUTED * first, ink),
            _Piece(start, top + 0.15 * letters, bar, _ramp(row.colours, bar.shape[1])),
            _Piece(middle, top, MUTED * last, ink),
        ], middle + last.shape[1]
    pieces = []
    for colour in row.colours:
        disc = _rounded(round(0.8 * letters), round(0.8 * letters), 0.4 * letters)
        pieces.append(_Piece(left, top + 0.15 * letters, disc, np.array(colour, np.float32)))
        left += disc.shape[1] + 0.25 * letters
    left += gap if row.colours else 0.0
    text = _text(", ".join(part for part in (row.first, row.last) if part), letters)
    return [*pieces, _Piece(left, top, MUTED * text, ink)], left + text.shape[1]


def _text(text: str, letters: int) -> Ink:
    """How a text covers its pixels; all texts of a size stand on one line."""
    return line_of_text(text, letters)[::-1].astype(np.float32) / 255


def _rounded(width: int, height: int, radius: float) -> Ink:
    """How a rectangle with round corners covers its pixels."""
    x = (np.arange(width * SHARP) + 0.5) / SHARP
    y = (np.arange(height * SHARP) + 0.5) / SHARP
    across = np.maximum(np.abs(x - width / 2) - (width / 2 - radius), 0)
    along = np.maximum(np.abs(y - height / 2) - (height / 2 - radius), 0)
    inside = np.hypot(across[None, :], along[:, None]) <= radius
    covered = inside.reshape(height, SHARP, width, SHARP).mean(axis=(1, 3))
    return np.asarray(covered, np.float32)


def _ramp(colours: Ramp, width: int) -> npt.NDArray[np.float32]:
    """(1, width, 3) colours that run from the first to the last."""
    at, steps = np.linspace(0, 1, width), np.linspace(0, 1, len(colours))
    ramp = np.array(colours)
    return np.stack([np.interp(at, steps, ramp[:, k]) for k in range(3)], -1)[None].astype(
        np.float32
    )


def colours_of(palette: Palette) -> tuple[Colour, Colour]:
    """Return what is written with, and what on: both a step beyond the palette's, dark or light."""
    ink, ground = (np.array(rgb(code), np.float32) for code in (palette.ink, palette.above))
    dark, light = np.zeros(3, np.float32), np.ones(3, np.float32)
    if ground.mean() > ink.mean():
        return ink + 0.4 * (dark - ink), ground + 0.6 * (light - ground)
    return ink + 0.4 * (light - ink), ground + 0.1 * (light - ground)


def lay(image: npt.NDArray[np.floating], left: int, top: int, ink: Ink, colour: Colour) -> None:
    """Mix a colour into the pixels that ink covers."""
    height, width = ink.shape
    under = image[top : top + height, left : left + width]
    under += ink[..., None] * (colour - under)
