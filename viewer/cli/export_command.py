"""The subcommand that writes files for others: pages, and what else `exports` knows."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from model.phrases import counted
from model.play.opponent import never
from model.positions.setup import is_position
from model.records import files
from model.records.files import Contents
from model.records.record import new_record
from model.regular_files import files_below
from viewer.cli.export_kinds import KINDS, Kind, check_foreign, kind_of, options_of_kinds
from viewer.cli.inputs import Given, InputError, inputs
from viewer.cli.parsing import Parser, UsageError, check_output
from viewer.cli.patience import waiting
from viewer.cli.status import DONE
from viewer.export import extras
from viewer.export.items import ExportError, ExportItem, Tell, items_of, size_of
from viewer.options.option import add_options
from viewer.session.collections import MOST_FOLDERS, SUFFIX

MINUTES = 90.0
"""Seconds from which a length of time is said in minutes."""


def export(words: Sequence[str]) -> int:
    """Write a file that others open without this program."""
    parser, kind = _parser(), _kind_asked(words)
    if kind is None:
        parser.parse_intermixed_args(words)  # which says what is missing, or helps
        raise AssertionError("a command line without a file came through")
    add_options(parser.add_argument, kind.record)
    given = _parsed(parser, kind, words)
    out = Path(given.output)
    check_output(out, kind.suffixes, kind.name, given.position)
    items = [item for word in given.position for item in _items(word)]
    if not items:
        raise UsageError("there is nothing to export")
    try:
        extras.check(kind.extra)
        with waiting(f"making {kind.name}") as said:
            written = kind.write(given, items, out, _teller(given.json, said), never)
    except ExportError as error:
        raise InputError(str(error), status=3 if error.machine else 2) from error
    except (PermissionError, FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise UsageError(f"{given.output}: cannot be written ({error.strerror})") from error
    _say_written(written, given.json)
    return DONE


def _parser() -> Parser:
    parser = Parser(
        "export",
        "Write a file that others open without this program: how its name ends says what it is.",
        options_of_kinds,
    )
    parser.add_argument("position", metavar="POSITION", nargs="+", help="string, FILE, FOLDER or -")
    written = "; ".join(f"{', '.join(kind.suffixes)}: {kind.name}" for kind in KINDS)
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help=written)
    parser.add_argument("--json", action="store_true", help="print the progress as lines of JSON")
    return parser


def _kind_asked(words: Sequence[str]) -> Kind | None:
    """The kind of file that a command line asks for; None where it names no file yet."""
    first = Parser("export", "", add_help=False)
    first.add_argument("-o", "--output")
    output = first.parse_known_args(words)[0].output
    asks_for_help = not {"-h", "--help"}.isdisjoint(words)
    return None if output is None or asks_for_help else kind_of(Path(output))


def _parsed(parser: Parser, kind: Kind, words: Sequence[str]) -> argparse.Namespace:
    try:
        return parser.parse_intermixed_args(words)
    except UsageError:
        check_foreign(kind, words)
        raise


def _say_written(written: Sequence[Path], as_json: bool) -> None:
    """Name the files that were written; in JSON the last line is that of the first of them."""
    sizes = [path.stat().st_size for path in written]
    if as_json:
        done = {"stage": "done", "path": str(written[0]), "bytes": sum(sizes)}
        print(json.dumps(done | ({"files": len(written)} if len(written) > 1 else {})), flush=True)
    elif len(written) == 1:
        print(f"{files.shown_path(written[0])}: {size_of(sizes[0])}")
    else:
        print(f"{files.shown_path(written[0])} and {len(written) - 1} more: {size_of(sum(sizes))}")


def _teller(as_json: bool, said: Callable[[str], None]) -> Tell:
    """Says how far the file has come: lines of JSON, or a few words for whoever waits."""

    def tell(done: int, of: int, part: str = "item", left: float | None = None) -> None:
        text = f"{part} {min(done + 1, of)} of {of}"
        if left is not None:
            text += f", {_duration(left)} left"
        said(text)
        if as_json:
            told = {"stage": "page", "done": done, "total": of, "text": text}
            print(json.dumps(told), flush=True)

    return tell


def _duration(seconds: float) -> str:
    """A length of time in whole seconds or minutes."""
    if seconds < MINUTES:
        return counted(max(1, round(seconds)), "second")
    return counted(round(seconds / 60), "minute")


def _items(word: str) -> Iterator[ExportItem]:
    """What a word of the command line stands for; InputError where it is nothing."""
    if word == "-" or is_position(word):
        for found in inputs([word]):
            if isinstance(found, InputError):
                raise found
            yield _of_given(found)
    elif os.path.isdir(word):
        below, faults, _ = files_below(Path(word), SUFFIX, MOST_FOLDERS)
        if faults:
            raise InputError(files.folder_fault(faults[0]))
        if not below:
            raise InputError(f"{files.shown_path(word)}: the folder holds no {SUFFIX} file")
        for path in below:
            yield from _of_file(path)
    else:
        yield from _of_file(Path(word))


def _of_given(given: Given) -> ExportItem:
    title = given.position.game.kind.title
    if given.contents is not None:
        return ExportItem(given.contents, title)
    return ExportItem(Contents(new_record(str(given.position)), kind="position"), title)


def _of_file(path: Path) -> Iterator[ExportItem]:
    try:
        return items_of(files.load_any(path), path.stem)
    except files.FileError as error:
        raise InputError(str(error), status=3 if error.machine else 2) from error
