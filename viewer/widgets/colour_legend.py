"""What colours mean: a small legend over the scene, in presentations too, and below the maps."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QLinearGradient, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from viewer.picture.compose.colouring import Legend, LegendRow
from viewer.widgets import controls
from viewer.widgets.painting import smooth

BAR = 72
"""Width of a bar that runs from colour to colour."""
LARGE, LETTERS = 1.9, 22
"""In a presentation: how much larger the colours are, and the height of letters in pixels."""
ROUND = 11
"""Side of the swatch of one colour, and the height of a bar."""


class Swatches(QWidget):
    """The colours of a row, as one bar or one swatch each."""

    def __init__(self, row: LegendRow, scale: float) -> None:
        super().__init__()
        self._scale = scale
        self._colours = [QColor.fromRgbF(*colour) for colour in row.colours]
        self._smooth = row.smooth
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        width = BAR if self._smooth else (ROUND + 3) * len(self._colours)
        return QSize(round(self._scale * width), round(self._scale * (ROUND + 2)))

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.scale(self._scale, self._scale)
            edge = QPen(QColor(0, 0, 0, 70), 1)
            painter.setPen(edge)
            if self._smooth:
                ramp = QLinearGradient(0, 0, BAR, 0)
                for k, colour in enumerate(self._colours):
                    ramp.setColorAt(k / max(1, len(self._colours) - 1), colour)
                painter.setBrush(ramp)
                painter.drawRoundedRect(QRectF(0.5, 1.5, BAR - 1, ROUND - 1), 3, 3)
            else:
                for k, colour in enumerate(self._colours):
                    painter.setBrush(colour)
                    painter.drawEllipse(QRectF(k * (ROUND + 3) + 0.5, 1.5, ROUND - 1, ROUND - 1))


class ColourLegend(QFrame):
    """A row a player: its name, its colours, and what the first and the last of them mean.

    Signals
    -------
    resized
        It has another size: its letters are larger or smaller.
    """

    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Chip")
        self.setAccessibleName("What the colours mean")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.legend: Legend | None = None
        self._scale = 1.0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 6, 10, 6)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)
        self.hide()

    def show_legend(self, legend: Legend | None) -> bool:
        """Show a legend, None: none; say whether that is another one than before."""
        if legend == self.legend:
            return False
        self.legend = legend
        self._fill(legend)
        return True

    def set_large(self, large: bool) -> None:
        """Write so large that a room can read it, or as small as the window does."""
        scale = LARGE if large else 1.0
        if scale == self._scale:
            return
        self._scale = scale
        # The window's style sheet sets sizes of its own.
        self.setStyleSheet(f"QLabel {{ font-size: {LETTERS}px; }}" if large else "")
        self._fill(self.legend)

    def event(self, event: QEvent) -> bool:
        heard = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:  # its words need more room, or less
            before = self.size()
            self.adjustSize()
            if self.size() != before:
                self.resized.emit()
        return heard

    def _fill(self, legend: Legend | None) -> None:
        controls.empty(self._grid)
        if legend is not None:
            if legend.title:
                self._put(controls.label(legend.title, "muted"), 0, 0, 4)
            for number, row in enumerate(legend.rows, start=1):
                self._add(number, row)
            text = "; ".join(f"{row.player}: {row.first} {row.last}" for row in legend.rows)
            self.setAccessibleDescription(text)
        self.setVisible(legend is not None)
        self.adjustSize()

    def _add(self, number: int, row: LegendRow) -> None:
        self._put(controls.label(row.player), number, 0)
        if row.smooth:
            for column, text in ((1, row.first), (3, row.last)):
                self._put(controls.label(text, "small"), number, column)
            self._put(Swatches(row, self._scale), number, 2)
            return
        self._put(Swatches(row, self._scale), number, 1)
        text = ", ".join(text for text in (row.first, row.last) if text)
        self._put(controls.label(text, "small"), number, 2, 2)

    def _put(self, widget: QWidget, row: int, column: int, columns: int = 1) -> None:
        """Put a widget in its place; a layout that is seen counts it only once it is shown."""
        self._grid.addWidget(widget, row, column, 1, columns)
        widget.show()
