"""What goes into a page: items of files, folders and position strings, as its data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from model.contract.game import Stop, Stopped
from model.phrases import counted
from model.records.positions import PositionCache
from model.records.record import ROOT
from viewer.export.export_options import PageOptions
from viewer.export.item_position import opened_node, opened_step
from viewer.export.items import CREDIT, ExportError, ExportItem, Tell, common_title, size_of
from viewer.export.page.content_boards import Shelf, palettes
from viewer.export.page.content_lessons import lesson_item
from viewer.export.page.content_nodes import of_record, stages
from viewer.export.page.content_puzzles import puzzle_item
from viewer.export.page.page_data import Bookmark, GameItem, Item, NodeData, PageData, Start
from viewer.export.page.whole_page import page
from viewer.games.end_of_game import end_of

MOST_BYTES = 30_000_000
"""Of a page: browsers on phones open no larger ones well."""
MOST_POSITIONS, MOST_SITES = 5_000, 6_000_000
"""Positions of a page, and points of all of them together, those of steps by a quarter."""


def page_of(given: Sequence[ExportItem], wanted: PageOptions, tell: Tell, stop: Stop) -> bytes:
    """Return the page that holds all that is given; `Stopped` where `stop` says so.

    Raises
    ------
    ExportError
        It would be larger than browsers take well.
    """
    _check(given)
    data = page_data(given, wanted, tell, stop)
    for item in data.items:
        for node in item.nodes:
            if node.like is not msgspec.UNSET:
                _leave_out(node, item.nodes[node.like])
    made = page(msgspec.json.encode(data), data.title)
    if len(made) > MOST_BYTES:
        said = f"the page would have {size_of(len(made))}, and {size_of(MOST_BYTES)} are the most"
        raise ExportError(f"{said}: export a part of it")
    return made


def _check(given: Sequence[ExportItem]) -> None:
    """Refuse what no page can hold, before anything is drawn."""
    positions, sites = 0, 0.0
    for item in given:
        record = item.contents.record
        board = PositionCache().position(record, ROOT).game.board
        steps = 0 if record.lesson is None else len(record.lesson.steps)
        nodes = 1 + (0 if record.puzzle is not None else len(record))
        positions += nodes + steps
        sites += (nodes + steps / 4) * len(board)
    if positions > MOST_POSITIONS or sites > MOST_SITES:
        fits = f"{MOST_POSITIONS}, and fewer on large boards"
        said = f"this has {counted(positions, 'position')}, and a page holds at most {fits}"
        raise ExportError(f"{said}: export a part of it, or print it")


def _leave_out(node: NodeData, like: NodeData) -> None:
    """Leave out of a node what it has in common with another one, which stands for it."""
    for name in ("position", "owners", "pieces", "moves", "why", "ways", "plies"):
        if getattr(node, name) is getattr(like, name):
            setattr(node, name, msgspec.UNSET)


def page_data(given: Sequence[ExportItem], wanted: PageOptions, tell: Tell, stop: Stop) -> PageData:
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
            sheets=shelf.sheets,
            sections=shelf.sections,
            start=Start(0, first),
        )
    finally:
        shelf.close()


def _item(shelf: Shelf, item: ExportItem, wanted: PageOptions, stop: Stop) -> tuple[Item, int]:
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
    # A game that is over is read from its start.
    shown = PositionCache().position(record, contents.node)
    at_end = end_of(record, contents.node, shown) is not None
    shows_at = contents.node if at_end else ROOT
    nodes, numbers = of_record(shelf, record, contents.view, shows_at=shows_at)
    for node in nodes.list:
        played = [nodes.list[child].move for child in node.children]
        node.moves = stages(nodes.position(node.id), played) if played else node.moves
    bookmarks = [Bookmark(name, view) for name, view in record.bookmarks.items()]
    game = GameItem(title=title, author=author, nodes=nodes.list, bookmarks=bookmarks)
    return game, numbers[opened_node(record, ROOT if at_end else contents.node, wanted.step)]
