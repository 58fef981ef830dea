"""The middle of the window: the welcome page, or the scene."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget


class Pages(QStackedWidget):
    """Shows one of the two.

    Signals
    -------
    turned(bool)
        A page was asked for, shown already or not: whether it is the scene.
    """

    turned = Signal(bool)

    def __init__(self, welcome: QWidget, scene: QWidget) -> None:
        super().__init__()
        self._scene = scene
        self.addWidget(welcome)
        self.addWidget(scene)

    @property
    def is_scene_shown(self) -> bool:
        """Whether the scene is shown, and not the welcome page."""
        return self.currentWidget() is self._scene

    def turn_to(self, *, scene: bool) -> None:
        """Show the scene, or the welcome page."""
        self.setCurrentIndex(1 if scene else 0)
        self.turned.emit(scene)
