"""A button whose text ends in "…" where there is no room for all of it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton

from viewer.widgets.prose import plain_tip

LEAST = 4
"""Letters for which there is room at least."""


class ElidedButton(QPushButton):
    """A button that takes the width it is given, however long its text; the tip has it whole.

    The text may come from a file: an "&" is a letter of it, and makes no key.
    """

    def __init__(self, text: str = "", tip: str = "") -> None:
        super().__init__()
        self._tip = tip
        self.whole = ""
        self.show_text(text)

    def show_text(self, text: str) -> None:
        """Show a text, as much of it as there is room for."""
        self.whole = text
        self.setAccessibleName(text)
        self._elide()
        self.updateGeometry()

    def _elide(self) -> None:
        metrics = self.fontMetrics()
        room = self.width() - self._around()
        shown = metrics.elidedText(self.whole, Qt.TextElideMode.ElideRight, max(0, room))
        self.setText(shown.replace("&", "&&"))
        self.setToolTip(plain_tip(self._tip if shown == self.whole else self.whole))

    def _around(self) -> int:
        """The pixels of the width that are not the text's."""
        advance = self.fontMetrics().horizontalAdvance(self.text().replace("&&", "&"))
        return super().sizeHint().width() - advance

    def _wide(self, text: str) -> QSize:
        width = self._around() + self.fontMetrics().horizontalAdvance(text) + 1
        return QSize(width, super().sizeHint().height())

    def sizeHint(self) -> QSize:
        """The room that the whole text would take."""
        return self._wide(self.whole)

    def minimumSizeHint(self) -> QSize:
        """The room of a few letters."""
        return self._wide(self.whole[:LEAST] + "…").boundedTo(self.sizeHint())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()
