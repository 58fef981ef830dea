"""Records as JSON, both ways: the typed form of a `.pyramidion` file and what must hold in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
import numpy as np
from msgspec import Meta, Struct
from rpds import HashTrieMap

from model.board import Board
from model.game import Position
from model.notation import NotationError, shown
from model.reading import read_header
from model.records.lesson import Lesson
from model.records.marks import Mark
from model.records.positions import LineError, check_lines
from model.records.puzzle import Puzzle
from model.records.record import ROOT, Node, Record, last_of_main_line, subtree
from model.records.references import WordError, check_words
from model.records.sealing import PREFIX, cover, hides, pending, uncover
from model.records.view import View
from model.records.view_text import printable
from model.setup import read_setup

FORMAT: Final = "pyramidion/1"
KINDS = ("game", "puzzle", "lesson", "collection")
MAX_DEPTH = 64
"""Brackets open at once; the deepest the form itself needs is 11."""

_BLOCK = 1 << 20
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_BOUND = re.compile(r'"int" (<=|>=|<|>) (-?\d+)')
_SAYS = {
    "<=": "a whole number of at most {}",
    ">=": "a whole number of at least {}",
    "<": "a whole number below {}",
    ">": "a whole number above {}",
}
_AT = re.compile(r"^(.*?)(?: - at `(?:key in )?(.*)`)?$", re.DOTALL)

Id = Annotated[int, Meta(ge=0, lt=1 << 31)]
T = TypeVar("T")


class FormError(ValueError):
    """What is wrong with the JSON of a file: one sentence, the place in front."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class _Head(Struct, frozen=True):
    format: str
    kind: str


