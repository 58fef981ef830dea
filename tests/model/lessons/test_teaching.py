"""What `check --course` says of a lesson, on small lessons that are wrong in one way each."""

import pytest

from model.lessons.teaching import Teaching, teaching_of, terms_in, words_in
from model.positions.setup import read_position
from model.records import record as records
from model.records.lesson import After, Answer, Choice, Lesson, Step, Task, Then
from model.records.view import Mark

FOUR = read_position("partition:size=4,rules=free 1R2,R3,4,4/3,3,3/2,2/1 red")
ANSWERED = (Answer(("1e1",), "Too far."),)


def taught(*steps, before=()) -> Teaching:
    record = records.set_lesson(records.new_record(str(FOUR)), Lesson(steps))
    return teaching_of(record, before)


def place(wish="", accepted=(), foreseen=ANSWERED, **more) -> Task:
    return Task("place", condition=wish, accepted=accepted, foreseen=foreseen, hint="Look.", **more)


def test_a_step_that_teaches_is_not_at_fault():
    step = Step(0, "A **sheet** cuts a corner off. **Close it.**", task=place(accepted=("2d2",)))
    found = taught(step)
    assert found.faults == ()
    assert (found.words, found.terms, found.tasks) == ((8,), {"sheet": 1}, 1)
    assert "8 words a step, 8 at most; 1 term; of 1 task 0 beside a corner" in str(found)


def test_words_are_counted_and_long_texts_and_answers_named():
    assert words_in("**One**, two – three: 4!") == 4
    long = Step(0, "word " * 26, task=place(accepted=("2d2",), right="word " * 31))
    assert [one.partition(": ")[2] for one in taught(long).faults] == [
        "26 words, where 25 are enough",
        '31 words of an answer: "word word word word word…"',
    ]


def test_terms_are_what_is_bold_and_no_sentence():
    step = Step(0, "The **Far walls** of it. **Click one.** **These are more than three words**")
    assert terms_in(step) == ("far walls",)


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        (("Red holds SW.", "To **hold** is this."), 'step 1: "holds" is used, but step 2 teaches'),
        (("It was held.",), 'step 1: "held" is used, but no step teaches it'),
        (("See the nets.", "A **net** catches."), 'step 1: "nets" is used, but step 2 teaches it'),
        (("Two sheets.", "So.", "A **sheet**."), 'step 1: "sheets" is used, but step 3 teaches'),
    ],
)
def test_a_term_that_is_used_before_it_is_taught_is_a_fault(texts, fault):
    (found,) = taught(*(Step(0, text) for text in texts)).faults
    assert found.startswith(fault)


def test_what_chapters_before_taught_may_be_used_and_answers_teach_too():
    assert taught(Step(0, "Red holds SW."), before=("hold",)).faults == ()
    inside = place(accepted=("2d2",), right="That is a **fork**.")
    assert taught(Step(0, "Play.", task=inside), Step(0, "A fork.")).faults == ()
    later = Step(0, "Play.", task=inside)
    assert taught(Step(0, "A fork."), later).faults[0].startswith('step 1: "fork" is used')


def test_tasks_that_answer_no_wrong_try_are_named():
    silent = Step(0, "Play.", task=place(accepted=("2d2",), foreseen=()))
    choices = (Choice("a", right=True), Choice("b"))
    chosen = Step(0, "Choose.", task=Task("choice", choices=choices, hint="Look."))
    for step in (silent, chosen):
        found = taught(step)
        assert found.silent == 1
        assert found.faults == ("step 1: no wrong try has an answer of its own",)
    later = place(accepted=("2d2",), foreseen=(), then=Then(place(accepted=("1e1",))))
    assert taught(Step(0, "Play.", task=later)).silent == 0


def test_answers_beside_the_corner_are_counted():
    near = Step(0, "Seal it.", task=place("isolates=SW"))
    found = taught(near)
    assert (found.tasks, found.near) == (1, 1)
    assert found.faults == ("1 of 1 task ask for a corner or a point beside it",)
    poured = Step(0, "Go.", pour="SW:red", task=Task("click", accepted=("2b2",), foreseen=ANSWERED))
    assert taught(poured).near == 1
    far = Step(0, "Go.", task=place(accepted=("2d2",), after=After(show="corner=SW:red")))
    assert taught(far).near == 0


def test_an_answer_that_is_shown_or_named_before_is_counted():
    task = place(accepted=("2d2",))
    marked = Step(0, "Play.", marks=(Mark("2d2", "square"),), task=task)
    named = Step(0, "Play next to 2d2.", task=task)
    before = Step(0, "Blue wants 2d2.")
    after = Step(0, "Look.", task=place(accepted=("1e1",), after=After(marks=(Mark("2d2"),))))
    among = Step(0, "Play.", marks=(Mark("2d2", "dot"), Mark("1e1", "dot")), task=task)
    assert taught(marked).given == 1
    assert taught(named).given == 1
    assert taught(before, Step(0, "Play.", task=task)).given == 1
    assert taught(after, Step(0, "Play.", task=task)).given == 1
    assert taught(among).given == 0
    assert taught(marked).faults == ("1 of 1 task show or name the answer before it is given",)
