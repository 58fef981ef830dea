"""What pupils hand in: what each tried of the tasks of a page, read, checked and put in a table.

A page writes it (`viewer/export/page/web/src/app/tries.ts`), as a file or as a text that a mail
carries. Nobody signs it: whoever knows how can write any results. What the rules do not allow is
found (`faults`), and what a task judges otherwise where the lesson is at hand.
"""

import base64
import binascii
import os
import re
import zlib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from model.contract.game import MoveError, Position
from model.lessons.judging import ConditionError, is_right
from model.notation.tokens import NotationError
from model.phrases import counted, listed, printable, shown
from model.positions import describe
from model.positions.setup import Draft, read_position
from model.records.lesson import Lesson, Step
from model.records.record import (
    ROOT,
    PositionCache,
    Record,
    add_set_up,
    head,
    new_record,
    play,
    set_lesson,
)
from model.records.view import Mark

SUFFIX = ".pyramidion-results"
FORMAT = "pyramidion-results/1"
MOST_BYTES = 8 << 20
"""Of one file, and of what a text unpacks to; 5,000 tries of a page with 500 tasks take 2 MB."""
MOST_EVENTS = 5_000
MOST_TASKS = 5_000
MOST_SITES = 2_000_000
"""Points of all positions of one file that the rules are asked about; it takes half a second."""
ASKED = {"moves": "place", "points": "click", "choice": "choice"}
"""What a lesson calls each kind of task."""
LONGEST_THOUGHT = 600.0
"""Seconds counted at most between two events: a pupil may have gone away."""
_BEGIN, _END = "-----BEGIN PYRAMIDION RESULTS-----", "-----END PYRAMIDION RESULTS-----"

Name = Annotated[str, Meta(max_length=60)]
Words = Annotated[str, Meta(max_length=2_000)]
Line = Annotated[str, Meta(max_length=100_000)]
Count = Annotated[int, Meta(ge=0, le=1 << 50)]
Outcome = Literal["at once", "after tries", "shown", "not solved", ""]
"""What became of a task; "": it was not tried."""
OUTCOMES: tuple[Outcome, ...] = ("at once", "after tries", "shown", "not solved", "")


class ResultsError(ValueError):
    """What cannot be read as results, in one sentence."""


class TaskHandedIn(Struct, frozen=True):
    """A task of the page: a step of a lesson, or a puzzle (step 0).

    Attributes
    ----------
    kind
        "moves", "points", "choice" or "puzzle".
    position
        Its position string.
    """

    step: Count
    kind: Literal["moves", "points", "choice", "puzzle"]
    title: Words
    position: Line


class Did(Struct, frozen=True, omit_defaults=True, rename={"source": "from"}):
    """A try, a hint that was asked for, or an answer that was shown.

    Attributes
    ----------
    at
        Milliseconds since the first one.
    what
        The move, the point or the text that was chosen.
    right, done
        What the page said to it, and whether that ended the task.
    source
        The position it was tried in, "" for that of the task.
    """

    step: Count
    at: Count
    did: Literal["try", "hint", "shown"]
    what: Words = ""
    right: bool = False
    done: bool = False
    source: Line = ""


class ItemHandedIn(Struct, frozen=True):
    """A lesson or a puzzle of the page."""

    title: Words
    tasks: Annotated[tuple[TaskHandedIn, ...], Meta(max_length=MOST_TASKS)]
    events: Annotated[tuple[Did, ...], Meta(max_length=MOST_EVENTS)]


class Results(Struct, frozen=True):
    """What one pupil hands in.

    Attributes
    ----------
    page, name
        The title of the page, and who tried.
    since
        When the first try was kept, as ISO 8601 in UTC.
    """

    page: Words
    name: Name
    since: datetime
    items: Annotated[tuple[ItemHandedIn, ...], Meta(max_length=MOST_TASKS)]


class _File(Struct, frozen=True):
    format: str
    checksum: str
    results: msgspec.Raw


def holds_results(path: Path) -> bool:
    """Whether a path is that of results, or of a folder in which some lie."""
    return path.suffix == SUFFIX or (os.path.isdir(path) and any(path.glob(f"*{SUFFIX}")))


