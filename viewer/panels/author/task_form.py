"""The task of a step in plain words: what is right, and what is said to every answer."""

from collections.abc import Hashable
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from model.contract.game import Position
from model.phrases import counted, listed
from model.play.levels import HIGHEST, LOWEST
from model.records.lesson import MOST_MOVES, After, Answer, Praise, Step, Task
from viewer.games.registry import explainer_of
from viewer.learn.lessons.lesson_author import LessonAuthor
from viewer.learn.lessons.point_picker import AcceptedPicker
from viewer.panels.author.answers import AnswerRow, AnswerRows, FieldRow, SaidRow, choice_rows
from viewer.panels.author.condition_form import FIRST, ConditionForm, PourRows, named, small
from viewer.panels.author.lesson_text import line_in, moves_in, words_in
from viewer.scene_view.scene_view import SceneView
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP, active_theme
from viewer.widgets.controls import column_in, row_in
from viewer.widgets.messages import Notices
from viewer.widgets.prose import plain_tip
from viewer.widgets.text_fields import LineEdit, TextEdit

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
        self.own = controls.SegmentedControl(f"After {named_answer}", PICTURES)
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
        self.advice = controls.label(WRONG_ADVICE if wrong else ADVICE, "small", wraps=True)
        rows.addWidget(self.advice)
        self.marks = controls.label("")
        self.take_marks = small(
            "Use current marks", "Use the marks on the screen", self._take_marks
        )
        self.clear_marks = small(
            "Clear", "Show no marks after the answer", lambda: self._change(marks=())
        )
        self.show_line = controls.label("", wraps=True)
        self.take_show = small(
            "Use current",
            "Use the explanation on the screen",
            lambda: self._change(show=author.document.view.show),
        )
        self.clear_show = small(
            "Clear", "Show no explanation after the answer", lambda: self._change(show="")
        )
        rows.addLayout(named("Marks", self.marks, self.take_marks, self.clear_marks))
        shown = named("Shown", self.show_line, self.take_show, self.clear_show)
        self.shown_row = controls.holding(shown)
        rows.addWidget(self.shown_row)
        self.pour = PourRows(
            lambda: self._change(pour=author.pour_shown()), f"Pour after {named_answer}"
        )
        rows.addWidget(self.pour)
        column.addWidget(self.rows)
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

    def show_after(self, task: Task, position: Position) -> None:
        """Show what follows an answer to a task; nothing does where a right one goes on."""
        after, author = task.after_wrong if self._wrong else task.after, self._author
        self.setVisible(self._wrong or task.then is None or after is not None)
        self.own.set_value(after is not None)
        self.rows.setVisible(after is not None)
        if after is None:
            return
        # Points and corners of another board would not fit.
        fits = author.position_now().game.board is position.game.board
        marks = author.marks_shown() if fits else ()
        show = author.document.view.show if fits else ""
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


COLUMNS = 6
"""Moves in one row of the bar."""


class PartsBar(QWidget):
    """The moves of a task, one of which is worked on; not there for a task of one move."""

    def __init__(self, author: LessonAuthor) -> None:
        super().__init__()
        self._author = author
        self.choice: controls.SegmentedControl | None = None
        self._count = 0
        self._column = column_in(self, GAP - 4)
        self._column.addWidget(controls.label("A task of several moves", "muted"))
        self.led = controls.label("", "small", wraps=True)
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
            controls.discard(self.choice)
        parts = [(f"Move {part + 1}" if not part else str(part + 1), part) for part in range(total)]
        self.choice = controls.SegmentedControl("Move of the task", parts, columns=COLUMNS)
        self.choice.picked.connect(self._author.tasks.show)
        self._count = total
        self._column.insertWidget(1, self.choice)
        QWidget.setTabOrder(self, self.choice)


