"""What may be asked of a solid: its measures in millimetres, and which of them make sense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from types import MappingProxyType

from model.phrases import listed, shown
from viewer.export.items import ExportError

WHOLE, EACH = "whole", "each"
QUALITIES: Mapping[str, float] = MappingProxyType({"draft": 0.15, "standard": 0.05, "fine": 0.015})
"""How far facets are off the ball at most, in millimetres."""
BALL, BALLS = 20.0, (2.0, 200.0)
"""The diameter of a ball in millimetres, unless another is asked for; the least and the most."""
SHARE, NARROWEST, WIDEST = 0.3, 0.4, 0.5
"""The width of a neck, unless another is asked for, as a share of a ball; the least in millimetres;
the most as a share: wider necks, where three balls touch one another, would close hollows in."""


@dataclass(frozen=True)
class Wanted:
    """How a solid is made.

    Attributes
    ----------
    ball
        Diameter of a ball in millimetres; all else is in proportion.
    neck
        Width of necks and rods in millimetres; None: `SHARE` of a ball.
    part
        `WHOLE`, `EACH`, or the name of a player.
    rods, board
        Join loose groups by rods; put it on its board.
    foot
        Width of the flat that is cut under the lowest balls, in millimetres.
    quality
        One of `QUALITIES`.
    """

    ball: float = BALL
    neck: float | None = None
    part: str = WHOLE
    rods: bool = False
    board: bool = False
    foot: float = 0.0
    quality: str = "standard"

    @property
    def joint(self) -> float:
        """Width of necks and rods in millimetres."""
        return round(SHARE * self.ball, 1) if self.neck is None else self.neck

    @property
    def around(self) -> int:
        """Facets round a ball."""
        edges = 2.8 * sqrt(self.ball / 2 / QUALITIES[self.quality])
        return min(128, max(16, 4 * ceil(edges / 4)))

    @property
    def around_joint(self) -> int:
        """Facets round a neck or a rod."""
        return min(48, max(12, 4 * ceil(0.15 * self.around)))

    @property
    def cut(self) -> float:
        """What is cut off below for a foot, in millimetres."""
        radius = self.ball / 2
        return radius - sqrt(radius**2 - (self.foot / 2) ** 2)

    def check(self, players: Sequence[str]) -> None:
        """Raise ExportError where it makes no sense for a game of these players."""
        low, high = BALLS
        if not low <= self.ball <= high:
            raise ExportError(
                f"a ball of {self.ball:g} mm cannot be made: from {low:g} to {high:g} mm"
            )
        most = WIDEST * self.ball
        if not NARROWEST <= self.joint <= most:
            raise ExportError(
                f"a neck of {self.joint:g} mm does not join balls of {self.ball:g} mm: from "
                f"{NARROWEST:g} to {most:g} mm, half a ball"
            )
        if not 0 <= self.foot <= most:
            raise ExportError(
                f"a foot of {self.foot:g} mm does not fit under balls of {self.ball:g} mm: up to "
                f"{most:g} mm, half a ball"
            )
        names = [WHOLE, EACH, *players]
        if self.part not in names:
            raise ExportError(f"{shown(self.part)} is not a part: {listed(names, 'or')}")
