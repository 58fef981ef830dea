"""A printed document of items: what goes in, laid out, drawn and set."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from msgspec.structs import replace

from model.contract.game import MoveError, Position, Stop, Stopped
from model.exercises.puzzle import marked_points
from model.lessons.judging import ConditionError, fitting, in_words
from model.phrases import counted, listed
from model.positions.setup import Draft, read_position
from model.puzzles.proof import first_fault
from model.puzzles.solutions.solution_tree import rows_of, solution_tree
from model.puzzles.wording import asked, difficulty, soundness
from model.records.lesson import Step, Task, parts_of, step_for
from model.records.puzzle import Puzzle
from model.records.record import ROOT, last_of_main_line, ply_of
from model.records.sealing import SEALED
from model.records.view import View
from viewer.export.export_options import PaperOptions
from viewer.export.items import (
    CREDIT,
    ExportError,
    ExportItem,
    Notify,
    answer_letter,
    common_title,
    step_views,
)
from viewer.export.paper import blocks as paper
from viewer.export.paper.blocks import Block, Figure, Heading, Paragraph, Run, Runs
from viewer.export.paper.diagrams import Diagrams
from viewer.export.paper.pdf_file import printed
from viewer.export.pictures.shots import asked_view
from viewer.games.registry import options_in_words
from viewer.picture.words.move_words import move_words

# -- a lesson as a chapter of a booklet: its steps with diagrams and tasks -------------------------


LESSON_HEIGHT = 46.0
"""Of a diagram of a lesson in millimetres."""
PICTURED = (40.0, 30.0)
"""Of a position that is drawn beside an answer."""
BLANK = "________________"


def chapter(
    item: ExportItem, diagrams: Diagrams, page: paper.PageSize, level: int, stop: Stop
) -> list[Block]:
    """Return the steps of a lesson; `Stopped` where `stop` says so.

    Parameters
    ----------
    level
        Of the headings of its steps.
    """
    record = item.contents.record
    assert record.lesson is not None
    blocks: list[Block] = []
    shown = None
    views = step_views(record, item.view)
    for number, (one, view) in enumerate(zip(record.lesson.steps, views, strict=True), 1):
        if stop():
            raise Stopped
        step = step_for(one, "paper")
        figure = _diagram(item, step, view, diagrams, page)
        blocks.append(Heading(title_of(step, number), level, str(number) if step.title else ""))
        texts = paper.blocks_of(step.text)
        if step.task is None and shown is not None and figure.images == shown.images:
            blocks += texts
            continue
        shown = figure
        blocks += [replace(one, keep=True) if isinstance(one, Paragraph) else one for one in texts]
        blocks.append(figure)
        if step.task is not None:
            blocks += _task(step.task, item.game.position(step.node), view, diagrams)
    return blocks


def title_of(step: Step, number: int) -> str:
    """Return what a step is called."""
    return "".join(run.text for run in paper.runs_of(step.title)) or f"Step {number}"


def _diagram(
    item: ExportItem, step: Step, view: View, diagrams: Diagrams, page: paper.PageSize
) -> Figure:
    return diagrams.figure(
        item.game.position(step.node).seen_by(None),
        view if step.task is None else asked_view(step, view),
        (page.width, LESSON_HEIGHT),
        marks=(*item.contents.record[step.node].marks, *step.marks),
        pour=step.pour,
        answered=step.task is None,
        keep=step.task is not None,
    )


def _task(task: Task, position: Position, view: View, diagrams: Diagrams) -> Iterator[Block]:
    if task.kind == "choice":
        entries = tuple(paper.runs_of(choice.text) for choice in task.choices)
        yield paper.Listing(entries, labels=tuple(map(answer_letter, range(len(entries)))))
        yield from _pictured(task, view, diagrams)
        return
    yield Paragraph((Run(_to_do(task, paper.status_text(position))),), "task")


def _to_do(task: Task, stands: str) -> str:
    if task.kind == "game":
        end = f", for {task.moves} moves" if task.moves else ""
        return f"{stands} Play on against the computer, level {task.level}, or a partner{end}."
    if task.kind == "click":
        return f"Your answer: {BLANK}"
    return f"{stands} Your {'move' if task.then is None else 'moves'}: {BLANK}"


def _pictured(task: Task, view: View, diagrams: Diagrams) -> Iterator[Figure]:
    """Positions that are drawn beside answers, in their order."""
    images, letters = list[paper.Image](), list[str]()
    for number, choice in enumerate(task.choices):
        if choice.position:
            position = read_position(choice.position).seen_by(None)
            images += diagrams.figure(position, view, PICTURED, shown="scene").images
            letters.append(answer_letter(number))
    for start in range(0, len(images), 3):
        row = slice(start, start + 3)
        yield Figure(tuple(images[row]), ", ".join(letters[row]))


# What is right in the tasks of a lesson, in words.

NAMED = 8
"""Right answers that are named beside one another."""


def answers(item: ExportItem, level: int, stop: Stop) -> list[Heading | Paragraph]:
    """Return hints and answers of a lesson; [] where it has no tasks. `Stopped`."""
    lesson, blocks = item.contents.record.lesson, list[Paragraph]()
    assert lesson is not None
    for number, step in enumerate((step_for(one, "paper") for one in lesson.steps), 1):
        if step.task is None:
            continue
        title = (Run(f"{number}\u2002", "strong"), Run(title_of(step, number), "strong"))
        blocks.append(Paragraph(title, "entry", keep=True))
        if step.task.hint:
            blocks.append(
                Paragraph((Run("Hint: ", "emph"), *paper.runs_of(step.task.hint)), "line")
            )
        blocks += [Paragraph(runs, "line") for runs in answer(item, step, stop)]
    return [Heading(item.title, level), *blocks] if blocks else []


def answer(item: ExportItem, step: Step, stop: Stop) -> Iterator[Runs]:
    """Yield what is right in the task of a step, and what is said to it; `Stopped`."""
    task = step.task
    assert task is not None
    if task.kind == "choice":
        for number, choice in enumerate(task.choices):
            if choice.right:
                said = paper.runs_of(choice.answer or task.right)
                end = "" if choice.text.rstrip().endswith((".", "!", "?", "*")) else "."
                text = (*paper.runs_of(choice.text), Run(f"{end} "))
                yield Run(f"{answer_letter(number)}. ", "strong"), *text, *said
        return
    right = _right(item.game.position(step.node), task, stop)
    said = paper.runs_of(parts_of(task)[-1].right)
    yield (Run(right, "strong"), Run(" "), *said)


def _right(position: Position, task: Task, stop: Stop) -> str:
    try:
        if task.kind == "game":
            if not task.condition:
                return "A game of your own."
            return f"Play {in_words(position, task.condition, clicks=False)}."
        if task.then is not None:
            return _line(position, task)
        return _listed(_all(position, task, stop))
    except ConditionError as error:
        return f"This task cannot be judged: {error}."


def _all(position: Position, task: Task, stop: Stop) -> list[str]:
    """All answers that are right, those that the author names first."""
    if isinstance(position, Draft) and task.kind == "place":
        return []
    fit = []
    if task.condition:
        fit = fitting(position, task.condition, clicks=task.kind == "click", stop=stop)
    return list(dict.fromkeys((*task.accepted, *fit)))


def _listed(found: list[str]) -> str:
    if len(found) > NAMED:
        found = [*found[: NAMED - 1], f"{len(found) - NAMED + 1} more"]
    return f"{listed(found, 'or')}." if found else "No answer is known."


def _line(position: Position, task: Task) -> str:
    """A task that goes on: the first right move of each part, with the replies."""
    said = []
    for part in parts_of(task):
        move = part.accepted[0] if part.accepted else ""
        said.append(move or "?")
        try:
            position = position.play(move)
            if part.then is not None and part.then.reply:
                said.append(f"({part.then.reply})")
        except MoveError:
            break
    return f"{' '.join(said)}."


# Puzzles as worksheets, and their solutions on pages of their own.

WORDS = 20.0
"""Height of what is said over a diagram, in millimetres."""
TITLE = 36.0
"""Height of what stands over the first fields."""
GAPS = (8.0, 6.0)
"""Between two fields, in millimetres."""


@dataclass(frozen=True)
class Fields:
    """How puzzles lie on a page.

    Attributes
    ----------
    rows, columns
        Of fields.
    share
        Of the height that is left by words, for the diagram; the rest is for notes.
    stacked
        The scene lies over the maps, not beside them.
    """

    rows: int
    columns: int
    share: float
    stacked: bool

    def diagram(self, page: paper.PageSize) -> tuple[float, float]:
        """Return the room of a diagram in millimetres."""
        width = (page.width - (self.columns - 1) * GAPS[0]) / self.columns
        height = (page.height - TITLE - (self.rows - 1) * GAPS[1]) / self.rows
        return width, self.share * (height - WORDS)


FIELDS = {
    1: Fields(1, 1, 0.78, True),
    2: Fields(2, 1, 0.80, False),
    4: Fields(2, 2, 0.80, True),
    6: Fields(3, 2, 0.66, False),
}
"""By the number of puzzles on a page."""


def puzzle_of(item: ExportItem) -> Puzzle:
    """Return the puzzle that an item is."""
    puzzle = item.contents.record.puzzle
    assert puzzle is not None
    return puzzle


def problem(
    item: ExportItem, number: int, diagrams: Diagrams, page: paper.PageSize, fields: Fields
) -> paper.Problem:
    """Return a puzzle as it lies in its field."""
    record, start = item.contents.record, item.game.position()
    root = record[ROOT]
    figure = diagrams.figure(
        start.seen_by(None),
        root.view or item.view,
        fields.diagram(page),
        marks=(*root.marks, *marked_points(puzzle_of(item))),
        stacked=fields.stacked,
    )
    composer = record.headers.get("composer", "")
    made = f"Composed by {composer}" if composer else ""
    options = " · ".join(options_in_words(start.game).splitlines())
    return paper.Problem(
        number=str(number),
        title=item.title,
        asked=question_of(item),
        grade=difficulty(puzzle_of(item)),
        aside=". ".join(part for part in (options, made) if part),
        figure=figure,
    )


def question_of(item: ExportItem) -> str:
    """Return what a puzzle asks, with what a solver has to know."""
    puzzle, start = puzzle_of(item), item.game.position()
    asks = puzzle.stipulation
    said = asked(start, asks)
    if asks.points or asks.first == "set":
        said = f"{said} {soundness(asks, start)}"
    fault = first_fault(start, puzzle)
    return f"{said} This puzzle cannot be solved: {fault}." if fault else said


def solved(item: ExportItem, number: int, stop: Stop) -> Iterator[Paragraph]:
    """Yield keys, tries and refutations of a puzzle under its name; `Stopped`."""
    title = (Run(f"{number}\u2002", "strong"), Run(item.title, "strong"))
    yield Paragraph(title, "entry", keep=True)
    for runs, depth in solution_of(item, stop):
        yield Paragraph(runs, "line", depth)


def solution_of(item: ExportItem, stop: Stop) -> Iterator[tuple[Runs, int]]:
    """Yield the rows of a puzzle's solution and how deep they lie; `Stopped`."""
    puzzle, start = puzzle_of(item), item.game.position()
    if first_fault(start, puzzle):
        return
    said = {one.move: one.text for one in puzzle.tries if one.text}
    for row in rows_of(solution_tree(start, puzzle, stop), in_words=True):
        name, colon, rest = row.text.partition(": ")
        heads = row.depth == 0 and row.tone
        yield ((Run(name + colon, "strong"), Run(rest)) if heads else (Run(row.text),)), row.depth
        if heads and row.tone == "wrong" and row.line and row.line[0] in said:
            yield paper.runs_of(said[row.line[0]]), row.depth + 1


