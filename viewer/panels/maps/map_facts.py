"""What the level maps show of a position, as data."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from model.contract.game import Pieces, Position
from viewer.picture.compose.colouring import VALUE_COLOURS, colours_by, heat_colours
from viewer.picture.compose.last_move import plies
from viewer.picture.palette import RGB
from viewer.picture.visibility import hiding as visibility
from viewer.picture.visibility.parts import strength
from viewer.picture.visibility.piece_groups import group_at
from viewer.session.document.document import Document
from viewer.visuals.overlay_types import Heat, Marks, Overlay, Pour, Sheet, Threats, Tube, Values

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
        (n,) bool: a cut, a peel, the working layer or the Look dock takes the point away.
    last
        The site of the last ball, None at the start.
    marks
        Site -> a short text on it: the steps of a plan.
    lit
        Sites that belong to what the Why panel shows.
    poured
        Sites that a pour has reached.
    threats
        Points where one ball of a side takes a corner.
    heat
        What the best move to each place is worth; None: not shown.
    values
        Proved values of the sites that may be chosen next; None: not shown.
    signs
        A teacher's marks; what is no `Sign` is passed over.
    strength
        (n,) float32: how strongly the scene draws what is there; None: all in full.
    colours
        (n, 3) red, green and blue from 0 to 1; None: each player's own.
    piece
        What sentences call a piece.
    """

    board: Board
    players: tuple[str, ...]
    owner: npt.NDArray[np.int8]
    legal: npt.NDArray[np.bool_]
    hidden: npt.NDArray[np.bool_]
    last: int | None = None
    marks: Mapping[int, str] = field(default_factory=dict)
    lit: frozenset[int] = frozenset()
    poured: frozenset[int] = frozenset()
    threats: tuple[Threats, ...] = ()
    strength: npt.NDArray[np.float32] | None = None
    colours: npt.NDArray[np.float32] | None = None
    heat: Heat | None = None
    values: Values | None = None
    signs: tuple[Overlay, ...] = ()
    piece: str = "ball"

    @cached_property
    def size(self) -> int:
        """Levels of the board."""
        return int(self.board.layers["level"].max())

    @cached_property
    def sites(self) -> tuple[npt.NDArray[np.int64], ...]:
        """The sites of each level, the base first."""
        level = self.board.layers["level"]
        return tuple(np.flatnonzero(level == k + 1) for k in range(self.size))

    def strength_of(self, site: int) -> float:
        """Return how strongly the scene draws what is on a site: 1 in full, less where faint."""
        return 1.0 if self.strength is None else float(self.strength[site])

    def threatens(self, site: int) -> tuple[int, ...]:
        """Return the sides that threaten an empty point, as indices into `players`."""
        if self.owner[site] >= 0 or site in self.marks:  # a plan's number says more
            return ()
        return tuple(threat.owner for threat in self.threats if site in threat.sites)

    @cached_property
    def warmth(self) -> Mapping[int, tuple[float, float, RGB]]:
        """Site -> what it is worth, the share of looks it had, and its colour, as in the scene."""
        if self.heat is None:
            return {}
        rows = zip(self.heat.worth, self.heat.weights, heat_colours(self.heat), strict=True)
        return dict(zip(self.heat.sites, rows, strict=True))

    @cached_property
    def worth(self) -> Mapping[int, tuple[str, RGB, bool]]:
        """Site -> what is written on it, the colour under it, and whether nothing is better."""
        if self.values is None:
            return {}
        rows = zip(self.values.texts, self.values.values, self.values.best, strict=True)
        told = [(text, VALUE_COLOURS[value], is_best) for text, value, is_best in rows]
        return dict(zip(self.values.sites, told, strict=True))

    @cached_property
    def at(self) -> Mapping[tuple[int, int, int], int]:
        """(level, file, rank) -> site."""
        layers = self.board.layers
        rows = zip(
            layers["level"].tolist(), layers["file"].tolist(), layers["rank"].tolist(), strict=True
        )
        return {row: site for site, row in enumerate(rows)}


@dataclass(frozen=True)
class OverMaps:
    """What lies over the scene, as the maps show it; see `MapFacts`."""

    marks: Mapping[int, str] = field(default_factory=dict)
    lit: frozenset[int] = frozenset()
    poured: frozenset[int] = frozenset()
    threats: tuple[Threats, ...] = ()
    heat: Heat | None = None
    values: Values | None = None


def over_maps(overlays: Iterable[Overlay]) -> OverMaps:
    """Return what of overlays the maps show: texts, sheets and lines, a pour, threats, heat."""
    marks: dict[int, str] = {}
    lit: set[int] = set()
    poured: frozenset[int] = frozenset()
    threats: list[Threats] = []
    heat: Heat | None = None
    values: Values | None = None
    for overlay in overlays:
        match overlay:
            case Marks(sites, texts):
                marks.update(zip(sites, texts, strict=True))
            case Sheet() | Tube():
                lit.update(overlay.sites)
            case Pour(steps, _, time):
                poured = frozenset(np.flatnonzero((steps >= 0) & (steps < time)).tolist())
            case Threats():
                threats.append(overlay)
            case Heat():
                heat = overlay
            case Values():
                values = overlay
    return OverMaps(marks, frozenset(lit), poured, tuple(threats), heat, values)


@dataclass(frozen=True, eq=False)
class Sight:
    """What the scene shows of a position under a View, and in which colours.

    Attributes
    ----------
    hidden
        (n,) bool: cut, peeled, off the layer, or hidden with its player, group or level.
    strength
        (n,) float32: 1 shown in full, less where faint.
    colours
        (n, 3) as `MapFacts.colours`.
    """

    hidden: npt.NDArray[np.bool_]
    strength: npt.NDArray[np.float32]
    colours: npt.NDArray[np.float32] | None


def sight_of(document: Document, position: Position, pieces: Pieces) -> Sight:
    """Return what of `pieces` the scene shows while `document` stands at `position`.

    What was played between two moves is not peeled away here.
    """
    board, players, view = position.game.board, tuple(position.game.players), document.view
    owner = np.full(len(board), -1, np.int8)
    owner[pieces.site] = pieces.owner
    shown = strength(board, pieces, players, view)
    full = np.ones(len(board), np.float32) if shown is None else shown
    played = plies(document.record, document.node, board) if view.colour == "move" else None
    colours = colours_by(view.colour, board, pieces, players, played)
    only = view.peel.only
    group = group_at(board, position.pieces, board.index(only)) if only in board else None
    try:
        visible = visibility.resolve(board, owner >= 0, view, group=group, strength=shown)
    except ValueError:
        log.warning("a View that does not fit the board", exc_info=True)
        return Sight(np.zeros(len(board), bool), full, colours)
    return Sight(~np.where(owner >= 0, visible.in_sight, visible.answers), full, colours)
