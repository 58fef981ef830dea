"""Lines that are shown move by move end where one goes elsewhere meanwhile."""

import pytest

from model.contract.game import Stopped
from model.positions.setup import read_position
from model.puzzles.make import puzzle_from
from model.records import files
from model.records.files import Contents
from model.records.lesson import Answer, Lesson, Step, Task
from model.records.puzzle import Proof, Puzzle, Stipulation
from model.records.record import new_record, set_lesson, set_puzzle

pytestmark = pytest.mark.check

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
LINE = ("1c3", "1e1", "1c5")


@pytest.fixture
def window(shared_window, monkeypatch):
    window = shared_window()
    # Moves come one by one, as with animation, but when the test says so.
    timer = window.shell.learning.player.playback._timer
    monkeypatch.setattr(timer, "start", lambda *_: None)
    monkeypatch.setattr(type(window.shell.scene), "animates", True)
    return window


def lesson(path, window):
    answer = Answer(("3c3",), "No.", LINE)
    task = Task("place", condition="holds=SW", foreseen=(answer,), hint="None.")
    record = set_lesson(new_record(START), Lesson((Step(0, "Hold it.", task=task),)))
    files.save(path, Contents(record))
    window.open_path(path)
    return window.session.document.key


def puzzle(path, window):
    position = read_position(START)
    proof = Proof("sound", "", "", line=LINE)
    asked = Puzzle(Stipulation("win"), proof=proof)
    files.save(path, Contents(set_puzzle(puzzle_from(position, asked.stipulation), asked)))
    window.open_path(path)
    return window.session.document.key


def begin_line(window):
    """Let the line of a wrong try wait for its first move."""
    playback = window.shell.learning.player.playback
    window.session.play("3c3")
    playback.stop()
    window.session.go(1)
    playback.start(LINE)
    return playback


def test_an_answer_is_not_played_into_another_lesson(window, tmp_path):
    lesson(tmp_path / "a.pyramidion", window)
    lesson(tmp_path / "b.pyramidion", window)
    playback = begin_line(window)
    playback.step()
    assert len(window.session.document.record) == 2  # the try, and the first move of the answer
    window.session.activate(0)
    moves = len(window.session.document.record)
    playback.step()
    assert len(window.session.document.record) == moves
    assert not playback.is_running


def test_an_answer_ends_where_one_goes_back(window, tmp_path):
    lesson(tmp_path / "a.pyramidion", window)
    playback = begin_line(window)
    playback.step()
    window.session.go(0)
    moves = len(window.session.document.record)
    playback.step()
    assert window.session.document.node == 0
    assert len(window.session.document.record) == moves


def test_closing_ends_what_is_looked_at_of_a_lesson(window, tmp_path, monkeypatch):
    import threading

    from viewer.learn.lessons import lesson_validation

    began, ended = threading.Event(), threading.Event()

    def endless(position, task, stop):
        began.set()
        while not stop():
            ended.wait(0.005)
        ended.set()
        raise Stopped

    monkeypatch.setattr(lesson_validation, "examine", endless)
    lesson(tmp_path / "a.pyramidion", window)
    window.perform("teach.edit-lesson")
    validation = window.shell.learning.lesson_author.validation
    validation.follow(window.session.document)
    validation._begin()
    assert began.wait(10)
    window.close_window()
    assert ended.wait(10)


def test_a_solution_ends_where_one_goes_back(window, tmp_path):
    puzzle(tmp_path / "a.pyramidion", window)
    playback = window.shell.learning.player.playback
    window.shell.learning.player.send("solution")
    playback.step()
    playback.step()
    assert len(window.session.document.record) == 2
    window.session.go(0)
    playback.step()
    assert window.session.document.node == 0
    assert len(window.session.document.record) == 2
    assert not playback.is_running
