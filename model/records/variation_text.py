"""Moves with their variations as text, and grafting them onto a record: cut, copy and paste.

``2b2 1a1 (1c1 2b4) 3c3``: a variation stands in brackets behind the move it could replace.
"""

import re
from dataclasses import replace

from model.contract.game import Move, MoveError, Position
from model.phrases import printable
from model.records.record import Node, Record, subtree
from model.records.sealing import SEALED

MOST = 100_000
"""Characters that are read at most."""
_NUMBER = re.compile(r"\d+\.+")
_SHOWN = 40
"""Characters of a word that an error repeats."""


class LineTextError(ValueError):
    """A text that is no line of moves here; one sentence."""


def write_line(record: Record, node: int) -> str:
    """Return the moves from `node` on, the main continuation first, variations in brackets.

    Of a record as somebody may know it (`model.records.sealing`) hidden choices are left out.
    """
    words: list[str] = []
    nodes = record.nodes
    # (node, whether it stands in a bracket of its own), or a bracket: explicit, lines are long.
    stack: list[tuple[int, bool] | str] = [(node, False)]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            words.append(item)
            continue
        at, alone = item
        here = nodes[at]
        if here.setup or here.move == SEALED:
            continue
        words.append(here.move)
        after = [child for child in here.children if not _is_left_out(nodes[child])]
        if after:
            stack.append((after[0], False))
        before = nodes[here.parent].children if here.parent >= 0 else ()
        siblings = [child for child in before if not _is_left_out(nodes[child])]
        if not alone and at != node and siblings[0] == at:
            for other in reversed(siblings[1:]):
                stack += [")", (other, True), "("]
    return " ".join(words).replace("( ", "(").replace(" )", ")")


def _is_left_out(node: Node) -> bool:
    return bool(node.setup) or node.move == SEALED


def paste_line(
    record: Record, node: int, position: Position, text: str, closed: frozenset[int] = frozenset()
) -> tuple[Record, tuple[int, ...], int]:
    """Return the record with the moves of a text after `node`, all of them or none.

    Parameters
    ----------
    position
        The position at `node`.
    closed
        Nodes that nothing may be played after: a hidden choice waits there, and whether another is
        the same would be told.

    Returns
    -------
    record, touched nodes, first node
        Moves that are there already are kept; `first` is where the line begins.

    Raises
    ------
    LineTextError
        A move is not legal, or the brackets do not match; the sentence says which and why.
    """
    growing = _Growing(record)
    line = _Line(growing, node, position, closed)
    for token in _tokens(text):
        line.take(token)
    if line.open:
        raise LineTextError("a bracket is never closed")
    return growing.record(), tuple(growing.touched), line.first


def _tokens(text: str) -> list[str]:
    if len(text) > MOST:
        raise LineTextError(f"a line of moves has at most {MOST} characters")
    words = text.replace("(", " ( ").replace(")", " ) ").split()
    # Moves are often numbered where they come from: "1. 2b2 1a1 2. 1c1".
    tokens = [word for word in words if not _NUMBER.fullmatch(word)]
    if not tokens:
        raise LineTextError("there are no moves to paste")
    return tokens


class _Growing:
    """The nodes of a record while some are added; `touched` has the ids of those that changed."""

    def __init__(self, record: Record) -> None:
        self._before = record
        self.nodes, self._next_id = record.nodes, record.next_id
        self.touched: dict[int, None] = {}

    def new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def put(self, number: int, node: Node) -> None:
        self.nodes = self.nodes.insert(number, node)
        self.touched[number] = None

    def append(self, parent: int, child: int) -> None:
        """Make a node that is there the last child of another."""
        before = self.nodes[parent]
        self.put(parent, replace(before, children=(*before.children, child)))

    def record(self) -> Record:
        if not self.touched:
            return self._before
        return replace(self._before, nodes=self.nodes, next_id=self._next_id)


