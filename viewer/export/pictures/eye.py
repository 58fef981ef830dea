"""How the scene is seen from its camera, as places on paper."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import radians, tan

import numpy as np
import numpy.typing as npt

from model.boards.board import FloatArray
from model.records.view import Camera
from viewer.picture.flat.drawing import Point, ShapeStyle
from viewer.picture.flat.inks import PlayerInk
from viewer.picture.flat.paper import Paper
from viewer.picture.visibility.focus import FOCUS_EDGE, covering, focus_spheres
from viewer.scene.camera import LENS, frame, parallel_scale
from viewer.scene.props.appearance import Appearance, ball_appearance, heart
from viewer.scene.stage import KEY


@dataclass(frozen=True)
class Eye:
    """A camera that looks at the scene, and the room its picture has.

    Attributes
    ----------
    camera
        Fitted: it has a centre and a distance.
    size
        Width and height of the picture.
    """

    camera: Camera
    size: tuple[float, float]

    @cached_property
    def _frame(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        return frame(self.camera.azimuth, self.camera.elevation)

    @cached_property
    def centre(self) -> FloatArray:
        """(3,) what it looks at."""
        return np.array(self.camera.centre, float)

    @property
    def distance(self) -> float:
        """How far it is from there."""
        assert self.camera.distance is not None
        return self.camera.distance

    @property
    def back(self) -> FloatArray:
        """(3,) unit vector towards it."""
        return self._frame[0]

    @cached_property
    def light(self) -> FloatArray:
        """(3,) unit vector towards the light, which stands where the scene's stands."""
        back, up, right = self._frame
        found: FloatArray = KEY[0] * right + KEY[1] * up + KEY[2] * back
        return found / np.linalg.norm(found)

    @cached_property
    def place(self) -> FloatArray:
        """(3,) where it is; where all lines of sight are parallel, very far away."""
        far = 1e4 if self.camera.parallel else self.distance
        found: FloatArray = self.centre + far * self.back
        return found

    @cached_property
    def scale(self) -> float:
        """How much a ball diameter has on paper at the centre."""
        return self.size[1] / (2 * parallel_scale(self.distance))

    def scales(self, places: FloatArray) -> FloatArray:
        """Return (k,) how much a ball diameter has on paper at places (k, 3)."""
        if self.camera.parallel:
            return np.full(len(places), self.scale)
        towards = (places - self.centre) @ self.back
        ahead = np.maximum(self.distance - towards, 1e-3)
        found: FloatArray = self.size[1] / (2 * ahead * tan(radians(LENS / 2)))
        return found

    def see(self, places: FloatArray) -> FloatArray:
        """Return (k, 2) where places (k, 3) are on paper."""
        places = np.atleast_2d(np.asarray(places, float))
        _, up, right = self._frame
        way, scale = places - self.centre, self.scales(places)
        width, height = self.size
        return np.stack(
            [width / 2 + scale * (way @ right), height / 2 - scale * (way @ up)], axis=1
        )

    def points(self, places: FloatArray) -> list[Point]:
        """Return what `see` does, as points."""
        return [(x, y) for x, y in self.see(places).tolist()]

    def away(self, places: FloatArray) -> FloatArray:
        """Return (k,) how far places are from the eye, along the lines of sight."""
        found: FloatArray = np.linalg.norm(self.place - np.atleast_2d(places), axis=1)
        return found

    def faces(self, middle: FloatArray, normal: FloatArray) -> bool:
        """Say whether a face through a place is seen from its outer side."""
        return float((self.place - middle) @ normal) > 1e-9


@dataclass(frozen=True, eq=False)
class ScenePaper(Paper):
    """The scene as an eye sees it."""

    eye: Eye

    @property
    def scale(self) -> float:
        return self.eye.scale

    @cached_property
    def own(self) -> npt.NDArray[np.int64]:
        return self._spaces()

    @property
    def rings(self) -> bool:
        return False

    @cached_property
    def here(self) -> frozenset[int]:
        return frozenset(range(len(self.board)))

    @property
    def letters(self) -> float:
        return 0.34 * self.scale

    @cached_property
    def look(self) -> Appearance:
        """How the scene draws what stands."""
        return ball_appearance(self.picture, self.owner, self.visible)

    @cached_property
    def ringed(self) -> frozenset[int]:
        """The sites of what is a ring alone: not spoken of, or before what is kept in sight."""
        found = set(self.look.ringed.tolist())
        if self.picture.focus:
            kept = focus_spheres(self.picture, self.owner, self.visible)
            covers = covering(
                replace(kept, radii=kept.radii - FOCUS_EDGE),  # lines are hard
                self.look.solid,
                self.visible.centres,
                self.eye.place,
                -self.eye.back,
                parallel=self.eye.camera.parallel,
            )
            found.update(covers.sites.tolist())
        return frozenset(found)

    def line(self, site: int) -> ShapeStyle:
        """Return how the ring alone of what stands there is drawn."""
        place = self.visible.centres[[site]]
        *middle, reach = heart(self.visible)
        away = float((np.array(middle) - place[0]) @ self.eye.back)
        deep = min(1.0, max(0.0, 0.5 + 0.5 * away / reach))
        return self.ink(site).line(float(self.eye.scales(place)[0]), deep)

    def ink(self, site: int) -> PlayerInk:
        """Return the colour of what stands there."""
        return self.inks.of(int(self.owner[site]), site)

    @cached_property
    def _seen(self) -> list[Point]:
        return self.eye.points(self.visible.centres)

    def at(self, site: int) -> Point:
        return self._seen[site]


def hull(points: FloatArray) -> list[Point]:
    """Return the convex hull of points (k, 2), in order (Andrew's monotone chain, 1979)."""
    rows = sorted({(round(x, 4), round(y, 4)) for x, y in points.tolist()})
    if len(rows) < 3:
        return rows

    def half(rows: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for x, y in rows:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2], chain[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    return half(rows) + half(rows[::-1])
