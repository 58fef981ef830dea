"""Commands taken apart, and programs ended with those they started, on any system."""

import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from ugi_speaker import speaker

from model.play.programs import foreign
from model.play.programs.foreign import words_of


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "sys", SimpleNamespace(platform="win32"))


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\engines\one.exe -t 2", [r"C:\engines\one.exe", "-t", "2"]),
        (r'"C:\Program Files\one.exe" "a b"', [r"C:\Program Files\one.exe", "a b"]),
        (r"\\server\share\one.exe # 1", [r"\\server\share\one.exe", "#", "1"]),
    ],
)
def test_a_backslash_on_windows_stands_for_itself(
    windows: None, command: str, words: list[str]
) -> None:
    assert words_of(command) == words


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
def test_elsewhere_a_command_is_taken_apart_as_a_shell_does() -> None:
    assert words_of(r"/opt/my\ engine '-t 2' #1") == ["/opt/my engine", "-t 2", "#1"]
    with pytest.raises(ValueError, match="quotation"):
        words_of("one 'two")


FAMILY = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
print(child.pid, flush=True)
child.wait()
"""


@pytest.mark.process
def test_without_groups_a_program_ends_with_all_it_started() -> None:
    with subprocess.Popen([sys.executable, "-c", FAMILY], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        child = psutil.Process(int(process.stdout.readline()))
        foreign._kill_family(process.pid)
        process.wait(timeout=20)
        _, alive = psutil.wait_procs([child], timeout=20)
    assert alive == []
    foreign._kill_family(process.pid)  # who is gone is no error


PID = "import os, sys; open(sys.argv[1], 'w').write(str(os.getpid()))"
THINKS = speaker("while True: pass", PID)  # it hears neither stop nor the end of its input
HEARS = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)  # what a shell starts in the background ignores it
os.execv(sys.executable, [sys.executable, "-m", "viewer", *sys.argv[1:]])
"""


@pytest.mark.sample(1)
@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
@pytest.mark.parametrize(
    ("number", "group"),
    [
        pytest.param(signal.SIGINT, True, marks=pytest.mark.check),
        pytest.param(signal.SIGTERM, True, marks=pytest.mark.check),
        (signal.SIGKILL, False),
    ],
)
def test_an_engine_that_thinks_ends_with_its_match(
    tmp_path: Path, number: signal.Signals, group: bool
) -> None:
    engine, thinks = tmp_path / "engine.py", tmp_path / "pid"
    engine.write_text(THINKS)
    command = shlex.join([sys.executable, str(engine), str(thinks)])
    words = ["match", command, "random", "--games", "2", "--limit", "600"]
    openings = tmp_path / "openings"  # of a file: to make some would take kernels
    openings.write_text("partition:size=3,rules=free 3,3,3/2,2/1 red\n")
    words += ["--openings", str(openings)]
    with subprocess.Popen([sys.executable, "-c", HEARS, *words], start_new_session=True) as run:
        try:
            player = _thinking(thinks, run)
            if group:
                os.killpg(run.pid, number)
            else:
                run.send_signal(number)
            run.wait(timeout=60)
        finally:
            run.kill()  # else the end of `with` would wait for it
    _, alive = psutil.wait_procs([player], timeout=20)
    for one in alive:
        with suppress(psutil.NoSuchProcess):
            one.kill()
    assert alive == []


def _thinking(pid: Path, run: subprocess.Popen[bytes]) -> psutil.Process:
    """The engine that thinks in a match: one is tried out before, and ends."""
    end = time.monotonic() + 120
    while run.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
        with suppress(OSError, ValueError, psutil.NoSuchProcess):
            player = psutil.Process(int(pid.read_text()))
            if player.cpu_times().user > 0.5:
                return player
    pytest.fail("nobody thinks")
