"""The dialog of a new game: which game, its options in plain words, and how it will look."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from model.contract.game import CHANCE, Game, GameKind, Option, Position
from model.contract.hooks import hooks_of
from model.notation.tokens import write_option
from model.phrases import counted
from model.play.clock import TimeControl
from model.play.levels import HIGHEST, LOWEST
from model.play.opponent import refusal
from model.play.seats import PERSON, Computer, Foreign, Seat, Seats
from model.positions.setup import read_position
from model.puzzles.request import usual_question
from model.records.files import new_game
from model.records.puzzle import Stipulation
from model.records.view import Camera
from model.registry import faults, kinds
from viewer.games.facts import OptionExample, OptionWords
from viewer.games.registry import game_view_named
from viewer.panels.author.stipulation_form import StipulationForm
from viewer.picture.compose.ground import dimpled, in_cells, place_word
from viewer.picture.flat.miniature import Miniature, miniature_of
from viewer.picture.picking.click_meaning import partial_move_of
from viewer.session.preferences import Preferences
from viewer.widgets import controls, flat_painting
from viewer.widgets.appearance.chosen_preferences import with_text
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import WIDE, column_in, combo, label, number_box, row_in, text_line
from viewer.widgets.dialog_body import (
    DialogBody,
    FittingDialog,
    FittingScroll,
    answer_buttons,
    on_change,
)
from viewer.widgets.flat_painting import PictureLabel
from viewer.widgets.prose import plain_tip
from viewer.window.players.opponent_choice import OpponentChoice, levels_alike
from viewer.window.welcome import tile_pictures

START, EXAMPLE = QSize(300, 230), QSize(300, 190)
_LATTICE, _FIELDS = Camera(azimuth=19, elevation=24), Camera(azimuth=19, elevation=42)


class GamePreview(QWidget):
    """The board as the game begins on it; under it where a piece may go under the options.

    Attributes
    ----------
    start, told
        The picture of the start, and what is said of it.
    example, caption
        The picture of the example, and what it shows.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        controls.dress_as(self, "Panel")
        self.start, self.summary = PictureLabel(), label("", "small")
        self.example, self.caption = PictureLabel(), label("", "small")
        self.start.setAccessibleName("How the game begins")
        self.example.setAccessibleName("What the options do")
        self.start.setFixedSize(START)
        self.example.setFixedSize(EXAMPLE)
        column = column_in(self, None, 2 * GAP, 3 * GAP, 2 * GAP, 2 * GAP)
        for picture, words in ((self.start, self.summary), (self.example, self.caption)):
            words.setWordWrap(True)
            words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            controls.fill(column, picture, words)
        column.addStretch(1)

    def show_start(self, position: Position) -> None:
        """Show how a game begins: what stands, and on a lattice every point of the first move."""
        miniature = miniature_of(position)
        board = position.game.board
        if dimpled(board):
            dots = partial_move_of(position, ()).choices
            miniature = Miniature(board, miniature.sites, miniature.owners, miniature.players, dots)
        # Those of the usual starts were drawn by the scene; any other is painted flat at once.
        drawn = tile_pictures.start_of(position)
        self.start.setPixmap(drawn or self._drawn(miniature, START))
        number = position.legal_moves.count()  # programs are counted in millions
        moves = f"{number:,} legal first move{'' if number == 1 else 's'}"
        places = counted(len(board) - len(board.edges), place_word(board))
        by_chance = position.to_move == CHANCE  # nobody chooses what the dice show
        self.summary.setText(
            f"{places}, and dice are rolled first" if by_chance else f"{places}, {moves}"
        )

    def show_nothing(self) -> None:
        """Show no start: the options make no game."""
        self.start.setPixmap(QPixmap())
        self.summary.setText("")

    def show_example(
        self, kind: GameKind, example: OptionExample | None, options: Mapping[str, str]
    ) -> None:
        """Show where a piece may go under the options; nothing for a game without an example."""
        self.example.setVisible(example is not None)
        self.caption.setVisible(example is not None)
        if example is None:
            return
        chosen = {name: options[name] for name in example.options if name in options}
        words = ",".join(f"{name}={value}" for name, value in chosen.items())
        position = read_position(f"{kind.name}:{words} {example.position}")
        miniature = miniature_of(position)
        reach = np.zeros(len(position.game.board), bool)
        site = position.game.board.index(example.site)
        reach |= partial_move_of(position, (example.site,)).choices
        reach[site] = False
        shown = Miniature(
            position.game.board, miniature.sites, miniature.owners, miniature.players, reach=reach
        )
        self.example.setPixmap(self._drawn(shown, EXAMPLE))
        self.caption.setText(f"{example.caption}: {counted(int(reach.sum()), 'field')}")

    def _drawn(self, what: Miniature, size: QSize) -> QPixmap:
        camera = _LATTICE if dimpled(what.board) else _FIELDS
        if in_cells(what.board):
            camera = Camera()  # its home view, upright
        return flat_painting.pixmap(what, camera, size, self.devicePixelRatioF())


