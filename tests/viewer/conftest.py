"""Scenes to move in: both widgets, shown for real, with a little driver for mouse and keys."""

import gc
from functools import partial

import numpy as np
import pytest
from exporting import export  # noqa: F401 - a fixture
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from windows import begun, home, kept_windows, nothing_fails, open_window, shared_window  # noqa: F401 - fixtures

from model.boards.lattice import pyramid
from model.contract.game import Pieces
from model.records.view import View
from viewer.analysis import background
from viewer.games.registry import side_colour
from viewer.picture.picture import Picture
from viewer.scene import widget
from viewer.scene import widget as scene_widget
from viewer.scene.pane import Covered

LEFT, MIDDLE, RIGHT = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.MiddleButton,
    Qt.MouseButton.RightButton,
)
NONE = Qt.KeyboardModifier.NoModifier

background.PICTURE_FIRST = 0.0  # hundreds of tests wait for work, and look at no picture meanwhile


def pieces(board, **balls):
    """Pieces from ``red=("1a1", ...), blue=(...)``."""
    owner = {board.index(name): 0 for name in balls.get("red", ())}
    owner |= {board.index(name): 1 for name in balls.get("blue", ())}
    sites = np.array(sorted(owner), np.int32)
    ones = np.ones(len(sites), np.int32)
    return Pieces(sites, np.array([owner[s] for s in sites.tolist()], np.int32), 0 * ones, ones)


def picture(size=6, *, view=None, red=(), blue=(), **parts):
    board = pyramid(size)
    return Picture(
        board=board,
        pieces=pieces(board, red=red, blue=blue),
        players=("red", "blue"),
        sides=(side_colour("red"), side_colour("blue")),
        view=view or View(),
        **parts,
    )


