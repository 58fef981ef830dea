"""Moves as they are entered: written by a person, step by step as a partial move, or rolled.

Dice are drawn from the seed of the record, and a roll is undone with what led there.

A choice of a plan is made by two clicks, its cell and then its value. Where a slot of `Steps.slots`
has a cell of its name on a player's board (`Position.sheets`), the name alone may be the last token
of a partial move: the slot is in hand, and its values come next, sites among them. The value takes
the place of the name, as ``name=value``, so no game ever meets a name alone.

All functions are pure; what the rules refuse is a SessionError with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from model.contract.game import CHANCE, SLOT_SIGN, Move, MoveError, Position, Slot, Steps, with_slot
from model.phrases import listed
from model.positions.events import known_events
from model.records import record as records
from model.records.sealing import SEED, TurnsTaken, drawn, rolls_before, seed_of
from viewer.session.document import near_points
from viewer.session.document.document import Document, DocumentView, newest
from viewer.session.errors import SessionError


def steps_of(position: Position, partial: Sequence[str]) -> Steps:
    """Return what may come next after a partial move, whose last slot may be in hand."""
    slot = in_hand(position, partial)
    if slot is None:
        steps = position.steps(partial)
        held = _held(position, steps)
        return replace(steps, choices=(*held, *steps.choices)) if held else steps
    steps = position.steps(partial[:-1])
    others = [name for name in _held(position, steps) if name != slot.name]
    message = f"{_words(position, slot.name)}: choose"
    choices = (*slot.choices, *others)
    return replace(steps, choices=choices, complete=False, move=None, message=message)


def in_hand(position: Position, partial: Sequence[str]) -> Slot | None:
    """Return the slot that is in hand, None for none."""
    if not partial or not position.sheets:
        return None
    steps = position.steps(partial[:-1])
    if partial[-1] not in _held(position, steps):
        return None
    return next(slot for slot in steps.slots if slot.name == partial[-1])


def put_down(position: Position, partial: Partial) -> Partial:
    """Return the partial move with nothing in hand."""
    return partial if in_hand(position, partial) is None else partial[:-1]


def longer(position: Position, partial: Partial, token: str) -> Partial:
    """Return the partial move after one token more: a value goes to the slot that is in hand.

    The name of that slot puts it down; another one is taken in its place. What is none of its
    values goes to it as well: the game says why it cannot.
    """
    slot = in_hand(position, partial)
    if slot is None:
        return (*partial, token)
    if token in slot.choices or token not in _held(position, position.steps(partial[:-1])):
        return with_slot(partial[:-1], slot.name, token)
    return partial[:-1] if token == slot.name else (*partial[:-1], token)


def _held(position: Position, steps: Steps) -> tuple[str, ...]:
    """The names of the slots that can be taken in hand."""
    if not steps.slots:
        return ()
    cells = {cell.name for sheet in position.sheets for cell in sheet.cells}
    return tuple(slot.name for slot in steps.slots if slot.name in cells)


def _words(position: Position, name: str) -> str:
    cells = (cell for sheet in position.sheets for cell in sheet.cells)
    words = next((cell.words for cell in cells if cell.name == name), "") or name
    return words[:1].upper() + words[1:]


_WORD = re.compile(r"[A-Za-z0-9]+")
Partial = tuple[str, ...]
"""A partial move, token by token."""


@dataclass(frozen=True)
class Entered:
    """What a step leads to.

    Attributes
    ----------
    steps
        What may follow; where the move is played, its last steps.
    partial
        The partial move from now on, unless there is a `play`.
    play
        The move that is played now, None while there is more to say.
    """

    steps: Steps
    partial: Partial
    play: Move | None = None


def legal_move(position: Position, text: str) -> Move:
    """Return the legal move a person wrote ("2b2", or "b2" where only one move fits).

    SessionError says why it is none; of a point that does not exist, what there is instead.
    """
    try:
        move = position.read_move(text.strip())
        reason = position.explain(move)
    except MoveError as error:
        help_for = near_points.help_for(position.game.board, text)
        fault = SessionError(help_for or str(error))
        fault.meant = error.reason.meant
        raise fault from error
    if reason is not None:
        fault = SessionError(str(reason))
        fault.rule = reason.rule
        fault.meant = reason.meant
        raise fault
    return move


def begun_by(position: Position, move: Move) -> Partial:
    """Return a whole move as the steps it is made of, where more steps could follow; else ().

    A place of Pyraos that completes a square is a move; taking spheres back would go on with it.
    """
    board = position.game.board
    partial = tuple(name for name in _WORD.findall(move) if name in board)
    steps = position.steps(partial) if partial else None
    if steps is None or steps.slots or steps.move != move or not steps.choices:
        return ()
    return partial


def choices_in(position: Position, partial: Partial, text: str) -> Partial | None:
    """Return a partial move of slots with those set that a person wrote ("S1=N pass=2L").

    None where the text sets nothing; SessionError where a slot or what it is to hold is unknown.
    """
    tokens = text.split()
    partial = put_down(position, partial)
    slots = {slot.name.lower(): slot for slot in position.steps(()).slots}
    if not slots or not tokens or not all(SLOT_SIGN in token for token in tokens):
        return None
    for token in tokens:
        name, _, value = token.partition(SLOT_SIGN)
        slot = slots.get(name.lower())
        if slot is None:
            known = listed([slot.name for slot in slots.values()])
            raise SessionError(f"there is no {name} to choose here: there are {known}")
        meant = [choice for choice in ("", *slot.choices) if choice.lower() == value.lower()]
        if not meant:
            right = listed(slot.choices, "or")
            raise SessionError(f"{slot.name} cannot be {value}: it is {right}")
        partial = with_slot(partial, slot.name, meant[0])
    return partial


def lost_by(position: Position, move: Move) -> tuple[str, ...]:
    """Return where pieces of the side to move leave the game for good by a legal move."""
    if position.to_move not in position.game.players:  # a roll takes nothing from anybody
        return ()
    mover = position.game.players.index(position.to_move)
    names = position.game.board.names
    return tuple(
        names[event.site]
        for event in known_events(position, move)
        if event.kind == "remove"
        and event.owner == mover
        and event.site is not None
        and event.reserve <= 0
    )


def steps_after(position: Position, partial: Partial) -> Steps:
    """Return what may follow `partial`; SessionError where no move begins like that."""
    steps = steps_of(position, partial)
    if not steps.complete and not steps.choices:
        raise SessionError(steps.message or f"no move begins with {' '.join(partial)}")
    return steps


def enter(
    position: Position, partial: Partial, token: str, *, pin: bool = False, again: bool = False
) -> Entered:
    """Add one step to a partial move; the move is played once nothing can follow.

    Parameters
    ----------
    token
        The next step ("2b2"). Repeating the last step of a complete move plays it.
    pin
        Keep a complete move until it is confirmed (the option "confirm moves").
    again
        Where the last step may also follow itself (a ball just placed is taken back), it does.

    Raises
    ------
    SessionError
        The step is none of the choices.
    """
    if in_hand(position, partial) is not None:
        further = longer(position, partial, token)
        return Entered(steps_after(position, further), further)
    if partial and token == partial[-1]:
        before = steps_of(position, partial)
        follows = again and token in before.choices
        if not follows and before.complete and before.move is not None:
            return Entered(before, partial, before.move)
    further = (*partial, token)
    steps = steps_after(position, further)
    ends = steps.complete and not steps.choices and not pin
    return Entered(steps, further, steps.move if ends else None)


def confirmed(steps: Steps, partial: Partial) -> Move:
    """Return the move to play for `partial` as it stands; SessionError while it is not complete."""
    if not partial or not steps.complete or steps.move is None:
        raise SessionError(steps.message or "there is no complete move to confirm")
    return steps.move


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
        return document.looking(DocumentView(document.view, child))
    rolled = records.head(rolled, SEED, seed)
    after = document.editing(move, rolled, child, (node, child), node)
    if not document.done or document.undone:
        return after
    led, edit = newest(document.done), newest(after.done)
    if led.node_after != document.node or led.node_before == document.node:
        return after
    touched = tuple(dict.fromkeys((*led.touched, *edit.touched)))
    whole = replace(led, after=edit.after, node_after=edit.node_after, touched=touched)
    return replace(after, done=document.done.drop_first().push_front(whole))
