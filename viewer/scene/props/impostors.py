"""Quads that a shader of ours turns into something round: geometry, attributes, uniforms.

Every impostor is four vertices at one point; the vertex shader tells them apart by their number and
spreads them. Which of them are drawn is a list of triangles, so that hiding costs only that list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from shaders import source
from viewer.picture.visibility.hiding import Float32, Float64
from viewer.scene import vtk
from viewer.scene.hidden.outlines import WHOLE

Value = float | int | Sequence[float]

REFINED = ("ball", "slab", "block", "disc", "upright", "hex", "cell")
"""Effects that fine frames draw with the feature FINE."""
POINTS = 0
"""vtkDataObject::FIELD_ASSOCIATION_POINTS, without importing the class for it."""


@dataclass
class _Served:
    """Where an actor's shaders get their values, and how many changes it knew when last drawn."""

    targets: tuple[vtk.vtkUniforms, ...]
    known: int = -1


@dataclass(frozen=True)
class Order:
    """How impostors are sorted from behind.

    Attributes
    ----------
    far
        Tells how far (n, 3) places are from the eye.
    anew
        Whether the eye has gone so far that what was sorted has to be sorted again.
    """

    far: Callable[[Float64], Float64]
    anew: bool


class SceneLayers:
    """The layers of one scene, and the values that their shaders share, by name.

    A name never changes its type. VTK recompiles a shader when the set of names grows, so all are
    given at the start.

    Parameters
    ----------
    is_seen
        False where layers are read as recipes and never drawn: those that come and go then hand
        nothing to VTK, which is half of the work.
    """

    def __init__(
        self, renderer: vtk.vtkRenderer, values: Mapping[str, Value], is_seen: bool = True
    ) -> None:
        self.renderer = renderer
        self.is_seen = is_seen
        self._values: dict[str, Value] = dict(values)
        self._changes = 0
        self._changed = dict.fromkeys(values, 0)
        self._served: dict[vtk.vtkActor, _Served] = {}
        self._drawn: dict[vtk.vtkActor, _Served] = {}  # most layers are empty most of the time
        self.layers: list[Layer] = []

    def refine(self, fine: bool) -> None:
        """Let all layers draw as finely as they can, or as quickly."""
        for layer in self.layers:
            layer.refine(fine)

    def add(self, layer: Layer) -> None:
        """Give a layer's shaders every value whenever it is drawn, which it is not yet."""
        self.layers.append(layer)
        shaders = layer.actor.GetShaderProperty()
        targets = (shaders.GetVertexCustomUniforms(), shaders.GetFragmentCustomUniforms())
        self._served[layer.actor] = _Served(targets)

    def close(self) -> None:
        """Take all layers out of the renderer."""
        for layer in self.layers:
            self.renderer.RemoveActor(layer.actor)

    def set(self, name: str, value: Value) -> None:
        """Change a value; nothing happens when it is the same."""
        old = self._values[name]
        if isinstance(old, int | float) or isinstance(value, int | float):
            same = old == value
        else:
            same = tuple(old) == tuple(value)
        if same:
            return
        self._values[name] = value
        self._changes += 1
        self._changed[name] = self._changes
        for served in self._drawn.values():
            for target in served.targets:
                _set(target, name, value)

    def drawn(self, actor: vtk.vtkActor, drawn: bool) -> None:
        """Hear that an actor is drawn from now on, or no longer."""
        if drawn == (actor in self._drawn):
            return
        served = self._served[actor]
        if not drawn:
            served.known = self._changes
            del self._drawn[actor]
            return
        self._drawn[actor] = served
        for name, change in self._changed.items():
            if change > served.known:
                for target in served.targets:
                    _set(target, name, self._values[name])

    def __getitem__(self, name: str) -> Value:
        return self._values[name]


def _set(target: vtk.vtkUniforms, name: str, value: Value) -> None:
    if isinstance(value, int):
        target.SetUniformi(name, value)
    elif isinstance(value, float):
        target.SetUniformf(name, value)
    elif len(value) == 3:
        target.SetUniform3f(name, value)
    elif len(value) == 4:
        target.SetUniform4f(name, value)
    else:
        target.SetUniformMatrix4x4(name, list(value))


