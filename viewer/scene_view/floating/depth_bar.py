"""A bar beside the mouse: what lies behind one another there, and which of it is meant."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from model.phrases import counted
from viewer.picture.picture import Picture
from viewer.picture.visibility.visible import owners
from viewer.scene.input.pointing_input import PointingInput
from viewer.widgets.appearance.theme import active_theme

STEP, WIDE, EDGE = 13, 24, 5
"""Pixels from one to the next, across the bar, and beyond its first and last."""
BALL, POINT, ROUND = 4.5, 2.5, 7.5
"""Pixels of the radius of a ball, of an empty point, and of the ring round what is meant."""
MOST = 15
"""Shown at most: as many on both sides of what is meant as there is room for."""
BESIDE = 22
"""Pixels between it and the mouse."""


class DepthBar(QWidget):
    """Shown once something nearer or farther was taken than the mouse is on; the nearest is lowest.

    Attributes
    ----------
    shown
        Of each ball its colour and whether it has a band, the nearest first; None for the colour of
        an empty point.
    meant
        Which of them is meant.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Depth")
        self.shown: tuple[tuple[QColor | None, bool], ...] = ()
        self.meant = 0
        self._scene = parent
        self.hide()

    def follow(self, scene: PointingInput) -> None:
        """Show what lies under the mouse, where something else is meant than it is on."""
        pointer, place = scene.pointer, scene.mouse
        picture, found = pointer.picture, pointer.found
        if picture is None or place is None or pointer.depth is None or len(found) < 2:
            self.hide()
            return
        first = max(0, min(pointer.choice - MOST // 2, len(found) - MOST))
        near = found[first : first + MOST]
        self.shown = tuple(_dress(picture, one.site if one.ball else None) for one in near)
        self.meant = pointer.choice - first
        self.setAccessibleDescription(
            f"{pointer.choice + 1} of {counted(len(found), 'place')} behind one another"
        )
        self.resize(WIDE, STEP * (len(near) - 1) + 2 * (EDGE + round(ROUND)))
        self._put(place)
        self.show()
        self.raise_()
        self.update()

    def _put(self, place: QPointF) -> None:
        """Stand to the right of a place, or to the left, with what is meant as high as it is."""
        room = self._scene.size()
        left = round(place.x()) + BESIDE
        if left + WIDE > room.width():
            left = round(place.x()) - BESIDE - WIDE
        top = round(place.y() - self._middle(self.meant).y())
        self.move(left, max(0, min(top, room.height() - self.height())))

    def _middle(self, number: int) -> QPointF:
        return QPointF(WIDE / 2, self.height() - EDGE - ROUND - STEP * number)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, tokens = QPainter(self), active_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        surface = QColor(tokens.surface)
        surface.setAlphaF(0.92)
        painter.setBrush(surface)
        painter.setPen(QPen(QColor(tokens.line), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 11.5, 11.5)
        for number, (colour, banded) in enumerate(self.shown):
            middle = self._middle(number)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.muted) if colour is None else colour)
            radius = POINT if colour is None else BALL
            painter.drawEllipse(middle, radius, radius)
            if banded:
                painter.setPen(QPen(QColor("#FFFFFF"), 1.5))
                aside = QPointF(BALL, 0)
                painter.drawLine(middle - aside, middle + aside)
            if number == self.meant:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(tokens.accent), 2))
                painter.drawEllipse(middle, ROUND - 1, ROUND - 1)


def _dress(picture: Picture, site: int | None) -> tuple[QColor | None, bool]:
    """The colour of a ball and whether it has a band; None for an empty point."""
    if site is None:
        return None, False
    owner = int(owners(picture.board, picture.pieces)[site])
    return QColor.fromRgbF(*picture.colour_table[owner].tolist()), picture.is_banded(owner)
