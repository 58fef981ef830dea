"""A monkey's hands: mouse, keys and wheel, told to Qt's window system as a real display would.

What Qt makes of them is its own: which window is blocked, who has the keyboard, what is a shortcut.
"""

import random
from typing import TypeAlias

import shiboken6
from monkey_counts import below
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

Button: TypeAlias = Qt.MouseButton
Keys: TypeAlias = Qt.KeyboardModifier
HELD = (
    (Qt.Key.Key_Shift, Keys.ShiftModifier),
    (Qt.Key.Key_Control, Keys.ControlModifier),
    (Qt.Key.Key_Alt, Keys.AltModifier),
)
CONTROLS = {
    Qt.Key.Key_Return: "\r",
    Qt.Key.Key_Enter: "\r",
    Qt.Key.Key_Tab: "\t",
    Qt.Key.Key_Backspace: "\b",
    Qt.Key.Key_Escape: "\x1b",
    Qt.Key.Key_Delete: "\x7f",
}
"""What keys write that are no letters."""

KINDS = (
    QAbstractButton, QLineEdit, QPlainTextEdit, QAbstractItemView, QAbstractSlider,
    QAbstractSpinBox, QComboBox, QTabBar, QMenuBar, QLabel,
)  # fmt: skip
"""What is drawn by its kind, so that one slider is found among a hundred labels."""


def windows() -> list[QWidget]:
    """The windows that are shown, as they were made; popups and tips are none."""
    kinds = (Qt.WindowType.Popup, Qt.WindowType.ToolTip, Qt.WindowType.SplashScreen)
    return [
        top
        for top in QApplication.topLevelWidgets()
        if top.isVisible() and top.windowType() not in kinds
    ]


def front() -> QWidget | None:
    """The window that has to be answered first: a popup, else a modal dialog."""
    return QApplication.activePopupWidget() or QApplication.activeModalWidget()


def parts(window: QWidget) -> dict[str, list[QWidget]]:
    """What can be seen in a window, by kind."""
    found: dict[str, list[QWidget]] = {}
    for widget in below(window):
        if not isinstance(widget, QWidget):
            continue
        if widget.isVisible() and not widget.isWindow() and not widget.visibleRegion().isEmpty():
            kind = next((kind.__name__ for kind in KINDS if isinstance(widget, kind)), "other")
            found.setdefault(kind, []).append(widget)
    return found


def a_widget(rng: random.Random, window: QWidget) -> QWidget:
    """Draw something that can be seen in a window."""
    if isinstance(window, QMenu):
        return window
    found = parts(window)
    return rng.choice(found[rng.choice(sorted(found))]) if found else window


def a_place(rng: random.Random, widget: QWidget) -> QPoint:
    """Draw a place in a widget that can be seen, in its own pixels."""
    seen: QRect = widget.visibleRegion().boundingRect()
    if seen.isEmpty():
        seen = widget.rect()
    return QPoint(
        rng.randint(seen.left(), max(seen.left(), seen.right())),
        rng.randint(seen.top(), max(seen.top(), seen.bottom())),
    )


def name_of(widget: QWidget) -> str:
    """How a widget is called in the log."""
    said = widget.accessibleName() or widget.objectName()
    if not said and isinstance(widget, (QAbstractButton, QLabel)):
        said = widget.text()[:30]
    return f"{type(widget).__name__} {said!r}"


def address(thing: object) -> int:
    """Where an object of Qt lies.

    Kept in place of the object itself: Qt deletes windows and menus of its own without telling
    Python, and a wrapper that is held is handed out again for what comes to lie there next.
    """
    return int(shiboken6.getCppPointer(thing)[0])


def _shown() -> list[QWindow]:
    """The windows that are shown.

    Where Qt has deleted one without telling Python, its wrapper is handed out for what came to lie
    there, which need not be a window.
    """
    windows = (one for one in QGuiApplication.allWindows() if isinstance(one, QWindow))
    return [window for window in windows if window.isVisible()]


def _window_at(place: int) -> QWindow | None:
    """The window that lies there, while it lives and is shown."""
    return next((window for window in _shown() if address(window) == place), None)


def handle_of(top: QWidget) -> QWindow | None:
    """The window of a widget, while it is shown.

    Not what `windowHandle` returns: that becomes invalid as soon as Python lets go of the widget.
    """
    if not top.isVisible():
        return None
    number = top.winId()
    return next((window for window in _shown() if window.winId() == number), None)


