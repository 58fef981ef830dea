"""What is kept in sight, and what covers it from where."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from model import api
from model.games.partition.kind import KIND
from model.records.view import Camera, View
from viewer.picture.compose.composer import base_picture
from viewer.picture.visibility.focus import (
    FOCUS_EDGE,
    Spheres,
    covering,
    covers_of_few,
    covers_of_many,
    focus_of,
)
from viewer.picture.visibility.visible import group_at
from viewer.scene.camera import fitted_to, sight_line
from viewer.scene.input.pointer import Pointer
from viewer.visuals.overlay_types import Pour, Tube

ROOT = Path(__file__).parents[4]
FULL = "partition:size=4,rules=free RBRB,BRBR,RBRB,BRBR/RBR,BRB,RBR/BR,RB/R blue"
HALF = "partition:size=4,rules=free RRR1,4,BB2,4/3,1B1,3/2,2/1 red"


def picture(text, **fields):
    return replace(base_picture(api.read(text)), **fields)


def names(shown, sites):
    return {shown.board.names[site] for site in sites}


def test_what_is_selected_is_kept_in_sight_and_else_what_was_played_last():
    shown = picture(HALF)
    first, last = shown.board.names[0], shown.board.index("2c3") if "2c3" in shown.board else 5
    group = set(np.flatnonzero(group_at(shown, first)).tolist())
    assert len(group) == 3
    assert set(focus_of(replace(shown, view=View(selected=first), last=last))) == group
    assert focus_of(replace(shown, last=last)) == (last,)
    assert focus_of(shown) == ()


def test_what_is_pointed_at_is_kept_in_sight_an_empty_point_with_what_touches_it():
    shown = picture(HALF)
    occupied = set(shown.pieces.site.tolist())
    ball = min(occupied)
    assert focus_of(replace(shown, hover=ball)) == (ball,)
    table = shown.board.neighbour_table
    empty = next(
        site
        for site in range(len(shown.board))
        if site not in occupied and occupied & set(table[site].tolist())
    )
    near = occupied & set(table[empty].tolist())
    assert set(focus_of(replace(shown, cursor=empty))) == {empty, *near}


def test_deeper_has_the_neighbours_of_what_is_chosen():
    shown = replace(picture(FULL), last=0)
    near = {site for site in shown.board.neighbour_table[0].tolist() if site >= 0}
    assert set(focus_of(shown, deep=True)) == {0, *near}


def test_a_way_and_the_front_of_a_pour_are_kept_in_sight():
    shown = picture(HALF)
    way = Tube((0, 7, 9), 0, "escape")
    steps = np.full(len(shown.board), -1, np.int32)
    steps[:6] = (0, 1, 1, 2, 2, 3)
    assert focus_of(replace(shown, overlays=(way,))) == (0, 7, 9)
    assert focus_of(replace(shown, overlays=(Pour(steps, 0, 1.5),))) == (1, 2)
    assert focus_of(replace(shown, overlays=(Pour(steps, 0, 4.0),))) == ()  # it has run


def test_where_nothing_lies_in_a_heap_nothing_is_opened():
    shown = base_picture(api.game("poly-y").start())
    assert focus_of(replace(shown, hover=0)) is None


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize("parallel", [False, True])
def test_what_covers_is_what_rays_meet_first(parallel):
    """Rays through a sphere and its soft edge meet, before it, just the balls that are named."""
    rng = np.random.default_rng(4)
    shown = picture(FULL)
    centres = shown.board.centres
    sites = np.arange(len(centres))
    for kept in rng.choice(sites, 6, replace=False):
        view = View(camera=Camera(azimuth=rng.uniform(0, 360), elevation=30, parallel=parallel))
        camera = fitted_to(replace(shown, view=view), 1.0)
        eye, forward = sight_line(camera, 0.0, 0.0, 1.0)
        spheres = Spheres(np.array([kept]), centres[[kept]], np.array([0.5]))
        covers = covering(spheres, sites, centres, eye, forward, parallel=parallel)
        found = set(covers.sites.tolist())
        side = np.cross(forward, [0.0, 0.0, 1.0])
        side /= np.linalg.norm(side)
        aside = rng.uniform(-0.62, 0.62, (4000, 2)) @ np.array([side, np.cross(side, forward)])
        targets = centres[kept] + aside
        starts = targets - 30 * np.array(forward) if parallel else np.tile(eye, (4000, 1))
        along = (targets - starts) / np.linalg.norm(targets - starts, axis=1)[:, None]
        ways = centres - starts[:, None]
        far = (ways * along[:, None]).sum(axis=2)
        miss = np.linalg.norm(ways - far[..., None] * along[:, None], axis=2)
        through = miss[:, kept] < 0.5 + FOCUS_EDGE - 0.02
        before = (miss < 0.5) & (far < far[:, [kept]] - 0.06)
        assert set(np.flatnonzero(before[through].any(axis=0)).tolist()) <= found
        assert all(np.linalg.norm(centres[one] - centres[kept]) > 0.9 for one in found), (
            "a ball covers another, never itself"
        )


@pytest.mark.check
@pytest.mark.parametrize("parallel", [False, True])
def test_a_ball_before_very_many_is_opened_for_those_straight_behind_it(parallel):
    shown = base_picture(KIND.game(12, "free").start())
    centres, sites = shown.board.centres, np.arange(len(shown.board))
    kept = np.flatnonzero(centres @ (1.0, 1.0, 0.0) > 12)
    camera = fitted_to(replace(shown, view=View(camera=Camera(azimuth=225, parallel=parallel))), 1)
    eye, forward = sight_line(camera, 0.0, 0.0, 1.0)
    spheres = Spheres(kept, centres[kept], np.full(len(kept), 0.5))
    covers = covering(spheres, sites, centres, eye, forward, parallel=parallel)
    assert len(covers.sites) > 60
    ways = centres[kept] - eye
    along = np.tile(forward, (len(kept), 1))
    if not parallel:
        along = ways / np.linalg.norm(ways, axis=1)[:, None]
    far, many = (ways * along).sum(axis=1), 0
    for site, rows in zip(covers.sites.tolist(), covers.spheres, strict=True):
        ball = centres[site] - eye
        ahead = along @ ball
        aside = np.linalg.norm(np.cross(ball - ways, along), axis=1)
        reach = 0.5 + (0.5 + FOCUS_EDGE) * (1.0 if parallel else ahead / far)
        covered = (ahead < far - 0.05) & (aside < reach)
        behind = rows[rows[:, 3] > 0, :3]
        places = [np.abs(centres[kept] - one).sum(axis=1).argmin() for one in behind]
        assert np.sort(aside[places]) == pytest.approx(np.sort(aside[covered])[:8])
        many += covered.sum() > 8
    assert many >= 15


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("count", [3, 60])
def test_the_kernel_finds_what_all_pairs_have(count, parallel):
    """Also with balls beside the eye and behind it."""
    rng = np.random.default_rng(count)
    for _ in range(20):
        balls = rng.uniform((-6, -6, -0.5), (6, 6, 9), (200, 3))
        wide = rng.choice((0.34, 0.56), (count, 1))
        spheres = np.hstack([rng.uniform((-4, -4, 0.1), (4, 4, 12), (count, 3)), wide])
        found = [
            np.sort(covers(balls, spheres, parallel), axis=1)
            for covers in (covers_of_few, covers_of_many)
        ]
        assert np.array_equal(*found)
        assert (found[0] < count).any()


@pytest.mark.parametrize("near", [2, 3, 5])
def test_balls_at_an_eye_within_the_heap_are_opened_too(near):
    """All that covers a sphere in the picture, however close to the eye it is."""
    shown = picture(FULL)
    centres, sites, found = shown.board.centres, np.arange(len(shown.board)), 0
    for azimuth in range(0, 360, 24):
        camera = fitted_to(replace(shown, view=View(camera=Camera(azimuth=azimuth))), 1.0)
        eye, forward = sight_line(camera, 0.0, 0.0, 1.0)
        eye = eye + (camera.distance - near) * np.array(forward)
        kept = np.flatnonzero((centres - eye) @ forward > 0.5)
        kept = kept[:: max(1, len(kept) // 3)]
        spheres = Spheres(kept, centres[kept], np.full(len(kept), 0.5))
        opened = set(covering(spheres, sites, centres, eye, forward).sites.tolist())
        for site in set(sites.tolist()) - set(kept.tolist()):
            ball = centres[site] - eye
            for way in centres[kept] - eye:
                far = np.linalg.norm(way)
                ahead = ball @ way / far
                aside = np.linalg.norm(ball - ahead * way / far)
                in_picture = np.linalg.norm(way - way @ forward * forward) < 0.4 * (way @ forward)
                covers = aside < 0.5 + (0.49 + FOCUS_EDGE) * ahead / far
                if in_picture and covers and 0 < ahead < far - 0.06:
                    assert site in opened
                    found += 1
    assert found > 10


@pytest.mark.parametrize("parallel", [False, True])
def test_a_click_goes_through_what_is_an_outline_alone(parallel):
    """To what is chosen behind it; one step nearer the outline is reached."""
    shown = picture(FULL)
    board, camera = shown.board, Camera(azimuth=20, elevation=30, parallel=parallel)
    shown = replace(shown, view=View(camera=camera))
    through = 0
    for kept in range(len(board)):
        plain, chosen = Pointer(), Pointer()
        plain.show(shown, 600, 500)
        chosen.show(replace(shown, focus=(kept,), chosen=(kept,)), 600, 500)
        place = plain.projection.to_screen(board.centres[kept])
        first, found = plain.at(*place), chosen.at(*place)
        assert found.site == kept
        if first.site != kept:
            through += 1
            assert chosen.deeper(-len(board)).site == first.site
        elsewhere = Pointer()  # what the mouse alone keeps in sight takes no click
        elsewhere.show(replace(shown, focus=(kept,)), 600, 500)
        assert elsewhere.at(*place) == first
    assert through > 10


def test_shaders_and_pages_have_the_same_soft_edge():
    sources = {
        "shaders/ball.frag": r"#define SOFT ([\d.]+)",
        "shaders/ball.vert": r"behind\[i\]\.w : -([\d.]+)",
        "viewer/export/page/web/src/gl/focus.ts": r"const EDGE = ([\d.]+)",
    }
    for path, pattern in sources.items():
        found = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"))
        assert found is not None, path
        assert float(found[1]) == FOCUS_EDGE, path
