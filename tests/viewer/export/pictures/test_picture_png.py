"""PNG pictures: their size, their ground or none, tiles, captions; read by Pillow."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from viewer.analysis.picture_findings import whole_picture
from viewer.cli.parsing import one
from viewer.export.export_options import PictureOptions
from viewer.export.pictures.pixel_file import ON_ANY, matted, picture_file
from viewer.export.pictures.svg import NOTHING, Band, SvgCaption, wrapped
from viewer.picture.palette import STANDARD
from viewer.scene import offscreen
from viewer.scene.offscreen import image as drawn

FULL = "partition:size=3,rules=free RBR,BRB,RBR/RB,BR/R red"


def nobody(done, of, part="item"):
    pass


def picture_of(source=FULL, show=()):
    given = one([str(source)])
    return whole_picture(given.seen, given.view, show, given.marks)


def png_of(look, caption=NOTHING, **how):
    data = picture_file(picture_of(**how), look, caption, nobody)
    return Image.open(io.BytesIO(data))


@pytest.mark.check
def test_a_picture_has_its_size_and_no_alpha_with_a_ground():
    made = png_of(PictureOptions(size=(301, 203)))
    assert (made.size, made.mode, made.format) == ((301, 203), "RGB", "PNG")
    assert np.array_equal(np.array(made), drawn(picture_of(), (301, 203)))


@pytest.mark.check
def test_without_a_ground_edges_let_through_what_they_cover_in_part():
    look = PictureOptions(size=(320, 240), transparent=True)
    clear = np.array(png_of(look)).astype(float)
    assert clear.shape == (240, 320, 4)
    alpha = clear[..., 3:] / 255
    assert alpha[0, 0] == alpha[-1, -1] == 0
    assert alpha[120, 160] == 1
    assert ((alpha > 0.05) & (alpha < 0.95)).any(), "no colour key: edges are soft"
    same = replace(picture_of(), palette=replace(STANDARD, ink=ON_ANY))
    solid = picture_file(same, PictureOptions(size=(320, 240)), NOTHING, nobody)
    solid = np.array(Image.open(io.BytesIO(solid))).astype(float)
    ground = solid[:, :1]  # the slope runs downwards alone
    over = alpha * clear[..., :3] + (1 - alpha) * ground
    assert np.abs(over - solid).max() < 6, "laid on the ground it is the picture with one"


@pytest.mark.check
def test_rings_keep_their_colour_without_a_ground():
    chosen = "partition:size=3,rules=free R2,B2,BB1/2,2/1 red"
    look = PictureOptions(size=(320, 240), transparent=True)
    clear = np.array(png_of(look, source=chosen, show=("corner=SW:red",)))
    red, _, blue, alpha = np.moveaxis(clear.astype(int), -1, 0)
    assert ((blue - red > 40) & (alpha > 60)).sum() > 100


def test_matting_gives_back_colour_and_cover():
    colour, cover = np.array([200.0, 40, 90]), np.array([0.0, 0.25, 0.5, 1.0])[:, None]
    black = np.rint(cover * colour).astype(np.uint8)[None]
    white = np.rint(cover * colour + (1 - cover) * 255).astype(np.uint8)[None]
    made = matted(black, white)[0]
    assert made[:, 3].tolist() == [0, 64, 127, 255]
    assert np.abs(made[1:, :3] - colour).max() <= 3


@pytest.mark.check
def test_tiles_are_the_picture_that_one_frame_is(monkeypatch):
    picture, told = picture_of(), []
    whole, other = (drawn(picture, (wide, 480)).astype(int) for wide in (641, 642))
    monkeypatch.setattr(offscreen, "LARGEST", 100)
    monkeypatch.setattr(offscreen, "TILE", 500)
    tiled = offscreen.fine_image(picture, (641, 480), lambda *one: told.append(one))
    assert told == [(k, 9) for k in range(9)]
    assert tiled.shape == whole.shape
    # The virtual frame is a pixel wider, so that edges move by parts of one.
    assert np.abs(whole - tiled).mean() < 1.0
    even = offscreen.fine_image(picture, (642, 480), lambda *one: None).astype(int)
    assert np.abs(even - other).max() < 60
    assert np.abs(even - other).mean() < 0.5


@pytest.mark.soak
def test_a_picture_of_8k_has_all_its_pixels():
    Image.MAX_IMAGE_PIXELS = None
    made = png_of(PictureOptions(size=(8192, 8192)))
    assert made.size == (8192, 8192)
    near = np.array(made.crop((3800, 3800, 4300, 4300))).astype(int)
    assert near.std() > 5


@pytest.mark.check
def test_a_caption_takes_its_room_from_the_picture():
    plain, said = (
        png_of(PictureOptions(size=(400, 300))),
        png_of(PictureOptions(size=(400, 300)), SvgCaption("Title", "Text " * 80)),
    )
    assert plain.size == said.size == (400, 300)
    band = Band(SvgCaption("Title", "Text " * 80), (400, 300))
    assert 20 < band.height <= 150
    assert np.array(said)[-band.height :].min() < 120, "letters"
    assert Band(NOTHING, (400, 300)).height == 0
    assert Band(SvgCaption("A"), (400, 300), 77).height == 77


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "said", ["\x00\x07", "x" * 5000, "\ud800", "<b>&amp;", "漢字", "\n\n", "  "]
)
def test_hostile_captions_are_only_text(said):
    look = PictureOptions(size=(160, 120), transparent=True)
    assert png_of(look, SvgCaption(said, said)).size == (160, 120)


def test_lines_are_broken_at_spaces_where_they_can_be():
    def fits(text):
        return len(text) <= 8

    assert wrapped("one two three four", 9, fits) == ["one two", "three", "four"]
    assert wrapped("abcdefghijkl mn", 9, fits) == ["abcdefgh", "ijkl mn"]
    assert wrapped("one two three four", 2, fits) == ["one two", "three…"]
    assert wrapped("", 2, fits) == []


@pytest.mark.check
def test_what_colours_mean_stays_readable_without_a_ground():
    looks = (PictureOptions(size=(640, 480), transparent=True, legend=on) for on in (True, False))
    made, without = (np.array(png_of(look, show=("colour=level",))) for look in looks)
    corner = np.s_[10:80, -150:-10]
    assert made[corner][..., 3].max() > 200 > without[corner][..., 3].max()
