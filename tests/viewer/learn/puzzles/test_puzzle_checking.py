"""Checking a puzzle in a real window: verdicts, lines, cancelling, and what is not needed."""

import threading
from dataclasses import replace

import pytest
from composing import (
    CROWDED,
    SMALL,
    THREE,
    buttons,
    check,
    choose,
    editor_of,
    line_of,
    pause,
    press,
    puzzle_of,
    said,
    until,
    write,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from model.positions.setup import cells_of, put
from model.puzzles import proof
from model.records.puzzle import Stipulation
from model.records.record import ROOT
from viewer.learn.puzzles import puzzle_author
from viewer.session.document.document import Document
from viewer.widgets.text_fields import LineEdit

# -- the check -----------------------------------------------------------------------------------


@pytest.mark.check
def test_a_sound_puzzle_is_told_with_solution_tries_and_rules(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    assert said(window) == "Not checked yet."
    check(window)
    # Every other move wins too, only later: that is no puzzle.
    assert said(window) == (
        "No choice: all 10 moves reach the goal, 1 in time and 9 later. 1e3 is only quicker."
    )
    proof = puzzle_of(window).proof
    assert proof.first == ("1e3",)
    assert any(text.startswith("Solution: 1e3") for text in buttons(editor.proof))
    assert "partition:size=3,rules=free" in editor.proof.by.toolTip()
    assert [one.move for one in puzzle_of(window).tries]
    assert all(one.refutation for one in puzzle_of(window).tries)
    checked = puzzle_of(window)
    window.perform("edit.undo")
    assert puzzle_of(window).proof is None
    assert said(window) == "Not checked yet."
    window.perform("edit.redo")
    assert puzzle_of(window) == checked
    assert proof.no_choice
    assert checked.grade == 0, "what is no choice is not graded"

    # Another start drops the proof, and undo brings it back.
    start = window.session.position
    window.session.set_up(put(start, [start.game.board.index("3c3")], 2), "set up")
    pause(10)
    assert said(window) == "Not checked yet."
    window.perform("edit.undo")
    assert said(window).startswith("No choice: ")


@pytest.mark.check
def test_a_solution_in_fewer_moves_is_told_and_played(window, make):
    editor = make(SMALL, Stipulation("win", 3))
    check(window)
    assert said(window).startswith("Short: 1e3 wins in 2 moves.")
    rows = buttons(editor.proof)
    press(next(row for text, row in rows.items() if text.startswith("Shorter: 1e3")))
    assert line_of(window) == list(puzzle_of(window).proof.shorter)


@pytest.mark.check
def test_cooks_are_listed_and_shown_on_the_board(window, make):
    editor = make(THREE, Stipulation("win", 3))
    check(window)
    proof = puzzle_of(window).proof
    assert proof.verdict == "cooked"
    assert said(window).startswith("Cooked: there is more than one key move: 2d2, ")
    for cook in proof.cooks:
        assert cook in said(window)
        press(buttons(editor.proof)[cook])
        assert [(mark.site, mark.sign) for mark in window.scene_view.laid.marks] == [(cook, "ring")]
    write(editor.meant, "2d2")
    check(window)
    assert said(window).startswith("Cooked: 2d2 is meant; ")
    write(editor.meant, "")
    # The author means all of them: then it is sound.
    choose(editor.form.first, "set")
    check(window)
    assert puzzle_of(window).proof.verdict == "sound"


@pytest.mark.check
def test_an_unsolvable_puzzle_has_its_refutation_played(window, make):
    editor = make(CROWDED, Stipulation("win", 1))
    check(window)
    proof = puzzle_of(window).proof
    assert proof.verdict == "unsolvable"
    assert puzzle_of(window).grade == 0, "what is not sound is not graded"
    assert said(window).startswith("No solution in 1 move; there is one in 2. The best try is ")
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


@pytest.mark.check
def test_a_meant_move_that_fails_is_told(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    write(editor.meant, "3c3")
    assert puzzle_of(window).keys == ("3c3",)
    check(window)
    assert said(window).startswith("Unsolvable: 3c3 is meant, but does not reach the goal")
    assert "1e3 would" in said(window)
    write(editor.meant, "1a1")
    assert puzzle_of(window).keys == ("1a1",), "what is typed is kept"
    assert said(window).startswith("The meant move 1a1 is not legal")
    assert not editor.proof.check.isEnabled()


class Slow:
    """A check that waits until it may go on; listens to its stop."""

    def __init__(self, monkeypatch):
        self.real, self.go = proof.check, threading.Event()
        self.began, self.stopped, self.limit = threading.Event(), threading.Event(), None
        self.told = (150, 300, "first move 1e3")
        monkeypatch.setattr(puzzle_author, "check", self)

    def __call__(self, position, puzzle, *, stop, progress, limit, **rest):
        self.limit = limit
        self.began.set()
        progress(*self.told)
        while not self.go.wait(0.005):
            if stop():
                self.stopped.set()
                break
        return self.real(position, puzzle, stop=stop, progress=progress, limit=limit, **rest)


@pytest.mark.check
def test_a_check_shows_how_far_it_is_and_is_cancelled(window, make, monkeypatch):
    editor = make(SMALL, Stipulation("win", 2))
    slow = Slow(monkeypatch)
    write(editor.proof.limit, "7")
    before = window.session.document.record
    press(editor.proof.check)
    until(lambda: editor.proof.bar.value() == 150)
    assert editor.proof.bar.isVisible()
    assert slow.limit == 7.0
    assert editor.proof.working.isVisible()
    assert not editor.proof.check.isVisible()
    assert editor.proof.doing.text() == "First move 1e3"
    assert not editor.proof.verdict.isVisible(), "not checked yet: that is being done"
    press(editor.proof.cancel)
    assert slow.stopped.wait(5)
    pause(50)
    assert not editor.proof.working.isVisible()
    assert "cancelled" in said(window)
    assert window.session.document.record is before
    slow.told = (0, 0, "looking for pieces")
    press(editor.proof.check)
    until(lambda: editor.proof.doing.text() == "Looking for pieces")
    assert not editor.proof.bar.isVisible(), "how long it takes is not known"
    press(editor.proof.cancel)


@pytest.mark.check
def test_time_runs_out(window, make):
    editor = make(CROWDED, Stipulation("win", 3))
    window.shell.learning.puzzle_author.limit = 0
    press(editor.proof.check)
    until(lambda: not window.shell.learning.puzzle_author.is_checking)
    assert "Not decided within 0 seconds" in said(window)
    assert puzzle_of(window).proof is None


@pytest.mark.check
def test_what_was_found_meanwhile_waits_for_its_document(window, make, monkeypatch):
    make(SMALL, Stipulation("win", 2))
    slow = Slow(monkeypatch)
    checked = window.session.state.active
    window.perform("teach.check-puzzle")
    assert slow.began.wait(5)
    window.session.activate(0)
    slow.go.set()
    pause(300)
    until(lambda: not window.shell.learning.puzzle_author._job.busy)
    assert window.session.document.record.puzzle is None
    window.session.activate(checked)
    until(lambda: puzzle_of(window).proof is not None)
    assert puzzle_of(window).proof.verdict == "sound"


@pytest.mark.check
def test_a_puzzle_that_was_changed_meanwhile_keeps_no_stale_proof_but_what_was_written(
    window, make, monkeypatch
):
    editor = make(SMALL, Stipulation("win", 2))
    slow = Slow(monkeypatch)
    window.perform("teach.check-puzzle")
    assert slow.began.wait(5)
    write(editor.form.moves, "3")
    slow.go.set()
    until(lambda: not window.shell.learning.puzzle_author.is_checking)
    pause(50)
    assert puzzle_of(window).proof is None
    assert "changed meanwhile" in said(window)

    # What is written during a check stays and leaves it alone.
    write(editor.form.moves, "2")
    write(editor.tries.first, "3c3")
    slow = Slow(monkeypatch)
    window.perform("teach.check-puzzle")
    assert slow.began.wait(5)
    QTest.keyClicks(editor.hints[0], "Look low.")
    name = next(f for f in editor.tries.findChildren(LineEdit) if f.isVisible())
    QTest.keyClicks(name, "The middle")
    slow.go.set()
    until(lambda: puzzle_of(window).proof is not None)
    puzzle = puzzle_of(window)
    assert puzzle.proof.verdict == "sound"
    assert puzzle.hints == ("Look low.",)
    assert (puzzle.tries[0].move, puzzle.tries[0].name) == ("3c3", "The middle")
    assert puzzle.tries[0].refutation


@pytest.mark.check
def test_a_proof_of_another_position_is_told_to_be_stale(window, make):
    make(SMALL, Stipulation("win", 2))
    check(window)
    document = window.session.document
    other = replace(document.record, start=CROWDED)
    window.session.adopt(Document(other, ROOT, title="of a file"))
    pause(20)
    assert "another position" in said(window)
    assert not any(t.startswith("Solution") for t in buttons(editor_of(window).proof))
    check(window)
    assert said(window).startswith("Sound: 2f2")


# -- what is not needed --------------------------------------------------------------------------


@pytest.mark.check
def test_what_is_not_needed_is_shown_taken_away_and_brought_back(window, make, monkeypatch):
    editor = make(CROWDED, Stipulation("win", 2))
    check(window)
    proof = puzzle_of(window).proof
    assert proof.superfluous
    (head,) = (one for one in editor.proof.findChildren(QLabel) if one.text() == "Not needed")
    assert "all of them together may matter" in head.toolTip(), "as the verdict may say above"
    site = proof.superfluous[0]
    press(buttons(editor.proof)[site])
    assert [(mark.site, mark.sign) for mark in window.scene_view.laid.marks] == [(site, "cross")]
    away = next(
        b for b in editor.proof.findChildren(QPushButton) if b.accessibleName() == f"Remove {site}"
    )
    press(away)
    board = window.session.position.game.board
    assert cells_of(window.session.position)[board.index(site)] == 0
    until(lambda: not window.shell.learning.puzzle_author.is_checking)
    pause(20)
    less = puzzle_of(window)
    assert less.proof.verdict == "sound"
    assert less.proof.first == proof.first
    assert site not in less.proof.superfluous
    window.perform("edit.undo")
    assert said(window) == "Not checked yet.", "the old proof is not of the position without it"
    window.perform("edit.undo")
    assert window.session.document.record.start == CROWDED
    assert puzzle_of(window).proof == proof
    assert said(window).startswith("Sound")
    window.perform("edit.redo")
    window.perform("edit.redo")
    assert puzzle_of(window) == less
    window.perform("edit.undo")
    window.perform("edit.undo")

    # Where nothing can go together that is said; else all goes that can.
    author, every = window.shell.learning.puzzle_author, "Remove all that can go together"
    pause(20)
    with monkeypatch.context() as bound:
        bound.setattr(puzzle_author, "reduce_puzzle", lambda position, *_, **__: position)
        press(buttons(editor.proof)[every])
        until(lambda: not author.is_checking)
    assert said(window) == puzzle_author.NONE_CAN_GO
    assert window.session.document.record.start == CROWDED
    press(buttons(editor.proof)[every])
    until(lambda: not author.is_checking and window.session.document.record.start != CROWDED)
    until(lambda: puzzle_of(window).proof.position == window.session.document.record.start)
    assert puzzle_of(window).proof.verdict == "sound"
    assert puzzle_of(window).proof.first == proof.first
    assert puzzle_of(window).proof.superfluous == ()
    window.perform("edit.undo")
    window.perform("edit.undo")
    assert puzzle_of(window).proof == proof

    # A puzzle with lines keeps them, and a new one is made.
    window.session.play("2f2")
    window.session.go(ROOT)
    before = window.session.document
    count = len(window.session.state.documents)
    author.take_away(proof.superfluous[:1])
    assert len(window.session.state.documents) == count + 1
    assert before in window.session.state.documents
    until(lambda: puzzle_of(window).proof is not None)
    assert puzzle_of(window).proof.verdict == "sound"


@pytest.mark.check
def test_what_can_go_together_waits_for_its_document(window, make, monkeypatch):
    go, bare = threading.Event(), puzzle_author.reduce_puzzle

    def late(*given, **named):
        go.wait(30)
        return bare(*given, **named)

    monkeypatch.setattr(puzzle_author, "reduce_puzzle", late)
    make(CROWDED, Stipulation("win", 2))
    author = window.shell.learning.puzzle_author
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


@pytest.mark.check
def test_a_check_ends_with_its_document(window, make, monkeypatch):
    ended = threading.Event()

    def endless(*given, stop, **named):
        while not stop():
            ended.wait(0.005)
        ended.set()
        raise proof.Stopped

    monkeypatch.setattr(puzzle_author, "check", endless)
    make(CROWDED, Stipulation("win", 2))
    window.shell.learning.puzzle_author.check()
    window.session.close()
    assert ended.wait(10)
    assert window.shell.learning.puzzle_author.done is None
