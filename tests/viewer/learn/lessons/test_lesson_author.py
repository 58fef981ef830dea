"""A whole lesson by real events: written, tried, kept, undone, opened again."""

import pytest
from lesson_writer import LEFT, K

from model.exercises.lesson import LessonExercise
from model.lessons.faults import lesson_faults
from model.records import files
from model.records.view import Mark
from viewer.session.progress import progress

pytestmark = pytest.mark.check


def _write_lesson(author):
    """Reorder, a task with a condition, a foreseen wrong try with its refutation, a choice."""
    author.drag_step(0, 3)  # start, two balls, end
    author.pick_step(1)
    task = author.task
    author.click(task.kind.button("place"))
    author.choose(task.condition.rows[0].words, "touches")
    author.write(task.right, "It touches.")
    assert "right" not in task.otherwise.placeholderText(), "what would be said is another sentence"
    author.write(task.otherwise, "It touches nothing.")
    author.click(task.foreseen.add)
    row = task.foreseen.rows[0]
    author.write(row.moves, "1g7")
    author.write(row.text, "That is far away.")
    author.write(row.line, "1e1")
    author.write(task.hint, "Near a ball.")
    author.pick_step(2)
    author.click(task.kind.button("choice"))
    first, second = task.choices.rows
    author.write(first.text, "Blue")
    author.write(first.answer, "It carries the third.")
    author.write(second.text, "Red")
    author.write(second.answer, "Look again.")
    author.click(task.choices.add)
    author.write(task.choices.rows[2].text, "Nobody")
    author.write(task.hint, "Look at the top.")
    author.settle()


def test_a_lesson_is_written_tried_kept_and_undone(three, drive, qtbot, tmp_path):
    window, session = three.window, three.window.session
    before = session.document
    _write_lesson(three)
    assert three.titles == ["The start", "Two balls", "The end"]
    assert lesson_faults(session.document.record) == []
    assert not three.panel.mend.isVisible()

    # try the step: a foreseen wrong move, an unforeseen one, a right one
    three.pick_step(1)
    three.click(three.panel.attempt)
    learn = window.docks.panel("learn")
    assert learn.currentWidget() is learn.lesson
    run = session.document.exercise
    assert isinstance(run, LessonExercise)
    assert run.step == 1
    driver = drive(window.scene_view.widget)
    driver.click("1g7")
    assert learn.lesson.answer.text() == "That is far away."
    assert session.ply == 4, "the refutation was played"
    qtbot.mouseClick(learn.lesson.again, LEFT)
    assert session.ply == 2
    driver.click("1e7")
    assert learn.lesson.answer.text() == "It touches nothing."
    qtbot.mouseClick(learn.lesson.again, LEFT)
    qtbot.mouseClick(learn.lesson.hint, LEFT)
    assert learn.lesson.answer.text() == "Near a ball."
    driver.click("1a3")
    assert learn.lesson.answer.text() == "It touches."
    qtbot.mouseClick(learn.lesson.next, LEFT)
    red, blue = (learn.lesson._choices.itemAt(k).widget() for k in (1, 0))
    qtbot.mouseClick(red, LEFT)
    assert learn.lesson.answer.text() == "Look again."
    qtbot.mouseClick(blue, LEFT)
    assert learn.lesson.answer.text() == "It carries the third."
    assert learn.lesson.leave.text() == "Back to the editor"
    qtbot.mouseClick(learn.lesson.leave, LEFT)
    assert learn.currentWidget() is three.panel
    assert three.editing.number == 2, "back at the step the trial came to"
    assert session.document.record.lesson.steps == three.steps
    assert len(session.document.record) == 4, "what was tried is gone"
    assert progress.done(session.document.path, session.document.kept) == frozenset()

    # kept in a file
    path = tmp_path / "lesson.pyramidion"
    session.save_as(path)
    loaded = files.load_item(path, None).record
    assert loaded.lesson == session.document.record.lesson
    assert lesson_faults(loaded) == []

    # all undone, all redone
    written = session.document.record
    while session.undo():
        three.panel.show_lesson()
    assert session.document.record.lesson is None
    assert learn.currentWidget() is not three.panel
    while session.redo():
        pass
    assert session.document.record is written
    assert three.panel.steps.count() == 3
    assert before.record is not written


def test_trying_is_a_key_and_so_is_coming_back_and_what_was_done_before_does_not_count(three):
    window = three.window
    three.click(three.task.kind.button("place"))
    three.task.accepted.setFocus()
    three.write(three.task.accepted, "1a3")
    document = window.session.document
    progress.keep(document.path, document.kept, frozenset({2}))
    three.press(window, K.Key_F6)
    assert isinstance(window.session.document.exercise, LessonExercise)
    assert window.shell.learning.player.exercise.asks
    window.perform("teach.back")
    three.press(window, K.Key_F6)
    assert window.session.document.exercise is None
    assert three.editing.number == 1
    assert three.panel.isVisible()


def test_a_lesson_opened_to_be_gone_through_shows_no_editor_when_it_is_left(three, tmp_path):
    window = three.window
    path = tmp_path / "lesson.pyramidion"
    window.session.save_as(path)
    window.session.close()
    assert window.open_path(path)
    learn = window.docks.panel("learn")
    assert learn.currentWidget() is learn.lesson
    window.perform("teach.end")
    assert learn.currentWidget() is learn.nothing
    three.qtbot.mouseClick(learn.nothing.edit, LEFT)
    assert learn.currentWidget() is three.panel
    window.perform("teach.begin")
    window.perform("teach.next")
    window.perform("teach.edit-lesson")
    assert learn.currentWidget() is three.panel
    assert three.editing.number == 1


def test_a_puzzle_or_a_lesson_is_not_made_a_lesson_again(author):
    author.make()
    assert not author.window.perform("teach.make-lesson")
    laid = author.window.scene_view.laid
    author.editing.change("marks", marks=(Mark("1a1", "ring", "green"),))
    author.editing.select(0)
    assert laid.marks
    author.click(author.panel.forget)
    assert author.window.session.document.record.kind == "game"
    assert not laid.marks, "they were the step's"
    assert "Undo brings it back" in author.window.notices.strip.text
    author.undo()
    assert author.window.session.document.record.kind == "lesson"
    assert author.panel.isVisible()
