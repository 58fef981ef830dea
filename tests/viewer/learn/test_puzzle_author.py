"""Making puzzles in a real window: of a node, asked otherwise, checked, shown, bared, undone."""

import dataclasses
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from model.puzzles import proof
from model.puzzles.generate import generate
from model.puzzles.request import PuzzleRequest
from model.reading import read_position
from model.records import files
from model.records.puzzle import Proof, Puzzle, Stipulation, Try
from model.records.record import ROOT, main_line
from model.setup import cells_of, put
from viewer.commands.table import BY_KEY
from viewer.learn import puzzle_author
from viewer.learn.puzzle_text import proof_words, verdict_words
from viewer.session import recent_files
from viewer.session.document import Document
from viewer.session.session import SessionError
from viewer.window.dialogs.new_puzzle import NewPuzzle

BEFORE = "partition:size=3,rules=free RR1,3,3/1R,2/1 blue"
SMALL = "partition:size=3,rules=free RRB,3,3/1R,2/1 red"
"""Sound as a win in two by 1e3 alone, after Blue's 1e1."""
CROWDED = "partition:size=4,rules=free 1BRB,1B1R,B2R,1BR1/3,2R,BB1/1R,2/R red"
"""Sound as a win in two by 2f2, cooked as a win in three, unsolvable as a win in one."""
THREE = "partition:size=4,rules=free R2R,3R,3R,2B1/3,3,2R/2,1B/R red"
"""Won in three by any of three first moves, in two by none."""
LEFT, CTRL, SHIFT = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def pause(milliseconds):
    """Let events go on; a thread beside gets its turn, as in the running program."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def until(true, seconds=60):
    for _ in range(seconds * 50):
        if true():
            return
        pause(20)
    raise AssertionError("it did not come to that")


@pytest.fixture
def window(open_window):
    made = open_window(why_open=False, level_maps_open=False)
    made.session.new(BEFORE)
    until(lambda: made.display.is_ready)
    made.activateWindow()
    made.shell.focus_scene()
    return made


@pytest.fixture
def make(window):
    """Makes a puzzle of a position string and returns its editor."""

    def made(position, stipulation, title="a title"):
        window.session.new(position)
        window.shell.ask.puzzle = lambda _: (stipulation, title)
        assert window.shell.perform("teach.make-puzzle")
        return editor_of(window)

    return made


def editor_of(window):
    return window.docks.panel("learn").puzzle_editor


def puzzle_of(window):
    return window.session.document.record.puzzle


def buttons(widget):
    """The buttons that stand there, by what they say."""
    return {
        button.text(): button for button in widget.findChildren(QPushButton) if button.isVisible()
    }


def press(button):
    QTest.mouseClick(button, LEFT)
    pause(10)


def write(field, text):
    """Type a text into a field and leave it."""
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    pause(10)


def choose(box, value):
    """Open a combo box and click an entry."""
    box.showPopup()
    view = box.view()
    entry = box.model().index(box.findData(value), 0)
    view.scrollTo(entry)
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(entry).center())
    pause(10)
    assert box.currentData() == value


def line_of(window):
    """The moves of the line in front."""
    record = window.session.document.record
    return [record.nodes[node].move for node in main_line(record)]


def check(window):
    press(editor_of(window).proof.check)
    until(lambda: not window.shell.puzzle_author.is_checking)
    pause(20)


def said(window):
    return editor_of(window).proof.verdict.text()


# -- of a node -----------------------------------------------------------------------------------


def test_any_node_becomes_a_puzzle_by_one_key_and_a_dialog(window):
    window.session.play("1e1")
    old = window.session.document

    def answer():
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, NewPuzzle)
        assert "Red to move: win" in dialog.form.said.toPlainText()
        QTest.keyClicks(dialog.title, "Round the corner")
        write(dialog.form.moves, "3")
        choose(dialog.form.kind, "hold")
        choose(dialog.form.corner, "NE")
        dialog.title.setFocus()
        QTest.keyClick(dialog.title, Qt.Key.Key_Return)

    QTimer.singleShot(50, answer)
    QTest.keyClick(window.scene_view.widget.surface, Qt.Key.Key_G, CTRL | SHIFT)
    document = window.session.document
    assert document.key != old.key
    assert document.record.kind == "puzzle"
    assert document.record.start == SMALL
    assert document.record.headers["title"] == "Round the corner"
    assert puzzle_of(window).stipulation == Stipulation("hold", 3, "NE")
    assert window.docks.panel("learn").currentWidget() is editor_of(window)
    assert window.session.state.documents[0].record is old.record


def test_the_editor_fits_its_dock_and_what_is_clicked_stays(make, window):
    """The longest entries made it wider than the dock; the sentence on top pushed all down."""
    editor = make(SMALL, Stipulation("win", 2, first="only"))
    form = editor.form
    until(lambda: editor.need.width() <= editor.width())
    assert editor.horizontalScrollBar().maximum() == 0
    before = form.kind.mapTo(editor, QPoint()).y()
    heights = set()
    for kind in ("hold", "parry", "only", "accepted", "win"):
        choose(form.kind, kind)
        heights.add(form.said.height())
        assert form.kind.mapTo(editor, QPoint()).y() == before
    assert len(heights) > 1, "the sentences are of different heights"


def test_authors_have_keys_of_their_own():
    assert BY_KEY["Ctrl+Shift+G"].id == "teach.make-puzzle"
    assert BY_KEY["Ctrl+Shift+E"].id == "teach.edit-puzzle"
    assert BY_KEY["F7"].id == "teach.check-puzzle"
    assert BY_KEY["Ctrl+F7"].id == "teach.generate"


def test_nothing_happens_where_the_dialog_is_cancelled(window):
    QTimer.singleShot(50, lambda: QApplication.activeModalWidget().reject())
    window.shell.perform("teach.make-puzzle")
    assert len(window.session.state.documents) == 1
    assert window.session.document.record.kind == "game"


def test_a_finished_game_is_refused_in_a_sentence(window):
    window.session.new("partition:size=3,rules=free RRR,3,RRR/2,2/1 red")
    assert window.session.position.outcome is not None
    assert not window.shell.perform("teach.make-puzzle")
    assert "the game is over" in window.shell.messages.text


def test_what_stands_in_no_field_is_no_dialog_answer(window, qtbot):
    dialog = NewPuzzle(read_position(SMALL), window)
    dialog.show()
    QTest.keyClicks(dialog.form.points, "9z9")
    press(dialog.make)
    assert dialog.isVisible()
    assert "9z9 is no point" in dialog.form.trouble.text()
    write(dialog.form.points, "1e3, 3c3")
    press(dialog.make)
    assert not dialog.isVisible()
    assert dialog.answer[0].points == ("1e3", "3c3")
    dialog.deleteLater()


# -- what is asked -------------------------------------------------------------------------------


def test_the_question_is_changed_and_the_change_undone_and_redone(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    check(window)
    proved = puzzle_of(window)
    assert proved.proof.verdict == "sound"
    write(editor.form.moves, "3")
    assert puzzle_of(window).stipulation.moves == 3
    assert puzzle_of(window).proof is None, "the proof was of another question"
    assert "in at most 3 moves" in editor.form.said.toPlainText()
    assert said(window) == "Not checked yet."
    choose(editor.form.kind, "parry")
    assert puzzle_of(window).stipulation == Stipulation("parry", 3)
    window.shell.perform("edit.undo")
    window.shell.perform("edit.undo")
    assert puzzle_of(window) == proved
    assert editor.form.moves.value() == 2
    assert said(window).startswith("Sound")
    window.shell.perform("edit.redo")
    assert puzzle_of(window).stipulation.moves == 3
    assert editor.form.moves.value() == 3


def test_any_number_of_moves_and_exactly_one_answer(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    write(editor.form.moves, "0")
    assert puzzle_of(window).stipulation.moves is None
    choose(editor.form.first, "only")
    assert puzzle_of(window).stipulation.first == "only"
    choose(editor.form.kind, "only")
    assert puzzle_of(window).stipulation == Stipulation("only", first="only")
    choose(editor.form.kind, "win")
    assert puzzle_of(window).stipulation.first == "unique"


def test_corners_are_for_partition_only(window, make):
    editor = make("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white", Stipulation("win", 2))
    assert editor.form.kind.findData("hold") < 0
    editor = make(SMALL, Stipulation("win", 2))
    assert editor.form.kind.findData("hold") > 0
    choose(editor.form.kind, "hold")
    assert puzzle_of(window).stipulation.corner == "SW"


def test_accepted_moves_are_read_and_wrong_ones_refused(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    choose(editor.form.kind, "accepted")
    write(editor.form.accepted, "1e3 1a1")
    assert "1a1" in editor.form.trouble.text()
    assert puzzle_of(window).stipulation.accepted == ()
    write(editor.form.accepted, "1e3, 3c3")
    assert puzzle_of(window).stipulation.accepted == ("1e3", "3c3")
    assert not editor.form.trouble.text()
    check(window)
    assert "Not proved" in said(window)


def test_points_are_picked_by_clicks_and_shown(window, make, drive):
    editor = make(SMALL, Stipulation("win", 2))
    press(editor.form.pick)
    driver = drive(window.scene_view.widget)
    driver.click("1e3")
    pause(20)
    driver.click("3c3")
    pause(20)
    assert puzzle_of(window).stipulation.points == ("1e3", "3c3")
    assert {mark.site for mark in window.scene_view.marks} == {"1e3", "3c3"}
    driver.click("3c3")
    pause(20)
    assert puzzle_of(window).stipulation.points == ("1e3",)
    assert len(window.session.document.record) == 0, "clicks did not play"
    driver.key(Qt.Key.Key_Escape)
    assert not editor.form.pick.isChecked()
    driver.click("3c3")
    pause(20)
    assert len(window.session.document.record) == 1, "clicks play again"


# -- the check -----------------------------------------------------------------------------------


def test_a_sound_puzzle_is_told_with_solution_tries_and_rules(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    assert said(window) == "Not checked yet."
    check(window)
    assert said(window) == "Sound: 1e3 is the only key move."
    proof = puzzle_of(window).proof
    assert proof.first == ("1e3",)
    assert any(text.startswith("Solution: 1e3") for text in buttons(editor.proof))
    assert "partition:size=3,rules=free" in editor.proof.by.text()
    assert [one.move for one in puzzle_of(window).tries]
    assert all(one.refutation for one in puzzle_of(window).tries)
    checked = puzzle_of(window)
    window.shell.perform("edit.undo")
    assert puzzle_of(window).proof is None
    assert said(window) == "Not checked yet."
    window.shell.perform("edit.redo")
    assert puzzle_of(window) == checked


def test_a_solution_in_fewer_moves_is_told_and_played(window, make):
    editor = make(SMALL, Stipulation("win", 3))
    check(window)
    assert said(window).startswith("Cooked: 1e3 takes only 2 moves, not 3.")
    rows = buttons(editor.proof)
    press(next(row for text, row in rows.items() if text.startswith("Shorter: 1e3")))
    assert line_of(window) == list(puzzle_of(window).proof.shorter)


def test_cooks_are_listed_and_shown_on_the_board(window, make):
    editor = make(THREE, Stipulation("win", 3))
    check(window)
    proof = puzzle_of(window).proof
    assert proof.verdict == "cooked"
    assert said(window).startswith("Cooked: there is more than one key move: 2d2, ")
    for cook in proof.cooks:
        assert cook in said(window)
        press(buttons(editor.proof)[cook])
        assert [(mark.site, mark.sign) for mark in window.scene_view.marks] == [(cook, "ring")]
    write(editor.meant, "2d2")
    check(window)
    assert said(window).startswith("Cooked: 2d2 is meant; ")
    write(editor.meant, "")
    # The author means all of them: then it is sound.
    choose(editor.form.first, "set")
    check(window)
    assert puzzle_of(window).proof.verdict == "sound"


def test_an_unsolvable_puzzle_has_its_refutation_played(window, make):
    editor = make(CROWDED, Stipulation("win", 1))
    check(window)
    proof = puzzle_of(window).proof
    assert proof.verdict == "unsolvable"
    assert said(window).startswith("Unsolvable: no first move meets the goal.")
    row = next(b for t, b in buttons(editor.proof).items() if t.startswith("Refutation"))
    kept = window.session.document.record
    press(row)
    assert line_of(window) == list(proof.refutation)
    learn = window.docks.panel("learn")
    assert learn.currentWidget() is learn.puzzle
    assert "its refutation" in learn.puzzle.answer.text()
    press(learn.puzzle.editor)
    assert learn.currentWidget() is editor
    assert window.session.document.record is kept


def test_a_meant_move_that_fails_is_told(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    write(editor.meant, "3c3")
    assert puzzle_of(window).keys == ("3c3",)
    check(window)
    assert said(window).startswith("Unsolvable: 3c3 is meant, but does not meet the goal")
    assert "1e3 would" in said(window)
    write(editor.meant, "1a1")
    assert puzzle_of(window).keys == ("3c3",)
    assert "1a1" in window.shell.messages.text


class Slow:
    """A check that waits until it may go on; listens to its stop."""

    def __init__(self, monkeypatch):
        self.real, self.go = proof.check, threading.Event()
        self.began, self.stopped, self.limit = threading.Event(), threading.Event(), None
        monkeypatch.setattr(puzzle_author, "check", self)

    def __call__(self, position, puzzle, *, stop, progress, limit, **rest):
        self.limit = limit
        self.began.set()
        progress(150, 300, "first move 1e3")
        while not self.go.wait(0.005):
            if stop():
                self.stopped.set()
                break
        return self.real(position, puzzle, stop=stop, progress=progress, limit=limit, **rest)


def test_a_check_shows_how_far_it_is_and_is_cancelled(window, make, monkeypatch):
    editor = make(SMALL, Stipulation("win", 2))
    slow = Slow(monkeypatch)
    write(editor.proof.limit, "7")
    before = window.session.document.record
    press(editor.proof.check)
    until(lambda: editor.proof.bar.value() == 150)
    assert slow.limit == 7.0
    assert editor.proof.working.isVisible()
    assert not editor.proof.check.isVisible()
    assert editor.proof.doing.text() == "First move 1e3"
    press(editor.proof.cancel)
    assert slow.stopped.wait(5)
    pause(50)
    assert not editor.proof.working.isVisible()
    assert "cancelled" in said(window)
    assert window.session.document.record is before


def test_time_runs_out(window, make):
    editor = make(CROWDED, Stipulation("win", 3))
    window.shell.puzzle_author.limit = 0
    press(editor.proof.check)
    until(lambda: not window.shell.puzzle_author.is_checking)
    assert "Not decided within 0 seconds" in said(window)
    assert puzzle_of(window).proof is None


def test_what_was_found_meanwhile_waits_for_its_document(window, make, monkeypatch):
    make(SMALL, Stipulation("win", 2))
    slow = Slow(monkeypatch)
    checked = window.session.state.active
    window.shell.perform("teach.check-puzzle")
    assert slow.began.wait(5)
    window.session.activate(0)
    slow.go.set()
    pause(300)
    until(lambda: not window.shell.puzzle_author._job.busy)
    assert window.session.document.record.puzzle is None
    window.session.activate(checked)
    until(lambda: puzzle_of(window).proof is not None)
    assert puzzle_of(window).proof.verdict == "sound"


def test_a_puzzle_that_was_changed_meanwhile_keeps_no_stale_proof(window, make, monkeypatch):
    editor = make(SMALL, Stipulation("win", 2))
    slow = Slow(monkeypatch)
    window.shell.perform("teach.check-puzzle")
    assert slow.began.wait(5)
    write(editor.form.moves, "3")
    slow.go.set()
    until(lambda: not window.shell.puzzle_author.is_checking)
    pause(50)
    assert puzzle_of(window).proof is None
    assert "changed meanwhile" in said(window)


def test_a_proof_of_another_position_is_told_to_be_stale(window, make):
    make(SMALL, Stipulation("win", 2))
    check(window)
    document = window.session.document
    other = dataclasses.replace(document.record, start=CROWDED)
    window.session.adopt(Document(other, ROOT, title="of a file"))
    pause(20)
    assert "another position" in said(window)
    assert not any(t.startswith("Solution") for t in buttons(editor_of(window).proof))
    check(window)
    assert said(window).startswith("Sound: 2f2")


def test_another_start_drops_the_proof_and_undo_brings_it_back(window, make):
    make(SMALL, Stipulation("win", 2))
    check(window)
    start = window.session.position
    window.session.set_up(put(start, [start.game.board.index("3c3")], 2), "set up")
    pause(10)
    assert said(window) == "Not checked yet."
    window.shell.perform("edit.undo")
    assert said(window).startswith("Sound: 1e3")


# -- what is not needed --------------------------------------------------------------------------


def test_a_superfluous_ball_is_shown_taken_away_and_brought_back(window, make):
    editor = make(CROWDED, Stipulation("win", 2))
    check(window)
    proof = puzzle_of(window).proof
    assert proof.superfluous
    site = proof.superfluous[0]
    press(buttons(editor.proof)[site])
    assert [(mark.site, mark.sign) for mark in window.scene_view.marks] == [(site, "cross")]
    away = next(
        b for b in editor.proof.findChildren(QPushButton) if b.accessibleName() == f"Remove {site}"
    )
    press(away)
    board = window.session.position.game.board
    assert cells_of(window.session.position)[board.index(site)] == 0
    until(lambda: not window.shell.puzzle_author.is_checking)
    pause(20)
    less = puzzle_of(window)
    assert less.proof.verdict == "sound"
    assert less.proof.first == proof.first
    assert site not in less.proof.superfluous
    window.shell.perform("edit.undo")
    assert said(window) == "Not checked yet.", "the old proof is not of the position without it"
    window.shell.perform("edit.undo")
    assert window.session.document.record.start == CROWDED
    assert puzzle_of(window).proof == proof
    assert said(window).startswith("Sound")
    window.shell.perform("edit.redo")
    window.shell.perform("edit.redo")
    assert puzzle_of(window) == less


def test_all_that_can_go_goes_together(window, make):
    editor = make(CROWDED, Stipulation("win", 2))
    check(window)
    first = puzzle_of(window).proof.first
    press(buttons(editor.proof)["Remove all that can go together"])
    until(
        lambda: (
            not window.shell.puzzle_author.is_checking
            and window.session.document.record.start != CROWDED
        )
    )
    until(lambda: puzzle_of(window).proof.position == window.session.document.record.start)
    assert puzzle_of(window).proof.verdict == "sound"
    assert puzzle_of(window).proof.first == first
    assert puzzle_of(window).proof.superfluous == ()


def test_what_can_go_together_waits_for_its_document(window, make, monkeypatch):
    from model.puzzles import reduction

    go, bare = threading.Event(), reduction.reduce_puzzle

    def late(*given, **named):
        go.wait(30)
        return bare(*given, **named)

    monkeypatch.setattr(reduction, "reduce_puzzle", late)
    make(CROWDED, Stipulation("win", 2))
    author = window.shell.puzzle_author
    author.check()
    until(lambda: puzzle_of(window).proof is not None)
    before = author.start
    assert len(puzzle_of(window).proof.superfluous) > 1
    author.take_all_away()
    checked = window.session.state.active
    window.session.activate(0)
    go.set()
    until(lambda: not author._job.busy)
    window.session.activate(checked)
    until(lambda: author.start != before)
    assert author.start.pieces.count.sum() < before.pieces.count.sum() - 1


def test_a_check_ends_with_its_document(window, make, monkeypatch):
    ended = threading.Event()

    def endless(*given, stop, **named):
        while not stop():
            ended.wait(0.005)
        ended.set()
        raise proof.Stopped

    monkeypatch.setattr(puzzle_author, "check", endless)
    make(CROWDED, Stipulation("win", 2))
    window.shell.puzzle_author.check()
    window.session.close()
    assert ended.wait(10)
    assert window.shell.puzzle_author.done is None


def test_a_puzzle_with_lines_keeps_them_and_a_new_one_is_made(window, make):
    make(CROWDED, Stipulation("win", 2))
    check(window)
    window.session.play("2f2")
    window.session.go(ROOT)
    before = window.session.document
    count = len(window.session.state.documents)
    window.shell.puzzle_author.take_away(puzzle_of(window).proof.superfluous[:1])
    assert len(window.session.state.documents) == count + 1
    assert before in window.session.state.documents
    until(lambda: puzzle_of(window).proof is not None)
    assert puzzle_of(window).proof.verdict == "sound"


# -- tries, hints, grade, title --------------------------------------------------------------------


def test_tries_are_added_named_told_and_removed(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    write(editor.tries.first, "1a1")
    assert puzzle_of(window).tries == ()
    assert "1a1" in window.shell.messages.text
    write(editor.tries.first, "3c3")
    assert [one.move for one in puzzle_of(window).tries] == ["3c3"]
    fields = {
        field.accessibleName(): field
        for field in editor.tries.findChildren(QLineEdit)
        if field.isVisible()
    }
    write(fields["Name of the try 3c3"], "The middle")
    write(fields["What is said about the try 3c3"], "Blue has time.")
    check(window)
    kept = puzzle_of(window).tries[0]
    assert (kept.move, kept.name, kept.text) == ("3c3", "The middle", "Blue has time.")
    assert kept.refutation
    row = next(t for t in buttons(editor.tries) if t.startswith("3c3 – "))
    press(buttons(editor.tries)[row])
    assert line_of(window) == ["3c3", *kept.refutation]
    window.shell.perform("teach.edit-puzzle")
    drop = next(
        b
        for b in editor.tries.rows.findChildren(type(editor.tries.take).__mro__[1])
        if b.accessibleName() == "Remove the try 3c3" and b.isVisible()
    )
    press(drop)
    assert "3c3" not in [one.move for one in puzzle_of(window).tries]
    window.shell.perform("edit.undo")
    assert puzzle_of(window).tries[0] == kept


def test_a_move_played_on_the_board_is_kept_as_a_try(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    press(editor.tries.take)
    assert "play the move on the board" in window.shell.messages.text.lower()
    window.session.play("3c3")
    window.session.play("1e3")
    press(editor.tries.take)
    assert [one.move for one in puzzle_of(window).tries] == ["3c3"]


def test_a_try_that_solves_is_none(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    write(editor.tries.first, "1e3")
    check(window)
    assert "1e3" not in [one.move for one in puzzle_of(window).tries]
    assert "1e3 does not fail" in window.shell.messages.text


def test_the_composer_is_written_down_and_credited(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    write(editor.composer, "Ada Lovelace")
    assert window.session.document.record.headers["composer"] == "Ada Lovelace"
    press(editor.solve)
    credit = window.docks.panel("learn").puzzle.credit
    until(credit.isVisible)
    assert credit.text().splitlines()[0] == "Composed by Ada Lovelace"
    assert "Mark Steere" in credit.text()


def test_the_check_grades_what_its_author_has_not(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    assert editor.grade.currentText() == "set by the check"
    check(window)
    puzzle = puzzle_of(window)
    assert puzzle.grade == min(5, 2 + len(puzzle.tries) // 2)
    assert editor.grade.currentData() == puzzle.grade
    window.shell.perform("edit.undo")
    assert puzzle_of(window).grade == 0
    choose(editor.grade, 5)
    check(window)
    assert puzzle_of(window).grade == 5, "the author's own word stays"


def test_what_is_not_sound_is_not_graded(window, make):
    make(CROWDED, Stipulation("win", 1))
    check(window)
    assert puzzle_of(window).proof.verdict == "unsolvable"
    assert puzzle_of(window).grade == 0


def test_title_hints_and_grade_are_edits(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    write(editor.title, "Another title")
    write(editor.hints[0], "Look low.")
    write(editor.hints[2], "The edge.")
    choose(editor.grade, 4)
    assert window.session.document.record.headers["title"] == "Another title"
    assert puzzle_of(window).hints == ("Look low.", "", "The edge.")
    assert puzzle_of(window).grade == 4
    for _ in range(4):
        window.shell.perform("edit.undo")
    assert window.session.document.record.headers["title"] == "a title"
    assert puzzle_of(window).hints == ()
    assert puzzle_of(window).grade == 0
    assert editor.title.text() == "a title"


def test_a_puzzle_becomes_a_game_again(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    press(editor.forget)
    assert window.session.document.record.kind == "game"
    window.shell.perform("edit.undo")
    assert window.session.document.record.kind == "puzzle"


def test_from_solving_to_editing_and_back(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    press(editor.solve)
    learn = window.docks.panel("learn")
    assert learn.currentWidget() is learn.puzzle
    with pytest.raises(SessionError, match="being solved"):
        window.shell.puzzle_author.check()
    press(learn.puzzle.edit)
    assert learn.currentWidget() is editor


def test_it_is_saved_with_its_proof_and_read_again(window, make, tmp_path):
    make(SMALL, Stipulation("win", 2))
    check(window)
    path = tmp_path / "one.pyramidion"
    window.session.save_as(path)
    assert files.load(path).record.puzzle == puzzle_of(window)


# -- in words ------------------------------------------------------------------------------------


def test_verdicts_in_words():
    position = read_position(SMALL)
    proof = Proof("sound", "partition:size=3,rules=free", "1", str(position), first=("1e3", "3c3"))
    asked = Stipulation("win", 2)
    words = verdict_words(position, Puzzle(asked, proof=proof))
    assert words == ("Sound: 2 key moves: 1e3 and 3c3.", "right")
    other = read_position(BEFORE)
    assert verdict_words(other, Puzzle(asked, proof=proof))[1] == "hint"
    assert "1 under partition:size=3" in proof_words(proof)
    assert verdict_words(position, Puzzle(asked, tries=(Try("1e3"),))) == ("Not checked yet.", "")


# -- the generator -------------------------------------------------------------------------------


@pytest.fixture
def generator(window):
    window.session.new(SMALL)
    window.shell.perform("teach.generate")
    made = window.shell.puzzle_generator
    made.form.seed.setValue(5)
    yield made
    made.close_down()


def test_a_set_is_generated_saved_and_opened_in_the_browser(window, generator, tmp_path):
    assert generator.form.game == read_position(SMALL).game, "the game in front"
    generator.form.count.setValue(2)
    generator.form.longest.setValue(2)
    generator.form.shortest.setValue(2)
    press(generator.start)
    assert generator.is_running
    until(lambda: not generator.is_running)
    assert generator.list.count() == 2
    assert "2 found in" in generator.doing.text()
    window.shell.ask.save_file = lambda _: tmp_path / "made"
    press(generator.save)
    assert not generator.isVisible()
    path = tmp_path / "made.pyramidion"
    held = files.load_any(path)
    same = generate(PuzzleRequest(generator.form.game, 2, 2, 2, "win", seed=5))
    assert [i.record.start for i in held.items] == [str(m.position) for m in same.made]
    assert window.docks.is_open("collection")
    assert window.docks.panel("collection").shown.path == path
    assert window.session.document.item == 0
    assert Path(window.session.document.path) == path


def test_made_puzzles_have_pictures_and_are_thrown_out(window, generator, tmp_path):
    generator.form.count.setValue(3)
    generator.form.longest.setValue(2)
    press(generator.start)
    until(lambda: not generator.is_running)
    made, shown = generator.result_.made, generator.list
    pictures = [shown.item(row).icon().pixmap(shown.iconSize()).toImage() for row in range(3)]
    assert all(not picture.isNull() for picture in pictures)
    assert pictures[0] != pictures[1]
    assert generator.which.text() == "Untick the puzzles you do not want to keep."
    # A click on the box of the first, Delete on the second, and Space brings it back.
    box = shown.visualItemRect(shown.item(0))
    QTest.mouseClick(shown.viewport(), LEFT, pos=QPoint(box.left() + 18, box.center().y()))
    shown.setFocus()
    shown.setCurrentRow(1)
    QTest.keyClick(shown, Qt.Key.Key_Delete)
    assert generator.which.text() == "1 of 3 puzzles will be saved."
    QTest.keyClick(shown, Qt.Key.Key_Space)
    assert shown.kept == made[1:]
    window.shell.ask.save_file = lambda _: tmp_path / "two.pyramidion"
    press(generator.save)
    held = files.load_any(tmp_path / "two.pyramidion")
    assert [one.record.start for one in held.items] == [str(one.position) for one in made[1:]]
    assert held.about.startswith("2 puzzles ")
    assert recent_files.load()[0] == tmp_path / "two.pyramidion"
    assert "Generated by Pyramidion" in window.docks.panel("learn").puzzle.credit.text()


def test_with_nothing_ticked_nothing_is_saved(window, generator):
    generator.form.count.setValue(1)
    generator.form.longest.setValue(2)
    press(generator.start)
    until(lambda: not generator.is_running)
    generator.list.setFocus()
    generator.list.setCurrentRow(0)
    QTest.keyClick(generator.list, Qt.Key.Key_Delete)
    assert not generator.save.isEnabled()
    QTest.keyClick(generator.list, Qt.Key.Key_Space)
    assert generator.save.isEnabled()


def test_stopping_keeps_what_was_found(window, generator):
    generator.form.count.setValue(200)
    generator.form.longest.setValue(2)
    press(generator.start)
    until(lambda: generator.list.count() >= 2)
    press(generator.cancel)
    until(lambda: not generator.is_running)
    assert generator.list.count() >= 2
    assert generator.doing.text().startswith("Stopped: ")
    assert generator.save.isVisible()
    asked = []
    window.shell.ask.lose = lambda question: asked.append(question)
    generator.close()
    assert asked
    assert generator.isVisible(), "nothing is lost without a word"
    window.shell.ask.lose = lambda question: True
    generator.close()
    assert not generator.isVisible()


def test_a_request_that_cannot_be_is_said_in_the_window(window, generator):
    window.shell.ask.new_game = lambda: ("pyraos", {})
    press(generator.form.other)
    choose(generator.form.kind, "hold")
    press(generator.start)
    assert not generator.is_running
    assert "no corners" in generator.trouble.text()
