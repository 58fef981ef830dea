"""How much two positions of a game are alike, turned, mirrored and with colours exchanged."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from model.contract.game import Position
from model.contract.hooks import hooks_of
from model.contract.setup_rules import Cells
from model.positions.setup import cells_of, exchanged, moved
from model.positions.symmetry import maps


def canonical(position: Position) -> str:
    """Return a text that positions share where symmetry, or an exchange of colours, joins them."""
    if hooks_of(position.game.kind).setup is None:
        return str(position)
    return min(map(str, _forms(position)))


def likeness(one: Position, other: Position) -> float:
    """Return what share of the points taken in either position is taken alike in both, 0 to 1.

    It is the largest there is for any symmetry of the board, colours exchanged or not; of games
    that are not set up by hand, 1 for the same position and 0 else.
    """
    if hooks_of(one.game.kind).setup is None or one.game != other.game:
        return float(str(one) == str(other))
    cells = cells_of(other)
    return max(_shared(cells_of(form), cells) for form in _forms(one))


def _shared(one: Cells, other: Cells) -> float:
    taken = int(((one != 0) | (other != 0)).sum())
    return float(((one == other) & (one != 0)).sum()) / taken if taken else 1.0


def _forms(position: Position) -> Iterator[Position]:
    for one in (position, exchanged(position)):
        for image in maps(position.game.board):
            yield moved(one, image.astype(np.int_))
