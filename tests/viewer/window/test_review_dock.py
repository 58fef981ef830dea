"""The Review dock by real events: graph, mistakes, best line, puzzles; marks in the Moves dock."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.records.record import ROOT, Evaluation
from viewer.panels.moves import panel as moves_panel
from viewer.panels.moves.tree import FIGURE
from viewer.panels.review_panel import ReviewPanel
from viewer.visuals.overlay_types import Marks

K = Qt.Key
LEFT = Qt.MouseButton.LeftButton
ALT, CTRL, SHIFT = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
SOUND = "partition:size=3,rules=free 2B,RR1,2B/R1,BB/R red"
"""Here 1a5 alone wins in 2 moves."""
MANY = "partition:size=3,rules=free R2,BBB,B2/RR,1R/1 red"
"""Here four moves win in 2 moves."""
LARGE = "partition:size=6,rules=free 6,6,6,6,6,6/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red"
START = "partition:size=3,rules=free R2,3,R1B/2,2/1 red"


@pytest.fixture
def window(begun):
    return begun(START, review="quick")


def play(window, *moves):
    for move in moves:
        window.session.play(move)


def panel(window) -> ReviewPanel:
    found = window.docks.panel("review")
    assert isinstance(found, ReviewPanel)
    return found


def press(window, key, keys=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget() or window, key, keys)


@pytest.mark.check
def test_a_game_is_reviewed_by_a_key_and_stopped_by_it(window, qtbot):
    play(window, "2d2", "2d4", "2b2", "2b4")
    here = window.session.document.node
    press(window, K.Key_R, CTRL | SHIFT)
    qtbot.waitUntil(lambda: window.docks.is_open("review"))
    dock = panel(window)
    qtbot.waitUntil(lambda: not window.shell.reviews.is_reviewing, timeout=120_000)
    assert dock.ready.isVisible()
    assert not dock.working.isVisible()
    assert dock.graph.isVisible()
    assert len(dock.graph.plot.shares) == 5
    assert window.session.document.node == here
    # The Moves dock has a figure beside each move.
    moves = window.docks.panel("moves")
    for node in (1, 2, 3, 4):
        figure = moves.model.data(moves.model.index_of(node), FIGURE)
        share = window.session.document.record[node].evaluation.value[0]
        assert figure == f"{100 * share:.0f}"
    spoken = moves.model.data(moves.model.index_of(1), Qt.ItemDataRole.AccessibleTextRole)
    assert " %" in spoken
    press(window, K.Key_H)
    assert moves.model.data(moves.model.index_of(1), FIGURE) == ""
    press(window, K.Key_H)
    # What is proved already is not looked at again: a larger board takes its time.
    window.session.new(LARGE)
    play(window, "1a1", "1e5")
    window.chosen.choose(window.chosen.now.__class__(review="thorough", effects="reduced"))
    window.perform("play.review")
    assert dock.working.isVisible()
    QTest.mouseClick(dock.stop, LEFT)
    assert not window.shell.reviews.is_reviewing


@pytest.mark.check
def test_graph_list_and_keys_lead_to_moves(window, qtbot):
    play(window, "2d2", "2d4", "2b2", "2b4")
    even = Evaluation((0.5, 0.5), line=("3c3", "1c1"))
    bad = Evaluation((0.1, 0.9), line=("3c3",))
    window.session.evaluate({0: even, 1: bad, 2: bad, 3: bad, 4: even})
    window.docks.open("moves")
    window.docks.open("review")
    dock = panel(window)
    graph = dock.graph
    qtbot.waitUntil(graph.isVisible)
    place = graph.place_of(2).toPoint()
    QTest.mouseClick(graph, LEFT, pos=place)
    assert window.session.document.node == 2
    assert graph.hasFocus()
    press(window, K.Key_Left)
    assert window.session.document.node == 1
    assert dock.summary.text().startswith("Move 1, 2d2 ??: Red's chances fell from 50 % to 10 %.")
    press(window, K.Key_Home)
    assert window.session.document.node == ROOT
    press(window, K.Key_End)
    assert window.session.document.node == 4
    QTest.mouseMove(graph, graph.place_of(3).toPoint())
    qtbot.waitUntil(lambda: dock.summary.text().startswith("Move 3, 2b2: Red's chances are 10 %"))
    QTest.mouseMove(graph, QPoint(-20, -20))
    heard = QAccessible.queryAccessibleInterface(graph)
    assert heard.text(QAccessible.Text.Name) == "Chances over the moves"
    assert "Mistakes: 1 ??, 4 ??." in heard.text(QAccessible.Text.Description)
    assert [dock.list.item(k).text() for k in range(dock.list.count())] == [
        "1. 2d2 ??   Red 50 % → 10 %",
        "4. 2b4 ??   Blue 90 % → 50 %",
    ]
    QTest.mouseClick(
        dock.list.viewport(), LEFT, pos=dock.list.visualItemRect(dock.list.item(0)).center()
    )
    QApplication.processEvents()
    assert window.session.document.node == 1
    window.scene_view.take_focus()
    press(window, K.Key_Period, ALT)
    assert window.session.document.node == 4
    press(window, K.Key_Comma, ALT)
    assert window.session.document.node == 1
    # The best line becomes a variation by one click; once more it is there already.
    QTest.mouseClick(dock.insert, LEFT)
    record = window.session.document.record
    assert [record[child].move for child in record[ROOT].children] == ["2d2", "3c3"]
    moves = window.docks.panel("moves")
    assert moves.model.data(moves.model.index_of(1)) == "2d2 ??"
    window.perform("play.clear-evaluations")
    assert dock.empty.isVisible()
    assert not graph.isVisible()
    assert moves.model.data(moves.model.index_of(1)) == "2d2"


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("start", "move", "says"),
    [
        (SOUND, "1a1", "A sound puzzle: Red wins in 2 moves"),
        (MANY, "1c1", "This cannot be made into a sound puzzle: Red can win in 2 moves by"),
    ],
)
def test_a_mistake_becomes_a_puzzle_by_one_click_or_a_sentence_says_why_not(
    window, qtbot, start, move, says
):
    window.session.new(start)
    play(window, move)
    won = Evaluation((1.0, 0.0), proved=True, distance=3, line=("1a5",))
    lost = Evaluation((0.1, 0.9), line=("1a5",))
    window.session.evaluate({ROOT: won, 1: lost})
    window.docks.open("review")
    dock = panel(window)
    qtbot.waitUntil(dock.puzzle.isVisible)
    documents = len(window.session.state.documents)
    QTest.mouseClick(dock.puzzle, LEFT)
    strip = window.notices.strip
    assert strip.text == "Looking for a sound puzzle in this mistake, for 30 s at most."
    assert not strip._timer.isActive(), "said as long as it takes"
    if start == MANY:
        QTest.mouseClick(strip.button, LEFT)
        assert strip.text == "The search for a puzzle was stopped."
        assert not window.mistake_puzzles.is_searching
        QTest.mouseClick(dock.puzzle, LEFT)
    qtbot.waitUntil(lambda: not window.mistake_puzzles.is_searching, timeout=120_000)
    assert window.notices.strip.text.startswith(says)
    opened = len(window.session.state.documents) - documents
    if start == SOUND:
        puzzle = window.session.document.record.puzzle
        assert opened == 1
        assert (puzzle.proof.verdict, puzzle.proof.first) == ("sound", ("1a5",))
        assert puzzle.tries[0].move == move
        assert window.session.document.exercise is None  # it is edited, not solved
        assert window.docks.is_open("learn")
    else:
        assert opened == 0


def site(window, name):
    return window.session.position.game.board.index(name)


@pytest.mark.check
def test_figures_numbers_and_marks_agree(window, qtbot, monkeypatch):
    """One figure and one number for a move, in the list, the review, Why and over the board."""
    play(window, "2d2", "2d4", "2b2")
    # 0.804 and 0.416: figures that round apart say 80, 42, and a loss of 38, not 39.
    before, after = (
        Evaluation((0.196, 0.804), line=("1c1",)),
        Evaluation((0.584, 0.416), line=("3c3",)),
    )
    window.session.evaluate({1: before, 2: after})
    window.docks.open("moves")
    window.docks.open("review")
    qtbot.waitUntil(window.docks.panel("review").list.isVisible)
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
    monkeypatch.setattr(moves_panel, "judged_all", lambda *args: judged.append(args) or [])
    window.session.comment("too slow")
    assert moves.model.data(moves.model.index_of(2)) == "2d4 ??"
    assert judged == []
    window.session.evaluate({1: None})
    assert len(judged) == 1
    assert moves.model.data(moves.model.index_of(2)) == "2d4"
