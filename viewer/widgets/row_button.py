"""A row of a list that can be pressed: as wide as there is room, however long its text."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPaintEvent
from PySide6.QtWidgets import (
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
)

from viewer.widgets.appearance.icons import icon
from viewer.widgets.prose import plain_tip

LEAST = 80
"""Logical pixels that are enough for a sign and a few letters."""


class RowButton(QPushButton):
    """A sign and a text that ends in "…" where there is no room; then the tip has it whole.

    Parameters
    ----------
    sign
        Name of an icon, "" for none.
    tip
        What pressing it does.
    """

    def __init__(self, sign: str, text: str, tip: str = "") -> None:
        super().__init__(icon(sign, "muted") if sign else QIcon(), "")
        self.show_text(text)
        self._tip = tip
        self.setProperty("role", "row")
        self.setToolTip(plain_tip(tip))

    def show_text(self, text: str) -> None:
        """Show a text; it may come from a file, so an "&" is a letter of it and makes no key."""
        self.setText(text.replace("&", "&&"))

    @property
    def whole(self) -> str:
        """The text, whether or not there is room for it."""
        return self.text().replace("&&", "&")

    def minimumSizeHint(self) -> QSize:
        """Narrow: a long line of moves makes no dock wider."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), LEAST), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        shown = self._shown()
        whole = "" if shown == self.whole else self.whole
        tip = "\n".join(part for part in (whole, self._tip) if part)
        if tip != self.toolTip():
            self.setToolTip(plain_tip(tip))
        option.text = shown.replace("&", "&&")
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)

    def _shown(self) -> str:
        """As much of the text as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        contents = QStyle.SubElement.SE_PushButtonContents
        room = self.style().subElementRect(contents, option, self).width()
        if not self.icon().isNull():
            room -= self.iconSize().width() + 4
        return self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, room)
