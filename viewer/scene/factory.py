"""Which scene widget there is: the one that the display draws best."""

import os

from PySide6.QtWidgets import QWidget

from viewer.scene import display
from viewer.scene.display import Renderer, drawing
from viewer.scene.input.input_rules import InputRules
from viewer.scene.opengl_probe import succeeds
from viewer.scene.widget import SceneWidget

SWITCH = "PYRAMIDION_SCENE"
"""Environment variable: "image" or "interactor" chooses the widget."""


def impossible() -> str:
    """Return one sentence where the scene that was asked for cannot be drawn here, "" elsewhere.

    Asked of a process of its own, before Qt is started: without OpenGL all of the window would be
    black, and a broken driver writes to the terminal or ends the process.
    """
    if os.environ.get(SWITCH) != "interactor" or succeeds(display.__name__):
        return ""
    return (
        f"{SWITCH}=interactor cannot be had: this display has no OpenGL 3.2 to draw with. "
        "Unset it, or say image"
    )


def make_scene(parent: QWidget | None = None, rules: InputRules | None = None) -> SceneWidget:
    """Return the scene widget that draws best here; `rules` say what clicks and keys may mean.

    PYRAMIDION_SCENE=image|interactor overrides the choice; `impossible` says where it cannot.
    """
    chosen = os.environ.get(SWITCH, "")
    if chosen not in ("image", "interactor"):
        chosen = "interactor" if drawing() is Renderer.CARD else "image"
    if chosen == "interactor":
        from viewer.scene.interactor_scene import InteractorScene

        return InteractorScene(parent, rules)
    from viewer.scene.image_scene import ImageScene

    return ImageScene(parent, rules)
