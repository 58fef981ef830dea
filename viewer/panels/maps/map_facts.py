"""What the level maps show of a position, as data."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.contract.game import Position
from model.records.view import View
from viewer.picture.flat.paper import hidden_in
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import remembered
from viewer.picture.visibility.visible import owners, visible_in
from viewer.visuals.overlay_types import Heat, Marks, Overlay, Pour, Threats, Values

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class MapFacts:
    """What the maps show of a position under a View.

    Attributes
    ----------
    picture
        Its board has the layers ``level``, ``file`` and ``rank``.
    position
        What the picture is of; a move that is being built has changed its pieces.
    """

    picture: Picture
    position: Position

    @property
    def piece(self) -> str:
        """What sentences call a piece."""
        return self.position.game.piece_kinds[0].name

    @property
    def board(self) -> Board:
        return self.picture.board

    @property
    def players(self) -> tuple[str, ...]:
        return self.picture.players

    @cached_property
    def owner(self) -> npt.NDArray[np.int32]:
        """(n,) whose ball stands on each site, as an index into `players`; -1 where none does."""
        return np.maximum(owners(self.board, self.picture.pieces), -1)

    @cached_property
    def legal(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: a ball may be placed there now."""
        legal = self.picture.legal
        return self.owner < 0 if legal is None else legal

    @cached_property
    def hidden(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: a cut, a peel, the working layer or the Look dock takes the point away."""
        return hidden_in(self.picture, visible_in(self.picture))

    @cached_property
    def size(self) -> int:
        """Levels of the board."""
        return int(self.board.layers["level"].max())

    @cached_property
    def sites(self) -> tuple[npt.NDArray[np.int64], ...]:
        """The sites of each level, the base first."""
        level = self.board.layers["level"]
        return tuple(np.flatnonzero(level == k + 1) for k in range(self.size))

    @cached_property
    def at(self) -> Mapping[tuple[int, int, int], int]:
        """(level, file, rank) -> site."""
        layers = self.board.layers
        rows = zip(
            layers["level"].tolist(), layers["file"].tolist(), layers["rank"].tolist(), strict=True
        )
        return {row: site for site, row in enumerate(rows)}

    # -- what lies over it -------------------------------------------------------------------

    @property
    def heat(self) -> Heat | None:
        """What the best move to each place is worth; None: not shown."""
        return next(self._over(Heat), None)

    @property
    def values(self) -> Values | None:
        """Proved values of the sites that may be chosen next; None: not shown."""
        return next(self._over(Values), None)

    @property
    def marks(self) -> Mapping[int, str]:
        """Site -> a short text on it: the steps of a plan."""
        rows = (zip(one.sites, one.texts, strict=True) for one in self._over(Marks))
        return {site: text for row in rows for site, text in row}

    def is_poured(self, site: int) -> bool:
        """Whether a pour has reached a site."""
        return any(0 <= pour.distances[site] < pour.time for pour in self._over(Pour))

    def threatens(self, site: int) -> tuple[int, ...]:
        """Return the sides that threaten an empty point, as indices into `players`."""
        if self.owner[site] >= 0 or site in self.marks:  # a plan's number says more
            return ()
        return tuple(threat.owner for threat in self._over(Threats) if site in threat.sites)

    def _over(self, kind: type[T]) -> Iterator[T]:
        return (one for one in self.picture.overlays if isinstance(one, kind))


def over_maps(overlays: Iterable[Overlay]) -> tuple[Overlay, ...]:
    """Return what of overlays the maps show; while a pour takes a step, it is the same."""
    return tuple(
        _in_steps(one.distances, one.owner, ceil(one.time)) if isinstance(one, Pour) else one
        for one in overlays
        if one.on_maps
    )


@remembered(4)
def _in_steps(distances: npt.NDArray[np.int32], owner: int, time: int) -> Pour:
    return Pour(distances, owner, time)


def fitting(picture: Picture) -> Picture:
    """Return a picture whose View fits its board: what does not hides nothing."""
    try:
        visible_in(picture)
    except ValueError:
        log.warning("a View that does not fit the board", exc_info=True)
        return replace(picture, view=View(parts=picture.view.parts, colour=picture.view.colour))
    return picture
