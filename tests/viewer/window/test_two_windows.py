"""Two windows share settings and pupils' results; what is damaged is kept, and said so."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from model.registry import kinds
from viewer.analysis import kernel_process
from viewer.program import startup
from viewer.program.main_window import MainWindow
from viewer.session import preferences
from viewer.session.preferences import EngineEntry, Preferences
from viewer.session.progress import pupils
from viewer.window.dialogs import settings as settings_dialog
from viewer.window.dialogs.pupil_list import Pupils

K = Qt.Key
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def windows(home, qtbot):
    """Two windows of one person, as two programs would open them."""
    preferences.change(Preferences(), Preferences(effects="none"))
    pupils.choose("Anna")
    pupils.choose("Ben")
    made = [MainWindow(), MainWindow()]
    for window in made:
        window.resize(1000, 680)
        window.show()
    yield made
    for window in made:
        window.close_window()
        window.deleteLater()


@pytest.mark.check
def test_an_engine_added_in_one_window_stays_when_the_other_chooses_dark(
    windows, qtbot, monkeypatch
):
    monkeypatch.setattr(settings_dialog, "kinds", lambda: {"partition": kinds()["partition"]})
    one, other = windows
    one.activateWindow()
    qtbot.waitUntil(one.isActiveWindow)
    QTest.keyClick(one, K.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    settings = one.shell.auxiliary_windows.settings
    with qtbot.waitExposed(settings):
        pass
    qtbot.keyClicks(settings.engines.name, "Mine")
    qtbot.keyClicks(settings.engines.command, "no-such-engine")
    qtbot.mouseClick(settings.engines.add, LEFT)
    settings.close()
    assert other.perform("view.palette")
    kept = preferences.load()[0]
    assert kept.engines == (EngineEntry("Mine", "no-such-engine"),)
    assert kept.strong
    assert kept.effects == "none"
    assert other.chosen.own.engines == kept.engines


@pytest.mark.check
def test_one_wrong_byte_loses_no_pupil_and_is_said(windows, qtbot, home):
    window = windows[0]
    pupils.choose("Anna")
    book = home / "state" / "progress.json"
    damaged = book.read_bytes().replace(b"Ben", b"B\xffn")
    book.write_bytes(damaged)
    later = MainWindow()  # a window that is opened says it at once, and so do those that are open
    dialog = Pupils(window.shell.ask, home, window)
    qtbot.addWidget(dialog)
    dialog.show()
    names = [dialog.table.item(row, 0).text().lstrip("● ") for row in range(3)]
    assert names[1:] == ["Anna", "Ben"]
    kept = home / "state" / "progress.unreadable.json"
    for one in (*windows, later):
        said = one.notices.strip.text
        assert "the copy before the last change is used" in said
        assert str(kept) in said
    assert kept.read_bytes() == damaged
    later.close_window()
    later.deleteLater()
    qtbot.keyClicks(dialog.name, "Dora")
    QTest.keyClick(dialog.name, K.Key_Return)
    pupils.choose("Anna")
    assert pupils.names() == ("", "Anna", "Ben", "Dora")


@pytest.mark.check
def test_what_is_damaged_is_not_hidden_by_what_is_prepared(windows, monkeypatch):
    monkeypatch.setattr(kernel_process, "hold", lambda: True)
    monkeypatch.setattr(kernel_process, "start", lambda first: True)
    said = windows[0].notices.strip
    for sentence, shown in (("It is damaged.", "It is damaged."), ("", startup.PREPARING)):
        said.clear()
        if sentence:
            windows[0].notices.complain(sentence)
        startup._after_first_paint(windows[0], ()).close()
        assert said.text == shown