def read_results(data: bytes) -> Results:
    """Return the results in a file, or in a mail that holds them as text.

    Raises
    ------
    ResultsError
        It holds none, or they are damaged, too large, or of another version.
    """
    if len(data) > MOST_BYTES:
        raise ResultsError(f"it has more than {MOST_BYTES >> 20} MB, which no results have")
    if _BEGIN.encode() in data:
        data = _unpacked(data.decode("utf-8", "replace"))
    try:
        held = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, RecursionError):
        raise ResultsError("it holds no results of a page") from None
    if held.format != FORMAT:
        known = f"this version reads {FORMAT}"
        raise ResultsError(f"its form is {shown(printable(held.format[:40]))}, and {known}")
    if f"{zlib.crc32(bytes(held.results)):08x}" != held.checksum:
        raise ResultsError("it was damaged or changed since it was handed in")
    try:
        found = msgspec.json.decode(held.results, type=Results)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ResultsError(f"its results are not in the form of {FORMAT}: {error}") from None
    name = printable(found.name).strip()
    if not name:
        raise ResultsError("it names no pupil")
    kept = sum(len(item.events) for item in found.items)
    if kept > MOST_EVENTS or sum(len(item.tasks) for item in found.items) > MOST_TASKS:
        raise ResultsError("it has more tasks or tries than a page keeps")
    return replace(found, name=name)


def _unpacked(text: str) -> bytes:
    """The file in a mail, whose lines may be quoted and broken otherwise than they were."""
    inside = text.split(_BEGIN, 1)[1]
    if _END not in inside:
        raise ResultsError("the text ends early: copy it down to the line with END")
    letters = re.sub(r"^[>|\s]+|\s+", "", inside.split(_END, 1)[0], flags=re.MULTILINE)
    whole = zlib.decompressobj()
    try:
        data = whole.decompress(base64.b64decode(letters, validate=True), MOST_BYTES)
    except (binascii.Error, zlib.error, ValueError):
        raise ResultsError("the text was damaged on its way") from None
    if not whole.eof:
        raise ResultsError("the text was cut short, or unpacks to more than results have")
    return data


# -- what the rules say of it ----------------------------------------------------------------------


def faults(handed: Iterable[Results], lessons: Iterable[Record] = ()) -> list[str]:
    """Return what the rules, or the lessons that are given, do not confirm: a sentence each.

    Parameters
    ----------
    lessons
        Lessons and puzzles; items of the same title are judged by them. A step that stands there
        otherwise is said, and not judged.
    """
    known = {record.headers.get("title", ""): record for record in lessons}
    bench, found = _Bench(), list[str]()
    for results in handed:
        bench.sites = 0
        for item in results.items:
            title = printable(item.title)
            tasks = {task.step: task for task in item.tasks}
            record, other = known.get(item.title), set[int]()
            for event in item.events:
                where = f"{results.name}: {title}, step {event.step + 1}"
                task = tasks.get(event.step)
                if task is None:
                    found.append(f"{where}: the page has no task there")
                    continue
                if event.did != "try":
                    continue
                try:
                    why = bench.unconfirmed(event.source or task.position, task, event.what)
                except NotationError as error:
                    found.append(f"{where}: {error}")
                    break
                if bench.sites > MOST_SITES:
                    found.append(f"{where}: what follows has too many positions to be checked")
                    break
                if not why and record is not None and not event.source:
                    verdicts = bench.verdicts(record, task, event.what)
                    if not verdicts:
                        other.add(event.step)
                    elif event.right not in verdicts:
                        said = "right" if event.right else "wrong"
                        why = f"{shown(event.what)} counts as {said} there, and is not"
                if why:
                    found.append(f"{where}: {why}")
            if other:
                which = listed([str(step + 1) for step in sorted(other)])
                steps = "step" if len(other) == 1 else "steps"
                said = f"of another version of the lesson, at {steps} {which}"
                found.append(f"{results.name}: {title}: {said}")
    return found


