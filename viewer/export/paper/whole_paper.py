"""A printed document of items: what goes in, laid out, drawn and set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from model.contract.game import Stop, Stopped
from model.records.record import ROOT, PositionCache
from viewer.export.export_options import PaperOptions
from viewer.export.items import CREDIT, ExportItem, Tell, common_title
from viewer.export.paper.blocks import (
    SIZES,
    Block,
    Columns,
    Heading,
    Key,
    PaperData,
    Paragraph,
    Problem,
    PuzzleSheet,
    Run,
    blocks_of,
    runs_of,
)
from viewer.export.paper.diagrams import Diagrams
from viewer.export.paper.game_pages import game_blocks, position_blocks
from viewer.export.paper.pdf_file import printed
from viewer.export.paper.teacher_plan import FIELDS, answers, chapter, plan, problem, solved

SOLUTIONS = (
    "Key: the move that solves the puzzle. Try: a move that seems to, with the reply that refutes "
    "it. Set play: what would follow if the other side were to move."
)


def paper_of(given: Sequence[ExportItem], wanted: PaperOptions, tell: Tell, stop: Stop) -> bytes:
    """Return the PDF file of all that is given; `Stopped` where `stop` says so.

    Raises
    ------
    ExportError
        It cannot be drawn or set, or a plan is to be made of a game.
    """
    document = _Document(given, wanted, tell, stop)
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
        self, given: Sequence[ExportItem], wanted: PaperOptions, tell: Tell, stop: Stop
    ) -> None:
        self._given, self._wanted, self._tell, self._stop = given, wanted, tell, stop
        self.diagrams = Diagrams(wanted.ink, wanted.diagrams)
        self.page = SIZES[wanted.paper]
        self._players: tuple[str, ...] = ()
        self._level = 1 if len(given) == 1 else 2
        self._numbers = 0

    def blocks(self) -> Iterator[Block]:
        """Yield what is printed, in its order."""
        if self._wanted.plan:
            yield from plan(self._told("item"), self._stop)
            return
        items = self._told("item")
        for kind, run in groupby(items, lambda item: item.contents.record.kind):
            if kind == "puzzle":
                yield from self._puzzles(run)
            else:
                yield from self._chapters(run)
        yield from self._back_matter()

    def _told(self, part: str, only: str = "") -> Iterator[ExportItem]:
        """The items, or those of a kind, one after another; each is told of."""
        items = [one for one in self._given if only in ("", one.contents.record.kind)]
        for number, item in enumerate(items):
            self._tell(number, len(items), part)
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
                yield from game_blocks(item, self.diagrams, self.page, every, self._stop)
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
        for number, item in enumerate(self._told("solution", "puzzle"), 1):
            rows += solved(item, number, self._stop)
        if rows:
            yield Heading("Solutions", fresh=True)
            yield Paragraph((Run(SOLUTIONS),), "muted")
            yield Columns(tuple(rows))
        lessons: list[Heading | Paragraph] = [
            block
            for item in self._told("chapter", "lesson")
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
