"""A lesson being written: its steps in a list, the step worked on below, what is to be mended."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from model.contract.game import Position
from model.phrases import counted
from model.records.lesson import Step
from model.records.record import Record, leading_to
from viewer.games.registry import pour_of
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.learn.lessons.lesson_edits import Steps
from viewer.panels.author.condition_form import PourRows, named, small
from viewer.panels.author.lesson_text import place_of, title_of
from viewer.panels.author.task_form import TaskForm
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.session.session import Change
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP, active_theme
from viewer.widgets.controls import column_in
from viewer.widgets.flood_control import FloodControl
from viewer.widgets.messages import Notices
from viewer.widgets.ordered_list import OrderedList
from viewer.widgets.prose import begun, plain_tip
from viewer.widgets.text_fields import AfterRelease, Go, LineEdit, MarkdownText, TextEdit

ROWS = 7
"""Steps in sight before the list scrolls."""
TASKS = {"": "", "place": "move", "click": "click", "choice": "choice", "game": "game"}
_ROW = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class StepRow:
    """A step as the list shows it: its title, the kind of its task, what is wrong with it."""

    title: str
    task: str = ""
    faults: tuple[str, ...] = ()


class _Painter(QStyledItemDelegate):
    """A number, the title, what the task asks for, and a dot where something is to be mended."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(80, option.fontMetrics.height() + 10)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(_ROW)
        colours = active_theme()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area: QRect = option.rect
        state = option.state
        chosen = state & QStyle.StateFlag.State_Selected
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft if chosen else colours.sunken))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 5, 5)
        metrics = option.fontMetrics
        painter.setFont(option.font)
        middle = Qt.AlignmentFlag.AlignVCenter
        wide = metrics.horizontalAdvance("00") + 4
        painter.setPen(QColor(colours.muted))
        number = QRect(area.left() + 8, area.top(), wide, area.height())
        painter.drawText(number, middle | Qt.AlignmentFlag.AlignRight, f"{index.row() + 1}")
        right = area.right() - 8
        if row.faults:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.warn))
            painter.drawEllipse(QPoint(right - 3, area.center().y() + 1), 3, 3)
        right -= 14
        task = TASKS[row.task]
        if task:
            painter.setPen(QColor(colours.muted))
            room = metrics.horizontalAdvance(task)
            box = QRect(right - room, area.top(), room, area.height())
            painter.drawText(box, middle, task)
            right -= room + 8
        left = number.right() + 10
        box = QRect(left, area.top(), max(0, right - left), area.height())
        painter.setPen(QColor(colours.text))
        text = metrics.elidedText(row.title, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, middle, text)
        painter.restore()


class StepList(OrderedList):
    """The steps; what is chosen and moved is only asked for, `show_rows` shows what came of it.

    Signals
    -------
    picked(int)
        A step was chosen.
    asked(str)
        "delete", "duplicate", "add" or "write", by a key.
    """

    picked = Signal(int)
    asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("StepList")
        self.setAccessibleName("Steps of the lesson")
        self.setToolTip("Drag a step, or Alt+Up and Alt+Down, to reorder")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self._painter = _Painter(self)
        self.setItemDelegate(self._painter)
        self._rows: tuple[StepRow, ...] = ()
        self.setMinimumHeight(60)
        self.currentRowChanged.connect(self._chosen)

    def show_rows(self, rows: Sequence[StepRow], current: int) -> None:
        """Show the steps; nothing is emitted."""
        with QSignalBlocker(self):
            while self.count() > len(rows):
                self.takeItem(self.count() - 1)
            for at, row in enumerate(rows):
                if at >= self.count():
                    self.addItem(QListWidgetItem())
                item = self.item(at)
                if item.data(_ROW) != row:
                    item.setData(_ROW, row)
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, _spoken(at, row))
                    item.setToolTip(
                        plain_tip("\n".join(f"{text}." for text in map(begun, row.faults)))
                    )
            self._rows = tuple(rows)
            if rows and self.currentRow() != current:
                self.setCurrentRow(current)
                self.scrollToItem(self.item(current))
        high = max(2, min(ROWS, len(rows)))
        self.setFixedHeight(high * (self.fontMetrics().height() + 10) + 4)

    def _chosen(self, row: int) -> None:
        if row >= 0:
            self.picked.emit(row)

    # -- keys --------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Delete:
            self.asked.emit("delete")
        elif key == Qt.Key.Key_Insert:
            self.asked.emit("add")
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.asked.emit("write")
        else:
            super().keyPressEvent(event)


