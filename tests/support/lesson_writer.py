"""A person before the lesson editor: clicks, types, chooses and drags."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

SIZE_4 = "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red"
LEFT, CTRL, ALT = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
K = Qt.Key


class Author:
    """A person who writes a lesson: clicks, types and chooses."""

    def __init__(self, window, qtbot):
        self.window, self.qtbot = window, qtbot

    @property
    def panel(self):
        return self.window.docks.panel("learn").lesson_editor

    @property
    def form(self):
        return self.panel.form

    @property
    def task(self):
        return self.form.task

    @property
    def editing(self):
        return self.window.shell.learning.lesson_author

    @property
    def steps(self):
        return self.window.session.document.kept.lesson.steps

    @property
    def titles(self):
        return [step.title for step in self.steps]

    def make(self):
        self.press(self.window, K.Key_L, CTRL | Qt.KeyboardModifier.ShiftModifier)
        assert self.panel is not None

    def press(self, widget, key, keys=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(widget, key, keys)
        QTest.qWait(5)

    def click(self, button):
        self.panel.ensureWidgetVisible(button)
        QTest.qWait(5)
        assert button.isVisible(), button.text()
        assert button.isEnabled(), button.text()
        self.qtbot.mouseClick(button, LEFT)

    def write(self, field, text):
        """Type the first letter, and the rest at once as an input method does.

        Each letter is an edit that the whole window follows.
        """
        field.setFocus()
        letters = 1 if isinstance(field, QLineEdit | QPlainTextEdit) else len(text)
        QTest.keyClicks(field, text[:letters])
        rest = QInputMethodEvent()
        rest.setCommitString(text[letters:])
        if text[letters:]:
            QApplication.sendEvent(field, rest)
        QTest.qWait(5)

    def choose(self, box, value):
        """Choose an entry of a combo box by keys, as a person without a mouse does."""
        box.setFocus()
        while box.currentIndex() > 0:
            QTest.keyClick(box, K.Key_Up)
        while box.currentData() != value:
            before = box.currentIndex()
            QTest.keyClick(box, K.Key_Down)
            assert box.currentIndex() > before, value

    def pick_step(self, number):
        """Click a step in the list."""
        steps = self.panel.steps
        place = steps.visualItemRect(steps.item(number)).center()
        self.qtbot.mouseClick(steps.viewport(), LEFT, pos=place)

    def drag_step(self, number, to):
        """Drag a step before another one, or behind the last."""
        steps = self.panel.steps
        view = steps.viewport()
        start = steps.visualItemRect(steps.item(number)).center()
        last = to >= steps.count()
        box = steps.visualItemRect(steps.item(min(to, steps.count() - 1)))
        end = QPoint(start.x(), box.bottom() - 1 if last else box.top() + 1)
        QTest.mousePress(view, LEFT, pos=start)
        for share in (0.3, 0.7, 1.0):
            QTest.mouseMove(view, start + (end - start) * share)
            QApplication.processEvents()
        QTest.mouseRelease(view, LEFT, pos=end)

    def settle(self):
        known = self.editing.validation
        self.qtbot.waitUntil(
            lambda: not known._timer.isActive() and not known._job.busy, timeout=10000
        )

    def undo(self):
        self.press(self.window, K.Key_Z, CTRL)
