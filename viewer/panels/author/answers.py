"""The answers of a task in rows: choices to choose from, wrong tries that were foreseen."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from model.contract.game import Position
from model.records.lesson import Answer, Choice
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.panels.author.lesson_text import line_in, moves_in, words_in
from viewer.widgets import controls
from viewer.widgets.appearance.text_scale import keep_icon
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.layouts import column_in
from viewer.widgets.text_fields import Line, Text


class _Rows(QWidget):
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


class ChoiceRow(FieldRow):
    """One answer to choose from: its words, whether it is right, what is said to it."""

    def __init__(self, number: int) -> None:
        super().__init__(remove=f"Remove answer {number + 1}")
        self.right = QCheckBox("right")
        self.right.setAccessibleName(f"Answer {number + 1} is right")
        self.text = Line(f"Answer {number + 1}")
        self.answer = Text(f"What to say to answer {number + 1}", "What to say to it", 1, 5)
        self.lay(0, f"{number + 1}", self.text, self.right, self.remove)
        self.lay(1, "Say", self.answer)


class Choices(_Rows):
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

    def _build(self, number: int) -> None:
        row = ChoiceRow(number)
        row.text.typed.connect(lambda text, go: self._change(number, go, text=text))
        row.answer.typed.connect(lambda text, go: self._change(number, go, answer=text))
        row.right.clicked.connect(lambda on: self._change(number, None, right=on))
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


class AnswerRow(FieldRow):
    """What is said to foreseen wrong tries, and what is played to show why."""

    def __init__(self, number: int) -> None:
        super().__init__(remove=f"Remove wrong try {number + 1}")
        self.moves = Line(f"Wrong tries {number + 1}", "2b2, 2d2")
        self.text = Text(f"What to say to wrong try {number + 1}", "What to say to it", 1, 5)
        self.line = Line(f"Played after wrong try {number + 1}", "Moves that refute it")
        self.lay(0, "Try", self.moves, self.remove)
        self.lay(1, "Say", self.text)
        self.then = self.lay(2, "Then", self.line)


class Foreseen(_Rows):
    """The answers to foreseen wrong tries."""

    left = Signal()

    def __init__(self, author: LessonAuthor) -> None:
        super().__init__("Add a wrong try")
        self._author = author
        self._position: Position | None = None
        self._clicks = False
        self.rows: list[AnswerRow] = []
        self.add.clicked.connect(self._add)

    def show_answers(
        self, answers: tuple[Answer, ...], position: Position, *, clicks: bool
    ) -> None:
        """Show the answers; nothing is emitted."""
        self._position, self._clicks = position, clicks
        while len(self.rows) > len(answers):
            row = self.rows.pop()
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(answers):
            self._build(len(self.rows))
        for row, answer in zip(self.rows, answers, strict=True):
            if moves_in(row.moves.text(), position, clicks=clicks) != answer.moves:
                row.moves.say(", ".join(answer.moves))
            row.text.say(answer.text)
            row.line.setVisible(not clicks)
            row.then.setVisible(not clicks)
            if self._line(row.line.text(), answer.moves) != answer.line:
                row.line.say(" ".join(answer.line))

    def _line(self, text: str, moves: tuple[str, ...]) -> tuple[str, ...]:
        """Read what is played after the first of the wrong moves."""
        position = self._position
        if position is None or not moves or position.explain(moves[0]) is not None:
            return tuple(text.replace(",", " ").split())
        return line_in(text, position.play(moves[0]))

    def _build(self, number: int) -> None:
        row = AnswerRow(number)
        row.moves.typed.connect(
            lambda text, go: self._change(
                number, go, moves=moves_in(text, self._position, clicks=self._clicks)
            )
        )
        row.text.typed.connect(lambda text, go: self._change(number, go, text=text))
        row.line.typed.connect(
            lambda text, go: self._change(
                number, go, line=self._line(text, words_in(row.moves.text()))
            )
        )
        row.remove.clicked.connect(lambda: self._remove(number))
        for field in (row.moves, row.text, row.line):
            field.left.connect(self.left)
        self.rows.append(row)
        self.column.insertWidget(number, row)
        if number:
            QWidget.setTabOrder(self.rows[number - 1].remove, row.moves)

    @property
    def _answers(self) -> tuple[Answer, ...]:
        task = self._author.tasks.task
        return () if task is None else task.foreseen

    def _change(self, number: int, go: object, **fields: object) -> None:
        answers = list(self._answers)
        if number < len(answers):
            answers[number] = replace(answers[number], **fields)
            self._author.tasks.change("wrong tries", go, foreseen=tuple(answers))

    def _add(self) -> None:
        self._author.tasks.change("wrong tries", foreseen=(*self._answers, Answer((), "")))
        if self.rows:
            self.rows[-1].moves.setFocus(Qt.FocusReason.TabFocusReason)

    def _remove(self, number: int) -> None:
        answers = self._answers
        rest = (*answers[:number], *answers[number + 1 :])
        self._author.tasks.change("wrong tries", foreseen=rest)
