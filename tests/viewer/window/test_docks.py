"""Docks: declared once, made when they are first opened, and the room that they share."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton

from model.records.puzzle import Puzzle, Stipulation
from viewer.commands.table import BY_ID
from viewer.games.registry import all_docks
from viewer.program.menus import DOCK_SWITCHES
from viewer.session.files import resources
from viewer.session.preferences import Preferences
from viewer.widgets.controls import ScrolledPanel
from viewer.window.dock_room import LEFT, RIGHT, Pair, Width, is_low, side_widths, upper_height


@pytest.fixture
def bare(begun):
    """A window whose docks are closed."""
    return begun("partition", options={"size": "3"}, why_open=False, level_maps_open=False)


@pytest.mark.check
def test_docks_are_declared_once_with_their_commands_and_few_start_open(bare):
    window = bare
    names = [declared.name for declared in window.contents.declarations]
    assert len(names) == len(set(names))
    assert {f"explain.{name}" for name in names} <= set(BY_ID)
    assert {name for name, _ in DOCK_SWITCHES} <= set(names)
    chosen = Preferences(why_open=True, level_maps_open=True)
    starts = {one.name for one in window.contents.declarations if one.starts_open(chosen)}
    of_games = {dock.name for _, dock in all_docks() if dock.starts_open}
    assert starts == {"why", "maps", "boards", *of_games}


@pytest.mark.check
@pytest.mark.fresh_window
def test_panels_are_made_when_their_dock_is_first_opened(bare):
    window = bare
    for declared in window.contents.declarations:
        if declared.fits is not None and not declared.fits(window.session.document):
            continue
        assert declared.name not in window.docks._panels
        window.docks.toggle(declared.name)
        assert window.docks.is_open(declared.name)
        panel = window.docks.panel(declared.name)
        assert panel is window.docks.panel(declared.name)
        window.docks.close(declared.name)
        assert not window.docks.is_open(declared.name)


@pytest.mark.check
def test_docks_that_were_put_away_come_back_and_bookmarks_open_theirs(bare):
    window = bare
    window.docks.open("moves")
    was = window.docks.put_away()
    assert not window.docks._docks["moves"].isVisible()
    window.docks.bring_back(was)
    assert window.docks._docks["moves"].isVisible()
    of_games = {"boards", *(dock.name for _, dock in all_docks())}
    assert {name for name, is_open in was.items() if is_open} - of_games == {"moves"}
    assert not window.docks.is_open("look")
    window.perform("explain.bookmarks")
    assert window.docks.is_open("look")
    assert window.docks.panel("look").bookmarks.isVisible()


def sideways(window, name):
    """How far what stands in a dock can be scrolled from left to right."""
    panel = window.docks.panel(name)
    page = panel if isinstance(panel, ScrolledPanel) else panel.currentWidget()
    assert page.isVisible()
    return page.horizontalScrollBar().maximum()


@pytest.mark.check
def test_a_dock_is_as_wide_as_what_comes_to_stand_in_it(bare, qtbot):
    """Another page, other letters: nothing has to be scrolled to from left to right."""
    window = bare
    window.resize(1024, 700)
    window.session.set_puzzle(Puzzle(Stipulation("win", 2)))
    window.docks.open("learn")
    window.perform("teach.edit-puzzle")
    editor = window.docks.panel("learn").puzzle_editor
    qtbot.waitUntil(editor.isVisible)
    qtbot.waitUntil(lambda: not sideways(window, "learn"))
    window.docks.open("look")
    for scale in (1.0, 1.3, 2.0):
        window.chosen.take(replace(window.chosen.own, text_scale=scale))
        qtbot.waitUntil(lambda: not sideways(window, "look"))
    wide = window.docks._docks["look"].width()
    name = "A name of a view that is longer than any dock of this window is wide, by far"
    window.session.bookmark(name)
    shown = window.docks.panel("look").bookmarks.findChildren(QPushButton)
    assert any(button.text() == name for button in shown)
    qtbot.wait(0)
    assert window.docks._docks["look"].width() == wide
    assert not sideways(window, "look")


@pytest.mark.check
@pytest.mark.fresh_window
def test_docks_float_and_stand_elsewhere_also_the_next_time(bare, open_window, qtbot):
    window = bare
    left = Qt.DockWidgetArea.LeftDockWidgetArea
    for name in ("why", "maps"):
        window.docks.open(name)
    why, maps = window.docks._docks["why"], window.docks._docks["maps"]
    QTest.qWait(20)
    QTest.mouseClick(maps.titleBarWidget().floats, Qt.MouseButton.LeftButton)
    assert maps.isFloating()
    assert maps.isVisible()
    window.addDockWidget(left, why)  # as Qt does where it is dropped
    QTest.qWait(80)
    assert not window.docks._room._is_at_home(window.docks._room._pairs[1])
    scene = window.scene_view
    assert why.width() + scene.width() > 0.97 * window.width(), "a dock that floats takes no room"
    window.docks.set_shown(False)  # the welcome page, or the cover of a game with secrets
    assert not maps.isVisible()
    window.docks.set_shown(True)
    assert maps.isVisible()
    stored = window.chosen
    window.close_window()
    assert not maps.isVisible()

    again = open_window(docks=stored.own.docks, why_open=False, level_maps_open=False)
    again.session.new(options={"size": "3"})
    qtbot.waitUntil(lambda: again.display.is_ready, timeout=60_000)
    docks = again.docks._docks
    assert docks["maps"].isFloating()
    assert docks["maps"].isVisible()
    assert again.dockWidgetArea(docks["why"]) == left
    docks["maps"].close()  # by its own window
    qtbot.waitUntil(lambda: not again.docks.is_open("maps"))
    again.docks.open("maps")
    assert docks["maps"].isFloating()

    again.perform("view.reset-docks")
    QTest.qWait(20)
    assert not docks["maps"].isFloating()
    assert again.docks._room._is_at_home(again.docks._room._pairs[1])
    assert docks["maps"].isVisible()
    assert docks["why"].isVisible()
    # Stacked in a low window, one of the two lies behind the other's tab, outside of the window.
    again.docks.open("why")
    qtbot.waitUntil(lambda: docks["why"].x() > again.scene_view.x())


# -- their room: beside the scene, above each other, and given back --------------------------------


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
