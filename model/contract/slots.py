"""Moves made of named choices: the tokens that set, change and clear the slots of `Steps`.

A token is ``name=value``; the last one for a slot counts, and ``name=`` clears it. A whole move in
canonical text may stand first: the game that reads it says which slots it sets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from model.contract.moves import Slot

SLOT_SIGN: Final = "="
"""What stands between the slot and the value of a token; no move in canonical text has it."""


def slot_token(name: str, value: str = "") -> str:
    """Return the token that sets a slot, or clears it where `value` is ""."""
    return f"{name}{SLOT_SIGN}{value}"


def with_slot(partial: Sequence[str], name: str, value: str = "") -> tuple[str, ...]:
    """Return the partial move with a slot set to `value`, or cleared where that is "".

    What was said of the slot before is dropped, unless a whole move said it.
    """
    kept = tuple(token for token in partial if token.partition(SLOT_SIGN)[0] != name)
    clears_nothing = not value and all(SLOT_SIGN in token for token in partial)
    return kept if clears_nothing else (*kept, slot_token(name, value))


def slot_values(partial: Sequence[str], begun: Mapping[str, str]) -> dict[str, str]:
    """Return what tokens make of the slots that hold `begun`; a cleared one holds nothing."""
    values = dict(begun)
    for token in partial:
        name, _, value = token.partition(SLOT_SIGN)
        values.pop(name, None)
        if value:
            values[name] = value
    return values


def next_tokens(slots: Sequence[Slot]) -> tuple[str, ...]:
    """Return every token that changes something: other values, and clearing what is set."""
    return tuple(
        slot_token(slot.name, value)
        for slot in slots
        for value in (*slot.choices, *([""] if slot.value else []))
        if value != slot.value
    )


def unknown_token(partial: Sequence[str], slots: Sequence[Slot]) -> str | None:
    """Return the first token that sets no slot to one of its choices, None where all do."""
    known = {slot_token(slot.name, value) for slot in slots for value in ("", *slot.choices)}
    return next((token for token in partial if token not in known), None)
