"""sight: how much of what is chosen is seen, with and without keeping it in sight.

Positions come from games of the engine, half way. For each kind of thing chosen they are drawn
from directions all around; a ball is seen as far as the pixels of the picture go that show it,
beside those where nothing else stands. Which pixels show which ball is read from the pictures:
they are drawn again with some of the balls in another colour, which tells them apart by a code.
What is timed is one frame, with focus and without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from time import perf_counter

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace as replace_view

from benchmarks.rows import Row
from model import api
from model.contract.game import Position
from model.play.levels import choose, level_of
from model.records.view import Camera, View
from viewer.picture.compose.composer import depict
from viewer.picture.picture import Picture
from viewer.picture.visibility.focus import focus_of
from viewer.picture.visibility.visible import group_at
from viewer.scene.offscreen import Offscreen
from viewer.visuals.overlay_types import Sheet
from viewer.visuals.side_colours import SideColour

SIZES, POSITIONS, DIRECTIONS, EACH = (5, 6, 7, 8, 9, 10, 11, 12), 50, 72, 8
FRAME, LEAST, NODES, GOAL = (400, 300), 12, 12, 1.15
CORNERS = tuple(f"corner={corner}:{side}" for corner in ("SW", "NE") for side in ("red", "blue"))
_MARKED = SideColour("#FFFFFF")

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass
class _Tally:
    """What was seen of the balls of one kind of thing chosen, and the seconds of frames."""

    shares: list[float]
    seconds: list[float]

    def __str__(self) -> str:
        seen = np.array(self.shares)
        return f"half seen {np.mean(seen >= 0.5):.1%}, not seen {np.mean(seen == 0):.1%}"


def measure() -> Iterator[Row]:
    """Yield a row for each kind of thing chosen."""
    positions = [_half_a_game(SIZES[k % len(SIZES)], k) for k in range(POSITIONS)]
    place = Offscreen(FRAME)
    place.stage.is_orbiting(False)
    try:
        for kind, choice in KINDS.items():
            plain, focused = _Tally([], []), _Tally([], [])
            for number, position in enumerate(positions):
                chosen = choice(position, Random(number))
                if chosen is None:
                    continue
                for camera in _directions(number):
                    _look(place, chosen, camera, plain, focused)
            yield Row(
                f"{kind}, {len(plain.shares)} balls",
                median(focused.seconds),
                "without focus",
                median(plain.seconds),
                most=GOAL,
                note=f"without: {plain}; with: {focused}",
            )
    finally:
        place.close()


def _half_a_game(size: int, seed: int) -> Position:
    """Return a position that the engine's lowest level comes to, half of the points taken."""
    game = api.game("partition", size=size)
    level, rng = level_of(game.kind, 1), Random(seed)
    position = game.start()
    while len(position.pieces.site) < len(game.board) // 2:
        after = position.play(choose(api.analyse(position, nodes=NODES, seed=seed), level, rng))
        if after.outcome is not None:
            break
        position = after
    return position


def _directions(number: int) -> Iterator[Camera]:
    """Yield some of the directions, others with each position: by and by all of them."""
    for k in range(EACH):
        turn = (number * EACH + k) % DIRECTIONS
        height = np.degrees(np.arcsin((turn + 0.5) / DIRECTIONS))
        yield Camera(azimuth=turn * 137.508 % 360, elevation=float(np.clip(height, 5, 85)))


def _plain(position: Position, **fields: object) -> Picture:
    view = View(ghosts="off", dim=False, labels=False)
    return replace(depict(position, view), focus=(), **fields)  # type: ignore[arg-type]


def _group(position: Position, rng: Random) -> Picture | None:
    shown = _plain(position)
    sites = position.pieces.site.tolist()
    groups = [group_at(shown, shown.board.names[site]) for site in rng.sample(sites, 12)]
    group = max(groups, key=lambda one: int(one.sum()) if one.sum() <= 40 else 0)
    return replace(shown, focus=tuple(np.flatnonzero(group).tolist()))


