"""The Collection dock: the items of a collection file or a folder, to choose from."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidgetItem,
    QMenu,
    QToolButton,
    QWidget,
)

from model.records.files import Contents, is_item
from model.records.record import Record
from model.records.view import Camera
from viewer.picture.flat.miniature import miniature_of
from viewer.session import collections
from viewer.session.document.document import Document
from viewer.session.session import Change, Session, SessionError, State
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import answer_later
from viewer.widgets.flat_painting import list_icon, pixmap
from viewer.widgets.messages import Notices
from viewer.widgets.ordered_list import OrderedList
from viewer.widgets.prose import begun, plain_tip

PICTURE = QSize(56, 42)
FEW = 20
"""Entries that are seen through without a search, where all are of one kind."""
KINDS = (("Everything", ""), ("Games", "game"), ("Puzzles", "puzzle"), ("Lessons", "lesson"))


@dataclass(frozen=True)
class ShownCollection:
    """What the dock shows: a file or a folder and its entries, those of a folder read by and by."""

    path: Path
    title: str
    about: str
    entries: list[collections.CollectionEntry]


def picture_of(entry: collections.CollectionEntry, size: QSize, ratio: float) -> QPixmap | None:
    """Return a small picture of an entry, None where there is none."""
    position = collections.shown_position(entry)
    if position is None:
        return None
    return pixmap(miniature_of(position), Camera(), size, ratio)


class CollectionQuestions(Protocol):
    """What is asked through dialogs; None when they are cancelled."""

    def text(self, title: str, label: str, text: str = "") -> str | None:
        """Ask for a line of text."""

    def remove_item(self, title: str, collection: str) -> bool:
        """Ask whether an item is to be taken out of the file of a collection."""


class CollectionPanel(QWidget):
    """A list with small pictures; Enter or a click opens an item."""

    def __init__(
        self,
        session: Session,
        notices: Notices,
        ask: CollectionQuestions,
        *,
        perform: Callable[[str], object],
        open_entry: Callable[[collections.CollectionEntry], object],
    ) -> None:
        super().__init__()
        controls.dress_as(self, "Panel")
        self._session, self._ask = session, ask
        self._try, self._open_entry = notices.try_to, open_entry
        self.shown: ShownCollection | None = None
        self._short = self._low = self._alone = False
        self.title = controls.label("No collection is open", "muted", wraps=True)
        self.search = controls.text_line("Search the collection", "Search titles")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.kind = controls.combo("Kind of items", KINDS)
        self.kind.currentIndexChanged.connect(self._filter)
        self.list = OrderedList()
        self.list.setToolTip("Drag an item, or Alt+Up and Alt+Down, to reorder")
        answer_later(self.list.moved, self.list, self._put, lambda start, end: (start, end))
        self.list.setAccessibleName("Items")
        self.list.setIconSize(PICTURE)
        self.list.setWordWrap(True)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        answer_later(self.list.customContextMenuRequested, self.list, self._menu, QPoint)
        for signal in (self.list.itemActivated, self.list.itemClicked):
            answer_later(signal, self.list, self._open, self._entry_of)
        self.more = QToolButton()
        self.more.setText("⋯")
        self.more.setAccessibleName("Edit the collection")
        self.more.setToolTip("Add to the collection, or start a new one")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more)
        self.add = menu.addAction("Add the active document")
        self.add.triggered.connect(lambda: self._try(self._add))
        self.entitle = menu.addAction("Title…")
        self.entitle.triggered.connect(lambda: self._try(self._describe_title))
        self.introduce = menu.addAction("Introduction…")
        self.introduce.triggered.connect(lambda: self._try(self._describe_about))
        menu.addSeparator()
        one = menu.addAction("New collection of this document…")
        one.triggered.connect(lambda: perform("file.collection-of-this"))
        new = menu.addAction("New collection of what is open…")
        new.triggered.connect(lambda: perform("file.new-collection"))
        self.more.setMenu(menu)
        column = controls.column_in(self, GAP // 2, 2 * GAP, GAP, 2 * GAP, int(1.5 * GAP))
        heading = controls.fill(QHBoxLayout(), (self.title, 1))
        heading.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(heading)
        seeking = controls.fill(controls.row_in(), (self.search, 1), self.kind)
        self.seeking = controls.holding(seeking)
        controls.fill(column, self.seeking, (self.list, 1))
        # One file and its picture at a time, between events: the list answers while they appear.
        self._waiting: deque[int] = deque()
        self._saved: dict[int, Record | None] = {}
        self._painting = QTimer(self, interval=15)
        self._painting.timeout.connect(self._paint_next)
        session.collections.listeners.add(self._edited)
        self.changed(session.whole())

    def _edited(self, path: Path) -> None:
        """Show a collection after an edit of it, or after one was undone or redone."""
        if self.shown is not None and self.shown.path == path:
            self._show_anew(path)

    def show_collection(self, path: Path) -> ShownCollection:
        """Show a collection file or a folder; SessionError when it cannot be read."""
        title, about, entries = collections.entries(path)
        self.shown = ShownCollection(path, title, about, list(entries))
        self.title.setText(title)
        self.title.setToolTip(plain_tip(about))
        self.list.clear()
        # The chapters of a course are a table of contents: a line each, to see many of them.
        self._short = all(entry.kind == "lesson" for entry in entries)
        high = self.list.fontMetrics().height() if self._short else PICTURE.height()
        for entry in entries:
            item = QListWidgetItem()
            item.setSizeHint(QSize(200, high + 10))
            self._write(item, entry, collections.is_done(entry))
            self.list.addItem(item)
        self._waiting = deque(() if self._short else range(len(entries)))
        self._painting.start()
        self._filter()
        for action in (self.add, self.entitle, self.introduce):
            action.setEnabled(path.is_file())
        self.list.movable = path.is_file()
        return self.shown

    def tick(self) -> None:
        """Tick what the present pupil has solved."""
        for number, entry in enumerate(self.shown.entries if self.shown is not None else ()):
            self._write(self.list.item(number), entry, collections.is_done(entry))

    def _paint_next(self) -> None:
        if not self._waiting or self.shown is None:
            self._painting.stop()
            return
        number = self._waiting.popleft()
        item, entry = self.list.item(number), self.shown.entries[number]
        if entry.kind == collections.UNREAD:
            entry = self.shown.entries[number] = collections.read_entry(entry)
            self._write(item, entry, collections.is_done(entry))
            item.setHidden(not self._fits(entry))
        picture = picture_of(entry, PICTURE, self.devicePixelRatioF())
        if picture is not None:
            item.setIcon(list_icon(picture))

    def _filter(self) -> None:
        """Hide what is not looked for; a short list of one kind offers no search."""
        if self.shown is None:
            return
        several = len({entry.kind for entry in self.shown.entries}) > 1
        self.seeking.setVisible(
            several
            or len(self.shown.entries) >= FEW
            or bool(self.search.text() or self.kind.currentData())
        )
        for number, entry in enumerate(self.shown.entries):
            self.list.item(number).setHidden(not self._fits(entry))

    def _fits(self, entry: collections.CollectionEntry) -> bool:
        """Whether an entry is one of those looked for."""
        wanted, kind = self.search.text().casefold(), self.kind.currentData()
        text = f"{entry.title} {entry.line} {entry.game}".casefold()
        return wanted in text and (not kind or entry.kind == kind)

    def _entry_of(self, item: QListWidgetItem) -> collections.CollectionEntry | None:
        """What a line stands for, None where it is none of the collection that is shown."""
        row = self.list.row(item)
        known = self.shown is not None and 0 <= row < len(self.shown.entries)
        return self.shown.entries[row] if self.shown is not None and known else None

    def _open(self, entry: collections.CollectionEntry | None) -> None:
        if entry is not None:
            self._try(lambda: self._open_entry(entry))

    def _add(self) -> None:
        if self.shown is not None:
            collections.add(self._session, self.shown.path)
            self._show_item(self._session.state)  # it is seen where it went

    def _show_anew(self, path: Path) -> None:
        """Show a collection as it is now, the item that is open chosen and in sight."""
        self.show_collection(path)
        self._show_item(self._session.state)

    def _menu(self, place: QPoint) -> None:
        """Move an item, or take it out."""
        item = self.list.itemAt(place)
        if item is None or self.shown is None or not self.shown.path.is_file():
            return
        number = self.list.row(item)
        above, below = self.list.beside(number, -1), self.list.beside(number, 1)
        menu = QMenu(self)
        for text, act, enabled in (
            ("Move up", lambda: self._move(number, (above or 0) - number), above is not None),
            ("Move down", lambda: self._move(number, (below or 0) - number), below is not None),
            ("Remove from the collection…", lambda: self._remove(number), True),
        ):
            action = menu.addAction(text)
            action.setEnabled(enabled)
            action.triggered.connect(lambda _=False, act=act: self._try(act))
        menu.exec(self.list.viewport().mapToGlobal(place))
        menu.deleteLater()

    def _describe_title(self) -> None:
        assert self.shown is not None
        title = self._ask.text("Title", "Title of the collection", self.shown.title)
        if title not in (None, self.shown.title) and title.strip():
            collections.describe(self._session, self.shown.path, title=title.strip())

    def _describe_about(self) -> None:
        assert self.shown is not None
        about = self._ask.text("Introduction", "What it is about", self.shown.about)
        if about not in (None, self.shown.about):
            collections.describe(self._session, self.shown.path, about=about.strip())

    def _put(self, way: tuple[int, int]) -> None:
        self._try(lambda: self._move(way[0], way[1] - way[0]))

    def _move(self, number: int, step: int) -> None:
        assert self.shown is not None
        path, record = self.shown.path, self.shown.entries[number].record
        try:
            collections.move(self._session, path, number, step, record)
        except SessionError:
            self._show_anew(path)  # somebody else may have changed it
            raise
        self.list.setCurrentRow(number + step)

    def _remove(self, number: int) -> None:
        assert self.shown is not None
        path, entry = self.shown.path, self.shown.entries[number]
        record = entry.record
        if not self._ask.remove_item(entry.title, path.name):
            return
        try:
            collections.remove(self._session, path, number, record)
        except SessionError:
            self._show_anew(path)
            raise

    def holds(self, document: Document) -> bool:
        """Whether a document is an item of what is shown, or a file of the folder."""
        path, shown = document.path, self.shown
        if shown is None or path is None:
            return False
        return path == shown.path or shown.path in path.parents

    def stand_alone(self, alone: bool) -> None:
        """Take all the room where no other panel stands below."""
        self._alone = alone
        self._keep_low(self._low)

    def _keep_low(self, low: bool) -> None:
        """Leave the room to a document that only may be added, or take it as it comes."""
        self._low = low
        high = self.title.sizeHint().height() + 2 * self.list.sizeHintForRow(0) + 4 * GAP
        self.setMaximumHeight(high if low and not self._alone else controls.QWIDGETSIZE_MAX)

    def changed(self, change: Change) -> None:
        """Show the collection the active document belongs to, its item chosen."""
        self._show_item(change.new)

    def _show_item(self, state: State) -> None:
        document = state.document
        is_elsewhere = not document.is_placeholder and self.shown is not None
        self._keep_low(is_elsewhere and not self.holds(document))
        if document.path is None or document.item is None:
            return
        last = max(one.item or 0 for one in state.documents if one.path == document.path)
        shown = self.shown
        if shown is None or shown.path != document.path or last >= len(shown.entries):
            try:
                self.show_collection(document.path)
            except SessionError:
                return
        if self.list.currentRow() != document.item:
            self.list.setCurrentRow(document.item)
        self._take_in(state)
        exercise, item = document.exercise, self.list.item(document.item)
        if exercise is not None and exercise.is_solved and item is not None and self.shown:
            self._write(item, self.shown.entries[document.item], True)

    def _take_in(self, state: State) -> None:
        """Show items as they were saved since they were looked at, here or in a closed dock."""
        before, self._saved = self._saved, {one.key: one.saved for one in state.documents}
        assert self.shown is not None
        for one in state.documents:
            number, saved = one.item, one.saved
            if number is None or saved is None or one.path != self.shown.path:
                continue
            if number >= len(self.shown.entries):
                continue  # somebody else took items out of the file
            if before.get(one.key) is saved:
                continue
            contents = Contents(saved, one.kept_node, one.view, saved.kind)
            listed = self.shown.entries[number].record
            if listed is not None and is_item(contents, listed):
                continue
            entry = collections.entry_of(self.shown.path, number, contents)
            self.shown.entries[number] = entry
            item = self.list.item(number)
            self._write(item, entry, collections.is_done(entry))
            item.setHidden(not self._fits(entry))
            if not self._short:
                self._waiting.append(number)
                self._painting.start()

    def _write(self, item: QListWidgetItem, entry: collections.CollectionEntry, done: bool) -> None:
        """Write an entry into its line, with a tick where it is done."""
        tick = "✓ " if done else ""
        # What a lesson is about stands in its title, and its game in that of the course.
        line = begun(entry.line.rpartition(": ")[2]) if entry.kind == "lesson" else entry.line
        item.setToolTip(plain_tip(entry.line))
        item.setText(f"{tick}{entry.title}" if self._short else f"{tick}{entry.title}\n{line}")
        solved = " (done)" if done else ""
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.title}{solved}: {entry.line}")
