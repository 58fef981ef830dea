"""What lessons and puzzles ask of the docks, which lie in a higher room."""

from typing import Protocol

LEARN = "learn"
"""The dock in which lessons and puzzles stand."""
REVIEW = "review"
"""The dock of the review whose mistakes are retried."""


class DockSwitch(Protocol):
    """Opens docks, and knows which are open."""

    def open(self, name: str) -> None:
        """Open a dock and bring it to the front."""

    def close(self, name: str) -> None:
        """Close a dock; what waited for its room comes back."""

    def is_open(self, name: str) -> bool:
        """Tell whether a dock is open."""
