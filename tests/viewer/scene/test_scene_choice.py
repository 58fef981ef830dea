"""Which scene widget is made where."""

import os
import subprocess
import sys

import pytest
from PySide6.QtGui import QGuiApplication, QOffscreenSurface, QOpenGLContext

from viewer.scene import factory
from viewer.scene.display import Renderer, drawing
from viewer.scene.factory import SWITCH, make_scene
from viewer.scene.image_scene import ImageScene
from viewer.scene.interactor_scene import InteractorScene


@pytest.mark.parametrize(("word", "kind"), [("image", ImageScene), ("interactor", InteractorScene)])
def test_the_switch_chooses(qtbot, monkeypatch, word, kind):
    monkeypatch.setenv(SWITCH, word)
    scene = make_scene()
    qtbot.addWidget(scene)
    assert type(scene) is kind


@pytest.mark.parametrize("word", ["", "something else"])
@pytest.mark.parametrize("by", Renderer)
def test_frames_are_images_unless_a_card_draws(qtbot, monkeypatch, word, by):
    monkeypatch.setenv(SWITCH, word)
    monkeypatch.setattr(factory, "drawing", lambda: by)
    scene = make_scene()
    qtbot.addWidget(scene)
    assert type(scene) is (InteractorScene if by is Renderer.CARD else ImageScene)


def test_this_display_says_what_draws_on_it(qapp):
    if QGuiApplication.platformName() in ("offscreen", "minimal"):
        assert drawing() is Renderer.NOTHING
        return
    context = QOpenGLContext()
    assert context.create()
    surface = QOffscreenSurface()
    surface.create()
    assert context.makeCurrent(surface)
    name = context.functions().glGetString(0x1F01)
    context.doneCurrent()
    by = Renderer.PROCESSOR if "llvmpipe" in name else Renderer.CARD
    assert drawing() is by


def test_what_is_asked_for_is_refused_where_it_cannot_be_drawn(qapp, monkeypatch):
    monkeypatch.setattr(factory, "succeeds", lambda program: False)
    for word in ("", "image", "something else"):
        monkeypatch.setenv(SWITCH, word)
        assert factory.impossible() == ""
    monkeypatch.setenv(SWITCH, "interactor")
    assert factory.impossible().startswith("PYRAMIDION_SCENE=interactor cannot be had")
    monkeypatch.setattr(factory, "succeeds", lambda program: True)
    assert factory.impossible() == ""


@pytest.mark.check
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="drivers of Mesa")
@pytest.mark.parametrize("broken", ["GALLIUM_DRIVER=bogus", "QT_QPA_PLATFORM=offscreen"])
def test_a_window_that_could_not_be_drawn_is_not_opened(home, broken):
    name, _, value = broken.partition("=")
    done = subprocess.run(
        [sys.executable, "-m", "viewer"],
        env=os.environ | {SWITCH: "interactor", name: value},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 3
    assert done.stderr.startswith("pyramidion: PYRAMIDION_SCENE=interactor cannot be had")
    assert done.stderr.count("\n") == 1


def test_a_machine_that_cannot_draw_is_told_in_one_sentence(qtbot, monkeypatch):
    import viewer.scene.offscreen

    def refuse():
        raise viewer.scene.offscreen.RenderError("no OpenGL here: install something")

    monkeypatch.setattr(viewer.scene.offscreen, "offscreen_window", refuse)
    scene = ImageScene()
    qtbot.addWidget(scene)
    with qtbot.waitSignal(scene.failed) as said:
        scene.show()
    assert said.args == ["no OpenGL here: install something"]
    scene.request_frame()
    assert scene.image().isNull()
