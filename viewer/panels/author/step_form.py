"""One step of a lesson, to be written: its texts, what it shows, its task."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout, QWidget

from model.contract.game import Position
from model.phrases import counted
from model.records.lesson import Step
from model.records.record import Record, leading_to
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.learn.lessons.lesson_edits import Steps
from viewer.panels.author.lesson_text import place_of
from viewer.panels.author.named_rows import named, small
from viewer.panels.author.pour_rows import PourRows
from viewer.panels.author.task_form import TaskForm
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import column_in
from viewer.widgets.messages import Notices
from viewer.widgets.text_fields import Go, LineEdit, MarkdownText, TextEdit


class StartBox(QComboBox):
    """Lists the positions before that of a step, with the steps that show them.

    Signals
    -------
    chosen(object, object)
        A node, None: the moves are not played; and the go through the list.
    """

    chosen = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        controls.calm_wheel(self)
        self.setAccessibleName("Play the moves from")
        self.setToolTip("Play the moves that lead to this position when the step is shown")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)
        self._offered: tuple[tuple[str, int | None], ...] = ()
        # Going through the list by the arrow keys is one edit.
        self._go = Go(self)
        self.activated.connect(lambda _: self.chosen.emit(self.currentData(), self._go.on()))

    def show_start(self, record: Record, steps: Steps, step: Step) -> None:
        """Show from where the moves of a step are played; nothing is emitted."""
        offered = tuple(starts_of(record, steps, step))
        if offered != self._offered:
            self._offered = offered
            controls.fill_combo(self, offered)
        controls.set_combo(self, step.since)


def starts_of(record: Record, steps: Steps, step: Step) -> list[tuple[str, int | None]]:
    """Return what can be chosen for a step, in words, with the node or None.

    Moves are played from what was set up last at the earliest.
    """
    shown: dict[int, int] = {}
    for number, other in enumerate(steps, start=1):
        shown.setdefault(other.node, number)
    leading = [] if record.nodes[step.node].setup else leading_to(record, step.node)
    last = max((at for at, node in enumerate(leading) if record.nodes[node].setup), default=0)
    leading = leading[last:]
    found: list[tuple[str, int | None]] = [("shown without moves", None)]
    if step.since is not None and step.since not in leading:
        found.append((f"played from {place_of(record, step.since)}", step.since))
    for ply, node in enumerate(leading):
        # Said of each without going back to the start: a game may have thousands of moves.
        if ply:
            words = f"played after move {ply}, {record.nodes[node].move}"
        else:
            words = f"played from {place_of(record, node)}"
        found.append((words + (f" (step {shown[node]})" if node in shown else ""), node))
    return found


class StepForm(QWidget):
    """Writes the step that is worked on.

    Signals
    -------
    left
        Escape was pressed in a field.
    """

    left = Signal()

    def __init__(self, scene: SceneView, notices: Notices, author: LessonAuthor) -> None:
        super().__init__()
        self._author = author
        column = column_in(self, GAP)
        self.heading = controls.label("", "section")
        column.addWidget(self.heading)
        self.title = LineEdit("Title of the step")
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
        self.notes = TextEdit("Notes", "Shown in the notes window only", 1, 8)
        self.notes.typed.connect(lambda text, go: author.change("notes of a step", go, notes=text))
        column.addWidget(controls.label("Notes for the presenter", "muted"))
        column.addWidget(self.notes)
        self._section(column, "What it shows")
        self._build_shown(column)
        self._section(column, "What the learner does")
        self.task = TaskForm(scene, notices, author)
        column.addWidget(self.task)
        for field in (self.title, self.text.field, self.notes, self.task):
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
        self.go = small("Go there", "Go to the position of this step")
        self.go.clicked.connect(author.go_there)
        self.here = small("Use current", "Use the current position for this step")
        self.here.clicked.connect(author.take_position)
        self.view = controls.label("")
        self.take_view = small("Use current view", "Use the current view for this step")
        self.take_view.clicked.connect(author.take_view)
        self.drop_view = small("Clear", "Keep the view of the previous step")
        self.drop_view.clicked.connect(author.drop_view)
        self.marks = controls.label("")
        self.mark = small("Mark…", "Click in the scene to mark this step; the marking bar opens")
        self.mark.clicked.connect(author.mark)
        self.clear = small("Clear", "Remove the marks of this step")
        self.clear.clicked.connect(lambda: author.change("marks of a step", marks=()))
        controls.keep_room(self.go, self.here, self.take_view, self.drop_view, self.clear)
        self.pour = PourRows()
        self.pours, self.past = self.pour.corners, self.pour.past
        self.take_pour = self.pour.take
        self.pour.chosen.connect(lambda pour, go: author.change("pour of a step", go, pour=pour))
        self.pour.take.clicked.connect(author.take_pour)
        self.since = StartBox()
        self.since.chosen.connect(lambda node, go: author.change("moves of a step", go, since=node))
        self.since_row = QWidget()
        line = named("Moves", self.since)
        line.setContentsMargins(0, 0, 0, 0)
        self.since_row.setLayout(line)
        # Each row for itself, so that the widest of one does not widen all.
        column.addLayout(named("Position", self.place, self.go, self.here))
        column.addWidget(self.since_row)
        column.addLayout(named("View", self.view, self.take_view, self.drop_view))
        column.addLayout(named("Marks", self.marks, self.mark, self.clear))
        column.addWidget(self.pour)
        self.why = QCheckBox("Open Why from here on")
        self.why.setToolTip("Until a step opens Why, only the learner does (Ctrl+1)")
        self.why.clicked.connect(lambda on: author.change("Why in a step", why=on))
        column.addWidget(self.why)

    # -- showing -----------------------------------------------------------------------------

    def show_step(self, document: Document, step: Step, position: Position) -> None:
        """Show the step that is worked on."""
        author = self._author
        number, total = author.number + 1, len(author.steps)
        self.heading.setText(f"Step {number} of {total}")
        self.title.say(step.title)
        self.text.say(step.text)
        self.notes.say(step.notes)
        place = place_of(document.record, step.node)
        self.place.setText(place[:1].upper() + place[1:])
        here = author.is_here
        self.go.setVisible(not here)
        self.here.setVisible(not here)
        same = step.view == document.view
        self.view.setText("Its own" if step.view is not None else "As before")
        self.take_view.setVisible(here and not same)
        self.drop_view.setVisible(step.view is not None)
        own = document.record.nodes[step.node].marks
        words = counted(len(step.marks), "mark") if step.marks else "None"
        self.marks.setText(words + (f" and {len(own)} of the move" if own else ""))
        self.clear.setVisible(bool(step.marks))
        self.since.show_start(document.record, author.steps, step)
        self.since_row.setVisible(self.since.count() > 1)
        self.pour.show_pour(step.pour, position, author.pour_shown() if here else "")
        self.why.setChecked(step.why)
        self.task.show_step(step, position)
