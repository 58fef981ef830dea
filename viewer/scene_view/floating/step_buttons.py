"""What can be done in a move that is no site of the board: buttons over the scene."""

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from model.contract.game import CHANCE, SLOT_SIGN, Position
from viewer.games.registry import game_view_of
from viewer.picture.picking.click_meaning import partial_move_of
from viewer.widgets.controls import empty, row_in
from viewer.widgets.prose import plain_tip

NO_TIPS: Mapping[str, str] = MappingProxyType({})
MOST = 12
"""Buttons shown at most; the rest can be typed."""
PLAY, ROLL, CLEAR = "\nplay", "\nroll", "\nclear"
"""What the buttons are called inside that are no tokens of the game."""


def offered(
    position: Position, partial: tuple[str, ...], *, guesses: bool = False
) -> tuple[tuple[str, str], ...]:
    """Return (token, words) of each button: tokens that are no sites, ending the move, a roll.

    Parameters
    ----------
    guesses
        Something is guessed of another side's plan, which can be cleared, too.
    """
    if position.outcome is not None:
        return ()
    if position.to_move == CHANCE:
        return ((ROLL, "Roll"),)
    planner = game_view_of(position).planner
    if planner is not None and planner.plans(position):
        switches = [
            (button.token, f"{button.words} ✓" if button.on else button.words)
            for button in planner.buttons(position, partial)
        ]
        clear = [(CLEAR, "Clear")] if partial or guesses else []
        return (*switches, *clear, (PLAY, "Ready"))
    so_far = partial_move_of(position, partial)
    board = position.game.board
    cells = {cell.name for sheet in position.sheets for cell in sheet.cells}
    # What has a cell is chosen there, and so is what stands before the sign of a slot.
    tokens = [
        token
        for token in so_far.steps.choices
        if token not in board and token.partition(SLOT_SIGN)[0] not in cells
    ]
    words = game_view_of(position).token_words
    made = [(token, words(token)) for token in tokens[:MOST]]
    if so_far.steps.slots and cells and so_far.steps.complete:
        made.append((PLAY, "Ready"))
    elif partial and so_far.steps.complete:
        made.append((PLAY, "Play it"))
    return tuple(made)


class StepButtons(QFrame):
    """The buttons, in a row; hidden while there are none.

    Signals
    -------
    chosen(str)
        A token, or `PLAY` or `ROLL`.
    resized
        The bar came, went or changed its width.
    """

    chosen = Signal(str)
    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("HoverChip")
        self._row = row_in(self, 6, 6, 5, 6, 5)
        self._shown: tuple[tuple[str, str], ...] = ()
        self.buttons: dict[str, QPushButton] = {}
        self.hide()

    def offer(
        self, choices: tuple[tuple[str, str], ...], tips: Mapping[str, str] = NO_TIPS
    ) -> None:
        """Show a button for each (token, words), with a tip where there is one for its token."""
        if choices == self._shown:
            return
        self._shown = choices
        empty(self._row)
        self.buttons = {}
        for token, words in choices:
            button = QPushButton(words, self)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            if token in (PLAY, ROLL):
                button.setProperty("role", "primary")
            if token == PLAY:
                button.setToolTip("Play the move as it stands (Enter)")
            elif token in tips:
                button.setToolTip(plain_tip(tips[token]))
            button.clicked.connect(lambda _=False, token=token: self.chosen.emit(token))
            self._row.addWidget(button)
            button.show()  # in a bar that is shown Qt would show it later, and count no room for it
            self.buttons[token] = button
        self.setVisible(bool(choices))
        self.adjustSize()
        self.resized.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.adjustSize()
            self.resized.emit()
