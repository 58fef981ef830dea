"""The summary at the end of a run says what each attack did, also from workers and of failures."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SUPPORT = Path(__file__).parents[1] / "support"
CONFTEST = """
from attack_summary import pytest_terminal_summary, seed, tell
"""
ATTACKS = """
import pytest

@pytest.fixture
def broken():
    raise OSError("no room")

def test_files(tell):
    tell("files", read=3)
    tell("files", read=12345, kinds_of_files="four")
    tell("strings", read=2)

def test_clicks(tell):
    tell("clicks", done=7)
    assert False

def test_silent():
    assert False

def test_never_begun(broken, tell):
    tell("nothing")
"""


def run(tmp_path: Path, *options: str, attacks: str = ATTACKS) -> list[str]:
    """Run attacks, and return the lines of the summary, blanks made one."""
    folder = tmp_path / "tests" / "soak"
    folder.mkdir(parents=True)
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (folder / "test_attacks.py").write_text(attacks)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={
            "PATH": os.defpath,
            "PYTHONPATH": str(SUPPORT),
            "PYRAMIDION_SOAK_SEED": "7",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
    )
    _, found, summary = done.stdout.partition("what the attacks did")
    assert found, done.stdout + done.stderr
    lines = summary.partition("short test summary")[0].splitlines()[1:]
    return [" ".join(line.split()) for line in lines if line.strip(" =")]


@pytest.mark.parametrize("options", [(), ("-p", "xdist", "-n", "2")], ids=["alone", "workers"])
def test_a_line_for_each_attack_and_how_to_do_a_failed_one_again(tmp_path, options):
    begin = 'once more: PYRAMIDION_SOAK_SEED=7 .venv/bin/python -m pytest -m "" "tests/soak/'
    lines = run(tmp_path, *options)
    assert lines[:7] == [
        "attack minutes result what was done",
        "files 0.0 held read 12,345, kinds of files four",
        "strings 0.0 held read 2",
        "clicks 0.0 FAILED done 7",
        "test_never_begun 0.0 FAILED",
        "test_silent 0.0 FAILED",
        "5 attacks, seed 7, 0.0 minutes: 3 failed",
    ]
    assert sorted(lines[7:10]) == [
        f'{begin}test_attacks.py::{name}"'
        for name in ("test_clicks", "test_never_begun", "test_silent")
    ]


def test_where_all_held_it_says_so(tmp_path):
    held = "def test_files(tell):\n    tell('files', read=3)\n"
    lines = run(tmp_path, attacks=held)
    assert "1 attack, seed 7, 0.0 minutes: all held" in lines


def test_without_attacks_there_is_no_summary(tmp_path):
    with pytest.raises(AssertionError):
        run(tmp_path, attacks="def test_files():\n    pass\n")
