"""A web page, on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from model.contract.game import Stop
from model.records.atomic_write import write_whole
from viewer.cli.exports.export_kind import AddOption, Kind
from viewer.cli.parsing import whole
from viewer.export.items import ExportItem, Tell


def _add_options(add: AddOption) -> None:
    add("--title", default="", metavar="T", help="what the page is called")
    add(
        "--step",
        type=whole,
        metavar="N",
        help="open the page after this many moves of the main line; a lesson at that step, from 1",
    )
    add("--no-solutions", action="store_true", help="puzzles keep their solution to themselves")


def _write(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    from viewer.export.page.page_content import Wanted, page_of

    wanted = Wanted(given.title, not given.no_solutions, given.step)
    write_whole(out, page_of(items, wanted, tell, stop))
    return (out,)


PAGE = Kind("a web page", (".html",), _add_options, _write)
