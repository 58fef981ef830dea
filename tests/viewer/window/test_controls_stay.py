"""What is pressed stays under the pointer: a second click reaches the same control, or nothing."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import layout_stages as stages
import pytest
from layout_walk import Walk
from PySide6.QtCore import QCoreApplication, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QListView,
    QScrollArea,
    QScrollBar,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid
from windows import point_at

from viewer.panels.games.partition.corners import CornerTable
from viewer.session.files import resources
from viewer.window.docks import DockTitle
from viewer.window.welcome.cards import ChoiceCard

PRESSED = (QAbstractButton, QSlider, QTabBar, QAbstractItemView, ChoiceCard)
"""What is clicked."""
LOOKED_AT = (*PRESSED, QComboBox, QLineEdit, QAbstractSpinBox, QTextEdit)
"""What a click that went astray would change."""


@dataclass(frozen=True)
class Control:
    """A control, or a row or tab of one, as it lies in its window."""

    widget: QWidget
    part: tuple[int, ...]
    place: QRect

    @property
    def name(self) -> str:
        widget = self.widget
        said = widget.text() if isinstance(widget, QAbstractButton) else ""
        said = said or widget.accessibleName() or widget.objectName() or widget.toolTip()
        return f"{type(widget).__name__}({said[:50]}){self.part or ''}"


def _parts(widget: QWidget) -> Iterator[tuple[tuple[int, ...], QRect]]:
    """The parts of a control that answer to clicks of their own, where they lie in it."""
    if isinstance(widget, QTabBar):
        for number in range(widget.count()):
            if widget.isTabEnabled(number):
                yield (number,), widget.tabRect(number)
    elif isinstance(widget, QAbstractItemView):
        model, view = widget.model(), widget.viewport()
        for row in range(min(6, model.rowCount())):
            columns = 1 if isinstance(widget, QListView) else min(3, model.columnCount())
            for column in range(columns):
                area = widget.visualRect(model.index(row, column)) & view.rect()
                if area.height() > 8 and area.width() > 8:
                    yield (row, column), area.translated(view.pos())
    elif isinstance(widget, QSlider):
        # On the handle: beside it a click means to move it.
        option = QStyleOptionSlider()
        widget.initStyleOption(option)
        style = widget.style()
        yield (
            (),
            style.subControlRect(
                QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, widget
            ),
        )
    else:
        yield (), widget.rect()


def _control(widget: QWidget | None) -> QWidget | None:
    """The control that a widget is, or belongs to."""
    while widget is not None and not widget.isWindow():
        if isinstance(widget, LOOKED_AT) and not isinstance(widget, QScrollBar):
            return widget
        widget = widget.parentWidget()
    return None


class StillHands(QObject):
    """Finds the controls of a part of a window, and clicks on them."""

    def __init__(self, window: QWidget, settle: Callable[[], object]) -> None:
        super().__init__()
        self.window, self.settle = window, settle
        self.clicked = 0
        self._closer = QTimer(self)
        self._closer.setInterval(10)
        self._closer.timeout.connect(self._close_others)

    def controls(self, root: QWidget) -> list[Control]:
        """Return what can be clicked in a part of the window, whether it is scrolled to or not."""
        found = []
        for kind in PRESSED:
            for widget in root.findChildren(kind):
                if not widget.isVisible() or not widget.isEnabled():
                    continue
                if widget.window() is not self.window or _control(widget) is not widget:
                    continue
                if isinstance(widget.parentWidget(), DockTitle):
                    continue  # the dock goes, and gives its place to others
                for part, area in _parts(widget):
                    found.append(Control(widget, part, self._in_window(widget, area)))
        return found

    def _in_window(self, widget: QWidget, area: QRect) -> QRect:
        return QRect(widget.mapTo(self.window, area.topLeft()), area.size())

    def at(self, place: QPoint) -> Control | None:
        """Return the control that a click would reach."""
        widget = _control(self.window.childAt(place))
        if widget is None or not widget.isEnabled():
            return None
        for part, area in _parts(widget):
            if self._in_window(widget, area).contains(place):
                return Control(widget, part, self._in_window(widget, area))
        return None

    def scroll_to(self, widget: QWidget) -> None:
        """Bring a control into sight, as the wheel does."""
        around = widget.parentWidget()
        while around is not None:
            if isinstance(around, QScrollArea):
                around.ensureWidgetVisible(widget, 4, 4)
            around = around.parentWidget()
        self.settle()

    def click_twice(self, control: Control) -> str:
        """Click twice on a control; says what is wrong, "" where nothing is.

        One that has gone by what it did is missed only where another lies in its place.
        """
        widget, name = control.widget, control.name
        self.scroll_to(widget)
        found = [area for part, area in _parts(widget) if part == control.part]
        if not found:
            return ""
        area = self._in_window(widget, found[0])
        place = area.topLeft() + QPoint(min(area.width(), 120) // 2, min(area.height(), 24) // 2)
        there = self.at(place)
        if there is None or there.widget is not widget:
            return ""  # out of sight: behind a tab, or beyond what scrolls
        self.press(place)
        self.clicked += 1
        after = self.at(place)
        if not isValid(widget) or not widget.isVisible():
            same = after is None or after.name == name
            return "" if same else f"{name}: has gone, and in its place lies {after.name}"
        if after is None or after.widget is not widget or after.part != control.part:
            reaches = "nothing" if after is None else after.name
            return "" if not widget.isEnabled() else f"{name}: a second click reaches {reaches}"
        if not isinstance(widget, QSlider) and after.place.topLeft() != area.topLeft():
            moved = after.place.topLeft() - area.topLeft()
            return f"{name}: moved by {moved.x()}, {moved.y()}"
        self.press(place)
        return ""

    def press(self, place: QPoint) -> None:
        """Click as a person does, and close what that opens over the window."""
        handle = self.window.windowHandle()
        none = Qt.KeyboardModifier.NoModifier
        self._closer.start()
        QTest.mouseMove(handle, place)
        QTest.mouseClick(handle, Qt.MouseButton.LeftButton, none, place)
        self.settle()
        self._close_others()
        self._closer.stop()

    def _close_others(self) -> None:
        """Close whatever else is open: menus, lists, dialogs, which would wait for an answer."""
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        for other in QApplication.topLevelWidgets():
            of_dialog = other.windowType() in (Qt.WindowType.Dialog, Qt.WindowType.Sheet)
            if other is not self.window and other.isVisible() and of_dialog:
                other.close()


def turn_of_ball(walk):
    walk.open(resources.example("23-pyramid-ball-pushing"))
    walk.session.last()
    walk.dock("turn-log")


def boards(walk):
    """Two dice, and the boards they are written into."""
    walk.open(resources.example("31-rolling-pyramids-three-rounds"))
    walk.dock("boards")


SIZES = ((1024, 768), (1366, 768), (1440, 900))
PAGES = {one.__name__: one for one in stages.PAGES}
STAGES = (
    stages.plain_game, stages.colours_of_parts, stages.moves, stages.pyramid,
    stages.explained, stages.set_up, stages.why_pyramid, stages.won,
    stages.collection, PAGES["lesson_task"], PAGES["puzzle"],
)  # fmt: skip
MORE = (
    turn_of_ball, boards, stages.reviewed, stages.pyraos,
    PAGES["puzzle_editor"], PAGES["lesson_editor"],
)  # fmt: skip
"""What a larger window shows nothing new of."""
MAY = (
    "OrderedList(Items)",  # it scrolls to the item that is opened
    "QPushButton(Next chapter)",  # the chapter's Next stands in its place
    # What is added is written at once, where the button was.
    "QPushButton(Add step)",
    "QPushButton(Say more to some right answers)",
    "QPushButton(Add a wrong try)",
    "QPushButton(Add an answer)",
    # A run begins: its page takes the place of another, or comes before the dock.
    "QPushButton(Start)",
    "QPushButton(Retry my mistakes)",
    "QPushButton(Cancel)",  # the time a check may take: a click there changes nothing
)
"""What a click may bring under the pointer, with the reason."""


class QuickWalk(Walk):
    """Comes to rest as a person's eye does: what is laid out a moment later is waited for."""

    def settle(self):
        for _ in range(3):
            QCoreApplication.sendPostedEvents()
            self.application.processEvents()
            QTest.qWait(2)