WORDS_A_MINUTE = 110
"""As they are read to a class."""
MINUTES = {"place": 2.0, "click": 1.0, "choice": 1.5, "game": 12.0}
"""That a task takes, with what is said afterwards; a game that ends after some moves takes less."""
PUZZLE = (4.0, 2.0)
"""Minutes that a puzzle takes, and how many more with every grade."""
HOW_LONG = (
    f"Times are estimates: reading at {WORDS_A_MINUTE} words a minute, 1 to 2 minutes for a task, "
    f"{MINUTES['game']:g} for a game, {PUZZLE[0]:g} or more for a puzzle."
)
HEAD = ("", "Step", "Says and asks", "Right answers", "Minutes")


def plan(items: Iterable[ExportItem], stop: Stop) -> Iterator[Block]:
    """Yield the plan of lessons and puzzles; `Stopped` where `stop` says so.

    Raises
    ------
    ExportError
        There is something else among them.
    """
    yield Paragraph((Run(HOW_LONG),), "muted")
    puzzles: list[PlanRow] = []
    for item in items:
        record = item.contents.record
        if record.puzzle is not None:
            puzzles.append(_puzzle(item, len(puzzles) + 1, stop))
        elif record.lesson is not None:
            printed = [step_for(step, "paper") for step in record.lesson.steps]
            steps = [_step(item, step, number, stop) for number, step in enumerate(printed, 1)]
            yield from _table(item.title, record.lesson.about, steps)
        else:
            raise ExportError(f"a plan is made of lessons and puzzles, and {item.title} is neither")
    if puzzles:
        yield from _table("Puzzles", "", puzzles)


