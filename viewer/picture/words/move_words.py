"""The moves of a record in words, those that may not be known included."""

from collections.abc import Callable

from model.contract.game import Position
from model.positions import describe
from model.records.record import Record
from model.records.sealing import SEALED


def move_words(record: Record, node: int, position_at: Callable[[int], Position]) -> str:
    """Return what led to a node in words; "" for a start, and for what was set up.

    Parameters
    ----------
    record
        As whoever hears it may know it.
    position_at
        The position at a node of it, as they may know it.
    """
    here = record.nodes[node]
    if not here.move or here.parent is None:
        return ""
    if here.move == SEALED:
        return "A hidden choice"
    return describe.move(position_at(here.parent), here.move)
