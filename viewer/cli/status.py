"""How a command ends: the exit statuses, and sentences on standard error."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic

from model.phrases import printable

DONE, NO, UNUSABLE, UNABLE, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 4, 130
_LONGEST = 4_000
_ORDER = (UNUSABLE, UNABLE, NO, UNDECIDED, DONE)


def worst(statuses: Sequence[int]) -> int:
    """Return the status of several inputs together: the first of 2, 3, 1, 4, 0 that occurred."""
    return next((status for status in _ORDER if status in statuses), DONE)


def say(sentence: str) -> None:
    """Print a sentence for the person on standard error, without what a terminal would act on."""
    # Where nobody listens the status still tells.
    with suppress(OSError, ValueError, AttributeError, RuntimeError):
        print(f"pyramidion: {printable(sentence, _LONGEST)}", file=sys.stderr, flush=True)


# A person who waits is told how long it has been, and how long it may be.

SILENT = 2.0
"""Seconds in which nothing is told: most answers come sooner."""


@contextmanager
def waiting(what: str, limit: float | None = None) -> Iterator[Callable[[str], None]]:
    """Tell on standard error, while the block runs, for how many of `limit` seconds it has.

    Without a limit it is told for how long it has run.

    Only a terminal is told, on one line that is taken away in the end. What the block is given
    takes a few words on how far it has come; they are told as well.
    """
    words = ""

    def hear(said: str) -> None:
        nonlocal words
        words = f", {said}"

    if sys.stderr is None or not sys.stderr.isatty():
        yield hear
        return
    done, start = Event(), monotonic()

    def notify() -> None:
        shown = False
        with suppress(OSError, ValueError):  # where nobody listens the answer still comes
            while not done.wait(1.0 if shown else SILENT):
                seconds = monotonic() - start
                most = "" if limit is None else f" of at most {limit:g}"
                spent = f"{seconds:.0f}{most} seconds"
                sys.stderr.write(f"\r{what}{words}, {spent}\033[K")
                sys.stderr.flush()
                shown = True
            if shown:
                sys.stderr.write("\r\033[K")
                sys.stderr.flush()

    teller = Thread(target=notify, name="patience", daemon=True)
    teller.start()
    try:
        yield hear
    finally:
        done.set()
        teller.join()
