"""What the Why dock shows of a game that explains its positions: the type, and how it is loaded."""

from __future__ import annotations

from importlib import import_module

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from model.contract.game import Position
from viewer.games.game_view import Explainer, Findings
from viewer.games.registry import game_view_named
from viewer.scene_view.scene_view import SceneView
from viewer.session.preferences import Preferences
from viewer.session.session import Session


class WhyContent(QWidget):
    """What a module named by `Explainer.panel` makes: ``make_content(session, scene, explainer)``.

    Signals
    -------
    poured(Pour or None)
        The overlay of a running or scrubbed pour, for the scene.
    grew(QWidget)
        A part of it that has just been given room and should be seen.
    """

    poured = Signal(object)
    grew = Signal(object)

    def show_analysis(self, position: Position, analysis: Findings | None) -> None:
        """Say what is known of the position; None while that is nothing."""
        raise NotImplementedError

    def follow_view(self) -> None:
        """Choose what the View of the active document shows."""
        raise NotImplementedError

    def prefer(self, preferences: Preferences) -> None:
        """Follow the preferences."""
        raise NotImplementedError

    def toggle_pour(self) -> None:
        """Pour, or take the colour away."""
        raise NotImplementedError

    def act(self, name: str) -> None:
        """Do one of `Explainer.actions` with what is chosen; SessionError where it cannot be."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop what is running: another position has come, or the dock is closed."""
        raise NotImplementedError


def import_content(game: str) -> None:
    """Import what a game shows in the Why dock, before it is needed."""
    explainer = game_view_named(game).explainer
    if explainer is not None and explainer.panel:
        import_module(explainer.panel)


def load_content(explainer: Explainer, session: Session, scene: SceneView) -> WhyContent:
    """Return the content that a game names, made."""
    made = import_module(explainer.panel).make_content(session, scene, explainer)
    if not isinstance(made, WhyContent):
        raise TypeError(f"{explainer.panel} makes no content for the Why dock")
    return made
