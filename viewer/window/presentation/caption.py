"""Under a presentation: one sentence in large type, and how far the steps have come."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QWidget

from viewer.learn.slides import Slides
from viewer.widgets.appearance.theme import Tokens, active_theme
from viewer.widgets.controls import empty, fill, row_in
from viewer.widgets.flat_painting import calm_icon, pixmap_of

LINES = 2
"""Lines the caption always has room for, so that nothing jumps from step to step."""
MANY = 6
"""Lines it has room for while the whole text is shown."""
SMALLEST = 14
_TONES: dict[str, Callable[[Tokens], str]] = {
    "right": lambda tokens: tokens.good,
    "wrong": lambda tokens: tokens.bad,
    "hint": lambda tokens: tokens.accent,
}


class PresentationCaption(QFrame):
    """The caption and a discreet counter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("PresentationCaption")
        self.setAccessibleName("Caption")
        self._size, self._tokens = 32, active_theme()
        self._tone = ""
        self._lines = LINES
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.counter = QLabel(self)
        self.counter.setTextFormat(Qt.TextFormat.PlainText)
        self.counter.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
        row = row_in(self, 16, 24, 10, 24, 10)
        # As wide as the counter at the other side: the sentence stands in the middle.
        self._left = QWidget(self)
        fill(row, self._left, (self.label, 1), self.counter)
        self.hide()

    def apply_theme(self, size: int, colours: Tokens) -> None:
        """Write in letters of `size` logical pixels, in the colours of a palette."""
        self._size, self._tokens = size, colours
        small = max(12, round(0.5 * size))
        self.counter.setStyleSheet(f"font-size: {small}px; color: {colours.muted};")
        metrics = QFontMetrics(self._font(small))
        wide = metrics.horizontalAdvance("000 / 000")
        self.counter.setFixedWidth(wide)
        self._left.setFixedWidth(wide)
        self.setStyleSheet(
            f"#PresentationCaption {{ background: {colours.surface};"
            f" border: none; border-top: 1px solid {colours.line}; }}"
        )
        self._fit()

    def say(self, caption: str, tone: str = "", lines: int = LINES) -> None:
        """Show a sentence, or a text that may take so many lines."""
        self._tone, self._lines = tone, lines
        self.label.setText(caption)
        self.setAccessibleDescription(caption)
        self._fit()

    def count(self, number: int, of: int) -> None:
        """Say which step of how many is shown, from 1."""
        self.counter.setText(f"{number} / {of}" if of > 1 else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _font(self, size: int) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(size)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _fit(self) -> None:
        """Write as large as asked, and smaller where a long sentence would not fit."""
        room = max(200, self.width() - 48 - 32 - 2 * self.counter.width())
        high = self._lines * QFontMetrics(self._font(self._size)).lineSpacing() + 4
        size = self._size
        while size > SMALLEST:
            metrics = QFontMetrics(self._font(size))
            flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
            if (
                metrics.boundingRect(QRect(0, 0, room, 10000), flags, self.label.text()).height()
                <= high
            ):
                break
            size -= 1
        of_tone = _TONES.get(self._tone)
        colour = self._tokens.text if of_tone is None else of_tone(self._tokens)
        self.label.setStyleSheet(f"font-size: {size}px; font-weight: 600; color: {colour};")
        self.setFixedHeight(high + 20)


class AnswerButtons(QFrame):
    """The answers to choose from, in large type over the scene; long ones below each other.

    Signals
    -------
    chosen(int)
        An answer was clicked.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Answers")
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._shown: tuple[object, ...] = ()
        self.buttons: list[QPushButton] = []
        self.hide()

    def offer(self, slides: Slides, size: int, colours: Tokens, room: int) -> None:
        """Show a button for each answer, none for none, within `room` logical pixels of width."""
        choices, pictures, camera = slides.choices, slides.pictures, slides.camera
        if (choices, pictures, camera, size, colours, room) != self._shown:
            self._shown = (choices, pictures, camera, size, colours, room)
            empty(self._row)
            self.buttons = [self._button(number, text) for number, text in enumerate(choices)]
            high = QSize(6 * size, 9 * size // 2)
            for button, position in zip(self.buttons, pictures, strict=False):
                picture = pixmap_of(position, camera, high, self.devicePixelRatioF())
                if position and picture is not None:
                    button.setIcon(calm_icon(picture))
                    button.setIconSize(high)
            self._dress(round(0.8 * size), colours, room)
        self.setVisible(bool(choices))

    def _button(self, number: int, text: str) -> QPushButton:
        button = QPushButton(text.replace("&", "&&"), self)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self.chosen.emit(number))
        self._row.addWidget(button)
        button.show()  # else it counts for nothing in the size of the row
        return button

    def _dress(self, size: int, colours: Tokens, room: int) -> None:
        """Write the answers beside or below each other, and smaller where one would not fit."""
        while True:
            for button in self.buttons:
                button.setStyleSheet(
                    f"font-size: {size}px; padding: 8px 24px; border-radius: 14px;"
                    f" border: 2px solid {colours.accent}; color: {colours.text};"
                    f" background: {colours.surface};"
                )
            self._row.setDirection(QBoxLayout.Direction.LeftToRight)
            self._row.setSpacing(16)
            if self._row.sizeHint().width() > room:
                self._row.setDirection(QBoxLayout.Direction.TopToBottom)
                self._row.setSpacing(8)
            if size <= SMALLEST or self._row.sizeHint().width() <= room:
                break
            size -= 1
        self.adjustSize()
