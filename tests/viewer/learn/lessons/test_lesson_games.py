"""Steps of a lesson that are games against the computer, and how they are written."""

import pytest
from learner import CTRL, K, Learner

from model.lessons.faults import lesson_faults
from model.records import files
from model.records.lesson import Lesson, Step, Task
from model.records.record import ROOT, new_record, set_lesson
from model.records.view import View
from model.registry import kinds
from viewer.visuals.overlay_types import Sheet, Tube

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
NEAR = "partition:size=3,rules=free RRR,3,R2/2,2/1 red"
"""Red holds SW and SE, and takes the third corner with one ball more."""
HELD = Task("game", condition="holds=SW", level=1, right="SW is yours.", otherwise="SW is gone.")
FEW = Task("game", moves=2, level=2, right="Two moves.")
OVER = Task("game", level=1, right="You have won.", otherwise="Blue has won.")


@pytest.fixture
def game(shared_window, qtbot, drive, tmp_path):
    """Begins a lesson of one game, and waits for the computer's moves."""
    window = shared_window(1000, 680)

    def begin(task, start=START):
        record = set_lesson(new_record(start), Lesson((Step(ROOT, "Play.", task=task),)))
        assert lesson_faults(record) == []
        path = tmp_path / "game.pyramidion"
        files.save(path, files.Contents(record, ROOT, View()))
        window.session.open(path)
        learner = Learner(window, qtbot, drive)
        if window.session.document.exercise is None:
            learner.key(K.Key_G, CTRL)
        player = window.shell.learning.player
        learner.answered = lambda count: qtbot.waitUntil(
            lambda: len(learner.moves) == count and player.exercise.home != -1, timeout=120000
        )
        return learner, player

    return begin


@pytest.mark.check
def test_a_game_goes_on_move_by_move_until_the_moves_are_made(game):
    learner, player = game(FEW)
    assert learner.panel.asked.text() == "Play on against level 2"
    learner.play("2b2")
    learner.answered(2)
    assert player.exercise.asks
    learner.window.session.go(ROOT)
    learner.window.session.play("1a1")  # elsewhere nothing is played: back to where the game is
    assert len(learner.moves) == 2
    for _ in range(2):
        learner.window.session.undo()
    learner.window.session.play("1a1")  # nor after moves were undone
    assert len(learner.moves) == 2
    learner.play(next(move for move in ("1c3", "1e3", "1a1") if move not in learner.moves))
    assert not player.exercise.asks
    assert learner.panel.answer.text() == "Two moves."
    assert len(learner.moves) == 3


@pytest.mark.check
def test_a_game_ends_with_the_deed_that_is_asked_for_and_starts_anew(game):
    learner, player = game(HELD)
    learner.play("1a1")
    learner.answered(2)
    first = learner.moves
    learner.press(learner.panel.again)
    assert learner.moves == []
    assert (player.exercise.turns, player.exercise.side) == (0, "")
    learner.play("1a1")
    learner.answered(2)
    assert learner.moves == first, "the same opponent"
    for move in ("1c1", "1a3", "1e1", "1a5", "2b2", "2d2", "2b4", "3c3", "1c5", "1e3"):
        if not player.exercise.asks or player.exercise.tone:
            break
        if move in learner.position.legal_moves:
            learner.play(move)
            if not player.exercise.tone:
                learner.answered(len(learner.moves) + 1)
    assert not player.exercise.asks
    assert learner.panel.answer.text().startswith("SW is yours.")


@pytest.mark.check
def test_what_decided_a_game_is_said_and_shown(game):
    learner, player = game(OVER, NEAR)
    learner.play("1e3")
    if player.exercise.asks:
        learner.answered(2)
        learner.play(next(m for m in ("1e5", "1c5") if m in learner.position.legal_moves))
    assert not player.exercise.asks
    said = learner.panel.answer.text()
    assert said.startswith("You have won. Red")
    assert any(isinstance(one, Sheet | Tube) for one in learner.window.scene_view.laid.overlays)


def test_what_no_game_can_be_is_a_fault():
    def faults(task, start=START):
        record = set_lesson(new_record(start), Lesson((Step(ROOT, "Play.", task=task),)))
        return [fault.text for fault in lesson_faults(record)]

    assert "holds wants a corner" in faults(Task("game", condition="holds=up"))[0]
    assert "names no moves" in faults(Task("game", accepted=("1a1",)))[0]
    start = str(kinds()["pyramid-ball"].configure({}).start())
    assert faults(Task("game"), start)[0].startswith("the computer does not play here")


@pytest.mark.check
def test_a_game_is_written_in_the_editor(three):
    task = three.task
    three.click(task.kind.button("game"))
    assert not task.accepted.isVisible()
    assert not task.foreseen.isVisible()
    task.level.setValue(4)
    task.moves.setValue(7)
    three.choose(task.condition.rows[0].words, "holds")
    three.write(task.right, "Well played.")
    written = three.steps[2].task
    assert (written.kind, written.level, written.moves) == ("game", 4, 7)
    assert (written.condition, written.right) == ("holds=SW", "Well played.")
    three.settle()
    assert not three.panel.mend.isVisible()
    three.undo()
    assert three.steps[2].task.right == ""
    three.click(task.kind.button("place"))
    assert task.accepted.isVisible()
    assert not task.level.isVisible()
