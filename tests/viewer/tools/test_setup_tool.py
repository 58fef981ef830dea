"""Set up by real events: clicks brush, drags orbit, strokes paint; what cannot exist is said."""

import numpy as np
import pytest
from learner import CTRL, K, Learner
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QPushButton
from windows import in_dialog, pick

from model.positions import setup
from model.records.view import Cut, View
from viewer.window.dialogs.new_game import NewPuzzle
from viewer.window.dialogs.requests import Transform

pytestmark = pytest.mark.check

FREE = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
STACKING = "partition:size=4,rules=stacking 4,4,4,4/3,3,3/2,2/1 red"
LEFT = Qt.MouseButton.LeftButton
ERASE, RED, BLUE = 0, 1, 2


@pytest.fixture
def window(shared_window):
    return shared_window(1100, 760)


class Author(Learner):
    """A person who sets a position up."""

    @property
    def dock(self):
        return self.window.docks.panel("setup")

    @property
    def maps(self):
        return self.window.docks.panel("maps")

    @property
    def session(self):
        return self.window.session

    @property
    def text(self) -> str:
        return self.session.copy_position()

    def on(self, *names: str) -> list[int]:
        cells = setup.cells_of(self.position)
        return [int(cells[self.board.index(name)]) for name in names]

    def take(self, brush: int) -> None:
        self.press(self.dock.brush.button(brush))

    def stroke(self, *names: str, release: bool = True) -> None:
        """Press on a level map and move over points of it."""
        canvas = self.maps.canvas
        places = [canvas.rect_of(self.board.index(name)).center() for name in names]
        QTest.mousePress(canvas, LEFT, pos=places[0])
        for place in places[1:]:
            self._move(canvas, place)
        if release:
            QTest.mouseRelease(canvas, LEFT, pos=places[-1])

    @staticmethod
    def _move(canvas, place: QPoint) -> None:
        """A move with the button held, which QTest.mouseMove does not hold everywhere."""
        event = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(place),
            QPointF(canvas.mapToGlobal(place)),
            Qt.MouseButton.NoButton,
            LEFT,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(canvas, event)

    def fill(self, what: str, number: int) -> None:
        dock = self.dock
        pick(dock.family, what)
        dock.number.setFocus()
        dock.number.selectAll()
        QTest.keyClicks(dock.number, str(number))
        QTest.keyClick(dock.number, K.Key_Return)
        self.press(dock.fill)

    def undo(self) -> None:
        self.window.activateWindow()  # after a dialog, as a window manager does
        self.qtbot.waitUntil(lambda: QApplication.activeWindow() is self.window)
        QApplication.processEvents()
        QTest.keyClick(self.surface, K.Key_Z, CTRL)


@pytest.fixture
def author(window, qtbot, drive):
    """Begins to set up a game with Ctrl+U."""

    def begin(start: str = FREE) -> Author:
        window.resize(1280, 860)
        window.session.new(start)
        made = Author(window, qtbot, drive)
        made.key(K.Key_U, CTRL)
        assert window.shell.toolbox.setup.is_on
        assert window.docks.is_open("setup")
        window.docks.open("maps")
        QTest.qWait(20)
        return made

    return begin


# -- in the scene --------------------------------------------------------------------------------


def test_clicks_put_and_take_away_by_the_brush_that_is_seen_and_a_drag_puts_nothing(author):
    hand = author()
    hand.click("1a1")
    hand.take(BLUE)
    hand.click("1g1")
    hand.click("3c3")  # a free pyramid: balls float
    assert hand.on("1a1", "1g1", "3c3") == [RED, BLUE, BLUE]
    assert hand.session.ply == 0  # nothing was played
    hand.click("3c3")  # the same brush takes away
    hand.click("1a1")  # another one paints over
    assert hand.on("1a1", "3c3") == [BLUE, ERASE]
    hand.take(ERASE)
    hand.click("1g1")
    assert hand.on("1g1") == [ERASE]
    for expected in ([BLUE, BLUE, ERASE], [RED, BLUE, ERASE], [RED, BLUE, BLUE]):
        hand.undo()
        assert hand.on("1a1", "1g1", "3c3") == expected
    hand.undo()
    hand.undo()
    hand.undo()
    assert hand.text == FREE
    assert not hand.session.document.edited
    for _ in range(6):
        hand.key(K.Key_Y, CTRL)
    assert hand.on("1a1", "1g1", "3c3") == [BLUE, ERASE, ERASE]
    # The brush is seen under the mouse.
    hand.take(BLUE)
    place = hand.point_at("2b2").toPointF()
    hand.driver.press(place)
    assert hand.window.scene_view.widget.input.preview == hand.board.index("2b2")
    assert hand.window.shell.toolbox.setup.preview == 1  # blue's
    hand.driver.release(place)
    assert hand.on("2b2") == [BLUE]
    hand.take(ERASE)
    assert hand.window.shell.toolbox.setup.preview is None
    # A drag turns the view and puts nothing.
    hand.take(RED)
    record, view = hand.session.document.record, hand.session.document.view
    hand.driver.drag("1a1", (120, -30))
    assert hand.session.document.record is record
    assert hand.session.document.view.camera.azimuth != view.camera.azimuth
    hand.driver.drag("2d2", (0, 60))
    assert hand.session.document.record is record
    hand.click("1a1")  # and a click still brushes, in the new view
    assert hand.on("1a1") == [RED]


