"""The stage: which changes touch no geometry, what a broken shader does, what lies on top."""

from dataclasses import replace as but

import numpy as np
import pytest
from msgspec.structs import replace
from studio import BARE, Studio, filled, picture

from model.boards.lattice import pyramid
from model.positions.setup import read_position
from model.records.view import Camera, Cut, Peel, View
from viewer.picture.compose.composer import depict
from viewer.scene.camera import frame
from viewer.scene.props import impostors
from viewer.scene.stage import ShaderError
from viewer.visuals.overlay_types import Marks, Numbers, Pour, Sheet, Tube
from viewer.visuals.side_colours import SideColour

HOME = replace(BARE, camera=Camera())


@pytest.mark.check
@pytest.mark.parametrize(
    "shader",
    ["ball.frag", "ball.vert", "slab.frag", "mark.frag", "block.frag", "block.vert", "disc.frag"],
)
def test_a_broken_shader_is_an_error_and_not_an_empty_picture(monkeypatch, shader):
    steps = depict(read_position("pyramid W6,7,7,7,7,7,B6 white"), View())
    whole = impostors.source

    def broken(name, *features):
        text = whole(name, *features)
        return text.replace("void main()", "void main(;)") if name == shader else text

    monkeypatch.setattr(impostors, "source", broken)
    place = Studio()
    try:
        with pytest.raises(ShaderError, match="does not compile"):
            [place.take(one) for one in (picture(red=["1a1"], view=View()), steps)]
    finally:
        place.place.close()


def geometry(stage):
    """What must stay the same: objects and times of the balls' points and attributes."""
    parts = []
    for layer in stage.balls._layers:
        points = layer._data.GetPoints()
        parts.append((points.__this__, points.GetMTime(), layer._data.__this__))
    return parts


def buffers(stage):
    """Times of everything that is sent to the graphics card."""
    times = []
    for layer in stage.balls._layers:
        data = layer._data
        arrays = [
            data.GetPointData().GetArray(k) for k in range(data.GetPointData().GetNumberOfArrays())
        ]
        times.append((data.GetPolys().GetMTime(), *(a.GetMTime() for a in arrays)))
    return times


CHANGES = {
    "camera": {"camera": Camera(azimuth=70)},
    "cut": {"cuts": (Cut(3, "file"),)},
    "peel": {"peel": Peel(levels=(1, 2))},
    "explosion": {"explode": 0.7},
    "layer": {"layer": ("level", 2)},
    "highlight": {"selected": "1a1"},
    "ghosts": {"ghosts": "all", "ghost_style": "shells"},
    "lens": {"lens": "2d4"},
}


@pytest.mark.check
@pytest.mark.parametrize("change", CHANGES)
def test_looks_rebuild_no_geometry(studio, change):
    pieces = filled(pyramid(5), 0.6)
    studio.take(picture(5, HOME, pieces=pieces))
    before = geometry(studio.place.stage)
    first = studio.take(picture(5, HOME, pieces=pieces))
    second = studio.take(picture(5, replace(HOME, **CHANGES[change]), pieces=pieces))
    assert geometry(studio.place.stage) == before
    assert (first != second).any()


@pytest.mark.parametrize("change", ["camera", "explosion", "pointer", "pour time"])
def test_what_is_only_a_uniform_sends_no_buffer(studio, change):
    board = pyramid(5)
    pieces = filled(board, 0.4)
    pieces = but(pieces, owner=np.zeros_like(pieces.owner))  # a pour rims the others' anew
    pour = Pour(board.layers["SW"], 0, 2.0)
    view = replace(HOME, ghosts="all", explode=0.1)
    start = {"pieces": pieces, "overlays": (pour,), "pointer": (0.0, 0.0, 0.0)}
    first = studio.take(picture(5, view, **start))
    before = buffers(studio.place.stage)
    if change == "camera":
        view = replace(view, camera=Camera(azimuth=100))
    elif change == "explosion":
        view = replace(view, explode=0.5)
    elif change == "pointer":
        start["pointer"] = (4.0, 4.0, 0.0)
    else:
        start["overlays"] = (Pour(pour.distances, 0, 5.0),)
    second = studio.take(picture(5, view, **start))
    assert buffers(studio.place.stage) == before
    assert (first != second).any()


