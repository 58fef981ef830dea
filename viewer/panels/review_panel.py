"""The Review dock: has a game reviewed, and shows the graph and the mistakes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
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
    QShowEvent,
)
from PySide6.QtWidgets import QDockWidget, QListWidget, QProgressBar, QSizePolicy, QToolTip, QWidget

from model.exercises.exercise import LineExercise
from model.phrases import counted
from model.play.review import THOROUGHNESS, Grade, ReviewedMove
from model.records.record import ROOT
from viewer.analysis.review_service import Reviews
from viewer.games.registry import side_colour, text_colour
from viewer.picture.words.review_words import evaluation_text, move_text, row_of
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Session
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.appearance.theme import GAP, active_theme, readable
from viewer.widgets.controls import answer_later, fill, holding, row_in
from viewer.widgets.painting import smooth
from viewer.widgets.prose import plain_tip
from viewer.widgets.text_fields import EscapeGoesOn

# The graph of a review: the first player's chances over the moves of a line.
#
# It is a control like a slider: a click or an arrow key goes to a move.

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
        with smooth(self) as painter:
            self._paint_ground(painter)
            self._paint_shares(painter)
            self._paint_names(painter)
            self._paint_places(painter)
            self._paint_mistakes(painter)

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


EMPTY = (
    "A review searches every position of the line, shows how the chances changed, and marks the "
    "mistakes."
)


class ReviewPanel(QWidget):
    """The review of the line through the current move."""

    def __init__(
        self,
        session: Session,
        reviews: Reviews,
        chosen: ChosenPreferences,
        perform: Callable[[str], object],
    ) -> None:
        super().__init__()
        controls.dress_as(self, "Panel")
        self._session, self._reviews, self._chosen = session, reviews, chosen
        self._perform = perform
        self._shown: list[ReviewedMove] = []
        self._tips: dict[int, str] = {}
        self._dock: QDockWidget | None = None
        self._over: int | None = None
        self._build_controls(perform)
        self._lay_out()
        reviews.changed.connect(self.refresh)
        self.refresh()

    def _build_controls(self, perform: Callable[[str], object]) -> None:
        self.start = controls.button("Review game", lambda: perform("play.review"))
        self.thoroughness = controls.combo(
            "How deeply to search", [(how.capitalize(), how) for how in THOROUGHNESS]
        )
        self.thoroughness.activated.connect(self._choose_thoroughness)
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Progress of the review")
        self.doing = controls.label("", "muted")
        self.stop = controls.button("Stop", lambda: perform("play.review"), role="small")
        self.graph = ReviewGraph()
        self.graph.chosen.connect(self._go)
        self.graph.pointed.connect(self._point)
        self.summary = controls.label("", wraps=True)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.why = controls.button(
            "Why was this bad?",
            lambda: perform("play.refutation"),
            "Play what refutes it, move by move (Shift+P)",
            "small",
        )
        self.retry = controls.button(
            "Retry my mistakes",
            lambda: perform("play.retry"),
            "Find a better move in place of each (Ctrl+Alt+R)",
            "small",
        )
        self.insert = controls.button(
            "Insert best line",
            lambda: perform("play.insert-best"),
            "Add what was better as a variation",
            "small",
        )
        self.puzzle = controls.button(
            "Make a puzzle",
            lambda: perform("play.mistake-puzzle"),
            "Find the better move: proved, and opened in the editor",
            "small",
        )
        self.heading = controls.label("", "section")
        self.list = QListWidget()
        self.list.installEventFilter(EscapeGoesOn(self.list))
        self.list.setAccessibleName("Mistakes")
        answer_later(self.list.currentRowChanged, self.list, self._to_mistake, int)
        answer_later(self.list.itemClicked, self.list, self._to_mistake, self.list.row)
        self.empty = controls.label(EMPTY, "muted", wraps=True)

    def _lay_out(self) -> None:
        column = controls.column_in(self, GAP, int(1.5 * GAP), GAP, int(1.5 * GAP), int(1.5 * GAP))
        self.ready = holding(fill(row_in(), self.start, self.thoroughness, 0))
        self.working = holding(fill(row_in(None, GAP), (self.bar, 1), self.doing, self.stop))
        fill(column, self.ready, self.working, self.empty, self.graph, self.summary)
        self.acts = holding(fill(row_in(), self.why, self.insert, self.puzzle, 0))
        self.found = holding(fill(row_in(), self.heading, 0, self.retry))
        fill(column, self.acts, self.found, (self.list, 1))
        column.addStretch(0)
        # What it says changes from move to move; what stands below stays where it is.
        self.summary.setMinimumHeight(3 * self.summary.fontMetrics().lineSpacing())

    # -- following -------------------------------------------------------------------------------

    def changed(self, change: Change) -> None:
        """Show the review of the active document."""
        if change.node or change.record or change.document.is_placeholder:
            self.refresh()

    def prefer(self, preferences: Preferences) -> None:
        """Show how thorough the next review is."""
        controls.set_combo(self.thoroughness, preferences.review)

    def refresh(self) -> None:
        """Show what is known of the line by now."""
        document = self._session.document
        self.setEnabled(not document.is_placeholder)
        if document.is_placeholder or isinstance(document.exercise, LineExercise):
            return  # while a line is shown, the game it belongs to stays to be seen
        running = self._reviews.is_reviewing
        self.ready.setVisible(not running)
        self.working.setVisible(running)
        if running:
            done, total = self._reviews.done
            self.bar.setRange(0, total or 1)
            self.bar.setValue(done)
            self.doing.setText(f"{done} of {total}")
        controls.set_combo(self.thoroughness, self._chosen.now.review)
        players = self._session.position_at(ROOT).game.players
        line = self._reviews.line
        known = {
            ply: one
            for ply, node in enumerate(line)
            if (one := self._reviews.evaluation(node)) is not None
        }
        self._shown = self._reviews.moves()
        self._tips = {
            ply: f"{'The start' if not ply else f'Move {ply}'}: {evaluation_text(one, players)}."
            for ply, one in known.items()
        } | {move.ply: move_text(move, players) for move in self._shown}
        self.graph.show_plot(
            Plot(
                last=len(line) - 1,
                shares={ply: one.value[0] for ply, one in known.items()},
                grades={move.ply: move.grade for move in self._shown if move.grade},
                here=line.index(document.node),
                players=players,
            ),
            self._tips,
        )
        there = bool(known) or running
        self.empty.setVisible(not there)
        for part in (self.graph, self.summary, self.acts, self.found, self.list):
            part.setVisible(there)
        self._show_mistakes(document.node)
        self._tell()

    def _show_mistakes(self, node: int) -> None:
        bad = self._reviews.mistakes
        rows = [row_of(move) for move in bad]
        with QSignalBlocker(self.list):
            if rows != [self.list.item(k).text() for k in range(self.list.count())]:
                self.list.clear()
                self.list.addItems(rows)
            here = next((k for k, move in enumerate(bad) if move.node == node), -1)
            self.list.setCurrentRow(here)
        self.heading.setText(counted(len(bad), "mistake") if bad else "No mistakes found")
        self.retry.setEnabled(bool(bad))

    def _tell(self) -> None:
        """Say what there is to say of the move under the mouse, else of the current one."""
        ply = self.graph.plot.here if self._over is None else self._over
        self.summary.setText(self._tips.get(ply, "Not reviewed yet." if ply else ""))
        move = self._reviews.here
        self.insert.setEnabled(move is not None and bool(move.line))
        for button in (self.why, self.puzzle):
            button.setEnabled(move is not None and bool(move.grade))

    def showEvent(self, event: QShowEvent) -> None:
        """Have the better move drawn on the board, as long as it is read about here.

        A dock behind another tab is not hidden in Qt's sense; the dock itself knows.
        """
        super().showEvent(event)
        holder = self.parentWidget()
        while holder is not None and not isinstance(holder, QDockWidget):
            holder = holder.parentWidget()
        if isinstance(holder, QDockWidget) and holder is not self._dock:
            self._dock = holder
            holder.visibilityChanged.connect(self._reviews.draw)
            self._reviews.draw(not holder.visibleRegion().isEmpty())

    # -- a person --------------------------------------------------------------------------------

    def _leave_line(self) -> None:
        """Go back to the game where a line of it is shown."""
        if isinstance(self._session.exercise, LineExercise):
            self._perform("explain.leave-line")

    def _go(self, ply: int) -> None:
        self._leave_line()
        line = self._reviews.line
        if ply < len(line):
            self._session.go(line[ply], "scrub")

    def _point(self, ply: object) -> None:
        self._over = ply if isinstance(ply, int) else None
        self._tell()

    def _to_mistake(self, row: int) -> None:
        if row >= 0:
            self._leave_line()
        bad = self._reviews.mistakes
        if not 0 <= row < len(bad):
            return
        if self._session.document.node != bad[row].node:
            self._session.go(bad[row].node)

    def _choose_thoroughness(self) -> None:
        how = self.thoroughness.currentData()
        self._chosen.change(review=how)
