"""Doing what a task of a lesson wants by clicks alone, as the window stands: nothing is opened.

`do` returns what the mouse did not reach, "" where the whole answer was given.
"""

import re
from math import cos, pi, sin

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QScrollArea

from model.lessons.judging import judge
from viewer.picture.picking.click_meaning import partial_move_of
from viewer.scene_view.floating.step_buttons import PLAY

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
