"""The table of `pyramidion bench`: figures, ratios, goals, and rows for what is missing."""

import io
import os
import sys
from pathlib import Path

import numpy as np
import pytest

import benchmarks
from benchmarks import programs, rows, scenes
from benchmarks.peers import protocol
from benchmarks.programs import Missing, Program
from benchmarks.rows import Row, duration, line, medians

pytestmark = pytest.mark.check


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (12.34, "12.3 s"),
        (0.1234, "123 ms"),
        (0.01234, "12.3 ms"),
        (0.001, "1.00 ms"),
        (0.000_000_4, "0.40 us"),
        (None, "-"),
    ],
)
def test_durations_have_three_digits(seconds: float | None, text: str) -> None:
    assert duration(seconds) == text


def test_a_row_says_ratio_and_whether_the_goal_was_met() -> None:
    met = Row("N=50", 0.1, "peer 1.0", 0.2, most=1.0)
    missed = Row("N=50", 0.3, "peer 1.0", 0.2, most=1.0, longest=0.5)
    assert met.ratio == pytest.approx(0.5)
    assert met.goal == "goal 1: met"
    assert missed.goal == "goal 1: missed, goal 500 ms: met"
    assert " ".join(line(missed).split()) == f"N=50 300 ms peer 1.0 200 ms 1.5 {missed.goal}"


def test_a_row_of_shares_or_numbers_says_them_as_such() -> None:
    share = Row("seen", 0.985, "without", 0.5, unit="%")
    assert " ".join(line(share).split()) == "seen 98.5 % without 50.0 % 1.97"
    number = Row("pixels", 3.0, longest=0.0, unit="")
    assert " ".join(line(number).split()) == "pixels 3 goal 0: missed"


def test_what_could_not_be_measured_is_a_row_with_its_reason() -> None:
    row = Row("N=50", 0.1, "vispy", note="it is not there")
    assert row.ratio is None
    assert row.goal == ""
    assert line(row).split()[-6:] == ["-", "-", "it", "is", "not", "there"]


def test_medians_take_turns() -> None:
    order: list[str] = []
    found = medians(lambda: order.append("a"), lambda: order.append("b"), runs=3, warm_up=1)
    assert order == ["a", "b", "a", "b", "a", "b", "a", "b"]
    assert len(found) == 2


@pytest.mark.parametrize(
    ("source", "patience", "why"),
    [
        ("print(3); raise SystemExit('no display here')", 60, "no display here"),
        ("pass", 60, "the window told nothing"),
        ("input() or print(3)", 60, "EOFError: EOF when reading a line"),
        ("import time; print(3); time.sleep(60)", 0.5, "nothing was measured within 0.5 seconds"),
    ],
)
def test_a_script_that_measures_nothing_says_why(
    source: str, patience: float, why: str, tmp_path: Path
) -> None:
    script = tmp_path / "window.py"
    script.write_text(source)
    with pytest.raises(Missing, match=why):
        programs.lines_of(str(script), environment=dict(os.environ), patience=patience)


def test_the_lines_of_a_script_are_what_it_was_told(tmp_path: Path) -> None:
    script = tmp_path / "window.py"
    script.write_text("import sys; print('first'); print(sys.argv[1:])")
    told = programs.lines_of(str(script), 3, "red", environment=dict(os.environ), patience=60)
    assert told == ["first", "['3', 'red']"]


def test_an_unknown_benchmark_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match='"speed"; there are orbit, window, thinking, latency'):
        benchmarks.run(["speed"], io.StringIO())


def test_a_peer_without_its_environment_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "CHECKOUT", tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Missing, match="make bench"):
        programs.peer("vispy")


def _program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> Program:
    (tmp_path / "protocol.py").write_text(Path(protocol.__file__).read_text())
    (tmp_path / "balls.py").write_text(body)
    monkeypatch.setattr(programs, "PEERS", tmp_path)
    return Program("balls.py", Path(sys.executable))


def test_a_program_gets_the_scene_and_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = _program(
        tmp_path,
        monkeypatch,
        "import numpy as np\n"
        "from protocol import serve\n"
        "def prepare(scene):\n"
        "    print('noise a library makes')\n"
        "    return lambda azimuth: np.full((2, 2, 4), scene.solid.sum() + azimuth, np.uint8)\n"
        "serve('peer 1.0', prepare)\n",
    )
    protocol.save(tmp_path / "scene.npz", scenes.balls(3, filled=0.5))
    assert program.name == "peer 1.0"
    program.ask("scene", tmp_path / "scene.npz")
    assert len(program.ask("orbit", 19, 7, 4)["seconds"]) == 4
    program.ask("picture", tmp_path / "picture.npy", 10.0)
    program.close()
    assert (np.load(tmp_path / "picture.npy") == 7 + 10).all()


def test_a_program_that_dies_says_of_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Missing, match="no driver"):
        _program(tmp_path, monkeypatch, "raise SystemExit('no driver')\n")


def test_all_programs_are_asked_to_look_the_same_way() -> None:
    scene = scenes.balls(4)
    south, _ = scene.eye(0.0)
    east, look = scene.eye(90.0)
    assert south[1] < scene.focus[1] < south[2] + scene.focus[1]
    assert south[0] == pytest.approx(scene.focus[0])
    assert east[0] > scene.focus[0]
    np.testing.assert_allclose(np.linalg.norm(look), 1.0)
    np.testing.assert_allclose(east + scene.distance * look, scene.focus)


def test_every_benchmark_has_its_file() -> None:
    there = {path.stem for path in Path(benchmarks.__file__).parent.glob("*.py")}
    assert set(benchmarks.BENCHMARKS) <= there, "a benchmark without a file"
    assert rows.heading("orbit", "x").startswith("orbit: x\n")
