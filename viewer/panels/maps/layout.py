"""Where the level maps lie and which point is where: pure geometry, in logical pixels.

`fit` is what the dock asks: the answer depends on the room around the maps and on nothing that
follows from it, so that showing a scroll bar never leads to another arrangement.
"""

from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Literal, overload

from model.boards.board import FloatArray

GAP = 14.0
"""Between two maps."""
TITLE = 20.0
"""Height of the line above a map."""
SMALL = 0.5
"""Side of a neighbouring map beside a large active one."""
FOOT = 4.0
"""What a map without letters keeps free under it."""
EVEN = 1.3
"""How much three maps of one size are worth before a large one with two small."""
LEAST_UNIT = 4.0
"""A ball is two units wide: under 8 pixels nobody hits it, so the maps scroll instead."""
LEAST_SMALL_UNIT = 2.5
MOST_UNIT = 34.0

HAIR = 0.01
"""Pixels that are no overhang: what the sums are off by."""

Way = Literal["row", "column", "under", "beside"]
"""How three maps lie: side by side, on top of each other, the small ones under or beside."""


@dataclass(frozen=True)
class Square:
    """One map: a square of the doubled plan grid.

    Attributes
    ----------
    level
        Counted from 1.
    left, top
        Corner of the whole, title included.
    unit
        Pixels a step of the doubled grid; a ball is two steps wide.
    size
        Balls along a base edge; the grid runs from 0 to ``2 * size`` both ways.
    rim
        Room for the letters and numbers, left of the grid and below it.
    active
        Drawn as the level one works on.
    text
        The size of the letters; 1 is the usual one.
    """

    level: int
    left: float
    top: float
    unit: float
    size: int
    rim: float
    active: bool = False
    text: float = 1.0

    @property
    def title(self) -> float:
        """Height of the line above the map."""
        return TITLE * self.text

    @property
    def grid(self) -> float:
        """Side of the grid."""
        return 2 * self.size * self.unit

    @overload
    def place(self, file: float, rank: float) -> tuple[float, float]: ...
    @overload
    def place(self, file: FloatArray, rank: FloatArray) -> tuple[FloatArray, FloatArray]: ...
    def place(
        self, file: float | FloatArray, rank: float | FloatArray
    ) -> tuple[float | FloatArray, float | FloatArray]:
        """Return the pixel of a place of the doubled grid; north is up."""
        return (
            self.left + self.rim + file * self.unit,
            self.top + self.title + (2 * self.size - rank) * self.unit,
        )

    def contains(self, x: float, y: float) -> bool:
        """Tell whether a pixel lies on the grid of this map."""
        inside_x = 0 <= x - self.left - self.rim <= self.grid
        return inside_x and 0 <= y - self.top - self.title <= self.grid

    def cell(self, x: float, y: float) -> tuple[int, int] | None:
        """Return (file, rank) of the point of this level whose ball covers a pixel, or None."""
        file = (x - self.left - self.rim) / self.unit
        rank = 2 * self.size - (y - self.top - self.title) / self.unit
        first, last = self.level, 2 * self.size - self.level
        # Points of a level lie on every second line, from number `level` on.
        at_file = first + 2 * floor((file - first + 1) / 2)
        at_rank = first + 2 * floor((rank - first + 1) / 2)
        if not (first <= at_file <= last and first <= at_rank <= last):
            return None
        if (file - at_file) ** 2 + (rank - at_rank) ** 2 > 1:
            return None
        return at_file, at_rank


@dataclass(frozen=True)
class Arrangement:
    """All maps that are shown, with the room they take together."""

    squares: tuple[Square, ...]
    width: float
    height: float

    def square(self, level: int) -> Square | None:
        """Return the map of `level`, None when it is not among those shown."""
        return next((s for s in self.squares if s.level == level), None)

    def at(self, x: float, y: float) -> Square | None:
        """Return the map under a pixel."""
        return next((s for s in self.squares if s.contains(x, y)), None)


@dataclass(frozen=True)
class Fitted:
    """Maps laid out in an area that scrolls.

    Attributes
    ----------
    width, height
        Of what the maps are drawn on, in whole pixels.
    across, down
        Whether a scroll bar stands below, and at the right.
    """

    arrangement: Arrangement
    width: int
    height: int
    across: bool = False
    down: bool = False


def rim_of(size: int, text: float = 1.0) -> float:
    """Return the room the numbers at the rim need: they have up to two digits, letters too."""
    return (18.0 if size <= 4 else 22.0) * text


def fit(
    size: int,
    level: int,
    width: int,
    height: int,
    bar: int,
    *,
    everything: bool,
    zoom: float = 1.0,
    text: float = 1.0,
) -> Fitted:
    """Lay maps out in an area of `width` by `height`, with scroll bars where they need more.

    A scroll bar takes room, so the maps are laid out again beside it; it stays even if they would
    fit then. So there are three layouts at most, and the same area has one answer.

    Parameters
    ----------
    size, level, zoom, text
        As of `arrange`.
    width, height
        Of the whole area, scroll bars included.
    bar
        How thick a scroll bar is; 0 where it lies over what it scrolls.
    everything
        The maps of all levels, else that of `level` and its neighbours.
    """
    across = down = False
    while True:
        room_x, room_y = max(1, width - bar * down), max(1, height - bar * across)
        if everything:
            laid = arrange_all(size, level, room_x, zoom=zoom, text=text)
        else:
            laid = arrange(size, level, room_x, room_y, zoom=zoom, text=text)
        wide, high = ceil(laid.width - HAIR), ceil(laid.height - HAIR)
        needs = (across or wide > room_x, down or high > room_y)
        if needs == (across, down):
            return Fitted(laid, max(room_x, wide), max(room_y, high), across, down)
        across, down = needs


