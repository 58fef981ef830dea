"""Persons and computers at one table: who sits where, who may know what, and the cover between."""

from random import Random
from time import sleep

import pytest
import rolling_hands as hands
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from windows import type_move

from model.contract.game import CHANCE, ONLOOKER, Stopped
from model.play.seats import PERSONS, Computer, Responder, Seats
from model.records.puzzle import Puzzle, Stipulation
from model.records.sealing import SEALED
from model.registry import kinds
from viewer.analysis.playing import opponents
from viewer.analysis.playing.opponents import Opponents
from viewer.commands.table import BY_ID, COMMANDS, UNDER_COVER
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.window.dialogs.new_game import NewGame, SeatChoice
from viewer.window.players.hand_over import HandOver

ENTER = Qt.Key.Key_Return
STILL = ".../.../..."


@pytest.mark.check
def test_who_sits_where_is_asked_before_the_first_choice(qtbot, shared_window, tmp_path):
    window = shared_window(level_maps_open=False)
    window.activateWindow()
    session, shell, cover = window.session, window.shell, window.pages.cover
    session.new("pyramid-ball")
    assert window.pages.currentWidget() is cover
    assert cover.title.text() == "Who sits where?"
    assert cover.about.text().endswith("B, look away.")
    QTest.keyClicks(cover.names["A"], "Anna")
    session.new("pyramid-ball")  # another tab, and back
    assert cover.names["A"].text() == ""
    session.close()
    assert cover.names["A"].text() == "Anna"
    QTest.keyClick(cover.names["A"], ENTER)
    assert not shell.playing.hand_over.is_covered
    assert session.document.viewpoint == "A"
    assert session.document.record.headers["A"] == "Anna"
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    QTest.keyClick(window.scene_view.widget.surface, Qt.Key.Key_N)
    assert shell.scene.input.cursor_site is not None
    type_move(window, STILL)
    assert cover.title.text() == "Anna has chosen. Hand over to B."
    assert cover.about.text().endswith("Anna, look away.")
    assert shell.scene.input.cursor_site is None  # what A held last is nobody else's business
    assert session.document.viewpoint is None
    QTest.mouseClick(cover.back, Qt.MouseButton.LeftButton)  # A sits there still, and chooses anew
    assert not shell.playing.hand_over.is_covered
    assert session.document.viewpoint == "A"
    type_move(window, STILL)
    QTest.keyClick(cover.ready, ENTER)
    assert session.document.viewpoint == "B"
    type_move(window, STILL)
    # The turn is revealed to both. Whoever begins the next one is asked to sit down alone.
    assert not shell.playing.hand_over.is_covered
    assert session.document.viewpoint is None
    session.step(session.steps().choices[0], pin=True)
    assert cover.title.text() == "Anna chooses in secret."
    assert cover.back.isHidden()
    assert session.state.partial == ()
    QTest.keyClick(cover.ready, ENTER)
    assert session.document.viewpoint == "A"
    # Who makes a puzzle plays no game: what is drawn there is no choice in secret.
    shell.learning.puzzle_author.adopt(
        session.position, Puzzle(Stipulation("win", 1)), "", session.document
    )
    session.step(session.steps().choices[0], pin=True)
    assert not shell.playing.hand_over.is_covered
    # Whoever only wants to look is asked nothing more.
    session.new("rolling-pyramids", {"players": "3"})
    assert cover.ready.text() == "Begin"
    assert list(cover.names) == ["p1", "p2", "p3"]
    QTest.mouseClick(cover.open, Qt.MouseButton.LeftButton)
    assert not shell.playing.hand_over.is_covered
    assert session.document.viewpoint == ONLOOKER
    assert window.status.seats.summary == "Only looking: nothing is hidden"
    # A file is there to be looked at, until persons sit down to it.
    session.save_as(tmp_path / "three.pyramidion")
    session.close()
    session.open(tmp_path / "three.pyramidion")
    assert not shell.playing.hand_over.is_covered
    assert session.document.viewpoint == ONLOOKER

    def play():
        (dialog,) = (one for one in QApplication.topLevelWidgets() if one.isModal())
        dialog.accept()

    qtbot.waitUntil(lambda: window.status.seats.isVisible())
    QTimer.singleShot(0, play)
    QTest.mouseClick(window.status.seats, Qt.MouseButton.LeftButton)
    assert session.document.viewpoint is None
    assert window.status.seats.summary == ""


