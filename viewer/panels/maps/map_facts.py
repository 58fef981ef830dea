"""What the level maps show of a position, as data."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from model.board import Board
from model.game import Position
from model.records.view import View
from viewer.games.overlay_types import Overlay, Threats
from viewer.picture import visibility
from viewer.picture.piece_groups import group_at

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class MapFacts:
    """What the maps show of a position under a View.

    Attributes
    ----------
    board
        Has the layers ``level``, ``file`` and ``rank``.
    players
        Names of the sides, as `owner` counts them.
    owner
        (n,) int8: index into `players`, -1 where no ball stands.
    legal
        (n,) bool: a ball may be placed there now.
    hidden
        (n,) bool: a cut, a peel or the working layer takes the point away.
    last
        The site of the last ball, None at the start.
    marks
        Site -> a short text on it: the steps of a plan.
    lit
        Sites that belong to what the Why panel shows.
    threats
        Points where one ball of a side takes a corner.
    signs
        A teacher's marks; what is no `Sign` is passed over.
    """

    board: Board
    players: tuple[str, ...]
    owner: npt.NDArray[np.int8]
    legal: npt.NDArray[np.bool_]
    hidden: npt.NDArray[np.bool_]
    last: int | None = None
    marks: Mapping[int, str] = field(default_factory=dict)
    lit: frozenset[int] = frozenset()
    threats: tuple[Threats, ...] = ()
    signs: tuple[Overlay, ...] = ()

    @cached_property
    def size(self) -> int:
        """Levels of the board."""
        return int(self.board.layers["level"].max())

    @cached_property
    def sites(self) -> tuple[npt.NDArray[np.int64], ...]:
        """The sites of each level, the base first."""
        level = self.board.layers["level"]
        return tuple(np.flatnonzero(level == k + 1) for k in range(self.size))

    def threatens(self, site: int) -> tuple[int, ...]:
        """Return the sides that threaten an empty point, as indices into `players`."""
        if self.owner[site] >= 0 or site in self.marks:  # a plan's number says more
            return ()
        return tuple(threat.owner for threat in self.threats if site in threat.sites)

    @cached_property
    def at(self) -> Mapping[tuple[int, int, int], int]:
        """(level, file, rank) -> site."""
        layers = self.board.layers
        rows = zip(
            layers["level"].tolist(), layers["file"].tolist(), layers["rank"].tolist(), strict=True
        )
        return {row: site for site, row in enumerate(rows)}


def hidden_points(
    position: Position, view: View, owner: npt.NDArray[np.int8]
) -> npt.NDArray[np.bool_]:
    """Return the (n,) mask of what cannot be picked in the scene: cut, peeled or off the layer.

    What was played between two moves is not looked at here: that peel needs the record.
    """
    board = position.game.board
    only = view.peel.only
    group = group_at(board, position.pieces, board.index(only)) if only in board else None
    try:
        visible = visibility.resolve(board, owner >= 0, view, group=group)
    except ValueError:
        log.warning("a View that does not fit the board", exc_info=True)
        return np.zeros(len(board), bool)
    return ~np.where(owner >= 0, visible.selects, visible.answers)