class Mouse:
    """One mouse: where it is, what is held."""

    def __init__(self) -> None:
        self.held = Button.NoButton
        self._keys = Keys.NoModifier
        self._on, self._at = 0, QPoint()

    def click(self, widget: QWidget, at: QPoint, button: Button, keys: Keys) -> None:
        """Press and release."""
        if self.press(widget, at, button, keys):
            self.release()

    def double_click(self, widget: QWidget, at: QPoint, button: Button, keys: Keys) -> None:
        """Click twice, as fast as it goes."""
        self.click(widget, at, button, keys)
        if shiboken6.isValid(widget) and widget.isVisible():
            self.click(widget, at, button, keys)

    def press(self, widget: QWidget, at: QPoint, button: Button, keys: Keys) -> bool:
        """Press; whether there was a window to press in."""
        place = _in_window(widget, at)
        if place is None:
            return False
        window, self._at = place
        self._on = address(window)
        self.held, self._keys = button, keys
        QTest.mouseMove(window, self._at)
        left = _window_at(self._on)
        if left is not None:
            QTest.mousePress(left, button, keys, self._at)
        return True

    def drag(self, by: QPoint) -> None:
        """Move what is held."""
        window = _window_at(self._on)
        if window is not None:
            self._at = _within(window, self._at + by)
            QTest.mouseMove(window, self._at)

    def release(self) -> None:
        """Let go, where the pointer is."""
        window = _window_at(self._on)
        if window is not None and self.held != Button.NoButton:
            QTest.mouseRelease(window, self.held, self._keys, self._at)
        self.held, self._on = Button.NoButton, 0

    def hover(self, widget: QWidget, at: QPoint) -> None:
        """Point at a place."""
        place = _in_window(widget, at)
        if place is not None:
            QTest.mouseMove(*place)

    def wheel(self, widget: QWidget, at: QPoint, turn: QPoint, keys: Keys) -> None:
        """Turn the wheel."""
        place = _in_window(widget, at)
        if place is not None:
            QTest.wheelEvent(place[0], QPointF(place[1]), turn, QPoint(), keys)


def _in_window(widget: QWidget, at: QPoint) -> tuple[QWindow, QPoint] | None:
    if not shiboken6.isValid(widget):
        return None
    window = widget.window()
    place = widget.mapTo(window, at)
    handle = handle_of(window)
    return None if handle is None else (handle, _within(handle, place))


def _within(window: QWindow, at: QPoint) -> QPoint:
    return QPoint(max(0, min(window.width() - 1, at.x())), max(0, min(window.height() - 1, at.y())))


def listener() -> QWindow | None:
    """The window that gets the keys."""
    popup = QApplication.activePopupWidget()
    handle = None if popup is None else handle_of(popup)
    return handle or QGuiApplication.focusWindow()


def key(code: Qt.Key, keys: Keys = Keys.NoModifier) -> None:
    """Press and release a key, wherever the keyboard is.

    QTest would send Ctrl and its letter to one window, which may go in between, as a floating dock
    does: here each stroke finds its own.
    """
    for down in (True, False):
        if QApplication.activePopupWidget() is not None:
            # An arrow with Alt in the menu of a scroll bar crashes QTest, in a bare program too;
            # from the keyboard of a display it only closes the menu.
            keys &= ~Keys.AltModifier
        strokes = [*(one for one, modifier in HELD if keys & modifier), code]
        for one in strokes if down else reversed(strokes):
            window = listener()
            if window is not None and shiboken6.isValid(window):
                with_it = Keys.NoModifier if down and one != code else keys
                QTest.simulateEvent(window, down, int(one), with_it, text_of(one), False)


def text_of(code: Qt.Key) -> str:
    """What a key writes, as QTest has it."""
    return chr(int(code)).lower() if int(code) <= ord("~") else CONTROLS.get(code, "")


def write(text: str) -> None:
    """Type a text, letter by letter."""
    for letter in text:
        window = listener()
        if window is None:
            return
        code = ord(letter.upper()) if " " <= letter <= "~" else int(Qt.Key.Key_unknown)
        for down in (True, False):
            if shiboken6.isValid(window):
                QTest.simulateEvent(window, down, code, Keys.NoModifier, letter, False)
