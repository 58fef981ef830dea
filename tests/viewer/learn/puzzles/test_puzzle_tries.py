"""Tries of a puzzle in a real window: added, named, told, removed; and how hard it is."""

import pytest
from composing import SMALL, buttons, check, choose, line_of, press, puzzle_of, until, write
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from model.positions.setup import read_position
from model.puzzles.generated import grade_found
from model.puzzles.wording import fight_verdict
from model.records.puzzle import Stipulation, Try
from viewer.widgets.text_fields import TextEdit

pytestmark = pytest.mark.check

LOSING = "pyraos:rules=standard BBWW,WBBW,WWBW,BWBW/BW1,WBB,WWB/B1,B1/1 white"
"""One of three moves wins in three; the others do not win."""


def test_tries_are_added_named_told_and_removed(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    write(editor.tries.first, "1a1")
    assert puzzle_of(window).tries == ()
    assert "1a1" in window.notices.strip.text
    write(editor.tries.first, "3c3")
    assert [one.move for one in puzzle_of(window).tries] == ["3c3"]
    fields = {
        field.accessibleName(): field
        for field in (*editor.tries.findChildren(QLineEdit), *editor.tries.findChildren(TextEdit))
        if field.isVisible()
    }
    write(fields["Name of the try 3c3"], "The middle")
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    said = window.focusWidget()
    assert said is fields["What is said about the try 3c3"]
    assert said.width() > 0.8 * editor.tries.width(), "a sentence can be read there"
    QTest.keyClicks(said, "Blue has time.")
    QTest.keyClick(said, Qt.Key.Key_Tab)
    check(window)
    kept = puzzle_of(window).tries[0]
    assert (kept.move, kept.name, kept.text) == ("3c3", "The middle", "Blue has time.")
    assert kept.refutation
    row = next(t for t in buttons(editor.tries) if t.startswith("3c3 – "))
    press(buttons(editor.tries)[row])
    assert line_of(window) == ["3c3", *kept.refutation]
    window.perform("teach.edit-puzzle")
    drop = next(
        b
        for b in editor.tries.rows.findChildren(type(editor.tries.take).__mro__[1])
        if b.accessibleName() == "Remove the try 3c3" and b.isVisible()
    )
    press(drop)
    assert "3c3" not in [one.move for one in puzzle_of(window).tries]
    assert "3c3 is removed" in window.notices.strip.text
    window.perform("edit.undo")
    assert puzzle_of(window).tries[0] == kept


def test_tab_goes_on_to_the_next_try_and_comes_to_the_crosses_last(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    for move in ("3c3", "1c3"):
        write(editor.tries.first, move)
    tries = puzzle_of(window).tries
    assert len(tries) == 2
    name = next(
        field
        for field in editor.tries.findChildren(QLineEdit)
        if field.accessibleName() == "Name of the try 3c3" and field.isVisible()
    )
    name.setFocus()
    names = []
    for _ in range(8):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        names.append(window.focusWidget().accessibleName())
    assert names[0] == "What is said about the try 3c3"
    assert names[2:5] == [
        "Name of the try 1c3",
        "What is said about the try 1c3",
        "First move to keep as a try",
    ]
    assert names[-1] == "Remove the try 3c3"

    # A try added after a check waits for the next one.
    check(window)
    known = {one.move for one in puzzle_of(window).tries} | {*puzzle_of(window).proof.first}
    fresh = next(m for m in window.session.position.legal_moves if m not in known)
    write(editor.tries.first, fresh)
    assert f"{fresh} – the check finds the refutation" in buttons(editor.tries)


def test_a_move_played_on_the_board_is_kept_as_a_try(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    press(editor.tries.take)
    assert "play the move on the board" in window.notices.strip.text.lower()
    window.session.play("3c3")
    window.session.play("1e3")
    press(editor.tries.take)
    assert [one.move for one in puzzle_of(window).tries] == ["3c3"]
    row = buttons(editor.tries)["3c3 – the check finds the refutation"]
    assert editor.need.width() <= editor.width(), "a long row makes the dock no wider"
    row.resize(120, row.height())  # its end is cut, and the tip has it whole
    row.grab()
    assert row.toolTip() == f"{row.text()}\nPlay the try and its refutation"


def test_what_was_said_of_the_key_does_not_stay_while_the_puzzle_is_tried_out(window, make):
    position = "partition:size=4,rules=free RRR1,3B,3B,4/3,3,3/2,2/1 red"
    editor = make(position, Stipulation("hold", 1, corner="SW"))
    window.scene_view.take_focus()
    line = window.scene_view.floating.line
    known = window.shell.analysis.known
    until(lambda: (found := known(window.session.position)) is not None and found.done)
    QTest.keyClicks(window.scene_view, "n")
    until(lambda: "holds SW" in line.text)
    QTest.keyClicks(window.scene_view, "d")  # the cursor goes, what was said stays
    press(buttons(editor)["Try it out"])
    assert "holds" not in line.text


def test_a_try_that_solves_is_none(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    write(editor.tries.first, "1e3")
    check(window)
    assert "1e3" not in [one.move for one in puzzle_of(window).tries]
    assert "1e3 does not fail" in window.notices.strip.text
    # What an author wrote about it outlasts a question it is no try of.
    written = replace(puzzle_of(window), tries=(Try("1e3", (), "the key", "so near"),))
    window.session.set_puzzle(written, "tries")
    check(window)
    assert puzzle_of(window).tries[-1] == Try("1e3", (), "the key", "so near")
    assert "names and comments of tries are kept" in window.notices.strip.text
    assert "1e3 – does not fail here" in buttons(editor.tries)
    # As a damaged file may have it, or an older position left it behind.
    broken = replace(puzzle_of(window), tries=(Try("1a1"), Try("9z9")))
    window.session.set_puzzle(broken, "tries")
    check(window)
    assert "1a1" not in [one.move for one in puzzle_of(window).tries]
    assert "The tries 1a1 and 9z9 are not legal here" in window.notices.strip.text


def test_the_check_grades_what_its_author_has_not_and_takes_it_back(window, make):
    editor = make(LOSING, Stipulation("win", 3))
    assert editor.grade.currentText() == "set by the check"
    check(window)
    puzzle = puzzle_of(window)
    assert puzzle.grade == grade_found(read_position(LOSING), puzzle)
    assert 1 <= puzzle.grade <= 5
    fight = fight_verdict(read_position(LOSING), puzzle.proof.fight)
    assert editor.proof.counts.text().endswith(f"{fight[:1].upper()}{fight[1:]}.")
    assert editor.grade.currentData() == puzzle.grade
    window.shell.learning.puzzle_author.ask(Stipulation("win", 2))
    check(window)
    assert puzzle_of(window).proof.verdict == "unsolvable"
    assert puzzle_of(window).grade == 0, "it was said of another puzzle"
    assert editor.grade.currentText() == "set by the check"
    choose(editor.grade, 5)
    check(window)
    assert puzzle_of(window).grade == 5, "the author's own word stays"


def test_a_good_move_is_named_or_the_puzzle_cannot_be_solved(window, make):
    editor = make(SMALL, Stipulation("accepted"))
    assert editor.proof.verdict.text() == "No accepted moves are named."
    assert not editor.solve.isEnabled()
    assert not window.perform("teach.begin")
    assert "no accepted moves are named" in window.notices.strip.text
    window.session.set_puzzle(
        replace(puzzle_of(window), stipulation=Stipulation("accepted", accepted=("1e3",)))
    )
    check(window)
    assert editor.proof.verdict.text().startswith("Not proved")
    assert not editor.proof.by.text().startswith("Proved"), "nothing was"
