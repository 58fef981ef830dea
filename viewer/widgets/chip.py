"""Small labels over the scene: the chip with a cross, and the line about what is hovered."""

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QToolButton, QWidget

from viewer.widgets.controls import label, row_in, small_tool
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
        self.text = ""
        self.label = label("")
        self._row = row_in(self, 4, 10, 3, 4 if closable else 10, 3)
        self._row.addWidget(self.label)
        if closable:
            self._cross: QToolButton | None = small_tool("close", "", self.closed.emit)
            self._cross.setAutoRaise(True)
            self._row.addWidget(self._cross)
        else:
            self._cross = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def fit(self, width: int) -> None:
        """Be at most `width` wide: a longer text ends in "…", and its tip has it whole."""
        self.label.setText(self.text)
        self.adjustSize()
        over = self.sizeHint().width() - width
        if over > 0:
            room = max(0, self.label.sizeHint().width() - over)
            metrics = self.label.fontMetrics()
            self.label.setText(metrics.elidedText(self.text, Qt.TextElideMode.ElideRight, room))
            self.adjustSize()
        self.label.setToolTip(plain_tip(self.text if over > 0 else ""))

    def add_button(self, name: str, tip: str, run: Callable[[], object]) -> None:
        """Put a small icon button before the cross."""
        button = small_tool(name, tip, run, 13)
        button.setAutoRaise(True)
        self._row.insertWidget(self._row.count() - (self._cross is not None), button)

    def say(self, text: str, tip: str = "") -> None:
        """Show `text`; "" hides the chip."""
        if text != self.text or bool(text) == self.isHidden():
            self.text = text
            self.label.setText(text)
            self.label.setToolTip("")
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
        row_in(self, None, 12, 5, 12, 5).addWidget(self.label)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._high = 0
        self.hide()

    @property
    def line_height(self) -> int:
        """How high it is with a single line."""
        return self._high if self.label.wordWrap() else self.sizeHint().height()

    def fit(self, width: int) -> None:
        """Be at most `width` wide: a longer text goes on below."""
        self.label.setWordWrap(False)
        size = self.sizeHint()
        self._high = size.height()
        if size.width() > width:
            self.label.setWordWrap(True)
            size = QSize(width, self.heightForWidth(width))
        self.resize(size)

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
