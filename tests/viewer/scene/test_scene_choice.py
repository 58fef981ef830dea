"""Which scene widget is made where."""

import pytest
from PySide6.QtGui import QGuiApplication

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
def test_without_a_display_frames_are_images(qtbot, monkeypatch, word):
    monkeypatch.setenv(SWITCH, word)
    scene = make_scene()
    qtbot.addWidget(scene)
    display = QGuiApplication.platformName() not in ("offscreen", "minimal")
    assert type(scene) is (InteractorScene if display else ImageScene)


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
