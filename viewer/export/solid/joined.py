"""Makes one solid of balls, necks, rods and boards: unions by Manifold, in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from model.contract.game import Stop, Stopped
from viewer.export.export_options import SolidOptions
from viewer.export.items import Tell
from viewer.export.solid.bodies import Body, mesh_of
from viewer.export.solid.joints import BOARD
from viewer.export.solid.meshes import Mesh, Points, sphere, turned
from viewer.export.solid.solid_plan import BASE, NOBODYS, Plan, Portion
from viewer.picture.compose.ground import SINK
from viewer.picture.palette import RGB

if TYPE_CHECKING:
    from manifold3d import Manifold

CLEARANCE = 0.15
"""Millimetres between a ball and the dimple of a board that it can be taken out of."""
APART = 10.0
"""Millimetres between portions that lie side by side."""
_SEAM = 0.002
"""How far what is built on a slab reaches into what is beside and below it, in ball diameters."""
_FINEST = 0.001
"""Millimetres: what is smaller is no feature, and would be lost in single precision."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A closed surface of one colour, in millimetres.

    Attributes
    ----------
    name
        Whose it is.
    colour
        Red, green and blue from 0 to 1.
    mesh
        Its surface.
    portion
        Number of the portion it belongs to.
    """

    name: str
    colour: RGB
    mesh: Mesh
    portion: int


def joined(plan: Plan, tell: Tell, stop: Stop, *, coloured: bool = False) -> tuple[Piece, ...]:
    """Return the solids of a plan, its portions side by side from the origin on.

    Parameters
    ----------
    coloured
        A portion is divided into pieces of one colour, which meet where they are joined.
    """
    workshops = [_Workshop(plan, portion) for portion in plan.portions]
    steps = sum(one.steps(coloured=coloured) for one in workshops)
    done = count()

    def begin_step() -> None:
        tell(next(done), steps, "level")
        if stop():
            raise Stopped

    found: list[Piece] = []
    east = 0.0
    for number, (portion, workshop) in enumerate(zip(plan.portions, workshops, strict=True)):
        made = list(workshop.coloured(begin_step) if coloured else workshop.whole(begin_step))
        boxes = np.array([solid.bounding_box() for _, _, solid in made])
        low, high = boxes[:, :3].min(axis=0), boxes[:, 3:].max(axis=0)
        if not portion.ground:
            low[2] += plan.wanted.cut
            made = [(n, c, one.trim_by_plane((0, 0, 1), low[2])) for n, c, one in made]
        for name, colour, solid in made:
            placed = solid.translate((east - low[0], -low[1], -low[2])).simplify(_FINEST)
            if not placed.is_empty():
                found.append(Piece(name, colour, _mesh(placed), number))
        east += high[0] - low[0] + APART
    return tuple(found)


def _mesh(solid: Manifold) -> Mesh:
    made = solid.to_mesh()
    return Mesh(np.array(made.vert_properties[:, :3], np.float64), np.array(made.tri_verts))


class _Workshop:
    """Makes the solids of a portion."""

    def __init__(self, plan: Plan, portion: Portion) -> None:
        self._plan, self._portion = plan, portion
        self._scale = plan.wanted.ball
        self._levels = sorted({round(body.centre[2], 6) for body in portion.bodies})
        self._colours = sorted({(body.owner, body.colour) for body in portion.bodies})

    def steps(self, *, coloured: bool) -> int:
        """In how many steps it is made."""
        return len(self._levels) * (len(self._colours) if coloured else 1)

    def whole(self, begin_step: Callable[[], None]) -> Iterator[tuple[str, RGB, Manifold]]:
        """Yield it as one solid."""
        portion = self._portion
        parts = self._unions(range(len(portion.bodies)), begin_step)
        if portion.ground:
            parts.append(self._board())
        yield portion.name, (*portion.bodies, *portion.ground)[0].colour, _union(parts)

    def coloured(self, begin_step: Callable[[], None]) -> Iterator[tuple[str, RGB, Manifold]]:
        """Yield a solid for each colour, none of which reaches into another."""
        portion, players = self._portion, self._plan.players
        before: list[Manifold] = []
        for owner, colour in self._colours:
            wanted = (owner, colour)
            own = [k for k, b in enumerate(portion.bodies) if (b.owner, b.colour) == wanted]
            solid = _union(self._unions(own, begin_step))
            yield players[owner] if owner >= 0 else NOBODYS, colour, _less(solid, before)
            before.append(solid)
        if portion.ground:
            yield BASE, portion.ground[0].colour, _less(self._board(), before)

    def _unions(self, own: Sequence[int], begin_step: Callable[[], None]) -> list[Manifold]:
        """Bodies with their necks and rods, a solid a level: so is least to be joined at a time."""
        bodies, found = self._portion.bodies, []
        solids: dict[float, list[Manifold]] = {level: [] for level in self._levels}
        for k in own:
            solids[round(bodies[k].centre[2], 6)].append(self._body(bodies[k]))
        for level, start, end in self._sticks(set(own)):
            solids[level].append(_stick(start, end, self._plan.wanted))
        for few in solids.values():
            begin_step()
            if few:
                found.append(_union(few))
        return found

    def _sticks(self, own: set[int]) -> Iterator[tuple[float, Points, Points]]:
        """Necks and rods of bodies: their levels and ends. What joins two owners' is halved."""
        portion, bodies, scale = self._portion, self._portion.bodies, self._scale
        necks = [(joint, True) for joint in portion.necks]
        for (one, other), short in [*necks, *((joint, False) for joint in portion.rods)]:
            if one not in own and other not in own:
                continue
            start = scale * np.array(bodies[one].centre)
            if other == BOARD:
                end = np.array([*start[:2], scale * _rooted(portion.ground[0])])
            else:
                end = scale * np.array(bodies[other].centre)
            level = round(bodies[one if one in own else other].centre[2], 6)
            middle = (start + end) / 2
            if short:  # it needs to reach into the balls, not to their middles
                start, end = (start + middle) / 2, (end + middle) / 2
            if other != BOARD and one not in own:
                start = middle
            elif other != BOARD and other not in own:
                end = middle
            yield level, start, end

    def _body(self, body: Body) -> Manifold:
        mesh = mesh_of(body.form, body.measures, self._plan.wanted.around)
        return _manifold(self._scale * (mesh.points + body.centre), mesh)

    def _board(self) -> Manifold:
        """The slab with what is built on it, less its dimples."""
        portion, wanted = self._portion, self._plan.wanted
        slab, *built = portion.ground
        solid = _union([self._body(slab), *(self._body(_melting(body)) for body in built)])
        round_one = sphere(wanted.around)
        wider = wanted.ball / 2 + (0.0 if portion.bodies else CLEARANCE)
        hollows = [
            _manifold(wider * round_one.points + self._scale * centre, round_one)
            for centre in portion.hollows
        ]
        return _less(solid, hollows)


