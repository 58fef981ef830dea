"""What is written into frames: texts in portions that fit, and nothing that a text could break."""

import numpy as np
import pytest
from film_probe import filmed, game

from viewer.export.film.lettering import Lettering, card_image, clean
from viewer.export.film.shots import FrameText, TitleCard
from viewer.picture.palette import STANDARD

HOSTILE = "\u202eevil\u0000\x1b[31m <b>&amp;</b> %n {0} \\input{x} \U0001f600 ﷽ " + "W" * 5_000


@pytest.fixture(scope="module")
def lettering():
    return Lettering((854, 480), 3, STANDARD)


def test_a_text_comes_in_portions_of_whole_sentences_unless_one_is_too_long(lettering):
    sentences = [f"Sentence {k} is about as long as most of them are here." for k in range(8)]
    portions = lettering.portions(" ".join(sentences))
    assert " ".join(portions) == " ".join(sentences)
    assert 1 < len(portions) < 8
    assert all(portion.endswith(".") for portion in portions)
    words = [f"word{k}" for k in range(200)]
    portions = lettering.portions(" ".join(words))
    assert " ".join(portions).split() == words
    assert len(portions) > 2
    assert lettering.portions("Who?\n\nA: one: two\n\nB: three") == ["Who?\nA: one: two\nB: three"]
    assert lettering.portions(" \n\n ") == []


def test_text_is_as_high_as_can_be_read_at_480_rows(lettering):
    assert lettering.letters >= 20
    assert lettering.scene[1] > 0.66 * 480
    assert Lettering((854, 480), None, STANDARD).scene == (854, 480)


def test_a_heading_is_bold_as_high_as_the_counter_and_lower_than_the_text(lettering):
    scene = np.full((lettering.scene[1], 854, 3), 128, np.uint8)

    def extent(words, columns):
        below = lettering.frame(scene, words)[lettering.scene[1] + 4 :, columns]
        rows, across = np.nonzero((below != lettering.ground).any(axis=2))
        return np.ptp(rows), np.ptp(across)

    left, right = slice(0, 427), slice(427, 854)
    heading, counter = extent(FrameText("MMMM"), left), extent(FrameText("", "MMMM"), right)
    text = extent(FrameText("", "", "MMMM"), left)
    assert heading[0] == counter[0] < text[0]
    assert heading[1] > 1.1 * counter[1]


@pytest.mark.check
def test_hostile_text_stays_within_its_line(lettering):
    assert clean("a\u202eb\x00c\nd", 40) == "a b c d"
    assert len(clean("x" * 100, 40)) == 41
    scene = np.full((lettering.scene[1], 854, 3), 128, np.uint8)
    portion = lettering.portions(HOSTILE)[0]
    frame = lettering.frame(scene, FrameText(HOSTILE, "9" * 300, portion))
    assert frame.shape == (480, 854, 3)
    edge = lettering.letters // 2
    below = frame[lettering.scene[1] + 4 :]
    assert (below[:, :edge] == lettering.ground).all()
    assert (below[:, -edge:] == lettering.ground).all()
    card = card_image(lettering, TitleCard(HOSTILE, HOSTILE, HOSTILE))
    assert card.shape == (480, 854, 3)
    assert (card[:, :20] == lettering.ground).all()


def test_a_card_lies_over_a_frame_as_far_as_its_veil_says(lettering):
    scene = np.full((lettering.scene[1], 854, 3), 40, np.uint8)
    title = TitleCard("Title")
    bare, card = lettering.frame(scene, FrameText("")), card_image(lettering, title)
    for veil in (0.0, 0.25, 1.0):
        frame = lettering.frame(scene, FrameText("", card=title, veil=veil))
        assert np.allclose(frame, (1 - veil) * bare + veil * card, atol=0.6)


@pytest.mark.check
def test_hostile_text_of_a_file_is_filmed():
    item = game("1a1", title=HOSTILE, author=HOSTILE)
    film = filmed(".mp4", item, scene="replay", title_card=True, title=HOSTILE, hold=0.2)
    assert film.data[4:8] == b"ftyp"
