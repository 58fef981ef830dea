"""Runs of lessons and puzzles judge moves as pure values; nothing is played by that."""

import dataclasses

import pytest

from model.positions.reading import read_position
from model.puzzles.make import puzzle_from
from model.puzzles.solving import Solving, begin
from model.records.lesson import Answer, Choice, Lesson, Step, Task
from model.records.marks import Mark
from model.records.puzzle import Proof, Puzzle, Stipulation
from model.records.record import ROOT, new_record, play, set_lesson, set_puzzle
from viewer.learn.lessons.lesson_run import LessonRun
from viewer.learn.puzzles.puzzle_run import PuzzleRun, hint_marks, new_run
from viewer.session.document.run import Accept, Reject, Reply

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
POSITION = read_position(START)
TASK = Task(
    "place", accepted=("1a1",), right="Yes.", otherwise="No.",
    foreseen=(Answer(("3c3",), "Not there.", ("1c3",)),),
)  # fmt: skip


def lesson_run(task=TASK, **fields):
    record = set_lesson(new_record(START), Lesson((Step(ROOT, task=task), Step(ROOT))))
    return LessonRun(record, ROOT, **fields)


# -- lessons -------------------------------------------------------------------------------------


def test_a_right_move_is_accepted_and_the_step_is_done():
    ruling = lesson_run().judge_move(ROOT, POSITION, "1a1")
    assert isinstance(ruling, Accept)
    assert (ruling.run.said, ruling.run.tone, ruling.run.done) == ("Yes.", "right", {0})
    assert not ruling.run.asks


def test_a_wrong_move_that_was_foreseen_is_replied_to():
    ruling = lesson_run().judge_move(ROOT, POSITION, "3c3")
    assert isinstance(ruling, Reply)
    assert ruling.moves == ("1c3",)
    assert (ruling.run.said, ruling.run.tone, ruling.run.done) == ("Not there.", "wrong", set())


def test_a_wrong_move_that_nobody_foresaw_is_accepted_with_a_word():
    ruling = lesson_run().judge_move(ROOT, POSITION, "1c1")
    assert isinstance(ruling, Accept)
    assert (ruling.run.said, ruling.run.tone) == ("No.", "wrong")


def test_what_a_position_asks_for_is_not_said_over_a_question():
    choice = Task("choice", choices=(Choice("Red", True), Choice("Blue")), right="Yes.")
    run = lesson_run(choice)
    assert not run.wants_move(ROOT)
    assert dataclasses.replace(run, done=frozenset({0})).wants_move(ROOT)
    assert lesson_run().wants_move(ROOT)


def test_a_move_elsewhere_leads_back_to_the_step():
    assert lesson_run().judge_move(7, POSITION, "1a1") == Reject(home=True)


@pytest.mark.parametrize(
    "run",
    [
        lesson_run(None),
        lesson_run(Task("click", accepted=("1a1",))),
        lesson_run(done=frozenset({0})),
        lesson_run(step=1),
        lesson_run(step=2),
    ],
)
def test_where_no_move_is_asked_for_moves_are_simply_played(run):
    assert run.judge_move(7, POSITION, "3c3") == Accept()


# -- puzzles -------------------------------------------------------------------------------------


WIN = Puzzle(Stipulation("win"))


def puzzle_run(puzzle=WIN, **fields):
    record = set_puzzle(puzzle_from(POSITION, puzzle.stipulation), puzzle)
    return dataclasses.replace(new_run(record, ROOT, POSITION, puzzle), **fields)


def test_a_try_is_accepted_and_waits_for_its_verdict():
    run = puzzle_run(marks=(Mark("1a1", "dot"),), tone="hint")
    ruling = run.judge_move(ROOT, POSITION, "1a1")
    waits = dataclasses.replace(run, busy="move", trying="1a1", tone="")
    assert ruling == Accept(waits)


def test_no_second_try_while_the_first_is_judged():
    ruling = puzzle_run(busy="move").judge_move(ROOT, POSITION, "1a1")
    assert ruling == Reject("The last move is still being judged")


def test_a_try_elsewhere_leads_back_to_the_position_to_be_solved():
    ruling = puzzle_run().judge_move(3, POSITION, "1a1")
    assert ruling == Reject("This is the start of the puzzle", home=True)


@pytest.mark.parametrize("fields", [{"shown": True}, {"state": None}])
def test_while_nothing_is_asked_moves_are_simply_played(fields):
    assert puzzle_run(**fields).judge_move(3, POSITION, "1a1") == Accept()


def test_a_solved_puzzle_asks_for_nothing():
    solved = dataclasses.replace(begin(POSITION, WIN), state="solved")
    run = puzzle_run().judged(solved, home=4)
    assert (run.home, run.tone, run.hides, run.is_solved) == (4, "right", False, True)
    assert run.judge_move(3, POSITION, "1a1") == Accept()


def test_a_wrong_try_is_taken_back():
    state = begin(POSITION, WIN)
    wrong = dataclasses.replace(state, state="wrong", said="No.", wrong=("1a1",))
    run = puzzle_run(busy="move", trying="1a1").judged(wrong, home=9)
    assert (run.home, run.busy, run.trying, run.tone, run.hides) == (ROOT, "", "", "wrong", True)
    back = run.taken_back()
    assert (back.state.state, back.state.said, back.state.wrong) == ("open", "", ())
    assert back.tone == ""
    assert puzzle_run(tone="hint").taken_back().tone == "hint"


def test_a_solution_is_the_proved_line_else_what_is_meant():
    asked = Stipulation("win")
    proof = Proof("sound", "", "", line=("1a1", "1c3"))
    assert puzzle_run(Puzzle(asked, keys=("1e1",), proof=proof)).solution == ("1a1", "1c3")
    assert puzzle_run(Puzzle(asked, keys=("1e1", "1a1"))).solution == ("1e1",)
    accepted = Stipulation("accepted", accepted=("1c1", "1a1"))
    assert puzzle_run(Puzzle(accepted)).solution == ("1c1",)
    assert puzzle_run().solution == ()
    assert PuzzleRun(new_record(START), ROOT).solution == ()


def test_points_are_marked_at_the_start_alone():
    puzzle = Puzzle(Stipulation("win", points=("1a1", "3c3")))
    run = puzzle_run(puzzle)
    assert run.point_marks == (Mark("1a1", "dot", "green"), Mark("3c3", "dot", "green"))
    assert dataclasses.replace(run, home=2).point_marks == ()
    assert run.showing("A line.").point_marks == ()


def test_a_solver_sees_nothing_of_the_tree():
    record = puzzle_from(POSITION, Stipulation("win"))
    record, _ = play(record, ROOT, "1a1")
    run = new_run(record, ROOT, POSITION, WIN)
    assert len(run.scratch) == 0
    assert isinstance(run.state, Solving)


def test_hints_about_many_points_are_dots():
    assert {mark.sign for mark in hint_marks(("1a1",) * 16)} == {"ring"}
    assert {mark.sign for mark in hint_marks(("1a1",) * 17)} == {"dot"}
