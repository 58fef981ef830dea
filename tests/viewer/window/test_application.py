"""What dresses all windows; the log: a full disk is no reason for noise, a mistake of ours is."""

import logging
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from viewer.window.application import LogFile, start_log

OTHER_COLOURS = """
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QWidget
from viewer.session.preferences import Preferences
from viewer.window.application import apply_theme, make_application
running = make_application(Preferences(palette="light"))
window = QWidget()
buttons = [QPushButton(str(number), window) for number in range(60)]
window.show()
running.processEvents()
for one in buttons:
    QObject.disconnect(one, None, None, None)
    shiboken6.delete(one)
apply_theme(running, Preferences(palette="dark"))
running.processEvents()
print("dressed")
"""


@pytest.mark.check
@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="glibc alone overwrites what is freed")
def test_other_colours_dress_no_widget_that_is_gone():
    """Qt's style sheets hear of a widget's end by a signal; here it is cut, and memory filled."""
    done = subprocess.run(
        [sys.executable, "-c", OTHER_COLOURS],
        env=dict(os.environ, QT_QPA_PLATFORM="offscreen", MALLOC_PERTURB_="165"),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, "dressed\n"), done.stderr


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
