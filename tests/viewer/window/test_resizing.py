"""The window at every size: what is laid out comes to rest, in docks and over the scene."""

import itertools
from random import Random

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication

from tests.support.soaking import counts
from viewer.session.files import resources
from viewer.session.preferences import Preferences
from viewer.window import application

pytestmark = pytest.mark.check

AT_REST = 800
"""Layouts and sizes that one change may come to, in all widgets of the window together."""


class Watch(QObject):
    """Counts what is laid out, and ends what would go on for ever."""

    def __init__(self):
        super().__init__()
        self.count = 0

    def eventFilter(self, watched, event):
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self.count += 1
            return self.count > 4 * AT_REST
        return False

    def of(self, change, *args):
        """Make a change and return how much was laid out until nothing more was to be done."""
        self.count = 0
        change(*args)
        QApplication.processEvents()
        return self.count


@pytest.fixture
def watch(qapp):
    watch = Watch()
    qapp.installEventFilter(watch)
    yield watch
    qapp.removeEventFilter(watch)


@pytest.mark.sample(1)
@counts(12, 6000)
@pytest.mark.parametrize("shown", ["welcome", "game", "lesson"])
def test_every_size_of_the_window_comes_to_rest(qtbot, open_window, qapp, watch, shown, count):
    window = open_window(1100, 800)
    if shown != "welcome":
        lesson = shown == "lesson"
        window.session.open(
            *((resources.lessons()[0], 0) if lesson else (resources.examples()[3],))
        )
        qtbot.waitUntil(lambda: window.display.is_ready, timeout=60000)
        for dock in ("why", "maps", "moves", "learn", "look"):
            window.docks.open(dock)
        window.scene_view.close_scene()  # it draws slowly here, and has nothing to lay out
    random = Random(9)
    sizes = itertools.chain(
        ((760 + k, 560) for k in range(count // 3)),
        ((1000, 900 - k) for k in range(count // 3)),
        ((random.randrange(760, 1600), random.randrange(520, 1000)) for _ in range(count // 3)),
    )
    most = 0
    for width, height in sizes:
        most = max(most, watch.of(window.resize, width, height))
        assert most < AT_REST, (width, height)
    for scale in (1.7, 1.0):
        chosen = Preferences(effects="reduced", text_scale=scale)
        assert watch.of(application.apply_theme, qapp, chosen) < 4 * AT_REST, scale
    if shown != "welcome":
        docks = [window.docks._docks[name] for name in ("why", "maps", "moves")]
        for k in range(count // 4):
            sizes = [120 + (37 * k + 53 * number) % 400 for number in range(3)]
            for way in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
                assert watch.of(window.resizeDocks, docks, sizes, way) < AT_REST, sizes
