"""Signals that end the program: the window goes in the event loop, never in the middle of work."""

import signal

import pytest
from PySide6.QtCore import QObject

from viewer.program import startup


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
