"""sight: how much is seen of what is chosen in the scene, with its focus and without.

What is chosen in positions that the engine has played is looked at from all round, and its balls
are told by the pixels that are drawn: the same frame comes twice, once with the balls dark and once
with them light. Where half the difference that they make alone comes through, they are seen. Alone
they are told apart by codes: a frame more for each bit of a ball's number. Without
focus, the best view is compared with the standard one.

``python -m benchmarks.sight [--quick] [--json]`` measures fewer positions, or writes each row as
JSON. What a frame costs is measured last, with one process.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import chain
from math import asin, ceil, degrees, radians, sin, sqrt
from random import Random
from statistics import fmean, median

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace as replace_view

from benchmarks import scenes
from benchmarks.rows import Row, line, medians
from model.boards.board import Board
from model.boards.lattice import CORNERS
from model.contract.game import Pieces, Position
from model.contract.search import Budget
from model.games.partition.kind import KIND
from model.games.partition.position import PLAYERS
from model.play.batch import pool
from model.play.levels import LOWEST, level_of
from model.play.opponent import Opponent, engine_for
from model.records.view import Camera
from viewer.games.registry import game_view_of
from viewer.picture.compose.composer import base_picture
from viewer.picture.picture import Picture
from viewer.picture.visibility.best_view import best_views
from viewer.picture.visibility.focus import FOCUS_EDGE, focus_of, focus_spheres
from viewer.picture.visibility.hiding import BALL_RADIUS
from viewer.picture.visibility.visible import group_at, owners, visible_in
from viewer.scene import camera as cameras
from viewer.scene.hidden import unseen
from viewer.scene.offscreen import Image, Offscreen, RenderError
from viewer.visuals.overlay_types import Sheet, Tube

Float64 = npt.NDArray[np.float64]
Int64 = npt.NDArray[np.int64]
Int16 = npt.NDArray[np.int16]
Mask = npt.NDArray[np.bool_]

SIZES = (8, 5, 12, 6, 10, 7, 11, 9)
POSITIONS, DIRECTIONS = 50, 72
QUICK_POSITIONS, QUICK_DIRECTIONS = 6, 12
STOPS = (1 / 2, 2 / 3)
"""How much of a game has been played."""
LOW, HIGH = 5.0, 85.0
"""Degrees above the base from which is looked."""
WIDTH, HEIGHT = 400, 300
CORES = 2
KINDS = ("group", "explanation", "point", "move")
RINGED = ("group", "explanation")
"""What makes rings of all other balls where there is no focus."""
FEWEST = 12
"""Pixels of a ball that counts, where what is chosen is drawn alone."""
CONTRAST = 24
"""How much a ball's pixel has to change, of 255; its rim, its ring and its groove do not."""
ALIKE = 2
"""Steps of a colour by which two shaders that draw the same may differ."""
TOUCHES = 1e-4
"""How near to a ball's edge a line of sight touches it, in ball diameters."""
LIGHT, DARK = 1, 2
"""Plies of balls whose colours are far apart."""
TIMED, TURNS, MOST = (6, 20, 50), 8, 1.15
"""Sizes whose frames are timed, how many frames at once, the ratio that is good enough."""
GROUPS, TOUCHED = 40, 3
"""How many balls are drawn for the group that is timed, and how many touch the point."""
STYLES = ("sheet", "tether", "line", "escape")
Sides = tuple[str, float, float]
"""A kind, and which share of a thing is half seen from the standard view and from the best one."""


@dataclass(frozen=True, eq=False)
class Thing:
    """What is chosen in a position.

    Attributes
    ----------
    kind
        Of `KINDS`.
    picture
        The position with it, without a focus.
    balls
        (k,) the sites of its balls.
    """

    kind: str
    picture: Picture
    balls: Int64