class _Node(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: Id
    parent: Id | None = None
    move: str = ""
    children: tuple[Id, ...] | None = None
    comment: str = ""
    marks: tuple[Mark, ...] = ()
    view: View | None = None
    extra: Any = None
    setup: str = ""


class _Game(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    kind: Literal["game", "puzzle", "lesson"]
    position: str
    format: Literal["pyramidion/1"] = FORMAT
    headers: dict[str, str] = {}
    current: Id | None = None
    next_id: Id | None = None
    view: View | None = None
    bookmarks: dict[str, View] = {}
    extra: Any = None
    puzzle: Puzzle | None = None
    lesson: Lesson | None = None
    nodes: tuple[_Node, ...] = ()


# -- reading -------------------------------------------------------------------------------------


def decode(data: bytes) -> tuple[Record, int, View]:
    """Read the JSON of a game, puzzle or lesson: its record, current node and View.

    Raises
    ------
    FormError
        At the first thing that is wrong; every move has been played when none is.
    """
    kind = kind_of(data)
    if kind == "collection":
        raise FormError("$.kind: it is a collection of several items, one is wanted here")
    return build(_typed(data, _Game))


def kind_of(data: bytes) -> str:
    """Return what kind of file the JSON says it is, once its form is one this program reads."""
    _check_depth(data)
    head = _typed(data, _Head)
    if head.format != FORMAT:
        raise FormError(
            f'$.format: "{FORMAT}" is what this program reads, not {shown(head.format)}'
        )
    if head.kind not in KINDS:
        raise FormError(f"$.kind: {shown(head.kind)} is no kind of file: {', '.join(KINDS)}")
    return head.kind


def build(form: _Game) -> tuple[Record, int, View]:
    """Check a typed form and make its record; returns it with the current node and View."""
    for kind in ("puzzle", "lesson"):
        if (form.kind == kind) != (getattr(form, kind) is not None):
            raise FormError(
                f"$.{kind}: a file of the kind {kind} needs it"
                if form.kind == kind
                else f"$.{kind}: a file of the kind {form.kind} has none"
            )
    start = str(_set_up(form.position, "$.position"))
    places = {node.id: number for number, node in enumerate(form.nodes)}
    record = _record(form, start)
    boards = _boards(record)
    try:
        check_lines(record)
    except LineError as error:
        where = f"$.nodes[{places[error.node]}].move"
        raise FormError(f"{where}: node {error.node}: {error.cause}") from error
    node = form.current
    if node is None:
        node = last_of_main_line(record)
    elif node not in record:
        raise FormError(f"$.current: there is no node {node}")
    try:
        check_words(form, record, node, boards)
    except WordError as error:
        raise FormError(str(error)) from error
    return record, node, form.view or record[node].view or View()


def _set_up(text: str, where: str) -> Position:
    try:
        return read_setup(text)
    except NotationError as error:
        raise FormError(f"{where}: column {error.column}: {error.message}") from error


def _boards(record: Record) -> dict[int, Board]:
    """Return the board of every node: that of the start, or of what was set up last."""
    boards: dict[int, Board] = {}
    for node in subtree(record, ROOT):
        here = record.nodes[node]
        if node == ROOT or here.setup:
            boards[node] = read_setup(here.setup or record.start).game.board
        else:
            boards[node] = boards[here.parent]
    return boards


def _typed(data: bytes, form: type[T]) -> T:
    """Decode into a struct; msgspec's errors become sentences with the place in front."""
    try:
        return msgspec.json.decode(data, type=form)
    except msgspec.ValidationError as error:
        found = _AT.match(str(error))
        message, path = found.groups() if found else (str(error), None)
        message = printable(message.replace("`", '"').removeprefix("Expected "))
        message = _BOUND.sub(lambda found: _SAYS[found[1]].format(found[2]), message)
        expected = "expected " if str(error).startswith("Expected ") else ""
        raise FormError(f"{printable(path or '$')}: {expected}{_lower(message)}") from None
    except msgspec.DecodeError as error:
        message = str(error)
        found = re.search(r"\(byte (\d+)\)", message)
        at = int(found[1]) if found else len(data)
        line = data.count(b"\n", 0, at) + 1
        column = at - data.rfind(b"\n", 0, at)
        reason = printable(re.sub(r"\s*\(byte \d+\)", "", message).rpartition(": ")[2])
        raise FormError(
            f"line {line}, column {column}: not JSON: {_lower(reason)}", line, column
        ) from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise FormError(f"line {line}, column {column}: is not UTF-8 text", line, column) from None
    except RecursionError:
        raise FormError(f"has more than {MAX_DEPTH} brackets open at once") from None


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _check_depth(data: bytes) -> None:
    """Refuse deep nesting before anything is parsed; strings do not count."""
    depth = 0
    bare = np.frombuffer(_STRING.sub(b"", data), np.uint8)
    for start in range(0, len(bare), _BLOCK):
        block = bare[start : start + _BLOCK] | 0x20  # [ and { differ in this bit, ] and } as well
        steps = (block == ord("{")).astype(np.int32) - (block == ord("}"))
        levels = depth + np.cumsum(steps)
        if levels.max(initial=0) > MAX_DEPTH:
            raise FormError(f"has more than {MAX_DEPTH} brackets open at once")
        depth = int(levels[-1])


def _record(form: _Game, start: str) -> Record:
    """Build the tree; every inconsistency between parents and children is refused."""
    nodes: dict[int, _Node] = {}
    children: dict[int, list[int]] = {ROOT: []}
    for number, node in enumerate(form.nodes):
        where = f"$.nodes[{number}]"
        if node.id in nodes:
            raise FormError(f"{where}.id: there are two nodes {node.id}")
        nodes[node.id] = node
        children[node.id] = []
        if node.id == ROOT:
            if node.parent is not None or node.move or node.setup:
                raise FormError(f"{where}: node 0 is the start, it has neither parent nor move")
        elif node.parent is None:
            raise FormError(f"{where}.parent: node {node.id} needs one; the start is node 0")
        elif bool(node.move) == bool(node.setup):
            raise FormError(f"{where}.move: node {node.id} needs a move or a setup, one of the two")
    for number, node in enumerate(form.nodes):
        if node.parent is not None:
            if node.parent not in children:
                raise FormError(f"$.nodes[{number}].parent: there is no node {node.parent}")
            children[node.parent].append(node.id)
    for number, node in enumerate(form.nodes):
        if node.children is not None:
            if sorted(node.children) != sorted(children[node.id]):
                raise FormError(
                    f"$.nodes[{number}].children: they are not the nodes whose parent is {node.id}"
                )
            children[node.id] = list(node.children)
    moves = {node.id: _uncovered(node, number) for number, node in enumerate(form.nodes)}
    setups = {node.id: _positions(node, number, start) for number, node in enumerate(form.nodes)}
    _check_tree(form, moves, children)
    built = {
        number: Node(
            parent=-1 if node.parent is None else node.parent,
            children=tuple(children[number]),
            move=moves[number],
            comment=node.comment,
            marks=node.marks,
            view=node.view,
            extra=node.extra,
            setup=setups[number],
        )
        for number, node in nodes.items()
    }
    built.setdefault(ROOT, Node(children=tuple(children[ROOT])))
    least = max(built) + 1
    next_id = least if form.next_id is None else form.next_id
    if next_id < least:
        raise FormError(f"$.next_id: must be larger than every id, so {least} at least")
    return Record(
        start,
        HashTrieMap(built),
        next_id,
        MappingProxyType(dict(form.headers)),
        MappingProxyType(dict(form.bookmarks)),
        form.extra,
        form.puzzle,
        form.lesson,
    )


def _positions(node: _Node, number: int, start: str) -> str:
    """The canonical text of what a node sets up, "" where it is a move."""
    if not node.setup:
        return ""
    where = f"$.nodes[{number}].setup"
    text = str(_set_up(node.setup, where))
    game, wanted = (read_header(t.split(" ", 1)[0])[0].name for t in (text, start))
    if game != wanted:
        raise FormError(f"{where}: the file is about {wanted}, this is a position of {game}")
    return text


def _uncovered(node: _Node, number: int) -> str:
    """The move of a node in plain text."""
    if not node.move.startswith(PREFIX):
        return node.move
    try:
        return uncover(node.move, node.id)
    except ValueError as error:
        raise FormError(f"$.nodes[{number}].move: node {node.id}: {error}") from None


def _check_tree(form: _Game, moves_at: dict[int, str], children: dict[int, list[int]]) -> None:
    """Refuse cycles (nodes that the start does not reach) and a move that is there twice."""
    reached, stack = {ROOT}, [ROOT]
    while stack:
        after = children[stack.pop()]
        # What was set up by hand may be there twice: a stroke passes through other positions.
        moves = [moves_at[child] for child in after if moves_at[child]]
        if len(set(moves)) < len(moves):
            twice = next(child for child in after if moves.count(moves_at[child]) > 1)
            raise FormError(
                f"$.nodes: node {twice} plays what another node plays at the same place"
            )
        reached.update(after)
        stack += after
    for number, node in enumerate(form.nodes):
        if node.id not in reached:
            raise FormError(f"$.nodes[{number}].parent: node {node.id} is not linked to the start")


class _Collection(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    format: Literal["pyramidion/1"]
    kind: Literal["collection"]
    title: str = ""
    about: str = ""
    extra: Any = None
    items: tuple[msgspec.Raw, ...] = ()


Item = tuple[Record, int, View]


@dataclass(frozen=True)
class Bundle:
    """A collection whose items are read when they are asked for.

    Attributes
    ----------
    title, about
        What the items are together.
    extra
        What other programs stored in it; kept, never read.
    raw
        The items as they stand in the file.
    """

    title: str
    about: str
    extra: Any
    raw: tuple[bytes, ...]

    def __len__(self) -> int:
        return len(self.raw)

    def item(self, number: int) -> Item:
        """Read one item; FormError."""
        try:
            return build(_typed(self.raw[number], _Game))
        except FormError as error:
            raise FormError(f"$.items[{number}]: {error}") from error

    def encode(self) -> bytes:
        """Write it, every item as it stands in `raw`."""
        head: dict[str, Any] = {"format": FORMAT, "kind": "collection"}
        head |= {"title": self.title, "about": self.about}
        if self.extra is not None:
            head["extra"] = self.extra
        try:
            lines = [f'"{k}":'.encode() + msgspec.json.encode(v) for k, v in head.items()]
        except (UnicodeEncodeError, RecursionError, TypeError, OverflowError) as error:
            raise FormError(
                f"the collection holds what a file cannot: {printable(str(error))}"
            ) from error
        return b"{" + b",\n ".join(lines) + b',\n "items":[\n' + b",\n".join(self.raw) + b"\n]}\n"


def bundle(data: bytes) -> Bundle:
    """Read the JSON of a collection, its items not yet looked into; FormError."""
    kind_of(data)
    form = _typed(data, _Collection)
    return Bundle(form.title, form.about, form.extra, tuple(bytes(raw) for raw in form.items))


def bundled(item: Item) -> bytes:
    """Return an item as it stands in a collection: as its own file, without the format."""
    return b"{" + _item({}, *item) + b"}"


# -- writing -------------------------------------------------------------------------------------


def encode(record: Record, node: int, view: View) -> bytes:
    """Write a game file: one key a line and one node a line, so that versions can be compared.

    Raises
    ------
    FormError
        When a text in it is not Unicode, or an extra is nested too deeply.
    """
    return b"{" + _item({"format": FORMAT}, record, node, view) + b"}\n"


def _item(first: dict[str, Any], record: Record, node: int, view: View) -> bytes:
    """All keys of a game, puzzle or lesson, without the brackets."""
    head = {
        **first,
        "kind": record.kind,
        "headers": dict(record.headers),
        "position": record.start,
        "current": node,
        "next_id": record.next_id,
        "view": view,
        "bookmarks": dict(record.bookmarks),
        "extra": record.extra,
        "puzzle": record.puzzle,
        "lesson": record.lesson,
    }
    if view == View() and record[node].view is None:
        del head["view"]
    for optional in ("headers", "bookmarks", "extra", "puzzle", "lesson"):
        if head[optional] in ({}, None):
            del head[optional]
    try:
        lines = [f'"{key}":'.encode() + msgspec.json.encode(value) for key, value in head.items()]
        sealed = _sealed(record)
        nodes = [
            msgspec.json.encode(_node(record, number, number in sealed))
            for number in sorted(record.nodes)
        ]
    except (UnicodeEncodeError, RecursionError, TypeError, OverflowError) as error:
        raise FormError(f"the game holds what a file cannot: {printable(str(error))}") from error
    return b",\n ".join(lines) + b',\n "nodes":[\n' + b",\n".join(nodes) + b"\n]"


def _sealed(record: Record) -> frozenset[int]:
    """The nodes whose moves stay covered; only some games have any."""
    return pending(record) if hides(record) else frozenset()


def _node(record: Record, number: int, sealed: bool) -> _Node:
    node = record[number]
    # Children in the order of their ids need not be listed: parents say it all.
    ordered = node.children == tuple(sorted(node.children))
    return _Node(
        id=number,
        parent=None if number == ROOT else node.parent,
        move=cover(node.move, number) if sealed else node.move,
        setup=node.setup,
        children=None if ordered else node.children,
        comment=node.comment,
        marks=node.marks,
        view=node.view,
        extra=node.extra,
    )
