"""Typed moves, and letters that are shortcuts wherever the keyboard is."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPushButton, QTextBrowser

from model.records.view import Camera, View
from viewer.scene.input import pointing_input
from viewer.session.files import resources

pytestmark = pytest.mark.check

K = Qt.Key
SIX = "partition:size=6,rules=free 6,6,6,6,6,6/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red"
DUEL = "pyramid:board=plateau-7 WW1W3,7,4W2,2WB3,7,5BB,BB5 white"


@pytest.fixture
def window(begun):
    return begun(SIX)


def press(*keys):
    """Press keys wherever the keyboard is."""
    for key in keys:
        QTest.keyClick(QApplication.focusWidget(), key)


def write(text):
    for letter in text:
        QTest.keyClick(QApplication.focusWidget(), letter)


def last(window):
    return window.session.document.record.nodes[window.session.document.node].move


def in_scene(window):
    return QApplication.focusWidget() is window.scene_view.widget.surface


# -- the field -----------------------------------------------------------------------------------


def test_the_field_stands_below_the_scene_as_high_as_ever_and_goes_with_it(window, qtbot):
    field = window.move_field
    high = field.height()
    window.perform("play.computer")
    qtbot.waitUntil(field.of_turn["play.hint"].isVisible)
    assert field.height() == high
    window.perform("play.computer")
    assert window.move_field.isVisible()
    assert window.move_field.edit.placeholderText() == "Press / or a digit to type a move"
    scene = window.scene_view
    assert field.mapTo(window, field.rect().topLeft()).y() >= (
        scene.mapTo(window, scene.rect().bottomLeft()).y()
    )
    window.pages.turn_to(scene=False)
    assert not window.move_field.isVisible()


def test_a_digit_or_a_slash_begins_a_move_and_what_fits_is_chosen_with_the_arrows(window):
    write("2")
    assert window.move_field.edit.hasFocus()
    write("b2")
    press(K.Key_Return)
    assert last(window) == "2b2"
    assert window.move_field.edit.text() == ""
    assert in_scene(window)
    # What fits is shown, and chosen with the arrows.
    write("5")
    assert "5e5" in window.move_field.fitting.text()
    press(K.Key_Down, K.Key_Down)
    assert window.move_field.edit.text() == "5g5"
    press(K.Key_Up, K.Key_Return)
    assert last(window) == "5e5"
    write("6f")  # what is meant is plain
    press(K.Key_Return)
    assert last(window) == "6f6"
    # After a slash letters are a move and no shortcuts.
    window.session.new(DUEL)
    assert window.move_field.edit.placeholderText() == "Press / to type a move"
    before = window.session.document.view
    move = next(iter(window.session.position.legal_moves))
    write(f"/{move}")
    assert window.move_field.edit.text() == move
    press(K.Key_Return)
    assert last(window) == move
    assert window.session.document.view == before


def test_a_wrong_text_gets_help_and_goes_with_the_next_move_or_another_game(window):
    write("4f5")
    press(K.Key_Return)
    fault = window.move_field.fault
    assert fault.text() == (
        "4f5 is not on the board: level 4 has ranks 4, 6 and 8. Near it: 4f4 and 4f6."
    )
    assert fault.isVisible()
    assert fault.geometry().bottom() < window.move_field.geometry().top()
    assert window.move_field.edit.text() == "4f5"
    press(K.Key_Backspace)
    assert not fault.isVisible()
    write("5")
    press(K.Key_Return, K.Key_Escape)
    assert in_scene(window)
    assert window.move_field.edit.text() == ""
    assert not fault.isVisible()
    # It goes with the next move on the board.
    field = window.move_field
    write("9z9")
    press(K.Key_Return)
    assert field.fault.isVisible()
    QTest.mouseClick(window.scene_view, Qt.MouseButton.LeftButton)
    window.scene_view.take_focus()
    assert field.edit.text() == "9z9", "a look at the board keeps it"
    press(K.Key_Right, K.Key_Return)
    assert last(window)
    assert field.edit.text() == ""
    # What was typed for one game does not stand below another.
    write("/9z9")
    press(K.Key_Return)
    assert field.fault.isVisible()
    window.session.new(DUEL)
    assert not field.edit.text()
    assert not field.fault.isVisible()
    window.session.activate(0)
    assert not field.edit.text()


def test_after_a_refusal_a_slash_begins_another_move(window):
    write("/")
    write("/")  # once is enough, twice does no harm
    assert window.move_field.edit.text() == ""
    write("4f5")
    press(K.Key_Return)
    assert window.move_field.fault.isVisible()
    write("/2b2")
    assert window.move_field.edit.text() == "2b2"
    assert not window.move_field.fault.isVisible()
    press(K.Key_Return)
    assert last(window) == "2b2"
    write("/partition:size=2,rules=free 2,2/1")  # here it belongs to the text
    assert window.move_field.edit.text() == "partition:size=2,rules=free 2,2/1"
    press(K.Key_Return)
    assert window.move_field.fault.isVisible()
    write("/1")
    assert window.move_field.edit.text() == "partition:size=2,rules=free 2,2/1/1"
    press(K.Key_Escape)


def test_a_move_that_is_refused_leads_to_its_rule(window):
    assert window.move_field.fault.window() is window
    window.session.new(DUEL)
    write("/a1-c2")
    press(K.Key_Return)
    fault, scene = window.move_field.fault, window.scene_view
    assert "c2 is not in a straight line from a1" in fault.text()
    window.session.comment("What this is about, in a sentence that stands below the scene.")
    press(K.Key_Return)
    top = scene.comment.mapTo(window, QPoint(0, 0)).y()
    assert scene.comment.isVisible()
    assert fault.mapTo(window, QPoint(0, fault.height())).y() <= top, "it covers no comment"
    window.resize(1100, 760)
    low = fault.mapTo(window, QPoint(0, fault.height())).y()
    assert low <= scene.comment.mapTo(window, QPoint(0, 0)).y() < top
    assert "Why not?" in fault.text()
    followed = []
    fault.linkActivated.connect(followed.append)
    for x in range(fault.width() - 8, 0, -8):  # the link ends the line
        QTest.mouseClick(fault, Qt.MouseButton.LeftButton, pos=QPoint(x, fault.height() // 2))
        if followed:
            break
    assert followed == ["pyramid.md#run"]
    page = next(d for d in window.findChildren(QDialog) if d.isVisible())
    assert "Run" in page.findChild(QTextBrowser).toPlainText()
    page.close()
    assert window.move_field.edit.text() == "a1-c2"  # to be mended


def test_in_a_presentation_it_comes_for_one_move(window, qtbot):
    window.perform("present.start")
    assert not window.move_field.height()
    window.scene_view.take_focus()
    write("2")
    qtbot.waitUntil(lambda: window.move_field.height() > 10)
    write("b2")
    press(K.Key_Return)
    assert last(window) == "2b2"
    qtbot.waitUntil(lambda: not window.move_field.height())
    window.presentation.end()
    qtbot.waitUntil(lambda: window.move_field.height() > 10)


# -- letters ---------------------------------------------------------------------------------------


PLACES = ("maps", "moves", "why", "look", "tabs")


def go_to(window, place, qtbot):
    """Give the keyboard to a part of the window, by a click as far as one does it."""
    if place == "tabs":
        window.tabs.setFocus()
    else:
        window.docks.open(place)
        panel = window.docks.panel(place)
        target = next(
            (child for child in panel.findChildren(QPushButton) if child.isVisible()), panel
        )
        (panel.focusProxy() or target).setFocus()
    assert not in_scene(window)


def test_letters_are_shortcuts_in_the_whole_window_but_in_a_text_field(window, qtbot):
    for number, place in enumerate(PLACES):
        go_to(window, place, qtbot)
        press(K.Key_W)
        assert (window.session.document.view.layer is not None) is (number % 2 == 0), place
        press(K.Key_BracketRight)
        assert window.session.document.view.explode > 0, place
        press(K.Key_BracketLeft)
        assert window.session.document.view.explode == 0, place
        press(K.Key_H)
        assert window.shell.analysis.hidden is (number % 2 == 0), place
        write("2")
        assert window.move_field.edit.hasFocus(), place
        assert window.move_field.edit.text() == "2", place
        press(K.Key_Escape)
    # In a text field they are letters.
    for key in (K.Key_W, K.Key_H):
        press(key)
    window.docks.open("look")
    name = window.docks.panel("look").bookmarks.name
    assert isinstance(name, QLineEdit)
    name.setFocus()
    write("wh2/x")
    assert name.text() == "wh2/x"
    assert window.session.document.view.layer is None
    assert not window.shell.analysis.hidden
    # To a board that is not shown they do nothing.
    before = window.session.document.view
    window.pages.turn_to(scene=False)
    QTest.qWait(20)
    window.welcome.page.setFocus()
    for key in (K.Key_W, K.Key_BracketRight, K.Key_2, K.Key_Slash):
        QTest.keyClick(window, key)
    assert window.session.document.view == before
    assert not window.move_field.edit.hasFocus()


def test_a_move_that_loses_an_own_stone_is_asked_for_twice(window):
    window.session.new("pyramid")
    field = window.move_field
    write("/b1>a1")
    press(K.Key_Return)
    assert window.session.ply == 0
    assert field.fault.accessibleName() == (
        "b1>a1 loses your own stone on a1. Press Enter again to play it."
    )
    press(K.Key_Backspace, K.Key_1)  # what is typed anew is asked anew
    assert not field.fault.isVisible()
    press(K.Key_Return)
    assert window.session.ply == 0
    press(K.Key_Return)
    assert last(window) == "b1>a1"
    write("/a7-a6")  # loses nothing
    press(K.Key_Return)
    assert last(window) == "a7-a6"


def test_a_paste_of_moves_opens_a_game_and_the_field_takes_one_move(window):
    QApplication.clipboard().setText("1a1 1c1 2b2")
    QTest.keyClick(window.scene_view.widget.surface, K.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert len(window.session.state.documents) == 2
    assert (window.session.ply, last(window)) == (3, "2b2")
    assert window.notices.strip.text == "3 moves played from the start."
    write("3c3 1e1")
    press(K.Key_Return)
    assert window.session.ply == 3
    assert window.move_field.fault.text() == (
        "Type one move at a time. Ctrl+Shift+P plays moves from the clipboard."
    )


def test_the_lens_follows_the_pointer_by_x_and_by_its_switch(window, drive, qtbot, monkeypatch):
    monkeypatch.setattr(pointing_input, "TAP", 0.0)
    hand = drive(window.scene_view.widget)
    hand.move("1c1")
    window.docks.open("why")
    panel = window.docks.panel("why")
    (panel.focusProxy() or panel).setFocus()
    assert not in_scene(window)
    QTest.keyPress(QApplication.focusWidget(), K.Key_X)
    assert window.session.document.view.lens == "1c1"
    hand.move("1e1")
    assert window.session.document.view.lens == "1e1"
    QTest.keyRelease(QApplication.focusWidget(), K.Key_X)
    assert window.session.document.view.lens == ""
    # In the menu it is a switch.
    action = window.command_actions["view.lens"]
    window.scene_view.input.forget_place()
    action.trigger()
    window.command_actions.refresh()
    assert action.isChecked()
    hand.move("1e1")
    assert window.session.document.view.lens == "1e1"
    action.trigger()
    window.command_actions.refresh()
    assert not action.isChecked()
    assert window.session.document.view.lens == ""


def test_home_brings_the_whole_board_wherever_the_keyboard_is(window, qtbot):
    session = window.session
    window.docks.open("look")
    button = window.docks.panel("look").switches[0]
    for place in (window.scene_view.widget.surface, window.move_field.edit, button):
        session.set_view(replace(session.document.view, camera=Camera(distance=4.0)))
        place.setFocus()
        press(K.Key_Home)
        assert session.document.view.camera.distance is None, place
    write("/2b2")
    press(K.Key_Home)
    assert window.move_field.edit.cursorPosition() == 0
    window.move_field.finish()
    turned = replace(session.document.view, camera=Camera(azimuth=120.0, distance=4.0))
    session.set_view(turned)
    window.scene_view.take_focus()
    QTest.keyClick(QApplication.focusWidget(), K.Key_Home, Qt.KeyboardModifier.ShiftModifier)
    assert session.document.view.camera == Camera()


def test_the_cursor_goes_to_a_point_while_it_is_typed(window):
    board, scene = window.session.position.game.board, window.scene_view.input
    write("5g")
    assert scene.cursor is None
    write("5")
    assert scene.cursor_site == board.index("5g5")
    assert window.session.document.node == 0
    press(K.Key_Backspace)
    write("7")
    assert scene.cursor_site == board.index("5g7")


def test_a_click_in_a_file_opened_to_be_looked_at_pins_first(window, drive, tmp_path):
    path = tmp_path / "opened.pyramidion"
    window.open_path(Path(shutil.copy(resources.example("09-double-threat"), path)))
    session, hand = window.session, drive(window.scene_view.widget)
    node, site = session.document.node, "6f6"
    session.set_view(View())
    site = next(name for name in session.position.legal_moves if name[0] == "5")
    hand.click(site)
    assert session.document.node == node
    assert not session.document.done
    assert "is pinned" in window.scene_view.floating.line.text
    hand.click(site)
    assert session.document.node != node
    assert not window.scene_view.input.confirm_moves  # now it is played in
