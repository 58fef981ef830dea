"""The picture after an answer: marks, an explanation, a pour, taken from the screen."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtWidgets import QWidget

from model.contract.game import Position
from model.phrases import counted
from model.records.lesson import After, Task
from viewer.games.registry import explainer_of
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.panels.author.named_rows import named, small
from viewer.panels.author.pour_rows import PourRows
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.layouts import column_in
from viewer.widgets.notices import Notices

PICTURES = (("Automatic", False), ("Chosen here", True))
ADVICE = "Play the right move, mark or explain there, and use here what the screen shows."
WRONG_ADVICE = "Play a wrong move, mark or explain there, and use here what the screen shows."


class AfterForm(QWidget):
    """Writes what is shown after the right answer to a task, or after a wrong one."""

    def __init__(self, notices: Notices, author: LessonAuthor, *, wrong: bool = False) -> None:
        super().__init__()
        self._notices, self._author, self._wrong = notices, author, wrong
        named_answer = "a wrong answer" if wrong else "the right answer"
        column = column_in(self, GAP - 4)
        column.addWidget(controls.label(f"After {named_answer}, show", "muted"))
        self.own = controls.Choice(f"After {named_answer}", PICTURES)
        self.own.button(False).setToolTip(
            "Where a corner was to be shut off: a pour that gets out"
            if wrong
            else "What the task is about, where the game can show it"
        )
        self.own.button(True).setToolTip("Marks, an explanation or a pour of your own")
        self.own.picked.connect(lambda own: author.tasks.set_after(After() if own else None, wrong))
        column.addWidget(self.own)
        self.rows = QWidget()
        rows = column_in(self.rows, 4)
        self.advice = controls.label(WRONG_ADVICE if wrong else ADVICE, "small")
        self.advice.setWordWrap(True)
        rows.addWidget(self.advice)
        self.marks = controls.label("")
        self.take_marks = small("Use current marks", "Use the marks on the screen")
        self.clear_marks = small("Clear", "Show no marks after the answer")
        self.show_line = controls.label("")
        self.show_line.setWordWrap(True)
        self.take_show = small("Use current", "Use the explanation on the screen")
        self.clear_show = small("Clear", "Show no explanation after the answer")
        rows.addLayout(named("Marks", self.marks, self.take_marks, self.clear_marks))
        self.shown_row = QWidget()
        shown = named("Shown", self.show_line, self.take_show, self.clear_show)
        shown.setContentsMargins(0, 0, 0, 0)
        self.shown_row.setLayout(shown)
        rows.addWidget(self.shown_row)
        self.pour = PourRows(f"Pour after {named_answer}")
        rows.addWidget(self.pour)
        column.addWidget(self.rows)
        for button, change in (
            (self.clear_marks, lambda: {"marks": ()}),
            (self.take_show, lambda: {"show": self._on_screen()}),
            (self.clear_show, lambda: {"show": ""}),
            (self.pour.take, lambda: {"pour": author.pour_shown()}),
        ):
            button.clicked.connect(lambda _=False, change=change: self._change(**change()))
        self.take_marks.clicked.connect(self._take_marks)
        self.pour.chosen.connect(lambda pour, go: self._change(go, pour=pour))

    def _change(self, gesture: Hashable = None, **fields: object) -> None:
        self._notices.try_to(
            lambda: self._author.tasks.change_after(gesture, self._wrong, **fields)
        )

    def _take_marks(self) -> None:
        """Use the marks on the screen, one edit.

        The position after the answer gives its own up: the next step may ask something there.
        """
        marks, go = self._author.marks_shown(), object()
        if not self._author.is_here:
            self._author.clear_marks(go)
        self._change(go, marks=marks)

    def _on_screen(self) -> str:
        document = self._author.document
        return "" if document is None else document.view.show

    def show_after(self, task: Task, position: Position) -> None:
        """Show what follows an answer to a task; nothing does where a right one goes on."""
        after, author = task.after_wrong if self._wrong else task.after, self._author
        self.setVisible(self._wrong or task.then is None or after is not None)
        self.own.set_value(after is not None)
        self.rows.setVisible(after is not None)
        if after is None:
            return
        document = author.document
        now = None if document is None else author.position_now()
        # Points and corners of another board would not fit.
        fits = now is not None and now.game.board is position.game.board
        marks = author.marks_shown() if fits else ()
        show = self._on_screen() if fits else ""
        self.marks.setText(counted(len(after.marks), "mark") if after.marks else "None")
        self.take_marks.setVisible(bool(marks) and marks != after.marks)
        self.clear_marks.setVisible(bool(after.marks))
        explainer = explainer_of(position)
        self.shown_row.setVisible(explainer is not None or bool(after.show))
        titles = {} if explainer is None else {e.show: e.title for e in explainer.explanations}
        self.show_line.setText(titles.get(after.show, after.show) or "Nothing")
        self.take_show.setVisible(bool(show) and show != after.show)
        self.clear_show.setVisible(bool(after.show))
        self.pour.show_pour(after.pour, position, author.pour_shown() if fits else "")