def _manifold(points: Points, mesh: Mesh) -> Manifold:
    from manifold3d import Manifold, Mesh64

    return Manifold(Mesh64(points, mesh.triangles.astype(np.uint64)))


def _rooted(slab: Body) -> float:
    """Where rods end in a slab: halfway between its dimples, in which some stand, and its foot."""
    return slab.centre[2] - SINK / 2


def _melting(body: Body) -> Body:
    """What is built on a slab, a little larger: with what is below and beside it is one then."""
    if body.form == "cell":
        half, *outline = body.measures
        return replace(body, measures=(half + _SEAM, *outline))
    wide, deep, half, worn = body.measures
    beside = _SEAM if body.form == "block" else 0.0
    return replace(body, measures=(wide + beside, deep + beside, half + _SEAM, worn))


def _stick(start: Points, end: Points, wanted: SolidOptions) -> Manifold:
    """A round rod from one place to another."""
    along = end - start
    long = float(np.linalg.norm(along))
    along = along / long
    aside = np.cross(along, np.eye(3)[np.abs(along).argmin()])
    aside /= np.linalg.norm(aside)
    rod = turned(((wanted.joint / 2, 0.0), (wanted.joint / 2, long)), wanted.around_joint)
    frame = np.stack([aside, np.cross(along, aside), along])
    return _manifold(rod.points @ frame + start, rod)


def _union(solids: Sequence[Manifold]) -> Manifold:
    from manifold3d import Manifold, OpType

    found = Manifold.batch_boolean(solids, OpType.Add)
    found.num_tri()  # it works when it is asked for something
    return found


def _less(solid: Manifold, others: Sequence[Manifold]) -> Manifold:
    from manifold3d import Manifold, OpType

    return Manifold.batch_boolean([solid, *others], OpType.Subtract)
