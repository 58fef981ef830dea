"""The comment on the move shown, below the scene, so that it covers nothing of the board."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viewer.session.document.document import Document
from viewer.widgets.appearance.text_scale import with_text
from viewer.widgets.messages import Caption


class CommentStrip(Caption):
    """Takes room as a comment needs it, and keeps it while a person goes about in a document.

    Else the scene would jump at every step through the moves. A move that is played gives the room
    back: nobody reads on then.
    """

    def __init__(self) -> None:
        super().__init__()
        self._room = 0
        self._shown: tuple[int, object] = (0, None)
        self._plain = False
        self.closed.connect(self.make_room)
        with_text(self, lambda _: self.make_room())

    def show_comment(self, document: Document) -> None:
        """Show the comment of the current move, or none."""
        self.say(document.record.nodes[document.node].comment)
        shown = (document.key, document.record.nodes)
        if shown[0] != self._shown[0] or shown[1] is not self._shown[1]:
            self._shown, self._room = shown, 0
        self._fit()

    def set_plain(self, plain: bool) -> None:
        """Show nothing (a presentation has a caption of its own), or comments again."""
        self._plain = plain
        self._fit()

    def make_room(self) -> None:
        """Take no more room than the comment needs now: another size, or it was closed."""
        self._room = 0
        self._fit()

    def _fit(self) -> None:
        view = self.parentWidget()
        if not isinstance(view, QWidget):
            return
        wanted = self.height_for(view.width())
        fits = wanted <= view.height() // 3  # else only the Moves dock has it
        self._room = max(self._room, wanted if fits else 0)
        self.label.setVisible(fits)
        self.setFixedHeight(max(1, self._room))
        self.setVisible(bool(self._room) and not self._plain)
