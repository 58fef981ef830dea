"""The line between two panes as a handle: dragged it gives one pane more room, the other less."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from viewer.scene.pane import GAP

REACH = 4
"""Logical pixels beside the line that still take hold of it."""
LEAST, MIDDLE = 0.2, 0.5
"""The least share of the surface that a pane keeps, and the share that a double click gives."""


class Divider(QObject):
    """Filters the mouse of a surface before the scene hears of it.

    Parameters
    ----------
    areas
        Returns where the panes lie.

    Signals
    -------
    moved(float)
        The first pane is to have this share of the surface.
    settled()
        The drag is over.
    """

    moved = Signal(float)
    settled = Signal()

    def __init__(self, areas: Callable[[], tuple[QRect, ...]], parent: QObject) -> None:
        super().__init__(parent)
        self._areas = areas
        self._is_held = self._is_over = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what the mouse does on the line; True when that is no business of the scene."""
        if not isinstance(event, QMouseEvent) or not isinstance(watched, QWidget):
            if event.type() == QEvent.Type.Leave and isinstance(watched, QWidget):
                self._point(watched, over=self._is_held)
            return False
        place, kind = event.position().toPoint(), event.type()
        if kind == QEvent.Type.MouseMove:
            return self._moved(watched, place, event.buttons())
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        if kind == QEvent.Type.MouseButtonPress and self._is_on(place):
            self._is_held = True
            self._point(watched, over=True)
            return True
        if kind == QEvent.Type.MouseButtonDblClick and self._is_on(place):
            self.moved.emit(MIDDLE)
            self.settled.emit()
            return True
        if kind == QEvent.Type.MouseButtonRelease and self._is_held:
            self._is_held = False
            self._point(watched, over=self._is_on(place))
            self.settled.emit()
            return True
        return False

    def _moved(self, surface: QWidget, place: QPoint, buttons: Qt.MouseButton) -> bool:
        if self._is_held:
            along, length = (
                (place.x(), surface.width())
                if self._is_upright()
                else (place.y(), surface.height())
            )
            self.moved.emit(min(1 - LEAST, max(LEAST, along / max(length, 1))))
            return True
        over = buttons == Qt.MouseButton.NoButton and self._is_on(place)
        self._point(surface, over=over)
        return over

    def _is_upright(self) -> bool:
        first, last = self._areas()
        return first.top() == last.top()

    def _is_on(self, place: QPoint) -> bool:
        areas = self._areas()
        if len(areas) < 2:
            return False
        if self._is_upright():
            apart = place.x() - (areas[0].right() + 1 + GAP / 2)
        else:
            apart = place.y() - (areas[0].bottom() + 1 + GAP / 2)
        return abs(apart) <= REACH

    def _point(self, surface: QWidget, *, over: bool) -> None:
        """Show by the mouse's shape whether a press takes hold of the line."""
        if over == self._is_over:
            return
        self._is_over = over
        across = Qt.CursorShape.SplitHCursor if over and self._is_upright() else None
        down = Qt.CursorShape.SplitVCursor if over else Qt.CursorShape.ArrowCursor
        surface.setCursor(down if across is None else across)
