"""Reversals: edits that were undone or redone, told so that others can show where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from model.contract.game import Position
from model.records.record import Record
from viewer.session.document.document import Document, Edit, newest


@dataclass(frozen=True, eq=False)
class Reversal:
    """An edit that was undone or redone.

    Attributes
    ----------
    edit
        The edit.
    redone
        Whether it was redone; else it was undone.
    sites
        The sites its move concerns, in ascending order; none where it is about no move.
    """

    edit: Edit
    redone: bool
    sites: tuple[int, ...]


def reversal_of(
    before: Document, position_of: Callable[[Record, int], Position], *, redone: bool
) -> Reversal:
    """Return what undoing (or redoing) the nearest edit of a document is, told afterwards."""
    edit = newest(before.undone if redone else before.done)
    return Reversal(edit, redone, sites_of(edit, position_of))


def sites_of(edit: Edit, position_of: Callable[[Record, int], Position]) -> tuple[int, ...]:
    """Return the sites that the move of an edit concerns, () where it is about no move."""
    added = edit.node_after not in edit.before
    record, node = (edit.after, edit.node_after) if added else (edit.before, edit.node_before)
    move = record.nodes[node].move
    if not move:
        return ()
    events = position_of(record, record.nodes[node].parent).events(move)
    return tuple(sorted({k for event in events for k in (event.site, event.to) if k is not None}))
