"""Quiet messages: the strip of one sentence, and the comment below the scene."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from viewer.session.files import resources
from viewer.session.session import SessionError
from viewer.widgets import prose
from viewer.widgets.announcing import announce, last_said, rule_words
from viewer.widgets.controls import fill, label, row_in, say, small_tool, tool
from viewer.widgets.prose import harmless

LEAST = 300
"""Logical pixels of a strip that makes room for what stands beside it."""
WIDEST = 640
"""Logical pixels of a strip, unless its letters are very large."""
NOTE_SECONDS = 6.0
"""How long a note stays; an error stays until it is closed or something else is said."""


class MessageStrip(QFrame):
    """One sentence over the page: an error, or a note that goes away by itself.

    It floats, so that the scene under it never jumps.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Strip")
        self.label = label("", wraps=True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = QPushButton(self)
        self.button.setProperty("role", "quiet")
        close = tool("close", "Close the message", self.clear)
        close.setAutoRaise(True)
        for one in (self.button, close):  # they go when they are clicked, and leave the keys
            one.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = self._row = row_in(self, None, 16, 2, 8, 2)
        fill(row, (self.label, 1), self.button, close)
        self._action: Callable[[], None] | None = None
        self._beside: QWidget | None = None
        self._before: Sequence[QWidget] = ()
        self.button.clicked.connect(self._act)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.clear)
        self.hide()

    def float_over(
        self, page: QWidget, beside: QWidget | None = None, before: Sequence[QWidget] = ()
    ) -> None:
        """Stand over `page` from now on: at its top, or where nothing is looked at.

        Parameters
        ----------
        beside
            What begins a row along the lower edge of the page: while that row is shown, the strip
            lies in it, to the right of this, or above it.
        before
            Buttons at the end of that row, which are never covered either.
        """
        self._beside, self._before = beside, before
        self.setParent(page)
        for watched in (page, *before):
            watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kinds = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)
        if event.type() in kinds:
            self._place()
        return False

    def _place(self) -> None:
        page = self.parentWidget()
        if page is None or self.isHidden():
            return
        left, end, bottom = 12, page.width() - 12, 0
        widest = max(WIDEST, 60 * self.label.fontMetrics().averageCharWidth())
        if self._beside is not None and not self._beside.visibleRegion().isEmpty():
            here = self._beside.mapTo(page, QPoint(self._beside.width(), self._beside.height()))
            bottom = here.y() + 4
            buttons = [one.mapTo(page, QPoint()).x() for one in self._before if one.isVisible()]
            ends = min(buttons) - 8 if buttons else end
            if ends - here.x() - 12 >= LEAST:
                left, end = here.x() + 12, ends
            else:
                bottom -= self._beside.height() + 12  # above the row: it has no room in it
        width = min(max(2 * widest // 3, self.sizeHint().width()), widest, end - left)
        if bottom:  # as flat as can be
            width = min(widest, end - left)
        height = max(self._row.heightForWidth(width) + 2, self._row.minimumSize().height())
        if not bottom:
            left, bottom = (page.width() - width) // 2, 12 + height
        self.setGeometry(left, bottom - height, width, height)
        self.raise_()

    @property
    def text(self) -> str:
        """The sentence shown, "" when the strip is empty."""
        return self.label.text() if not self.isHidden() else ""

    def error(self, sentence: str, details: str = "") -> None:
        """Show what could not be done; with `details`, a button that shows them below it."""
        whole = f"{sentence}\n{details}"
        show = partial(self._show, whole, "error", "", None) if details else None
        self._show(sentence, "error", "Details" if details else "", show)

    def note(
        self,
        sentence: str,
        action: str = "",
        run: Callable[[], None] | None = None,
        besides: str = "",
    ) -> None:
        """Show what was done; with `action`, a button that calls `run`.

        Parameters
        ----------
        besides
            What screen readers say after it.
        """
        self._show(sentence, "note", action, run, besides)
        if run is None:
            self._timer.start(int(NOTE_SECONDS * 1000))

    def offer(self, action: str, run: Callable[[], None]) -> None:
        """Put a button beside the sentence shown; it goes away with it."""
        self._action = run
        self.button.setText(action)
        self.button.show()
        self._place()

    def clear(self) -> None:
        """Take the sentence away."""
        self._timer.stop()
        self.hide()
        self.label.clear()

    def clear_note(self) -> None:
        """Take a note away that would go by itself; an error, or a note with a button, stays."""
        if self._timer.isActive():
            self.clear()

    def clear_error(self) -> None:
        """Take an error away; a note stays."""
        if self.property("tone") == "error":
            self.clear()

    def _show(
        self,
        sentence: str,
        tone: str,
        action: str,
        run: Callable[[], None] | None,
        besides: str = "",
    ) -> None:
        self._timer.stop()
        announce(self, f"{sentence} {besides}".strip())
        self.setProperty("tone", tone)
        for widget in (self, self.label):
            widget.style().unpolish(widget)
            widget.style().polish(widget)
        self.label.setText(sentence)
        self.setAccessibleName(sentence)
        self._action = run
        say(self.button, action)
        self.show()
        self._place()

    def _act(self) -> None:
        run = self._action
        self.clear()
        if run is not None:
            run()


class MoveCaption(QFrame):
    """What a record says about the move shown: a few lines below the scene, with a cross.

    Markdown, without pictures or HTML: a file that somebody else wrote must load nothing.
    Closing hides this text; another one shows again.

    Signals
    -------
    closed
        The cross was pressed.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Comment")
        self._closed = self._text = ""
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.MarkdownText)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        cross = self.cross = small_tool("close", "Close the comment", self._close)
        row = self._row = row_in(self, None, 14, 8, 6, 8)
        row.addWidget(self.label, 1)
        row.addWidget(cross, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    @property
    def text(self) -> str:
        """The text shown, "" when hidden."""
        return self._text if not self.isHidden() else ""

    def say(self, text: str) -> None:
        """Show a text, unless it was closed; "" hides the caption."""
        if text != self._closed:
            self._closed = ""
        if text != self._text:
            self._text = text
            self.label.setText(harmless(text))
        self.setVisible(bool(text) and not self._closed)
        self.cross.setVisible(bool(text))

    def height_for(self, width: int) -> int:
        """Return how high the text wants to be in that width; 0 where there is none to show."""
        if not self._text or self._text == self._closed:
            return 0
        # Asked of the label, not of the row: that has no height while the label is away.
        margins = self._row.contentsMargins()
        beside = self.cross.sizeHint().width() + self._row.spacing()
        wide = width - margins.left() - margins.right() - beside
        high = max(self.label.heightForWidth(max(40, wide)), self.cross.sizeHint().height())
        return high + margins.top() + margins.bottom() + 2

    def _close(self) -> None:
        self._closed = self._text
        self.hide()
        self.closed.emit()


# What is said to the person: one sentence at a time, in the strip over the page.


class Notices(QObject):
    """Says sentences in a strip, and why something may not be.

    Attributes
    ----------
    strip
        Where they stand.

    Signals
    -------
    rule_wanted(str)
        The rules page of a game is to be shown at a rule ("pyramid.md#end").
    """

    rule_wanted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.strip = MessageStrip()

    def say(self, sentence: str) -> None:
        """Show one sentence; "" takes the last note away."""
        if sentence:
            self.strip.note(prose.sentence(sentence))
        else:
            self.strip.clear_note()

    def offer(self, sentence: str, action: str, do: Callable[[], object]) -> None:
        """Show one sentence with a button that does something; it stays until it is answered."""

        def accept() -> None:
            self.try_to(do)

        self.strip.note(prose.sentence(sentence), action, accept)

    def refuse(self, sentence: str, rule: str = "") -> None:
        """Say why a move may not be made, with a way to the rule behind it."""
        is_known = resources.has_rule(rule)
        self.strip.note(prose.sentence(sentence), besides=rule_words(rule) if is_known else "")
        if is_known:
            self.strip.offer("Why not?", lambda: self.rule_wanted.emit(rule))

    def repeat(self) -> None:
        """Say and show again what was announced last."""
        self.say(last_said())

    def complain(self, sentence: str, details: str = "") -> None:
        """Show one sentence on what could not be done; it stays until it is closed.

        Parameters
        ----------
        details
            What a click on "Details" shows besides.
        """
        self.strip.error(prose.sentence(sentence), details)

    def attempt(self, do: Callable[[], object]) -> bool:
        """Do something; what the session refuses is noted in the strip. Returns whether it ran."""
        try:
            do()
        except SessionError as error:
            self.say(str(error))
            return False
        return True

    def try_to(self, do: Callable[[], object]) -> bool:
        """Do something; what the session refuses is said in the strip. Returns whether it ran."""
        self.strip.clear()
        try:
            do()
        except SessionError as error:
            self.complain(str(error), error.details)
            return False
        return True
