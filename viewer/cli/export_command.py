"""The subcommand that writes a page: one HTML file that anybody opens, without the program."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from model.play.opponent import never
from model.positions.reading import is_position
from model.records import files
from model.records.atomic_write import write_whole
from model.records.files import Contents
from model.records.record import new_record
from model.regular_files import files_below
from viewer.cli.inputs import Given, InputError, inputs
from viewer.cli.parsing import Parser, UsageError, check_output, whole
from viewer.cli.patience import waiting
from viewer.cli.status import DONE
from viewer.export.page_content import ExportError, Source, Wanted, page_of, sources
from viewer.export.whole_page import size_of
from viewer.session.collections import MOST_FOLDERS, SUFFIX


def export(words: Sequence[str]) -> int:
    """Write a page."""
    parser = Parser(
        "export",
        "Write one web page that anybody can open, turn, play and solve, without this program "
        "and without a network.",
    )
    parser.add_argument("position", metavar="POSITION", nargs="+", help="string, FILE, FOLDER or -")
    parser.add_argument("-o", "--output", required=True, metavar="OUT.html")
    parser.add_argument("--title", default="", metavar="T", help="what the page is called")
    parser.add_argument(
        "--step",
        type=whole,
        metavar="N",
        help="open the page after this many moves of the main line; a lesson at that step, from 1",
    )
    parser.add_argument(
        "--no-solutions",
        action="store_true",
        help="puzzles keep their solution to themselves",
    )
    parser.add_argument("--json", action="store_true", help="print the progress as lines of JSON")
    given = parser.parse_intermixed_args(words)
    out = Path(given.output)
    check_output(out, ".html", "pages are HTML")
    held = [source for word in given.position for source in _sources(word)]
    if not held:
        raise UsageError("there is nothing to export")
    wanted = Wanted(given.title, not given.no_solutions, given.step)
    try:
        with waiting("making the page") as said:
            data = page_of(held, wanted, _Teller(given.json, said), never)
    except ExportError as error:
        raise InputError(str(error)) from error
    try:
        write_whole(out, data)
    except (PermissionError, FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise UsageError(f"{given.output}: cannot be written ({error.strerror})") from error
    if given.json:
        print(json.dumps({"stage": "done", "path": given.output, "bytes": len(data)}), flush=True)
    else:
        print(f"{files.shown_path(given.output)}: {size_of(len(data))}")
    return DONE


class _Teller:
    """Tells how far the page has come: lines of JSON, or a few words for who waits."""

    def __init__(self, as_json: bool, said: Callable[[str], None]) -> None:
        self._as_json, self._said = as_json, said

    def __call__(self, done: int, of: int) -> None:
        text = f"item {min(done + 1, of)} of {of}"
        self._said(text)
        if self._as_json:
            told = {"stage": "page", "done": done, "total": of, "text": text}
            print(json.dumps(told), flush=True)


def _sources(word: str) -> Iterator[Source]:
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


def _of_given(given: Given) -> Source:
    title = given.position.game.kind.title
    if given.contents is not None:
        return Source(given.contents, title)
    return Source(Contents(new_record(str(given.position)), kind="position"), title)


def _of_file(path: Path) -> Iterator[Source]:
    try:
        return sources(files.load_any(path), path.stem)
    except files.FileError as error:
        raise InputError(str(error), status=3 if error.machine else 2) from error
