"""The tabs: the one in front is whole, the others keep a few letters, and a list has them all."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication

from model.records.record import new_record
from viewer.session.document.document import Document
from viewer.window.document_tabs import LETTERS, tab_text


@pytest.fixture
def window(shared_window, qtbot):
    window = shared_window(1024, 700)
    for number in range(8):
        window.session.new(options={"size": str(3 + number % 2)})
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    QApplication.processEvents()
    return window


@pytest.mark.check
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


@pytest.mark.check
def test_the_board_stays_where_it_is_however_many_documents_are_open(window):
    window.chosen.change(text_scale=1.65)
    QApplication.processEvents()
    row = window.tab_row
    assert row.list.isVisible()
    crowded = row.height()
    while len(window.session.state.documents) > 1:
        window.session.close()
    QApplication.processEvents()
    assert not row.list.isVisible()
    assert row.height() == crowded


def test_a_tab_says_the_title_that_stands_in_the_file(tmp_path):
    told = new_record("partition:size=2,rules=free 2,2/1 red", title="Hold & three")
    document = Document(
        told, 0, title="lesson-3", path=tmp_path / "lesson-3.pyramidion", saved=told
    )
    assert tab_text(document) == "Hold && three"
    bare = new_record("partition:size=2,rules=free 2,2/1 red")
    assert tab_text(replace(document, record=bare, saved=bare)) == "lesson-3"
    assert tab_text(replace(document, path=None)) == "lesson-3", "a copy has a name of its own"
    long = new_record(told.start, title="x" * 5000)
    assert len(tab_text(replace(document, record=long, saved=long))) < 90


def test_two_documents_of_one_title_say_their_files():
    def document(name):
        kept = SimpleNamespace(headers={"title": "Corners"})
        return SimpleNamespace(kept=kept, path=Path(name), title=name, edited=False)

    both = document("lesson.pyramidion"), document("course.pyramidion")
    assert [tab_text(one, both) for one in both] == ["Corners (lesson)", "Corners (course)"]
    assert tab_text(both[0], both[:1]) == "Corners"
