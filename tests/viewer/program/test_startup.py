"""What is done before the window opens, and that signals end it in the event loop, not in work."""

import linecache
import signal
import sys

import pytest
from PySide6.QtCore import QObject

from viewer.program import startup


@pytest.mark.parametrize("unread", [False, True])
def test_pyside_reads_no_sources(qapp, tmp_path, monkeypatch, unread):
    feature = sys.modules["shibokensupport.feature"]
    monkeypatch.setattr(feature, "_mod_uses_pyside", feature._mod_uses_pyside)  # put back later
    if unread:
        startup.leave_sources_unread()
    source = tmp_path / f"imported_{unread}.py"
    source.write_text("NOTHING = None\n")
    monkeypatch.syspath_prepend(tmp_path)
    __import__(source.stem)  # importlib would not ask PySide
    assert (str(source) in linecache.cache) is not unread


class Ended(QObject):
    """Stands for the window and for the application."""

    def __init__(self):
        super().__init__()
        self.told = []

    def close_window(self):
        self.told.append("closed")

    def exit(self, status):
        self.told.append(status)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_closes_the_window_when_the_event_loop_has_its_turn(qtbot, number):
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
    ended = Ended()
    ends = ()
    try:
        ends = startup._leave_on_interrupt(ended, ended)
        signal.raise_signal(number)
        assert ended.told == [], "whatever was being done goes on"
        qtbot.waitUntil(lambda: ended.told == ["closed", 130])
    finally:
        signal.set_wakeup_fd(-1)
        for one, handler in before.items():
            signal.signal(one, handler)
        for end in ends[1:]:
            end.close()
