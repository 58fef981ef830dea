"""What stands in a dock that only one game has: the type, and how it is loaded."""

from importlib import import_module

from PySide6.QtWidgets import QWidget

from viewer.games.game_view import GameDock
from viewer.scene_view.scene_view import SceneView
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Session


class GamePanel(QWidget):
    """What a module named by a `GameDock` makes: ``make_panel(session, scene)``."""

    def changed(self, change: Change) -> None:
        """Follow the session; called after every change while the dock is open."""
        raise NotImplementedError

    def prefer(self, preferences: Preferences) -> None:
        """Follow the preferences; by default none matters."""

    def close_down(self) -> None:
        """Stop what is running; by default nothing is."""


def load_panel(dock: GameDock, session: Session, scene: SceneView) -> GamePanel:
    """Return what stands in a game's dock, made."""
    made = import_module(dock.module).make_panel(session, scene)
    if not isinstance(made, GamePanel):
        raise TypeError(f"{dock.module} makes no panel for the dock {dock.name}")
    return made