@dataclass(frozen=True, eq=False)
class Sighting:
    """What was seen of a thing from d directions.

    Attributes
    ----------
    kind
        Of the thing.
    alone
        (d, k) pixels of each ball where nothing else is drawn.
    plain, ringed, focused
        (d, k) pixels of each ball among all others: drawn in full, as rings, with its focus.
    beyond
        (d,) pixels that its focus changes farther from it than its soft edge.
    """

    kind: str
    alone: Int64
    plain: Int64
    ringed: Int64
    focused: Int64
    beyond: Int64

    def shares(self, seen: Int64, least: float) -> list[float]:
        """Return the share of the balls seen by more than `least`, of each direction."""
        counted = self.alone >= FEWEST
        found = counted & (seen >= np.maximum(least * self.alone, 1))
        there = counted.any(axis=1)
        shares: list[float] = (found.sum(axis=1)[there] / counted.sum(axis=1)[there]).tolist()
        return shares


# -- what is looked at, and from where -------------------------------------------------------------


def position(number: int) -> tuple[Position, int]:
    """Return a position and the site of its last ball; the same for the same number.

    Two positions are of one game, which the engine plays at its lowest level against itself.
    """
    played, stop = divmod(number, len(STOPS))
    game = KIND.game(SIZES[played % len(SIZES)], "free")
    engine, level = engine_for(game), level_of(KIND, LOWEST)
    opponent = Opponent(engine, level, Budget(level.nodes, seed=played))
    line: list[tuple[Position, str]] = [(game.start(), "")]
    while line[-1][0].outcome is None:
        move, _ = opponent.think(line[-1][0])
        line.append((line[-1][0].play(move), move))
    reached, move = line[ceil(STOPS[stop] * (len(line) - 1))]
    return reached, game.board.index(move)


def things(reached: Position, last: int, number: int) -> Iterator[Thing]:
    """Yield what is chosen in a position, one of each kind that it has."""
    rng = Random(number)
    shown = base_picture(reached)
    shown = replace(shown, last=last, view=replace_view(shown.view, labels=False))
    board, stands = shown.board, sorted(shown.pieces.site.tolist())
    occupied = np.zeros(len(board), bool)
    occupied[stands] = True
    view = replace_view(shown.view, selected=board.names[rng.choice(stands)])
    group = replace(shown, view=view)
    yield Thing("group", group, np.flatnonzero(group_at(group, view.selected)))
    for style in (*STYLES, *STYLES)[number % len(STYLES) :][: len(STYLES)]:
        if found := _explained(reached, shown, style, occupied):
            yield rng.choice(found)
            break
    table = board.neighbour_table
    near = {
        site: beside
        for site in np.flatnonzero(~occupied).tolist()
        if len(beside := [one for one in table[site].tolist() if one >= 0 and occupied[one]])
    }
    point = rng.choice(list(near))
    yield Thing("point", replace(shown, hover=point), np.array(near[point]))
    yield Thing("move", shown, np.array([last]))


def _explained(reached: Position, shown: Picture, style: str, occupied: Mask) -> list[Thing]:
    """Everything the Why dock lays over a position that has a part of a style."""
    explainer, found = game_view_of(reached).explainer, []
    assert explainer is not None
    for corner in CORNERS:
        for player in PLAYERS:
            laid = explainer.overlays(reached, f"corner={corner}:{player}", None, plans=False)
            parts = [one for one in laid if isinstance(one, Sheet | Tube)]
            styles = {one.style if isinstance(one, Tube) else "sheet" for one in parts}
            balls = sorted({site for one in parts for site in one.sites if occupied[site]})
            if style in styles and balls:
                picture = replace(shown, overlays=laid)
                found.append(Thing("explanation", picture, np.array(balls)))
    return found


def directions(board: Board, number: int, aspect: float = WIDTH / HEIGHT) -> list[Camera]:
    """Return cameras evenly spread over the upper half-sphere, fitted to a board."""
    low, high = sin(radians(LOW)), sin(radians(HIGH))
    turn = 180 * (3 - sqrt(5))  # the golden angle
    heights = [low + (high - low) * (k + 0.5) / number for k in range(number)]
    ways = [Camera((k * turn) % 360, degrees(asin(heights[k]))) for k in range(number)]
    return [cameras.fitted(way, board, aspect=aspect) for way in ways]


# -- what is seen ----------------------------------------------------------------------------------


