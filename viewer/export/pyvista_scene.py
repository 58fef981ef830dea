"""Positions for pyvista: as meshes to go on with, and as a plotter that draws them as we do."""

from collections import Counter
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pyvista as pv
from msgspec.structs import replace as altered

from model.records.view import Cut, View
from viewer.export.notebook import Showable, look_at
from viewer.picture.compose.ground import bounds, thickness, top
from viewer.picture.picture import Picture
from viewer.picture.visibility.parts import group_at
from viewer.picture.visibility.visible import owners, visible_in
from viewer.visuals.overlay_types import Heat, Marks, Overlay, Pour, Sheet, Threats, Tube

_NAMES = {"line": "rod", "plan": "way"}
"""What ways are called here, where their style says something else."""


def mesh(
    what: Showable,
    *,
    view: View | str | None = None,
    show: tuple[str, ...] = (),
    step: int | None = None,
) -> pv.MultiBlock:
    """Return a position as meshes, for pyvista's filters and plots.

    Lengths are in ball diameters; an explosion of the view moves nothing. Blocks: "board";
    "points", all sites that the view leaves; "balls", those where a piece stands; and what `show`
    lays over them, numbered by kind: "sheet 1", "rod 1", "tether 1", "escape 1", "way 1", "pour 1",
    "plan 1", "threats 1", "heat 1".

    Points have an array for each layer of the board ("level", "file", ...), and "site", their
    number. Balls have "owner" (index of the player, -1 nobody), "group" (linked pieces have one
    number, from 0), and "ply" (the move of the record it came with, 0 for set up). A pour has
    "step", a plan "order", heat "worth" and "weight".

    Parameters
    ----------
    what, view, show, step
        As `pyramidion.picture` takes them.

    Returns
    -------
    pyvista.MultiBlock
        The blocks by name.

    Raises
    ------
    ValueError
        There is no such view, step or word.
    """
    seen, _ = look_at(what, view, show, step, ordered=True)
    board, owner = seen.board, owners(seen.board, seen.pieces)
    shown = np.asarray(visible_in(seen).shown, bool)
    west, east, south, north = bounds(board)
    upper = top(board)
    blocks = pv.MultiBlock()
    blocks["board"] = pv.Box((west, east, south, north, upper - thickness(board), upper))
    blocks["points"] = _points(seen, np.flatnonzero(shown))
    there = np.flatnonzero(shown & (owner != -2))
    balls = blocks["balls"] = _points(seen, there)
    balls["owner"] = owner[there]
    balls["group"] = _groups(seen, owner)[there]
    assert seen.plies is not None
    balls["ply"] = seen.plies[there]
    count: Counter[str] = Counter()
    for overlay in seen.overlays:
        name, made = _laid_over(seen, overlay)
        if made is not None:
            count[name] += 1
            blocks[f"{name} {count[name]}"] = made
    return blocks


def _points(seen: Picture, sites: npt.NDArray[np.integer]) -> pv.PolyData:
    points = pv.PolyData(seen.board.centres[sites].astype(float))
    points["site"] = sites
    for name, values in seen.board.layers.items():
        points[name] = np.asarray(values)[sites]
    return points


def _groups(seen: Picture, owner: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """(n,) the number of the group that stands on each site, -1 for none."""
    found, number = np.full(len(owner), -1, np.int32), 0
    for site in np.flatnonzero(owner != -2).tolist():
        if found[site] < 0:
            found[group_at(seen.board, seen.pieces, site)] = number
            number += 1
    return found


def _laid_over(seen: Picture, overlay: Overlay) -> tuple[str, pv.PolyData | None]:
    """What lies over a position: its name, and its mesh; None where it has none."""
    centres = seen.board.centres.astype(float)
    match overlay:
        case Sheet():
            return "sheet", pv.PolyData.from_regular_faces(centres, overlay.triangles.astype(int))
        case Tube():
            ways = pv.lines_from_points(centres[list(overlay.sites)])
            return _NAMES.get(overlay.style, overlay.style), ways
        case Pour():
            reached = np.flatnonzero((overlay.distances >= 0) & (overlay.distances < overlay.time))
            made = _points(seen, reached)
            made["step"] = overlay.distances[reached]
            return "pour", made
        case Marks() | Threats() | Heat():
            made = _points(seen, np.array(overlay.sites, int))
            if isinstance(overlay, Heat):
                made["worth"], made["weight"] = np.array(overlay.worth), np.array(overlay.weights)
                return "heat", made
            made["order"] = np.arange(1, len(overlay.sites) + 1)
            return "plan" if isinstance(overlay, Marks) else "threats", made
        case _:
            return "", None


def show(
    what: Showable,
    *,
    view: View | str | None = None,
    show: tuple[str, ...] = (),
    step: int | None = None,
    cut: bool = False,
    size: tuple[int, int] = (1024, 768),
    off_screen: bool | None = None,
) -> pv.Plotter:
    """Return a plotter that draws a position as the window does, to be added to.

    ``plotter.show()`` opens it, ``plotter.screenshot()`` needs no display. What is added to it lies
    in the same space: lengths are in ball diameters.

    Parameters
    ----------
    what, view, show, step
        As `pyramidion.picture` takes them.
    cut
        With a plane to drag, which hides what lies before it.
    size
        Width and height in pixels.
    off_screen
        Never opens a window; None: as pyvista is set.

    Returns
    -------
    pyvista.Plotter
        Not yet shown.

    Raises
    ------
    ValueError
        There is no such view, step or word.
    """
    from viewer.scene.stage import Stage

    seen, _ = look_at(what, view, show, step)
    plotter = pv.Plotter(window_size=list(size), off_screen=off_screen)
    stage = Stage(plotter.renderer)  # the renderer, which calls it before each frame, keeps it
    stage.draw(seen)
    plotter.camera_set = True

    def cut_at(normal: tuple[float, float, float], origin: tuple[float, float, float]) -> None:
        plane = Cut(float(np.dot(normal, origin)), normal=(normal[0], normal[1], normal[2]))
        kept = plotter.camera_position
        stage.draw(replace(seen, view=altered(seen.view, cuts=(plane,))))
        plotter.camera_position = kept

    if cut:
        centres = seen.board.centres
        plotter.add_plane_widget(
            cut_at,  # type: ignore[arg-type] # pyvista's decorator takes it for the plotter
            normal=(0.0, -1.0, 0.0),
            origin=centres.mean(axis=0).tolist(),
            bounds=pv.PolyData(centres.astype(float)).bounds,
            outline_translation=False,
        )
    return plotter
