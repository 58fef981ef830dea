"""Pending commitments in files: moves written so that nobody reads them in passing.

A screen against reading by eye, not cryptography: whoever has the program has the key
(docs/file-format.md says so).
"""

from __future__ import annotations

import base64
import binascii
import hashlib

from model.reading import read_header
from model.records.positions import PositionCache
from model.records.record import ROOT, Record, subtree

PREFIX = "sealed:"
_BLOCK = 12


def hides(record: Record) -> bool:
    """Whether players of this game make hidden choices."""
    kind, _ = read_header(record.start.split(" ", 1)[0])
    return kind.hides


def pending(record: Record, cache: PositionCache | None = None) -> frozenset[int]:
    """Return the ids of moves that chose in secret what no line after them has revealed.

    Every line is played, so ask only for games that have commitments (`GameKind.hides`).
    """
    cache = PositionCache() if cache is None else cache
    closed: set[int] = set()
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
            closed.add(node)
        for player in [player for player in here if player not in after.sealed]:
            opened.add(here.pop(player))
        waiting[node] = here
    return frozenset(closed - opened)


def cover(move: str, node: int) -> str:
    """Return the text a file holds instead of a move; moves of one length class look alike."""
    data = move.encode()
    padded = bytes([len(data)]) + data.ljust(-(-len(data) // _BLOCK) * _BLOCK, b" ")
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