class _Bench:
    """Judges each try once, however many made it.

    Attributes
    ----------
    sites
        Points of the positions that were read since this was set to 0.
    """

    def __init__(self) -> None:
        self.sites = 0
        self._positions = dict[str, Position]()
        self._whys = dict[tuple[str, str, str], str]()
        self._verdicts = dict[tuple[int, TaskHandedIn, str], tuple[bool, ...]]()
        self._cache = PositionCache()

    def unconfirmed(self, place: str, task: TaskHandedIn, what: str) -> str:
        """Why it cannot have been tried there, "" where it can."""
        key = (place, task.kind, what)
        if key not in self._whys:
            if place not in self._positions:
                self._positions[place] = read_position(place)
                self.sites += len(self._positions[place].game.board)
            self._whys[key] = _unconfirmed(self._positions[place], task, what)
        return self._whys[key]

    def verdicts(self, record: Record, task: TaskHandedIn, what: str) -> tuple[bool, ...]:
        """Which verdicts of a lesson are possible: none where it has another task there."""
        key = (id(record), task, what)
        if key not in self._verdicts:
            there = self._there(record, task)
            self._verdicts[key] = () if there is None else _judged(record, there, task, what)
        return self._verdicts[key]

    def _there(self, record: Record, task: TaskHandedIn) -> Position | None:
        """Where a lesson, or a puzzle, asks this task; None: nowhere."""
        node = ROOT
        if task.kind != "puzzle":
            steps = () if record.lesson is None else record.lesson.steps
            if task.step >= len(steps) or steps[task.step].task is None:
                return None
            node = steps[task.step].node
        elif record.puzzle is None:
            return None
        there = self._cache.position(record, node)
        return there if str(there) == str(self._positions[task.position]) else None


def _unconfirmed(position: Position, task: TaskHandedIn, what: str) -> str:
    """Why it cannot have been tried there, "" where it can."""
    if task.kind == "points":
        return "" if what in position.game.board.names else f"there is no point {shown(what)}"
    if task.kind == "choice" or isinstance(position, Draft):
        return ""
    try:
        why = position.explain(what)
    except MoveError as error:
        return str(error)
    return f"{shown(what)} cannot be played there: {why}" if why else ""


def _judged(record: Record, position: Position, task: TaskHandedIn, what: str) -> tuple[bool, ...]:
    """Which verdicts are possible: both where the lesson does not know."""
    if task.kind == "puzzle":
        assert record.puzzle is not None
        return (what in record.puzzle.keys,) if record.puzzle.keys else (True, False)
    assert record.lesson is not None
    asked = record.lesson.steps[task.step].task
    assert asked is not None
    if asked.kind != ASKED[task.kind]:
        return ()
    if asked.kind == "choice":
        return tuple(one.right for one in asked.choices if one.text == what)
    try:
        return (is_right(position, asked, what),)
    except ConditionError:
        return (True, False)


# -- the table -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TaskCell:
    """What became of one task of one pupil.

    Attributes
    ----------
    wrong, hints
        How many wrong tries and hints there were before it was done.
    seconds
        Time spent on it.
    """

    outcome: Outcome = ""
    wrong: int = 0
    hints: int = 0
    seconds: float = 0.0


@dataclass
class TaskRow:
    """A task in the table, with what became of it for each pupil, in their order.

    Attributes
    ----------
    first
        The first tries of all pupils, with how many made each.
    right
        Those of them that were right.
    """

    item: str
    step: int
    kind: str
    title: str
    position: str
    cells: list[TaskCell] = field(default_factory=list)
    first: Counter[str] = field(default_factory=Counter)
    right: set[str] = field(default_factory=set)

    @property
    def missed(self) -> int:
        """How many of those who tried it were not right at once."""
        return sum(cell.outcome not in ("", "at once") for cell in self.cells)

    @property
    def count(self) -> Counter[Outcome]:
        """How many pupils there are of each outcome."""
        return Counter(cell.outcome for cell in self.cells)

    @property
    def seconds(self) -> float:
        """The median of the time of those who tried it."""
        spent = [cell.seconds for cell in self.cells if cell.outcome]
        return median(spent) if spent else 0.0


