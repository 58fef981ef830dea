"""The graph of a review: the first player's chances over the moves of a line.

It is a control like a slider: a click or an arrow key goes to a move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from model.play.review import Grade
from viewer.games.registry import side_colour, text_colour
from viewer.widgets.appearance.theme import active_theme, readable
from viewer.widgets.prose import plain_tip

LINES = 8
"""Lines of text that the graph is high."""
NAME = "Chances over the moves"
SHADE = 0.6
"""How strongly the colour of the side that is ahead is seen."""
_RADIUS: Mapping[Grade, float] = {"?!": 3.0, "?": 4.0, "??": 5.0}
_ARROWS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -10,
    Qt.Key.Key_PageDown: 10,
}


@dataclass(frozen=True)
class Plot:
    """What is drawn.

    Attributes
    ----------
    last
        The number of the last move; the start is 0.
    shares
        The first player's share, from 0 to 1, by the number of the move after which it was so.
    grades
        The mistakes, by their numbers.
    here
        The number of the move that is looked at.
    players
        Whose share is high at the top, and at the bottom.
    """

    last: int = 0
    shares: Mapping[int, float] = field(default_factory=dict)
    grades: Mapping[int, Grade] = field(default_factory=dict)
    here: int = 0
    players: tuple[str, ...] = ("red", "blue")


class ReviewGraph(QWidget):
    """Draws a `Plot`, and says which move a person points at or goes to.

    Signals
    -------
    chosen(int)
        Go to the move of this number.
    pointed(object)
        The number of the move that the mouse is over, None: over none.
    """

    chosen = Signal(int)
    pointed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("ReviewGraph")
        self.plot = Plot()
        self._over: int | None = None
        self._tips: Mapping[int, str] = {}
        self.setAccessibleName(NAME)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def show_plot(self, plot: Plot, tips: Mapping[int, str]) -> None:
        """Draw another plot; `tips` says what there is to say of each move."""
        if (plot, tips) == (self.plot, self._tips):
            return
        self.plot, self._tips = plot, tips
        description = self.description
        if description != self.accessibleDescription():
            self.setAccessibleDescription(description)
            event = QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(event)
        self.update()

    @property
    def description(self) -> str:
        """What somebody hears who does not see the graph."""
        plot = self.plot
        here = self._tips.get(plot.here, "")
        bad = ", ".join(f"{ply} {grade}" for ply, grade in sorted(plot.grades.items()))
        mistakes = f"Mistakes: {bad}." if bad else "No mistakes." if plot.shares else ""
        where = "The start." if not plot.here else f"Move {plot.here} of {plot.last}."
        return " ".join(word for word in (here or where, mistakes) if word)

    # -- where things are --------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        height = QFontMetrics(self.font()).height()
        return QSize(20 * height, LINES * height)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height() * 5 // 8)

    @property
    def _room(self) -> QRectF:
        return QRectF(self.rect()).adjusted(8, 8, -8, -8)

    def place_of(self, ply: int) -> QPointF:
        """Return where the point of a move is drawn, on the middle line where it is not known."""
        room = self._room
        x = room.left() + room.width() * ply / max(1, self.plot.last)
        return QPointF(x, room.bottom() - room.height() * self.plot.shares.get(ply, 0.5))

    def ply_at(self, x: float) -> int:
        """Return the number of the move drawn nearest to a place."""
        room = self._room
        share = (x - room.left()) / max(1.0, room.width())
        return min(max(round(share * self.plot.last), 0), self.plot.last)

    # -- a person ------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Say what there is to say of the move under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            said = self._tips.get(self.ply_at(event.pos().x()), "")
            QToolTip.showText(event.globalPos(), plain_tip(said), self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.ply_at(event.position().x()))
        if event.buttons() & Qt.MouseButton.LeftButton and self._over is not None:
            self._choose(self._over)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.ply_at(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: self.plot.last}
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in ends:
            self._choose(ends[key])
        elif key in _ARROWS:
            self._choose(min(max(self.plot.here + _ARROWS[key], 0), self.plot.last))
        else:
            super().keyPressEvent(event)

    def _choose(self, ply: int) -> None:
        if ply != self.plot.here:
            self.chosen.emit(ply)

    def _point(self, ply: int | None) -> None:
        if ply != self._over:
            self._over = ply
            self.pointed.emit(ply)
            self.update()

    # -- drawing ---------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        self._paint_shares(painter)
        self._paint_names(painter)
        self._paint_places(painter)
        self._paint_mistakes(painter)
        painter.end()

    def _paint_ground(self, painter: QPainter) -> None:
        ink = active_theme()
        painter.setPen(QPen(QColor(ink.accent if self.hasFocus() else ink.line), 1))
        painter.setBrush(QColor(ink.sunken))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _paint_shares(self, painter: QPainter) -> None:
        """The curve, broken where nothing is known; what lies off the middle is who is ahead's."""
        room, middle = self._room, self._room.center().y()
        halves = (
            QRectF(room.left(), room.top(), room.width(), middle - room.top()),
            QRectF(room.left(), middle, room.width(), room.bottom() - middle),
        )
        for exercise in self._runs():
            places = [self.place_of(ply) for ply in exercise]
            curve = QPainterPath(places[0])
            for place in places[1:]:
                curve.lineTo(place)
            area = QPainterPath(curve)
            area.lineTo(places[-1].x(), middle)
            area.lineTo(places[0].x(), middle)
            area.closeSubpath()
            for player, half in zip(self.plot.players, halves, strict=False):
                colour = side_colour(player)
                if colour is not None:
                    painter.save()
                    painter.setClipRect(half)
                    painter.setOpacity(SHADE)
                    painter.fillPath(area, QColor(colour.pieces))
                    painter.restore()
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(active_theme().text), 1.6))
            painter.drawPath(curve)
            if len(places) == 1:
                painter.setBrush(QColor(active_theme().text))
                painter.drawEllipse(places[0], 1.2, 1.2)
        painter.setPen(QPen(QColor(active_theme().muted), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(room.left(), middle), QPointF(room.right(), middle))

    def _runs(self) -> list[list[int]]:
        """The moves whose shares are known, those that follow one another together."""
        runs: list[list[int]] = []
        for ply in sorted(self.plot.shares):
            if runs and runs[-1][-1] == ply - 1:
                runs[-1].append(ply)
            else:
                runs.append([ply])
        return runs

    def _paint_places(self, painter: QPainter) -> None:
        """Where the position on show is, and what the mouse is over."""
        room, ink = self._room, active_theme()
        lines = [(self.plot.here, QPen(QColor(ink.accent), 2))]
        if self._over is not None and self._over != self.plot.here:
            lines.insert(0, (self._over, QPen(QColor(ink.muted), 1)))
        for ply, pen in lines:
            x = self.place_of(ply).x()
            painter.setPen(pen)
            painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()))
        if self.plot.here in self.plot.shares:
            painter.setPen(QPen(QColor(ink.accent), 2))
            painter.setBrush(QColor(ink.surface))
            painter.drawEllipse(self.place_of(self.plot.here), 4, 4)

    def _paint_mistakes(self, painter: QPainter) -> None:
        """Larger and fuller the worse they are, so that nobody depends on their colour."""
        ink = active_theme()
        for ply, grade in self.plot.grades.items():
            colour = QColor(ink.warn if grade == "?!" else ink.bad)
            painter.setPen(QPen(QColor(ink.surface) if grade != "?!" else colour, 1.5))
            painter.setBrush(QColor(ink.surface) if grade == "?!" else colour)
            painter.drawEllipse(self.place_of(ply), _RADIUS[grade], _RADIUS[grade])

    def _paint_names(self, painter: QPainter) -> None:
        """Whose share is high at the top, and at the bottom."""
        room = self._room.adjusted(2, 0, -2, 0)
        for player, side in zip(
            self.plot.players,
            (Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignBottom),
            strict=False,
        ):
            where, name = side | Qt.AlignmentFlag.AlignLeft, player.capitalize()
            # On a ground of its own: the area behind it may be of the same colour.
            plate = painter.boundingRect(room, where, name).adjusted(-3, 0, 3, 0)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(active_theme().sunken))
            painter.drawRoundedRect(plate, 4, 4)
            painter.setPen(QColor(readable(text_colour(player))))
            painter.drawText(room, where, name)
