"""Records: a game with its variations as one immutable value, and the edits that change it.

A record is flat: ids to nodes that hold moves, never positions (`positions` recomputes those). Ids
are small and never reused. Nothing here recurses along a line. A node may keep an evaluation, what
an engine found out about its position.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from rpds import HashTrieMap

from model.contract.game import Move, MoveError, Position
from model.newest import Newest
from model.positions.setup import read_setup
from model.records.lesson import Lesson
from model.records.puzzle import Puzzle
from model.records.view import Mark, View
from model.registry import plugin_of

MOST_PLAYERS = 8
MOST_LINE = 512
"""Moves of a line that are kept."""
MOST_COUNT = 1 << 53
"""The largest number that is a whole number in every reader of JSON."""

Share = Annotated[float, Meta(ge=0, le=1)]
Text = Annotated[str, Meta(max_length=1000)]
Count = Annotated[int, Meta(ge=0, le=MOST_COUNT)]


class Evaluation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the position at a node is worth, and what an engine would play there.

    Attributes
    ----------
    value
        The share of the game that each player may expect, in the order of ``game.players``: 1 is a
        win, 0 a loss.
    proved
        Whether `value` is exact rather than an estimate.
    distance
        Plies to the end of the game with best play, where that is known.
    line
        What both sides would play, the best move first; () where the game is over. It is judged by
        the rules when it is played, not when a file is read.
    nodes
        How many positions were looked at, or games played out.
    budget
        How many might have been looked at: what was looked at with less can be improved on. 0
        where something else, such as time, ended it.
    """

    value: Annotated[tuple[Share, ...], Meta(min_length=1, max_length=MOST_PLAYERS)]
    proved: bool = False
    distance: Count | None = None
    line: Annotated[tuple[Text, ...], Meta(max_length=MOST_LINE)] = ()
    nodes: Count = 0
    budget: Count = 0

    @property
    def best(self) -> Move | None:
        """The best move; None where the game is over."""
        return self.line[0] if self.line else None


ROOT = 0
"""Id of the node that stands for the start position."""

PACKAGE = "package"
"""The header that names the package which brings the game, where it does not ship."""

MOST_IDS = 1 << 31
"""All ids are below it; a record whose `next_id` is there takes no further node."""

