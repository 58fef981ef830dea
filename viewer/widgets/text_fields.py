"""Fields to write in: what is typed is kept at once, and undone with all else, a go at a time."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import takewhile

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from model.records.lesson import text_for
from viewer.widgets import controls
from viewer.widgets.controls import SegmentedControl, column_in
from viewer.widgets.prose import MOST, Prose

# What is pressed must not move away: changes that wait, and a second click that hits another.

_MOVES = (
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseMove,
    QEvent.Type.HoverMove,
    QEvent.Type.Enter,
    QEvent.Type.Leave,
)
"""After which a button may be held no more; a release may go to another program."""


class AfterRelease(QObject):
    """Does something at once, or as soon as no mouse button is held.

    A press and a release make a click only where both meet the same control. What is found out in
    the background, or laid out a turn later, would move it from under the mouse between the two.

    Parameters
    ----------
    do
        What is to be done; once, however often it was asked for meanwhile.
    parent
        With whom it goes.
    """

    def __init__(self, do: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._do = do
        self._waits = False

    def ask(self) -> None:
        """Do it now, or after the release."""
        if self._waits:
            return
        if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self._do()
            return
        self._waits = True
        self._application().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear that no button is held any more; the click itself comes first."""
        held = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        if self._waits and event.type() in _MOVES and not held:
            self._application().removeEventFilter(self)
            QTimer.singleShot(0, self, self._end)
        return False

    def _end(self) -> None:
        self._waits = False
        self.ask()

    def _application(self) -> QApplication:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        return application


class DoubleClicks(QObject):
    """Keeps the second half of a double click from a button that the first half did not press.

    A row that was removed has its neighbour's cross under the pointer next.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._pressed = ""
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear of presses before the window passes them on to its widgets."""
        if event.type() == QEvent.Type.Show and watched is self._window:
            self._window.windowHandle().installEventFilter(self)
        kinds = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
        if watched is self._window or event.type() not in kinds:
            return False
        assert isinstance(event, QMouseEvent)
        under = self._window.childAt(event.position().toPoint())
        # Its name as well: a list that is made anew has the same button in the same place.
        found = f"{type(under).__name__} {under.accessibleName()}" if under is not None else ""
        before, self._pressed = self._pressed, found
        again = event.type() == QEvent.Type.MouseButtonDblClick and found != before
        return again and isinstance(under, QAbstractButton)


# Escape in lists and tables, which would search their rows for it as for a letter.


class EscapeGoesOn(QObject):
    """Lets an Escape through to what the list stands in."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() != Qt.Key.Key_Escape:
            return False
        event.ignore()
        return True


PAUSE = 1500
"""Milliseconds without typing after which another go begins."""


class Go(QObject):
    """One go of typing: over after a pause, or when the field is left."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.gesture = object()
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.end)

    def on(self) -> object:
        """Return what names this go, which goes on."""
        self._timer.start()
        return self.gesture

    def end(self) -> None:
        """Let the next letter begin another."""
        self._timer.stop()
        self.gesture = object()


class _GoInField(Go):
    """Escape leaves the field; undo and redo are the window's, which knows what was typed."""

    def __init__(self, field: LineEdit | TextEdit, told: str = "") -> None:
        super().__init__(field)
        self._field, self.told = field, told
        field.installEventFilter(self)

    def tell(self) -> None:
        """Tell what stands in the field, unless that was told."""
        text = self._field.text()
        if text != self.told:
            self.told = text
            self._field.typed.emit(text, self.on())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep these keys from the field."""
        kind = event.type()
        if kind == QEvent.Type.FocusOut:
            self.end()
        elif kind == QEvent.Type.ShortcutOverride and _is_history(event):
            event.ignore()
            return True
        elif kind == QEvent.Type.KeyPress and (
            isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        ):
            self._field.left.emit()
            return True
        return False


def _is_history(event: QEvent) -> bool:
    """Whether it is a key for undo or redo: the window's history has them, not the field's."""
    return isinstance(event, QKeyEvent) and (
        event.matches(QKeySequence.StandardKey.Undo)
        or event.matches(QKeySequence.StandardKey.Redo)
        or event.keyCombination().toCombined() == (Qt.Modifier.CTRL | Qt.Key.Key_Y).toCombined()
    )


class EnteredLine(QLineEdit):
    """A line that Enter hands in: the dialog around it does not answer that key as well."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


