"""What shows why an answer was wrong: pours, lines that end in a sentence, pictures; and praise."""

from pathlib import Path

import pytest
from learner import CTRL, K, Learner

from model.exercises.exercise import GoTo
from model.records import files
from model.records.lesson import After, Answer, Choice, Lesson, Praise, Step, Task
from model.records.record import ROOT, PositionCache, new_record, set_lesson
from model.records.view import Mark, View
from viewer.learn.lessons.after_answer import shown_after
from viewer.visuals.overlay_types import Pour, Sign

LESSONS = Path(__file__).parents[4] / "examples" / "lessons"
START = "partition:size=3,rules=free RR1,3,3/2,2/1 red"
HOLD = Task(
    "place",
    condition="holds=SE",
    right="It holds.",
    otherwise="The colour gets out.",
    foreseen=(
        Answer(("2b2",), "Blue takes SE.", ("1e1", "1a5"), end="It is Blue's."),
        Answer(condition="level=2", text="Too high."),
    ),
    praise=(Praise(condition="holds=SW", text="It takes SW too."),),
    hint="The edge.",
)
SHOWN = Task(
    "choice",
    choices=(Choice("Red", right=True), Choice("Blue", answer="Look.")),
    after_wrong=After(pour="NE:blue", marks=(Mark("1a1", "cross", "red"),)),
    hint="Look.",
)


@pytest.fixture
def lesson(shared_window, qtbot, drive, tmp_path):
    """Begins a lesson of two steps, at one of them."""
    window = shared_window(1000, 680)

    def begin(number):
        steps = (Step(ROOT, "Hold SE.", task=HOLD), Step(ROOT, "Who?", task=SHOWN))
        path = tmp_path / "wrong.pyramidion"
        files.save(path, files.Contents(set_lesson(new_record(START), Lesson(steps)), ROOT, View()))
        window.session.open(path)
        learner = Learner(window, qtbot, drive)
        if window.session.document.exercise is None:
            learner.key(K.Key_G, CTRL)
        player = window.shell.learning.player
        player.send(GoTo(number))
        return learner, player

    return begin


def poured(learner):
    """Past whose balls something pours over what is in front, None: nothing does."""
    overlays = learner.window.scene_view.laid.overlays
    return next((one.owner for one in overlays if isinstance(one, Pour)), None)


@pytest.mark.check
def test_a_pour_runs_by_itself_after_a_wrong_try_and_goes_with_it(lesson):
    learner, player = lesson(0)
    assert poured(learner) is None
    learner.play("1a3")
    assert learner.panel.answer.text() == "The colour gets out."
    assert poured(learner) == 0
    learner.press(learner.panel.again)
    assert poured(learner) is None
    learner.play("2d2")
    assert learner.panel.answer.text() == "Too high."
    assert poured(learner) == 0
    learner.press(learner.panel.again)
    learner.play("1e1")
    assert learner.panel.answer.text() == "It holds. It takes SW too."
    assert poured(learner) is None
    assert not player.exercise.asks
    analysis = learner.window.shell.analysis  # no point of a lesson is ringed as a threat
    assert analysis.marks_threats
    assert analysis.threats(learner.window.session.document) == ()


@pytest.mark.check
def test_a_line_that_refutes_ends_in_a_sentence_and_a_pour(lesson, qtbot):
    learner, player = lesson(0)
    learner.window.scene_view.widget.animation = True
    try:
        learner.play("2b2")
        assert learner.panel.answer.text() == "Blue takes SE."
        assert poured(learner) is None
        qtbot.waitUntil(lambda: len(learner.moves) == 3, timeout=10000)
    finally:
        learner.window.scene_view.widget.animation = False
    assert learner.panel.answer.text() == "Blue takes SE. It is Blue's."
    assert poured(learner) == 0
    assert player.exercise.tone == "wrong"
    learner.press(learner.panel.again)
    assert (player.exercise.said, poured(learner)) == ("", None)

    # A click on the ball that refuted a try is the next try.
    learner.play("2b2")
    assert player.exercise.tone == "wrong"
    assert len(learner.moves) == 3
    learner.click("1e1")  # Blue's answer lies where Red should have played
    assert learner.moves == ["1e1"]
    assert not player.exercise.asks


@pytest.mark.check
@pytest.mark.parametrize("path", sorted(LESSONS.glob("*.pyramidion")), ids=lambda path: path.stem)
def test_what_a_shipped_step_shows_after_an_answer_is_there_to_see(path):
    loaded = files.load_any(path)
    positions = PositionCache()
    for item in loaded.items if isinstance(loaded, files.Collection) else (loaded,):
        for step in item.record.lesson.steps:
            after = None if step.task is None else step.task.after
            if after is not None and after.show:
                position = positions.position(item.record, step.node)
                assert shown_after(position, After(show=after.show)), (step.title, after.show)


@pytest.mark.check
def test_a_wrong_choice_shows_what_its_author_wants_until_it_is_right(lesson):
    learner, player = lesson(1)
    right, wrong = (learner.panel._choices.itemAt(k).widget() for k in (0, 1))
    learner.press(wrong)
    assert poured(learner) == 1
    signs = [one for one in learner.window.scene_view.laid.overlays if isinstance(one, Sign)]
    assert [(sign.shape, sign.colour) for sign in signs] == [("cross", "red")]
    learner.press(right)
    assert not player.exercise.asks
    assert poured(learner) is None
    player.send(GoTo(0))
    assert poured(learner) is None
