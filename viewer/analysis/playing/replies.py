"""The one way in which moves of somebody who is no person come into a document."""

from __future__ import annotations

from typing import NamedTuple

from model.contract.game import Move
from viewer.session.document.move_entry import legal_move
from viewer.session.session import Session


class MoveRequest(NamedTuple):
    """Where a move was asked for: a document, and a node of it."""

    key: int
    node: int


NOWHERE = MoveRequest(-1, -1)


def place_of(session: Session) -> MoveRequest:
    """Return where the person is now."""
    return MoveRequest(session.document.key, session.document.node)


def play_reply(session: Session, place: MoveRequest, move: Move) -> bool:
    """Play a move that a `Responder` chose; an exercise does not judge it.

    Returns
    -------
    bool
        False where the person is no longer where it was asked for: then nothing happens.

    Raises
    ------
    SessionError
        Where the move is not legal there.
    """
    if place != place_of(session):
        return False
    session.play_out(legal_move(session.position, move))
    return True
