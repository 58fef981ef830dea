"""The command that writes a PDF: what it takes, what it refuses, and what it leaves."""

import json

import pytest
from printed_pages import checked, pages_of, text_of

from model.records.files import Collection, Contents, save_collection
from model.records.record import new_record

START = "partition:size=2,rules=free 2,2/1 red"
MAPS = ("--diagrams", "maps")


def test_a_position_is_printed(run, tmp_path):
    out = tmp_path / "position.pdf"
    words = (*MAPS, "--title", "Ours", "--author", "Ann", "--paper", "letter", "--json")
    status, said, err = run("export", START, "-o", out, *words)
    assert (status, err) == (0, "")
    *progress, last = map(json.loads, said.splitlines())
    assert [one["text"] for one in progress] == ["item 1 of 1"]
    assert last["bytes"] == out.stat().st_size
    checked(out)
    assert text_of(out).startswith("Ours Ann Pyramid Partition, designed by")
    assert [path.name for path in tmp_path.iterdir()] == ["position.pdf"]


def test_a_collection_has_a_table_of_contents(run, tmp_path):
    items = tuple(Contents(new_record(START, title=f"Number {n}")) for n in range(1, 4))
    save_collection(tmp_path / "three.pyramidion", Collection("Three", "All of them.", items))
    out = tmp_path / "three.pdf"
    assert run("export", tmp_path / "three.pyramidion", "-o", out, *MAPS)[0] == 0
    assert pages_of(out) == 4
    text = text_of(out)
    assert text.startswith("Three All of them.")
    assert text.count("Number 2") == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--every", "0"), "--every"),
        (("--per-page", "3"), "--per-page"),
        (("--paper", "a3"), "--paper"),
        (("--no-solutions",), "--no-solutions is an option of a web page (.html)"),
        (("--plan",), "a plan is made of lessons and puzzles, and Pyramid Partition is neither"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(run, tmp_path, words, sentence):
    status, _, err = run("export", START, "-o", tmp_path / "a.pdf", *words)
    assert status == 2
    assert err.count("\n") == 1
    assert sentence in err
    assert not list(tmp_path.iterdir())
