"""How a command ends: the exit statuses, and sentences on standard error."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

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
