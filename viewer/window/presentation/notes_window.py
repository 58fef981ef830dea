"""What only the presenter sees: notes, what comes next, a clock; on a second screen, if any."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from time import monotonic

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from viewer.learn.slides import Slides
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.prose import Prose

NOTHING = "There are no notes for this step."
SIZE = (520, 420)
"""Logical pixels where there is no second screen."""
TICK = 1000
"""Milliseconds from one look at the clock to the next."""


def other_screen(shown: QWidget) -> QScreen | None:
    """Return a screen besides the one that a window is on, None where there is none."""
    screens = QGuiApplication.screens()
    return next((screen for screen in screens if screen is not shown.screen()), None)


def clock_text(now: datetime, seconds: float) -> str:
    """Return the time of day, and how long something has lasted."""
    minutes, left = divmod(int(seconds), 60)
    return f"{now:%H:%M}, {minutes}:{left:02} since the beginning"


class NotesWindow(QWidget):
    """The notes of the step that is presented, in a window of its own.

    Parameters
    ----------
    frame
        The window that is presented.
    step
        Shows the next slide (1) or the one before (-1).
    """

    def __init__(self, frame: QWidget, step: Callable[[int], object]) -> None:
        super().__init__(frame, Qt.WindowType.Dialog)
        self.setObjectName("Panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # The keys of the presentation stay with what is presented.
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setWindowTitle("Presenter's notes")
        self._frame = frame
        self.wanted = False
        self._began = 0.0
        self.clock = controls.label("", "muted")
        self.place = controls.label("", "small")
        self.title = controls.label("", "heading", wraps=True)
        page = controls.ScrolledPanel("Notes")
        self.notes = Prose("Notes of this step")
        page.column.setContentsMargins(0, 0, 0, 0)
        controls.fill(page.column, self.notes, 0)
        self.coming = controls.label("", wraps=True)
        back = controls.button("Back", lambda: step(-1), "The previous slide (Page Up)")
        on = controls.button("Next", lambda: step(1), "The next slide (Page Down)", role="primary")
        column = controls.column_in(self, GAP, 2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        for widget in (self.clock, self.place, self.title):
            column.addWidget(widget)
        column.addWidget(page, 1)
        column.addWidget(self.coming)
        column.addLayout(controls.row(back, on))
        self._ticking = QTimer(self)
        self._ticking.setInterval(TICK)
        self._ticking.timeout.connect(self._tick)

    def begin(self) -> None:
        """Hear that a presentation begins: where there is a second screen, stand there."""
        self._began = monotonic()
        self.wanted = other_screen(self._frame) is not None

    def follow(self, slides: Slides) -> None:
        """Show what belongs to a slide, as long as the notes are wanted."""
        if not self.wanted:
            self.put_away()
            return
        self.place.setText(f"{slides.index + 1} of {slides.count}")
        self.title.setText(slides.title)
        self.notes.say(slides.notes or NOTHING)
        coming = slides.coming
        self.coming.setText(f"Next: {coming}" if coming else "This is the end.")
        if self.isHidden():
            self._appear()

    @property
    def beside(self) -> int:
        """The width at the right edge that they have of the only screen; 0: they have another."""
        alone = not self.isHidden() and other_screen(self._frame) is None
        return self.width() if alone else 0

    def put_away(self) -> None:
        """Stand there no more."""
        self._ticking.stop()
        self.hide()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Want no notes until they are asked for again."""
        self.wanted = False
        self._ticking.stop()
        super().closeEvent(event)

    def _appear(self) -> None:
        screen = other_screen(self._frame)
        self._tick()
        self._ticking.start()
        if screen is None:
            room = self._frame.geometry()
            wide = min(SIZE[0], room.width() // 3)
            self.setGeometry(room.right() - wide, room.top(), wide, min(SIZE[1], room.height()))
            self.show()
        else:
            self.setGeometry(screen.availableGeometry())
            self.showMaximized()
        self.raise_()

    def _tick(self) -> None:
        self.clock.setText(clock_text(datetime.now(), monotonic() - self._began))
