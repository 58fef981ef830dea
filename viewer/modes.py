"""Modes: who has the clicks on the board while they are not for playing."""

from __future__ import annotations

from typing import Protocol


class Mode(Protocol):
    """A brush of the set-up, the mark tool, a task that is answered by a click."""

    def clicked(self, site: int) -> bool:
        """Take a click on a point or a piece; False: it is for playing after all."""
        ...
