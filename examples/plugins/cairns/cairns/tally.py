"""A dock that only Cairns has: how many stones stand on the board."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QVBoxLayout

from model.phrases import counted
from viewer.panels.games.stage_log import GamePanel
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Change, Session


class Tally(GamePanel):
    """One sentence."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.said = QLabel()
        QVBoxLayout(self).addWidget(self.said)
        self.changed(session.whole())

    def changed(self, change: Change) -> None:
        """Count anew; the dock shows with this game alone."""
        stones = int(self._session.position.pieces.count.sum())
        self.said.setText(f"{counted(stones, 'stone')} on the board")


def make_panel(session: Session, scene: SceneView) -> Tally:
    """Return what stands in the dock."""
    return Tally(session)
