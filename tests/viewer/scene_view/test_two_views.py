"""Two views of the position side by side in the window: both lit, each by itself, given back."""

from itertools import combinations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtTest import QTest

from model.records.view import Camera
from viewer.session.document.split_view import is_slice

FOUR = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
K = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(begun, qtbot):
    made = begun(FOUR, 1024, 700)
    qtbot.waitUntil(lambda: made.scene_view.widget.frames > 0, timeout=30000)
    return made


@pytest.fixture
def hand(window, drive):
    window.scene_view.widget.animation = False
    return drive(window.scene_view.widget)


def place(window, half, name):
    pointer = window.scene_view.widget.input.pointers[half]
    site = pointer.picture.board.index(name)
    return QPointF(*pointer.projection.to_screen(pointer.visible.centres[site]))


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def acted_on(window):
    """Which halves have the line that says so."""
    return [half.line.isVisible() for half in window.scene_view.floating.halves]


def hovers(window):
    """What each half lights up, by name."""
    scene = window.scene_view.widget
    names = scene.picture.board.names
    lit = [scene._composed(pane).hover for pane in scene.panes]
    return [None if site is None else names[site] for site in lit]


@pytest.mark.check
def test_two_views_are_looked_at_and_played_in_side_by_side(window, hand, qtbot):
    session, floating, scene = window.session, window.scene_view.floating, hand.scene
    alone = scene.image().size()
    hand.key(K.Key_V)
    first, second = floating.halves
    assert (first.name.label.text(), second.name.label.text()) == ("First view", "Second view")
    assert acted_on(window) == [True, False]
    assert scene.image().size() == alone  # one whole picture of both
    assert [area.width() for area in scene.areas] == [first.line.width(), second.line.width()]

    # The same hover, whichever half the mouse is in, and from the maps.
    hand.move(place(window, 1, "1a7"))
    assert hovers(window) == ["1a7", "1a7"]
    assert floating.line.text.startswith("1a7")
    assert acted_on(window) == [True, False]
    board = session.position.game.board
    window.scene_view.hover_from_outside(board.index("2b2"))
    assert hovers(window) == ["2b2", "2b2"]

    # A click plays, in either half; the half it was in is acted on from now on.
    hand.click(place(window, 1, "1a7"))
    assert acted_on(window) == [False, True]
    hand.click(place(window, 0, "1g1"))
    assert acted_on(window) == [True, False]
    record = session.document.record
    assert [record.nodes[node].move for node in sorted(record.nodes)[1:]] == ["1a7", "1g1"]
    window.perform("explain.win-red")
    assert {view.show for view in session.document.views} == {"win=red"}

    # Each half has its own camera and its own View; keys act where the mouse is, docks on the last.
    before = session.document.views[0].camera
    hand.move(QPointF(scene.areas[1].center()))
    hand.key(K.Key_7, Qt.KeyboardModifier.KeypadModifier)
    assert acted_on(window) == [False, True]
    assert [view.camera.elevation for view in session.document.views] == [before.elevation, 90]
    window.perform("view.explode")
    assert [view.explode for view in session.document.views] == [0.0, 0.25]
    first.compass.chosen.emit("south")
    assert acted_on(window) == [True, False]
    assert [view.camera.azimuth for view in session.document.views] == [0, 0]

    # It stays with its document.
    session.new(FOUR)
    assert (len(floating.halves), len(scene.panes)) == (1, 1)
    session.activate(0)
    assert (len(floating.halves), len(scene.panes)) == (2, 2)

    # A presentation shows both without their names.
    window.perform("present.start")
    assert acted_on(window) == [False, False]
    assert not second.name.isVisible()
    assert len(scene.panes) == 2
    window.perform("present.start")

    # Its cross closes it, and the first view has the whole scene again.
    cross = floating.halves[1].name._cross
    press(cross)
    assert (len(floating.halves), len(scene.panes)) == (1, 1)
    assert acted_on(window) == [False]
    assert session.document.view.camera.azimuth == 0
    assert scene.areas[0].width() == scene.surface.width()


