"""The welcome page: begin a game, open a file or an example, get back what a crash left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from model.notation import counted
from model.records.view import Camera
from viewer.games.game_view import QuickStart
from viewer.widgets import thumbnail
from viewer.widgets.controls import empty
from viewer.widgets.icons import icon
from viewer.widgets.prose import plain_tip
from viewer.widgets.theme import GAP
from viewer.window.welcome.tile_pictures import SIZE

TILE = QSize(*SIZE)
RECENT_SHOWN = 6
ABOUT_LINE = (
    "Look into pyramids of balls: explore positions, place balls anywhere inside, "
    "and see who holds which corner and why."
)


@dataclass(frozen=True)
class Example:
    """One tile: a file, its title, and a line on what it shows."""

    path: Path
    title: str
    line: str = ""


class Tile(QFrame):
    """An example as a card; a click, Enter or Space opens it."""

    clicked = Signal()

    def __init__(self, example: Example, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.example = example
        self.setObjectName("Tile")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"Open the example: {example.title}")
        self.setToolTip(plain_tip(example.line))
        self.picture = QLabel(self)
        self.picture.setFixedHeight(TILE.height())
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        title = QLabel(self)
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setText(example.title)
        # A long title breaks into lines; it never makes its column wider than the others.
        title.setMinimumWidth(0)
        title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        title.setWordWrap(True)
        title.setAlignment(Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(6)
        column.addWidget(self.picture)
        column.addWidget(title, 1)
        self.line = _label("", "small")
        self.line.setWordWrap(True)
        self.line.setVisible(False)
        column.addWidget(self.line)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)


class WelcomePage(QScrollArea):
    """The first page; it knows no session and says what was chosen by signals.

    Signals
    -------
    start_game
        Name and options of a game to begin.
    new_game, open_file
        The two dialogs.
    practise
        Mixed practice.
    open_path
        A recent file or an example.
    recover, discard
        What a crash left: take it back, or drop it.
    """

    start_game = Signal(str, dict)
    new_game = Signal()
    open_file = Signal()
    practise = Signal()
    open_path = Signal(object)
    recover = Signal()
    discard = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Welcome")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._tiles: list[Tile] = []
        body = QWidget(self)
        body.setObjectName("WelcomeBody")
        outer = QHBoxLayout(body)
        outer.setContentsMargins(4 * GAP, 4 * GAP, 4 * GAP, 4 * GAP)
        outer.addStretch(1)
        self._column = QVBoxLayout()
        self._column.setSpacing(2 * GAP)
        outer.addLayout(self._column, 12)
        outer.addStretch(1)
        self.offer = self._build_offer()
        self._column.addWidget(self.offer)
        self._column.addLayout(self._build_top())
        self._shelves = QVBoxLayout()
        self._shelves.setSpacing(2 * GAP)
        self._grids: list[tuple[QGridLayout, list[Tile]]] = []
        self._column.addSpacing(2 * GAP)
        self._column.addLayout(self._shelves)
        self._column.addStretch(1)
        self.setWidget(body)

    # -- the parts ---------------------------------------------------------------------------

    def _build_offer(self) -> QFrame:
        offer = QFrame(self)
        offer.setObjectName("Strip")
        offer.setProperty("tone", "offer")
        self._offer_text = _label("", "")
        self._offer_text.setWordWrap(True)
        recover = QPushButton("Recover", offer)
        recover.setProperty("role", "primary")
        recover.clicked.connect(self.recover)
        discard = QPushButton("Discard", offer)
        discard.clicked.connect(self.discard)
        self.recover_button, self.discard_button = recover, discard
        row = QHBoxLayout(offer)
        row.setContentsMargins(2 * GAP, GAP, GAP, GAP)
        row.addWidget(self._offer_text, 1)
        row.addWidget(recover)
        row.addWidget(discard)
        offer.hide()
        return offer

    def _build_top(self) -> QHBoxLayout:
        words = QVBoxLayout()
        words.setSpacing(GAP)
        name = _label("Pyramidion", "display")
        line = _label(ABOUT_LINE, "lead")
        line.setWordWrap(True)
        words.addWidget(name)
        words.addWidget(line)
        words.addSpacing(int(1.5 * GAP))
        self._first_title = _section("New game")
        words.addWidget(self._first_title)
        self._first = QGridLayout()
        self._first.setHorizontalSpacing(GAP)
        self._first.setVerticalSpacing(GAP)
        self._first.setColumnMinimumWidth(0, 150)
        words.addLayout(self._first)
        words.addSpacing(GAP)
        words.addWidget(_section("Other games"))
        self._games = QGridLayout()
        self._games.setHorizontalSpacing(GAP)
        self._games.setVerticalSpacing(GAP)
        self._games.setColumnMinimumWidth(0, 150)
        words.addLayout(self._games)
        words.addSpacing(GAP)
        words.addWidget(_section("Files"))
        words.addLayout(self._build_files())
        words.addStretch(1)
        self.hero = QLabel(self)
        self.hero.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hero.setMinimumSize(300, 300)
        self.hero.setAccessibleName("A pyramid of balls, some of them floating inside")
        top = QHBoxLayout()
        top.setSpacing(4 * GAP)
        top.addLayout(words, 3)
        top.addWidget(self.hero, 2)
        return top

    def _build_files(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(2)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        open_button = QPushButton(icon("open"), " Open a file…", self)
        open_button.clicked.connect(self.open_file)
        new_button = QPushButton(icon("new"), " New game with all options…", self)
        new_button.clicked.connect(self.new_game)
        row.addWidget(open_button)
        row.addWidget(new_button)
        self.practice = QPushButton(icon("learn"), " Mixed practice", self)
        self.practice.setToolTip("Puzzles of all games in turn, with those you failed before")
        self.practice.clicked.connect(self.practise)
        row.addWidget(self.practice)
        row.addStretch(1)
        column.addLayout(row)
        column.addSpacing(GAP // 2)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(0)
        column.addLayout(self._recent)
        column.addWidget(_label("Or drop a file or paste a position anywhere.", "small"))
        return column

    # -- what it shows -----------------------------------------------------------------------

    def set_offer(self, count: int) -> None:
        """Offer `count` documents that a crash left; 0 hides the offer."""
        documents = counted(count, "document")
        self._offer_text.setText(
            f"Pyramidion did not close properly: {documents} can be recovered."
        )
        self.offer.setVisible(count > 0)

    def set_recent(self, paths: Sequence[Path]) -> None:
        """Show the files opened last, the newest first."""
        while self._recent.count():
            item = self._recent.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.deleteLater()
        for path in list(paths)[:RECENT_SHOWN]:
            button = QPushButton(icon("recent", "muted"), f" {path.name}", self)
            button.setProperty("role", "row")
            button.setToolTip(plain_tip(str(path)))
            button.clicked.connect(lambda _=False, path=path: self.open_path.emit(path))
            self._recent.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    def set_first_game(self, name: str, title: str, starts: Sequence[QuickStart]) -> None:
        """Offer the game the page begins with: a row for every group of its quick starts."""
        self._first_title.setText(f"New game: {title}")
        groups = list(dict.fromkeys(start.group for start in starts))
        for row, group in enumerate(groups):
            self._first.addWidget(_label(group, "muted"), row, 0)
            inside = [start for start in starts if start.group == group]
            for column, start in enumerate(inside, start=1):
                button = self._start_button(name, title, start)
                if start.is_default:
                    button.setProperty("role", "primary")
                    self.default_button = button
                self._first.addWidget(button, row, column)
            self._first.setColumnStretch(len(inside) + 1, 1)

    def set_games(self, games: Sequence[tuple[str, str, Sequence[QuickStart]]]) -> None:
        """Offer further games: (name, title, quick starts) each."""
        self.quick: dict[tuple[str, str], QPushButton] = {}
        for row, (name, title, starts) in enumerate(games):
            self._games.addWidget(_label(title, "muted"), row, 0)
            for column, start in enumerate(starts, start=1):
                button = self._start_button(name, title, start)
                self.quick[name, start.title] = button
                self._games.addWidget(button, row, column)
        self._games.setColumnStretch(8, 1)

    def _start_button(self, name: str, title: str, start: QuickStart) -> QPushButton:
        button = QPushButton(start.title, self)
        button.setAccessibleName(start.spoken or f"New game: {title}: {start.title}")
        button.setToolTip(plain_tip(start.tip))
        button.clicked.connect(lambda: self.start_game.emit(name, dict(start.options)))
        return button

    def set_examples(self, shelves: Sequence[tuple[str, Sequence[Example]]]) -> None:
        """Show tiles under a title each; pictures come later through `set_picture`."""
        empty(self._shelves)
        self._tiles, self._grids = [], []
        for title, examples in shelves:
            if not examples:
                continue
            shelf, grid, tiles = QWidget(self), QGridLayout(), []
            column = QVBoxLayout(shelf)
            column.setContentsMargins(0, 0, 0, GAP)
            column.setSpacing(GAP)
            column.addWidget(_section(title))
            column.addLayout(grid)
            grid.setSpacing(int(1.5 * GAP))
            self._shelves.addWidget(shelf)
            for example in examples:
                tile = Tile(example, self)
                tile.clicked.connect(lambda path=example.path: self.open_path.emit(path))
                tiles.append(tile)
            self._tiles += tiles
            self._grids.append((grid, tiles))
        self._lay_tiles()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The example tiles in the order shown."""
        return tuple(self._tiles)

    def set_picture(self, path: Path, picture: QPixmap) -> None:
        """Put a picture on the tile of `path`."""
        for tile in self._tiles:
            if tile.example.path == path:
                tile.picture.setPixmap(picture)

    def set_line(self, path: Path, line: str) -> None:
        """Write a line under the title on the tile of `path`."""
        for tile in self._tiles:
            if tile.example.path == path:
                tile.line.setText(line)
                tile.line.setVisible(bool(line))

    def _lay_tiles(self) -> None:
        width = self.viewport().width() * 12 // 14 - 8 * GAP
        columns = max(2, min(4, width // (TILE.width() + 40)))
        for grid, tiles in self._grids:
            for tile in tiles:
                grid.removeWidget(tile)
            for column in range(max(columns, grid.columnCount())):
                grid.setColumnStretch(column, 1 if column < columns else 0)
                grid.setColumnMinimumWidth(column, TILE.width() if column < columns else 0)
            for number, tile in enumerate(tiles):
                grid.addWidget(tile, number // columns, number % columns)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_tiles()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.hero.pixmap().isNull():
            # After the first paint: the words and buttons are there at once.
            QTimer.singleShot(0, self._paint_hero)

    def _paint_hero(self) -> None:
        size = QSize(340, 300)
        ratio = self.devicePixelRatioF()
        self.hero.setPixmap(thumbnail.pixmap(thumbnail.sample(), Camera(), size, ratio))


def _label(text: str, role: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setProperty("role", role)
    return label


def _section(text: str) -> QLabel:
    return _label(text, "section")
