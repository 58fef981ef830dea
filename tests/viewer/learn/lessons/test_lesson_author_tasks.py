"""The tasks of a lesson, written by real events: clicks, moves, several moves."""

import pytest
from learner import Learner
from lesson_writer import SIZE_4, K
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from model.lessons.faults import lesson_faults
from model.positions.setup import read_position
from model.records import files
from model.records.lesson import After, Answer, Praise
from viewer.panels.author.lesson_text import line_in, moves_in, words_in

pytestmark = pytest.mark.check


def test_what_a_click_task_accepts_is_clicked(three, drive):
    three.pick_step(2)
    three.click(three.task.kind.button("click"))
    three.click(three.task.pick)
    driver = drive(three.window.scene_view.widget)
    driver.click("1a1")
    driver.click("1g7")
    assert three.steps[2].task.accepted == ("1a1", "1g7")
    assert [mark.site for mark in three.window.scene_view.laid.marks] == ["1a1", "1g7"]
    driver.click("1a1")
    assert three.steps[2].task.accepted == ("1g7",)
    assert three.task.accepted.text() == "1g7"
    assert three.task.pick.isChecked()
    three.pick_step(0)
    assert three.window.shell.scene.tools.current is None, "there is nothing to pick here"
    assert not three.task.pick.isChecked()
    assert three.window.scene_view.laid.marks == ()


def test_moves_played_from_here_are_counted_right_and_another_kind_keeps_what_is_said(three):
    three.pick_step(2)
    three.click(three.task.kind.button("place"))
    assert three.task.accepted.placeholderText() == "Type them, or play one on the board"
    button = three.task._played.itemAt(1).widget()
    assert button.text() == "1c1"
    three.click(button)
    assert three.steps[2].task.accepted == ("1c1",)

    # What is to be mended moves nothing while it is written.
    QTest.qWait(20)
    seen = three.panel.viewport().height()
    three.write(three.task.accepted, " 1a3")
    QTest.qWait(20)
    three.write(three.task.hint, "Look up.")
    QTest.qWait(20)
    assert three.panel.viewport().height() == seen

    three.click(three.task.kind.button("choice"))
    assert three.steps[2].task.hint == "Look up."
    assert len(three.steps[2].task.choices) == 2

    # An answer takes the position on the screen for its picture.
    row = three.task.choices.rows[1]
    assert row.picture.text() == "None"
    three.click(row.take)
    now = str(three.window.session.position)
    assert [one.position for one in three.steps[2].task.choices] == ["", now]
    assert not row.picture.pixmap().isNull()
    assert row.take.isHidden()
    three.click(row.clear)
    assert three.steps[2].task.choices[1].position == ""
    three.click(three.task.kind.button(None))
    assert three.steps[2].task is None


