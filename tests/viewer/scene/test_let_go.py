"""A scene that lets go of what was drawn shows the same as before, whatever it had drawn."""

import numpy as np
import pytest
from studio import rgb_of

from model.records.view import Camera, Cut, View
from tests.viewer.conftest import picture
from viewer.scene.vtk import vtkCommand, vtkOutputWindow

pytestmark = pytest.mark.check

BALLS = {"red": ("1a1", "1c1", "1e5"), "blue": ("1g7", "1k11")}
CUT = View(cuts=(Cut(2, "level"),))
TOP = View(camera=Camera(0.0, 90.0, parallel=True))


class Said:
    """Keeps what VTK complains about."""

    CallDataType = "string0"

    def __init__(self):
        self.texts = []

    def __call__(self, _window, _event, text):
        self.texts.append(text)


def drawn(scene, views):
    """The finest frame of these views."""
    scene.show_pictures(tuple(picture(view=view, **BALLS) for view in views), 0)
    return rgb_of(scene.fine_image())


@pytest.mark.sample(1)
def test_frames_are_the_same_after_letting_go(driver):
    scene, said, window = driver.scene, Said(), vtkOutputWindow.GetInstance()
    tag = window.AddObserver(vtkCommand.ErrorEvent, said)
    shown = ((View(),), (CUT,), (View(), TOP))
    before = [drawn(scene, views) for views in shown]
    for order in (1, -1):
        scene.let_go()
        after = [drawn(scene, views) for views in shown[::order]]
        for first, second in zip(before, after[::order], strict=True):
            assert np.array_equal(first, second)
    window.RemoveObserver(tag)
    assert said.texts == []
