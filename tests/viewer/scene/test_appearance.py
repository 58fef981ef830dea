"""Which balls and points are drawn, and what they are told about their neighbours."""

import dataclasses

import numpy as np
import pytest
from msgspec.structs import replace
from studio import BARE, balls, filled, picture

from model.boards.lattice import pyramid
from model.records.view import Cut, Peel, View
from viewer.games.registry import piece_colour
from viewer.picture.palette import PALETTES, rgb
from viewer.picture.visibility.visible import owners, visible_in
from viewer.scene.props import appearance
from viewer.visuals.overlay_types import Pour, Sign, Tube


def looks(shown):
    owner = owners(shown.board, shown.pieces)
    return appearance.ball_appearance(shown, owner, visible_in(shown))


def points(shown):
    owner = owners(shown.board, shown.pieces)
    return appearance.point_appearance(shown, owner, visible_in(shown))


def test_a_ball_is_enclosed_when_two_rings_are_solid():
    board = pyramid(7)
    solid = np.random.default_rng(3).random(len(board)) < 0.97
    found = appearance.enclosed(board, solid)
    table = board.neighbour_table
    for site in range(len(board)):
        ring = set(table[site].tolist())
        rings = ring | {t for s in ring if s >= 0 for t in table[s].tolist()}
        expected = solid[site] and -1 not in rings and all(solid[s] for s in rings)
        assert found[site] == expected
    assert appearance.enclosed(board, np.ones(len(board), bool)).any()


def test_neighbour_bits_follow_the_directions_of_the_lattice():
    board = pyramid(5)
    solid = np.random.default_rng(3).random(len(board)) < 0.5
    bits = appearance.neighbour_bits(board, solid).astype(int)
    for site in (0, 30, len(board) - 1):
        for k, near in enumerate(board.neighbour_table[site].tolist()):
            assert (bits[site] >> k & 1) == (near >= 0 and solid[near])


def test_whole_balls_are_those_no_plane_touches():
    view = replace(BARE, cuts=(Cut(5, "file"),))
    shown = picture(5, view, pieces=filled(pyramid(5)))
    whole = appearance.whole(shown.board, visible_in(shown))
    x = shown.board.centres[:, 0]
    assert (whole == (x <= 2.0 - 0.5 + 1e-9)).all()
    gap = replace(BARE, cuts=(Cut(4, "file", to=6, flip=True),))
    shown = picture(5, gap, pieces=filled(pyramid(5)))
    whole = appearance.whole(shown.board, visible_in(shown))
    assert (whole == ((x <= 1.0 + 1e-9) | (x >= 3.0 - 1e-9))).all()


def test_faded_balls_neither_hide_nor_shade():
    shown = picture(7, replace(BARE, layer=("level", 2)), pieces=filled(pyramid(7)))
    made = looks(shown)
    level = shown.board.layers["level"]
    assert (level[made.solid] == 2).all()
    assert set(made.faded.tolist()) == set(np.flatnonzero(level != 2).tolist())
    assert np.allclose(made.tint[made.faded, 3], 0.15)
    assert not (made.state[made.solid, 0].astype(int) >> 4).any()  # nothing above or below


def test_ghosts_are_all_the_legal_ones_or_none():
    board = pyramid(3)
    legal = np.zeros(len(board), bool)
    legal[[0, 1]] = True
    for ghosts, drawn in (("all", 13), ("legal", 2), ("off", 0)):
        shown = picture(3, View(ghosts=ghosts), red=["1e5"], legal=legal)
        assert len(points(shown).solid) == drawn
    assert len(points(picture(3, View(), red=["1e5"])).solid) == 13  # nobody said what is legal


def test_dots_are_small_where_there_are_many():
    assert points(picture(6, View())).state[0, 2] == pytest.approx(0.16)
    assert points(picture(10, View())).state[0, 2] == pytest.approx(0.10)
    assert points(picture(10, View(), dot_radius=0.2)).state[0, 2] == pytest.approx(0.2)


def test_a_cut_hides_points_beyond_it_and_the_working_layer_fades_the_rest():
    board = pyramid(4)
    cut = points(picture(4, View(cuts=(Cut(2, "level"),))))
    assert set(board.layers["level"][cut.solid].tolist()) == {1, 2}
    layered = points(picture(4, View(layer=("level", 2))))
    assert len(layered.solid) == len(board)
    on = board.layers["level"] == 2
    assert layered.tint[on, 3].min() > 5 * layered.tint[~on, 3].max()


