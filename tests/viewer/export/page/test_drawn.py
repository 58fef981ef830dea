"""What the scene draws, as rows for a page: boards, pieces and what lies over them."""

import base64

import numpy as np
import pytest

from model.positions.setup import read_position
from model.records.view import View
from viewer.export.page.page_data import PALETTES, LayerReader, outline, packed
from viewer.picture.compose.composer import picture_of
from viewer.visuals.overlay_types import Sheet, Sign

HELD = "partition:size=3,rules=free RRR,RBB,R2/2,2/1 blue"


@pytest.fixture(scope="module")
def drawing():
    made = LayerReader()
    yield made
    made.close()


def numbers(text, kind="<f4"):
    return np.frombuffer(base64.b64decode(text.partition(":")[2]), kind)


def pictured(text):
    return picture_of(read_position(text), View())


def test_numbers_come_back_as_they_were():
    assert numbers(packed([1, -2, 300], "i2"), "<i2").tolist() == [1, -2, 300]
    assert packed(np.zeros(2)) == "f4:AAAAAAAAAAA="


def test_a_board_has_its_ground_and_its_letters_in_every_palette(drawing):
    base = drawing.base(pictured(HELD))
    assert set(base) == set(PALETTES)
    for layers in base.values():
        assert [layer.part for layer in layers] == ["board", "labels"]
        assert "SOUTH" in layers[1].texts
        for layer in layers:
            rows = len(numbers(layer.lift)) // layer.corners
            assert len(numbers(layer.points)) == 3 * rows * layer.corners
            assert all(len(numbers(one)) == 4 * rows for one in layer.attributes.values())
    assert base["light"][0].attributes["tint"] != base["dark"][0].attributes["tint"]


@pytest.mark.check
def test_balls_on_points_are_left_to_the_page_and_other_pieces_are_not(drawing):
    assert drawing.pieces(pictured(HELD))["light"] == []
    assert drawing.one_a_site(pictured(HELD)) == []
    stones = pictured("pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white")
    discs = [layer for layer in drawing.pieces(stones)["light"] if layer.shader == "disc"]
    assert sum(len(numbers(layer.lift)) for layer in discs) == 14
    form = drawing.one_a_site(stones)
    assert "disc" in [layer.shader for layer in form]
    assert {len(numbers(layer.lift)) // layer.corners for layer in form} == {len(stones.board)}


def test_reserves_lie_in_their_trays(drawing):
    spheres = pictured("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white")
    layers = drawing.pieces(spheres)["light"]
    assert sum(len(numbers(one.lift)) for one in layers if one.shader == "ball") == 30


def test_signs_of_a_map_come_with_their_outlines(drawing):
    layers = drawing.pieces(pictured("rolling-pyramids 23 chance"))["light"]
    signs = [sign for layer in layers for sign in layer.signs or {}]
    written = [text for layer in layers for text in layer.texts or ()]
    assert signs
    assert set(signs) <= set(written)


@pytest.mark.check
def test_plates_of_a_map_come_with_its_pieces_and_not_with_its_marks(drawing):
    picture = pictured("rolling-pyramids 23 chance")
    assert drawing.pieces(picture)["light"]
    assert drawing.marks(picture, ())["light"] == []
    (mark,) = drawing.marks(picture, (Sign("ring", "green", (0,)),))["light"]
    assert mark.shader == "mark"


def test_a_sheet_says_which_balls_carry_it(drawing):
    picture = pictured(HELD)
    sheet = Sheet((0, 1, 3), np.array([[0, 1, 3]], np.int32), 0)
    (layer,) = [one for one in drawing.marks(picture, [sheet])["light"] if one.shader == "sheet"]
    assert layer.sites == [0, 1, 3]
    assert drawing.marks(picture, [])["light"] == []


def test_what_must_fit_is_around_all_sites():
    board = pictured(HELD).board
    points = numbers(outline(board)).reshape(-1, 3)
    assert (points.min(axis=0) < board.centres.min(axis=0)).all()
    assert (points.max(axis=0) > board.centres.max(axis=0) - 1e-6).all()
