"""What a solid is made of, planned before it is made: portions, necks, rods, size, loose groups."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

import numpy as np

from model.boards.board import Board
from model.contract.game import Position
from viewer.export.export_options import EACH, WHOLE, SolidOptions
from viewer.export.items import ExportError
from viewer.export.solid.bodies import Body, Points, dimples, ground_of_picture, pieces_of
from viewer.picture.compose.composer import base_picture
from viewer.picture.compose.ground import SINK, dimpled, top

# What joins bodies: necks where balls touch, rods between groups that do not. Pure numpy.

BOARD = -1
"""Stands for the board in a joint."""


class Joint(NamedTuple):
    """Two bodies that are joined, by their numbers; the second may be `BOARD`."""

    one: int
    other: int


def touching(board: Board, bodies: Sequence[Body]) -> Iterator[Joint]:
    """Yield the pairs of balls on neighbouring sites that touch."""
    balls = {body.site: k for k, body in enumerate(bodies) if body.is_ball}
    for site, k in balls.items():
        for beside in board.neighbours(site).tolist():
            other = balls.get(beside, -1)
            if other > k:
                apart = np.linalg.norm(np.subtract(bodies[k].centre, bodies[other].centre))
                if apart <= bodies[k].measures[0] + bodies[other].measures[0] + 1e-6:
                    yield Joint(k, other)


def groups_of(
    bodies: Sequence[Body], joints: Iterable[Joint], *, held: bool
) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of bodies that hang together, the largest group first.

    Parameters
    ----------
    joints
        Necks and rods; what stands on one site hangs together without.
    held
        Whether they stand on a board: what stands on the ground is one group then, and the first.
    """
    parent = list(range(len(bodies) + 1))
    ground = len(bodies)

    def root(k: int) -> int:
        while parent[k] != k:
            parent[k] = parent[parent[k]]
            k = parent[k]
        return k

    last: dict[int, int] = {}
    for k, body in enumerate(bodies):
        if body.site in last:
            parent[root(k)] = root(last[body.site])
        last[body.site] = k
        if held and body.stands:
            parent[root(k)] = root(ground)
    for one, other in joints:
        parent[root(one)] = root(ground if other == BOARD else other)
    found: dict[int, list[int]] = {}
    for k in range(len(bodies)):
        found.setdefault(root(k), []).append(k)
    first = root(ground)
    order = sorted(found, key=lambda r: (r != first, -len(found[r]), found[r][0]))
    return tuple(tuple(found[r]) for r in order)


def rods_between(
    bodies: Sequence[Body], groups: Sequence[Sequence[int]], board: float | None
) -> tuple[Joint, ...]:
    """Return the shortest rods that make one of several groups of balls (Prim's algorithm).

    Parameters
    ----------
    groups
        As of `groups_of`.
    board
        Height of the upper face of a board that they stand on, in ball diameters; None: none.
    """
    centres = np.array([body.centre for body in bodies])
    label = np.zeros(len(bodies), int)
    for number, group in enumerate(groups):
        label[list(group)] = number
    near = np.full(len(bodies), np.inf)
    towards = np.full(len(bodies), BOARD)
    reached = np.zeros(len(bodies), bool)
    if board is not None:
        near = centres[:, 2] - board + bodies[0].measures[0]  # as far as from centre to centre

    def reach(number: int) -> None:
        for k in groups[number]:
            away = np.linalg.norm(centres - centres[k], axis=1)
            closer = away < near - 1e-9
            near[closer], towards[closer] = away[closer], k
        reached[label == number] = True

    rods = []
    if board is None or any(bodies[k].stands for k in groups[0]):
        reach(0)
    while not reached.all():
        k = int(np.where(reached, np.inf, near).argmin())
        rods.append(Joint(k, int(towards[k])))
        reach(int(label[k]))
    return tuple(rods)


NOBODYS, BASE = "neutral", "board"
"""Names of portions that are no player's: of pieces, and of a board that lies by itself."""
MOST_TRIANGLES = 4_000_000
"""Slicers take more only with trouble."""
_FLOOR = (3.0, 0.02, 6.0)
"""The board below its dimples in millimetres: at least, as a share of its longer side, at most."""


