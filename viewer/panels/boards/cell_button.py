"""A cell of a player's board as a button: its shape, what is printed there, what was written."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QAbstractButton

from model.contract.sheets import SheetCell
from viewer.games.registry import piece_colour
from viewer.widgets.appearance.chosen_preferences import with_text
from viewer.widgets.appearance.theme import active_theme, edge, ink_on, mixed, readable
from viewer.widgets.prose import plain_tip

SIDE, LEAST, FEW = 38, 24, 3
"""Logical pixels of a cell at text size 1, and of the least; letters it has room for as it is."""
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


@dataclass(frozen=True)
class CellLook:
    """A cell as it stands now.

    Attributes
    ----------
    owner
        Whose colour what lies there has.
    answers
        It may be chosen next.
    chosen
        It is a step of the move that is being built.
    is_die
        What lies there can be taken: it is filled with its owner's colour.
    """

    cell: SheetCell
    owner: str
    answers: bool
    chosen: bool
    is_die: bool


class CellButton(QAbstractButton):
    """Draws itself; clicks and keys are for whoever made it.

    Signals
    -------
    wandered(int, int)
        An arrow key asks for the next cell in a direction.
    """

    wandered = Signal(int, int)

    def __init__(self, shown: CellLook) -> None:
        super().__init__()
        self.shown = shown
        self._scale, self._room = 1.0, SIDE
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        with_text(self, self._fit)
        self.show_cell(shown)

    def _fit(self, scale: float) -> None:
        self._scale = scale
        cell, side = self.shown.cell, min(round(SIDE * max(1.0, scale)), self._room)
        side = max(side, self.least)
        wide = side
        if cell.shape == "text":
            wide = max(side // 2, self._room_for_words() + 18)
        elif self._has_words:
            wide = max(side, self._room_for_words() + side // 2)
        self.setFixedSize(QSize(wide, side))

    @property
    def least(self) -> int:
        """Logical pixels that it is high and wide at least."""
        return round(LEAST * max(1.0, self._scale))

    def fit_to(self, room: int) -> None:
        """Be no larger than `room` logical pixels allow, down to the least."""
        if room != self._room:
            self._room = room
            self._fit(self._scale)

    @property
    def _has_words(self) -> bool:
        """Whether more is printed than a number and its sign: the cell is as wide as that."""
        cell = self.shown.cell
        return cell.shape in ("square", "circle") and len(cell.printed or cell.value) > FEW

    def _room_for_words(self) -> int:
        cell, font = self.shown.cell, QFont(self.font())
        font.setBold(True)
        return QFontMetrics(font).horizontalAdvance(f"{cell.printed} {cell.value}".strip())

    def show_cell(self, shown: CellLook) -> None:
        """Show the cell as it stands now."""
        self.shown = shown
        self._fit(self._scale)
        cell = shown.cell
        called = cell.words or cell.name or cell.printed
        parts = [called[:1].upper() + called[1:]]
        parts += [cell.value] if cell.value else []
        parts += ["chosen"] if shown.chosen else ["can be chosen"] if shown.answers else []
        self.setAccessibleName(", ".join(parts))
        self.setAccessibleDescription("" if cell.closed is None else str(cell.closed))
        tip = parts[0] if cell.closed is None or shown.answers else f"{parts[0]}: {cell.closed}"
        self.setToolTip(plain_tip(tip))
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if shown.answers else Qt.CursorShape.ArrowCursor
        )
        self.update()

    # -- drawing -----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cell, colours = self.shown.cell, active_theme()
        box = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        is_word = cell.shape == "text"
        if not is_word or self.shown.answers or self.shown.chosen:  # a word that answers is a key
            painter.setPen(self._outline())
            painter.setBrush(QColor(self._fill()))
            _draw(painter, "square" if is_word else cell.shape, box)
        text, ink = cell.printed, colours.text if is_word and cell.name else colours.muted
        if cell.value and self._has_words:
            text, ink = f"{cell.printed} {cell.value}".lstrip(), self._ink()
        elif cell.value:
            text, ink = cell.value, self._ink()
        font = QFont(self.font())
        if cell.shape != "text" and not self._has_words:
            fits = min(1.0, 2.4 / max(1, len(text))) * (1.1 if cell.value else 0.9)
            font.setPixelSize(max(9, round(box.height() * 0.44 * fits)))
        font.setBold(bool(cell.value))
        painter.setFont(font)
        painter.setPen(QColor(ink))
        low = box.adjusted(0, box.height() * 0.22, 0, 0) if cell.shape == "triangle" else box
        painter.drawText(low, Qt.AlignmentFlag.AlignCenter, text)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 1, Qt.PenStyle.DotLine))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.end()

    def _outline(self) -> QPen:
        colours, shown = active_theme(), self.shown
        if shown.chosen or shown.answers:
            return QPen(QColor(colours.accent), 3 if shown.chosen or self.underMouse() else 2)
        if shown.is_die:
            return QPen(QColor(edge(piece_colour(shown.owner))), 1)
        return QPen(QColor(colours.line if shown.cell.closed is not None else colours.muted), 1)

    def _fill(self) -> str:
        colours, shown = active_theme(), self.shown
        if shown.is_die and shown.cell.value and shown.owner:
            return piece_colour(shown.owner)
        if shown.chosen or (shown.answers and (self.underMouse() or self.hasFocus())):
            return colours.accent_soft
        if shown.cell.value and shown.owner:
            return mixed(colours.surface, piece_colour(shown.owner), 0.16)
        return colours.sunken if shown.cell.closed is not None else colours.surface

    def _ink(self) -> str:
        shown = self.shown
        if shown.is_die and shown.owner:
            return ink_on(piece_colour(shown.owner))
        return readable(piece_colour(shown.owner)) if shown.owner else active_theme().text

    # -- keys --------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = ARROWS.get(Qt.Key(event.key()))
        if way is not None:
            self.wandered.emit(*way)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()


def _draw(painter: QPainter, shape: str, box: QRectF) -> None:
    """Draw the outline of a shape into a box."""
    if shape == "circle":
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    elif shape == "square":
        painter.drawRoundedRect(box, 4, 4)
    else:
        painter.drawPolygon(_polygon(shape, box))


def _polygon(shape: str, box: QRectF) -> QPolygonF:
    middle = box.center()
    if shape == "triangle":
        points = [QPointF(middle.x(), box.top()), box.bottomRight(), box.bottomLeft()]
    elif shape == "rhombus":
        points = [
            QPointF(middle.x(), box.top()),
            QPointF(box.right(), middle.y()),
            QPointF(middle.x(), box.bottom()),
            QPointF(box.left(), middle.y()),
        ]
    else:
        radius = box.height() / 2
        points = [
            QPointF(
                middle.x() + sin(pi * k / 5) * radius * (1.0 if k % 2 == 0 else 0.55),
                middle.y() - cos(pi * k / 5) * radius * (1.0 if k % 2 == 0 else 0.55),
            )
            for k in range(10)
        ]
    return QPolygonF(points)
