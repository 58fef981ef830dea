"""What is said to single answers, in rows: to wrong tries that were foreseen, and in praise."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from model.contract.game import Position
from model.records.lesson import Answer, Praise
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.panels.author.answers import FieldRow, Rows
from viewer.panels.author.condition_form import ConditionForm
from viewer.panels.author.lesson_text import line_in, moves_in, words_in
from viewer.widgets.text_fields import Line, Text

T = TypeVar("T", bound=Answer | Praise)


class ToldRow(FieldRow):
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
        self.moves = Line(f"Moves of {what}", "2b2, 2d2")
        self.condition = ConditionForm(first="is named above", title=f"What {what} does")
        self.text = Text(f"What to say to {what}", "What to say to it", 1, 5)
        self.lay(0, names, self.moves, self.remove)
        self.lay(1, "Or any that", self.condition)
        self.lay(2, "Say", self.text)


class AnswerRow(ToldRow):
    """What is said to foreseen wrong tries, and what is played to show why."""

    def __init__(self, number: int) -> None:
        super().__init__(f"wrong try {number + 1}", "Try")
        self.line = Line(f"Played after wrong try {number + 1}", "Moves that refute it")
        self.end = Text(f"What to say after those moves, {number + 1}", "Say at their end", 1, 5)
        self.then = self.lay(3, "Then", self.line)
        self.ended = self.lay(4, "At last", self.end)


R = TypeVar("R", bound=ToldRow)


class _Told(Rows, Generic[T, R]):
    """Rows of what is said to single answers; which kind of rows, a subclass says.

    Signals
    -------
    left
        Escape was pressed in a field.
    """

    left = Signal()
    edit, key = "", ""

    def __init__(self, author: LessonAuthor, add: str) -> None:
        super().__init__(add)
        self._author = author
        self.rows: list[R] = []
        self._position: Position | None = None
        self._clicks = False
        self.add.clicked.connect(self._add)

    def _row(self, number: int) -> R:
        raise NotImplementedError

    def _new(self) -> T:
        raise NotImplementedError

    @property
    def _said(self) -> tuple[T, ...]:
        raise NotImplementedError

    def _show(self, said: tuple[T, ...], position: Position, *, clicks: bool) -> None:
        self._position, self._clicks = position, clicks
        rows = self.rows
        while len(rows) > len(said):
            row = rows.pop()
            row.hide()
            row.deleteLater()
        while len(rows) < len(said):
            self._build(len(rows))
        for row, one in zip(rows, said, strict=True):
            if moves_in(row.moves.text(), position, clicks=clicks) != one.moves:
                row.moves.say(", ".join(one.moves))
            row.condition.show_condition(position, one.condition, clicks=clicks)
            row.text.say(one.text)

    def _build(self, number: int) -> None:
        row, rows = self._row(number), self.rows
        row.moves.typed.connect(
            lambda text, go: self._change(
                number, go, moves=moves_in(text, self._position, clicks=self._clicks)
            )
        )
        row.condition.changed.connect(
            lambda condition, go: self._change(number, go, condition=condition)
        )
        row.text.typed.connect(lambda text, go: self._change(number, go, text=text))
        row.remove.clicked.connect(lambda: self._remove(number))
        for field in (row.moves, row.text):
            field.left.connect(self.left)
        rows.append(row)
        self.column.insertWidget(number, row)
        if number:
            QWidget.setTabOrder(rows[number - 1].remove, row.moves)

    def _change(self, number: int, go: object, **fields: object) -> None:
        said = list(self._said)
        if number < len(said):
            said[number] = replace(said[number], **fields)
            self._put(tuple(said), go)

    def _put(self, said: tuple[T, ...], go: object = None) -> None:
        self._author.tasks.change(self.edit, go, **{self.key: said})

    def _add(self) -> None:
        self._put((*self._said, self._new()))
        if self.rows:
            self.rows[-1].moves.setFocus(Qt.FocusReason.TabFocusReason)

    def _remove(self, number: int) -> None:
        said = self._said
        self._put((*said[:number], *said[number + 1 :]))


class Foreseen(_Told[Answer, AnswerRow]):
    """The answers to foreseen wrong tries."""

    edit, key = "wrong tries", "foreseen"

    def __init__(self, author: LessonAuthor) -> None:
        super().__init__(author, "Add a wrong try")

    def show_answers(
        self, answers: tuple[Answer, ...], position: Position, *, clicks: bool
    ) -> None:
        """Show the answers; nothing is emitted."""
        self._show(answers, position, clicks=clicks)
        for row, answer in zip(self.rows, answers, strict=True):
            row.line.setVisible(not clicks)
            row.then.setVisible(not clicks)
            if self._line(row.line.text(), answer.moves) != answer.line:
                row.line.say(" ".join(answer.line))
            row.end.setVisible(bool(answer.line or answer.end))
            row.ended.setVisible(bool(answer.line or answer.end))
            row.end.say(answer.end)

    def _line(self, text: str, moves: tuple[str, ...]) -> tuple[str, ...]:
        """Read what is played after the first of the wrong moves."""
        position = self._position
        if position is None or not moves or position.explain(moves[0]) is not None:
            return tuple(text.replace(",", " ").split())
        return line_in(text, position.play(moves[0]))

    def _row(self, number: int) -> AnswerRow:
        row = AnswerRow(number)
        row.line.typed.connect(
            lambda text, go: self._change(
                number, go, line=self._line(text, words_in(row.moves.text()))
            )
        )
        row.end.typed.connect(lambda text, go: self._change(number, go, end=text))
        for field in (row.line, row.end):
            field.left.connect(self.left)
        return row

    def _new(self) -> Answer:
        return Answer()

    @property
    def _said(self) -> tuple[Answer, ...]:
        task = self._author.tasks.task
        return () if task is None else task.foreseen


class Praised(_Told[Praise, ToldRow]):
    """What is said to some right answers besides."""

    edit, key = "praise", "praise"

    def __init__(self, author: LessonAuthor) -> None:
        super().__init__(author, "Say more to some right answers")

    def show_praise(self, praise: tuple[Praise, ...], position: Position, *, clicks: bool) -> None:
        """Show the praise; nothing is emitted."""
        self._show(praise, position, clicks=clicks)

    def _row(self, number: int) -> ToldRow:
        return ToldRow(f"right answer {number + 1}", "Answer")

    def _new(self) -> Praise:
        return Praise()

    @property
    def _said(self) -> tuple[Praise, ...]:
        task = self._author.tasks.task
        return () if task is None else task.praise
