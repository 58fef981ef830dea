"""A presentation: full screen, one sentence in large type, steps by a clicker, nothing else.

When it ends, everything is as before: docks, palette, text size, window.
"""

from collections.abc import Callable
from dataclasses import replace as data_replace
from datetime import datetime
from functools import partial
from time import monotonic

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QCursor,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QPen,
    QScreen,
)
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QSpinBox,
    QTextEdit,
    QWidget,
)

from model.boards.board import Board
from model.records.view import Mark
from viewer.analysis.analysis_service import AnalysisService
from viewer.learn.exercise_player import ExercisePlayer
from viewer.learn.slides import Slides, slides_of
from viewer.picture.compose.colouring import colours_by
from viewer.picture.visibility.hiding import Mask
from viewer.scene_view.scene_view import SceneView
from viewer.session.preferences import Preferences, presented
from viewer.session.session import Change, Session
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.appearance.theme import GAP, active_theme
from viewer.widgets.controls import QWIDGETSIZE_MAX
from viewer.widgets.controls import label as text_label
from viewer.widgets.painting import smooth
from viewer.widgets.prose import Prose
from viewer.window.dialogs.requests import Dialogs
from viewer.window.docks import Docks
from viewer.window.presentation.class_question import ClassQuestion
from viewer.window.presentation.over_scene import (
    LINES,
    MANY,
    AnswerButtons,
    PlanInset,
    PresentationCaption,
)

# What only the presenter sees: notes, what comes next, a clock; on a second screen, if any.

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
        controls.dress_as(self, "Panel")
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
        controls.fill(column, self.clock, self.place, self.title, (page, 1), self.coming)
        column.addLayout(controls.row(back, on))
        self._ticking = QTimer(self, interval=TICK)
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


LARGE = 36
"""Size of the caption's letters on a screen 1080 logical pixels high."""
BESIDE = 0.6
"""Of that, what is read beside the caption: messages, and the buttons of a move's stages."""
NARROW = 1.35
"""Width over height of the scene under which the plan is left out: the board needs the width."""
DIGITS = tuple(Qt.Key(Qt.Key.Key_1 + number) for number in range(9))
"""Keys that give the first answers."""
_TYPED = (QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox)


