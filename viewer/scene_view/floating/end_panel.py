"""The end of a game, over the scene: who has won and why, and what may come next."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QWidget

from model.contract.game import Player
from viewer.games.registry import End, piece_colour
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import text_scale
from viewer.widgets.appearance.theme import GAP, edge
from viewer.widgets.painting import smooth

BALL, STEP = 30, 18
"""Logical pixels of a ball at text size 1, and from one to the next behind it."""
WIDEST = 640
"""Logical pixels of the panel at most, at text size 1."""
BUTTONS = (
    ("play.rematch", "Rematch", "The same game again, with the same players and clock"),
    ("play.rematch-exchanged", "Exchange sides", "The same game again; you have the other side"),
    ("play.review", "Review", "Look at every position and mark the mistakes"),
    ("file.save", "Save", "Save the game to its file"),
)
"""(command, what its button says, its tip)."""


class EndPanel(QFrame):
    """Says how the game ended; hidden while it goes on, and once it was closed.

    Parameters
    ----------
    perform
        Runs a command by its id.

    Attributes
    ----------
    buttons
        Command -> its button.

    Signals
    -------
    closed
        The cross was pressed.
    resized
        It came, went or changed its size.
    """

    closed = Signal()
    resized = Signal()

    def __init__(self, parent: QWidget, perform: Callable[[str], object]) -> None:
        super().__init__(parent)
        self.setObjectName("EndPanel")
        self._end: tuple[End, frozenset[str]] | None = None
        self._away = False
        self._balls = _Balls()
        self.title = controls.label("", "title")
        self.reason = controls.label("", "muted", wraps=True)
        self.cross = controls.tool("close", "Close", self.closed.emit)
        self.cross.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        words = controls.fill(controls.column_in(None, 2), self.title, self.reason)
        head = controls.row_in(None, int(1.5 * GAP))
        head.addWidget(self._balls, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        head.addWidget(self.cross, 0, Qt.AlignmentFlag.AlignTop)
        self._grid = QGridLayout()
        self._grid.setSpacing(GAP)
        self.buttons: dict[str, QPushButton] = {}
        for command, text, tip in BUTTONS:
            role = "primary" if not self.buttons else ""
            button = controls.button(text, partial(perform, command), tip, role)
            button.setParent(self)
            self.buttons[command] = button
        self._column = controls.column_in(self, int(1.5 * GAP), 2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        controls.fill(self._column, head, self._grid)
        self.hide()

    @property
    def text(self) -> str:
        """What it says, as text; "" while it is hidden."""
        if self.isHidden():
            return ""
        return ". ".join(filter(None, (self.title.text(), self.reason.text())))

    def show_end(
        self, end: End | None, sides: Sequence[Player] = (), offered: frozenset[str] = frozenset()
    ) -> None:
        """Show how the game ended; None: nothing.

        Parameters
        ----------
        sides
            Who played, whose balls stand for a draw.
        offered
            The commands that can be used.
        """
        shown = None if end is None else (end, offered)
        if shown == self._end:
            return
        self._end = shown
        if end is not None:
            self._balls.show_sides(end.winners or tuple(sides))
            self.title.setText(end.title)
            controls.say(self.reason, end.reason)
            self.setAccessibleName(f"{end.title}. {end.reason}")
        self._show()

    def put_away(self, away: bool) -> None:
        """Show nothing for now (a presentation does so), or what there is again."""
        self._away = away
        self._show()

    def _show(self) -> None:
        self.setVisible(self._end is not None and not self._away)
        self.resized.emit()

    def fit(self, room: int) -> QSize:
        """Lay out in so much width, and return the size.

        The buttons stand in one row where there is room, else in two. Where there is none for two
        beside each other only the first is left, or they would cover the board: the menus have all.
        """
        offered = frozenset() if self._end is None else self._end[1]
        shown = [button for command, button in self.buttons.items() if command in offered]
        margins = self._column.contentsMargins()
        room = min(room, round(WIDEST * max(1.0, text_scale(self)))) - margins.left()
        room -= margins.right()
        wide = max((button.sizeHint().width() for button in shown), default=0)
        columns = len(shown)
        while columns > 1 and columns * (wide + GAP) - GAP > room:
            columns = (columns + 1) // 2
        shown = shown[:1] if columns == 1 else shown
        for button in self.buttons.values():
            self._grid.removeWidget(button)
            button.setVisible(button in shown)
        for column in range(len(BUTTONS)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        for number, button in enumerate(shown):
            self._grid.addWidget(button, *divmod(number, columns))
        title = self._balls.sizeHint().width() + self.title.sizeHint().width()
        title += self.cross.sizeHint().width() + 3 * GAP
        words = (
            self._balls.sizeHint().width()
            + self.reason.fontMetrics().horizontalAdvance(self.reason.text())
            + self.cross.sizeHint().width()
            + 4 * GAP
        )
        inside = min(room, max(columns * (wide + GAP) - GAP, title, words))
        width = inside + margins.left() + margins.right()
        self._column.invalidate()
        if not self._column.hasHeightForWidth():  # where the rules name no reason
            return QSize(width, self._column.totalSizeHint().height())
        return QSize(width, self._column.totalHeightForWidth(width))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._balls.updateGeometry()
            self.resized.emit()


class _Balls(QWidget):
    """Balls of the sides that are named, one behind the other."""

    def __init__(self) -> None:
        super().__init__()
        self._sides: tuple[Player, ...] = ()

    def show_sides(self, sides: tuple[Player, ...]) -> None:
        """Show a ball for each."""
        self._sides = sides
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        scale = max(1.0, text_scale(self))
        wide = BALL + STEP * max(0, len(self._sides) - 1)
        return QSize(round(wide * scale), round(BALL * scale))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            scale = max(1.0, text_scale(self))
            painter.scale(scale, scale)
            for number in reversed(range(len(self._sides))):
                colour = piece_colour(self._sides[number])
                painter.setPen(QPen(QColor(edge(colour)), 1.2))
                painter.setBrush(QColor(colour))
                painter.drawEllipse(QRectF(number * STEP + 1, 1, BALL - 2, BALL - 2))
