"""Escape in lists and tables, which would search their rows for it as for a letter."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView


class _EscapeGoesOn(QObject):
    """Lets an Escape through to what the list stands in."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() != Qt.Key.Key_Escape:
            return False
        event.ignore()
        return True


def pass_escape(view: QAbstractItemView) -> None:
    """Let Escape end what clicks are for, a line or marks, while a list has the keyboard."""
    view.installEventFilter(_EscapeGoesOn(view))
