"""Mistakes that are retried, as a value: what a try leads to, results, and the summary."""

import pytest

from model.play.review import ReviewedMove, can_be_retried, judged
from model.positions.reading import read_position
from model.records import record as records
from model.records.evaluation import Evaluation
from model.records.record import ROOT
from viewer.analysis.advice_words import Step
from viewer.analysis.line_run import LineRun
from viewer.learn.retry.retry_run import RetryRun
from viewer.picture.words.review_words import praise, reproof
from viewer.session.document.run import Accept, Reject

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
PLAYED = ("1a1", "2b2", "1e5", "2d4")
PLAYERS = ("red", "blue")
EVEN = Evaluation((0.5, 0.5), line=("3c3", "1c1"), budget=40)
BAD = Evaluation((0.1, 0.9), line=("3c3",), budget=40)


@pytest.fixture
def run() -> RetryRun:
    """Red's first move and Blue's second were mistakes."""
    record, node = records.new_record(START), ROOT
    for move in PLAYED:
        record, node = records.play(record, node, move)
    record = records.evaluate(record, {0: EVEN, 1: BAD, 2: BAD, 3: BAD, 4: EVEN})
    moves = can_be_retried(judged(record, [0, 1, 2, 3, 4]))
    return RetryRun(record, 2, hides=True, confirms=True, all=tuple(moves)).of_side("")


def played(run: RetryRun, move: str) -> Accept | Reject:
    position = read_position(START)
    for one in PLAYED[: run.mistake.ply - 1]:
        position = position.play(one)
    ruling = run.judge_move(run.home, position, move)
    assert isinstance(ruling, Accept | Reject)
    return ruling


def test_the_game_is_there_up_to_the_mistake_and_no_further(run: RetryRun) -> None:
    assert [(one.ply, one.side) for one in run.mistakes] == [(1, "red"), (4, "blue")]
    assert (run.home, sorted(run.scratch.nodes)) == (ROOT, [ROOT])
    second = run.going_to(1)
    assert (second.home, sorted(second.scratch.nodes)) == (3, [0, 1, 2, 3])
    assert sorted(second.original.nodes) == [0, 1, 2, 3, 4]


def test_one_side_or_both(run: RetryRun) -> None:
    assert [one.ply for one in run.of_side("blue").mistakes] == [4]
    assert [one.ply for one in run.of_side("red").mistakes] == [1]
    assert run.of_side("blue").home == 3


def test_a_try_waits_for_its_verdict_and_a_found_move_for_the_next_mistake(run: RetryRun) -> None:
    ruling = played(run, "3c3")
    assert isinstance(ruling, Accept)
    tried = ruling.run
    assert isinstance(tried, RetryRun)
    assert (tried.busy, tried.trying, tried.takes_moves(tried.home)) == ("move", "3c3", False)
    assert isinstance(played(tried, "1c1"), Reject)
    found = tried.found("good")
    assert (found.result, found.hiding, found.stands_found) == ("first", False, True)
    refused = played(found, "1c1")
    assert isinstance(refused, Reject)
    assert "Ctrl+Right" in refused.sentence
    elsewhere = found.going_to(1).judge_move(ROOT, read_position(START), "1c1")
    assert elsewhere == Reject("This is the position before the mistake", home=True)


def test_help_is_remembered_and_the_first_result_stays(run: RetryRun) -> None:
    assert run.missed("no", None).taken_back().found("good").result == "later"
    assert run.hinted((Step("Look there"), Step("Look here"))).found("good").result == "later"
    line = LineRun(run.before, run.home, line=("3c3",), steps=(Step("Red plays 3c3"),))
    shown = run.showing("better", line)
    assert (shown.result, shown.shows_better) == ("shown", True)
    assert shown.taken_back().found("good").result == "shown"
    first = run.found("good")
    assert first.missed("no", None).result == "first"
    assert first.going_to(1).going_to(0).missed("no", None).taken_back().found("").result == "first"


