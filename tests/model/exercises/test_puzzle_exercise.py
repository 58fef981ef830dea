"""Puzzles as values: what a try leads to, once it is judged in the background."""

import dataclasses

import pytest
from exercise_events import Desk

from model.exercises import effects as do
from model.exercises.exercise import Answered, Decided, Demonstrate, ShowTry, Tried
from model.exercises.puzzle import hint_marks, new_exercise
from model.positions.setup import read_position
from model.puzzles.make import puzzle_from
from model.puzzles.solving import Hint
from model.records.puzzle import Proof, Puzzle, Stipulation
from model.records.record import ROOT, play, set_puzzle
from model.records.view import Mark

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
POSITION = read_position(START)
WIN = Puzzle(Stipulation("win"))


def puzzle(asked=WIN, **fields):
    record = set_puzzle(puzzle_from(POSITION, asked.stipulation), asked)
    return dataclasses.replace(new_exercise(record, ROOT, POSITION, asked), **fields)


def found(run, state, **fields):
    """What a prover says of the move that is tried."""
    return dataclasses.replace(run.state, state=state, **fields)


def solved_by(desk, move="1a1", reply=""):
    """Try a move, and have it judged as right."""
    run = desk.send(Tried(move))
    after = POSITION.replay((move, reply) if reply else (move,))
    played = (move, reply) if reply else (move,)
    state = "open" if reply else "solved"
    desk.send(Answered(found(run, state, position=after, played=played, reply=reply)))
    if reply:
        desk.play(reply)
    return desk.send("arrived")


def test_a_try_is_played_and_waits_for_its_verdict():
    run = puzzle(marks=(Mark("1a1", "dot"),), tone="hint")
    desk = Desk(run)
    desk.send(Tried("1a1"))
    assert desk.exercise == dataclasses.replace(run, busy="move", trying="1a1", tone="")
    assert desk.effects == (do.PlayMove(),)
    judging = desk.exercise
    assert desk.send(Tried("1c1")) is judging
    assert desk.effects == (do.Notice("The last move is still being judged"),)


def test_a_try_elsewhere_leads_back_to_the_position_to_be_solved():
    desk = Desk(puzzle())
    desk.play("1a1")
    desk.send(Tried("1c1"))
    assert desk.effects == (do.Stop(), do.GoHome(), do.Notice("This is the start of the puzzle"))


def test_while_nothing_is_asked_moves_are_simply_played():
    run = puzzle(shown=True)
    desk = Desk(run, ROOT)
    desk.play("1a1")
    assert desk.send(Tried("1c1")) is run
    assert desk.effects == (do.PlayMove(),)


def test_a_solved_puzzle_asks_for_nothing():
    desk = Desk(puzzle())
    run = solved_by(desk)
    assert (run.home, run.tone, run.hides, run.is_solved) == (desk.node, "right", False, True)
    assert [type(one) for one in desk.effects] == [do.Count, do.Explain]
    assert desk.effects[0].right
    assert desk.send(Tried("1c1")) is run
    assert desk.effects == (do.PlayMove(),)


def test_a_right_move_is_answered_and_the_next_is_asked_for_after_it():
    desk = Desk(puzzle())
    judging = desk.send(Tried("1a1"))
    right = found(judging, "open", played=("1a1", "1c1"), reply="1c1")
    waits = desk.send(Answered(right))
    assert desk.effects == (do.Stand(ROOT, "1a1"), do.PlayLine(("1c1",), pause="breath"))
    assert waits.busy == "move", "nothing can be played until the answer stands there"
    desk.play("1c1")
    run = desk.send("arrived")
    assert (run.home, run.busy, run.tone, run.hides) == (desk.node, "", "right", True)
    assert run.takes_moves(desk.node)


def test_a_wrong_try_is_refuted_explained_and_taken_back():
    desk = Desk(puzzle())
    judging = desk.send(Tried("1a1"))
    wrong = found(
        judging, "wrong", said="No.", wrong=("1a1", "1c1"), failures=((0, ("1a1", "1c1")),)
    )
    run = desk.send(Answered(wrong))
    assert desk.effects == (do.Count(right=False), do.Stand(ROOT, "1a1"), do.PlayLine(("1c1",)))
    assert (run.home, run.busy, run.trying, run.tone, run.hides) == (ROOT, "", "", "wrong", True)
    desk.play("1c1")
    desk.send("arrived")
    assert isinstance(desk.effects[0], do.Explain)
    assert desk.send(Decided(desk.node, Hint("So it is."))).why == "So it is."
    assert desk.exercise.tool_at(desk.node) == "back"
    back = desk.send("again")
    assert desk.effects == (do.Stop(), do.GoHome())
    assert (back.state.state, back.state.said, back.state.wrong) == ("open", "", ())
    assert (back.tone, back.explained) == ("", None)
    desk.node = ROOT
    desk.send(ShowTry(0))
    assert desk.effects[2] == do.PlayLine(("1a1", "1c1"))


