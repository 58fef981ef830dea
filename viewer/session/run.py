"""Runs: a puzzle being solved or a lesson being gone through, on a scratch copy of the record."""

from __future__ import annotations

from dataclasses import dataclass

from model.records.record import Record


@dataclass(frozen=True)
class Run:
    """What a run needs to end: the record as it was; moves tried are nodes of the scratch alone.

    Attributes
    ----------
    original
        The record the run began with, and goes back to.
    node
        The node that was looked at.
    hides
        Whether verdicts, costs and plans are kept from the eyes.
    confirms
        Whether moves are confirmed before they count.
    """

    original: Record
    node: int
    hides: bool = False
    confirms: bool = False

    @property
    def asks(self) -> bool:
        """Whether something is asked now that a plan would answer."""
        return False

    @property
    def scratch(self) -> Record:
        """The record moves are tried in: a copy of the original, or less of it."""
        return self.original
