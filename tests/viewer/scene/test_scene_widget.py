"""Both scene widgets: the same input, the same pictures, frames only on request."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QNativeGestureEvent, QPointingDevice, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from studio import rgb_of

from model.records.view import FLATTEST, Camera, Cut, Peel, View
from viewer.scene import widget
from viewer.scene.input import pointing_input

SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
PAD = Qt.KeyboardModifier.KeypadModifier
KEY = Qt.Key
LEFT = Qt.MouseButton.LeftButton


def pixels(scene):
    """The frame on the screen as (h, w, 3) integers."""
    return rgb_of(scene.image()).astype(int)


@pytest.mark.check
def test_a_frame_shows_the_balls(driver):
    empty = pixels(driver.scene)
    driver.show(red=["3e5"])
    with_ball = pixels(driver.scene)
    assert empty.shape == with_ball.shape
    changed = np.abs(with_ball - empty).max(axis=2) > 30
    assert changed.sum() > 200
    # ... where the ray that picks it says it is, in device pixels
    ratio = driver.scene.surface.devicePixelRatioF()
    place = driver.place_of("3e5")
    y, x = np.nonzero(changed)
    assert abs(np.median(x) - place.x() * ratio) < 3 * ratio
    assert abs(np.median(y) - place.y() * ratio) < 3 * ratio
    red, green, blue = with_ball[int(place.y() * ratio), int(place.x() * ratio)]
    assert red > green + 40
    assert red > blue + 40


@pytest.mark.check
def test_the_picture_is_drawn_in_device_pixels(driver):
    ratio = driver.scene.surface.devicePixelRatioF()
    surface = driver.scene.surface
    height, width, _ = pixels(driver.scene).shape
    assert (width, height) == (round(surface.width() * ratio), round(surface.height() * ratio))


@pytest.mark.check
def test_an_idle_window_draws_nothing_and_requests_are_merged_into_one_frame(driver):
    driver.rest(painted=True)  # first frames and the fine one
    frames = driver.scene.frames
    driver.qtbot.wait(50)
    assert driver.scene.frames == frames
    for _ in range(20):
        driver.scene.request_frame()
    driver.qtbot.waitUntil(lambda: driver.scene.frames > frames)
    assert driver.scene.frames == frames + 1


@pytest.mark.check
def test_a_slow_motion_is_drawn_with_fewer_pixels_and_rest_with_all(driver, monkeypatch):
    monkeypatch.setattr(widget, "SLOW", 0.0)
    monkeypatch.setattr(widget, "SURE", 0.0)
    scene, place = driver.scene, QPointF(40, 300)
    whole = pixels(scene).shape
    driver.press(place)
    scales = []
    for step in range(1, 9):
        frames = scene.frames
        driver.move(place + step * QPointF(7, 1), held=Qt.MouseButton.LeftButton)
        driver.qtbot.waitUntil(lambda before=frames: scene.frames > before)
        scales.append(scene.scale)
    assert scales[:2] == [1.0, 1.0]
    assert scales == sorted(scales, reverse=True)
    assert scales[-1] == 0.5
    assert pixels(scene).shape == whole  # whoever asks for a picture gets a whole one
    driver.release(place + QPointF(56, 8))
    driver.qtbot.waitUntil(lambda: scene.scale == 1.0)
    driver.rest()
    sharp = pixels(scene)
    assert sharp.shape == whole
    # The next motion begins as coarse as this one ended, and nothing moves by it.
    driver.press(place)
    for step in (1, 2):
        frames = scene.frames
        driver.move(place + step * QPointF(7, 0), held=Qt.MouseButton.LeftButton)
        driver.qtbot.waitUntil(lambda before=frames: scene.frames > before)
    assert scene.scale == 0.5
    coarse = rgb_of(scene.surface.grab().toImage()).astype(int)  # stretched or not
    driver.release(place + QPointF(14, 0))
    driver.qtbot.waitUntil(lambda: scene.scale == 1.0)
    driver.rest()
    assert coarse.shape == whole
    assert np.abs(coarse - pixels(scene)).mean() < 6


@pytest.mark.check
def test_a_click_places_on_an_empty_point_and_escape_while_held_cancels(driver):
    driver.move("3e5")
    front = driver.hovered
    driver.press("3e5")
    assert driver.scene.input.preview is not None
    assert driver.names("pressed_point") == [front]
    assert driver.heard("place") == []
    driver.release("3e5")
    assert driver.names("place") == [front]
    driver.press("3e5")
    driver.key(KEY.Key_Escape)
    assert driver.scene.input.preview is None
    driver.release("3e5")
    assert driver.names("place") == [front]


@pytest.mark.check
def test_a_press_that_moves_orbits_and_places_nothing(driver):
    driver.drag("3e5", (60, 20))
    assert driver.heard("place") == []
    told = driver.heard("view_changed")
    assert len({gesture for _, gesture in told}) == 1
    camera = told[-1][0].camera
    assert camera.azimuth == pytest.approx(19 - 24)
    assert camera.elevation == pytest.approx(36 + 8)
    assert camera.distance is None  # the board still fits
    driver.drag("3e5", (4, 0))
    assert len(driver.heard("place")) == 1
    driver.drag(QPointF(200, 20), (0, 320))  # the base stays down
    assert driver.scene.picture.view.camera.elevation == 90
    for _ in range(2):
        driver.drag(QPointF(200, 340), (0, -320))
    assert driver.scene.picture.view.camera.elevation == -90


@pytest.mark.check
def test_drags_turn_as_fast_and_the_wheel_goes_the_way_that_was_chosen(driver):
    driver.scene.input.orbit_speed, driver.scene.input.wheel_away = 0.5, True
    driver.drag("3e5", (60, 20))
    camera = driver.heard("view_changed")[-1][0].camera
    assert (camera.azimuth, camera.elevation) == pytest.approx((19 - 12, 36 + 4))
    near = driver.scene.input.pointer.projection.camera.distance
    driver.wheel("3e5", 1)
    assert driver.scene.input.pointer.projection.camera.distance == pytest.approx(near / 0.85)


def test_what_a_hand_turns_the_board_by_stays_what_is_pointed_at(driver):
    scene, board = driver.scene, driver.scene.picture.board
    driver.move("3e5")
    driver.drag("3e5", (200, 0), release=False)
    driver.qtbot.waitUntil(lambda: driver.hovered != "3e5")
    assert board.names[scene.input.active_site] == "3e5"
    driver.release(driver.place_of("1a1"))
    assert board.names[scene.input.active_site] == driver.hovered


@pytest.mark.sample(1)
def test_escape_in_an_orbit_goes_back(driver):
    before = driver.scene.picture.view
    driver.drag("3e5", (60, 20), release=False)
    driver.key(KEY.Key_Escape)
    assert driver.scene.picture.view == before


@pytest.mark.sample(2)
@pytest.mark.parametrize("how", ["middle", "right", "shift"])
def test_panning_moves_what_is_grabbed_along(driver, how):
    button = {
        "middle": Qt.MouseButton.MiddleButton,
        "right": Qt.MouseButton.RightButton,
        "shift": Qt.MouseButton.LeftButton,
    }[how]
    pointer = driver.scene.input.pointer
    centre = pointer.projection.centre
    before = QPointF(*pointer.projection.to_screen(centre))
    driver.drag(before, (40, -25), button, keys=SHIFT if how == "shift" else Qt.NoModifier)
    after = QPointF(*pointer.projection.to_screen(centre))
    assert after.x() - before.x() == pytest.approx(40, abs=0.1)
    assert after.y() - before.y() == pytest.approx(-25, abs=0.1)
    assert driver.heard("context") == []
    assert driver.heard("place") == []


@pytest.mark.check
def test_the_wheel_zooms_to_the_cursor_in_one_gesture(driver):
    place = driver.place_of("4d4")
    driver.move(place)
    pointer = driver.scene.input.pointer
    near = pointer.projection.camera.distance
    name = driver.hovered
    origin, direction = pointer.projection.line(place.x(), place.y())
    held = origin + pointer.active.depth * direction
    for _ in range(3):
        driver.wheel(place, 1)
    assert pointer.projection.camera.distance == pytest.approx(near * 0.85**3)
    assert pointer.projection.to_screen(held) == pytest.approx((place.x(), place.y()), abs=0.01)
    assert driver.hovered == name
    assert len({gesture for _, gesture in driver.heard("view_changed")}) == 1


@pytest.mark.sample(1)
def test_a_click_on_a_ball_selects_it(driver):
    driver.show(red=["1a1", "6f6"])
    driver.click("6f6")
    assert driver.names("selected") == ["6f6"]
    driver.click(QPointF(3, 3))
    assert driver.names("selected") == ["6f6", None]
    assert driver.heard("place") == []


@pytest.mark.sample(1)
def test_the_right_button_tells_the_line_of_sight(driver):
    driver.show(red=["6f6"])
    driver.click("6f6", Qt.MouseButton.RightButton)
    ((found, where),) = driver.heard("context")
    board = driver.scene.picture.board
    assert board.names[found[0].site] == "6f6"
    assert found[0].ball
    assert [c.depth for c in found] == sorted(c.depth for c in found)
    assert where == driver.scene.surface.mapToGlobal(driver.place_of("6f6").toPoint())


def _depth_to(driver, name, deeper):
    """Go deeper until a site is active."""
    for _ in range(20):
        if driver.hovered == name:
            return
        deeper()
    raise AssertionError(f"{name} is not on the line of sight")


def _occluded(driver):
    """(interior point, what lies right in front of it), the deepest there is."""
    board = driver.scene.picture.board
    best = (0, "", "")
    for site in np.flatnonzero(board.layers["shell"] >= 1):
        driver.move(board.names[site])
        sites = [found.site for found in driver.scene.input.pointer.found]
        if site in sites:
            best = max(best, (sites.index(site), board.names[site], board.names[sites[0]]))
    depth, name, front = best
    assert depth >= 1
    return name, front


@pytest.mark.check
@pytest.mark.parametrize("how", ["wheel", "sideways", "key"])
def test_an_occluded_interior_point_is_placed_by_depth(driver, how):
    """Issue 2, acceptance 4: mouse with depth, size 6, past a ball in front."""
    name, front = _occluded(driver)
    driver.show(red=[front])
    driver.move(name)
    assert driver.scene.input.pointer.active.ball
    _depth_to(
        driver,
        name,
        {
            "wheel": lambda: driver.wheel(name, 1, SHIFT),
            "sideways": lambda: driver.wheel(name, 1, SHIFT, sideways=True),
            "key": lambda: driver.key(KEY.Key_E),
        }[how],
    )
    driver.click(name)
    assert driver.names("place") == [name]
    assert driver.heard("view_changed") == []


@pytest.mark.sample(1)
def test_depth_sticks_to_the_next_hover(driver):
    name, front = _occluded(driver)
    driver.show(red=[front])
    driver.move(name)
    assert driver.hovered == front
    _depth_to(driver, name, lambda: driver.key(KEY.Key_E))
    near_by = driver.place_of(name) + QPointF(1, 1)
    driver.move(near_by)
    assert driver.hovered == name
    for _ in range(10):
        driver.key(KEY.Key_Q)
    driver.move(name)
    assert driver.hovered == front  # at the front again, it stays there


@pytest.mark.check
@pytest.mark.parametrize(
    "view",
    [
        View(cuts=(Cut(at=5, family="rank", flip=True),)),
        View(peel=Peel(layers=(("south", 1), ("west", 1)))),
        View(layer=("level", 3)),
    ],
    ids=["cut", "peel", "layer"],
)
def test_interior_points_are_placed_through_cuts_and_peels_and_hidden_ones_never(driver, view):
    """Issue 2, acceptance 4: through a cut and through a peel; a hidden point cannot be picked."""
    board = driver.scene.picture.board
    driver.show(view=view)
    driver.move("3e5")
    _depth_to(driver, "3e5", lambda: driver.key(KEY.Key_E))
    driver.click("3e5")
    assert driver.names("place") == ["3e5"]
    answers = driver.scene.input.pointer.visible.answers
    assert not answers.all()
    surface = driver.scene.surface
    for x in np.linspace(10, surface.width() - 10, 25):
        for y in np.linspace(10, surface.height() - 10, 19):
            driver.scene.input.point(QPointF(x, y))
            for found in driver.scene.input.pointer.found:
                assert answers[found.site], board.names[found.site]


@pytest.mark.sample(1)
def test_confirmed_moves_are_pinned_first(driver):
    driver.scene.input.confirm_moves = True
    driver.click("6f6")
    assert driver.names("pinned") == ["6f6"]
    assert driver.heard("place") == []
    driver.click("6f6")
    assert driver.names("place") == ["6f6"]
    driver.click("6f6")
    driver.key(KEY.Key_Return)
    assert driver.names("place") == ["6f6", "6f6"]
    driver.click("6f6")
    driver.key(KEY.Key_Escape)
    assert driver.names("pinned")[-1] is None
    assert len(driver.heard("place")) == 2
    driver.click("6f6")
    driver.show(red=["6f6"])  # it has been played
    assert driver.scene.input.pin is None
    assert driver.scene.input.preview is None


def test_the_keyboard_alone_places_an_interior_ball(driver):
    """Issue 2, acceptance 4: keyboard; through a cut as well."""
    driver.show(view=View(cuts=(Cut(at=5, family="rank", flip=True),)))
    driver.key(KEY.Key_Up)  # brings the cursor
    board = driver.scene.picture.board
    (start,) = driver.names("cursor_moved")
    assert driver.scene.input.pointer.visible.answers[board.index(start)]
    driver.key(KEY.Key_PageDown)
    driver.key(KEY.Key_PageDown)
    for key in (KEY.Key_Left, KEY.Key_Right, KEY.Key_Up):
        driver.key(key)
    moved = driver.names("cursor_moved")
    assert len(moved) >= 5
    if not driver.scene.input.pointer.visible.answers[board.index(moved[-1])]:
        driver.key(KEY.Key_Up)
    here = driver.names("cursor_moved")[-1]
    driver.key(KEY.Key_Return)
    assert driver.names("place") == [here]


def test_keys_reach_what_they_are_for(driver):
    driver.key(KEY.Key_2)
    assert driver.heard("digit") == [("2",)]
    driver.key(KEY.Key_Tab)
    assert driver.heard("left_scene") == [()]
    board = driver.scene.picture.board
    driver.scene.input.interesting = (board.index("2b2"), board.index("3e5"))
    driver.key(KEY.Key_N)
    driver.key(KEY.Key_N)
    driver.key(KEY.Key_N, SHIFT)
    assert driver.names("cursor_moved") == ["2b2", "3e5", "2b2"]

    driver.move("6f6")
    driver.key(KEY.Key_F)
    x, y = driver.place_of("6f6").toTuple()
    surface = driver.scene.surface
    assert (x, y) == pytest.approx((surface.width() / 2, surface.height() / 2))
    driver.key(KEY.Key_Home)
    assert driver.scene.picture.view.camera.centre is None
    driver.key(KEY.Key_7, PAD)
    camera = driver.scene.picture.view.camera
    assert (camera.elevation, camera.parallel) == (90, True)
    driver.key(KEY.Key_1, PAD)
    assert driver.scene.picture.view.camera.elevation == 0
    driver.key(KEY.Key_0, PAD)
    assert driver.scene.picture.view == View()
    assert driver.heard("digit") == [("2",)]

    driver.key(KEY.Key_N)
    driver.show(view=View(peel=Peel(levels=(4, 6))))
    driver.key(KEY.Key_Return)  # on the hidden 3e5
    assert driver.heard("place") == []
    assert "hidden" in driver.heard("message")[-1][0]
    for _ in range(8):
        driver.key(KEY.Key_Right)
    assert ("east wall",) in driver.heard("message")


def test_the_working_layer_by_keys_and_wheel(driver):
    driver.move("6f6")
    driver.key(KEY.Key_W)
    assert driver.scene.picture.view.layer == ("level", 6)
    driver.wheel("6f6", -1, CTRL)
    driver.wheel("6f6", -1, CTRL)
    assert driver.scene.picture.view.layer == ("level", 4)
    driver.key(KEY.Key_W, SHIFT)
    assert driver.scene.picture.view.layer[0] != "level"
    driver.key(KEY.Key_W)
    assert driver.scene.picture.view.layer is None


@pytest.mark.sample(1)
def test_ctrl_wheel_moves_the_active_cut_when_there_is_no_layer(driver):
    driver.show(view=View(cuts=(Cut(at=3.4, family="level"),)))
    driver.wheel("3e5", 0.5, CTRL)
    assert driver.scene.picture.view.cuts[0].at == 3.4
    driver.wheel("3e5", 0.5, CTRL)
    assert driver.scene.picture.view.cuts[0].at == 4
    driver.wheel("3e5", -1, CTRL)
    assert driver.scene.picture.view.cuts[0].at == 3


def test_what_is_reached_for_behind_others_is_lit_alone_and_what_is_in_front_is_rings(driver):
    names = ("1a1", "1c1", "1e1", "1a3", "1c3", "1e3", "1a5", "1c5", "1e5")
    flat = Camera(azimuth=0, elevation=0, parallel=True)
    driver.show(red=names, view=View(camera=flat, labels=False))
    driver.move("1c1")
    plain = driver.scene.image()
    driver.wheel("1c1", 1, SHIFT)
    driver.wheel("1c1", 1, SHIFT)
    assert driver.hovered == "1c5"
    (shown,) = (driver.scene._composed(pane) for pane in driver.scene.panes)
    assert shown.view.lens == "1c5"
    assert shown.hovered_group is None
    assert driver.scene.picture.view.lens == ""  # for now: no look that is kept
    here = driver.place_of("1c1").toPoint()
    assert driver.scene.image().pixelColor(here) != plain.pixelColor(here)
    driver.wheel("1c1", -2, SHIFT)
    assert driver.scene.image().pixelColor(here) == plain.pixelColor(here)


def test_a_tap_of_x_switches_the_lens_which_follows_the_mouse_and_holding_it_shows_one(
    driver, monkeypatch
):
    driver.key(KEY.Key_X)  # nothing is pointed at yet
    assert driver.scene.input.has_lens
    driver.move("1a1")
    assert driver.scene.picture.view.lens == "1a1"
    driver.move("1e1")
    assert driver.scene.picture.view.lens == "1e1"
    driver.key(KEY.Key_X)
    assert not driver.scene.input.has_lens
    driver.move("1a1")
    assert driver.scene.picture.view.lens == ""

    before = len(driver.heard("view_changed"))
    monkeypatch.setattr(pointing_input, "TAP", 0.0)
    driver.move("6f6")
    QTest.keyPress(driver.scene.surface, KEY.Key_X)
    assert driver.scene.picture.view.lens == "6f6"
    driver.move("1a1")
    assert driver.scene.picture.view.lens == "1a1"
    QTest.keyRelease(driver.scene.surface, KEY.Key_X)
    assert driver.scene.picture.view.lens == ""
    assert len({gesture for _, gesture in driver.heard("view_changed")[before:]}) == 1


@pytest.mark.check
def test_hovering_tells_each_candidate_once_and_previews_a_ball_after_a_rest(driver):
    driver.show(red=["6f6"])
    driver.move(QPointF(2, 2))
    before = len(driver.heard("hovered"))
    place = driver.place_of("6f6")
    driver.move(place)
    driver.move(place + QPointF(1, 0))
    told = driver.heard("hovered")[before:]
    assert [c.site for (c,) in told] == [driver.scene.picture.board.index("6f6")]
    driver.move(QPointF(2, 2))
    assert driver.heard("hovered")[-1] == (None,)
    driver.show()
    driver.move("6f6")
    assert driver.scene.input.preview is None
    apex = driver.scene.picture.board.index("6f6")
    driver.qtbot.waitUntil(lambda: driver.scene.input.preview == apex)
    driver.move(QPointF(2, 2))
    assert driver.scene.input.preview is None


@pytest.mark.check
def test_a_flight_ends_where_the_view_is_and_then_rests(driver):
    driver.scene.animation = True
    driver.key(KEY.Key_7, PAD)
    assert driver.scene.picture.view.camera.elevation == 90  # the View is there at once
    assert driver.scene.input.camera.elevation < 90  # the drawing follows
    driver.qtbot.waitUntil(lambda: driver.scene.input.camera.elevation == 90)
    scene = driver.scene
    scene.fine_work = 0.0  # however slow this machine is
    scene.request_frame()
    driver.qtbot.waitUntil(lambda: scene.passed >= scene.passes)
    driver.rest(painted=True)
    frames = scene.frames
    driver.qtbot.wait(50)
    assert scene.frames == frames


@pytest.mark.check
def test_levels_rise_from_the_base_in_a_flight_and_at_once_where_nothing_moves(driver):
    flat = View(explode=FLATTEST)
    driver.scene.input.fly(flat)
    pane = driver.scene.panes[0]
    assert pane.pointer.picture.view.explode == FLATTEST
    driver.scene.animation = True
    driver.scene.input.fly(View())
    gaps = [pane.pointer.picture.view.explode]
    while pane.flight.flying:
        QTest.qWait(30)
        gaps.append(pane.pointer.picture.view.explode)
    assert gaps[0] < -0.6
    assert any(-0.6 < gap < -0.1 for gap in gaps), "seen on the way"
    assert gaps == sorted(gaps)
    assert gaps[-1] == 0.0


@pytest.mark.check
def test_orbiting_takes_over_from_a_flight(driver):
    driver.scene.animation = True
    driver.key(KEY.Key_7, PAD)
    here = driver.scene.input.camera.elevation
    driver.drag(QPointF(200, 100), (50, 0))
    assert driver.scene.picture.view.camera.elevation == pytest.approx(here, abs=20)
    # The board was fitted where the flight was to end, and is again once the hand lets go.
    assert driver.scene.picture.view.camera.distance is None
    driver.qtbot.waitUntil(lambda: driver.scene.input.camera == driver.scene.picture.view.camera)


def _knob(driver):
    from viewer.scene.props.cut_handle import handle

    picture = driver.scene.picture
    held = handle(picture.board, picture.view)
    sight = driver.scene.input.pointer.projection
    place = QPointF(*sight.to_screen(held.knob))
    ahead = QPointF(*sight.to_screen(held.knob + held.normal))
    return place, ahead - place


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("cut", "steps", "reached"),
    [
        (Cut(at=3, family="level"), 2**-0.5, 4),
        (Cut(at=7, family="file"), -1.0, 5),
        (Cut(at=1, family="west"), -((2 / 3) ** 0.5), 2),
        (Cut(at=5, to=7, family="rank", flip=True), 0.5, 6),
        (Cut(at=1.5, normal=(1, 0, 0)), 0.75, 2.25),
    ],
    ids=["level", "file", "west", "slab", "free"],
)
def test_the_cut_follows_its_knob(driver, cut, steps, reached):
    driver.show(view=View(cuts=(cut,)), handle=True)
    place, ahead = _knob(driver)
    by = steps * ahead
    driver.drag(place, (by.x(), by.y()))
    moved = driver.scene.picture.view.cuts[0]
    assert moved.at == pytest.approx(reached, abs=0.08)
    if cut.family:
        assert moved.at == reached  # near a plane of the lattice it snaps to it
    if cut.to is not None:
        assert moved.to - moved.at == pytest.approx(cut.to - cut.at)
    told = driver.heard("view_changed")
    assert len({gesture for _, gesture in told}) == 1
    assert told[-1][0].camera == View().camera  # no orbit
    assert driver.heard("place") == []


@pytest.mark.sample(1)
def test_a_dragged_cut_goes_from_plane_to_plane_and_with_alt_anywhere(driver):
    cut = Cut(at=3, family="level")
    driver.show(view=View(cuts=(cut,)), handle=True)
    place, ahead = _knob(driver)
    driver.move(place)
    assert driver.scene.surface.cursor().shape() == Qt.CursorShape.OpenHandCursor
    driver.click(place)
    assert driver.heard("place") == driver.heard("selected") == []
    driver.drag(place, ahead.toTuple(), release=False)
    assert driver.scene.picture.view.cuts != (cut,)
    driver.key(KEY.Key_Escape)  # gives the cut back
    assert driver.scene.picture.view.cuts == (cut,)
    driver.release(place)
    by = 0.4 * 2**-0.5 * ahead
    driver.drag(place, (by.x(), by.y()), release=False)
    assert driver.scene.picture.view.cuts[0].at == 3
    driver.move(place + by, held=LEFT, keys=Qt.KeyboardModifier.AltModifier)
    assert driver.scene.picture.view.cuts[0].at == pytest.approx(3.4, abs=0.08)
    driver.move(place + 1.6 * by, held=LEFT)
    assert driver.scene.picture.view.cuts[0].at == 4


@pytest.mark.check
def test_a_still_picture_is_drawn_once_more_and_finely(driver):
    scene = driver.scene
    scene.fine_work = 0.0  # however slow this machine is
    driver.show(red=["1a1", "3e5", "6f6"], blue=["2d4"])
    scene.request_frame()
    fast = pixels(scene)
    before = scene.frames
    driver.qtbot.waitUntil(lambda: scene.frames > before)
    image = scene.fine_image()
    assert scene.passed == scene.passes
    fine = pixels(scene)
    assert image.size() == scene.image().size()
    # No jump: on the whole it is as light as the quick one, and where something is it stays.
    assert abs(fine.mean() - fast.mean()) < 6
    assert (np.abs(fine - fast).max(axis=2) > 60).mean() < 0.05
    driver.qtbot.waitUntil(lambda: scene.passed >= scene.passes)
    driver.rest(painted=True)
    frames = scene.frames
    driver.qtbot.wait(50)
    assert scene.frames == frames


@pytest.mark.check
def test_what_moves_drops_a_fine_frame_between_its_passes(driver):
    scene = driver.scene
    scene.fine_work = 0.0
    driver.show(red=["1a1", "3e5", "6f6"], blue=["2d4"])
    driver.qtbot.waitUntil(lambda: scene.passed >= 1)
    scene.input.redraw.emit()  # as whatever is seen differently asks for a frame
    assert scene.passed == 0
    quick = pixels(scene)
    driver.qtbot.waitUntil(lambda: scene.passed >= scene.passes)
    assert (pixels(scene) != quick).any()
    scene.request_frame()
    assert np.array_equal(pixels(scene), quick)


@pytest.mark.check
def test_a_picture_that_waits_to_be_drawn_is_not_refined_as_the_one_before(driver):
    scene = driver.scene
    scene.fine_work = 0.0
    driver.show(red=["1a1", "3e5", "6f6"], blue=["2d4"])
    driver.qtbot.waitUntil(lambda: scene.passed >= scene.passes)
    scene.request_frame()
    before = scene.frames
    driver.qtbot.waitUntil(lambda: scene.frames > before)
    scene.surface.setUpdatesEnabled(False)  # as on a machine that is slow to paint
    driver.show(red=["1a1", "3e5"], blue=["2d4", "1c1"])
    driver.rest()  # the rest of the picture before is over
    assert scene.frames == before + 1
    scene.surface.setUpdatesEnabled(True)
    driver.qtbot.waitUntil(lambda: scene.passed >= scene.passes)
    shown = pixels(scene)
    scene.fine_image()
    assert np.array_equal(shown, pixels(scene))


@pytest.mark.check
@pytest.mark.parametrize("kept_scenes", ["image"], indirect=True)
def test_a_picture_for_a_file_is_shown_whole_too(driver):
    scene = driver.scene
    scene.fine_pictures = False  # as on a machine too slow to refine what it shows
    driver.show(red=["1a1", "3e5", "6f6"], blue=["2d4"])
    quick = pixels(scene)
    driver.rest()  # what was asked for is drawn and painted
    painted = Painted(scene.surface)
    scene.fine_image()
    frames = scene.frames
    driver.qtbot.waitUntil(lambda: painted.region.contains(scene.surface.rect()))
    assert (pixels(scene) != quick).any()
    assert scene.frames == frames


class Painted(QObject):
    """The part of a widget that was painted since."""

    def __init__(self, widget):
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.region = self.region.united(event.region())
        return False


@pytest.mark.check
def test_nothing_is_drawn_after_the_scene_was_shut(driver):
    frames = driver.scene.frames
    driver.scene.shut()
    driver.show(red=["1a1"])
    driver.scene.request_frame()
    driver.qtbot.wait(100)
    assert driver.scene.frames == frames


@pytest.mark.check
def test_another_size_is_followed(driver):
    driver.scene.resize(600, 300)
    driver.qtbot.waitUntil(lambda: driver.scene.surface.width() == 600)
    assert driver.scene.input.pointer.projection.width == 600
    driver.click("6f6")
    assert driver.names("place") == ["6f6"]
    width = pixels(driver.scene).shape[1]
    assert width == round(600 * driver.scene.surface.devicePixelRatioF())


@pytest.mark.check
def test_events_of_the_window_system_reach_the_hands(driver):
    """The whole way: window, widget, filter; a click also brings the keyboard."""
    scene = driver.scene
    scene.activateWindow()
    window = scene.window().windowHandle()
    place = driver.place_of("6f6").toPoint()
    where = scene.surface.mapTo(scene.window(), place)
    QTest.mouseMove(window, where)
    driver.qtbot.waitUntil(lambda: driver.hovered == "6f6")
    QTest.mouseClick(window, Qt.MouseButton.LeftButton, Qt.NoModifier, where)
    assert driver.names("place") == ["6f6"]
    QTest.mousePress(window, Qt.MouseButton.LeftButton, Qt.NoModifier, where)
    QTest.mouseMove(window, where + QPoint(30, 0))
    QTest.mouseRelease(window, Qt.MouseButton.LeftButton, Qt.NoModifier, where + QPoint(30, 0))
    assert driver.names("place") == ["6f6"]
    assert scene.picture.view.camera.azimuth == pytest.approx(19 - 12)
    if scene.isActiveWindow():
        assert scene.surface.hasFocus()
        QTest.keyClick(window, KEY.Key_7)
        assert driver.heard("digit") == [("7",)]


def test_a_pinch_zooms(driver):
    near = driver.scene.input.pointer.projection.camera.distance
    place = driver.place_of("3e5")
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2,
        place,
        place,
        place,
        0.25,
        QPointF(),
    )
    QApplication.sendEvent(driver.scene.surface, event)
    assert driver.scene.input.pointer.projection.camera.distance == pytest.approx(near / 1.25)


@pytest.mark.check
def test_shortcuts_of_the_window_do_not_take_the_keys_of_the_scene(driver):
    def override(key, text="", keys=Qt.NoModifier):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, keys, text)
        event.ignore()
        QApplication.sendEvent(driver.scene.surface, event)
        return event.isAccepted()

    assert override(KEY.Key_W, "w")
    assert override(KEY.Key_2, "2")
    assert override(KEY.Key_Left)
    assert not override(KEY.Key_G, "g")
    assert not override(KEY.Key_Z, "", CTRL)
    assert not override(KEY.Key_Left, "", Qt.AltModifier)
    assert not override(KEY.Key_Escape)  # nothing to cancel: the window may have it
    driver.press("3e5")
    assert override(KEY.Key_Escape)


def test_keys_of_pyvista_do_nothing_and_are_left_to_the_window(driver):
    surface, view = driver.scene.surface, driver.scene.input.view
    for key in "vbcCS+-p":
        event = QKeyEvent(QEvent.Type.KeyPress, ord(key.upper()), Qt.NoModifier, key)
        QApplication.sendEvent(surface, event)
        assert not event.isAccepted(), key
    assert driver.scene.input.view == view
    assert surface.isVisible()


@pytest.mark.check
def test_only_legal_points_answer_unless_all_ghosts_are_shown(driver):
    board = driver.scene.picture.board
    legal = board.layers["level"] == 1
    driver.show(legal=legal)
    driver.move("6f6")
    assert driver.hovered != "6f6"
    driver.show(legal=legal, view=View(ghosts="all"))
    assert driver.hovered == "6f6"


@pytest.mark.sample(1)
def test_another_board_drops_what_was_half_done(driver):
    driver.key(KEY.Key_Up)
    driver.scene.input.confirm_moves = True
    driver.click("6f6")
    driver.show(size=3)
    scene = driver.scene.input
    assert (scene.cursor, scene.pin, scene.preview, scene.pointer.depth) == (None,) * 4
    driver.click("3c3")
    assert driver.heard("pinned")[-1] == (driver.scene.picture.board.index("3c3"),)


@pytest.mark.check
def test_a_view_of_another_kind_of_board_hides_nothing_and_says_so(driver):
    driver.show(view=View(cuts=(Cut(at=1, family="terrace"),), camera=View().camera))
    assert "terrace" in driver.heard("message")[-1][0]
    assert driver.scene.picture.view.cuts == ()
    driver.click("6f6")
    assert driver.names("place") == ["6f6"]


@pytest.mark.sample(1)
def test_a_picture_that_cannot_be_drawn_ends_nothing(driver, monkeypatch, caplog, qtbot):
    def fail(picture):
        np.zeros(3)[np.zeros(4, bool)]  # the error is numpy's: so it ends the process in Qt

    monkeypatch.setattr(driver.scene.panes[0].stage, "draw", fail)
    driver.show(red=("6f6",))
    qtbot.waitUntil(lambda: bool(driver.heard("message")))
    assert driver.heard("message")[-1] == ("this position cannot be drawn: the log says why",)
    assert "IndexError" in caplog.text
    monkeypatch.undo()
    frames = driver.scene.frames
    driver.show(red=("6f6",))
    qtbot.waitUntil(lambda: driver.scene.frames > frames)
