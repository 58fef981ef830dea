"""Slots taken in hand: a choice of a plan is made by two clicks, its cell and then its value.

Where a slot of `Steps.slots` has a cell of its name on a player's board (`Position.sheets`), the
name alone may be the last token of a partial move: the slot is in hand, and its values come next,
sites among them. The value takes the place of the name, as ``name=value``, so no game ever meets a
name alone. All functions are pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from model.contract.game import Position, Slot, Steps
from model.contract.moves import with_slot

Partial = tuple[str, ...]


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
