"""Who plays each side, and what is left on the clocks: at the right of the status line."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from time import monotonic

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from model.play.seats import Seat, named
from viewer.analysis.playing.opponents import Opponents
from viewer.games.registry import piece_colour
from viewer.widgets.appearance.theme import GAP, active_theme, edge
from viewer.widgets.painting import smooth
from viewer.widgets.prose import plain_tip

LOW = 20.0
"""Seconds from which on a time is written in the colour of a warning, in tenths below half."""
MOST_NAME = 160
"""Logical pixels of a name at most."""
ONLY_LOOKING = "Only looking: nothing is hidden"
"""Where nobody plays, in a game where players keep secrets."""


@dataclass(frozen=True)
class _Shown:
    """What is shown of a side."""

    side: str
    name: str
    time: str
    low: bool
    to_move: bool


class SeatsLine(QAbstractButton):
    """Discs, names and times of both sides; a click asks who is to play.

    Parameters
    ----------
    opponents
        Who plays and how much time is left.
    run
        Called when it is clicked.
    """

    def __init__(self, opponents: Opponents, run: Callable[[], object]) -> None:
        super().__init__()
        self._opponents = opponents
        self._shown: tuple[_Shown, ...] = ()
        self.clicked.connect(lambda: run())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(plain_tip("Players and clock"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.hide()

    def refresh(self) -> bool:
        """Show who sits where and the times that are left; return whether it needs other room."""
        before, wide, was_shown = self._shown, self.sizeHint().width(), not self.isHidden()
        self._shown = self._found()
        if self._shown != before:
            self.setAccessibleName(f"Players: {self.summary}")
            self.update()
        self.setVisible(bool(self._shown))
        return self.sizeHint().width() != wide or was_shown is self.isHidden()

    @property
    def summary(self) -> str:
        """What it shows, as text."""
        return ", ".join(
            " ".join(dict.fromkeys((one.side.capitalize(), one.name, one.time))).strip()
            for one in self._shown
        )

    def _found(self) -> tuple[_Shown, ...]:
        seats, clock = self._opponents.seats, self._opponents.clock
        if not seats.taken and clock is None:
            looks = self._opponents.is_only_looked_at
            return (_Shown("", ONLY_LOOKING, "", False, False),) if looks else ()
        now, found = monotonic(), []
        low = LOW if clock is None else min(LOW, clock.control.seconds / 3)
        for side in self._opponents.sides:
            seat = seats.of(side)
            name = named(seat) if seats.taken else side.capitalize()
            if self._opponents.thinking_side == side:
                name = self._thinking(seat)
            elif self._opponents.is_paused and side == self._opponents.to_move:
                name = f"{name}: paused"
            left = None if clock is None else clock.left(side, now)
            text, is_low = ("", False) if left is None else (clock_text(left), left < low)
            runs = clock is not None and clock.running == side
            found.append(_Shown(side, name, text, is_low, runs))
        return tuple(found)

    def _thinking(self, seat: Seat) -> str:
        """What is said of a side that is thought for, by who sits there or for a person."""
        thinker = self._opponents.thinking_seat
        does = "prepares" if self._opponents.prepares else "thinks"
        return f"{named(thinker)} {does}" + ("" if thinker == seat else " for you")

    # -- drawing -----------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        gaps = 3 * GAP * max(0, len(self._shown) - 1)
        width = sum(self._width(one) for one in self._shown) + gaps
        return QSize(width + 2 * GAP, QFontMetrics(self._bold()).height() + 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setBold(True)
        if font.pointSizeF() > 0:
            font.setPointSizeF(font.pointSizeF() * 1.15)
        else:
            font.setPixelSize(round(font.pixelSize() * 1.15))
        return font

    def _parts(self, one: _Shown) -> tuple[int, int, int]:
        """Return the widths of disc, name and time."""
        disc = round(self.fontMetrics().height() * 0.72)
        name = self.fontMetrics().horizontalAdvance(one.name) + 2
        if one.side:
            name = min(MOST_NAME, name)
        else:
            disc = 0
        # Digits of one width: nothing moves while a clock runs.
        widest = "".join("0" if letter.isdigit() else letter for letter in one.time)
        time = QFontMetrics(self._bold()).horizontalAdvance(widest) + 4 if one.time else 0
        return disc, name, time

    def _width(self, one: _Shown) -> int:
        disc, name, time = self._parts(one)
        return disc + GAP * 3 // 4 + name + (GAP + time if time else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            x, high = GAP, self.height()
            colours = active_theme()
            for one in self._shown:
                disc, name, time = self._parts(one)
                first = x
                colour = QColor(piece_colour(one.side))
                painter.setPen(QColor(edge(colour.name())))
                painter.setBrush(colour)
                if one.side:
                    painter.drawEllipse(QRect(x, (high - disc) // 2, disc, disc))
                x += disc + GAP * 3 // 4
                painter.setFont(self.font())
                painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
                whole = self.fontMetrics().elidedText(one.name, Qt.TextElideMode.ElideRight, name)
                painter.drawText(QRect(x, 0, name, high), Qt.AlignmentFlag.AlignVCenter, whole)
                x += name
                if time:
                    x += GAP
                    painter.setFont(self._bold())
                    ink = colours.bad if one.low else colours.text
                    painter.setPen(QColor(ink if one.to_move or one.low else colours.muted))
                    places = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
                    painter.drawText(QRect(x, 0, time, high), places, one.time)
                    x += time
                if one.to_move:
                    painter.fillRect(QRect(first, high - 3, x - first, 2), QColor(colours.accent))
                x += 3 * GAP
            if self.hasFocus():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QColor(colours.accent))
                painter.drawRoundedRect(self.rect().adjusted(1, 1, -2, -2), 4, 4)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()


def clock_text(left: float) -> str:
    """Return a time as clocks show it: "12:05", "1:02:05", and "8.4" below ten seconds."""
    if left < LOW / 2:
        return f"0:0{int(left * 10) / 10:.1f}"
    seconds = ceil(left)
    hours, minutes = divmod(seconds // 60, 60)
    if hours:
        return f"{hours}:{minutes:02d}:{seconds % 60:02d}"
    return f"{minutes}:{seconds % 60:02d}"