@dataclass(frozen=True)
class Kept:
    """What a pupil did of a task in the window; `title` is that of the step."""

    pupil: str
    item: str
    step: int
    title: str
    cell: TaskCell


@dataclass(frozen=True)
class ClassTable:
    """Pupils by tasks; rows in the order of the lesson.

    Attributes
    ----------
    whose
        What those who handed in did, by the name in `pupils`.
    """

    pupils: tuple[str, ...]
    rows: tuple[TaskRow, ...]
    whose: Mapping[str, Results] = field(default_factory=dict)

    @property
    def by_need(self) -> tuple[TaskRow, ...]:
        """The rows that were tried, what most missed first."""
        tried = [row for row in self.rows if any(cell.outcome for cell in row.cells)]
        return tuple(sorted(tried, key=lambda row: -row.missed))


def cell_of(events: Sequence[Did], seconds: float = 0.0) -> TaskCell:
    """Return what became of a task by its events, up to the one that ended it."""
    wrong = hints = 0
    outcome: Outcome = "not solved" if events else ""
    is_shown = False
    for event in events:
        is_shown = is_shown or event.did == "shown"
        hints += event.did == "hint"
        if event.did == "try" and not event.right:
            wrong += 1
        if event.done:
            outcome = "after tries" if wrong or hints else "at once"
            break
    return TaskCell("shown" if is_shown else outcome, wrong, hints, seconds)


def table_of(handed: Iterable[Results], kept: Iterable[Kept] = ()) -> ClassTable:
    """Return the table of what pupils handed in; who hands in twice counts with the longer one.

    Tasks are the same where item, step and position are. In another version of a lesson a task
    may stand at another step: it is the same where its title and position are.

    Parameters
    ----------
    kept
        What pupils did in the window, which knows no single tries.
    """
    latest = dict[tuple[str, datetime], Results]()
    for results in handed:
        key = (results.name, results.since)
        if key not in latest or _size(latest[key]) <= _size(results):
            latest[key] = results
    several = Counter(name for name, _ in latest)
    numbers, whose = Counter[str](), dict[str, Results]()
    rows = dict[_Place, TaskRow]()
    cells = dict[str, dict[_Place, TaskCell]]()
    usual = _usual_places(latest.values())
    for (name, _), results in latest.items():
        numbers[name] += 1
        pupil = f"{name} ({numbers[name]})" if several[name] > 1 else name
        while pupil in whose:  # somebody is called "Anna (1)"
            numbers[name] += 1
            pupil = f"{name} ({numbers[name]})"
        whose[pupil], cells[pupil] = results, {}
        for item in results.items:
            spent = _spent(item.events)
            events = dict[int, list[Did]]()
            for event in item.events:
                events.setdefault(event.step, []).append(event)
            own = {(item.title, task.step, task.position) for task in item.tasks}
            for task in item.tasks:
                place = (item.title, task.step, task.position)
                moved = usual[item.title, task.title, task.position]
                if moved not in own and moved not in cells[pupil]:
                    place = moved
                elif place in cells[pupil]:
                    continue
                new = TaskRow(item.title, place[1], task.kind, task.title, task.position)
                row, mine = rows.setdefault(place, new), events.get(task.step, [])
                cells[pupil][place] = cell_of(mine, spent.get(task.step, 0.0))
                tries = [one for one in mine if one.did == "try" and not one.source]
                row.first.update(one.what for one in tries[:1])
                row.right.update(one.what for one in tries[:1] if one.right)
    for one in kept:
        pupil = one.pupil
        while pupil in whose:
            pupil += " (here)"
        same = [place for place in rows if place[:2] == (one.item, one.step)]
        place = same[0] if same else (one.item, one.step, "")
        rows.setdefault(place, TaskRow(one.item, one.step, "", one.title, ""))
        cells.setdefault(pupil, {})[place] = one.cell
    for place, row in rows.items():
        row.cells = [mine.get(place, TaskCell()) for mine in cells.values()]
    return ClassTable(tuple(cells), tuple(rows.values()), whose)


_Place = tuple[str, int, str]
"""The title of an item, a step and its position."""


