"""A button that stands for several: its menu has one row for each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from viewer.widgets.appearance.chosen_preferences import keep_icon
from viewer.widgets.prose import plain_tip

Row = tuple[str, Callable[[], object]]
"""What a row is called, and what a click on it does."""


class AnnotationChoice(QToolButton):
    """Shows which of several things is chosen; a click opens the menu of all.

    Attributes
    ----------
    actions_of
        The row of each, by its key.
    """

    def __init__(
        self,
        name: str,
        rows: Mapping[str, Row],
        parent: QWidget,
        *,
        icons: int = 22,
    ) -> None:
        """Make it of rows, each by its key."""
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setToolTip(plain_tip(name))
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setText("▾")
        keep_icon(self, icons)
        menu = QMenu(self)
        self.actions_of: dict[str, QAction] = {}
        for key, (title, take) in rows.items():
            row = menu.addAction(title)
            row.triggered.connect(lambda _=False, take=take: take())
            self.actions_of[key] = row
        self.setMenu(menu)

    def draw(self, icons: Mapping[str, QIcon]) -> None:
        """Draw the rows anew."""
        for key, row in self.actions_of.items():
            row.setIcon(icons[key])

    def choose(self, key: str) -> None:
        """Show which one is chosen."""
        row = self.actions_of[key]
        self.setIcon(row.icon())
        self.setAccessibleDescription(row.text())
