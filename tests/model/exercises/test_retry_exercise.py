"""Mistakes that are retried, as a value: what a try leads to, results, and the summary."""

from dataclasses import dataclass

import pytest
from exercise_events import Desk

from model.exercises import effects as do
from model.exercises.exercise import (
    Answered,
    Better,
    GoTo,
    Hints,
    JudgedMove,
    LineExercise,
    TakeSide,
    Tried,
)
from model.exercises.puzzle import RetryExercise
from model.play.review import can_be_retried, judged
from model.records import record as records
from model.records.record import ROOT, Evaluation
from model.records.view import View

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
PLAYED = ("1a1", "2b2", "1e5", "2d4")
EVEN = Evaluation((0.5, 0.5), line=("3c3", "1c1"), budget=40)
BAD = Evaluation((0.1, 0.9), line=("3c3",), budget=40)
GOOD = Answered(JudgedMove(True, "good"))
WRONG = Answered(JudgedMove(False, "no"))


@dataclass(frozen=True)
class Said:
    text: str


@pytest.fixture
def run() -> RetryExercise:
    """Red's first move and Blue's second were mistakes."""
    record, node = records.new_record(START), ROOT
    for move in PLAYED:
        record, node = records.play(record, node, move)
    record = records.evaluate(record, {0: EVEN, 1: BAD, 2: BAD, 3: BAD, 4: EVEN})
    moves = can_be_retried(judged(record, [0, 1, 2, 3, 4]))
    run = RetryExercise(record, 2, hides=True, confirms=True, all=tuple(moves), view=View())
    return run.of_side("")


def after(run: RetryExercise, *events):
    desk = Desk(run, run.home)
    for event in events:
        desk.send(event)
    return desk.exercise


def test_the_game_is_there_up_to_the_mistake_and_no_further(run):
    assert [(one.ply, one.side) for one in run.mistakes] == [(1, "red"), (4, "blue")]
    assert (run.home, sorted(run.scratch.nodes)) == (ROOT, [ROOT])
    second = after(run, "next")
    assert (second.home, sorted(second.scratch.nodes)) == (3, [0, 1, 2, 3])
    assert sorted(second.original.nodes) == [0, 1, 2, 3, 4]


def test_it_begins_with_the_first_mistake_and_no_help(run):
    bare = RetryExercise(
        run.original, run.home, hides=True, confirms=True, all=run.all, view=View()
    )
    assert (bare.mistake, bare.helped, bare.given) == (bare.all[0], False, 0)


def test_one_side_or_both(run):
    assert [one.ply for one in run.of_side("blue").mistakes] == [4]
    assert [one.ply for one in run.of_side("red").mistakes] == [1]
    desk = Desk(run)
    assert desk.send(TakeSide("blue")).home == 3
    assert desk.effects == (do.Stop(), do.Restart(3), do.FaceSide("blue"))


def test_a_try_waits_for_its_verdict_and_a_found_move_for_the_next_mistake(run):
    desk = Desk(run)
    tried = desk.send(Tried("3c3"))
    assert desk.effects == (do.PlayMove(),)
    assert (tried.busy, tried.trying, tried.takes_moves(tried.home)) == ("move", "3c3", False)
    assert desk.send(Tried("1c1")) is tried
    assert desk.effects == (do.Notice("The last move is still being judged"),)
    found = desk.send(GOOD)
    assert desk.effects == (), "it stands on the board already"
    assert (found.result, found.hiding, found.stands_found) == ("first", False, True)
    assert found.tool_at(desk.node) == "onward"
    desk.send(Tried("1c1"))
    assert "Ctrl+Right" in desk.effects[0].text
    assert desk.send("next").home == 3
    assert desk.effects == (do.Stop(), do.Restart(3), do.FaceSide("blue"))


def test_a_move_elsewhere_leads_back(run):
    desk = Desk(after(run, "next"), ROOT)
    desk.send(Tried("1c1"))
    assert desk.effects == (
        do.Stop(),
        do.Restart(3),
        do.Notice("This is the position before the mistake"),
    )


