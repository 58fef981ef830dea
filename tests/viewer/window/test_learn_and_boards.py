"""What a step of a course needs stands beside it, in small windows and in front of a room."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from wanted_places import do

from viewer.session.files import resources

SIZES = ((1024, 768), (1366, 768))
ALL = [path.name for path in resources.lessons()]


def course(window, qtbot, tmp_path, name):
    """Open a shipped course and begin it."""
    window.activateWindow()
    path = next(one for one in resources.lessons() if name in one.name)
    window.open_path(Path(shutil.copy(path, tmp_path)))
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    qtbot.waitUntil(lambda: window.scene_view.widget.frames > 0, timeout=60_000)
    if window.shell.learning.player.exercise is None:
        window.perform("teach.begin")
    return window.shell.learning.player


def walk(window, qtbot, player, steps):
    """Do the tasks of steps, the first part of each; returns what was not reached, by its step."""
    missed = {}
    for number in steps:
        player.ask_again(number)
        settle(window, qtbot, player)
        if player.exercise.task is None:
            continue
        lost = do(window)
        if lost:
            missed[number + 1] = lost
    settle(window, qtbot, player)
    return missed


def settle(window, qtbot, player):
    QTest.qWait(40)
    qtbot.waitUntil(lambda: not window.scene_view.move_animation.running, timeout=60_000)
    qtbot.waitUntil(lambda: not player.playback.is_running, timeout=60_000)
    QTest.qWait(40)


def present(window, size):
    """Give it to a room whose screen has a size."""
    window.perform("present.start")
    window.showNormal()
    window.resize(*size)
    QTest.qWait(50)
    assert (window.width(), window.height()) == size


@pytest.mark.soak
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_that_a_course_wants_can_be_clicked(open_window, qtbot, tmp_path, size, name):
    window = open_window(*size)
    player = course(window, qtbot, tmp_path, name)
    steps = range(len(player.exercise.steps))
    assert walk(window, qtbot, player, steps) == {}
    present(window, size)
    assert walk(window, qtbot, player, steps) == {}


@pytest.mark.check
def test_nothing_is_told_of_a_wrong_try_that_is_taken_back(open_window, qtbot, tmp_path):
    window = open_window(1366, 768)
    player = course(window, qtbot, tmp_path, "rolling")
    player.ask_again(7)
    settle(window, qtbot, player)
    floating, panel = window.scene_view.floating, window.docks.panel("boards")

    def click(name):
        buttons = (*panel.common.buttons, *panel.own.buttons)
        button = next(one for one in buttons if one.shown.cell.name == name)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    click("p1a")
    click("hero1")
    QTest.mouseClick(floating.step_buttons.buttons[":2"], Qt.MouseButton.LeftButton)
    settle(window, qtbot, player)
    assert player.exercise.tone == "wrong"
    click("p1a")
    settle(window, qtbot, player)
    assert window.session.state.partial == ("p1a",)
    assert "into a cell" in floating.line.text


@pytest.mark.check
def test_the_boards_come_with_a_course_and_stay_beside_it(open_window, qtbot, tmp_path):
    window = open_window(1024, 768)
    boards = window.command_actions["explain.boards"]
    window.session.new(options={"size": "4"})
    qtbot.waitUntil(lambda: not boards.isEnabled())
    assert window.tool_bar.widgetForAction(boards) is None
    player = course(window, qtbot, tmp_path, "rolling")
    assert walk(window, qtbot, player, (7, 3, 14)) == {}
    window.resize(1366, 768)
    qtbot.waitUntil(lambda: not window.docks._room._later.isActive())
    assert walk(window, qtbot, player, (10,)) == {}
    learn, dock = (window.docks._docks[name] for name in ("learn", "boards"))
    button = window.tool_bar.widgetForAction(boards)
    assert button.isVisible()
    assert button.isChecked()
    assert window.tool_bar.widgetForAction(window.command_actions["explain.maps"]) is None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert dock.isHidden(), "whoever closes it has the room"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not dock.isHidden()
    assert not learn.isHidden()
    present(window, (1024, 768))
    assert learn.isHidden()
    assert walk(window, qtbot, player, (7, 14, 3)) == {}
    assert window.presentation.inset.isHidden(), "the board needs the width"
    QTest.keyClick(window, Qt.Key.Key_I)
    assert window.presentation.inset.isVisible()
    QTest.keyClick(window, Qt.Key.Key_I)
    assert window.notices.strip.text == "", "the caption says what is to be done"
    caption = window.presentation.caption.label.text()
    assert caption.endswith("Cross off a box before the first bonus of group 1."), "no asterisks"
    window.perform("present.start")
    assert not learn.isHidden()
    assert not dock.isHidden()
    window.perform("teach.end")
    present(window, (1024, 768))
    player = course(window, qtbot, tmp_path, "04-pyramid-ball")
    assert walk(window, qtbot, player, (9,)) == {}, "long answers stand below each other"