def sighting(place: Offscreen, thing: Thing, ways: Sequence[Camera]) -> Sighting:
    """Return what is seen of a thing from some directions.

    Parameters
    ----------
    place
        Where its frames are drawn, `WIDTH` by `HEIGHT`.
    ways
        Fitted to the board.
    """
    shown, balls = thing.picture, thing.balls
    draw = partial(_frames, place, balls, ways)
    none, every = np.zeros(len(balls), bool), np.ones(len(balls), bool)
    ball, contrast = _alone(draw, thing)

    def counted(there: Sequence[Mask]) -> Int64:
        pixels = [
            np.bincount(numbers[seen], minlength=len(balls) + 1)[1:]
            for numbers, seen in zip(ball, there, strict=True)
        ]
        return np.array(pixels)

    def seen(picture: Picture, dark: Sequence[Image]) -> Int64:
        light = draw(picture, every)
        changes = [_change(one, other) for one, other in zip(light, dark, strict=True)]
        return counted([2 * change >= own for change, own in zip(changes, contrast, strict=True)])

    bare = replace(shown, view=replace_view(shown.view, dim=False))
    closed = list(draw(bare, none))
    plain = ringed = seen(bare, closed)
    if thing.kind in RINGED:
        ringed = seen(shown, list(draw(shown, none)))
    focused = replace(shown, focus=focus_of(shown))
    opened = list(draw(focused, none))
    beyond = [
        changed_beyond(focused, way, one, other)
        for way, one, other in zip(ways, opened, closed, strict=True)
    ]
    return Sighting(
        thing.kind,
        counted([numbers > 0 for numbers in ball]),
        plain,
        ringed,
        seen(focused, opened),
        np.array(beyond),
    )


def _alone(draw: Callable[[Picture, Mask], Iterator[Image]], thing: Thing) -> tuple[Int16, Int16]:
    """Return which ball each pixel shows where a thing is alone, and its change with the colour.

    Both are (d, height, width): the ball's place among those of the thing from 1, or 0.
    """
    shown, balls = thing.picture, thing.balls
    chosen = np.isin(shown.pieces.site, balls)
    columns = (shown.pieces.site, shown.pieces.owner, shown.pieces.kind, shown.pieces.count)
    pieces = Pieces(*(column[chosen] for column in columns))
    alone = replace(shown, pieces=pieces, view=replace_view(shown.view, ghosts="off"))
    dark = list(draw(alone, np.zeros(len(balls), bool)))
    ball = np.zeros((len(dark), HEIGHT, WIDTH), np.int16)
    contrast = np.zeros_like(ball)
    numbers = np.arange(1, len(balls) + 1)
    for bit in range(len(balls).bit_length()):
        light = draw(alone, (numbers >> bit & 1).astype(bool))
        for k, (one, other) in enumerate(zip(light, dark, strict=True)):
            change = _change(one, other)
            ball[k] |= (change >= CONTRAST).astype(np.int16) << bit
            np.maximum(contrast[k], change, out=contrast[k])
    return ball, contrast


def _change(light: Image, dark: Image) -> Int16:
    """How much each pixel has changed: in green, where colours of both sides change the most."""
    change: Int16 = np.abs(light[..., 1].astype(np.int16) - dark[..., 1])
    return change


def _frames(
    place: Offscreen, balls: Int64, ways: Sequence[Camera], shown: Picture, light: Mask
) -> Iterator[Image]:
    """Yield the frames of a picture from everywhere, some of its balls light, all others dark."""
    plies = np.full(len(shown.board), DARK, np.int32)
    plies[balls[light]] = LIGHT
    view = replace_view(shown.view, colour="move")
    for way in ways:
        yield place.image(replace(shown, plies=plies, view=replace_view(view, camera=way)))


