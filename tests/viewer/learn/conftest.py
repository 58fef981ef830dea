"""A window in which lessons are written, and a lesson that has been begun."""

import os

import pytest
from lesson_writer import SIZE_4, Author
from PySide6.QtTest import QTest

from viewer.program.main_window import MainWindow
from viewer.session.preferences import Preferences
from viewer.window import application


@pytest.fixture
def window(shared_window):
    return shared_window(1000, 680)


@pytest.fixture(scope="module")
def writing_house(tmp_path_factory, qapp):
    """One window for all these tests: making one takes longer than most of them."""
    folder = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYRAMIDION_CONFIG", str(folder / "config"))
        patch.setenv("PYRAMIDION_STATE", str(folder / "state"))
        patch.setenv("PYRAMIDION_SCENE", os.environ.get("PYRAMIDION_SCENE", "image"))
        chosen = Preferences(effects="none")
        application.apply_theme(qapp, chosen)
        made = MainWindow(chosen=chosen)
        made.resize(1280, 860)
        made.show()
        yield made
        made.close_window()
        qapp.processEvents()
        made.deleteLater()


@pytest.fixture
def writing_window(writing_house, qtbot, caplog):
    writing_house.shell.scene.tools.leave()
    while not writing_house.session.is_empty:
        writing_house.session.close()
    writing_house.docks.close("learn")
    writing_house.session.new(SIZE_4)
    qtbot.waitUntil(lambda: writing_house.display.is_ready, timeout=30000)
    for move in ("1a1", "1g1", "1c1", "2b2"):
        writing_house.session.play(move)
    writing_house.activateWindow()
    writing_house.scene_view.take_focus()
    QTest.qWait(30)  # what can be done now is refreshed after a burst of changes
    yield writing_house
    wrong = [record for record in caplog.get_records("call") if record.levelname == "ERROR"]
    assert not wrong, [record.getMessage() for record in wrong]


@pytest.fixture
def author(writing_window, qtbot):
    return Author(writing_window, qtbot)


@pytest.fixture
def three(author):
    """A lesson of three steps at different nodes: the end, the start, the second move."""
    author.make()
    author.write(author.form.title, "The end")
    author.write(author.form.text.field, "Four balls. **Blue is on top.**")
    session = author.window.session
    session.first()
    author.click(author.panel.add)
    author.write(author.form.title, "The start")
    author.write(author.form.text.field, "An empty board.")
    session.go(2)
    author.click(author.panel.add)
    author.write(author.form.title, "Two balls")
    author.write(author.form.text.field, "One each.")
    return author
