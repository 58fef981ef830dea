"""What pieces take their colours from, and what the colours mean.

A piece's player stays readable in each of them: the first player's colours are warm and, where no
ramp needs more, light, the second's cool and dark. So neither hue alone nor lightness alone tells
players apart, and who sees no difference between red and green still tells yellow from blue.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from model.boards.board import Board, IntArray
from model.contract.game import Pieces
from model.phrases import counted
from viewer.picture.palette import RGB, rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import Float32, remembered
from viewer.visuals.overlay_types import Heat, Values

Ramp = tuple[RGB, ...]


def _codes(text: str) -> Ramp:
    return tuple(rgb(code) for code in text.split())


RAMPS: tuple[Ramp, ...] = (
    _codes("#FBE3A0 #F6B24F #E4752F #B8401F #74200F"),
    _codes("#BFE6EC #6DB9DB #3482C4 #224E9A #191F52"),
    _codes("#F1D3EC #CF8FC8 #A454A4 #75307F #421553"),
    _codes("#D6EDC4 #92CC86 #4D9F5C #2B713F #123F24"),
)
"""From base to apex and from early to late, a ramp a player; more players begin anew."""
GROUPS: tuple[Ramp, ...] = (
    _codes("#E4572E #F7AF7E #9A4435 #F5CB70 #B93A63 #BDA91F #DB7565 #A4240F"),
    _codes("#1F4E9C #2AACEA #523673 #9FCDEB #7074D8 #232478 #1F9284 #5280BD"),
    _codes("#A454A4 #DDA3D6 #6B2472 #C46FB0"),
    _codes("#4D9F5C #A9D69A #22602F #7DB87F"),
)
"""Groups by size, colours a player; more groups begin anew."""
WORTH: Ramp = _codes("#440154 #3B528B #21908C #5DC863 #FDE725")
"""From the worst to the best move: viridis, which all eyes tell apart and grey printing keeps."""
ALONE: Ramp = _codes("#E9D5C8 #8B99AF #D9C8DC #BFCDB8")
"""Pieces that touch none of their player's, and those that nobody knows the move of."""


@dataclass(frozen=True)
class LegendRow:
    """A line of a legend: whose colours, which ones, and what they mean from first to last.

    Attributes
    ----------
    smooth
        One colour runs into the next; else they are as many swatches.
    """

    player: str
    colours: Ramp
    first: str
    last: str = ""
    smooth: bool = False


@dataclass(frozen=True)
class Legend:
    """What the colours mean."""

    title: str
    rows: tuple[LegendRow, ...]


def colours_by(by: str, board: Board, pieces: Pieces, plies: IntArray | None) -> Float32 | None:
    """Return (n, 3) float32 colours of what stands on the sites; None: each player's own.

    Parameters
    ----------
    by
        As `model.records.view.View.colour`: "player", "group", "level" or "move".
    plies
        (n,) ply each piece came to its site at, 0 where it was set up; None: not known, and
        colours by moves are the players' own.
    """
    if by == "group":
        return _by_group(board, pieces)
    level = board.layers.get("level")
    if by == "level" and level is not None:
        return _ramped(pieces, (level - level.min()) / max(1, np.ptp(level)))
    if by == "move" and plies is not None:
        made = _ramped(pieces, (plies - 1) / max(1, _last(pieces, plies) - 1))
        put = plies[pieces.site] <= 0
        made[pieces.site[put]] = np.array(ALONE)[pieces.owner[put] % len(ALONE)]
        return made
    return None


def legend(
    by: str, board: Board, pieces: Pieces, players: Sequence[str], plies: IntArray | None
) -> Legend | None:
    """Return what the colours of `colours_by` mean; None where each player has one colour."""
    level = board.layers.get("level")
    before: tuple[LegendRow, ...] = ()
    if by == "group":
        return Legend("Colour: group", tuple(_group_rows(board, pieces, players)))
    if by == "level" and level is not None:
        ends = (f"level {int(level.min())}", str(int(level.max())))
    elif by == "move" and plies is not None:
        put = plies[pieces.site] <= 0
        if put.all():
            return Legend("Colour: move", tuple(_set_up_rows(players, range(len(players)))))
        before = tuple(_set_up_rows(players, np.unique(pieces.owner[put]).tolist()))
        ends = ("move 1", str(_last(pieces, plies)))
    else:
        return None
    rows = tuple(
        LegendRow(player.capitalize(), RAMPS[k % len(RAMPS)], *ends, smooth=True)
        for k, player in enumerate(players)
    )
    return Legend(f"Colour: {by}", (*rows, *before))


def legend_of(picture: Picture) -> Legend | None:
    """Return what the colours of a picture mean, of its pieces and of heat; None: nothing."""
    found = legend(
        picture.view.colour, picture.board, picture.pieces, picture.players, picture.plies
    )
    values = next((one for one in picture.overlays if isinstance(one, Values)), None)
    if values is not None:
        shown = Legend(f"{picture.players[values.owner].capitalize()} to move", value_rows(values))
        rows = () if found is None else (*found.rows, LegendRow(shown.title, (), ""))
        found = Legend(shown.title if found is None else found.title, (*rows, *shown.rows))
    heat = next((one for one in picture.overlays if isinstance(one, Heat)), None)
    if heat is None:
        return found
    side = picture.players[heat.owner].capitalize()
    rows = (heat_row(heat, "Colour"), LegendRow("Size", (), "how often searched"))
    title = f"Engine: {side}'s chances in %"
    if found is None:
        return Legend(title, rows)
    heading = LegendRow(title, (), "")
    return Legend(found.title, (*found.rows, heading, *rows))


