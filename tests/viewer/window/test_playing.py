"""Seats, clocks and engines of others by real events: chosen, played against, and ended."""

import json
import os
import shlex
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from windows import in_dialog, pick, type_move

from model.play import seats as model_seats
from model.play.clock import TimeControl
from model.play.seats import Computer, Foreign, Seats
from model.registry import kinds
from viewer.window.dialogs import settings as settings_page
from viewer.window.dialogs.new_game import NewGame, SeatChoice

pytestmark = pytest.mark.check

K = Qt.Key
LEFT = Qt.MouseButton.LeftButton
OURS = f"{shlex.quote(sys.executable)} -m viewer ugi"
DEAF = """
import os, sys, time
open(sys.argv[1], "w").write(str(os.getpid()))
print("ugiok", "readyok", sep=chr(10), flush=True)
while True: time.sleep(1)
"""


@pytest.fixture
def window(shared_window, qtbot):
    made = shared_window()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def deaf(tmp_path: Path):
    """The command of an engine that says hello and never anything else, and its process."""
    script, told = tmp_path / "deaf.py", tmp_path / "pid"
    script.write_text(DEAF, "utf-8")
    words = (sys.executable, str(script), str(told))
    return " ".join(map(shlex.quote, words)), told


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_choices_of_the_welcome_page_are_played_and_remembered(window, qtbot):
    page, opponents = window.welcome.page, window.shell.playing.opponents
    pick(page.against.opponent, "Level 1")
    pick(page.against.side, "By turns")
    pick(page.against.clock, "15 min + 10 s")
    chosen = window.chosen.own
    assert (chosen.opponent_level, chosen.own_side) == (1, "turns")
    assert (chosen.clock_minutes, chosen.clock_increment) == (15, 10)
    qtbot.mouseClick(page.play_button, LEFT)
    assert opponents.seats == Seats().place("blue", Computer(1))
    assert window.notices.strip.text == (
        "The computer plays Blue, at level 1; 15 minutes each + 10 s a move, "
        "from the first move on."
    )
    assert window.status.seats.isVisible()
    assert window.status.seats.summary == "Red You 15:00, Blue Level 1 15:00"
    type_move(window, "1a1")
    qtbot.waitUntil(lambda: window.session.ply == 2, timeout=120_000)
    assert opponents.clock.running == "red"
    window.pages.turn_to(scene=False)
    qtbot.waitUntil(lambda: opponents.clock.running == "")
    qtbot.mouseClick(page.play_button, LEFT)  # the other side, by turns
    assert opponents.seats.engines == ("red",)
    qtbot.waitUntil(lambda: window.session.ply == 1, timeout=120_000)
    # From one game on the clock to another whose sides have other names, and back.
    qtbot.waitUntil(lambda: opponents.clock.running == "blue")
    here = window.session.state.active
    window.session.new("pyraos")
    opponents.set_clock(TimeControl(5))
    assert window.status.seats.summary == "White 5:00, Black 5:00"
    window.session.activate(here)
    assert opponents.clock.running == "blue"
    assert window.status.seats.summary.startswith("Red Level 1")


def test_who_played_is_named_beside_the_moves_and_in_the_file(window, qtbot, tmp_path, monkeypatch):
    session, opponents = window.session, window.shell.playing.opponents
    path = tmp_path / "game.pyramidion"
    monkeypatch.setattr(window.shell.ask, "save_file", lambda suggested: path)

    def saved():
        QTest.keyClick(window, K.Key_S, Qt.KeyboardModifier.ControlModifier)
        return json.loads(path.read_text("utf-8")).get("headers", {})

    session.new("partition", {"size": "3"})
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    QTest.keyClick(window, K.Key_3, Qt.KeyboardModifier.ControlModifier)
    names = window.contents.moves.names
    nobody = names.text()
    session.play("1a1")
    assert saved() == {}
    plain = path.read_bytes()
    opponents.seat(Seats().place("blue", Computer(1)))
    assert names.text() == "Red – Pyramidion, level 1"
    qtbot.waitUntil(lambda: session.ply == 2, timeout=120_000)
    assert saved() == {"blue": "Pyramidion, level 1", "seat_blue": "level 1"}
    # Another level goes on, which is told; what a person writes stays.
    opponents.seat(Seats().place("blue", Computer(2)))
    session.play(next(iter(session.position.legal_moves)))
    qtbot.waitUntil(lambda: session.ply == 4, timeout=120_000)
    both = "Pyramidion, level 1 and Pyramidion, level 2"
    assert saved() == {"blue": both, "seat_blue": "level 2"}
    opponents.sit("")
    assert names.text() == f"Red – {both}"
    session.heads({"red": "Ada", "blue": "Bob"})
    assert saved() == {"red": "Ada", "blue": "Bob"}
    assert names.text() == "Ada – Bob"
    # A game of persons is written as ever, letter for letter.
    session.new("partition", {"size": "3"})
    session.play("1a1")
    path = tmp_path / "again.pyramidion"
    assert names.text() == nobody
    assert saved() == {}
    assert path.read_bytes() == plain


