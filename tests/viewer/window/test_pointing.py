"""What is pointed at: one point for scene, maps and keys, told as the position stands now."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

pytestmark = pytest.mark.check

K = Qt.Key
FOUR = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
HOLDS_NEXT = "partition:size=4,rules=free RRR1,4,4,4/3,3,3/2,2/1 red"
DUEL = "pyramid:board=plateau-7 WW1W3,7,4W2,2WB3,7,5BB,BB5 white"


@pytest.fixture
def window(begun):
    return begun(FOUR)


@pytest.fixture
def maps(window):
    window.docks.open("maps")  # in front, where it lies behind Why
    QTest.qWait(20)
    return window.docks.panel("maps")


def line(window):
    """What is said over the scene of the point."""
    return window.scene_view.floating.line.text


def map_place(maps, name):
    return maps.canvas.rect_of(maps.canvas.facts.board.index(name)).center()


def same(window, maps, name):
    """Whether scene and maps tell the same of the same point."""
    window.repaint()
    return line(window).startswith(name) and maps.line.text() == line(window)


# -- the sentence follows the position ---------------------------------------------------------


def test_a_move_elsewhere_is_told_of_the_point_under_a_mouse_that_rests(window, hand, maps):
    window.session.new(HOLDS_NEXT)
    hand.move("1g1")
    assert "holds SW" in line(window)
    window.session.play("1a7")  # as a puzzle or a lesson answers
    assert same(window, maps, "1g1")
    assert "holds" not in line(window)


def test_whose_turn_it_is_now_decides_what_is_told_of_a_stone(window, hand):
    window.session.new(DUEL)
    board, pieces = window.session.position.game.board, window.session.position.pieces
    stone = board.names[int(pieces.site[pieces.owner == 0][0])]
    hand.move(stone)
    assert hand.hovered == stone
    told = [line(window)]
    elsewhere = (m for m in window.session.position.legal_moves if not m.startswith(stone))
    window.session.play(next(elsewhere))
    told.append(line(window))
    assert told[0] != told[1]
    assert stone in told[1]


def test_an_undone_move_is_told_of_the_point_under_the_mouse(window, hand, maps):
    hand.move("1c1")
    assert same(window, maps, "1c1")
    QTest.keyClick(window.scene_view.widget.surface, K.Key_Return)
    assert "red" in line(window).lower()
    assert same(window, maps, "1c1")
    window.perform("edit.undo")
    assert "red ball" not in line(window).lower()
    assert same(window, maps, "1c1")


def test_a_stroke_on_a_map_is_told_over_the_scene(window, maps, qtbot):
    window.shell.toolbox.setup.begin()
    place = map_place(maps, "1c1")
    qtbot.mouseMove(maps.canvas, place)
    qtbot.waitUntil(lambda: same(window, maps, "1c1"))
    assert "empty" in line(window)
    qtbot.mouseClick(maps.canvas, Qt.MouseButton.LeftButton, pos=place)
    assert "empty" not in line(window)
    assert same(window, maps, "1c1")


def test_another_tool_is_told_at_once(window, hand, maps):
    hand.move("1c1")
    assert same(window, maps, "1c1")
    before = line(window)
    window.docks.open("setup")  # beforehand: it takes room from the scene
    hand.move("1c1")
    window.shell.toolbox.setup.begin()
    assert line(window) != before
    assert same(window, maps, "1c1")


@pytest.mark.soak  # behind many other windows the maps' line came late twice; not understood yet
def test_hidden_verdicts_are_told_no_longer(window, hand, maps, qtbot):
    window.session.new(HOLDS_NEXT)
    hand.move("1g1")
    assert "holds" in line(window)
    hand.key(K.Key_H)
    assert "holds" not in line(window)
    qtbot.waitUntil(lambda: same(window, maps, "1g1"))


# -- one point ---------------------------------------------------------------------------------


def test_the_cursor_takes_the_point_and_a_mouse_that_moves_takes_it_back(window, hand, maps):
    hand.move("1c1")
    hand.key(K.Key_Right)  # brings the cursor to the mouse
    hand.key(K.Key_Right)
    assert same(window, maps, "1e1")
    window.session.play("1a1")
    assert same(window, maps, "1e1")
    hand.move("1g1")
    assert same(window, maps, "1g1")


def test_the_cursor_goes_while_the_mouse_plays(window, hand, maps, qtbot):
    scene = window.scene_view.widget

    def cursor():
        window.repaint()
        return scene._composed(scene.panes[0]).cursor

    hand.move("1c1")
    hand.key(K.Key_Right)  # brings the cursor to the mouse
    hand.key(K.Key_Right)
    hand.key(K.Key_Return)
    assert cursor() is not None, "the keyboard plays"
    hand.move("1a5")
    hand.click("1a5")
    assert cursor() is None
    hand.move("1c5")
    hand.key(K.Key_Left)  # and comes to where the mouse is
    assert window.session.position.game.board.names[cursor()] == hand.hovered
    qtbot.mouseMove(maps.canvas, map_place(maps, "1a1"))
    qtbot.mouseClick(maps.canvas, Qt.MouseButton.LeftButton, pos=map_place(maps, "1a1"))
    assert window.session.ply == 3
    assert cursor() is None
    assert same(window, maps, "1a1")


def test_leaving_the_maps_gives_the_point_back_to_the_scene(window, hand, maps, qtbot):
    hand.key(K.Key_Up)
    cursor = window.session.position.game.board.names[window.scene_view.input.cursor_site]
    assert same(window, maps, cursor)
    qtbot.mouseMove(maps.canvas, map_place(maps, "1c1"))
    qtbot.mouseMove(maps.canvas, map_place(maps, "1a1"))
    qtbot.waitUntil(lambda: same(window, maps, "1a1"))
    window.docks.toggle("maps")
    assert line(window).startswith(cursor)


# -- Enter -------------------------------------------------------------------------------------


def test_enter_places_where_the_mouse_points(window, hand):
    hand.move("1c1")
    hand.key(K.Key_Return)
    assert str(window.session.position).endswith(" blue")
    assert window.session.document.record.nodes[window.session.document.node].move == "1c1"


def test_enter_places_at_the_cursor_that_was_moved_last(window, hand):
    hand.move("1c1")
    hand.key(K.Key_Right)
    hand.key(K.Key_Right)
    hand.key(K.Key_Return)
    assert window.session.document.record.nodes[window.session.document.node].move == "1e1"


def test_enter_pins_first_where_moves_are_confirmed(shared_window, drive, qtbot):
    window = shared_window(confirm_moves=True)
    window.session.new(FOUR)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=30000)
    hand = drive(window.scene_view.widget)
    hand.move("1c1")
    hand.key(K.Key_Return)
    assert window.scene_view.widget.input.pin is not None
    hand.key(K.Key_Return)
    assert window.session.document.record.nodes[window.session.document.node].move == "1c1"


def test_enter_over_nothing_brings_the_cursor(window, hand):
    hand.key(K.Key_Return)
    assert window.scene_view.input.cursor_site is not None
    assert window.session.document.node == 0


def test_a_sentence_begins_with_a_capital_and_the_name_of_a_point_does_not(window):
    window.shell.scene.floating.say("the game is over: red holds SW")
    assert line(window) == "The game is over: red holds SW"
    window.shell.scene.floating.say("c2 is taken")
    assert line(window) == "c2 is taken"