@pytest.mark.check
def test_the_line_between_two_views_can_be_dragged(window, hand):
    floating, scene, session = window.scene_view.floating, hand.scene, window.session
    hand.key(K.Key_V)
    areas, height = scene.areas, scene.surface.height()
    line = QPointF(areas[0].right() + 2, height // 3)
    hand.mouse(QEvent.Type.MouseMove, line)
    assert scene.surface.cursor().shape() == Qt.CursorShape.SplitHCursor
    before = session.document
    hand.mouse(QEvent.Type.MouseButtonPress, line)
    to = QPointF(line.x() + 100, line.y())
    hand.mouse(QEvent.Type.MouseMove, to, held=Qt.MouseButton.LeftButton)
    hand.mouse(QEvent.Type.MouseButtonRelease, to)
    assert scene.areas[0].width() == pytest.approx(areas[0].width() + 100, abs=4)
    assert [area.width() for area in scene.areas] == [half.line.width() for half in floating.halves]
    assert session.document is before, "no view is turned, nothing is placed"
    assert scene.image().size() == scene.surface.size() * scene.image().devicePixelRatio()
    assert window.chosen.now.divider == scene.share
    hand.move(QPointF(scene.areas[0].center()))
    assert scene.surface.cursor().shape() != Qt.CursorShape.SplitHCursor
    # Neither view is ever gone, and a double click halves the scene again.
    line = QPointF(scene.areas[0].right() + 2, height // 3)
    hand.mouse(QEvent.Type.MouseButtonPress, line)
    hand.mouse(QEvent.Type.MouseMove, QPointF(-50, 9), held=Qt.MouseButton.LeftButton)
    hand.mouse(QEvent.Type.MouseButtonRelease, QPointF(-50, 9))
    assert scene.share == 0.2
    line = QPointF(scene.areas[0].right() + 2, height // 3)
    hand.mouse(QEvent.Type.MouseButtonDblClick, line)
    assert scene.areas == areas
    # With one view there is no line to drag.
    hand.key(K.Key_V)
    hand.mouse(QEvent.Type.MouseMove, line)
    assert scene.surface.cursor().shape() != Qt.CursorShape.SplitHCursor


@pytest.mark.check
def test_what_lies_over_a_half_is_read_whole_and_covers_nothing_else(window, hand):
    floating, scene = window.scene_view.floating, hand.scene
    window.perform("view.cut-west")
    window.perform("view.colour-level")
    hand.key(K.Key_V)
    for half in floating.halves:
        assert half.chips.cut.label.text() == "Cut at 1 from the west wall"
    window.perform("view.turn-together")
    assert_clear(floating, scene)
    window.perform("view.slice")  # no compass keeps the legend below the name
    assert_clear(floating, scene)


def assert_clear(floating, scene):
    """Each thing over a half lies in it, and none on another."""
    for half, area in zip(floating.halves, scene.areas, strict=True):
        over = (half.name, half.compass, half.legend, *half.chips.all)
        places = [widget.geometry() for widget in over if widget.isVisible()]
        assert all(area.contains(place) for place in places)
        assert not any(a.intersects(b) for a, b in combinations(places, 2))


def test_a_slice_opens_at_what_is_pointed_at_and_goes_where_the_mouse_rests(window, hand, qtbot):
    session, name = window.session, lambda: window.scene_view.floating.halves[1].name.text
    hand.move("3c3")
    hand.key(K.Key_V, SHIFT)
    assert name() == "Slice: level 3"
    past = len(session.document.past)
    hand.move(place(window, 0, "2b2"))
    hand.move(place(window, 0, "4d4"))
    assert name() == "Slice: level 3"  # passed on the way
    qtbot.waitUntil(lambda: name() == "Slice: level 4")
    assert len(session.document.past) == past  # no look of its own


@pytest.mark.check
def test_a_slice_follows_and_leads_and_views_turn_together(window, hand):
    session, floating, scene = window.session, window.scene_view.floating, hand.scene
    hand.key(K.Key_V, SHIFT)
    name = floating.halves[1].name
    assert name.text == "Slice: level 1"
    assert not floating.halves[1].compass.isVisible()  # its rim says where it lies
    hand.move(place(window, 0, "3c3"))
    hand.key(K.Key_W)
    assert (session.document.views[0].layer, name.text) == (("level", 3), "Slice: level 3")
    assert hovers(window) == ["3c3", "3c3"]

    control = Qt.KeyboardModifier.ControlModifier
    hand.wheel(place(window, 1, "3c3"), -1, keys=control)
    assert (session.document.views[0].layer, name.text) == (("level", 2), "Slice: level 2")
    hand.click(place(window, 1, "2b2"))
    assert session.document.record.nodes[session.document.node].move == "2b2"
    hand.key(K.Key_W)  # the mouse is over the slice, which keeps its plane without a layer
    window.perform("view.other-view")
    window.perform("view.layer")
    hand.move(place(window, 0, "4d4"))
    assert hovers(window) == ["4d4", None]  # on another plane than the slice

    window.perform("view.turn-together")
    assert name.text == "Linked view"
    hand.drag(QPointF(scene.areas[0].center()), (60, 20))
    ways = {(v.camera.azimuth, v.camera.elevation) for v in session.document.views}
    assert len(ways) == 1
    assert ways != {(Camera().azimuth, Camera().elevation)}

    window.perform("view.slice")
    assert is_slice(session.document.views[1])
    session.set_view(replace(session.document.view, layer=None))
    window.perform("view.other-view")
    assert acted_on(window) == [False, True]
    window.perform("view.second")
    assert session.document.second is None
    session.look_back()
    assert len(scene.panes) == 2


@pytest.mark.check
def test_stereo_shows_one_view_to_both_eyes_and_is_played_in_either_half(window, hand):
    session, scene = window.session, hand.scene
    before = session.document.view
    window.perform("view.stereo-parallel")
    assert [area.width() for area in scene.areas] == [scene.width() // 2, -(-scene.width() // 2)]
    near, far = (
        [place(window, half, name).x() - scene.areas[half].left() for half in (0, 1)]
        for name in ("1a1", "1g7")
    )
    assert near[0] - near[1] > far[0] - far[1] + 2  # what is near lies farther right for the left
    cameras = [pane.pointer.of_eye(pane.picture).view.camera for pane in scene.panes]
    assert all(camera.distance is None for camera in cameras)  # level numbers keep to the frame
    left, right = (scene.image().copy(area) for area in scene.areas)
    assert left != right
    hand.click(place(window, 1, "1a7"))
    hand.click(place(window, 0, "1g1"))
    record = session.document.record
    assert [record[node].move for node in record.main_line()] == ["1a7", "1g1"]
    assert session.document.view == before
    window.perform("view.turn-left")
    assert session.document.view.camera.azimuth != before.camera.azimuth
    turned = place(window, 0, "1a1").x() - place(window, 1, "1a1").x() + scene.areas[1].left()
    assert turned > 1
    window.perform("view.stereo-crossed")
    assert place(window, 0, "1a1").x() < place(window, 1, "1a1").x() - scene.areas[1].left()
    hand.key(K.Key_V)  # a second view takes the place of the other eye, for as long as it is there
    hand.click(place(window, 1, "1c3"))
    assert acted_on(window) == [False, True]
    hand.key(K.Key_V)
    assert [pane.pointer.eye for pane in scene.panes] == [(0, "crossed"), (1, "crossed")]
    window.perform("view.stereo-crossed")
    assert len(scene.panes) == 1
    assert session.document.second is None
