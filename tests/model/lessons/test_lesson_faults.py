"""Lessons validated: every fault is found, and said in one sentence; sound ones have none."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as altered

from model.contract.game import Stopped
from model.lessons.faults import Fault, lesson_faults, step_faults, task_faults
from model.positions.setup import read_setup
from model.records import record as records
from model.records.lesson import After, Answer, Choice, Lesson, Praise, Step, Task
from model.records.record import ROOT, new_record, set_lesson
from model.registry import kinds

START = "partition:size=3,rules=free RR1,3,3/2,2/1 red"
OVER = "pyraos:rules=standard WBWB,BWBW,WBWB,BWBW/BWB,WBW,BWB/BW,WB/W black"
FLOATING = "pyraos:rules=standard 4,4,4,4/W2,3,3/2,2/1 white"
GOOD = Task(
    "place",
    condition="holds=SW",
    right="Yes.",
    foreseen=(Answer(("1e3",), "One short.", ("2d2",)),),
    hint="East.",
)
CHOICE = Task("choice", choices=(Choice("a", right=True), Choice("b")), hint="Think.")


def lesson(*steps, start=START):
    return set_lesson(new_record(start), Lesson(tuple(steps)))


def test_a_sound_lesson_has_no_faults():
    steps = (
        Step(ROOT, "Look.", pour="SW:red"),
        Step(ROOT, "Play.", task=GOOD),
        Step(ROOT, "Choose.", task=CHOICE),
        Step(ROOT, "Click.", task=Task("click", accepted=("1a1",), hint="There.")),
    )
    assert lesson_faults(lesson(*steps)) == []


@pytest.mark.parametrize("record", [new_record(START), lesson()])
def test_a_lesson_without_steps(record):
    assert lesson_faults(record) == [Fault(0, "the lesson has no steps")]
    assert str(lesson_faults(record)[0]) == "the lesson has no steps"


def test_what_is_said_to_answers_by_what_they_do_is_no_fault():
    task = altered(
        GOOD,
        foreseen=(Answer(condition="level=2", text="High.", line=("1e1",), end="So."),),
        praise=(Praise(condition="level=1", text="Low."),),
        line=("1a3",),
        after_wrong=After(pour="SE:red"),
    )
    assert lesson_faults(lesson(Step(ROOT, "Play.", task=task))) == []


def test_faults_name_their_step():
    found = lesson_faults(lesson(Step(ROOT, "Fine."), Step(ROOT, "  ")))
    assert [str(fault) for fault in found] == ["step 2: the text is missing"]


def good(**fields):
    """A step whose task is sound but for these fields."""
    return Step(ROOT, "a", task=altered(GOOD, **fields))


def choice(*choices):
    return Step(ROOT, "a", task=altered(CHOICE, choices=choices))


def answered(*answer, **more):
    return good(foreseen=(Answer(*answer, **more),))


A = Choice("a", right=True)


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (Step(ROOT, ""), "the text is missing"),
        (Step(ROOT, "a", pour="up:red"), 'nothing pours from "up" here'),
        (Step(ROOT, "a", pour="SW:green"), "goes past the pieces of a side"),
        (Step(ROOT, "a", pour="SW"), "goes past the pieces of a side"),
        (good(hint=" "), "the task has no hint"),
        (choice(), "two answers at least"),
        (choice(Choice("a"), Choice("b")), "none of the choices is right"),
        (choice(A, Choice("b", right=True)), "all choices are right"),
        (choice(A, Choice(" ")), "choice 2 has no words"),
        (good(condition=""), "neither a condition nor"),
        (good(condition="dances"), '"dances" is not a condition for a move'),
        (good(condition="holds=up"), "holds wants a corner"),
        (good(condition="wins"), 'nothing meets the condition "wins"'),
        (good(accepted=("9z9",)), '"9z9" cannot be played'),
        (good(accepted=("1a1",)), '"1a1" cannot be played'),
        (answered(("1a1",), "No."), '"1a1" cannot be played'),
        (answered(("1e1",), "No."), "1e1 is answered as wrong, but it does what the task asks"),
        (answered(("1e3",), "No.", ("1e3",)), "the line after 1e3 cannot be played"),
        (answered((), "No."), "does not name a wrong try"),
        (answered(("1e3",), ""), "there is no answer to 1e3"),
        (answered(condition="x", text="No."), '"x" is not a condition for a move'),
        (answered(("1e3",), "No.", end="So."), '"So." is said after moves, and there are none'),
        (good(line=("1a1",)), "1a1 cannot be played after any of the wrong tries it answers"),
        (
            answered(condition="level=3", text="No.", line=("3c3",)),
            "3c3 cannot be played after any of the wrong tries it answers",
        ),
        (
            good(praise=(Praise(("1e3",), text="Good."),)),
            "1e3 is praised, but it does not do what the task asks",
        ),
        (good(praise=(Praise(text="Good."),)), "praise names no right answer"),
        (good(praise=(Praise(("1e1",)),)), "there is no praise for 1e1"),
        (good(after=After(pour="XX:red")), 'nothing pours from "XX" here'),
        (good(after_wrong=After(pour="up:red")), 'nothing pours from "up" here'),
        (
            Step(ROOT, "a", task=Task("click", accepted=("9z9",), hint="?")),
            '"9z9" is not a point of this board',
        ),
        (
            Step(ROOT, "a", task=Task("click", condition="sheet=NE:blue", hint="?")),
            "nothing meets the condition",
        ),
    ],
)
def test_every_fault_is_said_in_one_sentence(step, says):
    found = lesson_faults(lesson(step))
    assert len(found) == 1, found
    assert found[0].step == 1
    assert says in found[0].text
    assert "\n" not in found[0].text


def test_nothing_can_be_placed_when_the_game_is_over():
    found = lesson_faults(
        lesson(Step(ROOT, "a", task=Task("place", condition="wins", hint="?")), start=OVER)
    )
    assert [fault.text for fault in found] == ["the game is over, nothing can be placed"]
    asked = Task("click", accepted=("4d4",), hint="?")
    assert lesson_faults(lesson(Step(ROOT, "a", task=asked), start=OVER)) == []


def test_a_position_that_cannot_exist_teaches_nothing():
    found = lesson_faults(lesson(Step(ROOT, "a", task=CHOICE), start=FLOATING))
    assert len(found) == 1
    assert found[0].text.startswith("the position cannot exist: ")


def test_nothing_pours_on_a_board_without_corners():
    position = read_setup("pyramid WW2W2,3B3,7,1BWW3,7,7,BBB1BB1 white")
    assert list(step_faults(position, Step(ROOT, "a", pour="SW:white"))) == [
        'nothing pours from "SW" here'
    ]


def test_steps_are_judged_at_their_own_nodes():
    record, node = records.play(new_record(START), ROOT, "1e1")
    record = set_lesson(record, Lesson((Step(node, "Blue.", task=GOOD),)))
    assert [fault.text for fault in lesson_faults(record)] == [
        'nothing meets the condition "holds=SW"'
    ]
    assert lesson_faults(replace(record, lesson=Lesson((Step(ROOT, "Red.", task=GOOD),)))) == []


def test_a_task_that_would_reveal_a_sealed_choice_is_a_fault():
    game = kinds()["pyramid-ball"].configure({})
    chosen = game.start().play(next(iter(game.start().legal_moves)))
    task = Task("place", condition="wins", hint="?")
    while chosen.to_move == "A":
        chosen = chosen.play(next(iter(chosen.legal_moves)))
    assert list(task_faults(chosen.seen_by("B"), task)) == [
        '"wins" cannot be judged here: what A has chosen is sealed: it cannot be revealed here'
    ]


def test_the_check_of_a_task_stops_when_it_is_told_to():
    with pytest.raises(Stopped):
        list(task_faults(read_setup(START), GOOD, lambda: True))


def test_moves_are_played_only_from_where_they_lead_to_the_step():
    record, first = records.play(new_record(START), ROOT, "1e1")
    record, second = records.set_up(record, first, START)
    record, last = records.play(record, second, "1e1")
    said = {
        ROOT: "the moves cannot be played from there: a position is set up on the way",
        first: "the moves cannot be played from there: a position is set up on the way",
        second: None,
        last: "the moves that lead here do not begin where they should be played from",
    }
    for since, sentence in said.items():
        found = lesson_faults(set_lesson(record, Lesson((Step(last, "Look.", since=since),))))
        assert [fault.text for fault in found] == ([sentence] if sentence else [])


@pytest.mark.parametrize(
    ("picture", "says"),
    [
        ("partition:size=2,rules=free R1,2/1 blue", []),
        ("partition:size=2,rules=free RRR/1 blue", ["picture of choice 2 shows no position"]),
    ],
)
def test_the_picture_of_an_answer_is_a_position(picture, says):
    choices = (Choice("Yes", right=True), Choice("No", position=picture))
    position = read_setup("partition:size=2,rules=free 2,2/1 red")
    found = list(task_faults(position, Task("choice", choices=choices, hint="Look.")))
    assert len(found) == len(says)
    assert all(part in text for part, text in zip(says, found, strict=True))
