"""The format of a journal: what the file of a document holds, written and read line by line.

    a line = the CRC of the rest in 8 hexadecimal digits, a space, "game" or "edit", a space, JSON

The first line is the whole game in the form of a file, each further one a `JournalEntry` that says
what changed. Lines are only ever added, so a torn last line costs one change and nothing else.
"""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal
from zlib import crc32

import msgspec
from msgspec import Struct

from model.records.json_form import StoredNode, encode, node_of, stored_node
from model.records.record import Node
from model.records.sealing import hides, whole_of
from model.records.view import View
from viewer.session.document.document import Document
from viewer.session.document.seating import NOBODY, Seating
from viewer.session.document.split_view import Link

SUFFIX = ".journal"
GAME, EDIT = b"game ", b"edit "

NO_ITEM = -1
"""Says that a document is no item of a collection any more."""

log = logging.getLogger(__name__)


class StoredSecond(Struct, frozen=True, omit_defaults=True):
    """The second half of a document that is seen twice.

    Attributes
    ----------
    view
        The View of the second half; None: the document is seen once.
    half, link
        As `viewer.session.document.split_view.SecondView` has them.
    """

    view: View | None = None
    half: Literal[0, 1] = 0
    link: Link = ""


SEEN_ONCE = StoredSecond()


class JournalEntry(Struct, frozen=True, omit_defaults=True):
    """One line: what changed. None: as before.

    Attributes
    ----------
    nodes, next_id
        Nodes by id after an edit; those that went are None.
    headers, bookmarks
        All of them, where one changed.
    node, view, second
        The look: `view` is the first half's.
    title, path, edited, item, digest, seating
        What the session knows beyond the file; `path` is "" without one, `item` is `NO_ITEM`.
    """

    nodes: dict[int, StoredNode | None] | None = None
    next_id: int | None = None
    headers: dict[str, str] | None = None
    bookmarks: dict[str, View] | None = None
    node: int | None = None
    view: View | None = None
    second: StoredSecond | None = None
    title: str | None = None
    path: str | None = None
    edited: bool | None = None
    item: int | None = None
    digest: str | None = None
    seating: Seating | None = None


class _Entry020(JournalEntry, frozen=True, omit_defaults=True):
    """A line as versions up to 0.2.0 wrote it: its nodes are lists."""

    nodes: dict[int, list[Any] | None] | None = None  # type: ignore[assignment]  # that is older


_LISTED = ("parent", "children", "move", "comment", "marks", "view", "extra", "setup", "evaluation")


# -- writing ---------------------------------------------------------------------------------------


def line(kind: bytes, json: bytes) -> bytes:
    """Write a line: `GAME` or `EDIT`, and its JSON."""
    # JSON has newlines only between its parts, never in a string.
    payload = kind + json.replace(b"\n", b"")
    return b"%08x %s\n" % (crc32(payload), payload)


def whole(document: Document) -> bytes:
    """Return the lines that hold all of a document."""
    second = _second(document)
    known = JournalEntry(
        second=None if second == SEEN_ONCE else second,
        title=document.title,
        path=_path(document),
        edited=document.edited,
        item=document.item,
        digest=document.digest,
        seating=None if document.seating == NOBODY else document.seating,
    )
    game = encode(document.kept, document.kept_node, document.first_view)
    return line(GAME, game) + line(EDIT, msgspec.json.encode(known))


