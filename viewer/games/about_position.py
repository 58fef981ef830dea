"""A value that is about one position, and is handed out for that position alone."""

from __future__ import annotations

from typing import Generic, TypeVar

from model.contract.game import Position

T = TypeVar("T")


class AboutPosition(Generic[T]):
    """Keeps what was found, or computed, of one position.

    What is found in the background comes late: the document, the node or the size of the board may
    be another one by then. This is the one place that decides whether it is about what is shown.

    Parameters
    ----------
    nothing
        What is handed out for every other position.
    """

    def __init__(self, nothing: T) -> None:
        self._nothing = self._value = nothing
        self._position: Position | None = None

    def keep(self, position: Position | None, value: T) -> None:
        """Keep `value` as what is known of `position`; of all others that is nothing."""
        self._position, self._value = position, value

    def forget(self) -> None:
        """Keep nothing."""
        self.keep(None, self._nothing)

    def of(self, position: Position | None) -> T:
        """Return what is kept of `position`, or of one that is equal to it."""
        if position is None or self._position is None:
            return self._nothing
        # A cache of positions may have forgotten this one and made another of the same kind.
        same = position is self._position or position == self._position
        return self._value if same else self._nothing