def _spoken(at: int, row: StepRow) -> str:
    words = {
        "place": "a task: make a move",
        "click": "a task: click",
        "choice": "a choice",
        "game": "a game",
    }
    parts = [f"Step {at + 1}: {row.title}", words.get(row.task, "")]
    parts.append(f"not finished: {', '.join(row.faults)}" if row.faults else "")
    return "; ".join(part for part in parts if part)


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
        controls.WheelNeedsKeyboard(self)
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
        controls.fill(column, controls.label("Notes for the presenter", "muted"), self.notes)
        self._section(column, "What it shows")
        self._build_shown(column)
        self._section(column, "What the learner does")
        self.task = TaskForm(scene, notices, author)
        column.addWidget(self.task)
        for field in (self.title, self.text.field, self.notes, self.task):
            field.left.connect(self.left)

    @staticmethod
    def _section(column: QVBoxLayout, title: str) -> None:
        controls.fill(column, GAP // 2, controls.rule(), controls.label(title, "section"))

    def _build_shown(self, column: QVBoxLayout) -> None:
        author = self._author
        self.place = controls.label("", wraps=True)
        self.go = small("Go there", "Go to the position of this step", author.go_there)
        self.here = small(
            "Use current", "Use the current position for this step", author.take_position
        )
        self.view = controls.label("")
        self.take_view = small(
            "Use current view",
            "Use the current view for this step",
            lambda: author.change("view of a step", view=author.document.view),
        )
        self.drop_view = small(
            "Clear",
            "Keep the view of the previous step",
            lambda: author.change("view of a step", view=None),
        )
        self.marks = controls.label("")
        self.mark = small(
            "Mark…", "Click in the scene to mark this step; the marking bar opens", author.mark
        )
        self.clear = small(
            "Clear",
            "Remove the marks of this step",
            lambda: author.change("marks of a step", marks=()),
        )
        controls.keep_room(self.go, self.here, self.take_view, self.drop_view, self.clear)
        self.pour = PourRows(lambda: author.change("pour of a step", pour=author.pour_shown()))
        self.pours, self.past = self.pour.corners, self.pour.past
        self.pour.chosen.connect(lambda pour, go: author.change("pour of a step", go, pour=pour))
        self.since = StartBox()
        self.since.chosen.connect(lambda node, go: author.change("moves of a step", go, since=node))
        self.since_row = controls.holding(named("Moves", self.since))
        # Each row for itself, so that the widest of one does not widen all.
        place = named("Position", self.place, self.go, self.here)
        view = named("View", self.view, self.take_view, self.drop_view)
        marks = named("Marks", self.marks, self.mark, self.clear)
        controls.fill(column, place, self.since_row, view, marks, self.pour)
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


class LessonEditor(controls.ScrolledPanel):
    """Shows what `viewer.learn.lessons.lesson_author.LessonAuthor` works on, and drives it.

    Signals
    -------
    poured(Pour or None)
        What the step pours over the position now.
    """

    poured = Signal(object)

    def __init__(self, scene: SceneView, notices: Notices, author: LessonAuthor) -> None:
        super().__init__("Lesson editor")
        self._scene, self._author = scene, author
        self._shown_pour: tuple[int, int, int, str] | None = None
        self._mending = AfterRelease(self._lay_mend, self)
        self._room, self._roomy = 0, (0, 0)
        self.title = LineEdit("Title of the lesson")
        self.title.typed.connect(self._author.entitle)
        self.column.addWidget(self.title)
        self.steps = StepList()
        self.column.addWidget(self.steps)
        self._build_tools()
        self.mend = controls.label("", "small", wraps=True)
        self.mend.setTextFormat(Qt.TextFormat.RichText)
        self.mend.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.mend.linkActivated.connect(lambda link: self._author.select(int(link)))
        # Below what scrolls: it grows and goes as the lesson is written, and moves no control.
        self.mend.setParent(self)
        self.pouring = FloodControl()
        self.pouring.flowed.connect(self.poured)
        controls.fill(self.column, self.pouring, controls.rule())
        self.form = StepForm(scene, notices, author)
        controls.fill(self.column, self.form, 0)
        self.forget = controls.button(
            "Turn back into a game",
            lambda: notices.attempt(author.forget),
            "Removes the lesson; Undo brings it back",
            "quiet",
        )
        self.column.addLayout(controls.row(self.forget))
        self.setFocusProxy(self.steps)
        self.steps.picked.connect(self._author.select)
        self.steps.moved.connect(lambda number, to: self._author.move(to, number))
        self.steps.asked.connect(self._asked)
        for field in (self.title, self.form):
            field.left.connect(scene.take_focus)
        self._author.chosen.connect(self._chosen)
        self._author.added.connect(self._write)
        self._author.tasks.chosen.connect(self._part_chosen)
        # What is found out in the background moves nothing that is pressed.
        self._later = AfterRelease(self._tell, self)
        self._author.validation.changed.connect(self._later.ask)
        self.show_lesson()
        # As wide as it will be from the first: a dock that was made wider stays so.
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()

    def _build_tools(self) -> None:
        author = self._author
        self.add = controls.button(
            "Add step",
            lambda: self._scene.perform("teach.add-step"),
            "Add the current position and view as a step (Ctrl+Shift+A)",
            "small",
        )
        self.copy = controls.tool("copy", "Duplicate the step", author.duplicate)
        self.up = controls.tool(
            "up", "Move the step up (Alt+Up)", lambda: author.move(author.number - 1)
        )
        self.down = controls.tool(
            "down", "Move the step down (Alt+Down)", lambda: author.move(author.number + 1)
        )
        self.drop = controls.tool("delete", "Delete the step (Delete)", author.delete)
        self.attempt = controls.button(
            "Try step",
            lambda: self._scene.perform("teach.try-step"),
            "Try the lesson from this step, then come back (F6)",
            "small",
        )
        line = controls.row_in(None, 2)
        controls.fill(line, self.add, 4, self.copy, self.up, self.down, self.drop, 0, self.attempt)
        self.column.addLayout(line)

    # -- showing -----------------------------------------------------------------------------

    def changed(self, change: Change) -> None:
        """Show the active lesson."""
        self.show_lesson()

    def show_lesson(self) -> None:
        """Show the active lesson, and the step that is worked on."""
        author = self._author
        document, step = author.document, author.step
        if not author.is_open:
            self._stop_pour()
            return
        author.validation.follow(document)
        self.title.say(document.record.headers.get("title", ""))
        at, last = author.number, len(author.steps) - 1
        for widget, on in (
            (self.copy, step is not None),
            (self.drop, step is not None),
            (self.attempt, step is not None),
            (self.up, at > 0),
            (self.down, at < last),
        ):
            widget.setEnabled(on)
        self.form.setVisible(step is not None)
        position = author.position
        if step is not None and position is not None:
            self.form.show_step(document, step, position)
        self._tell()
        self._pour(document, step)

    def _tell(self) -> None:
        """Say what is to be mended, and show it in the list."""
        author = self._author
        document, step = author.document, author.step
        if not author.is_open:
            return
        validation = author.validation
        rows = [
            StepRow(
                title_of(document.record, one),
                "" if one.task is None else one.task.kind,
                validation.faults(document, one),
            )
            for one in author.steps
        ]
        self.steps.show_rows(rows, author.number)
        if step is None:
            self.mend.setText("The lesson has no steps: add the current position and view.")
        else:
            self.form.task.tell(step)
            self.mend.setText(_mending(rows, author.number, active_theme().accent))
        self.mend.setStyleSheet(f"color: {active_theme().warn};")
        self.mend.setVisible(bool(self.mend.text()))

    def _chosen(self) -> None:
        self._shown_pour = None
        self.show_lesson()

    def _part_chosen(self) -> None:
        self.show_lesson()
        # The bar of the moves is above what is written of them, the button that asked below it.
        self.ensureWidgetVisible(self.form.task.parts)

    def _write(self) -> None:
        """Let the step that was added be written."""
        self.form.text.preview(False)
        self.form.title.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ensureWidgetVisible(self.form.title)

    def _asked(self, what: str) -> None:
        if what == "delete":
            self._author.delete()
        elif what == "add":
            self._scene.perform("teach.add-step")
        elif what == "write":
            self.form.title.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- the pour ----------------------------------------------------------------------------

    def _pour(self, document: Document, step: Step | None) -> None:
        """Let pour what the step says while it is shown, once."""
        author = self._author
        if step is None or not step.pour or not author.is_here or not author.is_shown:
            self._stop_pour()
            return
        key = (document.key, author.number, step.node, step.pour)
        if key == self._shown_pour:
            return
        self._shown_pour = key
        pour = pour_of(author.position, step.pour)
        if pour is None:
            self._stop_pour()
            return
        self.pouring.animated = self._scene.animates
        self.pouring.start(pour)

    def _stop_pour(self) -> None:
        self._shown_pour = None
        self.pouring.stop()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._author.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.close_down()
        self._author.refresh()

    def event(self, event: QEvent) -> bool:
        """Keep what is to be mended below what scrolls, as high as it is."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._mending.ask()
        return super().event(event)

    def _lay_mend(self) -> None:
        side = 2 * GAP
        width = self.width() - 2 * side
        high = 0 if self.mend.isHidden() else self.mend.heightForWidth(width)
        # What is typed mends one thing after the other: the form keeps its place meanwhile.
        author = self._author
        where = (0 if author.lesson is None else author.document.key, author.number)
        least = 2 * self.mend.fontMetrics().lineSpacing()
        self._room = max(high, least, self._room if where == self._roomy else 0)
        self._roomy, high = where, self._room
        below = high + GAP if high else 0
        if self.viewportMargins().bottom() != below:
            self.setViewportMargins(0, 0, 0, below)
        self.mend.setGeometry(side, self.height() - high - GAP // 2, width, high)

    def close_down(self) -> None:
        """Stop what runs, and give clicks back."""
        self._stop_pour()
        self.form.task.close_down()


def _mending(rows: list[StepRow], number: int, link: str) -> str:
    """Say what is wrong with this step, and which others want something (rich text)."""
    faults = rows[number].faults
    parts = [f"Not finished: {escape('; '.join(faults))}."] if faults else []
    others = [at for at, row in enumerate(rows) if row.faults and at != number]
    if others:
        links = [f'<a href="{at}" style="color:{link}">{at + 1}</a>' for at in others[:12]]
        links += ["…"] if len(others) > 12 else []
        word = "step" if len(others) == 1 else "steps"
        parts.append(f"{'Also' if faults else 'Not finished:'} {word} {', '.join(links)}.")
    return " ".join(parts)
