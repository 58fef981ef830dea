"""The middle of the window: the welcome page, the scene, or the cover over it."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from viewer.window.players.hand_over import Cover
from viewer.window.welcome.page import WelcomePage


class Pages(QStackedWidget):
    """Shows one of the three.

    Attributes
    ----------
    welcome, cover
        The welcome page, and the cover.

    Signals
    -------
    turned(bool)
        A page was asked for, shown already or not: whether it is the scene.
    """

    turned = Signal(bool)

    def __init__(self, welcome: WelcomePage, scene: QWidget, cover: Cover) -> None:
        super().__init__()
        self.welcome, self._scene, self.cover = welcome, scene, cover
        self.covers = False
        for page in (welcome, scene, cover):
            self.addWidget(page)

    @property
    def is_scene_shown(self) -> bool:
        """Whether the scene is shown, and not the welcome page or the cover."""
        return self.currentWidget() is self._scene

    @property
    def is_welcome_shown(self) -> bool:
        """Whether the welcome page is shown."""
        return self.currentWidget() is self.welcome

    def turn_to(self, *, scene: bool) -> None:
        """Show the scene, or what lies over it; or the welcome page."""
        over = self.cover if self.covers else self._scene
        self.setCurrentWidget(over if scene else self.welcome)
        self.turned.emit(self.is_scene_shown)

    def show_courses(self) -> None:
        """Show all courses, on the welcome page; what is open stays open behind it."""
        self.turn_to(scene=False)
        QTimer.singleShot(0, self.welcome, self.welcome.show_lessons)  # once it is laid out

    def put_away(self) -> None:
        """Lay nothing out any more: the window closes, and neither page is looked at again."""
        self.setCurrentWidget(self.cover)

    def lay_cover(self, covers: bool) -> None:
        """Lay the cover over the scene, or take it away; the welcome page stays in front."""
        self.covers = covers
        if not self.is_welcome_shown:
            self.turn_to(scene=True)
