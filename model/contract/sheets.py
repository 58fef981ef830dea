"""Boards of one's own: what lies before each player beside the board, as data.

A sheet is cells that are tokens of `Position.steps`: to write, to take, to mark is to choose one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from model.contract.moves import Player, Reason

CELL_SHAPES = ("square", "circle", "triangle", "rhombus", "star", "text")
"""What `SheetCell.shape` can be."""


@dataclass(frozen=True)
class SheetCell:
    """A place on a sheet.

    Attributes
    ----------
    name
        The token of `steps` that chooses it; "" for what is only printed. No two cells of a
        position have one name.
    shape
        One of `CELL_SHAPES`: by the shape players know what may be written. "text" has no outline.
    printed
        What is printed there, to be read while nothing lies on it: "+2", "3".
    value
        What was written or lies there; "" while it is empty.
    owner
        Whose colour the value has; "" for the owner of the sheet.
    closed
        Why it can never be chosen as things are; None where that depends on the choices before it,
        and `steps` tells.
    words
        What it is called when it is read out ("hero slot 2, for a d4"); "": its name.
    """

    name: str
    shape: str = "square"
    printed: str = ""
    value: str = ""
    owner: Player | str = ""
    closed: Reason | None = field(default=None, hash=False)
    words: str = ""


@dataclass(frozen=True)
class SheetSection:
    """Cells that belong together: rows of them under a title."""

    title: str
    rows: tuple[tuple[SheetCell, ...], ...]


@dataclass(frozen=True)
class PlayerSheet:
    """A board of one's own.

    Attributes
    ----------
    owner
        Whose it is; "" for what lies there for all, such as dice to be picked.
    title
        What it is called.
    sections
        Its cells, from top to bottom.
    notes
        What is counted for its owner ("2 heroes", "31 points"), so that nobody counts in his head.
    """

    owner: Player | str
    title: str
    sections: tuple[SheetSection, ...]
    notes: tuple[str, ...] = ()

    @property
    def cells(self) -> Iterator[SheetCell]:
        """All cells, from top to bottom and left to right."""
        return (cell for part in self.sections for row in part.rows for cell in row)