def test_a_judged_move_stands_on_the_board_wherever_the_person_went(run):
    desk = Desk(run)
    desk.send(Tried("1c1"))
    desk.node = ROOT
    desk.send(WRONG)
    assert desk.effects == (do.Restart(ROOT, ("1c1",)),)
    assert desk.exercise.tool_at(desk.node) == "back"


def test_what_could_not_be_judged_is_taken_back(run):
    desk = Desk(run)
    desk.send(Tried("1c1"))
    back = desk.send(Answered(ValueError()))
    assert (back.busy, back.trying, desk.node) == ("", "", ROOT)
    assert desk.effects[-1].text.startswith("The engine could not judge this")


def test_help_is_remembered_and_the_first_result_stays(run):
    assert after(run, Tried("1c1"), WRONG, "again", Tried("3c3"), GOOD).result == "later"
    hints = Answered(Hints((Said("Look there"), Said("Look here"))))
    assert after(run, "hint", hints, Tried("3c3"), GOOD).result == "later"
    line = LineExercise(run.before, run.home, line=("3c3",), steps=(Said("Red plays 3c3"),))
    shown = after(run, Better("better", line))
    assert (shown.result, shown.shows_better) == ("shown", True)
    assert after(shown, "again", Tried("3c3"), GOOD).result == "shown"
    first = after(run, Tried("3c3"), GOOD, "again", Tried("1c1"), WRONG)
    assert first.result == "first"


def test_hints_come_one_after_the_other_at_the_position_that_is_asked_about(run):
    steps = (Said("a part"), Said("the place"), Said("the move"))
    first = after(run, "hint", Answered(Hints(steps)))
    assert first.explanation_at(run.home) == steps[0]
    assert first.explanation_at(3) is None
    last = after(first, "hint", "hint", "hint")
    assert last.explanation_at(run.home) == steps[2]
    assert after(last, "next").step is None


def test_a_line_is_part_of_the_game_that_is_shown_and_of_no_other(run):
    tried, node = records.play(run.before, run.home, "1c1")
    steps = (Said("Blue plays 3c3"), Said("Red plays 1e1"))
    line = LineExercise(tried, node, line=("3c3", "1e1"), steps=steps)
    desk = Desk(run)
    desk.send(Tried("1c1"))
    wrong = desk.send(Answered(JudgedMove(False, "no", line)))
    assert desk.effects == (do.Restart(node), do.TakeUpLine())
    assert (wrong.stands_wrong, wrong.shows_better) == (True, False)
    nodes = list(wrong.scratch.main_line(ROOT))
    assert [wrong.scratch[k].move for k in nodes] == ["1c1", "3c3", "1e1"]
    assert [wrong.explanation_at(k) for k in nodes] == [None, *steps]
    assert sorted(after(wrong, "home").scratch.nodes) == [ROOT]
    assert after(wrong, "next").line is None


def test_the_ends_are_no_circle(run):
    desk = Desk(run)
    assert desk.send("back") is run
    assert desk.effects == (do.RefuseRequest("this is the first mistake"),)
    over = desk.send(GoTo(2))
    assert over.is_over
    assert not over.takes_moves(over.home)
    assert desk.send("next") is over
    assert desk.effects == (do.RefuseRequest("that was the last mistake"),)
    desk.send(Tried("1c1"))
    assert desk.effects[0].text.startswith("That was the last one.")
    assert desk.send("restart").at == 0


def test_the_summary_counts_each_kind(run):
    assert after(run, Tried("3c3"), GOOD, "next", "next").summary == (
        "You found a better move for 1 of 2 mistakes, at the first try. 1 not found."
    )
    line = LineExercise(run.before, run.home, line=("3c3",), steps=(Said("Red plays 3c3"),))
    assert after(run, Better("better", line), GoTo(2)).summary == (
        "You found a better move for 0 of 2 mistakes. 1 shown to you and 1 not found."
    )
    found = after(run, Tried("1c1"), WRONG, "again", Tried("3c3"), GOOD, "next", Tried("3c3"), GOOD)
    assert after(found, "next").summary == (
        "You found a better move for 2 of 2 mistakes, 1 at the first try."
    )
