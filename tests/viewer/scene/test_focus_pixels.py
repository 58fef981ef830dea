"""What is kept in sight is seen through what covers it, and nothing else in the frame changes."""

from dataclasses import replace

import numpy as np
import pytest
from msgspec.structs import replace as replace_view
from studio import BARE, filled, picture

from model.boards.lattice import pyramid
from model.records.view import Camera
from viewer.picture.visibility.focus import FOCUS_EDGE
from viewer.picture.visibility.hiding import BALL_RADIUS


def rays_of(frame):
    """The pixels of the rays of `Studio.rays`."""
    return frame[::3, ::3].astype(int)


def aside(studio, centre):
    """How far each line of sight passes a point, in ball diameters."""
    origins, ways = studio.rays()
    towards = np.asarray(centre) - origins
    middle = (towards * ways).sum(-1)
    return np.linalg.norm(towards - middle[..., None] * ways, axis=-1)


@pytest.mark.check
@pytest.mark.parametrize("parallel", [False, True])
def test_a_covered_ball_is_seen_and_pixels_beyond_its_soft_edge_stay(studio, parallel):
    camera = Camera(azimuth=25, elevation=15, parallel=parallel)
    board = pyramid(5)
    view = replace_view(BARE, camera=camera, dim=False)
    shown = picture(5, view, pieces=filled(board))
    heart = int(np.argmin(np.linalg.norm(board.centres - board.centres.mean(axis=0), axis=1)))
    plain = rays_of(studio.take(shown))
    opened = rays_of(studio.take(replace(shown, focus=(heart,))))
    far = aside(studio, board.centres[heart])
    changed = np.abs(opened - plain).max(axis=-1) > 2
    assert not changed[far > BALL_RADIUS + FOCUS_EDGE + 0.03].any()
    inside = far < BALL_RADIUS - 0.05
    assert changed[inside].mean() > 0.6, "it lies behind others, and they are opened"
    owner = int(shown.pieces.owner[shown.pieces.site == heart][0])
    only = {("red", "blue")[owner]: [board.names[heart]]}
    itself = rays_of(studio.take(picture(5, view, **only)))
    near = np.abs(opened - itself).sum(axis=-1)[inside]
    before = np.abs(plain - itself).sum(axis=-1)[inside]
    assert np.median(near) < 0.5 * np.median(before)


def test_while_it_turns_no_sky_shows_at_the_edges_of_opened_balls(studio):
    """Edges are blended then, over what was drawn before."""
    board = pyramid(6)
    view = replace_view(BARE, camera=Camera(azimuth=25, elevation=15), dim=False)
    shown = picture(6, view, pieces=filled(board))
    heart = int(np.argmin(np.linalg.norm(board.centres - board.centres.mean(axis=0), axis=1)))
    studio.place.stage.is_orbiting(True)
    plain = rays_of(studio.take(shown))
    opened = rays_of(studio.take(replace(shown, focus=(heart,))))
    studio.place.stage.is_orbiting(False)
    beyond = aside(studio, board.centres[heart]) > BALL_RADIUS + FOCUS_EDGE + 0.03
    assert np.abs(opened - plain)[beyond].max() < 40
