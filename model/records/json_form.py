"""Records as JSON, both ways: the typed form of a `.pyramidion` file and what must hold in it.

What is wrong with a file is one sentence with its place.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeVar

import msgspec
import numpy as np
from msgspec import Meta, Struct
from rpds import HashTrieMap

from model import registry
from model.contract.game import Game, Position
from model.notation.tokens import NotationError
from model.phrases import printable, shown
from model.positions.setup import read_header, read_setup
from model.records.lesson import Lesson
from model.records.puzzle import Puzzle
from model.records.record import (
    MOST_IDS,
    PACKAGE,
    ROOT,
    Evaluation,
    LineError,
    Node,
    Record,
    check_lines,
    last_of_main_line,
    subtree,
)
from model.records.references import WordError, check_words
from model.records.sealing import PREFIX, cover, hides, pending, uncover, whole_of
from model.records.view import MOST_BOOKMARKS, Marks, View

MAX_DEPTH = 64
"""Brackets open at once; the deepest the form itself needs is 11."""

_BLOCK = 1 << 20
_BOUND = re.compile(r'"int" (<=|>=|<|>) (-?\d+)')
_SAYS = {
    "<=": "a whole number of at most {}",
    ">=": "a whole number of at least {}",
    "<": "a whole number below {}",
    ">": "a whole number above {}",
}
_LIST = re.compile(r'"(?:array|object)" of length <= (\d+)')
_AT = re.compile(r"^(.*?)(?: - at `(?:key in )?(.*)`)?$", re.DOTALL)

T = TypeVar("T")


class FormError(ValueError):
    """What is wrong with the JSON of a file: one sentence that begins with the place."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


def decode_typed(data: bytes, form: type[T]) -> T:
    """Decode JSON into a struct; FormError begins with the place of what is wrong."""
    try:
        return msgspec.json.decode(data, type=form)
    except msgspec.ValidationError as error:
        found = _AT.match(str(error))
        message, path = found.groups() if found else (str(error), None)
        message = printable(message.replace("`", '"').removeprefix("Expected "))
        message = _BOUND.sub(lambda found: _SAYS[found[1]].format(found[2]), message)
        message = _LIST.sub(r"a list of at most \1", message)
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


def check_depth(data: bytes) -> None:
    """Raise FormError at deep nesting, before anything is parsed; strings do not count.

    A block at a time and in few steps: the largest file there may be is looked at in seconds.
    """
    # Once no quotation mark inside a string is left, every second one ends a string.
    bare = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    depth, inside = 0, np.uint8(0)
    for start in range(0, len(bare), _BLOCK):
        block = np.frombuffer(bare, np.uint8, min(_BLOCK, len(bare) - start), start)
        quotes = (block == ord('"')).view(np.uint8)
        quotes[0] ^= inside
        in_string = np.bitwise_xor.accumulate(quotes)
        inside = in_string[-1]
        letters = block | 0x20  # [ and { differ in this bit, ] and } as well
        opens = letters == ord("{")
        steps = opens[(opens | (letters == ord("}"))) & (in_string == 0)]
        levels = depth + np.cumsum(np.where(steps, 1, -1))
        if levels.max(initial=0) > MAX_DEPTH:
            raise FormError(f"has more than {MAX_DEPTH} brackets open at once")
        depth = int(levels[-1]) if len(levels) else depth


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


FORMAT: Final = "pyramidion/1"
KINDS: Final = ("game", "puzzle", "lesson", "collection")
Item = tuple[Record, int, View]
"""A game, puzzle or lesson, its current node, and how that is looked at."""
Id = Annotated[int, Meta(ge=0, lt=MOST_IDS)]
NextId = Annotated[int, Meta(ge=0, le=MOST_IDS)]


class _FileHead(Struct, frozen=True):
    format: str
    kind: str


