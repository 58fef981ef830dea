"""The toolbar: in a narrow window its docks lose their names, then an arrow leads to the rest."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QToolBar, QToolButton, QWidget

from viewer.widgets.appearance.chosen_preferences import text_scale
from viewer.widgets.appearance.icons import icon

ICON = 20
"""Logical pixels of an icon at text size 1."""
SCALES = (1.6, 1.4, 1.25, 1.1, 1.0)
"""How much larger icons become with the text, as far as the line of them has room."""


class ToolBar(QToolBar):
    """A toolbar whose named buttons show their icon alone where there is no room for the names."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(title, parent)
        self.setObjectName(title)
        self.setMovable(False)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self._switches: list[QAction] = []
        self._fitting: tuple[int, float] | None = None

    @property
    def named(self) -> list[QToolButton]:
        """The buttons that switch docks."""
        buttons = [self.widgetForAction(action) for action in self._switches]
        return [button for button in buttons if isinstance(button, QToolButton)]

    def add_switch(self, action: QAction) -> None:
        """Add the switch of a dock behind the others."""
        self._switches.append(action)
        self.addAction(action)
        self._call(action)

    def swap(self, shown: QAction, other: QAction) -> None:
        """Put a switch in the place of the one that is shown, if that is shown."""
        if shown in self._switches:
            self._switches[self._switches.index(shown)] = other
            self.insertAction(shown, other)
            self.removeAction(shown)
            self._call(other)
            self._fitting = None
            self.fit()

    def _call(self, action: QAction) -> None:
        button = self.widgetForAction(action)
        if isinstance(button, QToolButton):
            button.setAccessibleName(f"{action.text()} dock")

    def fit(self) -> None:
        """Show the names where all buttons have room with them, and icons as large as they may."""
        asked = (self.width(), text_scale(self))
        if asked == self._fitting or not self._switches:
            return
        self._fitting = asked
        for named in (True, False):
            self._name(shown=named)
            if self._enlarge(asked[1]):
                break
        # Qt's arrow to the buttons that do not fit is blank in this style.
        arrow = self.findChild(QToolButton, "qt_toolbar_ext_button")
        if arrow is not None:
            arrow.setIcon(icon("more"))
            arrow.setToolTip("More tools")
            arrow.setAccessibleName("More tools")

    def _enlarge(self, most: float) -> bool:
        """Take the largest icons that leave room for all buttons; False: none do."""
        for scale in SCALES:
            if scale <= max(1.0, most):
                side = round(ICON * scale)
                self.setIconSize(QSize(side, side))
                if self.sizeHint().width() <= self.width():
                    return True
        return False

    def _name(self, *, shown: bool) -> None:
        styles = Qt.ToolButtonStyle
        for button in self.named:
            button.setToolButtonStyle(
                styles.ToolButtonTextBesideIcon if shown else styles.ToolButtonIconOnly
            )
        layout = self.layout()
        if layout is not None:
            layout.invalidate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fitting = None
            self.fit()
