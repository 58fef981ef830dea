"""What the mouse points at: the candidates on its line of sight and the depth that sticks.

It is told a picture, a size and a place, and answers with candidates. Places on the screen become
lines of sight and back in logical pixels from the top left of the surface, as Qt counts them; the
scale factor of the screen plays no part.
"""

from dataclasses import dataclass, replace

import numpy as np
from msgspec.structs import replace as altered
from PySide6.QtCore import QPointF

from model.records.view import Camera
from viewer.picture.compose.ground import (
    DISC_HALF,
    beyond,
    bounds,
    cell_shapes,
    in_cells,
    is_map,
    stepped,
    thickness,
    top,
)
from viewer.picture.picking.line_of_sight import (
    POINT_RADIUS,
    RING_RADIUS,
    PickCandidate,
    Vector,
    candidates,
    candidates_on_squares,
    meant,
    nearest_depth,
    ringed_first,
)
from viewer.picture.picture import Picture
from viewer.picture.visibility.focus import focus_spheres, seen_through
from viewer.picture.visibility.hiding import Float64, Visible
from viewer.picture.visibility.visible import (
    is_flat,
    occupied,
    owners,
    pickable,
    ringed_points,
    visible_in,
)
from viewer.scene.camera import at_eye, fitted_to, frame, parallel_scale, sight_line, turned
from viewer.scene.props.appearance import DEEPER, dot_radius, heart
from viewer.scene.props.primitives import as_point

_BACK_OFF = 1000.0
"""Parallel lines of sight start this far behind the eye: there, nothing lies behind the camera."""


@dataclass(frozen=True)
class Projection:
    """A fitted camera and the size of the picture it makes.

    Attributes
    ----------
    camera
        With centre and distance given.
    width, height
        Of the picture in logical pixels, at least 1.
    left, top
        Where it begins on the surface.
    """

    camera: Camera
    width: float
    height: float
    left: float = 0.0
    top: float = 0.0

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.width / self.height

    @property
    def centre(self) -> Float64:
        """The point looked at."""
        return np.asarray(self.camera.centre, np.float64)

    @property
    def pixel(self) -> float:
        """Ball diameters a logical pixel covers at the centre."""
        return 2 * parallel_scale(self.camera.distance or 1.0) / self.height

    def line(self, x: float, y: float) -> tuple[Float64, Float64]:
        """Return (origin, unit direction) of the line of sight through a place on the screen."""
        across, down = (x - self.left) / self.width, (y - self.top) / self.height
        origin, direction = sight_line(self.camera, 2 * across - 1, 1 - 2 * down, self.aspect)
        if self.camera.parallel:
            origin = origin - _BACK_OFF * direction
        return origin, direction

    def to_screen(self, point: Float64) -> tuple[float, float]:
        """Return where a point in space appears; ValueError when it lies behind the eye."""
        back, up, right = frame(self.camera.azimuth, self.camera.elevation)
        distance = self.camera.distance or 1.0
        way = np.asarray(point, np.float64) - self.centre
        scale = parallel_scale(distance)
        if not self.camera.parallel:
            ahead = distance - float(way @ back)
            if ahead <= 0:
                raise ValueError("the point lies behind the eye")
            scale *= ahead / distance
        across, upward = float(way @ right) / scale / self.aspect, float(way @ up) / scale
        x, y = (across + 1) * self.width / 2, (1 - upward) * self.height / 2
        return x + self.left, y + self.top

    def on_focal_plane(self, x: float, y: float) -> Float64:
        """Return the point under a place on the screen that is as deep as the centre."""
        origin, direction = self.line(x, y)
        back, _, _ = frame(self.camera.azimuth, self.camera.elevation)
        point: Float64 = origin + direction * ((self.centre - origin) @ back / (direction @ back))
        return point

    def drag(self, dx: float, dy: float) -> Float64:
        """Return the vector in space that follows a drag (right, down) at the centre's depth."""
        _, up, right = frame(self.camera.azimuth, self.camera.elevation)
        vector: Float64 = self.pixel * (dx * right - dy * up)
        return vector

    def depth(self, point: Float64) -> float:
        """Return how much farther away than the centre a point is, along the line of view."""
        back, _, _ = frame(self.camera.azimuth, self.camera.elevation)
        return float((self.centre - point) @ back)

    def reach(self, x: float, y: float, depth: float) -> float:
        """Return how far along the line of sight through (x, y) that `depth` is met."""
        origin, direction = self.line(x, y)
        back, _, _ = frame(self.camera.azimuth, self.camera.elevation)
        return float((depth - self.depth(origin)) / -(direction @ back))


SPACE = 0.58
"""As far as the corner of a space of a map: wherever on it one clicks, it is hit."""
CELL = 0.9
"""As far as the farthest corner of a cell: where one ends, its sides say."""
HELD = 0.45
"""How high a piece is held over what the mouse is on, in ball diameters."""
LEVEL, TINY = 0.12, 1e-9
"""How much of its way a line of sight falls at least where a height can be kept on it; not zero."""


