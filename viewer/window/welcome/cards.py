"""The cards of the welcome page: a file, a course or a collection; a game with its quick starts."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from viewer.games.game_view import QuickStart
from viewer.widgets.appearance.icons import icon
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import PlainLabel, column_in, fill, label, row_in, say
from viewer.widgets.flat_painting import PictureLabel
from viewer.widgets.prose import MOST_IN_LINE, plain_tip, short
from viewer.window.status_bar import Elided
from viewer.window.welcome.tile_pictures import SIZE

EDGE = int(1.5 * GAP)
"""Between the edge of a card and what stands in it."""
INSET = (EDGE - 1,) * 4
"""The same within the line that is drawn around a card."""
GUTTER = 2 * GAP
"""Between two cards, across and down."""


@dataclass(frozen=True)
class Example:
    """One tile: a file, its title, and a line on what it shows."""

    path: Path
    title: str
    line: str = ""


class Card(QFrame):
    """A card as wide as the grid says, whatever stands in it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Tile")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)

    def fit(self, cell: int, width: int) -> None:
        """Share out the room: a column of the page is `cell` wide, the card `width`."""


class ChoiceCard(Card):
    """A card that is one button: a click, Enter or Space chooses it."""

    clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)


class Tile(ChoiceCard):
    """A file with its picture, its title, and a line that may come later."""

    def __init__(self, example: Example) -> None:
        super().__init__()
        self.example = example
        self.setAccessibleName(f"Open {example.title}")
        self.setToolTip(plain_tip(example.line))
        self.picture = PictureLabel(self)
        self.line = wrapped("", "small")
        self.line.setVisible(False)
        row = row_in(self, GUTTER, *INSET)
        fill(row, self.picture, (_column(wrapped(example.title, ""), self.line), 1))

    def fit(self, cell: int, width: int) -> None:
        wide = min(SIZE[0], max(96, round(0.36 * cell)))
        self.picture.setFixedSize(wide, round(wide * SIZE[1] / SIZE[0]))

    def tell(self, line: str) -> None:
        """Write a line under the title."""
        say(self.line, line)
        self.setAccessibleDescription(line)


