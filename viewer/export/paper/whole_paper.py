"""A printed document of items: what goes in, laid out, drawn and set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from msgspec.structs import replace

from model.contract.game import Position, Stop, Stopped
from model.records.record import ROOT, PositionCache, last_of_main_line, ply_of
from model.records.sealing import SEALED
from model.records.view import View
from viewer.export.export_options import PaperOptions
from viewer.export.items import CREDIT, ExportItem, Notify, common_title, public_record
from viewer.export.paper.blocks import (
    SIZES,
    Block,
    Columns,
    Heading,
    Key,
    PageSize,
    PaperData,
    Paragraph,
    Problem,
    PuzzleSheet,
    Role,
    Run,
    Style,
    blocks_of,
    facts_of,
    runs_of,
    status_text,
)
from viewer.export.paper.diagrams import Diagrams
from viewer.export.paper.pdf_file import printed
from viewer.export.paper.teacher_plan import FIELDS, answers, chapter, plan, problem, solved
from viewer.picture.words.move_words import move_words

SOLUTIONS = (
    "Key: the move that solves the puzzle. Try: a move that seems to, with the reply that refutes "
    "it. Set play: what would follow if the other side were to move."
)


def paper_of(
    given: Sequence[ExportItem], wanted: PaperOptions, notify: Notify, stop: Stop
) -> bytes:
    """Return the PDF file of all that is given; `Stopped` where `stop` says so.

    Raises
    ------
    ExportError
        It cannot be drawn or set, or a plan is to be made of a game.
    """
    document = _Document(given, wanted, notify, stop)
    try:
        blocks = tuple(document.blocks())
    finally:
        document.diagrams.close()
    authors = dict.fromkeys(item.author for item in given if item.author)
    starts = [one for one in blocks if isinstance(one, Heading) and one.level == 1]
    data = PaperData(
        title=wanted.title or common_title(given),
        author=wanted.author or ", ".join(authors),
        about=_about(given),
        credits=_credits(given),
        paper=document.page.name,
        margin=document.page.margin,
        contents=len(given) > 1 and len(starts) > 2,
        grey=wanted.ink == "grey",
        asks=not wanted.plan and any(_asks(item) for item in given),
        blocks=blocks,
    )
    return printed(data, document.diagrams.files)


class _Document:
    """Puts the blocks of items one after another, answers and solutions behind all of them."""

    def __init__(
        self, given: Sequence[ExportItem], wanted: PaperOptions, notify: Notify, stop: Stop
    ) -> None:
        self._given, self._wanted, self._notify, self._stop = given, wanted, notify, stop
        self.diagrams = Diagrams(wanted.ink, wanted.diagrams)
        self.page = SIZES[wanted.paper]
        self._players: tuple[str, ...] = ()
        self._level = 1 if len(given) == 1 else 2
        self._numbers = 0

    def blocks(self) -> Iterator[Block]:
        """Yield what is printed, in its order."""
        if self._wanted.plan:
            yield from plan(self._with_notice("item"), self._stop)
            return
        items = self._with_notice("item")
        for kind, run in groupby(items, lambda item: item.contents.record.kind):
            if kind == "puzzle":
                yield from self._puzzles(run)
            else:
                yield from self._chapters(run)
        yield from self._back_matter()

    def _with_notice(self, part: str, only: str = "") -> Iterator[ExportItem]:
        """The items, or those of a kind, one after another; each is told of."""
        items = [one for one in self._given if only in ("", one.contents.record.kind)]
        for number, item in enumerate(items):
            self._notify(number, len(items), part)
            if self._stop():
                raise Stopped
            yield item

    def _chapters(self, items: Iterable[ExportItem]) -> Iterator[Block]:
        for item in items:
            if len(self._given) > 1:
                yield Heading(item.title, fresh=item.contents.record.lesson is None)
            record = item.contents.record
            if record.lesson is not None and len(self._given) > 1:
                about = blocks_of(record.lesson.about, "lead")
                yield from (
                    replace(one, keep=True) if isinstance(one, Paragraph) else one for one in about
                )
            yield from self._key(item)
            if record.lesson is not None:
                yield from chapter(item, self.diagrams, self.page, self._level, self._stop)
            elif len(record):
                every = self._wanted.every
                yield from _PrintedGame(item, self.diagrams, self.page, every, self._stop).blocks()
            else:
                yield from position_blocks(item, self.diagrams, self.page)

    def _puzzles(self, items: Iterable[ExportItem]) -> Iterator[Block]:
        puzzles = [one for one in self._given if one.contents.record.puzzle is not None]
        most = min(self._wanted.per_page, len(puzzles))
        fields, problems = FIELDS[min(n for n in FIELDS if n >= most)], list[Problem]()
        is_all = len(puzzles) == len(self._given)
        for item in items:
            if not problems:
                if not is_all:
                    yield Heading(item.course or "Puzzles", fresh=True)
                yield from self._key(item)
            self._numbers += 1
            problems.append(problem(item, self._numbers, self.diagrams, self.page, fields))
        level = 1 if is_all else 2
        yield PuzzleSheet(fields.rows, fields.columns, level, tuple(problems))

    def _back_matter(self) -> Iterator[Block]:
        if self._wanted.solutions == "none":
            return
        rows: list[Paragraph] = []
        for number, item in enumerate(self._with_notice("solution", "puzzle"), 1):
            rows += solved(item, number, self._stop)
        if rows:
            yield Heading("Solutions", fresh=True)
            yield Paragraph((Run(SOLUTIONS),), "muted")
            yield Columns(tuple(rows))
        lessons: list[Heading | Paragraph] = [
            block
            for item in self._with_notice("chapter", "lesson")
            for block in answers(item, 2, self._stop)
        ]
        if lessons:
            yield Heading("Hints and answers", fresh=True)
            yield Columns(tuple(lessons))

    def _key(self, item: ExportItem) -> Iterator[Key]:
        """Who has which pieces, where it is not as before."""
        start = PositionCache().position(item.contents.record, ROOT)
        if start.game.players != self._players:
            self._players = start.game.players
            yield self.diagrams.key(start)


def _about(given: Sequence[ExportItem]) -> str:
    """What all of it says of itself; words, for it stands under the title."""
    lesson = given[0].contents.record.lesson
    text = lesson.about if len(given) == 1 and lesson is not None else given[0].about
    return "".join(run.text for run in runs_of(text))


def _credits(given: Sequence[ExportItem]) -> tuple[str, ...]:
    """Whose games these are, where what they say of themselves does not, and what made this."""
    starts = (PositionCache().position(item.contents.record, ROOT) for item in given)
    credits, about = dict.fromkeys(start.game.kind.credit for start in starts), _about(given)
    unsaid = [
        one for one in credits if (one.partition("designed by ")[2] or one).rstrip(".") not in about
    ]
    return (*unsaid, CREDIT)


def _asks(item: ExportItem) -> bool:
    record = item.contents.record
    steps = () if record.lesson is None else record.lesson.steps
    return record.puzzle is not None or any(step.task is not None for step in steps)


# A position on a page: its diagram as large as it can be, and what is said of it.

LONGEST = 500
"""Letters of a position as text that somebody may type."""
SHARE = 0.68
"""Of the height of a page, for the diagram."""


def position_blocks(item: ExportItem, diagrams: Diagrams, page: PageSize) -> list[Block]:
    """Return what a page says of the position that an item stands at."""
    record, node = item.contents.record, item.contents.node
    position = PositionCache().position(record, node).seen_by(None)
    here = record[node]
    figure = diagrams.figure(
        position,
        here.view or item.view,
        (page.width, SHARE * page.height),
        marks=here.marks,
        caption=status_text(position),
        stacked=True,
    )
    blocks: list[Block] = [figure, *blocks_of(here.comment)]
    blocks += [Paragraph(runs, "line") for runs in facts_of(position)]
    text = str(position)
    if len(text) <= LONGEST:
        blocks.append(Paragraph((Run(text, "code"),), "muted"))
    return blocks


HEIGHT = 56.0
"""Of a diagram in millimetres."""
UNBROKEN = 24
"""Letters of a move that no line ends in."""


@dataclass(frozen=True)
class _BranchStart:
    """Where a line begins: a node, how deep it lies, and how many moves are before it."""

    node: int
    depth: int
    before: int


def played(item: ExportItem) -> str:
    """Return who played, where and when, as far as a game says so."""
    headers = item.contents.record.headers
    players = PositionCache().position(item.contents.record, ROOT).game.players
    names = [f"{headers[one]} ({one.capitalize()})" for one in players if headers.get(one)]
    words = (" – ".join(names), *(headers.get(name, "") for name in ("event", "date", "source")))
    return " · ".join(word for word in words if word)


class _PrintedGame:
    """The pages of a game.

    Parameters
    ----------
    every
        Diagrams of the main line come after so many moves, and where there are signs on the
        board; None: where there are signs, a view, or a comment.
    """

    def __init__(
        self, item: ExportItem, diagrams: Diagrams, page: PageSize, every: int | None, stop: Stop
    ) -> None:
        record = item.contents.record
        self._cache = PositionCache()
        kind = self._cache.position(record, ROOT).game.kind
        self._whole, self._seen = record, public_record(record)
        self._by_line = kind.hides or kind.rolls
        self._item, self._diagrams, self._page = item, diagrams, page
        self._every, self._stop = every, stop
        self._views: dict[int, View] = {}
        self._blocks: list[Block] = []
        self._runs: list[Run] = []
        self._last_drawn = -1

    def blocks(self) -> list[Block]:
        """Return what is printed."""
        root = self._seen[ROOT]
        said = played(self._item)
        if said:
            self._blocks.append(Paragraph((Run(said),), "lead"))
        self._views[ROOT] = root.view or self._item.view
        start = self._cache.position(self._whole, ROOT)
        self._blocks += blocks_of(root.comment)
        if root.marks or str(start) != str(start.game.start()):
            self._draw(ROOT, "")
        open_lines = [_BranchStart(root.children[0], 0, 0)] if root.children else []
        while open_lines:
            open_lines += self._line(open_lines.pop())
        main = last_of_main_line(self._seen)
        if self._last_drawn != main:
            self._draw(main, self._after(main, ply_of(self._seen, main)))
        last = self._position(main)
        self._blocks += [Paragraph(runs, "line") for runs in facts_of(last)]
        return self._blocks

    def _line(self, line: _BranchStart) -> list[_BranchStart]:
        """Tell of a line until it forks; return the lines that follow, the first one last."""
        node, ply = line.node, line.before
        while True:
            if self._stop():
                raise Stopped
            here = self._seen[node]
            before, ply = ply, 0 if here.setup else ply + 1
            self._views[node] = here.view or self._views[here.parent]
            self._move(node, ply, line.depth)
            self._remark(node, ply, line.depth)
            siblings = self._seen[here.parent].children
            after = here.children[:1]
            if len(siblings) > 1 and siblings[0] == node:
                self._flush(line.depth)
                following = [_BranchStart(one, line.depth, ply) for one in after]
                before = 0 if here.setup else before
                return following + [
                    _BranchStart(one, line.depth + 1, before) for one in reversed(siblings[1:])
                ]
            if not after:
                self._flush(line.depth)
                return []
            node = after[0]

    def _position(self, node: int) -> Position:
        return self._cache.position(self._whole, node).seen_by(None)

    def _move(self, node: int, ply: int, depth: int) -> None:
        """Write a move, with its number where a round or a paragraph begins."""
        here = self._seen[node]
        if here.setup:
            self._runs += [Run("Position set up.", "emph"), Run(" ")]
            return
        if self._by_line:
            words = move_words(self._seen, node, self._position)
            self._runs += [Run(f"{ply}. ", "muted"), Run(words, "" if depth else "strong")]
            self._flush(depth)
            return
        position, text = self._position(here.parent), here.move
        style: Style = "variation" if depth else "move"
        first = position.to_move == position.game.players[0]
        number = f"{ply}." if not self._runs or first else ""
        if len(text) <= UNBROKEN:
            self._runs += [Run(text, style, number), Run(" ")]
        else:
            long = Run(text, "" if depth else "strong")
            self._runs += [Run(f"{number} ", "muted"), long, Run(" ")]

    def _remark(self, node: int, ply: int, depth: int) -> None:
        """Say what is said of a move, and draw where it leads to."""
        here = self._seen[node]
        if here.comment:
            self._flush(depth)
            self._blocks += blocks_of(here.comment, "" if depth == 0 else "line", depth)
        due = self._every is not None and depth == 0 and ply % self._every == 0
        has_diagram = self._every is None and (here.view or (here.comment and depth == 0))
        if here.marks or due or has_diagram or here.setup:
            self._flush(depth)
            self._draw(node, self._after(node, ply))

    def _after(self, node: int, ply: int) -> str:
        """What a diagram shows, to begin its caption with; "" where no move is known."""
        if self._seen[node].move in ("", SEALED):
            return ""
        return f"After {ply}. {move_words(self._seen, node, self._position)}. "

    def _flush(self, depth: int) -> None:
        if self._runs:
            role: Role = "line" if depth or self._by_line else "moves"
            self._blocks.append(Paragraph(tuple(self._runs), role, depth))
            self._runs.clear()

    def _draw(self, node: int, caption: str) -> None:
        """Draw a position; what is said before it stays beside it."""
        position = self._position(node)
        figure = self._diagrams.figure(
            position,
            self._views[node],
            (self._page.width, HEIGHT),
            marks=self._seen[node].marks,
            caption=f"{caption}{status_text(position)}",
        )
        if self._blocks and isinstance(self._blocks[-1], Paragraph):
            self._blocks[-1] = replace(self._blocks[-1], keep=True)
        self._blocks.append(figure)
        self._last_drawn = node
