"""Files that version 0.1.0 wrote open unchanged, and are written as they were, byte for byte."""

from pathlib import Path

import pytest

from model.records import files
from model.records.files import Collection, Contents
from model.records.json_form import encode
from model.records.record import ROOT
from model.records.sealing import pending

CASES = Path(__file__).parents[2] / "cases" / "files-0.1.0"
SINGLE = ("game", "pyraos", "pyramid", "puzzle", "lesson", "course", "crash")


def opened(name: str) -> Contents:
    return files.load(CASES / f"{name}.pyramidion")


@pytest.mark.parametrize("name", SINGLE)
def test_it_is_written_as_it_was(name):
    contents = opened(name)
    written = encode(contents.record, contents.node, contents.view)
    assert written == (CASES / f"{name}.pyramidion").read_bytes()


def test_a_game_with_all_that_a_game_can_hold():
    contents = opened("game")
    record = contents.record
    assert contents.view.explode == 1.5
    assert record.headers["title"] == 'A "game" of all: é ✓'
    assert record.extra == {"other program": {"list": [1, 2.5, None, True, "x"]}}
    assert list(record.bookmarks) == ["inside", 'Süden "2"']
    (said,) = (node for node in record.nodes.values() if node.comment)
    assert said.comment == 'the apex:\n"é" {[ – ✓'
    assert len(said.marks) == 8
    assert len(said.view.cuts) == 3
    assert record[1].children == (4, 2)  # promoted: not in the order of ids
    assert [node.setup != "" for node in record.nodes.values()].count(True) == 2
    assert any(node.extra == ["kept", {"as": "it is"}] for node in record.nodes.values())


def test_a_puzzle_with_its_proof():
    puzzle = opened("puzzle").record.puzzle
    assert puzzle.keys == puzzle.proof.first == ("1a5",)
    assert puzzle.tries[0].name == "The greedy one"
    assert puzzle.proof.version == "0.1.0"
    assert (puzzle.hints, puzzle.grade) == (("Look up.", "", "Play it."), 3)


def test_a_lesson_with_each_kind_of_task():
    steps = opened("lesson").record.lesson.steps
    assert [step.task and step.task.kind for step in steps] == [None, "place", "click", "choice"]
    assert steps[0].pour == "SW:red"
    assert steps[1].task.condition == "touches=1+level=1"
    assert steps[1].task.foreseen[0].line == ("1c1",)


def test_a_collection(tmp_path):
    path = CASES / "collection.pyramidion"
    held = files.load_any(path)
    assert isinstance(held, Collection)
    assert [item.kind for item in held.items] == ["game", "puzzle"]
    assert held.extra == {"from": "elsewhere"}
    again = tmp_path / "again.pyramidion"
    files.save_collection(again, held)
    assert again.read_bytes() == path.read_bytes()
    assert files.save_item(again, 1, files.load_item(path, 1)) == 1
    assert again.read_bytes() == path.read_bytes()


def test_sealed_choices(cairns):
    contents = opened("sealed")
    record = contents.record
    assert [record[number].move for number in (1, 2)] == ["bid2", "bid3"]
    assert set(pending(record)) == {1, 2}
    written = encode(record, contents.node, contents.view)
    assert written == (CASES / "sealed.pyramidion").read_bytes()


def test_a_position_in_a_text_file():
    path = CASES / "position.txt"
    contents = files.load(path)
    assert (contents.kind, contents.node) == ("position", ROOT)
    assert f"{contents.record.start}\n" == path.read_text()
