"""One figure and one number for a move, in the list, the review, Why and over the board."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from model.records.record import Evaluation
from viewer.panels.moves import panel
from viewer.panels.moves.tree import FIGURE
from viewer.visuals.overlay_types import Marks

pytestmark = pytest.mark.check

LEFT = Qt.MouseButton.LeftButton
START = "partition:size=3,rules=free R2,3,R1B/2,2/1 red"


def site(window, name):
    return window.session.position.game.board.index(name)


@pytest.fixture
def window(shared_window, qtbot):
    made = shared_window()
    made.session.new(START)
    qtbot.waitUntil(lambda: made.display.is_ready, timeout=30000)
    for move in ("2d2", "2d4", "2b2"):
        made.session.play(move)
    # 0.804 and 0.416: figures that round apart say 80, 42, and a loss of 38, not 39.
    before, after = (
        Evaluation((0.196, 0.804), line=("1c1",)),
        Evaluation((0.584, 0.416), line=("3c3",)),
    )
    made.session.evaluate({1: before, 2: after})
    made.docks.open("moves")
    made.docks.open("review")
    qtbot.waitUntil(made.docks.panel("review").list.isVisible)
    return made


def test_figures_numbers_and_marks_agree(window, qtbot, monkeypatch):
    review, moves = window.docks.panel("review"), window.docks.panel("moves")
    row = review.list.item(0)
    assert row.text() == "2. 2d4 ??   Blue 80 % → 42 %"
    QTest.mouseClick(review.list.viewport(), LEFT, pos=review.list.visualItemRect(row).center())
    qtbot.waitUntil(lambda: window.session.document.node == 2)
    assert "Blue's chances fell from 80 % to 42 %" in review.summary.text()
    # The list of moves: the same number (2 stands in the row that begins with 1), the same figure.
    assert [row.number for row in moves.model.rows] == [1, 3]
    assert moves.model.data(moves.model.index_of(2), FIGURE) == "58"
    # The better move is drawn on the board, and goes with the mistake.
    better = Marks((site(window, "1c1"),), ("",), 1)
    qtbot.waitUntil(lambda: better in window.scene_view.laid.overlays)
    window.docks.bring_forward("moves")  # nobody reads of it any more
    qtbot.waitUntil(lambda: better not in window.scene_view.laid.overlays)
    window.docks.bring_forward("review")
    qtbot.waitUntil(lambda: better in window.scene_view.laid.overlays)
    # Why says the figures of the review at once, not those of another search.
    window.shell.advice.judge()
    qtbot.waitUntil(
        lambda: "Blue's winning chances from 80 % to 42 % (best: 1c1)" in window.shell.advice.text
    )
    window.perform("play.previous")
    assert window.scene_view.laid.overlays == ()
    # A variation hides no mark of the main line.
    window.session.play("3c3")
    assert moves.model.data(moves.model.index_of(2)) == "2d4 ??"
    # A large tree is gone through where more is known, not with every word that is written.
    judged = []
    monkeypatch.setattr(panel, "judged_all", lambda *args: judged.append(args) or [])
    window.session.comment("too slow")
    assert moves.model.data(moves.model.index_of(2)) == "2d4 ??"
    assert judged == []
    window.session.evaluate({1: None})
    assert len(judged) == 1
    assert moves.model.data(moves.model.index_of(2)) == "2d4"
