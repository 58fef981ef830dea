"""A window comes back as it was left: where it lies, and how its docks lie around the scene."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtTest import QTest

from viewer.session.files import resources

pytestmark = pytest.mark.check

_TELLING = """
import json, os, sys
from PySide6.QtCore import QSize, QTimer
import viewer.program.main_window
from viewer.program import startup
from viewer.window import window_layout

size = QSize(*map(int, sys.argv[2].split("x")))
window_layout.first_size = lambda: size


class Telling(viewer.program.main_window.MainWindow):
    def __init__(self):
        super().__init__()
        self.asks = QTimer(self, interval=300)
        self.asks.timeout.connect(self.tell)
        self.asks.start()

    def tell(self):
        if not self.display.is_ready:
            return
        docks = {
            name: dock.geometry().getRect()
            for name, dock in self.docks._docks.items()
            if not dock.visibleRegion().isEmpty()
        }
        print(json.dumps([self.geometry().getRect(), docks]), flush=True)


viewer.program.main_window.MainWindow = Telling
sys.exit(startup.run(sys.argv[1]))
"""


def in_sight(window):
    """The docks that can be seen, and where they lie."""
    return {
        name: QRect(dock.geometry())
        for name, dock in window.docks._docks.items()
        if not dock.visibleRegion().isEmpty()
    }


def shown(open_window, qtbot, size, **chosen):
    window = open_window(*size, **chosen)
    window.session.new(options={"size": "3"})
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    QTest.qWait(50)
    return window


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("size", "then"),
    [((1350, 728), (1350, 728)), pytest.param((1440, 900), (1024, 700), marks=pytest.mark.check)],
)
def test_docks_come_back_as_they_were_and_fit(open_window, qtbot, size, then):
    """Behind each other in a low window, above each other in a high one, as wide as before."""
    first = shown(open_window, qtbot, size)
    before = in_sight(first)
    first.close_window()
    fresh = before if size == then else in_sight(shown(open_window, qtbot, then))
    again = shown(open_window, qtbot, then, docks=first.chosen.own.docks)
    assert in_sight(again) == fresh
    assert all(again.rect().contains(place) for place in fresh.values())


@pytest.mark.sample(1)
@pytest.mark.skipif(os.name == "nt", reason="SIGTERM is not for Windows")
@pytest.mark.parametrize("size", ["1350x728", "1424x860"])
def test_a_window_ended_by_the_system_comes_back_as_it_was(tmp_path: Path, size: str):
    found = []
    for _ in range(2):
        window = subprocess.Popen(
            [sys.executable, "-c", _TELLING, str(resources.examples()[0]), size],
            env={
                **os.environ,
                "PYTHONPATH": str(Path(__file__).parents[3]),
                "PYRAMIDION_STATE": str(tmp_path),
                "PYRAMIDION_CONFIG": str(tmp_path),
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        assert window.stdout is not None
        told = [window.stdout.readline() for _ in range(4)]  # by then it has come to rest
        window.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + 60
        while window.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        found.append(json.loads(told[-1]))
    first, second = found
    assert second == first


LOW_AND_MAXIMIZED = (
    "AdnQywADAAAAAAAAAAAAAAAAAx8AAAMfAAAAAgAAABkAAAL5AAACJwAAAAAABAAAAyAAAAAAAAAAAAAAAx8AAAMf"
)
ITS_DOCKS = (
    "AAAA/wAAAAD9AAAAAgAAAAAAAADVAAACsPwCAAAAAvsAAAAUAGMAbwBsAGwAZQBjAHQAaQBvAG4AAAAAAP////8AAAC3"
    "AP////wAAABVAAACsAAAANQA////+gAAAAMCAAAABfsAAAAIAGwAbwBvAGsAAAAAAP////8AAACdAP////sAAAAKAG0A"
    "bwB2AGUAcwAAAAAA/////wAAATsA////+wAAAAwAcgBlAHYAaQBlAHcAAAAAAP////8AAABwAP////sAAAAKAGwAZQBh"
    "AHIAbgEAAAAA/////wAAANQA////+wAAAAoAcwBlAHQAdQBwAAAAAAD/////AAAAnQD///8AAAABAAABJQAAArD8AgAA"
    "AAL7AAAABgB3AGgAeQEAAABVAAABjwAAAJ0A/////AAAAeUAAAEgAAABCgEAABz6AAAAAAIAAAAE+wAAAAgAbQBhAHAA"
    "cwEAAAAA/////wAAAO0A////+wAAAAwAYgBvAGEAcgBkAHMBAAAAAP////8AAACdAP////sAAAAQAHQAdQByAG4ALQBs"
    "AG8AZwEAAAAA/////wAAAE0A////+wAAAA4AYgBhAHQAdABsAGUAcwEAAAAA/////wAAAE0A////AAABJQAAArAAAAAE"
    "AAAABAAAAAEAAAAC/AAAAAEAAAACAAAAAQAAAAoAVABvAG8AbABzAQAAAAD/////AAAAAAAAAAA="
)


def test_a_window_left_low_and_maximized_comes_back(open_window):
    """Its docks go behind each other before it is shown; Qt called some that it had deleted."""
    window = open_window(800, 700, window=LOW_AND_MAXIMIZED, docks=ITS_DOCKS)
    assert window.docks.is_open("why")
