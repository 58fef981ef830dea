"""Pending commitments of a record: who may know them, and how files hold them.

In files they are moves written so that nobody reads them in passing: a screen against reading by
eye, not cryptography. Whoever has the program has the key (docs/file-format.md says so).
"""

import base64
import binascii
import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from model.contract.game import CHANCE, Move, Player, Position
from model.positions.setup import read_header
from model.records.record import ROOT, PositionCache, Record, path_to, subtree

PREFIX = "sealed:"
SEALED = "sealed"
"""What stands for a move that may not be known."""
_REMEMBERED = 100_000
_SHORT, _LONG = 12, 256
"""Bytes that a covered move fills. A deployment of twelve units may be 207 letters long, and one
that keeps them all at home half of that: files must not show the difference."""
_ONCE_LONG = (192, 64)
"""What moves of the longer class filled in earlier files, which are read."""


@dataclass(frozen=True)
class SeenRecord(Record):
    """A record as somebody may know it: moves that are hidden from him read `SEALED`.

    Attributes
    ----------
    whole
        What it was made of. Only what writes files, and edits, may ask for it (`whole_of`).
    hidden
        The nodes whose moves are hidden.
    """

    whole: Record = field(kw_only=True, repr=False, compare=False)
    hidden: frozenset[int] = field(kw_only=True)


def whole_of(record: Record) -> Record:
    """Return the record with all its moves: for edits and files, never for anybody's eyes."""
    return record.whole if isinstance(record, SeenRecord) else record


def seen_record(record: Record, hidden: frozenset[int]) -> Record:
    """Return a record with these moves hidden; itself where none is."""
    if not hidden:
        return record
    nodes = record.nodes
    for node in hidden:
        nodes = nodes.insert(node, replace(nodes[node], move=SEALED))
    return SeenRecord(
        start=record.start,
        nodes=nodes,
        next_id=record.next_id,
        headers=record.headers,
        bookmarks=record.bookmarks,
        extra=record.extra,
        puzzle=record.puzzle,
        lesson=record.lesson,
        whole=record,
        hidden=hidden,
    )


def hides(record: Record) -> bool:
    """Whether players of this game make hidden choices."""
    kind, _ = read_header(record.start.split(" ", 1)[0])
    return kind.hides


class TurnsTaken:
    """Who was to move and what was sealed at each node: asked of its position once, then known."""

    def __init__(self, positions: PositionCache) -> None:
        self._positions = positions
        self._known: dict[tuple[str, int], tuple[Player | None, tuple[Player, ...]]] = {}

    def at(self, record: Record, node: int) -> tuple[Player | None, tuple[Player, ...]]:
        """Return the side to move at a node, and the players whose choices are sealed there."""
        key = (record.start, record.nodes[node].birth)
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            position = self._positions.position(record, node)
            self._known[key] = (position.to_move, position.sealed)
        return self._known[key]


def pending(record: Record, turns: TurnsTaken | None = None) -> Mapping[int, Player]:
    """Return the moves that chose in secret what no line after them has revealed: id -> who chose.

    Every line is played, so ask only for games that have commitments (`GameKind.hides`).
    """
    turns = TurnsTaken(PositionCache()) if turns is None else turns
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
        mover, before = turns.at(record, parent)
        _, after = turns.at(record, node)
        here = dict(waiting[parent])
        if mover is not None and mover in after and mover not in before:
            here[mover] = node
            closed[node] = mover
        for player in [player for player in here if player not in after]:
            opened.add(here.pop(player))
        waiting[node] = here
    return {node: player for node, player in closed.items() if node not in opened}


def cover(move: str, node: int) -> str:
    """Return the text a file holds instead of a move; moves of one length class look alike."""
    data = move.encode()
    if len(data) < _SHORT - 1:  # a program tells nothing by its length
        return _sealed(bytes([len(data)]) + data.ljust(_SHORT), node)
    return _sealed(len(data).to_bytes(2, "big") + data.ljust(-(-len(data) // _LONG) * _LONG), node)


def uncover(text: str, node: int) -> str:
    """Return the move `cover` wrote; ValueError when the text is none of its."""
    word = text.removeprefix(PREFIX)
    try:
        padded = _veil(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)), node)
        # Every class is even, so a length of two bytes leaves an even number, one of one byte none.
        head = 1 if len(padded) % 2 else 2
        length = int.from_bytes(padded[:head], "big")
        move = padded[head : head + length].decode("ascii")
    except (binascii.Error, UnicodeError):
        move = ""
    if not move or text not in (cover(move, node), *_once(move, node)):
        raise ValueError("the sealed move cannot be read")
    return move


def _once(move: str, node: int) -> tuple[str, ...]:
    """Return what earlier versions wrote for a move."""
    data = move.encode()
    if len(data) > 0xFF:
        return ()
    head = bytes([len(data)])
    return tuple(
        _sealed(head + data.ljust(-(-len(data) // block) * block), node) for block in _ONCE_LONG
    )


def _sealed(data: bytes, node: int) -> str:
    return PREFIX + base64.urlsafe_b64encode(_veil(data, node)).decode().rstrip("=")


def _veil(data: bytes, node: int) -> bytes:
    """Lay the key of a node over data; doing it twice gives the data back."""
    key = hashlib.shake_128(f"pyramidion {node}".encode()).digest(len(data))
    return bytes(a ^ b for a, b in zip(data, key, strict=True))


# -- dice: what falls where chance is to move, drawn from a seed that the record keeps -------------
# The seed is a header, so that it can be read, chosen and saved. A roll depends on it and on how
# many rolls came before in the line, and on nothing else: the third roll of a game falls alike in
# each of its variations, whatever was decided before. So nobody gets other dice by taking back and
# trying again, and lines that are compared differ by what was decided and not by luck.


SEED = "seed"
"""The header that holds the seed: any text."""
_HERE = secrets.token_hex(8)


def seed_of(record: Record) -> str:
    """Return the seed of a record, or the one it has from its first roll on.

    It is the same as long as the start is, also when that roll is taken back meanwhile.
    """
    return record.headers.get(SEED, "") or f"{_HERE}{record[ROOT].birth:x}"


def rolls_before(record: Record, node: int, turns: TurnsTaken) -> int:
    """Return how many rolls lead to a node from the start."""
    nodes = [record[number] for number in path_to(record, node)]
    return sum(turns.at(record, one.parent)[0] == CHANCE for one in nodes if one.move)


def drawn(position: Position, seed: str, number: int) -> Move:
    """Return the roll that a seed has for a position where chance is to move.

    Parameters
    ----------
    number
        How many rolls came before.
    """
    words = hashlib.sha256(f"{seed}\n{number}".encode()).digest()
    return position.legal_moves.sample(Random(int.from_bytes(words)))
