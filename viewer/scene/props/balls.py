"""The balls: solids, rings, the pale hull off the working layer, and points as dots or shells.

Here it is also found out which balls are hidden (the kernels take a heap of them as arrays), and
how much of the sky each sees past those around it, for pictures at rest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import pi, sqrt

import numpy as np
import numpy.typing as npt

from model.boards.board import Board
from viewer.picture.palette import rgb
from viewer.picture.picture import Picture
from viewer.picture.visibility.focus import (
    SPHERES,
    TOUCHING,
    CoveringBalls,
    Spheres,
    covering,
    focus_spheres,
)
from viewer.picture.visibility.hiding import Float32, Float64, Int32, Mask, Visible
from viewer.picture.visibility.visible import EMPTY
from viewer.scene.hidden import unseen
from viewer.scene.hidden.hiding_kernels import COVERS, DRAWN, NOT_DRAWN, Parts, seen_balls
from viewer.scene.hidden.outlines import FrameView
from viewer.scene.props.appearance import (
    Appearance,
    ball_appearance,
    heart,
    point_appearance,
    pour_of,
    round_sites,
    whole,
)
from viewer.scene.props.impostors import Layer, Order, QuadAnchors, SceneLayers
from viewer.scene.sight import Sight

LENS_RADIUS = 2.5
"""Around the line of sight through the lens site, in ball diameters."""
ROOM = 0.5
"""Up to this radius nothing on one site reaches what is on another."""
SWELLS = 1.6
"""How many times as large a pour makes the points it reaches (shaders/ball.vert)."""


@dataclass(frozen=True, eq=False)
class Heap:
    """What stands on the sites of a lattice.

    Attributes
    ----------
    centres, radii, parts
        (n, 3), (n,) and (n,) of the sites (`viewer.scene.hidden.hiding_kernels`).
    solid
        (n,) bool: a ball drawn in full stands there.
    lens
        The place that a lens opens the view to.
    """

    centres: Float64
    radii: Float64
    parts: Parts
    solid: Mask
    lens: Float64 | None

    def parts_for(self, look: FrameView) -> Parts:
        """Return the parts they play: what a lens may look through covers nothing."""
        if self.lens is None:
            return self.parts
        sight = np.array(look.forward) if look.parallel else self.lens - np.array(look.eye)
        sight /= np.linalg.norm(sight)
        aside = self.centres - self.lens
        beside = np.linalg.norm(aside - np.outer(aside @ sight, sight), axis=1)
        parts = self.parts.copy()
        parts[(parts == COVERS) & (beside < 1.01 * LENS_RADIUS)] = DRAWN
        return parts


def heap_of(
    picture: Picture, visible: Visible, balls: Appearance, points: Appearance
) -> Heap | None:
    """Return the heap of a picture; None where it is none of touching balls.

    Parameters
    ----------
    balls, points
        How they are drawn, and which.
    """
    board = picture.board
    if board.neighbour_table.shape[1] != TOUCHING:
        return None
    n = len(board)
    round_ones = round_sites(picture)
    solid = np.zeros(n, bool)
    solid[balls.solid] = True
    solid &= round_ones
    lines = np.concatenate([balls.ringed, balls.faded])
    lines = lines[round_ones[lines]]
    radii = np.full(n, ROOM)
    radii[solid] = balls.state[solid, 2]
    radii[lines] = balls.state[lines, 2]
    swells = 1.0 if pour_of(picture) is None else SWELLS
    radii[points.solid] = swells * points.state[points.solid, 2]
    parts = np.full(n, NOT_DRAWN, np.uint8)
    parts[lines] = DRAWN
    opaque = solid & whole(board, visible) & (balls.tint[:, 3] >= 1)
    parts[solid] = np.where(opaque[solid], COVERS, DRAWN)
    parts[points.solid] = DRAWN
    if radii.max() > ROOM:  # glassy points in a pour reach into others
        return None
    lens = picture.view.lens
    place = visible.centres[board.index(lens)] if lens and lens in board else None
    return Heap(np.array(visible.centres), radii, parts, solid, place)


DIRECTIONS = 48
REACH = (1.75, 2.5, 3.5, 4.75)
"""Where on its way a ray meets balls, in ball diameters: beyond those that touch, which the shader
knows."""
PAST_A_BALL, PAST_THE_GROUND = 0.42, 0.80
"""What is left of the light where a ray meets one, a second one, and so on."""
_ROOM = 6
"""Empty cells around the lattice: no ray leaves it by more."""


def sky_light(board: Board, solid: Mask) -> Float32:
    """Return the sky as balls on the sites see it.

    The rays of all balls go the same ways over the lattice, so each step is one look into a table.

    Parameters
    ----------
    board
        Where other than on a lattice of touching balls everything is seen.
    solid
        (n,) bool the balls that hide it.

    Returns
    -------
    Float32
        (n, 4): a slope (x, y, z) and, last, a mean. What a surface with unit normal m sees of the
        sky is mean + 2/3 slope . m, with the first spherical harmonics (Ramamoorthi and Hanrahan,
        "An efficient representation for irradiance environment maps", 2001).
    """
    seen = np.zeros((len(board), 4), np.float32)
    seen[:, 3] = 1.0
    if not len(board) or board.neighbour_table.shape[1] != TOUCHING:
        return seen
    # Cells of the lattice: (x + z/2, y + z/2, z / sqrt 2) are the centres.
    cells = _cells(board.centres - board.centres.min(axis=0) * (0, 0, 1))
    cells -= cells.min(axis=0)
    shape = cells.max(axis=0) + 1 + 2 * _ROOM
    passing = np.ones(tuple(shape), np.float32)
    passing[:, :, :_ROOM] = PAST_THE_GROUND
    at = cells + _ROOM
    passing[tuple(at[solid].T)] = PAST_A_BALL
    table, places = passing.ravel(), np.ravel_multi_index(tuple(at.T), tuple(shape))
    ways = _around(DIRECTIONS)
    steps = _cells(np.multiply.outer(REACH, ways).reshape(-1, 3)) @ (
        shape[1] * shape[2],
        shape[2],
        1,
    )
    total = np.zeros((len(board), 4))
    for way, ahead in zip(ways, steps.reshape(len(REACH), -1).T, strict=True):
        left = table[places + ahead[:, None]].prod(axis=0)
        total[:, :3] += 3.0 * left[:, None] * way
        total[:, 3] += left
    seen[:] = total / len(ways)
    return seen


def _cells(
    points: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return the lattice coordinates nearest to points."""
    z = points[:, 2] * sqrt(2.0)
    found = np.stack([points[:, 0] - z / 2, points[:, 1] - z / 2, z], axis=1)
    return np.rint(found).astype(np.int64)


