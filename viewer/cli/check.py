"""The `check` command: files and lessons validated, puzzles proved; a line each."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import msgspec
from msgspec import structs

from model.contract.game import Position, Stop, Stopped
from model.lessons.faults import lesson_faults
from model.lessons.teaching import Teaching, course_of, right_points, teaching_of
from model.phrases import counted, seconds
from model.play.opponent import never, until
from model.positions.setup import Draft, is_position
from model.puzzles.proof import check as prove
from model.puzzles.proof import idle_tries
from model.puzzles.solutions.themes import themes_of
from model.puzzles.wording import THEME, fight_verdict, theme_words
from model.records import files
from model.records import record as records
from model.records.files import Contents
from model.records.record import ROOT, PositionCache, Record
from model.records.view import View
from model.regular_files import files_below
from viewer.cli.parsing import InputError, inputs
from viewer.cli.solution_lines import indented, puzzle_rows
from viewer.cli.status import DONE, NO, UNABLE, UNDECIDED, UNUSABLE, say, worst
from viewer.picture.compose.composer import depict
from viewer.picture.compose.first_look import BALL, ENOUGH, POINT, from_home, visibility
from viewer.picture.picture import ViewMargins
from viewer.picture.visibility.hiding import Float64
from viewer.picture.visibility.visible import visible_in
from viewer.scene.camera import fitted_to
from viewer.scene.input.pointer import Projection
from viewer.session.collections import SUFFIX

# `check --course`: how courses teach, and whether a first look shows what a task asks for.

SCENES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"1024x768": (660, 590), "1366x768": (620, 590)}
)
"""Width and height of the scene beside the docks of a lesson, by the size of the window."""
BELOW, CORNER = 40, 124
"""Pixels along the lower edge and in the upper right corner that something lies over."""
LEAST = 4.0
"""Radius in pixels from which on the mouse finds a point."""


class Courses:
    """What the courses that are checked together have taught so far, by their names."""

    def __init__(self) -> None:
        self._taught: dict[str, tuple[str, ...]] = {}

    def check(self, record: Record, stop: Stop | None = None) -> tuple[str, list[str]]:
        """Return the figures of a lesson on one line, and its faults.

        Chapters of one course know what those that were checked before have taught. Stopped when
        `stop` says so.
        """
        course = course_of(record)
        found: Teaching = teaching_of(record, self._taught.get(course, ()), stop)
        if course:
            self._taught[course] = tuple(found.terms)
        looks = list(hidden_looks(record, stop))
        return f"{found}; {len(looks)} looks that hide it", [*found.faults, *looks]


def hidden_looks(record: Record, stop: Stop | None = None) -> Iterator[str]:
    """Yield for each first look that hides what its step asks for in which windows it does."""
    cache = PositionCache()
    steps = () if record.lesson is None else record.lesson.steps
    for number, step in enumerate(steps, start=1):
        position = cache.position(record, step.node)
        if (
            step.task is None
            or step.task.kind not in ("place", "click")
            or isinstance(position, Draft)
        ):
            continue
        if position.game.kind.hides:  # the answer is a choice made beside the board
            continue
        board = position.game.board
        sites = sorted(board.index(name) for name in right_points(position, step.task, stop))
        view = from_home(step.view or record.nodes[step.node].view or View(), board)
        hidden = [size for size in SCENES if sites and not is_seen(position, view, sites, size)]
        if hidden:
            yield f"step {number}: the answer is hidden at first at {' and '.join(hidden)}"


def is_seen(position: Position, view: View, sites: Iterable[int], size: str) -> bool:
    """Tell whether one of some points is well seen, and large enough to be clicked.

    Parameters
    ----------
    size
        Of the window, one of `SCENES`.
    """
    width, height = SCENES[size]
    room = ViewMargins(below=BELOW / height, corner=(CORNER / width, CORNER / height))
    picture = replace(depict(position, structs.replace(view, show="")), room=room)
    visible = visible_in(picture)
    taken = set(position.pieces.site.tolist())
    left = [site for site in sites if (visible.selects if site in taken else visible.answers)[site]]
    sight = Projection(fitted_to(picture, width / height), width, height)
    found = [site for site in left if _is_within(sight, visible.centres[site], site in taken)]
    if not found or (view.peel, view.cuts, view.layer, view.explode) != _WHOLE:
        return bool(found)  # what stands before it may be gone
    return bool(visibility(position, [view.camera], found).max() >= ENOUGH)


_WHOLE = (View().peel, View().cuts, View().layer, View().explode)


def _is_within(sight: Projection, centre: Float64, taken: bool) -> bool:
    """Whether a point lies in the picture, with nothing of the window over it, and is not tiny."""
    try:
        x, y = sight.to_screen(centre)
    except ValueError:
        return False
    covered = x > sight.width - CORNER and y < CORNER
    inside = 0 <= x <= sight.width and 0 <= y <= sight.height - BELOW
    return inside and not covered and (BALL if taken else POINT) / sight.pixel >= LEAST


@dataclass(frozen=True)
class Wanted:
    """How things are checked.

    Attributes
    ----------
    limit
        Seconds for each puzzle and each lesson.
    save
        Write the proofs into the files.
    tree
        Print the solution of each sound puzzle as a tree.
    courses
        What judges how lessons teach; None: nobody asks.
    """

    limit: float | None = None
    save: bool = False
    tree: bool = False
    courses: Courses | None = None


def check(words: Sequence[str], wanted: Wanted) -> int:
    """Check what the words name and print a line for each item; returns the status.

    Parameters
    ----------
    words
        Files, folders (all files in them), position strings, ``-``.
    """
    statuses: list[int] = []
    for word in words:
        if word == "-" or is_position(word) or not os.path.isdir(word):
            statuses.append(_one(word, wanted))
        else:
            statuses += _folder(word, wanted)
    return worst(statuses)


def _folder(word: str, wanted: Wanted) -> list[int]:
    """Check all files in a folder; a status each, and one for each folder that keeps its files."""
    found, faults, _ = files_below(Path(word), SUFFIX)
    for fault in faults:
        say(files.folder_fault(fault))
    if not found and not faults:
        say(f"{files.shown_path(word)}: the folder holds no {SUFFIX} file")
        return [UNUSABLE]
    return [UNUSABLE] * len(faults) + [
        _one(path, wanted) for path in sorted(str(path) for path in found)
    ]


def _one(word: str, wanted: Wanted) -> int:
    if word == "-" or is_position(word):
        return _given(word, wanted)
    try:
        data = files.read_bytes(word)
        found = files.parse_any(data, word)
    except files.FileError as error:
        return _complain(error)
    name = files.shown_path(word)
    if isinstance(found, Contents):
        status, proved = _contents(name, found, wanted)
        if wanted.save and proved is not found:
            return worst((status, _kept(word, data, lambda was: files.save(word, proved, was))))
        return status
    statuses, items = [], []
    for number, item in enumerate(found.items, start=1):
        status, proved = _contents(f"{name}#{number}", item, wanted)
        statuses.append(status)
        items.append(proved)
    if wanted.save and any(new is not old for new, old in zip(items, found.items, strict=True)):
        with_proofs = replace(found, items=tuple(items))
        statuses.append(
            _kept(word, data, lambda was: files.save_collection(word, with_proofs, was))
        )
    if not found.items:
        print(f"{name}: ok, collection, no items")
    return worst(statuses)


def _kept(word: str, data: bytes, write: Callable[[str], object]) -> int:
    """Write proofs into a file, unless it holds something else than `data` by now; a status."""
    try:
        write(files.digest_of(data))
    except files.ChangedError:
        say(f"{files.shown_path(word)}: was changed meanwhile, the proofs are not kept")
        return UNUSABLE
    except files.FileError as error:
        return _complain(error)
    return DONE


def _complain(error: files.FileError) -> int:
    say(str(error))
    return UNABLE if error.machine else UNUSABLE


def _given(word: str, wanted: Wanted) -> int:
    statuses = []
    for item in inputs([word]):
        if isinstance(item, InputError):
            say(str(item))
            statuses.append(item.status)
            continue
        where = "standard input" if word == "-" else f'"{word[:24]}…"' if len(word) > 24 else word
        if item.contents is None or item.contents.kind == "position":
            print(f"{where}: ok, position")
            statuses.append(DONE)
        else:
            statuses.append(_contents(where, item.contents, wanted)[0])
    return worst(statuses)


def _contents(name: str, contents: Contents, wanted: Wanted) -> tuple[int, Contents]:
    """Check one item; returns the status and the item with its proof."""
    record = contents.record
    if record.puzzle is not None:
        return _puzzle(name, contents, wanted)
    if record.lesson is not None:
        try:
            faults = lesson_faults(record, until(wanted.limit, never))
        except Stopped:
            say(f"{name}: not decided within {seconds(wanted.limit)}")
            return UNDECIDED, contents
        for fault in faults:
            say(f"{name}: {fault}")
        if faults:
            return NO, contents
        steps = len(record.lesson.steps)
        print(f"{name}: ok, lesson, {counted(steps, 'step')}", flush=True)
        return _taught(name, contents, wanted), contents
    if contents.kind == "position":
        print(f"{name}: ok, position")
        return DONE, contents
    moves = len(record)
    print(f"{name}: ok, game, {counted(moves, 'move')}", flush=True)
    return DONE, contents


def _taught(name: str, contents: Contents, wanted: Wanted) -> int:
    """Say how a lesson without faults teaches, where that is asked; a status."""
    if wanted.courses is None:
        return DONE
    try:
        figures, faults = wanted.courses.check(contents.record, until(wanted.limit, never))
    except Stopped:
        say(f"{name}: not decided within {seconds(wanted.limit)}")
        return UNDECIDED
    print(f"{name}: {figures}", flush=True)
    for fault in faults:
        say(f"{name}: {fault}")
    return NO if faults else DONE


def _puzzle(name: str, contents: Contents, wanted: Wanted) -> tuple[int, Contents]:
    puzzle = contents.record.puzzle
    assert puzzle is not None
    position = PositionCache().position(contents.record, ROOT)
    shown = sys.stderr.isatty()

    def progress(done: int, total: int, what: str) -> None:
        sys.stderr.write(f"\r{name}: {100 * done // max(1, total)} %, {what}\033[K")

    result = prove(
        position, puzzle, limit=wanted.limit, progress=progress if shown else None, thorough=True
    )
    if shown:
        sys.stderr.write("\r\033[K")
    verdict = result.proof.verdict
    line = f"{name}: {verdict}, {result.message}"
    if not result.decided:
        say(line)
        return UNDECIDED, contents
    status = DONE if verdict in ("sound", "unproved") else NO
    themes: tuple[str, ...] = ()
    if status == DONE:
        if result.proof.superfluous:
            line += f"; superfluous: {' '.join(result.proof.superfluous)}"
        if result.proof.fight is not None:
            line += f"; {fight_verdict(position, result.proof.fight)}"
        themes = themes_of(position, msgspec.structs.replace(puzzle, proof=result.proof), never)
        if themes:
            line += f"; {theme_words(themes)}"
        print(line, flush=True)
    else:
        say(line)
    for sentence in idle_tries(position, puzzle.tries, result):
        say(f"{name}: {sentence}")
    # What is wrong is a proof, too: the one before must not go on saying that it is sound.
    proof = result.proof
    if proof.counts is not None and proof.counts.open:
        # How far counting came depends on the machine: the same check would write another file.
        proof = msgspec.structs.replace(proof, counts=None)
    kept = msgspec.structs.replace(puzzle, proof=proof, tries=result.tries)
    if wanted.tree and status == DONE:
        for row in indented(puzzle_rows(position, kept)):
            print(row, flush=True)
    record = contents.record
    if themes and not record.headers.get(THEME):
        record = records.head(record, THEME, ", ".join(themes))
    if kept == puzzle and record is contents.record:
        return status, contents
    return status, replace(contents, record=replace(record, puzzle=kept))
