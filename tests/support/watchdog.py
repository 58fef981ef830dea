"""A limit for what a stranger's input may take: processor time, memory by its high-water mark."""

import faulthandler
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from types import FrameType

MEMORY = 400 << 20
"""Bytes that one input may make the process grow by."""
WAITING = 15
"""How many times the limit may pass on the clock: a busy machine is no fault."""
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

    Seconds are those of the processor, for others may work on the machine. A block that waits for
    something is told by the clock, later (`WAITING`). Compiled code hears no alarm: where one runs
    on for twice that time, all stacks are printed and the process ends.
    """

    def rang(number: int, frame: FrameType | None) -> None:
        raise HangError(f"not done after {seconds:g} seconds")

    before, start = peak(), process_time()
    faulthandler.dump_traceback_later(2 * WAITING * seconds, exit=True)
    known = {ring: signal.signal(ring, rang) for ring in (signal.SIGALRM, signal.SIGPROF)}
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, WAITING * seconds)
    try:
        yield
    finally:
        for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
            signal.setitimer(timer, 0)
        for ring, handler in known.items():
            signal.signal(ring, handler)
        faulthandler.cancel_dump_traceback_later()
    took = process_time() - start
    if took > seconds:  # what heard no alarm
        raise HangError(f"done only after {took:.1f} seconds")
    grown = peak() - before
    if grown > memory:
        raise GrowthError(f"took {grown >> 20} MB of memory")
