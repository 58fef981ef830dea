"""What goes into a page: items of files, folders and position strings, as its data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from model.contract.game import Stop, Stopped
from viewer.export.item_position import opened_node, opened_step
from viewer.export.items import CREDIT, ExportItem, Tell, common_title
from viewer.export.page.content_boards import Shelf, palettes
from viewer.export.page.content_lessons import lesson_item
from viewer.export.page.content_nodes import of_record, stages
from viewer.export.page.content_puzzles import puzzle_item
from viewer.export.page.page_data import Bookmark, GameItem, Item, PageData, Start
from viewer.export.page.whole_page import page


@dataclass(frozen=True)
class Wanted:
    """How a page is made.

    Attributes
    ----------
    title
        What it is called; "": what the first item is called.
    solutions
        Puzzles tell their solution when asked.
    step
        After how many moves of its main line the first item opens, a lesson at which step (from
        1); None: where its file stands.
    """

    title: str = ""
    solutions: bool = True
    step: int | None = None


def page_of(given: Sequence[ExportItem], wanted: Wanted, tell: Tell, stop: Stop) -> bytes:
    """Return the page that holds all that is given; `Stopped` where `stop` says so."""
    data = page_data(given, wanted, tell, stop)
    return page(msgspec.json.encode(data), data.title)


def page_data(given: Sequence[ExportItem], wanted: Wanted, tell: Tell, stop: Stop) -> PageData:
    """Return what a page holds; arguments as of `page_of`."""
    shelf, items = Shelf(), list[Item]()
    first, later = 0, replace(wanted, step=None)
    try:
        for number, item in enumerate(given):
            tell(number, len(given))
            if stop():
                raise Stopped
            made, at = _item(shelf, item, wanted if not number else later, stop)
            items.append(made)
            first = at if not number else first
        tell(len(given), len(given))
        title = wanted.title or common_title(given)
        return PageData(
            title=title,
            credits=[*shelf.credits, CREDIT],
            palettes=palettes(),
            boards=shelf.boards,
            games=shelf.games,
            items=items,
            layers=shelf.layers,
            start=Start(0, first),
        )
    finally:
        shelf.close()


def _item(shelf: Shelf, item: ExportItem, wanted: Wanted, stop: Stop) -> tuple[Item, int]:
    """An item, and the node it opens at."""
    contents, record = item.contents, item.contents.record
    title, author = item.title, item.author
    if record.puzzle is not None:
        puzzle = puzzle_item(
            shelf, record, contents.view, title=title, author=author,
            solutions=wanted.solutions, stop=stop,
        )  # fmt: skip
        return puzzle, 0
    if record.lesson is not None:
        lesson = lesson_item(
            shelf, record, contents.view, title=title, author=author,
            course=item.course, stop=stop,
        )  # fmt: skip
        return lesson, opened_step(len(lesson.steps), wanted.step)
    nodes, numbers = of_record(shelf, record, contents.view)
    for node in nodes.list:
        played = [nodes.list[child].move for child in node.children]
        node.moves = stages(nodes.position(node.id), played) if played else node.moves
    bookmarks = [Bookmark(name, view) for name, view in record.bookmarks.items()]
    game = GameItem(title=title, author=author, nodes=nodes.list, bookmarks=bookmarks)
    return game, numbers[opened_node(record, contents.node, wanted.step)]
