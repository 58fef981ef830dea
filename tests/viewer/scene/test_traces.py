"""The way of the last move and the rings of threats: seen in pixels, hidden with their points."""

from dataclasses import replace

import numpy as np
import pytest
from msgspec.structs import replace as with_
from studio import BARE, BLUE, RED, picture

from model.positions.setup import read_position
from model.records.view import Camera, Cut, View
from viewer.picture.compose.composer import depict
from viewer.picture.palette import STANDARD, rgb
from viewer.scene.props.explanations import plate_size
from viewer.visuals.overlay_types import Marks, Threats, Values

INK = np.array(rgb(STANDARD.ink)) * 255
STEPS = "pyramid 7,7,7,7,4W2,7,7 black"
ABOVE = View(camera=Camera(azimuth=0, elevation=90, parallel=True), labels=False, ghosts="off")


def changed(studio, shown, bare):
    """(height, width) bool: the pixels that differ."""
    return np.abs(studio.take(shown) - studio.take(bare)).max(axis=-1) > 20


def near(studio, image, point, hue, reach=9):
    """How near any pixel around a point comes to a colour."""
    row, column = studio.pixel(point)
    part = image[max(row - reach, 0) : row + reach + 1, max(column - reach, 0) : column + reach + 1]
    return np.abs(part - hue).max(axis=-1).min()


@pytest.mark.check
def test_a_threat_is_a_ring_in_the_colour_of_its_side(studio):
    bare = picture(red=("1a1",))
    site = bare.board.index("2b2")
    point = bare.board.centres[site]
    for owner, hue, other in ((0, RED, BLUE), (1, BLUE, RED)):
        image = studio.take(replace(bare, overlays=(Threats((site,), owner),)))
        assert near(studio, image, point, hue) < 60
        assert near(studio, image, point, other) > 60
        middle = studio.pixel(point)
        assert (image[middle] == studio.take(bare)[middle]).all(), "the point itself stays free"


def test_a_threat_of_both_sides_is_two_rings(studio):
    bare = picture(2)
    site = bare.board.index("2b2")
    point = bare.board.centres[site]
    image = studio.take(replace(bare, overlays=(Threats((site,), 0), Threats((site,), 1))))
    assert near(studio, image, point, RED, reach=50) < 60
    assert near(studio, image, point, BLUE, reach=50) < 60


@pytest.mark.check
def test_a_point_that_is_cut_away_or_numbered_by_a_plan_has_no_ring(studio):
    bare = picture(red=("1a1",))
    threat = Threats((bare.board.index("2b2"),), 0)
    cut = replace(bare, view=with_(BARE, cuts=(Cut(family="level", at=1.0),)))
    assert not changed(studio, replace(cut, overlays=(threat,)), cut).any()
    plan = Marks(threat.sites, ("1",), 0)
    numbered = replace(bare, overlays=(plan,))
    assert not changed(studio, replace(bare, overlays=(plan, threat)), numbered).any()


@pytest.mark.check
def test_the_way_of_a_move_runs_from_an_empty_ring_to_the_stone(studio):
    bare = depict(read_position(STEPS), ABOVE)
    board = bare.board
    end = int(bare.pieces.site[0])
    start = next(
        site
        for site in range(len(board))
        if abs(board.centres[site, 1] - board.centres[end, 1]) < 0.1
        and board.centres[end, 0] - board.centres[site, 0] > 2.5
    )
    shown = replace(bare, carried=((start, end),), last=end)
    image = studio.take(shown)
    assert near(studio, image, board.centres[start], INK) < 40
    middle = (board.centres[start] + board.centres[end]) / 2
    assert near(studio, image, middle, INK, reach=6) < 80
    elsewhere = changed(studio, shown, replace(bare, last=end))
    rows = np.flatnonzero(elsewhere.any(axis=1))
    row, _ = studio.pixel(board.centres[end])
    assert abs(rows - row).max() < 20, "nothing else of the board changes"


def test_a_way_from_a_hidden_place_is_not_shown(studio):
    bare = picture(view=BARE, red=("1a1", "2b2"))
    way = ((bare.board.index("3c3"), bare.board.index("1a1")),)
    assert changed(studio, replace(bare, carried=way), bare).any()
    cut = replace(bare, view=with_(BARE, cuts=(Cut(family="level", at=1.0),)))
    assert not changed(studio, replace(cut, carried=way), cut).any()


def test_the_plate_in_front_covers_what_is_written_behind_and_many_are_smaller(studio):
    """On size 5 the letters of hidden plates were drawn over those in front."""
    bare = picture(3)
    front, behind = bare.board.index("1c1"), bare.board.index("1c5")

    def inked(sites):
        worth = Values(sites, ("loss",) * len(sites), (7,) * len(sites), (False,) * len(sites), 0)
        return studio.take(replace(bare, overlays=(worth,)))

    both, one = inked((behind, front)), inked((front,))
    row, column = studio.pixel(bare.board.centres[front])
    plate = (slice(row - 5, row + 6), slice(column - 5, column + 6))
    assert np.abs(both[plate] - one[plate]).max() < 25, "white letters would differ more"
    few, many = plate_size(len(bare.board)), plate_size(55)
    assert few == 1.0
    assert many < few
