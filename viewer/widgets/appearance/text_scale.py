"""What has to grow with the text and is no text: icons, narrow fields, small drawings."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QAbstractButton, QWidget

BASE = 13
"""Logical pixels of the letters at text size 1."""


def text_scale(widget: QWidget) -> float:
    """Return how large a widget's letters are, 1 being `BASE` pixels."""
    return QFontInfo(widget.font()).pixelSize() / BASE


class _Follower(QObject):
    """Calls `fit` with the scale, now and whenever the letters of a widget change their size."""

    def __init__(self, widget: QWidget, fit: Callable[[float], object]) -> None:
        super().__init__(widget)
        self._widget, self._fit, self._scale = widget, fit, 0.0
        widget.installEventFilter(self)
        self._follow()

    def _follow(self) -> None:
        scale = text_scale(self._widget)
        if scale != self._scale:
            self._scale = scale
            self._fit(scale)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.Polish):
            self._follow()
        return False


def with_text(widget: QWidget, fit: Callable[[float], object]) -> None:
    """Call `fit` with the scale of a widget's text, now and whenever it changes."""
    _Follower(widget, fit)


def keep_wide(widget: QWidget, pixels: int) -> None:
    """Make a field `pixels` wide at text size 1, and as much wider as its letters are."""
    with_text(widget, lambda scale: widget.setFixedWidth(round(pixels * max(1.0, scale))))


def keep_icon(button: QAbstractButton, pixels: int) -> None:
    """Make an icon `pixels` wide and high at text size 1, and as much larger as the letters are."""

    def fit(scale: float) -> None:
        side = round(pixels * max(1.0, scale))
        button.setIconSize(QSize(side, side))

    with_text(button, fit)
