"""The line above the level maps: which level, all levels or three, larger or smaller."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QWidget

from viewer.widgets.controls import label, row_in
from viewer.widgets.prose import plain_tip


class LevelBar(QWidget):
    """Buttons and the number of the active level.

    Signals
    -------
    stepped(int)
        A level up (1) or down (-1) is wanted.
    zoomed(float)
        Maps larger or smaller by this factor are wanted.
    """

    stepped = Signal(int)
    zoomed = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self._down = _button("▾", "One level down", lambda: self.stepped.emit(-1))
        self._up = _button("▴", "One level up", lambda: self.stepped.emit(1))
        self._title = label("")
        self._title.setObjectName("LevelMapsTitle")
        self.everything = _button("All", "All levels at once")
        self.everything.setCheckable(True)
        self._smaller = _button("−", "Smaller maps", lambda: self.zoomed.emit(0.8))
        self._larger = _button("+", "Larger maps", lambda: self.zoomed.emit(1.25))
        row = row_in(self, 2)
        for widget in (self._down, self._title, self._up):
            row.addWidget(widget)
        row.addStretch(1)
        for widget in (self._smaller, self._larger, self.everything):
            row.addWidget(widget)

    def show_level(self, level: int, levels: int) -> None:
        """Name the active level, from 1."""
        self._title.setText(f"Level {level} of {levels}")
        widest = f"Level {levels} of {levels}"
        self._title.setMinimumWidth(self._title.fontMetrics().horizontalAdvance(widest) + 2)
        self._down.setEnabled(level > 1)
        self._up.setEnabled(level < levels)

    def show_zoom(self, *, smaller: bool, larger: bool) -> None:
        """Offer the sizes that are left."""
        self._smaller.setEnabled(smaller)
        self._larger.setEnabled(larger)

    def clear(self) -> None:
        """Name no level: there is none."""
        self._title.setText("")


def _button(text: str, tip: str, act: Callable[[], object] | None = None) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(plain_tip(tip))
    button.setAccessibleName(tip)
    if act is not None:
        button.clicked.connect(act)
    return button
