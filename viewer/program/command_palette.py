"""The palette: any command by a piece of its name."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from viewer.commands.command import Command
from viewer.commands.shell import Shell
from viewer.program.menus import native
from viewer.widgets.appearance.chosen_preferences import text_scale, with_text
from viewer.widgets.appearance.theme import GAP, active_theme, mixed
from viewer.widgets.controls import answer_later, column_in, fill, label
from viewer.window.synonyms import begun_at, meanings

ROWS = 9
"""Lines shown for what is typed."""
MOST = 60
"""Lines listed before anything is typed."""
ENTRY = Qt.ItemDataRole.UserRole
WIDTH = 560
BEHIND = 10_000
"""How far those come behind that have some of the words in their line of help alone."""
CALLED = 8
"""How far those come behind that have another word for one that is typed."""


@dataclass(frozen=True)
class PaletteEntry:
    """One line of the palette: what it says, what stands at its right, what Enter does.

    `ticked`: it switches something that is on.
    """

    title: str
    detail: str
    run: Callable[[], object]
    enabled: bool = True
    ticked: bool = False


def score(words: str, title: str) -> int | None:
    """Say how well `words` fit a title: smaller is better, None not at all.

    Every word must begin a word of the title, or stand inside it; or a word that people use for
    it must begin one.
    """
    low = title.lower()
    total = 0
    for word in words.lower().split():
        place = low.find(word)
        if place >= 0:
            inside = place > 0 and low[place - 1].isalnum()
            total += place + 50 if inside else place
        else:
            called = [begun_at(low, other) for other in meanings(word)]
            if max(called, default=-1) < 0:
                return None
            total += CALLED + min(at for at in called if at >= 0)
    return total


def found_commands(commands: Sequence[Command], words: str, shell: Shell) -> list[Command]:
    """Return the listed commands that fit `words`, the best first; those usable now lead."""
    fitting = []
    for place, command in enumerate(commands):
        if not command.listed or not command.offered(shell):
            continue
        fit = score(words, f"{command.title} {command.menu}")
        if fit is None:  # what it is for may say what its name does not
            fit = score(words, f"{command.title} {command.menu} {command.help}")
            fit = None if fit is None else fit + BEHIND
        if fit is not None:
            fitting.append((not command.enabled(shell), fit, place, command))
    return [entry[-1] for entry in sorted(fitting, key=lambda entry: entry[:3])]


class CommandPalette(QFrame):
    """A line and what fits it, over the scene.

    Signals
    -------
    finished
        The box closed; the keyboard goes back to where it was.
    """

    finished = Signal()

    def __init__(
        self,
        shell: Shell,
        commands: Sequence[Command],
        perform: Callable[[Command], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("Box")
        self._shell = shell
        self._commands, self._perform = tuple(commands), perform
        self.edit = QLineEdit(self)
        self.edit.setObjectName("BoxEdit")
        self.edit.setAccessibleName("Search all commands")
        self.edit.setPlaceholderText("Search commands")
        self.edit.textChanged.connect(self._refill)
        self.edit.installEventFilter(self)
        self.fault = label("", "small", wraps=True)
        self.fault.setObjectName("BoxFault")
        self._lines = _EntryList(self)
        self.list = QListView(self)
        self.list.setModel(self._lines)
        self.list.setAccessibleName("Matching commands")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setItemDelegate(_EntryRow(self.list))
        answer_later(self.list.clicked, self.list, self._run, QModelIndex.row)
        column = column_in(self, 2, GAP // 2, GAP // 2, GAP // 2, GAP // 2)
        fill(column, self.edit, self.fault, self.list)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(32)
        shadow.setOffset(0, 6)
        shadow.setColor(QColor(0, 0, 0, 120))  # a lighter one would shine in the dark palettes
        self.setGraphicsEffect(shadow)
        around = self.parentWidget()
        if around is not None:
            around.installEventFilter(self)
        with_text(self, lambda _: self.place() if not self.isHidden() else None)
        self.hide()

    def open(self) -> None:
        """Show the palette with all commands."""
        self.fault.hide()
        self.edit.clear()
        self._refill()
        self.show()
        self.raise_()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def shut(self) -> None:
        """Close the box and give the keyboard back."""
        if not self.isHidden():
            self.hide()
            self.finished.emit()

    @property
    def entries(self) -> tuple[PaletteEntry, ...]:
        """What is listed, the first being what Enter does."""
        return self._lines.entries

    # -- what fits ---------------------------------------------------------------------------

    def _refill(self) -> None:
        text = self.edit.text().strip()
        self.fault.hide()
        found = found_commands(self._commands, text, self._shell)
        self._lines.fill(
            PaletteEntry(
                command.title.rstrip("…"),
                native(command.keys[0]) if command.keys else "",
                partial(self._perform, command),
                command.enabled(self._shell),
                command.checked is not None and bool(command.checked(self._shell)),
            )
            for command in found[: ROWS if text else MOST]
        )
        self.list.setVisible(bool(found))
        if found:
            self._choose(0)
        self.place()

    def _choose(self, row: int) -> None:
        self.list.setCurrentIndex(self._lines.index(row))

    def place(self) -> None:
        """Put the box at the top of its parent, as high as its lines need."""
        parent = self.parentWidget()
        if parent is None:
            return
        top = min(9 * GAP, parent.height() // 8)
        rows = min(len(self.entries), ROWS)
        height = sum(self.list.sizeHintForRow(row) for row in range(rows)) + 6 if rows else 0
        # A low window has fewer lines at a time; the others are scrolled to.
        room = parent.height() - top - self.edit.sizeHint().height() - 12 * GAP
        self.list.setFixedHeight(max(0, min(height, room)))
        width = min(round(WIDTH * max(1.0, text_scale(self))), parent.width() - 4 * GAP)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((parent.width() - width) // 2, top)

    # -- what it does ------------------------------------------------------------------------

    def _run(self, row: int) -> None:
        """Do what a line says."""
        if not 0 <= row < len(self.entries):
            if self.edit.text().strip():
                self._say("No command has that name.")
            else:
                self.shut()
            return
        entry = self.entries[row]
        if not entry.enabled:
            self._say(f"{entry.title} is not available now.")
            return
        self.shut()
        entry.run()

    def _say(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.show()
        self.place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows choose, Enter does, Escape and leaving close; the box stays in its window."""
        if watched is self.parentWidget():
            if event.type() == QEvent.Type.Resize and not self.isHidden():
                self.place()
            return False
        if event.type() == QEvent.Type.FocusOut and not self.isHidden():
            if not self.isAncestorOf(self.window().focusWidget() or self):
                self.hide()
        elif event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            key = event.key()
            if key == Qt.Key.Key_Escape:
                self.shut()
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self.list.currentIndex().row())
                return True
            if key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.entries:
                step = 1 if key == Qt.Key.Key_Down else -1
                self._choose((self.list.currentIndex().row() + step) % len(self.entries))
                return True
        return False