def test_hints_come_one_after_the_other_at_the_position_that_is_asked_about(run: RetryRun) -> None:
    steps = (Step("a part"), Step("the place"), Step("the move"))
    first = run.seeking_hint().hinted(steps)
    assert first.said_at(run.home) == steps[0]
    assert first.said_at(3) is None
    last = first.hinted(steps).hinted(steps).hinted(steps)
    assert last.said_at(run.home) == steps[2]
    assert last.going_to(1).step is None


def test_a_line_is_part_of_the_game_that_is_shown_and_of_no_other(run: RetryRun) -> None:
    tried, node = records.play(run.before, run.home, "1c1")
    steps = (Step("Blue plays 3c3"), Step("Red plays 1e1"))
    wrong = run.missed("no", LineRun(tried, node, line=("3c3", "1e1"), steps=steps))
    assert (wrong.stands_wrong, wrong.shows_better) == (True, False)
    line = [wrong.scratch[k].move for k in wrong.scratch.main_line(ROOT)]
    assert line == ["1c1", "3c3", "1e1"]
    nodes = list(wrong.scratch.main_line(ROOT))
    assert [wrong.said_at(k) for k in nodes] == [None, *steps]
    assert sorted(wrong.taken_back().scratch.nodes) == [ROOT]
    assert wrong.going_to(1).line is None


def test_the_summary_counts_each_kind(run: RetryRun) -> None:
    over = run.found("good").going_to(1).going_to(2)
    assert over.is_over
    assert over.summary == (
        "You found a better move for 1 of 2 mistakes, at the first try. 1 not found."
    )
    assert isinstance(over.judge_move(over.home, read_position(START), "1c1"), Reject)
    assert not over.takes_moves(over.home)
    line = LineRun(run.before, run.home, line=("3c3",), steps=(Step("Red plays 3c3"),))
    assert run.showing("better", line).going_to(2).summary == (
        "You found a better move for 0 of 2 mistakes. 1 shown to you and 1 not found."
    )
    helped = run.missed("no", None).found("good").going_to(1).found("good").going_to(2)
    assert helped.summary == ("You found a better move for 2 of 2 mistakes, 1 at the first try.")


def reviewed(move: str, before: Evaluation, after: Evaluation) -> ReviewedMove:
    record, at = records.play(records.new_record(START), ROOT, move)
    return judged(records.evaluate(record, {ROOT: before, at: after}), [ROOT, at])[0]


def test_praise_and_reproof_are_given_by_numbers_and_do_not_tell_the_move() -> None:
    mistake = reviewed("1a1", EVEN, BAD)
    near = Evaluation((0.45, 0.55), line=("1c1",))
    poor = Evaluation((0.3, 0.7), line=("1c1",))
    assert praise(reviewed("3c3", EVEN, EVEN), mistake, PLAYERS) == (
        "3c3 is the best move known: Red's chances are 50 %. "
        "After 1a1, which was played: Red's chances are 10 %."
    )
    assert praise(reviewed("1e1", EVEN, near), mistake, PLAYERS) == (
        "1e1 is good: Red's chances are 45 %; with 3c3, the best known, 50 %. "
        "After 1a1, which was played: Red's chances are 10 %."
    )
    assert reproof(reviewed("1e1", EVEN, poor), mistake, PLAYERS) == (
        "Not 1e1: it lowers Red's chances from 50 % to 30 % (1a1, which was played: to 10 %)."
    )
    assert reproof(mistake, mistake, PLAYERS) == (
        "1a1 is what was played: Red's chances fell from 50 % to 10 %."
    )
    won = Evaluation((1.0, 0.0), proved=True, distance=3, line=("3c3",))
    lost = Evaluation((0.0, 1.0), proved=True, distance=2, line=("2b2",))
    thrown = reviewed("1e1", won, lost)
    assert reproof(thrown, reviewed("1a1", won, BAD), PLAYERS) == (
        "Not 1e1: it throws away a proved win. After it Blue wins in 1 move."
    )
