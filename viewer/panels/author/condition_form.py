"""The condition of a task, put together from a list in plain words, and what meets it."""

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QSpinBox, QWidget

from model.boards.board import Board
from model.boards.lattice import WALLS
from model.contract.game import Position
from model.contract.hooks import Condition
from model.lessons.judging import known
from viewer.games.registry import explainer_of
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import keep_wide
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import column_in, row_in
from viewer.widgets.text_fields import Go, LineEdit

# Rows of the lesson editor: a name, what it is now, and small buttons; and what pours.


def named(name: str, what: QWidget, *buttons: QWidget) -> QHBoxLayout:
    """Return a row: a name, what it is now, and what can be done about it."""
    line = row_in(None, 4)
    named = controls.label(name, "muted")
    named.setMinimumWidth(58)
    controls.fill(line, named, (what, 1), *buttons)
    return line


def small(text: str, tip: str, run: Callable[[], object]) -> QPushButton:
    """Return a small button with a tip, which is part of its name for a screen reader."""
    button = controls.button(text, run, tip, "small")
    button.setAccessibleName(f"{text}: {tip}")
    return button


class PourRows(QWidget):
    """Chooses a pour; not there in games in which nothing pours.

    Attributes
    ----------
    take
        Uses the pour that is shown now.

    Signals
    -------
    chosen(str, object)
        "SW:red", "" for nothing; and the go through the list.
    """

    chosen = Signal(str, object)

    def __init__(self, take: Callable[[], object], what: str = "Pour") -> None:
        super().__init__()
        self._board: Board | None = None
        self.corners = controls.combo(f"{what} from which corner", ())
        self.past = controls.combo(f"{what} past whose pieces", ())
        self._go = Go(self)
        for box in (self.corners, self.past):
            box.activated.connect(lambda _: self._chose())
        self.take = small("Use current pour", "Use the pour that is shown now", take)
        boxes = controls.holding(controls.fill(row_in(None, 4), self.corners, self.past, 0))
        controls.fill(column_in(self, 4), named("Pour", boxes), self.take)

    def show_pour(self, pour: str, position: Position, current: str) -> None:
        """Show a pour, and offer the one on the screen; nothing is emitted."""
        explainer = explainer_of(position)
        self.setVisible(explainer is not None)
        if explainer is None:
            return
        if self._board is not position.game.board:
            self._board = position.game.board
            corners = [(f"from {corner}", corner) for corner in position.game.board.corners]
            sides = [(f"past {side.capitalize()}", side) for side in position.game.players]
            controls.fill_combo(self.corners, [("nothing", ""), *corners])
            controls.fill_combo(self.past, sides)
        corner, _, side = pour.partition(":")
        controls.set_combo(self.corners, corner)
        controls.set_combo(self.past, side)
        self.past.setVisible(bool(pour))
        self.take.setVisible(bool(current) and current != pour)

    def _chose(self) -> None:
        corner, side = self.corners.currentData(), self.past.currentData()
        self.chosen.emit(f"{corner}:{side}" if corner else "", self._go.on())


FIRST = "is listed below"
"""What the first list says where a task has no condition."""


class ConditionForm(QWidget):
    """One row a word of the condition; all must be met.

    Signals
    -------
    changed(str, object)
        The condition as `model.lessons.judging` writes it, and the go of typing or None.
    """

    changed = Signal(str, object)

    def __init__(self, first: str = FIRST, title: str = "What the task asks for") -> None:
        """Make the form; `first` is how a list says that there is no condition."""
        super().__init__()
        self.first, self._title = first, title
        self.rows: list[ConditionRow] = []
        self._position: Position | None = None
        self._clicks = False
        self._offered: tuple[Board, str, bool, str] | None = None
        self.point = ""
        self._column = column_in(self, 4)

    def show_condition(self, position: Position, condition: str, *, clicks: bool) -> None:
        """Show a condition; nothing is emitted."""
        words = condition.split("+") if condition else []
        offered = (position.game.board, position.game.kind.name, clicks, self.first)
        self._position, self._clicks = position, clicks
        if offered != self._offered:
            self._offered = offered
            for row in self.rows:
                controls.discard(row)
            self.rows = []
        while len(self.rows) > len(words) + 1:
            row = self.rows.pop()
            controls.discard(row)
        while len(self.rows) < len(words) + 1:
            self._add_row()
        for number, row in enumerate(self.rows):
            row.show_word(words[number] if number < len(words) else "", first=number == 0)

    def _add_row(self) -> None:
        assert self._position is not None
        number = len(self.rows)
        before = self.rows[-1] if self.rows else None
        row = ConditionRow(self._position, clicks=self._clicks, first=self.first)
        row.words.setAccessibleName(self._title)
        row.default_point = lambda: self.point
        row.changed.connect(lambda _, go, number=number: self._changed(number, go))
        self.rows.append(row)
        self._column.addWidget(row)
        if before is not None:
            QWidget.setTabOrder(before.last_field, row.words)

    def _changed(self, number: int, go: object) -> None:
        words = [row.word for row in self.rows if row.word]
        self.changed.emit("+".join(words), go)


