"""Shows the end of a game over its scene, from when it is reached until it is closed."""

from __future__ import annotations

from PySide6.QtCore import QObject

from model.contract.hooks import hooks_of
from model.play.opponent import refusal_of_open
from viewer.commands.end_menu import can_exchange
from viewer.commands.shell import Shell
from viewer.games.registry import End, end_of
from viewer.session.change import Change
from viewer.session.document.document import Document


class EndDisplay(QObject):
    """Fills the panel at the end of a game.

    A game that was opened and is gone through ends without it: nobody plays it. It waits until the
    last move has been shown, and is there again where somebody comes back to the end.
    """

    def __init__(self, shell: Shell, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._shell, self._view = shell.session, shell, shell.scene
        self._panel = shell.scene.floating.end
        self._at: dict[int, int] = {}
        self._panel.closed.connect(self._close)
        shell.scene.move_animation.stepped.connect(self.refresh)
        shell.scene.tools.changed.connect(self.refresh)

    def follow(self, change: Change) -> None:
        """Follow a change of the session."""
        self._at = {key: node for key, node in self._at.items() if key in change.open_keys}
        document, before = change.document, change.previous
        if before is not None and self._ends(before, document):
            self._at[document.key] = document.node
        self.refresh()

    def _ends(self, before: Document, document: Document) -> bool:
        """Whether the game ended just now, by a move or by its players, and not by setting up."""
        record, node = document.record, document.node
        if record is before.record or document.exercise is not None or before.exercise is not None:
            return False
        if self._end(document) is None:
            return False
        if node not in before.record:
            return record[node].parent == before.node and bool(record[node].move)
        same = node == before.node and self._end(before) is None
        return same and self._session.position_of(document).outcome is None

    def _end(self, document: Document) -> End | None:
        return end_of(document.record, document.node, self._session.position_of(document))

    def refresh(self) -> None:
        """Show the end where the active document has come to it, else nothing."""
        document = self._session.document
        end = self._end(document) if self._is_at_end(document) else None
        if end is None:
            self._panel.tell(None)
            return
        game = self._session.position_of(document).game
        offered = {"play.rematch"}
        if can_exchange(self._session, self._shell.playing.opponents):
            offered.add("play.rematch-exchanged")
        if not refusal_of_open(game):
            offered.add("play.review")
        if document.edited:
            offered.add("file.save")
        self._panel.tell(end, hooks_of(game.kind).seated(game), frozenset(offered))

    def _is_at_end(self, document: Document) -> bool:
        """Whether a game is shown where it ended, and its last move is not still on its way."""
        if document.exercise is not None or document.record.kind != "game":
            return False
        here = self._at.get(document.key) == document.node
        waits = self._view.move_animation.running or self._view.tools.is_on("set-up")
        return here and not waits

    def _close(self) -> None:
        self._at.pop(self._session.document.key, None)
        self.refresh()
        self._view.take_focus()
