"""Positions set up by hand, those that cannot exist included."""

from __future__ import annotations

from model.game import Position
from model.notation import read_position


def read_setup(text: str) -> Position:
    """Return the position of a string."""
    return read_position(text)
