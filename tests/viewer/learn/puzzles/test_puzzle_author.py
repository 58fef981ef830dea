"""Making puzzles in a real window: of a node, asked otherwise, titled, saved, turned back."""

import pytest
from composing import (
    BEFORE,
    SMALL,
    check,
    choose,
    editor_of,
    pause,
    press,
    puzzle_of,
    said,
    until,
    write,
)
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from windows import in_dialog

from model.positions.setup import read_position
from model.records import files
from model.records.puzzle import Proof, Puzzle, Stipulation, Try
from model.registry import kinds
from viewer.commands.table import BY_ID
from viewer.learn.puzzles.puzzle_text import proof_words, read_known, verdict_words
from viewer.session.session import SessionError
from viewer.window.dialogs.new_game import NewPuzzle

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


# -- of a node -----------------------------------------------------------------------------------


@pytest.mark.check
def test_any_node_becomes_a_puzzle_by_one_key_and_a_dialog(window):
    window.session.play("1e1")
    old = window.session.document

    def answer(dialog):
        assert "Red to move: win" in dialog.form.said.toPlainText()
        QTest.keyClicks(dialog.title, "Round the corner")
        write(dialog.form.moves, "3")
        choose(dialog.form.kind, "hold")
        choose(dialog.form.corner, "NE")
        dialog.title.setFocus()
        QTest.keyClick(dialog.title, Qt.Key.Key_Return)

    in_dialog(NewPuzzle, answer)
    QTest.keyClick(window.scene_view.widget.surface, Qt.Key.Key_G, CTRL | SHIFT)
    document = window.session.document
    assert document.key != old.key
    assert document.record.kind == "puzzle"
    assert document.record.start == SMALL
    assert document.record.headers["title"] == "Round the corner"
    assert puzzle_of(window).stipulation == Stipulation("hold", 3, "NE")
    assert window.docks.panel("learn").currentWidget() is editor_of(window)
    assert window.session.state.documents[0].record is old.record


@pytest.mark.check
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
    assert "Ctrl+Shift+G" in BY_ID["teach.make-puzzle"].keys
    assert "Ctrl+Shift+E" in BY_ID["teach.edit-puzzle"].keys
    assert "F7" in BY_ID["teach.check-puzzle"].keys
    assert "Ctrl+F7" in BY_ID["teach.generate"].keys


@pytest.mark.check
@pytest.mark.fresh_window
def test_nothing_happens_where_the_dialog_is_cancelled(window):
    in_dialog(NewPuzzle, lambda dialog: dialog.reject())
    window.perform("teach.make-puzzle")
    assert len(window.session.state.documents) == 1
    assert window.session.document.record.kind == "game"


@pytest.mark.check
def test_a_finished_game_and_what_stands_in_no_field_are_refused_in_a_sentence(window):
    window.session.new("partition:size=3,rules=free RRR,3,RRR/2,2/1 red")
    assert window.session.position.outcome is not None
    assert not window.perform("teach.make-puzzle")
    assert "the game is over" in window.notices.strip.text
    dialog = NewPuzzle(read_position(SMALL), window)
    dialog.show()
    QTest.keyClicks(dialog.form.points, "9z9")
    press(dialog.make)
    assert dialog.isVisible()
    assert "9z9 is not a point" in dialog.form.trouble.text()
    write(dialog.form.points, "1e3, 3c3")
    press(dialog.make)
    assert not dialog.isVisible()
    assert dialog.answer[0].points == ("1e3", "3c3")
    dialog.deleteLater()


# -- what is asked -------------------------------------------------------------------------------