class ConditionRow(QWidget):
    """One word of a condition: what is wanted, and of what corner, level, wall or point.

    Signals
    -------
    changed(str, object)
        As of `ConditionForm`.
    """

    changed = Signal(str, object)

    def __init__(self, position: Position, *, clicks: bool, first: str = FIRST) -> None:
        super().__init__()
        self._first = first
        board = position.game.board
        self._conditions: dict[str, Condition] = {
            condition.name: condition for condition in known(position, clicks=clicks)
        }
        self.default_point: Callable[[], str] = str
        self._names = board.names
        self.words = controls.combo("What the task asks for", ())
        self.words.addItem("", "")
        for condition in self._conditions.values():
            self.words.addItem(in_short(condition), condition.name)
        self.words.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.words.setMinimumContentsLength(12)
        corners = [(name, name) for name in board.corners]
        walls = [(name, name) for name in WALLS if name in board.layers]
        sides = [(side.capitalize(), side) for side in position.game.players]
        self.corner = controls.combo("Corner", corners)
        self.wall = controls.combo("Wall", walls)
        self.side = controls.combo("Side", sides)
        self.figure: QSpinBox = controls.number_box("How many, or which level", 0, 99)
        keep_wide(self.figure, 48)
        self.site = LineEdit("Point", "2b2")
        keep_wide(self.site, 74)
        # Going through a list by the arrow keys is one edit, too.
        self._go = Go(self)
        self.words.activated.connect(lambda _: self._chosen())
        for box in (self.corner, self.wall, self.side):
            box.activated.connect(lambda _: self._told(self._go.on()))
        self.figure.valueChanged.connect(lambda _: self._told(self._go.on()))
        self.site.typed.connect(lambda _, go: self._told(go))
        row = controls.fill(row_in(self, GAP // 2), (self.words, 1), self.figure, self.site)
        controls.fill(row, self.wall, self.corner, self.side)
        self.show_word("", first=True)

    @property
    def last_field(self) -> QWidget:
        """The last field that is shown."""
        fields = (self.side, self.corner, self.wall, self.site, self.figure)
        return next((field for field in fields if not field.isHidden()), self.words)

    @property
    def word(self) -> str:
        """The word that is chosen, "" for none."""
        name = self.words.currentData()
        condition = self._conditions.get(name)
        if not name or condition is None:
            return name or ""
        arguments = {
            "": "",
            "corner": self.corner.currentData(),
            "number": str(self.figure.value()),
            "site": self.site.text().strip(),
            "wall": self.wall.currentData(),
            "corner:side": f"{self.corner.currentData()}:{self.side.currentData()}",
            "move": self.site.text().strip(),
        }
        return f"{name}={arguments[condition.argument]}" if condition.argument else name

    def show_word(self, word: str, *, first: bool) -> None:
        """Show a word; nothing is emitted."""
        self.words.setItemText(0, self._first if first else "and nothing more")
        name, _, argument = word.partition("=")
        blocked = [QSignalBlocker(w) for w in (self.figure, self.corner, self.wall, self.side)]
        if name and name not in self._conditions:
            name = word  # written by hand, and not understood
            if self.words.findData(name) < 0:
                self.words.addItem(word, word)
        controls.set_combo(self.words, name)
        condition = self._conditions.get(name)
        kind = "" if condition is None else condition.argument
        if kind == "number" and argument.isascii() and argument.isdigit():
            self.figure.setValue(int(argument))
        elif kind in ("site", "move"):
            if argument != self.site.text().strip():
                self.site.say(argument)
        elif kind == "wall":
            controls.set_combo(self.wall, argument)
        elif kind in ("corner", "corner:side"):
            corner, _, side = argument.partition(":")
            controls.set_combo(self.corner, corner)
            controls.set_combo(self.side, side)
        self._fit(kind)
        del blocked

    def _fit(self, kind: str) -> None:
        self.figure.setVisible(kind == "number")
        self.site.setVisible(kind in ("site", "move"))
        self.wall.setVisible(kind == "wall")
        self.corner.setVisible(kind in ("corner", "corner:side"))
        self.side.setVisible(kind == "corner:side")

    def _chosen(self) -> None:
        condition = self._conditions.get(self.words.currentData())
        kind = "" if condition is None else condition.argument
        if kind == "number" and not self.figure.value():
            with QSignalBlocker(self.figure):
                self.figure.setValue(1)
        if kind == "site" and not self.site.text():
            self.site.say(self.default_point() or self._names[0])
        self._fit(kind)
        self._told(self._go.on())

    def _told(self, go: object) -> None:
        self.changed.emit(self.word, go)


def in_short(condition: Condition) -> str:
    """Say a condition without what it is of: "holds …", "touches at least … pieces"."""
    words = condition.says
    for blank in ("{}", "{0}", "{1}"):
        words = words.replace(blank, "…")
    return words