def change(old: Document, new: Document) -> JournalEntry | None:
    """Return the entry that leads from one value of a document to the next.

    None: no entry can, the whole document is needed.
    """
    before, after = whole_of(old.kept), whole_of(new.kept)
    view = new.first_view
    same = _second(new) == _second(old)
    nodes = next_id = headers = bookmarks = None
    if after is not before:
        if new.exercise is not None or old.exercise is not None:
            return None
        if (
            after.start is not before.start
            or after.extra is not before.extra
            or after.puzzle is not before.puzzle
            or after.lesson is not before.lesson
        ):
            return None
        if after.headers is not before.headers:
            headers = dict(after.headers)
        if after.bookmarks is not before.bookmarks:
            bookmarks = dict(after.bookmarks)
        # Which choices are still secret is not asked at every edit: of such games all is covered.
        covers = hides(after)
        nodes = {
            number: stored_node(after, number, sealed=covers and bool(after[number].move))
            if number in after
            else None
            for number in new.touched
        }
        next_id = after.next_id
    return JournalEntry(
        nodes=nodes or None,
        next_id=next_id,
        headers=headers,
        bookmarks=bookmarks,
        node=None if new.kept_node == old.kept_node and not nodes else new.kept_node,
        # The looks of an exercise are told when it is over.
        view=None if new.exercise or (view is old.first_view and not old.exercise) else view,
        second=None if new.exercise or (same and not old.exercise) else _second(new),
        title=None if new.title == old.title else new.title,
        path=None if new.path == old.path else _path(new),
        edited=None if new.edited == old.edited else new.edited,
        item=None if new.item == old.item else NO_ITEM if new.item is None else new.item,
        digest=None if new.digest == old.digest else new.digest,
        seating=None if new.seating == old.seating else new.seating,
    )


def _second(document: Document) -> StoredSecond:
    """The second half of a document, or that it has none."""
    if document.second is None:
        return SEEN_ONCE
    return StoredSecond(document.views[1], document.second.half, document.second.link)


def _path(document: Document) -> str:
    return "" if document.path is None else str(document.path)


# -- reading ---------------------------------------------------------------------------------------


def merged(entries: Iterable[JournalEntry]) -> JournalEntry:
    """Return what entries say together, the last of each."""
    names = JournalEntry.__struct_fields__
    said = ((name, getattr(entry, name)) for entry in entries for name in names)
    return JournalEntry(**{name: value for name, value in said if value is not None})


def lines_of(file: Path) -> Iterator[bytes | JournalEntry]:
    """Yield the lines of a journal up to the first that is torn or broken.

    A whole game comes as the bytes of a file, everything else as an entry.
    """
    try:
        with file.open("rb") as lines:
            for text in lines:
                if not _is_whole(text):
                    return
                kind, json = text[9:14], text[14:-1]
                yield json if kind == GAME else _entry(json)
    except (OSError, ValueError, RecursionError) as error:
        log.warning("journal %s: %s", file, error)


def _entry(json: bytes) -> JournalEntry:
    """Read a line; ValueError where it is none."""
    try:
        return msgspec.json.decode(json, type=JournalEntry)
    except msgspec.ValidationError:
        old = msgspec.json.decode(json, type=_Entry020)
    nodes: dict[int, StoredNode | None] = {}
    for number, listed in (old.nodes or {}).items():
        nodes[number] = None
        if listed is not None:
            fields = dict(zip(_LISTED, listed, strict=False), id=number)
            fields["parent"] = None if fields.get("parent") == -1 else fields.get("parent")
            nodes[number] = msgspec.convert(fields, StoredNode)
    known = {name: getattr(old, name) for name in JournalEntry.__struct_fields__}
    return JournalEntry(**{**known, "nodes": nodes})


def _is_whole(text: bytes) -> bool:
    """Whether a line is all there: it ends, and its checksum is right."""
    if len(text) < 17 or text[8:9] != b" " or not text.endswith(b"\n"):
        return False
    try:
        return int(text[:8], 16) == crc32(text[9:-1])
    except ValueError:
        return False


def changed_nodes(entry: JournalEntry) -> Iterator[tuple[int, Node | None]]:
    """Yield the id of each node that an entry changes, and what it becomes; None: it goes."""
    for number, stored in (entry.nodes or {}).items():
        if stored is None:
            yield number, None
            continue
        try:
            yield number, node_of(stored)
        except ValueError:  # left covered, the line is refused when it is played
            bare = node_of(msgspec.structs.replace(stored, move=""))
            yield number, replace(bare, move=stored.move)
