"""Where the keyboard goes when a button goes, and what a wheel over a panel may not change."""

from pathlib import Path

import pytest
import shipped
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from windows import played, point_at, wheel

from model.exercises.exercise import GoTo
from model.records.puzzle import Puzzle, Stipulation
from viewer.commands import opening
from viewer.widgets import controls
from viewer.widgets.prose import FeedbackLabel
from viewer.window.dialogs.new_game import NewGame

EXAMPLES = Path(__file__).parents[3] / "examples"
PUZZLES = EXAMPLES / "puzzles" / "partition-puzzles.pyramidion"
LESSON = shipped.LESSON
FOUR = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
K = Qt.Key


@pytest.fixture
def window(begun):
    return begun(FOUR)


@pytest.mark.check
def test_n_goes_to_a_legal_point_of_the_first_document_too(begun):
    window = begun("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white")
    for key in (K.Key_N, K.Key_Return):
        QTest.keyClick(window.scene_view.widget.surface, key)
    assert played(window) == ["1a1"]


@pytest.fixture
def puzzle(window, qtbot):
    """The panel of a puzzle that is solved."""
    window.open_path(PUZZLES)
    solving = window.shell.learning.player
    qtbot.waitUntil(lambda: solving.exercise is not None, timeout=20000)
    window.activateWindow()  # without a display a dock that opens takes that away
    qtbot.waitUntil(window.isActiveWindow)
    return window.docks.panel("learn").puzzle


def settle(window, qtbot):
    qtbot.waitUntil(lambda: not window.shell.learning.player.exercise.busy, timeout=20000)


def in_scene(window):
    return QApplication.focusWidget() is window.scene_view.widget.surface


# -- the keyboard --------------------------------------------------------------------------------


@pytest.mark.check
def test_a_puzzle_shows_no_solution_by_the_space_bar(window, puzzle, qtbot):
    qtbot.waitUntil(lambda: puzzle.hint.isVisible())
    puzzle.hint.setFocus()
    for given in (1, 2, 3, 3):
        QTest.keyClick(QApplication.focusWidget(), K.Key_Space)
        settle(window, qtbot)
        run = window.shell.learning.player.exercise
        assert run.state.hints == given
        assert not run.shown
        assert puzzle.hint.hasFocus()
    # What was hidden is told once it is solved.
    assert window.shell.analysis.hidden
    move = window.shell.learning.player.exercise.state.puzzle.proof.line[0]
    window.session.play(move)
    settle(window, qtbot)
    assert window.shell.learning.player.exercise.is_solved
    assert not window.shell.analysis.hidden
    window.perform("teach.next-item")
    assert window.shell.analysis.hidden
    # A button that goes leaves the keyboard to the scene.
    puzzle.solution.click()
    puzzle.restart.setFocus()
    QTest.keyClick(puzzle.restart, K.Key_Space)
    assert puzzle.restart.isHidden()
    assert in_scene(window)


@pytest.mark.check
def test_try_again_in_a_lesson_leaves_the_keyboard_to_the_scene(window, qtbot):
    window.open_path(LESSON)
    player = window.shell.learning.player
    qtbot.waitUntil(lambda: player.exercise is not None, timeout=20000)
    player.send(GoTo(1))
    window.session.play("2b2")
    panel = window.docks.panel("learn").lesson
    qtbot.waitUntil(lambda: panel.again.isVisible())
    panel.again.setFocus()
    QTest.keyClick(panel.again, K.Key_Space)
    assert panel.again.isHidden()
    assert in_scene(window)
    assert not panel.leave.hasFocus()


def test_enter_begins_a_new_game(qtbot):
    dialog = NewGame()
    qtbot.addWidget(dialog)
    dialog.show()
    with qtbot.waitSignal(dialog.accepted, timeout=2000):
        QTest.keyClick(dialog.game, K.Key_Return)


# -- the wheel -----------------------------------------------------------------------------------


def test_a_wheel_changes_a_field_only_when_it_has_the_keyboard(qtbot):
    number = controls.number_box("n", 0, 9)
    number.setValue(5)
    choice = controls.combo("c", [("a", 0), ("b", 1), ("c", 2)])
    other = QPushButton("x")
    for widget in (number, choice, other):
        qtbot.addWidget(widget)
        widget.show()
    other.setFocus()
    for widget in (number, choice):
        assert widget.focusPolicy() == Qt.FocusPolicy.StrongFocus
        wheel(widget, -1)
    assert number.value() == 5
    assert choice.currentIndex() == 0


