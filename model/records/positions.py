"""The position at a node of a record, recomputed from checkpoints through a bounded cache."""

from __future__ import annotations

from collections import OrderedDict

from model.contract.game import MoveError, Position
from model.positions.setup import read_setup
from model.records.record import ROOT, Record

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
        self._kept = kept
        self._stride = stride
        self._positions: OrderedDict[tuple[str, int], Position] = OrderedDict()

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
        if len(self._positions) > self._kept:
            self._positions.popitem(last=False)
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