class QuadAnchors:
    """Where impostors may stand: points, four times over, shared by every layer drawn there.

    Parameters
    ----------
    points
        (n, 3) in ball diameters; (n, 4, 3) where the corners are apart already.
    lift
        (n,) or (n, 4) gaps an explosion opens below each.
    """

    def __init__(self, points: npt.NDArray[np.floating], lift: npt.NDArray[np.floating]) -> None:
        self.count = len(points)
        self.points = vtk.vtkPoints()
        self.points.SetData(_corners(points, 3))
        self.lift = _corners(lift, 1)
        self.lift.SetName("lift")

    def move(self, points: npt.NDArray[np.floating], lift: npt.NDArray[np.floating]) -> None:
        """Put the first of them elsewhere: (k, 3) points and (k,) gaps."""
        vtk.from_vtk(self.points.GetData()).reshape(-1, 4, 3)[: len(points)] = points[:, None]
        vtk.from_vtk(self.lift).reshape(-1, 4)[: len(lift)] = lift[:, None]
        self.points.Modified()
        self.lift.Modified()


def _corners(values: npt.NDArray[np.floating], width: int) -> vtk.vtkDataArray:
    """(n, width) four times over, or (n, 4, width) as it is, as a VTK array of 4n rows."""
    flat = np.asarray(values, np.float32)
    if flat.size == len(flat) * width:
        flat = np.repeat(flat.reshape(-1, width), 4, axis=0)
    return vtk.to_vtk(np.ascontiguousarray(flat).reshape((-1, width) if width > 1 else -1))


@cache
def _nowhere() -> QuadAnchors:
    return QuadAnchors(np.zeros((0, 3)), np.zeros(0))


