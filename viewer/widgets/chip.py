"""Small labels over the scene: the chip with a cross, and the line about what is hovered."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from viewer.widgets.icons import icon
from viewer.widgets.prose import plain_tip


class Chip(QFrame):
    """A small rounded label over the scene, with a cross to end what it names.

    Signals
    -------
    closed
        The cross was pressed.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None, *, closable: bool = True) -> None:
        super().__init__(parent)
        self.setObjectName("Chip")
        self.label = QLabel(self)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(10, 3, 4 if closable else 10, 3)
        self._row.setSpacing(4)
        self._row.addWidget(self.label)
        if closable:
            cross = QToolButton(self)
            cross.setIcon(icon("close", "muted"))
            cross.setIconSize(QSize(12, 12))
            cross.setAutoRaise(True)
            cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            cross.clicked.connect(self.closed)
            self._cross: QToolButton | None = cross
            self._row.addWidget(cross)
        else:
            self._cross = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def add_button(self, name: str, tip: str, run: Callable[[], object]) -> None:
        """Put a small icon button before the cross."""
        button = QToolButton(self)
        button.setIcon(icon(name, "muted"))
        button.setIconSize(QSize(13, 13))
        button.setAutoRaise(True)
        button.setToolTip(plain_tip(tip))
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: run())
        self._row.insertWidget(self._row.count() - (self._cross is not None), button)

    def say(self, text: str, tip: str = "") -> None:
        """Show `text`; "" hides the chip."""
        if text != self.label.text() or bool(text) == self.isHidden():
            self.label.setText(text)
            self.setVisible(bool(text))
            self.adjustSize()
        if self._cross is not None:
            self._cross.setToolTip(plain_tip(tip))
            self._cross.setAccessibleName(tip)


class HoverLine(QFrame):
    """The line at the bottom left of the scene: what a ball under the cursor would do.

    Attributes
    ----------
    away
        Nothing is shown, whatever is said.

    Signals
    -------
    link
        A link in the line ("show") was clicked.
    """

    link = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("HoverChip")
        self.away = False
        self.label = QLabel(self)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.linkActivated.connect(self.link)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 12, 5)
        row.addWidget(self.label)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def text(self) -> str:
        """The line as shown, links included, "" when hidden."""
        return self.label.text() if not self.isHidden() else ""

    def say(self, text: str, link: str = "") -> None:
        """Show a line, and behind it words to click; "" hides it.

        A line with a link can be clicked; any other lets the mouse through to the scene.
        """
        through = not link
        if link:
            text = f'{escape(text)} <a href="show">{escape(link)}</a>'
        if text == self.label.text() and bool(text) != self.isHidden():
            return
        if self.away:
            text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, through)
        formats = Qt.TextFormat
        self.label.setTextFormat(formats.PlainText if through else formats.RichText)
        self.label.setText(text)
        self.setVisible(bool(text))
        self.adjustSize()
