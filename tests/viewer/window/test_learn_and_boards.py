"""What a step of a course needs stands beside it, in small windows and in front of a room."""

import re
import shutil
from math import cos, pi, sin
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QScrollArea

from model.lessons.judging import judge
from viewer.picture.picking.click_meaning import partial_move_of
from viewer.scene_view.floating.step_buttons import PLAY
from viewer.session.files import resources

LEFT = Qt.MouseButton.LeftButton
SAMPLES = [(0.0, 0.0)] + [
    (r * cos(k * pi / 4), r * sin(k * pi / 4)) for r in (0.15, 0.3, 0.42) for k in range(8)
]
"""Places within a point's ball, in diameters from its middle."""
JOINTS = re.compile(r"[-x>^]")
"""What joins the places of a move."""


def do(window):
    """Answer the task on show by clicks; returns what cannot be clicked."""
    task, position = window.shell.learning.player.exercise.task, window.session.position
    if task.kind == "choice":
        right = next(choice for choice in task.choices if choice.right)
        return _press(_answer(window, right.text), right.text)
    if task.kind == "click":
        right = [n for n in position.game.board.names if judge(position, task, n).right]
        free = (name for name in right if _place_of(window, name) is not None)
        return _point(window, next(free, right[0]))
    if position.steps(()).slots and not position.sheets:
        return _plan(window, position)
    move = task.accepted[0] if task.accepted else _right_move(position, task)
    for token in _tokens(position, move):
        cells = {cell.name for sheet in window.session.position.sheets for cell in sheet.cells}
        if token in cells:
            lost = _press(_cell(window, token), token)
        elif token in position.game.board:
            lost = _point(window, token)
        else:
            lost = _button(window, token)
        if lost:
            return lost
    return _button(window, PLAY) if window.session.state.partial else ""


def _tokens(position, move):
    legal = position.legal_moves
    if ":" in move and "," in move:
        return re.split("[,:]", move)
    if hasattr(legal, "tokens"):
        return legal.tokens(move)
    return JOINTS.split(move)


def _right_move(position, task):
    legal = position.legal_moves
    if task.kind == "game":
        return next(iter(legal))  # each is as right as any other until the game is over
    return next(move for move in legal if judge(position, task, move).right)


def _plan(window, position):
    """A plan is drawn from the pieces of one's own and played by a button."""
    mine = position.pieces.owner == position.game.players.index(position.to_move)
    names = [position.game.board.names[site] for site in position.pieces.site[mine].tolist()]
    lost = [name for name in names if _place_of(window, name) is None]
    buttons = window.scene_view.floating.step_buttons.buttons
    return ", ".join(lost) or ("" if is_free(buttons[PLAY]) else "Ready")


def _answer(window, text):
    """Return the button of an answer, in the dock or in front of a room."""
    if window.is_presenting:
        buttons = window.presentation.choices.buttons
    else:
        buttons = window.docks.panel("learn").lesson.choices.findChildren(QPushButton)
    return next(one for one in buttons if one.text().replace("&&", "&").split() == text.split())


def _cell(window, name):
    panel = window.docks.panel("boards")
    buttons = (*panel.common.buttons, *panel.own.buttons)
    return next(one for one in buttons if one.shown.cell.name == name)


def _button(window, token):
    return _press(window.scene_view.floating.step_buttons.buttons.get(token), token)


def _press(button, name):
    if button is None or not is_free(button):
        return name
    QTest.mouseClick(button, LEFT)
    return ""


def is_free(widget):
    """Whether a widget is seen whole, with nothing over its middle; a page is scrolled to it."""
    window, area = widget.window(), widget.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    if isinstance(area, QScrollArea):
        area.ensureWidgetVisible(widget)
    at = window.childAt(widget.mapTo(window, widget.rect().center()))
    whole = widget.visibleRegion().boundingRect().adjusted(-2, -2, 2, 2).contains(widget.rect())
    return whole and (at is widget or (at is not None and widget.isAncestorOf(at)))


def _point(window, name):
    """Click a site in the scene once the scene shows what answers now."""
    session = window.session
    wanted = partial_move_of(session.position, session.state.partial).choices
    for _ in range(100):
        picture = window.scene_view.widget.input.pointer.picture
        shown = picture.legal if picture.choices is None else picture.choices
        if wanted is None or shown is None or (shown == wanted).all():
            break
        QTest.qWait(20)
    place = _place_of(window, name)
    if place is None:
        return name
    surface = window.scene_view.widget.surface
    QTest.mouseMove(surface, place)
    QTest.mouseClick(surface, LEFT, pos=place)
    return ""


def _place_of(window, name):
    """Return a place of the scene where a site answers and nothing lies over it, or None."""
    scene, board = window.scene_view.widget, window.session.position.game.board
    pointer, surface, site = scene.input.pointer, scene.surface, board.index(name)
    projection, centre = pointer.projection, pointer.visible.centres[site]
    x, y = projection.to_screen(centre)
    for across, down in SAMPLES:
        place = QPoint(round(x + across / projection.pixel), round(y + down / projection.pixel))
        found = pointer.at(place.x(), place.y())
        answers = found is not None and found.site == site
        if answers and window.childAt(surface.mapTo(window, place)) is surface:
            break
    else:
        place = None
    pointer.nowhere()
    return place


