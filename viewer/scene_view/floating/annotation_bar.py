"""The bar of the mark tool: signs, colours and a word, over the scene while clicks mark."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QToolButton,
    QWidget,
)

from model.records.view import COLOURS, SIGNS
from viewer.tools.annotation import ERASE, AnySign
from viewer.tools.annotation_tool import AnnotationTool
from viewer.tools.tool import Tools
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import keep_icon
from viewer.widgets.appearance.icons import icon
from viewer.widgets.controls import column_in, fill, label
from viewer.widgets.flat_painting import sign_icon, swatch
from viewer.widgets.prose import plain_tip

Row = tuple[str, Callable[[], object]]
"""What a row is called, and what a click on it does."""


def _dress(button: QToolButton, name: str) -> None:
    button.setAutoRaise(True)
    button.setToolTip(plain_tip(name))
    button.setAccessibleName(name)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)


class AnnotationChoice(QToolButton):
    """Shows which of several things is chosen; a click opens the menu of all.

    Attributes
    ----------
    actions_of
        The row of each, by its key.
    """

    def __init__(
        self, name: str, rows: Mapping[str, Row], parent: QWidget, *, icons: int = 22
    ) -> None:
        """Make it of rows, each by its key."""
        super().__init__(parent)
        _dress(self, name)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setText("▾")
        keep_icon(self, icons)
        menu = QMenu(self)
        self.actions_of: dict[str, QAction] = {}
        for key, (title, take) in rows.items():
            row = menu.addAction(title)
            row.triggered.connect(lambda _=False, take=take: take())
            self.actions_of[key] = row
        self.setMenu(menu)

    def draw(self, icons: Mapping[str, QIcon]) -> None:
        """Draw the rows anew."""
        for key, row in self.actions_of.items():
            row.setIcon(icons[key])

    def choose(self, key: str) -> None:
        """Show which one is chosen."""
        row = self.actions_of[key]
        self.setIcon(row.icon())
        self.setAccessibleDescription(row.text())


_SIGNS: tuple[AnySign, ...] = (*SIGNS, ERASE)
END, SHEET, CLEAR = "End the sheet", "The sheet shown in Why", "Clear all"
TITLES = {
    "ring": "Ring",
    "cross": "Cross",
    "square": "Square",
    "dot": "Dot",
    "text": "Word",
    "link": "Arrow: from a point to a point",
    "group": "Group: round the linked pieces",
    "sheet": "Sheet over several points",
    ERASE: "Erase",
}


class AnnotationBar(QFrame):
    """Shows the mark tool and changes it; there while the tool is chosen.

    Where a scene is so small that a button for each sign and colour would cover it, menus have
    them: two lines are left of the bar.

    Signals
    -------
    resized
        It came, went or changed its size.
    """

    resized = Signal()

    def __init__(
        self, tool: AnnotationTool, tools: Tools, perform: Callable[[str], object]
    ) -> None:
        super().__init__()
        self.setObjectName("Caption")
        self.setAccessibleName("Mark tool")
        self._tool, self._tools, self._perform = tool, tools, perform
        self._colour = ""
        self._small = False
        self._folds: list[QBoxLayout] = []
        column = column_in(self, 4, 10, 6, 8, 8)
        fill(column, self._build_head(), self._build_signs(), self._build_colours())
        self.sheet_row = self._build_sheet_row()
        column.addWidget(self.sheet_row)
        tool.changed.connect(self.refresh)
        tools.changed.connect(self.refresh)
        self.hide()

    def _build_head(self) -> QHBoxLayout:
        """What a click does now, and the cross that ends it."""
        row = self._head = QHBoxLayout()
        self.hint = label("", "small", wraps=True)
        row.addWidget(self.hint, 1)
        close = self._tool_button("Stop marking (Esc)")
        close.setIcon(icon("close", "muted"))
        keep_icon(close, 12)
        close.clicked.connect(self._tool.leave)
        row.addWidget(close)
        return row

    def fit(self, room: int, is_free: Callable[[QSize], bool]) -> None:
        """Stand beside each other what can, in so much width, else below each other.

        Parameters
        ----------
        is_free
            Whether nothing else lies where a bar of that size would: else menus take the place of
            buttons.
        """
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        for direction, small in ((beside, False), (below, False), (beside, True)):
            for fold in self._folds:
                fold.setDirection(direction)
            self._small = small
            self._show_buttons()
            self.adjustSize()
            size = self.size_in(room)
            if self.sizeHint().width() <= room and is_free(size):
                break

    def size_in(self, room: int) -> QSize:
        """Return how large it is in so much width."""
        width = min(self.sizeHint().width(), room)
        high = self.heightForWidth(width) if self.hasHeightForWidth() else self.sizeHint().height()
        return QSize(width, high)

    def _show_buttons(self) -> None:
        """Show a button for each sign and colour, or the menus of them."""
        small = self._small
        for button in (*self.signs.values(), *self.colours.values(), self.clear):
            button.setVisible(not small)
        for menu in (self.sign_menu, self.colour_menu, self.more):
            menu.setVisible(small)
        self.word.setPlaceholderText("word" if small else "word beside it")
        self.sheet_row.setVisible(self._tool.style.sign == "sheet" and not small)

    def _fold(self, *rows: QHBoxLayout) -> QBoxLayout:
        """Return rows that stand beside each other where there is room."""
        fold = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        fold.setSpacing(1)
        for row in rows:
            row.setSpacing(1)
            fold.addLayout(row)
        self._folds.append(fold)
        return fold

    def _build_signs(self) -> QBoxLayout:
        rows = QHBoxLayout(), QHBoxLayout()
        self.signs: dict[str, QToolButton] = {}
        group = QButtonGroup(self)
        for number, sign in enumerate(_SIGNS):
            button = self._tool_button(TITLES[sign])
            button.setCheckable(True)
            keep_icon(button, 22)
            button.clicked.connect(lambda _=False, sign=sign: self._tool.take(sign=sign))
            group.addButton(button)
            rows[2 * number > len(_SIGNS)].addWidget(button)
            self.signs[sign] = button
        rows[1].addStretch(1)
        return self._fold(*rows)

    def _build_colours(self) -> QBoxLayout:
        """The colours, the word, and the button that takes all marks away."""
        row, words = QHBoxLayout(), QHBoxLayout()
        self.colours: dict[str, QToolButton] = {}
        group = QButtonGroup(self)
        for colour in COLOURS:
            button = self._tool_button(colour.capitalize())
            button.setCheckable(True)
            button.setIcon(swatch(colour))
            button.clicked.connect(lambda _=False, colour=colour: self._tool.take(colour=colour))
            group.addButton(button)
            row.addWidget(button)
            self.colours[colour] = button
        row.addStretch(1)
        self._build_menus(words)
        self.word = QLineEdit(self)
        self.word.setAccessibleName("Word beside the mark")
        self.word.setMaxLength(80)
        self.word.textChanged.connect(lambda text: self._tool.take(text=" ".join(text.split())))
        fill(words, (self.word, 1), 4)
        self.clear = controls.button(CLEAR, partial(self._perform, "mark.clear"), role="small")
        words.addWidget(self.clear)
        fold = self._fold(row, words)
        fold.setStretch(1, 1)
        return fold

    def _build_menus(self, row: QHBoxLayout) -> None:
        """What stands for the buttons where there is no room for them."""
        take, run = self._tool.take, self._perform
        signs: dict[str, Row] = {one: (TITLES[one], partial(take, sign=one)) for one in _SIGNS}
        self.sign_menu = AnnotationChoice("Sign", signs, self)
        colours: dict[str, Row] = {
            one: (one.capitalize(), partial(take, colour=one)) for one in COLOURS
        }
        self.colour_menu = AnnotationChoice("Colour", colours, self, icons=16)
        self.colour_menu.draw({colour: swatch(colour) for colour in COLOURS})
        commands = {"mark.end-sheet": END, "mark.why-sheet": SHEET, "mark.clear": CLEAR}
        rows = {name: (title, partial(run, name)) for name, title in commands.items()}
        self.more = AnnotationChoice("More", rows, self)
        self.more.setText("⋯")
        self._head.insertWidget(1, self.more)
        fill(row, self.sign_menu, self.colour_menu)

    def _build_sheet_row(self) -> QWidget:
        """What a sheet can do besides: there while a sheet is marked."""
        widget = QWidget(self)
        row = QBoxLayout(QBoxLayout.Direction.LeftToRight, widget)
        row.setContentsMargins(0, 0, 0, 0)
        self._folds.append(row)
        self.finish = controls.button(END, partial(self._perform, "mark.end-sheet"), role="small")
        self.why = controls.button(SHEET, partial(self._perform, "mark.why-sheet"), role="small")
        fill(row, self.finish, self.why)
        return widget

    def _tool_button(self, name: str) -> QToolButton:
        button = QToolButton(self)
        _dress(button, name)
        return button

    def refresh(self) -> None:
        """Show the tool as it is, or nothing while clicks play."""
        tool = self._tool
        style = tool.style
        if self._colour != style.colour:
            self._colour = style.colour
            for sign, button in self.signs.items():
                button.setIcon(sign_icon(sign, style.colour))
            self.sign_menu.draw({sign: sign_icon(sign, style.colour) for sign in _SIGNS})
        self.signs[style.sign].setChecked(True)
        self.colours[style.colour].setChecked(True)
        self.sign_menu.choose(style.sign)
        self.colour_menu.choose(style.colour)
        if " ".join(self.word.text().split()) != style.text:
            self.word.setText(style.text)
        self.hint.setText(tool.hint())
        self._show_buttons()
        pending, marked = bool(tool.pending), bool(tool.target.marks)
        self.finish.setEnabled(pending)
        self.clear.setEnabled(marked)
        rows = self.more.actions_of
        rows["mark.clear"].setEnabled(marked)
        rows["mark.end-sheet"].setVisible(style.sign == "sheet")
        rows["mark.end-sheet"].setEnabled(pending)
        rows["mark.why-sheet"].setVisible(style.sign == "sheet")
        self.setVisible(tool.is_on)
        self.adjustSize()
        self.resized.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape does from here what it does over the scene."""
        if event.key() == Qt.Key.Key_Escape:
            self._tools.escape()
        else:
            super().keyPressEvent(event)
