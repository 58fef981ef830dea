"""Seats, names and clocks outlive a crash and a file; documents are named by game and opponent."""

import json
from time import monotonic

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from windows import in_dialog

from model.play.clock import TimeControl
from model.play.seats import Computer, Foreign, Seats
from viewer.session.autosave.journal import Journal
from viewer.session.autosave.recovery import recoverable

pytestmark = pytest.mark.check

LEFT = Qt.MouseButton.LeftButton
SAVE = (Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)


@pytest.fixture
def window(open_window, qtbot):
    made = open_window()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def kill(journal: Journal) -> None:
    """End as a killed process does: the files stay, the lock is gone."""
    journal._stop.set()
    journal._thread.join()
    journal._unsubscribe()
    for file in journal._files.values():
        file.end()
    journal._files.clear()
    journal._lock.release()


def tabs(window) -> list[str]:
    return [window.tabs.tabText(index) for index in range(window.tabs.count())]


def test_recovery_brings_players_clocks_and_the_order_of_the_tabs(
    window, open_window, qtbot, tmp_path
):
    root = tmp_path / "autosave"
    session, opponents = window.session, window.shell.playing.opponents
    journal = Journal(session, root)
    session.new("pyraos")
    session.play("1a1")
    session.new("partition", {"size": "3"})
    opponents.set_clock(TimeControl(10, 5))
    opponents.seat(Seats((("blue", Computer(1)),)))
    assert tabs(window) == ["Pyraos •", "Pyramid Partition, level 1"]
    session.play("1a1")
    qtbot.waitUntil(lambda: session.ply == 2, timeout=120_000)
    session.heads({"red": "Ada"})
    left = opponents.clock.left("blue", monotonic())
    session.new("pyramid")
    opponents.seat(Seats((("black", Computer(4)),)))
    session.comment("a start")
    session.activate(1)
    session.comment("here")
    session.first()
    kill(journal)
    other = open_window()
    again = Journal(other.session, root)
    other.welcome.offer(recoverable(root, again.folder), again)
    asked = []

    def answer(box: QMessageBox, key: Qt.Key) -> None:
        asked.append(box.text())
        QTest.keyClick(box, key)

    in_dialog(QMessageBox, lambda box: answer(box, Qt.Key.Key_Return))
    qtbot.mouseClick(other.welcome.page.discard_button, LEFT)
    assert asked == ["Discard the 3 documents?"], "Enter keeps them"
    qtbot.mouseClick(other.welcome.page.recover_button, LEFT)
    assert other.notices.strip.text == "Your documents were restored but not yet saved."
    named = ["Pyraos •", "Pyramid Partition, level 1 •", "Pyramid, level 4 •"]
    assert tabs(other) == named
    assert other.tabs.currentIndex() == 1
    opponents = other.shell.playing.opponents
    assert opponents.seats == Seats((("blue", Computer(1)),))
    assert opponents.clock.control == TimeControl(10, 5)
    assert opponents.clock.left("blue", monotonic()) == pytest.approx(left, abs=0.2)
    assert opponents.clock.has_begun
    assert (other.session.document.node, opponents.live_node) == (0, 2)
    assert other.session.document.record.headers["red"] == "Ada"
    assert opponents.sign({})["blue"] == "Pyramidion, level 1"
    other.session.activate(2)
    assert opponents.seats == Seats((("black", Computer(4)),))
    other.session.activate(0)
    assert not opponents.seats.taken
    other.session.new("pyraos")
    assert tabs(other)[-1] == "Pyraos (2)"
    kill(again)


def a_file_keeps_who_plays_and_is_looked_at_until_somebody_plays_on(
    window, qtbot, tmp_path, monkeypatch
):
    session, opponents = window.session, window.shell.playing.opponents
    path = tmp_path / "game.pyramidion"
    monkeypatch.setattr(window.shell.ask, "save_file", lambda suggested: path)
    session.new("partition", {"size": "3"})
    opponents.set_clock(TimeControl(3, 2))
    opponents.seat(Seats((("blue", Computer(1)),)))
    session.play("1a1")
    qtbot.waitUntil(lambda: session.ply == 2, timeout=120_000)
    QTest.keyClick(window, *SAVE)
    headers = json.loads(path.read_text("utf-8"))["headers"]
    assert headers["seat_blue"] == "level 1"
    assert headers["clock"] == "3+2"
    assert 0 < float(headers["clock_red"]) <= 180
    assert session.undo()  # the move, and no headers
    assert session.ply == 1
    session.close()
    window.open_path(path)
    assert not opponents.seats.taken
    assert window.notices.strip.text == "This game is played against the computer, at level 1."
    session.play(next(iter(session.position.legal_moves)))
    assert not opponents.is_thinking
    session.undo()
    window.session.close()
    window.open_path(path)
    qtbot.mouseClick(window.notices.strip.button, LEFT)
    assert opponents.seats == Seats((("blue", Computer(1)),))
    assert opponents.clock.control == TimeControl(3, 2)
    assert opponents.clock.left("red", monotonic()) == pytest.approx(
        float(headers["clock_red"]), abs=5
    )
    session.play(next(iter(session.position.legal_moves)))
    qtbot.waitUntil(lambda: session.ply == 4, timeout=120_000)


def titles_follow_the_opponent_and_name_the_file(window, tmp_path, monkeypatch):
    session, opponents = window.session, window.shell.playing.opponents
    asked = []
    monkeypatch.setattr(window.shell.ask, "save_file", asked.append)
    session.new("pyraos")
    session.new("pyraos")
    opponents.seat(Seats((("white", Computer(3)),)))
    assert tabs(window) == ["Pyraos", "Pyraos, level 3"]
    opponents.seat(Seats((("black", Foreign("Deep ball")),)))
    assert tabs(window)[1] == "Pyraos, Deep ball"
    opponents.sit("")
    assert tabs(window)[1] == "Pyraos (2)"
    window.perform("file.save")
    session.head("title", "Why: 1/2 or <all>?")
    window.perform("file.save")
    assert [path.name for path in asked] == ["Pyraos (2).pyramidion", "Why 1 2 or all.pyramidion"]


def test_files_and_titles_say_who_plays(window, qtbot, tmp_path, monkeypatch):
    titles_follow_the_opponent_and_name_the_file(window, tmp_path, monkeypatch)
    while not window.session.is_empty:
        window.session.close()
    a_file_keeps_who_plays_and_is_looked_at_until_somebody_plays_on(
        window, qtbot, tmp_path, monkeypatch
    )


def test_what_is_discarded_is_asked_for_once_and_gone(window, qtbot, tmp_path):
    root = tmp_path / "autosave"
    journal = Journal(window.session, root)
    window.session.new("pyraos")
    window.session.play("1a1")
    kill(journal)
    window.session.close()
    window.welcome.offer(recoverable(root), journal)
    discard = QMessageBox.ButtonRole.AcceptRole
    in_dialog(
        QMessageBox,
        lambda box: next(b for b in box.buttons() if box.buttonRole(b) == discard).click(),
    )
    qtbot.mouseClick(window.welcome.page.discard_button, LEFT)
    assert not window.welcome.page.offer.isVisible()
    assert not recoverable(root)
