"""A lesson says in each medium what can be done there."""

from model.records.lesson import Answer, Choice, Praise, Step, Task, Then, step_for, text_for

TOLD = "Look round. [Drag, or press Q.](#window) [Drag.](#page) **Go on.**"


def test_a_text_has_what_is_for_its_medium_and_what_is_for_all():
    assert text_for(TOLD, "window") == "Look round. Drag, or press Q. **Go on.**"
    assert text_for(TOLD, "page") == "Look round. Drag. **Go on.**"
    assert text_for(TOLD, "paper") == "Look round. **Go on.**"
    assert text_for("[Press E.](#window)", "paper") == ""
    assert text_for("It costs two[, as *Why* shows](#window).", "paper") == "It costs two."


def test_all_else_stays_letter_for_letter():
    for text in (" two  spaces ", "[a link](https://example.org)", "[1](#note) [2] (#window)", ""):
        assert text_for(text, "page") == text


def test_a_step_is_told_for_a_medium_with_all_its_answers():
    last = Task("place", otherwise=TOLD, accepted=("1a1",))
    task = Task(
        "place", right=TOLD, otherwise=TOLD, hint=TOLD, end=TOLD,
        choices=(Choice(TOLD, answer=TOLD),), foreseen=(Answer(("1c1",), TOLD, end=TOLD),),
        praise=(Praise(text=TOLD),), then=Then(last, text=TOLD),
    )  # fmt: skip
    step = Step(3, TOLD, TOLD, task=task, notes=TOLD)
    told = step_for(step, "paper")
    assert "#" not in repr(told)
    assert repr(told).count("**Go on.**") == repr(step).count("**Go on.**") == 14
    assert step_for(Step(3, "Look."), "window") == Step(3, "Look.")