def _usual_places(handed: Iterable[Results]) -> dict[tuple[str, str, str], _Place]:
    """Where most have each task, by the title of its item, its own and its position."""
    counts = Counter(
        (item.title, task.title, task.position, task.step)
        for results in handed
        for item in results.items
        for task in item.tasks
    )
    # Of steps that as many have, the first one.
    ordered = sorted(counts, key=lambda one: (counts[one], -one[3]))
    return {one[:3]: (one[0], one[3], one[2]) for one in ordered}


def _size(results: Results) -> int:
    return sum(len(item.events) for item in results.items)


def _spent(events: Sequence[Did]) -> dict[int, float]:
    """Seconds by step: those before an event belong to its step."""
    spent, before = dict[int, float](), 0
    for event in events:
        gap = min(max(0, event.at - before) / 1000, LONGEST_THOUGHT)
        spent[event.step] = spent.get(event.step, 0.0) + gap
        before = event.at
    return spent


def table_rows(table: ClassTable) -> Iterator[list[str]]:
    """Yield the cells of a table for a spreadsheet, the headings first: a row for each task."""
    yield ["item", "step", "title", "missed", "seconds", *table.pupils]
    for row in table.rows:
        cells = [_in_words(cell) for cell in row.cells]
        yield [
            row.item,
            str(row.step + 1),
            row.title,
            str(row.missed),
            f"{row.seconds:.0f}",
            *cells,
        ]


def _in_words(cell: TaskCell) -> str:
    more = [f"{cell.wrong} wrong"] if cell.wrong else []
    more += [counted(cell.hints, "hint")] if cell.hints else []
    return f"{cell.outcome} ({', '.join(more)})" if more else cell.outcome


# -- shown on the board ----------------------------------------------------------------------------

MOST_SHOWN = 1_000
"""Marks and steps of a lesson that is made of results."""


def class_lesson(table: ClassTable, item: str) -> tuple[Record, list[TaskRow]]:
    """Return what a class tried first of an item, as a lesson, and the row of each of its steps.

    Points carry how many tried them first: in green where that was right, in red where it was not,
    in yellow where some were right with another move to the same point.
    """
    rows = [row for row in table.by_need if row.item == item and row.position][:MOST_SHOWN]
    board, steps = _LessonBoard(f"What the class tried: {item}"), list[Step]()
    shown_rows = [row for row in rows if board.stand(row.position)]
    for row in shown_rows:
        position = board.stand(row.position)
        assert position is not None
        marks = marks_of(row.first, row.right, frozenset(position.game.board.names))
        first = row.first.most_common(20)
        told = [f"- {try_in_words(position, row.kind, what)}: {count}" for what, count in first]
        became = row.count
        text = ", ".join(f"{became[one]} {one or 'not tried'}" for one in OUTCOMES if became[one])
        words = "\n".join((f"{text}.", "", "First tries:", "", *told) if told else (f"{text}.",))
        title = _task_title(row.step, row.title)
        steps.append(Step(board.node, words, title, marks=marks))
    return board.lesson(steps), shown_rows


def try_in_words(position: Position, kind: str, what: str) -> str:
    """Return a try as a sentence names it; as it stands where the rules do not allow it."""
    if kind in ("points", "choice") or isinstance(position, Draft):
        return printable(what)
    try:
        why = position.explain(what)
    except MoveError:
        return printable(what)
    return printable(what if why else describe.named(position, what))


def marks_of(
    first: Mapping[str, int], right: Container[str], names: frozenset[str]
) -> tuple[Mark, ...]:
    """Return the signs that say how many first tries went to each point.

    Parameters
    ----------
    first, right
        How many made each try, and which were right.
    names
        Of the points.
    """
    at = dict[str, Counter[bool]]()
    for what, count in first.items():
        at.setdefault(_site_of(what, names), Counter())[what in right] += count
    return tuple(
        Mark(site, "ring", _colour(tries), str(tries.total())) for site, tries in at.items() if site
    )