class Pointer:
    """The line of sight through a place on the screen, and the choice on it.

    Attributes
    ----------
    picture
        What is drawn, with the camera it is drawn with; None before there is anything.
    found
        The candidates under the mouse, front first.
    choice
        Index of the active one in `found`, -1 when there is none.
    depth
        How much farther away than the camera's centre the last chosen candidate was; None until
        another was chosen than the mouse is on. The next hover takes the candidate nearest to it.
    eye
        Which half side by side it is drawn as, and for which eyes (see `at_eye`); None: for both.
    """

    def __init__(self) -> None:
        self.picture: Picture | None = None
        self.found: tuple[PickCandidate, ...] = ()
        self.choice = -1
        self.depth: float | None = None
        self.eye: tuple[int, str] | None = None
        self._meant = -1
        self._area = (0.0, 0.0, 1.0, 1.0)
        self._place: tuple[float, float] | None = None

    def show(
        self,
        picture: Picture | None,
        width: float,
        height: float,
        left: float = 0.0,
        top: float = 0.0,
    ) -> None:
        """Take a new picture, size or place; what is under the mouse is found anew."""
        self.picture = picture
        self._area = (left, top, max(width, 1.0), max(height, 1.0))
        self._find()

    def covers(self, x: float, y: float) -> bool:
        """Whether the picture lies under a place (logical pixels)."""
        left, top, width, height = self._area
        return 0 <= x - left < width and 0 <= y - top < height

    @property
    def projection(self) -> Projection:
        """How the picture is seen; ValueError when there is none."""
        if self.picture is None:
            raise ValueError("nothing is shown yet")
        left, top, width, height = self._area
        seen = self.of_eye(self.picture)
        return Projection(fitted_to(seen, width / height), width, height, left, top)

    def of_eye(self, picture: Picture) -> Picture:
        """Return a picture as the eye sees it that the pointer is for."""
        if self.eye is None:
            return picture
        _, _, width, height = self._area
        camera = at_eye(picture, width / height, *self.eye)
        return replace(picture, view=altered(picture.view, camera=camera))

    def while_turned(self, camera: Camera, since: float) -> Camera:
        """Return an open camera as it is drawn while a hand turns the board."""
        if self.picture is None:
            return camera
        _, _, width, height = self._area
        return turned(camera, self.picture, width / height, since)

    @property
    def visible(self) -> Visible:
        """What the View leaves of the board."""
        if self.picture is None:
            raise ValueError("nothing is shown yet")
        return visible_in(self.picture)

    def reaches(self, site: int) -> bool:
        """Whether a site could be pointed at somewhere in the picture."""
        visible = self.visible
        return bool(visible.answers[site] or visible.selects[site])

    @property
    def active(self) -> PickCandidate | None:
        """The candidate a click would take."""
        return self.found[self.choice] if self.choice >= 0 else None

    def at(self, x: float, y: float) -> PickCandidate | None:
        """Point at a place (logical pixels) and return the active candidate there."""
        self._place = (x, y)
        self._find()
        return self.active

    def nowhere(self) -> None:
        """Point at nothing: the mouse has left. The depth is forgotten with it."""
        self._place, self.depth = None, None
        self._find()

    def deeper(self, by: int) -> PickCandidate | None:
        """Take the candidate `by` farther (negative: nearer), as far as there are any."""
        if self.found:
            self.choice = min(max(self.choice + by, 0), len(self.found) - 1)
            by_itself = self.choice == self._meant
            self.depth = None if by_itself else self._depth_of(self.found[self.choice])
        return self.active

    def over(self, place: QPointF, site: int) -> tuple[float, float, float]:
        """Return where a piece taken from `site` is held: a little over what is pointed at."""
        centres = self.visible.centres
        height = float(centres[site if self.active is None else self.active.site][2]) + HELD
        origin, direction = self.projection.line(place.x(), place.y())
        if abs(float(direction[2])) > LEVEL:
            way = (height - float(origin[2])) / float(direction[2])
        else:  # along the board no height can be kept
            way = self.projection.reach(place.x(), place.y(), self.projection.depth(centres[site]))
        return as_point(origin + way * direction)

    def meets_board(self, place: QPointF) -> bool:
        """Whether a line of sight meets the slab, or steps on it, at all."""
        if self.picture is None:
            return False
        board = self.picture.board
        west, east, south, north = bounds(board)
        high = float(board.centres[:, 2].max()) if stepped(board) else top(board)
        low = np.array([west, south, top(board) - thickness(board)])
        origin, direction = self.projection.line(place.x(), place.y())
        along = np.where(np.abs(direction) < TINY, TINY, direction)
        ends = np.stack([(low - origin) / along, ([east, north, high] - origin) / along])
        return bool(ends.min(axis=0).max() <= ends.max(axis=0).min())

    def _depth_of(self, candidate: PickCandidate) -> float:
        assert self._place is not None
        origin, direction = self.projection.line(*self._place)
        return self.projection.depth(origin + candidate.depth * direction)

    def _find(self) -> None:
        if self.picture is None or self._place is None:
            self.found, self.choice, self._meant = (), -1, -1
            return
        origin, direction = self.projection.line(*self._place)
        board, pieces = self.picture.board, self.picture.pieces
        ringed = 0
        if board.ground == "squares":
            self.found = candidates_on_squares(
                self.visible,
                board,
                pieces,
                self.picture.piece_kinds,
                pickable(self.picture),
                origin,
                direction,
            )
        else:
            reach = {}
            if is_map(board) or in_cells(board):  # what lies flat is meant, not what stands on it
                far = SPACE if is_map(board) else CELL
                reach = {"ball_radius": far, "point_radius": far}
                origin = np.add(origin, (0.0, 0.0, DISC_HALF))
            self.found = candidates(
                self.visible,
                occupied(self.picture),
                pickable(self.picture),
                origin,
                direction,
                **reach,
            )
            ringed = self._put_ringed_first(origin, direction)
        if is_flat(board) and board.ground != "squares":
            # Steps in front would hide fields that are seen: the nearest to the line is meant.
            self.found = tuple(sorted(self.found, key=lambda candidate: candidate.miss))
        if in_cells(board):
            self.found = self._in_its_cell(origin, direction)
        if not self.found:
            self.choice = self._meant = -1
            return
        heaped = board.ground != "squares" and not is_flat(board)
        self._meant = 0
        if heaped:
            before_all = self.found[:ringed] if ringed else self.found
            through = self._seen_through(before_all, origin, direction)
            solid = tuple(one for one, gone in zip(before_all, through, strict=True) if not gone)
            solid = solid or before_all
            self._meant = self.found.index(solid[meant(solid, self.drawn(solid))])
        # On a plain nothing lies behind anything: the nearest is meant, whatever was chosen before.
        if self.depth is None or is_map(board) or in_cells(board):
            self.choice = self._meant
        else:
            wanted = self.projection.reach(*self._place, self.depth)
            self.choice = nearest_depth(self.found, wanted)

    def _seen_through(
        self, found: tuple[PickCandidate, ...], origin: Float64, direction: Float64
    ) -> list[bool]:
        """Whether each candidate is a mere outline here: a click goes through it."""
        picture = self.picture
        assert picture is not None
        if not picture.chosen:
            return [False] * len(found)
        kept = replace(picture, focus=picture.chosen)
        spheres = focus_spheres(kept, owners(picture.board, picture.pieces), self.visible)
        sites = np.array([one.site for one in found], np.int64)
        outlined = seen_through(spheres, sites, self.visible.centres, origin, direction).tolist()
        return [one.ball and through for one, through in zip(found, outlined, strict=True)]

    def drawn(self, found: tuple[PickCandidate, ...]) -> tuple[float, ...]:
        """Return the radius of what is drawn of each candidate, were it a point."""
        picture, visible = self.picture, self.visible
        assert picture is not None
        if picture.view.ghost_style == "shells":
            return (POINT_RADIUS,) * len(found)
        radius = picture.dot_radius or dot_radius(int(visible.answers.sum()))
        back, _, _ = frame(picture.view.camera.azimuth, picture.view.camera.elevation)
        middle, reach = heart(visible)[:3], heart(visible)[3]
        deep = [
            -float((visible.centres[one.site] - middle) @ back) / reach / 2 + 0.5 for one in found
        ]
        return tuple(radius * (1 - DEEPER * min(max(one, 0.0), 1.0)) for one in deep)

    def _in_its_cell(self, origin: Vector, direction: Vector) -> tuple[PickCandidate, ...]:
        """The candidate on whose cell a line of sight, raised by half a disc, meets the board.

        Along the board it meets no cell, and candidates stay as they are.
        """
        assert self.picture is not None
        board = self.picture.board
        if abs(float(direction[2])) < LEVEL:
            return self.found
        way = (board.centres[0, 2] - origin[2]) / direction[2]
        meets = (origin + way * direction)[:2]
        shapes = cell_shapes(board).cells
        return tuple(one for one in self.found if beyond(shapes[one.site], meets) <= 0)[:1]

    def _put_ringed_first(self, origin: Vector, direction: Vector) -> int:
        """A click within the ring round an empty point means it, whatever stands before it.

        Returns how many ringed points stand before all else now.
        """
        assert self.picture is not None
        ringed = ringed_points(self.picture)
        if ringed is not None:
            met = candidates(
                self.visible,
                occupied(self.picture),
                ringed,
                origin,
                direction,
                point_radius=RING_RADIUS,
            )
            self.found = ringed_first(self.found, met)
            return sum(not one.ball for one in met)
        return 0
