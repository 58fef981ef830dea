"""Pure functions on Views: each does what its command says, and stops where the board ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.records.view import CAMERAS, MAX_CUTS, WIDEST, Camera, Cut, Peel, View, check_view
from model.registry import kinds
from viewer.picture.compose.first_look import corner_camera
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.parts import offered_layer

GAME = kinds()["partition"].configure({"size": "6"})
BOARD = GAME.board


def test_a_named_view_keeps_what_is_looked_at_and_home_is_the_measured_one():
    view = View(camera=Camera(centre=(1.0, 2.0, 3.0), distance=7.0))
    south = view_edits.look_from(view, "south")
    assert south.camera == Camera(
        azimuth=0.0, elevation=0.0, centre=(1.0, 2.0, 3.0), distance=7.0, parallel=True
    )
    assert view_edits.look_from(south, "iso").camera == Camera()
    assert (CAMERAS["iso"].azimuth, CAMERAS["iso"].elevation) == (19.0, 36.0)


@pytest.mark.parametrize(("corner", "azimuth"), [("A", 180.0), ("C", -36.0), ("D", 36.0)])
def test_a_board_of_cells_is_looked_at_from_a_corner(corner, azimuth):
    board = kinds()["poly-y"].configure({"corners": "5", "size": "4"}).board
    near = View(camera=Camera(distance=7.0))
    seen = view_edits.look_as(near, corner_camera(board, corner)).camera
    assert seen == Camera(azimuth=azimuth, elevation=60.0, distance=7.0)


def test_turning_stops_at_the_poles_and_twice_the_other_side_is_where_one_was():
    view = view_edits.turn(View(), azimuth=350, elevation=90)
    assert (view.camera.azimuth, view.camera.elevation) == (9.0, 90.0)
    assert view_edits.turn(view, elevation=10) is view
    once = view_edits.opposite(View())
    assert (once.camera.azimuth, once.camera.elevation) == (199.0, -36.0)
    assert view_edits.opposite(once) == View()


def test_a_first_cut_runs_through_the_middle_and_a_fourth_takes_the_place_of_the_third():
    view = View()
    for family in ("level", "west", "file"):
        view = view_edits.add_cut(view, BOARD, family)
    assert view.cuts[0] == Cut(at=3.0, family="level")
    assert len(view.cuts) == MAX_CUTS
    view = view_edits.add_cut(view, BOARD, "rank")
    assert [cut.family for cut in view.cuts] == ["level", "west", "rank"]


def test_choosing_a_family_changes_the_active_cut_alone():
    view = view_edits.add_cut(view_edits.add_cut(View(), BOARD, "level"), BOARD, "west")
    view = view_edits.cut_by(view, BOARD, "file")
    assert [cut.family for cut in view.cuts] == ["level", "file"]
    assert view_edits.cut_by(view, BOARD, "file") is view
    assert view_edits.cut_by(View(), BOARD, "anti").cuts[0].family == "anti"


def test_a_cut_steps_from_plane_to_plane_also_from_between_and_stops_at_the_rim():
    view = view_edits.add_cut(View(), BOARD, "level")
    assert view_edits.move_cut(view, BOARD, 1).cuts[0].at == 4
    assert view_edits.move_cut(view, BOARD, -9).cuts[0].at == 1
    top = view_edits.move_cut(view, BOARD, 9)
    assert top.cuts[0].at == 6
    assert view_edits.move_cut(top, BOARD, 1) is top
    assert view_edits.move_cut(View(), BOARD, 1) == View()
    view = View(cuts=(Cut(at=3.4, family="level"),))
    assert view_edits.move_cut(view, BOARD, 1).cuts[0].at == 4
    assert view_edits.move_cut(view, BOARD, -1).cuts[0].at == 3


def test_a_step_forward_takes_away_less_whatever_way_a_family_counts():
    for family in BOARD.planes:
        view = view_edits.add_cut(View(), BOARD, family)
        plane = BOARD.planes[family]
        before, after = view.cuts[0].at, view_edits.move_cut(view, BOARD, 1).cuts[0].at
        # What lies beyond the plane, the way the normal points, is taken away.
        assert plane.offset(after) > plane.offset(before)


def test_a_slab_moves_whole_and_has_two_faces_at_the_rim():
    view = view_edits.switch_slab(view_edits.add_cut(View(), BOARD, "level"), BOARD)
    assert view.cuts[0] == Cut(at=3.0, to=4.0, family="level")
    assert view_edits.move_cut(view, BOARD, 2).cuts[0] == Cut(at=5.0, to=6.0, family="level")
    assert view_edits.move_cut(view, BOARD, 3) is view
    assert view_edits.switch_slab(view, BOARD).cuts[0].to is None
    view = View(cuts=(Cut(at=6, family="level"),))
    cut = view_edits.switch_slab(view, BOARD).cuts[0]
    assert (cut.at, cut.to) == (5, 6)


def test_a_free_cut_faces_the_camera_and_has_a_unit_normal():
    view = view_edits.add_free_cut(View(camera=Camera(azimuth=90, elevation=0)), BOARD)
    assert view.cuts[0].normal == pytest.approx((1.0, 0.0, 0.0))
    check_view(GAME, view_edits.switch_slab(view_edits.move_cut(view, BOARD, 2), BOARD))


def test_flip_remove_and_next_work_on_the_active_cut():
    view = view_edits.add_cut(view_edits.add_cut(View(), BOARD, "level"), BOARD, "west")
    flipped = view_edits.flip_cut(view)
    assert [cut.flip for cut in flipped.cuts] == [False, True]
    assert view_edits.flip_cut(flipped) == view
    assert [cut.family for cut in view_edits.next_cut(view).cuts] == ["west", "level"]
    assert [cut.family for cut in view_edits.remove_cut(view).cuts] == ["level"]
    assert view_edits.remove_cuts(view).cuts == ()
    for change in (
        view_edits.flip_cut,
        view_edits.remove_cut,
        view_edits.remove_cuts,
        view_edits.next_cut,
    ):
        nothing = View()
        assert change(nothing) is nothing


def test_the_working_layer_goes_on_through_a_point_or_where_the_active_cut_is_and_off():
    site = BOARD.index("3c3")
    view = view_edits.switch_layer(View(), BOARD, site)
    assert view.layer == ("level", 3)
    assert view_edits.switch_layer(view, BOARD, site).layer is None
    assert view_edits.switch_layer(View(), BOARD).layer == ("level", 1)
    view = View(cuts=(Cut(at=2.0, family="west"),))
    assert view_edits.switch_layer(view, BOARD).layer == ("west", 2)


def test_the_working_layer_runs_through_every_family_in_turn():
    view, seen = View(), []
    for _ in range(len(BOARD.planes) - 1):
        view = view_edits.next_layer_family(view, BOARD, BOARD.index("2b2"))
        seen.append(view.layer[0])
        assert view.layer[1] == BOARD.layers[view.layer[0]][BOARD.index("2b2")]
    # The base and the layers above it are the levels once more.
    assert seen == [family for family in BOARD.planes if family != "base"]
    assert view_edits.next_layer_family(view, BOARD).layer[0] == "level"


def test_a_layer_counted_from_the_base_is_a_level():
    cut = View(cuts=(Cut(at=2.0, family="base"),))
    assert view_edits.switch_layer(cut, BOARD).layer == ("level", 3)
    named = View(layer=("base", 2))  # as a file may have it
    assert view_edits.next_layer_family(named, BOARD).layer[0] == "file"
    assert offered_layer(BOARD, ("west", 2)) == ("west", 2)


def test_the_wheel_moves_the_layer_before_the_cut():
    view = View(cuts=(Cut(at=3, family="level"),), layer=("west", 2))
    moved = view_edits.move_plane(view, BOARD, 1)
    assert (moved.layer, moved.cuts) == (("west", 3), view.cuts)
    assert view_edits.move_plane(View(cuts=view.cuts), BOARD, 1).cuts[0].at == 4
    assert view_edits.move_layer(View(layer=("level", 6)), BOARD, 1) == View(layer=("level", 6))


def test_layers_are_peeled_and_given_back():
    view = view_edits.peel_layers(View(), "shell", 2, BOARD)
    view = view_edits.peel_layers(view, "SW", 1, BOARD)
    assert view.peel.layers == (("shell", 2), ("SW", 1))
    view = view_edits.peel_layers(view, "shell", -5, BOARD)
    assert view.peel.layers == (("SW", 1),)
    assert view_edits.peel_layers(view, "shell", -1, BOARD) is view
    assert view_edits.peel_layers(View(), "west", 99, BOARD).peel.layers == (("west", 6),)


def test_levels_are_peeled_from_the_top():
    view = view_edits.peel_top(View(), BOARD, 2)
    assert view.peel.levels == (1, 4)
    assert view_edits.peel_top(view, BOARD, 99).peel.levels == (1, 1)
    assert view_edits.peel_top(view, BOARD, -2) == View()
    assert view_edits.peel_levels(View(), BOARD, 9, 2).peel.levels == (2, 6)


def test_only_a_group_and_only_some_moves():
    view = view_edits.peel_only(View(), "2b2")
    assert view.peel.only == "2b2"
    assert view_edits.peel_only(view, "2b2") == View()
    assert view_edits.peel_between(view, 9, 0).peel == Peel(only="2b2", between=(1, 9))
    assert view_edits.unpeel(view) == View()


def test_explosion_stays_within_bounds():
    view = view_edits.explode(View(), 1)
    assert view.explode == view_edits.EXPLODE_STEP
    assert view_edits.explode(view, -9).explode == 0
    most = view_edits.explode(view, 999)
    assert most.explode == WIDEST
    assert view_edits.explode(most, 1) is most


def test_switches_switch_back():
    for change in (
        view_edits.switch_projection,
        view_edits.switch_ghost_style,
        *(switch.switched for switch in view_edits.VIEW_SWITCHES),
    ):
        assert change(View()) != View()
        assert change(change(View())) == View()
    view = View()
    for mode in ("all", "off", "legal"):
        view = view_edits.next_ghosts(view)
        assert view.ghosts == mode


def test_showing_the_same_again_shows_nothing():
    view = view_edits.show(View(), "corner=SW:red")
    assert view.show == "corner=SW:red"
    assert view_edits.show(view, "win=red").show == "win=red"
    assert view_edits.show(view, "corner=SW:red") == View()


def test_clear_hides_nothing_and_keeps_the_rest():
    view = View(
        cuts=(Cut(at=3, family="level"),), layer=("west", 2), explode=1.0, labels=False, lens="2b2"
    )
    assert view_edits.clear(view) == View(labels=False)
    assert view_edits.clear(View()) == View()


@pytest.mark.check
def test_to_show_everything_an_explanation_goes_as_well_as_what_hides():
    view = View(explode=1.0, show="corner=SW:red")
    assert view_edits.show_everything(view) == View()
    assert view_edits.show_everything(View(show="engine=heat")) == View(show="engine=heat")


def test_the_camera_centres_on_a_point_where_it_is_drawn():
    site = BOARD.index("3c3")
    x, y, z = BOARD.centres[site]
    assert view_edits.centre_on(View(), BOARD, site).camera.centre == pytest.approx((x, y, z))
    apart = view_edits.centre_on(View(explode=1.0), BOARD, site)
    assert apart.camera.centre == pytest.approx((x, y, z + 2))
    assert view_edits.whole(apart).camera == Camera()


_CHANGES = [
    *(lambda v, f=f: view_edits.add_cut(v, BOARD, f) for f in BOARD.planes),
    *(lambda v, f=f: view_edits.cut_by(v, BOARD, f) for f in BOARD.planes),
    *(lambda v, n=n: view_edits.move_plane(v, BOARD, n) for n in (-3, -1, 1, 3)),
    *(lambda v, n=n: view_edits.peel_layers(v, "shell", n, BOARD) for n in (-1, 1)),
    *(lambda v, n=n: view_edits.peel_top(v, BOARD, n) for n in (-1, 1)),
    *(lambda v, c=c: view_edits.look_from(v, c) for c in CAMERAS),
    lambda v: view_edits.add_free_cut(v, BOARD),
    lambda v: view_edits.switch_slab(v, BOARD),
    lambda v: view_edits.switch_layer(v, BOARD),
    lambda v: view_edits.next_layer_family(v, BOARD),
    view_edits.flip_cut,
    view_edits.next_cut,
    view_edits.remove_cut,
    view_edits.opposite,
    view_edits.next_ghosts,
    view_edits.clear,
    view_edits.show_everything,
]


@given(st.lists(st.sampled_from(_CHANGES), max_size=30))
def test_whatever_is_pressed_the_view_fits_the_board(changes):
    view = View()
    for change in changes:
        view = change(view)
        check_view(GAME, view)
        if view.layer is not None:
            assert (BOARD.layers[view.layer[0]] == view.layer[1]).any()