_births = itertools.count(1)


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
        The move in canonical text, "" at the root and where a position was set up.
    comment, marks, view
        What a person added; `view` is how the node wants to be looked at.
    extra
        What other programs stored in a file; kept, never read.
    setup
        A position string: this node is no move, the position was set up by hand here. Of the same
        game as the record, other options and another size allowed.
    evaluation
        What an engine found out about the position at this node.
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
    extra: object = None
    setup: str = ""
    evaluation: Evaluation | None = None
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
    puzzle, lesson
        What makes it a puzzle or a lesson; at most one of them is there.
    """

    start: str
    nodes: HashTrieMap[int, Node]
    next_id: int = 1
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    bookmarks: Mapping[str, View] = field(default_factory=lambda: MappingProxyType({}))
    extra: object = None
    puzzle: Puzzle | None = None
    lesson: Lesson | None = None

    @property
    def kind(self) -> str:
        """What a file calls it: "game", "puzzle" or "lesson"."""
        if self.puzzle is not None:
            return "puzzle"
        return "lesson" if self.lesson is not None else "game"

    def main_line(self, node: int = ROOT) -> Iterator[int]:
        """Yield the ids after `node` along the main continuations."""
        while children := self.nodes[node].children:
            node = children[0]
            yield node

    def __getitem__(self, node: int) -> Node:
        return self.nodes[node]

    def __contains__(self, node: object) -> bool:
        return node in self.nodes

    def __len__(self) -> int:
        """How many moves there are, variations included."""
        return len(self.nodes) - 1


def new_record(start: str, **headers: str) -> Record:
    """Return a record without moves that starts from the position string `start`.

    Where another package brings the game, its header `PACKAGE` says which.
    """
    plugin = plugin_of(start.partition(" ")[0].partition(":")[0])
    if plugin is not None:
        headers[PACKAGE] = plugin.package
    return Record(start, HashTrieMap({ROOT: Node()}), 1, MappingProxyType(headers))


def path_to(record: Record, node: int) -> list[int]:
    """Return the ids from the first move to `node`, the root left out."""
    path = []
    while node != ROOT:
        path.append(node)
        node = record.nodes[node].parent
    path.reverse()
    return path


def leading_to(record: Record, node: int) -> list[int]:
    """Return the ids from the root to what stands before `node`."""
    return [ROOT, *path_to(record, node)][:-1]


def line_to(record: Record, node: int) -> tuple[str, list[int]]:
    """Return the position string `node` was reached from, and the ids of the moves since then.

    The string is the start of the record, or what was set up last on the way.
    """
    path: list[int] = []
    while node != ROOT:
        here = record.nodes[node]
        if here.setup:
            path.reverse()
            return here.setup, path
        path.append(node)
        node = here.parent
    path.reverse()
    return record.start, path


def ply_of(record: Record, node: int) -> int:
    """Return how many moves lead to `node` from the start, or from what was set up last."""
    return len(line_to(record, node)[1])


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
    for child in record.nodes[node].children:
        if record.nodes[child].move == move:
            return record, child
    return _appended(record, Node(parent=node, move=move))


def set_up(record: Record, node: int, text: str) -> tuple[Record, int]:
    """Return the record in which the position `text` is set up at `node`, and where it is.

    Where nothing follows a start or a set-up, that is replaced; anywhere else the position becomes
    a node after `node`, so that no move loses the position it was made in. A proof of another
    start is dropped with it.

    Parameters
    ----------
    text
        A canonical position string of the record's game (`model.positions.setup`).
    """
    here = record.nodes[node]
    # What is replaced gets a new birth: positions are cached by it. Its evaluation goes with it.
    if node == ROOT and not here.children:
        if text == record.start:
            return record, node
        nodes = record.nodes.insert(ROOT, replace(here, evaluation=None, birth=next(_births)))
        puzzle = record.puzzle
        if puzzle is not None:
            puzzle = msgspec.structs.replace(puzzle, keys=(), tries=(), proof=None)
        return replace(record, start=text, nodes=nodes, puzzle=puzzle), node
    if here.setup and not here.children:
        if text == here.setup:
            return record, node
        fresh = replace(here, setup=text, evaluation=None, birth=next(_births))
        nodes = record.nodes.insert(node, fresh)
        return replace(record, nodes=nodes), node
    return add_set_up(record, node, text)


def add_set_up(record: Record, node: int, text: str) -> tuple[Record, int]:
    """Return the record with the position `text` after `node`, and where it is; nothing goes."""
    for child in record.nodes[node].children:
        if record.nodes[child].setup == text:
            return record, child
    return _appended(record, Node(parent=node, setup=text))


def _appended(record: Record, node: Node) -> tuple[Record, int]:
    """The record with a node as the last child of its parent, under a new id."""
    new, parent = record.next_id, record.nodes[node.parent]
    nodes = record.nodes.insert(new, node)
    nodes = nodes.insert(node.parent, replace(parent, children=(*parent.children, new)))
    return replace(record, nodes=nodes, next_id=new + 1), new


def delete(record: Record, node: int) -> tuple[Record, int]:
    """Return the record without `node` and all that follows it, and the node before it.

    Raises
    ------
    ValueError
        At the root: the start position cannot be deleted. Where a step of the lesson shows what
        would go.
    """
    if node == ROOT:
        raise ValueError("the start of a record cannot be deleted")
    parent = record.nodes[node].parent
    nodes = record.nodes
    below = tuple(subtree(record, node))
    steps = steps_on(record, below)
    if steps:
        raise ValueError(f"step {steps[0] + 1} of the lesson shows it: delete that step first")
    for gone in below:
        nodes = nodes.remove(gone)
    before = nodes[parent]
    kept = tuple(child for child in before.children if child != node)
    nodes = nodes.insert(parent, replace(before, children=kept))
    return replace(record, nodes=nodes), parent


def delete_after(record: Record, node: int) -> tuple[Record, int]:
    """Return the record without anything that follows `node`; ValueError as `delete`."""
    for child in record.nodes[node].children:
        record, _ = delete(record, child)
    return record, node


def steps_on(record: Record, nodes: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers (from 0) of the lesson's steps that show any of `nodes`."""
    if record.lesson is None:
        return ()
    wanted = frozenset(nodes)
    return tuple(k for k, step in enumerate(record.lesson.steps) if step.node in wanted)


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
            return _with_node(
                record, parent, replace(record[parent], children=tuple(children))
            ), node
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
    return _with_node(record, node, replace(record[node], comment=text)), node


def mark(record: Record, node: int, marks: tuple[Mark, ...]) -> tuple[Record, int]:
    """Return the record in which `node` carries exactly these marks."""
    return _with_node(record, node, replace(record[node], marks=marks)), node


