"""Tasks judged: right, foreseen and unforeseen answers of each kind."""

from model.lessons.judging import answer_to, is_right, judge, not_so, picture_of_wrong
from model.positions.setup import put, read_setup
from model.records.lesson import After, Answer, Choice, Praise, Task

START = read_setup("partition:size=3,rules=free 3,3,3/2,2/1 red")
SOUTH = put(START, [START.game.board.index("1a1"), START.game.board.index("1c1")], 1)
PLACE = Task(
    "place",
    condition="holds=SW",
    accepted=("3c3",),
    right="It holds.",
    foreseen=(Answer(("1e3", "1e5"), "One short.", ("2d2",)),),
    hint="East.",
)


def test_a_move_that_meets_the_condition_is_right():
    verdict = judge(SOUTH, PLACE, "1e1")
    assert (verdict.right, verdict.text, verdict.line) == (True, "It holds.", ())


def test_an_accepted_move_is_right_whatever_the_condition_says():
    assert judge(SOUTH, PLACE, "3c3").right


def test_a_foreseen_try_is_answered_and_its_line_is_to_be_shown():
    verdict = judge(SOUTH, PLACE, "1e5")
    assert not verdict.right
    assert verdict.foreseen
    assert (verdict.text, verdict.line) == ("One short.", ("2d2",))
    assert answer_to(SOUTH, PLACE, "1e5") is PLACE.foreseen[0]
    assert answer_to(SOUTH, PLACE, "1a5") is None


def test_an_unforeseen_try_is_told_what_it_is_not():
    verdict = judge(SOUTH, PLACE, "1a5")
    assert not verdict.right
    assert not verdict.foreseen
    assert verdict.text == "1a5 is not a move that holds SW."
    assert not_so(SOUTH, Task("place", accepted=("1e1",)), "1a5") == "Not 1a5. Try again."


def test_what_the_author_says_otherwise_comes_first():
    task = Task("place", condition="holds=SW", otherwise="Look east.")
    assert judge(SOUTH, task, "1a5").text == "Look east."


def test_without_words_right_is_just_right():
    assert judge(SOUTH, Task("place", condition="holds=SW"), "1e1").text == "Right."


def test_clicks_are_judged_by_the_point():
    task = Task("click", condition="corner=apex", accepted=("1a1",), right="The top.")
    assert judge(SOUTH, task, "3c3").right
    assert judge(SOUTH, task, "1a1").right
    verdict = judge(SOUTH, task, "1e1")
    assert (verdict.right, verdict.text) == (
        False,
        "1e1 is not a point that is the corner point apex.",
    )
    assert not is_right(SOUTH, Task("click", accepted=("1a1",)), "1c1")


def test_a_choice_is_answered_in_its_own_words():
    task = Task(
        "choice",
        choices=(
            Choice("Red", right=True, answer="Yes, Red."),
            Choice("Blue", answer="Why Blue?"),
            Choice("Both", right=True),
            Choice("None"),
        ),
        right="Well seen.",
        otherwise="Look again.",
    )
    said = [judge(SOUTH, task, k) for k in range(4)]
    assert [one.right for one in said] == [True, False, True, False]
    assert [one.text for one in said] == ["Yes, Red.", "Why Blue?", "Well seen.", "Look again."]
    assert [one.foreseen for one in said] == [True, True, True, False]
    plain = Task("choice", choices=(Choice("a", right=True), Choice("b")))
    assert judge(SOUTH, plain, 0).text == "Right."
    assert judge(SOUTH, plain, 1).text == "That is not it yet."


def test_a_task_nobody_can_judge_says_so():
    for kind, condition in (
        ("place", "holds=nowhere"),
        ("place", "wonderful"),
        ("place", f"touches={'9' * 5000}"),
        ("click", "sheet=SW:green"),
        ("click", f"level={'9' * 5000}"),
    ):
        verdict = judge(START, Task(kind, condition=condition, hint="None."), "1a1")
        assert not verdict.right
        assert verdict.text.startswith("This task cannot be judged: "), condition


def test_nothing_is_judged_in_a_position_that_cannot_exist():
    draft = read_setup("partition:size=3,rules=stacking 3,3,3/R1,2/1 red")
    for condition in ("sheet=SW:red", "group=1a1", "legal"):
        verdict = judge(draft, Task("click", condition=condition), "1a1")
        assert not verdict.right
        assert verdict.text.startswith("This position cannot exist: ")


def test_a_wrong_try_is_answered_by_what_it_does_too():
    task = Task(
        "place",
        condition="holds=SW",
        foreseen=(
            Answer(condition="level=2", text="Too high.", line=("1e1",), end="Blue shuts it off."),
            Answer(("2b4",), "Nearly."),
        ),
        otherwise="No.",
        line=("1e3", "1a5"),
        end="See?",
    )
    high = judge(SOUTH, task, "2b2")
    assert (high.text, high.line, high.end) == ("Too high.", ("1e1",), "Blue shuts it off.")
    assert high.foreseen
    named = judge(SOUTH, task, "2b4")
    assert (named.text, named.line, named.end) == ("Nearly.", (), ""), "the name comes first"
    other = judge(SOUTH, task, "1a3")
    assert (other.text, other.line, other.end) == ("No.", ("1e3", "1a5"), "See?")
    stood = judge(SOUTH, task, "1a5")  # where its second move would go
    assert (stood.text, stood.line, stood.end) == ("No.", (), "")


def test_right_answers_are_praised_for_what_they_do_besides():
    row = put(SOUTH, [SOUTH.game.board.index("2d2")], 1)
    praise = (
        Praise(condition="holds=SE", text="And SE too."),
        Praise(("1e3",), text="By the longer way."),
        Praise(condition="level=1", text="On the base."),
    )
    task = Task("place", condition="holds=SW", right="It holds.", praise=praise)
    assert judge(row, task, "1e5").text == "It holds. On the base."
    assert judge(row, task, "1e3").text == "It holds. And SE too. By the longer way. On the base."
    assert judge(row, Task("click", accepted=("1a1",), praise=(Praise(("1a1",), text="A"),)),
                 "1a1").text == "Right. A"  # fmt: skip


def test_what_gets_out_of_the_first_open_corner_shows_why_a_move_is_wrong():
    shown = [
        picture_of_wrong(SOUTH, Task("place", condition=condition), "1e3").pour
        for condition in ("holds=SE", "level=1+isolates=NE+holds=apex", "holds=SW", "wins")
    ]
    assert shown == ["SE:red", "NE:red", "", ""], "SW is shut off, and only not held"
    own = After(show="corner=NW:red")
    assert (
        picture_of_wrong(SOUTH, Task("place", condition="holds=SE", after_wrong=own), "1e3") is own
    )
    assert picture_of_wrong(SOUTH, Task("click", condition="corner=SE"), "1e3") == After()
    assert picture_of_wrong(SOUTH, Task("place", condition="holds=up"), "1e3") == After()
    y = read_setup("poly-y:corners=3,size=4 R/R1/R2/1BB1 red")
    assert picture_of_wrong(y, Task("place", condition="captures=B"), "b2").pour == "B:red"
