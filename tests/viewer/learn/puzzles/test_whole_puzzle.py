"""Whole puzzles by real events: wrong tries refuted, hints, best defence; by keyboard alone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from learner import CTRL, K, Learner
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.positions import describe
from model.puzzles import solving as machine
from model.puzzles.question import Question
from model.records import files
from model.records.record import ROOT
from model.search.provers import prover_for
from viewer.commands import opening
from viewer.panels.why_panel import ShowLine
from viewer.session.progress import progress
from viewer.visuals.overlay_types import Threats
from viewer.widgets.appearance.theme import active_theme
from viewer.widgets.controls import RowButton

PUZZLES = Path(__file__).parents[4] / "examples" / "puzzles" / "partition-puzzles.pyramidion"
HIDDEN = ("threat", "needs", "ball", "win", "hold", "isolat")
"""What no line in the window may speak of while a puzzle is open."""


@pytest.fixture
def window(shared_window):
    return shared_window(1000, 680)


def row_of(panel, number: int) -> RowButton:
    """The row of a try; above the first one stands a heading."""
    return panel.tries.layout().itemAt(number + 1).widget().findChild(RowButton)


class Solver:
    """Solves the puzzle in front; how a thing is done, subclasses say.

    Attributes
    ----------
    alternatives
        How often a right move was played that is not the one of the proved line.
    """

    play: Callable[[str], None]
    take_back: Callable[[], None]
    hint: Callable[[], None]
    leave: Callable[[], None]

    def __init__(self, learner: Learner) -> None:
        self.learner, self.window = learner, learner.window
        self.puzzle_player = self.window.shell.learning.player
        self.original = self.window.session.document.kept
        self.puzzle = self.original.puzzle
        run = self.puzzle_player.exercise
        self.start = self.learner.position
        game = self.start.game
        self.question = Question(self.start, self.puzzle.stipulation, prover_for(game))
        self.alternatives = 0
        assert run is not None

    @property
    def panel(self):
        return self.learner.panel

    @property
    def state(self):
        return self.puzzle_player.exercise.state

    @property
    def answer(self) -> str:
        return self.panel.answer.text()

    def settle(self) -> None:
        """Wait until what was asked is answered."""
        self.learner.qtbot.waitUntil(lambda: not self.puzzle_player.exercise.busy, timeout=20000)

    def check_hidden(self) -> None:
        """Nothing tells the answer: no verdict, cost, plan, variation or overlay."""
        window, document = self.window, self.window.session.document
        assert window.chosen.now.hide_verdicts
        assert window.shell.analysis.hidden
        assert window.shell.analysis.known(self.learner.position) is None
        assert window.shell.analysis.overlays(document) == ()
        assert window.shell.analysis.threats(document) == ()
        assert not any(isinstance(one, Threats) for one in window.scene_view.laid.overlays)
        why = window.docks.panel("why")
        assert not any(line.isVisibleTo(window) for line in why.findChildren(ShowLine))
        for name in (*self.keys, self.start.game.board.names[0]):
            told = window.shell.analysis.point_text(
                self.learner.position, self.learner.board.index(name)
            )
            said = told.removeprefix(name).replace("a red ball", "").replace("a blue ball", "")
            assert not any(word in said for word in HIDDEN), told  # what stands there is seen
        # The author's tree is not there: only what was tried.
        tried = {*self.state.played, *(move for _, line in self.state.failures for move in line)}
        assert {node.move for node in document.record.nodes.values()} <= {"", *tried}

    @property
    def keys(self) -> tuple[str, ...]:
        return self.puzzle.proof.first

    # -- the parts of a puzzle -------------------------------------------------------------------

    def try_wrong(self, move: str) -> None:
        """A wrong try stays with what refutes it until it is taken back."""
        known = [one for one in self.puzzle.tries if one.move == move]
        before = len(self.state.failures)
        self.play(move)
        self.settle()
        assert self.state.state == "wrong"
        assert self.puzzle_player.exercise.tone == "wrong"
        line = self.state.wrong
        assert self.learner.moves == list(line)
        assert line[0] == move
        if known:
            assert line[1:] == known[0].refutation
        assert self.answer.startswith(f"{move} does not solve it: ")
        assert f"answers {line[1]}" in self.answer
        self.check_refuted(line)
        assert len(self.state.failures) == before + 1
        assert row_of(self.panel, before).text() == " ".join(line)
        self.take_back()
        assert self.learner.moves == []
        assert self.state.state == "open"
        assert self.answer == ""
        assert self.window.session.document.node == ROOT
        self.check_hidden()

    def check_refuted(self, line) -> None:
        """After the reply the goal is out of reach (of a parry: in reach)."""
        question, moves = self.question, self.question.moves
        position = self.start.without_past().play(line[0]).play(line[1])
        if question.defends:
            assert question.can(position, None if moves is None else moves - 1)
        else:
            assert not question.can(position, None if moves is None else moves - 1)

    def take_hints(self) -> None:
        """Three hints, each nearer to the point; none plays it."""
        key = (*self.puzzle.keys, *self.keys)[0]
        level = int(self.start.game.board.layers["level"][self.start.game.board.index(key)])
        for number in range(3):
            label = "Hint" if number == 0 else f"Hint {number + 1} of 3"
            assert self.panel.hint.text() == label
            self.hint()
            self.settle()
            assert self.puzzle_player.exercise.tone == "hint"
            marks = self.window.scene_view.laid.marks
            sites = {mark.site for mark in marks if mark.colour == "yellow"}
            if number == 0:
                assert self.answer == f"Look at level {level}."
                assert key in sites
                assert len(sites) > 1
            elif number == 1:
                corner = self.puzzle.stipulation.corner
                assert corner in self.answer
                assert "corner" in self.answer or key in sites
            else:
                assert self.answer == f"Play {key}."
                assert sites == {key}
            assert self.learner.moves == []

    def right_moves(self) -> list[str]:
        """All moves that solve from here, as a prover says."""
        at, left = self.state.position, self.state.left
        left = self.question.moves if self.question.defends else left
        found = self.question.first_moves() if not self.state.played else at.legal_moves
        return [move for move in found if self.question.solves(move, at, left)]

    def solve(self, alternative: bool) -> None:
        """Play right moves to the end; `alternative`: others than those of the proved line."""
        line, most = self.puzzle.proof.line, 0
        while self.state.state != "solved":
            played, left = self.state.played, self.state.left
            right = [move for move in self.right_moves() if self.learner.sees(move)]
            usual = line[len(played)] if line[: len(played)] == played else ""
            others = [move for move in right if move != usual]
            move = others[-1] if alternative and others else right[0]
            self.alternatives += move != usual and len(right) > 1
            before = self.state.position
            self.check_hidden()
            self.play(move)
            self.settle()
            assert self.state.played[: len(played) + 1] == (*played, move)
            assert self.puzzle_player.exercise.tone == "right"
            assert self.learner.moves == list(self.state.played)
            if self.state.reply:
                self.check_defence(before.play(move), self.state.reply, left - 1)
                assert f"answers {self.state.reply}" in self.answer
                assert self.panel.progress.isVisibleTo(self.window)
                assert str(self.puzzle.stipulation.moves) in self.panel.progress.text()
            most += 1
            assert most < 12
        assert self.answer
        assert not self.panel.hint.isVisibleTo(self.window)
        document = self.window.session.document
        assert progress.SOLVED in progress.done(document.path, self.original)

    def check_defence(self, position, reply: str, left: int) -> None:
        """No other reply holds out longer."""
        length = self.question.length(position.play(reply), left)
        assert length is not None
        for other in position.legal_moves:
            found = self.question.length(position.play(other), left)
            assert found is not None
            assert found <= length

    def end(self) -> None:
        self.leave()
        document = self.window.session.document
        assert document.exercise is None
        assert document.record is self.original
        assert not document.edited
        assert not document.done
        assert not self.window.chosen.now.hide_verdicts


class ByMouse(Solver):
    """All with the mouse."""

    def play(self, move):
        self.learner.play(move)

    def take_back(self):
        self.learner.press(self.panel.again)

    def hint(self):
        self.learner.press(self.panel.hint)

    def leave(self):
        self.learner.choose("Learn", "teach.end")


class ByKeys(Solver):
    """All with the keyboard."""

    def play(self, move):
        self.learner.to_scene()
        self.learner.play_by_keys(move)

    def take_back(self):
        self.learner.key(K.Key_R, CTRL)

    def hint(self):
        self.learner.key(K.Key_I, CTRL)

    def leave(self):
        self.learner.press_by_keys(self.window.docks.panel("learn").puzzle.edit)


def chosen(window, qtbot, drive, title: str) -> Learner:
    """Choose a puzzle in the Collection dock by a click: it begins."""
    titles = [item.record.headers["title"] for item in files.load_any(PUZZLES).items]
    number = titles.index(title)
    opening.show_collection(window.shell, PUZZLES)
    listed = window.docks.panel("collection").list
    item = listed.item(number)
    listed.scrollToItem(item)
    place = listed.visualItemRect(item).center()
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QApplication.processEvents()
    assert window.session.document.item == number
    assert window.session.document.exercise is not None
    return Learner(window, qtbot, drive)


def a_wrong_move(solver: Solver) -> str:
    """A wrong first move its author has not foreseen."""
    known = {one.move for one in solver.puzzle.tries}
    return next(
        move
        for move in solver.question.first_moves()
        if move not in known and solver.learner.sees(move) and not solver.question.solves(move)
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("title", "alternative"),
    [
        pytest.param("Hold the wall", False, id="parry"),
        pytest.param("Two ways down", False, id="hold in two"),
        pytest.param("The ball that does both", False, id="only move"),
        pytest.param("A double threat", False, id="win in two"),
        pytest.param("Not on the corner", True, id="hold in three"),
    ],
)
def test_a_whole_puzzle_with_the_mouse(window, qtbot, drive, title, alternative):
    solver = ByMouse(chosen(window, qtbot, drive, title))
    solver.check_hidden()
    solver.try_wrong(solver.puzzle.tries[-1].move)
    solver.try_wrong(a_wrong_move(solver))
    solver.take_hints()
    solver.solve(alternative)
    if alternative:
        assert solver.alternatives
    listed = window.docks.panel("collection").list
    assert listed.item(window.session.document.item).text().startswith("✓")
    solver.end()


def test_a_wrong_try_is_played_again_and_taken_back_by_a_click_anywhere(window, qtbot, drive):
    solver = ByMouse(chosen(window, qtbot, drive, "Two ways down"))
    number = window.session.document.item
    learner, puzzle = solver.learner, solver.puzzle
    assert solver.panel.title.palette().windowText().color() == QColor(active_theme().text)
    solver.hint()
    solver.settle()
    hint = window.scene_view.laid.marks
    assert hint
    solver.play(puzzle.tries[0].move)
    solver.settle()
    line = solver.state.wrong
    assert not set(hint) <= set(window.scene_view.laid.marks)
    free = next(name for name in learner.board.names if learner.sees(name) and name not in line)
    learner.click(free)
    assert learner.moves == []
    assert solver.state.state == "open"
    assert window.scene_view.laid.marks == hint  # what was asked for and given stays
    learner.press(row_of(solver.panel, 0))
    assert learner.moves == list(line)
    tools = window.scene_view.tools  # what a click takes back ends with its tab
    assert tools.current is not None
    window.session.new("partition:size=3,rules=free 3,3,3/2,2/1 red")
    assert tools.current is None
    window.scene.place_at(0)
    assert window.session.ply == 1
    window.session.activate(0)
    assert tools.current is not None
    learner.press(solver.panel.again)
    assert learner.moves == []
    solver.solve(alternative=False)
    assert solver.answer.startswith("Solved, after 1 wrong try and 1 hint.")
    assert window.scene_view.laid.marks == ()
    bar = solver.panel.verticalScrollBar()
    bar.setMaximum(100)
    bar.setValue(100)
    learner.press(solver.panel.next)
    assert window.session.document.item == number + 1
    assert window.session.document.exercise is not None
    assert bar.value() == 0


@pytest.mark.check
def test_an_answer_that_takes_its_time_is_taken_once_whatever_is_done_meanwhile(
    window, qtbot, drive, monkeypatch
):
    solver = ByMouse(chosen(window, qtbot, drive, "A double threat"))
    window.scene_view.widget.animation = True
    asked = []
    judge = machine.answer
    monkeypatch.setattr(machine, "answer", lambda *it: (asked.append(it[1]), judge(*it))[1])
    for number, move in enumerate(("2f2", "2f6")):
        solver.play(move)
        qtbot.waitUntil(lambda number=number: len(asked) > number, timeout=20000)
        if number == 0:  # between the answer and its reply on the board
            window.session.notices.tell("meanwhile")
            window.shell.learning.refresh()
            QTest.qWait(50)
            window.shell.learning.refresh()
        solver.settle()
        QTest.qWait(500)
        assert asked == ["2f2", "2f6"][: number + 1]
    assert solver.state.state == "solved"
    assert solver.learner.moves == ["2f2", "1g7", "2f6"]


@pytest.mark.check
@pytest.mark.fresh_window
def test_a_whole_puzzle_by_keyboard_alone(window, qtbot, drive):
    opening.show_collection(window.shell, PUZZLES)
    listed = window.docks.panel("collection").list
    listed.setFocus()
    for _ in range(10):
        QTest.keyClick(listed, K.Key_Down)
    number = listed.currentRow()
    QTest.keyClick(listed, K.Key_Return)
    QApplication.processEvents()
    assert window.session.document.item == number == 10
    solver = ByKeys(Learner(window, qtbot, drive))
    solver.check_hidden()
    learner = solver.learner
    learner.key(K.Key_N)  # plans and threats are hidden, too
    assert window.scene_view.widget.input.cursor is None
    solver.try_wrong(solver.puzzle.tries[0].move)
    solver.try_wrong(a_wrong_move(solver))
    solver.play(solver.puzzle.tries[0].move)
    solver.settle()
    learner.key(K.Key_Escape)  # takes it back as well
    assert learner.moves == []
    solver.take_hints()
    solver.solve(alternative=True)
    learner.key(K.Key_Right, CTRL)
    assert window.session.document.item == 11
    learner.key(K.Key_Left, CTRL)
    assert window.session.document.item == 10


@pytest.mark.check
def test_a_program_that_was_tried_is_listed_in_words(window, qtbot):
    window.open_path(PUZZLES.with_name("pyramid-ball-puzzles.pyramidion"))
    session = window.session
    position, keys = session.position, session.document.kept.puzzle.keys
    wrong = next(one.move for one in session.document.kept.puzzle.tries if one.move not in keys)
    session.play(wrong)
    qtbot.waitUntil(lambda: bool(session.document.exercise.state.failures))
    panel = window.docks.panel("learn").puzzle
    qtbot.waitUntil(lambda: panel.tries.isVisible())
    words = describe.move(position, wrong)
    assert "runs" in words
    assert row_of(panel, 0).text() == words
