"""The task of a step in plain words: what is right, and what is said to every answer."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from model.contract.game import Position
from model.phrases import listed
from model.play.levels import HIGHEST, LOWEST
from model.records.lesson import MOST_MOVES, Step, Task
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.learn.lessons.point_picker import AcceptedPicker
from viewer.panels.author.after_form import AfterForm
from viewer.panels.author.answers import choice_rows, foreseen_rows, praise_rows
from viewer.panels.author.condition_form import FIRST, ConditionForm
from viewer.panels.author.lesson_text import line_in, moves_in
from viewer.panels.author.named_rows import named
from viewer.panels.author.then_form import PartsBar, ThenForm
from viewer.scene_view.scene_view import SceneView
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP, active_theme
from viewer.widgets.layouts import column_in, row_in
from viewer.widgets.notices import Notices
from viewer.widgets.prose import plain_tip
from viewer.widgets.text_fields import Line, Text

KINDS = (
    ("None", None),
    ("Move", "place"),
    ("Click", "click"),
    ("Choice", "choice"),
    ("Game", "game"),
)
NAMED = 6
"""Moves that are named before the rest is counted."""


class TaskForm(QWidget):
    """Writes the task of the step that is worked on."""

    left = Signal()

    def __init__(self, scene: SceneView, notices: Notices, author: LessonAuthor) -> None:
        super().__init__()
        self._scene, self._author = scene, author
        self._picker = AcceptedPicker(author, scene, notices.say)
        column = column_in(self, GAP - 2)
        self.kind = controls.Choice("What the learner does", KINDS)
        self.kind.picked.connect(author.tasks.set_kind)
        # As wide as it is: the dock follows the width of the form, and would move its buttons.
        column.addWidget(self.kind, 0, Qt.AlignmentFlag.AlignLeft)
        self.parts = PartsBar(author)
        column.addWidget(self.parts)
        self._build_game(column)
        self._build_condition(column)
        self._build_choices(column)
        self.right = self._text("When it is right, say", "right", "Right.")
        self.otherwise = self._text(
            "When it is wrong, say", "otherwise", "That is not right: … (any other wrong try)"
        )
        self.hint = self._text("Hint, when asked for", "hint", "Where to look")
        self.said = QWidget()
        said = column_in(self.said, GAP - 4)
        said.addWidget(controls.label("When it is right, say", "muted"))
        said.addWidget(self.right)
        self.praised = praise_rows(author)
        said.addWidget(self.praised)
        said.addWidget(controls.label("When it is wrong, say", "muted"))
        said.addWidget(self.otherwise)
        self._build_refutation(said)
        self.foreseen = foreseen_rows(author)
        said.addWidget(self.foreseen)
        said.addWidget(controls.label("Hint, when asked for", "muted"))
        said.addWidget(self.hint)
        column.addWidget(self.said)
        self.after = AfterForm(notices, author)
        self.after_wrong = AfterForm(notices, author, wrong=True)
        column.addWidget(self.after)
        column.addWidget(self.after_wrong)
        self.more = controls.button(
            "Add five positions like this",
            author.drills.add,
            "Steps that ask for the same in positions from games, each with a few right answers",
            "quiet",
        )
        author.drills.changed.connect(lambda: self.more.setEnabled(not author.drills.is_drawing))
        column.addLayout(controls.row(self.more))
        self.then = ThenForm(notices, author)
        self.then.went_on.connect(self.accepted.setFocus)
        column.addWidget(self.then)
        for written in (
            self.right, self.otherwise, self.line, self.end, self.hint, self.accepted,
            self.praised, self.foreseen, self.then,
        ):  # fmt: skip
            written.left.connect(self.left)
        scene.tools.changed.connect(self._dress_pick)

    def _build_condition(self, column: QVBoxLayout) -> None:
        self.conditions = QWidget()
        inner = column_in(self.conditions, GAP - 4)
        self.asked = controls.label("", "muted")
        inner.addWidget(self.asked)
        self.condition = ConditionForm()
        self.condition.changed.connect(
            lambda condition, go: self._author.tasks.change(
                "goal of a task", go, condition=condition
            )
        )
        inner.addWidget(self.condition)
        self.told = controls.label("", "small")
        self.told.setWordWrap(True)
        inner.addWidget(self.told)
        self.also = controls.label("", "muted")
        inner.addWidget(self.also)
        self.accepted = Line("Right in any case", "2b2, 2d2")
        self.accepted.typed.connect(self._accept)
        self.pick = QPushButton("Click them")
        self.pick.setProperty("role", "small")
        self.pick.setCheckable(True)
        self.pick.setToolTip("Click points in the scene to add or remove them; Escape ends it")
        self.pick.clicked.connect(self._picker.switch)
        self.accepting = QWidget()
        line = row_in(self.accepting, GAP)
        line.addWidget(self.accepted, 1)
        line.addWidget(self.pick)
        inner.addWidget(self.accepting)
        self.played = QWidget()
        self._played = row_in(self.played, 4)
        inner.addWidget(self.played)
        self._shown_played: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        column.addWidget(self.conditions)

    def _build_game(self, column: QVBoxLayout) -> None:
        """Against whom a game is played, and how long."""
        self.game = QWidget()
        rows = column_in(self.game, 4)
        self.level = controls.number_box("Level of the computer", LOWEST, HIGHEST)
        self.moves = controls.number_box("Moves of the learner", 0, MOST_MOVES)
        self.moves.setSpecialValueText("until it is over")
        for name, box, key in (
            ("Level", self.level, "level"),
            ("Moves", self.moves, "moves"),
        ):
            box.valueChanged.connect(lambda n, key=key: self._set_game(key, n))
            rows.addLayout(named(name, box))
        self.moves.setToolTip("The game ends after this many moves of the learner")
        column.addWidget(self.game)

    def _set_game(self, key: str, number: int) -> None:
        task = self._author.tasks.task
        if task is not None and task.kind == "game":
            self._author.tasks.change("game of a task", **{key: number})

    def _build_refutation(self, column: QVBoxLayout) -> None:
        """What is played after any other wrong move, and what is said at the end of that."""
        self.line = Line("Played after any other wrong try", "Then play, where possible")
        self.line.typed.connect(
            lambda text, go: self._author.tasks.change("line of a task", go, line=line_in(text))
        )
        self.end = self._text("What to say after those moves", "end", "Say at their end")
        column.addWidget(self.line)
        column.addWidget(self.end)

    def _build_choices(self, column: QVBoxLayout) -> None:
        self.choices = choice_rows(self._author)
        self.choices.left.connect(self.left)
        column.addWidget(self.choices)

    def _text(self, name: str, what: str, placeholder: str) -> Text:
        field = Text(name, placeholder, low=1, high=6)
        field.typed.connect(
            lambda text, go: self._author.tasks.change(f"{what} of a task", go, **{what: text})
        )
        return field

    # -- showing -----------------------------------------------------------------------------

    def show_step(self, step: Step, position: Position) -> None:
        """Show the task of a step."""
        self._picker.follow()
        tasks = self._author.tasks
        task, position = tasks.task, tasks.position or position
        self.kind.set_value(None if task is None else task.kind)
        self.kind.setVisible(tasks.part == 0)
        self.parts.show_parts()
        self.said.setVisible(task is not None)
        self.choices.setVisible(task is not None and task.kind == "choice")
        self.conditions.setVisible(task is not None and task.kind != "choice")
        moves = task is not None and task.kind in ("place", "click")
        is_game = task is not None and task.kind == "game"
        self.game.setVisible(is_game)
        self.accepting.setVisible(moves)
        self.also.setVisible(moves)
        for rows in (self.foreseen, self.praised):
            rows.setVisible(moves)
        self.then.setVisible(task is not None)
        self.more.setVisible(moves and task is not None and bool(task.condition))
        if task is None:
            self.after.hide()
            self.after_wrong.hide()
            return
        self.after.show_after(task, position)
        self.after_wrong.show_after(task, position)
        self.after_wrong.setVisible(not is_game)
        self.line.setVisible(task.kind == "place")
        self.end.setVisible(task.kind == "place" and bool(task.line or task.end))
        self.then.show_then(task)
        for field, text in (
            (self.right, task.right),
            (self.otherwise, task.otherwise),
            (self.end, task.end),
            (self.hint, task.hint),
        ):
            field.say(text)
        if line_in(self.line.text()) != task.line:
            self.line.say(" ".join(task.line))
        if task.kind == "choice":
            self.choices.show_records(position, clicks=False)
            return
        clicks = task.kind == "click"
        words = "The game is won with a move that" if is_game else "Right is a move that"
        self.asked.setText("Right is a point that" if clicks else words)
        self.condition.first = "nothing more: it ends by itself" if is_game else FIRST
        site = self._scene.input.active_site
        names = position.game.board.names
        self.condition.point = names[site] if site is not None and site < len(names) else ""
        self.condition.show_condition(position, task.condition, clicks=clicks)
        if is_game:
            self.told.setVisible(False)
            self.played.setVisible(False)
            for box, number in ((self.level, task.level), (self.moves, task.moves)):
                with QSignalBlocker(box):
                    box.setValue(number)
            return
        self.also.setText(
            ("Also right: " if task.condition else "The right ") + ("points" if clicks else "moves")
        )
        if moves_in(self.accepted.text(), position, clicks=clicks) != task.accepted:
            self.accepted.say(", ".join(task.accepted))
        self.pick.setVisible(clicks)
        self._show_played(() if clicks else tasks.played_here(), task)
        for rows in (self.praised, self.foreseen):
            rows.show_records(position, clicks=clicks)
        self.tell(step)

    def tell(self, step: Step) -> None:
        """Say what meets the condition, or why it cannot be understood."""
        tasks = self._author.tasks
        document, task = self._author.document, tasks.task
        if document is None or task is None or task.kind in ("choice", "game"):
            return
        self.told.setVisible(bool(task.condition))
        whole = self._author.validation.finding(document, step)
        found = None if whole is None else whole.of_part(tasks.part)
        noun = "points" if task.kind == "click" else "moves"
        good = True
        # Until it is known again it keeps its room: what is below stays where it is.
        counts = found is None and self.told.isVisible()
        self.told.setMinimumHeight(self.told.height() if counts else 0)
        if found is None:
            text = "Counting…"
        elif found.fits is None:
            good = False
            text = next((f for f in found.faults if "hint" not in f), "this is not clear")
            text = f"{text[:1].upper()}{text[1:]}."
        elif not found.fits:
            good = bool(task.accepted)
            text = f"None of the {found.total} {noun} does that."
        else:
            rest = len(found.fits) - NAMED
            named = [*found.fits[:NAMED], *([f"{rest} more"] if rest > 0 else [])]
            one = noun[:-1] if found.total == 1 else noun
            text = f"{len(found.fits)} of {found.total} {one} are right: {listed(named)}."
        self.told.setText(text)
        colours = active_theme()
        self.told.setStyleSheet(f"color: {colours.good if good else colours.warn};")

    def _show_played(self, moves: tuple[str, ...], task: Task) -> None:
        self.played.setVisible(bool(moves))
        key = (moves, task.accepted)
        if key == self._shown_played:
            return
        before, self._shown_played = self._shown_played, key
        if before is not None and before[0] == moves:  # the buttons stay: one may be pressed
            for button in self.played.findChildren(QPushButton):
                button.setChecked(button.text() in task.accepted)
            return
        controls.empty(self._played)
        self._played.addWidget(controls.label("Played from here:", "small"))
        for move in moves[:5]:
            button = QPushButton(move)
            button.setProperty("role", "small")
            button.setCheckable(True)
            button.setChecked(move in task.accepted)
            button.setToolTip(plain_tip(f"{move} is right"))
            button.clicked.connect(
                lambda _=False, move=move: self._author.tasks.toggle_accepted(move)
            )
            self._played.addWidget(button)
        self._played.addStretch(1)

    def _accept(self, text: str, go: object) -> None:
        tasks = self._author.tasks
        task = tasks.task
        if task is not None:
            found = moves_in(text, tasks.position, clicks=task.kind == "click")
            tasks.change("right moves", go, accepted=found)

    def _dress_pick(self) -> None:
        self.pick.setChecked(self._picker.is_on)

    def close_down(self) -> None:
        """Give clicks back."""
        self._picker.leave()
