"""Undo and redo against an engine give the turn back to the person, in every game, by real keys."""

from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from model.contract.game import CHANCE
from model.play.seats import Computer, Responder
from model.registry import kinds
from viewer.analysis.playing import opponents

pytestmark = pytest.mark.check

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


def move_in(position, seed):
    """A move: where nothing need be chosen nothing is, so that no turn ends the match."""
    return position.steps(()).move or position.legal_moves.sample(Random(seed))


class Drawing:
    """A player that draws its moves, another one each time."""

    name = "drawing"
    seed = 0

    def choose(self, situation, seconds, report, stop):
        self.seed += 1
        return move_in(situation.position, self.seed)

    def close(self):
        pass


@pytest.fixture
def window(shared_window, qtbot, monkeypatch):
    monkeypatch.setattr(Responder, "_made", lambda self, seat, game, stop: Drawing())
    monkeypatch.setattr(opponents, "refusal", lambda game: "")
    made = shared_window()
    made.activateWindow()
    return made


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", sorted(kinds()))
@pytest.mark.parametrize(
    "first", [True, pytest.param(False, marks=pytest.mark.check)], ids=["first", "second"]
)
def test_undo_takes_the_answer_back_too_and_redo_brings_both(window, qtbot, name, first):
    session, playing = window.session, window.shell.playing.opponents
    session.new(name)
    sides = playing.sides
    person = sides[0] if first else sides[1]
    for side in sides:
        if side != person:
            playing.seat(playing.seats.place(side, Computer(1)))

    def is_ones_turn():
        mover = session.position.to_move
        return mover == person and not session.turn.refusal and not playing.is_thinking

    def ones_turn():
        qtbot.waitUntil(lambda: is_ones_turn() or session.position.to_move == CHANCE)
        if session.position.to_move == CHANCE:
            qtbot.waitUntil(is_ones_turn)

    ones_turn()
    before, ply = str(session.position), session.ply
    session.play(move_in(session.position, -1))
    window.scene_view.take_focus()
    ones_turn()
    after, moves = str(session.position), len(session.document.record)
    hidden = session.position.game.kind.hides and not first

    def press(key, command):
        qtbot.waitUntil(window.command_actions[command].isEnabled)
        QTest.keyClick(window.scene_view, key, CTRL)

    press(K.Key_Z, "edit.undo")
    if hidden:  # the whole turn is known, so the engine chooses anew
        ones_turn()
    assert is_ones_turn(), session.turn.refusal
    assert str(session.position) == before
    if not hidden:
        press(K.Key_Y, "edit.redo")
        assert (str(session.position), len(session.document.record)) == (after, moves)
        assert is_ones_turn()
        press(K.Key_Z, "edit.undo")
    session.play(move_in(session.position, -2))
    ones_turn()  # and it answers again
    assert session.ply > ply