def arrange(
    size: int, level: int, width: float, height: float, *, zoom: float = 1.0, text: float = 1.0
) -> Arrangement:
    """Lay out the map of `level` with the one below and the one above.

    Of four ways (a row, a column, the active one large with the others under it or beside it) the
    one that draws largest in ``width x height`` is taken. The place of a level that does not exist
    stays free, so that nothing jumps on the way up or down.

    Parameters
    ----------
    size
        Balls along a base edge.
    level
        The active level, from 1.
    width, height
        The room there is; the result may need more, and then scrolls.
    zoom
        1 fits the room.
    text
        The size of the letters; 1 is the usual one.
    """
    rim, title = rim_of(size, text), TITLE * text
    way, fitted = _best_way(size, rim, title, width, height)
    unit = max(LEAST_UNIT, min(fitted, MOST_UNIT * max(1.0, text)) * zoom)
    even = way in ("row", "column")
    small = unit if even else max(LEAST_SMALL_UNIT, unit * SMALL)

    def square(at: int, left: float, top: float) -> Square:
        if even or at == level:
            return Square(at, left, top, unit, size, rim, at == level, text)
        return Square(at, left, top, small, size, 0.0, text=text)

    places, total = _places(way, rim, title, 2 * size * unit, 2 * size * small)
    squares = tuple(
        square(level + k - 1, *places[k]) for k in range(3) if 1 <= level + k - 1 <= size
    )
    return _centred(Arrangement(squares, *total), width)


def _best_way(
    size: int, rim: float, title: float, width: float, height: float
) -> tuple[Way, float]:
    """Return the way that draws largest in a room, and the unit of its large maps."""
    steps = 2 * size
    # What a map takes beside its grid, across and down; small maps carry no letters.
    across, down = rim, rim + title
    tight = title + FOOT

    def fit(room_x: float, room_y: float) -> float:
        return min(room_x / steps, room_y / steps)

    fitted: dict[Way, float] = {
        "row": fit((width - 2 * GAP) / 3 - across, height - down),
        "column": fit(width - across, (height - 2 * GAP) / 3 - down),
        "under": fit(
            min(width - across, (width - GAP) / (2 * SMALL)),
            (height - GAP - down - tight) / (1 + SMALL),
        ),
        "beside": fit(
            (width - GAP - across) / (1 + SMALL),
            min(height - down, (height - GAP - 2 * tight) / (2 * SMALL)),
        ),
    }
    best = max(fitted, key=lambda way: fitted[way] * (EVEN if way in ("row", "column") else 1))
    return best, fitted[best]


def _places(
    way: Way, rim: float, title: float, large: float, small: float
) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """Return left and top of the maps below, at and above the level, and the room of all.

    Parameters
    ----------
    large, small
        Sides of the grids of the active map and of the others.
    """
    large_x, large_y = rim + large, rim + title + large
    small_x, small_y = small, title + FOOT + small
    if way == "row":
        return [(k * (large_x + GAP), 0.0) for k in range(3)], (3 * large_x + 2 * GAP, large_y)
    if way == "column":  # the higher level higher up
        places = [(0.0, (2 - k) * (large_y + GAP)) for k in range(3)]
        return places, (large_x, 3 * large_y + 2 * GAP)
    if way == "under":
        # The outer edges are those of the large map.
        first = max(0.0, min(rim, large_x - 2 * small_x - GAP))
        second = max(first + small_x + GAP, large_x - small_x)
        places = [(first, large_y + GAP), (0.0, 0.0), (second, large_y + GAP)]
        return places, (max(large_x, second + small_x), large_y + GAP + small_y)
    second = max(small_y + GAP, large_y - rim - small_y + FOOT)
    places = [(large_x + GAP, second), (0.0, 0.0), (large_x + GAP, 0.0)]
    return places, (large_x + GAP + small_x, max(large_y, second + small_y))


def arrange_all(
    size: int, level: int, width: float, *, zoom: float = 1.0, text: float = 1.0
) -> Arrangement:
    """Lay out the maps of all levels in rows, from the base on."""
    rim, title = rim_of(size, text), TITLE * text
    steps = 2 * size
    columns = min(size, max(1, floor((width + GAP) / (150.0 * zoom + GAP))))
    fitted = ((width + GAP) / columns - GAP - rim) / steps
    unit = max(LEAST_UNIT, min(fitted, MOST_UNIT * max(1.0, text)))
    step_x, step_y = rim + steps * unit + GAP, title + rim + steps * unit + GAP
    columns = max(1, min(columns, floor((width + GAP) / step_x)))
    squares = tuple(
        Square(
            k + 1,
            (k % columns) * step_x,
            (k // columns) * step_y,
            unit,
            size,
            rim,
            k + 1 == level,
            text,
        )
        for k in range(size)
    )
    rows = -(-size // columns)
    return _centred(
        Arrangement(squares, min(columns, size) * step_x - GAP, rows * step_y - GAP), width
    )


def _centred(arrangement: Arrangement, width: float) -> Arrangement:
    """Move everything to the middle of a wider room."""
    spare = max(0.0, (width - arrangement.width) / 2)
    moved = tuple(replace(one, left=one.left + spare) for one in arrangement.squares)
    return Arrangement(moved, max(width, arrangement.width), arrangement.height)