@dataclass(frozen=True)
class PlanRow:
    """A row of a plan."""

    number: int
    title: str
    says: tuple[Runs, ...]
    right: tuple[Runs, ...]
    minutes: float


def _step(item: ExportItem, step: Step, number: int, stop: Stop) -> PlanRow:
    if stop():
        raise Stopped
    right = () if step.task is None else tuple(answer(item, step, stop))
    notes = [(Run("Notes: ", "emph"), *paper.runs_of(step.notes))] if step.notes else []
    says = [runs for runs in (paper.runs_of(step.text),) if runs]
    return PlanRow(number, title_of(step, number), (*says, *notes), right, _minutes(step))


def _puzzle(item: ExportItem, number: int, stop: Stop) -> PlanRow:
    puzzle = puzzle_of(item)
    right = tuple(runs for runs, depth in solution_of(item, stop) if depth == 0)
    grade = difficulty(puzzle)
    says: list[Runs] = [(Run(question_of(item)),)]
    says += [(Run(grade, "emph"),)] if grade else []
    return PlanRow(number, item.title, tuple(says), right, PUZZLE[0] + PUZZLE[1] * puzzle.grade)


def _minutes(step: Step) -> float:
    words = len(f"{step.title} {step.text}".split())
    if (task := step.task) is None:
        return words / WORDS_A_MINUTE
    most = task.moves * MINUTES["place"] or MINUTES["game"]
    return words / WORDS_A_MINUTE + min(MINUTES[task.kind], most)


