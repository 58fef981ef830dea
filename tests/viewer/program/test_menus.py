"""Menus by real events: lines between groups, docks that have nothing to show, comments, keys."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolButton

pytestmark = pytest.mark.check

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(begun):
    return begun("partition", options={"size": "4"})


def all_menus(window):
    waiting = [action.menu() for action in window.menuBar().actions()]
    while waiting:
        menu = waiting.pop()
        yield menu
        waiting += [action.menu() for action in menu.actions() if action.menu()]


def test_menus_are_short_with_lines_between_their_groups_and_have_docks_in_view(window):
    for menu in all_menus(window):
        assert isinstance(menu, QMenu)
        rows = menu.actions()
        lines = [row.isSeparator() for row in rows]
        assert not lines[0], menu.title()
        assert not lines[-1], menu.title()
        assert not any(a and b for a, b in pairwise(lines)), menu.title()
        assert len(rows) - sum(lines) <= 20 or menu.title() == "Peels", menu.title()
        if len(rows) > 12:
            assert any(lines), menu.title()
    # Docks are switched in View and not in Explain.
    named = {menu.title(): [row.objectName() for row in menu.actions()]
             for menu in all_menus(window)}  # fmt: skip
    assert "explain.why" in named["Docks"]
    assert "explain.maps" in named["Docks"]
    assert "explain.why" not in named["Explain"]
    # Home and the standard view are two things with two names.
    titles = [window.command_actions[name].text() for name in ("view.home", "view.whole")]
    assert titles == ["Standard view", "Whole board"]
    window.docks.open("look")
    buttons = window.docks.panel("look").view_buttons
    assert buttons["iso"].text() == "Standard"


def test_a_dock_with_nothing_to_show_looks_switched_off(window, qtbot):
    action = window.command_actions["explain.maps"]
    button = window.tool_bar.widgetForAction(action)
    assert isinstance(button, QToolButton)
    qtbot.waitUntil(lambda: action.isEnabled() and action.isChecked())
    window.session.new("pyramid")
    qtbot.waitUntil(lambda: not action.isEnabled())
    assert not button.isChecked()
    assert not window.docks._docks["maps"].isVisible()
    window.session.activate(0)
    qtbot.waitUntil(action.isChecked)
    assert window.docks._docks["maps"].isVisible()


def test_a_comment_of_several_lines_is_written_where_it_is_read(window):
    QTest.keyClick(QApplication.focusWidget(), K.Key_M, CTRL)
    editor = QApplication.focusWidget()
    assert window.docks.is_open("moves")
    QTest.keyClicks(editor, "A **wall**")
    QTest.keyClick(editor, K.Key_Return)
    QTest.keyClicks(editor, "of four.")
    QTest.keyClick(editor, K.Key_Escape)
    document = window.session.document
    assert document.record.nodes[document.node].comment == "A **wall**\nof four."
