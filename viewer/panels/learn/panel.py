"""The Learn dock: the active lesson or puzzle, played or written."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from model.exercises.lesson import LessonExercise
from model.exercises.puzzle import PuzzleExercise
from model.exercises.retry import RetryExercise
from viewer.learn.learning import Learning
from viewer.panels.author.lesson_editor import LessonEditor
from viewer.panels.author.puzzle_editor import PuzzleEditor
from viewer.panels.learn.exercise_page import LessonPage, PuzzlePage, RetryPage
from viewer.scene_view.scene_view import SceneView
from viewer.session.files import resources
from viewer.session.session import Change, Session, State
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.messages import Notices


class LearnPanel(QStackedWidget):
    """Shows the panel that fits the active document.

    Signals
    -------
    poured(Pour or None)
        What a step pours over the position now.
    """

    poured = Signal(object)

    def __init__(
        self, session: Session, scene: SceneView, notices: Notices, learning: Learning
    ) -> None:
        super().__init__()
        self.setObjectName("Panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self._learning = session, learning
        self._scene, self._notices = scene, notices
        self.lesson = LessonPage(session, scene, learning)
        self.lesson.poured.connect(self.poured)
        self.puzzle = PuzzlePage(session, scene, learning)
        self.puzzle_editor = PuzzleEditor(session, scene, notices, learning)
        self.retry = RetryPage(session, scene, learning)
        self.lesson_editor: LessonEditor | None = None
        self.nothing = _Nothing(scene.perform)
        for panel in (self.nothing, self.lesson, self.puzzle, self.puzzle_editor, self.retry):
            self.addWidget(panel)
        self.changed(session.whole())

    @property
    def need(self) -> QSize:
        """The room that the page in front needs."""
        page = self.currentWidget()
        if isinstance(page, controls.ScrolledPanel):
            return page.need
        return QSize() if page is None else page.minimumSizeHint()

    def changed(self, change: Change) -> None:
        """Show the panel that fits the active document."""
        document = change.document
        exercise = document.exercise
        pages = {
            LessonExercise: self.lesson,
            PuzzleExercise: self.puzzle,
            RetryExercise: self.retry,
        }
        panel: QWidget = pages.get(type(exercise), self.nothing)
        if exercise is None and document.record.puzzle is not None:
            panel = self.puzzle_editor
        elif self._learning.writes:
            if self.lesson_editor is None:
                self.lesson_editor = LessonEditor(
                    self._scene, self._notices, self._learning.lesson_author
                )
                self.lesson_editor.poured.connect(self.poured)
                self.addWidget(self.lesson_editor)
            panel = self.lesson_editor
        runs = panel in pages.values() and panel is not self.currentWidget()
        focused = self.window().focusWidget()
        if runs and focused is not None and self.isAncestorOf(focused):
            # Else Qt would give the keyboard to the first button, and Space would end the lesson.
            self._scene.take_focus()
        self.setCurrentWidget(panel)
        self.setFocusProxy(panel)
        for page in pages.values():
            page.changed(change)
        self.puzzle_editor.changed(change)
        if self.lesson_editor is not None:
            self.lesson_editor.changed(change)
        course = resources.course_of(self._session.position.game.kind.name)
        self.nothing.changed(change.new, has_course=course is not None)

    def close_down(self) -> None:
        """Stop what runs in the background."""
        self.lesson.close_down()
        self.puzzle.close_down()
        self.puzzle_editor.close_down()
        if self.lesson_editor is not None:
            self.lesson_editor.close_down()


class _Nothing(QWidget):
    """What stands there while nothing runs and nothing is written: what could be begun."""

    def __init__(self, perform: Callable[[str], object]) -> None:
        super().__init__()
        self.course = controls.button(
            "Course of this game", lambda: perform("teach.course"), role="primary"
        )
        self.courses = controls.button("All courses and puzzles", lambda: perform("teach.courses"))
        self.text = controls.label("", "muted", wraps=True)
        self.begin = controls.button("Start", lambda: perform("teach.begin"), role="primary")
        self.edit = controls.button("Edit", lambda: perform("teach.edit-lesson"))
        self.make = controls.button(
            "Make a puzzle from it…",
            lambda: perform("teach.make-puzzle"),
            "Make a puzzle from the current position (Ctrl+Shift+G)",
        )
        self.write = controls.button(
            "Make a lesson from it",
            lambda: perform("teach.make-lesson"),
            "Start a lesson with the current position",
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GAP, 2 * GAP, 2 * GAP, 2 * GAP)
        for widget in (self.text, self.begin, self.edit, self.course, self.courses):
            column.addWidget(widget)
        column.addSpacing(2 * GAP)
        for widget in (self.make, self.write):
            column.addWidget(widget)
        column.addStretch(1)

    def changed(self, new: State, *, has_course: bool) -> None:
        """Say what the active document is."""
        kind = "" if new.document.is_placeholder else new.document.kept.kind
        self.begin.setVisible(kind in ("lesson", "puzzle"))
        self.edit.setVisible(kind == "lesson")
        self.course.setVisible(kind == "game" and has_course)
        for button in (self.make, self.write):
            button.setVisible(kind == "game")
        self.text.setText(
            {
                "lesson": "A lesson is open. Start it, or edit it.",
                "puzzle": "A puzzle is open. Solve it, or edit it.",
            }.get(kind, "Learn the game, or make a puzzle or a lesson from this document.")
        )
