"""Lessons as values: what an answer leads to, and what is shown after it."""

import pytest
from exercise_events import Desk

from model.exercises import effects as do
from model.exercises.exercise import Answered, Choose, Click, Decided, GoTo, Tried
from model.exercises.lesson import DONE, HALF_DONE, LessonExercise
from model.records.lesson import After, Answer, Choice, Lesson, Step, Task, Then
from model.records.record import ROOT, new_record, play, set_lesson
from model.records.view import Mark

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
TASK = Task(
    "place", accepted=("1a1",), right="Yes.", otherwise="No.", hint="In the corner.",
    foreseen=(Answer(("3c3",), "Not there.", ("1c3",), end="See?"),),
)  # fmt: skip
CHOICE = Task("choice", choices=(Choice("Red", True), Choice("Blue")), right="Yes.")
CLICK = Task("click", accepted=("1a1",), right="Yes.", otherwise="No.")


def lesson(task=TASK, start=START, **fields):
    steps = Step(ROOT, task=task), Step(ROOT, marks=(Mark("1a1", "dot"),), pour="SW:red")
    return LessonExercise(set_lesson(new_record(start), Lesson(steps)), ROOT, home=ROOT, **fields)


def desk_of(task=TASK, start=START, **fields):
    return Desk(lesson(task, start, **fields))


def test_a_right_move_is_played_and_the_step_is_done():
    desk = desk_of()
    run = desk.send(Tried("1a1"))
    assert (run.said, run.tone, run.done) == ("Yes.", "right", {0})
    assert not run.asks
    assert desk.effects == (do.PlayMove(), do.Count(right=True), do.PlayLine(()))
    desk.send("arrived")
    assert desk.effects == (do.ShowAnswer("right", None),)


@pytest.mark.parametrize(
    ("task", "right"), [(TASK, Tried("1a1")), (CHOICE, Choose(0)), (CLICK, Click("1a1"))]
)
def test_a_step_that_was_done_before_recalls_what_was_said(task, right):
    desk = desk_of(task)
    assert desk.exercise.recalled == ""
    assert desk.send(right).recalled == "", "it is said already"
    desk.send("next")
    back = desk.send("back")
    assert (back.said, back.recalled) == ("", "Yes.")
    assert desk.send(GoTo(0, frozenset())).recalled == "", "it is asked again"


def test_a_wrong_move_that_was_foreseen_is_replied_to_and_explained_at_the_end_of_the_line():
    desk = desk_of()
    run = desk.send(Tried("3c3"))
    assert (run.said, run.tone, run.done) == ("Not there.", "wrong", set())
    assert desk.effects == (do.PlayMove(), do.Count(right=False), do.PlayLine(("1c3",)))
    desk.play("1c3")
    assert desk.send("arrived").said == "Not there. See?"
    assert desk.effects == (do.ShowAnswer("wrong", After()),)
    back = desk.send("again")
    assert (back.said, back.tone, desk.node) == ("", "", ROOT)


def test_a_wrong_move_that_nobody_foresaw_is_played_with_a_word():
    run = desk_of().send(Tried("1c1"))
    assert (run.said, run.tone) == ("No.", "wrong")


def test_a_trial_is_not_counted():
    desk = desk_of(trial=True)
    desk.send("hint")
    assert desk.effects == ()
    desk.send(Tried("1a1"))
    assert desk.effects == (do.PlayMove(), do.PlayLine(()))
    desk.send(GoTo(1))
    assert do.StartStep(None) in desk.effects


def test_what_a_position_asks_for_is_not_said_over_a_question():
    assert not lesson(CHOICE).wants_move(ROOT)
    assert lesson(CHOICE, done=frozenset({0})).wants_move(ROOT)
    assert lesson().wants_move(ROOT)


def test_a_move_elsewhere_leads_back_to_the_step():
    desk = desk_of()
    desk.play("1c1")
    desk.send(Tried("1a1"))
    assert do.PlayMove() not in desk.effects
    assert (do.Restart(ROOT) in desk.effects, desk.node) == (True, ROOT)


@pytest.mark.parametrize(
    "run", [lesson(None), lesson(CLICK), lesson(done=frozenset({0})), lesson(step=1)]
)
def test_where_no_move_is_asked_for_moves_are_simply_played(run):
    desk = Desk(run)
    desk.play("1a1")
    assert desk.send(Tried("3c3")) is run
    assert desk.effects == (do.PlayMove(),)


def test_a_move_in_a_step_that_is_done_is_not_judged():
    assert desk_of(done=frozenset({0})).send(Tried("1c1")).said == DONE


def test_a_choice_is_judged_until_the_right_one_is_explained():
    desk = desk_of(CHOICE)
    assert desk.send(Choose(1)).tone == "wrong"
    assert desk.effects == (do.Count(right=False), do.ShowAnswer("wrong", None))
    right = desk.send(Choose(0))
    assert (right.said, right.tone) == ("Yes.", "right")
    assert desk.send(Choose(1)) is right


