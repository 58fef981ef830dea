"""A comment: Markdown to read, edited in place by a click or a key."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QWidget

from viewer.widgets.controls import column_in, fill
from viewer.widgets.prose import Prose
from viewer.widgets.text_fields import TextEdit


class Comment(QStackedWidget):
    """Shows a comment rendered; a click, Enter or F2 edits it, leaving it shows it again.

    Parameters
    ----------
    may_edit
        Says whether it can be edited now, and to the person why not.
    left
        Called when editing ends.

    Attributes
    ----------
    editor
        Where it is written.
    """

    def __init__(self, may_edit: Callable[[], bool], left: Callable[[], None]) -> None:
        super().__init__()
        self._may_edit, self._left = may_edit, left
        self.setFixedHeight(104)
        self.prose = Prose("Comment on this move")
        self.prose.viewport().installEventFilter(self)
        self.prose.installEventFilter(self)
        inside = QWidget()
        fill(column_in(inside, None, 8, 6, 8, 6), self.prose, 0)
        self.page = QScrollArea()
        self.page.setWidgetResizable(True)
        self.page.setWidget(inside)
        self.page.setFrameShape(QScrollArea.Shape.NoFrame)
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside.installEventFilter(self)
        self.editor = TextEdit("Comment on this move", "Comment on this move (Markdown)", high=0)
        self.editor.left.connect(self.finish)
        self.editor.finished.connect(self.finish)
        self.addWidget(self.page)
        self.addWidget(self.editor)
        self.say("")

    @property
    def editing(self) -> bool:
        """Whether the comment is being edited."""
        return self.currentWidget() is self.editor

    def say(self, text: str, *, may_write: bool = True) -> None:
        """Show a comment, and whether a click writes one."""
        self.editor.say(text)
        if not self.editing:
            none = "No comment. Click to write one." if may_write else "No comment."
            self.prose.say(text or f"*{none}*")
            self.prose.setToolTip("Click to edit (F2)" if may_write else "")

    def edit(self) -> None:
        """Begin to edit."""
        if self._may_edit():
            self.setCurrentWidget(self.editor)
            self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def finish(self) -> None:
        """Show what was written rendered."""
        if self.editing:
            self.setCurrentWidget(self.page)
            self.say(self.editor.text())
            self._left()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click or a key on the page edits."""
        if event.type() == QEvent.Type.MouseButtonRelease:
            self.edit()
            return True
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
        ):
            self.edit()
            return True
        return False