# -- on the level maps ---------------------------------------------------------------------------


def test_typed_points_are_set_up_and_one_button_ends_it(author):
    hand = author()
    field = hand.window.move_field
    names = [button.text() for button in hand.dock.findChildren(QPushButton)]
    assert [name for name in names if "set-up" in name or "play from here" in name] == [
        "Done: play from here"
    ]
    assert field.edit.placeholderText() == "Press / or a digit to type a point"

    def type_points(text):
        hand.to_scene()
        hand.key(K.Key_Slash)
        QTest.keyClicks(field.edit, text)
        QTest.keyClick(field.edit, K.Key_Return)

    type_points("2b2 1a1, f4")
    assert hand.on("2b2", "1a1", "2f4") == [RED, RED, RED]
    assert hand.session.ply == 0
    assert hand.moves == []
    type_points("1a1 1c1")  # one of them is there already: both are, after it
    assert hand.on("1a1", "1c1") == [RED, RED]
    type_points("1a1 1c1")  # both are there: both go, as by a second click
    assert hand.on("1a1", "1c1") == [ERASE, ERASE]
    before = hand.text
    for text, said in (
        ("9z9", "9z9 is not on the board"),
        ("1a1 nonsense", '"nonsense" is not a point. While you set up, type points such as 1a1.'),
        ("c3", "c3 is on several levels"),
        ("1a1-1c1", '"1a1-1c1" is not a point.'),
    ):
        type_points(text)
        assert field.fault.accessibleName().startswith(said)
        assert field.edit.text() == text
        assert hand.text == before
        field.edit.clear()
    QTest.keyClick(field.edit, K.Key_Escape)
    hand.undo()
    hand.undo()
    assert hand.on("1a1", "1c1", "2b2") == [RED, ERASE, RED]
    hand.press(hand.dock.mode)
    assert not hand.window.shell.toolbox.setup.is_on
    assert hand.dock.mode.text() == "Set up a position"
    assert field.edit.placeholderText() == "Press / or a digit to type a move"


def test_strokes_over_a_map_skip_no_point_and_each_is_one_edit(author):
    hand = author()
    hand.maps.turn_to(1)
    hand.stroke("1a1", "1c1", "1e1", "1e3")
    assert hand.on("1a1", "1c1", "1e1", "1e3", "1g1") == [RED, RED, RED, RED, ERASE]
    assert len(hand.session.document.done) == 1
    hand.take(ERASE)
    hand.stroke("1c1", "1e1")
    assert hand.on("1a1", "1c1", "1e1", "1e3") == [RED, ERASE, ERASE, RED]
    hand.undo()
    assert hand.on("1a1", "1c1", "1e1", "1e3") == [RED] * 4
    hand.undo()
    assert hand.text == FREE
    # A quick one skips no point.
    hand.take(RED)
    hand.stroke("1a1", "1g1", "1g7")
    assert hand.on("1a1", "1c1", "1e1", "1g1", "1g3", "1g5", "1g7") == [RED] * 7
    assert sum(map(bool, setup.cells_of(hand.position))) == 7
    # An undo within a stroke takes its part back and no more.
    hand.undo()
    assert hand.text == FREE
    hand.stroke("1g1")
    hand.stroke("1a1", "1c1", release=False)
    hand.undo()
    assert hand.on("1g1", "1a1", "1c1") == [RED, ERASE, ERASE]
    canvas = hand.maps.canvas
    end = canvas.rect_of(hand.board.index("1e1")).center()
    hand._move(canvas, end)
    QTest.mouseRelease(canvas, LEFT, pos=end)
    assert hand.on("1g1", "1a1", "1c1", "1e1") == [RED, ERASE, ERASE, RED]
    hand.undo()
    assert hand.on("1g1", "1e1") == [RED, ERASE]


