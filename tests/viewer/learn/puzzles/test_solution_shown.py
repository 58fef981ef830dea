"""The solution as a tree in the Learn dock: secret at first, then rows that show their lines."""

import pytest
from learner import Learner
from PySide6.QtWidgets import QLabel
from shipped import EXAMPLES

from model.records.record import ROOT
from viewer.commands import opening
from viewer.widgets.controls import RowButton

pytestmark = pytest.mark.check

THREAT = 7
"""Number, from 0, of a puzzle whose key threatens something, with a try."""


@pytest.fixture
def window(shared_window):
    return shared_window(1000, 680)


def rows(panel) -> dict[str, RowButton]:
    return {
        button.whole: button
        for button in panel.tree.findChildren(RowButton)
        if button.isVisibleTo(panel)
    }


def told(learner: Learner) -> dict[str, RowButton]:
    learner.qtbot.waitUntil(lambda: bool(rows(learner.panel)), timeout=60000)
    return rows(learner.panel)


def test_the_tree_is_secret_until_the_solution_is_shown(window, qtbot, drive):
    path = EXAMPLES / "puzzles" / "partition-puzzles.pyramidion"
    opening.open_task(window.shell, path, THREAT)
    learner = Learner(window, qtbot, drive)
    panel, document = learner.panel, window.session.document
    puzzle, original = document.kept.puzzle, document.kept
    assert not panel.tree.isVisibleTo(window)
    learner.press(panel.solution)
    found = told(learner)
    key = next(text for text in found if text.startswith("Key: "))
    assert key.startswith(f"Key: {puzzle.proof.first[0]}")
    words = [label.text() for label in panel.tree.findChildren(QLabel)]
    assert any(word.startswith("Set play") for word in words)

    # A row shows its line from the start, and the tree stays.
    refutes = next(text for text in found if "refutes it" in text)
    learner.press(found[refutes])
    one = next(one for one in puzzle.tries if refutes.startswith(one.refutation[0]))
    qtbot.waitUntil(lambda: learner.moves == [one.move, *one.refutation], timeout=30000)
    assert panel.answer.text().startswith(refutes)
    assert refutes in rows(panel)
    learner.press(found[key])
    qtbot.waitUntil(lambda: learner.moves == list(puzzle.proof.first), timeout=30000)

    # Another try hides it again, and so does another puzzle.
    learner.press(panel.restart)
    assert window.session.document.node == ROOT
    assert not rows(panel)
    learner.press(panel.next)
    assert window.session.document.kept is not original
    assert not rows(panel)