def test_a_pour_colours_balls_that_do_not_hold_it_back():
    board = pyramid(3)
    pour = Pour(board.layers["SW"], 0, 1.0)
    made = looks(picture(3, red=["1a1"], blue=["1c1"], overlays=(pour,)))
    assert made.state[board.index("1a1"), 3] == -1
    assert made.state[board.index("1c1"), 3] == 1


def test_a_pour_shows_what_runs_against_the_only_group_but_not_beyond_a_cut():
    board = pyramid(3)
    pour = Pour(board.layers["SW"], 0, 1.0)
    view = View(peel=Peel(only="1a1"), cuts=(Cut(1, "level"),), ghosts="off")
    assert not len(points(picture(3, view, red=["1a1"])).solid)
    made = points(picture(3, view, red=["1a1"], overlays=(pour,)))
    assert {board.names[site] for site in made.solid} == {
        name for name in board.names if name[0] == "1" and name != "1a1"
    }


def luminance(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def hue(side):
    return rgb(piece_colour(side))


def test_sides_differ_in_lightness_and_presentation_dots_stand_out():
    for palette in PALETTES.values():
        assert contrast(hue("red"), hue("blue")) > 1.8
        ink = np.array(rgb(palette.ink))
        assert contrast(ink, rgb(palette.slab)) > 3.0
    shown = PALETTES["presentation"]
    back = np.array(rgb(shown.below))
    dot = back + shown.dot_alpha * (np.array(rgb(shown.dot)) - back)
    assert contrast(dot, back) > 3.0


def test_lines_can_be_seen_and_sides_keep_their_hue_and_their_order_of_lightness():
    for palette in PALETTES.values():
        for light, dark in (("white", "black"), ("red", "blue")):
            sides = np.array([hue(light), hue(dark)], np.float32)
            lines = palette.lines(sides)
            assert contrast(*lines) > 1.15, (light, palette.name)
            assert luminance(lines[0]) > luminance(lines[1])
            for line in lines:
                for ground in (palette.below, palette.slab):
                    assert contrast(line, rgb(ground)) > 2.0, (light, palette.name)
        red, blue = palette.lines(np.array([hue("red"), hue("blue")], np.float32))
        assert red[0] > 1.4 * red[2]
        assert blue[2] > 1.2 * blue[0]


def test_neither_the_last_ball_nor_one_that_carries_a_mark_is_a_ring():
    """Whatever group was selected before."""
    shown = picture(4, replace(BARE, selected="1a1"), red=["1a1"], blue=["1e1", "1g1"])
    board = shown.board
    ring = Sign("ring", "green", (board.index("1e1"),))
    marked = looks(dataclasses.replace(shown, overlays=(ring,)))
    assert marked.ringed.tolist() == [board.index("1g1")]
    played = looks(dataclasses.replace(shown, last=board.index("1e1")))
    assert played.ringed.tolist() == [board.index("1g1")]
    assert played.solid.tolist() == [board.index("1a1"), board.index("1e1")]


def test_what_is_not_explained_keeps_its_colour_shades_nothing_and_hides_nothing():
    names = pyramid(9).names
    plain, chosen = (
        looks(picture(9, replace(BARE, selected=name), red=names[1:], blue=names[:1]))
        for name in ("", "1a1")
    )
    assert (plain.tint == chosen.tint).all()
    assert len(plain.solid) < len(names)  # what is enclosed by others is left out
    assert sorted([*chosen.solid, *chosen.ringed]) == list(range(len(names)))
    assert chosen.state[0, 0] == 0 < plain.state[0, 0]


def test_pieces_of_nobody_have_a_colour():
    board = pyramid(3)
    pieces = balls(board, red=["1a1"])
    nobody = type(pieces)(pieces.site, pieces.owner - 1, pieces.kind, pieces.count)
    made = looks(picture(3, pieces=nobody))
    assert np.ptp(made.tint[0, :3]) < 0.15  # grey


def test_a_way_out_makes_rings_of_all_balls_but_those_it_goes_through():
    plain = picture(4, BARE, red=["1a1", "2b2"], blue=["1c1", "1e1"])
    board = plain.board
    way = tuple(board.index(name) for name in ("1c1", "1e3"))
    shown = dataclasses.replace(plain, overlays=(Tube(way, 0, "escape"),))
    others = [board.index(name) for name in ("1a1", "1e1", "2b2")]
    assert looks(shown).ringed.tolist() == sorted(others)
    empty = dataclasses.replace(plain, overlays=(Tube((board.index("1e3"),), 0, "escape"),))
    assert board.index("1c1") in looks(empty).ringed
    bright = dataclasses.replace(shown, view=replace(shown.view, dim=False))
    assert not len(looks(bright).ringed)
