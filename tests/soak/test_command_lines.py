"""Thousands of odd command lines end as documented: a status, sentences of ours, no traceback.

Most run in this process; some, drawn from the same, are real processes with a closed or odd
standard input. The window itself is not opened: what would open it is counted.
"""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from fuzz_lines import FuzzedLine, Place, fuzzed_line
from fuzz_trial import check_line
from soaking import counts
from watchdog import within

from model.play.warm import warm
from model.registry import SHIPPED
from viewer.cli.main import main

STATUSES = {0, 1, 2, 3, 4}
SECONDS = 30
REPOSITORY = Path(__file__).parents[2]
UNABLE = ("no OpenGL", "cannot draw", "does not fit into memory")
"""What a machine may say for which it is not our fault."""


@pytest.fixture
def place(tmp_path: Path, seed: int) -> Place:
    (tmp_path / "place").mkdir()
    return Place(tmp_path / "place", seed)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What windows were to open."""
    from viewer.program import startup

    opened: list[tuple[str, ...]] = []

    def run(*targets: str) -> int:
        opened.append(targets)
        return 0

    monkeypatch.setattr(startup, "run", run)
    return opened


def run_here(line: FuzzedLine, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, str]:
    """Run a command line in this process: status, standard output and standard error."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", newline="")
    stdin = None if line.stdin is None else io.TextIOWrapper(io.BytesIO(line.stdin))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", stdin)
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", said)
        status = main(line.words)
    texts = []
    for stream in (out, said):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())
    return status, texts[0], texts[1]


def warm_up(place: Place) -> None:
    """Have compiled what is compiled when it is first needed, and VTK imported."""
    warm()
    start = str(SHIPPED[0].configure({}).start())
    assert main(["render", start, "-o", str(place.folder / "out.png"), "--size", "32x24"]) == 0
    (place.folder / "out.png").unlink()


def check_end(line: FuzzedLine, status: int, out: str, said: str) -> None:
    """Assert that a command ended as is documented."""
    assert status in STATUSES, status
    longest = max(map(len, line.words), default=0)  # a path is named in full
    for text in said.splitlines():
        assert text.startswith("pyramidion: "), text[:300]
        check_line(text)
        assert len(text) < 1500 + 6 * longest, text[:300]
    if status == 0:
        assert not said, said[:300]
    elif "check" not in line.words[:1]:
        assert said, f"status {status} and no sentence"
    if status == 3:
        assert any(why in said for why in UNABLE), said[:300]
    assert "Traceback" not in out


@counts(450, 6_000)
def test_a_command_line_ends_as_documented(
    count: int, seed: int, tell, place: Place, opened: list, monkeypatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    did = dict.fromkeys(sorted(STATUSES), 0)
    with within(600):
        warm_up(place)
    for index in range(count):
        line = fuzzed_line(seed, index, place)
        try:
            with within(SECONDS):
                status, out, said = run_here(line, monkeypatch)
            check_end(line, status, out, said)
            did[status] += 1
        except BaseException:
            print(f"seed {seed}, index {index}: {line.words!r}, {str(line.stdin)[:300]}")
            raise
        (place.folder / "out.png").unlink(missing_ok=True)
    assert place.contents() == place.before, "a file was written or changed"
    assert [path.name for path in tmp_path.iterdir()] == ["place"]
    assert all(did[status] for status in (0, 1, 2)), did
    tell(
        "command lines",
        tried=count,
        windows=len(opened),
        **{f"status_{k}": n for k, n in did.items()},
    )


@counts(2, 200)
def test_a_process_ends_as_documented(count: int, seed: int, tell, place: Place) -> None:
    did = dict.fromkeys(sorted(STATUSES), 0)
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONUTF8": "1"}
    for index in range(100_000, 100_000 + 40 * count):
        line = fuzzed_line(seed, index, place)
        if not line.words or line.words[0] not in _SHORT or not _can_be_given(line.words):
            continue
        command: list[str | bytes] = [sys.executable, "-m", "viewer", *map(os.fsencode, line.words)]
        done = subprocess.run(
            command,
            input=line.stdin or b"",
            capture_output=True,
            env=environment,
            cwd=place.folder,
            timeout=120,
        )
        context = f"seed {seed}, index {index}: {line.words!r}"
        assert done.returncode in STATUSES, f"{context}: {done.returncode} {done.stderr[:500]!r}"
        check_end(line, done.returncode, done.stdout.decode(), done.stderr.decode())
        did[done.returncode] += 1
        if sum(did.values()) == count:
            break
    tell("processes", tried=sum(did.values()), **{f"status_{k}": n for k, n in did.items()})


_SHORT = ("new", "play", "moves", "check", "solve", "analyze")


def _can_be_given(words: tuple[str, ...]) -> bool:
    """Whether a system can start a process with these words at all."""
    try:
        return all(len(os.fsencode(word)) < 100_000 and "\0" not in word for word in words)
    except UnicodeEncodeError:
        return False