def test_a_task_of_three_moves_is_written_tried_and_kept(three, drive, qtbot, tmp_path):
    window, session, task = three.window, three.window.session, three.task
    tasks = three.editing.tasks
    answers = (task.after, task.after_wrong)
    assert not any(form.isVisible() for form in answers), "nothing is asked yet"
    three.click(task.kind.button("place"))
    assert all(form.isVisibleTo(task) for form in answers)
    three.click(task.then.add)
    assert not task.then.row.isVisible(), "no right move is named after which it could go on"
    three.click(task._played.itemAt(1).widget())
    three.click(task.then.add)
    assert task.then.reply.text() == "2b2", "it was played after 1c1"
    assert window.focusWidget() is task.then.reply
    three.write(task.then.text, "Blue climbs.")
    task.then.reply.clear()
    three.write(task.then.reply, "1g1")
    three.settle()
    assert "cannot answer 1c1: 1g1 is taken" in three.panel.mend.text()
    assert not task.then.next.isEnabled()
    assert not task.parts.choice.button(1).isEnabled()
    task.then.reply.clear()
    three.write(task.then.reply, "2b2")
    assert tasks.parts[0].then.reply == "2b2"
    three.write(task.hint, "West.")

    three.click(task.then.next)
    assert tasks.part == 1
    assert window.focusWidget() is task.accepted
    assert session.document.node == 4, "where the second move is asked"
    assert not task.kind.isVisible()
    assert task.parts.led.text() == "Asked after 1c1 2b2"
    three.write(task.accepted, "1a3")
    three.write(task.hint, "North.")
    three.click(task.then.add)
    three.write(task.then.reply, "1e1")
    three.click(task.then.next)
    three.choose(task.condition.rows[0].words, "touches")
    three.write(task.hint, "Near a ball.")
    three.write(task.right, "Well done.")
    three.settle()
    assert " moves are right: " in task.summary.text()
    assert lesson_faults(session.document.record) == [], "nothing is left to be mended"
    assert [part.accepted for part in tasks.parts] == [("1c1",), ("1a3",), ()]

    # the picture after the last answer, from the screen
    three.click(task.after.own.button(True))
    for move in ("1a3", "1e1", "1c3"):
        session.play(move)
    window.perform("mark.cross")
    learner = Learner(window, qtbot, drive)
    learner.click("1c3")
    window.shell.toolbox.annotation.leave()
    three.click(task.after.take_marks)
    assert [(mark.site, mark.sign) for mark in tasks.task.after.marks] == [("1c3", "cross")]
    here = session.document.node
    assert session.document.record[here].marks == (), "a step that begins there shows none"
    session.undo()
    assert tasks.task.after.marks == ()
    assert len(session.document.record[here].marks) == 1, "it was one edit"
    session.redo()
    three.settle()
    window.perform("explain.SW-red")
    three.click(task.after.take_show)
    assert tasks.task.after.show == "corner=SW:red"
    assert task.after.show_line.text() == "SW for Red"
    three.choose(task.after.pour.corners, "NE")
    assert tasks.task.after.pour == "NE:red"
    three.choose(task.after.pour.corners, "")

    # tried: every move is asked, replied to, and explained at the end
    whole = three.steps[2]
    three.press(window, K.Key_F6)
    learn = window.docks.panel("learn")
    player = window.shell.learning.player
    learner.play("1c1")
    assert "Blue climbs." in learn.lesson.answer.text()
    learner.play("1a3")
    assert player.exercise.part == 2
    learner.play("1c3")
    assert not player.exercise.asks
    assert learn.lesson.answer.text() == "Well done."
    assert player.exercise.explained is not None
    three.press(window, K.Key_F6)
    assert three.steps[2] == whole
    assert tasks.part == 2, "back at the move that was worked on"
    assert session.position == tasks.position

    # kept, taken away, undone
    path = tmp_path / "lesson.pyramidion"
    session.save_as(path)
    assert files.load_item(path, None).record.lesson == session.document.record.lesson
    three.click(task.parts.choice.button(1))
    three.click(task.then.row.remove)
    assert len(tasks.parts) == 2
    assert window.focusWidget() is task.then.add
    three.click(task.parts.choice.button(0))
    three.undo()
    assert three.steps[2] == whole
    assert tasks.part == 1, "undo leads to the part it changes"
    three.click(task.parts.choice.button(2))
    three.click(task.after.own.button(False))
    assert tasks.task.after is None
    three.click(task.parts.choice.button(0))
    three.click(task.then.row.remove)
    assert not task.parts.isVisible()
    assert three.steps[2].task.then is None


def test_moves_are_read_as_people_write_them():
    start = read_position(SIZE_4)
    assert words_in(" 1a1, 2b2;1a1  ") == ("1a1", "2b2")
    assert moves_in("1A1, zz", start, clicks=False)[1] == "zz"
    assert moves_in("1a1, 1a1 zz", start, clicks=True) == ("1a1", "zz")
    assert line_in("1a1 1c1 1a1", start) == ("1a1", "1c1", "1a1")


def test_tab_goes_from_a_try_to_what_is_said_and_a_blank_removes_nothing(three):
    window = three.window
    three.pick_step(2)
    three.click(three.task.kind.button("place"))
    three.click(three.task.foreseen.add)
    row = three.task.foreseen.rows[-1]
    QTest.qWait(20)
    assert window.focusWidget() is row.moves
    three.write(row.moves, "1c7")
    three.press(row.moves, K.Key_Tab)
    for letter in " stopped you ":
        QTest.keyClicks(window.focusWidget(), letter)
    assert three.steps[2].task.foreseen[0].text.strip() == "stopped you"
    order = [row.text]
    for _ in range(2):
        three.press(window.focusWidget(), K.Key_Tab)
        order.append(window.focusWidget())
    assert order == [row.text, row.line, row.remove]


