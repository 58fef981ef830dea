"""The views that show most of what is chosen, against rays that are cast one by one."""

from dataclasses import replace

import numpy as np
import pytest

from model import api
from model.records.view import Camera, Cut, View
from viewer.picture.compose.composer import base_picture
from viewer.picture.visibility.best_view import (
    TURN,
    best_views,
    clear_lines,
    directions,
    discs,
    towards_eye,
)
from viewer.scene.camera import fitted_to

FULL = "partition:size=4,rules=free RBRB,BRBR,RBRB,BRBR/RBR,BRB,RBR/BR,RB/R blue"
HALF = "partition:size=5,rules=free RR1BB,4B,BBR2,R4,5/1B2,RR2,4,1R2/3,1B1,R2/2,1R/1 red"


def picture(text, **fields):
    return replace(base_picture(api.read(text)), **fields)


def fitted(shown, **camera):
    return fitted_to(shown, 1.4, Camera(**camera))


def cast(centres, balls, site, radius, eye, lines):
    """The share of a disc that rays from the eye reach, and no ball before it stops."""
    way = centres[site] - eye
    far = np.linalg.norm(way)
    way /= far
    side = np.cross(way, [0.0, 0.0, 1.0])
    side /= np.linalg.norm(side)
    aims = centres[site] + radius * lines @ np.array([side, np.cross(side, way)]) - eye
    aims /= np.linalg.norm(aims, axis=1)[:, None]
    ways = (centres[balls] - eye)[balls != site]
    along = ways @ aims.T
    miss = np.linalg.norm(ways[:, None] - along[..., None] * aims, axis=2)
    return 1 - ((miss < 0.5) & (along < far - 0.05)).any(axis=0).mean()


def lines_through_a_disc(seed, number):
    """Places spread over the unit disc, (n, 2)."""
    lines = np.random.default_rng(seed).uniform(-1, 1, (number, 2))
    return lines[np.hypot(*lines.T) < 1]


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize("text", [FULL, HALF])
def test_what_is_seen_of_a_ball_is_what_rays_meet_first(text):
    rng, lines = np.random.default_rng(3), lines_through_a_disc(3, 900)
    shown = picture(text)
    centres, balls = np.array(shown.board.centres), shown.pieces.site.astype(np.int64)
    empty = np.setdiff1d(np.arange(len(centres)), balls)
    sites = rng.permutation(np.concatenate([balls[:8], empty[:4]]))
    radii = np.where(np.isin(sites, balls), 0.5, 0.28)
    eyes = centres.mean(axis=0) + 14 * np.array(
        [towards_eye(azimuth, elevation) for azimuth, elevation in ((20, 35), (200, 8), (-77, 61))]
    )
    shares = clear_lines(centres, balls, sites, radii, eyes).mean(axis=2)
    for eye, row in zip(eyes, shares, strict=True):
        for site, radius, share in zip(sites.tolist(), radii.tolist(), row.tolist(), strict=True):
            assert share == pytest.approx(cast(centres, balls, site, radius, eye, lines), abs=0.09)


def test_lines_of_sight_end_on_the_disc_that_faces_the_eye():
    eyes, centres = np.array([[9.0, -4.0, 5.0], [0.0, 0.0, 12.0]]), np.array([[0.0, 0.0, 1.0]])
    points = discs(eyes, centres, np.array([0.5]))
    assert points.shape[:2] == (2, 1)
    for eye, disc in zip(eyes, points[:, 0], strict=True):
        aside = disc - centres[0]
        assert np.allclose(aside @ (eye - centres[0]), 0)
        assert np.linalg.norm(aside, axis=1).max() <= 0.5
        assert np.allclose(disc.mean(axis=0), centres[0], atol=0.03)


@pytest.mark.check
def test_no_direction_shows_more_than_the_first_view():
    """Every direction is looked through anew by rays; those that show as much lie farther."""
    lines = lines_through_a_disc(7, 160)
    shown = picture(HALF)
    centres, balls = np.array(shown.board.centres), shown.pieces.site.astype(np.int64)
    chosen, camera = tuple(balls[2:5].tolist()), fitted(shown)
    first = best_views(shown, chosen, camera)[0]

    def seen(azimuth, elevation):
        eye = np.array(camera.centre) + camera.distance * np.array(towards_eye(azimuth, elevation))
        shares = [cast(centres, balls, site, 0.5, eye, lines) for site in chosen]
        return np.mean([(share + np.clip(10 * share - 4.5, 0, 1)) / 2 for share in shares])

    best = max(seen(*way) for way in directions()[::2])
    assert seen(first.azimuth, first.elevation) >= best - TURN - 0.08


