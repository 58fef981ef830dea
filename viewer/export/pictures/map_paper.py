"""What the parts of a drawing are drawn with: the file, the picture, and where its sites lie."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from viewer.export.pictures.inks import Inks
from viewer.export.pictures.map_layout import Plan
from viewer.export.pictures.svg import Point, Svg
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Visible
from viewer.picture.visibility.visible import occupied, visible_in
from viewer.scene.props.appearance import owners

TEXT, MUTED = "#2A2E33", "#6A7078"
BALL = 0.47
"""Radius of a ball in ball diameters: a hair's breadth keeps neighbours apart."""


@dataclass(frozen=True, eq=False)
class Paper(ABC):
    """A drawing of a picture, whole or a part of it."""

    svg: Svg
    picture: Picture
    inks: Inks

    @property
    @abstractmethod
    def scale(self) -> float:
        """How much a ball diameter has on paper."""

    @property
    @abstractmethod
    def own(self) -> npt.NDArray[np.int64]:
        """The sites the drawing is about, in site order; borders are none."""

    @abstractmethod
    def at(self, site: int) -> Point:
        """Return where a site is drawn."""

    @property
    def rings(self) -> bool:
        """Whether pieces that explanations are about have rings; else they are drawn so already."""
        return True

    @property
    def letters(self) -> float:
        """The size of letters on plates: on maps they are to be read, and not to cover them."""
        return max(4.2, min(7.0, 0.42 * self.scale))

    @cached_property
    def here(self) -> frozenset[int]:
        """The sites the drawing is about, with the borders of the whole board."""
        return frozenset(self.own.tolist())

    @property
    def board(self) -> Board:
        return self.picture.board

    @cached_property
    def visible(self) -> Visible:
        """What the View leaves of the board."""
        return visible_in(self.picture)

    @cached_property
    def owner(self) -> npt.NDArray[np.int32]:
        """(n,) who owns what stands on each site: -1 nobody, -2 where nothing stands."""
        return owners(self.board, self.picture.pieces)

    @cached_property
    def hidden(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: what a cut, a peel, the working layer or the Look dock takes away."""
        seen = self.visible
        return ~np.where(occupied(self.picture), seen.in_sight, seen.answers)

    @property
    def fade(self) -> npt.NDArray[np.float32]:
        """(n,) float32: how strongly what is there is drawn, 1 in full."""
        return self.visible.fade

    @cached_property
    def legal(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: points that may be played now."""
        legal = self.picture.legal
        return np.ones(len(self.board), bool) if legal is None else legal

    def _spaces(self) -> npt.NDArray[np.int64]:
        """All sites but borders."""
        there = np.ones(len(self.board), bool)
        there[list(self.board.edges)] = False
        return np.flatnonzero(there)


@dataclass(frozen=True, eq=False)
class MapPaper(Paper):
    """One map: a level, or the whole board from above."""

    plan: Plan

    @property
    def scale(self) -> float:
        return self.plan.scale

    @cached_property
    def own(self) -> npt.NDArray[np.int64]:
        return self.sites_of(self.plan.level)

    @cached_property
    def here(self) -> frozenset[int]:
        borders = self.board.edges if self.plan.level is None else ()
        return frozenset(self.own.tolist()) | frozenset(borders)

    def sites_of(self, level: int | None) -> npt.NDArray[np.int64]:
        """Return the sites of a level, or of the whole board; borders are none."""
        if level is None:
            return self._spaces()
        return np.flatnonzero(self.board.layers["level"] == level)

    def at(self, site: int) -> Point:
        return self.plan.at(self.board.centres[site])
