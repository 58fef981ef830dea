"""What is closed, and what keeps its keys: floating docks, fields on the scene, documents."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from model.play.seats import Computer
from viewer.commands.saving import suggested_name
from viewer.scene_view.floating.annotation_bar import AnnotationBar
from viewer.session.document.titles import MOST_NAME

pytestmark = [pytest.mark.check, pytest.mark.fresh_window]

K = Qt.Key


@pytest.fixture
def window(begun):
    return begun("partition", 1200, 720, options={"size": "3"})


def test_keys_stay_in_their_field_and_docks_and_documents_end_cleanly(window, open_window, qtbot):
    shell = window.shell
    assert shell.frame.perform("mark.mode")
    word = window.findChild(AnnotationBar).word
    word.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is word)
    done = []
    shell.frame.performed.connect(lambda: done.append(1))
    for key in (K.Key_H, K.Key_Return, K.Key_Enter, K.Key_Up, K.Key_Down, K.Key_PageUp, K.Key_Home):
        QTest.keyClick(word, key)
    assert word.text() == "h"
    assert not done, "no command of the scene answered a key of the field"
    QTest.keyClick(word, K.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert done, "keys with Ctrl mean the window, as everywhere"
    QTest.keyClick(QApplication.focusWidget() or window, K.Key_Escape)
    shell.frame.perform("mark.mode")

    shell.playing.opponents.usual = Computer(1)
    shell.playing.opponents.play_other()
    assert window.own_side._sides
    document = window.session.document
    window.session.head("title", f"{'a' * (MOST_NAME - 1)} b")
    assert suggested_name(window.session.document) == "a" * (MOST_NAME - 1)
    for title, name in (("Aux", "Aux game"), ("com1.a", "com1.a game"), ("a:b\\c", "a b c")):
        window.session.head("title", title)
        assert suggested_name(window.session.document) == name, "as Windows can have it"
    window.session.close(0)
    assert document.key not in window.own_side._sides
    window.session.new(options={"size": "3"})

    docks = window.docks
    shell.docks.open("maps")
    maps = docks._docks["maps"]
    QTest.mouseClick(maps.titleBarWidget().floats, Qt.MouseButton.LeftButton)
    assert maps.close(), "its window may be closed"
    qtbot.waitUntil(lambda: not docks.is_open("maps"))
    shell.docks.open("maps")
    assert maps.isVisible()
    # The program asks whether it may end, and goes on after all.
    question = QDialog(window)
    question.open()
    assert maps.close()
    qtbot.waitUntil(lambda: docks._returning == {"maps"})
    question.close()
    qtbot.waitUntil(maps.isVisible)
    assert docks.is_open("maps")
    # All windows are closed, the dock first: it is open the next time.
    assert maps.close()
    stored = window.chosen
    window.resize(1100, 700)  # what is to be laid out anew then waits
    window.close_window()
    QTest.qWait(50)
    assert not window.isVisible()
    assert not maps.isVisible()
    again = open_window(docks=stored.own.docks, why_open=False, level_maps_open=False)
    assert again.docks.is_open("maps")
    assert again.docks._docks["maps"].isFloating()
