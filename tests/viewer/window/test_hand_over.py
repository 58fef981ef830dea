"""Two people at one screen: the cover between them, by real keys."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from model.records.sealing import SEALED
from viewer.commands.table import BY_ID, COMMANDS, UNDER_COVER

RUN, STILL = "NN./E../...", ".../.../..."


def typed(window, text):
    """Type a move into the field below the scene, as a person does."""
    window.shell.show_move_field()
    QTest.keyClicks(window.move_field.edit, text)
    QTest.keyClick(window.move_field.edit, Qt.Key.Key_Return)


def ready(qtbot, window):
    qtbot.waitUntil(lambda: window.scene_view.widget.frames > 0, timeout=20_000)


def test_a_choice_is_covered_handed_over_taken_back_and_revealed(qtbot, open_window):
    window = open_window()
    window.open_target("pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM")
    ready(qtbot, window)
    shell, pages, cover = window.shell, window.pages, window.cover
    clipboard = QGuiApplication.clipboard()
    clipboard.setText(RUN)
    typed(window, RUN)
    assert shell.is_covered
    assert pages.currentWidget() is cover
    assert cover.title.text() == "A has chosen. Hand over to B."
    assert cover.ready.text() == "B is ready"
    assert clipboard.text() == ""
    # Undoing in the field brings nothing back.
    window.move_field.edit.undo()
    assert window.move_field.edit.text() == ""
    assert not window.move_field.isVisible()
    assert not any(dock.isVisible() for dock in window.docks._docks.values())
    for command in COMMANDS:
        assert command.id in UNDER_COVER or not command.enabled(shell), command.id
    # A takes the choice back, chooses anew, and hands over.
    window.activateWindow()
    shell.perform("edit.undo")
    assert not shell.is_covered
    assert pages.is_scene_shown
    assert len(window.session.document.record) == 0
    typed(window, STILL)
    assert shell.is_covered
    QTest.keyClick(cover.ready, Qt.Key.Key_Return)
    assert not shell.is_covered
    assert pages.is_scene_shown
    assert window.move_field.isVisible()
    record = window.session.document.record
    assert record[window.session.document.node].move == SEALED
    # B answers: the turn is revealed, and nobody hands anything over.
    typed(window, STILL)
    assert not shell.is_covered
    assert [node.move for node in window.session.document.record.nodes.values()].count(STILL) == 2
    # What was revealed is taken back whole, and that is said.
    shell.perform("edit.undo")
    assert len(window.session.document.record) == 0
    assert "whole turn" in shell.messages.text
    assert not shell.is_covered
    # Another document is not covered by this one's cover, which is there on coming back.
    typed(window, STILL)
    assert shell.is_covered
    window.session.new("partition")
    assert not shell.is_covered
    assert pages.is_scene_shown
    window.session.activate(0)
    assert pages.currentWidget() is cover
    shell.show_welcome()
    assert pages.is_welcome_shown
    assert BY_ID["file.save"].enabled(shell)
    window.tabs.chosen.emit(0)
    assert pages.currentWidget() is cover
    cover.back.click()
    assert pages.is_scene_shown
