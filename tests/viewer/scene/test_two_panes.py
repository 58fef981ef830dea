"""Two pictures side by side in one window: each under its own mouse, drawn only as it changes."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from studio import rgb_of

from model.records.view import Camera, Cut, View
from tests.viewer.conftest import picture
from viewer.scene.pane import areas

BALLS = {"red": ("1a1", "1c1", "1e5"), "blue": ("1g7", "1k11")}
FRONT, TOP = View(), View(camera=Camera(0.0, 90.0, parallel=True))


def halves(scene):
    """The pixels of the first and the second half."""
    frame, ratio = rgb_of(scene.image()), scene.surface.devicePixelRatioF()
    return [
        frame[
            round(ratio * (at.top() + 1)) : round(ratio * at.bottom()),
            round(ratio * (at.left() + 1)) : round(ratio * at.right()),
        ]
        for at in scene.areas
    ]


@pytest.fixture
def two(driver):
    driver.scene.show_pictures((picture(view=FRONT, **BALLS), picture(view=TOP, **BALLS)), 0)
    return driver


def place(driver, half, name):
    pointer = driver.scene.input.pointers[half]
    site = pointer.picture.board.index(name)
    return QPointF(*pointer.projection.to_screen(pointer.visible.centres[site]))


def test_they_lie_side_by_side_or_above_one_another():
    for width, height in ((480, 360), (301, 500), (7, 3)):
        first, last = areas(2, width, height)
        assert first.united(last).size().toTuple() == (width, height)
        assert not first.intersects(last)
        assert (first.left() < last.left()) == (width >= height)


@pytest.mark.check
def test_each_half_is_drawn_pointed_at_and_moved_by_itself(two):
    scene = two.scene
    (before, beside), (first, last) = halves(scene), scene.areas
    assert not np.array_equal(before, beside[: before.shape[0], : before.shape[1]])

    two.move(place(two, 1, "1k1"))
    assert two.hovered == "1k1"
    assert scene.input.half == 0  # the mouse only goes over it
    lit, lit_beside = halves(scene)
    assert not np.array_equal(lit, before)
    assert not np.array_equal(lit_beside, beside)
    two.move(QPointF(2, 2))

    heard = []
    scene.input.turned.connect(heard.append)
    start = QPointF(last.center())
    camera = scene.panes[0].picture.view.camera
    two.drag(start, (40, 30))
    assert heard == [1]
    assert scene.panes[0].picture.view.camera == camera
    assert scene.panes[1].picture.view.camera.azimuth != 0
    assert scene.picture is scene.panes[1].picture

    two.wheel(place(two, 0, "1a1"), 2)
    assert heard == [1, 0]
    assert scene.panes[0].picture.view.camera.distance is not None
    assert scene.panes[1].picture.view.camera.distance is None
    assert two.place_of("1a1").x() < first.right()

    two.click(place(two, 1, "1k1"))
    assert two.names("place")[-1] == "1k1"


@pytest.mark.check
def test_a_drag_goes_on_beyond_the_gap_and_a_key_acts_where_the_mouse_is(two):
    scene = two.scene
    start = QPointF(scene.areas[0].center())
    two.drag(start, (scene.areas[1].center().x() - start.x(), 0))
    assert scene.panes[1].picture.view.camera == TOP.camera
    turned = scene.panes[0].picture.view.camera
    assert turned.azimuth != FRONT.camera.azimuth

    two.move(QPointF(scene.areas[1].center()))
    two.key(Qt.Key.Key_0, Qt.KeyboardModifier.KeypadModifier)
    assert scene.input.half == 1
    assert scene.panes[1].picture.view.camera == Camera()
    assert scene.panes[0].picture.view.camera == turned


@pytest.mark.check
def test_what_is_hidden_in_the_other_half_is_not_lit_there(two):
    scene = two.scene
    low = View(camera=TOP.camera, cuts=(Cut(1.0, "level"),))
    scene.show_pictures((picture(view=FRONT, **BALLS), picture(view=low, **BALLS)), 0)
    before = halves(scene)
    two.move(place(two, 0, "6f6"))
    assert two.hovered == "6f6"
    after = halves(scene)
    assert not np.array_equal(before[0], after[0])
    assert np.array_equal(before[1], after[1])


@pytest.mark.check
def test_a_half_that_stays_as_it_is_is_not_drawn_again_and_closing_gives_all_back(two):
    scene, (first, second) = two.scene, two.scene.panes
    window = scene._window
    scene.image()
    drawn = []
    for number, pane in enumerate((first, second)):
        pane.stage._renderer.AddObserver("StartEvent", lambda *_, n=number: drawn.append(n))
    two.drag(QPointF(scene.areas[0].center()), (30, 0), release=False)
    scene.image()
    assert set(drawn) == {0}
    two.release(QPointF(scene.areas[0].center()))

    alone = picture(view=FRONT, **BALLS)
    scene.show_pictures((alone,), 0)
    assert window.GetRenderers().GetNumberOfItems() == 1
    assert (second.stage, scene.panes) == (None, (first,))
    once = rgb_of(scene.image())
    scene.show_pictures((alone, picture(view=TOP, **BALLS)), 1)
    scene.image()
    assert window.GetRenderers().GetNumberOfItems() == 2
    scene.show_pictures((alone,), 0)
    assert np.array_equal(rgb_of(scene.image()), once)


@pytest.mark.check
def test_closing_the_half_that_is_acted_on_leaves_one_to_point_at(driver):
    scene = driver.scene
    first, second = picture(view=FRONT, **BALLS), picture(view=TOP, **BALLS)
    scene.show_pictures((first, second), 1)  # chosen by a key: the mouse is elsewhere
    scene.show_pictures((first,), 0)
    assert scene.input.pointer is scene.panes[0].pointer
    assert scene.input.ready
