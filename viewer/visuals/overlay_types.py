"""What can lie over a position, as data: sheets, ways, plans, texts, colour that spreads, marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from model.contract.game import Position
from model.contract.tables import Value

POUR_STEP, LONGEST_POUR = 0.22, 4.0
"""Seconds in which a pour takes a step, and all of it at most."""

TubeStyle = Literal["line", "tether", "escape", "plan"]
SignShape = Literal["ring", "cross", "square", "dot", "text", "link", "group", "sheet"]
Mask = npt.NDArray[np.bool_]


class Overlay:
    """Something that lies over a position; a prop of the scene draws each kind.

    Two that are equal draw the same.
    """

    on_maps: ClassVar[bool] = True
    """Whether the Maps dock lays it over its maps, a teacher's marks apart."""

    def on(self, there: Mask) -> Iterator[Overlay]:
        """Yield what of it lies on the sites of a mask (n,); what is of one piece stays whole."""
        yield self


@dataclass(frozen=True, eq=False)
class Sheet(Overlay):
    """A dam of balls as a translucent surface; its balls are lit.

    Attributes
    ----------
    sites
        The balls of the sheet.
    triangles
        (m, 3) int32 sites.
    owner
        Index into the picture's players.
    """

    sites: tuple[int, ...]
    triangles: npt.NDArray[np.int32]
    owner: int

    def on(self, there: Mask) -> Iterator[Overlay]:
        """Yield the balls that lie there, with the triangles between them."""
        if sites := tuple(site for site in self.sites if there[site]):
            inside = there[self.triangles].all(axis=1)
            yield replace(self, sites=sites, triangles=self.triangles[inside])


@dataclass(frozen=True)
class Tube(Overlay):
    """A way through sites, in order.

    Attributes
    ----------
    sites
        One to many; each is linked to the next.
    owner
        Index into the picture's players, -1 for nobody.
    style
        "line": along own balls from the corner ball to a far wall; "tether": from a sheet to a
        far wall; "escape": a thin light way through points and other balls; "plan": dotted.
    """

    sites: tuple[int, ...]
    owner: int
    style: TubeStyle = "line"

    def on(self, there: Mask) -> Iterator[Overlay]:
        """Yield the stretches of the way that lie there."""
        for lies, run in groupby(self.sites, there.__getitem__):
            if lies:
                yield replace(self, sites=tuple(run))


@dataclass(frozen=True)
class SiteList(Overlay):
    """A list of sites, with columns beside them."""

    columns: ClassVar[tuple[str, ...]] = ()

    sites: tuple[int, ...]

    def on(self, there: Mask) -> Iterator[Overlay]:
        """Yield the rows whose sites lie there."""
        names = ("sites", *self.columns)
        rows = zip(*(getattr(self, name) for name in names), strict=True)
        if left := [row for row in rows if there[row[0]]]:
            columns: dict[str, Any] = dict(zip(names, zip(*left, strict=True), strict=True))
            yield replace(self, **columns)


@dataclass(frozen=True)
class Marks(SiteList):
    """Ghost balls with a short text each: the points of a plan in playable order."""

    columns: ClassVar[tuple[str, ...]] = ("texts",)

    texts: tuple[str, ...]
    owner: int


@dataclass(frozen=True)
class Numbers(SiteList):
    """Short texts at sites, with no ball: move numbers, costs."""

    on_maps: ClassVar[bool] = False
    columns: ClassVar[tuple[str, ...]] = ("texts",)

    texts: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Pour(Overlay):
    """Colour spreading from a corner through everything but one player's balls.

    Attributes
    ----------
    distances
        (n,) int32 steps from the corner, -1 where the colour never comes.
    owner
        The player whose balls hold it back (index into the picture's players).
    time
        In steps: what is nearer than this is coloured. Only this changes while it runs.
    position
        What it is poured over: it is shown over no other. None: over whatever a picture shows.
    """

    distances: npt.NDArray[np.int32]
    owner: int
    time: float
    position: Position | None = None

    @property
    def last(self) -> float:
        """The time at which everything is coloured that ever will be, in steps."""
        return float(self.distances.max()) + 1.0

    @property
    def seconds(self) -> float:
        """How long it runs from its beginning to `last`, evenly."""
        return min(LONGEST_POUR, POUR_STEP * self.last)


