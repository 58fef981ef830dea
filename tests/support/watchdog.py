"""A limit for what a stranger's input may take: time by an alarm, memory by its high-water mark."""

from __future__ import annotations

import faulthandler
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

MEMORY = 400 << 20
"""Bytes that one input may make the process grow by."""
_UNIT = 1 if sys.platform == "darwin" else 1024


class HangError(BaseException):
    """It took longer than the limit; no `except Exception` swallows it."""


class GrowthError(AssertionError):
    """It took more memory than the limit."""


def peak() -> int:
    """Bytes of memory the process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT


@contextmanager
def within(seconds: float, memory: int = MEMORY) -> Iterator[None]:
    """Raise HangError or GrowthError where the block takes more.

    Compiled code hears no alarm: where one runs on for three times as long, all stacks are printed
    and the process ends.
    """

    def rang(number: int, frame: FrameType | None) -> None:
        raise HangError(f"not done after {seconds:g} seconds")

    before, start = peak(), monotonic()
    faulthandler.dump_traceback_later(3 * seconds, exit=True)
    known = signal.signal(signal.SIGALRM, rang)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, known)
        faulthandler.cancel_dump_traceback_later()
    took = monotonic() - start
    if took > seconds:  # what heard no alarm
        raise HangError(f"done only after {took:.1f} seconds")
    grown = peak() - before
    if grown > memory:
        raise GrowthError(f"took {grown >> 20} MB of memory")
