"""Diagrams in print: their room, their key, and the scene without colours."""

import base64
import io
import re

import numpy as np
import pytest
from PIL import Image as Photo

from model.positions.setup import read_position
from model.records.view import View
from viewer.export.paper.diagrams import GAP, LEVELS, ON_MAPS, RIM, Diagrams, hatched, rooms_of
from viewer.picture.compose.composer import picture_of
from viewer.scene.offscreen import Offscreen

GIVEN = "partition:size=2,rules=free {0},2/1 red"


@pytest.fixture(scope="module")
def place():
    made = Offscreen((300, 200), 2, fine=True)
    yield made
    made.close()


def edges(image):
    """How many pixels differ much from those below them."""
    return int((np.abs(np.diff(image.astype(int), axis=0)) > 40).sum())


@pytest.mark.slow
def test_only_the_first_side_is_hatched(place):
    empty, light, dark = (
        hatched(place, picture_of(read_position(GIVEN.format(row)), View()))
        for row in ("2", "R1", "B1")
    )
    assert empty.shape == (200, 300)
    assert np.array_equal(light[:20], empty[:20]), "nothing is hatched where no piece is"
    assert edges(light) - edges(empty) > 2 * max(1, edges(dark) - edges(empty))


PLACED = read_position("partition:size=3,rules=free R2,1B1,3/2,2/1 red")
SIZE = re.compile(r'width="([\d.]+)pt" height="([\d.]+)pt"')


def test_the_scene_and_its_maps_share_the_room():
    assert rooms_of((100 + GAP, 50), False, 0.4) == ((40, 50), (60, 50))
    scene, maps = rooms_of((80, 100 + GAP), True)
    assert (*scene, *maps) == pytest.approx((80, 55, 80, 45))


def test_maps_fill_their_room_and_are_never_much_larger_than_drawn():
    made = Diagrams("grey", "maps")
    figure = made.figure(PLACED, View(), (60, 40))
    (image,) = figure.images
    assert figure == made.figure(PLACED, View(), (60, 40))
    assert (image.width, figure.stacked, list(made.files)) == (60, False, [image.name])
    (large,) = made.figure(PLACED, View(), (500, 500)).images
    drawn = [float(side) * 25.4 / 72 for side in SIZE.search(made.files[large.name]).groups()]
    assert (large.width, large.height) == pytest.approx([1.5 * side for side in drawn])
    (poured,) = made.figure(PLACED, View(), (60, 40), pour="SW:red").images
    assert made.files[poured.name] != made.files[image.name]


@pytest.mark.parametrize(
    ("ink", "shown", "looks", "said"),
    [
        ("grey", "both", ["hatched", "dark, with a band"], ON_MAPS),
        ("colour", "scene", ["dark", "dark, with a band"], ""),
    ],
)
def test_the_key_names_each_player_beside_a_piece(ink, shown, looks, said):
    made = Diagrams(ink, shown)
    key = made.key(PLACED)
    assert [(image.alternative, player) for image, player in key.entries] == [
        (looks[0], "Red"),
        (looks[1], "Blue"),
    ]
    assert key.said == said
    assert all("<circle" in made.files[image.name] for image, _ in key.entries)


@pytest.mark.check
@pytest.mark.slow
@pytest.mark.parametrize(("size", "stacked", "height"), [(3, False, 30), (7, True, 66)])
def test_a_scene_is_cut_to_what_it_shows_and_stands_beside_its_maps(size, stacked, height):
    made = Diagrams("colour", "both")
    levels = "/".join(",".join([str(one)] * one) for one in range(size, 0, -1))
    position = read_position(f"partition:size={size},rules=free {levels} red")
    figure = made.figure(position, View(), (60, 30), caption="Here", keep=True)
    made.close()
    scene, maps = figure.images
    assert (figure.stacked, figure.caption, figure.keep) == (stacked, "Here", True)
    assert (scene.alternative == LEVELS, maps.alternative == LEVELS) == (False, True)
    rooms = rooms_of((60, height), stacked, 0.5 if size == 3 else 0.4)
    for image, (wide, high) in zip(figure.images, rooms, strict=True):
        assert max(image.width / wide, image.height / high) == pytest.approx(1)
    data = re.search('base64,([^"]*)', made.files[scene.name])[1]
    pixels = np.asarray(Photo.open(io.BytesIO(base64.b64decode(data))), int).min(axis=2)
    shown = [np.flatnonzero((pixels < 240).any(axis=axis)) for axis in (1, 0)]
    assert [one[0] for one in shown] == [RIM, RIM]
    assert [one[-1] + RIM for one in shown] == list(pixels.shape)
    assert scene.width / scene.height == pytest.approx(pixels.shape[1] / pixels.shape[0])
