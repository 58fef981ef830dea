"""Rolling Pyramids set up by the mouse: units by number, devices, what is refused, who is first."""

import pytest
import rolling_hands as hands
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

LEFT = Qt.MouseButton.LeftButton
START = "rolling-pyramids 8,a3,14 chance phase=roll first=p1 seats=S1.anubian+S2.bastet"


@pytest.fixture
def window(open_window):
    made = open_window(1440, 920, level_maps_open=False, why_open=False)
    made.activateWindow()
    return made


def press(button):
    assert button.isEnabled()
    assert button.isVisible()
    QTest.mouseClick(button, LEFT, pos=QPoint(8, button.height() // 2))


def click(window, qtbot, name):
    """Click a space or a border in the scene."""
    widget = window.scene_view.widget
    qtbot.waitUntil(lambda: not window.scene_view.move_animation.running)
    drawn = widget.frames
    widget.request_frame()
    qtbot.waitUntil(lambda: widget.frames > drawn)
    place = hands.place_of(window, name)
    QTest.mouseMove(widget.surface, place)
    QTest.mouseClick(widget.surface, LEFT, pos=place)


def test_a_position_is_set_up_by_clicks(window, qtbot):
    window.session.new(START)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    qtbot.waitUntil(lambda: window.scene_view.widget.frames > 0, timeout=60_000)
    QTest.keyClick(window.scene_view.widget.surface, Qt.Key.Key_U,
                   Qt.KeyboardModifier.ControlModifier)  # fmt: skip
    tool, dock = window.shell.toolbox.setup, window.docks.panel("setup")
    assert tool.is_on
    box = dock.stacks
    assert not dock.family.isVisible()
    assert not dock.turn.isVisible()

    def board():
        return window.session.copy_position().split(" ")[1]

    click(window, qtbot, "9")
    assert board() == "8,a4,14"
    press(box.kind.button(1))
    box.number.setFocus()
    box.number.selectAll()
    QTest.keyClicks(box.number, "12")
    QTest.keyClick(box.number, Qt.Key.Key_Return)
    press(box.owner.button(1))
    click(window, qtbot, "9")
    assert board() == "8,a4,14"
    assert window.notices.strip.text == "9 belongs to P1: empty it first."
    click(window, qtbot, "1")
    assert board() == "b*12,7,a4,14"
    press(box.kind.button(2))
    assert not box.owner.isEnabled()
    click(window, qtbot, "9>10")
    assert window.session.copy_position().endswith(" devices=ram.9>10")
    press(dock.side.button(1))
    assert " first=p2 " in window.session.copy_position()
    press(box.kind.button(1))
    press(box.does.button("take"))
    box.number.setFocus()
    box.number.selectAll()
    QTest.keyClicks(box.number, "2")
    QTest.keyClick(box.number, Qt.Key.Key_Return)
    click(window, qtbot, "1")
    assert board() == "b*10,7,a4,14"
    press(box.does.button("empty"))
    click(window, qtbot, "9")
    assert window.session.copy_position() == (
        START.replace("8,a3,14", "b*10,22").replace("first=p1", "first=p2")
    )
    QTest.keyClick(window.scene_view.widget.surface, Qt.Key.Key_Z,
                   Qt.KeyboardModifier.ControlModifier)  # fmt: skip
    assert board() == "b*10,7,a4,14"
    press(dock.clear)
    assert board() == "23"
    # Another game has its own brushes, and this one its own again.
    window.session.new("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white")
    window.shell.toolbox.setup.begin()
    qtbot.waitUntil(lambda: dock.stacks is None)
    assert dock.family.isVisible()
    window.session.new(START)
    window.shell.toolbox.setup.begin()
    qtbot.waitUntil(lambda: dock.stacks is not None)
    qtbot.waitUntil(lambda: dock.stacks.isVisible())
    press(dock.stacks.kind.button(0))
    press(dock.stacks.owner.button(0))
    assert tool.is_on
    click(window, qtbot, "9")
    assert board() == "8,a5,14"


@pytest.mark.check
def test_no_dice_fall_while_a_position_is_set_up(window, qtbot):
    hands.begin(window, qtbot, "rolling-pyramids 23 chance")
    hands.play(window, qtbot, lambda position: position.state.phase == "draft")
    window.shell.toolbox.setup.begin()
    window.shell.toolbox.setup.paste(START)
    click(window, qtbot, "9")
    QTest.qWait(400)
    assert window.session.position.state.phase == "roll"
    assert not window.scene_view.floating.step_buttons.isVisible()
    assert window.session.copy_position() == START.replace("a3", "a4")
    window.shell.toolbox.setup.leave()
    qtbot.waitUntil(lambda: window.session.position.state.phase != "roll", timeout=30_000)
