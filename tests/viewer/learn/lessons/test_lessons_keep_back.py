"""A task of a lesson does not tell its answer: verdicts, costs, plans and Why wait for it."""

import pytest
from learner import CTRL, Learner
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from model.exercises.exercise import GoTo
from model.records.lesson import Choice, Lesson, Step, Task
from model.records.view import View

pytestmark = pytest.mark.check

K = Qt.Key
ALMOST = "partition:size=4,rules=free RRR1,4,4,4/3,3,3/2,2/1 red"
HOLD = Task("place", "holds=SW", right="Yes.", otherwise="No.", hint="East.")
GUESS = Task("choice", choices=(Choice("Yes", right=True), Choice("No")), hint="Look.")
STEPS = (
    Step(0, text="First.", task=HOLD),
    Step(0, text="Second.", view=View(show="corner=SW:red"), task=GUESS, why=True),
    Step(0, text="Third.", view=View(), task=HOLD),
    Step(0, text="Fourth.", view=View()),
)


@pytest.fixture
def learner(shared_window, qtbot, drive):
    window = shared_window()
    window.session.new(ALMOST)
    window.session.set_lesson(Lesson(STEPS))
    window.shell.learning.begin()
    return Learner(window, qtbot, drive)


def line(learner):
    return learner.window.scene_view.floating.line.text


def why(learner):
    return learner.window.docks._docks["why"]


def settled(learner):
    """Wait until the position is analyzed, and menus and toolbar have followed."""
    window = learner.window

    def known():
        """Also what may not be told."""
        found = window.shell.analysis._known.of(window.session.position)
        return found is not None and found.done

    learner.qtbot.waitUntil(known, timeout=30000)
    learner.window.command_actions.refresh()


def usable(learner, name):
    return learner.window.command_actions[name].isEnabled()


def test_nothing_tells_the_answer_before_it_is_given_but_what_its_author_shows(learner):
    settled(learner)
    learner.point_at("1g1")
    assert line(learner).startswith("1g1, level 1")
    assert "holds" not in line(learner)
    assert not why(learner).isVisible()
    for name in ("explain.SW-red", "explain.cost-SW-red", "explain.pour"):
        assert not usable(learner, name), name
    assert not learner.window.command_actions["explain.why"].isChecked()
    QTest.keyClick(learner.surface, K.Key_Space)
    assert learner.window.display.pour is None
    assert learner.window.scene_view.laid.overlays == ()

    QTest.keyClick(learner.surface, K.Key_Right, Qt.KeyboardModifier.ControlModifier)
    settled(learner)
    assert learner.window.shell.learning.player.exercise.step == 1
    assert learner.window.scene_view.laid.overlays
    maps = learner.window.docks._docks["maps"]
    place = maps.geometry()
    assert usable(learner, "explain.why")
    assert why(learner).isVisible()
    panel = learner.window.docks.panel("why")
    assert "until you complete the task" in panel.note.text()
    assert not panel.content.isVisible()
    assert not usable(learner, "explain.cost-SW-red")
    QTest.keyClick(learner.surface, K.Key_Right, Qt.KeyboardModifier.ControlModifier)
    settled(learner)
    assert why(learner).isVisible()
    learner.point_at("1g1")
    assert "holds" not in line(learner)
    QTest.keyClick(learner.surface, K.Key_Return)
    assert not learner.window.shell.learning.player.exercise.asks
    settled(learner)
    assert maps.geometry() == place, "neither the task nor its end has moved them"

    # A right move brings everything.
    assert usable(learner, "explain.SW-red")
    learner.qtbot.waitUntil(panel.content.isVisible)
    assert not panel.note.isVisible()
    assert not learner.window.chosen.own.hide_verdicts


def test_alone_in_its_column_why_stays_away_until_the_lesson_ends(shared_window, qtbot, drive):
    """The scene would get narrower with every right answer and wider with every task."""
    window = shared_window(1440, 920)
    window.session.new("pyramid")
    window.session.set_lesson(Lesson((Step(0, text="Jump.", task=Task("place", "jump")),)))
    window.shell.learning.begin()
    learner = Learner(window, qtbot, drive)
    assert not why(learner).isVisible()
    wide = window.scene_view.width()
    window.session.play("d1^d2")
    assert not window.shell.learning.player.exercise.asks
    assert not why(learner).isVisible()
    assert window.scene_view.width() == wide
    window.shell.learning.end()
    assert why(learner).isVisible()


def test_h_gives_in_at_one_task_and_not_at_the_next(learner):
    player = learner.window.shell.learning.player
    player.send(GoTo(1))
    settled(learner)
    panel = learner.window.docks.panel("why")
    assert not panel.content.isVisible()
    QTest.keyClick(learner.surface, K.Key_H)
    assert panel.content.isVisible()
    learner.point_at("1g1")
    assert "holds SW" in line(learner)
    player.send(GoTo(2))
    settled(learner)
    learner.point_at("1a1")
    learner.point_at("1g1")
    assert "holds" not in line(learner)
    QTest.keyClick(learner.surface, K.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert not learner.window.chosen.now.hide_verdicts, "nothing is asked there"

    # A presentation leaves hidden what a task hides.
    player.send(GoTo(2))
    learner.window.perform("present.start")
    assert learner.window.chosen.now.hide_verdicts
    QTest.keyClick(learner.surface, K.Key_PageDown)
    assert player.exercise.step == 3
    learner.window.perform("present.start")
    assert not learner.window.chosen.now.hide_verdicts
    assert not learner.window.chosen.own.hide_verdicts


def test_a_lesson_that_does_not_open_why_leaves_it_to_the_learner(learner):
    window = learner.window
    window.shell.learning.end()
    window.session.set_lesson(Lesson((Step(0, text="Look."), Step(0, text="On.", task=HOLD))))
    window.shell.learning.begin()
    settled(learner)
    assert not why(learner).isVisible()
    assert usable(learner, "explain.SW-red")
    window.perform("explain.why")
    assert why(learner).isVisible()
    learner.key(K.Key_Right, CTRL)
    assert why(learner).isVisible(), "whoever has opened it keeps it"
    window.perform("explain.why")
    learner.key(K.Key_Left, CTRL)
    assert not why(learner).isVisible()
    learner.point_at("1g1")
    assert "holds SW" in line(learner)