def test_a_wrong_try_is_shown_after_the_moves_that_were_right_where_they_stand():
    state = found(puzzle(), "open", played=("1a1", "1c1"), failures=((2, ("1e1",)),))
    desk = Desk(puzzle(state=state))
    desk.send(ShowTry(0))
    assert desk.effects == (do.Stop(),)
    desk.play("1a1", "1c1")
    desk.send(ShowTry(0))
    assert desk.effects == (do.Stop(), do.GoToNode(desk.node), do.PlayLine(("1e1",)))


def test_a_wrong_try_that_is_undone_is_taken_back():
    wrong = found(puzzle(), "wrong", said="No.", wrong=("1a1",))
    desk = Desk(puzzle(state=wrong, tone="wrong"))
    assert desk.send("seen").state.state == "open"


def test_hints_are_looked_for_shown_and_counted():
    desk = Desk(puzzle())
    assert desk.send("hint").busy == "hint"
    told = found(desk.exercise, "open", hints=1, said="There.")
    run = desk.send(Answered((told, Hint("There.", ("1a1",)))))
    assert (run.busy, run.tone, desk.effects) == ("", "hint", (do.CountHint(),))
    assert run.marks_at(ROOT, playing=False) == hint_marks(("1a1",))
    assert run.taken_back().tone == "hint"


def test_what_could_not_be_judged_is_taken_back():
    desk = Desk(puzzle())
    desk.send(Tried("1a1"))
    assert desk.send(Answered(ValueError())).busy == ""
    assert desk.effects[:2] == (do.Stop(), do.GoHome())


def test_a_solution_is_the_proved_line_else_what_is_meant():
    asked = Stipulation("win")
    proof = Proof("sound", "", "", line=("1a1", "1c3"))
    assert puzzle(Puzzle(asked, keys=("1e1",), proof=proof)).solution == ("1a1", "1c3")
    assert puzzle(Puzzle(asked, keys=("1e1", "1a1"))).solution == ("1e1",)
    accepted = Stipulation("accepted", accepted=("1c1", "1a1"))
    assert puzzle(Puzzle(accepted)).solution == ("1c1",)
    assert puzzle().solution == ()


def test_to_see_the_solution_counts_as_a_wrong_answer_once():
    desk = Desk(puzzle(Puzzle(Stipulation("win"), keys=("1e1",))))
    run = desk.send("solution")
    assert desk.effects == (
        do.Count(right=False),
        do.Stop(),
        do.Restart(ROOT),
        do.PlayLine(("1e1",)),
    )
    assert (run.shown, run.hides, run.words) == (True, False, "The solution.")
    desk.send("solution")
    assert do.Count(right=False) not in desk.effects
    assert desk.send("again").shown is False
    assert desk.effects == (do.Stop(), do.Restart(ROOT), do.StartClock())
    desk = Desk(puzzle())
    desk.send("solution")
    assert desk.effects == (do.Notice("This puzzle has no solution yet: check it first"),)


@pytest.mark.parametrize(("event", "way"), [("next", "next"), ("back", "previous")])
def test_what_comes_next_is_another_item(event, way):
    desk = Desk(puzzle())
    desk.send(event)
    assert desk.effects == (do.Perform(f"teach.{way}-item"),)


def test_points_are_marked_at_the_start_only():
    run = puzzle(Puzzle(Stipulation("win", points=("1a1", "3c3"))))
    points = Mark("1a1", "dot", "green"), Mark("3c3", "dot", "green")
    assert run.marks_at(ROOT, playing=False) == points
    assert dataclasses.replace(run, home=2).marks_at(2, playing=False) == ()
    shown = Desk(run).send(Demonstrate((), "A line."))
    assert shown.marks_at(ROOT, playing=False) == ()


def test_a_known_program_is_told_before_the_first_move_alone():
    run = puzzle(Puzzle(Stipulation("win", known="1a1")))
    assert [run.known(ROOT), run.known(2)] == ["1a1", ""]
    assert dataclasses.replace(run, shown=True).known(ROOT) == ""


def test_a_solver_sees_nothing_of_the_tree():
    record, _ = play(puzzle_from(POSITION, Stipulation("win")), ROOT, "1a1")
    assert len(new_exercise(record, ROOT, POSITION, WIN).scratch) == 0


def test_hints_about_many_points_are_dots():
    assert {mark.sign for mark in hint_marks(("1a1",) * 16)} == {"ring"}
    assert {mark.sign for mark in hint_marks(("1a1",) * 17)} == {"dot"}
