"""The comment on the move shown, below the scene, so that it covers nothing of the board."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from viewer.session.document.document import Document
from viewer.widgets.appearance.chosen_preferences import with_text
from viewer.widgets.messages import Caption

LONGEST = 4
"""How many of a record's comments are measured: its longest."""


class CommentStrip(Caption):
    """Takes the room that the comments of a document need, and keeps it.

    Else the scene would jump at every step through the moves, at a move that is played and at
    *Undo*.
    """

    def __init__(self) -> None:
        super().__init__()
        self._room = self._key = 0
        self._plain = self._is_away = False
        self._comments: list[str] = []
        self.closed.connect(self._go)
        # Not at once: texts are larger while Qt dresses all widgets, and showing one then ends it.
        with_text(self, lambda _: QTimer.singleShot(0, self, self.make_room))

    def show_comment(self, document: Document) -> None:
        """Show the comment of the current move, or none."""
        comment = document.record.nodes[document.node].comment
        if self._is_away and comment not in ("", self._closed):
            self._is_away = False
        self.say(comment)
        if document.key == self._key:
            self._fit()
            return
        self._key, self._is_away = document.key, False
        comments = {node.comment for node in document.record.nodes.values()}
        self._comments = sorted(comments, key=len)[-LONGEST:]
        self.make_room()

    def set_plain(self, plain: bool) -> None:
        """Show nothing (a presentation has a caption of its own), or comments again."""
        self._plain = plain
        self._fit()

    def make_room(self) -> None:
        """Take the room that the longest comments need at this size of window and text."""
        self._room, shown = 0, self._text
        for comment in () if self._is_away else self._comments:
            self.say(comment)
            self._fit()
        self.say(shown)
        self._fit()

    def _go(self) -> None:
        """Give the room back: the comment was closed."""
        self._is_away, self._room = True, 0
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
