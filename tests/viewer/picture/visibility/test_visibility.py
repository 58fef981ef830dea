"""What a View hides: cuts, peels, working layer, explosion."""

import itertools

import numpy as np
import pytest

from model.boards.lattice import pyramid
from model.records.view import Cut, Peel, View
from viewer.picture.visibility.hiding import FADED, on_plane, resolve


def look(size, *, occupied=None, group=None, plies=None, **parts):
    board = pyramid(size)
    if occupied is None:
        occupied = np.zeros(len(board), bool)
    return resolve(board, occupied, View(**parts), group=group, plies=plies)


def test_a_plain_view_hides_nothing():
    board, visible = pyramid(4), look(4)
    assert visible.shown.all()
    assert visible.answers.all()
    assert (visible.fade == 1).all()
    assert visible.halfspaces.shape == (0, 4)
    np.testing.assert_array_equal(visible.centres, board.centres)


@pytest.mark.parametrize("family", ["level", "file", "rank", "west", "north", "diag", "anti"])
@pytest.mark.parametrize("at", [1, 2, 3])
def test_a_cut_runs_through_the_centres_of_its_plane(family, at):
    board = pyramid(5)
    walls = ("west", "north")
    beyond = (board.layers[family] < at) if family in walls else (board.layers[family] > at)
    np.testing.assert_array_equal(look(5, cuts=(Cut(at=at, family=family),)).answers, ~beyond)
    other = (board.layers[family] > at) if family in walls else (board.layers[family] < at)
    flipped = look(5, cuts=(Cut(at=at, family=family, flip=True),))
    np.testing.assert_array_equal(flipped.answers, ~other)


def test_a_ball_is_shown_while_it_sticks_out():
    board = pyramid(4)
    level = board.layers["level"]
    visible = look(4, cuts=(Cut(at=2, family="level"),))
    np.testing.assert_array_equal(visible.shown, level <= 2)  # level 3 is 0.71 above
    visible = look(4, cuts=(Cut(at=2.5, family="level"),))
    np.testing.assert_array_equal(visible.shown, level <= 3)
    np.testing.assert_array_equal(visible.answers, level <= 2)
    # Files lie half a diameter apart: the next one only touches the plane.
    visible = look(4, cuts=(Cut(at=3, family="file"),))
    np.testing.assert_array_equal(visible.shown, board.layers["file"] <= 3)


def test_a_slab_keeps_what_lies_between_and_flipped_takes_it_away():
    board = pyramid(5)
    level = board.layers["level"]
    slab = Cut(at=2, to=4, family="level")
    np.testing.assert_array_equal(look(5, cuts=(slab,)).answers, (level >= 2) & (level <= 4))
    turned = Cut(at=4, to=2, family="level")
    np.testing.assert_array_equal(look(5, cuts=(turned,)).answers, (level >= 2) & (level <= 4))
    flipped = look(5, cuts=(Cut(at=2, to=4, family="level", flip=True),))
    np.testing.assert_array_equal(flipped.answers, (level <= 2) | (level >= 4))
    assert sorted(flipped.slabs) == [0, 0]


def test_a_free_cut_equals_its_family_whatever_the_length_of_its_normal():
    board = pyramid(5)
    family = board.planes["diag"]
    normal = tuple(3 * n for n in family.normal)
    free = look(5, cuts=(Cut(at=3 * family.offset(1), normal=normal),))
    named = look(5, cuts=(Cut(at=1, family="diag"),))
    np.testing.assert_array_equal(free.answers, named.answers)
    np.testing.assert_array_equal(free.shown, named.shown)


@pytest.mark.check
def test_shown_agrees_with_sampled_balls_under_three_cuts():
    rng = np.random.default_rng(7)
    board = pyramid(4)
    inside = rng.normal(size=(4000, 3))
    inside *= (
        0.4999 * rng.random((4000, 1)) ** (1 / 3) / np.linalg.norm(inside, axis=1, keepdims=True)
    )
    for _ in range(40):
        cuts = tuple(
            Cut(
                at=float(rng.normal(1.5, 0.8)),
                to=float(rng.normal(0.5, 0.8)) if rng.random() < 0.6 else None,
                flip=bool(rng.random() < 0.5),
                normal=tuple(rng.normal(size=3).tolist()),
            )
            for _ in range(3)
        )
        cuts = tuple(
            Cut(c.at, "", c.to, c.flip, tuple(np.array(c.normal) / np.linalg.norm(c.normal)))
            for c in cuts
        )
        visible = look(4, cuts=cuts)
        points = board.centres[:, None, :] + inside[None, :, :]
        kept = np.ones(points.shape[:2], bool)
        for cut in cuts:
            height = points @ np.array(cut.normal)
            if cut.to is None:
                kept &= (height >= cut.at) if cut.flip else (height <= cut.at)
            else:
                low, high = sorted((cut.at, cut.to))
                between = (height >= low) & (height <= high)
                kept &= ~between if cut.flip else between
        seen = kept.mean(axis=1)
        assert visible.shown[seen > 0].all()
        # Slivers may be missed by the samples, but not many.
        assert (visible.shown & (seen == 0)).sum() <= 3