def replay(results: Results, item: ItemHandedIn) -> tuple[Record, list[Did]]:
    """Return what a pupil did of an item, as a lesson, and the event of each of its steps.

    What the rules do not allow is left out.
    """
    tasks = {task.step: task for task in item.tasks}
    board, steps = _LessonBoard(f"{results.name}: {item.title}"), list[Step]()
    events = list[Did]()
    for event in item.events[:MOST_SHOWN]:
        task = tasks.get(event.step)
        position = None if task is None else board.stand(event.source or task.position)
        if task is None or position is None:
            continue
        marks = tuple[Mark, ...]()
        said = "A hint was asked for." if event.did == "hint" else "The answer was shown."
        if event.did == "try":
            if _unconfirmed(position, task, event.what):
                continue
            words = try_in_words(position, task.kind, event.what).strip("“”")
            said = f"{'Right' if event.right else 'Wrong'}: {words}"
            if task.kind == "points":
                marks = (Mark(event.what, "ring", "green" if event.right else "red"),)
            elif task.kind != "choice":
                board.play(event.what)
        minutes, seconds = divmod(event.at // 1000, 60)
        title = f"{_task_title(event.step, task.title)} at {minutes}:{seconds:02}"
        steps.append(Step(board.node, said, title, marks=marks))
        events.append(event)
    return board.lesson(steps), events


def repeat_set(table: ClassTable, known: Iterable[Record]) -> list[Record]:
    """Return what half or more missed of those who tried it: lessons with these steps, and puzzles.

    Parameters
    ----------
    known
        The lessons and puzzles that the table may be about.
    """
    missed = dict[str, set[str | int]]()
    for row in table.by_need:
        tried = sum(cell.outcome != "" for cell in row.cells)
        if 2 * row.missed >= tried:
            missed.setdefault(row.item, set()).add(row.title or row.step)
    made = list[Record]()
    for record in known:
        wanted = missed.pop(record.headers.get("title", ""), ())
        if record.puzzle is not None and wanted:
            made.append(record)
        elif record.lesson is not None:
            steps = tuple(
                step for k, step in enumerate(record.lesson.steps) if (step.title or k) in wanted
            )
            if any(step.task is not None for step in steps):
                again = head(record, "title", f"Again: {record.headers.get('title', '')}")
                made.append(set_lesson(again, replace(record.lesson, steps=steps)))
    return made


def _task_title(step: int, title: str) -> str:
    return f"Step {step + 1}: {title}" if title else f"Step {step + 1}"


class _LessonBoard:
    """Positions of one game that become the nodes of a lesson."""

    def __init__(self, title: str) -> None:
        self._title, self.node = title, ROOT
        self._record: Record | None = None
        self._known = dict[str, Position | None]()

    def stand(self, text: str) -> Position | None:
        """Go to a position; None where it cannot be read, or is of another game."""
        if text not in self._known:
            try:
                found = read_position(text)
            except NotationError:
                found = None
            kinds = {one.game.kind.name for one in self._known.values() if one is not None}
            fits = found is not None and (not kinds or found.game.kind.name in kinds)
            self._known[text] = found if fits else None
        position = self._known[text]
        if position is None:
            return None
        if self._record is None:
            self._record = new_record(text, title=self._title)
        self.node = ROOT
        if text != self._record.start:
            self._record, self.node = add_set_up(self._record, ROOT, text)
        return position

    def play(self, move: str) -> None:
        """Go on by a legal move."""
        assert self._record is not None
        self._record, self.node = play(self._record, self.node, move)

    def lesson(self, steps: list[Step]) -> Record:
        """Return the lesson; ResultsError where nothing can be shown."""
        if self._record is None or not steps:
            raise ResultsError("nothing of it can be shown on the board")
        return set_lesson(self._record, Lesson(tuple(steps)))


def _colour(tries: Counter[bool]) -> Literal["green", "yellow", "red"]:
    return "yellow" if len(tries) > 1 else "green" if tries[True] else "red"


def _site_of(what: str, names: frozenset[str]) -> str:
    """The point where a move ends, or the one that was touched; "" for none."""
    found = [word for word in re.findall(r"[0-9]*[a-z]+[0-9]+|[a-z0-9]+", what) if word in names]
    return found[-1] if found else ""
