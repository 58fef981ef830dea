"""The answers of a task in rows: choices, wrong tries that were foreseen, and praise."""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QLabel, QWidget

from model.contract.game import Position
from model.positions.setup import Draft
from model.records.lesson import MOST_PICTURED, Answer, Choice, Praise, Task
from model.records.view import Camera
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.panels.author.condition_form import ConditionForm, small
from viewer.panels.author.lesson_text import line_in, moves_in, words_in
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import keep_icon
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import column_in
from viewer.widgets.flat_painting import pixmap_of
from viewer.widgets.text_fields import LineEdit, TextEdit

T = TypeVar("T", bound=Struct)
S = TypeVar("S", bound=Answer | Praise)
PICTURE = QSize(72, 54)
"""Logical pixels of the position beside an answer."""


class FieldRow(QFrame):
    """Named fields of a record on a quiet ground, and a cross that takes them away.

    Signals
    -------
    changed(object, object)
        Fields of the record with their new values, and the go of typing or None.
    left
        Escape was pressed in a field.
    """

    changed = Signal(object, object)
    left = Signal()

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
        line = controls.row_in(None, 4)
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

    def bind(
        self,
        name: str,
        field: LineEdit | TextEdit,
        read: Callable[[str], object] = lambda text: text,
    ) -> None:
        """Let a field write one of the record: `read` says what a text means."""
        field.typed.connect(lambda text, go: self.changed.emit({name: read(text)}, go))
        field.left.connect(self.left)


class RecordRow(FieldRow, Generic[T]):
    """A row of a list of records; `first` has the keyboard in a new one.

    Attributes
    ----------
    position, clicks
        Where the task is asked, and whether by a click.
    """

    first: LineEdit
    position: Position | None = None
    clicks = False

    def show_record(self, one: T) -> None:
        """Show a record; nothing is emitted."""
        raise NotImplementedError


class ChoiceRow(RecordRow[Choice]):
    """One answer to choose from: its words and picture, whether it is right, what is said to it."""

    def __init__(self, number: int, now: Callable[[], str]) -> None:
        super().__init__(remove=f"Remove answer {number + 1}")
        self._now = now
        self.right = QCheckBox("right")
        self.right.setAccessibleName(f"Answer {number + 1} is right")
        self.text = LineEdit(f"Answer {number + 1}")
        self.answer = TextEdit(f"What to say to answer {number + 1}", "What to say to it", 1, 5)
        self.lay(0, f"{number + 1}", self.text, self.right, self.remove)
        self.lay(1, "Say", self.answer)
        self.picture = controls.label("None")
        self.take = small(
            "Use current",
            "Draw the current position beside this answer",
            lambda: self.changed.emit({"position": now()}, None),
        )
        self.clear = small(
            "Clear",
            "Draw nothing beside this answer",
            lambda: self.changed.emit({"position": ""}, None),
        )
        self.lay(2, "Picture", self.picture, self.take, self.clear)
        self.first = self.text
        self.bind("text", self.text)
        self.bind("answer", self.answer)
        self.right.clicked.connect(lambda on: self.changed.emit({"right": on}, None))

    def show_record(self, choice: Choice) -> None:
        """Show an answer; nothing is emitted."""
        self.text.say(choice.text)
        self.right.setChecked(choice.right)
        self.answer.say(choice.answer)
        picture = pixmap_of(choice.position, Camera(), PICTURE, self.devicePixelRatioF())
        if choice.position and picture is not None:
            self.picture.setPixmap(picture)
        else:
            self.picture.setText("Not a position" if choice.position else "None")
        now = self._now()
        self.take.setVisible(bool(now) and now != choice.position)
        self.clear.setVisible(bool(choice.position))


class SaidRow(RecordRow[S]):
    """Which answers are meant, by name or by what they do, and what is said to them.

    Parameters
    ----------
    what
        What the row is about, for a screen reader: "wrong try 1".
    names
        What stands before the moves.
    """

    def __init__(self, what: str, names: str) -> None:
        super().__init__(remove=f"Remove {what}")
        self.moves = LineEdit(f"Moves of {what}", "2b2, 2d2")
        self.condition = ConditionForm(first="is named above", title=f"What {what} does")
        self.text = TextEdit(f"What to say to {what}", "What to say to it", 1, 5)
        self.lay(0, names, self.moves, self.remove)
        self.lay(1, "Or any that", self.condition)
        self.lay(2, "Say", self.text)
        self.first = self.moves
        self.bind("moves", self.moves, self._moves)
        self.bind("text", self.text)
        self.condition.changed.connect(
            lambda condition, go: self.changed.emit({"condition": condition}, go)
        )

    def _moves(self, text: str) -> tuple[str, ...]:
        return moves_in(text, self.position, clicks=self.clicks)

    def show_record(self, one: S) -> None:
        """Show what is said; nothing is emitted."""
        assert self.position is not None
        if self._moves(self.moves.text()) != one.moves:
            self.moves.say(", ".join(one.moves))
        self.condition.show_condition(self.position, one.condition, clicks=self.clicks)
        self.text.say(one.text)


