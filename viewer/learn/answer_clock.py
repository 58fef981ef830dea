"""How long an answer took."""

from __future__ import annotations

from time import monotonic


class Clock:
    """Runs from when a task is shown, or from the answer before."""

    def __init__(self) -> None:
        self._since = monotonic()

    def start(self) -> None:
        """Begin anew."""
        self._since = monotonic()

    def lap(self) -> float:
        """Return the seconds since it began, and begin anew."""
        before, self._since = self._since, monotonic()
        return self._since - before