def _around(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return (count, 3) unit vectors spread evenly: a spiral from pole to pole."""
    k = np.arange(count) + 0.5
    z = 1.0 - 2.0 * k / count
    turn = pi * (1.0 + sqrt(5.0)) * k
    r = np.sqrt(1.0 - z * z)
    return np.stack([r * np.cos(turn), r * np.sin(turn), z], axis=1)


RIMMED = 1.10
"""Radius of the rim that a pour lays round a ball, in radii of the ball."""
MANY = 150
"""From so many balls and points on it pays to find out which are hidden."""


BEHIND = tuple(f"behind{number}" for number in range(SPHERES))
"""Attributes of a ball that is opened: the spheres behind it (shaders/ball.vert)."""


class Openings:
    """The balls that lie before what is kept in sight: solid beside it, outlines before it.

    Attributes
    ----------
    sites
        (m,) which they are from where the eye is, in order.
    outlines
        The layer of what is seen through, drawn after explanations; of two outlines the nearer one
        hides the other.
    """

    def __init__(self, scene: SceneLayers) -> None:
        names = ("tint", "state", "heaven", "ink", *BEHIND)
        self._solid = Layer(scene, "ball", attributes=names)
        self.outlines = Layer(scene, "ball", attributes=names, opaque=False)
        scene.renderer.AddActor(self._solid.actor)
        self._spheres: Spheres | None = None
        self._seen_from: tuple[object, ...] = ()
        self._found: CoveringBalls | None = None
        self._order: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self.sites: npt.NDArray[np.int64] = np.zeros(0, np.int64)

    def draw(
        self, picture: Picture, owner: Int32, visible: Visible, look: Appearance, lift: Float64
    ) -> None:
        """Keep in sight what `picture` says; `look` and `lift` are those of all balls."""
        self._spheres = None
        if picture.focus:
            spheres = focus_spheres(picture, owner, visible)
            self._spheres = spheres if len(spheres.sites) else None
        self._board, self._centres = picture.board, visible.centres
        self._look, self._lift = look, lift
        round_ones = round_sites(picture)
        self._solids = look.solid[round_ones[look.solid]]
        self._palette = picture.palette
        self._heaven = np.zeros((len(owner), 4), np.float32)
        self._heaven[:, 3] = 1.0
        self._seen_from, self._found = (), None

    @property
    def focus(self) -> npt.NDArray[np.int64]:
        """The sites that are kept in sight."""
        return np.zeros(0, np.int64) if self._spheres is None else self._spheres.sites

    def features(self, *features: str) -> None:
        """Switch effects of the shader on, as for all balls."""
        self._solid.features("FOCUS", *features)
        self.outlines.features("FOCUS", "OUTLINE", *features)

    def see_sky(self, heaven: Float32) -> None:
        """Hear how much of the sky each ball sees."""
        self._heaven, self._seen_from, self._found = heaven, (), None

    def look_from(self, sight: Sight) -> None:
        """Find out what lies before it from where the eye is."""
        if self._spheres is None:
            if len(self.sites):
                self.sites = self._order = self.sites[:0]
                self._solid.choose(self.sites)
                self.outlines.show_like(self._solid)
            return
        seen_from = (*sight.eye.tolist(), *sight.forward.tolist(), sight.along is None)
        if seen_from == self._seen_from:
            return
        self._seen_from = seen_from
        found = covering(
            self._spheres,
            self._solids,
            self._centres,
            sight.eye,
            sight.forward,
            parallel=sight.along is not None,
        )
        self._order = np.argsort(-sight.far(self._centres[found.sites]), kind="stable")
        before = self._found
        if (
            before is not None
            and np.array_equal(before.sites, found.sites)
            and np.array_equal(before.spheres, found.spheres)
        ):
            return  # from a little aside it is the same
        self._found, self.sites = found, found.sites
        room = self._solid.places.count
        if len(self.sites) >= room:  # buffers grow, and are filled anew from frame to frame
            room = 2 * len(self.sites) + 1
            spare = np.repeat(self._board.centres[:1], room, axis=0)
            self._solid.place(QuadAnchors(spare, np.zeros(room)))
        self._solid.places.move(self._board.centres[self.sites], self._lift[self.sites])
        self._solid.paint("tint", self._look.tint[self.sites])
        self._solid.paint("state", self._look.state[self.sites])
        self._solid.paint("heaven", self._heaven[self.sites])
        ink = self._look.tint[self.sites]
        ink[:, :3] = self._palette.lines(ink[:, :3])
        self._solid.paint("ink", ink)
        for number, name in enumerate(BEHIND):
            self._solid.paint(name, found.spheres[:, number])
        self._solid.choose(np.arange(len(self.sites)))
        self.outlines.show_like(self._solid)

    def draw_only(self, seen: npt.NDArray[np.integer] | None = None) -> None:
        """Draw those alone that are among some sites, or all."""
        order = self._order
        if seen is not None:
            order = order[np.isin(self.sites[order], seen)]
        self._solid.draw_only(order)
        self.outlines.draw_only(order[::-1])


class Balls:
    """All balls and points of the board. Geometry is made once a board."""

    def __init__(self, scene: SceneLayers) -> None:
        self._scene = scene
        self._board: Board | None = None
        self._centres: Float64 = np.zeros((0, 3))
        self._hiding: Mask = np.zeros(0, bool)
        self._sky_seen: tuple[Mask, tuple[int, ...]] | None = None
        self._heap: Callable[[], Heap | None] = _none
        self._looked: FrameView | None = None
        self._rings_for: Sight | None = None
        self._sight: Sight | None = None
        self.solids = Layer(scene, "ball", attributes=("tint", "state", "heaven"), windowed=True)
        # Told apart from behind by the gaps that nearer ones leave in them: drawn from the front.
        self.rings = Layer(scene, "ball", opaque=False)
        self.points = Layer(scene, "ball", features=("PLAIN", "DOT"), opaque=False, depth=False)
        # Off the working layer: first only depth, then one layer of colour over it, so that a
        # heap of faded balls is one pale hull and no fog.
        self.hull = Layer(scene, "ball", features=("UNSEEN", "PLAIN"), opaque=False)
        self.faded = Layer(scene, "ball", opaque=False, depth=False)
        # A pour rims the balls it reaches with gold: mixed with blue, gold would be brown.
        self.rims = Layer(scene, "ball", opaque=False, depth=False)
        self._lift: Float64 = np.zeros(0)
        self._steps: Float32 = np.zeros(0, np.float32)
        self._layers = (self.solids, self.rings, self.points, self.hull, self.faded, self.rims)
        self.ringed: tuple[int, ...] = ()
        for layer in self._layers:
            if layer is not self.rings:  # laid over explanations
                scene.renderer.AddActor(layer.actor)
        # After the solids: edges that are blended show what is behind them, and not the sky.
        self._openings = Openings(scene)
        self.outlines = self._openings.outlines

    def draw(self, picture: Picture, owner: Int32, visible: Visible) -> None:
        """Show the balls and points of `picture`."""
        board, view = picture.board, picture.view
        if board is not self._board:
            self._board = board
            level = board.layers.get("level")
            self._lift = np.zeros(len(board)) if level is None else np.subtract(level, 1.0)
            places = QuadAnchors(board.centres, self._lift)
            for layer in self._layers:
                layer.place(places)
            self._sky_seen = None
        self._centres = visible.centres
        self._switch(picture, visible)
        found = ball_appearance(picture, owner, visible)
        balls = round_sites(picture)
        solid, faded = found.solid[balls[found.solid]], found.faded[balls[found.faded]]
        ringed = found.ringed[balls[found.ringed]]
        self.ringed = tuple(found.ringed.tolist())
        self._hiding = (owner != EMPTY) & visible.shown & visible.on_layer
        self._hiding[slice(None) if view.explode else ringed] = False
        standing = np.concatenate([ringed, solid])
        # A lens makes rings of some of the solids.
        rings = standing if view.lens in board else ringed
        lines = found.tint.copy()
        lines[rings, :3] = picture.palette.lines(lines[rings, :3])
        for layer, tint, chosen in (
            (self.solids, found.tint, solid),
            (self.rings, lines, rings),
            (self.hull, found.tint, faded),
            (self.faded, found.tint, faded),
        ):
            if len(chosen):
                layer.paint("tint", tint)
                layer.paint("state", found.state)
            layer.choose(chosen)
        self._steps = np.full(len(board), -1, np.float32)
        self._steps[standing] = found.state[standing, 3]
        self._rim(picture, found)
        dots = point_appearance(picture, owner, visible)
        if len(dots.solid):
            self.points.paint("tint", dots.tint)
            self.points.paint("state", dots.state)
        self.points.choose(dots.solid)
        self._openings.draw(picture, owner, visible, found, self._lift)
        # Only where something is left out does anybody ask for the heap.
        self._heap, self._looked = cache(lambda: heap_of(picture, visible, found, dots)), None
        self._scene.set("heart", heart(visible))
        self._scene.set("explode", float(view.explode))
        self._scene.set("together", float(max(0.0, 1.0 - 2.0 * abs(view.explode))))

    def _switch(self, picture: Picture, visible: Visible) -> None:
        """Set the cuts and the lens, and the features of the shaders they need."""
        set_cuts(self._scene, visible)
        cut = ("CUT",) if len(visible.halfspaces) else ()
        lens = picture.view.lens
        lensed = ("LENS",) if lens in picture.board else ()
        if lensed:
            centre = visible.centres[picture.board.index(lens)]
            self._scene.set("lens", (*centre.tolist(), LENS_RADIUS))
        pour = pour_of(picture)
        poured = ("POUR",) if pour is not None else ()
        self.solids.features(*cut, *lensed)
        self._openings.features(*cut, *lensed)
        self.rings.features("RINGED", *cut, *lensed)
        self.rims.features("RINGED", *cut)
        self.hull.features("UNSEEN", "PLAIN", *cut)
        self.faded.features(*cut)
        shells = picture.view.ghost_style == "shells"
        self.points.features("PLAIN", "GLASS" if shells else "DOT", "POINTER", *poured)

    def _rim(self, picture: Picture, found: Appearance) -> None:
        """Dress the rims of the balls that a pour reaches; `tell` says which it has reached."""
        if (self._steps >= 0).any():
            state = np.zeros_like(found.state)
            state[:, 2] = RIMMED * found.state[:, 2]
            tint = np.ones_like(found.tint)
            tint[:, :3] = rgb(picture.palette.escape)
            self.rims.paint("tint", tint)
            self.rims.paint("state", state)
        self.rims.choose(self._reached(picture))

    def _reached(self, picture: Picture) -> npt.NDArray[np.int64]:
        """The balls that a pour has reached."""
        pour = pour_of(picture)
        time = 0.0 if pour is None else pour.time
        return np.flatnonzero((self._steps >= 0) & (self._steps < time))

    def open_sky(self) -> None:
        """Find out how much of the sky each ball sees: fine frames show it."""
        old, new, focus = self._sky_seen, self._hiding, tuple(self._openings.focus.tolist())
        if self._board is None or (
            old is not None and old[1] == focus and np.array_equal(old[0], new)
        ):
            return
        self._sky_seen = (new, focus)
        heaven = sky_light(self._board, new)
        heaven[self._openings.focus] = (0.0, 0.0, 0.0, 1.0)
        self.solids.paint("heaven", heaven)
        self._openings.see_sky(heaven)

    def tell(self, picture: Picture) -> None:
        """Set what changes from frame to frame: the time of a pour, and where the mouse is."""
        pour = pour_of(picture)
        if pour is not None:
            self._scene.set("pourTime", float(pour.time))
            self._scene.set("pourColour", rgb(picture.palette.escape))
            self.rims.choose(self._reached(picture))
        pointer = picture.pointer
        self._scene.set("pointer", (0.0,) * 4 if pointer is None else (*pointer, 1.0))

    def keep_in_sight(self, sight: Sight) -> None:
        """Open what lies before it from where the eye is; the other balls are drawn as ever."""
        self._openings.look_from(sight)
        self._sight = sight

    @property
    def _opened(self) -> Mask:
        """(n,) bool: the balls that lie before what is kept in sight."""
        opened = np.zeros(len(self._centres), bool)
        opened[self._openings.sites] = True
        return opened

    @property
    def are_many(self) -> bool:
        """Whether it pays to find out which are hidden."""
        return len(self.solids.chosen) + len(self.points.chosen) >= MANY

    def leave_out(self, look: FrameView | None) -> None:
        """Draw those alone that are not hidden when they are looked at so, and from behind.

        None: draw all; so it is, too, where nothing is known of what they hide.
        """
        wanted = look is not None and self.are_many and unseen.is_loaded()
        heap = self._heap() if wanted else None
        if look is None or heap is None:
            self._looked = None
            for layer in self._layers:
                if layer is not self.solids or not len(self._openings.sites):
                    layer.draw_all()
            if len(self._openings.sites) and self._sight is not None:
                closed = self.solids.chosen[~self._opened[self.solids.chosen]]
                far = self._sight.far(self._centres[closed])
                self.solids.open_windows()
                self.solids.draw_only(closed[np.argsort(-far, kind="stable")])
                self._openings.draw_only()
            return
        if look == self._looked:
            return
        self._looked = look
        windows = self.solids.windows
        parts = heap.parts_for(look)
        if len(self._openings.sites):
            parts = parts.copy()
            parts[self._openings.sites] = DRAWN
        seen = seen_balls(heap.centres, heap.radii, parts, windows, look)
        self._openings.draw_only(seen)
        self.solids.narrow_windows()
        solids = seen[heap.solid[seen]][::-1]
        self.solids.draw_only(solids[~self._opened[solids]])
        self.rings.draw_only(seen[np.isin(seen, self.rings.chosen)])
        for layer in (self.points, self.hull, self.faded, self.rims):
            layer.draw_only(layer.chosen[np.isin(layer.chosen, seen)])

    def sort(self, order: Order) -> None:
        """Draw the balls from behind (`viewer.scene.props.impostors.Layer.sort`)."""
        if self._looked is None and not len(self._openings.sites):
            self.solids.sort(self._centres, order)

    def sort_rings(self, sight: Sight) -> None:
        """Draw the rings from the front, which fine frames want, too."""
        anew = self._rings_for is None or sight.differs(self._rings_for)
        if anew:
            self._rings_for = sight
        if self._looked is None:
            self.rings.sort(self._centres, Order(lambda places: -sight.far(places), anew))


def _none() -> None:
    """No heap: nothing was drawn yet."""


def set_cuts(scene: SceneLayers, visible: Visible) -> None:
    """Hand the planes of `visible` to the shaders: half-spaces, and gaps between flipped slabs."""
    planes = visible.halfspaces[visible.slabs < 0]
    pairs = [visible.halfspaces[visible.slabs == s] for s in np.unique(visible.slabs) if s >= 0]
    scene.set("planeCount", len(planes))
    scene.set("gapCount", len(pairs))
    rows = np.zeros((8, 4))
    rows[: len(planes)] = planes
    scene.set("planesA", tuple(rows[:4].ravel().tolist()))
    scene.set("planesB", tuple(rows[4:].ravel().tolist()))
    for name, side in (("gaps", 0), ("gapEnds", 1)):
        rows = np.zeros((4, 4))
        for i, pair in enumerate(pairs):
            rows[i] = pair[side]
        scene.set(name, tuple(rows.ravel().tolist()))