class Presentation(QObject):
    """Begins and ends a presentation of the active document, and takes its keys.

    Attributes
    ----------
    is_on
        Whether one is given.
    caption, choices, inset, ring, notes
        The caption, answers to choose from, the plan from above, the ring round the mouse, and the
        window with what only the presenter sees.
    question, joining
        What the class is asked on its own screens, and the label that says how to join.
    shows_all
        Whether the whole text is shown, kept from one presentation to the next.
    wants_inset
        Whether the plan is shown, kept from one presentation to the next. None: where it has room.

    Parameters
    ----------
    hidden, folded
        Widgets that are away for the time of it: bars, and what only loses its height.

    Signals
    -------
    switched
        It has begun or ended.
    """

    switched = Signal()

    def __init__(
        self,
        frame: QMainWindow,
        session: Session,
        chosen: ChosenPreferences,
        *,
        view: SceneView,
        docks: Docks,
        analysis: AnalysisService,
        player: ExercisePlayer,
        hidden: tuple[QWidget, ...],
        folded: tuple[QWidget, ...],
        enlarged: tuple[QWidget, ...],
    ) -> None:
        super().__init__(frame)
        self._frame, self._session, self._chosen = frame, session, chosen
        self._view, self._docks, self._analysis, self._player = view, docks, analysis, player
        self._hidden, self._folded, self._enlarged = hidden, folded, enlarged
        self.is_on = False
        self.shows_all = False
        self.wants_inset: bool | None = None
        self.caption = PresentationCaption()
        room = frame.centralWidget()
        assert room is not None
        column = room.layout()
        assert column is not None
        column.addWidget(self.caption)
        self.inset = PlanInset(view)
        self.choices = AnswerButtons(view)
        self.choices.chosen.connect(lambda number: self._slides.choose(number))
        self.ring = CursorRing(view)
        self.question = ClassQuestion(session, self)
        self.question.changed.connect(self.follow)
        self.joining = text_label("")
        self.joining.setParent(view)
        self.joining.hide()
        self.notes = NotesWindow(frame, self.step)
        analysis.analyzed.connect(lambda _: self.follow())
        self._room: QWidget = room
        self._curtain = QWidget(room)
        self._curtain.setStyleSheet("background: #000000;")
        self._curtain.hide()
        self._before: Preferences | None = None
        self._counts: tuple[Mark, ...] = ()
        self._keep = chosen.choose
        self._state = Qt.WindowState.WindowNoState
        self._layout = QByteArray()
        self._began_lesson = -1
        self._unsubscribe: Callable[[], None] = lambda: None
        self._open: dict[str, bool] = {}
        self._keys: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_PageDown: lambda: self.step(1),
            Qt.Key.Key_PageUp: lambda: self.step(-1),
            Qt.Key.Key_H: lambda: view.perform("explain.hide"),
            Qt.Key.Key_I: self.toggle_inset,
            Qt.Key.Key_L: self.toggle_text,
            Qt.Key.Key_R: self.toggle_notes,
            Qt.Key.Key_B: self.toggle_curtain,
            Qt.Key.Key_J: lambda: view.perform("present.ask-class"),
            Qt.Key.Key_Period: self.toggle_curtain,
            Qt.Key.Key_Plus: lambda: view.perform("view.larger-text"),
            Qt.Key.Key_Equal: lambda: view.perform("view.larger-text"),
            Qt.Key.Key_Minus: lambda: view.perform("view.smaller-text"),
            Qt.Key.Key_Escape: self._escape,
            **{key: partial(self._choose, number) for number, key in enumerate(DIGITS)},
        }

    # -- beginning and ending ----------------------------------------------------------------

    def begin(self) -> None:
        """Give the active lesson, puzzle or game to a room."""
        frame, document = self._frame, self._session.document
        if self.is_on or document.is_placeholder:
            return
        self.is_on = True
        # A puzzle is asked anew in front of a room; what a task of a lesson hides stays as it is.
        is_puzzle = document.kept.puzzle is not None
        self._keep = self._chosen.choose if is_puzzle else self._chosen.take
        before = self._before = self._chosen.now if is_puzzle else self._chosen.own
        self._state, self._layout = frame.windowState(), frame.saveState()
        if self._view.tools.current is not None:
            self._view.tools.leave()
        hides = before.hide_verdicts or is_puzzle
        self._chosen.hold(True)
        self._open = self._docks.put_away()
        for widget in self._hidden:
            widget.hide()
        for widget in self._folded:
            widget.setMaximumHeight(0)
        self._view.set_plain(True)
        self._keep(replace(presented(before), hide_verdicts=hides))
        frame.setWindowState(frame.windowState() | Qt.WindowState.WindowFullScreen)
        lesson = document.kept.lesson
        if lesson is not None and lesson.steps and document.exercise is None:
            self._docks.panel("learn")  # it shows what pours
            self._player.begin_lesson(0)
            self._began_lesson = document.key
        self._unsubscribe = self._session.subscribe(self._changed)
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)
        self.caption.show()
        self.notes.begin()
        self.follow()
        self._view.take_focus()
        self.ring.follow(self._view.mapFromGlobal(QCursor.pos()))
        self.switched.emit()

    def end(self) -> None:
        """Let everything be as before."""
        if not self.is_on or self._before is None:
            return
        frame, before = self._frame, self._before
        self.is_on, self._before = False, None
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self._unsubscribe()
        self.question.end()
        for widget in (
            self.caption,
            self.inset,
            self.choices,
            self.ring,
            self.joining,
            self._curtain,
        ):
            widget.hide()
        self.notes.put_away()
        if self._session.document.key == self._began_lesson:
            self._player.end()
        self._began_lesson = -1
        self._keep_clear()
        self._view.set_plain(False)
        for hidden in self._hidden:
            hidden.show()
        for folded in self._folded:
            folded.setMaximumHeight(QWIDGETSIZE_MAX)
        for enlarged in self._enlarged:
            enlarged.setStyleSheet("")
        self._keep(before)
        self._chosen.hold(False)
        self._docks.bring_back(self._open)
        frame.setWindowState(self._state)
        frame.restoreState(self._layout)
        self._view.take_focus()
        self.switched.emit()

    def toggle(self) -> None:
        """Begin, or end."""
        if self.is_on:
            self.end()
        else:
            self.begin()

    # -- while it is given -------------------------------------------------------------------

    @property
    def _slides(self) -> Slides:
        return slides_of(self._session, self._player)

    def step(self, by: int) -> None:
        """Show the next step, or the one before; after a puzzle the next of its collection."""
        slides, document = self._slides, self._session.document
        inside = 0 <= slides.index + by < slides.count
        if inside or document.item is None or document.kept.puzzle is None:
            slides.go(slides.index + by)
        else:
            self._view.perform("teach.next-item" if by > 0 else "teach.previous-item")

    def toggle_inset(self) -> None:
        """Show the plan from above, or take it away."""
        self.wants_inset = self.inset.isHidden()
        self.follow()

    def toggle_text(self) -> None:
        """Show the whole text of a step, or its last sentence again."""
        self.shows_all = not self.shows_all
        self.follow()

    @property
    def shows_notes(self) -> bool:
        """Whether the window with what only the presenter sees is there."""
        return not self.notes.isHidden()

    def toggle_notes(self) -> None:
        """Show the window with what only the presenter sees, or take it away."""
        self.notes.wanted = not self.shows_notes
        self.follow()

    def toggle_curtain(self) -> None:
        """Make the screen black, or show again: the room looks at whoever speaks."""
        self._curtain.setGeometry(self._room.rect())
        self._curtain.setVisible(self._curtain.isHidden())
        self._curtain.raise_()

    def ask_class(self, ask: Dialogs) -> None:
        """Ask the class what is presented; once it is asked, show its answers or cover them."""
        question = self.question
        if question.is_on and question.fits:
            question.toggle()
            return
        on_network = question.on_network if question.is_on else ask.class_network()
        if on_network is not None:
            question.ask(on_network=on_network)

    def _choose(self, number: int) -> None:
        """Give an answer by its number, from 0."""
        if not self.choices.isHidden() and number < len(self.choices.buttons):
            self._slides.choose(number)

    def _escape(self) -> None:
        if self._curtain.isHidden():
            self.end()
        else:
            self._curtain.hide()

    def follow(self) -> None:
        """Show what is said of the current position, and where it is looked at from."""
        document = self._session.document
        if not self.is_on or document.is_placeholder:
            return
        chosen = self._chosen.now
        high = max(400, self._frame.height())
        size = round(LARGE * high / 1080 * chosen.text_scale)
        self.caption.write_in(size)
        letters = f"* {{ font-size: {round(BESIDE * size)}px; }}"
        for widget in self._enlarged:
            if widget.styleSheet() != letters:
                widget.setStyleSheet(letters)
        slides = self._slides
        self._show_question(slides, size)
        # Of a puzzle H shows in words what it keeps back: there is no dock to read it in.
        text = self._analysis.headline() if document.kept.puzzle is not None else ""
        words, lines = (slides.text, MANY) if self.shows_all else (slides.caption, LINES)
        self.caption.say(f"{words} {text}".strip(), slides.tone, lines)
        self.caption.count(slides.index + 1, slides.count)
        room = self._view.width() - 4 * GAP
        answers = tuple(map(self.question.chosen, slides.choices))
        self.choices.offer(data_replace(slides, choices=answers), size, room)
        self.choices.move(
            (self._view.width() - self.choices.width()) // 2,
            self._view.height() - self.choices.height() - 2 * GAP,
        )
        self.choices.raise_()
        self.ring.raise_()
        wide = self._view.width() >= NARROW * self._view.height()
        self.inset.setVisible(wide if self.wants_inset is None else self.wants_inset)
        self.notes.follow(slides)
        self._follow_camera()
        self._keep_clear()

    def _show_question(self, slides: Slides, size: int) -> None:
        """Say how the class joins, and lay on the board what it answered."""
        question, laid = self.question, self._view.laid
        self.joining.setVisible(question.is_on)
        if not question.is_on:
            return
        question.follow(slides.index if self._session.document.kept.lesson is not None else 0)
        others = tuple(mark for mark in laid.shown if mark not in self._counts)
        self._counts = question.marks
        laid.show_marks((*others, *self._counts))
        tokens = active_theme()
        self.joining.setStyleSheet(
            f"font-size: {round(0.75 * size)}px; padding: 8px 16px; border-radius: 12px;"
            f" color: {tokens.text}; background: {tokens.surface};"
        )
        self.joining.setText(question.words)
        self.joining.adjustSize()
        self.joining.move(2 * GAP, 2 * GAP)
        self.joining.raise_()

    def _keep_clear(self) -> None:
        """Let the board lie beside the plan and the notes, and over the answers to choose from."""
        plan = 0 if self.inset.isHidden() else self.inset.width() + 2 * GAP
        chosen = 0 if self.choices.isHidden() else self.choices.height() + 3 * GAP
        notes = self.notes.beside
        high = self._view.height() if notes else plan
        self._view.keep_clear(chosen, plan + notes, high)

    def _follow_camera(self) -> None:
        view, document = self._view, self._session.document
        if document.is_placeholder or not self.inset.isVisibleTo(view):
            return
        side = round(min(260, max(130, 0.27 * view.height())))
        right = view.width() - self.notes.beside - 2 * GAP
        self.inset.setGeometry(right - side, 2 * GAP, side, side)
        self.inset.raise_()
        position = self._session.position_of(document)
        board, pieces = position.game.board, position.pieces
        owner = np.full(len(board), -1, np.int32)
        owner[pieces.site] = pieces.owner
        shown = self._drawn(board)
        players, picture = position.game.players, self._view.widget.picture
        played = None if picture is None or picture.board is not board else picture.plies
        colours = colours_by(document.view.colour, board, pieces, played)
        self.inset.show_position(board, owner, players, shown, document.view.camera, colours)

    def _drawn(self, board: Board) -> Mask:
        """The (n,) mask of what the scene draws of `board`, all where it draws another."""
        shown = [
            pointer.visible.shown
            for pointer in self._view.input.pointers
            if pointer.picture is not None and pointer.picture.board is board
        ]
        return np.logical_or.reduce(shown) if shown else np.ones(len(board), bool)

    def _changed(self, change: Change) -> None:
        if change.document.is_placeholder:
            self.end()
            return
        self.follow()

    # -- keys and mouse ----------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of a presentation before anybody else, and follow the mouse."""
        kind = event.type()
        if kind == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            # The window hears of every movement, a label or a button of none without a button held.
            ours = isinstance(watched, QWidget) and watched.window() is self._frame
            if ours or watched is self._frame.windowHandle():
                place = event.globalPosition().toPoint()
                self.ring.follow(self._view.mapFromGlobal(place))
        elif kind in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            if isinstance(event, QKeyEvent) and self._is_ours(watched, event):
                event.accept()
                if kind == QEvent.Type.KeyPress:
                    self._keys[Qt.Key(event.key())]()
                return True
        elif kind == QEvent.Type.Resize and watched is self._view:
            self.follow()
        elif kind == QEvent.Type.Leave and watched is self._frame:
            self.ring.follow(None)
        return False

    def _is_ours(self, watched: QObject, event: QKeyEvent) -> bool:
        """Whether a key is for the presentation, and not for a field, a dialog or half a move."""
        ours = (self._frame, self.notes)
        if not isinstance(watched, QWidget) or watched.window() not in ours:
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
        if key in DIGITS and self.choices.isHidden():
            return False
        if isinstance(QApplication.focusWidget(), _TYPED):
            return False
        return key != Qt.Key.Key_Escape or not self._half_done()

    def _half_done(self) -> bool:
        """Whether Escape has something nearer to break off than the presentation."""
        scene = self._view
        tool = scene.tools.current
        half = bool(self._session.state.partial) or self._session.state.premove is not None
        return half or scene.input.pin is not None or (tool is not None and tool.name != "task")


class CursorRing(QWidget):
    """A ring round the mouse, so that a room sees where the hand points; no click stops at it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.resize(72, 72)
        self.hide()

    def follow(self, place: QPoint | None) -> None:
        """Stand round `place` (of the parent); None, or a place outside: nowhere."""
        parent = self.parentWidget()
        if place is None or parent is None or not parent.rect().contains(place):
            self.hide()
            return
        self.move(place - QPoint(self.width() // 2, self.height() // 2))
        if self.isHidden():
            self.show()
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            middle, radius = QPointF(self.width() / 2, self.height() / 2), self.width() / 2 - 6
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(255, 194, 26, 24))
            painter.drawEllipse(middle, radius, radius)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for width, colour in ((8.0, "#14171C"), (5.5, "#FFFFFF"), (3.5, "#FFC21A")):
                painter.setPen(QPen(QColor(colour), width))
                painter.drawEllipse(middle, radius, radius)
