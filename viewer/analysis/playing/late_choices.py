"""Choices that have their own time: what is timed, and what counts once the time is up."""

from __future__ import annotations

from model.contract.game import Position
from viewer.session.session import Session


def is_timed(position: Position) -> bool:
    """Tell whether the choice at a position is given its time: one that is made of slots."""
    return position.outcome is None and bool(position.steps(()).slots)


def choose_for(session: Session, *, voids: bool) -> str:
    """Play for somebody who is late, at the current node; returns a sentence about it.

    What is set by now counts and the rest is as it is without a choice; nothing of it counts where
    `voids`. The sentence is the same whatever was set: others read it, too.

    Raises
    ------
    SessionError
        Where the choice cannot be played.
    """
    position = session.position
    side = (position.to_move or "").capitalize()
    set_so_far = () if voids else session.state.partial
    move = position.steps(set_so_far).move or position.steps(()).move
    if move is None:
        return ""
    session.play(move)
    if voids:
        return f"{side}'s time is up: nothing that {side} chose counts this turn"
    return f"{side}'s time is up: what {side} had chosen by then counts"
