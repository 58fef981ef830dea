"""Puzzles of Pyramid Ball made in a real window: what is asked, the known program, the proof."""

import pytest
from composing import author_window, check, choose, editor_of, press, puzzle_of, said, until, write
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from windows import in_dialog

from model.positions.setup import read_position
from model.records.puzzle import Proof, Puzzle, Stipulation
from viewer.learn.puzzles.puzzle_text import verdict_words
from viewer.window.dialogs.new_game import NewPuzzle

NEAR = "pyramid-ball 7,7,7,7,7,3M2S,L2l2m,3s3 A ball=AM"
"""A's M is two rows from the goal, and B's L stands in its way."""
STILL = ".../.../..."
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(open_window):
    made = author_window(open_window)
    made.session.paste_position(NEAR)
    until(lambda: made.display.is_ready)
    made.scene_view.take_focus()
    return made


@pytest.mark.check
def test_both_kinds_are_made_and_the_known_program_is_drawn_typed_or_made_of_slots(window, drive):
    asked = []

    def answer(dialog):
        form = dialog.form
        asked.append(form.said.toPlainText())
        assert not form.moves.isVisible()
        assert not form.points.isVisible()
        assert not form.known.isVisible()
        choose(form.kind, "known")
        asked.append(form.said.toPlainText())
        assert form.known.isVisible()
        write(form.known, "S1=Q")
        asked.append(form.trouble.text())
        write(form.known, "L1=S pass=2m")
        asked.append(form.said.toPlainText())
        choose(form.kind, "win")
        assert form.stipulation == Stipulation("win", 1)
        choose(form.kind, "known")
        dialog.title.setFocus()
        QTest.keyClicks(dialog.title, "Against a step")
        QTest.keyClick(dialog.title, Qt.Key.Key_Return)

    in_dialog(NewPuzzle, answer)
    QTest.keyClick(window.scene_view.widget.surface, Qt.Key.Key_G, CTRL | SHIFT)
    every, still, wrong, step = asked
    assert every.startswith("A to move: win this turn, whatever B has chosen. There is one answer")
    assert still.startswith(f"B has chosen {STILL}; A to move")
    assert wrong.startswith("S1 cannot be Q: it is")
    assert step.startswith("B has chosen .../.../S../pass2M;")
    editor, known = editor_of(window), ".../.../S../pass2M"
    assert puzzle_of(window).stipulation == Stipulation("win", 1, known=known)
    assert window.scene_view.drawing.guess == (known,), "the known program is drawn"

    # From arrows: B's small piece is dragged, then what is drawn is taken.
    mouse = drive(window.scene_view.widget)
    here, there = mouse.place_of("d8"), mouse.place_of("c8")
    mouse.press(here)
    mouse.move(here + 0.5 * (there - here), held=LEFT)
    mouse.move(there, held=LEFT)
    mouse.release(there)
    press(editor.form.take)
    drawn = "W../.../S../pass2M"
    assert puzzle_of(window).stipulation.known == drawn
    assert editor.form.known.text() == drawn
    window.perform("edit.undo")
    assert puzzle_of(window).stipulation.known == known

    # By its text: a whole program.
    write(editor.form.known, STILL)
    assert puzzle_of(window).stipulation.known == STILL
    check(window)
    assert said(window).startswith("Cooked: there is more than one key move")
    choose(editor.form.first, "set")
    check(window)
    assert said(window).startswith("Sound: ")
    assert all("pass" in move or "N" in move for move in puzzle_of(window).proof.first)
    choose(editor.form.kind, "win")
    assert puzzle_of(window).stipulation == Stipulation("win", 1, first="set")
    assert not editor.form.known.isVisible()


def test_a_program_at_the_end_of_a_sentence_has_one_full_stop():
    position, first = read_position(NEAR), (".../.../..N", ".../.../NN.")
    proof = Proof("sound", "pyramid-ball", "0", str(position), first)
    puzzle = Puzzle(Stipulation("win", 1, first="set"), proof=proof)
    said, _ = verdict_words(position, puzzle)
    assert said == "Sound: 2 key moves: .../.../..N and .../.../NN."
