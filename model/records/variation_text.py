"""Moves with their variations as text, and grafting them onto a record: cut, copy and paste.

``2b2 1a1 (1c1 2b4) 3c3``: a variation stands in brackets behind the move it could replace.
"""

from __future__ import annotations

from dataclasses import replace

from rpds import HashTrieMap

from model.game import Move, MoveError, Position
from model.records.record import Node, Record, subtree

MOST = 100_000
"""Characters that are read at most."""


class LineTextError(ValueError):
    """A text that is no line of moves here; one sentence."""


def write_line(record: Record, node: int) -> str:
    """Return the moves from `node` on, the main continuation first, variations in brackets."""
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
        if here.setup:
            continue
        words.append(here.move)
        after = [child for child in here.children if not nodes[child].setup]
        if after:
            stack.append((after[0], False))
        before = nodes[here.parent].children if here.parent >= 0 else ()
        siblings = [child for child in before if not nodes[child].setup]
        if not alone and at != node and siblings[0] == at:
            for other in reversed(siblings[1:]):
                stack += [")", (other, True), "("]
    return " ".join(words).replace("( ", "(").replace(" )", ")")


def paste_line(
    record: Record, node: int, position: Position, text: str
) -> tuple[Record, tuple[int, ...], int]:
    """Return the record with the moves of a text after `node`, all of them or none.

    Parameters
    ----------
    position
        The position at `node`.

    Returns
    -------
    record, touched nodes, first node
        Moves that are there already are kept; `first` is where the line begins.

    Raises
    ------
    LineTextError
        A move is not legal, or the brackets do not match; the sentence says which and why.
    """
    if len(text) > MOST:
        raise LineTextError(f"a line of moves has at most {MOST} characters")
    tokens = text.replace("(", " ( ").replace(")", " ) ").split()
    if not tokens:
        raise LineTextError("there are no moves to paste")
    nodes, next_id = record.nodes, record.next_id
    touched: dict[int, None] = {}
    at, here, before = node, position, node
    # What a bracket goes back to: the node and position before the move it could replace.
    parents: dict[int, Position] = {node: position}
    stack: list[tuple[int, Position, int]] = []
    first = -1
    for token in tokens:
        if token == "(":
            if at == node:
                raise LineTextError("a bracket stands before any move: it holds another move")
            stack.append((at, here, before))
            here, at = parents[before], before
            continue
        if token == ")":
            if not stack:
                raise LineTextError("a bracket closes that was never opened")
            at, here, before = stack.pop()
            continue
        move = _read(here, token)
        found = [child for child in nodes[at].children if nodes[child].move == move]
        if found:
            child = found[0]
        else:
            child = next_id
            next_id += 1
            nodes = nodes.insert(child, Node(parent=at, move=move))
            parent = nodes[at]
            nodes = nodes.insert(at, replace(parent, children=(*parent.children, child)))
            touched[at] = touched[child] = None
        parents[at] = here
        before, at, here = at, child, here.play(move)
        first = child if first < 0 else first
    if stack:
        raise LineTextError("a bracket is never closed")
    made = record if not touched else replace(record, nodes=nodes, next_id=next_id)
    return made, tuple(touched), first


def _read(position: Position, token: str) -> Move:
    try:
        move = position.read_move(token)
    except MoveError as error:
        raise LineTextError(f"{token} cannot be pasted here: {error}") from error
    reason = position.explain(move)
    if reason is not None:
        raise LineTextError(f"{token} cannot be pasted here: {reason}")
    return move


def graft(
    record: Record, node: int, source: Record, top: int, board: bool = True
) -> tuple[Record, tuple[int, ...]]:
    """Return the record with what is said in `source` from `top` on, beside the same moves.

    Comments, marks and Views go to the nodes of `record` after `node` that hold the same moves
    (`paste_line` has put them there), and positions set up there are copied with all that follows
    them; what is there already stays.

    Parameters
    ----------
    board
        Whether both stand on the same board; else marks, Views and set-ups stay behind.

    Returns
    -------
    record, touched nodes
    """
    nodes, next_id = record.nodes, record.next_id
    touched: dict[int, None] = {}
    pairs = [(top, node)]
    while pairs:
        theirs, parent = pairs.pop()
        said = source.nodes[theirs]
        if said.setup:
            same = [c for c in nodes[parent].children if nodes[c].setup == said.setup]
            if board and not same:
                nodes, next_id = _copied(nodes, next_id, parent, source, theirs, touched)
            continue
        for child in nodes[parent].children:
            mine = nodes[child]
            if mine.move != said.move or mine.setup:
                continue
            told = replace(
                mine,
                comment=mine.comment or said.comment,
                marks=mine.marks or (said.marks if board else ()),
                view=mine.view or (said.view if board else None),
            )
            if told != mine:
                nodes = nodes.insert(child, told)
                touched[child] = None
            pairs += [(below, child) for below in said.children]
    made = record if not touched else replace(record, nodes=nodes, next_id=next_id)
    return made, tuple(touched)


def _copied(
    nodes: HashTrieMap[int, Node],
    next_id: int,
    parent: int,
    source: Record,
    top: int,
    touched: dict[int, None],
) -> tuple[HashTrieMap[int, Node], int]:
    """Copy the nodes of `source` from `top` on behind `parent`, under new ids."""
    ids: dict[int, int] = {}
    for number in subtree(source, top):
        ids[number] = next_id
        next_id += 1
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
        )
        nodes = nodes.insert(new, copy)
        touched[new] = None
    before = nodes[parent]
    nodes = nodes.insert(parent, replace(before, children=(*before.children, ids[top])))
    touched[parent] = None
    return nodes, next_id