class AnswerRow(SaidRow[Answer]):
    """What is said to foreseen wrong tries, and what is played to show why."""

    def __init__(self, number: int) -> None:
        super().__init__(f"wrong try {number + 1}", "Try")
        self.line = LineEdit(f"Played after wrong try {number + 1}", "Moves that refute it")
        self.end = TextEdit(
            f"What to say after those moves, {number + 1}", "Say at their end", 1, 5
        )
        self.then = self.lay(3, "Then", self.line)
        self.ended = self.lay(4, "At last", self.end)
        self.bind("line", self.line, lambda text: self._line(text, words_in(self.moves.text())))
        self.bind("end", self.end)

    def show_record(self, one: Answer) -> None:
        """Show what is said and played; nothing is emitted."""
        super().show_record(one)
        for widget in (self.line, self.then):
            widget.setVisible(not self.clicks)
        if self._line(self.line.text(), one.moves) != one.line:
            self.line.say(" ".join(one.line))
        ends = bool(one.line or one.end)
        self.end.setVisible(ends)
        self.ended.setVisible(ends)
        self.end.say(one.end)

    def _line(self, text: str, moves: tuple[str, ...]) -> tuple[str, ...]:
        """Read what is played after the first of the wrong moves."""
        position = self.position
        if position is None or not moves or position.explain(moves[0]) is not None:
            return tuple(text.replace(",", " ").split())
        return line_in(text, position.play(moves[0]))


class AnswerRows(QWidget, Generic[T]):
    """The records of one field of a task, a row each; built anew only where there are more of them.

    Parameters
    ----------
    add
        What the button says that adds one.
    edit, key, records
        How undo calls a change, and the field of the task.
    row
        Makes the row of a number.
    new
        What is added.

    Signals
    -------
    left
        Escape was pressed in a field.
    """

    left = Signal()

    def __init__(
        self,
        author: LessonAuthor,
        add: str,
        edit: str,
        key: str,
        records: Callable[[Task], tuple[T, ...]],
        row: Callable[[int], RecordRow[T]],
        new: T,
    ) -> None:
        super().__init__()
        self._author, self._edit, self._key = author, edit, key
        self._in, self._row = records, row
        self.rows: list[RecordRow[T]] = []
        self._column = column_in(self, GAP - 2)
        self.add = controls.button(add, lambda: self._add(new), role="quiet")
        self._column.addLayout(controls.row(self.add))

    @property
    def _records(self) -> tuple[T, ...]:
        task = self._author.tasks.task
        return () if task is None else self._in(task)

    def show_records(self, position: Position, *, clicks: bool) -> None:
        """Show what the task holds; nothing is emitted."""
        records = self._records
        while len(self.rows) > len(records):
            row = self.rows.pop()
            controls.discard(row)
        while len(self.rows) < len(records):
            self._build(len(self.rows))
        for row, one in zip(self.rows, records, strict=True):
            row.position, row.clicks = position, clicks
            row.show_record(one)

    def _build(self, number: int) -> None:
        row = self._row(number)
        row.changed.connect(lambda fields, go: self._change(number, go, fields))
        row.remove.clicked.connect(lambda: self._remove(number))
        row.left.connect(self.left)
        self.rows.append(row)
        self._column.insertWidget(number, row)
        if number:
            QWidget.setTabOrder(self.rows[number - 1].remove, row.first)

    def _change(self, number: int, go: object, fields: dict[str, object]) -> None:
        records = list(self._records)
        if number < len(records):
            records[number] = replace(records[number], **fields)
            self._put(tuple(records), go)

    def _put(self, records: tuple[T, ...], go: object = None) -> None:
        self._author.tasks.change(self._edit, go, **{self._key: records})

    def _add(self, new: T) -> None:
        self._put((*self._records, new))
        if self.rows:
            self.rows[-1].first.setFocus(Qt.FocusReason.TabFocusReason)

    def _remove(self, number: int) -> None:
        records = self._records
        self._put((*records[:number], *records[number + 1 :]))


def choice_rows(author: LessonAuthor) -> AnswerRows[Choice]:
    """Return the rows of the answers of a choice."""

    def now() -> str:
        """The position on the screen, "" where it is none or too long for a picture."""
        position = author.position_now()
        text = "" if isinstance(position, Draft) else str(position)
        return text if len(text) <= MOST_PICTURED else ""

    return AnswerRows(
        author,
        "Add an answer",
        "answers of a choice",
        "choices",
        lambda task: task.choices,
        lambda number: ChoiceRow(number, now),
        Choice(""),
    )
