"""The mark tool: what it puts on a node, and what a click with it makes of the marks there."""

from dataclasses import dataclass
from typing import Final, Literal, Protocol

from msgspec.structs import replace

from model.records.view import Colour, Mark, Sign, sites_of
from viewer.session.session import Session

Marks = tuple[Mark, ...]

ERASE: Final = "erase"
AnySign = Sign | Literal["erase"]
"""What a click can put, or that it takes away."""
MOST = 500
"""Marks a node may carry; what is more than that marks nothing."""


@dataclass(frozen=True)
class AnnotationStyle:
    """What a click puts on the board.

    Attributes
    ----------
    sign
        One of `model.records.record.SIGNS`, or `ERASE`.
    colour, text
        Of the mark.
    """

    sign: AnySign = "ring"
    colour: Colour = "green"
    text: str = ""


class Target(Protocol):
    """Where marks are put: the current node, or a step of a lesson that is being written."""

    @property
    def marks(self) -> Marks: ...
    def put(self, marks: Marks) -> None:
        """Have exactly these; one edit."""


class NodeMarks:
    """The marks of the current node."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def marks(self) -> Marks:
        """What is there now."""
        document = self._session.document
        return document.record.nodes[document.node].marks

    def put(self, marks: Marks) -> None:
        """Have exactly these; one edit that can be undone."""
        self._session.mark(marks)


def toggled(marks: Marks, mark: Mark) -> Marks:
    """Return `marks` with `mark`; without it where it was there just so, with any word.

    The same sign at the same place in another colour or with another word is changed.
    """
    there = next((other for other in marks if _same_place(other, mark)), None)
    kept = tuple(other for other in marks if other is not there)
    goes = there is not None and mark in (there, replace(there, text=""))
    return kept if goes else (*kept, mark)


def _same_place(one: Mark, other: Mark) -> bool:
    if one.sign != other.sign:
        return False
    if one.sign == "link":
        return {one.site, one.to} == {other.site, other.to}
    if one.sign == "sheet":
        return set(one.sites) == set(other.sites)
    return one.site == other.site


def erased(marks: Marks, name: str, linked: frozenset[str] = frozenset()) -> Marks:
    """Return `marks` without those that speak of a point.

    Parameters
    ----------
    linked
        The pieces linked with the one there: a mark round them goes, too.
    """
    return tuple(
        mark
        for mark in marks
        if name not in sites_of(mark) and not (mark.sign == "group" and mark.site in linked)
    )
