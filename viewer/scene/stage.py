"""The stage: shows a Picture with the props of one renderer, changing only what differs."""

import re
import weakref
from collections.abc import Mapping
from math import radians, tan
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from model.records.view import Camera, Cut, View
from viewer.picture.compose.ground import is_map
from viewer.picture.compose.reserve_trays import footprints
from viewer.picture.palette import rgb
from viewer.picture.picture import Moving, Picture
from viewer.picture.visibility.visible import owners, visible_in
from viewer.scene import camera as cameras
from viewer.scene import vtk
from viewer.scene.props.annotations import Annotations, Decorations
from viewer.scene.props.arrows import Arrows
from viewer.scene.props.balls import Balls
from viewer.scene.props.board_base import BaseBoard
from viewer.scene.props.cut_handle import CutHandle
from viewer.scene.props.explanations import Explanations
from viewer.scene.props.impostors import DynamicLayer, Order, Recipe, SceneLayers, Value
from viewer.scene.props.labels import Labels, is_turned
from viewer.scene.props.level_numbers import LevelNumbers, is_steep, numbered_levels, sight
from viewer.scene.props.marks import MARKED, SiteMarks, numbered_in
from viewer.scene.props.move_hints import ActiveSite, MoveHints, raised
from viewer.scene.props.pieces import PieceDrawer, Trays
from viewer.scene.props.primitives import Point, Vec4
from viewer.scene.props.space_labels import SpaceLabels
from viewer.scene.sight import Sight
from viewer.visuals.overlay_types import Overlay, Pour, Sign

__all__ = ["ShaderError", "Stage"]


class _Slope(NamedTuple):
    """The ground of the picture: its colours above and below."""

    point: Point
    lift: float
    tint: Vec4
    state: Vec4


_SHADER_WORDS = ("shader", "GLSL", "Could not create program", "link")


class ShaderError(RuntimeError):
    """A shader did not compile or link; the message holds what the driver said."""


class _Listener:
    """Keeps the text of each event; VTK reads from `CallDataType` how to pass it."""

    CallDataType = "string0"

    def __init__(self, said: list[str]) -> None:
        self._said = said

    def __call__(self, _window: vtk.vtkOutputWindow, _event: str, text: str) -> None:
        self._said.append(text)


class Complaints:
    """Collects VTK's errors while it lives. VTK has one output window, so they may be anyone's."""

    def __init__(self) -> None:
        self._said: list[str] = []
        window = vtk.vtkOutputWindow.GetInstance()
        # The listener knows the list alone, and what ends it holds the window: in a cycle of all
        # of them the garbage collector would empty a listener that VTK goes on calling.
        tag = window.AddObserver(vtk.vtkCommand.ErrorEvent, _Listener(self._said))
        self.close = weakref.finalize(self, window.RemoveObserver, tag)
        self.close.atexit = False

    def check(self) -> None:
        """Raise ShaderError when a shader failed since the last check."""
        said = self._said.copy()
        self._said.clear()
        wrong = [text for text in said if any(word in text for word in _SHADER_WORDS)]
        if wrong:
            lines = "\n".join(wrong).splitlines()
            # Drivers write "0:12(3): error: ..." or "0(12) : error C1008: ...".
            said_by_driver = [line for line in lines if re.search(r"\d.*\berror\b", line)]
            first = (said_by_driver or lines)[0]
            raise ShaderError(f"a shader does not compile: {first.split('): ', 1)[-1].strip()}")


KEY, FILL = (-0.45, 0.55, 0.70), (0.75, -0.10, 0.55)
"""Where the lights stand: right, up and towards the camera, in the picture's own frame."""

_ANY_CAMERA = Camera()

_START: Mapping[str, Value] = {
    "eye": (0.0, 0.0, 1.0),
    "forward": (0.0, 0.0, -1.0),
    "up": (0.0, 1.0, 0.0),
    "key": (0.0, 0.0, 1.0),
    "fill": (0.0, 0.0, 1.0),
    "glint": (0.0, 0.0, 1.0),
    "rim": (1.0, 1.0, 1.0),
    "sharp": 0.0,
    "screen": (1.0, 1.0, 0.0),
    "explode": 0.0,
    "together": 1.0,
    "lens": (0.0, 0.0, 0.0, 0.0),
    "pointer": (0.0, 0.0, 0.0, 0.0),
    "heart": (0.0, 0.0, 0.0, 1.0),
    "dimples": (0.0, 0.0, 0.0, 0.0),
    "inlay": (0.72, 0.53, 0.17),
    "pourTime": 0.0,
    "pourColour": (0.0, 0.5, 0.5),
    "planeCount": 0,
    "gapCount": 0,
    "planesA": (0.0,) * 16,
    "planesB": (0.0,) * 16,
    "gaps": (0.0,) * 16,
    "gapEnds": (0.0,) * 16,
}