# -- what is said and shown ----------------------------------------------------------------------


def test_an_answer_is_markdown_that_loads_nothing(qtbot):
    answer = FeedbackLabel()
    qtbot.addWidget(answer)
    answer.say("Red **isolates** it. ![x](file:///x.png) <img src='y.png'>", "right")
    assert answer.textFormat() == Qt.TextFormat.MarkdownText
    page = QTextDocument()
    page.setMarkdown(answer.text())
    assert "<img" not in page.toHtml()
    assert "img src" in page.toPlainText()  # it is told, letter by letter
    assert "**" not in answer.accessibleName()


@pytest.mark.check
def test_a_check_is_seen_wherever_the_panel_stands(window, qtbot):
    window.session.set_puzzle(Puzzle(stipulation=Stipulation(kind="hold", moves=1, corner="SW")))
    window.docks.open("learn")
    editor = window.docks.panel("learn").puzzle_editor
    qtbot.waitUntil(editor.isVisible)
    editor.verticalScrollBar().setValue(editor.verticalScrollBar().maximum())
    window.perform("teach.check-puzzle")
    qtbot.waitUntil(
        lambda: window.shell.learning.puzzle_author.puzzle.proof is not None, timeout=20000
    )
    verdict = editor.proof.verdict

    def is_seen():
        return verdict.isVisible() and verdict.visibleRegion().boundingRect().height() > 10

    qtbot.waitUntil(is_seen, timeout=5000)


@pytest.mark.check
def test_while_setting_up_a_map_previews_the_brush_and_brushes_follow_the_game(window, qtbot):
    maps = window.docks.panel("maps")
    assert maps._mover() == "red"
    window.shell.toolbox.setup.begin()
    window.shell.toolbox.setup.take(2)
    assert maps._mover() == "blue"
    site = window.session.position.game.board.index("2b2")
    maps._on_hover(site)
    assert maps.line.text().startswith("2b2, level 2: empty")
    window.shell.toolbox.setup.take(0)
    assert maps._mover() is None
    assert window.scene_view.widget.picture.legal is not None
    assert not window.scene_view.widget.picture.legal.any()
    panel = window.docks.panel("setup")
    assert panel.brush.button(1).text() == "Red ball"
    window.shell.toolbox.setup.leave()
    window.session.new("pyraos")
    window.shell.toolbox.setup.begin()
    qtbot.waitUntil(lambda: panel.brush.button(1).text() != "Red ball")
    assert panel.brush.button(1).text().startswith("White")


@pytest.mark.check
def test_what_is_saved_next_does_not_go_into_the_shipped_examples(window):
    before = window.chosen.now.last_folder
    opening.open_path(window.shell, EXAMPLES / "lessons" / "02-pyraos-course.pyramidion")
    assert window.chosen.now.last_folder == before


@pytest.mark.check
def test_a_window_does_not_begin_with_an_empty_collection(shared_window, qtbot):
    first = shared_window()
    first.open_path(PUZZLES)
    qtbot.waitUntil(lambda: first.display.is_ready, timeout=30000)
    assert first.docks.is_open("collection")
    first.close_window()
    docks = first.chosen.now.docks
    assert docks
    second = shared_window(docks=docks)
    second.session.new(FOUR)
    assert not second.docks.is_open("collection")


@pytest.mark.check
def test_the_wheel_over_look_squeezes_no_row(window, qtbot):
    """The column was held by a minimum of its own, which stood instead of its contents'."""
    window.docks.open("look")
    look = window.docks.panel("look")
    try:
        qtbot.waitUntil(lambda: look.verticalScrollBar().maximum() > 0)
        point_at(qtbot, look)
        rows = [one for one in look.body.findChildren(QWidget) if one.isVisible()]
        high = [one.height() for one in rows]
        for _ in range(3):
            wheel(look.viewport(), -1)
            QTest.qWait(20)
        assert look.verticalScrollBar().value() > 0
        assert [one.height() for one in rows] == high
    finally:
        window.docks.close("look")
