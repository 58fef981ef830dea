"""While a computer is to move nobody moves for it: what is entered waits as a premove."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from windows import played, type_move

from model.play.opponent import PlayerError
from model.play.seats import Computer, Responder, Seats
from model.records.files import Collection
from viewer.session.files.collection_edits import CollectionEdit

K = Qt.Key
LEFT = Qt.MouseButton.LeftButton
THREE = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
PYRAMID = "pyramid W2W1BW,W3W2,2W4,2WB3,7,2BB3,3B1BB white"


class Held:
    """An engine that thinks until it is given its move, or hurried."""

    def __init__(self):
        self.asked = 0
        self.move = ""
        self.may_move = threading.Event()

    def answer(self, move):
        self.move = move
        self.may_move.set()

    def choose(self, responder, seat, situation, seconds, report, stop, hurry):
        self.asked += 1
        while not self.may_move.wait(0.01):
            if stop():
                raise PlayerError("nobody waits")
            if hurry():
                return next(iter(situation.position.legal_moves))
        self.may_move.clear()
        return self.move


@pytest.fixture
def engine(monkeypatch):
    held = Held()
    monkeypatch.setattr(Responder, "choose", lambda *args: held.choose(*args))
    return held


@pytest.fixture
def window(begun, engine):
    return begun(THREE)


def sit(window, qtbot, engine, first):
    """The computer plays the second side, and thinks about its answer to `first`."""
    second = window.session.position.game.players[1]
    window.shell.playing.opponents.seat(Seats().place(second, Computer(3)))
    window.session.play(first)
    thinks(window, qtbot, engine)


def thinks(window, qtbot, engine):
    asked = engine.asked
    qtbot.waitUntil(lambda: engine.asked == max(1, asked))
    QTest.qWait(20)
    window.repaint()


def premove(window):
    found = window.session.state.premove
    return "" if found is None else found.move


@pytest.mark.check
def test_a_click_waits_for_the_reply_and_is_shown_said_and_taken_back(window, mouse, qtbot, engine):
    sit(window, qtbot, engine, "1a1")
    mouse.move("1g7")
    assert window.scene_view.widget.mover == 0  # one's own ball under the mouse
    mouse.click("1g7")
    assert (played(window), premove(window)) == (["1a1"], "1g7")
    assert "1g7 comes after the reply" in window.notices.strip.text
    assert any(getattr(one, "sites", ()) for one in window.scene_view.laid.overlays)
    window.scene_view.take_focus()
    qtbot.waitUntil(window.command_actions["play.step-back"].isEnabled)
    QTest.keyClick(window.scene_view.widget.surface, K.Key_Escape)
    assert premove(window) == ""
    assert not window.scene_view.laid.overlays
    assert "1g7" not in window.notices.strip.text
    # By the keyboard's cursor, the maps, and typed: each in place of the one before.
    mouse.click("1c1")
    window.docks.open("maps")
    QTest.qWait(20)
    maps = window.docks.panel("maps")
    rect = maps.canvas.rect_of(maps.canvas.facts.board.index("1e3"))
    QTest.mouseClick(maps.canvas, LEFT, pos=rect.center())
    assert premove(window) == "1e3"
    QTest.keyClick(maps.canvas, K.Key_Escape)
    assert premove(window) == ""
    type_move(window, "1c3")
    assert (played(window), premove(window)) == (["1a1"], "1c3")
    window.scene_view.widget.input.set_cursor(window.session.position.game.board.index("1e1"))
    QTest.keyClick(window.scene_view.widget.surface, K.Key_Return)
    assert premove(window) == "1e1"
    engine.answer("1g1")
    qtbot.waitUntil(lambda: played(window) == ["1a1", "1g1", "1e1"])
    # What is no longer legal is dropped, and said so.
    thinks(window, qtbot, engine)
    mouse.click("1g7")
    engine.answer("1g7")
    qtbot.waitUntil(lambda: len(played(window)) == 4 and premove(window) == "")
    qtbot.waitUntil(lambda: "1g7 was not played" in window.notices.strip.text)
    assert window.session.position.to_move == "red"


@pytest.mark.check
def test_nobody_goes_on_with_a_game_that_was_resigned_meanwhile(
    window, mouse, qtbot, engine, monkeypatch
):
    shell = window.shell
    # The computer's move waits for a dialog, or the person's own for the reply to be shown.
    for waits in (shell.playing.opponents, shell.playing.premoves):
        window.session.new(THREE)
        sit(window, qtbot, engine, "1a1")
        mouse.click("1g7")
        assert premove(window) == "1g7"
        monkeypatch.setattr(waits, "busy", lambda: True)
        engine.answer("1g1")
        moves = 1 if waits is shell.playing.opponents else 2
        qtbot.waitUntil(lambda moves=moves: len(played(window)) == moves)
        qtbot.waitUntil(lambda: not shell.playing.opponents.is_thinking)
        shell.playing.ends.resign()
        monkeypatch.undo()
        monkeypatch.setattr(Responder, "choose", lambda *args: engine.choose(*args))
        shell.playing.opponents.look_again()
        qtbot.waitUntil(lambda: premove(window) == "")
        QTest.qWait(100)
        assert len(played(window)) == moves
        assert shell.playing.ends.is_over


@pytest.mark.check
def test_another_line_that_is_looked_at_is_no_reply(window, mouse, qtbot, engine):
    sit(window, qtbot, engine, "1a1")
    engine.answer("1g1")
    qtbot.waitUntil(lambda: len(played(window)) == 2)
    node = window.session.document.node
    window.session.go(window.session.document.record[node].parent)
    window.shell.playing.opponents.move_once()
    thinks(window, qtbot, engine)
    collections = window.session.collections
    edit = CollectionEdit("Remove", Path("other.pyramidion"), Collection(), Collection())
    collections.note(edit, window.session.document)
    mouse.click("1g7")
    assert premove(window) == "1g7"
    window.perform("edit.undo")  # the last thing that was entered, nothing else
    assert premove(window) == ""
    assert len(collections.done) == 1
    mouse.click("1g7")
    assert premove(window) == "1g7"
    window.session.go(node)
    QTest.qWait(100)
    assert (played(window), premove(window)) == (["1a1", "1g1"], "")


@pytest.mark.check
def test_a_stone_is_carried_ahead_and_one_in_hand_stays_there(window, mouse, qtbot, engine):
    window.session.new(PYRAMID)
    QTest.qWait(20)
    moves = list(window.session.position.legal_moves)
    first = next(move for move in moves if move[2:3] == "-")
    sit(window, qtbot, engine, first)
    ahead = window.session.entry
    assert ahead.to_move == "white"
    start, end = next(
        (move[:2], move[3:]) for move in ahead.legal_moves if move[2] == "-" and len(move) == 5
    )
    places = [mouse._place(place) for place in (start, end)]
    mouse.press(places[0])
    for share in (0.3, 0.7, 1.0):
        mouse.move(places[0] + share * (places[1] - places[0]), held=LEFT)
    mouse.release(places[1])
    assert (len(played(window)), premove(window)) == (1, f"{start}-{end}")
    mouse.click(QPointF(2, 2))
    window.session.drop_premove()
    mouse.click(start)  # in hand as the reply comes
    assert window.session.entered == (start,)
    reply = next(move for move in window.session.position.legal_moves if start not in move)
    engine.answer(reply)
    qtbot.waitUntil(lambda: len(played(window)) == 2)
    qtbot.waitUntil(lambda: window.session.state.partial == (start,))


@pytest.mark.check
def test_pause_move_now_and_asking_twice_do_what_they_say(window, mouse, qtbot, engine):
    sit(window, qtbot, engine, "1a1")
    for _ in range(3):
        QTest.keyClick(window, K.Key_F8, Qt.KeyboardModifier.ControlModifier)
    QTest.qWait(50)
    assert engine.asked == 1
    assert "thinking already" in window.notices.strip.text
    QTest.keyClick(window, K.Key_Pause)
    assert not window.shell.playing.opponents.is_thinking
    mouse.click("1g7")
    assert (played(window), premove(window)) == (["1a1"], "")
    assert "paused" in window.notices.strip.text
    qtbot.waitUntil(lambda: window.scene_view.widget.mover is None)  # no ball under the mouse
    assert "paused" in window.status.seats.summary
    QTest.keyClick(window, K.Key_Pause)
    qtbot.waitUntil(lambda: engine.asked == 2)
    qtbot.waitUntil(window.command_actions["play.computer-now"].isEnabled)
    QTest.keyClick(window, K.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: len(played(window)) == 2)
    # For one's own side: said of who thinks, not "You thinks".
    QTest.keyClick(window, K.Key_F8, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: engine.asked == 3)
    assert "Level 3 thinks for you" in window.status.seats.summary
    engine.answer("1c3")
    qtbot.waitUntil(lambda: len(played(window)) == 3 and engine.asked == 4)
    # Back at the computer's turn: it waits, and nobody else moves for it.
    QTest.keyClick(window, K.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(window.scene_view, K.Key_Comma)
    assert window.session.position.to_move == "blue"
    type_move(window, "1g7")
    assert len(played(window)) == 1
    assert "Let the computer move" in window.move_field.fault.text()
    # Where nobody sits both sides are the reader's.
    window.move_field.finish()
    QTest.keyClick(window, K.Key_F8)
    type_move(window, "1g7")
    assert played(window) == ["1a1", "1g7"]


@pytest.mark.check
def test_chance_is_nobodys_and_where_nothing_can_be_foreseen_that_is_said(window, qtbot, engine):
    window.session.new("rolling-pyramids")
    QTest.mouseClick(window.pages.cover.open, LEFT)  # nobody sits there
    qtbot.waitUntil(window.command_actions["play.computer-move"].isEnabled)
    QTest.keyClick(window, K.Key_F8, Qt.KeyboardModifier.ControlModifier)
    assert "Click Roll" in window.notices.strip.text
    assert engine.asked == 0
    window.session.new("pyramid-ball")
    opponents = window.shell.playing.opponents
    opponents.seat(Seats().place(opponents.sides[0], Computer(3)))
    qtbot.waitUntil(lambda: engine.asked == 1)
    ply = window.session.ply
    QTest.keyClick(window.scene_view.widget.surface, K.Key_Return)
    type_move(window, "pass=2L")
    assert (window.session.ply, window.session.state.partial) == (ply, ())
    assert "Wait for your turn" in window.move_field.fault.text()
    window.move_field.finish()
    window.session.new(THREE)
    opponents.seat(Seats((("red", Computer(3)), ("blue", Computer(3)))))
    qtbot.waitUntil(lambda: engine.asked == 2)
    type_move(window, "1a1")
    assert "Press F8 to play all sides yourself" in window.move_field.fault.text()


@pytest.mark.check
def test_computers_that_sit_together_are_named_once(window, qtbot, engine):
    window.session.new("rolling-pyramids", {"players": "3"})
    QTest.mouseClick(window.pages.cover.ready, LEFT)
    qtbot.waitUntil(window.command_actions["play.computer"].isEnabled)
    QTest.keyClick(window, K.Key_F8)
    assert "The computer plays P2 and P3, at level" in window.notices.strip.text


@pytest.mark.check
def test_the_line_on_a_point_speaks_of_what_a_click_there_would_do(window, qtbot, engine):
    """It named the computer's side: "Black plays 1a1", under the person's own premove."""
    session, analysis = window.session, window.shell.analysis
    session.new("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white")
    sit(window, qtbot, engine, "1c3")

    def line(name):
        board = session.position.game.board
        return analysis.point_text(session.position, board.index(name))

    assert "Black" not in line("1a1")
    assert "White plays 1a1" in line("1a1")
    session.step("1a1")
    assert session.state.premove.move == "1a1"
    assert "Black" not in line("1a1")
    assert "White" in line("1e5")