def test_each_view_lies_apart_from_those_before_it_and_shows_nearly_as_much():
    shown = picture(HALF)
    views = best_views(shown, shown.pieces.site.tolist()[:6], fitted(shown))
    assert len(views) > 1
    ways = np.array([towards_eye(view.azimuth, view.elevation) for view in views])
    angles = np.degrees(np.arccos(np.clip(ways @ ways.T, -1, 1)))[np.triu_indices(len(ways), 1)]
    assert angles.min() >= 39.5
    shown = [(np.mean(view.shares) + view.seen / 6) / 2 for view in views]
    assert min(shown) >= 0.8 * shown[0]
    assert max(shown) <= shown[0] + TURN, "only for the way there is less shown first"
    assert all(0 < view.elevation < 90 for view in views)


def test_of_views_that_show_as_much_the_nearest_is_the_best():
    shown = picture("partition:size=4,rules=free R3,4,4,4/3,3,3/2,2/1 blue")
    for azimuth in (10.0, 130.0, -95.0):
        first = best_views(shown, (0,), fitted(shown, azimuth=azimuth))[0]
        assert (first.azimuth, first.elevation, first.shares) == (azimuth, 36.0, (1.0,))


def test_what_the_view_hides_neither_hides_nor_is_looked_for():
    shown = picture(FULL)
    heart = shown.board.index("1c3")
    covered = best_views(shown, (heart,), fitted(shown))[0]
    cut = replace(shown, view=View(cuts=(Cut(family="level", at=1.0),)))
    first = best_views(cut, (heart,), fitted(cut))[0]
    assert covered.shares[0] < 0.5 <= first.shares[0]
    assert (covered.seen, first.seen) == (0, 1)
    assert best_views(cut, (shown.board.index("4d4"),), fitted(cut)) == ()
    half = picture("partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red")
    half = replace(half, view=View(cuts=(Cut(family="level", at=1.5),)))
    point = half.board.index("2b2")
    assert best_views(half, (point,), fitted(half)) == (), "its middle is cut away"
    faint = replace(shown, view=View(parts=(("player=red", "faint"), ("player=blue", "faint"))))
    assert best_views(faint, (heart,), fitted(faint))[0].shares == (1.0,)


@pytest.mark.check
def test_as_many_as_can_be_are_seen_by_half_before_more_is_seen_of_some():
    """Where two are seen whole and a third not at all, three halves may be better."""
    rng, shown, more = np.random.default_rng(1), picture(FULL), 0
    balls, camera = shown.pieces.site.astype(np.int64), fitted(shown)
    centres, ways = np.array(shown.board.centres), directions()
    towards = np.array([towards_eye(*way) for way in ways])
    eyes = np.array(camera.centre) + camera.distance * towards
    for _ in range(40):
        chosen = rng.choice(balls, 8, replace=False)
        shares = clear_lines(centres, balls, chosen, np.full(8, 0.5), eyes).mean(axis=2)
        seen, largest = (shares >= 0.5).sum(axis=1), int(shares.mean(axis=1).argmax())
        first = best_views(shown, chosen.tolist(), camera)[0]
        score = (shares.mean(axis=1) + seen / 8) / 2
        assert (np.mean(first.shares) + first.seen / 8) / 2 >= score.max() - TURN - 1e-6
        more += first.seen > seen[largest]
    assert more


@pytest.mark.check
def test_lines_of_sight_may_be_parallel_and_the_camera_must_be_fitted():
    lines = lines_through_a_disc(5, 900)
    shown = picture(HALF)
    site = int(shown.pieces.site[6])
    camera = fitted(shown, azimuth=40.0, elevation=20.0, parallel=True)
    centres, balls = np.array(shown.board.centres), shown.pieces.site
    for view in best_views(shown, (site,), camera):
        far = np.array(camera.centre) + 5000 * np.array(towards_eye(view.azimuth, view.elevation))
        share = cast(centres, balls, site, 0.5, far, lines)
        assert view.shares[0] == pytest.approx(share, abs=0.09)
    with pytest.raises(ValueError, match="fit the camera"):
        best_views(shown, (site,), Camera())


def test_directions_are_spread_evenly_over_where_a_board_is_looked_at_from():
    ways = np.array(directions())
    assert ((ways[:, 0] >= -180) & (ways[:, 0] <= 180)).all()
    assert 5 <= ways[:, 1].min() < 6 < 78 < ways[:, 1].max() <= 80
    towards = np.array([towards_eye(*way) for way in ways])
    aside = np.degrees(np.arccos(np.clip(towards @ towards.T - 2 * np.eye(len(ways)), -1, 1)))
    nearest = aside.min(axis=1)
    assert nearest.max() < 1.6 * nearest.min()