VALUE_COLOURS: Mapping[str, RGB] = MappingProxyType(
    {
        "win": (0.03, 0.42, 0.36),
        "draw": (0.35, 0.38, 0.44),
        "loss": (0.68, 0.20, 0.10),
        "unknown": (0.35, 0.38, 0.44),
    }
)
"""Plates under what a move is worth: apart in hue and, with the letters on them, in print."""


def value_rows(values: Values) -> tuple[LegendRow, ...]:
    """Return a row for each kind of plate there is: "W 12 wins in that many moves"."""
    has_moves = any(moves is not None for moves in values.moves)
    words = {"win": "wins", "draw": "draws", "loss": "loses"}
    return tuple(
        LegendRow(
            kind[0].upper(),
            (VALUE_COLOURS[kind],),
            f"{does} in that many moves" if has_moves and kind != "draw" else does,
        )
        for kind, does in words.items()
        if kind in values.values
    )


def heat_row(heat: Heat, name: str) -> LegendRow:
    """Return what the colours of heat mean, under a name."""
    worst, best = (str(round(100 * end)) for end in heat.span)
    return LegendRow(name, WORTH, worst, best, smooth=True)


def heat_colours(heat: Heat) -> tuple[RGB, ...]:
    """Return the colour of each place of heat."""
    low, high = heat.span
    ramp, steps = np.array(WORTH), np.linspace(low, high, len(WORTH))
    made = [[float(np.interp(worth, steps, ramp[:, k])) for k in range(3)] for worth in heat.worth]
    return tuple((r, g, b) for r, g, b in made)


def _set_up_rows(players: Sequence[str], owners: Iterable[int]) -> Iterator[LegendRow]:
    """A row a player who owns what stood there before the first move."""
    for k in owners:
        colour = ALONE[k % len(ALONE)]
        yield LegendRow(players[k].capitalize(), (colour,), "before move 1", "", smooth=False)


def _last(pieces: Pieces, plies: IntArray) -> int:
    return max(1, int(plies[pieces.site].max(initial=1)))


def _ramped(pieces: Pieces, share: npt.NDArray[np.floating]) -> Float32:
    """(n, 3) colours along each owner's ramp."""
    made = np.ones((len(share), 3), np.float32)
    at = np.clip(np.asarray(share, float), 0.0, 1.0)
    for owner in np.unique(pieces.owner).tolist():
        sites = pieces.site[pieces.owner == owner]
        ramp = np.array(RAMPS[owner % len(RAMPS)])
        steps = np.linspace(0.0, 1.0, len(ramp))
        for k in range(3):
            made[sites, k] = np.interp(at[sites], steps, ramp[:, k])
    return made


@remembered(4)
def _by_group(board: Board, pieces: Pieces) -> Float32:
    made = np.ones((len(board), 3), np.float32)
    for owner, groups in _groups(board, pieces).items():
        colours = GROUPS[owner % len(GROUPS)]
        for k, sites in enumerate(groups):
            alone = len(sites) == 1
            made[sites] = ALONE[owner % len(ALONE)] if alone else colours[k % len(colours)]
    made.flags.writeable = False
    return made


@remembered(4)
def _groups(board: Board, pieces: Pieces) -> dict[int, list[npt.NDArray[np.int64]]]:
    """The groups of each owner as arrays of sites, the largest first, then by their first site."""
    owner = np.full(len(board), -2, np.int32)
    owner[pieces.site] = pieces.owner
    label = _linked(board, owner)
    stands = np.flatnonzero(owner != -2)
    order = stands[np.argsort(label[stands], kind="stable")]
    cuts = np.flatnonzero(np.diff(label[order])) + 1
    found: dict[int, list[npt.NDArray[np.int64]]] = {}
    for sites in np.split(order, cuts) if len(order) else ():
        found.setdefault(int(owner[sites[0]]), []).append(sites)
    for groups in found.values():
        groups.sort(key=lambda sites: (-len(sites), int(sites[0])))
    return found


def _linked(board: Board, owner: IntArray) -> IntArray:
    """(n,) the lowest site that each site is linked to by sites of one owner."""
    start = np.repeat(np.arange(len(board), dtype=np.int32), np.diff(board.indptr))
    end = board.indices
    same = (owner[start] == owner[end]) & (owner[start] != -2)
    start, end = start[same], end[same]
    label = np.arange(len(board), dtype=np.int32)
    while True:
        lower = label.copy()
        np.minimum.at(lower, start, label[end])
        lower = lower[lower]  # halves the way that is left
        if np.array_equal(lower, label):
            return label
        label = lower


def _group_rows(board: Board, pieces: Pieces, players: Sequence[str]) -> list[LegendRow]:
    rows, found = [], _groups(board, pieces)
    for k, player in enumerate(players):
        sizes = [len(sites) for sites in found.get(k, ())]
        linked = sum(size > 1 for size in sizes)
        alone = len(sizes) - linked
        colours = GROUPS[k % len(GROUPS)][: max(1, linked)] if linked else ()
        first = counted(linked, "group") if linked else ""
        if alone:
            colours = (*colours, ALONE[k % len(ALONE)])
        last = f"{alone} single" if alone else ""
        if colours:
            rows.append(
                LegendRow(player.capitalize(), colours, first or last, last if first else "")
            )
    return rows