def test_a_click_counts_as_at_the_step_wherever_the_person_went():
    desk = desk_of(CLICK)
    desk.play("1c1")
    assert desk.send(Click("1a1")).tone == "right"
    assert desk.effects[:2] == (do.Stop(), do.Restart(ROOT))
    done = desk.exercise
    assert desk.send(Click("1c1")) is done
    assert done.tool_at(ROOT) == "click", "a second click of two is no move"


def test_a_task_of_several_moves_goes_on_from_where_the_reply_led():
    task = Task("place", accepted=("3c3",), right="So.", then=Then(TASK, "1c1", "Once more."))
    desk = desk_of(task)
    run = desk.send(Tried("3c3"))
    assert (run.said, run.part, desk.effects[-1]) == ("So. Once more.", 1, do.PlayLine(("1c1",)))
    desk.play("1c1")
    run = desk.send("arrived")
    assert (run.home, run.is_away(desk.node)) == (desk.node, False)
    assert desk.send("next").said == HALF_DONE
    assert desk.send("again").said == "Once more."
    assert (desk.node, desk.exercise.played) == (desk.exercise.home, ("3c3", "1c1"))
    desk.send("next")
    assert desk.send("next").step == 1


def test_a_hint_is_said_and_counted():
    desk = desk_of()
    assert (desk.send("hint").said, desk.effects) == ("In the corner.", (do.CountHint(),))
    assert desk_of(CHOICE).send("hint").tone == ""


def test_a_step_is_shown_after_the_moves_that_lead_to_it():
    record, node = play(new_record(START), ROOT, "1a1")
    record, node = play(record, node, "2b2")
    steps = Step(ROOT), Step(node, since=ROOT, pour="SW:red")
    desk = Desk(LessonExercise(set_lesson(record, Lesson(steps)), ROOT, home=ROOT))
    desk.send("next")
    line = do.PlayLine(("1a1", "2b2"))
    assert desk.effects == (
        do.Stop(),
        do.StartStep(1),
        do.Restart(ROOT),
        do.LookAt(None, fly=True),
        line,
    )
    desk.play("1a1", "2b2")
    desk.send("arrived")
    assert desk.effects == (do.LookAt(None, fly=False), do.StartPour("SW:red"))
    assert desk.send("next").step == 1, "beyond the last step is the last step"
    assert desk.send("replay").then == "step"


def test_a_game_waits_for_the_computer_and_ends_after_its_moves():
    desk = desk_of(Task("game", level=1, moves=2, right="Well played."))
    run = desk.send(Tried("1a1"))
    assert (run.turns, run.side) == (1, "red")
    run = desk.send("arrived")
    assert (run.busy, run.looks_at(desk.node), run.looks_at(ROOT)) == ("move", True, False)
    run = desk.send(Answered("3c3"))
    assert desk.effects == (do.PlayLine(("3c3",), pause="none"),)
    desk.play("3c3")
    assert desk.send("arrived").home == desk.node
    run = desk.send(Tried("1c1"))
    assert (run.tone, run.said, do.Count(right=True) in desk.effects) == (
        "right",
        "Well played.",
        True,
    )


def test_a_game_that_is_lost_is_done_without_praise():
    start = "partition:size=3,rules=free 1BB,BR1,BR1/1R,R1/1 red"
    desk = desk_of(
        Task("game", level=1, right="Well played.", otherwise="That is how it ends."), start
    )
    desk.send(Tried("3c3"))
    desk.send("arrived")
    run = desk.send(Answered("1a1"))
    assert (run.said, run.tone, run.done) == ("That is how it ends.", "hint", {0})
    desk.send("next")
    assert desk.send("back").recalled == ""


def test_a_computer_that_finds_nothing_costs_a_sentence():
    desk = desk_of(Task("game", level=1))
    desk.send(Tried("1a1"))
    desk.send("arrived")
    assert desk.send(Answered(None)).busy == ""
    assert desk.effects == (do.Notice("The computer found no move: start this step again"),)


def test_marks_stay_while_what_is_said_to_a_wrong_try_may_speak_of_them():
    run = lesson(step=1)
    assert [mark.site for mark in run.marks_at(ROOT, playing=False)] == ["1a1"]
    assert run.marks_at(ROOT, playing=True) == run.marks_at(7, playing=False) == ()


def test_a_picture_belongs_to_the_node_where_it_was_found():
    desk = desk_of()
    desk.send(Tried("1a1"))
    assert desk.send(Decided(99, None, "Elsewhere.")).said == "Yes."
    assert desk.send(Decided(desk.node, None, "Red wins.")).said == "Yes. Red wins."
