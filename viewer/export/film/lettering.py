"""What is written into frames: the strip under the scene, dice, and the title card."""

import re
import unicodedata
from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PIL import Image as Pixels
from PIL import ImageDraw, ImageFont

from viewer.export.film.shots import FrameText, TitleCard
from viewer.export.items import CREDIT
from viewer.picture.flat.pieces import PIPS
from viewer.picture.palette import Palette, rgb
from viewer.visuals.fonts import dejavu

Image = npt.NDArray[np.uint8]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
Colour = tuple[int, int, int]

LETTERS = 1 / 22
"""Height of letters as a share of that of the film, of a wide one of three quarters its width."""
SMALLEST = 16
LINE, HEADING = 1.38, 0.8
"""Height of a line, and of the letters of a heading, in letters of the text."""
MOST = 3_000
"""Letters of a text that are shown."""
_END = re.compile(r"(?<=[.!?…])\s+")


class Lettering:
    """Writes in the size and the colours of a film.

    Parameters
    ----------
    size
        Of the film, in pixels.
    lines
        How many lines of text the strip under the scene holds; 0: there is only a heading, None:
        there is no strip.
    """

    def __init__(self, size: tuple[int, int], lines: int | None, palette: Palette) -> None:
        self.size, self.lines = size, lines
        width, height = size
        self.letters = max(SMALLEST, round(LETTERS * min(height, width * 0.75)))
        ink, ground = np.array(rgb(palette.ink)), np.array(rgb(palette.above))
        far = float(ground.mean() > ink.mean())
        self.ink = _colour(ink + 0.35 * ((1 - far) - ink))
        self.ground = _colour(ground + 0.6 * (far - ground))
        self.muted = _colour(0.6 * np.array(self.ink) / 255 + 0.4 * np.array(self.ground) / 255)
        self.line = _colour(0.15 * np.array(self.ink) / 255 + 0.85 * np.array(self.ground) / 255)
        self.accent = _colour(np.array(rgb(palette.inlay)))
        self._text = _font(self.letters, bold=False)
        self._small = _font(round(HEADING * self.letters), bold=False)
        self._bold = _font(round(HEADING * self.letters), bold=True)
        self._last: tuple[FrameText, Image] | None = None

    @property
    def strip(self) -> int:
        """The height of the strip under the scene, in pixels."""
        if self.lines is None:
            return 0
        return round(self.letters * (2 * 0.55 + HEADING * LINE + self.lines * LINE))

    @property
    def scene(self) -> tuple[int, int]:
        """Width and height of the scene."""
        return self.size[0], self.size[1] - self.strip

    def portions(self, text: str) -> list[str]:
        """Return a text in portions that fit into the strip, each of whole sentences if it can.

        Paragraphs begin lines of their own.
        """
        lines, room = self.lines or 1, self.size[0] - 2 * self._side
        found: list[str] = []
        held = ""
        for between, sentence in _sentences(text[:MOST]):
            longer = f"{held}{between}{sentence}" if held else sentence
            if len(_wrapped(longer, self._text, room)) <= lines:
                held = longer
                continue
            if held:
                found.append(held)
            wrapped = _wrapped(sentence, self._text, room)
            while len(wrapped) > lines:
                found.append(" ".join(wrapped[:lines]))
                wrapped = wrapped[lines:]
            held = " ".join(wrapped)
        return [*found, held] if held else found

    def frame(self, scene: Image, words: FrameText) -> Image:
        """Return the whole frame: the scene with its strip, or a card over both."""
        strip = self._strip_of(words)
        whole = scene if strip is None else np.concatenate([scene, strip])
        if words.dice:
            drawn = Pixels.fromarray(whole)
            draw_dice(drawn, words.dice, self.letters, self.scene[1], self._bold)
            whole = np.array(drawn)
        if words.card is None or words.veil <= 0:
            return whole
        card = card_image(self, words.card).astype(np.float32)
        mixed = whole + words.veil * (card - whole)
        return np.asarray(np.rint(mixed), np.uint8)

    @property
    def _side(self) -> int:
        """What stays free on the left and on the right."""
        return round(1.1 * self.letters)

    def _strip_of(self, words: FrameText) -> Image | None:
        if self.lines is None:
            return None
        if self._last is None or self._last[0] != words:
            self._last = (words, self._drawn_strip(words))
        return self._last[1]

    def _drawn_strip(self, words: FrameText) -> Image:
        width, side = self.size[0], self._side
        drawn = Pixels.new("RGB", (width, self.strip), self.ground)
        pen = ImageDraw.Draw(drawn)
        pen.rectangle((0, 0, width, max(0, round(self.letters / 16) - 1)), fill=self.line)
        top = round(0.55 * self.letters)
        counter = clean(words.counter, 40)
        beside = _length(self._small, counter) + side if counter else 0.0
        pen.text(
            (width - side - _length(self._small, counter), top),
            counter,
            fill=self.muted,
            font=self._small,
        )
        heading = _cut(clean(words.heading, 400), self._bold, width - 2 * side - beside)
        pen.text((side, top), heading, fill=self.ink, font=self._bold)
        top += round(HEADING * LINE * self.letters)
        for line in _wrapped(words.text, self._text, width - 2 * side)[: self.lines]:
            pen.text((side, top), line, fill=self.ink, font=self._text)
            top += round(LINE * self.letters)
        return np.array(drawn)


