"""The middle of the window: the welcome page, the scene, or the cover over it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget


class Pages(QStackedWidget):
    """Shows one of the three.

    Signals
    -------
    turned(bool)
        A page was asked for, shown already or not: whether it is the scene.
    """

    turned = Signal(bool)

    def __init__(self, welcome: QWidget, scene: QWidget, cover: QWidget) -> None:
        super().__init__()
        self._welcome, self._scene, self._cover = welcome, scene, cover
        self._covers = False
        for page in (welcome, scene, cover):
            self.addWidget(page)

    @property
    def is_scene_shown(self) -> bool:
        """Whether the scene is shown, and not the welcome page or the cover."""
        return self.currentWidget() is self._scene

    @property
    def is_welcome_shown(self) -> bool:
        """Whether the welcome page is shown."""
        return self.currentWidget() is self._welcome

    def turn_to(self, *, scene: bool) -> None:
        """Show the scene, or what lies over it; or the welcome page."""
        over = self._cover if self._covers else self._scene
        self.setCurrentWidget(over if scene else self._welcome)
        self.turned.emit(self.is_scene_shown)

    def put_away(self) -> None:
        """Lay nothing out any more: the window closes, and neither page is looked at again."""
        self.setCurrentWidget(self._cover)

    def cover(self, covers: bool) -> None:
        """Lay the cover over the scene, or take it away; the welcome page stays in front."""
        self._covers = covers
        if not self.is_welcome_shown:
            self.turn_to(scene=True)
