"""A key that does something while it is held, wherever in the window the keyboard is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget


class HeldKey(QObject):
    """A shortcut that is told of its release, too.

    A shortcut hears the press alone; the release goes to whatever has the keyboard, which is
    watched until then.

    Parameters
    ----------
    key
        A key without modifiers.
    window
        Where it works, unless a text field takes the key.
    press, release
        Called as it goes down and up. Losing the keyboard counts as a release.
    """

    def __init__(
        self,
        key: Qt.Key,
        window: QWidget,
        press: Callable[[], object],
        release: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._press, self._release = press, release
        self._watched: QObject | None = None
        self._key = key
        self._window = window
        self.shortcut = QShortcut(QKeySequence(key), window)
        self.shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
        self.shortcut.setAutoRepeat(False)
        self.shortcut.activated.connect(self._pressed)

    def _pressed(self) -> None:
        self._end()
        self._watched = QApplication.focusWidget() or self._window
        self._watched.installEventFilter(self)
        self._press()

    def _end(self) -> None:
        if self._watched is not None:
            self._watched.removeEventFilter(self)
            self._watched = None
            self._release()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear the key go up, or the keyboard go elsewhere."""
        kind = event.type()
        if kind == QEvent.Type.KeyRelease and isinstance(event, QKeyEvent):
            if event.key() == self._key and not event.isAutoRepeat():
                self._end()
        elif kind in (QEvent.Type.FocusOut, QEvent.Type.Hide):
            self._end()
        return False
