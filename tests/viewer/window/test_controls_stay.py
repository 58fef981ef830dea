"""What is pressed stays under the pointer: a second click reaches the same control, or nothing."""

import shutil
from pathlib import Path

import layout_stages as stages
import pytest
from layout_walk import Walk
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from still_hands import StillHands
from windows import point_at

from viewer.panels.games.partition.corners import CornerTable
from viewer.session.files import resources


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
def test_no_control_of_why_moves_by_what_it_does(open_window, qapp):
    """A sample: one dock at one size."""
    walk = QuickWalk(open_window(1366, 768), qapp)
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


@pytest.mark.check
def test_a_dock_that_is_scrolled_under_the_pointer_is_as_high_as_before(open_window, qtbot):
    """And what goes out of it moves nothing up or down while the pointer is there."""
    window = open_window(1366, 768)
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
def test_what_is_said_to_an_answer_of_a_puzzle_is_seen_whole(open_window, qtbot, tmp_path):
    """Where the collection stands above it, the dock is low."""
    window = open_window(1350, 732)
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
