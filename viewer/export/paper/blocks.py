"""What a printed document is made of, as the data that `template.typ` sets.

Everything here is text to be shown, never markup: the template puts it on the page as it stands.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Style = Literal["", "strong", "emph", "code", "main", "muted"]


class Run(Struct, frozen=True):
    """A stretch of text in one style; "main" is a move of the main line, which never breaks."""

    text: str
    style: Style = ""


Runs = tuple[Run, ...]


class Heading(Struct, frozen=True, tag="heading"):
    """A heading.

    Attributes
    ----------
    level
        In the outline, from 1.
    number
        Set apart before the words; "" for none.
    fresh
        A page begins with it.
    """

    runs: Runs
    level: int = 1
    number: str = ""
    fresh: bool = False


Role = Literal["", "lead", "asked", "muted", "line"]


class Paragraph(Struct, frozen=True, tag="text"):
    """A paragraph.

    Attributes
    ----------
    role
        "": text; "lead": what stands under a title; "asked": what a reader is to do; "muted": an
        aside; "line": moves.
    depth
        How far it is indented.
    """

    runs: Runs
    role: Role = ""
    depth: int = 0


class Listing(Struct, frozen=True, tag="list"):
    """A list; `labels` stand before its entries ("A", "B"), else bullets or numbers do."""

    entries: tuple[Runs, ...]
    numbered: bool = False
    labels: tuple[str, ...] = ()


class Image(Struct, frozen=True):
    """A file with a picture.

    Attributes
    ----------
    name
        Of the file.
    alternative
        What it shows, in words.
    width, height
        In millimetres.
    """

    name: str
    alternative: str
    width: float
    height: float


class Figure(Struct, frozen=True, tag="figure"):
    """A diagram: its pictures side by side, or under one another, and what is said below."""

    images: tuple[Image, ...]
    caption: Runs = ()
    stacked: bool = False


class Problem(Struct, frozen=True):
    """A puzzle in its field.

    Attributes
    ----------
    number, title
        What it is called.
    asked
        What the solver is to do.
    aside
        How hard it is.
    figure
        Its position.
    """

    number: str
    title: Runs
    asked: Runs
    aside: Runs
    figure: Figure


class Sheet(Struct, frozen=True, tag="sheet"):
    """Puzzles, each in a field of a page with room for notes; `rows` by `columns` on a page."""

    rows: int
    columns: int
    puzzles: tuple[Problem, ...]


class Table(Struct, frozen=True, tag="table"):
    """A table; `shares` are the widths of its columns, 0 for as much as is needed."""

    head: tuple[Runs, ...]
    rows: tuple[tuple[tuple[Runs, ...], ...], ...]
    shares: tuple[int, ...]


class Together(Struct, frozen=True, tag="together"):
    """Blocks that the end of a page does not part."""

    blocks: tuple[Heading | Paragraph | Listing | Figure, ...]


Block = Heading | Paragraph | Listing | Figure | Sheet | Table | Together


class PaperData(Struct, frozen=True):
    """A whole document.

    Attributes
    ----------
    title, author
        As in the heads of its pages and in its properties.
    lead
        Under the title.
    credits
        At its end: whose games these are, and what made the document.
    paper
        As typst calls it: "a4", "us-letter".
    contents
        With a table of contents.
    blocks
        In their order.
    """

    title: str
    author: str
    lead: tuple[Runs, ...]
    credits: tuple[str, ...]
    paper: str
    contents: bool
    blocks: tuple[Block, ...]
