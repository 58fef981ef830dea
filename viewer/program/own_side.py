"""Turns the board to the side that a person plays against engines."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QObject

from viewer.commands.computer_menu import person_side
from viewer.commands.shell import Shell
from viewer.picture.compose.first_look import facing_camera, is_home
from viewer.session.change import Change


class OwnSide(QObject):
    """Follows the seats of the active document: whoever takes another side sees it from there.

    Only from where a board is seen at first: a view that somebody has chosen stays.
    """

    def __init__(self, shell: Shell, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._shell = shell.session, shell
        self._sides: dict[int, str] = {}
        shell.playing.opponents.changed.connect(self._follow)
        shell.session.subscribe(self._forget)

    def _forget(self, change: Change) -> None:
        """Keep no side of a document that was closed."""
        for key in self._sides.keys() - change.open_keys:
            del self._sides[key]

    def _follow(self) -> None:
        document, position = self._session.document, self._session.position
        if document.is_placeholder or document.exercise is not None:
            return
        side = person_side(self._session, self._shell.playing.opponents)
        if side == self._sides.get(document.key, ""):
            return
        self._sides[document.key] = side
        board = position.game.board
        if self._shell.chosen.now.turn_board and is_home(document.view.camera, board):
            seen = facing_camera(position, side)
            camera = document.view.camera
            turned = replace(camera, azimuth=seen.azimuth, elevation=seen.elevation)
            if turned != camera:
                self._shell.scene.fly(replace(document.view, camera=turned))
