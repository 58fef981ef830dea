"""How a task of several moves goes on: which move is written, the reply, and what is said."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from model.contract.game import Position
from model.records.lesson import Task
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.panels.author.answers import FieldRow
from viewer.panels.author.lesson_text import line_in, words_in
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.layouts import column_in
from viewer.widgets.notices import Notices
from viewer.widgets.prose import plain_tip
from viewer.widgets.text_fields import Line, Text

COLUMNS = 6
"""Moves in one row of the bar."""


class PartsBar(QWidget):
    """The moves of a task, one of which is worked on; not there for a task of one move."""

    def __init__(self, author: LessonAuthor) -> None:
        super().__init__()
        self._author = author
        self.choice: controls.Choice | None = None
        self._count = 0
        self._column = column_in(self, GAP - 4)
        self._column.addWidget(controls.label("A task of several moves", "muted"))
        self.led = controls.label("", "small")
        self.led.setWordWrap(True)
        self._column.addWidget(self.led)

    def show_parts(self) -> None:
        """Show which move of the task is worked on."""
        tasks = self._author.tasks
        total, reached = len(tasks.parts), len(tasks.reached)
        self.setVisible(total > 1)
        if total < 2:
            return
        if total != self._count or self.choice is None:
            self._build(total)
        assert self.choice is not None
        self.choice.set_value(tasks.part)
        for part in range(total):
            button = self.choice.button(part)
            button.setEnabled(part < reached)
            button.setToolTip(
                plain_tip(
                    f"Write move {part + 1}"
                    if part < reached
                    else f"No right move and reply lead to move {part + 1} yet"
                )
            )
        line = " ".join(tasks.line)
        self.led.setText(f"Asked after {line}" if line else "Asked at the position of the step")

    def _build(self, total: int) -> None:
        if self.choice is not None:
            self.choice.hide()
            self.choice.deleteLater()
        parts = [(f"Move {part + 1}" if not part else str(part + 1), part) for part in range(total)]
        self.choice = controls.Choice("Move of the task", parts, columns=COLUMNS)
        self.choice.picked.connect(self._author.tasks.show)
        self._count = total
        self._column.insertWidget(1, self.choice)
        QWidget.setTabOrder(self, self.choice)


class ThenForm(QWidget):
    """Writes the reply to a right move, and lets the task go on after it.

    Signals
    -------
    left
        Escape was pressed in a field.
    went_on
        The next move is to be written.
    """

    left = Signal()
    went_on = Signal()

    def __init__(self, notices: Notices, author: LessonAuthor) -> None:
        super().__init__()
        self._notices, self._author = notices, author
        column = column_in(self, GAP - 4)
        self.named = controls.label("Then, after the right move", "muted")
        column.addWidget(self.named)
        self.row = FieldRow(remove="Remove the reply and the moves that follow")
        self.reply = Line("Reply", "The other side's move, or nothing")
        self.text = Text("What to say with the reply", "What to say with it", 1, 5)
        self.next = QPushButton("Write the next move")
        self.next.setProperty("role", "small")
        self.row.lay(0, "Reply", self.reply, self.row.remove)
        self.row.lay(1, "Say", self.text)
        self.row.lay(2, "Task", self.next)
        column.addWidget(self.row)
        self.add = QPushButton("Go on with a reply and another move")
        self.add.setProperty("role", "quiet")
        column.addLayout(controls.row(self.add))
        self.row.bind("reply", self.reply, self._read)
        self.row.bind("text", self.text)
        self.row.changed.connect(self._change)
        self.row.left.connect(self.left)
        self.next.clicked.connect(self._go_on)
        self.row.remove.clicked.connect(self._remove)
        self.add.clicked.connect(self._add)

    def show_then(self, task: Task) -> None:
        """Show how a task goes on."""
        tasks, then = self._author.tasks, task.then
        self.setVisible(task.kind == "place" or then is not None)
        self.row.setVisible(then is not None)
        self.named.setVisible(then is not None)
        self.add.setVisible(then is None)
        if then is None:
            return
        if self._read(self.reply.text()) != then.reply:
            self.reply.say(then.reply)
        self.text.say(then.text)
        following = tasks.part + 2
        self.next.setText(f"Write move {following}")
        ready = len(tasks.reached) >= following
        self.next.setEnabled(ready)
        self.next.setToolTip(
            plain_tip(
                f"Write what move {following} of the task asks for"
                if ready
                else "Name a right move, and a reply that can be played after it, first"
            )
        )

    def _change(self, fields: dict[str, str], go: object) -> None:
        edit = "reply" if "reply" in fields else "text of a reply"
        self._author.tasks.change_then(edit, go, **fields)

    def _read(self, text: str) -> str:
        """Read the reply as it follows the first right move."""
        words = words_in(text)
        position = self._after()
        return "" if not words else line_in(words[0], position)[0]

    def _after(self) -> Position | None:
        tasks = self._author.tasks
        task, position = tasks.task, tasks.position
        if task is None or position is None:
            return None
        for move in task.accepted:
            if position.explain(move) is None:
                return position.play(move)
        return None

    def _add(self) -> None:
        if self._notices.try_to(self._author.tasks.go_on) and not self.row.isHidden():
            self.reply.setFocus(Qt.FocusReason.TabFocusReason)

    def _remove(self) -> None:
        # The keyboard goes where the moves can be had again, not to a stranger.
        self.add.setVisible(True)
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self._author.tasks.end_here()

    def _go_on(self) -> None:
        tasks = self._author.tasks
        tasks.show(tasks.part + 1)
        self.went_on.emit()
