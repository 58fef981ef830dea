"""Rolls of dice in a document: drawn from the seed of its record, and undone with what led there.

Pure: it takes a `Document` and returns its next value.
"""

from __future__ import annotations

from dataclasses import replace

from model.contract.game import CHANCE, Position
from model.records import record as records
from model.records.dice import SEED, drawn, rolls_before, seed_of
from model.records.sealing import TurnsTaken
from viewer.session.document.document import Document, Look, newest
from viewer.session.errors import SessionError


def roll(document: Document, position: Position, turns: TurnsTaken) -> Document:
    """Return the document after the roll at its node; a roll that is there is only gone to.

    Nobody decides what dice show, so the roll is undone and redone with the move before it.

    Parameters
    ----------
    position
        Where the document stands.

    Raises
    ------
    SessionError
        Where there is nothing to roll.
    """
    if position.to_move != CHANCE:
        raise SessionError("there is nothing to roll now")
    record, node = document.record, document.node
    seed = seed_of(record)
    move = drawn(position, seed, rolls_before(record, node, turns))
    rolled, child = records.play(record, node, move)
    if rolled is record:
        return document.looking(Look(document.view, child))
    rolled = records.head(rolled, SEED, seed)
    after = document.editing(move, rolled, child, (node, child), node)
    return _joined(document, after)


def _joined(document: Document, after: Document) -> Document:
    """`after` with its edit made one with the last of `document`, where that led to the roll."""
    if not document.done or document.undone:
        return after
    led, edit = newest(document.done), newest(after.done)
    if led.node_after != document.node or led.node_before == document.node:
        return after
    touched = tuple(dict.fromkeys((*led.touched, *edit.touched)))
    whole = replace(led, after=edit.after, node_after=edit.node_after, touched=touched)
    return replace(after, done=document.done.drop_first().push_front(whole))