@dataclass(frozen=True, eq=False)
class Portion:
    """One thing that can be taken in hand.

    Attributes
    ----------
    name
        `WHOLE`, the name of a player, `NOBODYS` or `BASE`.
    bodies
        What stands in it.
    ground
        The slab and what is built on it; () without a board.
    hollows
        (k, 3) centres of the balls that have dimples in the slab and are not part of it.
    necks, rods
        Pairs of its bodies.
    groups
        Numbers of its bodies that hang together (`groups_of`).
    """

    name: str
    bodies: tuple[Body, ...]
    ground: tuple[Body, ...]
    hollows: Points
    necks: tuple[Joint, ...] = ()
    rods: tuple[Joint, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()

    @property
    def box(self) -> tuple[Points, Points]:
        """The least and the greatest coordinates, in ball diameters."""
        lows, highs = zip(*(body.box for body in (*self.bodies, *self.ground)), strict=True)
        return np.min(lows, axis=0), np.max(highs, axis=0)

    @property
    def loose(self) -> tuple[tuple[int, ...], ...]:
        """The groups, where there are several, and those that the board does not hold."""
        if self.ground and self.groups and self._is_held(self.groups[0]):
            return self.groups[1:]
        return self.groups if self.ground or len(self.groups) > 1 else ()

    def _is_held(self, group: Sequence[int]) -> bool:
        members = set(group)
        return any(self.bodies[k].stands for k in group) or any(
            rod.other == BOARD and rod.one in members for rod in self.rods
        )


@dataclass(frozen=True, eq=False)
class SolidPlan:
    """A solid that can be made.

    Attributes
    ----------
    wanted
        As what it was asked for.
    players
        The names of the players.
    board
        What the pieces stand on.
    portions
        What it comes in.
    left_out
        How many pieces of each shape cannot be made solid.
    """

    wanted: SolidOptions
    players: tuple[str, ...]
    board: Board
    portions: tuple[Portion, ...]
    left_out: Mapping[str, int]

    @property
    def has_other_pieces(self) -> bool:
        """Whether some pieces are no balls: these have neither necks nor rods nor a foot."""
        return not all(body.is_ball for one in self.portions for body in one.bodies)

    def size(self, portion: Portion) -> tuple[int, int, int]:
        """Return its width, depth and height in whole millimetres, rounded up."""
        low, high = portion.box
        x, y, z = (self.wanted.ball * (high - low)).tolist()
        if not portion.ground:
            z -= self.wanted.cut
        return ceil(x - 1e-6), ceil(y - 1e-6), ceil(z - 1e-6)

    def check_triangles(self) -> None:
        """Raise ExportError where it would have more triangles than printers' programs take."""
        balls = sum(len(one.bodies) + len(one.hollows) for one in self.portions)
        joints = sum(len(one.necks) + len(one.rods) for one in self.portions)
        count = balls * self.wanted.around**2 // 2 + 6 * joints * self.wanted.around_joint
        if count > MOST_TRIANGLES:
            raise ExportError(
                f"this would have about {count / 1e6:.1f} million triangles, and "
                f"{MOST_TRIANGLES / 1e6:g} million are the most that slicers take well: choose "
                "draft quality, smaller balls or one player"
            )


def plan_of(position: Position, wanted: SolidOptions) -> SolidPlan:
    """Return how a position becomes a solid.

    Raises
    ------
    ExportError
        It cannot: one sentence says why, and what would be right.
    """
    picture = base_picture(position)
    players, board = picture.players, picture.board
    wanted.check(players)
    bodies, left_out = pieces_of(picture)
    ground = ground_of_picture(picture, _thickness(board, wanted)) if wanted.board else ()
    hollows = dimples(board) if ground and dimpled(board) else np.zeros((0, 3))
    under = ground if wanted.part != EACH else ()
    portions = [
        _portion(name, own, under, hollows, wanted, board)
        for name, own in _divided(bodies, wanted.part, players, held=bool(under))
    ]
    if ground and wanted.part == EACH:
        portions.append(Portion(BASE, (), ground, hollows))
    if not portions:
        whose = "" if wanted.part in (WHOLE, EACH) else f" of {wanted.part}"
        raise ExportError(f"no piece{whose} stands here: choose another position, or add the board")
    plan = SolidPlan(wanted, players, board, tuple(portions), left_out)
    if plan.has_other_pieces and wanted.rods:
        raise ExportError("rods join balls, and here are other pieces: a board holds those")
    if plan.has_other_pieces and wanted.foot:
        raise ExportError("a foot is cut under balls, and here are other pieces: leave it out")
    return plan


def _portion(
    name: str,
    bodies: tuple[Body, ...],
    ground: tuple[Body, ...],
    hollows: Points,
    wanted: SolidOptions,
    board: Board,
) -> Portion:
    held = bool(ground)
    necks = tuple(touching(board, bodies))
    groups = groups_of(bodies, necks, held=held)
    rods: tuple[Joint, ...] = ()
    if wanted.rods and bodies:
        rods = rods_between(bodies, groups, top(board) if held else None)
        groups = groups_of(bodies, (*necks, *rods), held=held)
    # Where a ball is part of the board nothing is hollowed out.
    filled = {body.centre for body in bodies}
    empty = [tuple(one) not in filled for one in hollows.tolist()] if held else []
    return Portion(
        name,
        bodies,
        ground,
        hollows[np.array(empty, bool)] if held else hollows[:0],
        necks,
        rods,
        groups,
    )


def _divided(
    bodies: tuple[Body, ...], part: str, players: Sequence[str], *, held: bool
) -> Iterator[tuple[str, tuple[Body, ...]]]:
    """The names of the portions and what stands in each; those in which nothing is are left out."""
    if part == WHOLE:
        found = {WHOLE: bodies}
    elif part == EACH:
        names = (*players, NOBODYS)
        found = {name: tuple(b for b in bodies if names[b.owner] == name) for name in names}
    else:
        found = {part: tuple(b for b in bodies if b.owner == players.index(part))}
    yield from ((name, own) for name, own in found.items() if own or held)


def _thickness(board: Board, wanted: SolidOptions) -> float:
    """How thick the slab is, in ball diameters."""
    least, share, most = _FLOOR
    longer = wanted.ball * (1 + float(np.ptp(board.centres[:, :2], axis=0).max()))
    below = min(most, max(least, share * longer))
    return below / wanted.ball + (SINK if dimpled(board) else 0.0)