class Layer:
    """Impostors drawn in one go by one pair of shaders.

    Parameters
    ----------
    scene
        What it belongs to.
    shader
        Name of the effect: shaders/NAME.vert and shaders/NAME.frag.
    features
        Switches of the shader.
    opaque
        Drawn with the solids, or blended after them, in the order layers were added.
    depth
        False: what it draws hides nothing.
    attributes
        Names of the (n, 4) attributes.
    finely
        Drawn in fine frames alone, in quick ones alone, or in both (None).
    windowed
        Only a part of each quad may be drawn: what `windows` says.
    """

    def __init__(
        self,
        scene: SceneLayers,
        shader: str,
        *,
        features: tuple[str, ...] = (),
        opaque: bool = True,
        depth: bool = True,
        attributes: tuple[str, ...] = ("tint", "state"),
        finely: bool | None = None,
        windowed: bool = False,
    ) -> None:
        self._shader = shader
        self._opaque, self._depth = opaque, depth
        self._windowed = windowed
        self._scene = scene
        self._features = features
        self._compiled: tuple[str, ...] | None = None
        self._fine, self._finely = False, finely
        self._names = attributes
        self._data: vtk.vtkPolyData = vtk.vtkPolyData()
        self._mapper = vtk.vtkOpenGLPolyDataMapper()
        self._mapper.SetInputData(self._data)
        self._mapper.SetVBOShiftScaleMethod(0)
        self._mapper.ScalarVisibilityOff()
        self._mapper.MapDataArrayToVertexAttribute("lift", "lift", POINTS, -1)
        for name in attributes:
            self._mapper.MapDataArrayToVertexAttribute(name, name, POINTS, -1)
        if windowed:
            self._mapper.MapDataArrayToVertexAttribute("window", "window", POINTS, -1)
        self.actor = vtk.vtkActor()
        self.actor.SetMapper(self._mapper)
        self.actor.PickableOff()
        if opaque:
            self.actor.ForceOpaqueOn()
        else:
            self.actor.ForceTranslucentOn()
        keys = vtk.vtkInformation()
        keys.Set(vtk.vtkOpenGLActor.GLDepthMaskOverride(), int(depth))
        self.actor.SetPropertyKeys(keys)
        self._chosen: npt.NDArray[np.integer] | None = None
        self._listed: npt.NDArray[np.integer] | None = None
        self._sorted = self._partly = self._narrowed = False
        scene.add(self)
        if windowed:
            self.place(_nowhere())
        else:  # most of the many layers of a scene are never drawn: they take no buffers
            self.places = _nowhere()
            self._chosen = np.zeros(0, np.int64)
            self._appear()

    def features(self, *features: str) -> None:
        """Switch effects of the shader on; each combination is compiled once, when first drawn."""
        self._features = features
        self._appear()

    def refine(self, fine: bool) -> None:
        """Draw finely from now on, or quickly."""
        self._fine = fine
        if len(self.chosen):
            self._appear()

    def _appear(self) -> None:
        """Be drawn or not; shaders are set no sooner than they are needed."""
        drawn = bool(len(self.chosen)) and self._finely in (None, self._fine)
        self.actor.SetVisibility(drawn)
        refined = self._fine and self._shader in REFINED and "DOT" not in self._features
        features = (*self._features, *["FINE"] * refined, *["WINDOW"] * self._windowed)
        if not drawn or features == self._compiled:
            return
        self._compiled = features
        shaders = self.actor.GetShaderProperty()
        shaders.SetVertexShaderCode(source(f"{self._shader}.vert", *features))
        shaders.SetFragmentShaderCode(source(f"{self._shader}.frag", *features))

    def place(self, places: QuadAnchors) -> None:
        """Stand somewhere else; attributes start at zero and nothing is chosen."""
        self.places = places
        self._data.SetPoints(places.points)
        point_data = self._data.GetPointData()
        point_data.Initialize()
        point_data.AddArray(places.lift)
        self._values: dict[str, Float32] = {}
        self._arrays: dict[str, vtk.vtkDataArray] = {}
        for name in self._names:
            values = np.zeros((places.count, 4, 4), np.float32)
            array = vtk.to_vtk(values.reshape(-1, 4), copied=False)
            array.SetName(name)
            point_data.AddArray(array)
            self._values[name], self._arrays[name] = values, array
        if self._windowed:
            self.windows = np.full((places.count, 4), WHOLE, np.float32)
            self._window_array = vtk.to_vtk(self.windows.ravel(), copied=False)
            self._window_array.SetName("window")
            point_data.AddArray(self._window_array)
        self._chosen = self._listed = None
        self.choose(np.zeros(0, np.int64))

    def paint(self, name: str, values: Float32) -> None:
        """Set an attribute of the first k impostors to (k, 4) values, mostly that of all.

        No buffer is sent when they are the same.
        """
        held = self._values[name][: len(values)]
        if len(held) and np.array_equal(held[:, 0, :], values):
            return
        held[:] = values[:, None, :]
        self._arrays[name].Modified()
        self._data.Modified()

    def show_like(self, other: Layer) -> None:
        """Have the impostors of another layer as they are now."""
        self._data.ShallowCopy(other._data)
        self._chosen, self._listed = other.chosen, None
        self._appear()
        self._scene.drawn(self.actor, bool(len(self.chosen)))

    def choose(self, chosen: npt.NDArray[np.integer]) -> None:
        """Draw these impostors and no others; what is chosen again costs nothing."""
        if self._chosen is not None and np.array_equal(self._chosen, chosen):
            return
        self._chosen, self._sorted = np.array(chosen), False
        self._list(self._chosen)
        self._appear()
        self._scene.drawn(self.actor, bool(len(chosen)))

    def sort(self, places: Float64, order: Order) -> None:
        """Draw what is chosen from behind; `places` are those of all, (n, 3).

        An edge that is blended over its pixel wants what lies behind it drawn before.
        """
        if len(self.chosen) < 2 or (self._sorted and not order.anew):
            return
        self._sorted = True
        self._list(self.chosen[np.argsort(-order.far(places[self.chosen]), kind="stable")])

    def draw_only(self, some: npt.NDArray[np.integer]) -> None:
        """Draw these of the chosen impostors, one after another, as far as `windows` show them.

        What is chosen stays so; `draw_all` draws it again.
        """
        self._partly = True
        if self._listed is None or not np.array_equal(self._listed, some):
            self._list(some)

    def draw_all(self) -> None:
        """Draw all that is chosen, in any order."""
        if not self._partly:
            return
        self._partly = self._sorted = False
        self.open_windows()
        self._list(self.chosen)

    def narrow_windows(self) -> None:
        """Hear that `windows` say something else than before."""
        self._narrowed = True
        self._window_array.Modified()
        self._data.Modified()

    def open_windows(self) -> None:
        """Draw all of each quad."""
        if self._narrowed:
            self._narrowed = False
            self.windows[:] = WHOLE
            self._window_array.Modified()

    def _list(self, order: npt.NDArray[np.integer]) -> None:
        """Tell VTK which impostors it draws, one after another."""
        self._listed = order
        corners = (np.asarray(order, np.int64)[:, None] * 4 + np.array([0, 1, 2, 0, 2, 3])).ravel()
        cells = vtk.vtkCellArray()
        cells.SetData(
            vtk.ids_to_vtk(np.arange(0, len(corners) + 1, 3, dtype=np.int64)),
            vtk.ids_to_vtk(corners),
        )
        self._data.SetPolys(cells)

    @property
    def chosen(self) -> npt.NDArray[np.integer]:
        """The impostors drawn now."""
        return np.zeros(0, np.int64) if self._chosen is None else self._chosen