@dataclass(frozen=True)
class Threats(SiteList):
    """Points where one move of a side would take something: quiet rings, no balls."""

    owner: int


@dataclass(frozen=True)
class Heat(SiteList):
    """Places moves lead to: colour says what a move is worth, size how often it was looked at.

    Attributes
    ----------
    sites
        A place for each, the best move's first.
    worth
        What the best move to a place is worth to the side to move: 0 a loss, 1 a win.
    weights
        How much was looked at it, as a share of what the most was looked at.
    span
        The worth that the first and the last colour stand for.
    owner
        The side to move (index into the picture's players).
    """

    columns: ClassVar[tuple[str, ...]] = ("worth", "weights")

    worth: tuple[float, ...]
    weights: tuple[float, ...]
    span: tuple[float, float]
    owner: int


@dataclass(frozen=True)
class Values(SiteList):
    """Sites that may be chosen next, with what that is worth for certain: won, drawn or lost.

    Attributes
    ----------
    sites
        Where a piece may be put, lifted or taken back.
    values
        What the best move through each is worth to the side to move.
    moves
        Moves of the winner to the end of the game; None for draws, and where that is not known.
    best
        Whether nothing is better; False for all where all are alike.
    owner
        The side to move (index into the picture's players).
    """

    columns: ClassVar[tuple[str, ...]] = ("values", "moves", "best")

    values: tuple[Value, ...]
    moves: tuple[int | None, ...]
    best: tuple[bool, ...]
    owner: int

    @property
    def texts(self) -> tuple[str, ...]:
        """What is written on each site: "W 12", "L 9", "D"."""
        rows = zip(self.values, self.moves, strict=True)
        return tuple(
            value[0].upper() + ("" if moves is None else f" {moves}") for value, moves in rows
        )


@dataclass(frozen=True, eq=False)
class Sign(Overlay):
    """A teacher's mark.

    Attributes
    ----------
    shape, colour
        As in `model.records.record.Mark`.
    sites
        One; of a link, a group and a sheet all of them.
    text
        A short word beside the first, or "".
    triangles
        (m, 3) int32 sites: the skin of a sheet, None for other shapes.
    """

    on_maps: ClassVar[bool] = False

    shape: SignShape
    colour: str
    sites: tuple[int, ...]
    text: str = ""
    triangles: npt.NDArray[np.int32] | None = None


ArrowStyle = Literal["step", "throw", "stopped", "void"]


@dataclass(frozen=True)
class Arrow(Overlay):
    """A step or a throw between two sites, planned or told.

    Attributes
    ----------
    start, end
        Sites.
    owner
        Index into the picture's players.
    style
        "step" of a piece; "throw" of a ball; "stopped": a step that comes to nothing on its way;
        "void": what is never done, because something before it fails.
    text
        A short word on it, or "".
    guessed
        It belongs to what the other side may do: drawn with dashes.
    """

    on_maps: ClassVar[bool] = False

    start: int
    end: int
    owner: int
    style: ArrowStyle = "step"
    text: str = ""
    guessed: bool = False


@dataclass(frozen=True)
class Lit(Overlay):
    """Sites that are spoken of: framed, and filled a little.

    Attributes
    ----------
    sites
        Which.
    style
        "lit" for what something passes, "warned" where it fails, "held" for what is in hand; "shut"
        has one frame around all, where somebody may not go.
    """

    on_maps: ClassVar[bool] = False

    sites: tuple[int, ...]
    style: Literal["lit", "warned", "held", "shut"] = "lit"


def besides(overlays: Iterable[Overlay], there: Iterable[Overlay]) -> tuple[Overlay, ...]:
    """Return overlays but for sheets and ways that lie there: twice drawn they are too dense."""
    known = [(type(one), one.sites, one.owner) for one in there if isinstance(one, Sheet | Tube)]
    return tuple(
        one
        for one in overlays
        if not isinstance(one, Sheet | Tube) or (type(one), one.sites, one.owner) not in known
    )
