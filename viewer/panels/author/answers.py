"""The answers of a choice in rows, and the rows that what is said to other answers stands in."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from model.positions.setup import Draft
from model.records.lesson import MOST_PICTURED, Choice
from model.records.views.view import Camera
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.panels.author.named_rows import small
from viewer.widgets import controls
from viewer.widgets.appearance.text_scale import keep_icon
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.layouts import column_in
from viewer.widgets.text_fields import Line, Text
from viewer.widgets.thumbnail import pixmap_of


class Rows(QWidget):
    """Rows that are built anew only when there are more or fewer of them."""

    def __init__(self, add: str) -> None:
        super().__init__()
        self.column = column_in(self, GAP - 2)
        self.add = QPushButton(add)
        self.add.setProperty("role", "quiet")
        self.end = QHBoxLayout()
        self.end.addWidget(self.add)
        self.end.addStretch(1)
        self.column.addLayout(self.end)


class FieldRow(QFrame):
    """Named fields on a quiet ground, and a cross that takes them away."""

    def __init__(self, *, remove: str) -> None:
        super().__init__()
        self.setObjectName("AnswerRow")
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(8, 8, 8, 8)
        self.grid.setHorizontalSpacing(6)
        self.grid.setVerticalSpacing(4)
        self.grid.setColumnStretch(1, 1)
        self.remove = controls.tool("close", remove, lambda: None)
        keep_icon(self.remove, 14)
        self._last: QWidget | None = None

    def lay(self, number: int, name: str, *widgets: QWidget) -> QLabel:
        """Put widgets behind a name; returns the label of the name.

        Tab goes through the fields and comes to the cross last: whoever types on after a Tab
        writes, and removes nothing.
        """
        named = controls.label(name, "small")
        self.grid.addWidget(named, number, 0, Qt.AlignmentFlag.AlignTop)
        named.setContentsMargins(0, 7, 0, 0)
        line = QHBoxLayout()
        line.setSpacing(4)
        for at, widget in enumerate(widgets):
            line.addWidget(widget, 0 if at else 1)
        self.grid.addLayout(line, number, 1)
        for widget in widgets:
            if widget is not self.remove:
                if self._last is not None:
                    QWidget.setTabOrder(self._last, widget)
                QWidget.setTabOrder(widget, self.remove)
                self._last = widget
        return named


PICTURE = QSize(72, 54)
"""Logical pixels of the position beside an answer."""


class ChoiceRow(FieldRow):
    """One answer to choose from: its words and picture, whether it is right, what is said to it."""

    def __init__(self, number: int) -> None:
        super().__init__(remove=f"Remove answer {number + 1}")
        self.right = QCheckBox("right")
        self.right.setAccessibleName(f"Answer {number + 1} is right")
        self.text = Line(f"Answer {number + 1}")
        self.answer = Text(f"What to say to answer {number + 1}", "What to say to it", 1, 5)
        self.lay(0, f"{number + 1}", self.text, self.right, self.remove)
        self.lay(1, "Say", self.answer)
        self.picture = controls.label("None")
        self.take = small("Use current", "Draw the current position beside this answer")
        self.clear = small("Clear", "Draw nothing beside this answer")
        self.lay(2, "Picture", self.picture, self.take, self.clear)

    def show_picture(self, choice: Choice, now: str) -> None:
        """Show what is drawn beside the answer; `now` is the position on the screen."""
        picture = pixmap_of(choice.position, Camera(), PICTURE, self.devicePixelRatioF())
        if choice.position and picture is not None:
            self.picture.setPixmap(picture)
        else:
            self.picture.setText("Not a position" if choice.position else "None")
        self.take.setVisible(bool(now) and now != choice.position)
        self.clear.setVisible(bool(choice.position))


class Choices(Rows):
    """The answers of a choice."""

    left = Signal()

    def __init__(self, author: LessonAuthor) -> None:
        super().__init__("Add an answer")
        self._author = author
        self.rows: list[ChoiceRow] = []
        self.add.clicked.connect(self._add)

    def show_choices(self, choices: tuple[Choice, ...]) -> None:
        """Show the answers; nothing is emitted."""
        while len(self.rows) > len(choices):
            row = self.rows.pop()
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(choices):
            self._build(len(self.rows))
        for row, choice in zip(self.rows, choices, strict=True):
            row.text.say(choice.text)
            row.right.setChecked(choice.right)
            row.answer.say(choice.answer)
            row.show_picture(choice, self._now)

    def _build(self, number: int) -> None:
        row = ChoiceRow(number)
        row.text.typed.connect(lambda text, go: self._change(number, go, text=text))
        row.answer.typed.connect(lambda text, go: self._change(number, go, answer=text))
        row.right.clicked.connect(lambda on: self._change(number, None, right=on))
        row.take.clicked.connect(lambda: self._change(number, None, position=self._now))
        row.clear.clicked.connect(lambda: self._change(number, None, position=""))
        row.remove.clicked.connect(lambda: self._remove(number))
        row.text.left.connect(self.left)
        row.answer.left.connect(self.left)
        self.rows.append(row)
        self.column.insertWidget(number, row)
        if number:
            QWidget.setTabOrder(self.rows[number - 1].remove, row.text)

    @property
    def _choices(self) -> tuple[Choice, ...]:
        task = self._author.tasks.task
        return () if task is None else task.choices

    @property
    def _now(self) -> str:
        """The position on the screen as a string, "" where it is none or too long for a picture."""
        position = self._author.position_now()
        text = "" if position is None or isinstance(position, Draft) else str(position)
        return text if len(text) <= MOST_PICTURED else ""

    def _change(self, number: int, go: object, **fields: object) -> None:
        choices = list(self._choices)
        if number < len(choices):
            choices[number] = replace(choices[number], **fields)
            self._author.tasks.change("answers of a choice", go, choices=tuple(choices))

    def _add(self) -> None:
        self._author.tasks.change("answers of a choice", choices=(*self._choices, Choice("")))
        if self.rows:
            self.rows[-1].text.setFocus(Qt.FocusReason.TabFocusReason)

    def _remove(self, number: int) -> None:
        choices = self._choices
        rest = (*choices[:number], *choices[number + 1 :])
        self._author.tasks.change("answers of a choice", choices=rest)
