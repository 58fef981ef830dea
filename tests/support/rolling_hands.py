"""Playing Rolling Pyramids with mouse and keys, as people at one screen do. No tests here."""

from random import Random

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from model.contract.game import CHANCE
from model.games.rolling_pyramids.round_state import Phase
from viewer.picture.compose.ground import DISC_HALF
from viewer.picture.picking.click_meaning import partial_move_of
from viewer.scene_view.floating.step_buttons import PLAY, ROLL

PATIENCE = 500
"""How often is looked whether the scene shows what the click before has changed."""
LEFT = Qt.MouseButton.LeftButton


def begin(window, qtbot, start, seed="a seed"):
    """Open a game and let the first dice fall."""
    window.session.new(start)
    window.session.head("seed", seed)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    qtbot.waitUntil(lambda: window.scene_view.widget.frames > 0, timeout=60_000)
    press(window, ROLL)


def press(window, token):
    """Press a button over the scene."""
    buttons = window.scene_view.floating.step_buttons.buttons
    state = window.session.state
    assert token in buttons, (token, list(buttons), state.partial, window.notices.strip.text)
    QTest.mouseClick(buttons[token], LEFT)


def place_of(window, name):
    """Return where a space or a border is seen, as a place of the scene's surface."""
    board = window.session.position.game.board
    point = np.array(board.centres[board.index(name)]) - [0.0, 0.0, DISC_HALF]
    x, y = window.scene_view.widget.input.pointer.projection.to_screen(point)
    return QPoint(round(x), round(y))


def is_up_to_date(window):
    """Tell whether the scene shows the sites that answer after what was chosen."""
    picture = window.scene_view.widget.input.pointer.picture
    if picture is None:
        return False
    shown = picture.legal if picture.choices is None else picture.choices
    session = window.session
    wanted = partial_move_of(session.position, session.state.partial).choices
    return shown is not None and np.array_equal(shown, wanted)


def click_site(window, name):
    """Click a space or a border in the scene, once it shows what answers now."""
    for _ in range(PATIENCE):
        if is_up_to_date(window):
            break
        QTest.qWait(20)
    assert is_up_to_date(window)
    surface, place = window.scene_view.widget.surface, place_of(window, name)
    QTest.mouseMove(surface, place)
    QTest.mouseClick(surface, LEFT, pos=place)


def click_cell(window, name):
    """Click a cell of the dice or of the board of whoever is to move."""
    panel = window.docks.panel("boards")
    buttons = [*panel.common.buttons, *panel.own.buttons]
    button = next(one for one in buttons if one.shown.cell.name == name)
    if button.visibleRegion().isEmpty():
        window.docks.bring_forward("boards")
        panel.ensureWidgetVisible(button)
    QTest.mouseClick(button, LEFT)


def choose(window, token):
    """Choose a token where it is shown: in the scene, on a board or on a button."""
    position = window.session.position
    cells = {cell.name for sheet in position.sheets for cell in sheet.cells}
    if token in position.game.board:
        click_site(window, token)
    elif token in cells:
        click_cell(window, token)
    else:
        press(window, token)


def make(window, move):
    """Make a move of the position on show by clicks alone."""
    session = window.session
    position, node = session.position, session.document.node
    if position.state.phase == Phase.DEPLOY:
        for order in move.split(","):
            unit, _, target = order.partition(":")
            click_cell(window, unit)
            choose(window, target)
        press(window, PLAY)
        return
    for token in position.legal_moves.tokens(move):
        choose(window, token)
    if session.document.node == node and not window.pages.cover.isVisible():
        press(window, PLAY)


def settle(window, qtbot):
    """Wait until what happens is over: moves that are shown, dice that fall."""
    qtbot.waitUntil(lambda: not window.scene_view.move_animation.running, timeout=60_000)
    if window.pages.cover.isVisible():
        QTest.mouseClick(window.pages.cover.ready, LEFT)
    qtbot.waitUntil(lambda: window.session.position.to_move != CHANCE, timeout=30_000)
    qtbot.waitUntil(lambda: not window.scene_view.move_animation.running, timeout=60_000)


def play(window, qtbot, until, seed=1, choice=None):
    """Play on by clicks until `until(position)` or the end; returns the moves.

    Parameters
    ----------
    choice
        (position, rng) -> a move to be made, or None for one drawn.
    """
    rng, made = Random(seed), []
    settle(window, qtbot)
    while True:
        position = window.session.position
        if position.outcome is not None or until(position):
            return made
        move = choice(position, rng) if choice is not None else None
        move = move or position.legal_moves.sample(rng)
        before = len(window.session.document.record)
        make(window, move)
        assert len(window.session.document.record) > before, (move, window.notices.strip.text)
        made.append(move)
        settle(window, qtbot)
