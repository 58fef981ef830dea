"""What a dialog holds between title and buttons: it scrolls where the screen is too small."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from viewer.widgets.theme import GAP


class DialogBody(QScrollArea):
    """A column as large as it likes, as long as there is room; then it scrolls.

    Parameters
    ----------
    width
        Logical pixels it takes at least where it has them.
    """

    def __init__(self, width: int = 0) -> None:
        super().__init__()
        self._width = width
        self.setObjectName("DialogBody")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self._body = QWidget()
        self._body.setObjectName("DialogColumn")
        self.column = QVBoxLayout(self._body)
        self.column.setContentsMargins(0, 0, GAP, 0)
        self.column.setSpacing(int(1.5 * GAP))
        self.setWidget(self._body)

    def sizeHint(self) -> QSize:
        """What the column needs, sentences over several lines included."""
        bar = self.verticalScrollBar().sizeHint().width()
        wide = max(self._width, self._body.minimumSizeHint().width() + bar)
        high = self._body.sizeHint().height()
        if self.column.hasHeightForWidth():
            high = self.column.heightForWidth(wide - bar)
        return QSize(wide, high + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 80)
