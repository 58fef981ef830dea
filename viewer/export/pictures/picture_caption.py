"""Captions: what is said below a picture, broken into lines that fit its width."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from viewer.picture.flat.drawing import plain
from viewer.picture.palette import Palette
from viewer.scene.offscreen import Image
from viewer.scene.printed_legend import colours_of, lay
from viewer.scene.props.labels import line_of_text

MOST_LINES = 12
"""Lines, those of the heading included; what is longer ends in "…"."""
LETTERS = 1 / 38
"""Height of letters as a share of the picture's height, or of three quarters of its width."""
HEADING = 1.25
"""How much larger a heading is."""
LONGEST = 2_000
"""Letters that are looked at: more than any caption holds."""


@dataclass(frozen=True)
class Caption:
    """A heading and what is said, each "" for nothing."""

    heading: str
    said: str = ""

    def lines(
        self,
        width: float,
        size: float,
        measure: Callable[[str, float], float],
        most: int = MOST_LINES,
    ) -> list[tuple[str, float]]:
        """Return the lines and the size of each one's letters.

        Parameters
        ----------
        width, size
            The room, and the usual size of letters, in one measure.
        measure
            Returns how wide a text is in letters of a size.
        most
            Lines that there is room for.
        """
        heading = wrapped(
            plain(self.heading[:LONGEST]),
            min(2, most),
            lambda t: measure(t, HEADING * size) <= width,
        )
        said = wrapped(
            plain(self.said[:LONGEST]), most - len(heading), lambda t: measure(t, size) <= width
        )
        return [(line, HEADING * size) for line in heading] + [(line, size) for line in said]


NOTHING = Caption("")


def wrapped(text: str, most: int, fits: Callable[[str], bool]) -> list[str]:
    """Break a text into at most so many lines that fit; words that are too long are broken, too."""
    lines: list[str] = []
    rest = text
    while rest and len(lines) < most:
        end = _longest(rest, fits)
        if end < len(rest):
            space = rest.rfind(" ", 0, end + 1)
            end = space if space > 0 else end
        lines.append(rest[:end].strip())
        rest = rest[end:].strip()
    if rest and lines:
        last = lines[-1]
        while last and not fits(f"{last}…"):
            last = last[:-1]
        lines[-1] = f"{last.rstrip()}…"
    return lines


def _longest(text: str, fits: Callable[[str], bool]) -> int:
    """How many letters of a text fit, at least one."""
    low, high = 1, len(text) + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(text[:middle]) else (low, middle)
    return low


class Band:
    """A caption as it is printed below a picture of some size.

    Parameters
    ----------
    size
        Of the whole, caption included, in pixels.
    least
        Pixels that it takes at least: those of a series are all alike.

    Attributes
    ----------
    height
        Pixels it takes; 0 where there is nothing to say.
    """

    def __init__(self, caption: Caption, size: tuple[int, int], least: int = 0) -> None:
        width, height = size
        letters = max(9, round(LETTERS * min(height, 0.75 * width)))
        self._margin = round(1.1 * letters)

        def measure(text: str, high: float) -> float:
            return float(line_of_text(text, round(high)).shape[1])

        room = max(letters, width - 2 * self._margin)
        most = MOST_LINES
        while True:
            lines = caption.lines(room, letters, measure, most)
            self._inks = [line_of_text(text, round(high))[::-1] for text, high in lines]
            if self._tall() <= 0.5 * height:
                break
            most -= 1
        self.height = max(self._tall(), least)

    def _tall(self) -> int:
        lines = sum(round(1.3 * len(ink)) for ink in self._inks)
        return lines + round(1.2 * self._margin) if lines else 0

    def below(self, picture: Image, palette: Palette) -> Image:
        """Return a picture with the caption below it, on the ground of its lowest row.

        Parameters
        ----------
        picture
            (height, width, 3) uint8.
        palette
            What the letters take their colour from.
        """
        if not self.height:
            return picture
        width = picture.shape[1]
        band = np.zeros((self.height, width, 3), np.float32) + picture[-1, 0] / np.float32(255)
        ink, _ = colours_of(palette)
        top = round(0.5 * self._margin)
        for line in self._inks:
            left = min(self._margin, max(0, width - line.shape[1]))
            cut = line[:, : width - left].astype(np.float32) / 255
            lay(band, left, top, cut, ink)
            top += round(1.3 * line.shape[0])
        return np.concatenate([picture, np.rint(255 * np.clip(band, 0, 1)).astype(np.uint8)])
