"""Making puzzles by hand in a real window: what an author types, presses and reads there."""

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

BEFORE = "partition:size=3,rules=free RR1,3,3/1R,2/1 blue"
SMALL = "partition:size=3,rules=free RRB,3,3/1R,2/1 red"
"""Sound as a win in two by 1e3 alone, after Blue's 1e1."""
CROWDED = "partition:size=4,rules=free 1BRB,1B1R,B2R,1BR1/3,2R,BB1/1R,2/R red"
"""Sound as a win in two by 2f2, cooked as a win in three, unsolvable as a win in one."""
THREE = "partition:size=4,rules=free R2R,3R,3R,2B1/3,3,2R/2,1B/R red"
"""Won in three by any of three first moves, in two by none."""
LEFT = Qt.MouseButton.LeftButton


def pause(milliseconds):
    """Let events go on; a thread beside gets its turn, as in the running program."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def until(true, seconds=60):
    for _ in range(seconds * 50):
        if true():
            return
        pause(20)
    raise AssertionError("it did not come to that")


def editor_of(window):
    return window.docks.panel("learn").puzzle_editor


def puzzle_of(window):
    return window.session.document.record.puzzle


def buttons(widget):
    """The buttons that stand there, by what they say."""
    return {
        button.text(): button for button in widget.findChildren(QPushButton) if button.isVisible()
    }


def press(button):
    QTest.mouseClick(button, LEFT)
    pause(10)


def write(field, text):
    """Type a text into a field and leave it."""
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    pause(10)


def choose(box, value):
    """Open a combo box and click an entry."""
    box.showPopup()
    view = box.view()
    entry = box.model().index(box.findData(value), 0)
    view.scrollTo(entry)
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(entry).center())
    pause(10)
    assert box.currentData() == value


def line_of(window):
    """The moves of the line in front."""
    record = window.session.document.record
    return [record.nodes[node].move for node in record.main_line()]


def check(window):
    press(editor_of(window).proof.check)
    until(lambda: not window.shell.learning.puzzle_author.is_checking)
    pause(20)


def said(window):
    return editor_of(window).proof.verdict.text()


def author_window(open_window):
    """A window with a small game, beside which nothing else is open."""
    made = open_window(why_open=False, level_maps_open=False)
    made.session.new(BEFORE)
    until(lambda: made.display.is_ready)
    made.activateWindow()
    made.scene_view.take_focus()
    return made


def maker(window):
    """Return what makes a puzzle of a position string and gives its editor."""

    def made(position, stipulation, title="a title"):
        window.session.new(position)
        window.shell.ask.puzzle = lambda _: (stipulation, title)
        assert window.perform("teach.make-puzzle")
        return editor_of(window)

    return made
