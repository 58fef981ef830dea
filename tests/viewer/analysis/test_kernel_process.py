"""Compiling in a process of its own: nothing in the background begins before it has ended."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from model.play import warm
from viewer.analysis import kernel_process
from viewer.analysis.background import BackgroundJob

WAITS = "import pathlib, sys, time\nwhile not pathlib.Path(sys.argv[1]).exists(): time.sleep(0.01)"


@pytest.fixture
def released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A computer that has compiled nothing; the process ends once the file that is told exists."""
    path = tmp_path / "go on"
    monkeypatch.setattr(warm, "is_warm", lambda: False)
    monkeypatch.setattr(kernel_process, "COMMAND", (sys.executable, "-c", WAITS, str(path)))
    yield path
    kernel_process.end()
    assert not kernel_process.is_compiling()


def test_work_in_the_background_waits_until_all_is_compiled(qtbot, released):
    assert kernel_process.start()
    assert not kernel_process.start(), "one process is enough"
    begun: list[bool] = []
    answers: list[object] = []
    job = BackgroundJob()
    job.start(
        lambda stop, progress, deliver: begun.append(kernel_process.is_compiling()), answers.append
    )
    qtbot.wait(100)
    assert begun == []
    released.touch()
    qtbot.waitUntil(lambda: bool(answers), timeout=20_000)
    assert begun == [False]
    job.close()


def test_work_waits_no_longer_than_for_the_game_that_is_open(qtbot, released, monkeypatch):
    says = "print('1 3 in common'); print('2 3', sys.argv[2], flush=True)"
    monkeypatch.setattr(
        kernel_process,
        "COMMAND",
        (sys.executable, "-c", f"import sys\n{says}\n{WAITS}", str(released)),
    )
    monkeypatch.setattr(kernel_process, "_game", "")
    assert kernel_process.hold()
    assert kernel_process.is_compiling(), "nothing begins before it is known which game is open"
    kernel_process.need("pyraos")
    assert kernel_process.start("pyraos")
    qtbot.waitUntil(lambda: not kernel_process.is_compiling(), timeout=20_000)
    assert kernel_process.is_running()
    assert "2 of 3 done, about 1 minute left" in kernel_process.progress()
    kernel_process.need("partition")
    assert kernel_process.is_compiling()
    released.touch()
    qtbot.waitUntil(lambda: not kernel_process.is_compiling(), timeout=20_000)
    assert not kernel_process.progress()


def test_what_waits_can_be_cancelled_and_the_process_ends_with_the_window(qtbot, released):
    assert kernel_process.start()
    begun: list[object] = []
    job = BackgroundJob()
    job.start(lambda stop, progress, deliver: begun.append(1), begun.append)
    job.close()
    assert kernel_process.is_compiling()
    kernel_process.end()
    assert not kernel_process.is_compiling()
    assert begun == []


def test_where_no_process_can_be_started_work_goes_on(qtbot, released, monkeypatch):
    monkeypatch.setattr(kernel_process, "COMMAND", ("/no/such/python",))
    assert not kernel_process.start()
    answers: list[object] = []
    job = BackgroundJob()
    job.start(lambda stop, progress, deliver: 7, answers.append)
    qtbot.waitUntil(lambda: answers == [7])
    job.close()


def test_nothing_is_compiled_again_once_the_stamp_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(warm, "_stamp", lambda: tmp_path / "compiled")
    assert not warm.is_warm()
    (tmp_path / "compiled").touch()
    assert warm.is_warm()
    assert not kernel_process.start()
    monkeypatch.setattr(warm, "_stamp", lambda: None)
    assert warm.is_warm(), "where nothing can be kept there is nothing to prepare"
