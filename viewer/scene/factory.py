"""Which scene widget there is: the one that the display can draw."""

from __future__ import annotations

import os

from PySide6.QtWidgets import QWidget

from viewer.scene.display import can_draw
from viewer.scene.widget import SceneWidget

SWITCH = "PYRAMIDION_SCENE"
"""Environment variable: "image" or "interactor" chooses the widget."""


def make_scene(parent: QWidget | None = None) -> SceneWidget:
    """Return the scene widget that can draw here.

    PYRAMIDION_SCENE=image|interactor overrides the choice.
    """
    chosen = os.environ.get(SWITCH, "")
    if chosen not in ("image", "interactor"):
        chosen = "interactor" if can_draw() else "image"
    if chosen == "interactor":
        from viewer.scene.interactor_scene import InteractorScene

        return InteractorScene(parent)
    from viewer.scene.image_scene import ImageScene

    return ImageScene(parent)