@pytest.mark.check
def test_the_same_look_twice_gives_the_same_picture(studio):
    shown = picture(5, View(), pieces=filled(pyramid(5), 0.6))
    first = studio.take(shown)
    studio.take(picture(4, View(explode=1.0), pieces=filled(pyramid(4))))
    assert (studio.take(shown) == first).all()


def test_other_colours_of_the_sides_are_drawn_at_once(studio):
    shown = picture(3, HOME, pieces=filled(pyramid(3), 0.6))
    first = studio.take(shown)
    second = studio.take(but(shown, sides=(SideColour("#00FF00"), SideColour("#FFFFFF"))))
    assert (first != second).any()


def test_a_tube_is_seen_through_what_covers_it(studio):
    board = pyramid(5)
    pieces = filled(board)
    inside = [int(s) for s in np.flatnonzero(board.layers["shell"] >= 1)][:2]
    for style in ("line", "tether", "escape", "plan"):
        plain = studio.take(picture(5, HOME, pieces=pieces))
        image = studio.take(
            picture(5, replace(HOME, dim=False), pieces=pieces,
                    overlays=(Tube(tuple(inside), 0, style),))
        )  # fmt: skip
        row, column = studio.pixel(board.centres[inside].mean(axis=0))
        near = np.s_[row - 8 : row + 9, column - 8 : column + 9]
        assert (plain[near] != image[near]).any(), style


def test_a_sheet_shows_its_skin_between_its_balls(studio):
    board = pyramid(4)
    names = ("1a1", "1c1", "1a3")
    sites = tuple(sorted(board.index(name) for name in names))
    view = replace(BARE, camera=Camera(azimuth=0, elevation=90, parallel=True), dim=False)
    plain = studio.take(picture(4, view, red=names))
    triangles = np.array([sites], np.int32)
    image = studio.take(picture(4, view, red=names, overlays=(Sheet(sites, triangles, 0),)))
    between = studio.pixel((0.44, 0.44, 0.0))  # a half diagonal from each
    background = studio.take(picture(4, view))[between]
    assert np.abs(plain[between] - background).max() <= 12
    assert image[between][0] - image[between][2] > 20  # reddish now


@pytest.mark.check
def test_marks_and_numbers_are_read_through_the_balls(studio):
    board = pyramid(5)
    pieces = filled(board)
    inside = int(np.flatnonzero(board.layers["shell"] >= 1)[0])
    plain = studio.take(picture(5, HOME, pieces=pieces))
    for overlay in (Marks((inside,), ("7",), 0), Numbers((inside,), ("12",))):
        image = studio.take(picture(5, HOME, pieces=pieces, overlays=(overlay,)))
        row, column = studio.pixel(board.centres[inside])
        near = image[row - 8 : row + 9, column - 8 : column + 9]
        assert near.min(axis=-1).max() > 190  # white ink
        assert (near != plain[row - 8 : row + 9, column - 8 : column + 9]).any()
    one, two = (
        studio.take(picture(5, HOME, pieces=pieces, overlays=(Numbers((inside,), (text,)),)))
        for text in ("1", "8")
    )
    assert (one != two).any()


def test_a_pour_colours_the_points_it_has_reached(studio):
    board = pyramid(3)
    view = replace(BARE, ghosts="all")
    steps = board.layers["SW"]
    # The dots of the south row, seen from the south: nothing stands before them.
    at = {name: board.centres[board.index(name)] for name in ("1a1", "1e1")}
    dry = studio.take(picture(3, view, overlays=(Pour(steps, 0, 0.0),)))
    wet = studio.take(picture(3, view, overlays=(Pour(steps, 0, 1.5),)))
    near, far = (studio.pixel(at[name]) for name in ("1a1", "1e1"))
    assert (dry[far] == wet[far]).all()
    assert wet[near][0] - wet[near][2] > dry[near][0] - dry[near][2] + 60  # amber now


