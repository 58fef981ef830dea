"""The computer as an opponent: whom it answers, when it does not, and what it does not touch."""

import re
import shlex
import sys
from collections.abc import Iterator
from time import monotonic

import pytest
from pytestqt.qtbot import QtBot

from model.play.clock import TimeControl, share
from model.play.seats import Computer, Foreign, Responder, Seats
from viewer.analysis.playing.opponents import Opponents
from viewer.session.document.seating import Seating
from viewer.session.session import Session, SessionError

NONSENSE = """
print("ugiok", "readyok", "readyok", "bestmove 9z9", sep=chr(10), flush=True)
while input() != "quit": pass
"""


@pytest.fixture
def session() -> Session:
    session = Session()
    session.new("partition", {"size": "3"})
    return session


@pytest.fixture
def opponents(qtbot: QtBot, session: Session) -> Iterator[Opponents]:
    made = Opponents(session)
    yield made
    made.close()


def answered(qtbot: QtBot, session: Session, opponents: Opponents, plies: int) -> None:
    qtbot.waitUntil(lambda: session.ply == plies and not opponents.is_thinking, timeout=120_000)


def test_it_answers_each_move_of_the_person(qtbot, session, opponents):
    opponents.play_other()
    assert opponents.side == "blue"
    for ply, move in ((2, "1a1"), (4, "3c3")):
        legal = session.position.legal_moves
        free = move if move in legal else next(iter(legal))
        session.play(free)
        answered(qtbot, session, opponents, ply)
        assert session.position.to_move == "red"


def test_a_reply_that_is_in_the_tree_already_takes_the_game_on(qtbot, session, opponents):
    opponents.play_other()
    session.play("1a1")
    answered(qtbot, session, opponents, 2)
    reply = session.document.record
    game = opponents._game_here()
    assert game is not None
    for _ in range(2):
        session.back()
        game.live, game.rests, game.found = session.document.node, False, ""
        node = reply[session.document.node].children[0]
        game.found = reply[node].move
        opponents.look_again()
        assert session.document.record is reply
        assert (game.live, session.document.node) == (node, node)
        assert not opponents.is_thinking, "the game has moved on"
        assert opponents._asked is None


def test_taking_back_undoes_its_move_too_and_looking_back_makes_it_play_nothing(
    qtbot, session, opponents
):
    opponents.play_other()
    session.play("1a1")
    answered(qtbot, session, opponents, 2)
    session.back()
    qtbot.wait(50)
    assert session.ply == 1
    assert not opponents.is_thinking
    session.forward()
    opponents.take_back()
    assert session.ply == 0
    assert len(session.document.record.nodes) == 1
    with pytest.raises(SessionError, match="no move to take back"):
        opponents.take_back()


def test_a_game_out_of_a_file_goes_on_where_it_stands(qtbot, session, opponents):
    session.play("1a1")
    opponents.resume(Seating({"blue": "level 2"}))
    answered(qtbot, session, opponents, 2)
    assert session.position.to_move == "red"


def test_it_begins_when_it_takes_the_side_to_move_and_stops_when_it_stands_up(
    qtbot, session, opponents
):
    opponents.sit("red")
    answered(qtbot, session, opponents, 1)
    opponents.sit("")
    session.play(next(iter(session.position.legal_moves)))
    qtbot.wait(50)
    assert session.ply == 2
    opponents.move_once()
    answered(qtbot, session, opponents, 3)


def test_a_move_is_dropped_where_the_game_has_gone_elsewhere(qtbot, session, opponents):
    opponents.usual = Computer(10)
    opponents.move_once()
    assert opponents.is_thinking
    session.play("1a1")
    assert not opponents.is_thinking
    opponents.move_once()
    other = session.new("pyraos")
    assert not opponents.is_thinking
    assert session.document is other
    assert opponents.side == ""
    session.close()
    session.close()
    assert not opponents.is_thinking
    with pytest.raises(SessionError, match="No game is open"):
        opponents.move_once()


def test_it_does_not_play_what_is_over_or_cannot_be_played(session, opponents, monkeypatch):
    while session.position.outcome is None:
        session.play(next(iter(session.position.legal_moves)))
    with pytest.raises(SessionError, match="over"):
        opponents.move_once()
    session.new("pyraos")
    monkeypatch.setattr(type(session.position.game.kind), "hides", True)
    for ask in (opponents.move_once, opponents.play_other):
        with pytest.raises(SessionError, match="secrets"):
            ask()


def test_a_move_waits_until_the_person_is_back_where_the_game_stands(qtbot, session, opponents):
    opponents.play_other()
    session.play("1a1")
    session.first()
    assert opponents.is_thinking
    qtbot.waitUntil(lambda: not opponents.is_thinking, timeout=120_000)
    assert session.ply == 0
    session.new("pyraos")
    session.activate(0)
    assert session.ply == 0
    with qtbot.waitSignal(opponents.changed, raising=False, timeout=50):
        pass
    session.forward()
    assert session.ply == 2
    assert len(session.document.record) == 2


