"""What is pressed stays under the pointer: a second click reaches the same control, or nothing."""

import layout_stages as stages
import pytest
from layout_walk import Walk
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from still_hands import StillHands

from viewer.panels.games.partition.corner_table import CornerTable
from viewer.session.files import resources


def turn_of_ball(walk):
    walk.open(resources.example("23-pyramid-ball-pushing"))
    walk.session.last()
    walk.dock("turn-log")


SIZES = ((1024, 768), (1366, 768), (1440, 900))
PAGES = {one.__name__: one for one in stages.PAGES}
STAGES = (
    stages.plain_game, stages.colours_of_parts, stages.moves, stages.pyramid,
    stages.explained, stages.set_up, stages.why_pyramid, stages.won,
    stages.collection, PAGES["lesson_task"], PAGES["puzzle"],
)  # fmt: skip
MORE = (
    turn_of_ball, stages.pyraos, PAGES["puzzle_editor"], PAGES["lesson_editor"],
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
    "QPushButton(Start)",  # the course begins: its page takes the place of another
    "QPushButton(Cancel)",  # the time a check may take: a click there changes nothing
    # The dock is as wide as what is asked for needs; the same button stays under the pointer.
    "QPushButton(Move)",
    "QPushButton(Choice)",
    "QPushButton(Game)",
)
"""What a click may bring under the pointer, with the reason."""


class QuickWalk(Walk):
    """Comes to rest as a person's eye does: what is laid out a moment later is waited for."""

    def settle(self):
        for _ in range(3):
            QCoreApplication.sendPostedEvents()
            self.application.processEvents()
            QTest.qWait(2)


def moved_in(walk, hands, dock_name, stage):
    """Click twice on every control of a dock; what moved."""
    window, found, done = walk.window, [], set()
    dock = window.docks._docks[dock_name]
    document = walk.session.document
    key, view, record, run = document.key, document.view, document.record, document.run

    def places():
        return [(one.name, one.place.getRect()) for one in hands.controls(dock)]

    def put_back():
        now = walk.session.document
        if now is None or now.key != key:
            return False
        if run is None and now.run is not None:
            walk.session.end_run()
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
    return found


def sweep(walk, which):
    hands, found = StillHands(walk.window, walk.settle), []
    for stage in which:
        names, left = [], True
        while left:
            walk.enter(stage)
            walk._paint(False)
            docks = walk.window.docks._docks
            here = [
                name for name, dock in docks.items()
                if dock.isVisible() and not dock.visibleRegion().isEmpty() and name not in names
            ]  # fmt: skip
            left = bool(here)
            for name in here[:1]:
                names.append(name)
                found += moved_in(walk, hands, name, stage)
            walk.leave()
    return found, hands.clicked


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "which"), [(SIZES[0], (*MORE, *STAGES)), (SIZES[2], STAGES)], ids=["small", "large"]
)
def test_no_control_of_a_dock_moves_by_what_it_does(open_window, qapp, size, which):
    walk = QuickWalk(open_window(*size), qapp)
    found, clicked = sweep(walk, which)
    walk.end()
    assert not found, "\n".join(found)
    assert clicked > 150


def test_no_control_of_why_moves_by_what_it_does(open_window, qapp):
    """A sample: one dock at one size."""
    walk = QuickWalk(open_window(1366, 768), qapp)
    found, clicked = sweep(walk, (stages.plain_game,))
    walk.end()
    assert not found, "\n".join(found)
    assert clicked > 10


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


def test_a_second_click_that_hits_another_button_presses_nothing(open_window, qtbot):
    window = open_window(1366, 768)
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
