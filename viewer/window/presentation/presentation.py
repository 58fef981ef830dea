"""A presentation: full screen, one sentence in large type, steps by a clicker, nothing else.

When it ends, everything is as before: docks, palette, text size, window.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QByteArray, QEvent, QObject, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QTextEdit,
    QWidget,
)

from viewer.learn.slides import Slides, slides_of
from viewer.session.preferences import Preferences
from viewer.session.session import State
from viewer.widgets.theme import GAP, tokens
from viewer.window.presentation.caption import Choices, PresentStrip
from viewer.window.presentation.cursor_ring import CursorRing
from viewer.window.presentation.plan_inset import PlanInset

if TYPE_CHECKING:
    from viewer.window.main_window import MainWindow

LARGE = 36
"""Size of the caption's letters on a screen 1080 logical pixels high."""
ANY = 16777215
"""Qt's largest height: a widget that was folded away unfolds."""
_TYPED = (QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox)


class Presentation(QObject):
    """Begins and ends a presentation of the document in front, and takes its keys.

    Attributes
    ----------
    is_on
        Whether one is given.
    strip, choices, inset, ring
        The caption, answers to choose from, the plan from above, the ring round the mouse.
    wants_inset
        Whether the plan is shown; kept from one presentation to the next.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.is_on = False
        self.wants_inset = True
        self.strip = PresentStrip()
        room = window.centralWidget()
        assert room is not None
        column = room.layout()
        assert column is not None
        column.addWidget(self.strip)
        self.inset = PlanInset(window.area)
        self.choices = Choices(window.area)
        self.choices.chosen.connect(lambda number: self._slides.choose(number))
        self.ring = CursorRing(window.area)
        window.analysis.analyzed.connect(lambda _: self.follow())
        self._room: QWidget = room
        self._curtain = QWidget(room)
        self._curtain.setStyleSheet("background: #000000;")
        self._curtain.hide()
        self._before: Preferences | None = None
        self._state = Qt.WindowState.WindowNoState
        self._layout = QByteArray()
        self._began_lesson = -1
        self._unsubscribe: Callable[[], None] = lambda: None
        self._open: dict[str, bool] = {}
        self._keys: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_PageDown: lambda: self.step(1),
            Qt.Key.Key_PageUp: lambda: self.step(-1),
            Qt.Key.Key_H: lambda: window.perform("explain.hide"),
            Qt.Key.Key_I: self.toggle_inset,
            Qt.Key.Key_B: self.toggle_curtain,
            Qt.Key.Key_Period: self.toggle_curtain,
            Qt.Key.Key_Plus: lambda: window.perform("view.larger-text"),
            Qt.Key.Key_Equal: lambda: window.perform("view.larger-text"),
            Qt.Key.Key_Minus: lambda: window.perform("view.smaller-text"),
            Qt.Key.Key_Escape: self._escape,
        }

    # -- beginning and ending ----------------------------------------------------------------

    def begin(self) -> None:
        """Give the lesson, the puzzle or the game in front to a room."""
        window, document = self._window, self._window.session.document
        if self.is_on or document is None:
            return
        self.is_on = True
        self._before = window.preferences
        self._state, self._layout = window.windowState(), window.saveState()
        if window.scene.tools.current is not None:
            window.scene.tools.leave()
        hides = window.preferences.hide_verdicts or document.kept.puzzle is not None
        window.hold_preferences(True)
        self._open = window.docks.put_away()
        window.menuBar().hide()
        window.bar.hide()
        for widget in (window.tabs, window.status):
            widget.setMaximumHeight(0)
        window.area.set_plain(True)
        window.prefer(replace(window.preferences, palette="presentation", hide_verdicts=hides))
        window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)
        lesson = document.kept.lesson
        if lesson is not None and lesson.steps and document.run is None:
            window.docks.panel("learn")  # it shows what pours
            window.learning.lesson_player.begin()
            self._began_lesson = document.key
        self._unsubscribe = window.session.subscribe(self._changed)
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)
        self.strip.show()
        self.inset.setVisible(self.wants_inset)
        self.follow()
        window.focus_scene()
        self.ring.follow(window.area.mapFromGlobal(QCursor.pos()))
        window.actions_.refresh()

    def end(self) -> None:
        """Let everything be as before."""
        if not self.is_on or self._before is None:
            return
        window, before = self._window, self._before
        self.is_on, self._before = False, None
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self._unsubscribe()
        for widget in (self.strip, self.inset, self.choices, self.ring, self._curtain):
            widget.hide()
        document = window.session.document
        if document is not None and document.key == self._began_lesson:
            window.learning.lesson_player.end()
        self._began_lesson = -1
        window.area.set_plain(False)
        window.menuBar().show()
        window.bar.show()
        for folded in (window.tabs, window.status):
            folded.setMaximumHeight(ANY)
        window.prefer(before)
        window.hold_preferences(False)
        window.docks.bring_back(self._open)
        window.setWindowState(self._state)
        window.restoreState(self._layout)
        window.focus_scene()
        window.actions_.refresh()

    def toggle(self) -> None:
        """Begin, or end."""
        if self.is_on:
            self.end()
        else:
            self.begin()

    # -- while it is given -------------------------------------------------------------------

    @property
    def _slides(self) -> Slides:
        return slides_of(self._window.session, self._window.learning.lesson_player)

    def step(self, by: int) -> None:
        """Show the next step, or the one before; after a puzzle the next of its collection."""
        slides, document = self._slides, self._window.session.document
        inside = 0 <= slides.index + by < slides.count
        if document is None or inside or document.item is None or document.kept.puzzle is None:
            slides.go(slides.index + by)
        else:
            self._window.perform("teach.next-item" if by > 0 else "teach.previous-item")

    def toggle_inset(self) -> None:
        """Show the plan from above, or take it away."""
        self.wants_inset = not self.wants_inset
        self.inset.setVisible(self.is_on and self.wants_inset)
        self.follow()

    def toggle_curtain(self) -> None:
        """Make the screen black, or show again: the room looks at whoever speaks."""
        self._curtain.setGeometry(self._room.rect())
        self._curtain.setVisible(self._curtain.isHidden())
        self._curtain.raise_()

    def _escape(self) -> None:
        if self._curtain.isHidden():
            self.end()
        else:
            self._curtain.hide()

    def follow(self) -> None:
        """Show what is said of what is before the eyes, and where we look from."""
        window, document = self._window, self._window.session.document
        if not self.is_on or document is None:
            return
        chosen = window.preferences
        high = max(400, window.height())
        size, colours = round(LARGE * high / 1080 * chosen.text_scale), tokens(chosen.palette)
        self.strip.dress(size, colours)
        slides = self._slides
        # Of a puzzle H shows in words what it keeps back: there is no dock to read it in.
        told = window.analysis.headline() if document.kept.puzzle is not None else ""
        self.strip.say(f"{slides.caption} {told}".strip(), slides.tone)
        self.strip.count(slides.index + 1, slides.count)
        self.choices.offer(slides.choices, size, colours)
        self.choices.move(
            (window.area.width() - self.choices.width()) // 2,
            window.area.height() - self.choices.height() - 2 * GAP,
        )
        self.choices.raise_()
        self.ring.raise_()
        self._follow_camera()

    def _follow_camera(self) -> None:
        area = self._window.area
        document, scene = self._window.session.document, area.widget
        if document is None or not self.inset.isVisibleTo(area):
            return
        side = round(min(260, max(130, 0.27 * area.height())))
        self.inset.setGeometry(area.width() - side - 2 * GAP, 2 * GAP, side, side)
        self.inset.raise_()
        position = self._window.session.position_of(document)
        board, pieces = position.game.board, position.pieces
        owner = np.full(len(board), -1, np.int32)
        owner[pieces.site] = pieces.owner
        pointer = scene.input.pointer
        same = pointer.picture is not None and pointer.picture.board is board
        shown = pointer.visible.shown if same else np.ones(len(board), bool)
        self.inset.show_position(board, owner, position.game.players, shown, document.view.camera)

    def _changed(self, old: State, new: State) -> None:
        if new.document is None:
            self.end()
            return
        self.follow()

    # -- keys and mouse ----------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of a presentation before anybody else, and follow the mouse."""
        kind = event.type()
        if kind == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            if isinstance(watched, QWidget) and watched.window() is self._window:
                place = event.globalPosition().toPoint()
                self.ring.follow(self._window.area.mapFromGlobal(place))
        elif kind in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            if isinstance(event, QKeyEvent) and self._is_ours(watched, event):
                event.accept()
                if kind == QEvent.Type.KeyPress:
                    self._keys[Qt.Key(event.key())]()
                return True
        elif kind == QEvent.Type.Resize and watched is self._window.area:
            self.follow()
        elif kind == QEvent.Type.Leave and watched is self._window:
            self.ring.follow(None)
        return False

    def _is_ours(self, watched: QObject, event: QKeyEvent) -> bool:
        """Whether a key is for the presentation, and not for a field, a dialog or half a move."""
        if not isinstance(watched, QWidget) or watched.window() is not self._window:
            return False
        held = event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        )
        try:
            key = Qt.Key(event.key())
        except ValueError:
            return False
        if held or key not in self._keys:
            return False
        if isinstance(QApplication.focusWidget(), _TYPED):
            return False
        return key != Qt.Key.Key_Escape or not self._half_done()

    def _half_done(self) -> bool:
        """Whether Escape has something nearer to break off than the presentation."""
        scene = self._window.scene
        tool = scene.tools.current
        half = bool(self._window.session.state.partial)
        return half or scene.is_pinned or (tool is not None and tool.name != "task")
