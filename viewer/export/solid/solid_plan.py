"""What a solid is made of, planned before it is made: portions, necks, rods, size, loose groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from model.boards.board import Board
from model.contract.game import Position
from viewer.export.export_options import EACH, WHOLE, SolidOptions
from viewer.export.items import ExportError
from viewer.export.solid.bodies import Body, dimples, ground_of_picture, pieces_of
from viewer.export.solid.joints import BOARD, Joint, groups_of, rods_between, touching
from viewer.export.solid.meshes import Points
from viewer.picture.compose.composer import standing
from viewer.picture.compose.ground import SINK, dimpled, top

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
class Plan:
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


def plan_of(position: Position, wanted: SolidOptions) -> Plan:
    """Return how a position becomes a solid.

    Raises
    ------
    ExportError
        It cannot: one sentence says why, and what would be right.
    """
    picture = standing(position)
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
    plan = Plan(wanted, players, board, tuple(portions), left_out)
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
    necks = touching(board, bodies)
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