class Stage:
    """Draws pictures into a renderer. It never asks for a frame: whoever owns the window does.

    Parameters
    ----------
    renderer
        Its background, lights, camera and props are the stage's while it lives.
    is_seen
        False where nothing but `recipes` is asked for.

    Attributes
    ----------
    balls
        The balls, and which of them are drawn in full now.
    """

    def __init__(self, renderer: vtk.vtkRenderer, is_seen: bool = True) -> None:
        self._renderer = renderer
        self._complaints = Complaints()
        self._scene = scene = SceneLayers(renderer, _START, is_seen)
        self._shown: dict[str, tuple[object, ...]] = {}
        self._smooth: vtk.vtkSSAAPass | None = None
        self._blends = self._fine = self._leaves_out = False
        self._sorted_for: Sight | None = None
        # Everything is drawn whatever its bounds: VTK does not know how large an impostor is.
        renderer.GetCullers().RemoveAllItems()
        renderer.RemoveAllLights()
        renderer.AutomaticLightCreationOff()
        light = vtk.vtkLight()  # without one VTK leaves out what shaders need
        light.SetLightTypeToHeadlight()
        renderer.AddLight(light)
        renderer.UseOITOff()
        # Blended layers are drawn in this order, after all solids.
        # The ground of the picture; VTK's own slope takes as long as the balls of size 6.
        self._sky = DynamicLayer(scene, "sky", _Slope, opaque=True)
        self._base = BaseBoard(scene)
        self._decorations = Decorations(scene)
        self._trays = Trays(scene)
        # Before faint balls, which hide what is drawn behind them later.
        self._labels = Labels(scene)
        self._numbers = LevelNumbers(scene)
        self.balls = Balls(scene)
        self._explanations = Explanations(scene, self.balls.rings)
        renderer.AddActor(self.balls.outlines.actor)
        self._pieces = PieceDrawer(scene, self._trays)
        self._move_hints = MoveHints(scene)
        self._site_marks = SiteMarks(scene)
        self._handle = CutHandle(scene)
        self._active_site = ActiveSite(scene)
        self._arrows = Arrows(scene)
        self._spaces = SpaceLabels(scene)  # over frames and arrows
        self._annotations = Annotations(scene)
        self._tag = renderer.AddObserver(vtk.vtkCommand.StartEvent, self._frame_begins)

    def draw(self, picture: Picture) -> None:
        """Make the renderer's props show `picture`."""
        picture = raised(picture)
        view, palette, board = picture.view, picture.palette, picture.board
        still = replace(view, camera=_ANY_CAMERA)
        sides = (picture.players, picture.sides)
        stands = (board, picture.pieces, *sides, palette, picture.piece_kinds)
        if self._differs("background", palette):
            above, below = (*rgb(palette.above), 1.0), (*rgb(palette.below), 1.0)
            self._sky.show([_Slope((0.0, 0.0, 0.0), 0.0, above, below)])
            self._scene.set("rim", rgb(palette.light))
        seen = (*stands, still, picture.plies)
        owner = owners(board, picture.pieces)
        visible = visible_in(picture)
        shown = (
            *seen,
            picture.legal,
            picture.choices,
            picture.last,
            picture.preview,
            picture.hovered_group,
            picture.dot_radius,
            picture.bands,
            picture.focus,
            tuple(o for o in picture.overlays if not isinstance(o, Pour)),
            tuple((o.distances, o.owner) for o in picture.overlays if isinstance(o, Pour)),
        )
        if self._differs("balls", *shown):
            self.balls.draw(picture, owner, visible)
            self._pieces.draw(picture, owner, visible)
        if self._differs("base", *seen, self.balls.ringed):
            self._base.draw(picture, owner, visible, self.balls.ringed)
            self._decorations.draw(picture, visible)
        lying = (picture.moving, picture.reserves, picture.bands, view.parts, view.opacity)
        if self._differs("moving", board, picture.pieces, *sides, palette, *lying):
            self._pieces.move(picture)
        hints = (picture.choices, picture.built, picture.doomed, picture.path)
        if self._differs("hints", *seen, *hints):
            self._move_hints.draw(picture, owner, visible)
        ghosts = tuple(sorted(numbered_in(picture)))
        marked = tuple(overlay for overlay in picture.overlays if isinstance(overlay, MARKED))
        if self._differs("marks", *seen, picture.carried, marked):
            self._site_marks.draw(picture, visible)
        self.balls.tell(picture)
        if self._differs("labels", board, palette, view.labels, view.board, is_turned(view.camera)):
            self._labels.draw(picture)
        levels, eye = numbered_levels(board, visible), sight(view.camera)
        beside = (view.labels, view.explode, levels, eye, is_steep(view.camera), picture.reserves)
        room = picture.room
        frame = (self._aspect(view.camera), view.camera.parallel, room)
        if self._differs("numbers", board, palette, *beside, *frame):
            self._numbers.draw(picture, levels, frame[0])
        fitted = (view.camera.centre, view.camera.distance)
        width, height = self._size()
        spaces = (*seen, picture.insignia, eye, *fitted, *frame, height) if is_map(board) else ()
        if self._differs("spaces", board, *spaces):
            camera = cameras.fitted_to(picture, width / height)
            self._spaces.draw(picture, visible, camera, height)
        if self._differs("overlays", *stands, picture.overlays):
            self._explanations.draw(picture)
            self._arrows.draw(picture)
        signs = tuple(o for o in picture.overlays if isinstance(o, Sign))
        if self._differs("signs", *seen, signs, ghosts):
            self._annotations.draw(picture, visible)
        if self._differs("handle", board, palette, view.cuts, view.explode, picture.handle):
            self._handle.draw(picture)
        if self._differs("active site", *seen, picture.hover, picture.cursor, picture.preview):
            self._active_site.draw(picture, owner, visible)
        self._aim(picture)

    def _differs(self, part: str, *values: object) -> bool:
        """Say whether what a part shows is something else than last time, and remember it."""
        old = self._shown.get(part)
        self._shown[part] = values
        return old is None or not all(map(_same, old, values))

    def _aim(self, picture: Picture) -> None:
        """Point VTK's camera as the view says."""
        width, height = self._size()
        view = picture.view
        camera = cameras.fitted_to(picture, width / height)
        target = self._renderer.GetActiveCamera()
        cameras.apply(camera, picture.board, target, view.explode, footprints(picture))

    def _aspect(self, camera: Camera) -> float | None:
        """Width over height of the frame a camera is fitted to, None where it was moved."""
        width, height = self._size()
        moved = camera.centre is not None or camera.distance is not None
        return None if moved else round(width / height, 3)

    def _size(self) -> tuple[int, int]:
        width, height = self._renderer.GetSize()
        if not (width and height):
            window = self._renderer.GetRenderWindow()
            width, height = window.GetSize() if window is not None else (0, 0)
        return (width, height) if width and height else (1280, 800)

    def _frame_begins(self, *_: object) -> None:
        """Tell the shaders where the camera is: whoever moved it, they agree with it."""
        source = self._renderer.GetActiveCamera()
        sight = Sight(source, self._size())

        def world(way: tuple[float, float, float]) -> npt.NDArray[np.float64]:
            vector: npt.NDArray[np.float64] = way[0] * sight.right + way[1] * sight.up
            vector -= way[2] * sight.forward
            vector /= np.linalg.norm(vector)
            return vector

        key = world(KEY)
        half = key - sight.forward
        for name, value in (
            ("eye", sight.eye),
            ("forward", sight.forward),
            ("up", sight.up),
            ("key", key),
            ("fill", world(FILL)),
            ("glint", half / np.linalg.norm(half)),
        ):
            self._scene.set(name, tuple(value.tolist()))
        width, height = self._size()
        self._scene.set("screen", (0.5 * width, 0.5 * height, 0.0))
        blends = self._blends and not self._fine
        self._scene.set("sharp", self._pixels_a_diameter(source) if blends else 0.0)
        self.balls.keep_in_sight(sight)
        if self._blends and self._leaves_out:
            self.balls.leave_out(sight.look(1.0 if blends else 0.0))
        else:
            self.balls.leave_out(None)
        if blends:
            self._sort(sight)
        self.balls.sort_rings(sight)

    def _sort(self, sight: Sight) -> None:
        """Let everything be drawn from behind, as far as that has changed."""
        anew = self._sorted_for is None or sight.differs(self._sorted_for)
        if anew:
            self._sorted_for = sight
        for part in (self._base, self._decorations, self.balls, self._pieces):
            part.sort(Order(sight.far, anew))

    def _pixels_a_diameter(self, source: vtk.vtkCamera) -> float:
        """How many pixels a ball diameter takes: of perspective, one diameter away."""
        _, height = self._size()
        if source.GetParallelProjection():
            return float(0.5 * height / source.GetParallelScale())
        return float(0.5 * height / tan(radians(source.GetViewAngle()) / 2))

    @property
    def recipes(self) -> dict[int, Recipe]:
        """What all layers but those of balls and points draw now, by their numbers, in order."""
        return {
            number: recipe
            for number, layer in enumerate(self._scene.layers)
            if isinstance(layer, DynamicLayer) and (recipe := layer.recipe) is not None
        }

    def check(self) -> None:
        """Raise ShaderError when a shader failed; ask after the first frame."""
        self._complaints.check()

    def is_orbiting(self, orbiting: bool) -> None:
        """Say whether frames follow one another: then edges are smoothed cheaply, else well.

        While they do, shaders blend the edge of what they draw over the pixel it goes through, and
        balls are drawn from behind. A supersampled frame costs four to ten times as much; ask for
        it when nothing has moved for a while. Before the first call edges are not smoothed at all.
        """
        self._blends = orbiting
        if orbiting:
            self._render_with(None)
            return
        if self._smooth is None:
            self._smooth = vtk.vtkSSAAPass()
            self._smooth.SetDelegatePass(vtk.vtkRenderStepsPass())
        self._render_with(self._smooth)

    def refine(self, fine: bool) -> None:
        """Say whether light finds its way between things, as pictures at rest have it, or quickly.

        It takes about twice as long. Edges are hard then: they become smooth by supersampling, or
        as the mean of frames that `look_aside` moves by parts of a pixel.
        """
        self._fine = fine
        if fine:
            self.balls.open_sky()
        self._scene.refine(fine)
        # Steps between colours are left to quicker frames.
        self._sky.features(*["DITHER"] * fine)

    def leave_out_hidden(self) -> None:
        """Draw no balls from now on that are hidden behind others, in frames that follow one
        another.

        It takes the processor some milliseconds a frame of a large pyramid, which pays where the
        processor draws, too. It begins once the kernels are loaded (`viewer.scene.hidden.unseen`).
        """
        self._leaves_out = True

    def look_aside(self, pixels: tuple[float, float]) -> None:
        """Draw the next frames moved by a part of a pixel; their mean has smooth edges."""
        width, height = self._size()
        across, upward = pixels
        camera = self._renderer.GetActiveCamera()
        camera.SetWindowCenter(2 * across / width, 2 * upward / height)

    def _render_with(self, way: vtk.vtkRenderPass | None) -> None:
        """Let a pass draw the frames; None: VTK's own way."""
        # VTK takes None here, though its stub does not say so.
        self._renderer.SetPass(way)  # type: ignore[arg-type]

    def stop_smoothing(self) -> None:
        """Free the frames of supersampling, which a window that frees its own knows nothing of."""
        self._render_with(None)
        window = self._renderer.GetRenderWindow()
        if self._smooth is not None and window is not None:
            self._smooth.ReleaseGraphicsResources(window)
        self._smooth = None

    def close(self) -> None:
        """Take everything out of the renderer; the stage is not used afterwards."""
        self._renderer.RemoveObserver(self._tag)
        self.stop_smoothing()
        self._scene.close()
        self._complaints.close()


def _same(a: object, b: object) -> bool:
    """Whether two values draw the same; arrays and positions only when they are one object."""
    if a is b:
        return True
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    plain = (str, int, float, View, Overlay, Cut, Moving)
    return isinstance(a, plain) and isinstance(b, plain) and a == b
