"""The command box: a typed move or position, or any command by a piece of its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from model.game import MoveError, Position
from model.reading import is_position
from viewer.commands.command import Command
from viewer.commands.shell import Shell
from viewer.session.session import Session, SessionError
from viewer.widgets.theme import GAP, tokens

ROWS = 9
DETAIL, USABLE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
WIDTH = 560


@dataclass(frozen=True)
class Entry:
    """One line under the box: what it says, what stands at its right, what Enter does."""

    title: str
    detail: str
    run: Callable[[], object]
    enabled: bool = True


def score(words: str, title: str) -> int | None:
    """Say how well `words` fit a title: smaller is better, None not at all.

    Every word must begin a word of the title, or stand inside it.
    """
    low = title.lower()
    total = 0
    for word in words.lower().split():
        place = low.find(word)
        if place < 0:
            return None
        begins = place == 0 or not low[place - 1].isalnum()
        total += place if begins else place + 50
    return total


def found_commands(commands: Sequence[Command], words: str, shell: Shell) -> list[Command]:
    """Return the listed commands that fit `words`, the best first; those usable now lead."""
    fitting = []
    for place, command in enumerate(commands):
        if not command.listed:
            continue
        fit = score(words, f"{command.title} {command.menu}")
        if fit is not None:
            fitting.append((not command.enabled(shell), fit, place, command))
    return [entry[-1] for entry in sorted(fitting, key=lambda entry: entry[:3])]


def fitting_moves(position: Position, text: str) -> Iterator[str]:
    """Yield the legal moves that begin with `text`, or whose cell without the level does."""
    text = text.lower()
    for move in position.legal_moves:
        if move.startswith(text) or move.lstrip("0123456789").startswith(text):
            yield move


def key_text(command: Command) -> str:
    """Return the command's first key as the system writes it, "" for none."""
    if not command.keys:
        return ""
    return QKeySequence(command.keys[0]).toString(QKeySequence.SequenceFormat.NativeText)


