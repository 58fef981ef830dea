"""Both histories, files and journals: what the machines of `test_document_machine` have found."""

from pathlib import Path

import histories
import pytest
from histories import STARTS, Hand

from model.exercises.exercise import Exercise
from model.positions.setup import read_setup
from model.records.lesson import Lesson, Step
from model.records.puzzle import Puzzle, Stipulation
from model.records.record import ROOT
from model.records.view import Mark, View
from viewer.session.autosave.journal import Journal
from viewer.session.autosave.recovery import read
from viewer.session.session import Session


def begun(start: str) -> Hand:
    session = Session()
    session.new(start)
    return Hand(session)


# -- what random work has found ------------------------------------------------------------------

FOUR = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
THREE = [
    read_setup(f"partition:size=3,rules=free {base},3,3/2,2/1 red") for base in ("R2", "1R1", "RR1")
]


def test_a_stroke_over_a_position_that_is_there_leaves_a_file_that_can_be_read():
    hand = begun(STARTS[0])
    hand.session.play("3c3")
    for made in THREE[:2]:
        hand.session.first()
        hand.session.set_up(made, "set up")
    hand.session.set_up(THREE[0], "set up")
    histories.check_saved(hand)
    assert len(hand.document.record) == 3


def test_a_stroke_goes_on_as_one_edit_only_while_nothing_comes_between():
    hand = begun(STARTS[0])
    hand.session.comment("Begin.")
    hand.session.set_up(THREE[0], "set up", "stroke")
    hand.session.undo()
    hand.session.set_up(THREE[1], "set up", "stroke")
    assert [edit.name for edit in hand.document.done] == ["set up", "comment"]
    hand.session.set_up(THREE[2], "set up", "stroke")
    assert [edit.name for edit in hand.document.done] == ["set up", "comment"]
    hand.session.undo()
    assert hand.document.record[ROOT].comment == "Begin."
    assert hand.session.copy_position() == STARTS[0]


def test_what_is_said_about_points_goes_with_them_when_a_smaller_board_is_set_up():
    hand = begun(FOUR)
    session = hand.session
    far, near = Mark("1g7"), Mark("1a1", "cross")
    session.mark((far, near))
    session.set_view(View(selected="1g7", layer=("level", 1)))
    session.store_view(session.document.view)
    session.bookmark("far")
    steps = (Step(ROOT, view=session.document.view, marks=(near, far)),)
    session.set_lesson(Lesson(steps))
    whole = session.document.record
    session.set_up(THREE[0], "paste position")
    histories.check_saved(hand)
    here, lesson = session.document.record[ROOT], session.document.record.lesson
    assert (here.marks, here.view) == ((near,), None)
    assert (lesson.steps[0].marks, lesson.steps[0].view) == ((near,), None)
    session.set_view(session.bookmarked("far"))  # as far as it goes
    assert session.document.view == View(layer=("level", 1))
    session.undo()
    assert session.document.record is whole
    session.set_view(session.bookmarked("far"))
    assert session.document.view.selected == "1g7"
    points = Stipulation("hold", corner="SW", points=("1g7", "1a1"))
    session.set_puzzle(Puzzle(points))
    session.set_up(THREE[0], "paste position")
    assert session.document.record.puzzle.stipulation.points == ("1a1",)
    histories.check_saved(hand)


def test_looks_of_another_board_come_back_and_never_point_beside_the_board():
    hand = begun(FOUR)
    session = hand.session
    session.play("1a1")
    session.set_view(View(selected="1g7"))
    session.set_up(THREE[0], "paste position")
    assert session.document.view == View()
    session.look_back()
    assert (hand.document.node, hand.document.view.selected) == (1, "1g7")
    other = begun(FOUR)
    for selected in ("1g7", "1a1"):
        other.session.set_view(View(selected=selected))
    other.session.set_up(THREE[0], "paste position")
    while other.session.look_back():
        histories.check_whole(other)
        histories.check_saved(other)


@pytest.fixture
def journalled(tmp_path):
    """A session with a journal, and what the journal holds."""
    session = Session()
    journal = Journal(session, tmp_path / "autosave")

    def held():
        journal.flush()
        return read(next(journal.folder.glob("*.journal")))

    yield session, held
    journal.close()


def test_the_look_that_comes_back_with_the_end_of_a_run_is_in_the_journal(journalled):
    session, held = journalled
    session.new(FOUR)
    session.set_view(View(selected="1g7"))
    session.begin_exercise(Exercise(session.document.record, ROOT))
    session.set_view(View(selected="1a1"))
    session.end_exercise()
    assert held().view == session.document.view == View(selected="1g7")


def test_an_item_saved_as_a_file_of_its_own_is_none_in_the_journal(journalled, tmp_path):
    session, held = journalled
    puzzles = Path(__file__).parents[3] / "examples/puzzles/partition-puzzles.pyramidion"
    session.open(puzzles, 3)
    assert held().item == 3
    session.save_as(tmp_path / "one.pyramidion")
    session.head("title", "Mine")
    assert (held().item, held().path) == (None, tmp_path / "one.pyramidion")
