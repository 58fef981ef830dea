"""What lies over the scene of a presentation: the caption, and the plan from above."""

from math import cos, radians, sin

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QFrame, QPushButton, QWidget

from model.boards.board import Board
from model.records.view import Camera
from viewer.games.registry import piece_colour
from viewer.learn.slides import Slides
from viewer.picture.compose.ground import bounds
from viewer.picture.visibility.hiding import Mask
from viewer.widgets.appearance.theme import active_theme
from viewer.widgets.controls import empty, fill, label, row_in
from viewer.widgets.flat_painting import calm_icon, pixmap_of
from viewer.widgets.painting import clear_picture, smooth

# Under a presentation: one sentence in large type, and how far the steps have come.

LINES = 2
"""Lines the caption always has room for, so that nothing jumps from step to step."""
MANY = 6
"""Lines it has room for while the whole text is shown."""
SMALLEST = 14


class PresentationCaption(QFrame):
    """The caption and a discreet counter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("PresentationCaption")
        self.setAccessibleName("Caption")
        self._size = 32
        self._tone = ""
        self._lines = LINES
        self.label = label("", wraps=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.counter = label("")
        self.counter.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
        row = row_in(self, 16, 24, 10, 24, 10)
        # As wide as the counter at the other side: the sentence stands in the middle.
        self._left = QWidget(self)
        fill(row, self._left, (self.label, 1), self.counter)
        self.hide()

    def write_in(self, size: int) -> None:
        """Write in letters of `size` logical pixels, in the colours that are worn."""
        self._size = size
        small = max(12, round(0.5 * size))
        self.counter.setStyleSheet(f"font-size: {small}px; color: {active_theme().muted};")
        metrics = QFontMetrics(self._font(small))
        wide = metrics.horizontalAdvance("000 / 000")
        self.counter.setFixedWidth(wide)
        self._left.setFixedWidth(wide)
        self._fit()

    def say(self, caption: str, tone: str = "", lines: int = LINES) -> None:
        """Show a sentence, or a text that may take so many lines."""
        self._tone, self._lines = tone, lines
        self.label.setText(caption)
        self.setAccessibleDescription(caption)
        self._fit()

    def count(self, number: int, of: int) -> None:
        """Say which step of how many is shown, from 1."""
        self.counter.setText(f"{number} / {of}" if of > 1 else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _font(self, size: int) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(size)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _fit(self) -> None:
        """Write as large as asked, and smaller where a long sentence would not fit."""
        room = max(200, self.width() - 48 - 32 - 2 * self.counter.width())
        high = self._lines * QFontMetrics(self._font(self._size)).lineSpacing() + 4
        size = self._size
        while size > SMALLEST:
            metrics = QFontMetrics(self._font(size))
            flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
            if (
                metrics.boundingRect(QRect(0, 0, room, 10000), flags, self.label.text()).height()
                <= high
            ):
                break
            size -= 1
        colours = active_theme()
        tones = {"right": colours.good, "wrong": colours.bad, "hint": colours.accent}
        colour = tones.get(self._tone, colours.text)
        self.label.setStyleSheet(f"font-size: {size}px; font-weight: 600; color: {colour};")
        self.setFixedHeight(high + 20)


class AnswerButtons(QFrame):
    """The answers to choose from, in large type over the scene; long ones below each other.

    Signals
    -------
    chosen(int)
        An answer was clicked.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Answers")
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._shown: tuple[object, ...] = ()
        self.buttons: list[QPushButton] = []
        self.hide()

    def offer(self, slides: Slides, size: int, room: int) -> None:
        """Show a button for each answer, none for none, within `room` logical pixels of width."""
        choices, pictures, camera = slides.choices, slides.pictures, slides.camera
        wanted = (choices, pictures, camera, size, active_theme(), room)
        if wanted != self._shown:
            self._shown = wanted
            empty(self._row)
            self.buttons = [self._button(number, text) for number, text in enumerate(choices)]
            high = QSize(6 * size, 9 * size // 2)
            for button, position in zip(self.buttons, pictures, strict=False):
                picture = pixmap_of(position, camera, high, self.devicePixelRatioF())
                if position and picture is not None:
                    button.setIcon(calm_icon(picture))
                    button.setIconSize(high)
            self._dress(round(0.8 * size), room)
        self.setVisible(bool(choices))

    def _button(self, number: int, text: str) -> QPushButton:
        button = QPushButton(text.replace("&", "&&"), self)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self.chosen.emit(number))
        self._row.addWidget(button)
        button.show()  # else it counts for nothing in the size of the row
        return button

    def _dress(self, size: int, room: int) -> None:
        """Write the answers beside or below each other, and smaller where one would not fit."""
        colours = active_theme()
        while True:
            for button in self.buttons:
                button.setStyleSheet(
                    f"font-size: {size}px; padding: 8px 24px; border-radius: 14px;"
                    f" border: 2px solid {colours.accent}; color: {colours.text};"
                    f" background: {colours.surface};"
                )
            self._row.setDirection(QBoxLayout.Direction.LeftToRight)
            self._row.setSpacing(16)
            if self._row.sizeHint().width() > room:
                self._row.setDirection(QBoxLayout.Direction.TopToBottom)
                self._row.setSpacing(8)
            if size <= SMALLEST or self._row.sizeHint().width() <= room:
                break
            size -= 1
        self.adjustSize()


