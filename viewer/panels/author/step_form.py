"""One step of a lesson, to be written: its texts, what it shows, its task."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from model.board import Board
from model.game import Position
from model.notation import counted
from model.records.lesson import Step
from viewer.commands.shell import Shell
from viewer.games.registry import explainer_of
from viewer.learn.lesson_author import LessonAuthor
from viewer.panels.author.lesson_text import place_of
from viewer.panels.author.task_form import TaskForm
from viewer.session.document import Document
from viewer.widgets import controls
from viewer.widgets.prose import plain_tip
from viewer.widgets.text_fields import Line, MarkdownText
from viewer.widgets.theme import GAP


class StepForm(QWidget):
    """Writes the step that is worked on.

    Signals
    -------
    left
        Escape was pressed in a field.
    """

    left = Signal()

    def __init__(self, shell: Shell, author: LessonAuthor) -> None:
        super().__init__()
        self._author = author
        self._board: Board | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        self.heading = controls.label("", "section")
        column.addWidget(self.heading)
        self.title = Line("Title of the step")
        self.title.typed.connect(lambda text, go: author.change("title of a step", go, title=text))
        column.addWidget(self.title)
        self.text = MarkdownText(
            "Text",
            "What the step says. Its last sentence is the caption in a presentation.",
            lambda text, go: author.change("text of a step", go, text=text),
        )
        self.title.returnPressed.connect(self.text.field.setFocus)
        column.addWidget(self.text)
        # Whoever goes on by Tab writes on: letters on a button would be shortcuts of the scene.
        QWidget.setTabOrder(self.title, self.text.field)
        self._section(column, "What it shows")
        self._build_shown(column)
        self._section(column, "What the learner does")
        self.task = TaskForm(shell, author)
        column.addWidget(self.task)
        for field in (self.title, self.text.field, self.task):
            field.left.connect(self.left)

    @staticmethod
    def _section(column: QVBoxLayout, title: str) -> None:
        column.addSpacing(GAP // 2)
        column.addWidget(controls.rule())
        column.addWidget(controls.label(title, "section"))

    def _build_shown(self, column: QVBoxLayout) -> None:
        author = self._author
        self.place = controls.label("")
        self.place.setWordWrap(True)
        self.go = _small("Go there", "Go to the position of this step")
        self.go.clicked.connect(author.go_there)
        self.here = _small("Use current", "Use the current position for this step")
        self.here.clicked.connect(author.take_position)
        self.view = controls.label("")
        self.take_view = _small("Use current view", "Use the current view for this step")
        self.take_view.clicked.connect(author.take_view)
        self.drop_view = _small("Clear", "Keep the view of the previous step")
        self.drop_view.clicked.connect(author.drop_view)
        self.marks = controls.label("")
        self.mark = _small("Mark…", "Click in the scene to mark this step; the marking bar opens")
        self.mark.clicked.connect(author.mark)
        self.clear = _small("Clear", "Remove the marks of this step")
        self.clear.clicked.connect(lambda: author.change("marks of a step", marks=()))
        self.pours = controls.combo("Pour from which corner", ())
        self.past = controls.combo("Pour past whose pieces", ())
        for box in (self.pours, self.past):
            box.activated.connect(lambda _: self._pour())
        self.take_pour = _small("Use current pour", "Use the pour that is shown now")
        self.take_pour.clicked.connect(author.take_pour)
        self.pour = QWidget()
        line = QHBoxLayout(self.pour)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        line.addWidget(self.pours)
        line.addWidget(self.past)
        line.addStretch(1)
        # Each row for itself, so that the widest of one does not widen all.
        column.addLayout(_named("Position", self.place, self.go, self.here))
        column.addLayout(_named("View", self.view, self.take_view, self.drop_view))
        column.addLayout(_named("Marks", self.marks, self.mark, self.clear))
        self.pour_row = QWidget()
        rows = QVBoxLayout(self.pour_row)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(4)
        rows.addLayout(_named("Pour", self.pour))
        rows.addWidget(self.take_pour)
        column.addWidget(self.pour_row)

    def _pour(self) -> None:
        corner, side = self.pours.currentData(), self.past.currentData()
        self._author.change("pour of a step", pour=f"{corner}:{side}" if corner else "")

    # -- showing -----------------------------------------------------------------------------

    def show_step(self, document: Document, step: Step, position: Position) -> None:
        """Show the step that is worked on."""
        author = self._author
        number, total = author.number + 1, len(author.steps)
        self.heading.setText(f"Step {number} of {total}")
        self.title.say(step.title)
        self.text.say(step.text)
        place = place_of(document.record, step.node)
        self.place.setText(place[:1].upper() + place[1:])
        here = author.is_here
        self.go.setVisible(not here)
        self.here.setVisible(not here)
        same = step.view == document.view
        self.view.setText("Its own" if step.view is not None else "As the previous step")
        self.take_view.setVisible(here and not same)
        self.drop_view.setVisible(step.view is not None)
        own = document.record.nodes[step.node].marks
        words = counted(len(step.marks), "mark") if step.marks else "None"
        self.marks.setText(words + (f" and {len(own)} of the move" if own else ""))
        self.clear.setVisible(bool(step.marks))
        self._show_pour(step, position)
        self.task.show_step(step, position)

    def _show_pour(self, step: Step, position: Position) -> None:
        board = position.game.board
        explainer = explainer_of(position)
        self.pour_row.setVisible(explainer is not None)
        if explainer is None:
            return
        if self._board is not board:
            self._board = board
            self.pours.clear()
            self.past.clear()
            self.pours.addItem("nothing", "")
            for corner in explainer.corners:
                self.pours.addItem(f"from {corner}", corner)
            for side in position.game.players:
                self.past.addItem(f"past {side.capitalize()}", side)
        corner, _, side = step.pour.partition(":")
        controls.set_combo(self.pours, corner)
        controls.set_combo(self.past, side)
        self.past.setVisible(bool(step.pour))
        shown = self._author.pour_shown()
        self.take_pour.setVisible(bool(shown) and shown != step.pour and self._author.is_here)


def _named(name: str, what: QWidget, *buttons: QWidget) -> QHBoxLayout:
    """Return a row: a name, what it is now, and what can be done about it."""
    line = QHBoxLayout()
    line.setSpacing(4)
    named = controls.label(name, "muted")
    named.setMinimumWidth(58)
    line.addWidget(named)
    line.addWidget(what, 1)
    for button in buttons:
        line.addWidget(button)
    return line


def _small(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("role", "small")
    button.setToolTip(plain_tip(tip))
    button.setAccessibleName(f"{text}: {tip}")
    return button