LARGE = 1.4
"""Size of the letters from which on a name and its field do not fit beside each other."""
WIDEST = 660
"""Logical pixels that the options take at most: beside them is the preview."""
NONE = "none"
"""The word of positions for an option that is given no value."""


class NewGame(FittingDialog):
    """Choose a game and its options; `choice` says which.

    Parameters
    ----------
    chosen
        Preferences that name the usual opponent; None: nobody is asked for one.
    of
        Puzzles are to be made of a game: the dialog says so, and begins with this one.

    Attributes
    ----------
    how_to_win
        How the chosen game is won; hidden where nobody says it.
    refused
        Why games of other packages are not offered; hidden where none are refused.
    against
        Whom one plays against; hidden where nobody is asked for, and of games without engines.
    alike
        Which levels play alike on the board that is chosen; hidden where none are known to.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        chosen: Preferences | None = None,
        *,
        of: Game | None = None,
    ) -> None:
        super().__init__(parent, QSize(820, 600))
        called = "New game" if of is None else "Game of the puzzles"
        self.setWindowTitle(called)
        self._kinds = kinds()
        self._fields: dict[str, QWidget] = {}
        self.preview = GamePreview()
        sides = row_in(self, 0)
        column = QVBoxLayout()
        controls.fill(sides, (column, 1), self.preview)
        column.setContentsMargins(3 * GAP, 3 * GAP, 3 * GAP, 2 * GAP)
        column.setSpacing(int(1.5 * GAP))
        title = label(called, "title")
        column.addWidget(title)
        self.game = QComboBox()
        self.game.setAccessibleName("Game")
        for name, kind in self._kinds.items():
            self.game.addItem(kind.title, name)
        top = QFormLayout()
        top.setHorizontalSpacing(2 * GAP)
        top.addRow("Game", self.game)
        column.addLayout(top)
        refused = (f"Not offered: {why}." for why in faults().values())
        self.refused = label("\n".join(refused), "muted", wraps=True)
        self.refused.setVisible(bool(self.refused.text()))
        column.addWidget(self.refused)
        self.how_to_win = label("", wraps=True)
        column.addWidget(self.how_to_win)
        self.credit = label("", "small", wraps=True)
        column.addWidget(self.credit)
        body = QWidget()
        body.setObjectName("PanelBody")
        self._form = controls.form_in(body)
        self._form.setContentsMargins(GAP, GAP, GAP, GAP)
        with_text(body, self._wrap)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        scroll = FittingScroll(WIDEST)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the field that has the keyboard
        scroll.setWidget(body)
        column.addWidget(scroll, 1)
        self.board_file = controls.button("Board from file…", self._ask_board)
        column.addWidget(self.board_file, 0, Qt.AlignmentFlag.AlignLeft)
        self._asks_opponent = chosen is not None
        self.against = OpponentChoice()
        self.against.picked.connect(self._show_alike)
        if chosen is not None:
            self.against.show_choice(chosen)
        self._against_title = label("Opponent", "section")
        controls.fill(column, self._against_title, self.against)
        self.alike = label("", "small", wraps=True)
        self.trouble = label("", "error", wraps=True)
        self.trouble.hide()
        # Both have their room from the start: what is typed moves nothing above them.
        said = QWidget()
        controls.fill(column_in(said, 0), self.alike, self.trouble, 0)
        with_text(said, lambda _: said.setMinimumHeight(2 * said.fontMetrics().lineSpacing()))
        column.addWidget(said)
        word = "Begin" if of is None else "Choose"
        begin = controls.button(word, self._begin, role="primary")
        column.addWidget(answer_buttons(self, begin))
        self.board_file.setAutoDefault(False)
        begin.setDefault(True)  # only now has it a dialog to be the default of
        self.setMinimumHeight(480)
        self.game.currentIndexChanged.connect(lambda: self._show_options())
        self._show_options()
        if chosen is not None:
            self._begin_with(chosen.game, chosen.game_options)
        elif of is not None:
            options = {name: write_option(value) for name, value in of.options.items()}
            self._begin_with(of.kind.name, options)

    def _begin_with(self, game: str, options: Mapping[str, str]) -> None:
        """Show the game that was begun last, with its options; what it no longer has is left."""
        if game not in self._kinds:
            return
        self.game.setCurrentIndex(self.game.findData(game))
        for option, text in options.items():
            if option in self._fields:
                set_text(self._fields[option], text)

    def _wrap(self, scale: float) -> None:
        """Put what an option is called above its field where the letters are large."""
        wraps, stays = QFormLayout.RowWrapPolicy.WrapAllRows, QFormLayout.RowWrapPolicy.DontWrapRows
        self._form.setRowWrapPolicy(wraps if scale > LARGE else stays)

    @property
    def choice(self) -> tuple[str, dict[str, str]]:
        """The game's name and its options as texts."""
        name = str(self.game.currentData())
        texts = {option: text_of(field) for option, field in self._fields.items()}
        given = {option: text for option, text in texts.items() if text}
        for option, others in game_view_named(name).replaced_options.items():
            if any(other in given for other in others):
                given.pop(option, None)
        return name, given

    @property
    def preferred(self) -> dict[str, object]:
        """The game, the opponent and the clock as preferences by their names."""
        name, options = self.choice
        chosen: dict[str, object] = {"game": name, "game_options": options}
        return chosen if self.against.isHidden() else chosen | self.against.preferred

    @property
    def has_opponent(self) -> bool:
        """Whether there is an opponent; else persons play."""
        return not self.against.isHidden() and self.against.plays

    def _show_alike(self) -> None:
        """Say which levels are alike only while a level is to play."""
        self.alike.setVisible(bool(self.alike.text()) and self.against.plays)

    def _show_opponent(self, start: Position) -> None:
        """Ask for an opponent where an engine plays the game."""
        others = len(hooks_of(start.game.kind).seated(start.game)) > 1
        plays = self._asks_opponent and others and not refusal(start.game)
        for widget in (self._against_title, self.against):
            widget.setVisible(plays)
        self.alike.setText(levels_alike(start.game) if plays else "")
        self._show_alike()
        if plays:
            self.against.offer_levels(start.game)
        self.against.offer_time(hooks_of(start.game.kind).choice_time(start.game))
        players = start.game.players
        at_once = start.game.kind.hides and len(players) == 2
        self.against.offer_sides(*(players if at_once else ("", "")))

    def _show_options(self) -> None:
        while self._form.rowCount():
            self._form.removeRow(0)
        self._fields = {}
        self.trouble.hide()
        name = str(self.game.currentData())
        kind = self._kinds[name]
        self.board_file.setVisible(any(option.file for option in kind.options))
        words = game_view_named(name).options
        known = {option.name: option for option in kind.options}
        order = [*(option for option in words if option in known)]
        order += [option for option in known if option not in words]
        group = ""
        for option in order:
            texts = words.get(option) or general_words(known[option])
            if texts.group != group:
                group = texts.group
                self._form.addRow(label(group, "section"))
            field = option_field(known[option], texts)
            field.setToolTip(plain_tip(known[option].help))
            field.setAccessibleName(texts.title)
            self._fields[option] = field
            if isinstance(field, QCheckBox):
                self._form.addRow(field)
            else:
                self._form.addRow(texts.title, field)
            on_change(field, self._follow)
            if texts.help:
                line = label(texts.help, "small", wraps=True)
                self._form.addRow("", line)
        controls.say(self.how_to_win, game_view_named(name).how_to_win)
        self.credit.setText(kind.credit)
        # Options are made anew for each game: Qt would come to them after the buttons.
        for before, after in pairwise((self.game, *self._fields.values())):
            QWidget.setTabOrder(before, after)
        self._follow()

    def _follow(self) -> None:
        """Show how the game begins with these options; while they make none, what is wrong."""
        name, options = self.choice
        kind = self._kinds[name]
        try:
            start = new_game(kind, options).start()
        except ValueError as error:
            text = str(error)
            self._complain(text[:1].upper() + text[1:])
            self.preview.show_nothing()
            return
        self._show_opponent(start)
        self.trouble.hide()
        self.preview.show_start(start)
        self.preview.show_example(kind, game_view_named(name).example, options)

    def _begin(self) -> None:
        """Close where the options make a game; else say what is wrong with them."""
        self._follow()
        if self.trouble.isHidden():
            self.accept()

    def _complain(self, sentence: str) -> None:
        self.alike.hide()
        self.trouble.setText(sentence)
        self.trouble.show()

    def _ask_board(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, "Board from file", "", "Board files (*.json);;All files (*)"
        )
        if name:
            self.take_board(Path(name))

    def take_board(self, path: Path) -> bool:
        """Choose the board of a file; what is wrong with it is said, and all stays as it was."""
        kind = self._kinds[str(self.game.currentData())]
        option = next(option for option in kind.options if option.file)
        try:
            new_game(kind, {option.name: str(path)})
        except ValueError as error:
            self._complain(str(error))
            return False
        self.trouble.hide()
        box = self._fields[option.name]
        assert isinstance(box, QComboBox)
        if box.findText(str(path)) < 0:
            box.addItem(str(path), str(path))
        box.setCurrentIndex(box.findText(str(path)))
        return True