def test_players_and_clock_are_chosen_in_their_dialog_and_the_clock_waits_for_it(window, qtbot):
    window.session.new("partition", {"size": "3"})
    opponents, line = window.shell.playing.opponents, window.status.seats
    assert line.isHidden()

    def two_engines(dialog: SeatChoice) -> None:
        pick(dialog.boxes["red"], "Level 1")
        pick(dialog.boxes["blue"], "Level 2")
        qtbot.mouseClick(dialog.play, LEFT)

    in_dialog(SeatChoice, two_engines)
    window.perform("play.seats")
    assert opponents.seats.engines == ("red", "blue")
    qtbot.waitUntil(lambda: window.session.position.outcome is not None, timeout=120_000)

    def a_clock(dialog: SeatChoice) -> None:
        pick(dialog.boxes["red"], "A person")
        pick(dialog.boxes["blue"], "A person")
        dialog.timed.click()
        dialog.minutes.setFocus()
        dialog.minutes.selectAll()
        qtbot.keyClicks(dialog.minutes, "3")
        qtbot.mouseClick(dialog.play, LEFT)

    window.session.new("partition", {"size": "3"})
    in_dialog(SeatChoice, a_clock)
    window.perform("play.seats")
    assert line.summary == "Red 3:00, Blue 3:00"
    type_move(window, "1a1")
    assert opponents.clock.running == "blue"
    seen = []

    def wait_a_while(dialog: SeatChoice) -> None:
        qtbot.waitUntil(lambda: opponents.clock.running == "")
        seen.append(dialog.timed.isChecked())
        QTest.keyClick(dialog, K.Key_Escape)

    in_dialog(SeatChoice, wait_a_while)
    qtbot.mouseClick(line, LEFT)
    assert seen == [True]
    qtbot.waitUntil(lambda: opponents.clock.running == "blue")
    window.perform("setup.mode")
    qtbot.waitUntil(lambda: opponents.clock.running == "")
    window.shell.toolbox.setup.leave()
    qtbot.waitUntil(lambda: opponents.clock.running == "blue")
    window.perform("play.no-clock")
    assert line.isHidden()


def test_a_new_game_may_have_an_opponent(window, qtbot):
    def against(dialog: NewGame) -> None:
        pick(dialog.against.opponent, "No computer: all at this screen")
        assert not dialog.against.side.isEnabled()
        pick(dialog.against.opponent, "Level 2")
        pick(dialog.against.side, "You move second")
        QTest.keyClick(dialog, K.Key_Return)

    in_dialog(NewGame, against)
    window.perform("file.new")
    assert window.shell.playing.opponents.seats.engines == ("red",)
    qtbot.waitUntil(lambda: window.session.ply == 1, timeout=120_000)
    assert window.chosen.own.opponent_level == 2


def test_an_engine_of_others_is_added_tested_seated_and_removed(window, qtbot, monkeypatch):
    monkeypatch.setattr(model_seats, "FOREIGN_SECONDS", 0.2)
    one = {"partition": kinds()["partition"]}  # each game's kernels are loaded by the program
    monkeypatch.setattr(settings_page, "kinds", lambda: one)
    QTest.keyClick(window, K.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    settings = window.shell.auxiliary_windows.settings
    with qtbot.waitExposed(settings):
        pass
    engines = settings.engines
    qtbot.keyClicks(engines.name, "Stranger")
    qtbot.keyClicks(engines.command, "'open")
    qtbot.mouseClick(engines.add, LEFT)
    assert "quote" in engines.message.text()
    engines.command.clear()
    qtbot.keyClicks(engines.command, OURS)
    QTest.keyClick(engines.command, K.Key_Return)
    assert [entry.name for entry in window.chosen.own.engines] == ["Stranger"]
    assert settings.isVisible()
    qtbot.waitUntil(lambda: "being tested" not in engines.message.text(), timeout=120_000)
    assert engines.message.text() == (
        "Stranger says it is Pyramidion by the Pyramidion authors. It plays Pyramid Partition."
    )
    settings.close()
    page = window.welcome.page
    pick(page.against.opponent, "Stranger")
    qtbot.mouseClick(page.play_button, LEFT)
    assert window.shell.playing.opponents.seats.of("blue") == Foreign("Stranger")
    type_move(window, "1a1")
    qtbot.waitUntil(lambda: window.session.ply == 2, timeout=120_000)
    assert window.status.seats.summary == "Red You, Blue Stranger"
    window.perform("edit.settings")
    settings = window.shell.auxiliary_windows.settings
    qtbot.mouseClick(settings.engines.rows["Stranger"][1], LEFT)
    settings.close()
    assert window.chosen.own.engines == ()
    assert page.against.opponent.findText("Stranger") < 0
    window.shell.playing.opponents.sit("")


@pytest.mark.sample(1)
@pytest.mark.parametrize("how", ["seat", "document", "window"])
def test_an_engine_that_hangs_is_ended_with_its_seat(window, qtbot, deaf, how):
    command, told = deaf
    opponents = window.shell.playing.opponents
    opponents.command_of = lambda name: command
    window.session.new("partition", {"size": "3"})
    opponents.seat(Seats().place("red", Foreign("Deaf")))
    qtbot.waitUntil(lambda: told.exists() and told.read_text() != "", timeout=60_000)
    pid = int(told.read_text())
    assert is_alive(pid)
    if how == "seat":
        QTest.keyClick(window, K.Key_F9)  # no hint at a move that is not one's own
        assert window.notices.strip.text == "It is Red's turn. Ask again when it is yours."
        QTest.keyClick(window, K.Key_F8)
        assert not opponents.side
    elif how == "document":
        window.session.close()
    else:
        window.close_window()
        assert not is_alive(pid)
    qtbot.waitUntil(lambda: not is_alive(pid), timeout=30_000)
    names = {"foreign engine", "ending an engine", "background job"}
    if how == "window":
        assert not [one for one in threading.enumerate() if one.name in names]