def points_seen(session):
    """Whose points the present viewpoint sees."""
    sheets = session.position.sheets
    return [
        sheet.owner
        for sheet in sheets
        for note in sheet.notes
        if note.startswith("Points: ") and note != "Points: noted in secret"
    ]


@pytest.mark.sample(2)
@pytest.mark.parametrize("people", ["2", "3", "4"])
def test_points_are_shown_to_whose_they_are_and_alone(qapp, people):
    session = Session()
    opponents = Opponents(session)
    hand_over = HandOver(session, opponents)
    hand_over.listen()
    session.new("rolling-pyramids", {"players": people})
    assert hand_over.waiting.seats == session.position.game.players
    hand_over.go_on()
    rng, sat = Random(4), []
    while len(sat) <= int(people):
        position = session.position
        if position.outcome is not None:
            break
        if hand_over.waiting is not None:
            assert points_seen(session) == []
            hand_over.go_on()
            sat.append(session.position.to_move)
            assert session.document.viewpoint == sat[-1]
            assert points_seen(session) == [sat[-1]]
            assert session.position_at(0).looker == sat[-1]
        elif not position.sealed and session.document.viewpoint is None:
            assert points_seen(session) == []
        if position.to_move == CHANCE:
            session.roll()
        else:
            session.play(session.position.legal_moves.sample(rng))
    assert set(sat) == set(session.position.game.players)
    opponents.close()


# -- the cover between two people, by real keys --------------------------------------------------


BALL = "pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM"
RUN = "NN./E../..."


def ready(qtbot, window):
    qtbot.waitUntil(lambda: window.scene_view.widget.frames > 0, timeout=20_000)


@pytest.mark.check
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


@pytest.mark.check
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


# -- who never moves has no seat ------------------------------------------------------------------


def game_of(players):
    return kinds()["rolling-pyramids"].configure({"players": str(players)})


def test_only_who_moves_is_asked_for(qtbot):
    for players, sides in ((1, ["p1"]), (3, ["p1", "p2", "p3"])):
        dialog = SeatChoice(game_of(players), Seats(), None, ())
        qtbot.addWidget(dialog)
        assert list(dialog.boxes) == sides


@pytest.mark.check
def test_a_computer_takes_the_other_seats(shared_window):
    window = shared_window(level_maps_open=False)
    session, opponents = window.session, window.shell.playing.opponents
    session.new(str(game_of(3).start()))
    assert opponents.sides == ("p1", "p2", "p3")
    opponents.play_other()
    assert opponents.seats.engines == ("p2", "p3")
    session.new(str(game_of(1).start()))
    assert opponents.sides == ("p1",)


def test_the_new_game_dialog_offers_no_opponent_where_there_is_no_other_seat(qtbot):
    dialog = NewGame(chosen=Preferences())
    qtbot.addWidget(dialog)
    dialog.game.setCurrentIndex(dialog.game.findData("rolling-pyramids"))
    for players in (2, 4):
        dialog._fields["players"].setValue(players)
        assert not dialog.against.isHidden()
    dialog._fields["players"].setValue(1)
    assert dialog.against.isHidden()


LONG = 240_000
"""Milliseconds within which computers have moved, however busy the machine is."""


@pytest.mark.soak
def test_a_round_of_one_person_and_two_computers(shared_window, qtbot):
    window = shared_window(1440, 920, level_maps_open=False, why_open=False)
    window.activateWindow()
    hands.begin(window, qtbot, "rolling-pyramids:players=3 23 chance")
    session, opponents = window.session, window.shell.playing.opponents
    opponents.seat(PERSONS.place("p2", Computer(1)).place("p3", Computer(1)))

    def waits_for_person():
        return session.position.to_move == "p1" and not opponents.is_thinking

    made = 0
    while session.position.state.round < 2:
        qtbot.waitUntil(waits_for_person, timeout=LONG)
        assert not window.pages.cover.isVisible()  # nobody at the screen may see less than p1
        assert session.document.viewpoint == "p1"
        hands.settle(window, qtbot)
        hands.make(window, min(session.position.legal_moves))
        made += 1
        qtbot.waitUntil(
            lambda: session.position.state.round == 2 or waits_for_person(), timeout=LONG
        )
    moves = [node.move for node in session.document.record.nodes.values()]
    assert sum(move.startswith("roll") for move in moves) >= 1
    assert made >= 3  # a seat, dice and a deployment