def set_view(record: Record, node: int, view: View | None) -> tuple[Record, int]:
    """Return the record in which `node` wants to be seen through `view`."""
    return _with_node(record, node, replace(record[node], view=view)), node


def evaluate(record: Record, found: Mapping[int, Evaluation | None]) -> Record:
    """Return the record in which nodes carry these evaluations; None takes one away."""
    nodes = record.nodes
    for number, evaluation in found.items():
        if nodes[number].evaluation != evaluation:
            nodes = nodes.insert(number, replace(nodes[number], evaluation=evaluation))
    return record if nodes is record.nodes else replace(record, nodes=nodes)


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


def set_puzzle(record: Record, puzzle: Puzzle | None) -> Record:
    """Return the record as this puzzle, None: as a game again."""
    if puzzle == record.puzzle:
        return record
    return replace(record, puzzle=puzzle, lesson=None if puzzle is not None else record.lesson)


def set_lesson(record: Record, lesson: Lesson | None) -> Record:
    """Return the record as this lesson, None: as a game again."""
    if lesson == record.lesson:
        return record
    return replace(record, lesson=lesson, puzzle=None if lesson is not None else record.puzzle)


def _with_node(record: Record, number: int, node: Node) -> Record:
    """The record with another value of a node; itself where nothing changes."""
    if node == record.nodes[number]:
        return record
    return replace(record, nodes=record.nodes.insert(number, node))


# -- the position at a node of a record, recomputed from checkpoints through a bounded cache -------


STRIDE = 256
"""Plies between two checkpoints: as many are replayed at most while they are cached."""
KEPT = 512
"""Positions kept; 43 kB each at size 50, so some 22 MB at most."""


class LineError(ValueError):
    """A record holds a move that cannot be played.

    Attributes
    ----------
    node
        Id of the node with that move.
    cause
        The MoveError it raised.
    """

    def __init__(self, node: int, cause: MoveError) -> None:
        super().__init__(f"move {node} cannot be played: {cause}")
        self.node = node
        self.cause = cause


class PositionCache:
    """Positions of any number of records, the least recently used forgotten first.

    A node is known by its `birth`, so values of one record before and after an edit share what
    they have in common, and a move played after an undo is never taken for the one undone.
    """

    def __init__(self, kept: int = KEPT, stride: int = STRIDE) -> None:
        self._stride = stride
        self._positions: Newest[tuple[str, int], Position] = Newest(kept)

    def position(self, record: Record, node: int) -> Position:
        """Return the position at `node`.

        Raises
        ------
        LineError
            When a move on the way there is not legal.
        KeyError
            When the record has no such node.
        """
        path: list[int] = []
        known = self._find(record, node)
        while known is None and node != ROOT and not record.nodes[node].setup:
            path.append(node)
            node = record.nodes[node].parent
            known = self._find(record, node)
        if known is None:
            text = record.start if node == ROOT else record.nodes[node].setup
            known = self._keep(record, node, read_setup(text))
        position = known
        path.reverse()
        for first in range(0, len(path), self._stride):
            chunk = path[first : first + self._stride]
            position = self._keep(record, chunk[-1], follow(record, position, chunk))
        return position

    def forget(self) -> None:
        """Keep none of them any longer."""
        self._positions.clear()

    def _find(self, record: Record, node: int) -> Position | None:
        key = (record.start, record.nodes[node].birth)
        if (position := self._positions.get(key)) is not None:
            self._positions.move_to_end(key)
        return position

    def _keep(self, record: Record, node: int, position: Position) -> Position:
        key = (record.start, record.nodes[node].birth)
        self._positions[key] = position
        return position


def follow(record: Record, position: Position, path: list[int]) -> Position:
    """Return the position after the moves of the nodes in `path`; LineError says where it ends."""
    moves = [record.nodes[node].move for node in path]
    try:
        if len(moves) == 1:
            return position.play(moves[0])
        return position.replay(moves)
    except MoveError as error:
        raise LineError(path[max(error.ply, 1) - 1], error) from error


def check_lines(record: Record) -> None:
    """Play every move of the record, variations included; LineError names the first bad one.

    Each line is replayed whole, from where it leaves the line it varies or was set up.
    """
    cache = PositionCache()
    branches = [ROOT]
    while branches:
        node = branches.pop()
        path = [] if node == ROOT or record.nodes[node].setup else [node]
        while children := record.nodes[node].children:
            branches += children[1:]
            node = children[0]
            if record.nodes[node].setup:
                branches.append(node)
                break
            path.append(node)
        if path:
            before = cache.position(record, record.nodes[path[0]].parent)
            follow(record, before, path)