def _sheet(position: Position, rng: Random) -> Picture | None:
    for word in CORNERS:
        shown = depict(position, View(ghosts="off"), (word,))
        for one in shown.overlays:
            if isinstance(one, Sheet):
                return _plain(position) if not one.sites else _kept(position, one.sites)
    return None


def _way(position: Position, rng: Random) -> Picture | None:
    shown = depict(position, View(ghosts="off"), (CORNERS[rng.randrange(len(CORNERS))],))
    return _kept(position, focus_of(shown) or ()) if shown.overlays else None


def _point(position: Position, rng: Random) -> Picture | None:
    taken = set(position.pieces.site.tolist())
    free = [site for site in range(len(position.game.board)) if site not in taken]
    return _kept(position, focus_of(replace(_plain(position), hover=rng.choice(free))) or ())


def _last(position: Position, rng: Random) -> Picture | None:
    return _kept(position, (rng.choice(position.pieces.site.tolist()),))


def _kept(position: Position, sites: tuple[int, ...]) -> Picture | None:
    taken = set(position.pieces.site.tolist())
    balls = tuple(site for site in sites if site in taken)
    return replace(_plain(position), focus=balls) if balls else None


KINDS: dict[str, Callable[[Position, Random], Picture | None]] = {
    "a group": _group,
    "a sheet": _sheet,
    "balls of a way": _way,
    "neighbours of a point": _point,
    "one ball": _last,
}


def _look(
    place: Offscreen, chosen: Picture, camera: Camera, plain: _Tally, focused: _Tally
) -> None:
    """Add what is seen of the balls from one direction."""
    shown = replace(chosen, view=replace_view(chosen.view, camera=camera))
    balls = np.array(chosen.focus, np.int64)
    alone = _without_others(shown, balls)
    size, strength = _seen(place, alone, balls, None, [])
    for picture, tally in ((replace(shown, focus=()), plain), (shown, focused)):
        found, _ = _seen(place, picture, balls, strength, tally.seconds)
        tally.shares += (found / np.maximum(size, 1))[size >= LEAST].clip(0, 1).tolist()


def _without_others(shown: Picture, balls: Ints) -> Picture:
    keep = np.isin(shown.pieces.site, balls)
    pieces = shown.pieces
    rows = (pieces.site, pieces.owner, pieces.kind, pieces.count)
    return replace(shown, pieces=type(pieces)(*(one[keep] for one in rows)), focus=())


def _seen(
    place: Offscreen, shown: Picture, balls: Ints, strength: Floats | None, seconds: list[float]
) -> tuple[Ints, Floats]:
    """Count the pixels that show each ball, and tell how strong its colour comes through there.

    A pixel shows a ball where at least half of the contrast comes through that it has alone.
    """
    begun = perf_counter()
    first = place.image(shown).astype(np.float64)
    seconds.append(perf_counter() - begun)
    code = np.zeros(first.shape[:2], np.int64)
    greatest = np.zeros(first.shape[:2])
    for bit in range(len(balls).bit_length()):
        marked = balls[(np.arange(1, len(balls) + 1) >> bit & 1) == 1]
        change = np.abs(place.image(_marked(shown, marked)) - first).sum(axis=-1)
        limit = 24.0 if strength is None else np.maximum(0.5 * strength, 12.0)
        code |= (change > limit).astype(np.int64) << bit
        greatest = np.maximum(greatest, change)
    counts = np.bincount(code.ravel(), minlength=len(balls) + 1)
    return counts[1 : len(balls) + 1], greatest


def _marked(shown: Picture, sites: Ints) -> Picture:
    """Return a picture with some balls in a colour of their own."""
    pieces = shown.pieces
    owner = np.where(np.isin(pieces.site, sites), len(shown.players), pieces.owner)
    return replace(
        shown,
        players=(*shown.players, "marked"),
        sides=(*shown.sides, _MARKED),
        pieces=type(pieces)(pieces.site, owner.astype(np.int32), pieces.kind, pieces.count),
    )
