"""What can be done in the scene, called as commands call it: no widget, no event."""

import pytest
from PySide6.QtCore import QPointF
from studio import balls

from model.boards.lattice import pyramid
from model.records.view import Camera, View
from viewer.picture.picture import Picture
from viewer.scene.input.gestures import Gestures
from viewer.scene.input.input_rules import InputRules
from viewer.scene.input.scene_input import SceneInput

BOARD = pyramid(4)


class Scene:
    """An input with a picture behind it, and what it has told."""

    def __init__(self, view=None, red=()):
        self.input = SceneInput(self.adopt, InputRules())
        self.flights = []
        self.told = []
        for name in ("place", "pinned", "selected", "cursor_moved", "message", "view_changed"):
            signal = getattr(self.input, name)
            signal.connect(lambda *values, name=name: self.told.append((name, *values)))
        self.show(view or View(), red)

    def show(self, view, red=()):
        picture = Picture(BOARD, balls(BOARD, red=red), ("red", "blue"), view)
        self.input.view = view
        self.input.pointer.show(picture, 400, 300)
        self.input.shown()

    def adopt(self, view, fly):
        self.flights.append(fly)

    def heard(self, name):
        return [values[0] for told, *values in self.told if told == name]


@pytest.fixture
def scene(qapp):
    return Scene()


def test_nothing_can_be_moved_in_before_there_is_a_picture(qapp):
    scene = SceneInput(lambda view, fly: None, InputRules())
    assert not scene.ready
    scene.set_cursor(0)
    scene.move_cursor("up")
    scene.enter()
    assert scene.cursor is None


def test_the_cursor_goes_where_it_is_put_steps_from_there_and_stays_at_a_border(scene):
    scene.input.set_cursor(BOARD.index("1c3"))
    scene.input.move_cursor("right")
    scene.input.move_cursor("above")
    names = [BOARD.names[site] for site in scene.heard("cursor_moved")]
    assert names[:2] == ["1c3", "1e3"]
    assert names[2].startswith("2")
    assert scene.input.active_site == scene.input.cursor.site
    scene.input.set_cursor(BOARD.index("1a1"))
    scene.input.move_cursor("below")
    assert scene.heard("message") == ["base"]
    assert scene.heard("cursor_moved")[3:] == [BOARD.index("1a1")]


def test_the_first_move_only_brings_the_cursor(scene):
    scene.input.move_cursor("left")
    brought = scene.input.cursor
    scene.input.forget()
    scene.input.move_cursor("below")
    assert scene.input.cursor == brought


def test_interesting_sites_are_visited_in_turn(scene):
    scene.input.visit(1)
    assert scene.heard("message") == ["there are no interesting points here"]
    scene.input.interesting = (3, 7)
    for by in (1, 1, 1, -1):
        scene.input.visit(by)
    assert scene.heard("cursor_moved") == [3, 7, 3, 7]


def test_enter_places_at_the_cursor_and_selects_a_ball(qapp):
    scene = Scene(red=("1a1",))
    scene.input.set_cursor(BOARD.index("1c3"))
    scene.input.enter()
    assert scene.heard("place") == [BOARD.index("1c3")]
    scene.input.set_cursor(BOARD.index("1a1"))
    scene.input.enter()
    assert scene.heard("selected") == [BOARD.index("1a1")]


def test_enter_ends_a_half_built_move_first(scene):
    asked = []
    scene.input.set_cursor(5)
    scene.input.rules.ends_move = lambda site: asked.append(site) or True
    scene.input.enter()
    assert asked == [5]
    assert scene.heard("place") == []


def test_a_hidden_point_cannot_be_played(qapp):
    scene = Scene(View(layer=("level", 2)))
    scene.input.set_cursor(BOARD.index("1a1"))
    scene.input.enter()
    assert scene.heard("place") == []
    assert "hidden" in scene.heard("message")[0]


def test_confirmed_moves_are_pinned_then_placed_and_what_cannot_be_pinned_at_once(scene):
    scene.input.confirm_moves = True
    scene.input.choose(4)
    assert (scene.input.pin, scene.input.preview, scene.heard("place")) == (4, 4, [])
    scene.input.enter()
    assert scene.heard("place") == [4]
    assert scene.heard("pinned") == [4, None]
    scene.input.choose(6)
    assert scene.input.cancel()
    assert scene.input.pin is None
    assert not scene.input.cancel()
    scene.input.rules.may_pin = lambda site: site != 4
    scene.input.choose(4)
    assert scene.heard("place") == [4, 4]


def test_escape_leaves_a_tool_last(scene):
    left = []
    rules = scene.input.rules
    rules.in_tool, rules.leave_tool = lambda: True, lambda: left.append(1) or True
    assert scene.input.holding
    assert scene.input.cancel()
    assert left == [1]


def test_a_flight_is_one_gesture(scene):
    view = View(camera=Camera(azimuth=90.0))
    scene.input.fly(view)
    scene.input.fly(view)  # there already
    assert scene.flights == [True]
    assert [told for told in scene.told if told[0] == "view_changed"] == [
        ("view_changed", view, "flight-1")
    ]


def test_the_lens_lies_on_the_cursor_until_it_is_taken_away(scene):
    assert not scene.input.end_lens()
    scene.input.set_cursor(BOARD.index("1c3"))
    scene.input.lens()
    scene.input.set_cursor(BOARD.index("1e3"))
    assert scene.input.view.lens == "1e3"
    assert scene.input.end_lens()
    assert scene.input.view.lens == ""
    gestures = {told[2] for told in scene.told if told[0] == "view_changed"}
    assert len(gestures) == 1


def test_planes_step_only_where_there_are_some(scene):
    scene.input.step_plane(1, "step-1")
    assert scene.heard("message") == ["there is no working layer and no cut to move"]
    scene.show(View(layer=("level", 2)))
    scene.input.step_plane(1, "step-1")
    assert scene.input.view.layer == ("level", 3)


def test_deeper_says_where_the_line_of_sight_ends(scene):
    projection = scene.input.pointer.projection
    x, y = projection.to_screen(BOARD.centres[BOARD.index("1c3")])
    scene.input.point(QPointF(x, y))
    pointer = scene.input.pointer
    for _ in range(len(pointer.found) - pointer.choice):
        scene.input.deeper(1)
    assert scene.heard("message") == ["nothing lies farther on this line of sight"]


def test_turns_of_a_wheel_are_one_gesture_while_they_are_of_a_kind():
    gestures = Gestures()
    first = gestures.burst("zoom")
    assert first == ("zoom-1", True)
    assert gestures.burst("zoom") == ("zoom-1", False)
    assert gestures.burst("depth") == ("depth-2", True)
    assert gestures.begin("orbit") == "orbit-3"