class StoredNode(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A node as files and journals hold it; see `model.records.record.Node`.

    Attributes
    ----------
    parent
        None at the root.
    children
        None: the nodes whose parent it is, in the order in which they come.
    move
        Covered where it is a secret (`model.records.sealing`).
    """

    id: Id
    parent: Id | None = None
    move: str = ""
    children: tuple[Id, ...] | None = None
    comment: str = ""
    marks: Marks = ()
    view: View | None = None
    extra: object = None
    setup: str = ""
    evaluation: Evaluation | None = None


class _Game(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    kind: Literal["game", "puzzle", "lesson"]
    position: str
    format: Literal["pyramidion/1"] = FORMAT
    headers: dict[str, str] = {}
    current: Id | None = None
    next_id: NextId | None = None
    view: View | None = None
    bookmarks: Annotated[dict[str, View], Meta(max_length=MOST_BOOKMARKS)] = {}
    extra: object = None
    puzzle: Puzzle | None = None
    lesson: Lesson | None = None
    nodes: tuple[StoredNode, ...] = ()


# -- reading -------------------------------------------------------------------------------------


def decode_item(data: bytes) -> Item:
    """Read the JSON of a game, puzzle or lesson that may be an item of a collection; FormError."""
    return _checked(decode_typed(data, _Game))


def kind_of(data: bytes) -> str:
    """Return what kind of file the JSON says it is, once its form is one this program reads."""
    check_depth(data)
    head = decode_typed(data, _FileHead)
    if head.format != FORMAT:
        raise FormError(
            f'$.format: "{FORMAT}" is what this program reads, not {shown(head.format)}'
        )
    if head.kind not in KINDS:
        raise FormError(
            f"$.kind: {shown(head.kind)} is not a kind of file; the kinds are {', '.join(KINDS)}"
        )
    return head.kind


def _checked(form: _Game) -> Item:
    """Make the record of a typed form and check all that the types do not say."""
    for kind, held in (("puzzle", form.puzzle), ("lesson", form.lesson)):
        if (form.kind == kind) != (held is not None):
            raise FormError(
                f"$.{kind}: a file of the kind {kind} needs it"
                if form.kind == kind
                else f"$.{kind}: a file of the kind {form.kind} has none"
            )
    game = form.position.partition(" ")[0].partition(":")[0]
    if (package := form.headers.get(PACKAGE)) and game not in registry.kinds():
        why = registry.fault_of(game) or f"there is no game {shown(game)} here"
        raise FormError(f"$.position: {why}: it comes with the package {shown(package)}")
    start = str(_set_up(form.position, "$.position"))
    places = {node.id: number for number, node in enumerate(form.nodes)}
    record = _record(form, start)
    games = _games(record)
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
        check_words(record, form.view, node, games, places)
    except WordError as error:
        raise FormError(str(error)) from error
    return record, node, form.view or record[node].view or View()


def _set_up(text: str, where: str) -> Position:
    try:
        return read_setup(text)
    except NotationError as error:
        raise FormError(f"{where}: column {error.column}: {error.message}") from error


def _games(record: Record) -> dict[int, Game]:
    """Return the game at every node: that of the start, or of what was set up last."""
    games: dict[int, Game] = {}
    for node in subtree(record, ROOT):
        here = record.nodes[node]
        if node == ROOT or here.setup:
            games[node] = read_setup(here.setup or record.start).game
        else:
            games[node] = games[here.parent]
    return games


def _record(form: _Game, start: str) -> Record:
    """Build the tree; every inconsistency between parents and children is refused."""
    _check_nodes(form)
    children = _children(form)
    built = {
        node.id: replace(
            _read(node, number),
            children=tuple(children[node.id]),
            setup=_positions(node, number, start),
        )
        for number, node in enumerate(form.nodes)
    }
    built.setdefault(ROOT, Node(children=tuple(children[ROOT])))
    _check_tree(form, built)
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


def _check_nodes(form: _Game) -> None:
    """Refuse an id that is there twice, and what is no start, move or position set up."""
    ids: set[int] = set()
    for number, node in enumerate(form.nodes):
        where = f"$.nodes[{number}]"
        if node.id in ids:
            raise FormError(f"{where}.id: there are two nodes {node.id}")
        ids.add(node.id)
        if node.id == ROOT:
            if node.parent is not None or node.move or node.setup:
                raise FormError(f"{where}: node 0 is the start, it has neither parent nor move")
        elif node.parent is None:
            raise FormError(f"{where}.parent: node {node.id} needs one; the start is node 0")
        elif bool(node.move) == bool(node.setup):
            raise FormError(f"{where}.move: node {node.id} needs a move or a setup, one of the two")


def _children(form: _Game) -> dict[int, list[int]]:
    """The children of every node, in the order that is listed, else in that of the file."""
    children: dict[int, list[int]] = {ROOT: [], **{node.id: [] for node in form.nodes}}
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
    return children


def _positions(node: StoredNode, number: int, start: str) -> str:
    """The canonical text of what a node sets up, "" where it is a move."""
    if not node.setup:
        return ""
    where = f"$.nodes[{number}].setup"
    text = str(_set_up(node.setup, where))
    game, wanted = (read_header(t.split(" ", 1)[0])[0].name for t in (text, start))
    if game != wanted:
        raise FormError(f"{where}: the file is about {wanted}, this is a position of {game}")
    return text


def _read(node: StoredNode, number: int) -> Node:
    try:
        return node_of(node)
    except ValueError as error:
        raise FormError(f"$.nodes[{number}].move: node {node.id}: {error}") from None


def node_of(stored: StoredNode) -> Node:
    """Return a node as it was stored; ValueError where it is not known how its move was covered."""
    move = stored.move
    return Node(
        parent=-1 if stored.parent is None else stored.parent,
        children=stored.children or (),
        move=uncover(move, stored.id) if move.startswith(PREFIX) else move,
        comment=stored.comment,
        marks=stored.marks,
        view=stored.view,
        extra=stored.extra,
        setup=stored.setup,
        evaluation=stored.evaluation,
    )


def _check_tree(form: _Game, nodes: Mapping[int, Node]) -> None:
    """Refuse cycles (nodes that the start does not reach) and a move that is there twice."""
    reached, stack = {ROOT}, [ROOT]
    while stack:
        after = nodes[stack.pop()].children
        # What was set up by hand may be there twice: a stroke passes through other positions.
        counts = Counter(nodes[child].move for child in after if nodes[child].move)
        twice = next((child for child in after if counts[nodes[child].move] > 1), None)
        if twice is not None:
            raise FormError(
                f"$.nodes: node {twice} plays what another node plays at the same place"
            )
        reached.update(after)
        stack += after
    for number, node in enumerate(form.nodes):
        if node.id not in reached:
            raise FormError(f"$.nodes[{number}].parent: node {node.id} is not linked to the start")


# -- writing -------------------------------------------------------------------------------------


def encode(record: Record, node: int, view: View) -> bytes:
    """Write a game file: one key a line and one node a line, so that versions can be compared.

    Raises
    ------
    FormError
        When a text in it is not Unicode, or an extra is nested too deeply.
    """
    return b"{" + _keys({"format": FORMAT}, record, node, view) + b"}\n"


def encode_item(item: Item) -> bytes:
    """Return an item as it stands in a collection: as its own file, without the format."""
    return b"{" + _keys({}, *item) + b"}"


def _keys(first: dict[str, object], record: Record, node: int, view: View) -> bytes:
    """All keys of a game, puzzle or lesson, without the brackets."""
    record = whole_of(record)  # what is hidden is covered below, and nothing is lost
    head: dict[str, object] = {
        **first,
        "kind": record.kind,
        "headers": dict(record.headers) or None,
        "position": record.start,
        "current": node,
        "next_id": record.next_id,
        "view": None if view == View() and record[node].view is None else view,
        "bookmarks": dict(record.bookmarks) or None,
        "extra": record.extra,
        "puzzle": record.puzzle,
        "lesson": record.lesson,
    }
    try:
        lines = [
            f'"{key}":'.encode() + msgspec.json.encode(value)
            for key, value in head.items()
            if value is not None  # an extra may be anything, {} and 0 too
        ]
        sealed = frozenset(pending(record)) if hides(record) else frozenset()
        nodes = []
        for number in sorted(record.nodes):
            stored = stored_node(record, number, sealed=number in sealed)
            if record[number].children == tuple(sorted(record[number].children)):
                stored = msgspec.structs.replace(stored, children=None)  # parents say it all
            nodes.append(msgspec.json.encode(stored))
    except (UnicodeEncodeError, RecursionError, TypeError, OverflowError) as error:
        raise FormError(f"the game holds what a file cannot: {printable(str(error))}") from error
    return b",\n ".join(lines) + b',\n "nodes":[\n' + b",\n".join(nodes) + b"\n]"


def stored_node(record: Record, number: int, *, sealed: bool) -> StoredNode:
    """Return a node as it is stored, its move covered where it is `sealed`."""
    node = record[number]
    return StoredNode(
        id=number,
        parent=None if number == ROOT else node.parent,
        move=cover(node.move, number) if sealed else node.move,
        setup=node.setup,
        children=node.children,
        comment=node.comment,
        marks=node.marks,
        view=node.view,
        extra=node.extra,
        evaluation=node.evaluation,
    )