ROUND = 1.18
"""How far from the middle the eye stands when it looks level, in halves of the board."""


class PlanInset(QWidget):
    """What is shown of a position, from above; north is up."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("The board from above, and where you look from")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._board: Board | None = None
        self._bounds = (0.0, 1.0, 0.0, 1.0)
        self._pieces: QPixmap | None = None
        self._drawn: tuple[object, ...] = ()
        self._owner = np.zeros(0, np.int32)
        self._shown: Mask = np.zeros(0, bool)
        self._players: tuple[str, ...] = ()
        self._camera = Camera()
        self._colours: npt.NDArray[np.float32] | None = None
        self.hide()

    def sizeHint(self) -> QSize:
        return QSize(200, 200)

    def show_position(
        self,
        board: Board,
        owner: npt.NDArray[np.int32],
        players: tuple[str, ...],
        shown: Mask,
        camera: Camera,
        colours: npt.NDArray[np.float32] | None = None,
    ) -> None:
        """Show a position.

        Parameters
        ----------
        owner
            (n,) whose piece stands on each site; below 0: none.
        shown
            (n,) bool: not cut or peeled away.
        colours
            (n, 3) red, green and blue from 0 to 1; None: each player's own.
        """
        of = "" if colours is None else colours.tobytes()
        drawn = (id(board), players, owner.tobytes(), shown.tobytes(), of)
        if drawn != self._drawn:
            self._drawn, self._pieces = drawn, None
        if board is not self._board:
            self._bounds = bounds(board)
        self._board, self._owner, self._shown = board, owner, shown
        self._players, self._camera, self._colours = players, camera, colours
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._pieces = None

    def place(self, x: float, y: float) -> QPointF:
        """Where a point of the plan (in ball diameters) lies in the widget."""
        west, east, south, north = self._bounds
        half = max(east - west, north - south) / 2
        scale = 0.5 * min(self.width(), self.height()) / (half * (ROUND + 0.30))
        across, up = x - (west + east) / 2, y - (south + north) / 2
        return QPointF(self.width() / 2 + scale * across, self.height() / 2 - scale * up)

    @property
    def eye(self) -> QPointF:
        """Where the eye is painted."""
        west, east, south, north = self._bounds
        # Over the middle only when it looks straight down; else it stands clear of the pieces.
        level = max(0.0, cos(radians(self._camera.elevation))) ** 0.5
        reach = ROUND * max(east - west, north - south) / 2 * level
        angle = radians(self._camera.azimuth)
        return self.place(
            (west + east) / 2 + reach * sin(angle), (south + north) / 2 - reach * cos(angle)
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            card = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.setPen(QPen(QColor(active_theme().line), 1))
            ground = QColor(active_theme().surface)
            ground.setAlphaF(0.94)
            painter.setBrush(ground)
            painter.drawRoundedRect(card, 12, 12)
            if self._board is not None:
                self._paint_plan(painter)
                self._paint_eye(painter)

    def _paint_plan(self, painter: QPainter) -> None:
        west, east, south, north = self._bounds
        corner, other = self.place(west, north), self.place(east, south)
        painter.setPen(QPen(QColor(active_theme().muted), 1))
        painter.setBrush(QColor(active_theme().sunken))
        painter.drawRoundedRect(QRectF(corner, other), 3, 3)
        self._paint_wedge(painter)
        if self._pieces is None:
            self._pieces = self._painted_pieces()
        painter.drawPixmap(0, 0, self._pieces)
        font = QFont(self.font())
        font.setPixelSize(max(9, round(0.065 * self.width())))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(active_theme().muted))
        painter.drawText(QRectF(6, 4, 20, 18), Qt.AlignmentFlag.AlignCenter, "N")
        painter.setPen(QPen(QColor(active_theme().muted), 1.4))
        painter.drawLine(QPointF(16, 24), QPointF(16, 40))
        painter.drawPolyline([QPointF(12.5, 28), QPointF(16, 24), QPointF(19.5, 28)])

    def _painted_pieces(self) -> QPixmap:
        """The pieces and the empty points of the base: while we only look about they stay."""
        board = self._board
        assert board is not None
        pixmap = clear_picture(self.size(), self.devicePixelRatioF())
        with smooth(pixmap) as painter:
            unit = self.place(1, 0).x() - self.place(0, 0).x()
            colours = [QColor(piece_colour(name)) for name in self._players]
            height = board.centres[:, 2]
            seen = self._shown & ((self._owner >= 0) | (height <= height.min() + 1e-6))
            rising = np.argsort(height, kind="stable")
            for site in rising[seen[rising]].tolist():
                x, y = board.centres[site, :2].tolist()
                middle, owner = self.place(x, y), int(self._owner[site])
                if owner >= 0:
                    colour = colours[owner] if owner < len(colours) else QColor("#777777")
                    if self._colours is not None:
                        colour = QColor.fromRgbF(*self._colours[site].tolist())
                    # White pieces need a dark line round them, all others a light one.
                    rim = "#14171C" if colour.lightness() > 190 else "#FFFFFF"
                    painter.setPen(QPen(QColor(rim), max(0.6, 0.05 * unit)))
                    painter.setBrush(colour)
                    painter.drawEllipse(middle, 0.46 * unit, 0.46 * unit)
                else:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(QColor(active_theme().line))
                    painter.drawEllipse(middle, max(0.8, 0.10 * unit), max(0.8, 0.10 * unit))
        return pixmap

    @property
    def _size(self) -> float:
        """Half the width of the eye."""
        return max(8.0, 0.062 * self.width())

    def _paint_wedge(self, painter: QPainter) -> None:
        """What the eye sees, towards the middle."""
        eye, size = self.eye, self._size
        middle = QPointF(self.width() / 2, self.height() / 2)
        way = middle - eye
        length = max((way.x() ** 2 + way.y() ** 2) ** 0.5, 1e-6)
        if length > 1.5 * size:
            along = way / length
            across = QPointF(-along.y(), along.x())
            reach = min(length, 0.34 * self.width())
            wedge = QPainterPath(eye)
            wedge.lineTo(eye + along * reach + across * (0.40 * reach))
            wedge.lineTo(eye + along * reach - across * (0.40 * reach))
            wedge.closeSubpath()
            light = QColor("#FFC21A")
            light.setAlphaF(0.45)
            painter.setPen(QPen(QColor("#7A4B00"), 1))
            painter.setBrush(light)
            painter.drawPath(wedge)

    def _paint_eye(self, painter: QPainter) -> None:
        eye, size = self.eye, self._size
        shape = QPainterPath(eye - QPointF(size, 0))
        shape.quadTo(eye - QPointF(0, 1.25 * size), eye + QPointF(size, 0))
        shape.quadTo(eye + QPointF(0, 1.25 * size), eye - QPointF(size, 0))
        painter.setPen(QPen(QColor("#14171C"), 1.6))
        painter.setBrush(QColor("#FFFFFF"))
        painter.drawPath(shape)
        painter.setBrush(QColor("#14171C"))
        painter.drawEllipse(eye, 0.36 * size, 0.36 * size)
