"""What is hidden is left out of moving frames, and nothing that is seen."""

import numpy as np
import pytest
from heaps_anyhow import SIZES, any_heap
from soaking import counts

from viewer.scene import offscreen
from viewer.scene.hidden import unseen
from viewer.scene.hidden.hiding_kernels import by_distance
from viewer.scene.hidden.outlines import WHOLE
from viewer.scene.props import balls

ROUNDING = 3
"""Levels of 255 that a part of a quad may differ by from the whole: its corners lie elsewhere."""


@pytest.fixture(scope="module", autouse=True)
def kernels():
    unseen.load()


@pytest.fixture(autouse=True)
def few_are_enough(monkeypatch):
    monkeypatch.setattr(balls, "MANY", 2)


@pytest.fixture(scope="module")
def places():
    """Stages of all sizes whose frames follow one another and leave out what is hidden."""
    made = [offscreen.Offscreen(size) for size in SIZES]
    for place in made:
        place.stage.is_orbiting(True)
        place.stage.leave_out_hidden()
    yield made
    for place in made:
        place.close()


def frames_of(place, shown, fine, aside):
    """A frame as it is; with the whole quad of each ball that is seen; with all balls."""
    stage, window = place.stage, place.window
    stage.draw(shown)
    stage.refine(fine)
    stage.look_aside(aside)
    window.Render()
    stage.check()
    heap, look, solids = stage.balls._heap(), stage.balls._looked, stage.balls.solids
    frames, drawn = [place.grab()], len(solids._listed)
    if look is None:  # glass in a pour: all are drawn
        return frames * 3, drawn
    # Seen as before, so nobody finds out anew what is hidden.
    solids.windows[:] = WHOLE
    solids.draw_only(solids._listed)
    window.Render()
    frames.append(place.grab())
    order, _, _ = by_distance(heap.centres, heap.radii, heap.parts, look)
    solids.draw_only(order[heap.solid[order]][::-1])
    assert len(solids._listed) == len(stage.balls.solids.chosen)
    for layer in (stage.balls.points, stage.balls.hull, stage.balls.faded):
        layer.draw_only(layer.chosen)
    window.Render()
    frames.append(place.grab())
    assert stage.balls._looked is look
    stage.balls._looked = None
    return frames, drawn


@counts(40, 3000)
def test_no_pixel_shows_that_balls_are_left_out(places, count, seed, tell):
    chance = np.random.default_rng(seed)
    hidden = looked_at = uneven = 0
    for number in range(count):
        shown = any_heap(chance)
        place = places[int(chance.integers(len(places)))]
        fine = bool(chance.random() < 0.2)
        aside = tuple(chance.uniform(-0.5, 0.5, 2).tolist()) if fine else (0.0, 0.0)
        (parts, quads, everything), drawn = frames_of(place, shown, fine, aside)
        there = len(place.stage.balls.solids.chosen)
        hidden, looked_at = hidden + there - drawn, looked_at + there
        what = number, shown.view, place.window.GetSize(), fine
        assert np.array_equal(quads, everything), what
        # A part of a quad has other corners, and rounding may tip a pixel where two balls touch.
        off = int((np.abs(parts.astype(int) - quads).max(axis=2) > ROUNDING).sum())
        uneven += off
        assert off <= 2, what
    tell("hidden balls", pictures=count, balls=looked_at, hidden=hidden, pixels_off=uneven)
    assert hidden > 0.1 * looked_at
    assert uneven <= 1 + count // 50
