"""Edits of a lesson's steps, as pure functions."""

import numpy as np
import pytest

from model.positions.setup import read_position
from model.records.lesson import Choice, Step, Task, Then, parts_of
from viewer.learn.lessons import lesson_edits
from viewer.visuals.overlay_types import Pour

A, B, C = (Step(0, title) for title in "abc")


def test_steps_are_inserted_replaced_and_removed():
    assert lesson_edits.inserted((A, B), 1, C) == (A, C, B)
    assert lesson_edits.inserted((), 0, C) == (C,)
    assert lesson_edits.replaced((A, B), 0, C) == (C, B)
    assert lesson_edits.removed((A, B, C), 1) == (A, C)


@pytest.mark.parametrize(
    ("number", "to", "steps"),
    [(0, 2, (B, C, A)), (2, 0, (C, A, B)), (1, 1, (A, B, C)), (0, 1, (B, A, C))],
)
def test_a_step_moves_to_a_place_counted_without_it(number, to, steps):
    assert lesson_edits.moved((A, B, C), number, to) == steps


def test_the_step_that_an_edit_changed():
    d = Step(7, "d")
    assert lesson_edits.changed_step((A, B), (A, B), 0, 0) is None
    assert lesson_edits.changed_step((A, B), (A, C), 0, 0) == (1, 1)
    assert lesson_edits.changed_step((A, B, C, d), (d, A, B, C), 0, 0) == (3, 0)
    assert lesson_edits.changed_step((d, A, B, C), (A, B, C, d), 3, 0) == (0, 3)
    # Either of two neighbours may have been moved.
    for number, node, way in ((0, 0, (0, 1)), (1, 0, (1, 0)), (3, 7, (1, 0))):
        assert lesson_edits.changed_step((A, d), (d, A), number, node) == way


def test_the_first_difference_of_two_lists_of_steps():
    assert lesson_edits.first_difference((A, B), (A, B)) is None
    assert lesson_edits.first_difference((A, Step(0, "b")), (A, B)) is None
    assert lesson_edits.first_difference((A, B), (A, C)) == 1
    assert lesson_edits.first_difference((A,), (A, B)) == 1
    assert lesson_edits.first_difference((), ()) is None


def test_another_kind_of_task_keeps_what_is_said_and_nothing_else():
    old = Task("place", condition="wins", accepted=("2b2",), right="R", otherwise="O", hint="H")
    new = lesson_edits.task_of_kind("choice", old)
    assert new == Task(
        "choice", choices=(Choice("", right=True), Choice("")), right="R", otherwise="O", hint="H"
    )
    assert lesson_edits.task_of_kind("click", None) == Task("click")


def test_an_accepted_answer_is_added_and_taken_away():
    task = Task("click", accepted=("1a1",))
    assert lesson_edits.toggled(task, "2b2") == ("1a1", "2b2")
    assert lesson_edits.toggled(task, "1a1") == ()


def test_a_pour_is_named_by_its_corner_and_side():
    position = read_position("partition:size=3,rules=free 3,3,3/2,2/1 red")
    board = position.game.board
    distances = np.full(len(board), -1)
    distances[board.corners["SE"]] = 0
    assert lesson_edits.pour_text(position, Pour(distances, 1, 0.0)) == "SE:blue"
    assert lesson_edits.pour_text(position, None) == ""
    assert lesson_edits.pour_text(position, Pour(distances[:-1], 1, 0.0)) == ""


def test_a_part_of_a_task_is_changed_and_found_again():
    last = Task("place", hint="c")
    middle = Task("place", accepted=("3a1",), then=Then(last, reply="1a3"))
    task = Task("place", accepted=("1a1", "1c1"), then=Then(middle, reply="1c1"))
    new = lesson_edits.with_part(task, 2, hint="C")
    assert [part.hint for part in parts_of(new)] == ["", "", "C"]
    assert lesson_edits.differing_part(task, new) == 2
    assert lesson_edits.differing_part(task, lesson_edits.with_part(task, 1, then=None)) == 1
    assert lesson_edits.differing_part(None, task) == 0
    position = read_position("partition:size=3,rules=free 3,3,3/2,2/1 red")
    lines = [one.line for one in lesson_edits.reached(position, task)]
    assert lines == [(), ("1a1", "1c1")], "3a1 cannot be played, and 1c1 cannot answer itself"
