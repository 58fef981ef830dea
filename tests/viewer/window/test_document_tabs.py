"""The tabs: the one in front is whole, the others keep a few letters, and a list has them all."""

import pytest
from PySide6.QtWidgets import QApplication

from viewer.window.document_tabs import LETTERS


@pytest.fixture
def window(open_window, qtbot):
    window = open_window(1024, 700)
    for number in range(8):
        window.session.new(options={"size": str(3 + number % 2)})
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    QApplication.processEvents()
    return window


def test_eight_documents(window, qtbot):
    tabs, row = window.tabs, window.tab_row
    metrics = tabs.fontMetrics()
    for active in (7, 0, 4):
        window.session.activate(active)
        QApplication.processEvents()
        assert tabs.currentIndex() == active
        for index in range(8):
            title = metrics.horizontalAdvance(tabs.tabText(index))
            few = LETTERS * metrics.horizontalAdvance("m")
            cross = tabs.tabButton(index, tabs.ButtonPosition.RightSide).width()
            wanted = title if index == active else min(title, few)
            assert tabs.tabRect(index).width() >= wanted + cross
        assert tabs.rect().contains(tabs.tabRect(active).center())
    assert row.list.isVisible()
    row.menu.aboutToShow.emit()
    entries = row.menu.actions()
    assert [entry.isChecked() for entry in entries] == [index == 4 for index in range(8)]
    entries[2].trigger()
    assert window.session.state.active == 2
    while len(window.session.state.documents) > 1:
        window.session.close()
    QApplication.processEvents()
    assert not row.list.isVisible()
