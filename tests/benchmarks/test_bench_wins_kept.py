"""Wins kept: cases are what they say, the measure asks each once and goes on from its file."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks.strength import wins_kept
from benchmarks.strength.hard_wins import SHARE, hard_wins, sources
from benchmarks.strength.pyraos_positions import FEWEST, MOST
from benchmarks.strength.wins_kept import line_of, read_cases
from model.contract.tables import Entry

pytestmark = pytest.mark.check

FILES = sorted((Path(__file__).parents[2] / "examples/hard-positions").glob("*.txt"))
PROVED = "partition-free-4"
"""Which has as many as were proved."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_winning_moves_of_a_case_are_legal_and_few(path):
    cases = read_cases(path)
    assert len({str(case.position) for case in cases}) == len(cases)
    assert len(cases) == 500 or path.stem == PROVED
    for position, winning in cases:
        legal = set(position.legal_moves)
        assert winning
        assert legal.issuperset(winning)
        assert len(winning) <= SHARE * len(legal)


def asked(monkeypatch, capsys, *words):
    monkeypatch.setattr("sys.argv", ["wins_kept", *map(str, words)])
    wins_kept.main()
    return capsys.readouterr().out


def test_each_position_is_asked_once_and_a_run_goes_on(monkeypatch, capsys, tmp_path):
    few, out = tmp_path / "few.txt", tmp_path / "found.jsonl"
    few.write_text("\n".join(FILES[0].read_text().splitlines()[-4:]) + "\n")
    first = asked(monkeypatch, capsys, few, "--limit", 0.01, "--every", 2, "--out", out)
    assert len(out.read_text().splitlines()) == 2
    assert " of 2 wins kept" in first
    asked(monkeypatch, capsys, few, "--limit", 0.01, "--out", out)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert sorted(row["position"] for row in rows) == sorted(
        str(case.position) for case in read_cases(few)
    )
    winning = {str(case.position): case.winning for case in read_cases(few)}
    assert all(row["wins"] == (row["move"] in winning[row["position"]]) for row in rows)
    again = asked(monkeypatch, capsys, few, "--limit", 0.01, "--out", out)
    assert f"{sum(row['wins'] for row in rows)} of 4 wins kept" in again
    assert len(out.read_text().splitlines()) == 4


def test_a_line_that_is_no_case_is_told_in_a_sentence(monkeypatch, capsys, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("pyraos:rules=children 4,4,4,4/3,3,3/2,2/1 white\n")
    with pytest.raises(SystemExit):
        asked(monkeypatch, capsys, bad, "--out", tmp_path / "found")
    assert "line 1: a position, a tab and the winning moves" in capsys.readouterr().err


def drawn(name, number):
    """Draw cases by a table in which the first move wins and no other."""
    source = next(one for one in sources() if one.name == name)

    def worth(position):
        return {
            move: Entry("loss" if k else "win", None) for k, move in enumerate(position.legal_moves)
        }

    table = SimpleNamespace(probe=lambda _: Entry("win", None), probe_moves=worth)
    cases = hard_wins(table, source, number, seed=1)
    assert cases == hard_wins(table, source, number, seed=1)
    for case in cases:
        assert case.winning == (next(iter(case.position.legal_moves)),)
        assert line_of(case).split("\t")[0] == str(case.position)
    return [case.position for case in cases]


def test_positions_drawn_are_won_by_few_moves_and_no_image_of_another():
    positions = drawn("pyraos-standard", 60)
    assert {one.occupied.bit_count() for one in positions} == {*range(FEWEST, MOST + 1)}
    endings = drawn("pyramid", 40)
    stones = [sorted(one.cells.count(colour) for colour in (1, 2)) for one in endings]
    assert sorted(stones) == stones
    assert {tuple(few) for few in stones} == {(1, 4), (2, 4)}
    piled = drawn("partition-stacking-4", 18)
    assert {int((one.cells != 0).sum()) for one in piled} == {*range(4, 13)}