def test_outside_the_mode_a_drag_over_the_map_paints_nothing(author):
    hand = author()
    hand.press(hand.dock.mode)
    assert not hand.window.docks.is_shown("setup")
    hand.window.docks.open("setup")
    hand.maps.turn_to(1)
    hand.stroke("1a1", "1c1", "1e1")
    assert hand.text == FREE
    # Whoever takes a brush means to set up: nothing is played by mistake.
    hand.take(BLUE)
    hand.stroke("1a1", "1c1", "1e1")
    assert hand.on("1a1", "1c1", "1e1") == [BLUE] * 3
    assert hand.window.shell.scene.tools.is_on("set-up")


# -- fills ---------------------------------------------------------------------------------------


def test_levels_walls_planes_shells_and_what_cuts_leave_in_sight_are_filled(author):
    hand = author()
    board = hand.board
    hand.fill("Level", 2)
    assert setup.cells_of(hand.position).tolist() == (board.layers["level"] == 2).tolist()
    hand.take(BLUE)
    hand.fill("From the west wall", 0)
    cells = setup.cells_of(hand.position)
    west = board.layers["west"] == 0
    assert (cells[west] == BLUE).all()
    assert (cells[~west & (board.layers["level"] == 2)] == RED).all()
    hand.undo()
    hand.undo()
    assert hand.text == FREE
    hand.fill("Shell", 1)
    assert (
        np.flatnonzero(setup.cells_of(hand.position)).tolist()
        == np.flatnonzero(board.layers["shell"] == 1).tolist()
    )
    hand.press(hand.dock.clear)
    assert hand.text == FREE
    hand.fill("Diagonal plane", 0)
    filled = np.flatnonzero(setup.cells_of(hand.position))
    assert filled.tolist() == np.flatnonzero(board.layers["diag"] == 0).tolist()
    hand.press(hand.dock.clear)
    hand.take(RED)
    cuts = (Cut(at=3, family="level"), Cut(at=2, family="level", flip=True))
    hand.session.set_view(View(cuts=cuts))
    QApplication.processEvents()
    hand.press(hand.dock.shown)
    cells, levels = setup.cells_of(hand.position), hand.board.layers["level"]
    assert (cells[(levels == 2) | (levels == 3)] == RED).all()
    assert not cells[(levels == 1) | (levels == 4)].any()


# -- the whole position --------------------------------------------------------------------------


def test_by_keyboard_the_cursor_brushes_and_a_button_chooses_the_side(author):
    hand = author()
    hand.press(hand.dock.side.button(1))
    assert hand.position.to_move == "blue"
    assert "You may still use this position" in hand.dock.odd.text()
    hand.undo()
    assert hand.position.to_move == "red"
    assert not hand.dock.odd.isVisibleTo(hand.window)
    assert hand.text == FREE
    hand.to_scene()
    hand.enter("1g7")
    hand.enter("2b2")
    assert hand.on("1g7", "2b2") == [RED, RED]
    hand.key(K.Key_Return)  # the same brush again takes away
    assert hand.on("2b2") == [ERASE]
    hand.key(K.Key_Escape)
    assert not hand.window.shell.toolbox.setup.is_on
    hand.enter("4d4")
    assert hand.session.ply == 1
    assert hand.moves == ["4d4"]