def test_nothing_remains_between_two_cuts_that_exclude_each_other():
    visible = look(
        3, cuts=(Cut(at=0.0, normal=(0, 0, 1)), Cut(at=0.3, normal=(0, 0, 1), flip=True))
    )
    assert not visible.shown.any()
    assert not visible.answers.any()


def test_peels_take_away_levels_shells_walls_and_corners():
    board = pyramid(6)
    layers = board.layers
    np.testing.assert_array_equal(
        look(6, peel=Peel(levels=(2, 3))).shown, (layers["level"] >= 2) & (layers["level"] <= 3)
    )
    np.testing.assert_array_equal(
        look(6, peel=Peel(layers=(("shell", 1), ("SW", 4)))).answers,
        (layers["shell"] >= 1) & (layers["SW"] >= 4),
    )
    np.testing.assert_array_equal(
        look(6, peel=Peel(layers=(("west", 2),))).shown, layers["west"] >= 2
    )


def test_only_a_group_stays_and_a_vanished_group_hides_nothing():
    board = pyramid(4)
    group = np.zeros(len(board), bool)
    group[[3, 4]] = True
    np.testing.assert_array_equal(look(4, peel=Peel(only="1a1"), group=group).shown, group)
    assert look(4, peel=Peel(only="1a1"), group=np.zeros(len(board), bool)).shown.all()
    assert look(4, peel=Peel(only="1a1")).shown.all()


def test_only_what_was_played_between_two_plies_stays():
    board = pyramid(3)
    plies = np.zeros(len(board), np.int32)
    plies[[2, 5, 7]] = 1, 2, 3
    occupied = plies > 0
    occupied[0] = True  # set up
    visible = look(3, occupied=occupied, plies=plies, peel=Peel(between=(2, 3)))
    assert np.flatnonzero(visible.shown).tolist() == [5, 7]


def test_the_working_layer_alone_answers_and_the_rest_fades():
    board = pyramid(5)
    for family, number in itertools.product(("level", "east", "file", "diag"), (1, 2)):
        visible = look(5, layer=(family, number))
        on_it = board.layers[family] == number
        np.testing.assert_array_equal(visible.answers, on_it)
        np.testing.assert_array_equal(on_plane(board, family, number), on_it)
        assert visible.shown.all()
        np.testing.assert_allclose(visible.fade, np.where(on_it, 1, FADED))
        np.testing.assert_array_equal(visible.selects, on_it)


def test_explosion_moves_levels_apart_and_balls_keep_their_cuts():
    board = pyramid(4)
    whole, apart = (look(4, explode=e, cuts=(Cut(at=2, family="level"),)) for e in (0.0, 1.5))
    np.testing.assert_array_equal(whole.shown, apart.shown)
    np.testing.assert_allclose(apart.shift[:, 2], 1.5 * (board.layers["level"] - 1))
    np.testing.assert_allclose(apart.centres, board.centres + apart.shift)


def test_the_same_look_is_the_same_object_whatever_the_camera():
    board = pyramid(4)
    occupied = np.zeros(len(board), bool)
    first = resolve(board, occupied, View(cuts=(Cut(at=2, family="level"),)))
    again = resolve(board, ~occupied, View(cuts=(Cut(at=2, family="level"),), lens="1a1"))
    assert first is again
    assert not first.shown.flags.writeable


def test_unknown_planes_and_layers_are_named():
    with pytest.raises(ValueError, match='no planes called "wall": it has level, file'):
        look(4, cuts=(Cut(at=1, family="wall"),))
    with pytest.raises(ValueError, match='no layers called "roof"'):
        look(4, peel=Peel(layers=(("roof", 1),)))
    with pytest.raises(ValueError, match="normal"):
        look(4, cuts=(Cut(at=1, normal=(0, 0, 0)),))
