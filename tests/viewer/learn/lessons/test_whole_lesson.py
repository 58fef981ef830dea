"""Whole lessons by real events: every task wrong and right, hints; once by keyboard alone."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import shipped
from learner import CTRL, K, Learner

from model.exercises.exercise import NOWHERE
from model.lessons.judging import judge
from model.records import files
from model.records.lesson import Lesson, parts_of, step_for
from model.records.record import set_lesson

pytestmark = pytest.mark.check

LESSONS = Path(__file__).parents[4] / "examples" / "lessons"


class Pupil:
    """Goes through a lesson step by step; how a thing is done, subclasses say."""

    begin: Callable[[], None]
    go_on: Callable[[], None]
    again: Callable[[], None]
    leave: Callable[[], None]
    play: Callable[[str], None]
    point: Callable[[str], None]
    choose: Callable[[int], None]

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self.window = learner.window
        self.lesson_player = self.window.shell.learning.player
        self.record = self.window.session.document.record
        self.foreseen = self.unforeseen = self.hints = 0

    @property
    def panel(self):
        return self.learner.panel

    @property
    def task(self):
        return self.lesson_player.exercise.task

    def said(self) -> tuple[str, str]:
        """What stands in the dock, and how it is meant."""
        return self.panel.answer.text(), self.lesson_player.exercise.tone

    def all(self) -> None:
        """Begin, go through every step, end."""
        self.begin()
        steps = [step_for(step, "window") for step in self.record.lesson.steps]
        for number, step in enumerate(steps):
            assert self.lesson_player.exercise.step == number
            assert self.panel.heading.text() == step.title
            assert self.panel.text.text == step.text
            assert self.window.session.document.node == step.node
            if step.task is not None and step.task.kind == "game":
                self.begin_game()
            elif step.task is not None:
                self.do_task(step)
            if number + 1 < len(steps):
                self.go_on()
        assert not self.panel.next.isEnabled()
        asked = [step.task is not None and step.task.kind != "game" for step in steps]
        assert self.lesson_player.exercise.done == {
            k for k, is_asked in enumerate(asked) if is_asked
        }
        ticks = [self.panel.steps.itemText(k).startswith("✓") for k in range(len(steps))]
        assert ticks == asked
        self.leave()
        document = self.window.session.document
        assert document.exercise is None
        assert document.record is self.record
        assert not document.edited
        assert not document.done

    def begin_game(self) -> None:
        """One move of a game, and the computer's answer; the others would be like them."""
        player = self.lesson_player
        self.play(
            next(move for move in self.learner.position.legal_moves if self.learner.sees(move))
        )
        self.learner.qtbot.waitUntil(
            lambda: len(self.learner.moves) == 2 and player.exercise.home != NOWHERE, timeout=60_000
        )
        assert self.said() == ("", "")
        assert player.exercise.asks

    def do_task(self, step) -> None:
        """Every foreseen wrong try, one nobody foresaw, the hint, and then what is right."""
        for number, part in enumerate(parts := parts_of(step.task), start=1):
            assert self.task == part
            right = self.do_part(step, part)
            answer = self.answers_said
            if number < len(parts):
                assert part.then.text in self.said()[0]
                assert self.lesson_player.exercise.asks
            else:
                assert not self.lesson_player.exercise.asks
                assert self.said() == (answer[right].text, "right")
                assert not self.panel.hint.isVisibleTo(self.window)

    def do_part(self, step, task):
        """All that can be done with one part of a task; returns the right answer given."""
        answers = self.answers_said = self.answers()
        right = [one for one, verdict in answers.items() if verdict.right]
        wrong = [one for one, verdict in answers.items() if not verdict.right]
        assert right
        expected = [one for one in wrong if answers[one].foreseen]
        for one in [*expected[:2], *[one for one in wrong if one not in expected][-1:]]:
            self.try_wrong(step, one, answers[one])
        if task.hint:
            self.hint()
            assert self.said() == (task.hint, "hint")
            self.hints += 1
        assert self.lesson_player.exercise.asks
        self.give(right[0])
        return right[0]

    def answers(self):
        """Every answer a learner can give to the task, with the verdict on it."""
        position = self.learner.position
        if self.task.kind == "place":
            given = [move for move in position.legal_moves if self.learner.sees(move)]
        elif self.task.kind == "click":
            given = [name for name in position.game.board.names if self.learner.sees(name)]
        else:
            given = range(len(self.task.choices))
        return {one: judge(position, self.task, one) for one in given}

    def try_wrong(self, step, one, verdict) -> None:
        self.give(one)
        assert self.said() == (f"{verdict.text} {verdict.end}".strip(), "wrong")
        assert self.lesson_player.exercise.asks
        self.foreseen += verdict.foreseen
        self.unforeseen += not verdict.foreseen
        if self.task.kind == "place":  # it stands there, with what shows it fail, to be taken back
            assert self.learner.moves[-1 - len(verdict.line) :] == [one, *verdict.line]
            self.again()
        assert self.window.session.document.node == self.lesson_player.exercise.home
        assert self.lesson_player.exercise.part or self.lesson_player.exercise.home == step.node

    def give(self, one) -> None:
        if self.task.kind == "place":
            self.play(one)
        elif self.task.kind == "click":
            self.point(one)
        else:
            self.choose(one)


