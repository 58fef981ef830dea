"""A line of the Why dock that can be pressed: the scene then shows what it says."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from viewer.games.registry import piece_colour, side_colour
from viewer.widgets.appearance.theme import active_theme, edge
from viewer.widgets.prose import plain_tip

_BALL, _PAD, _INDENT = 12, 6, 30
_WRAP = Qt.TextFlag.TextWordWrap


class ShowLine(QAbstractButton):
    """One side's line: a ball of its colour and a sentence over as many lines as it takes.

    Parameters
    ----------
    longest
        The longest sentence that has room from the start: what stands below stays where it is.
    """

    def __init__(self, player: str, tip: str, *, longest: str = "") -> None:
        super().__init__()
        self.player = player
        self._longest = longest
        self._strong = False
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(plain_tip(tip))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def say(self, text: str, *, strong: bool) -> None:
        """Show a sentence; the side to move speaks louder."""
        if (text, strong) == (self.text(), self._strong):
            return
        self._strong = strong
        self.setText(text)
        self.setAccessibleName(text)
        self._fit()
        self.update()

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold if self._strong else QFont.Weight.Normal)
        return font

    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, max(40, width - _INDENT - _PAD), 10000)
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        texts = ((self._font(), self.text()), (bold, self._longest))
        return 2 * _PAD + max(
            QFontMetrics(font).boundingRect(room, int(_WRAP), text).height() for font, text in texts
        )

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(280, self.heightForWidth(max(self.width(), 200)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 2 * _PAD + QFontMetrics(self._font()).height())

    def painted_text(self) -> list[tuple[QRectF, str]]:
        """Return the text that is painted, and where (for those who look at the layout)."""
        left, width = _INDENT, self.width() - _INDENT - _PAD
        room = QRect(left, _PAD, max(40, width), 10000)
        text = QFontMetrics(self._font()).boundingRect(room, int(_WRAP), self.text())
        return [(QRectF(text), self.text())]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = active_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft if self.isChecked() else colours.sunken))
            painter.drawRoundedRect(area, 6, 6)
        if self.hasFocus() or self.isChecked():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 1.5))
            painter.drawRoundedRect(area, 6, 6)
        font = self._font()
        line = QFontMetrics(font).height()
        centre = QPointF(8 + _BALL / 2, _PAD + line / 2)
        painter.setPen(QColor(edge(piece_colour(self.player))))
        painter.setBrush(QColor(piece_colour(self.player)))
        painter.drawEllipse(centre, _BALL / 2, _BALL / 2)
        colour = side_colour(self.player)
        if colour is not None and colour.banded:
            painter.setPen(QPen(QColor("#DCE6FA"), 1.8))
            painter.drawLine(centre - QPointF(3.6, 0), centre + QPointF(3.6, 0))
        painter.setFont(font)
        painter.setPen(QColor(colours.text if self._strong else colours.muted))
        words = self.rect().adjusted(_INDENT, _PAD, -_PAD, -_PAD)
        painter.drawText(words, int(_WRAP), self.text())
        painter.end()