def test_wrong_tries_by_what_they_do_their_end_and_praise_are_written(three):
    task = three.task
    three.click(task.kind.button("place"))
    three.choose(task.condition.rows[0].words, "touches")
    three.click(task.praised.add)
    praise = task.praised.rows[0]
    three.choose(praise.condition.rows[0].words, "level")
    three.write(praise.text, "And high.")
    three.click(task.foreseen.add)
    wrong = task.foreseen.rows[0]
    three.choose(wrong.condition.rows[0].words, "level")
    three.write(wrong.text, "Low.")
    assert not wrong.end.isVisible()
    three.write(wrong.line, "1e1")
    assert wrong.end.isVisible()
    three.write(wrong.end, "Too late.")
    assert not task.end.isVisible()
    three.write(task.line, "1e3 1e5")
    three.write(task.end, "You see.")
    three.click(task.after_wrong.own.button(True))
    three.choose(task.after_wrong.pour.corners, "NE")
    written = three.steps[2].task
    assert written.praise == (Praise(condition="level=1", text="And high."),)
    assert written.foreseen == (
        Answer(condition="level=1", text="Low.", line=("1e1",), end="Too late."),
    )
    assert (written.line, written.end) == (("1e3", "1e5"), "You see.")
    assert written.after_wrong == After(pour="NE:red")
    three.undo()
    assert three.steps[2].task.after_wrong == After()
    three.click(praise.remove)
    assert three.steps[2].task.praise == ()


def test_positions_like_this_are_drawn_as_steps_and_undone_at_once(three, qtbot):
    three.pick_step(1)
    task = three.task
    three.click(task.kind.button("place"))
    assert not task.more.isVisible()
    three.choose(task.condition.rows[0].words, "touches")
    three.choose(task.condition.rows[1].words, "corner")
    three.write(task.hint, "A corner.")
    three.click(task.more)
    qtbot.waitUntil(lambda: len(three.steps) == 8, timeout=120_000)
    three.settle()
    assert lesson_faults(three.window.session.document.record)[1:] == []
    drawn = three.steps[2:7]
    assert len({step.node for step in drawn}) == 5
    assert {step.task.condition for step in drawn} == {"touches=1+corner=SW"}
    three.undo()
    assert len(three.steps) == 3


# -- conditions, and what is missing ---------------------------------------------------------------


def test_a_condition_is_put_together_from_a_list_and_checked_at_once(three):
    three.pick_step(2)
    three.click(three.task.kind.button("place"))
    row = three.task.condition.rows[0]
    three.choose(row.words, "holds")
    three.settle()
    assert three.steps[2].task.condition == "holds=SW"
    assert three.task.summary.text() == "None of the 28 moves does that."
    assert "nothing meets the condition" in three.panel.mend.text()
    three.choose(row.words, "touches")
    three.settle()
    assert three.steps[2].task.condition == "touches=1"
    fits = [m for m in three.window.session.position.legal_moves if m in ("1a3", "1c1")]
    assert all(move in three.task.summary.text() for move in fits)
    three.choose(three.task.condition.rows[1].words, "level")
    three.settle()
    assert three.steps[2].task.condition == "touches=1+level=1"
    assert len(three.task.condition.rows) == 3
    words = three.task.condition.rows[0].words
    words.setFocus()
    for _ in range(words.currentIndex()):
        three.press(words, K.Key_Up)
    assert three.steps[2].task.condition == "level=1"


def test_faults_are_said_in_the_list_and_lead_to_their_steps(three):
    three.pick_step(0)
    panel, kinds = three.panel, three.task.kind
    three.settle()
    three.qtbot.wait(100)  # until the form is laid out
    before = kinds.mapTo(panel.body, QPoint())
    three.click(kinds.button("choice"))
    three.settle()
    assert "choice 1 has no words" in panel.mend.text()
    three.qtbot.wait(100)
    assert kinds.mapTo(panel.body, QPoint()) == before, "what is said moves no control"
    three.qtbot.waitUntil(
        lambda: panel.mend.geometry().top() > panel.viewport().geometry().bottom()
    )
    assert panel.mend.geometry().bottom() < panel.height()
    three.pick_step(1)
    assert "step <a" in three.panel.mend.text()
    assert "choice 1 has no words" in three.panel.steps.item(0).toolTip().lower()
    three.panel.mend.linkActivated.emit("0")
    assert three.editing.number == 0
    three.undo()
    three.settle()
    assert not three.panel.mend.isVisible()
    assert lesson_faults(three.window.session.document.record) == []
