"""Moving frames: their edges against a picture of many more pixels, and what they cost VTK."""

from dataclasses import replace as altered

import numpy as np
import pytest
from msgspec.structs import replace
from studio import filled, picture

from model.boards.lattice import pyramid
from model.positions.setup import read_position
from model.records.view import Camera, Cut, View
from viewer.picture.compose.composer import depict
from viewer.scene import offscreen
from viewer.scene.vtk import from_vtk
from viewer.visuals.overlay_types import Tube

SIZE = (360, 270)
RESERVES = "pyraos:rules=standard BB2,WWWB,WWBB,BBBB/B2,BWW,1W1/2,2/1 white"
STEPS = "pyramid 7,1WBWWB1,4W2,5B1,3W3,2W1B2,7 white"
HEAP = filled(pyramid(5), 0.5)
BALLS = View(ghosts="off", labels=False, board=False)
GROUND = View(ghosts="off", labels=False)
SCENES = {
    "balls": picture(5, replace(BALLS, camera=Camera(azimuth=30)), pieces=HEAP),
    "parallel": picture(5, replace(BALLS, camera=Camera(parallel=True)), pieces=HEAP),
    "from below": picture(5, replace(BALLS, camera=Camera(elevation=-30)), pieces=HEAP),
    "apart": picture(5, replace(BALLS, explode=0.4), pieces=HEAP),
    "cut": picture(5, replace(BALLS, cuts=(Cut(4, "file"),)), pieces=filled(pyramid(5))),
    "tubes": picture(
        5,
        replace(BALLS, dim=False),
        pieces=filled(pyramid(5), 0.2),
        overlays=(Tube((0, 12, 40), 0, "escape"),),
    ),
    "rings": picture(5, replace(BALLS, selected="1c3"), pieces=filled(pyramid(5), 0.4)),
    "points": picture(4, View(labels=False, board=False), pieces=filled(pyramid(4), 0.2)),
    "slab": picture(5, GROUND, pieces=HEAP),
    "letters": picture(5, replace(GROUND, labels=True), pieces=HEAP),
    "under the slab": picture(5, replace(GROUND, camera=Camera(elevation=-25)), pieces=HEAP),
    "reserves": depict(read_position(RESERVES), GROUND),
    "steps": depict(read_position(STEPS), GROUND),
    "steps cut": depict(read_position(STEPS), replace(GROUND, cuts=(Cut(4, "file"),))),
}
# Of stone more than the edges depends on the size of a pixel: its joints and inlays. Lines of rings
# are soft in either.
RIGHT = {"steps": 0.9, "steps cut": 0.8, "rings": 1.0}


def staged(samples=1, orbits=False):
    """A fixture of a stage that the tests share."""

    @pytest.fixture(scope="module")
    def stage():
        made = offscreen.Offscreen(SIZE, samples)
        if orbits:
            made.stage.is_orbiting(True)
        yield made
        made.close()

    return stage


hard = staged()  # nobody told it whether frames follow one another
place = staged(orbits=True)
best = staged(samples=4)  # many more pixels


def frame(place, shown):
    return place.image(shown).astype(float)


def turned(shown, azimuth):
    camera = replace(shown.view.camera, azimuth=shown.view.camera.azimuth + azimuth)
    return altered(shown, view=replace(shown.view, camera=camera))


def sent(stage):
    """When what goes to the graphics card was changed last."""
    layers = stage.balls._layers
    rows = (*stage._base._parts, *(one.solid for one in stage._pieces._shapes.values()))
    return [layer._data.GetMTime() for layer in (*layers, *rows)]


@pytest.mark.check
@pytest.mark.sample(9)
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("turn", [0, 67])
def test_edges_are_nearly_those_of_a_picture_of_many_more_pixels(place, hard, best, name, turn):
    shown = turned(SCENES[name], turn)
    right = frame(best, shown)
    plain = frame(hard, shown)
    # Sorted for where it was looked at from before, as in an orbit.
    frame(place, SCENES[name])
    soft = frame(place, shown)
    wrong = {
        kind: ((image - right) ** 2).mean() for kind, image in (("hard", plain), ("soft", soft))
    }
    assert wrong["soft"] < RIGHT.get(name, 0.4) * wrong["hard"], wrong


@pytest.mark.check
@pytest.mark.parametrize("name", SCENES)
def test_a_small_turn_sends_nothing_but_the_camera(place, name):
    frame(place, SCENES[name])
    frame(place, turned(SCENES[name], 10))  # sorted
    before = sent(place.stage)
    frame(place, turned(SCENES[name], 11))
    assert sent(place.stage) == before


def test_a_wide_turn_draws_the_balls_from_behind(place):
    shown = SCENES["balls"]
    for azimuth in (0, 90, 180):
        frame(place, turned(shown, azimuth))
        layer = place.stage.balls.solids
        corners = from_vtk(layer._data.GetPolys().GetConnectivityArray())
        order = corners[::6] // 4
        assert set(order) == set(layer.chosen)
        eye = np.array(place.renderer.GetActiveCamera().GetPosition())
        far = np.linalg.norm(shown.board.centres[order] - eye, axis=1)
        assert (np.diff(far) <= 1e-6).all()


@pytest.mark.check
def test_points_are_one_draw(place):
    def drawn():
        actors = place.renderer.GetActors()
        actors.InitTraversal()
        return sum(actors.GetNextActor().GetVisibility() for _ in range(actors.GetNumberOfItems()))

    plain = picture(6, BALLS, pieces=filled(pyramid(6), 0.3))
    frame(place, plain)
    without = drawn()
    frame(place, picture(6, replace(BALLS, ghosts="all"), pieces=plain.pieces))
    assert drawn() == without + 1