def test_the_position_is_turned_in_one_dialog_or_pasted_from_anywhere(author):
    hand = author()
    clipboard = QGuiApplication.clipboard()
    other = "partition:size=3,rules=free R1B,3,3/2,2/1 red"
    clipboard.setText(f"  {other}\n")
    hand.press(hand.dock.paste)
    assert hand.text == other
    assert hand.window.shell.toolbox.setup.is_on
    hand.click("2d4")  # on the smaller board
    assert hand.on("2d4") == [RED]
    hand.undo()
    hand.undo()
    assert hand.text == FREE
    for text, said in (
        ("good morning", "not a position"),
        ("1a1 1c1", "these are moves, not a position: end set-up first"),
        ("partition:size=3,rules=free R1B,3,3/2,2 red", "not a position"),
        ("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white", "this is a game of"),
    ):
        clipboard.setText(text)
        hand.press(hand.dock.paste)
        assert said in hand.window.notices.strip.text.lower()
        assert hand.text == FREE
    # It is turned and its colours exchanged in one dialog.
    hand.take(RED)
    hand.click("1a1")
    hand.take(BLUE)
    hand.click("1c1")

    def left(dialog) -> None:
        button = next(b for b in dialog.buttons if b.text() == "turned left")
        QTest.mouseClick(button, LEFT)
        QTest.mouseClick(dialog.exchange, LEFT, pos=QPoint(8, dialog.exchange.height() // 2))
        box = dialog.findChild(QDialogButtonBox)
        QTest.mouseClick(box.button(QDialogButtonBox.StandardButton.Ok), LEFT)

    in_dialog(Transform, left)
    hand.press(hand.dock.turn)
    cells = setup.cells_of(hand.position)
    assert sorted(cells[cells > 0]) == [RED, BLUE]
    assert hand.on("1a1", "1c1") != [RED, BLUE]
    (blue,) = np.flatnonzero(cells == BLUE)
    corners = [hand.board.corners[name] for name in ("SE", "NW")]
    assert blue in corners  # what stood in SW was red, and is blue now
    assert hand.position.to_move == "blue"
    hand.undo()
    assert hand.on("1a1", "1c1") == [RED, BLUE]
    assert hand.position.to_move == "red"

    def nothing(dialog) -> None:
        QTest.keyClick(dialog, K.Key_Escape)

    before = hand.session.document.record
    in_dialog(Transform, nothing)
    hand.press(hand.dock.turn)
    assert hand.session.document.record is before


# -- what cannot exist ---------------------------------------------------------------------------


def test_what_cannot_exist_is_said_and_cannot_be_played(author):
    hand = author(STACKING)
    assert not hand.dock.trouble.isVisibleTo(hand.window)
    hand.click("2b2")
    assert hand.on("2b2") == [RED]
    assert hand.dock.trouble.isVisibleTo(hand.window)
    said = hand.dock.trouble.text()
    assert said.startswith("This position is impossible, so it cannot be played: 2b2 ")
    hand.press(hand.dock.mode)
    assert not hand.window.shell.toolbox.setup.is_on
    hand.to_scene()
    hand.enter("1g7")  # playing is refused, and the reason is the same
    assert hand.session.ply == 0
    assert "2b2" in hand.window.notices.strip.text
    assert hand.on("1g7") == [ERASE]
    box = hand.window.move_field
    hand.key(K.Key_Slash)
    QTest.keyClicks(box.edit, "1g7")
    QTest.keyClick(box.edit, K.Key_Return)
    assert hand.session.ply == 0
    QTest.keyClick(box.edit, K.Key_Escape)
    hand.window.scene_view.take_focus()
    hand.key(K.Key_U, CTRL)
    for name in ("1a1", "1c1", "1a3", "1c3"):
        hand.click(name)
    assert not hand.dock.trouble.isVisibleTo(hand.window)
    assert (
        "You may still use this position" in hand.dock.odd.text()
    )  # five red balls could not have arisen
    hand.press(hand.dock.mode)
    hand.to_scene()
    hand.enter("1g7")
    assert hand.moves == ["1g7"]


def test_stones_of_pyramid_and_spheres_of_pyraos_are_set_up_as_many_as_there_are(author):
    hand = author("pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white")
    hand.click("d4")
    assert hand.on("d4") == [1]
    hand.take(2)
    hand.click("d4")
    hand.click("a1")
    assert hand.on("d4", "a1") == [2, 2]
    hand.undo()
    hand.undo()
    hand.undo()
    assert not hand.session.document.edited
    hand = author("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white")
    hand.take(1)
    hand.fill("Level", 1)
    assert "16 white spheres" in hand.dock.trouble.text()
    hand.undo()
    assert not hand.dock.trouble.isVisibleTo(hand.window)
    assert "White 15" in hand.dock.reserves.text()


def test_a_position_set_up_after_moves_is_a_node_of_its_own(author):
    hand = author()
    hand.key(K.Key_Escape)
    hand.to_scene()
    hand.enter("1a1")
    hand.enter("1g7")
    played = hand.text
    hand.key(K.Key_U, CTRL)
    hand.click("4d4")
    assert hand.session.document.node == 3
    assert str(hand.session.position_at(2)) == played
    hand.key(K.Key_Escape)
    hand.to_scene()
    hand.enter("2b2")  # and played on from there
    assert hand.session.document.record[hand.session.document.node].parent == 3
    for _ in range(4):
        hand.undo()
    assert hand.text == FREE


def test_a_game_with_fewer_pieces_has_a_brush_of_its_own(window):
    """Random events: a brush of Pyramid Ball, another tab, and every look at the maps failed."""
    tool = window.shell.toolbox.setup
    window.session.new("pyramid-ball")
    tool.take(len(tool.letters))
    window.session.new(FREE)
    assert tool.preview == 1
    assert tool.brush == BLUE
    window.session.activate(0)
    assert tool.brush == len(tool.letters)


def test_a_puzzle_that_is_not_made_leaves_the_set_up_open(window, author):
    hand = author()
    in_dialog(NewPuzzle, lambda dialog: QTest.keyClick(dialog, K.Key_Escape))
    hand.press(hand.dock.puzzle)
    assert window.scene_view.tools.is_on("set-up")
    hand.take(BLUE)
    before = window.session.document
    in_dialog(NewPuzzle, lambda dialog: QTest.keyClick(dialog, K.Key_Return))
    hand.press(hand.dock.puzzle)
    assert window.session.document is not before, "the puzzle is a document of its own"
    assert window.scene_view.tools.current is None