@lru_cache(maxsize=4)
def card_image(lettering: Lettering, card: TitleCard) -> Image:
    """Return a title card, as large as the film."""
    width, height = lettering.size
    drawn = Pixels.new("RGB", lettering.size, lettering.ground)
    pen = ImageDraw.Draw(drawn)
    room = 0.84 * width
    big = 2.4 * lettering.letters
    title = clean(card.title, 300)
    while True:
        font = _font(round(big), bold=True)
        lines = _balanced(title, font, room)
        if len(lines) * big * 1.3 <= 0.5 * height or big < lettering.letters:
            break
        big *= 0.9
    below = [clean(words, 200) for words in (card.source, card.author) if words]
    step = 1.6 * lettering.letters
    high = len(lines) * big * 1.3 + (1.4 * step + len(below) * step if below else 0)
    top = (height - high) / 2 - 0.4 * step
    for line in lines[: max(1, int(0.6 * height / (big * 1.3)))]:
        pen.text(((width - _length(font, line)) / 2, top), line, fill=lettering.ink, font=font)
        top += big * 1.3
    if below:
        top += 0.7 * step
        half, thick = 2.5 * lettering.letters, max(1, round(lettering.letters / 10))
        pen.rectangle((width / 2 - half, top, width / 2 + half, top + thick), fill=lettering.accent)
        top += 0.7 * step
    plain = _font(lettering.letters, bold=False)
    for words in below:
        line = _cut(words, plain, room)
        pen.text(((width - _length(plain, line)) / 2, top), line, fill=lettering.muted, font=plain)
        top += step
    small = _font(round(0.7 * lettering.letters), bold=False)
    foot = height - 1.6 * lettering.letters
    for words in (CREDIT, clean(card.credit, 200)):
        line = _cut(words, small, room)
        place = ((width - _length(small, line)) / 2, foot)
        pen.text(place, line, fill=lettering.muted, font=small)
        foot -= lettering.letters
    return np.array(drawn)


def clean(text: str, most: int) -> str:
    """Return a text on one line, shortened, without what turns its direction or cannot be seen."""
    shown = text[: most + 1]
    line = "".join(
        letter if not unicodedata.category(letter).startswith("C") else " " for letter in shown
    )
    line = " ".join(line.split())
    return f"{line[:most].rstrip()}…" if len(text) > most else line


def _sentences(text: str) -> Iterator[tuple[str, str]]:
    """Sentences, each with what stands before it: a space, or in a new paragraph a new line."""
    for paragraph in filter(None, (clean(line, MOST) for line in text.split("\n"))):
        for number, sentence in enumerate(_END.split(paragraph)):
            yield " " if number else "\n", sentence


