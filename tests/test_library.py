"""The library: `import pyramidion` costs little, and every program of docs/library.md runs."""

import re
import subprocess
import sys
from pathlib import Path

import matplotlib
import pytest

import pyramidion
from model.notation.tokens import NotationError
from model.records import record as records
from model.records.files import FileError
from model.records.record import LineError

pytestmark = pytest.mark.check

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "library.md").read_text("utf-8")
PROGRAMS = re.findall(r"^## (.+?)\n.*?^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_importing_it_loads_neither_arrays_nor_kernels_nor_windows():
    heavy = ("numpy", "numba", "scipy", "PySide6", "vtkmodules", "pyvista")
    ask = f"import sys, pyramidion; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "[]\n", done.stderr


def test_all_names_are_there():
    for name in pyramidion.__all__:
        assert callable(getattr(pyramidion, name))
        assert name in dir(pyramidion)
        assert f"`pyramidion.{name}(" in PAGE
    with pytest.raises(AttributeError, match="no attribute 'checkmate'"):
        pyramidion.checkmate  # noqa: B018


START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
NOT_ASKED = {
    "ES01": "the summary says enough",
    "EX01": "docs/library.md has the examples, and runs them",
    "GL01": "the summary stands on the first line, as ruff wants it",
    "PR04": "types stand in the annotations",
    "RT01": "the summary says what is returned",
    "RT02": "the same",
    "SA01": "the page lists them all",
    "YD01": "the summary says what is yielded",
}
"""What numpydoc would have besides, and why it is not asked for."""


@pytest.mark.parametrize("name", pyramidion.__all__)
def test_all_of_it_is_documented_as_numpydoc_has_it(name):
    from numpydoc.validate import validate  # it loads Sphinx

    found = validate(f"pyramidion.{name}")["errors"]
    assert [error for error in found if error[0] not in NOT_ASKED] == []


def test_it_is_the_command_line_too():
    words = [sys.executable, "-P", "-m", "pyramidion", "perft", START, "2"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "182\n"), done.stderr


def test_options_are_values_of_python():
    assert str(pyramidion.game("partition", size=3, rules="stacking").start()).startswith(
        "partition:size=3,rules=stacking "
    )
    assert pyramidion.game("pyramid-ball", late_void=True).options["late_void"] is True
    with pytest.raises(ValueError, match="there is no game 'chess': partition, pyraos"):
        pyramidion.game("chess")
    with pytest.raises(NotationError, match="size"):
        pyramidion.game("partition", size=1)


def test_what_cannot_be_answered_is_said():
    with pytest.raises(ValueError, match="level must be from 1 to 10"):
        pyramidion.best_move(pyramidion.game("pyraos").start(), level=11)
    over = pyramidion.read("partition:size=2,rules=free RR,BB/R red")
    with pytest.raises(ValueError, match="over"):
        pyramidion.best_move(over, level=1)
    with pytest.raises(FileError):
        pyramidion.load("there-is-none.pyramidion")


def test_what_cannot_be_played_is_not_saved(tmp_path):
    path, start = tmp_path / "a.pyramidion", "partition:size=3,rules=stacking 3,3,3/2,2/1 red"
    record, _ = records.play(records.new_record(start), 0, "3c3")
    with pytest.raises(LineError, match="move 1 cannot be played"):
        pyramidion.save(path, record)
    assert not path.exists()
    record, _ = records.play(records.new_record(start), 0, "1a1")
    pyramidion.save(path, record)
    assert pyramidion.load(path).node == 1
    pyramidion.save(path, record, current=0)
    assert pyramidion.load(path).node == 0


def test_the_same_seed_gives_the_same_answer():
    position = pyramidion.game("pyraos").start()
    found = [pyramidion.analyse(position, nodes=300, seed=3) for _ in range(2)]
    assert found[0].moves == found[1].moves
    assert pyramidion.best_move(position, level=2, seed=5) == pyramidion.best_move(
        position, level=2, seed=5
    )
    assert (
        pyramidion.solve(pyramidion.read("partition:size=2,rules=free RR,B1/1 red")).winner == "red"
    )


def test_there_are_ten_programs():
    assert len(PROGRAMS) == 10


@pytest.mark.parametrize(("what", "program"), PROGRAMS, ids=[what for what, _ in PROGRAMS])
def test_each_program_runs(what, program, tmp_path, monkeypatch, capsys):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    matplotlib.use("agg")  # it would ask Qt for a window
    program = program.replace("1_000_000", "1_000").replace("range(100)", "range(5)")
    exec(compile(program, what, "exec"), {})
    printed = capsys.readouterr().out
    for said in re.findall(r"^print\(.*  # (.+)$", program, re.MULTILINE):
        assert said in printed
    assert printed or list(tmp_path.iterdir()), "it prints, or writes a file"
