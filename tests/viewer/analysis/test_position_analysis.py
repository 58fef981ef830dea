"""Positions analyzed in the background: in order, never stale, stopped when asked."""

import threading
import time

import pytest

from model import connection
from model.boards.lattice import CORNERS
from model.games.partition.verdicts import Verdicts, corner_states, verdict_steps
from model.positions.setup import read_position
from viewer.analysis.analysis_service import PositionAnalyzer
from viewer.games.partition.explainer import CornerExplainer

ONE = "partition:size=3,rules=free RB1,3,3/2,2/1 red"
TWO = "partition:size=3,rules=free RB1,3,2R/2,2/1 blue"
PLAYERS = ("red", "blue")


@pytest.fixture
def analyzer(qtbot):
    made = PositionAnalyzer()
    yield made
    made.close()


def known_in_the_end(qtbot, analyzer, position):
    """Analyze a position until all is known of it."""
    with qtbot.waitSignal(analyzer.analyzed, timeout=60000, check_params_cb=lambda one: one.done):
        analyzer.analyze(position)


def test_all_is_known_in_the_end(qtbot, analyzer):
    position = read_position(ONE)
    known_in_the_end(qtbot, analyzer, position)
    known = analyzer.known(position)
    assert known.position is position
    assert set(known.states) == set(known.costs) == {(p, c) for p in PLAYERS for c in CORNERS}
    red, blue = position.balls("red"), position.balls("blue")
    for (player, corner), cost in known.costs.items():
        own, other = (red, blue) if player == "red" else (blue, red)
        assert cost == connection.cost(position.game.board, own, other, corner, stacking=False)
    assert known.wins["red"] == connection.win_cost(position.game.board, red, blue, stacking=False)


def test_verdicts_come_before_costs():
    heard = list(verdict_steps(read_position(TWO)))
    assert not heard[0].costs
    assert heard[0].states
    assert heard[-1].done
    owners = [next(reversed(h.costs))[0] for h in heard if h.costs]
    assert owners[0] == "blue", "the side to move first"
    assert owners == sorted(owners, key=("blue", "red").index)


def test_stop_ends_between_two_steps():
    heard = []
    CornerExplainer().analyze(read_position(TWO), heard.append, lambda: len(heard) >= 3)
    assert len(heard) == 3
    assert not heard[-1].done


def test_a_stale_answer_is_dropped(qtbot, analyzer, monkeypatch):
    begun, go_on = threading.Event(), threading.Event()
    first, second = read_position(ONE), read_position(TWO)

    def slow(self, position, report, stop):
        if position is first:
            report(Verdicts(position))
            begun.set()
            assert go_on.wait(30)
            report(Verdicts(position, done=True))  # late, and nobody wants it now
        else:
            report(Verdicts(position, states=corner_states(position), done=True))

    monkeypatch.setattr(CornerExplainer, "analyze", slow)
    heard = []
    analyzer.analyzed.connect(heard.append)
    analyzer.analyze(first)
    assert begun.wait(30)
    analyzer.analyze(second)
    assert analyzer.known(second) is None, "nothing of the old position passes for the new one's"
    go_on.set()
    qtbot.waitUntil(lambda: analyzer.known(second) is not None, timeout=30000)
    assert analyzer.known(second).position is second
    assert analyzer.known(first) is None
    assert all(known.position is second for known in heard)


def test_parts_that_come_at_once_are_told_once(qtbot, analyzer, monkeypatch):
    def quick(self, position, report, stop):
        for _ in range(9):
            report(Verdicts(position))
        report(Verdicts(position, done=True))

    monkeypatch.setattr(CornerExplainer, "analyze", quick)
    heard = []
    analyzer.analyzed.connect(heard.append)
    analyzer.analyze(read_position(ONE))
    qtbot.waitUntil(lambda: bool(heard) and heard[-1].done, timeout=30000)
    assert len(heard) <= 2, "each costs all docks a moment"


def test_asking_again_for_the_same_does_not_start_anew(qtbot, analyzer, monkeypatch):
    asked = []

    def once(self, position, report, stop):
        asked.append(position)
        report(Verdicts(position, done=True))

    monkeypatch.setattr(CornerExplainer, "analyze", once)
    position = read_position(ONE)
    with qtbot.waitSignal(analyzer.analyzed):
        analyzer.analyze(position)
        analyzer.analyze(position)
    analyzer.analyze(None)
    assert analyzer.known(position) is None
    again = read_position(ONE)
    with qtbot.waitSignal(analyzer.analyzed):  # an equal position is remembered, as one's own
        analyzer.analyze(again)
    assert analyzer.known(again).position is again
    assert asked == [position]


def test_a_failure_is_logged_and_the_next_position_analyzed(qtbot, analyzer, monkeypatch, caplog):
    def fails(self, position, report, stop):
        if position.side == 0:
            raise RuntimeError("a kernel broke")
        report(Verdicts(position, done=True))

    monkeypatch.setattr(CornerExplainer, "analyze", fails)
    analyzer.analyze(read_position(ONE))
    qtbot.waitUntil(lambda: "work in the background failed" in caplog.text, timeout=30000)
    with qtbot.waitSignal(analyzer.analyzed):
        analyzer.analyze(read_position(TWO))


def test_neither_taken_points_are_weighed_nor_any_after_closing_which_ends_the_thread(
    qtbot, analyzer
):
    position = read_position(TWO)
    known_in_the_end(qtbot, analyzer, position)
    analyzer.weigh(position.game.board.index("1a1"))
    qtbot.wait(50)
    assert not analyzer.known(position).after
    analyzer.analyze(read_position(ONE))
    (thread,) = analyzer._positions._threads
    analyzer.close()
    thread.join(30)
    assert not thread.is_alive()
    analyzer.weigh(position.game.board.index("2b2"))
    assert not analyzer._points.busy


def test_a_point_is_weighed_once_the_position_is_analyzed(qtbot, analyzer):
    position = read_position(TWO)
    site = position.game.board.index("2b2")
    with qtbot.waitSignal(analyzer.weighed, timeout=60000) as heard:
        analyzer.analyze(position)
        analyzer.weigh(site)
    assert heard.args == [site]
    assert analyzer.known(position).done
    own, other = position.balls("blue").copy(), position.balls("red")
    own[site] = True
    for corner, cost in analyzer.known(position).after[site].costs.items():
        assert cost == connection.cost(position.game.board, own, other, corner, stacking=False)
    asked = analyzer.known(position)
    analyzer.weigh(site)
    qtbot.wait(50)
    assert analyzer.known(position) is asked, "what is known is not worked out again"


def test_a_point_left_behind_is_given_up(qtbot, analyzer, monkeypatch):
    begun = threading.Event()

    def slow(self, analysis, site, stop):
        begun.set()
        while not stop():
            time.sleep(0.01)

    position = read_position(TWO)
    known_in_the_end(qtbot, analyzer, position)
    monkeypatch.setattr(CornerExplainer, "weigh", slow)
    analyzer.weigh(position.game.board.index("2b2"))
    assert begun.wait(30)
    analyzer.weigh(None)
    analyzer.close()
    assert not any(thread.is_alive() for thread in analyzer._points._threads)
    assert not analyzer.known(position).after