def _with(composed: str, text: str, at: int) -> str:
    """Return a text with what is composed in it at a place, counted as Qt counts, in UTF-16."""
    if not composed:
        return text
    units = text.encode("utf-16-le", "surrogatepass")
    before, after = (
        part.decode("utf-16-le", "surrogatepass") for part in (units[: 2 * at], units[2 * at :])
    )
    return before + composed + after


def _shared(one: str, other: str) -> int:
    """Return how many letters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _end_of_change(before: str, after: str) -> int:
    """Return where what is new in a text ends, as Qt counts: one writes on there after undo."""
    start = _shared(before, after)
    same = _shared(before[start:][::-1], after[start:][::-1])
    return len(after[: len(after) - same].encode("utf-16-le", "surrogatepass")) // 2


class FieldsFirst(QObject):
    """Leaves every key to a text field that lies on `scene`, before the scene's own shortcuts.

    Qt asks the field whether it wants a key, and it wants neither Enter nor the arrows up and down.
    """

    def __init__(self, scene: QWidget) -> None:
        super().__init__(scene)
        scene.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take a key for the field, unless it is one with Ctrl or Alt."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        writes = isinstance(QApplication.focusWidget(), QLineEdit | QPlainTextEdit)
        held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        if (
            not writes
            or event.modifiers() & held
            or (Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35)
        ):
            return False
        event.accept()
        return True


class LineEdit(QLineEdit):
    """One line of text. What an input method composes is typed, before it is chosen, too.

    Signals
    -------
    typed(str, object)
        The text, and the go of typing it belongs to.
    left
        Escape was pressed.
    """

    typed = Signal(str, object)
    left = Signal()

    def __init__(self, name: str, placeholder: str = "", text: str = "") -> None:
        super().__init__(text)
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder or name)
        self.setCursorPosition(0)
        self._composed = ""
        self._go = _GoInField(self, text)
        self.textEdited.connect(self._go.tell)

    def text(self) -> str:
        """Return what stands there, and what is being composed in it."""
        return _with(self._composed, super().text(), self.cursorPosition())

    def say(self, text: str) -> None:
        """Show a text; nothing is emitted. Blanks around it are left to whoever types it."""
        now = self.text()
        if text == now or (self.hasFocus() and text == now.strip()):
            return
        if self._composed:
            QApplication.inputMethod().reset()
        self._composed, self._go.told = "", text
        self._go.end()
        with QSignalBlocker(self):
            self.setText(text)
        self.setCursorPosition(_end_of_change(now, text) if self.hasFocus() else 0)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composed = event.preeditString()
        super().inputMethodEvent(event)
        self._go.tell()


class TextEdit(QPlainTextEdit):
    """Several lines. What an input method composes is typed, before it is chosen, too.

    Parameters
    ----------
    low, high
        Lines it has room for at least, and at most before it scrolls; a `high` of 0: it is as high
        as it is laid out.

    Signals
    -------
    typed(str, object), left
        As of `LineEdit`.
    finished
        The keyboard has gone to another control.
    """

    typed = Signal(str, object)
    left = Signal()
    finished = Signal()

    def __init__(self, name: str, placeholder: str = "", low: int = 2, high: int = 9) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder or name)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._low, self._high = low, high
        self._said = self._held = ""
        self._go = _GoInField(self)
        self.textChanged.connect(self._go.tell)
        if high:
            # What is typed moves all that is below: in a turn of its own, and not while the mouse
            # is pressed. Else a click right after a key would be lost where the computer is busy.
            self._growth = AfterRelease(self._grow, self)
            self.document().documentLayout().documentSizeChanged.connect(
                lambda _: QTimer.singleShot(0, self, self._growth.ask)
            )
        self._fit()

    def text(self) -> str:
        """Return what stands there, and what is being composed in it.

        What was shown and is left as it was is that very text: Qt has one kind of line end.
        """
        text = self._raw()
        return self._said if text == self._held else text

    def _raw(self) -> str:
        # `toPlainText` makes blanks of no-break spaces, and ends of lines of what separates them.
        text = self.document().toRawText().replace("\u2029", "\n")
        block = self.textCursor().block()
        layout = block.layout()
        return _with(
            layout.preeditAreaText(), text, block.position() + layout.preeditAreaPosition()
        )

    def say(self, text: str) -> None:
        """Show a text; nothing is emitted. Blanks around it are left to whoever types it."""
        now = self.text()
        if text == now or (self.hasFocus() and text == now.strip()):
            return
        if self.textCursor().block().layout().preeditAreaText():
            QApplication.inputMethod().reset()
        self._go.end()
        # Lines are not broken where that takes minutes, a million letters without a blank: not
        # while such a text comes, nor while it goes.
        modes, is_long = self.LineWrapMode, len(text) > MOST
        with QSignalBlocker(self):
            self.setLineWrapMode(modes.NoWrap if is_long else self.lineWrapMode())
            self.setPlainText(text)
            self.setLineWrapMode(modes.NoWrap if is_long else modes.WidgetWidth)
        self._said = self._go.told = text
        self._held = self._raw()
        cursor = self.textCursor()
        cursor.setPosition(_end_of_change(now, self._held))
        self.setTextCursor(cursor)
        self._fit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        super().inputMethodEvent(event)
        self._go.tell()

    def _grow(self) -> None:
        """Be as high as the text is, and have all around it laid out at once."""
        before = self.height()
        self._fit()
        if self.height() != before:
            controls.lay_out_around(self)

    def _fit(self) -> None:
        """Be as high as the text is, within bounds."""
        if not self._high:
            return
        line = QFontMetricsF(self.font()).lineSpacing()
        layout, block, text = self.document().documentLayout(), self.document().begin(), 0.0
        while block.isValid() and text < self._high * line:
            text += max(line, layout.blockBoundingRect(block).height())
            block = block.next()
        around = self.contentsMargins()  # the style sheet's padding: wider than high
        frame = around.top() + around.bottom() + 2 * self.document().documentMargin()
        height = math.ceil(max(self._low * line, min(text, self._high * line)) + frame) + 2
        # A bar that comes for one moment breaks the lines anew, and stays.
        policies = Qt.ScrollBarPolicy
        scrolls = block.isValid() or text > (self._high + 0.5) * line
        bar = policies.ScrollBarAsNeeded if scrolls else policies.ScrollBarAlwaysOff
        if bar != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(bar)
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)

    def event(self, event: QEvent) -> bool:
        """Follow how it looks: it may be higher."""
        heard = super().event(event)
        if event.type() in (
            QEvent.Type.FontChange,
            QEvent.Type.StyleChange,
            QEvent.Type.Polish,
            QEvent.Type.Show,
        ):
            self._fit()
        return heard

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the width: lines break elsewhere, and the document does not say so."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            # In a turn of its own: a layout that is at work does not hear of another height.
            QTimer.singleShot(0, self, self._fit)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        reasons = Qt.FocusReason
        if event.reason() not in (reasons.ActiveWindowFocusReason, reasons.PopupFocusReason):
            self.finished.emit()  # else the keyboard comes back here


class MarkdownText(QWidget):
    """Markdown to write, and to see as a reader of the window will.

    Attributes
    ----------
    field
        Where it is written.
    """

    def __init__(self, name: str, placeholder: str, typed: Callable[[str, object], None]) -> None:
        super().__init__()
        self.field = TextEdit(name, placeholder, low=4, high=12)
        self.prose = Prose(f"{name}, as it will be read")
        self.field.typed.connect(typed)
        self.show_as = SegmentedControl(f"{name}: show", (("Write", False), ("Preview", True)))
        self.show_as.set_value(False)
        self.show_as.picked.connect(self.preview)
        column = column_in(self, 4)
        head = controls.fill(
            QHBoxLayout(), controls.label(f"{name} (Markdown)", "muted"), 0, self.show_as
        )
        controls.fill(column, head, self.field, self.prose)
        self.prose.hide()

    def preview(self, on: bool) -> None:
        """Show it as a reader will see it, or to write again."""
        self.show_as.set_value(on)
        self.prose.say(text_for(self.field.text(), "window"))
        self.field.setVisible(not on)
        self.prose.setVisible(on)

    def say(self, text: str) -> None:
        """Show a text."""
        self.field.say(text)
        self.prose.say(text_for(text, "window"))
        self.prose.setVisible(self.field.isHidden())
