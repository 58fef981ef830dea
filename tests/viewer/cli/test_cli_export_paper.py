"""The command that writes a PDF: what it takes, what it refuses, and what it leaves."""

import json
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from failing_disk import FailingDisk
from printed_pages import checked, pages_of, text_of

from model.records.files import Collection, Contents, save_collection
from model.records.record import new_record
from viewer.export import items

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


def test_a_missing_package_is_named(run, tmp_path, monkeypatch):
    monkeypatch.setattr(items, "find_spec", lambda name: None)
    status, _, err = run("export", START, "-o", tmp_path / "a.pdf")
    assert status == 3
    assert "needs the package typst" in err
    assert "pip install 'pyramidion[print]'" in err


def test_a_full_disk_leaves_what_was_there(run, tmp_path):
    out = tmp_path / "a.pdf"
    out.write_bytes(b"before")
    for at in range(1, 5):
        with FailingDisk(at):
            status, _, err = run("export", START, "-o", out, *MAPS)
        assert status in (0, 3)
        if status:
            assert "pyramidion: " in err
            assert out.read_bytes() == b"before"
        assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]


@pytest.mark.check
@pytest.mark.process
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no SIGTERM")
def test_stopped_in_the_middle_nothing_is_left(tmp_path, monkeypatch):
    scratch, out = tmp_path / "scratch", tmp_path / "out" / "many.pdf"
    scratch.mkdir()
    out.parent.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.setattr(tempfile, "tempdir", None)
    puzzles = Path(__file__).parents[3] / "examples" / "puzzles"
    words = ["export", str(puzzles), "-o", str(out), "--json", *MAPS]
    process = subprocess.Popen([sys.executable, "-m", "viewer", *words], stdout=subprocess.PIPE)
    assert b"item 1 of" in process.stdout.readline()
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert process.returncode != 0
    assert not list(out.parent.iterdir())
    assert not list(scratch.iterdir())
