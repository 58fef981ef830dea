"""What the command line prints as JSON has the form that docs/schemas says."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

from viewer.cli.main import main

SCHEMAS = Path(__file__).resolve().parents[3] / "docs" / "schemas"
SMALL = "partition:size=3,rules=free RRR,1B1,3/B1,2/1 red"
OVER = "partition:size=2,rules=free RR,BB/R red"
ROLLING = "rolling-pyramids 7,a1,1,b1,b2,7,a1,4 p1 phase=deploy first=p1 seats=S1.anubian+S2.bastet"
SHORT = ["--games", "2", "--nodes", "5", "--openings", "pyraos"]


def validator(name):
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "words",
    [
        ["analyze", SMALL],
        ["analyze", OVER],
        ["analyze", ROLLING],
        ["analyze", "pyramid-ball:mode=basic 7,7,7,7,7,7,7,7,7,7,7"],
        ["solve", SMALL, "--json"],
        ["solve", OVER, "--json"],
        ["bestmove", SMALL, "--json", "--level", "1"],
        ["review", "examples/02-figure-1.pyramidion", "--json", "--nodes", "20"],
        ["games", "--json"],
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_each_line_has_the_form_of_its_schema(words, capsys):
    main(words)
    lines = capsys.readouterr().out.splitlines()
    assert lines
    for line in lines:
        validator(words[0]).validate(json.loads(line))


@pytest.mark.check
def test_a_file_of_games_has_the_form_of_its_schema(tmp_path, capsys):
    file = tmp_path / "games.jsonl"
    assert main(["match", "1", "1", *SHORT, "--out", str(file)]) == 0
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert len(lines) == 3
    for line in lines:
        validator("match").validate(line)
    with pytest.raises(ValidationError):
        validator("match").validate({**lines[1], "points": 2})


def test_every_schema_is_asked():
    assert {path.name.partition(".")[0] for path in SCHEMAS.glob("*.json")} == {
        "analyze", "solve", "bestmove", "review", "games", "match", "results", "handed-in",
    }  # fmt: skip