class _Line:
    """Moves with variations in brackets, played and added one after another.

    Attributes
    ----------
    first
        The node the line begins with, -1 before any move.
    open
        For every bracket that is open what it goes back to when it closes.
    """

    def __init__(
        self, growing: _Growing, node: int, position: Position, closed: frozenset[int]
    ) -> None:
        self._growing, self._closed = growing, closed
        self._start = node
        self._at, self._before, self._position = node, node, position
        # What an opening bracket goes back to: the position before the move it could replace.
        self._positions = {node: position}
        self.first = -1
        self.open: list[tuple[int, int, Position]] = []

    def take(self, token: str) -> None:
        """Follow one bracket or move; LineTextError."""
        if token == "(":
            if self._at == self._start:
                raise LineTextError(
                    "a bracket comes before any move: it holds an alternative to the move before it"
                )
            self.open.append((self._at, self._before, self._position))
            self._at, self._position = self._before, self._positions[self._before]
        elif token == ")":
            if not self.open:
                raise LineTextError("a bracket closes that was never opened")
            self._at, self._before, self._position = self.open.pop()
        else:
            self._play(_read(self._position, token))

    def _play(self, move: Move) -> None:
        nodes, at = self._growing.nodes, self._at
        if at in self._closed:
            raise LineTextError("a choice is sealed here: no other can be put beside it")
        child = next((child for child in nodes[at].children if nodes[child].move == move), None)
        if child is None:
            child = self._growing.new_id()
            self._growing.put(child, Node(parent=at, move=move))
            self._growing.append(at, child)
        self._positions[at] = self._position
        try:
            after = self._position.play(move)
        except MoveError as error:  # it would reveal what is not known here
            raise LineTextError(f"{move} cannot be pasted here: {error}") from error
        self._before, self._at, self._position = at, child, after
        self.first = child if self.first < 0 else self.first


def _read(position: Position, token: str) -> Move:
    try:
        move = position.read_move(token)
    except MoveError as error:
        raise LineTextError(f"{printable(token, _SHOWN)} cannot be pasted here: {error}") from error
    reason = position.explain(move)
    if reason is not None:
        raise LineTextError(f"{printable(token, _SHOWN)} cannot be pasted here: {reason}")
    return move


def graft(
    record: Record, node: int, source: Record, top: int, board: bool = True, position: bool = False
) -> tuple[Record, tuple[int, ...]]:
    """Return the record with what is said in `source` from `top` on, beside the same moves.

    Comments, marks and Views go to the nodes of `record` after `node` that hold the same moves
    (`paste_line` has put them there), and positions set up there are copied with all that follows
    them; what is there already stays.

    Parameters
    ----------
    board
        Whether both stand on the same board; else marks, Views and set-ups stay behind.
    position
        Whether both lines begin in the same position; else evaluations stay behind.

    Returns
    -------
    record, touched nodes
    """
    growing = _Growing(record)
    pairs = [(top, node)]
    while pairs:
        theirs, parent = pairs.pop()
        said = source.nodes[theirs]
        if said.setup:
            nodes = growing.nodes
            same = [c for c in nodes[parent].children if nodes[c].setup == said.setup]
            if board and not same:
                _copy(growing, parent, source, theirs)
            continue
        for child in growing.nodes[parent].children:
            mine = growing.nodes[child]
            if mine.move != said.move or mine.setup:
                continue
            commented = replace(
                mine,
                comment=mine.comment or said.comment,
                marks=mine.marks or (said.marks if board else ()),
                view=mine.view or (said.view if board else None),
                evaluation=mine.evaluation or (said.evaluation if position else None),
            )
            if commented != mine:
                growing.put(child, commented)
            pairs += [(below, child) for below in said.children]
    return growing.record(), tuple(growing.touched)


def _copy(growing: _Growing, parent: int, source: Record, top: int) -> None:
    """Copy the nodes of `source` from `top` on behind `parent`, under new ids."""
    ids = {number: growing.new_id() for number in subtree(source, top)}
    for number, new in ids.items():
        theirs = source.nodes[number]
        copy = Node(
            parent=parent if number == top else ids[theirs.parent],
            children=tuple(ids[child] for child in theirs.children),
            move=theirs.move,
            comment=theirs.comment,
            marks=theirs.marks,
            view=theirs.view,
            setup=theirs.setup,
            evaluation=theirs.evaluation,
        )
        growing.put(new, copy)
    growing.append(parent, ids[top])