def test_a_pour_rims_a_ball_it_has_reached_and_leaves_it_its_colour(studio):
    board = pyramid(3)
    middle = board.centres[board.index("1a1")]
    _, _, right = frame(BARE.camera.azimuth, BARE.camera.elevation)
    dry, wet = (
        studio.take(picture(3, BARE, blue=["1a1"], overlays=(Pour(board.layers["SW"], 0, time),)))
        for time in (0.0, 1.5)
    )
    inside, beside = studio.pixel(middle), studio.pixel(middle - 0.53 * right)
    assert (dry[inside] == wet[inside]).all()
    assert int(wet[beside][0]) - int(wet[beside][2]) > 100  # amber
    assert int(dry[beside][0]) - int(dry[beside][2]) < 60


def test_the_point_under_the_mouse_is_seen_through_the_heap(studio):
    board = pyramid(5)
    inside = int(np.flatnonzero(board.layers["shell"] >= 1)[0])
    pieces = filled(board)
    keep = pieces.site != inside
    pieces = type(pieces)(*(getattr(pieces, f)[keep] for f in ("site", "owner", "kind", "count")))
    plain = studio.take(picture(5, HOME, pieces=pieces))
    for field in ("hover", "cursor"):
        image = studio.take(picture(5, HOME, pieces=pieces, **{field: inside}))
        at = studio.pixel(board.centres[inside])
        assert np.abs(image[at] - plain[at]).max() > 25, field


def test_a_preview_is_a_half_transparent_ball(studio):
    board = pyramid(3)
    at = (0, 0, 0)
    bare = studio.take(picture(3))
    full = studio.take(picture(3, red=["1a1"]))
    image = studio.take(picture(3, preview=(board.index("1a1"), 0)))
    row, column = studio.pixel(at)
    row -= 6  # off the small mark in the middle
    for band in range(3):
        low, high = sorted((bare[row, column][band], full[row, column][band]))
        assert low - 25 <= image[row, column][band] <= high + 25
    assert (image[row, column] != bare[row, column]).any()


def test_labels_board_and_handle_can_be_switched(studio):
    board = pyramid(4)
    pieces = filled(board, 0.5)
    cut = replace(View(), cuts=(Cut(4, "file"),))
    images = [
        studio.take(picture(4, view, pieces=pieces, handle=handle))
        for view, handle in (
            (cut, False),
            (cut, True),
            (replace(cut, labels=False), False),
            (replace(cut, board=False), False),
            (replace(cut, board=False, labels=False), False),
        )
    ]
    for i, one in enumerate(images):
        for other in images[i + 1 :]:
            assert (one != other).mean() > 0.001


def test_smooth_frames_show_the_same_scene(studio):
    shown = picture(4, View(), pieces=filled(pyramid(4), 0.6))
    plain = studio.take(shown)
    try:
        for orbiting in (True, False):
            studio.place.stage.is_orbiting(orbiting)
            image = studio.take(shown)
            assert (image != plain).any()
            assert np.abs(image - plain).mean() < 6
    finally:
        studio.place.renderer.SetPass(None)
        studio.place.renderer.SetUseFXAA(False)


def test_the_stage_asks_for_no_frame(studio):
    frames = []
    tag = studio.place.window.AddObserver("EndEvent", lambda *_: frames.append(1))
    studio.place.stage.draw(picture(4, View(), pieces=filled(pyramid(4))))
    studio.place.window.RemoveObserver(tag)
    assert not frames


@pytest.mark.check
def test_closing_leaves_the_renderer_empty():
    place = Studio()
    place.take(picture(3, View(), red=["1a1"]))
    renderer = place.place.renderer
    assert renderer.GetActors().GetNumberOfItems() > 0
    place.place.stage.close()
    assert renderer.GetActors().GetNumberOfItems() == 0
    assert not renderer.HasObserver("StartEvent")
    place.place.window.Finalize()
