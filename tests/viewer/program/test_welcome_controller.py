"""The welcome page acts on nothing that it hides, by real keys and by every command."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from model.play.seats import Computer, Seats
from viewer.commands.table import AT_WELCOME, COMMANDS

pytestmark = pytest.mark.check

K = Qt.Key
LEAVES = {"file.next-document", "file.previous-document"}
"""They go to a document, which the welcome page hides until then."""


@pytest.fixture
def window(shared_window, qtbot):
    made = shared_window()
    made.activateWindow()
    return made


def test_every_command_that_needs_a_document_is_disabled_on_the_welcome_page(window, qtbot):
    shell = window.shell
    without = {command.id for command in COMMANDS if command.enabled(shell)}
    for _ in range(2):
        window.session.new("partition")
        window.session.play("1a1")
    window.perform("file.welcome")
    now = {command.id for command in COMMANDS if command.enabled(shell)}
    assert now == without | LEAVES == AT_WELCOME
    qtbot.waitUntil(lambda: not window.command_actions["edit.undo"].isEnabled())
    for command in COMMANDS:
        shown = window.command_actions[command.id].isEnabled()
        assert not shown or command.id in AT_WELCOME, command.id
    # The game is there again with all it can do.
    QTest.mouseClick(window.tabs, Qt.MouseButton.LeftButton, pos=window.tabs.tabRect(1).center())
    qtbot.waitUntil(window.command_actions["edit.undo"].isEnabled)


def test_keys_and_the_choice_of_a_level_there_leave_the_hidden_game_alone(window, qtbot):
    session, opponents = window.session, window.shell.playing.opponents
    session.new("partition")
    opponents.seat(Seats().place("blue", Computer(10)))
    session.play("1a1")
    opponents.pause()
    window.perform("file.welcome")
    before, seats = session.state, opponents.seats
    box = window.welcome.page.against.opponent
    box.setFocus()
    QTest.keyClick(box, K.Key_Home)
    QTest.keyClick(box, K.Key_Down)
    assert window.chosen.own.opponent_level != 10
    for key in (K.Key_Z, K.Key_Y, K.Key_S, K.Key_W, K.Key_Delete, K.Key_Backspace):
        QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        qtbot.wait(1)
    for level in (2, 5):
        window.perform(f"play.level-{level}")
    assert opponents.seats == seats
    assert session.state is before
    # In front of the game the menu changes who plays there.
    window.pages.turn_to(scene=True)
    window.perform("play.level-5")
    assert opponents.seats == Seats().place("blue", Computer(5))
