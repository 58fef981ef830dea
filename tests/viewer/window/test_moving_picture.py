"""An orbit by the mouse in the real window: what is painted for a frame of it, and when."""

import gc
from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from viewer.scene_view import click_rules
from viewer.window.garbage import collect_in_interface_thread

pytestmark = pytest.mark.check

SIZE_4 = "partition:size=4,rules=free 1R2,4,1B2,3B/3,1R1,3/2,2/1 red"
LEFT = Qt.MouseButton.LeftButton
DOCKS = ("look", "moves", "learn", "setup", "why", "maps")


class Painted(QObject):
    """Counts how often each widget of a window is painted."""

    def __init__(self, qapp):
        super().__init__(qapp)
        self.times = Counter()
        qapp.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.times[name_of(watched)] += 1
        return False


@pytest.fixture
def game(shared_window, qtbot, qapp):
    """A window with a game and all docks open, everything drawn."""
    window = shared_window(1500, 900)
    window.session.paste_position(SIZE_4)
    scene = window.scene_view.widget
    qtbot.waitUntil(lambda: scene.frames > 0, timeout=30000)
    for dock in DOCKS:
        window.docks.open(dock)
    painted = Painted(qapp)

    def is_at_rest():
        """All has been found out and told, and the fine frame is drawn."""
        painted.times.clear()
        QTest.qWait(500)
        known = window.shell.analysis.known(window.session.position)
        return known is not None and known.done and not painted.times

    qtbot.waitUntil(is_at_rest, timeout=60000)
    qapp.removeEventFilter(painted)
    return window


@pytest.fixture
def mouse(game, drive):
    return drive(game.scene_view.widget)


def orbit(mouse, qtbot, start, steps):
    """Move on from `start` with the button held, a frame after each step."""
    for step in range(1, steps + 1):
        before = mouse.scene.frames
        mouse.move(start + step * QPointF(9, 2), held=LEFT)
        qtbot.waitUntil(lambda before=before: mouse.scene.frames > before)
    return start + steps * QPointF(9, 2)


def is_put_off(qapp):
    """Whether what collects waits though there is enough to collect."""
    enough = gc.get_threshold()[0]
    kept = [[] for _ in range(2 * enough)]  # twice: Python does not count those it keeps spare
    collect_in_interface_thread(qapp).look()
    return gc.get_count()[0] > enough and bool(kept)


def name_of(widget):
    return widget.objectName() or type(widget).__name__


def test_only_the_scene_and_the_compass_are_painted_while_it_turns(game, mouse, qtbot, qapp):
    surface = mouse.scene.surface
    mouse.press(QPointF(20, 20))
    place = orbit(mouse, qtbot, QPointF(20, 20), 2)  # a drag ends the hover, which others show
    painted = Painted(qapp)
    place = orbit(mouse, qtbot, place, 6)
    qapp.removeEventFilter(painted)
    mouse.release(place)
    assert painted.times[name_of(surface)] == 6
    assert painted.times["Compass"] == 6
    # What the scene lies in is asked to paint its ground; nothing beside it is.
    under, parent = set(), surface.parentWidget()
    while parent is not None:
        under.add(name_of(parent))
        parent = parent.parentWidget()
    assert set(painted.times) <= {name_of(surface), "Compass"} | under


def test_a_click_shows_its_ball_within_two_frames(game, mouse, qtbot, monkeypatch):
    scene, board = mouse.scene, mouse.scene.picture.board
    for name in board.names:
        mouse.move(name)
        active = scene.input.pointer.active
        if active is not None and active.site == board.index(name) and not active.ball:
            break
    site, place = board.index(name), mouse.place_of(name)
    mouse.rest()  # the preview of the ball is there, and the fine frame
    shown = []
    count = scene.after_frame

    def after_frame(seconds):
        count(seconds)
        shown.append(site in scene.panes[0].stage.balls.solids.chosen)

    monkeypatch.setattr(scene, "after_frame", after_frame)
    mouse.click(place)
    qtbot.waitUntil(lambda: any(shown), timeout=30000)
    assert shown.index(True) < 2


def test_a_frame_of_an_orbit_asks_for_nothing_that_stays_as_it_is(
    game, mouse, qtbot, qapp, monkeypatch
):
    calls = Counter()

    def counted(owner, name):
        real = getattr(owner, name)

        def call(*args, **kwargs):
            calls[name] += 1
            return real(*args, **kwargs)

        monkeypatch.setattr(owner, name, call)

    assert not is_put_off(qapp)  # what moved in other tests has put it off for long
    mouse.press(QPointF(20, 20))
    place = orbit(mouse, qtbot, QPointF(20, 20), 2)
    counted(click_rules, "offered")  # every choice of the position
    counted(game, "setWindowTitle")
    counted(game, "setWindowModified")
    place = orbit(mouse, qtbot, place, 5)
    assert is_put_off(qapp)  # what collects would keep a frame waiting
    QTest.qWait(600)
    assert mouse.scene.is_moving(), "the button is still held"
    mouse.release(place)
    qtbot.waitUntil(lambda: not mouse.scene.is_moving(), timeout=30000)
    assert not is_put_off(qapp)
    assert not calls
    game.session.play(next(iter(game.session.position.legal_moves)))
    assert calls["offered"] == 1
