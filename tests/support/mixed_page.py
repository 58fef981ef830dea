"""Pages of a few things, and one with a game, a lesson and a puzzle and with hostile texts."""

from pathlib import Path

from model.records import record as records
from model.records.files import Contents
from model.records.lesson import Choice, Lesson, Step, Task
from model.records.puzzle import Puzzle, Stipulation
from model.records.record import ROOT, Record, new_record
from viewer.export.export_options import PageOptions
from viewer.export.items import ExportItem
from viewer.export.page.page_content import page_of

HOSTILE = "<img src=x onerror=alert(1)></script><b>&amp;"


def page_with(
    path: Path, *held: ExportItem | Contents | Record, name: str = "A game", title: str = ""
) -> Path:
    """Write a page of items, of what files hold or of records, and return where.

    `name` is what all are called that say no title.
    """
    items = []
    for one in held:
        contents = Contents(one, kind=one.kind) if isinstance(one, Record) else one
        items.append(contents if isinstance(contents, ExportItem) else ExportItem(contents, name))
    path.write_bytes(page_of(items, PageOptions(title), lambda *_, **__: None, lambda: False))
    return path


def lesson_page(path: Path, start: str, *steps: Step) -> Path:
    """Write a page of a lesson, and return where."""
    return page_with(path, records.set_lesson(new_record(start), Lesson(steps)), name="A lesson")


def mixed_page(path: Path) -> Path:
    """Write the page, and return where."""
    game = new_record("partition:size=2,rules=free RB,2/1 red")
    for move, node in (("1a3", ROOT), ("1c3", ROOT)):
        game, _ = records.play(game, node, move)
    game, _ = records.comment(game, ROOT, f"Red has a choice. {HOSTILE}")
    place = Task(
        "place", accepted=("1c3",), right="Well done.", otherwise="No.", hint="North east."
    )
    choice = Task("choice", choices=(Choice("Yes", right=True), Choice("No", answer="Look.")))
    taught = records.set_lesson(
        new_record("partition:size=2,rules=free RB,2/1 red"),
        Lesson((Step(0, "The **corner**", task=place), Step(0, "Is it held?", task=choice))),
    )
    asked = records.set_puzzle(
        new_record("partition:size=3,rules=free 1RR,1BB,BRB/BB,BR/1 red"),
        Puzzle(Stipulation("hold", 1, "SW")),
    )
    return page_with(path, game, taught, asked, name=HOSTILE, title="A walk")
