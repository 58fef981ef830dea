"""Commands taken apart, and programs ended with those they started, on any system."""

import subprocess
import sys
from types import SimpleNamespace

import psutil
import pytest

from model.play.programs import processes
from model.play.programs.processes import words_of


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "sys", SimpleNamespace(platform="win32"))


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
        processes._kill_family(process.pid)
        process.wait(timeout=20)
        _, alive = psutil.wait_procs([child], timeout=20)
    assert alive == []
    processes._kill_family(process.pid)  # who is gone is no error