def general_words(option: Option) -> OptionWords:
    """Return the words for an option that its game says nothing about."""
    title = option.name.replace("_", " ").capitalize()
    return OptionWords(title, help=option.help[:1].upper() + option.help[1:])


def option_field(option: Option, words: OptionWords) -> QWidget:
    """Return the control that fits an option, at its default."""
    if option.values:
        entries = [(words.values.get(value, value), value) for value in option.values]
        if option.optional:
            entries.append((words.unset, NONE))
        box = combo(option.name, entries)
        # In large letters it may be narrower than its longest entry.
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        longest = max(len(text) for text, _ in entries)
        box.setMinimumContentsLength(min(26, longest))
        box.setCurrentIndex(box.findData(NONE if option.default is None else option.default))
        return box
    if isinstance(option.default, bool):
        check = QCheckBox(words.title)
        check.setChecked(option.default)
        return check
    if option.text or isinstance(option.default, str):
        text = "" if option.default is None else str(option.default)
        return text_line(option.name, words.unset, text)
    spin = number_box(option.name, option.minimum, option.maximum)
    spin.setAlignment(Qt.AlignmentFlag.AlignLeft)
    spin.lineEdit().setTextMargins(8, 0, 8, 0)  # as in other fields: a spin box has no padding
    spin.setKeyboardTracking(True)  # the preview follows each letter
    if option.default is None or option.optional:
        spin.setMinimum(option.minimum - 1)
        spin.setSpecialValueText(words.unset)
        spin.setProperty("unset", NONE if option.optional else "")
    spin.setValue(option.minimum - 1 if option.default is None else int(option.default))
    return spin


