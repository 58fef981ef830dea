"""What a printed document is made of, as the data that `template.typ` sets.

Everything here is text to be shown, never markup: the template puts it on the page as it stands.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Style = Literal["", "strong", "emph", "code", "move", "variation", "muted"]


class Run(Struct, frozen=True):
    """A stretch of text in one style; in moves, strong those of the main line, no line ends.

    Attributes
    ----------
    number
        Of a move; it stays beside it.
    """

    text: str
    style: Style = ""
    number: str = ""


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

    words: str
    level: int = 1
    number: str = ""
    fresh: bool = False


Role = Literal["", "lead", "task", "moves", "muted", "line", "entry"]


class Paragraph(Struct, frozen=True, tag="text"):
    """A paragraph.

    Attributes
    ----------
    role
        "": text; "lead": what begins a part; "task": what a reader is to do; "muted": an aside;
        "moves": those of a main line; "line": other moves and what is said of them, set close;
        "entry": what begins a solution.
    depth
        How far it is indented.
    keep
        It stays on the page of what follows.
    """

    runs: Runs
    role: Role = ""
    depth: int = 0
    keep: bool = False


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
    """A diagram: its pictures side by side, or under one another, and what is said below.

    Attributes
    ----------
    keep
        It stays on the page of what follows.
    """

    images: tuple[Image, ...]
    caption: str = ""
    stacked: bool = False
    keep: bool = False


class Key(Struct, frozen=True, tag="key"):
    """How pieces look, and whose they are: ``(a piece, its player)``; at the foot of each page.

    Attributes
    ----------
    said
        How maps are read; "" where there are none.
    """

    entries: tuple[tuple[Image, str], ...]
    said: str = ""


class Problem(Struct, frozen=True):
    """A puzzle in its field.

    Attributes
    ----------
    number, title
        What it is called.
    asked
        What the solver is to do.
    grade
        How hard it is; "" where nobody said.
    aside
        The options of its game, and who composed it.
    figure
        Its position.
    """

    number: str
    title: str
    asked: str
    grade: str
    aside: str
    figure: Figure


class Sheet(Struct, frozen=True, tag="sheet"):
    """Puzzles in fields with room for notes, `rows` by `columns` on a page.

    Attributes
    ----------
    level
        Of their headings.
    """

    rows: int
    columns: int
    level: int
    problems: tuple[Problem, ...]


class Table(Struct, frozen=True, tag="table"):
    """A table; `shares` are the widths of its columns, 0 for as much as is needed."""

    head: tuple[str, ...]
    rows: tuple[tuple[tuple[Runs, ...], ...], ...]
    shares: tuple[int, ...]


class Columns(Struct, frozen=True, tag="columns"):
    """Blocks in two columns."""

    blocks: tuple[Heading | Paragraph | Listing | Figure, ...]


Block = Heading | Paragraph | Listing | Figure | Key | Sheet | Table | Columns


class PaperData(Struct, frozen=True):
    """A whole document.

    Attributes
    ----------
    title, author
        As in the heads of its pages and in its properties.
    about
        What it is, under the title.
    credits
        Whose games these are, and what made the document.
    paper
        As typst calls it: "a4", "us-letter".
    margin
        To the left and to the right, in millimetres.
    contents
        With a table of contents.
    grey
        Without a colour.
    asks
        It has tasks: the first page, and each with puzzles, has a line for a name and a date.
    blocks
        In their order.
    """

    title: str
    author: str
    about: str
    credits: tuple[str, ...]
    paper: str
    margin: float
    contents: bool
    grey: bool
    asks: bool
    blocks: tuple[Block, ...]
