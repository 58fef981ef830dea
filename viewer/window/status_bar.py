"""The status line: whose turn it is or how the game ended, and the designer's credit."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStatusBar, QWidget

from model.game import CHANCE, Position
from model.notation import counted
from model.records.record import ply_of
from viewer.games.registry import ending, piece_colour
from viewer.session.document import Document
from viewer.widgets.controls import label
from viewer.widgets.prose import plain_tip
from viewer.widgets.theme import GAP, edge


class Disc(QWidget):
    """A ball of a side's colour."""

    def __init__(self) -> None:
        super().__init__()
        self._colour = QColor("transparent")
        self.setFixedSize(QSize(14, 14))

    def set_colour(self, colour: str) -> None:
        """Take a colour, "" for none."""
        self._colour = QColor(colour or "transparent")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(edge(self._colour.name())))
        painter.setBrush(self._colour)
        if self._colour.alpha():
            painter.drawEllipse(self.rect().adjusted(1, 1, -2, -2))
        painter.end()


class Elided(QLabel):
    """A line that ends in "…" where there is no room for all of it; the tip has it whole."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        metrics, whole = self.fontMetrics(), self.text()
        shown = metrics.elidedText(whole, Qt.TextElideMode.ElideRight, self.width())
        tip = "" if shown == whole else whole
        if tip != self.toolTip():
            self.setToolTip(plain_tip(tip))
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, shown)
        painter.end()


class StatusLine(QStatusBar):
    """The bottom line of the window."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.disc = Disc()
        self.turn = label("")
        self.turn.setAccessibleName("Whose turn it is")
        self.moves = label("", "muted")
        self.credit = Elided()
        self.credit.setTextFormat(Qt.TextFormat.PlainText)
        self.credit.setProperty("role", "small")
        left = QWidget()
        row = QHBoxLayout(left)
        row.setContentsMargins(2 * GAP - 4, 3, GAP, 3)
        row.setSpacing(GAP)
        for widget in (self.disc, self.turn, self.moves):
            row.addWidget(widget)
        row.addStretch(1)
        right = QWidget()
        row = QHBoxLayout(right)
        row.setContentsMargins(GAP, 3, 2 * GAP - 4, 3)
        row.addWidget(self.credit)
        self.addWidget(left, 1)
        self.addPermanentWidget(right)

    def show_position(self, position: Position, document: Document) -> None:
        """Say whose turn it is, or the outcome in one sentence."""
        side, text = turn_text(position)
        self.disc.set_colour(piece_colour(side) if side else "")
        self.turn.setText(text)
        ended = position.outcome is not None
        self.turn.setStyleSheet("font-weight: 700;" if ended else "font-weight: 600;")
        ply = ply_of(document.record, document.node)
        pieces = int(position.pieces.count.sum())
        kinds = position.game.piece_kinds
        noun = kinds[0].name if len(kinds) == 1 else "piece"
        stand = f"{counted(pieces, noun)} of {len(position.game.board)}"
        self.moves.setText(f"move {ply} · {stand}" if ply else f"start · {stand}")

    def say_credit(self, credit: str) -> None:
        """Name the designer of the game that is shown; "" for none."""
        self.credit.setText(credit)


def turn_text(position: Position) -> tuple[str, str]:
    """Return (side to colour the disc by, sentence)."""
    outcome = position.outcome
    if outcome is not None:
        return outcome.winner or "", ending(position)
    side = position.to_move or ""
    if side == CHANCE:
        return "", "Roll the dice"
    return side, f"{side.capitalize()} to move"