def text_of(field: QWidget) -> str:
    """Return what a control says as an option's text; "" where it is left at no value."""
    if isinstance(field, QComboBox):
        return str(field.currentData())
    if isinstance(field, QCheckBox):
        return "true" if field.isChecked() else "false"
    if isinstance(field, QSpinBox):
        if field.specialValueText() and field.value() == field.minimum():
            return str(field.property("unset"))
        return str(field.value())
    assert isinstance(field, QLineEdit)
    return field.text().strip()


def set_text(field: QWidget, text: str) -> None:
    """Let a control say what `text_of` returned; a text that it cannot say changes nothing."""
    if isinstance(field, QComboBox):
        index = field.findData(text)
        if index >= 0:
            field.setCurrentIndex(index)
    elif isinstance(field, QCheckBox):
        field.setChecked(text == "true")
    elif isinstance(field, QSpinBox):
        if text.isascii() and text.isdigit() and len(text) < 9:
            field.setValue(int(text))
        elif field.specialValueText() and text == field.property("unset"):
            field.setValue(field.minimum())
    else:
        assert isinstance(field, QLineEdit)
        field.setText(text)


# The dialog that makes a puzzle of a position: what is asked, and what it is called.


class NewPuzzle(FittingDialog):
    """Asks for a stipulation and a title."""

    def __init__(self, position: Position, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New puzzle")
        column = column_in(self, int(1.5 * GAP), *WIDE)
        self.title = controls.text_line("Title of the puzzle", "its name")
        top = QFormLayout()
        top.setHorizontalSpacing(int(1.5 * GAP))
        top.addRow("Title", self.title)
        body = DialogBody(400)
        self.form = StipulationForm(on_board=False)
        self.form.show_stipulation(position, usual_question(position))
        self.form.picked.connect(lambda *_: self.grow())  # another task has other rows
        self.form.left.connect(self.reject)
        name = top.labelForField(self.title)
        with_text(name, lambda _: name.setMinimumWidth(self.form.names_width()))
        note = controls.label(
            "The check then proves that it is sound, or shows what is wrong with it.",
            "small",
            wraps=True,
        )
        controls.fill(body.column, top, self.form, note, 0)
        self.make = controls.button("Make the puzzle", self._accept, role="primary")
        buttons = answer_buttons(self, self.make)
        controls.fill(column, controls.label("New puzzle", "title"), (body, 1), buttons)
        self.make.setDefault(True)  # only now has it a dialog to be the default of
        self.title.setFocus()

    def _accept(self) -> None:
        """Close, unless a field says what cannot be."""
        self.form.read()
        if not self.form.trouble.text():
            self.accept()

    @property
    def answer(self) -> tuple[Stipulation, str]:
        """What is asked, and the title."""
        return self.form.stipulation, self.title.text().strip()


# The dialog of players and clock: who plays each side, and how long each may think.

USUAL = TimeControl(10.0, 5.0)
LONGEST_GAME, LONGEST_ADDED = 600, 600
"""Minutes, and seconds."""
LONGEST_CHOICE = 3600
"""Seconds."""


class SeatChoice(FittingDialog):
    """Choose who plays each side, and the clock; `choice` says what was chosen.

    Attributes
    ----------
    boxes
        Side -> the box of who plays it.
    timed, minutes, increment
        Whether there is a clock, minutes a side, and seconds after each move.
    seconds
        Seconds for each choice, in games that give each its time: in the place of the other two.
    """

    def __init__(
        self,
        game: Game,
        seats: Seats,
        control: TimeControl | None,
        engines: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Players and clock")
        column = column_in(self, 2 * GAP, *WIDE)
        form = controls.form_in()
        players: list[tuple[str, Seat]] = [("A person", PERSON)]
        players += [(f"Level {n}", Computer(n)) for n in range(LOWEST, HIGHEST + 1)]
        players += [(name, Foreign(name)) for name in engines]
        offered = [seat for _, seat in players]
        self.boxes: dict[str, QComboBox] = {}
        for side in hooks_of(game.kind).seated(game):
            box = controls.combo(f"Who plays {side.capitalize()}", players)
            seat = seats.of(side)
            box.setCurrentIndex(offered.index(seat) if seat in offered else 0)
            box.setMinimumWidth(220)
            self.boxes[side] = box
            form.addRow(side.capitalize(), box)
        self.timed = QCheckBox("With a clock")
        self.timed.setChecked(control is not None)
        given = control or USUAL
        self.minutes = controls.number_box("Minutes each", 1, LONGEST_GAME)
        self.minutes.setSuffix(" min each")
        self.minutes.setValue(round(given.minutes))
        self.increment = controls.number_box("Seconds added after each move", 0, LONGEST_ADDED)
        self.increment.setPrefix("+ ")
        self.increment.setSuffix(" s a move")
        self.increment.setValue(round(given.increment))
        self._time = hooks_of(game.kind).choice_time(game)
        self.seconds = controls.number_box("Seconds for each turn", 1, LONGEST_CHOICE)
        self.seconds.setSuffix(" s a turn")
        form.addRow("", self.timed)
        said = "Add external engines in Settings."
        if self._time is None:
            form.addRow("", controls.row(self.minutes, self.increment))
            said = f"A new clock starts with the next move. {said}"
        else:
            usual = self._time.seconds
            self.seconds.setValue(usual if control is None else round(control.seconds))
            form.addRow("", controls.row(self.seconds))
            self.timed.setEnabled(usual > 0)
            late = "nothing you chose counts" if self._time.voids else "what you have chosen counts"
            said = f"The clock runs while you choose. When your time is up, {late}."
            if not usual:
                said = "This game is played without a clock: its options say so."
        line = controls.label(said, "small", wraps=True)
        self.play = controls.button("Play", self.accept, role="primary")
        controls.fill(column, form, line, 0, answer_buttons(self, self.play))
        self.play.setDefault(True)
        self.timed.toggled.connect(self._follow)
        self._follow(self.timed.isChecked())

    def _follow(self, timed: bool) -> None:
        for box in (self.minutes, self.increment, self.seconds):
            box.setEnabled(timed)

    @property
    def choice(self) -> tuple[Seats, TimeControl | None]:
        """Who plays each side, and the clock; None for a game without one."""
        seats = Seats()
        for side, box in self.boxes.items():
            seats = seats.place(side, box.currentData())
        if not self.timed.isChecked():
            return seats, None
        if self._time is not None:
            seconds, voids = self.seconds.value(), self._time.voids
            return seats, TimeControl(seconds / 60.0, renewed=True, voids=voids)
        return seats, TimeControl(float(self.minutes.value()), float(self.increment.value()))