@dataclass(frozen=True)
class Recipe:
    """What another program needs to draw the same layer (`viewer.export.page.page_data`).

    Attributes
    ----------
    shader, features, opaque, depth, finely, attributes
        As `Layer` takes them.
    rows
        As `DynamicLayer.show` takes them.
    texts
        Of a layer of glyphs: each text by its rectangle in the atlas.
    """

    shader: str
    features: tuple[str, ...]
    opaque: bool
    depth: bool
    finely: bool | None
    attributes: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    texts: Mapping[tuple[float, ...], str]


class DynamicLayer(Layer):
    """A handful of impostors that come and go: told as rows, rebuilt only when these differ.

    Rows are of one `kind`: a point or four corners, the levels below, then the attributes by name.

    Attributes
    ----------
    texts
        Which rectangle of its atlas holds which text.
    """

    def __init__(
        self,
        scene: SceneLayers,
        shader: str,
        kind: type[NamedTuple],
        *features: str,
        opaque: bool = False,
        depth: bool = False,
        finely: bool | None = None,
    ) -> None:
        super().__init__(
            scene,
            shader,
            features=features,
            opaque=opaque,
            depth=depth,
            attributes=kind._fields[2:],
            finely=finely,
        )
        self._rows: tuple[NamedTuple, ...] = ()
        self._added: list[NamedTuple] = []
        self.texts: Mapping[tuple[float, ...], str] = {}
        self._middles: Float64 = np.zeros((0, 4))
        scene.renderer.AddActor(self.actor)

    def add(self, *rows: NamedTuple) -> None:
        """Have these rows drawn at the next `show`."""
        self._added += rows

    def show(self, rows: Iterable[NamedTuple] = ()) -> None:
        """Draw the rows that were added, then these, and no others."""
        new, self._added = (*self._added, *rows), []
        if new == self._rows:
            return
        self._rows = new
        if not self._scene.is_seen:
            return
        if not new:
            self.choose(np.zeros(0, np.int64))
            return
        points, lifts, *values = zip(*new, strict=True)
        places, self._lifts = np.array(points, np.float64), np.array(lifts, np.float64)
        self._middles = places
        self.place(QuadAnchors(places, self._lifts))
        for name, value in zip(self._names, values, strict=True):
            self.paint(name, np.array(value, np.float32))
        self.choose(np.arange(len(new)))

    @property
    def recipe(self) -> Recipe | None:
        """What it draws now, as data; None where that is nothing."""
        if not self._rows:
            return None
        return Recipe(
            self._shader,
            self._features or (),
            self._opaque,
            self._depth,
            self._finely,
            self._names,
            self._rows,
            self.texts,
        )

    def sort_rows(self, order: Order) -> None:
        """Draw the rows from behind, wherever an explosion puts them; each has a single point."""
        if len(self._rows) < 2:
            return
        explode = self._scene["explode"]
        assert isinstance(explode, float)
        raised = np.zeros_like(self._middles)
        raised[:, 2] = explode * self._lifts
        self.sort(self._middles + raised, order)

    def release(self, texture: vtk.vtkTexture) -> None:
        """Free what a texture holds of this layer's window."""
        window = self._scene.renderer.GetRenderWindow()
        if window is not None:
            texture.ReleaseGraphicsResources(window)


def show_added(*layers: DynamicLayer) -> None:
    """Draw in each layer what was added to it, and nothing else."""
    for layer in layers:
        layer.show()
