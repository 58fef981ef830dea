"""picking: all balls and points along a line of sight, beside vtkHardwareSelector on one pixel.

The selector looks at the same balls, drawn by VTK's own ball impostors (vtkOpenGLSphereMapper, the
fastest stock way), and knows the front ball only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from itertools import cycle

import numpy as np

from benchmarks.rows import Row, medians
from benchmarks.scenes import HEIGHT, WIDTH, owners
from model.boards.lattice import pyramid
from model.records.view import Camera, View
from viewer.picture.picking.line_of_sight import PickCandidate, candidates
from viewer.picture.visibility.hiding import Float64, Mask, resolve
from viewer.scene import camera as cameras
from viewer.scene.vtk import vtkVersion

SIZE, RAYS, RUNS, CHECKED = 50, 40, 5, 5
GOAL_RATIO, GOAL_SECONDS = 0.01, 1e-3


def measure() -> Iterator[Row]:
    """Yield a row for a full and one for a half filled pyramid."""
    rng = np.random.default_rng(2)
    low, high = (3 * WIDTH // 10, 3 * HEIGHT // 10), (7 * WIDTH // 10, 6 * HEIGHT // 10)
    pixels = rng.integers(low, high, (RAYS, 2))
    places = (pixels + 0.5) / (WIDTH, HEIGHT) * 2 - 1  # their middles
    board = pyramid(SIZE)
    view = View()
    camera = cameras.fitted(view.camera, board, aspect=WIDTH / HEIGHT)
    for filled in (1.0, 0.5):
        occupied = owners(board, filled) >= 0

        def ray(x: float, y: float, occupied: Mask = occupied) -> tuple[PickCandidate, ...]:
            visible = resolve(board, occupied, view)
            origin, direction = cameras.sight_line(camera, x, y, WIDTH / HEIGHT)
            return candidates(visible, occupied, None, origin, direction)

        def rays(ray: Callable[..., object] = ray) -> None:
            for x, y in places:
                ray(x, y)

        select = _selector(board.centres[occupied], camera)
        balls = np.flatnonzero(occupied)
        turn = cycle(places)

        def pixel(select: Callable[..., int] = select, turn: Iterator[Float64] = turn) -> None:
            select(*next(turn))

        ours, theirs = medians(rays, pixel, runs=RUNS)
        agree = 0
        for x, y in places[:CHECKED]:
            front = next((found.site for found in ray(x, y) if found.ball), None)
            number = select(x, y)
            agree += front == (None if number < 0 else balls[number])
        yield Row(
            f"N={SIZE}, {len(balls)} balls",
            ours / RAYS,
            f"vtkHardwareSelector {vtkVersion.GetVTKVersion()}",
            theirs,
            most=GOAL_RATIO,
            longest=GOAL_SECONDS,
            note=f"same front ball {agree} of {CHECKED} times",
        )


def _selector(centres: Float64, camera: Camera) -> Callable[[float, float], int]:
    """Return what picks at a place of the picture (-1 to 1): the ball's number, -1 for none."""
    from viewer.scene.vtk import (
        ids_to_vtk,
        to_vtk,
        vtkActor,
        vtkCellArray,
        vtkDataObject,
        vtkHardwareSelector,
        vtkOpenGLSphereMapper,
        vtkPoints,
        vtkPolyData,
        vtkRenderer,
        vtkRenderWindow,
    )

    points = vtkPoints()
    points.SetData(to_vtk(np.ascontiguousarray(centres)))
    cloud = vtkPolyData()
    cloud.SetPoints(points)
    singles = vtkCellArray()
    singles.SetData(1, ids_to_vtk(np.arange(len(centres), dtype=np.int64)))
    cloud.SetVerts(singles)
    mapper = vtkOpenGLSphereMapper()
    mapper.SetInputData(cloud)
    mapper.SetRadius(0.5)
    actor = vtkActor()
    actor.SetMapper(mapper)
    renderer = vtkRenderer()
    renderer.AddActor(actor)
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")
    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    window.SetSize(WIDTH, HEIGHT)
    window.AddRenderer(renderer)
    cameras.apply(camera, pyramid(SIZE), renderer.GetActiveCamera())
    window.Render()

    def select(x: float, y: float) -> int:
        assert window.GetRenderers().GetNumberOfItems() == 1  # a renderer does not keep its window
        left, bottom = int((x + 1) / 2 * WIDTH), int((y + 1) / 2 * HEIGHT)
        selector = vtkHardwareSelector()
        selector.SetRenderer(renderer)
        selector.SetArea(left, bottom, left, bottom)
        selector.SetFieldAssociation(vtkDataObject.FIELD_ASSOCIATION_POINTS)
        found = selector.Select()
        if not found.GetNumberOfNodes():
            return -1
        return int(found.GetNode(0).GetSelectionList().GetValue(0))

    return select
