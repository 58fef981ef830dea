"""What is pointed at: one point for scene, maps and keys, told as the position stands now."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from windows import played

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


@pytest.mark.check
def test_what_is_told_follows_moves_and_undoing(window, hand, maps):
    window.session.new(HOLDS_NEXT)
    hand.move("1g1")
    assert "holds SW" in line(window)
    window.session.play("1a7")  # as a puzzle or a lesson answers
    assert same(window, maps, "1g1")
    assert "holds" not in line(window)
    # An undone move is told of the point under the mouse.
    window.session.activate(0)
    hand.move("1c1")
    assert same(window, maps, "1c1")
    QTest.keyClick(window.scene_view.widget.surface, K.Key_Return)
    assert "red" in line(window).lower()
    assert same(window, maps, "1c1")
    window.perform("edit.undo")
    assert "red ball" not in line(window).lower()
    assert same(window, maps, "1c1")
    # Whose turn it is now decides what is told of a stone.
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


@pytest.mark.check
def test_a_stroke_on_a_map_and_another_tool_are_told_over_the_scene(window, hand, maps, qtbot):
    hand.move("1c1")
    assert same(window, maps, "1c1")
    before = line(window)
    window.docks.open("setup")  # beforehand: it takes room from the scene
    hand.move("1c1")
    window.shell.toolbox.setup.begin()
    assert line(window) != before
    assert same(window, maps, "1c1")
    place = map_place(maps, "1c1")
    qtbot.mouseMove(maps.canvas, place)
    qtbot.waitUntil(lambda: same(window, maps, "1c1"))
    assert "empty" in line(window)
    qtbot.mouseClick(maps.canvas, Qt.MouseButton.LeftButton, pos=place)
    assert "empty" not in line(window)
    assert same(window, maps, "1c1")


@pytest.mark.check
@pytest.mark.soak  # behind many other windows the maps' line came late twice; not understood yet
def test_hidden_verdicts_are_told_no_longer(window, hand, maps, qtbot):
    window.session.new(HOLDS_NEXT)
    hand.move("1g1")
    assert "holds" in line(window)
    hand.key(K.Key_H)
    assert "holds" not in line(window)
    qtbot.waitUntil(lambda: same(window, maps, "1g1"))


# -- one point ---------------------------------------------------------------------------------


@pytest.mark.check
def test_the_cursor_takes_the_point_and_a_mouse_that_moves_takes_it_back(window, hand, maps):
    hand.move("1c1")
    hand.key(K.Key_Right)  # brings the cursor to the mouse
    hand.key(K.Key_Right)
    assert same(window, maps, "1e1")
    window.session.play("1a1")
    assert same(window, maps, "1e1")
    hand.move("1g1")
    assert same(window, maps, "1g1")


@pytest.mark.check
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


@pytest.mark.check
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


@pytest.mark.check
def test_enter_pins_first_where_moves_are_confirmed(begun, drive):
    window = begun(FOUR, confirm_moves=True)
    hand = drive(window.scene_view.widget)
    hand.move("1c1")
    hand.key(K.Key_Return)
    assert window.scene_view.widget.input.pin is not None
    hand.key(K.Key_Return)
    assert played(window) == ["1c1"]


@pytest.mark.check
def test_enter_places_where_the_mouse_or_the_cursor_points_and_over_nothing_brings_it(window, hand):
    hand.key(K.Key_Return)
    assert window.scene_view.input.cursor_site is not None
    assert window.session.document.node == 0
    hand.move("1c1")
    hand.key(K.Key_Return)
    assert str(window.session.position).endswith(" blue")
    assert played(window) == ["1c1"]
    # At the cursor, if that was moved last.
    hand.move("1c1")
    hand.key(K.Key_Right)
    hand.key(K.Key_Right)
    hand.key(K.Key_Return)
    assert played(window) == ["1c1", "1e1"]


@pytest.mark.check
def test_a_sentence_begins_with_a_capital_and_the_name_of_a_point_does_not(window):
    window.shell.scene.floating.say("the game is over: red holds SW")
    assert line(window) == "The game is over: red holds SW"
    window.shell.scene.floating.say("c2 is taken")
    assert line(window) == "c2 is taken"


# -- beside the mouse: what lies behind one another there --------------------------------------

LEVELS = "BRBRB,RBRBR,BRBRB,RBRBR,BRB2/RBRB,BRBR,RBRB,BR2/BRB,RBR,1RB/RB,BR/R"
FULL = f"partition:size=5,rules=free {LEVELS} red"


@pytest.mark.check
def test_the_bar_says_what_lies_there_and_which_is_meant(window, qtbot):
    window.session.new(FULL)
    scene, bar = window.scene_view, window.scene_view.floating.depth
    surface, pointer = scene.widget.surface, scene.input.pointer
    board = window.session.position.game.board
    x, y = pointer.projection.to_screen(board.centres[board.index("2b2")])
    for aside in (2, 0):
        QTest.mouseMove(surface, QPoint(round(x) + aside, round(y)))
    qtbot.waitUntil(lambda: bool(pointer.found))
    assert len(pointer.found) > 2
    assert bar.isHidden(), "what the mouse is on is meant"
    first = pointer.choice
    QTest.keyClick(surface, K.Key_E)
    assert not bar.isHidden()
    assert bar.meant == pointer.choice == first + 1
    assert [colour is not None for colour, _ in bar.shown] == [one.ball for one in pointer.found]
    blue = window.session.position.cells == 2
    assert [banded for _, banded in bar.shown] == [bool(blue[one.site]) for one in pointer.found]
    place = scene.input.mouse.toPoint()
    assert not bar.geometry().contains(place)
    assert abs(bar.geometry().center().x() - place.x()) < 60
    assert bar.accessibleDescription().startswith(f"{first + 2} of {len(pointer.found)} ")
    QTest.keyClick(surface, K.Key_Q)
    assert bar.isHidden(), "the mouse means again what it is on"
    QTest.keyClick(surface, K.Key_E)
    QTest.mouseMove(surface, QPoint(3, 3))
    qtbot.waitUntil(bar.isHidden)