@pytest.mark.check
def test_the_question_is_changed_and_the_change_undone_and_redone(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    check(window)
    proved = puzzle_of(window)
    assert proved.proof.verdict == "sound"
    write(editor.form.moves, "3")
    assert puzzle_of(window).stipulation.moves == 3
    assert puzzle_of(window).proof is None, "the proof was of another question"
    assert "in 3 moves" in editor.form.said.toPlainText()
    assert said(window) == "Not checked yet."
    choose(editor.form.kind, "parry")
    assert puzzle_of(window).stipulation == Stipulation("parry", 3)
    window.perform("edit.undo")
    window.perform("edit.undo")
    assert puzzle_of(window) == proved
    assert editor.form.moves.value() == 2
    assert said(window).startswith("No choice")
    window.perform("edit.redo")
    assert puzzle_of(window).stipulation.moves == 3
    assert editor.form.moves.value() == 3


@pytest.mark.check
def test_any_number_of_moves_exactly_one_answer_and_corners_where_there_are_some(window, make):
    editor = make("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white", Stipulation("win", 2))
    assert editor.form.kind.findData("hold") < 0
    editor = make(SMALL, Stipulation("win", 2))
    write(editor.form.moves, "0")
    assert puzzle_of(window).stipulation.moves is None
    choose(editor.form.first, "only")
    assert puzzle_of(window).stipulation.first == "only"
    choose(editor.form.kind, "only")
    assert puzzle_of(window).stipulation == Stipulation("only", first="only")
    choose(editor.form.kind, "win")
    assert puzzle_of(window).stipulation.first == "unique"

    # A corner that nobody chose goes with what needed it.
    editor.form.kind.setFocus()
    kinds = [editor.form.kind.itemData(row) for row in range(editor.form.kind.count())]
    assert kinds[:3] == ["win", "hold", "parry"]
    QTest.keyClick(editor.form.kind, Qt.Key.Key_Down)
    assert puzzle_of(window).stipulation.corner == "SW"
    QTest.keyClick(editor.form.kind, Qt.Key.Key_Down)
    assert (puzzle_of(window).stipulation.kind, puzzle_of(window).stipulation.corner) == (
        "parry",
        "",
    )
    QTest.keyClick(editor.form.kind, Qt.Key.Key_Up)
    choose(editor.form.corner, "NE")
    QTest.keyClick(editor.form.kind, Qt.Key.Key_Down)
    assert puzzle_of(window).stipulation.corner == "NE", "it was chosen"


def test_accepted_moves_are_read_and_wrong_ones_refused(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    choose(editor.form.kind, "accepted")
    assert puzzle_of(window).stipulation.kind == "win", "a file that asks for no move cannot open"
    assert editor.form.trouble.text() == "Name at least one right move"
    write(editor.form.accepted, "1e3 1a1")
    assert "1a1" in editor.form.trouble.text()
    assert puzzle_of(window).stipulation.accepted == ("1e3", "1a1"), "what is typed is kept"
    assert not editor.proof.check.isEnabled()
    write(editor.form.accepted, "1e3, 3c3")
    assert puzzle_of(window).stipulation.accepted == ("1e3", "3c3")
    assert not editor.form.trouble.text()
    check(window)
    assert "Not proved" in said(window)


@pytest.mark.check
def test_points_are_picked_by_clicks_and_shown(window, make, drive):
    editor = make(SMALL, Stipulation("win", 2))
    press(editor.form.pick)
    driver = drive(window.scene_view.widget)
    driver.click("1e3")
    pause(20)
    driver.click("3c3")
    pause(20)
    assert puzzle_of(window).stipulation.points == ("1e3", "3c3")
    assert {mark.site for mark in window.scene_view.laid.marks} == {"1e3", "3c3"}
    driver.click("3c3")
    pause(20)
    assert puzzle_of(window).stipulation.points == ("1e3",)
    assert len(window.session.document.record) == 0, "clicks did not play"
    for points in (("1e3", "3c3"), ("1e3",), ()):
        window.perform("edit.undo")
        assert {mark.site for mark in window.scene_view.laid.marks} == set(points)
    window.perform("edit.redo")
    driver.key(Qt.Key.Key_Escape)
    assert not editor.form.pick.isChecked()
    driver.click("3c3")
    pause(20)
    assert len(window.session.document.record) == 1, "clicks play again"


# -- what else is written down --------------------------------------------------------------------


@pytest.mark.check
def test_title_hints_grade_and_composer_are_edits_and_the_composer_is_credited(window, make):
    editor = make(SMALL, Stipulation("win", 2))
    write(editor.title, "Another title")
    write(editor.hints[0], "Look low.")
    write(editor.hints[2], "The edge.")
    choose(editor.grade, 4)
    assert window.session.document.record.headers["title"] == "Another title"
    assert puzzle_of(window).hints == ("Look low.", "", "The edge.")
    assert puzzle_of(window).grade == 4
    for _ in range(4):
        window.perform("edit.undo")
    assert window.session.document.record.headers["title"] == "a title"
    assert puzzle_of(window).hints == ()
    assert puzzle_of(window).grade == 0
    assert editor.title.text() == "a title"
    press(editor.forget)
    assert window.session.document.record.kind == "game"
    window.perform("edit.undo")
    assert window.session.document.record.kind == "puzzle"
    write(editor.composer, "Ada Lovelace")
    assert window.session.document.record.headers["composer"] == "Ada Lovelace"
    press(editor.solve)
    learn = window.docks.panel("learn")
    assert learn.currentWidget() is learn.puzzle
    credit = learn.puzzle.credit
    until(credit.isVisible)
    assert credit.text().splitlines()[0] == "Composed by Ada Lovelace"
    assert credit.text().splitlines()[1] == "Pyramid Partition"
    with pytest.raises(SessionError, match="being solved"):
        window.shell.learning.puzzle_author.check()
    press(learn.puzzle.edit)
    assert learn.currentWidget() is editor


@pytest.mark.check
def test_it_is_saved_with_its_proof_and_read_again_and_as_the_only_one_of_a_collection(
    window, make, tmp_path
):
    make(SMALL, Stipulation("win", 2))
    check(window)
    path = tmp_path / "one.pyramidion"
    window.session.save_as(path)
    assert files.load(path).record.puzzle == puzzle_of(window)
    window.shell.ask.save_file = lambda _: tmp_path / "all.pyramidion"
    assert window.perform("file.collection-of-this")
    until(lambda: window.session.document.item == 0)
    window.perform("teach.next-item")
    assert window.notices.strip.text == "The collection holds nothing else."


# -- in words ------------------------------------------------------------------------------------


@pytest.mark.check
def test_verdicts_in_words():
    position = read_position(SMALL)
    proof = Proof("sound", "partition:size=3,rules=free", "1", str(position), first=("1e3", "3c3"))
    asked = Stipulation("win", 2)
    words = verdict_words(position, Puzzle(asked, proof=proof))
    assert words == ("Sound: 2 key moves: 1e3 and 3c3.", "right")
    other = read_position(BEFORE)
    assert verdict_words(other, Puzzle(asked, proof=proof))[1] == "hint"
    assert proof_words(proof) == "Proved by Pyramidion 1."
    assert proof_words(replace(proof, visited=1200)) == (
        "Proved by Pyramidion 1, which looked at 1,200 positions."
    )
    assert verdict_words(position, Puzzle(asked, tries=(Try("1e3"),))) == ("Not checked yet.", "")


def test_where_nothing_is_chosen_by_itself_the_whole_choice_is_asked_for():
    position = kinds()["rolling-pyramids"].configure({}).start()
    with pytest.raises(SessionError, match="write the whole choice"):
        read_known(position, "")