def test_a_game_goes_on_where_another_one_was_looked_at_meanwhile(qtbot, session, opponents):
    opponents.play_other()
    session.play("1a1")
    session.new("pyraos")
    assert not opponents.is_thinking
    session.activate(0)
    answered(qtbot, session, opponents, 2)


def test_engines_play_each_other_to_the_end_and_rest_when_a_move_is_taken_back(
    qtbot, session, opponents, monkeypatch
):
    monkeypatch.setattr("viewer.analysis.playing.opponents.WATCHED", 0.0)
    opponents.seat(Seats().place("red", Computer(1)).place("blue", Computer(2)))
    qtbot.waitUntil(lambda: session.position.outcome is not None, timeout=120_000)
    assert not opponents.is_thinking
    length = session.ply
    opponents.take_back()
    assert session.ply == length - 1
    assert not opponents.is_thinking
    opponents.move_once()
    qtbot.waitUntil(lambda: session.position.outcome is not None, timeout=120_000)


def test_nothing_is_played_while_the_person_is_busy(qtbot, session, opponents):
    busy = [True]
    opponents.busy = lambda: busy[0]
    opponents.sit("red")
    assert not opponents.is_thinking
    thought: list[bool] = []

    def become_busy_as_it_thinks() -> None:
        if opponents.is_thinking:
            busy[0] = True
            thought.append(True)

    opponents.changed.connect(become_busy_as_it_thinks)
    busy[0] = False
    qtbot.waitUntil(lambda: bool(thought) and not opponents.is_thinking, timeout=120_000)
    assert session.ply == 0
    busy[0] = False
    qtbot.waitUntil(lambda: session.ply == 1)


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("import sys; sys.exit()", "Stranger does not speak UGI"),
        (NONSENSE, "Stranger played .9z9., which is not legal"),
    ],
)
def test_a_foreign_engine_that_fails_costs_one_sentence_and_its_seat(
    qtbot, session, opponents, program, says
):
    said: list[str] = []
    opponents.failed.connect(said.append)
    opponents.command_of = lambda name: f"{shlex.quote(sys.executable)} -c {shlex.quote(program)}"
    opponents.seat(Seats().place("red", Foreign("Stranger")))
    qtbot.waitUntil(lambda: bool(said), timeout=60_000)
    assert re.search(f"{says}.*you play Red now", said[0])
    assert opponents.seats == Seats()
    assert not session.document.seating.is_taken  # nor does a title or a recovered game name it
    session.play("1a1")
    assert session.ply == 1
    assert len(said) == 1


def test_a_clock_runs_for_the_mover_from_the_first_move_on_and_never_in_a_dialog(
    qtbot, session, opponents
):
    busy = False
    opponents.busy = lambda: busy
    opponents.set_clock(TimeControl(1, 2))
    clock = opponents.clock
    assert clock is not None
    assert clock.running == ""
    session.play("1a1")
    assert clock.running == "blue"
    session.first()  # looking at earlier moves stops no clock
    assert clock.running == "blue"
    session.last()
    busy = True
    qtbot.waitUntil(lambda: clock.running == "")
    busy = False
    qtbot.waitUntil(lambda: clock.running == "blue")
    other = session.new("pyraos")
    assert clock.running == ""
    assert opponents.clock is None
    session.activate(session.state.documents.index(session.document) - 1)
    assert session.document is not other
    assert clock.running == "blue"
    left = clock.left("blue", monotonic())
    assert left < 60
    session.play("1c1")
    assert clock.running == "red"
    session.undo()
    assert clock.running == "blue"
    assert clock.left("blue", monotonic()) == pytest.approx(60, abs=5)
    session.undo()
    assert clock.running == ""


def test_running_out_is_told_once_and_the_game_goes_on(qtbot, session, opponents):
    said: list[str] = []
    opponents.failed.connect(said.append)
    opponents.set_clock(TimeControl(0.002))
    session.play("1a1")
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["Blue's time is up. You can play on without a clock"]
    session.play("1c1")
    assert session.ply == 2
    assert not opponents._timer.isActive()
    opponents.set_clock(None)
    assert opponents.clock is None


def test_an_engine_on_the_clock_keeps_time(qtbot, session, opponents, monkeypatch):
    asked: list[float] = []

    def choose(self, seat, situation, seconds, report, stop, hurry):
        asked.append(seconds)
        return next(iter(situation.position.legal_moves))

    monkeypatch.setattr(Responder, "choose", choose)
    opponents.set_clock(TimeControl(5, 1))
    opponents.play_other()
    session.play("1a1")
    answered(qtbot, session, opponents, 2)
    session.play(next(iter(session.position.legal_moves)))
    answered(qtbot, session, opponents, 4)
    assert asked == [pytest.approx(share(300, 1), abs=0.1), pytest.approx(share(300, 1), abs=0.5)]