def changed_beyond(focused: Picture, way: Camera, one: Image, other: Image) -> int:
    """Count the pixels of two frames that differ farther from what is in focus than its edge.

    Where a line of sight touches a ball, its edge goes through the middle of a pixel, and it may
    fall to either side.
    """
    differs = (np.abs(one.astype(np.int16) - other) > ALIKE).any(axis=2)
    centres, found = focused.board.centres[focused.pieces.site], 0
    for row, column in np.argwhere(differs & ~silhouette(focused, way, FOCUS_EDGE)).tolist():
        x, y = (column + 0.5) / WIDTH * 2 - 1, 1 - (row + 0.5) / HEIGHT * 2
        eye, ray = cameras.sight_line(way, x, y, WIDTH / HEIGHT)
        aside = np.linalg.norm(np.cross(centres - eye, ray), axis=1)
        found += not (np.abs(aside - BALL_RADIUS) < TOUCHES).any()
    return found


def silhouette(focused: Picture, way: Camera, edge: float) -> Mask:
    """Return the pixels in whose line of sight something lies that is kept in sight.

    Parameters
    ----------
    edge
        By how much it is grown, in ball diameters.
    """
    found = np.zeros((HEIGHT, WIDTH), bool)
    spheres = focus_spheres(focused, owners(focused.board, focused.pieces), visible_in(focused))
    assert way.centre is not None
    assert way.distance is not None
    back, up, right = cameras.frame(way.azimuth, way.elevation)
    towards = spheres.centres - (np.array(way.centre) + way.distance * back)
    high = cameras.parallel_scale(way.distance) / way.distance
    across = ((np.arange(WIDTH) + 0.5) / WIDTH * 2 - 1) * high * WIDTH / HEIGHT
    down = (1 - (np.arange(HEIGHT) + 0.5) / HEIGHT * 2) * high
    for (x, y, ahead), radius in zip(
        towards @ np.array([right, up, -back]).T, spheres.radii, strict=True
    ):
        wide = 1.2 * (radius + edge) / ahead  # more than what it covers beside the middle
        columns = slice(*np.searchsorted(across, (x / ahead - wide, x / ahead + wide)))
        rows = slice(*np.searchsorted(-down, (-y / ahead - wide, -y / ahead + wide)))
        u, v = across[None, columns], down[rows, None]
        along = (x * u + y * v + ahead) ** 2 / (u * u + v * v + 1)
        found[rows, columns] |= x * x + y * y + ahead * ahead - along < (radius + edge) ** 2
    return found


# -- the table -------------------------------------------------------------------------------------


def from_both(place: Offscreen, thing: Thing) -> Iterator[Sides]:
    """Yield what is half seen from the standard view and from the best one, without focus."""
    shown = thing.picture
    home = cameras.fitted_to(shown, WIDTH / HEIGHT)
    best = best_views(shown, thing.balls.tolist(), home)[0]
    aimed = Camera(best.azimuth, best.elevation)
    seen = sighting(place, thing, [home, cameras.fitted(aimed, shown.board, aspect=WIDTH / HEIGHT)])
    shares = seen.shares(seen.plain, 0.5)
    if len(shares) == 2:
        yield thing.kind, shares[0], shares[1]


def looked_at(ways: int, number: int) -> tuple[list[Sighting], list[Sides]]:
    """Return what is seen of everything that is chosen in a position, in a process of its own."""
    os.environ.setdefault("LP_NUM_THREADS", "1")  # each process has its core
    reached, last = position(number)
    place = Offscreen((WIDTH, HEIGHT))
    try:
        aimed = directions(reached.game.board, ways)
        chosen = list(things(reached, last, number))
        sides = [two for thing in chosen for two in from_both(place, thing)]
        return [sighting(place, thing, aimed) for thing in chosen], sides
    finally:
        place.close()


def measure(positions: int = POSITIONS, ways: int = DIRECTIONS) -> Iterator[Row]:
    """Yield rows for each kind of thing that is chosen, then what changes beyond it."""
    try:
        with pool(CORES) as workers:
            found = list(workers.map(partial(looked_at, ways), range(positions)))
    except RenderError as reason:
        yield Row("what is chosen", None, note=str(reason))
        return
    yield from rows_of(list(chain(*(seen for seen, _ in found))))
    yield from best_rows(list(chain(*(sides for _, sides in found))))
    yield from _frame_rows()


