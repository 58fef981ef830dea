"""What is pressed must not move away: changes that wait, and a second click that hits another."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

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
