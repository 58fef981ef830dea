"""Judging in the background: in order, never stale, stopped when asked."""

import threading
import time

import pytest

from model import connection
from model.lattice import CORNERS
from model.reading import read_position
from viewer.analysis import position_analysis
from viewer.analysis.position_analysis import Judging, judge_states, judge_steps

ONE = "partition:size=3,rules=free RB1,3,3/2,2/1 red"
TWO = "partition:size=3,rules=free RB1,3,2R/2,2/1 blue"
PLAYERS = ("red", "blue")


@pytest.fixture
def judge(qtbot):
    made = Judging()
    yield made
    made.close()


def test_all_is_judged_in_the_end(qtbot, judge):
    position = read_position(ONE)
    with qtbot.waitSignal(judge.judged, timeout=60000, check_params_cb=lambda known: known.done):
        judge.judge(position)
    known = judge.latest
    assert known.position is position
    assert set(known.states) == set(known.costs) == {(p, c) for p in PLAYERS for c in CORNERS}
    red, blue = position.balls("red"), position.balls("blue")
    for (player, corner), cost in known.costs.items():
        own, other = (red, blue) if player == "red" else (blue, red)
        assert cost == connection.cost(position.game.board, own, other, corner, stacking=False)
    assert known.wins["red"] == connection.win_cost(position.game.board, red, blue, stacking=False)


def test_verdicts_come_before_costs():
    heard = []
    judge_steps(read_position(TWO), heard.append, lambda: False)
    assert not heard[0].costs
    assert heard[0].states
    assert heard[-1].done
    owners = [next(reversed(h.costs))[0] for h in heard if h.costs]
    assert owners[0] == "blue", "the side to move first"
    assert owners == sorted(owners, key=("blue", "red").index)


def test_stop_ends_between_two_steps():
    heard = []
    judge_steps(read_position(TWO), heard.append, lambda: len(heard) >= 3)
    assert len(heard) == 3
    assert not heard[-1].done


def test_a_stale_answer_is_dropped(qtbot, judge, monkeypatch):
    begun, go_on = threading.Event(), threading.Event()
    first, second = read_position(ONE), read_position(TWO)

    def slow(position, report, stop):
        if position is first:
            report(position_analysis.Judgement(position))
            begun.set()
            assert go_on.wait(30)
            report(
                position_analysis.Judgement(position, done=True)
            )  # late, and nobody wants it now
        else:
            report(position_analysis.Judgement(position, states=judge_states(position), done=True))

    monkeypatch.setattr(position_analysis, "judge_steps", slow)
    heard = []
    judge.judged.connect(heard.append)
    judge.judge(first)
    assert begun.wait(30)
    judge.judge(second)
    assert judge.latest is None, "nothing of the old position is passed off as the new one's"
    go_on.set()
    qtbot.waitUntil(lambda: judge.latest is not None, timeout=30000)
    assert judge.latest.position is second
    assert all(known.position is second for known in heard)


def test_asking_again_for_the_same_does_not_start_anew(qtbot, judge, monkeypatch):
    asked = []

    def once(position, report, stop):
        asked.append(position)
        report(position_analysis.Judgement(position, done=True))

    monkeypatch.setattr(position_analysis, "judge_steps", once)
    position = read_position(ONE)
    with qtbot.waitSignal(judge.judged):
        judge.judge(position)
        judge.judge(position)
    judge.judge(None)
    assert judge.latest is None
    again = read_position(ONE)
    with qtbot.waitSignal(judge.judged):  # an equal position is remembered, as one's own
        judge.judge(again)
    assert judge.latest.position is again
    assert asked == [position]


def test_a_failure_is_logged_and_the_next_position_judged(qtbot, judge, monkeypatch, caplog):
    def fails(position, report, stop):
        if position.side == 0:
            raise RuntimeError("a kernel broke")
        report(position_analysis.Judgement(position, done=True))

    monkeypatch.setattr(position_analysis, "judge_steps", fails)
    judge.judge(read_position(ONE))
    qtbot.waitUntil(lambda: "judging" in caplog.text, timeout=30000)
    with qtbot.waitSignal(judge.judged):
        judge.judge(read_position(TWO))


def test_closing_ends_the_thread(judge):
    judge.judge(read_position(ONE))
    thread = judge._thread
    judge.close()
    thread.join(30)
    assert not thread.is_alive()


def test_a_point_is_considered_once_the_position_is_judged(qtbot, judge):
    position = read_position(TWO)
    site = position.game.board.index("2b2")
    with qtbot.waitSignal(judge.considered, timeout=60000) as heard:
        judge.judge(position)
        judge.consider(site)
    assert heard.args == [site]
    assert judge.latest.done
    own, other = position.balls("blue").copy(), position.balls("red")
    own[site] = True
    for corner, cost in judge.latest.after[site].costs.items():
        assert cost == connection.cost(position.game.board, own, other, corner, stacking=False)
    asked = judge.latest
    judge.consider(site)
    qtbot.wait(50)
    assert judge.latest is asked, "what is known is not worked out again"


def test_a_point_left_behind_is_given_up(qtbot, judge, monkeypatch):
    begun = threading.Event()

    def slow(position, site, stop):
        begun.set()
        while not stop():
            time.sleep(0.01)

    position = read_position(TWO)
    with qtbot.waitSignal(judge.judged, timeout=60000, check_params_cb=lambda known: known.done):
        judge.judge(position)
    monkeypatch.setattr(position_analysis, "judge_after", slow)
    judge.consider(position.game.board.index("2b2"))
    assert begun.wait(30)
    judge.consider(None)
    judge.close()
    assert not judge._thread.is_alive()
    assert not judge.latest.after


def test_taken_points_are_not_considered(qtbot, judge):
    position = read_position(TWO)
    with qtbot.waitSignal(judge.judged, timeout=60000, check_params_cb=lambda known: known.done):
        judge.judge(position)
    judge.consider(position.game.board.index("1a1"))
    qtbot.wait(50)
    assert not judge.latest.after
