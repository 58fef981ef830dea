"""A document seen in two halves: what each shows, what links them, and what of it is kept."""

import numpy as np
import pytest
from msgspec.structs import replace

from model.records.files import load
from model.records.view import Camera, Cut, Peel, View
from viewer.picture.visibility.hiding import resolve
from viewer.picture.visibility.view_edits import next_layer_family
from viewer.session.autosave.journal_format import change
from viewer.session.document.split_view import facing, is_slice, plane_of, sliced
from viewer.session.session import Session


@pytest.fixture
def session():
    session = Session()
    session.new(options={"size": "4"})
    return session


def board_of(session):
    return session.position.game.board


def test_each_half_keeps_its_view_and_what_is_asked_is_asked_in_both(session):
    first = replace(session.document.view, explode=1.0)
    session.set_view(first)
    session.see_twice()
    second = session.document.views[1]
    assert second.camera.azimuth == first.camera.azimuth + 180
    assert second.explode == 1.0

    session.turn_to(1)
    assert session.document.view == second
    assert session.document.views == (first, second)
    assert [session.document.through(view).view for view in (first, second)] == [first, second]
    session.set_view(replace(second, peel=Peel(levels=(1, 2)), selected="1a1"))
    session.turn_to(0)
    assert session.document.view == replace(first, selected="1a1")
    assert session.document.views[1].peel.levels == (1, 2)

    session.see_once()
    assert session.document.views == (replace(first, selected="1a1"),)
    session.turn_to(1)  # there is no other half
    assert session.document.second is None


def test_halves_that_turn_together_look_the_same_way_from_their_own_distance(session):
    session.see_twice()
    session.turn_to(1)
    view = session.document.view
    session.set_view(replace(view, camera=replace(view.camera, distance=3.0)))
    session.see_twice("turn")
    session.set_view(replace(session.document.view, camera=Camera(70, 10, distance=4.0)))
    first, second = (view.camera for view in session.document.views)
    assert (first.azimuth, first.elevation, first.distance) == (70, 10, None)
    assert (second.azimuth, second.elevation, second.distance) == (70, 10, 4.0)


@pytest.mark.parametrize("start", ["partition", "pyraos", "pyramid"])
def test_a_slice_shows_one_plane_of_every_family_whole_and_face_on(start):
    session = Session()
    session.new(None if start == "partition" else start)
    board = board_of(session)
    for name, family in board.planes.items():
        for number in range(family.first, family.last + 1):
            view = sliced(View(explode=1.0), board, (name, number))
            shown = resolve(board, np.zeros(len(board), bool), view).answers
            assert shown.tolist() == (board.layers[name] == number).tolist(), (name, number)
            assert plane_of(view, board) == (name, number)
            assert is_slice(view)
        azimuth, up = np.radians(view.camera.azimuth), np.radians(view.camera.elevation)
        toward = (np.sin(azimuth) * np.cos(up), -np.cos(azimuth) * np.cos(up), np.sin(up))
        assert toward == pytest.approx(tuple(map(float, family.normal)), abs=1e-9)


def test_a_slice_follows_the_plane_worked_on_and_takes_it_along(session):
    session.see_twice("slice")
    board, slice_now = board_of(session), lambda: session.document.views[1]
    assert plane_of(slice_now(), board) == ("level", 1)
    session.set_view(replace(session.document.view, layer=("level", 3)))
    assert plane_of(slice_now(), board) == ("level", 3)
    session.set_view(replace(session.document.view, layer=None, cuts=(Cut(2.0, "west"),)))
    assert plane_of(slice_now(), board) == ("west", 2)
    assert slice_now().camera == facing(board.planes["west"])

    session.turn_to(1)  # and the other way round: the cut goes with the slice
    turned = replace(slice_now().camera, distance=5.0)
    session.set_view(replace(slice_now(), camera=turned))
    session.set_view(replace(session.document.view, layer=("west", 1)))
    assert session.document.views[0].cuts == (Cut(1.0, "west"),)
    assert slice_now().camera == turned  # of the same family: it is still looked at as before

    session.set_view(View())  # everything is shown there now: it is a slice no more
    assert session.document.second.link == ""
    assert session.document.views[1] == View()
    assert session.document.views[0].cuts == (Cut(1.0, "west"),)


def test_a_slice_goes_through_a_point_unless_a_plane_is_worked_on(session):
    session.see_twice("slice")
    board = board_of(session)
    session.slice_through(board.index("3c3"))
    assert plane_of(session.document.views[1], board) == ("level", 3)
    for site in (board.index("3e5"), len(board)):  # there already, and beside the board
        before = session.state
        session.slice_through(site)
        assert session.state is before
    session.set_view(replace(session.document.view, layer=("level", 2)))
    session.slice_through(board.index("1a1"))
    assert plane_of(session.document.views[1], board) == ("level", 2)


def test_turning_to_the_other_half_changes_nothing_that_is_seen(session):
    """The slice went back to a plane of the first half, and that look could not be found again."""
    session.set_view(replace(session.document.view, cuts=(Cut(0.0, "diag"),)))
    session.see_twice("slice")
    session.turn_to(1)
    session.set_view(next_layer_family(session.document.view, board_of(session), 6))
    seen = session.document.views
    assert plane_of(seen[1], board_of(session))[0] == "anti"
    session.turn_to(0)
    assert session.document.views == seen
    session.turn_to(1)
    session.look_back()
    session.look_forward()
    assert session.document.views == seen


def test_looking_back_opens_and_closes_the_second_half(session):
    session.see_twice("slice")
    both = session.document.views
    session.set_view(replace(session.document.view, layer=("level", 2)))
    session.look_back()
    assert session.document.views == both
    session.look_back()
    assert session.document.second is None
    session.look_forward()
    assert session.document.views == both


def test_a_half_that_fits_another_board_no_longer_shows_all_of_it(session):
    session.see_twice()
    session.turn_to(1)
    session.set_view(replace(session.document.view, selected="4d4"))
    session.turn_to(0)
    session.set_view(replace(session.document.view, cuts=(Cut(3.0, "level"),)))
    small = Session()
    small.new(options={"size": "2"})
    session.set_up(small.position, "smaller")
    assert [view.selected for view in session.document.views] == ["", ""]


def test_files_and_the_journal_keep_the_first_half(session, tmp_path):
    first = replace(session.document.view, explode=0.5)
    session.set_view(first)
    session.see_twice("slice")
    before = session.document
    session.turn_to(1)
    assert change(before, session.document).view is None
    session.save_as(tmp_path / "game.pyramidion")
    assert load(tmp_path / "game.pyramidion").view == first


def test_a_view_kept_with_a_move_is_shown_in_the_first_half(session):
    node = session.play("1a1")
    kept = replace(session.document.view, explode=2.0)
    session.store_view(kept)
    session.back()
    session.see_twice()
    session.turn_to(1)
    second = session.document.view
    session.go(node)
    assert session.document.views == (kept, second)
