"""Choices that have their own time: what counts at the end of it, and when it stands still."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from model.contract.game import Stopped
from model.contract.hooks import ChoiceTime, hooks_of
from model.games.pyramid_ball.position import PyramidBallPosition
from model.play.clock import GameClock, TimeControl, for_each_choice
from model.play.seats import PERSONS, Computer, Responder
from viewer.analysis.playing import opponents as opponents_module
from viewer.analysis.playing import seated_game
from viewer.analysis.playing.opponents import Opponents
from viewer.session.session import Session

STILL = ".../.../..."
TAKES = "pyramid-ball:mode=advanced 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=BM score=0:1 owed=1:0"


def sealed(session: Session) -> str | None:
    """What A has sealed."""
    position = session.position_for("A")
    assert isinstance(position, PyramidBallPosition)
    return position.sealed_choice


class Now:
    """The time, as the test says."""

    seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    made = Now()
    for module in (opponents_module, seated_game):
        monkeypatch.setattr(module, "monotonic", made)
    return made


@pytest.fixture
def session() -> Session:
    session = Session()
    session.new("pyramid-ball")
    return session


@pytest.fixture
def opponents(qtbot: QtBot, session: Session) -> Iterator[Opponents]:
    made = Opponents(session)
    yield made
    made.close()


def started(opponents: Opponents, seconds: int = 60, *, voids: bool = False) -> GameClock:
    opponents.set_clock(for_each_choice(ChoiceTime(seconds, voids)))
    assert opponents.clock is not None
    return opponents.clock


def test_the_options_of_pyramid_ball_say_how_long_a_program_may_take(session):
    game = session.position.game
    assert hooks_of(game.kind).choice_time(game) == ChoiceTime(60)
    session.new("pyramid-ball", {"clock": "0", "late_void": "true"})
    game = session.position.game
    assert hooks_of(game.kind).choice_time(game) == ChoiceTime(0, voids=True)
    session.new("partition")
    game = session.position.game
    assert hooks_of(game.kind).choice_time(game) is None


@pytest.mark.check
def test_what_is_set_counts_when_the_time_is_up_and_the_next_has_all_of_his(
    qtbot, session, opponents, now
):
    said: list[str] = []
    opponents.failed.connect(said.append)
    clock = started(opponents)
    assert clock.running == "A"
    session.choose("S1=N pass=2S")
    now.seconds += 60
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["A's time is up: what A had chosen by then counts"]
    assert sealed(session) == "N../.../.../pass2S"
    assert session.state.partial == ()
    assert (clock.running, clock.left("B", now())) == ("B", 60)
    # It stands still wherever no program could be chosen.
    now.seconds += 10
    session.back()
    assert clock.running == ""
    now.seconds += 100
    session.forward()
    assert (clock.running, clock.left("B", now())) == ("B", 50)
    shows, busy = True, False
    opponents.shows_other = lambda: shows
    opponents.busy = lambda: busy
    for _ in range(2):
        opponents.look_again()
        assert clock.running == ""
        shows, busy = False, not busy
    opponents.look_again()
    assert (clock.running, clock.left("B", now())) == ("B", 50)
    # Nothing set is nine times standing still; then the next turn has its time.
    now.seconds += 60
    qtbot.waitUntil(lambda: len(said) == 2)
    assert session.document.record[session.document.node].move == STILL
    assert (clock.running, clock.left("A", now())) == ("A", 60)
    session.undo()
    assert len(session.document.record) == 0
    assert (clock.running, clock.left("A", now())) == ("A", 60)


def test_nothing_counts_of_who_is_late_where_the_rules_say_so(qtbot, session, opponents, now):
    said: list[str] = []
    opponents.failed.connect(said.append)
    started(opponents, voids=True)
    session.choose("S1=N")
    now.seconds += 61
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["A's time is up: nothing that A chose counts this turn"]
    assert sealed(session) == STILL


def test_words_between_turns_and_runs_have_no_time(session, opponents, now):
    session.new(TAKES)
    clock = started(opponents)
    assert clock.running == ""
    session.play("take-S")
    assert clock.running == "A"
    session.new("pyraos")
    assert clock.running == ""


@pytest.mark.check
def test_an_engine_has_the_time_as_its_limit_and_nothing_is_chosen_for_it(
    qtbot, session, opponents, now, monkeypatch
):
    asked: list[float] = []
    said: list[str] = []
    goes_on = False

    def choose(self, seat, situation, seconds, report, stop, hurry):
        asked.append(seconds)
        while not goes_on:
            if stop():
                raise Stopped
        return STILL

    monkeypatch.setattr(Responder, "choose", choose)
    opponents.failed.connect(said.append)
    opponents.seat(PERSONS.place("B", Computer(10)))
    clock = started(opponents, 2)
    session.play(STILL)
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == [pytest.approx(2 * 0.8 - 0.05)]
    now.seconds += 5
    qtbot.waitUntil(lambda: clock.running == "")
    assert (clock.left("B", now()), said, session.ply) == (0, [], 1)
    goes_on = True
    qtbot.waitUntil(lambda: session.ply == 2)
    assert (clock.running, clock.left("A", now())) == ("A", 2)
    # Where there is plenty it takes no longer than without a clock.
    opponents.set_clock(TimeControl(10, renewed=True))
    session.play(STILL)
    qtbot.waitUntil(lambda: session.ply == 4)
    assert asked[1] == 3.0
