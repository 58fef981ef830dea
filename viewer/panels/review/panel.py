"""The Review dock: has a game reviewed, and shows the graph and the mistakes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QListWidget,
    QProgressBar,
    QWidget,
)

from model.exercises.exercise import LineExercise
from model.phrases import counted
from model.play.review import THOROUGHNESS, ReviewedMove
from model.records.record import ROOT
from viewer.analysis.review_service import Reviews
from viewer.panels.review.graph import Plot, ReviewGraph
from viewer.picture.words.review_words import evaluation_text, move_text, row_of
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Session
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import answer_later, row_in
from viewer.widgets.text_fields import pass_escape

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
        self.setObjectName("Panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self._reviews, self._chosen = session, reviews, chosen
        self._perform = perform
        self._shown: list[ReviewedMove] = []
        self._tips: dict[int, str] = {}
        self._dock: QDockWidget | None = None
        self._over: int | None = None
        self._filling = False
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
        pass_escape(self.list)
        self.list.setAccessibleName("Mistakes")
        answer_later(self.list.currentRowChanged, self.list, self._to_mistake, self._chosen_row)
        answer_later(self.list.itemClicked, self.list, self._to_mistake, self.list.row)
        self.empty = controls.label(EMPTY, "muted", wraps=True)

    def _lay_out(self) -> None:
        column = controls.column_in(self, GAP, int(1.5 * GAP), GAP, int(1.5 * GAP), int(1.5 * GAP))
        self.ready = QWidget()
        controls.fill(row_in(self.ready), self.start, self.thoroughness, 0)
        column.addWidget(self.ready)
        self.working = QWidget()
        controls.fill(row_in(self.working, GAP), (self.bar, 1), self.doing, self.stop)
        controls.fill(column, self.working, self.empty, self.graph, self.summary)
        self.acts = QWidget()
        controls.fill(row_in(self.acts), self.why, self.insert, self.puzzle, 0)
        column.addWidget(self.acts)
        self.found = QWidget()
        controls.fill(row_in(self.found), self.heading, 0, self.retry)
        controls.fill(column, self.found, (self.list, 1))
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
        self._filling = True
        try:
            if rows != [self.list.item(k).text() for k in range(self.list.count())]:
                self.list.clear()
                self.list.addItems(rows)
            here = next((k for k, move in enumerate(bad) if move.node == node), -1)
            self.list.setCurrentRow(here)
        finally:
            self._filling = False
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

    def _chosen_row(self, row: int) -> int:
        """The row a person went to, -1 where the list is being filled."""
        return -1 if self._filling else row

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
