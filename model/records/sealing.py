"""Pending commitments of a record: who may know them, and how files hold them.

In files they are moves written so that nobody reads them in passing: a screen against reading by
eye, not cryptography. Whoever has the program has the key (docs/file-format.md says so).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping

from model.game import Player
from model.reading import read_header
from model.records.positions import PositionCache
from model.records.record import ROOT, Record, subtree

PREFIX = "sealed:"
SEALED = "sealed"
"""What stands for a move that may not be known."""
_SHORT, _LONG = 12, 64


def hides(record: Record) -> bool:
    """Whether players of this game make hidden choices."""
    kind, _ = read_header(record.start.split(" ", 1)[0])
    return kind.hides


def pending(record: Record, cache: PositionCache | None = None) -> Mapping[int, Player]:
    """Return the moves that chose in secret what no line after them has revealed: id -> who chose.

    Every line is played, so ask only for games that have commitments (`GameKind.hides`).
    """
    cache = PositionCache() if cache is None else cache
    closed: dict[int, Player] = {}
    opened: set[int] = set()
    # Commitments that wait at a node: player -> the node that made it.
    waiting: dict[int, dict[str, int]] = {ROOT: {}}
    for node in subtree(record, ROOT):
        if node == ROOT:
            continue
        parent = record[node].parent
        if record[node].setup:  # what was set up hides nothing
            waiting[node] = {}
            continue
        before, after = cache.position(record, parent), cache.position(record, node)
        here = dict(waiting[parent])
        mover = before.to_move
        if mover is not None and mover in after.sealed and mover not in before.sealed:
            here[mover] = node
            closed[node] = mover
        for player in [player for player in here if player not in after.sealed]:
            opened.add(here.pop(player))
        waiting[node] = here
    return {node: player for node, player in closed.items() if node not in opened}


def hidden_from(
    record: Record, player: Player | None, cache: PositionCache | None = None
) -> frozenset[int]:
    """Return the nodes whose move a player may not know (None: everybody), to be shown as `SEALED`.

    What is listed, copied or exported of a record asks here, as what is shown of a position asks
    `Position.seen_by`.
    """
    if not hides(record):
        return frozenset()
    return frozenset(node for node, who in pending(record, cache).items() if who != player)


def cover(move: str, node: int) -> str:
    """Return the text a file holds instead of a move; moves of one length class look alike."""
    data = move.encode()
    block = _SHORT if len(data) < _SHORT - 1 else _LONG  # a program tells nothing by its length
    padded = bytes([len(data)]) + data.ljust(-(-len(data) // block) * block, b" ")
    return PREFIX + base64.urlsafe_b64encode(_veil(padded, node)).decode().rstrip("=")


def uncover(text: str, node: int) -> str:
    """Return the move `cover` wrote; ValueError when the text is none of its."""
    word = text.removeprefix(PREFIX)
    try:
        padded = _veil(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)), node)
        move = padded[1 : 1 + padded[0]].decode("ascii")
    except (binascii.Error, IndexError, UnicodeError):
        move = ""
    if not move or cover(move, node) != text:
        raise ValueError("the sealed move cannot be read")
    return move


def _veil(data: bytes, node: int) -> bytes:
    """Lay the key of a node over data; doing it twice gives the data back."""
    key = hashlib.shake_128(f"pyramidion {node}".encode()).digest(len(data))
    return bytes(a ^ b for a, b in zip(data, key, strict=True))
