"""The status line: whose turn it is or how the game ended, and the designer's credit."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from model.contract.game import CHANCE, Position
from model.records.record import ply_of
from viewer.games.registry import End, end_of, game_view_of, piece_colour
from viewer.session.document.document import Document
from viewer.widgets.appearance.chosen_preferences import with_text
from viewer.widgets.appearance.theme import GAP, edge
from viewer.widgets.painting import smooth
from viewer.widgets.prose import plain_tip
from viewer.window.players.seats_line import SeatsLine

LOOK = 500
"""Milliseconds between two looks at how far a work has come."""
LEAST = 120
"""Logical pixels under which the credit is left out."""


class Disc(QWidget):
    """A ball of a side's colour."""

    def __init__(self) -> None:
        super().__init__()
        self._colour = QColor("transparent")
        with_text(self, lambda scale: self.setFixedSize(*[round(14 * max(1.0, scale))] * 2))

    def set_colour(self, colour: str) -> None:
        """Take a colour, "" for none."""
        self._colour = QColor(colour or "transparent")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.setPen(QColor(edge(self._colour.name())))
            painter.setBrush(self._colour)
            if self._colour.alpha():
                painter.drawEllipse(self.rect().adjusted(1, 1, -2, -2))


class Elided(QLabel):
    """A line that ends in "…" where there is no room for all of it; the tip has it whole."""

    def __init__(self, text: str = "", role: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if role:
            self.setProperty("role", role)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        metrics, whole = self.fontMetrics(), self.text()
        shown = metrics.elidedText(whole, Qt.TextElideMode.ElideRight, self.width())
        tip = "" if shown == whole else whole
        if tip != self.toolTip():
            self.setToolTip(plain_tip(tip))
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, shown)


class _StatusLine(QWidget):
    """A disc, texts from the left, and one at the right, which gives way first."""

    def __init__(self, disc: QWidget, texts: tuple[Elided, ...], last: Elided) -> None:
        super().__init__()
        self._disc, self._texts, self._last = disc, texts, last
        self._seats: QWidget | None = None
        for widget in (disc, *texts, last):
            widget.setParent(self)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def sizeHint(self) -> QSize:
        return QSize(400, max(text.sizeHint().height() for text in self._texts) + 6)

    def seat(self, seats: QWidget) -> None:
        """Have the players at the right, in the place of the last text while they are shown."""
        seats.setParent(self)
        self._seats = seats

    def lay_out(self) -> None:
        """Give each text what it needs, the first ones first."""
        x, end, high = 2 * GAP - 4, self.width() - 2 * GAP + 4, self.height()
        if self._seats is not None and not self._seats.isHidden():
            wide = min(self._seats.sizeHint().width(), end - x)
            self._seats.setGeometry(end - wide, 0, wide, high)
            end -= wide + 2 * GAP
        self._disc.move(x, (high - self._disc.height()) // 2)
        x += self._disc.width() + GAP
        for text in self._texts:
            wide = max(0, min(text.sizeHint().width() + 2, end - x))
            text.setGeometry(x, 0, wide, high)
            x += wide + GAP
        wide = min(self._last.sizeHint().width() + 2, end - x - 2 * GAP)
        # A few letters of a credit say nothing.
        seated = self._seats is not None and not self._seats.isHidden()
        self._last.setVisible(wide > LEAST and not seated)
        self._last.setGeometry(end - wide, 0, max(0, wide), high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def setVisible(self, visible: bool) -> None:
        """Appear, but not under a tip: a bar that is laid out anew would draw both."""
        bar = self.parentWidget()
        if not (visible and isinstance(bar, QStatusBar) and bar.currentMessage()):
            super().setVisible(visible)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self.lay_out()


class StatusLine(QStatusBar):
    """The bottom line of the window.

    Parameters
    ----------
    seats
        Who plays each side.
    """

    def __init__(self, seats: SeatsLine) -> None:
        super().__init__()
        self.seats = seats
        self.setSizeGripEnabled(False)
        self.disc = Disc()
        self.turn = Elided()
        self.moves = Elided(role="muted")
        self.pupil = Elided()
        self.pupil.setStyleSheet("font-weight: 600;")
        self.progress = Elided(role="muted")
        self._looks = QTimer(self, interval=LOOK)
        self.credit = Elided(role="small")
        texts = (self.turn, self.moves, self.pupil, self.progress)
        self._line = _StatusLine(self.disc, texts, self.credit)
        self._line.seat(seats)
        self._turn = ""
        self.addWidget(self._line, 1)

    def showEvent(self, event: QShowEvent) -> None:
        """Take a tip away that came while the line was not there: Qt would draw both."""
        super().showEvent(event)
        self.clearMessage()

    def show_position(self, position: Position, document: Document) -> None:
        """Say whose turn it is, or the outcome in one sentence."""
        end = end_of(document.record, document.node, position)
        # Where something is to be learnt, what decided may be the very question.
        learns = document.exercise is not None and document.exercise.is_task
        side, text = turn_text(position, end, reason=not learns)
        self.disc.set_colour(piece_colour(side) if side else "")
        self._turn = text
        self.turn.setText(text)
        self.turn.setStyleSheet(f"font-weight: {600 if end is None else 700};")
        ply = ply_of(document.record, document.node)
        stand = game_view_of(position).standing(position)
        self.moves.setText(f"move {ply} · {stand}" if ply else f"start · {stand}")
        self.seats.refresh()
        self._line.lay_out()

    def say_value(self, text: str) -> None:
        """Say beside whose turn it is what the position is worth for certain; "": no more."""
        value = f"{self._turn}: {text}" if text else self._turn
        if value != self.turn.text():
            self.turn.setText(value)
            self._line.lay_out()

    def follow_seats(self) -> None:
        """Show who plays now, and the times that are left."""
        if self.seats.refresh():
            self._line.lay_out()

    def say_pupil(self, name: str) -> None:
        """Name the pupil whose results are kept; "" for whoever learns without a name."""
        self.pupil.setText(f"Pupil: {name}" if name else "")
        self._line.lay_out()

    def follow_progress(self, progress: Callable[[], str]) -> None:
        """Say how far a work that is done once has come, until `progress` says nothing any more."""

        def look() -> None:
            said = progress()
            if said != self.progress.text():
                self.progress.setText(said)
                self._line.lay_out()
            if not said:
                self._looks.stop()

        self._looks.timeout.connect(look)
        self._looks.start()
        look()

    def say_credit(self, credit: str) -> None:
        """Name the designer of the game that is shown; "" for none."""
        if credit != self.credit.text():
            self.credit.setText(credit)
            self._line.lay_out()


def turn_text(position: Position, end: End | None, *, reason: bool = True) -> tuple[str, str]:
    """Return (side to colour the disc by, sentence), with the reason of an end if wanted."""
    if end is not None:
        side = end.winners[0] if len(end.winners) == 1 else ""
        return side, end.sentence if reason else end.result
    side = position.to_move or ""
    if side == CHANCE:
        return "", "Roll the dice"
    return side, f"{side.capitalize()} to move"