class ByMouse(Pupil):
    """All with the mouse."""

    def begin(self):
        self.learner.choose("Learn", "teach.begin")

    def play(self, move):
        self.learner.play(move)

    def point(self, name):
        self.learner.click(name)

    def choose(self, number):
        self.learner.press(self.panel._choices.itemAt(number).widget())

    def hint(self):
        self.learner.press(self.panel.hint)

    def again(self):
        self.learner.press(self.panel.again)

    def go_on(self):
        self.learner.press(self.panel.next)

    def leave(self):
        self.learner.press(self.panel.leave)


class ByKeys(Pupil):
    """All with the keyboard."""

    def begin(self):
        self.learner.key(K.Key_G, CTRL)
        assert self.lesson_player.exercise is not None

    def play(self, move):
        self.learner.to_scene()
        self.learner.play_by_keys(move)

    def point(self, name):
        self.learner.to_scene()
        self.learner.enter(name)

    def choose(self, number):
        self.learner.press_by_keys(self.panel._choices.itemAt(number).widget())

    def hint(self):
        self.learner.key(K.Key_I, CTRL)

    def again(self):
        self.learner.key(K.Key_R, CTRL)

    def go_on(self):
        self.learner.key(K.Key_Right, CTRL)

    def leave(self):
        self.learner.press_by_keys(self.panel.leave)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["02-pyraos-course", "03-pyramid-course"])
def test_a_whole_lesson_with_the_mouse(window, qtbot, drive, name):
    window.session.open(LESSONS / f"{name}.pyramidion")
    pupil = ByMouse(Learner(window, qtbot, drive))
    pupil.all()
    assert pupil.unforeseen
    assert pupil.hints


SHORT = ("From chain to sheet", "Stacking")
CHAPTERS = [
    pytest.param(number, id=title, marks=() if title in SHORT else pytest.mark.soak)
    for number, title in enumerate(
        record.headers["title"] for record in shipped.lessons(shipped.LESSONS[0])
    )
    if title != "Play"  # whole games
]


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", CHAPTERS)
def test_a_chapter_of_the_course_of_partition_with_the_mouse(window, qtbot, drive, number):
    window.session.open(shipped.LESSONS[0], number)
    pupil = ByMouse(Learner(window, qtbot, drive))
    pupil.all()
    assert pupil.foreseen
    assert pupil.hints


def test_a_lesson_with_a_step_of_each_kind_by_keyboard_alone(window, qtbot, drive, tmp_path):
    held = files.load(LESSONS / "02-pyraos-course.pyramidion")
    kinds = {_kind(step): step for step in reversed(held.record.lesson.steps)}
    record = set_lesson(held.record, Lesson(tuple(kinds.values())[::-1]))
    files.save(tmp_path / "lesson.pyramidion", replace(held, record=record))
    window.session.open(tmp_path / "lesson.pyramidion")
    pupil = ByKeys(Learner(window, qtbot, drive))
    pupil.all()
    assert len(kinds) > 4
    assert pupil.foreseen
    assert pupil.unforeseen


def _kind(step):
    """What a pupil does in a step: of each kind one is enough."""
    task = step.task
    if task is None:
        return None
    return task.kind, len(parts_of(task)), bool(task.foreseen), task.condition
