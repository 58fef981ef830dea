"""The title bar of a dock, and the edge it has while it floats."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QDockWidget, QFrame, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from viewer.widgets.appearance.chosen_preferences import keep_icon
from viewer.widgets.appearance.icons import icon
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import label
from viewer.widgets.prose import plain_tip


class DockTitle(QWidget):
    """A quiet title bar, to drag the dock by: its name, what lets it float, and a cross.

    Attributes
    ----------
    floats
        Lets the dock float, or puts it back into the window.
    """

    def __init__(self, dock: QDockWidget, close: Callable[[], None]) -> None:
        super().__init__()
        self._dock, self._edge = dock, _Edge(dock)
        self.setObjectName("DockTitle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GAP, GAP - 2, GAP, 2)
        row.setSpacing(2)
        row.addWidget(label(dock.windowTitle()), 1)
        self.floats = _button(lambda: dock.setFloating(not dock.isFloating()))
        cross = _button(close)
        _name(cross, "close", f"Close {dock.windowTitle()}")
        row.addWidget(self.floats)
        row.addWidget(cross)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        dock.topLevelChanged.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        title, floats = self._dock.windowTitle(), self._dock.isFloating()
        self._edge.setVisible(floats)
        self._edge.raise_()
        if floats:
            _name(self.floats, "dock", f"Put {title} back into the window")
        else:
            _name(self.floats, "float", f"Let {title} float; or drag it by its title")


class _Edge(QFrame):
    """A line round a dock that floats: its window has no frame."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._dock = dock
        self.setObjectName("DockEdge")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        dock.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the dock, and above what stands in it."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.ChildAdded):
            self.resize(self._dock.size())
            self.raise_()
        return False


def _button(act: Callable[[], object]) -> QToolButton:
    button = QToolButton()
    keep_icon(button, 14)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.clicked.connect(act)
    return button


def _name(button: QToolButton, picture: str, says: str) -> None:
    button.setIcon(icon(picture, "muted"))
    button.setToolTip(plain_tip(says))
    button.setAccessibleName(says)
