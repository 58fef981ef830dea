"""Covers the game between two people at one screen, and shows it to the next."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt

from model.contract.hooks import hooks_of
from viewer.commands.shell import Shell


class Covering(QObject):
    """Follows `HandOver`: asks to hand over, and goes on once the next person is there."""

    def __init__(self, shell: Shell, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shell, self._cover = shell, shell.pages.cover
        self._cover.accepted.connect(shell.playing.hand_over.go_on)
        self._cover.named.connect(shell.session.head)
        self._cover.opened.connect(shell.playing.hand_over.only_look)
        self._cover.taken_back.connect(lambda: shell.frame.perform("edit.undo"))
        shell.playing.hand_over.changed.connect(self._cover_or_not)

    def _cover_or_not(self) -> None:
        """Ask to hand over, and leave nothing that was being typed or said; or show the game."""
        shell = self._shell
        waiting = shell.playing.hand_over.waiting
        if waiting is None:
            shell.pages.lay_cover(False)
            shell.scene.take_focus()
            return
        shell.move_field.forget()
        shell.notices.strip.clear()
        shell.scene.forget_pointing()
        document, position = shell.session.document, shell.session.position
        names = document.record.headers
        if waiting.seats:
            self._cover.ask_seats(waiting.following, waiting.seats, names)
        else:
            sides = hooks_of(position.game.kind).seated(position.game)
            self._cover.ask(
                waiting.chose,
                waiting.following,
                sides,
                lambda side: names.get(side, "") or side.capitalize(),
            )
        shell.pages.lay_cover(True)
        self._cover.ready.setFocus(Qt.FocusReason.OtherFocusReason)
