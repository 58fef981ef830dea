"""Games out of files, for commands that look at what was played: records, collections, matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from model.contract.game import MoveError
from model.notation.tokens import NotationError
from model.phrases import shown
from model.play.matches.match_file import lines_of_match
from model.positions.setup import read_position
from model.puzzles.mining import Course
from model.records import files
from model.records import record as records
from model.records.files import Contents, FileError
from viewer.cli.parsing import UsageError


def courses_of(paths: Sequence[str]) -> list[Course]:
    """Return the games that files hold, their main lines each; UsageError where one cannot be read.

    Puzzles, lessons and positions among them are left out.
    """
    found = [course for path in paths for course in _in_file(path)]
    if not found:
        raise UsageError(f"{shown(paths[0])} holds no game")
    for course in found:
        try:
            read_position(course.start).replay(course.moves)
        except (NotationError, MoveError) as error:
            raise UsageError(f"{shown(course.source)}: {error}") from error
    return found


def _in_file(path: str) -> Iterator[Course]:
    try:
        data = files.read_bytes(path)
        played = lines_of_match(data)
        if played is not None:
            name = files.shown_path(path)
            for number, (opening, moves, players) in enumerate(played, start=1):
                yield Course(opening, moves, f"{name}, game {number}, {players}")
            return
        held = files.parse_any(data, path)
    except FileError as error:
        raise UsageError(str(error)) from error
    for number, item in enumerate((held,) if isinstance(held, Contents) else held.items, start=1):
        record = item.record
        if record.kind != "game" or not len(record):
            continue
        start, line = records.line_to(record, records.last_of_main_line(record))
        name = record.headers.get("title") or f"{files.shown_path(path)}#{number}"
        yield Course(start, tuple(record.nodes[node].move for node in line), name)
