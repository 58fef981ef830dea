"""The welcome page: begin a game, open a file or an example, get back what a crash left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from model.phrases import counted
from viewer.games.game_view import QuickStart
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import text_scale, with_text
from viewer.widgets.appearance.icons import icon
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import column_in, fill, label, row_in
from viewer.widgets.flat_painting import PictureLabel
from viewer.window.players.opponent_choice import OpponentChoice
from viewer.window.welcome.cards import (
    GUTTER,
    Card,
    Example,
    GameCard,
    PracticeCard,
    RecentCard,
    Tile,
    wrapped,
)

MOST_COLUMNS = 3
"""Games, courses, collections and examples come in threes: no row is left half empty."""
RECENT_SHOWN = 6
MARGIN = 4 * GAP
"""Left and right of the grid at least."""
WIDEST = 1680
"""Logical pixels that the grid takes at most, at text size 1."""
ABOUT_LINE = "Games of pyramids and balls to learn, play and puzzle over."
_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_STEPS_OF_BOXES = ((0, -1), (0, 1))
"""In a combo box, up and down choose."""


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
    play_again
        The game that was begun last.
    open_path
        A recent file or an example.
    go_on
        The number of an open document.
    learn
        The game whose course is wanted.
    recover, discard
        What a crash left: take it back, or drop it.

    Attributes
    ----------
    quick
        Game and title of a quick start -> its button.
    default_button
        The one that stands out.
    against
        Whom games are played with that begin here, who begins, and the clock.
    practice
        The card of mixed practice.
    """

    start_game = Signal(str, dict)
    new_game = Signal()
    open_file = Signal()
    practise = Signal()
    play_again = Signal()
    open_path = Signal(object)
    go_on = Signal(int)
    learn = Signal(str)
    recover = Signal()
    discard = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Welcome")
        self.setAccessibleName("Welcome")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.quick: dict[tuple[str, str], QPushButton] = {}
        self._games: dict[str, GameCard] = {}
        self._stale = True
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._fit)
        self._body = body = SectionBody(self)
        body.setObjectName("WelcomeBody")
        self._column = QVBoxLayout(body)
        self._column.setSpacing(0)
        self.hero = PictureLabel(body)
        self.hero.setAccessibleName("A pyramid of red and blue balls on its board")
        self.offer = self._build_offer()
        self.practice = PracticeCard(
            "Mixed practice", "Puzzles of all games in turn, with those you failed before."
        )
        self.practice.clicked.connect(self.practise)
        fill(self._column, self._build_header(), self.offer)
        self._sections = [
            Section("Continue", stretches=False),
            Section("New game", most=1),
            Section("Learn"),
            Section("Puzzles"),
            Section("Examples"),
        ]
        self._recent, self._new, self._learn, self._puzzles, self._examples = self._sections
        fill(self._column, *self._sections, self._build_files(), 0)
        self.setWidget(body)
        with_text(body, lambda _: self._soon.start())

    # -- the parts ---------------------------------------------------------------------------

    def _build_offer(self) -> QFrame:
        offer = QFrame(self)
        offer.setObjectName("Strip")
        offer.setProperty("tone", "offer")
        self._offer_text = wrapped("", "")
        self.recover_button = controls.button("Recover", self.recover.emit)
        self.discard_button = controls.button("Discard", self.discard.emit)
        row = row_in(offer, None, 2 * GAP, GAP, GAP, GAP)
        fill(row, (self._offer_text, 1), self.recover_button, self.discard_button)
        offer.hide()
        return offer

    def _build_header(self) -> QHBoxLayout:
        words = column_in(None, GAP)
        fill(words, 0, label("Pyramidion", "display"), wrapped(ABOUT_LINE, "lead"))
        self.play_button = controls.button("", self.play_again.emit, role="primary")
        self.against = OpponentChoice()
        self._play_row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._play_row.setSpacing(GAP)
        self._play_row.addWidget(self.play_button, 0, Qt.AlignmentFlag.AlignLeft)
        fill(self._play_row, self.against, 0)
        fill(words, GAP, self._play_row)
        self.links = [
            self._link("Learn a game", lambda: self._learn),
            self._link("Solve puzzles", lambda: self._puzzles),
            self._link("See examples", lambda: self._examples),
        ]
        fill(words, fill(row_in(None, 0), *self.links, 0), 0)
        return fill(row_in(None, GUTTER), (words, 1), self.hero)

    def _link(self, text: str, section: Callable[[], Section]) -> QPushButton:
        """Return a button that goes to a section of the page."""
        return controls.button(text, lambda: self._go_to(section()), role="quiet")

    def show_lessons(self) -> None:
        """Go to what there is to learn."""
        self._go_to(self._learn)

    def _go_to(self, section: Section) -> None:
        """Bring a section to the top, and give the keyboard to its first card."""
        top = section.mapTo(self._body, QPoint(0, 0)).y()
        if section.cards:
            section.cards[0].setFocus(Qt.FocusReason.OtherFocusReason)
        self.verticalScrollBar().setValue(top)

    def _build_files(self) -> Section:
        section = Section("Files")
        open_button = QPushButton(icon("open"), "Open a file…")
        open_button.clicked.connect(self.open_file)
        new_button = QPushButton(icon("new"), "New game with all options…")
        new_button.clicked.connect(self.new_game)
        row = fill(row_in(None, GUTTER), open_button, new_button, 0)
        fill(section.column, row, wrapped("Or drop a file or paste a position anywhere.", "small"))
        self._file_buttons = [open_button, new_button]
        return section

    # -- what it shows -----------------------------------------------------------------------

    def name_game(self, title: str, *, was_begun: bool) -> None:
        """Say which game *Play* begins; whether it is the one that was begun last."""
        self.play_button.setText(f"Play {title}")
        self.play_button.setToolTip("The game you began last" if was_begun else "")
        self._soon.start()

    def set_offer(self, count: int) -> None:
        """Offer `count` documents that a crash left; 0 hides the offer."""
        documents = counted(count, "document")
        self._offer_text.setText(
            f"Pyramidion did not close properly: {documents} can be recovered."
        )
        self.offer.setVisible(count > 0)

    def set_recent(self, files: Sequence[Example], unsaved: Sequence[tuple[int, str]] = ()) -> None:
        """Show what can be gone on with.

        Parameters
        ----------
        files
            Files opened last, the newest first.
        unsaved
            Number and title of each open document that has no file.
        """
        cards = []
        for number, title in unsaved:
            card = RecentCard(title, "Open, not saved", "")
            card.clicked.connect(lambda number=number: self.go_on.emit(number))
            cards.append(card)
        for path, title in ((file.path, file.title) for file in files):
            folder, home = path.parent, Path.home()
            inside = folder.is_relative_to(home)
            place = (Path("~") / folder.relative_to(home)).as_posix() if inside else str(folder)
            card = RecentCard(title, place, str(path))
            card.clicked.connect(lambda path=path: self.open_path.emit(path))
            cards.append(card)
        self._recent.set_cards(cards[:RECENT_SHOWN])
        self._fit()

    def set_games(self, games: Sequence[tuple[str, str, str, str, Sequence[QuickStart]]]) -> None:
        """Offer games: (name, title, designer, how to win, quick starts) each."""
        self._games, self.quick = {}, {}
        for name, title, designer, how_to_win, starts in games:
            card = self._games[name] = GameCard(title, designer, how_to_win, starts)
            card.learn.clicked.connect(lambda _=False, name=name: self.learn.emit(name))
            for start, button in card.starts:
                button.clicked.connect(
                    lambda _=False, name=name, start=start: self.start_game.emit(
                        name, dict(start.options)
                    )
                )
                self.quick[name, start.spoken or start.title] = button
                if start.is_default:
                    self.default_button = button
        self._new.set_cards(list(self._games.values()))
        self._fit()

    def set_examples(
        self, lessons: Sequence[Example], puzzles: Sequence[Example], examples: Sequence[Example]
    ) -> None:
        """Show a tile for each; pictures come later through `set_picture`."""
        shelves = (self._learn, lessons), (self._puzzles, puzzles), (self._examples, examples)
        for section, shown in shelves:
            tiles = [Tile(example) for example in shown]
            for tile in tiles:
                path = tile.example.path
                tile.clicked.connect(lambda path=path: self.open_path.emit(path))
            section.set_cards(tiles, last=self.practice if section is self._puzzles else None)
        self.practice.show_pictures_of([example.path for example in puzzles])
        self._fit()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of files in the order shown."""
        return tuple(
            card for section in self._sections for card in section.cards if isinstance(card, Tile)
        )

    def set_picture(self, path: Path, picture: QPixmap) -> None:
        """Put a picture on the tile of `path`."""
        for tile in self.tiles:
            if tile.example.path == path:
                tile.picture.setPixmap(picture)
        if path in self.practice.pictures:
            self.practice.pictures[path].setPixmap(picture)

    def set_game_picture(self, name: str, picture: QPixmap) -> None:
        """Put a picture on the card of a game."""
        self._games[name].picture.setPixmap(picture)

    def set_line(self, path: Path, line: str) -> None:
        """Write a line under the title on the tile of `path`."""
        for tile in self.tiles:
            if tile.example.path == path:
                tile.tell(line)

    # -- the grid ----------------------------------------------------------------------------

    def _fit(self) -> None:
        """Give all sections the same columns, gutters and edges; not before it is shown."""
        self._stale = not self.isVisible()
        if self._stale:
            return
        scale = max(1.0, text_scale(self._body))
        room = self.viewport().width()
        side = max(MARGIN, round(room - WIDEST * scale) // 2)
        width = max(1, room - 2 * side)
        least = round(115 + 170 * scale)
        columns = min(MOST_COLUMNS, max(1, (width + GUTTER) // (least + GUTTER)))
        cell = (width - (columns - 1) * GUTTER) // columns
        self._column.setContentsMargins(side, MARGIN, side, MARGIN)
        self.hero.setVisible(columns > 1)
        self.hero.setFixedSize(cell, min(180, round(0.5 * cell)))
        self._fit_play(width - (cell + GUTTER if columns > 1 else 0))
        games = list(self._games.values())
        if games:
            words = max(card.words_width() for card in games)
            button = max(one.sizeHint().width() for card in games for _, one in card.starts)
            most = max(card.most() for card in games)
            for card in games:
                card.share(cell, width, words, button, most)
        for section in self._sections:
            section.lay(columns, cell, width)
        # Tab goes through the page as it is read.
        stops = self.stops()
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)
        for stop in stops:
            stop.removeEventFilter(self)
            stop.installEventFilter(self)

    def _fit_play(self, room: int) -> None:
        """Put what a game against the computer is played with beside its button, else below."""
        self.against.fit(room)
        beside = self.play_button.sizeHint().width() + GAP + self.against.sizeHint().width()
        ways = QBoxLayout.Direction
        self._play_row.setDirection(ways.LeftToRight if beside <= room else ways.TopToBottom)

    def stops(self) -> list[QWidget]:
        """Return all that the keyboard goes to, as it is read."""
        found: list[QWidget] = [self.play_button]
        found += [self.against.opponent, self.against.side, self.against.clock, *self.links]
        found += [self.recover_button, self.discard_button]
        for section in self._sections:
            for card in section.cards:
                if isinstance(card, GameCard):
                    found += [card.learn, *(button for _, button in card.starts)]
                else:
                    found.append(card)
        return [*found, *self._file_buttons]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys go to the nearest card or button on that side."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = _STEPS.get(Qt.Key(event.key()))
            chooses = isinstance(watched, QComboBox) and step in _STEPS_OF_BOXES
            if step is not None and isinstance(watched, QWidget) and not chooses:
                self._go(watched, *step)
                return True
        elif (
            isinstance(watched, QWidget)
            and isinstance(event, QFocusEvent)
            and event.gotFocus()
            and event.reason() != Qt.FocusReason.MouseFocusReason  # it stays under the mouse
        ):
            self.ensureWidgetVisible(watched, 0, MARGIN)
        return watched is self._body and super().eventFilter(watched, event)

    def _go(self, start: QWidget, right: int, down: int) -> None:
        here = self._middle(start)
        best: tuple[float, QWidget] | None = None
        for stop in self.stops():
            if stop is start or not stop.isVisible():
                continue
            way = self._middle(stop) - here
            ahead = way.x() * right + way.y() * down
            aside = abs(way.x() * down) + abs(way.y() * right)
            if ahead < stop.height() // 2 or (right and aside > start.height()):
                continue
            far = ahead + (0.4 if down else 4) * aside
            if best is None or far < best[0]:
                best = far, stop
        if best is not None:
            best[1].setFocus(Qt.FocusReason.TabFocusReason)

    def _middle(self, stop: QWidget) -> QPoint:
        return stop.mapTo(self._body, stop.rect().center())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._fit()


class SectionBody(QWidget):
    """What scrolls: as high as its layout is at the width it has."""

    def minimumSizeHint(self) -> QSize:
        # Qt's would hold for any width, and leave an empty end below the page.
        return QSize(0, 0)


class Section(QWidget):
    """A title and its cards in columns.

    Parameters
    ----------
    title
        What stands above the cards.
    most
        Columns at most.
    stretches
        Whether the last card takes what is left of its row.
    """

    def __init__(self, title: str, most: int = MOST_COLUMNS, *, stretches: bool = True) -> None:
        super().__init__()
        self.cards: list[Card] = []
        self._most, self._stretches = most, stretches
        self._whole: Card | None = None
        self.column = column_in(self, int(1.5 * GAP), 0, 3 * GAP, 0, 0)
        self.column.addWidget(label(title, "heading"))
        self._grid = QGridLayout()
        self._grid.setSpacing(GUTTER)
        self.column.addLayout(self._grid)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_cards(self, cards: Sequence[Card], last: Card | None = None) -> None:
        """Show cards, the `last` one as wide as the page; with none there is no section."""
        for card in self.cards:
            self._grid.removeWidget(card)
            if card is not last:
                controls.discard(card)
        self.cards = [*cards, *([] if last is None else [last])]
        self._whole = last
        self.setVisible(bool(cards))

    def lay(self, columns: int, cell: int, width: int) -> None:
        """Lay the cards out; one that would leave its row half empty takes the rest of it."""
        grid, columns = self._grid, min(columns, self._most)
        for card in self.cards:
            grid.removeWidget(card)
        for column in range(max(columns, grid.columnCount())):
            grid.setColumnStretch(column, 1 if column < columns else 0)
        in_columns = [card for card in self.cards if card is not self._whole]
        for number, card in enumerate(in_columns):
            row, column = divmod(number, columns)
            last = number == len(in_columns) - 1
            span = columns - column if last and self._stretches else 1
            grid.addWidget(card, row, column, 1, span)
            card.fit(cell, span * (cell + GUTTER) - GUTTER)
        if self._whole is not None:
            grid.addWidget(self._whole, -(-len(in_columns) // columns), 0, 1, columns)
            self._whole.fit(cell, width)