SIZES = ((1024, 768), (1366, 768))
ALL = [path.name for path in resources.lessons()]


def course(window, qtbot, tmp_path, name):
    """Open a shipped course and begin it."""
    window.activateWindow()
    path = next(one for one in resources.lessons() if name in one.name)
    window.open_path(Path(shutil.copy(path, tmp_path)))
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    qtbot.waitUntil(lambda: window.scene_view.widget.frames > 0, timeout=60_000)
    if window.shell.learning.player.exercise is None:
        window.perform("teach.begin")
    return window.shell.learning.player


def walk(window, qtbot, player, steps):
    """Do the tasks of steps, the first part of each; returns what was not reached, by its step."""
    missed = {}
    for number in steps:
        player.ask_again(number)
        settle(window, qtbot, player)
        if player.exercise.task is None:
            continue
        lost = do(window)
        if lost:
            missed[number + 1] = lost
    settle(window, qtbot, player)
    return missed


def settle(window, qtbot, player):
    QTest.qWait(40)
    qtbot.waitUntil(lambda: not window.scene_view.move_animation.running, timeout=60_000)
    qtbot.waitUntil(lambda: not player.playback.is_running, timeout=60_000)
    QTest.qWait(40)


def present(window, size):
    """Give it to a room whose screen has a size."""
    window.perform("present.start")
    window.showNormal()
    window.resize(*size)
    QTest.qWait(50)
    assert (window.width(), window.height()) == size


@pytest.mark.soak
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_that_a_course_wants_can_be_clicked(shared_window, qtbot, tmp_path, size, name):
    window = shared_window(*size)
    player = course(window, qtbot, tmp_path, name)
    steps = range(len(player.exercise.steps))
    assert walk(window, qtbot, player, steps) == {}
    present(window, size)
    assert walk(window, qtbot, player, steps) == {}


@pytest.mark.check
def test_nothing_is_told_of_a_wrong_try_that_is_taken_back(shared_window, qtbot, tmp_path):
    window = shared_window(1366, 768)
    player = course(window, qtbot, tmp_path, "rolling")
    player.ask_again(7)
    settle(window, qtbot, player)
    floating, panel = window.scene_view.floating, window.docks.panel("boards")

    def click(name):
        buttons = (*panel.common.buttons, *panel.own.buttons)
        button = next(one for one in buttons if one.shown.cell.name == name)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    click("p1a")
    click("hero1")
    QTest.mouseClick(floating.step_buttons.buttons[":2"], Qt.MouseButton.LeftButton)
    settle(window, qtbot, player)
    assert player.exercise.tone == "wrong"
    click("p1a")
    settle(window, qtbot, player)
    assert window.session.state.partial == ("p1a",)
    assert "into a cell" in floating.line.text


@pytest.mark.check
def test_the_boards_come_with_a_course_and_stay_beside_it(shared_window, qtbot, tmp_path):
    window = shared_window(1024, 768)
    boards = window.command_actions["explain.boards"]
    window.session.new(options={"size": "4"})
    qtbot.waitUntil(lambda: not boards.isEnabled())
    assert window.tool_bar.widgetForAction(boards) is None
    player = course(window, qtbot, tmp_path, "rolling")
    assert walk(window, qtbot, player, (7, 3, 14)) == {}
    window.resize(1366, 768)
    qtbot.waitUntil(lambda: not window.docks._room._later.isActive())
    assert walk(window, qtbot, player, (10,)) == {}
    learn, dock = (window.docks._docks[name] for name in ("learn", "boards"))
    button = window.tool_bar.widgetForAction(boards)
    assert button.isVisible()
    assert button.isChecked()
    assert window.tool_bar.widgetForAction(window.command_actions["explain.maps"]) is None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert dock.isHidden(), "whoever closes it has the room"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not dock.isHidden()
    assert not learn.isHidden()
    present(window, (1024, 768))
    assert learn.isHidden()
    assert walk(window, qtbot, player, (7, 14, 3)) == {}
    assert window.presentation.inset.isHidden(), "the board needs the width"
    QTest.keyClick(window, Qt.Key.Key_I)
    assert window.presentation.inset.isVisible()
    QTest.keyClick(window, Qt.Key.Key_I)
    assert window.notices.strip.text == "", "the caption says what is to be done"
    caption = window.presentation.caption.label.text()
    assert caption.endswith("Cross off a box before the first bonus of group 1."), "no asterisks"
    window.perform("present.start")
    assert not learn.isHidden()
    assert not dock.isHidden()
    window.perform("teach.end")
    present(window, (1024, 768))
    player = course(window, qtbot, tmp_path, "04-pyramid-ball")
    assert walk(window, qtbot, player, (9,)) == {}, "long answers stand below each other"
