"""A window in which lessons are written, and a lesson that has been begun."""

import pytest
from lesson_writer import SIZE_4, Author
from PySide6.QtTest import QTest

from model.records.record import ROOT


@pytest.fixture
def window(shared_window):
    return shared_window(1000, 680)


@pytest.fixture
def author(shared_window, qtbot):
    window = shared_window(1280, 860)
    window.session.new(SIZE_4)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=30000)
    for move in ("1a1", "1g1", "1c1", "2b2"):
        window.session.play(move)
    window.activateWindow()
    window.scene_view.take_focus()
    QTest.qWait(30)  # what can be done now is refreshed after a burst of changes
    return Author(window, qtbot)


@pytest.fixture
def three(author):
    """A lesson of three steps at different nodes: the end, the start, the second move."""
    author.make()
    session, change = author.window.session, author.editing.change
    change("step", title="The end", text="Four balls. **Blue is on top.**")
    more = (ROOT, "The start", "An empty board."), (2, "Two balls", "One each.")
    for node, title, text in more:
        session.go(node)
        author.click(author.panel.add)
        change("step", title=title, text=text)
    return author
