"""The form that says what a puzzle asks: kind, moves, corner, soundness, points, right moves."""

from contextlib import suppress

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QPushButton, QWidget

from model.contract.game import Move, Position
from model.puzzles.wording import asked, opponent_of, soundness
from model.records.puzzle import MOST_MOVES, Stipulation
from viewer.learn.puzzles.puzzle_text import read_known, read_moves
from viewer.panels.author.lesson_text import moves_in, words_in
from viewer.session.session import SessionError
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import keep_wide
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.prose import Prose, plain_tip
from viewer.widgets.text_fields import LineEdit

KINDS = (
    ("Stop every threat", "parry"),
    ("The only move not to lose", "only"),
    ("A good move (not proved)", "accepted"),
)
"""What is asked beside the goals of the game."""
CHOSEN = (("Win against every answer", "win"), ("Win against a known choice", "known"))
"""What is asked where both sides choose at once."""
FIRST = (
    ("One key move", "unique"),
    ("Several key moves", "set"),
    ("One key move, no mirror image", "only"),
)
FIRST_CHOSEN = (
    ("One answer", "unique"),
    ("Several answers", "set"),
    ("One answer, no mirror image", "only"),
)


class StipulationForm(QWidget):
    """Shows a stipulation and lets it be changed.

    Signals
    -------
    picked(Stipulation, object)
        The stipulation a person made, never one that makes no sense; the go of typing, or None.
    picking
        Whether points are to be picked on the board.
    drawn
        What is drawn of the other side's choice is to be the known one.
    left
        Escape was pressed in a field.
    """

    picked = Signal(object, object)
    picking = Signal(bool)
    drawn = Signal()
    left = Signal()

    def __init__(self, *, on_board: bool) -> None:
        super().__init__()
        self._position: Position | None = None
        self.stipulation = Stipulation("win")
        self._filled_in = ""
        self._known = ""
        self.said = Prose("What the puzzle asks")
        self.kind = controls.combo("What the puzzle asks", ())
        self.moves = controls.number_box("Own moves", 0, MOST_MOVES)
        keep_wide(self.moves, 96)
        self.corner = controls.combo("Corner", ())
        self.first = controls.combo("What makes it sound", FIRST)
        self.points = _line("Points to choose the answer from", "any point")
        self.accepted = _line("Right moves", "moves, separated by spaces")
        self.pick = QPushButton("Pick")
        self.pick.setCheckable(True)
        self.pick.setToolTip("Click the points in the scene or on the maps; Escape ends it")
        self.pick.setVisible(on_board)
        self.pick.toggled.connect(self.picking)
        self.known = _line("What the other side is known to choose", "nothing: it stands still")
        self.take = controls.button(
            "As drawn",
            self.drawn.emit,
            "Take over what is drawn on the board: drag the other side's pieces first",
        )
        self.take.setVisible(on_board)
        self.trouble = controls.label("", "error", wraps=True)
        self.trouble.hide()
        self._form = controls.form_in(self, int(1.5 * GAP), GAP - 2)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.addRow("Task", self.kind)
        self._form.addRow("Corner", self.corner)
        self._form.addRow("Moves", self.moves)
        chosen = controls.fill(controls.row_in(), (self.known, 1), self.take)
        self._chosen = controls.holding(chosen)
        self._form.addRow("Known", self._chosen)
        self._form.addRow("Answer", self.first)
        where = controls.fill(controls.row_in(), (self.points, 1), self.pick)
        self._where = controls.holding(where)
        self._form.addRow("Points", self._where)
        self._form.addRow("Right", self.accepted)
        self._form.addRow(self.trouble)
        # Below: as high as it says, and nothing that is clicked moves with it.
        self._form.addRow(self.said)
        self.corner.activated.connect(self._keep_corner)
        for box in (self.kind, self.corner, self.first):
            # A long entry may be elided in the list, and never makes the dock wider.
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(12)
            box.activated.connect(self.read)
        self.moves.valueChanged.connect(self.read)
        for line in (self.points, self.accepted, self.known):
            line.typed.connect(self._typed)
            line.editingFinished.connect(self.read)
            line.left.connect(self.left)

    def show_stipulation(self, position: Position, stipulation: Stipulation) -> None:
        """Show what is asked of a position; nothing is told."""
        if self._position is None or position.game != self._position.game:
            self._offer(position)
        is_other, before = position != self._position, self.stipulation
        self._position, self.stipulation = position, stipulation
        self._known = stipulation.known or self._known
        at_once = position.game.kind.hides
        controls.set_combo(self.kind, "known" if stipulation.known else stipulation.kind)
        controls.set_combo(self.corner, stipulation.corner)
        controls.set_combo(self.first, stipulation.first)
        kind = stipulation.kind
        with QSignalBlocker(self.moves):
            self.moves.setMinimum(1 if kind == "parry" else 0)
            self.moves.setSpecialValueText("" if kind == "parry" else "any number")
            self.moves.setValue(stipulation.moves or (1 if kind == "parry" else 0))
        other = opponent_of(position).capitalize()
        who = f"Moves of {other} that are considered" if kind == "parry" else "Own moves, at most"
        self.moves.setToolTip(plain_tip(who))
        # What is being typed stays as it is typed, also while half of it fits nothing.
        if is_other or self._points_in(position) != stipulation.points:
            self.points.say(" ".join(stipulation.points))
        if is_other or self._accepted_in(position) != stipulation.accepted:
            self.accepted.say(" ".join(stipulation.accepted))
        known = stipulation.known
        if is_other or (known and (self._known_in(position) or before.known) != known):
            self.known.say(known)
        corners = self.corner.count() > 1
        for row, shown in (
            (self.corner, corners and self._may_name_corner(kind)),
            (self.moves, (stipulation.asks_goal or kind == "parry") and not at_once),
            (self._chosen, bool(stipulation.known)),
            (self.first, stipulation.asks_goal or kind == "parry"),
            (self._where, kind != "accepted" and not at_once),
            (self.accepted, kind == "accepted"),
        ):
            self._form.setRowVisible(row, shown)
        self.said.say(f"**{asked(position, stipulation)}** {soundness(stipulation, position)}")
        self._complain("")

    def _offer(self, position: Position) -> None:
        """Offer what fits the game: corners only where they are held."""
        game, self._known = position.game, ""
        corners = tuple(game.board.corners) if game.kind.corner_goal is not None else ()
        goals = [(goal.asked, goal.name) for goal in game.kind.goals]
        controls.fill_combo(self.first, FIRST_CHOSEN if game.kind.hides else FIRST)
        controls.fill_combo(self.kind, CHOSEN if game.kind.hides else (*goals, *KINDS))
        controls.fill_combo(self.corner, [("none: the whole game", ""), *((c, c) for c in corners)])

    def _may_name_corner(self, kind: str) -> bool:
        """Whether what is asked may be about a corner."""
        return kind == "parry" or self._is_of_corner(kind)

    def _is_of_corner(self, kind: str) -> bool:
        """Whether what is asked is a goal that is about a corner."""
        assert self._position is not None
        about_corner = self._position.game.kind.corner_goal
        return about_corner is not None and kind == about_corner.name

    def add_row(self, name: str, widget: QWidget) -> None:
        """Put another row at the end."""
        self._form.insertRow(self._form.rowCount() - 2, name, widget)

    def names_width(self) -> int:
        """Return how wide the names of its rows are."""
        rows = range(self._form.rowCount())
        items = [self._form.itemAt(row, QFormLayout.ItemRole.LabelRole) for row in rows]
        names = [None if item is None else item.widget() for item in items]
        return max(name.sizeHint().width() for name in names if name is not None)

    def show_row(self, widget: QWidget, shown: bool) -> None:
        """Show or hide the row of a widget."""
        self._form.setRowVisible(widget, shown)

    def toggle_point(self, site: str) -> None:
        """Take a point in, or out again."""
        names = self.points.text().replace(",", " ").split()
        names = [name for name in names if name != site] if site in names else [*names, site]
        self.points.say(" ".join(names))
        self.read()

    def _keep_corner(self) -> None:
        """The corner is a person's choice now, and stays whatever is asked."""
        self._filled_in = ""

    def read(self, *_: object) -> None:
        """Take over what the controls say, or say what is wrong with it."""
        position = self._position
        if position is None:
            return
        try:
            accepts = self.kind.currentData() == "accepted"
            read_moves(position, self.accepted.text() if accepts else "")
            made = self._read(position)
            for point in words_in(self.points.text()):
                if point not in position.game.board:
                    raise SessionError(f"{point} is not a point of this board")
        except SessionError as error:
            self._complain(str(error))
        else:
            self._take(made, position, None)

    def _typed(self, text: str, go: object) -> None:
        """Take over what fits of a letter more; what does not is said when the field is left."""
        if self._position is not None:
            with suppress(SessionError):
                self._take(self._read(self._position), self._position, go)

    def _take(self, made: Stipulation, position: Position, go: object) -> None:
        is_new = made != self.stipulation
        if is_new:
            self.show_stipulation(position, made)
        # A file that asks for one of no moves could not be opened again.
        lacks = made.kind == "accepted" and not made.accepted
        self._complain("name at least one right move" if lacks else "")
        if is_new and not lacks:
            self.picked.emit(made, go)

    def _points_in(self, position: Position) -> tuple[str, ...]:
        """The points that are named; a file can hold no others."""
        return tuple(name for name in words_in(self.points.text()) if name in position.game.board)

    def _accepted_in(self, position: Position) -> tuple[Move, ...]:
        return moves_in(self.accepted.text(), position, clicks=False)

    def _known_in(self, position: Position) -> Move:
        """The known choice as it is typed, "" while it fits none."""
        try:
            return read_known(position, self.known.text())
        except SessionError:
            return ""

    def _read(self, position: Position) -> Stipulation:
        """What the controls say; SessionError."""
        if position.game.kind.hides:
            return Stipulation(
                "win", 1, first=self.first.currentData(), known=self._read_known(position)
            )
        kind: str = self.kind.currentData()
        corner = self.corner.currentData() or ""
        if self._is_of_corner(kind) and not corner:
            corner = self._filled_in = self.corner.itemData(1)
        elif not self._is_of_corner(kind) and corner == self._filled_in:
            corner = ""  # nobody chose it: the arrow keys only went past the goal about corners
        number = self.moves.value()
        moves = number or None
        if kind == "parry" and number <= 1:
            moves = None
        points = self._points_in(position)
        if kind == "accepted":
            return Stipulation("accepted", accepted=self._accepted_in(position))
        if kind == "only":
            return Stipulation("only", first="only", points=points)
        first = self.first.currentData()
        if self.stipulation.kind == "only":
            first = "unique"
        return Stipulation(
            kind, moves, corner if self._may_name_corner(kind) else "", first, points
        )

    def _read_known(self, position: Position) -> str:
        """What the other side is known to choose; the last one where another task was asked."""
        if self.kind.currentData() != "known":
            return ""
        if not self.stipulation.known:
            return self._known or read_known(position, "")
        return read_known(position, self.known.text())

    def _complain(self, sentence: str) -> None:
        self.trouble.setText(sentence[:1].upper() + sentence[1:])
        self._form.setRowVisible(self.trouble, bool(sentence))


def _line(name: str, hint: str) -> LineEdit:
    line = LineEdit(name, hint)
    line.setToolTip(plain_tip(name))
    return line
