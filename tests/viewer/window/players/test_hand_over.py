"""Two people at one screen: the cover between them, by real keys."""

from time import sleep

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from windows import type_move

from model.contract.moves import Stopped
from model.play.seats import Responder
from model.records.sealing import SEALED
from viewer.analysis.playing import opponents
from viewer.commands.table import BY_ID, COMMANDS, UNDER_COVER

pytestmark = pytest.mark.check

BALL = "pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM"
RUN, STILL = "NN./E../...", ".../.../..."


def ready(qtbot, window):
    qtbot.waitUntil(lambda: window.scene_view.widget.frames > 0, timeout=20_000)


def test_a_choice_is_covered_handed_over_taken_back_and_revealed(qtbot, shared_window):
    window = shared_window()
    window.open_target(BALL)
    ready(qtbot, window)
    shell, pages, cover = window.shell, window.pages, window.pages.cover
    clipboard = QGuiApplication.clipboard()
    clipboard.setText(RUN)
    type_move(window, RUN)
    assert shell.playing.hand_over.is_covered
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
    shell.frame.perform("edit.undo")
    assert not shell.playing.hand_over.is_covered
    assert pages.is_scene_shown
    assert len(window.session.document.record) == 0
    type_move(window, STILL)
    assert shell.playing.hand_over.is_covered
    QTest.keyClick(cover.ready, Qt.Key.Key_Return)
    assert not shell.playing.hand_over.is_covered
    assert pages.is_scene_shown
    assert window.move_field.isVisible()
    record = window.session.document.record
    assert record[window.session.document.node].move == SEALED
    # B answers: the turn is revealed, and nobody hands anything over.
    type_move(window, STILL)
    assert not shell.playing.hand_over.is_covered
    assert [node.move for node in window.session.document.record.nodes.values()].count(STILL) == 2
    # What was revealed is taken back whole, and that is said.
    shell.frame.perform("edit.undo")
    assert len(window.session.document.record) == 0
    assert "whole turn" in shell.notices.strip.text
    assert not shell.playing.hand_over.is_covered
    # Another document is not covered by this one's cover, which is there on coming back.
    type_move(window, STILL)
    assert shell.playing.hand_over.is_covered
    window.session.new("partition")
    assert not shell.playing.hand_over.is_covered
    assert pages.is_scene_shown
    window.session.activate(0)
    assert pages.currentWidget() is cover
    shell.pages.turn_to(scene=False)
    assert pages.is_welcome_shown
    assert not BY_ID["edit.undo"].enabled(shell), "the welcome page acts on no game"
    window.tabs.chosen.emit(0)
    assert pages.currentWidget() is cover
    cover.back.click()
    assert pages.is_scene_shown


class Scripted:
    """A player that plays what it was told to, then thinks on; it keeps what it hears."""

    name = "scripted"

    def __init__(self, *moves):
        self.moves, self.heard = list(moves), []

    def choose(self, situation, seconds, report, stop):
        self.heard.append(situation)
        while not self.moves:
            if stop():
                raise Stopped
            sleep(0.005)
        return self.moves.pop(0)

    def close(self):
        pass


def test_a_person_against_the_computer_sees_what_his_side_knows(qtbot, shared_window, monkeypatch):
    window = shared_window()
    session, shell = window.session, window.shell
    player = Scripted(STILL, RUN)
    monkeypatch.setattr(Responder, "_made", lambda self, seat, game, stop: player)
    monkeypatch.setattr(opponents, "refusal", lambda game: "")
    window.open_target(BALL)
    ready(qtbot, window)
    shell.playing.opponents.sit("B")
    assert session.document.viewpoint == "A"
    assert player.heard == []
    type_move(window, RUN)
    assert not shell.playing.hand_over.is_covered
    assert session.document.record[1].move == RUN  # one's own choice is no secret
    qtbot.waitUntil(lambda: len(session.document.record) == 2)
    assert player.heard[0].position.sealed == ("A",)
    assert player.heard[0].position.sealed_choice is None
    assert player.heard[0].moves == ()
    # A takes the turn back, and the other side: now the computer chooses first, in secret.
    shell.playing.opponents.take_back()
    assert len(session.document.record) == 0
    shell.playing.opponents.sit("A")
    assert session.document.viewpoint == "B"
    qtbot.waitUntil(lambda: len(session.document.record) == 1)
    assert session.document.record[session.document.node].move == SEALED
    assert not shell.playing.hand_over.is_covered
    # Whoever sits down at the computer's place meanwhile sees no more than everybody.
    shell.playing.opponents.sit("B")
    assert session.document.viewpoint == "B"
    shell.playing.opponents.sit("")
    assert session.document.viewpoint is None
    assert session.document.record[session.document.node].move == SEALED
    type_move(window, STILL)
    assert [session.document.record[node].move for node in (1, 2)] == [RUN, STILL]
