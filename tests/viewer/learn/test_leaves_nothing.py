"""A lesson, a puzzle, an editor and a set-up leave nothing behind in the window, by real keys."""

from itertools import cycle

import pytest
import shipped
from msgspec.structs import asdict
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from model.exercises.exercise import GoTo
from viewer.commands.table import COMMANDS

pytestmark = pytest.mark.check

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
LOOKS = {
    *("palette", "strong", "text_scale", "presentation", "opponent_level", "opponent", "review"),
    *("window", "docks", "last_folder", "picture_size", "divider", "began", "game", "game_options"),
}
"""Preferences of the person and the window, and of games to come: they stay as they were chosen."""
SWITCHES = [
    command.id
    for command in COMMANDS
    if command.checked is not None
    # A copy of the picture goes to the clipboard in the size chosen; one of its sizes is asked for.
    and not command.id.startswith(
        ("play.level", "play.review", "view.palette", "view.dark", "file.copy-picture")
    )
    and command.id not in ("view.full-screen", "view.strong", "present.start", "play.computer")
    and command.menu != "View/Docks"
]
"""What is on or off, by its command: one that is new is thrown here by itself."""


@pytest.fixture
def window(shared_window, qtbot):
    made = shared_window(1440, 900)
    made.session.new("partition", {"size": "4"})
    made.session.play("1a1")
    qtbot.waitUntil(lambda: made.display.is_ready, timeout=60_000)
    made.activateWindow()
    return made


def state(window):
    """What a person sees and has of the game that was open before."""
    window.scene_view.widget.input.forget()
    document, docks = window.session.document, window.docks
    return {
        "preferences": {k: v for k, v in asdict(window.chosen.own).items() if k not in LOOKS},
        "holds": window.chosen.now == window.chosen.own,
        "view": document.view,
        "second": document.second,
        "record": document.record,
        "run": document.exercise,
        "tool": window.scene_view.tools.current,
        "docks": {name for name in docks._docks if docks.is_shown(name)},
        "marks": window.scene_view.laid.marks,
        "pour": window.display.pour,
        "hidden": window.shell.analysis.hidden,
        "thinks": window.shell.playing.opponents.is_thinking,
        "end": window.scene_view.floating.end.text,
        "confirms": window.scene_view.input.confirm_moves,
    }


def begin_lesson(window):
    window.session.open(shipped.LESSON)
    window.shell.learning.begin()
    window.shell.learning.player.send(GoTo(0))


def begin_puzzle(window):
    window.session.open(shipped.PUZZLES[0], 0)
    if window.session.exercise is None:
        window.shell.learning.begin()


def edit_lesson(window):
    window.session.open(shipped.LESSON)
    window.perform("teach.edit-lesson")


def set_up(window):
    window.session.new("partition", {"size": "3"})
    QTest.keyClick(window.scene_view, K.Key_U, CTRL)


BEGUN = (begin_lesson, begin_puzzle, edit_lesson, set_up)


def other_tab(window):
    window.session.activate(0)


def close(window):
    while len(window.session.state.documents) > 1:
        window.session.close(1)


def end_and_tab(window):
    if window.session.exercise is not None:
        window.shell.learning.end()
    QTest.keyClick(window.scene_view, K.Key_Escape)
    window.session.activate(0)


def welcome(window):
    window.perform("file.welcome")
    QTest.mouseClick(window.tabs, Qt.MouseButton.LeftButton, pos=window.tabs.tabRect(0).center())


LEFT_BY = (other_tab, close, end_and_tab, welcome)


def leaves_nothing(window, qtbot, begin, leave, switches):
    before = state(window)
    begin(window)
    qtbot.wait(1)
    for name in switches:
        window.perform(name)
    leave(window)
    qtbot.wait(1)
    now = state(window)
    wrong = {name: (before[name], now[name]) for name in before if before[name] != now[name]}
    assert not wrong, (begin.__name__, leave.__name__, wrong)


@pytest.mark.parametrize("begin", [begin_lesson, begin_puzzle])
def test_the_ring_of_an_answer_ends_with_what_asked_for_it(window, begin):
    begin(window)
    seen = window.scene_view
    QTest.keyClick(seen.widget.surface, K.Key_Right)
    assert seen.input.cursor is not None
    window.shell.learning.end()
    assert seen.input.cursor is None
    assert seen.input.active_site is None


