"""Dice that lie over a frame, as over the scene of the window."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

SIDE, GAP = 1.9, 0.5
"""How wide a die is, and the room between two, in letters."""
PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
SHARP = 3
"""Rows and columns that a pixel of a die is the mean of."""
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def draw_dice(
    image: Image.Image,
    dice: Sequence[tuple[str, int, str]],
    letters: int,
    bottom: int,
    font: Font,
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


def _die(side: int, text: str, faces: int, colour: str, font: Font) -> Image.Image:
    big = side * SHARP
    die = Image.new("RGBA", (big, big))
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
            pen.ellipse((middle[0] - spot, middle[1] - spot, middle[0] + spot, middle[1] + spot),
                        fill=ink)  # fmt: skip
    die = die.resize((side, side), Image.Resampling.BOX)
    if faces != 6 or text not in PIPS:
        middle = (side / 2, side * (0.68 if faces == 4 else 0.5))
        ImageDraw.Draw(die).text(middle, text, fill=ink, font=font, anchor="mm")
    return die
