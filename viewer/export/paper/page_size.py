"""What a document is printed on, and the room its margins leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class PageSize:
    """A size of paper; lengths in millimetres.

    Attributes
    ----------
    name
        As typst calls it.
    paper_width, paper_height
        Of the sheet.
    """

    name: str
    paper_width: float
    paper_height: float

    @property
    def margin(self) -> float:
        """To the left and to the right."""
        return 24.0

    @property
    def width(self) -> float:
        """Of what is printed."""
        return self.paper_width - 2 * self.margin

    @property
    def height(self) -> float:
        """Of what is printed, without heads and feet (25 mm above and 22 mm below)."""
        return self.paper_height - 47.0


SIZES: Mapping[str, PageSize] = MappingProxyType(
    {"a4": PageSize("a4", 210.0, 297.0), "letter": PageSize("us-letter", 215.9, 279.4)}
)
"""Sizes by the names that the command line calls them."""