class CommandBox(QFrame):
    """A line and what fits it, over the scene.

    Signals
    -------
    finished
        The box closed; the keyboard goes back to where it was.
    """

    finished = Signal()

    def __init__(
        self,
        session: Session,
        shell: Shell,
        commands: Sequence[Command],
        perform: Callable[[Command], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("Box")
        self._session, self._shell = session, shell
        self._commands, self._perform = tuple(commands), perform
        self._entries: list[Entry] = []
        self._palette = False
        self.edit = QLineEdit(self)
        self.edit.setObjectName("BoxEdit")
        self.edit.setAccessibleName("Command box")
        self.edit.textChanged.connect(self._refill)
        self.edit.installEventFilter(self)
        self.fault = QLabel(self)
        self.fault.setTextFormat(Qt.TextFormat.PlainText)
        self.fault.setProperty("role", "small")
        self.fault.setStyleSheet("color: #9B1C1C; padding: 0 12px 6px 12px;")
        self.fault.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName("What fits")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setItemDelegate(_Row(self.list))
        self.list.itemClicked.connect(lambda item: self._run(self.list.row(item)))
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP // 2, GAP // 2, GAP // 2, GAP // 2)
        column.setSpacing(2)
        column.addWidget(self.edit)
        column.addWidget(self.fault)
        column.addWidget(self.list)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(32)
        shadow.setOffset(0, 6)
        shadow.setColor(Qt.GlobalColor.gray)
        self.setGraphicsEffect(shadow)
        self.hide()

    def open(self, text: str = "", *, palette: bool = False) -> None:
        """Show the box with `text` in it; as the palette it lists commands from the start."""
        self._palette = palette
        self.edit.setPlaceholderText(
            "Search all commands" if palette else "A move such as 2b2, a position, or a command"
        )
        self.fault.hide()
        self.edit.setText(text)
        self._refill()
        self.show()
        self.raise_()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.end(False)

    def shut(self) -> None:
        """Close the box and give the keyboard back."""
        if not self.isHidden():
            self.hide()
            self.finished.emit()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is listed, the first being what Enter does."""
        return tuple(self._entries)

    # -- what fits ---------------------------------------------------------------------------

    def _refill(self) -> None:
        text = self.edit.text().strip()
        self.fault.hide()
        self._entries = list(islice(self._fitting(text), ROWS if text or not self._palette else 60))
        self.list.clear()
        for entry in self._entries:
            self._add_row(entry)
        self.list.setVisible(bool(self._entries))
        if self._entries:
            self.list.setCurrentRow(0)
        self.place()

    def _fitting(self, text: str) -> Iterator[Entry]:
        position = self._session.position
        if not self._palette and text:
            if is_position(text):
                yield Entry("Open this position", "", lambda: self._session.paste_position(text))
                return
            if position is not None:
                yield from self._moves(position, text)
        if not text and not self._palette:
            return
        if self._palette or not text[0].isdigit():
            for command in found_commands(self._commands, text, self._shell):
                yield Entry(
                    command.title.rstrip("…"),
                    key_text(command),
                    partial(self._perform, command),
                    command.enabled(self._shell),
                )

    def _moves(self, position: Position, text: str) -> Iterator[Entry]:
        try:
            exact = position.read_move(text)
        except MoveError:
            exact = ""
        who = (position.to_move or "").capitalize()
        if exact and position.explain(exact) is None:
            yield Entry(f"Play {exact}", who, lambda: self._session.play(exact))
        if not text[0].isdigit() and (len(text) > 3 or text.isalpha()):
            return
        for move in islice(fitting_moves(position, text), ROWS):
            if move != exact:
                yield Entry(f"Play {move}", who, partial(self._session.play, move))

    def _add_row(self, entry: Entry) -> None:
        item = QListWidgetItem(entry.title)
        item.setData(DETAIL, entry.detail)
        item.setData(USABLE, entry.enabled)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.title} {entry.detail}")
        self.list.addItem(item)

    def place(self) -> None:
        """Put the box at the top of its parent, as high as its lines need."""
        parent = self.parentWidget()
        if parent is None:
            return
        rows = min(self.list.count(), ROWS)
        height = sum(self.list.sizeHintForRow(row) for row in range(rows)) + 6 if rows else 0
        self.list.setFixedHeight(height)
        width = min(WIDTH, parent.width() - 4 * GAP)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((parent.width() - width) // 2, min(9 * GAP, parent.height() // 8))

    # -- what it does ------------------------------------------------------------------------

    def _run(self, row: int) -> None:
        """Do what a line says; without one, treat the text as a move to hear why it is none."""
        text = self.edit.text().strip()
        try:
            if 0 <= row < len(self._entries):
                entry = self._entries[row]
                if not entry.enabled:
                    self._say(f"{entry.title} cannot be used now.")
                    return
                self.shut()
                entry.run()
                return
            if not text:
                self.shut()
                return
            if self._session.position is None:
                self._say("Nothing is open: a position, or the name of a command, would be right.")
                return
            self._session.play(text)
        except SessionError as error:
            if self.isHidden():
                self._shell.say(_sentence(str(error)))
            else:
                self._say(_sentence(str(error)))
            return
        self.shut()

    def _say(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.show()
        self.place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows choose, Enter does, Escape and leaving close."""
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
                self._run(self.list.currentRow() if self._entries else -1)
                return True
            if key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._entries:
                step = 1 if key == Qt.Key.Key_Down else -1
                self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
                return True
        return super().eventFilter(watched, event)


class _Row(QStyledItemDelegate):
    """A title at the left and its key at the right."""

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
        colours = tokens("calm")
        area = option.rect.adjusted(2, 1, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft))
            painter.drawRoundedRect(area, 6, 6)
        inner = area.adjusted(GAP + 2, 0, -GAP - 2, 0)
        usable = bool(index.data(USABLE))
        painter.setPen(QColor(colours.text if usable else "#98A1AC"))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inner, middle | Qt.AlignmentFlag.AlignLeft, index.data())
        detail = index.data(DETAIL)
        if detail:
            font = QFont(option.font)
            font.setPixelSize(max(9, round(font.pixelSize() * 0.88)))
            painter.setFont(font)
            width = painter.fontMetrics().horizontalAdvance(detail) + 2 * GAP
            key = QRect(inner.right() - width, inner.y() + 5, width, inner.height() - 10)
            painter.setPen(QColor(colours.line))
            painter.setBrush(QColor(colours.sunken))
            painter.drawRoundedRect(key, 4, 4)
            painter.setPen(QColor(colours.muted))
            painter.drawText(key, Qt.AlignmentFlag.AlignCenter, detail)
        painter.restore()


def _sentence(text: str) -> str:
    """Return `text` beginning with a capital, unless it begins with the name of a point."""
    return text[:1].upper() + text[1:]
