"""The conditions of tasks in the lesson editor, and what it says is missing."""

import pytest
from lesson_writer import K
from PySide6.QtCore import QPoint

from model.lessons.faults import lesson_faults

pytestmark = pytest.mark.check


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
