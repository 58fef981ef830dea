"""K turns to where most of what is chosen is in sight, Y rocks the view until it is touched."""

import dataclasses

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from windows import wheel

from model.records.view import Camera
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.best_view import APART, best_views, towards_eye
from viewer.picture.visibility.visible import group_at
from viewer.scene.flight import PERIOD, SWAY, swayed
from viewer.session.files import resources

K = Qt.Key
HALF = "partition:size=5,rules=free RR1BB,4B,BBR2,R4,5/1B2,RR2,4,1R2/3,1B1,R2/2,1R/1 red"


@pytest.fixture
def window(begun):
    return begun(HALF)


def press(window, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(window.scene_view.widget.surface, key, modifier)


def select(window, name):
    window.session.set_view(view_edits.select(window.session.document.view, name))


def camera(window):
    return window.session.document.view.camera


def drawn(window):
    return window.scene_view.widget.panes[0].pointer.picture.view.camera


def said(window):
    return window.notices.strip.label.text()


def is_first(window):
    """Whether the best view is shown, and no other one."""
    return said(window).startswith(("View 1 of ", "This is the best view"))


def lively(window):
    window.chosen.change(effects="all")


# -- best view -------------------------------------------------------------------------------------


@pytest.mark.check
def test_k_turns_to_the_best_view_of_a_group_and_on_to_the_next_until_it_comes_round(window):
    select(window, window.session.position.game.board.names[0])
    scene, home = window.scene_view.widget, camera(window)
    group = np.flatnonzero(group_at(scene.picture, window.session.document.view.selected))
    expected = best_views(scene.picture, group.tolist(), scene.panes[0].pointer.projection.camera)
    assert len(expected) > 1
    seen = []
    for view in expected:
        press(window, K.Key_K)
        seen.append((camera(window).azimuth, camera(window).elevation))
        stays = len(seen) == 1 and camera(window) == home
        number = "This is the best view" if stays else f"View {len(seen)} of {len(expected)}"
        assert said(window) == f"{number}: {view.seen} of {len(group)} in sight."
    assert seen == [(view.azimuth, view.elevation) for view in expected]
    assert camera(window).centre == home.centre, "what is looked at stays"
    press(window, K.Key_K)
    assert (camera(window).azimuth, camera(window).elevation) == seen[0]
    first, second = (np.array(towards_eye(*way)) for way in seen[:2])
    assert np.degrees(np.arccos(first @ second)) >= APART - 0.5


@pytest.mark.check
def test_another_choice_or_view_begins_anew_and_a_mouse_that_lies_still_does_not(window, drive):
    names = window.session.position.game.board.names
    pieces = window.session.position.pieces
    select(window, names[int(pieces.site[0])])
    press(window, K.Key_3, Qt.KeyboardModifier.KeypadModifier)
    press(window, K.Key_K)
    press(window, K.Key_K)
    assert said(window).startswith("View 2")
    other = next(
        names[site]
        for site in pieces.site.tolist()
        if not group_at(window.scene_view.widget.picture, names[int(pieces.site[0])])[site]
    )
    select(window, other)
    press(window, K.Key_K)
    assert is_first(window)
    press(window, K.Key_K)
    press(window, K.Key_4, Qt.KeyboardModifier.KeypadModifier)
    press(window, K.Key_K)
    assert is_first(window)
    # What is pointed at stays what it is about while the mouse lies still.
    window.session.new(HALF)
    hand = drive(window.scene_view.widget)
    hand.move("1c3")
    press(window, K.Key_K)
    assert is_first(window)
    press(window, K.Key_K)
    assert said(window).startswith("View 2"), "whatever lies under the mouse now"


@pytest.mark.check
def test_nothing_chosen_is_said_else_the_last_move_is_what_is_chosen(window):
    window.scene_view.input.point(None)
    here = camera(window)
    window.perform("view.best")
    assert said(window) == "Select a group, or point at a point, to see the most of it."
    assert camera(window) == here
    window.scene_view.input.point(None)
    window.session.play(next(iter(window.session.position.legal_moves)))
    window.scene_view.input.point(None)
    window.perform("view.best")
    assert is_first(window)
    window.perform("view.best")
    turned = camera(window)
    window.perform("view.back")
    assert camera(window) != turned, "each is a view that one can go back from"
    window.session.new("poly-y")
    assert not window.perform("view.best"), "a flat board has no best view"


# -- sway ------------------------------------------------------------------------------------------


def test_a_sway_goes_to_both_sides_and_comes_back():
    start = Camera(azimuth=30.0, elevation=20.0, centre=(0, 0, 0), distance=9.0)
    aside = [swayed(start, PERIOD * share).azimuth - 30 for share in np.linspace(0, 1, 41)]
    assert max(aside) == pytest.approx(SWAY)
    assert min(aside) == pytest.approx(-SWAY)
    assert aside[0] == pytest.approx(0) == pytest.approx(aside[-1])
    assert replace(swayed(start, 1.0), azimuth=30.0) == start


def swaying(window, qtbot):
    lively(window)
    press(window, K.Key_Y)
    scene = window.scene_view.widget
    assert scene.sways
    qtbot.waitUntil(lambda: abs(drawn(window).azimuth - camera(window).azimuth) > 0.5)
    return scene


@pytest.mark.check
def test_y_rocks_what_is_drawn_and_leaves_the_view_as_it_is(window, qtbot):
    before = window.session.document
    scene = swaying(window, qtbot)
    assert window.session.document.view == before.view
    assert window.session.document.record is before.record
    QTest.mouseMove(scene.surface, QPoint(30, 30))
    assert scene.sways, "a mouse that only moves lets it go on"
    press(window, K.Key_Y)
    assert not scene.sways
    qtbot.waitUntil(lambda: drawn(window).azimuth == camera(window).azimuth)


@pytest.mark.check
def test_the_first_touch_ends_it(window, qtbot):
    for touch in ("click", "wheel", "key", "drag"):
        scene = swaying(window, qtbot)
        surface, here = scene.surface, drawn(window).azimuth
        corner = QPoint(8, surface.height() - 8)
        if touch == "click":
            QTest.mouseClick(surface, Qt.MouseButton.LeftButton, pos=corner)
        elif touch == "wheel":
            wheel(scene.surface, 1, Qt.KeyboardModifier.ShiftModifier)
        elif touch == "key":
            press(window, K.Key_6, Qt.KeyboardModifier.KeypadModifier)
        else:
            QTest.mousePress(surface, Qt.MouseButton.LeftButton, pos=corner)
            here = drawn(window).azimuth
            QTest.qWait(60)
            assert drawn(window).azimuth == here, "it waits under a button that is down"
            QTest.mouseMove(surface, corner + QPoint(10, 0))
            assert camera(window).azimuth == pytest.approx(here - 4), "a drag goes on from there"
            QTest.mouseRelease(surface, Qt.MouseButton.LeftButton, pos=corner + QPoint(10, 0))
        assert not scene.sways
        qtbot.waitUntil(lambda: drawn(window).azimuth == camera(window).azimuth)


@pytest.mark.check
def test_it_waits_for_a_flight_and_an_answer_that_is_read_and_less_motion_has_none(window, qtbot):
    press(window, K.Key_Y)
    assert not window.scene_view.widget.sways
    assert said(window) == (
        "The view does not sway while effects are reduced: choose all in Settings."
    )
    # It waits until a flight is over.
    lively(window)
    press(window, K.Key_3, Qt.KeyboardModifier.KeypadModifier)
    pane = window.scene_view.widget.panes[0]
    assert pane.flight.flying
    press(window, K.Key_Y)
    QTest.qWait(50)
    assert not pane.flight.flying or pane.sway.seconds < 0.1
    qtbot.waitUntil(lambda: not pane.flight.flying and pane.sway.seconds > 0.1)
    press(window, K.Key_Y)
    # An answer is read before anything sways.
    window.session.open(resources.lessons()[0], 0)
    window.shell.learning.player.begin_lesson(0)
    exercise = window.session.exercise
    window.session.set_exercise(dataclasses.replace(exercise, tone="right"))
    press(window, K.Key_Y)
    assert not window.scene_view.widget.sways
    assert said(window) == "The view sways once you have read the answer and gone on."
    window.session.set_exercise(exercise)
    press(window, K.Key_Y)
    assert window.scene_view.widget.sways
    window.session.set_exercise(dataclasses.replace(exercise, tone="wrong"))
    assert not window.scene_view.widget.sways


@pytest.mark.check
def test_at_rest_it_sways_by_itself_where_that_is_preferred_and_a_mouse_ends_it(window, qtbot):
    lively(window)
    scene, resting = window.scene_view.widget, window.scene_view._resting
    assert not resting.isActive(), "nobody has asked for it"
    window.chosen.change(sway=True)
    assert resting.isActive()
    qtbot.waitUntil(scene.surface.hasFocus)
    resting.timeout.emit()
    assert scene.sways
    QTest.mouseMove(scene.surface, QPoint(40, 40))
    assert not scene.sways
    assert resting.isActive()
    resting.timeout.emit()
    assert scene.sways
    window.setFocus()
    assert not scene.sways, "somebody types elsewhere"
    resting.timeout.emit()
    assert not scene.sways
    window.scene_view.take_focus()
    qtbot.waitUntil(scene.surface.hasFocus)
    resting.timeout.emit()
    assert scene.sways
    window.chosen.change(sway=False)
    assert not scene.sways
    assert not resting.isActive()
