"""Dice over the scene: they roll while a roll is played, and lie there until the game goes on."""

from collections.abc import Sequence
from math import pi, sin

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QRegion,
)
from PySide6.QtWidgets import QWidget

from model.contract.game import Event, Player, SheetCell
from model.phrases import listed
from viewer.games.registry import piece_colour
from viewer.picture.flat.pieces import PIPS
from viewer.widgets.appearance.chosen_preferences import text_scale
from viewer.widgets.appearance.theme import active_theme, edge, ink_on
from viewer.widgets.painting import smooth

SIDE, GAPS = 46, 10
"""Logical pixels of a die at text size 1, and between two."""
TURNS, HOP, FLICKERS = 1.5, 16.0, 14
"""While they roll: how often they turn, how high they jump, how many faces are seen."""


class DiceTray(QWidget):
    """The dice of the roll that led to what is shown; hidden where none did.

    Signals
    -------
    picked(SheetCell)
        The cell of a die that was clicked, where dice are chosen.
    """

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Dice")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._dice: tuple[Event, ...] = ()
        self._players: Sequence[Player] = ()
        self._cells: tuple[SheetCell, ...] = ()
        self._chosen = ""
        self._share = 1.0
        self.hide()

    @property
    def text(self) -> str:
        """What they show, as text; "" while none lie there."""
        return listed([die.value for die in self._dice])

    @property
    def is_rolling(self) -> bool:
        """Whether they roll still."""
        return self._share < 1

    def show_dice(self, dice: tuple[Event, ...], players: Sequence[Player]) -> None:
        """Show the dice of a roll (events of the kind "roll"); () takes them away."""
        if dice == self._dice:
            return
        self._dice, self._players, self._share = dice, players, 1.0
        self.setAccessibleName(f"The dice show {self.text}" if dice else "No dice")
        self.setVisible(bool(dice))
        self.adjustSize()
        self._reach()
        self.update()

    def offer(self, cells: tuple[SheetCell, ...], entered: tuple[str, ...]) -> None:
        """Let clicks choose dice.

        Parameters
        ----------
        cells
            Those of the dice on the table, in their order; () where none is chosen now.
        entered
            What was chosen of the move that is being built.
        """
        self._cells = cells
        self._chosen = entered[0] if entered else ""
        self._reach()
        self.update()

    def die(self, number: int) -> QRect:
        """Return where a die lies still."""
        scale = max(1.0, text_scale(self))
        x, y = 4 + number * (SIDE + GAPS), 4 + HOP
        return QRectF(x * scale, y * scale, SIDE * scale, SIDE * scale).toAlignedRect()

    def _reach(self) -> None:
        """Take the clicks on dice that can be chosen and lie still; all others reach the scene."""
        chooses = bool(self._dice) and len(self._cells) == len(self._dice) and not self.is_rolling
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not chooses)
        if chooses:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            areas = (self.die(number).adjusted(-3, -3, 3, 3) for number in range(len(self._dice)))
            self.setMask(sum(map(QRegion, areas), QRegion()))
        else:
            self.clearMask()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        for number, cell in enumerate(self._cells):
            if event.button() == Qt.MouseButton.LeftButton and self.die(number).contains(place):
                self.picked.emit(cell)
                return

    def set_share(self, share: float) -> None:
        """Say how much of the rolling is over; 1: they lie still."""
        if share != self._share:
            self._share = share
            self._reach()
            self.update()

    def sizeHint(self) -> QSize:
        scale = max(1.0, text_scale(self))
        wide = len(self._dice) * (SIDE + GAPS) - GAPS + 8
        return QSize(round(wide * scale), round((SIDE + HOP + 8) * scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            scale, left = max(1.0, text_scale(self)), 1 - self._share
            painter.scale(scale, scale)
            for number, die in enumerate(self._dice):
                # Each die jumps and turns a little otherwise than its neighbour.
                hop = HOP * left * abs(sin(pi * (3 * self._share + 0.37 * number)))
                painter.save()
                x = 4 + SIDE / 2 + number * (SIDE + GAPS)
                painter.translate(x, 4 + HOP + SIDE / 2 - hop)
                painter.rotate(360 * TURNS * left * left * (1 if number % 2 else -1))
                self._paint(painter, die, self._face(number, die))
                painter.restore()
            for number, cell in enumerate(self._cells[: len(self._dice)]):
                if cell.name == self._chosen:
                    painter.resetTransform()
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.setPen(QPen(QColor(active_theme().accent), 3))
                    painter.drawRoundedRect(QRectF(self.die(number)).adjusted(-1, -1, 1, 1), 6, 6)

    def _face(self, number: int, die: Event) -> str:
        if self._share >= 1:
            return die.value
        return str((7 * number + 5 * int(self._share * FLICKERS)) % max(1, die.faces) + 1)

    def _paint(self, painter: QPainter, die: Event, face: str) -> None:
        owned = 0 <= die.owner < len(self._players)
        colour = piece_colour(self._players[die.owner]) if owned else "#FBFAF6"
        ink = ink_on(colour)
        painter.setPen(QPen(QColor(edge(colour) if owned else active_theme().muted), 1.5))
        painter.setBrush(QColor(colour))
        half = SIDE / 2 - 1
        if die.faces == 6:
            painter.drawRoundedRect(QRectF(-half, -half, 2 * half, 2 * half), 8, 8)
            if face in PIPS:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(ink))
                for x, y in PIPS[face]:
                    painter.drawEllipse(QPointF(x * half * 0.52, y * half * 0.52), 4, 4)
                return
        elif die.faces == 4:
            painter.drawPolygon(
                QPolygonF([QPointF(0, -half), QPointF(half, half), QPointF(-half, half)])
            )
        else:
            painter.drawPolygon(
                QPolygonF(
                    [QPointF(0, -half), QPointF(half, 0), QPointF(0, half), QPointF(-half, 0)]
                )
            )
        font = QFont(self.font())
        font.setBold(True)
        font.setPixelSize(19)
        painter.setFont(font)
        painter.setPen(QColor(ink))
        low = half * 0.55 if die.faces == 4 else 0.0
        where = QRectF(-half, -half + low, 2 * half, 2 * half - low)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, face)
