"""Moves with their variations as text, and grafting them onto a record: cut, copy and paste.

``2b2 1a1 (1c1 2b4) 3c3``: a variation stands in brackets behind the move it could replace.
"""

from __future__ import annotations

from dataclasses import replace

from model.game import Move, MoveError, Position
from model.record import Node, Record

MOST = 100_000
"""Characters that are read at most."""


class LineTextError(ValueError):
    """A text that is no line of moves here; one sentence."""


def write_line(record: Record, node: int) -> str:
    """Return the moves from `node` on, the main continuation first, variations in brackets."""
    words: list[str] = []
    # (node, what closes behind it): explicit, for lines are long.
    stack: list[tuple[int, bool] | str] = [(node, False)]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            words.append(item)
            continue
        at, alone = item
        here = record.nodes[at]
        if here.setup:
            continue
        words.append(here.move)
        siblings = record.nodes[here.parent].children if here.parent >= 0 else ()
        if here.children:
            stack.append((here.children[0], False))
        if not alone and at != node and siblings and siblings[0] == at:
            for other in reversed(siblings[1:]):
                if not record.nodes[other].setup:
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


def graft(record: Record, node: int, source: Record, top: int) -> tuple[Record, tuple[int, ...]]:
    """Return the record with what is said in `source` from `top` on, beside the same moves.

    Comments, marks and Views go to the nodes of `record` after `node` that hold the same moves
    (`paste_line` has put them there); what is there already stays.
    """
    nodes = record.nodes
    touched: dict[int, None] = {}
    pairs = [(top, node)]
    while pairs:
        theirs, parent = pairs.pop()
        said = source.nodes[theirs]
        for child in nodes[parent].children:
            mine = nodes[child]
            if mine.move != said.move or mine.setup:
                continue
            told = replace(
                mine,
                comment=mine.comment or said.comment,
                marks=mine.marks or said.marks,
                view=mine.view or said.view,
            )
            if told != mine:
                nodes = nodes.insert(child, told)
                touched[child] = None
            pairs += [(below, child) for below in said.children]
    return (record if not touched else replace(record, nodes=nodes)), tuple(touched)
