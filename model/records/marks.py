"""Marks: signs a teacher puts on points, links, groups and sheets."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Sign = Literal["ring", "cross", "square", "dot", "text", "link", "group", "sheet"]
SIGNS: tuple[Sign, ...] = ("ring", "cross", "square", "dot", "text", "link", "group", "sheet")
Colour = Literal["green", "red", "blue", "yellow"]
COLOURS: tuple[Colour, ...] = ("green", "red", "blue", "yellow")
MOST_MARKS = 1000
"""Marks on one node, or on one step of a lesson."""


class Mark(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sign on the board.

    Attributes
    ----------
    site
        Name of the point it is on; of a "sheet" the first of `sites`.
    sign
        "ring", "cross", "square", "dot" and "text" (`text` beside the point) are on one point,
        "link" goes from `site` to `to`, "group" is round the linked pieces at `site`, "sheet"
        covers `sites`.
    colour
        Of the sign.
    text
        A short word beside it.
    to, sites
        As above.
    """

    site: str
    sign: Sign = "ring"
    colour: Colour = "green"
    text: Annotated[str, Meta(max_length=80)] = ""
    to: str = ""
    sites: tuple[str, ...] = ()


Marks = Annotated[tuple[Mark, ...], Meta(max_length=MOST_MARKS)]
"""As many as one place can have."""


def sites_of(mark: Mark) -> tuple[str, ...]:
    """Return the names of all points a mark speaks of."""
    return (mark.site, *((mark.to,) if mark.to else ()), *mark.sites)
