"""Frames that follow one another leave out the balls that are hidden, once kernels are there."""

import logging
import sys
import threading

import numpy as np
import pytest
from msgspec.structs import replace
from studio import SIZE, filled, picture

from model.boards.lattice import pyramid
from model.contract.game import Pieces
from model.records.view import Camera, View
from viewer.scene import image_scene
from viewer.scene.hidden import unseen
from viewer.scene.image_scene import ImageScene
from viewer.scene.offscreen import Offscreen

BARE = View(camera=Camera(), ghosts="all", labels=False, board=False)
HEAP = picture(9, BARE, pieces=filled(pyramid(9), 0.6))
FEW = picture(4, BARE, pieces=filled(pyramid(4), 0.6))


@pytest.fixture
def place():
    made = Offscreen((400, 300))
    made.stage.is_orbiting(True)
    made.stage.leave_out_hidden()
    yield made
    made.close()


@pytest.fixture
def none_loaded(monkeypatch):
    monkeypatch.setattr(unseen, "_loaded", threading.Event())
    monkeypatch.setattr(unseen, "_begun", threading.Lock())


def listed(stage):
    return set(stage.balls.solids._listed.tolist())


@pytest.mark.check
def test_balls_are_left_out_of_frames_that_follow_one_another_alone(place):
    unseen.load()
    stage = place.stage
    place.image(HEAP)
    assert len(listed(stage)) < 0.9 * len(stage.balls.solids.chosen)
    assert len(stage.balls.points._listed) < len(stage.balls.points.chosen)
    assert len(np.unique(stage.balls.solids.windows)) > 10  # and of some only a part is drawn
    moved = picture(9, replace(BARE, camera=Camera(azimuth=120)), pieces=HEAP.pieces)
    here = listed(stage)
    place.image(moved)
    assert listed(stage) != here
    stage.is_orbiting(False)
    place.image(moved)
    assert listed(stage) == set(stage.balls.solids.chosen.tolist())
    assert len(np.unique(stage.balls.solids.windows)) == 1
    stage.is_orbiting(True)
    place.image(moved)
    assert len(listed(stage)) < 0.9 * len(stage.balls.solids.chosen)
    place.image(FEW)  # of few balls finding out takes longer than drawing them
    assert listed(stage) == set(stage.balls.solids.chosen.tolist())


def test_a_ball_that_comes_or_goes_is_seen_at_once(place):
    unseen.load()
    full = filled(pyramid(9))
    apex = pyramid(9).index("9i9")
    place.image(picture(9, BARE, pieces=full))
    assert apex in listed(place.stage)
    kept = full.site != apex
    gone = Pieces(full.site[kept], full.owner[kept], full.kind[kept], full.count[kept])
    place.image(picture(9, BARE, pieces=gone))
    under = pyramid(9).index("8h8")
    assert apex not in listed(place.stage)
    assert under in listed(place.stage)


@pytest.mark.check
def test_a_frame_waits_for_no_kernel(place, none_loaded):
    place.image(HEAP)
    assert listed(place.stage) == set(place.stage.balls.solids.chosen.tolist())
    assert not unseen.is_loaded()


def test_kernels_that_do_not_load_are_told_of_once(place, none_loaded, monkeypatch, caplog, qtbot):
    def broken():
        raise RuntimeError("no compiler")

    monkeypatch.setattr(unseen, "load", broken)
    with caplog.at_level(logging.ERROR):
        unseen.load_later()
        qtbot.waitUntil(lambda: "no compiler" in caplog.text)
        unseen.load_later()
    place.image(HEAP)
    assert caplog.text.count("hidden balls are drawn, too") == 1
    assert listed(place.stage) == set(place.stage.balls.solids.chosen.tolist())


def test_kernels_are_compiled_in_a_process_of_their_own(tmp_path, monkeypatch):
    compiled = tmp_path / "compiled"
    mark = "import pathlib, sys; pathlib.Path(sys.argv[1]).touch()"
    monkeypatch.setattr(unseen, "COMMAND", (sys.executable, "-c", mark, str(compiled)))
    monkeypatch.setattr(unseen, "cache_folder", lambda _: tmp_path)
    names = ("hiding_kernels.seen_balls-222.py311.nbi", "focus.covers_of_many-222.py311.nbi")
    for name in names:
        (tmp_path / name).touch()
    unseen._compile_elsewhere()
    assert not compiled.exists()
    for name in names:
        (tmp_path / name).unlink()
        unseen._compile_elsewhere()
        assert compiled.exists()
        compiled.unlink()
        (tmp_path / name).touch()


def test_the_names_of_compiled_kernels_are_known():
    unseen.load()
    assert unseen.is_compiled()


def test_the_scene_loads_them_when_there_are_many_balls(none_loaded, monkeypatch, qtbot):
    monkeypatch.setattr(image_scene, "LOAD_AFTER", 0)
    scene = ImageScene()
    qtbot.addWidget(scene)
    scene.resize(*SIZE)
    scene.show_picture(FEW, fly=False)
    scene.show()
    qtbot.waitUntil(lambda: scene.frames > 0)
    assert not scene._loads
    scene.show_picture(HEAP, fly=False)
    qtbot.waitUntil(unseen.is_loaded, timeout=60000)
    stage = scene.panes[0].stage

    def turned():
        scene.request_frame()
        return len(listed(stage)) < len(stage.balls.solids.chosen)

    qtbot.waitUntil(turned)
    scene.shut()