def best_rows(found: Sequence[Sides]) -> Iterator[Row]:
    """Yield what is half seen of each kind from the best view, beside the standard one."""
    for kind in KINDS:
        some = [sides[1:] for sides in found if sides[0] == kind]
        if some:
            home, best = (fmean(shares) for shares in zip(*some, strict=True))
            half = " and ".join(
                f"{100 * median(shares):.0f} %" for shares in zip(*some, strict=True)
            )
            what, note = f"{kind}, from the best view", f"medians {half}"
            yield Row(what, best, "standard view", home, note=note, unit="%")


def _frame_rows() -> Iterator[Row]:
    """Yield what a frame of a turning pyramid costs with something in focus, beside one without.

    It is drawn as the window does it while things move. Half the points are filled at random.
    Groups are the middle one by size and the largest of some.
    """
    place = Offscreen((scenes.WIDTH, scenes.HEIGHT))
    place.stage.is_orbiting(True)
    place.stage.leave_out_hidden()
    unseen.load()

    def turn(shown: Picture, ways: Sequence[Camera]) -> None:
        for way in ways:
            place.image(replace(shown, view=replace_view(shown.view, camera=way)))

    try:
        for size in TIMED:
            shown = base_picture(scenes.undecided(size, 0.5))
            shown = replace(shown, view=replace_view(shown.view, labels=False, dim=False))
            board, rng = shown.board, Random(size)
            stands = sorted(shown.pieces.site.tolist())
            groups = {}
            for site in rng.sample(stands, min(len(stands), GROUPS)):
                group = replace(shown, view=replace_view(shown.view, selected=board.names[site]))
                groups[len(focus_of(group) or ())] = group
            sizes = sorted(groups)
            empty = np.setdiff1d(np.arange(len(board)), stands)
            deep = empty[np.isin(board.neighbour_table[empty], stands).sum(axis=1) >= TOUCHED]
            point = replace(shown, hover=rng.choice(deep.tolist()))
            move = replace(shown, last=rng.choice(stands))
            ways = directions(board, TURNS, scenes.WIDTH / scenes.HEIGHT)
            for chosen in (move, point, groups[sizes[len(sizes) // 2]], groups[sizes[-1]]):
                focused = replace(chosen, focus=focus_of(chosen))
                ours, theirs = medians(partial(turn, focused, ways), partial(turn, chosen, ways))
                balls = f"{len(focused.focus or ())} of {len(stands)} chosen"
                what = f"a frame, N={size}, {balls}"
                yield Row(what, ours / TURNS, "without focus", theirs / TURNS, most=MOST)
    finally:
        place.close()


def rows_of(found: Sequence[Sighting]) -> Iterator[Row]:
    """Yield the rows of what was seen; a share is the mean of what it is in each frame."""
    for kind in KINDS:
        some = [one for one in found if one.kind == kind]
        for what, least, missing in (("half seen", 0.5, False), ("not seen", 0.0, True)):

            def share(
                pixels: Callable[[Sighting], Int64],
                some: Sequence[Sighting] = some,
                least: float = least,
                missing: bool = missing,
            ) -> float | None:
                shares = [each for one in some for each in one.shares(pixels(one), least)]
                seen = fmean(shares) if shares else None
                return 1 - seen if missing and seen is not None else seen

            ours = share(lambda one: one.focused)
            note = "" if some else "no position has one"
            beside = [("without focus", share(lambda one: one.plain))]
            if kind in RINGED:
                beside.append(("others as rings", share(lambda one: one.ringed)))
            for name, theirs in beside:
                yield Row(f"{kind}, {what}", ours, name, theirs, note=note, unit="%")
    beyond = float(sum(one.beyond.sum() for one in found))
    yield Row("pixels changed beyond its edge", beyond, longest=0.0, unit="")


def main() -> None:
    """Print the table, or each row as JSON."""
    parser = argparse.ArgumentParser("sight", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer positions and directions")
    parser.add_argument("--json", action="store_true", help="a line for each row")
    given = parser.parse_args()
    few = (QUICK_POSITIONS, QUICK_DIRECTIONS)
    for row in measure(*few) if given.quick else measure():
        told = json.dumps(asdict(row) | {"ratio": row.ratio}) if given.json else line(row)
        print(told, flush=True)


if __name__ == "__main__":
    main()
