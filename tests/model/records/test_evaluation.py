"""Evaluations on nodes: kept in files, let go with their position; old files stay as they are."""

from dataclasses import replace
from pathlib import Path

import pytest

from model.positions.setup import read_position
from model.records import record as records
from model.records.files import Contents, FileError, load, parse, save
from model.records.json_form import encode
from model.records.record import ROOT, Evaluation
from model.records.variation_text import graft, paste_line, write_line
from model.records.view import View

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
OTHER = "partition:size=3,rules=free 1rb,3,3/2,2/1 red"
FOUND = Evaluation((0.625, 0.375), line=("2b2", "1a1"), nodes=480, budget=500)
WON = Evaluation((1.0, 0.0), proved=True, distance=3, line=("3c3",), nodes=12, budget=500)


def game() -> records.Record:
    record, at = records.new_record(START), ROOT
    for move in ("2b2", "1a1"):
        record, at = records.play(record, at, move)
    return record


def test_an_evaluation_is_in_the_file_and_comes_back_as_it_was(tmp_path: Path) -> None:
    record = records.evaluate(game(), {ROOT: FOUND, 2: WON})
    path = tmp_path / "game.pyramidion"
    save(path, Contents(record))
    assert load(path).record == record
    text = path.read_text("utf-8")
    assert '"evaluation":{"value":[1.0,0.0],"proved":true,"distance":3,"line":["3c3"]' in text
    assert text.count('"evaluation"') == 2


def test_without_evaluations_a_file_is_what_it_was() -> None:
    record = records.evaluate(game(), {ROOT: FOUND, 1: WON})
    bare = records.evaluate(record, {ROOT: None, 1: None})
    assert bare == game()
    assert encode(bare, ROOT, View()) == encode(game(), ROOT, View())
    assert b"evaluation" not in encode(bare, ROOT, View())
    assert records.evaluate(record, {ROOT: FOUND}) is record


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("[0.5]", r"nodes\[0\].evaluation.value: needs 2 numbers"),
        ("[0.5,0.25,0.25]", r"evaluation.value: needs 2 numbers"),
        ("[1.5,-0.5]", r"evaluation.value"),
        ("[]", r"evaluation.value"),
        ('"much"', r"evaluation.value"),
    ],
)
def test_shares_that_are_none_are_refused_with_their_place(value: str, says: str) -> None:
    data = encode(records.evaluate(game(), {ROOT: FOUND}), ROOT, View())
    wrong = data.replace(b"[0.625,0.375]", value.encode())
    assert wrong != data
    with pytest.raises(FileError, match=says):
        parse(wrong, "game.pyramidion")


def test_a_position_that_is_set_up_anew_loses_what_was_found_about_the_old_one() -> None:
    record = records.evaluate(records.new_record(START), {ROOT: FOUND})
    record, _ = records.set_up(record, ROOT, OTHER)
    assert record[ROOT].evaluation is None
    record, node = records.set_up(game(), 2, OTHER)
    record, same = records.set_up(records.evaluate(record, {node: FOUND}), node, START)
    assert same == node
    assert record[node].evaluation is None


def test_evaluations_survive_another_order_and_stay_with_a_copy_of_their_position() -> None:
    record, side = records.play(game(), ROOT, "1c1")
    record = records.evaluate(record, {1: FOUND, side: WON})
    record, _ = records.promote(record, side)
    assert (record[1].evaluation, record[side].evaluation) == (FOUND, WON)
    fresh, _, _ = paste_line(
        records.new_record(START), ROOT, read_position(START), write_line(record, 1)
    )
    there, _ = graft(fresh, ROOT, record, 1, position=True)
    assert there[1].evaluation == FOUND
    elsewhere, _ = graft(fresh, ROOT, record, 1)
    assert elsewhere[1].evaluation is None


def test_a_deleted_node_takes_its_evaluation_with_it() -> None:
    record, _ = records.delete(records.evaluate(game(), {1: FOUND, 2: WON}), 2)
    assert {number: node.evaluation for number, node in record.nodes.items()} == {
        ROOT: None,
        1: FOUND,
    }
    assert replace(record[1], evaluation=None) != record[1]