class PracticeCard(ChoiceCard):
    """Mixed practice: as wide as the page, its words beside a column of pictures."""

    def __init__(self, title: str, line: str) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.setAccessibleDescription(line)
        self.pictures: dict[Path, PictureLabel] = {}
        self._left = QWidget(self)
        self._row = row_in(self._left, GAP)
        row = row_in(self, GUTTER, *INSET)
        fill(row, self._left, (_column(wrapped(title, ""), wrapped(line, "small")), 1))

    def show_pictures_of(self, paths: Sequence[Path]) -> None:
        """Have a place for the picture of each collection."""
        for picture in self.pictures.values():
            picture.deleteLater()
        self.pictures = {path: PictureLabel(self._left) for path in paths}
        for picture in self.pictures.values():
            self._row.addWidget(picture, 1)

    def fit(self, cell: int, width: int) -> None:
        left = (cell if cell < width else width // 2) - EDGE
        count = max(1, len(self.pictures))
        high = min(SIZE[1], (left - (count - 1) * GAP) // count * SIZE[1] // SIZE[0])
        self._left.setFixedSize(left, high)


class RecentCard(ChoiceCard):
    """What can be gone on with: its title, and where it lies."""

    def __init__(self, title: str, place: str, tip: str) -> None:
        super().__init__()
        self.setAccessibleName(f"Open {title}")
        self.setToolTip(plain_tip(tip))
        sign = label("")
        sign.setPixmap(icon("recent", "muted").pixmap(20, 20))
        words = Elided(short(title, MOST_IN_LINE)), Elided(short(place, MOST_IN_LINE), "small")
        fill(row_in(self, EDGE, EDGE, GAP, EDGE, GAP), sign, (_column(*words), 1))


class GameCard(Card):
    """A game: its picture, name and designer, how it is won, and a button for each quick start.

    Attributes
    ----------
    picture
        Of the game.
    starts
        Its quick starts, each with its button.
    learn
        Leads to its course.
    """

    def __init__(
        self, title: str, designer: str, how_to_win: str, starts: Sequence[QuickStart]
    ) -> None:
        super().__init__()
        self.picture = PictureLabel(self)
        self.starts: list[tuple[QuickStart, QPushButton]] = []
        self._left = QWidget(self)
        row = fill(row_in(self._left, GUTTER), self.picture)
        self.learn = QPushButton("Learn it")
        self.learn.setAccessibleName(f"Learn {title}")
        self.learn.setProperty("role", "quiet")
        self.learn.setStyleSheet("padding-left: 0;")
        words = _column(wrapped(title, "strong"), wrapped(designer, "small"))
        if how_to_win:
            words.insertWidget(words.count() - 1, wrapped(how_to_win, "muted"))
        words.insertWidget(words.count() - 1, self.learn, 0, Qt.AlignmentFlag.AlignLeft)
        row.addLayout(words, 1)
        self._right = QWidget(self)
        self._outer = QGridLayout(self)
        self._outer.setContentsMargins(*INSET)
        self._outer.setHorizontalSpacing(GUTTER)
        self._outer.setVerticalSpacing(EDGE)
        for start in starts:
            button = QPushButton(start.title, self._right)
            button.setAccessibleName(start.spoken or f"New game: {title}: {start.title}")
            button.setToolTip(plain_tip(start.tip))
            self.starts.append((start, button))
        self._groups: list[tuple[QLabel, list[QPushButton]]] = []
        for group in dict.fromkeys(start.group for start in starts):
            called = wrapped(group, "muted")
            called.setParent(self._right)
            called.setVisible(bool(group))
            self._groups.append((called, [b for start, b in self.starts if start.group == group]))

    def words_width(self) -> int:
        """Return how wide the widest name of a group is, in one line."""
        wide = [w.fontMetrics().horizontalAdvance(w.text()) for w, _ in self._groups if w.text()]
        return max(wide, default=-4) + 4

    def most(self) -> int:
        """Return how many buttons the longest row has."""
        return max(len(buttons) for _, buttons in self._groups)

    def share(self, cell: int, width: int, words: int, button: int, most: int) -> None:
        """Share out the room as all games do: `words` for groups, `button` for each of `most`.

        Beside the name where there is room, else below it; names of groups above their buttons, and
        fewer buttons to a row, where that is needed.
        """
        wide = min(SIZE[0], max(96, round(0.36 * cell)))
        self.picture.setFixedSize(wide, round(0.58 * wide))
        row = most * (button + GAP) - GAP
        named = row + (words + GAP if words else 0)
        beside = cell < width and named <= width - cell - GUTTER - EDGE
        inside = width - 2 * EDGE
        above = not beside and named > inside
        columns = most if row <= inside else max(1, (inside + GAP) // (button + GAP))
        room = width - cell - GUTTER - EDGE if beside else inside
        if above:
            words = 0
        each = (room - (words + GAP if words else 0) - (columns - 1) * GAP) // columns
        self._left.setFixedWidth(cell - EDGE if beside else inside)
        self._place(columns, words, room, each)
        self._outer.addWidget(self._left, 0, 0)
        self._outer.addWidget(
            self._right, 0 if beside else 1, 1 if beside else 0, Qt.AlignmentFlag.AlignVCenter
        )

    def _place(self, columns: int, words: int, room: int, each: int) -> None:
        """Put buttons in columns, the names of their groups before them, or without room above."""
        down, high = 0, max(button.sizeHint().height() for _, button in self.starts)
        for title, buttons in self._groups:
            if title.text() and words:
                title.setGeometry(0, down, words, high)
            elif title.text():
                above = title.heightForWidth(room)
                title.setGeometry(0, down, room, above)
                down += above + GAP // 2
            first = words + GAP if words else 0
            for number, button in enumerate(buttons):
                line, column = divmod(number, columns)
                button.setGeometry(
                    first + column * (each + GAP), down + line * (high + GAP), each, high
                )
            down += -(-len(buttons) // columns) * (high + GAP)
        self._right.setFixedSize(room, down - GAP)


class Wrapped(PlainLabel):
    """Words that break into lines and never make their column wider, nor the page longer."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setWordWrap(True)

    def minimumSizeHint(self) -> QSize:
        # Qt's is as high as the words are with one word to a line.
        return QSize(0, self.fontMetrics().height())


def wrapped(text: str, role: str) -> Wrapped:
    """Return words that break into lines, in one of the roles of the style sheet."""
    made = Wrapped()
    made.setText(text)
    made.setProperty("role", role)
    return made


def _column(*labels: QLabel) -> QVBoxLayout:
    return fill(column_in(None, GAP // 4), 0, *labels, 0)
