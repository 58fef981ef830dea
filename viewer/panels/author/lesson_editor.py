"""A lesson being written: its steps in a list, the step worked on below, what is to be mended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from model.records.lesson import Step
from viewer.games.registry import pour_of
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.panels.author.lesson_text import title_of
from viewer.panels.author.step_form import StepForm
from viewer.scene_view.scene_view import SceneView
from viewer.session.document.document import Document
from viewer.session.session import Change, SessionError
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP, active_theme
from viewer.widgets.flood_control import FloodControl
from viewer.widgets.messages import Notices
from viewer.widgets.ordered_list import OrderedList
from viewer.widgets.prose import begun, plain_tip
from viewer.widgets.text_fields import AfterRelease, LineEdit

if TYPE_CHECKING:
    pass


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
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 5, 5)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.sunken))
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
        self._showing = False

    def show_rows(self, rows: Sequence[StepRow], current: int) -> None:
        """Show the steps; nothing is emitted."""
        self._showing = True
        try:
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
        finally:
            self._showing = False
        high = max(2, min(ROWS, len(rows)))
        self.setFixedHeight(high * (self.fontMetrics().height() + 10) + 4)

    def _chosen(self, row: int) -> None:
        if not self._showing and row >= 0:
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
        self._scene, self._notices, self._author = scene, notices, author
        self._shown_pour: tuple[int, int, int, str] | None = None
        self._mending = AfterRelease(self._lay_mend, self)
        self._room, self._roomy = 0, (0, 0)
        self.title = LineEdit("Title of the lesson")
        self.title.typed.connect(self._author.entitle)
        self.column.addWidget(self.title)
        self.steps = StepList()
        self.column.addWidget(self.steps)
        self._build_tools()
        self.mend = controls.label("", "small")
        self.mend.setWordWrap(True)
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
        self.column.addWidget(self.pouring)
        self.column.addWidget(controls.rule())
        self.form = StepForm(scene, notices, author)
        self.column.addWidget(self.form)
        self.column.addStretch(1)
        self.forget = controls.button(
            "Turn back into a game",
            lambda: self._try(author.forget),
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
        line = QHBoxLayout()
        line.setSpacing(2)
        line.addWidget(self.add)
        line.addSpacing(4)
        for widget in (self.copy, self.up, self.down, self.drop):
            line.addWidget(widget)
        line.addStretch(1)
        line.addWidget(self.attempt)
        self.column.addLayout(line)

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except SessionError as error:
            self._notices.say(str(error))

    # -- showing -----------------------------------------------------------------------------

    def changed(self, change: Change) -> None:
        """Show the active lesson."""
        self.show_lesson()

    def show_lesson(self) -> None:
        """Show the active lesson, and the step that is worked on."""
        author = self._author
        document, step = author.document, author.step
        if document is None or not author.is_open:
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
        if document is None or not author.is_open:
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
        document = self._author.document
        where = (0 if document is None else document.key, self._author.number)
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
