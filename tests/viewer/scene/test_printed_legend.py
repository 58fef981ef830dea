"""What colours mean is printed into pictures that are drawn without a window."""

import numpy as np
import pytest

from viewer.picture.compose.colouring import RAMPS, WORTH, Legend, LegendRow
from viewer.picture.palette import PALETTES, STANDARD, rgb
from viewer.scene.printed_legend import lay_out, print_on

SIZE = (1280, 800)
LEGEND = Legend(
    "Colour: level",
    (
        LegendRow("Red", RAMPS[0], "level 1", "5", smooth=True),
        LegendRow("Blue", RAMPS[1][:3], "3 groups", "2 single"),
        LegendRow("Engine: Red's chances in %", (), ""),
        LegendRow("Colour", WORTH, "40", "75", smooth=True),
        LegendRow("Size", (), "how often searched"),
    ),
)


def printed(legend, size, palette):
    card = lay_out(legend, size, palette)
    ground = np.full((size[1], size[0], 3), np.array(rgb(palette.above)) * 255, np.uint8)
    return card, print_on(ground, card, palette), ground


def has(image, colour):
    """Whether some pixel has a colour, but for rounding."""
    return bool((np.abs(image.astype(int) - 255 * np.array(colour)).max(axis=2) < 9).any())


@pytest.mark.sample(1)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_a_card_in_the_corner_has_all_colours_and_words_that_can_be_read(palette):
    card, image, ground = printed(LEGEND, SIZE, palette)
    changed = np.argwhere((image != ground).any(axis=2))
    (top, left), (bottom, right) = changed.min(axis=0), changed.max(axis=0)
    assert (top, SIZE[0] - 1 - right) == (card.margin, card.margin)
    assert (right - left + 1, bottom - top + 1) == (card.width, card.height)
    for colour in (RAMPS[0][0], RAMPS[0][-1], *RAMPS[1][:3], WORTH[0], WORTH[-1]):
        assert has(image, colour)
    inside = image[top + 3 : bottom - 3, left + 3 : left + card.width // 4].astype(int).sum(axis=2)
    ends = np.sort(np.array([inside.min(), inside.max()]) / 765)
    assert (ends[1] + 0.05) / (ends[0] + 0.05) > 2.0  # names at the left, on the card
    room = card.room(SIZE).corner
    assert room[0] * SIZE[0] >= SIZE[0] - left
    assert room[1] * SIZE[1] > bottom


def test_letters_grow_with_the_picture_and_small_pictures_go_without():
    small, large = (lay_out(LEGEND, size, STANDARD) for size in (SIZE, (2560, 1600)))
    assert large.height == pytest.approx(2 * small.height, rel=0.1)
    assert lay_out(LEGEND, (200, 120), STANDARD) is None
