"""How the level maps share their room: one arrangement a change, whatever scroll bars do."""

import itertools
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

from viewer.analysis.analysis_service import AnalysisService
from viewer.panels.maps import layout
from viewer.panels.maps.canvas import MapCanvas
from viewer.panels.maps.panel import LevelMaps
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.tools.tool import Tools
from viewer.window import application

BAR = 10


class Scene:
    """What the maps ask of the scene, and of its tools."""

    setup = annotation = None

    def __init__(self):
        self.tools, self.laid = Tools(), SimpleNamespace(marks=())
        self.input = SimpleNamespace(active_site=None, confirm_moves=False)

    def attempt(self, do):
        do()


class Counted:
    """How often one canvas was arranged; after a hundred times in one change it stays as it is."""

    def __init__(self):
        self.now, self.canvas = 0, None

    def of(self, change, *args):
        self.now = 0
        change(*args)
        return self.now


@pytest.fixture
def counted(monkeypatch):
    counted, arrange = Counted(), MapCanvas.setFixedSize

    def counting(canvas, *size):
        counted.now += canvas is counted.canvas
        if counted.now <= 100:
            arrange(canvas, *size)

    monkeypatch.setattr(MapCanvas, "setFixedSize", counting)
    return counted


@pytest.fixture
def maps(qtbot, counted):
    session = Session()
    session.new("partition", {"size": "6"})
    scene = Scene()
    panel = LevelMaps(session, AnalysisService(session), scene, scene, Preferences())
    session.subscribe(panel.changed)
    qtbot.addWidget(panel)
    panel.session, counted.canvas = session, panel.canvas
    panel.resize(340, 560)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def sees_all(maps):
    """Whether scroll bars are there exactly where the maps need more room than there is."""
    room, canvas, area = maps._area.viewport(), maps.canvas, maps._area
    bars = area.horizontalScrollBar().isVisible(), area.verticalScrollBar().isVisible()
    assert canvas.width() == room.width() or (bars[0] and canvas.width() > room.width())
    assert canvas.height() == room.height() or (bars[1] and canvas.height() > room.height())


@pytest.mark.check
@pytest.mark.sample(3)
@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("size", [2, 6, 11, 20])
def test_one_arrangement_for_every_pixel(maps, counted, size, everything):
    maps.session.new("partition", {"size": str(size)})
    maps.bar.everything.setChecked(everything)
    narrow = maps.minimumSizeHint()
    sizes = itertools.chain(
        ((width, height) for height in (260, 517) for width in range(narrow.width(), 560)),
        ((width, height) for width in (231, 388) for height in range(640, narrow.height(), -1)),
    )
    for width, height in sizes:
        assert counted.of(maps.resize, width, height) <= 2, (width, height)
    sees_all(maps)


def test_zoom_level_and_board_arrange_once(maps, counted):
    for size in ("3", "20", "6"):
        assert counted.of(maps.session.new, "partition", {"size": size}) <= 2
        for _ in range(9):
            assert counted.of(maps.bar.zoomed.emit, 1.25) <= 2
            sees_all(maps)
        assert counted.of(maps.turn_to, 3) <= 2
        assert counted.of(maps.bar.everything.toggle) <= 2
        sees_all(maps)
        for _ in range(9):
            assert counted.of(maps.bar.zoomed.emit, 0.8) <= 2


@pytest.fixture
def framed(qtbot, maps):
    """The maps in a dock between two others: its edges can be dragged."""
    from PySide6.QtWidgets import QDockWidget, QTextEdit

    frame = QMainWindow()
    frame.setCentralWidget(QTextEdit())
    docks = []
    for widget in (QTextEdit(), maps):
        dock = QDockWidget()
        dock.setWidget(widget)
        frame.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        docks.append(dock)
    frame.resize(900, 760)
    frame.show()
    qtbot.addWidget(frame)
    qtbot.waitExposed(frame)
    return frame, docks


def drag(frame, counted, start, step, times):
    """Drag an edge by real mouse events, a pixel or more at a time; the arrangements each took."""
    QTest.mousePress(frame, Qt.MouseButton.LeftButton, pos=start)
    took = []
    for k in range(1, times + 1):
        QTest.mouseMove(frame, start + k * step)
        took.append(counted.of(QApplication.processEvents))
    QTest.mouseRelease(frame, Qt.MouseButton.LeftButton, pos=start + times * step)
    return took


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize("everything", [False, True])
def test_dragging_the_edges_of_a_dock(framed, maps, counted, everything):
    frame, (above, below) = framed
    maps.session.new("partition", {"size": "8"})
    maps.bar.everything.setChecked(everything)
    QApplication.processEvents()
    before = maps.height()
    between = QPoint(below.geometry().center().x(), (above.geometry().bottom() + below.y()) // 2)
    took = drag(frame, counted, between, QPoint(0, 1), 60)
    assert maps.height() < before, "the edge was dragged"
    assert max(took) <= 2
    before = maps.width()
    side = QPoint(below.x() - 2, below.geometry().center().y())
    took = drag(frame, counted, side, QPoint(-1, 0), 60)
    assert maps.width() > before
    assert max(took) <= 2
    sees_all(maps)


@pytest.mark.check
def test_other_sizes_of_text(framed, maps, counted, qapp):
    foot = maps.findChild(type(maps.line), "LevelMapsLine")
    heights = []
    try:
        for scale in (1.0, 1.3, 2.0, 1.6, 0.9):
            chosen = Preferences(text_scale=scale)
            assert counted.of(application.apply_theme, qapp, chosen) <= 2
            # The parts of the docks around take their sizes one after the other.
            assert counted.of(QApplication.processEvents) <= 4
            heights.append(foot.height())
            assert foot.height() >= 2 * foot.fontMetrics().lineSpacing()
            sees_all(maps)
            title = maps.bar.findChild(QLabel, "LevelMapsTitle")
            assert title.width() >= title.fontMetrics().horizontalAdvance(title.text())
            for width in range(300, 420, 7):
                assert counted.of(framed[0].resize, width + 500, 700) <= 2
    finally:
        application.apply_theme(qapp, Preferences())
    assert len(set(heights)) == 5, "the line at the foot grows with the text"


@pytest.mark.check
@given(
    st.integers(2, 50),
    st.data(),
    st.integers(1, 1500),
    st.integers(1, 1500),
    st.booleans(),
    st.floats(1, 6),
)
def test_what_is_needed_is_decided_once(size, data, width, height, everything, zoom):
    level = data.draw(st.integers(1, size))
    how = {"everything": everything, "zoom": zoom}
    fitted = layout.fit(size, level, width, height, BAR, **how)
    assert fitted == layout.fit(size, level, width, height, BAR, **how)
    room = max(1, width - BAR * fitted.down), max(1, height - BAR * fitted.across)
    assert fitted.width == room[0] or (fitted.across and fitted.width > room[0])
    assert fitted.height == room[1] or (fitted.down and fitted.height > room[1])
    assert fitted.arrangement.width <= fitted.width + layout.HAIR
    assert fitted.arrangement.height <= fitted.height + layout.HAIR
    # A bar that is there was needed without it, or is there since the other one takes room.
    bare = layout.fit(size, level, width, height, 0, **how)
    if not (bare.across or bare.down):
        assert not fitted.across
        assert not fitted.down