def in_sight(walk):
    """The docks that can be clicked."""
    docks = walk.window.docks._docks.items()
    return [name for name, one in docks if one.isVisible() and not one.visibleRegion().isEmpty()]


def moved_in(walk, hands, dock_name, stage):
    """Click twice on every control of a dock; what moved, and whether all is as it was before."""
    window, found, done = walk.window, [], set()
    dock = window.docks._docks[dock_name]
    document = walk.session.document
    key, view, record, run = document.key, document.view, document.record, document.exercise
    shown = in_sight(walk)

    def places():
        return [(one.name, one.place.getRect()) for one in hands.controls(dock)]

    def put_back():
        now = walk.session.document
        if now is None or now.key != key:
            return False
        if run is None and now.exercise is not None:
            walk.session.end_exercise()
        while walk.session.document.record is not record and walk.session.undo():
            walk.settle()
        walk.session.set_view(view)
        walk.settle()
        return True

    again = True
    while again:
        again = False
        for control in hands.controls(dock):
            name = control.name
            if name in done:
                continue
            done.add(name)
            before = places()
            wrong = hands.click_twice(control)
            if wrong and not name.startswith(MAY):
                found.append(f"{stage.__name__} {dock_name} {wrong}")
            if not dock.isVisible() or places() != before:
                again = put_back() and dock.isVisible()
                break
    is_back = put_back() and walk.session.document.exercise is run and in_sight(walk) == shown
    return found, is_back