def _table(title: str, about: str, rows: Sequence[PlanRow]) -> Iterator[Block]:
    total = counted(sum(ceil(row.minutes) for row in rows), "minute")
    yield Heading(title)
    said = (Run(f"{about} " if about else ""), Run(f"{total}.", "strong"))
    yield Paragraph(said, "lead", keep=True)
    cells = tuple(
        (
            ((Run(str(row.number), "muted"),),),
            ((Run(row.title, "strong"),),),
            row.says,
            row.right,
            ((Run(str(ceil(row.minutes))),),),
        )
        for row in rows
    )
    yield paper.TextTable(HEAD, cells, (0, 3, 7, 6, 0))


# -- a document of items ---------------------------------------------------------------------------


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
    data = paper.PaperData(
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
        self.page = paper.SIZES[wanted.paper]
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
                about = paper.blocks_of(record.lesson.about, "lead")
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
        fields, problems = FIELDS[min(n for n in FIELDS if n >= most)], list[paper.Problem]()
        is_all = len(puzzles) == len(self._given)
        for item in items:
            if not problems:
                if not is_all:
                    yield Heading(item.course or "Puzzles", fresh=True)
                yield from self._key(item)
            self._numbers += 1
            problems.append(problem(item, self._numbers, self.diagrams, self.page, fields))
        level = 1 if is_all else 2
        yield paper.PuzzleSheet(fields.rows, fields.columns, level, tuple(problems))

    def _back_matter(self) -> Iterator[Block]:
        if self._wanted.solutions == "none":
            return
        rows: list[Paragraph] = []
        for number, item in enumerate(self._with_notice("solution", "puzzle"), 1):
            rows += solved(item, number, self._stop)
        if rows:
            yield Heading("Solutions", fresh=True)
            yield Paragraph((Run(SOLUTIONS),), "muted")
            yield paper.Columns(tuple(rows))
        lessons: list[Heading | Paragraph] = [
            block
            for item in self._with_notice("chapter", "lesson")
            for block in answers(item, 2, self._stop)
        ]
        if lessons:
            yield Heading("Hints and answers", fresh=True)
            yield paper.Columns(tuple(lessons))

    def _key(self, item: ExportItem) -> Iterator[paper.Key]:
        """Who has which pieces, where it is not as before."""
        start = item.game.position()
        if start.game.players != self._players:
            self._players = start.game.players
            yield self.diagrams.key(start)


def _about(given: Sequence[ExportItem]) -> str:
    """What all of it says of itself; words, for it stands under the title."""
    lesson = given[0].contents.record.lesson
    text = lesson.about if len(given) == 1 and lesson is not None else given[0].about
    return "".join(run.text for run in paper.runs_of(text))


def _credits(given: Sequence[ExportItem]) -> tuple[str, ...]:
    """Whose games these are, where what they say of themselves does not, and what made this."""
    credits = dict.fromkeys(item.game.position().game.kind.credit for item in given)
    about = _about(given)
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


def position_blocks(item: ExportItem, diagrams: Diagrams, page: paper.PageSize) -> list[Block]:
    """Return what a page says of the position that an item stands at."""
    record, node = item.contents.record, item.contents.node
    position = item.game.position(node).seen_by(None)
    here = record[node]
    figure = diagrams.figure(
        position,
        here.view or item.view,
        (page.width, SHARE * page.height),
        marks=here.marks,
        caption=paper.status_text(position),
        stacked=True,
    )
    blocks: list[Block] = [figure, *paper.blocks_of(here.comment)]
    blocks += [Paragraph(runs, "line") for runs in paper.facts_of(position)]
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
    players = item.game.position().game.players
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
        self,
        item: ExportItem,
        diagrams: Diagrams,
        page: paper.PageSize,
        every: int | None,
        stop: Stop,
    ) -> None:
        kind = item.game.position().game.kind
        self._seen = item.game.record
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
        start = self._item.game.position()
        self._blocks += paper.blocks_of(root.comment)
        if root.marks or str(start) != str(start.game.start()):
            self._draw(ROOT, "")
        open_lines = [_BranchStart(root.children[0], 0, 0)] if root.children else []
        while open_lines:
            open_lines += self._line(open_lines.pop())
        main = last_of_main_line(self._seen)
        if self._last_drawn != main:
            self._draw(main, self._after(main, ply_of(self._seen, main)))
        last = self._position(main)
        self._blocks += [Paragraph(runs, "line") for runs in paper.facts_of(last)]
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
        return self._item.game.position(node).seen_by(None)

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
        style: paper.Style = "variation" if depth else "move"
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
            self._blocks += paper.blocks_of(here.comment, "" if depth == 0 else "line", depth)
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
            role: paper.Role = "line" if depth or self._by_line else "moves"
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
            caption=f"{caption}{paper.status_text(position)}",
        )
        if self._blocks and isinstance(self._blocks[-1], Paragraph):
            self._blocks[-1] = replace(self._blocks[-1], keep=True)
        self._blocks.append(figure)
        self._last_drawn = node