def _wrapped(text: str, font: Font, room: float) -> list[str]:
    """A text in lines that are no longer than `room`; a word that is gets broken."""
    if "\n" in text:
        return [line for part in text.split("\n") for line in _wrapped(part, font, room)]
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _length(font, longer) <= room:
            lines[-1] = longer
            continue
        while _length(font, word) > room and len(word) > 1:
            fits = max(1, len(_fitting(word, font, room)))
            lines.append(word[:fits])
            word = word[fits:]
        lines.append(word)
    return lines


def _balanced(text: str, font: Font, room: float) -> list[str]:
    """A text in as few lines as `_wrapped` needs, about equally long."""
    lines = _wrapped(text, font, room)
    for share in (0.5, 0.6, 0.7, 0.8, 0.9):
        even = _wrapped(text, font, share * room)
        if len(even) == len(lines) and max(_length(font, line) for line in even) <= room * share:
            return even
    return lines


def _cut(text: str, font: Font, room: float) -> str:
    """A text shortened to one line."""
    if _length(font, text) <= room:
        return text
    return f"{_fitting(text, font, room - _length(font, '…')).rstrip()}…"


def _fitting(text: str, font: Font, room: float) -> str:
    """As much of the beginning of a text as is no longer than `room`."""
    return text[: bisect(range(1, len(text) + 1), room, key=lambda n: _length(font, text[:n]))]


def _length(font: Font, text: str) -> float:
    return float(font.getlength(text))


def _colour(parts: npt.NDArray[np.floating]) -> Colour:
    red, green, blue = (int(part) for part in np.rint(255 * np.clip(parts, 0, 1)))
    return red, green, blue


@lru_cache(maxsize=64)
def _font(letters: int, *, bold: bool) -> Font:
    """DejaVu Sans, else Pillow's own."""
    if file := dejavu("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"):
        return ImageFont.truetype(str(file), letters)
    return ImageFont.load_default(letters)


# Dice that lie over a frame, as over the scene of the window.

SIDE, GAP = 1.9, 0.5
"""How wide a die is, and the room between two, in letters."""
SHARP = 3
"""Rows and columns that a pixel of a die is the mean of."""


def draw_dice(
    image: Pixels.Image, dice: Sequence[tuple[str, int, str]], letters: int, bottom: int, font: Font
) -> None:
    """Draw dice side by side into the lower left corner of a scene.

    Parameters
    ----------
    dice
        What each shows, how many faces it has, and its colour.
    letters
        Height of the letters of the film, which sets the size.
    bottom
        Where the scene ends, in pixels from the top.
    """
    side = round(SIDE * letters)
    left, top = round(0.8 * letters), bottom - side - round(0.8 * letters)
    for text, faces, colour in dice:
        die = _die(side, text, faces, colour, font)
        image.paste(die, (left, top), die)
        left += side + round(GAP * letters)


def _die(side: int, text: str, faces: int, colour: str, font: Font) -> Pixels.Image:
    big = side * SHARP
    die = Pixels.new("RGBA", (big, big))
    pen = ImageDraw.Draw(die)
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    ink = "#14181D" if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else "#FFFFFF"
    rim = tuple(round(0.7 * part) for part in (red, green, blue))
    width, half, edge = max(2, big // 24), big / 2, big - 2
    if faces == 6:
        pen.rounded_rectangle((1, 1, edge, edge), big / 6, fill=colour, outline=rim, width=width)
    else:
        lower = ((edge, edge), (1, edge)) if faces == 4 else ((edge, half), (half, edge), (1, half))
        pen.polygon([(half, 1), *lower], fill=colour, outline=rim, width=width)
    if faces == 6 and text in PIPS:
        for x, y in PIPS[text]:
            middle = (half * (1 + 0.52 * x), half * (1 + 0.52 * y))
            spot = big / 11
            pen.ellipse(
                (middle[0] - spot, middle[1] - spot, middle[0] + spot, middle[1] + spot), fill=ink
            )
    die = die.resize((side, side), Pixels.Resampling.BOX)
    if faces != 6 or text not in PIPS:
        middle = (side / 2, side * (0.68 if faces == 4 else 0.5))
        ImageDraw.Draw(die).text(middle, text, fill=ink, font=font, anchor="mm")
    return die
