"""The `results` command: what pupils handed in, as a table."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from model.exercises.results import (
    MOST_BYTES,
    OUTCOMES,
    SUFFIX,
    ClassTable,
    Results,
    ResultsError,
    faults,
    read_results,
    table_of,
    table_rows,
)
from model.phrases import counted, printable
from model.records.atomic_write import write_whole
from model.records.files import FileError, load_any, shown_path
from model.records.record import Record
from model.regular_files import files_below, open_regular
from viewer.cli.parsing import Parser, UsageError
from viewer.cli.status import DONE, NO, UNUSABLE, say
from viewer.session.collections import SUFFIX as LESSONS
from viewer.session.progress.practice import csv_text

FIRST = 3
"""First tries of a task that are named."""


def results(words: Sequence[str]) -> int:
    """Print the table of what pupils handed in."""
    parser = Parser(
        "results",
        "Show what pupils handed in from pages: each task with what became of it, the most missed"
        " first. Lessons among the files judge the tries again.",
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help=f"{SUFFIX}, a mail with results as text, a folder of these, a lesson, or - for stdin",
    )
    parser.add_argument("-o", "--out", metavar="FILE.csv", help="write the whole table as CSV")
    parser.add_argument("--json", action="store_true", help="as JSON, one object")
    given = parser.parse_intermixed_args(words)
    handed, lessons, failed = list[Results](), list[Record](), False
    for path in _paths(given.files):
        try:
            if path.suffix == LESSONS:
                lessons += [item.record for item in load_any(path).items]
            else:
                handed.append(read_results(_bytes_of(path)))
        except (FileError, ResultsError, OSError) as error:
            failed = True
            why = error.strerror if isinstance(error, OSError) and error.strerror else error
            say(str(error) if isinstance(error, FileError) else f"{shown_path(path)}: {why}")
    if not handed:
        raise UsageError("there are no results in what was named")
    doubts = faults(handed, lessons)
    for doubt in doubts:
        say(doubt)
    table = table_of(handed)
    if given.out:
        write_whole(given.out, csv_text(table_rows(table)).encode())
    if given.json:
        print(json.dumps(_as_data(table, doubts), ensure_ascii=False))
    elif not given.out:
        sys.stdout.writelines(f"{printable(line)}\n" for line in _lines(table))
    return UNUSABLE if failed else NO if doubts else DONE


def _paths(named: Sequence[str]) -> Iterator[Path]:
    """What is named, and what lies in folders among it."""
    for name in named:
        path = Path(name)
        if name != "-" and os.path.isdir(path):
            yield from (*files_below(path, SUFFIX).files, *files_below(path, LESSONS).files)
        else:
            yield path


def _bytes_of(path: Path) -> bytes:
    if str(path) == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with open_regular(path) as file:
        return file.read(MOST_BYTES + 1)


def _lines(table: ClassTable) -> Iterator[str]:
    yield f"{counted(len(table.pupils), 'pupil')}: {', '.join(table.pupils)}"
    rows = table.by_need
    if not rows:
        yield "Nothing was tried."
        return
    yield f"{'at once':>8}{'tries':>7}{'shown':>7}{'open':>6}{'not tried':>11}{'time':>7}  task"
    for row in rows:
        at_once, tries, shown, unsolved, untried = (row.count[one] for one in OUTCOMES)
        minutes, seconds = divmod(round(row.seconds), 60)
        in_lesson = "" if row.kind == "puzzle" else f", step {row.step + 1}: {row.title}"
        yield (
            f"{at_once:>8}{tries:>7}{shown:>7}{unsolved:>6}{untried:>11}{minutes:>4}:{seconds:02}"
            f"  {row.item}{in_lesson}"
        )
        first = ", ".join(f"{what} ({count})" for what, count in row.first.most_common(FIRST))
        yield f"{'':46}  first tries: {first}" if first else ""


def _as_data(table: ClassTable, doubts: list[str]) -> dict[str, object]:
    return {
        "pupils": table.pupils,
        "tasks": [
            {
                "item": row.item,
                "step": row.step + 1,
                "title": row.title,
                "position": row.position,
                "missed": row.missed,
                "seconds": round(row.seconds, 1),
                "first_tries": dict(row.first.most_common()),
                "cells": [
                    {
                        "outcome": cell.outcome,
                        "wrong": cell.wrong,
                        "hints": cell.hints,
                        "seconds": round(cell.seconds, 1),
                    }
                    for cell in row.cells
                ],
            }
            for row in table.rows
        ],
        "doubts": doubts,
    }
