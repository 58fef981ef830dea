"""A piece that may move is carried by a drag, and stays in hand where the hand slips."""

import re

import pytest
from PySide6.QtCore import QPointF, Qt
from windows import played

PYRAMID = "pyramid W2W1BW,W3W2,2W4,2WB3,7,2BB3,3B1BB white"
PYRAOS = "pyraos:rules=standard BWBW,WBW1,4,3W/3,3,3/2,2/1 white"
NOWHERE = QPointF(2, 2)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(begun):
    return begun(PYRAMID, 1000, 760, level_maps_open=False)


def carry(mouse, start, end, *, release=True):
    """Press on a site, move to another place in three steps, and let go."""
    start, end = (mouse._place(place) for place in (start, end))
    mouse.press(start)
    for share in (0.3, 0.7, 1.0):
        mouse.move(start + share * (end - start), held=LEFT)
    if release:
        mouse.release(end)


def a_run(window):
    """A move that takes a stone from a field to another one and does nothing else."""
    moves = window.session.position.legal_moves
    found = (re.fullmatch(r"([a-g]\d)-([a-g]\d)", move) for move in moves)
    return next(match.groups() for match in found if match)


def slip(window):
    """A place that is on the board and on no field: a step's side."""
    scene = window.scene_view.widget
    pointer = scene.input.pointer
    width, height = scene.width(), scene.height()
    for x in range(5, width, 9):
        for y in range(5, height, 9):
            if pointer.at(x, y) is None and pointer.meets_board(QPointF(x, y)):
                return QPointF(x, y)
    raise AssertionError("every place of the board belongs to a field")


@pytest.mark.check
def test_a_drag_carries_a_stone_and_plays_the_move(window, mouse):
    start, end = a_run(window)
    scene = window.scene_view.widget
    camera = scene.picture.view.camera
    carry(mouse, start, end, release=False)
    assert window.session.state.partial == (start,)
    site, where = scene.input.held
    assert scene.picture.board.names[site] == start
    pointer = scene.input.pointer
    at = pointer.projection.to_screen(where)
    assert (QPointF(*at) - mouse.place_of(end)).manhattanLength() < 1  # it is under the mouse
    assert scene.picture.view.camera == camera  # nothing turns
    mouse.release(end)
    assert scene.input.held is None
    assert played(window) == [f"{start}-{end}"]


@pytest.mark.check
def test_a_slip_keeps_the_stone_in_hand_and_nowhere_puts_it_back(window, mouse):
    start, end = a_run(window)
    riser = slip(window)
    carry(mouse, start, riser)
    assert window.session.state.partial == (start,)
    mouse.click(riser)  # a click beside all fields takes nothing back, too
    assert window.session.state.partial == (start,)
    carry(mouse, start, NOWHERE)
    assert (window.session.state.partial, played(window)) == ((), [])
    mouse.press(start)
    mouse.move(end, held=LEFT)
    mouse.move(start, held=LEFT)
    mouse.release(start)  # out and back again is no move
    assert (window.session.state.partial, played(window)) == ((), [])
    carry(mouse, start, end, release=False)
    mouse.key(Qt.Key.Key_Escape)
    mouse.release(end)
    assert (window.session.state.partial, played(window)) == ((), [])
    mouse.click(start)
    mouse.click(NOWHERE)
    assert window.session.state.partial == ()


@pytest.mark.check
def test_a_stone_let_go_where_it_may_not_stays_in_hand_with_the_reason(window, mouse):
    start, _ = a_run(window)
    position = window.session.position
    taken = position.game.board.names
    choices = position.steps((start,)).choices
    wrong = next(
        name
        for name in taken
        if name not in choices and name != start and name not in position.steps(()).choices
    )
    carry(mouse, start, wrong)
    assert window.session.state.partial == (start,)
    assert window.notices.strip.text


@pytest.mark.check
def test_a_stone_that_cannot_move_and_the_background_turn_the_board(window, mouse):
    position = window.session.position
    other = next(
        position.game.board.names[site]
        for site in position.pieces.site.tolist()
        if position.game.board.names[site] not in position.steps(()).choices
    )
    camera = window.scene_view.widget.picture.view.camera
    mouse.drag(other, (40, 0))
    assert window.session.state.partial == ()
    assert window.scene_view.widget.picture.view.camera != camera


def test_a_carried_move_is_not_shown_twice_and_the_first_frame_shows_a_move(window, mouse):
    animation = window.scene_view.move_animation
    window.scene_view.widget.animation = True
    start, end = a_run(window)
    carry(mouse, start, end)
    assert not animation.running
    window.session.back()
    window.session.forward()
    assert animation.running
    assert window.scene_view.widget.picture.moving


@pytest.mark.check
def test_a_free_sphere_is_carried_up(window, mouse):
    window.session.paste_position(PYRAOS)
    position = window.session.position
    pointer = window.scene_view.widget.input.pointer

    def in_front(name):
        place = mouse.place_of(name)
        found = pointer.at(place.x(), place.y())
        return found is not None and position.game.board.names[found.site] == name

    lifts = (re.match(r"(\d\w\d)-(\d\w\d)", move) for move in position.legal_moves)
    start, end = next(
        match.groups() for match in lifts if match and all(map(in_front, match.groups()))
    )
    carry(mouse, start, end)
    assert end in (*window.session.state.partial, *"".join(played(window)).split("-"))
