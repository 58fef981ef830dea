"""`pyramidion results`: files, folders and mails as a table; what is wrong costs a sentence."""

import csv
import json
from pathlib import Path

import pytest
import shipped
from handed_in import handed_in, mailed, sealed
from jsonschema import Draft202012Validator

from model.records import files
from viewer.cli.main import main

SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"
PATH = next(path for path in shipped.LESSONS if "pyraos" in path.stem)


@pytest.fixture
def folder(tmp_path):
    """Anna's file, Ben's mail, and one that is none of theirs."""
    lesson = files.load(PATH).record
    anna = sealed(handed_in("Anna", lesson, [(1, 0, "1g3", False), (1, 65, "2b2", True)]))
    ben = sealed(handed_in("=Ben", lesson, [(1, 0, "2b2", True), (4, 9, "Maybe", True)]))
    (tmp_path / "Anna.pyramidion-results").write_bytes(anna)
    (tmp_path / "Ben.txt").write_text(mailed(ben).replace("\n", "\n> "), "utf-8")
    (tmp_path / "damaged.pyramidion-results").write_bytes(anna.replace(b"Anna", b"Emma"))
    return tmp_path


def test_files_and_mails_are_a_table(folder, capsys):
    words = ["results", str(folder / "Anna.pyramidion-results"), str(folder / "Ben.txt")]
    assert main(words) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "2 pupils: Anna, =Ben"
    row = " ".join(out[2].split())
    assert row == "1 1 0 0 0 0:32 Pyraos, step by step, step 2: Four carry one"
    assert out[3].strip() == "first tries: 1g3 (1), 2b2 (1)"
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    file = json.loads((folder / "Anna.pyramidion-results").read_text("utf-8"))
    for name, value in (("results", told), ("handed-in", file)):
        schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
        Draft202012Validator(schema).validate(value)
    assert told["doubts"] == []
    assert [cell["outcome"] for cell in told["tasks"][1]["cells"]] == ["after tries", "at once"]


def test_a_table_for_a_spreadsheet_has_no_formula(folder, capsys):
    out = folder / "out.csv"
    assert main(["results", str(folder / "Ben.txt"), "-o", str(out)]) == 0
    rows = list(csv.reader(out.read_text("utf-8").splitlines()))
    assert rows[0] == ["item", "step", "title", "missed", "seconds", "'=Ben"]
    assert rows[2][1:] == ["2", "Four carry one", "0", "0", "at once"]


@pytest.mark.parametrize("name", ["+1", "\t=1", "\u202e=1", "＝1", "\0@a"])
def test_no_name_is_a_formula(folder, name):
    lesson = files.load(PATH).record
    (folder / "f.pyramidion-results").write_bytes(sealed(handed_in(name, lesson, [])))
    out = folder / "out.csv"
    assert main(["results", str(folder / "f.pyramidion-results"), "-o", str(out)]) == 0
    cell = next(csv.reader(out.read_text("utf-8").splitlines()))[5]
    assert cell[0] == "'"
    assert cell.isprintable()


def test_what_cannot_be_read_is_said_and_the_rest_counts(folder, capsys):
    assert main(["results", str(folder), str(folder / "nothing")]) == 2
    said = capsys.readouterr()
    assert said.out.startswith("1 pupil: Anna\n")
    assert "damaged.pyramidion-results: it was damaged or changed" in said.err
    assert "nothing: No such file" in said.err
    assert main(["results", str(folder / "damaged.pyramidion-results")]) == 2
    assert "there are no results in what was named" in capsys.readouterr().err


def test_what_the_lesson_judges_otherwise_is_said(folder, capsys):
    lesson = files.load(PATH).record
    forged = sealed(handed_in("Mallory", lesson, [(1, 0, "1g3", True)]))
    (folder / "m.pyramidion-results").write_bytes(forged)
    assert main(["results", str(folder / "m.pyramidion-results"), str(PATH)]) == 1
    assert 'Mallory: Pyraos, step by step, step 2: "1g3" counts as right' in capsys.readouterr().err