class FollowUpForm(QWidget):
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
        self.row = FieldRow(remove="Remove the reply and the moves that follow")
        self.reply = LineEdit("Reply", "The other side's move, or nothing")
        self.text = TextEdit("What to say with the reply", "What to say with it", 1, 5)
        self.next = controls.button("Write the next move", self._go_on, role="small")
        self.row.lay(0, "Reply", self.reply, self.row.remove)
        self.row.lay(1, "Say", self.text)
        self.row.lay(2, "Task", self.next)
        self.add = controls.button("Go on with a reply and another move", self._add, role="quiet")
        controls.fill(column, self.named, self.row, controls.row(self.add))
        self.row.bind("reply", self.reply, self._read)
        self.row.bind("text", self.text)
        self.row.changed.connect(self._change)
        self.row.left.connect(self.left)
        self.row.remove.clicked.connect(self._remove)

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
        self._author.tasks.change("no further move", then=None)

    def _go_on(self) -> None:
        tasks = self._author.tasks
        tasks.show(tasks.part + 1)
        self.went_on.emit()


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
        self._picker = AcceptedPicker(author, scene, notices)
        column = column_in(self, GAP - 2)
        self.kind = controls.SegmentedControl("What the learner does", KINDS)
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
            "When it is wrong, say", "otherwise", "Said of any other wrong try"
        )
        self.hint = self._text("Hint, when asked for", "hint", "Where to look")
        self.said = QWidget()
        said = column_in(self.said, GAP - 4)
        said.addWidget(controls.label("When it is right, say", "muted"))
        said.addWidget(self.right)
        self.praised = AnswerRows(
            author,
            "Say more to some right answers",
            "praise",
            "praise",
            lambda task: task.praise,
            lambda number: SaidRow(f"right answer {number + 1}", "Answer"),
            Praise(),
        )
        said.addWidget(self.praised)
        said.addWidget(controls.label("When it is wrong, say", "muted"))
        said.addWidget(self.otherwise)
        self._build_refutation(said)
        self.foreseen = AnswerRows(
            author,
            "Add a wrong try",
            "wrong tries",
            "foreseen",
            lambda task: task.foreseen,
            AnswerRow,
            Answer(),
        )
        said.addWidget(self.foreseen)
        said.addWidget(controls.label("Hint, when asked for", "muted"))
        said.addWidget(self.hint)
        column.addWidget(self.said)
        self.after = AfterForm(notices, author)
        self.after_wrong = AfterForm(notices, author, wrong=True)
        controls.fill(column, self.after, self.after_wrong)
        self.more = controls.button(
            "Add five positions like this",
            author.drills.add,
            "Steps that ask for the same in positions from games, each with a few right answers",
            "quiet",
        )
        author.drills.changed.connect(lambda: self.more.setEnabled(not author.drills.is_drawing))
        column.addLayout(controls.row(self.more))
        self.then = FollowUpForm(notices, author)
        self.then.went_on.connect(self.accepted.setFocus)
        column.addWidget(self.then)
        for written in (
            self.right,
            self.otherwise,
            self.line,
            self.end,
            self.hint,
            self.accepted,
            self.praised,
            self.foreseen,
            self.then,
        ):
            written.left.connect(self.left)
        scene.tools.changed.connect(self._dress_pick)

    def _build_condition(self, column: QVBoxLayout) -> None:
        self.conditions = QWidget()
        inner = column_in(self.conditions, GAP - 4)
        self.asked = controls.label("", "muted")
        self.condition = ConditionForm()
        self.condition.changed.connect(
            lambda condition, go: self._author.tasks.change(
                "goal of a task", go, condition=condition
            )
        )
        self.summary = controls.label("", "small", wraps=True)
        self.also = controls.label("", "muted")
        self.accepted = LineEdit("Right in any case", "2b2, 2d2")
        self.accepted.typed.connect(self._accept)
        self.pick = controls.button(
            "Click them",
            self._picker.switch,
            "Click points in the scene to add or remove them; Escape ends it",
            "small",
        )
        self.pick.setCheckable(True)
        accepting = controls.fill(row_in(None, GAP), (self.accepted, 1), self.pick)
        self.accepting = controls.holding(accepting)
        self.played = QWidget()
        self._played = row_in(self.played, 4)
        controls.fill(
            inner, self.asked, self.condition, self.summary, self.also, self.accepting, self.played
        )
        self._shown_played: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        column.addWidget(self.conditions)

    def _build_game(self, column: QVBoxLayout) -> None:
        """Against whom a game is played, and how long."""
        self.game = QWidget()
        rows = column_in(self.game, 4)
        self.level = controls.number_box("Level of the computer", LOWEST, HIGHEST)
        self.moves = controls.number_box("Moves of the learner", 0, MOST_MOVES)
        self.moves.setSpecialValueText("until it is over")
        for name, box, key in (("Level", self.level, "level"), ("Moves", self.moves, "moves")):
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
        self.line = LineEdit("Played after any other wrong try", "Then play, where possible")
        self.line.typed.connect(
            lambda text, go: self._author.tasks.change("line of a task", go, line=line_in(text))
        )
        self.end = self._text("What to say after those moves", "end", "Say at their end")
        controls.fill(column, self.line, self.end)

    def _build_choices(self, column: QVBoxLayout) -> None:
        self.choices = choice_rows(self._author)
        self.choices.left.connect(self.left)
        column.addWidget(self.choices)

    def _text(self, name: str, what: str, placeholder: str) -> TextEdit:
        field = TextEdit(name, placeholder, low=1, high=6)
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
            self.summary.setVisible(False)
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
        # What is played on the board is offered below, so that nobody needs the notation.
        self.accepted.setPlaceholderText(
            "2b2, 2d2" if clicks else "Type them, or play one on the board"
        )
        self.pick.setVisible(clicks)
        self._show_played(() if clicks else tasks.played_here(), task)
        for rows in (self.praised, self.foreseen):
            rows.show_records(position, clicks=clicks)
        self.tell(step)

    def tell(self, step: Step) -> None:
        """Say what meets the condition, or why it cannot be understood."""
        tasks = self._author.tasks
        author, task = self._author, tasks.task
        if task is None or task.kind in ("choice", "game"):
            return
        self.summary.setVisible(bool(task.condition))
        whole = author.validation.finding(author.document, step)
        found = None if whole is None else whole.of_part(tasks.part)
        noun = "points" if task.kind == "click" else "moves"
        good = True
        # Until it is known again it keeps its room: what is below stays where it is.
        counts = found is None and self.summary.isVisible()
        self.summary.setMinimumHeight(self.summary.height() if counts else 0)
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
        self.summary.setText(text)
        colours = active_theme()
        self.summary.setStyleSheet(f"color: {colours.good if good else colours.warn};")

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
            toggle = partial(self._author.tasks.toggle_accepted, move)
            button = controls.button(move, toggle, f"{move} is right", "small")
            button.setCheckable(True)
            button.setChecked(move in task.accepted)
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
