"""A PDF file for print, on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from model.contract.game import Stop
from model.records.atomic_write import write_whole
from viewer.cli.exports.export_kind import AddOption, Kind
from viewer.cli.parsing import some
from viewer.export.items import ExportItem, Tell


def _add_options(add: AddOption) -> None:
    add("--title", default="", metavar="T", help="what the document is called")
    add("--author", default="", metavar="NAME", help="who made it")
    add("--paper", choices=("a4", "letter"), default="a4", help="its size")
    add("--ink", choices=("colour", "grey"), default="colour", help="grey: players are hatched")
    add("--diagrams", choices=("both", "scene", "maps"), default="both", help="what diagrams show")
    add("--per-page", type=int, choices=(1, 2, 4, 6), default=4, help="puzzles on a page")
    add("--solutions", choices=("end", "none"), default="end", help="where solutions are printed")
    add("--every", type=some, metavar="N",
        help="diagrams of a game after every N moves, not where it has comments")  # fmt: skip
    add("--plan", action="store_true", help="a plan for whoever teaches the lessons or puzzles")


def _write(
    given: argparse.Namespace, items: Sequence[ExportItem], out: Path, tell: Tell, stop: Stop
) -> Sequence[Path]:
    from viewer.export.paper.whole_paper import Wanted, paper_of

    wanted = Wanted(
        title=given.title,
        author=given.author,
        paper=given.paper,
        ink=given.ink,
        diagrams=given.diagrams,
        per_page=given.per_page,
        solutions=given.solutions == "end",
        every=given.every,
        is_plan=given.plan,
    )
    write_whole(out, paper_of(items, wanted, tell, stop))
    return (out,)


PAPER = Kind("a PDF for print", (".pdf",), _add_options, _write, extra="print")
