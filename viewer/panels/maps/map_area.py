"""The area the level maps are drawn in: it scrolls where they need more room than it has."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QStyle, QWidget

from viewer.panels.maps import layout
from viewer.panels.maps.canvas import MapCanvas
from viewer.widgets.appearance.chosen_preferences import text_scale

LEAST_TEXT = 0.9
"""Letters of the maps are the smallest there are: with a smaller text they stay readable."""


class MapArea(QScrollArea):
    """A canvas of maps, with scroll bars shown exactly where the layout says.

    Qt would show and hide them by itself, which resizes the viewport; maps that followed the
    viewport led to a scroll bar, which led to other maps, and so on without end.

    Signals
    -------
    resized()
        The area itself has another size; never told when scroll bars come or go.
    """

    resized = Signal()

    def __init__(self, canvas: MapCanvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self._asked: tuple[int, int, int, int, int, bool, float, float] | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setWidget(canvas)
        # The maps lie on the dock's own ground.
        self.viewport().setAutoFillBackground(False)
        canvas.setAutoFillBackground(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def event(self, event: QEvent) -> bool:
        # Not `resizeEvent`: a scroll area hears there of its viewport.
        heard = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.StyleChange):
            self.resized.emit()
        return heard

    def lay_out(self, size: int, level: int, *, everything: bool, zoom: float) -> None:
        """Lay the maps of a board out (`viewer.panels.maps.layout.fit`) and draw them so."""
        bar = self.verticalScrollBar()
        over = bar.style().styleHint(QStyle.StyleHint.SH_ScrollBar_Transient, None, bar)
        thick = 0 if over else bar.sizeHint().width()
        text = max(LEAST_TEXT, text_scale(self))
        asked = (size, level, self.width(), self.height(), thick, everything, zoom, text)
        if asked == self._asked:  # another size of text is told of many times over
            return
        self._asked = asked
        fitted = layout.fit(*asked[:5], everything=everything, zoom=zoom, text=text)
        self._canvas.show_fitted(fitted)
        self.setHorizontalScrollBarPolicy(_policy(fitted.across))
        self.setVerticalScrollBarPolicy(_policy(fitted.down))


def _policy(shown: bool) -> Qt.ScrollBarPolicy:
    policies = Qt.ScrollBarPolicy
    return policies.ScrollBarAlwaysOn if shown else policies.ScrollBarAlwaysOff
