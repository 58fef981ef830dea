"""The room of the docks: beside the scene, above each other, and given back."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from viewer.session.files import resources
from viewer.window.dock_room import LEFT, RIGHT, Pair, Width, is_low, side_widths, upper_height

SIDE = Width(300, 380)


@pytest.mark.parametrize(
    ("window", "left", "right", "front", "widths"),
    [
        (1440, SIDE, SIDE, LEFT, (380, 380)),
        (1440, None, SIDE, LEFT, (0, 380)),
        (1280, SIDE, SIDE, LEFT, (380, 324)),  # the other side gives
        (1280, SIDE, SIDE, RIGHT, (324, 380)),
        (1024, SIDE, SIDE, LEFT, (380, 0)),  # no room for both
        (1024, SIDE, SIDE, RIGHT, (0, 380)),
        (760, SIDE, None, LEFT, (320, 0)),
        (760, Width(520, 600), None, LEFT, (520, 0)),  # never cut beside a scene of its least width
        (1024, None, None, LEFT, (0, 0)),
    ],
)
def test_sides_share_the_width_that_the_scene_leaves(window, left, right, front, widths):
    assert side_widths(window, left, right, front) == widths


def test_what_is_enough_for_the_upper_dock_leaves_the_rest_to_the_lower():
    pair = Pair(RIGHT, ("why",), ("maps",), (400, 280), 0.5, 470)
    assert is_low(700, 1.0, pair)
    assert not is_low(920, 1.0, pair)
    assert is_low(920, 2.0, pair)
    assert upper_height(700, 1.0, pair) == 400
    assert upper_height(900, 1.0, pair) == 450
    assert upper_height(2000, 1.0, pair) == 470
    assert upper_height(2000, 2.0, pair) == 940
    assert 0 < upper_height(100, 1.0, pair) < 100  # Qt warns of heights that are none


@pytest.fixture
def window(begun):
    return begun("partition", 1440, 920, options={"size": "4"})


def seen(window):
    return {name for name, dock in window.docks._docks.items() if not dock.isHidden()}


def sizes(window):
    return {
        name: (dock.width(), dock.height())
        for name, dock in window.docks._docks.items()
        if not dock.isHidden() and not dock.visibleRegion().isEmpty()
    }


def to_size(window, qtbot, width, height):
    window.resize(width, height)
    qtbot.waitUntil(lambda: not window.docks._room._later.isActive())
    for _ in range(3):
        QApplication.processEvents()


@pytest.mark.check
def test_a_narrow_or_low_window_shows_what_was_used_last_and_a_large_one_all(window, qtbot):
    assert seen(window) == {"why", "maps"}
    window.docks.toggle("look")
    to_size(window, qtbot, 1440, 920)
    assert seen(window) == {"why", "maps", "look"}
    before = sizes(window)
    assert window.scene_view.width() >= 0.45 * 1440 - 8
    assert before["maps"][1] > 280
    to_size(window, qtbot, 1024, 700)
    assert seen(window) == {"look"}
    assert window.scene_view.width() > 600
    assert not window.docks.is_shown("why")
    qtbot.waitUntil(lambda: not window.command_actions["explain.why"].isChecked())
    window.command_actions["explain.maps"].trigger()  # its side comes, the other one waits
    to_size(window, qtbot, 1024, 700)
    assert seen(window) == {"why", "maps"}
    docks = window.docks._docks
    assert docks["maps"] in window.tabifiedDockWidgets(docks["why"])
    assert not docks["maps"].visibleRegion().isEmpty()
    to_size(window, qtbot, 1440, 920)
    assert seen(window) == {"why", "maps", "look"}
    assert not window.tabifiedDockWidgets(docks["why"])
    assert sizes(window) == before, "no splitter has drifted"
    window.docks.toggle("look")
    to_size(window, qtbot, 1440, 920)
    assert {name: before[name] for name in ("why", "maps")} == sizes(window)


@pytest.mark.check
def test_what_is_dragged_to_a_width_keeps_it(window, qtbot):
    why = window.docks._docks["why"]
    edge = QPoint(why.x() - 2, why.geometry().center().y())
    QTest.mousePress(window, Qt.MouseButton.LeftButton, pos=edge)
    for way in range(5, 85, 5):
        QTest.mouseMove(window, edge - QPoint(way, 0))
        QApplication.processEvents()
    QTest.mouseRelease(window, Qt.MouseButton.LeftButton, pos=edge - QPoint(80, 0))
    QApplication.processEvents()
    wide = why.width()
    assert wide > 430
    window.docks.toggle("moves")
    window.docks.toggle("moves")
    to_size(window, qtbot, 1500, 920)
    assert why.width() == wide


@pytest.mark.check
def test_the_learn_dock_stands_beside_lessons_in_front_of_the_chapters(window, tmp_path, qtbot):
    assert window.open_path(Path(shutil.copy(resources.lessons()[0], tmp_path)))
    learn = window.docks._docks["learn"]
    assert not learn.isHidden()
    window.session.activate(0)
    assert learn.isHidden()
    window.docks.toggle("learn")  # asked for: there it is
    assert not learn.isHidden()
    window.session.activate(1)
    assert not learn.isHidden()
    window.session.activate(0)
    assert learn.isHidden()
    # Larger text leaves the task in front of the list of chapters.
    window.session.activate(1)
    to_size(window, qtbot, 1366, 768)
    docks = window.docks._docks
    assert {"collection", "learn"} <= seen(window)
    window.chosen.change(text_scale=1.35)
    to_size(window, qtbot, 1366, 768)
    assert docks["learn"] in window.tabifiedDockWidgets(docks["collection"])
    assert not docks["learn"].visibleRegion().isEmpty()


@pytest.mark.check
def test_a_plan_that_opens_moves_no_button(window, qtbot):
    content = window.docks.panel("why").content
    qtbot.waitUntil(lambda: window.docks.panel("why").known is not None, timeout=30_000)
    content.table.setCurrentCell(0, 0)
    qtbot.waitUntil(
        lambda: not content.plan.isHidden() and content.plan.isEnabled(), timeout=30_000
    )
    QApplication.processEvents()
    clicked = content.plan.mapTo(window, content.plan.rect().center())
    QTest.mouseClick(content.plan, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not content.more.isHidden())
    QApplication.processEvents()
    assert window.childAt(clicked) is content.plan, "it lies under the mouse still"


@pytest.mark.check
def test_every_tool_is_in_sight_or_behind_the_arrow(window, qtbot):
    bar = window.tool_bar
    arrow = bar.findChild(QToolButton, "qt_toolbar_ext_button")
    styles = Qt.ToolButtonStyle
    for width, style in (
        (1440, styles.ToolButtonTextBesideIcon),
        (1024, styles.ToolButtonIconOnly),
    ):
        to_size(window, qtbot, width, 700)
        assert not arrow.isVisible()
        for button in bar.named:
            assert button.toolButtonStyle() == style
            assert button.isVisible()
            assert bar.rect().contains(button.geometry())
    to_size(window, qtbot, 760, 700)
    hidden = [button for button in bar.named if not button.isVisible()]
    assert arrow.isVisible() is bool(hidden)
    assert not arrow.icon().isNull()
