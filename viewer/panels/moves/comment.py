"""A comment: Markdown to read, edited in place by a click or a key."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from viewer.widgets.prose import Prose


class _Editor(QPlainTextEdit):
    left = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)


class Comment(QStackedWidget):
    """Shows a comment rendered; a click, Enter or F2 edits it, leaving it keeps it.

    Parameters
    ----------
    keep
        Called when editing ends.
    """

    def __init__(self, keep: Callable[[], None]) -> None:
        super().__init__()
        self._keep = keep
        self.setFixedHeight(104)
        self.prose = Prose("Comment on this move")
        self.prose.setToolTip("Click to edit (F2)")
        self.prose.viewport().installEventFilter(self)
        self.prose.installEventFilter(self)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(8, 6, 8, 6)
        column.addWidget(self.prose)
        column.addStretch(1)
        self.page = QScrollArea()
        self.page.setWidgetResizable(True)
        self.page.setWidget(inside)
        self.page.setFrameShape(QScrollArea.Shape.NoFrame)
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside.installEventFilter(self)
        self.editor = _Editor()
        self.editor.setTabChangesFocus(True)
        self.editor.setPlaceholderText("Comment on this move (Markdown)")
        self.editor.setAccessibleName("Comment on this move")
        self.editor.left.connect(self.finish)
        self.addWidget(self.page)
        self.addWidget(self.editor)
        self.say("")

    @property
    def editing(self) -> bool:
        """Whether the comment is being edited."""
        return self.currentWidget() is self.editor

    def say(self, text: str) -> None:
        """Show a comment."""
        if text != self.editor.toPlainText():
            self.editor.setPlainText(text)
        self.prose.say(text or "*No comment. Click to write one.*")

    def toPlainText(self) -> str:
        """Return the text as it stands in the editor."""
        return self.editor.toPlainText()

    def setPlainText(self, text: str) -> None:
        """Put a text into the editor and on the page."""
        self.say(text)

    def edit(self) -> None:
        """Begin to edit."""
        self.setCurrentWidget(self.editor)
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def finish(self) -> None:
        """Keep what was written and show it rendered."""
        if not self.editing:
            return
        self.setCurrentWidget(self.page)
        self.prose.say(self.editor.toPlainText() or "*No comment. Click to write one.*")
        self._keep()

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
        return super().eventFilter(watched, event)
