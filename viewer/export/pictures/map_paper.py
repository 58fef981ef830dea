"""What the parts of a map are drawn with: the drawing, the picture, and where its plan lies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from viewer.export.pictures.inks import Inks
from viewer.export.pictures.map_layout import Plan
from viewer.export.pictures.svg import Point, Svg
from viewer.picture.picture import Picture
from viewer.picture.visibility.visible import occupied, visible_in

TEXT, MUTED = "#2A2E33", "#6A7078"
BALL = 0.47
"""Radius of a ball in ball diameters: a hair's breadth keeps neighbours apart."""


@dataclass(frozen=True, eq=False)
class MapPaper:
    """One map on paper."""

    svg: Svg
    picture: Picture
    inks: Inks
    plan: Plan

    @property
    def board(self) -> Board:
        return self.picture.board

    @property
    def scale(self) -> float:
        """Points that a ball diameter has."""
        return self.plan.scale

    @cached_property
    def own(self) -> npt.NDArray[np.int64]:
        """The sites the map is about, in site order; borders are none."""
        return self.sites_of(self.plan.level)

    def sites_of(self, level: int | None) -> npt.NDArray[np.int64]:
        """Return the sites of a level, or of the whole board; borders are none."""
        board = self.board
        if level is None:
            there = np.ones(len(board), bool)
            there[list(board.edges)] = False
            return np.flatnonzero(there)
        return np.flatnonzero(board.layers["level"] == level)

    def at(self, site: int) -> Point:
        """Return where a site is drawn."""
        return self.plan.at(self.board.centres[site])

    @cached_property
    def owner(self) -> npt.NDArray[np.int32]:
        """(n,) who owns what stands on each site: -1 nobody, -2 where nothing stands."""
        owner = np.full(len(self.board), -2, np.int32)
        owner[self.picture.pieces.site] = self.picture.pieces.owner
        return owner

    @cached_property
    def hidden(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: what a cut, a peel, the working layer or the Look dock takes away."""
        visible = visible_in(self.picture)
        return ~np.where(occupied(self.picture), visible.in_sight, visible.answers)

    @cached_property
    def fade(self) -> npt.NDArray[np.float32]:
        """(n,) float32: how strongly what is there is drawn, 1 in full."""
        return visible_in(self.picture).fade

    @cached_property
    def legal(self) -> npt.NDArray[np.bool_]:
        """(n,) bool: points that may be played now."""
        legal = self.picture.legal
        return np.ones(len(self.board), bool) if legal is None else legal
