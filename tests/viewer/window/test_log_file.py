"""The log: a disk that takes nothing is no reason for noise, a mistake of ours is."""

import logging
from contextlib import suppress
from pathlib import Path

import pytest

from viewer.window.application import LogFile, start_log

FULL = Path("/dev/full")


@pytest.fixture
def started(tmp_path, monkeypatch):
    """Start a log in a folder of its own; what it added goes again."""
    monkeypatch.setenv("PYRAMIDION_STATE", str(tmp_path))
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield start_log
    for handler in [one for one in root.handlers if one not in before]:
        root.removeHandler(handler)
        with suppress(OSError):
            handler.close()
    root.setLevel(level)


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
def test_a_full_disk_prints_no_traceback(started, tmp_path, capsys):
    (tmp_path / "pyramidion.log").symlink_to(FULL)
    assert started() == tmp_path / "pyramidion.log"
    for _ in range(3):
        logging.getLogger("viewer").warning("something for the log")
    assert capsys.readouterr().err == ""


def test_a_mistake_in_a_message_is_told(tmp_path, capsys):
    handler = LogFile(tmp_path / "log", delay=True)
    handler.handle(logging.makeLogRecord({"msg": "%d", "args": ("no number",)}))
    assert "no number" in capsys.readouterr().err


def test_what_is_said_stands_in_the_log(started):
    path = started()
    logging.getLogger("viewer").warning("written")
    assert path.read_text("utf-8").endswith("WARNING viewer: written\n")
