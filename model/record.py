"""Records: a game with its variations as one immutable value, and the edits that change it.

A record is flat: ids to nodes that hold moves, never positions (`model.positions` recomputes
those). Ids are small and never reused. Nothing here recurses along a line.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct
from rpds import HashTrieMap

from model.game import Move
from model.view import View

ROOT = 0
"""Id of the node that stands for the start position."""

_births = itertools.count(1)


class Mark(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sign a teacher puts on a point: a coloured ring, cross, square, or a short text."""

    site: str
    sign: Literal["ring", "cross", "square", "text"] = "ring"
    colour: Literal["green", "red", "blue", "yellow"] = "green"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """One move of a record and what was said about it.

    Attributes
    ----------
    parent
        Id of the node before, -1 at the root.
    children
        Ids of what was played next, the main continuation first.
    move
        The move in canonical text, "" at the root.
    comment, marks, view
        What a person added; `view` is how the node wants to be looked at.
    extra
        What other programs stored in a file; kept, never read.
    birth
        Unique in this process and kept through edits: neither the move nor its line can change
        under it, so positions are cached by it. Not part of the value.
    """

    parent: int = -1
    children: tuple[int, ...] = ()
    move: Move = ""
    comment: str = ""
    marks: tuple[Mark, ...] = ()
    view: View | None = None
    extra: Any = None
    birth: int = field(default_factory=_births.__next__, compare=False, repr=False)


@dataclass(frozen=True)
class Record:
    """A game: where it starts, and a tree of moves.

    Attributes
    ----------
    start
        The canonical string of the position it starts from.
    nodes
        Id -> node; `ROOT` is always there.
    next_id
        The id the next new node takes.
    headers
        Free texts about the game: "title", "red", "blue", "date", "event", "source", "result", ...
    bookmarks
        Views by name.
    extra
        What other programs stored in a file; kept, never read.
    """

    start: str
    nodes: HashTrieMap[int, Node]
    next_id: int = 1
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    bookmarks: Mapping[str, View] = field(default_factory=lambda: MappingProxyType({}))
    extra: Any = None

    def __getitem__(self, node: int) -> Node:
        return self.nodes[node]

    def __contains__(self, node: object) -> bool:
        return node in self.nodes

    def __len__(self) -> int:
        """How many moves there are, variations included."""
        return len(self.nodes) - 1


def new_record(start: str, **headers: str) -> Record:
    """Return a record without moves that starts from the position string `start`."""
    return Record(start, HashTrieMap({ROOT: Node()}), 1, MappingProxyType(headers))


def path_to(record: Record, node: int) -> list[int]:
    """Return the ids from the first move to `node`, the root left out."""
    path = []
    while node != ROOT:
        path.append(node)
        node = record.nodes[node].parent
    path.reverse()
    return path


def moves_to(record: Record, node: int) -> list[Move]:
    """Return the moves from the start to `node`."""
    return [record.nodes[i].move for i in path_to(record, node)]


def ply_of(record: Record, node: int) -> int:
    """Return how many moves lead to `node`."""
    return len(path_to(record, node))


def main_line(record: Record, node: int = ROOT) -> Iterator[int]:
    """Yield the ids after `node` along the main continuations."""
    while children := record.nodes[node].children:
        node = children[0]
        yield node


def last_of_main_line(record: Record, node: int = ROOT) -> int:
    """Return the end of the main line from `node` on."""
    while children := record.nodes[node].children:
        node = children[0]
    return node


def subtree(record: Record, node: int) -> Iterator[int]:
    """Yield `node` and all below it, parents before children, main continuations first."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(record.nodes[node].children))


def play(record: Record, node: int, move: Move) -> tuple[Record, int]:
    """Return the record in which `move` follows `node`, and the id of that move.

    A move that is there already is only gone to. The move is taken as canonical and legal.
    """
    parent = record.nodes[node]
    for child in parent.children:
        if record.nodes[child].move == move:
            return record, child
    new = record.next_id
    nodes = record.nodes.insert(new, Node(parent=node, move=move))
    nodes = nodes.insert(node, replace(parent, children=(*parent.children, new)))
    return replace(record, nodes=nodes, next_id=new + 1), new


def delete(record: Record, node: int) -> tuple[Record, int]:
    """Return the record without `node` and all that follows it, and the node before it.

    Raises
    ------
    ValueError
        At the root: the start position cannot be deleted.
    """
    if node == ROOT:
        raise ValueError("the start of a record cannot be deleted")
    parent = record.nodes[node].parent
    nodes = record.nodes
    for gone in subtree(record, node):
        nodes = nodes.remove(gone)
    before = nodes[parent]
    kept = tuple(child for child in before.children if child != node)
    nodes = nodes.insert(parent, replace(before, children=kept))
    return replace(record, nodes=nodes), parent


def promote(record: Record, node: int) -> tuple[Record, int]:
    """Return the record in which the variation `node` lies on ranks one place higher.

    The nearest move on the way back that is not a main continuation changes places with the one
    before it. Nothing changes on the main line.
    """
    child = node
    while child != ROOT:
        parent = record.nodes[child].parent
        children = list(record.nodes[parent].children)
        rank = children.index(child)
        if rank:
            children[rank - 1 : rank + 1] = children[rank], children[rank - 1]
            return _edit(record, parent, children=tuple(children)), node
        child = parent
    return record, node


def make_main_line(record: Record, node: int) -> tuple[Record, int]:
    """Return the record in which `node` lies on the main line."""
    nodes, child = record.nodes, node
    while child != ROOT:
        parent = nodes[child].parent
        children = nodes[parent].children
        if children[0] != child:
            rest = tuple(c for c in children if c != child)
            nodes = nodes.insert(parent, replace(nodes[parent], children=(child, *rest)))
        child = parent
    return (record if nodes is record.nodes else replace(record, nodes=nodes)), node


def comment(record: Record, node: int, text: str) -> tuple[Record, int]:
    """Return the record in which `text` is said about `node`; "" takes the comment away."""
    return _edit(record, node, comment=text), node


def mark(record: Record, node: int, marks: tuple[Mark, ...]) -> tuple[Record, int]:
    """Return the record in which `node` carries exactly these marks."""
    return _edit(record, node, marks=marks), node


def look(record: Record, node: int, view: View | None) -> tuple[Record, int]:
    """Return the record in which `node` wants to be seen through `view`."""
    return _edit(record, node, view=view), node


def head(record: Record, name: str, text: str) -> Record:
    """Return the record with one header set; "" takes it away."""
    headers = {**record.headers, name: text}
    if not text:
        del headers[name]
    return replace(record, headers=MappingProxyType(headers))


def bookmark(record: Record, name: str, view: View | None) -> Record:
    """Return the record with one bookmark set; None takes it away."""
    bookmarks = {key: kept for key, kept in record.bookmarks.items() if key != name}
    if view is not None:
        bookmarks[name] = view
    return replace(record, bookmarks=MappingProxyType(bookmarks))


def _edit(record: Record, node: int, **changes: Any) -> Record:
    old = record.nodes[node]
    new = replace(old, **changes)
    if new == old:
        return record
    return replace(record, nodes=record.nodes.insert(node, new))
