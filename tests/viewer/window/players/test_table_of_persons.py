"""Persons at one screen: who sits where is asked first, and what one may know he sees alone."""

from random import Random

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from windows import type_move

from model.contract.game import CHANCE, ONLOOKER
from model.records.puzzle import Puzzle, Stipulation
from viewer.analysis.playing.opponents import Opponents
from viewer.session.session import Session
from viewer.window.players.hand_over import HandOver

ENTER = Qt.Key.Key_Return
STILL = ".../.../..."


@pytest.mark.check
def test_who_sits_where_is_asked_before_the_first_choice(qtbot, open_window, tmp_path):
    window = open_window(level_maps_open=False)
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
