"""Evaluations in a session: one edit, undone and done again, saved, copied, back after a crash."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from model.records.record import ROOT, Evaluation
from viewer.session.autosave.journal import Journal
from viewer.session.autosave.recovery import read, recoverable
from viewer.session.errors import SessionError
from viewer.session.session import Session

FOUND = Evaluation((0.625, 0.375), line=("2b2", "1a1", "3c3"), nodes=480, budget=500)
WON = Evaluation((1.0, 0.0), proved=True, distance=3, line=("3c3",), nodes=12, budget=500)


def evaluations(session: Session) -> dict[int, Evaluation]:
    nodes = session.document.record.nodes.items()
    return {number: node.evaluation for number, node in nodes if node.evaluation is not None}


@pytest.fixture
def session() -> Session:
    session = Session()
    session.new("partition:size=3,rules=free 3,3,3/2,2/1 red")
    for move in ("1a1", "1a3"):
        session.play(move)
    return session


def test_what_a_review_found_is_one_edit_that_moves_nothing(session: Session) -> None:
    session.go(1)
    session.evaluate({ROOT: FOUND, 2: WON})
    assert evaluations(session) == {ROOT: FOUND, 2: WON}
    assert session.document.node == 1
    assert session.undo()
    assert evaluations(session) == {}
    assert session.redo()
    assert evaluations(session) == {ROOT: FOUND, 2: WON}
    before = session.state
    session.evaluate({2: WON})
    assert session.state is before
    session.evaluate({ROOT: None, 2: None}, "clear evaluations")
    assert evaluations(session) == {}


def test_a_line_becomes_a_variation_and_the_place_stays(session: Session) -> None:
    session.add_line(ROOT, FOUND.line)
    record = session.document.record
    assert session.document.node == 2
    assert [record[child].move for child in record[ROOT].children] == ["1a1", "2b2"]
    before = session.state
    session.add_line(ROOT, FOUND.line)
    assert session.state is before
    with pytest.raises(SessionError, match="9z9 cannot be pasted here"):
        session.add_line(1, ("9z9",))
    assert session.undo()
    assert len(session.document.record) == 2


def test_a_copied_line_brings_evaluations_to_the_same_position_alone(session: Session) -> None:
    session.evaluate({1: FOUND, 2: WON})
    text = session.copy_line(1)
    session.new("partition:size=3,rules=free 3,3,3/2,2/1 red")
    session.paste_line(text)
    assert evaluations(session) == {1: FOUND, 2: WON}
    session.new("partition:size=3,rules=free 3,3,3/2,2/1 red")
    session.play("2d2")
    session.paste_line(text)
    assert evaluations(session) == {}


def test_evaluations_are_saved_and_come_back_after_a_crash(tmp_path: Path) -> None:
    session = Session()
    journal = Journal(session, tmp_path / "autosave")
    session.new("partition:size=3,rules=free 3,3,3/2,2/1 red")
    session.play("1a1")
    session.evaluate({ROOT: FOUND, 1: WON})
    session.evaluate({ROOT: replace(FOUND, nodes=500)})
    session.save_as(tmp_path / "game.pyramidion")
    again = Session()
    again.open(tmp_path / "game.pyramidion")
    assert evaluations(again) == {ROOT: replace(FOUND, nodes=500), 1: WON}
    session.evaluate({1: None})
    journal.flush()
    (file,) = journal.folder.glob("*.journal")
    assert read(file).record == session.document.record
    assert recoverable(tmp_path / "autosave") == []  # its process lives
    journal.close()


def test_evaluations_wait_until_a_run_is_over(session: Session) -> None:
    from model.exercises.puzzle import new_exercise
    from model.records.puzzle import Puzzle, Stipulation

    puzzle = Puzzle(Stipulation("win", 2))
    session.set_puzzle(puzzle)
    start = session.position_at(ROOT)
    begun = new_exercise(session.document.record, session.document.node, start, puzzle)
    session.begin_exercise(begun, ROOT)
    with pytest.raises(SessionError, match="end the lesson or puzzle first"):
        session.evaluate({ROOT: FOUND})
