"""Dice: what falls where chance is to move, drawn from a seed that the record keeps.

The seed is a header, so that it can be read, chosen and saved. A roll depends on it and on how many
rolls came before in the line, and on nothing else: the third roll of a game falls alike in each of
its variations, whatever was decided before. So nobody gets other dice by taking back and trying
again, and lines that are compared differ by what was decided and not by luck.
"""

from __future__ import annotations

import hashlib
import secrets
from random import Random

from model.contract.game import CHANCE, Move, Position
from model.records.record import ROOT, Record, path_to
from model.records.sealing import TurnsTaken

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