def sweep(walk, which):
    hands, found = StillHands(walk.window, walk.settle), []
    for stage in which:
        names, is_there = set(), False
        while True:
            if not is_there:
                walk.enter(stage)
                walk._paint(False)
            name = next((one for one in in_sight(walk) if one not in names), None)
            if name is not None:
                names.add(name)
                moved, is_there = moved_in(walk, hands, name, stage)
                found += moved
            if name is None or not is_there:
                walk.leave()
            if name is None:
                break
    return found, hands.clicked


SWEEPS = [
    (size, which[part::parts])
    for size, which, parts in (
        (SIZES[0], (*MORE, *STAGES), 4),
        (SIZES[1], STAGES, 2),
        (SIZES[2], STAGES, 2),
    )
    for part in range(parts)
]


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize(("size", "which"), SWEEPS)
def test_no_control_of_a_dock_moves_by_what_it_does(open_window, qapp, size, which):
    walk = QuickWalk(open_window(*size), qapp)
    found, clicked = sweep(walk, which)
    walk.end()
    assert not found, "\n".join(found)
    assert clicked > 40


@pytest.mark.check
def test_no_control_of_why_moves_by_what_it_does(shared_window, qapp):
    """A sample: one dock at one size."""
    walk = QuickWalk(shared_window(1366, 768), qapp)
    found, clicked = sweep(walk, (stages.plain_game,))
    walk.end()
    assert not found, "\n".join(found)
    assert clicked > 10


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "size", [*(pytest.param(size, marks=pytest.mark.check) for size in SIZES[:2]), SIZES[2]]
)
def test_the_rows_of_why_stay_and_its_verdict_is_in_sight(open_window, qtbot, qapp, size):
    """Example 07, which brought a scroll bar, a second line above, and another row."""
    walk = QuickWalk(open_window(*size), qapp)
    walk.open(resources.example("07-size-20"))
    why = walk.window.docks.panel("why")
    table = why.findChild(CornerTable)

    def place(row):
        area = table.visualRect(table.model().index(row, 0))
        return table.viewport().mapTo(table.window(), area.center())

    before = [place(row) for row in range(5)]
    for row in range(5):
        at = table.visualRect(table.model().index(row, 0)).center()
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
        walk.settle()
        assert [place(one) for one in range(5)] == before
        said = why.content.sentence
        top = said.mapTo(why.viewport(), QPoint(0, 0)).y()
        assert top + said.height() <= why.viewport().height(), row
    walk.end()


@pytest.mark.check
def test_a_second_click_that_hits_another_button_presses_nothing(shared_window, qtbot):
    window = shared_window(1366, 768)
    window.session.new(options={"size": "3"})
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    for name in ("one", "two", "three"):
        window.session.bookmark(name)
    window.docks.open("look")
    QTest.qWait(50)
    cross = next(
        button for button in window.docks.panel("look").bookmarks.findChildren(QToolButton)
        if button.accessibleName() == "Remove the bookmark one"
    )  # fmt: skip
    place = cross.mapTo(window, cross.rect().center())
    handle, left = window.windowHandle(), Qt.MouseButton.LeftButton
    QTest.mouseDClick(handle, left, Qt.KeyboardModifier.NoModifier, place)
    QTest.qWait(20)
    assert list(window.session.document.record.bookmarks) == ["two", "three"]


@pytest.mark.check
@pytest.mark.fresh_window
def test_a_dock_that_is_scrolled_under_the_pointer_is_as_high_as_before(shared_window, qtbot):
    """And what goes out of it moves nothing up or down while the pointer is there."""
    window = shared_window(1366, 768)
    window.session.new(options={"size": "3"})
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    window.docks.open("look")
    look = window.docks.panel("look")
    qtbot.waitUntil(look.isVisible)
    high, bar = look.body.height(), look.verticalScrollBar()
    point_at(qtbot, look)
    bar.setValue(40)
    QTest.qWait(20)
    assert look.body.height() >= high, "nothing is pressed together"
    bar.setValue(bar.maximum())
    high = look.body.height()
    look.switches[-1].hide()
    QTest.qWait(20)
    assert look.body.height() == high, "the room of what went is kept"


@pytest.mark.check
def test_what_is_said_to_an_answer_of_a_puzzle_is_seen_whole(shared_window, qtbot, tmp_path):
    """Where the collection stands above it, the dock is low."""
    window = shared_window(1350, 732)
    window.open_path(Path(shutil.copy(resources.puzzles_of("pyramid"), tmp_path)))
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    player = window.shell.learning.player
    if player.puzzle is None:
        window.perform("teach.begin")
    page = window.docks.panel("learn").currentWidget()
    window.session.play("f3^e3")
    qtbot.waitUntil(lambda: page.answer.text().startswith("Right: solved. f3^e3"), timeout=60_000)
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 0)
    answer = page.answer
    qtbot.waitUntil(lambda: answer.visibleRegion().boundingRect().height() == answer.height())