class Driver:
    """A person before a scene widget: points, clicks, drags and presses keys."""

    def __init__(self, scene, qtbot):
        self.scene, self.qtbot = scene, qtbot
        self.told: list[tuple] = []
        self._hears: list[tuple] = []
        for name in (
            "view_changed", "hovered", "pressed_point", "place", "pinned", "selected", "context",
            "cursor_moved", "digit", "left_scene", "message",
        ):  # fmt: skip
            hear = partial(self._hear, name)
            getattr(scene.input, name).connect(hear)
            self._hears.append((getattr(scene.input, name), hear))

    def _hear(self, name, *args):
        self.told.append((name, *args))

    def leave(self):
        """Hear no more."""
        for signal, hear in self._hears:
            signal.disconnect(hear)

    # what was told

    def heard(self, name):
        return [told[1:] for told in self.told if told[0] == name]

    def names(self, signal):
        """Names of the sites a signal was told with."""
        board = self.scene.picture.board
        return [None if site is None else board.names[site] for (site,) in self.heard(signal)]

    @property
    def hovered(self):
        active = self.scene.input.pointer.active
        return None if active is None else self.scene.picture.board.names[active.site]

    # where things are

    def place_of(self, name):
        """Where a site appears on the surface, in logical pixels."""
        pointer = self.scene.input.pointer
        x, y = pointer.projection.to_screen(
            pointer.visible.centres[pointer.picture.board.index(name)]
        )
        return QPointF(x, y)

    # mouse

    def mouse(self, kind, place, button=LEFT, *, held=None, keys=NONE):
        surface = self.scene.surface
        moving = kind == QEvent.Type.MouseMove
        held = (Qt.MouseButton.NoButton if moving else button) if held is None else held
        if kind == QEvent.Type.MouseButtonRelease:
            held = Qt.MouseButton.NoButton
        event = QMouseEvent(
            kind,
            place,
            QPointF(surface.mapToGlobal(place.toPoint())),
            Qt.MouseButton.NoButton if moving else button,
            held,
            keys,
        )
        QApplication.sendEvent(surface, event)

    def move(self, place, **how):
        self.mouse(QEvent.Type.MouseMove, self._place(place), **how)

    def press(self, place, button=LEFT, **how):
        self.mouse(QEvent.Type.MouseButtonPress, self._place(place), button, **how)

    def release(self, place, button=LEFT, **how):
        self.mouse(QEvent.Type.MouseButtonRelease, self._place(place), button, **how)

    def click(self, place, button=LEFT, **how):
        place = self._place(place)
        self.press(place, button, **how)
        self.release(place, button, **how)

    def drag(self, start, by, button=LEFT, *, release=True, keys=NONE):
        start = self._place(start)
        end = start + QPointF(*by)
        self.press(start, button, keys=keys)
        for share in (0.5, 1.0):
            self.move(start + share * (end - start), held=button, keys=keys)
        if release:
            self.release(end, button, keys=keys)

    def wheel(self, place, notches, keys=NONE, *, sideways=False):
        place = self._place(place)
        turn = QPoint(round(120 * notches), 0) if sideways else QPoint(0, round(120 * notches))
        event = QWheelEvent(
            place,
            QPointF(self.scene.surface.mapToGlobal(place.toPoint())),
            QPoint(),
            turn,
            Qt.MouseButton.NoButton,
            keys,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(self.scene.surface, event)

    def _place(self, place):
        return self.place_of(place) if isinstance(place, str) else place

    # keys

    def key(self, key, keys=NONE):
        QTest.keyClick(self.scene.surface, key, keys)

    def rest(self, *, painted=False):
        """Wait until no frame comes, and no timer of it runs; `painted`: nor is one asked for."""

        def rests():
            frames = self.scene.frames
            QGuiApplication.sync()  # the X server may have an exposed window to tell of
            running = any(timer.isActive() for timer in self.scene.findChildren(QTimer))
            asked = painted and (self.scene._dirty or self.scene._fine)
            return self.scene.frames == frames and not running and not asked

        self.qtbot.waitUntil(rests)

    def show(self, **parts):
        """Show another picture."""
        self.scene.show_picture(picture(**parts))


def _scene_class(kind):
    if kind == "image":
        from viewer.scene.image_scene import ImageScene

        return ImageScene
    if QGuiApplication.platformName() in ("offscreen", "minimal"):
        pytest.skip("no display to draw on")
    from viewer.scene.interactor_scene import InteractorScene

    return InteractorScene


@pytest.fixture(scope="module", params=["image", "interactor"])
def kept_scenes(request, qapp):
    """What gives the scene widgets in turn; the tests of a module share each."""
    kept = []

    def scene():
        if kept and kept[0]._window is None:  # a test has shut it
            kept.pop().deleteLater()
        if kept:
            _begin_anew(kept[0])
        else:
            kept.append(_scene_class(request.param)())
        return kept[0]

    yield scene
    for one in kept:
        one.close()
        one.deleteLater()
    kept.clear()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()


@pytest.fixture
def driver(qtbot, kept_scenes):
    """A driver of each scene widget in turn, shown, with an empty pyramid of size 6."""
    scene = kept_scenes()
    scene.animation = False
    scene.mover = 0
    scene.resize(480, 360)
    frames, wrong = scene.frames, []
    scene.failed.connect(wrong.append)
    scene.show_picture(picture())
    scene.show()
    scene.request_frame()
    qtbot.waitUntil(lambda: scene.frames > frames or bool(wrong), timeout=30000)
    assert not wrong
    made = Driver(scene, qtbot)
    yield made
    made.leave()


def _begin_anew(scene):
    """Let a scene forget what was done in it and chosen for it."""
    scene.fine_pictures, scene.input.confirm_moves = True, False
    scene.input.orbit_speed, scene.input.wheel_away = 1.0, False
    scene.input.interesting = ()
    scene.pace = widget.Pace()
    scene.keep_clear(Covered())
    scene.divide(scene_widget.MIDDLE)
    scene.show_pictures((picture(),), 0, fly=False)
    scene.input.forget()
    scene.input.forget_place()
    for timer in scene.findChildren(QTimer):
        timer.stop()


@pytest.fixture
def drive(qtbot):
    """What makes a driver of a scene that is shown already: the one of a window."""
    return lambda scene: Driver(scene, qtbot)


@pytest.fixture
def mouse(window, drive):
    """A hand in the scene of the window of a test."""
    return drive(window.scene_view.widget)


hand = mouse
