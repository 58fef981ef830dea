"""Docks: declared once, their panels made when they are first opened."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from model.records.puzzle import Puzzle, Stipulation
from viewer.commands.table import BY_ID
from viewer.games.registry import all_docks
from viewer.program.menus import DOCK_SWITCHES
from viewer.session.preferences import Preferences
from viewer.widgets.controls import ScrolledPanel

pytestmark = pytest.mark.check


@pytest.fixture
def window(begun):
    return begun("partition", options={"size": "3"}, why_open=False, level_maps_open=False)


def test_docks_are_declared_once_with_their_commands_and_few_start_open(window):
    names = [declared.name for declared in window.contents.declarations]
    assert len(names) == len(set(names))
    assert {f"explain.{name}" for name in names} <= set(BY_ID)
    assert {name for name, _ in DOCK_SWITCHES} <= set(names)
    chosen = Preferences(why_open=True, level_maps_open=True)
    starts = {one.name for one in window.contents.declarations if one.starts_open(chosen)}
    of_games = {dock.name for _, dock in all_docks() if dock.starts_open}
    assert starts == {"why", "maps", "boards", *of_games}


@pytest.mark.fresh_window
def test_panels_are_made_when_their_dock_is_first_opened(window):
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


def test_docks_that_were_put_away_come_back_and_bookmarks_open_theirs(window):
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


def test_a_dock_is_as_wide_as_what_comes_to_stand_in_it(window, qtbot):
    """Another page, other letters: nothing has to be scrolled to from left to right."""
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


@pytest.mark.fresh_window
def test_docks_float_and_stand_elsewhere_also_the_next_time(window, open_window, qtbot):
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