def test_a_click_beside_the_cells_is_answered_and_a_try_taken_back_is_not_named(
    window, qtbot, drive
):
    window.session.open(shipped.LESSONS[5], 0)
    if window.session.exercise is None:
        window.shell.learning.begin()
    window.shell.learning.player.send(GoTo(0))
    seen = window.scene_view
    drive(seen.widget)
    QTest.mouseClick(seen.widget.surface, Qt.MouseButton.LeftButton, pos=QPoint(5, 300))
    assert "Click a cell" in window.notices.strip.text
    window.shell.learning.player.send(GoTo(2))
    QTest.keyClick(seen.widget.surface, K.Key_Right)
    QTest.keyClick(seen.widget.surface, K.Key_Return)
    again = window.docks.panel("learn").currentWidget().again
    qtbot.waitUntil(again.isVisible)
    QTest.mouseClick(again, Qt.MouseButton.LeftButton)
    assert seen.input.active_site is None
    assert not seen.floating.line.isVisible()


def test_looks_and_verdicts_of_a_lesson_end_with_it(window, qtbot):
    window.session.open(shipped.LESSON)
    before = window.session.document.look
    window.shell.learning.begin()
    window.perform("view.cut-level")
    window.perform("view.top")
    window.shell.learning.end()
    assert (window.session.document.view, window.session.document.second) == (before.view, None)

    # A second view ends with its step and by Escape.
    begin_lesson(window)
    for leave in (
        lambda: QTest.keyClick(window.scene_view, K.Key_Right, CTRL),
        lambda: QTest.keyClick(window.scene_view.widget.surface, K.Key_Escape),
        lambda: window.shell.learning.end(),
    ):
        window.perform("view.second")
        assert window.session.document.second is not None
        qtbot.waitUntil(window.command_actions["play.step-back"].isEnabled)
        window.scene_view.take_focus()
        leave()
        assert window.session.document.second is None

    # H ends with its step.
    begin_lesson(window)
    player = window.shell.learning.player
    step = next(k for k, one in enumerate(player.exercise.steps) if one.task is None)
    player.send(GoTo(step))
    QTest.keyClick(window.scene_view, K.Key_H)
    assert window.chosen.now.hide_verdicts
    assert not window.chosen.own.hide_verdicts
    window.session.new("partition")
    assert not window.chosen.now.hide_verdicts
    assert not window.shell.analysis.hidden
    # In a game it is the person's, and kept.
    QTest.keyClick(window.scene_view, K.Key_H)
    assert window.chosen.own.hide_verdicts
    window.chosen.change(hide_verdicts=False)


def test_the_dock_of_a_set_up_goes_with_it(window, qtbot):
    docks = window.docks
    QTest.keyClick(window.scene_view, K.Key_U, CTRL)
    assert docks.is_shown("setup")
    QTest.mouseClick(docks.panel("setup").mode, Qt.MouseButton.LeftButton)
    assert not docks.is_shown("setup")
    # A person who opened it keeps it.
    docks.open("setup")
    QTest.keyClick(window.scene_view, K.Key_U, CTRL)
    QTest.keyClick(window.scene_view, K.Key_U, CTRL)
    assert docks.is_shown("setup")
    docks.close("setup")


@pytest.mark.soak
@pytest.mark.parametrize("begin", BEGUN[:2])
def test_each_switch_thrown_and_left(window, qtbot, begin):
    """One by one; the ways to leave take turns."""
    for switch, leave in zip(SWITCHES, cycle(LEFT_BY), strict=False):
        leaves_nothing(window, qtbot, begin, leave, (switch,))
        close(window)


@pytest.mark.sample(6)
@pytest.mark.parametrize("leave", LEFT_BY)
@pytest.mark.parametrize("begin", BEGUN)
def test_all_switches_thrown_and_left(window, qtbot, begin, leave):
    if begin in BEGUN[:2]:
        leaves_nothing(window, qtbot, begin, leave, SWITCHES)
        close(window)
        return
    for tool in ("mark.mode", "explain.measure", "setup.mode"):
        leaves_nothing(window, qtbot, begin, leave, (tool,))
        close(window)


@pytest.mark.parametrize("leave", LEFT_BY)
def test_the_dock_that_lay_in_front_does_so_again(window, qtbot, leave):
    """Why lies over the level maps in a low window; a lesson has them in its place."""
    window.resize(1366, 740)
    for name in ("maps", "why"):
        window.docks.open(name)
    why, maps = (window.docks._docks[name] for name in ("why", "maps"))
    qtbot.waitUntil(lambda: maps.visibleRegion().isEmpty())
    begin_lesson(window)
    qtbot.waitUntil(lambda: not maps.visibleRegion().isEmpty())
    leave(window)
    qtbot.waitUntil(lambda: not why.visibleRegion().isEmpty())