class _EntryList(QAbstractListModel):
    """What is listed. A widget's items would be deleted as it is filled, while Qt may hold them."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.entries: tuple[PaletteEntry, ...] = ()

    def fill(self, entries: Iterable[PaletteEntry]) -> None:
        """List something else."""
        self.beginResetModel()
        self.entries = tuple(entries)
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return len(self.entries)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if not 0 <= index.row() < len(self.entries):
            return None
        entry = self.entries[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.title
            case Qt.ItemDataRole.AccessibleTextRole:
                said = f"{entry.title}, on" if entry.ticked else entry.title
                return f"{said} {entry.detail}"
            case _ if role == ENTRY:
                return entry
        return None


class _EntryRow(QStyledItemDelegate):
    """A title at the left, a tick behind it for what is on, and its key at the right."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(100, option.fontMetrics.height() + 14)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        colours = active_theme()
        area = option.rect.adjusted(2, 1, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft))
            painter.drawRoundedRect(area, 6, 6)
        inner = area.adjusted(GAP + 2, 0, -GAP - 2, 0)
        entry: PaletteEntry = index.data(ENTRY)
        painter.setPen(
            QColor(colours.text if entry.enabled else mixed(colours.muted, colours.surface, 0.45))
        )
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inner, middle | Qt.AlignmentFlag.AlignLeft, entry.title)
        if entry.ticked:
            painter.setPen(QColor(colours.accent if entry.enabled else colours.muted))
            behind = painter.fontMetrics().horizontalAdvance(entry.title) + GAP
            painter.drawText(inner.adjusted(behind, 0, 0, 0), middle, "✓")
        if entry.detail:
            font = QFont(option.font)
            font.setPixelSize(max(9, round(font.pixelSize() * 0.88)))
            painter.setFont(font)
            width = painter.fontMetrics().horizontalAdvance(entry.detail) + 2 * GAP
            key = QRect(inner.right() - width, inner.y() + 5, width, inner.height() - 10)
            painter.setPen(QColor(colours.line))
            painter.setBrush(QColor(colours.sunken))
            painter.drawRoundedRect(key, 4, 4)
            painter.setPen(QColor(colours.muted))
            painter.drawText(key, Qt.AlignmentFlag.AlignCenter, entry.detail)
        painter.restore()
