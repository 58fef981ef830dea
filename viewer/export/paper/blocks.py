"""What a printed document is made of, as the data that `template.typ` sets.

Everything here is text to be shown, never markup: the template puts it on the page as it stands.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

from model.contract.game import CHANCE, Position
from model.phrases import listed
from model.positions import describe
from model.positions.setup import Draft
from viewer.games.facts import Fact
from viewer.games.registry import ending, explainer_of, game_view_of

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


class PuzzleSheet(Struct, frozen=True, tag="sheet"):
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


class TextTable(Struct, frozen=True, tag="table"):
    """A table; `shares` are the widths of its columns, 0 for as much as is needed."""

    head: tuple[str, ...]
    rows: tuple[tuple[tuple[Runs, ...], ...], ...]
    shares: tuple[int, ...]


class Columns(Struct, frozen=True, tag="columns"):
    """Blocks in two columns."""

    blocks: tuple[Heading | Paragraph | Listing | Figure, ...]


Block = Heading | Paragraph | Listing | Figure | Key | PuzzleSheet | TextTable | Columns


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


# What a document is printed on, and the room its margins leave.


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


# Positions in words: for those who cannot see a diagram, and below it.

MOST_NAMED = 20
"""Points that are named of alike pieces of a level."""


def described(position: Position, answered: bool = True) -> str:
    """Return what stands where, and who is to move; how it ended where that is not asked."""
    over = not answered and not isinstance(position, Draft) and position.outcome is not None
    end = "The game is over." if over else status_text(position)
    stand = (f"{line}." for line in describe.by_level(position, MOST_NAMED))
    return " ".join((f"{position.game.kind.title}.", *stand, end))


def status_text(position: Position) -> str:
    """Return who is to move, or how it ended, and what is left in hand."""
    if isinstance(position, Draft):
        return ""
    said = ending(position) or _turn(position)
    hands = [f"{player.capitalize()} has {left}" for player, left in position.reserves.items()]
    return f"{said}. In reserve: {listed(hands)}." if hands else f"{said}."


def _turn(position: Position) -> str:
    if position.to_move == CHANCE:
        return "The dice are to be rolled"
    return f"{str(position.to_move).capitalize()} to move"


def facts_of(position: Position) -> Iterator[Runs]:
    """Yield what is counted in a game that only facts are told of, a line a heading."""
    if explainer_of(position) is not None:
        return

    def heading(fact: Fact) -> str:
        return fact.heading

    for name, facts in groupby(game_view_of(position).facts(position), heading):
        said = "; ".join(fact.text for fact in facts).removeprefix(f"{name}: ")
        yield Run(f"{name}: ", "strong"), Run(f"{said}.")


# Markdown of comments and lessons as blocks of a printed document.

_STYLES: dict[str, Style] = {"strong_open": "strong", "em_open": "emph"}
MOST = 16_000
"""Letters of a text, as in the window."""
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


def blocks_of(text: str, role: Role = "", depth: int = 0) -> list[Paragraph | Listing]:
    """Return a Markdown text as paragraphs and lists; links and pictures leave their words."""
    found: list[Paragraph | Listing] = []
    tokens = _PARSER.parse(text if len(text) <= MOST else f"{text[:MOST]} …")
    at = 0
    while at < len(tokens):
        token = tokens[at]
        runs: Runs = ()
        if token.type in ("bullet_list_open", "ordered_list_open"):
            end = _closing(tokens, at)
            entries = tuple(_entries(tokens[at + 1 : end]))
            if entries:
                found.append(Listing(entries, numbered=token.type == "ordered_list_open"))
            at = end
        elif token.type == "tr_open":
            end = _closing(tokens, at)
            runs = _joined(_entries(tokens[at + 1 : end]), " | ")
            at = end
        elif token.type == "inline":
            runs = _runs(token.children or ())
        elif token.type in ("fence", "code_block"):
            runs = (Run(token.content.rstrip("\n"), "code"),)
        if runs:
            found.append(Paragraph(runs, role, depth))
        at += 1
    return found


def runs_of(text: str) -> Runs:
    """Return a Markdown text as one stretch of runs, paragraphs one after another."""
    parts: list[Runs] = []
    for block in blocks_of(text):
        parts += [block.runs] if isinstance(block, Paragraph) else block.entries
    return _joined(parts, " ")


def _joined(parts: Sequence[Runs] | Iterator[Runs], joint: str) -> Runs:
    runs: list[Run] = []
    for part in parts:
        runs += [Run(joint), *part] if runs else part
    return tuple(runs)


def _closing(tokens: Sequence[Token], at: int) -> int:
    """Where what opens at a place closes."""
    level = tokens[at].level
    return next(k for k in range(at + 1, len(tokens)) if tokens[k].level == level)


def _entries(tokens: Sequence[Token]) -> Iterator[Runs]:
    """The entries of a list; lists in it come after what they stand under."""
    for token in tokens:
        if token.type == "inline":
            runs = _runs(token.children or ())
            if runs:
                yield runs


def _runs(tokens: Sequence[Token]) -> Runs:
    runs: list[Run] = []
    styles: list[Style] = []
    for token in tokens:
        if token.type in _STYLES:
            styles.append(_STYLES[token.type])
        elif token.type in ("strong_close", "em_close"):
            styles.pop()
        elif token.type == "code_inline":
            runs.append(Run(token.content, "code"))
        elif token.type in ("softbreak", "hardbreak"):
            runs.append(Run(" "))
        elif token.content:
            style: Style = "strong" if "strong" in styles else "emph" if styles else ""
            runs.append(Run(token.content, style))
    return tuple(runs)
