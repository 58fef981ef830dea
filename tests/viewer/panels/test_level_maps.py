"""The Level maps dock by real clicks and keys, in words, and how its maps share their room."""

import itertools
import re
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QMainWindow, QTextEdit
from shipped import EXAMPLES, LESSONS, PUZZLES
from told import board_of
from windows import wheel

from model.positions import describe
from model.records import files
from model.records.record import PositionCache
from model.records.view import Cut, Peel, View
from viewer.analysis.analysis_service import AnalysisService
from viewer.panels.maps import accessibility, layout
from viewer.panels.maps.canvas import MapCanvas
from viewer.panels.maps.panel import LevelMaps
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.tools.annotation import AnnotationStyle
from viewer.tools.tool import Tools
from viewer.visuals.overlay_types import Heat, Marks, Pour, Sheet, Tube
from viewer.window import application

LEFT = Qt.MouseButton.LeftButton


class Scene:
    """What the panel asks of the scene."""

    def __init__(self, confirms):
        self.tools, self.laid = Tools(), SimpleNamespace(marks=())
        self.input = SimpleNamespace(active_site=None, confirm_moves=confirms)

    def attempt(self, do):
        do()

    def hover_from_outside(self, site):
        self.input.active_site = site


def level_maps(session, **chosen):
    preferences = Preferences(**chosen)
    scene = Scene(preferences.confirm_moves)
    marking = SimpleNamespace(
        style=AnnotationStyle(), target=SimpleNamespace(marks=()), mark=print, begin_link=print
    )
    toolbox = SimpleNamespace(setup=None, annotation=marking)
    panel = LevelMaps(session, AnalysisService(session), scene, toolbox, preferences)
    panel.hovered.connect(scene.hover_from_outside)
    return panel


@pytest.fixture
def session():
    session = Session()
    session.new("partition", {"size": "6"})
    return session


@pytest.fixture
def maps(qtbot, session):
    panel = level_maps(session)
    session.subscribe(panel.changed)
    qtbot.addWidget(panel)
    panel.resize(340, 560)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def site(maps, name):
    return maps.canvas.facts.board.index(name)


def place_of(maps, name):
    area = maps.canvas.rect_of(site(maps, name))
    assert not area.isEmpty()
    return area.center()


def ball_on(session, name):
    position = session.position
    return position.cells[position.game.board.index(name)]


def test_clicks_place_balls_also_inside_and_a_slip_places_none(qtbot, maps, session):
    maps.turn_to(3)
    start, end = place_of(maps, "3e5"), place_of(maps, "3g5")
    qtbot.mousePress(maps.canvas, LEFT, pos=start)
    qtbot.mouseRelease(maps.canvas, LEFT, pos=end)
    qtbot.mousePress(maps.canvas, LEFT, pos=start)
    qtbot.keyClick(maps.canvas, Qt.Key.Key_Escape)
    qtbot.mouseRelease(maps.canvas, LEFT, pos=start)
    assert len(session.position.pieces.site) == 0
    board = session.position.game.board
    assert board.layers["shell"][board.index("3e5")] > 0, "an interior point"
    qtbot.mouseClick(maps.canvas, LEFT, pos=place_of(maps, "3e5"))
    assert ball_on(session, "3e5") == 1
    qtbot.mouseClick(maps.canvas, LEFT, pos=place_of(maps, "2d4"))  # of a neighbouring map
    assert ball_on(session, "2d4") == 2


def test_a_ball_is_placed_by_keys_selected_by_a_click_and_refused(qtbot, maps, session):
    maps.canvas.setFocus()
    start = maps.canvas.facts.board.names[maps.canvas.cursor_site or 0]
    for key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageUp, Qt.Key.Key_Left, Qt.Key.Key_Up):
        qtbot.keyClick(maps.canvas, key)
    assert maps.canvas.level == 3
    name = maps.canvas.facts.board.names[maps.canvas.cursor_site]
    assert name != start
    qtbot.keyClick(maps.canvas, Qt.Key.Key_Return)
    assert ball_on(session, name) == 1
    session.new("partition", {"size": "6"})
    maps.turn_to(1)
    session.play("1a1")
    qtbot.mouseClick(maps.canvas, LEFT, pos=place_of(maps, "1a1"))
    assert session.document.view.selected == "1a1"
    assert len(session.position.pieces.site) == 1
    session.new("partition", {"size": "4", "rules": "stacking"})
    maps.turn_to(2)
    qtbot.mouseClick(maps.canvas, LEFT, pos=place_of(maps, "2b2"))
    assert maps.line.text() == "2b2 lacks support: 1a1, 1c1, 1a3 and 1c3 are empty"
    assert len(session.position.pieces.site) == 0


def test_page_keys_lead_back_and_borders_are_named(qtbot, maps):
    for name in ("1e5", "1k11", "1g7", "1a1"):
        maps.canvas.move_cursor(site(maps, name))
        for key in [Qt.Key.Key_PageUp] * 2 + [Qt.Key.Key_PageDown] * 2:
            qtbot.keyClick(maps.canvas, key)
        assert maps.canvas.cursor_site == site(maps, name)
    qtbot.keyClick(maps.canvas, Qt.Key.Key_Left)
    assert maps.canvas.cursor_site == site(maps, "1a1")
    assert maps.line.text() == "West wall"
    qtbot.keyClick(maps.canvas, Qt.Key.Key_PageDown)
    assert maps.line.text() == "Base"


def test_a_sentence_goes_with_its_cause(qtbot, maps, session):
    maps.canvas.move_cursor(site(maps, "1a1"))
    qtbot.keyClick(maps.canvas, Qt.Key.Key_Left)
    assert maps.line.text() == "West wall"
    # The keyboard goes elsewhere: the wall stops nobody.
    QApplication.sendEvent(maps.canvas, QFocusEvent(QEvent.Type.FocusOut))
    assert maps.line.text().startswith("1a1, level 1")
    session.new("pyramid")
    assert not maps.isEnabled()
    assert maps.line.text() == "", "a game without maps says nothing of a point of another"
    session.activate(0)
    assert maps.line.text().startswith("1a1, level 1")
    session.close(0)
    session.close(0)
    assert maps.line.text() == ""


def test_a_wheel_notch_is_a_level(maps):
    at = QPointF(40, 60)
    wheel(maps.canvas, 1, place=at)
    assert maps.canvas.level == 2
    wheel(maps.canvas, 0.5, place=at)
    assert maps.canvas.level == 2, "half a notch of a fine wheel is not yet a level"
    wheel(maps.canvas, 0.5, place=at)
    assert maps.canvas.level == 3
    wheel(maps.canvas, -1, place=at)
    assert maps.canvas.level == 2
    for _ in range(9):
        wheel(maps.canvas, 1, place=at)
    assert maps.canvas.level == 6, "the apex is the end"


def test_hovering_tells_the_scene_and_says_what_a_ball_would_do(qtbot, maps, session):
    for move in ("2b2", "1c3", "3e5"):
        session.play(move)
    session.play("1k1")
    maps.turn_to(2)
    with qtbot.waitSignal(maps.hovered) as heard:
        qtbot.mouseMove(maps.canvas, place_of(maps, "2d4"))
    assert heard.args == [site(maps, "2d4")]
    assert maps.line.text() == "2d4, level 2: extends a red group"
    session.play("2d2")  # red, between them
    session.play("1k3")
    maps.show_hover(site(maps, "2d4"))
    assert maps.line.text().startswith("2d4, level 2: ")


def test_the_scene_leads_the_maps_and_a_button_shows_all_levels(maps, session, qtbot):
    maps.show_hover(site(maps, "4f6"))
    assert maps.canvas.level == 4
    assert maps.canvas.hover == site(maps, "4f6")
    session.set_view(replace(session.document.view, layer=("level", 2)))
    assert maps.canvas.level == 2
    assert maps.canvas.arrangement.square(6) is None
    qtbot.mouseClick(maps.bar.everything, LEFT)
    assert [s.level for s in maps.canvas.arrangement.squares] == [1, 2, 3, 4, 5, 6]


HIDES = (
    (View(cuts=(Cut(family="file", at=5),)), "1g1", "1c1"),
    (View(peel=Peel(layers=(("west", 2),))), "1c5", "1e5"),
    (View(layer=("level", 2)), "1a1", "2b2"),
    (View(parts=(("level=1", "hidden"),)), "1a1", "2b2"),
)


def test_what_the_scene_hides_is_told_and_so_are_all_groups_but_one(maps, session):
    for view, hidden, seen in HIDES:
        session.set_view(view)
        facts = maps.canvas.facts
        assert facts.hidden[site(maps, hidden)]
        assert not facts.hidden[site(maps, seen)]
        maps.show_hover(site(maps, hidden))
        assert maps.line.text().endswith("(hidden in the scene)")
        assert ", hidden: " in accessibility.name_of(facts, site(maps, hidden))
    for move in ("1a1", "1k11", "1c1", "1k9"):
        session.play(move)
    session.set_view(View(peel=Peel(only="1c1")))
    hidden = maps.canvas.facts.hidden
    assert not hidden[site(maps, "1a1")]
    assert hidden[site(maps, "1k11")]


def test_confirm_moves_pins_first(qtbot, session):
    maps = level_maps(session, confirm_moves=True)
    session.subscribe(maps.changed)
    qtbot.addWidget(maps)
    maps.resize(340, 560)
    maps.show()
    qtbot.mouseClick(maps.canvas, LEFT, pos=place_of(maps, "1c3"))
    assert session.state.partial == ("1c3",)
    assert ball_on(session, "1c3") == 0
    assert "1c3 is pinned" in maps.line.text()
    qtbot.mouseClick(maps.canvas, LEFT, pos=place_of(maps, "1c3"))
    assert ball_on(session, "1c3") == 1


def test_the_menu_of_a_point(maps, session):
    menu = maps.menu(site(maps, "2b2"))
    actions = {action.text(): action for action in menu.actions()}
    actions["Working layer through level 2"].trigger()
    assert session.document.view.layer == ("level", 2)
    actions["Place a ball on 2b2"].trigger()
    assert ball_on(session, "2b2") == 1
    actions["Copy name"].trigger()
    assert QApplication.clipboard().text() == "2b2"
    menu.deleteLater()


def test_a_screen_reader_finds_every_cell_by_name_and_its_group(maps, session):
    for move in ("1a1", "1c1", "1a3", "3c3"):
        session.play(move)
    maps.turn_to(2)
    table = QAccessible.queryAccessibleInterface(maps.canvas)
    assert table.text(QAccessible.Text.Name) == "Level maps"
    assert table.role() == QAccessible.Role.Table
    assert table.childCount() == 36 + 25 + 16
    names = [table.child(k).text(QAccessible.Text.Name) for k in range(table.childCount())]
    near = "7 neighbours, 2 red (1a1, 1a3), 2 blue (1c1, 3c3); would extend a red group"
    assert f"2b2, level 2, empty, legal: {near}" in names
    corner = "1a1, level 1, red ball: 3 neighbours, 1 red (1a3), 1 blue (1c1)"
    cell = table.child(names.index(corner))
    assert cell.rect().size() == maps.canvas.rect_of(site(maps, "1a1")).size()
    assert cell.parent() is table
    centre = cell.rect().center()
    assert table.childAt(centre.x(), centre.y()).text(QAccessible.Text.Name).startswith("1a1,")
    session.new("partition", {"size": "6"})
    for move in ("1a1", "1k11", "1c1"):
        session.play(move)
    cell = table.child(site(maps, "1c1"))
    said = cell.text(QAccessible.Text.Description)
    assert said == describe.group(session.position, site(maps, "1a1"))
    assert said.startswith("red group of 2 balls: 1a1, 1c1; touches the base, the west wall")


def test_a_screen_reader_follows_the_cursor(maps):
    maps.activateWindow()
    maps.canvas.setFocus()
    maps.canvas.move_cursor(site(maps, "1c3"))
    table = QAccessible.queryAccessibleInterface(maps.canvas)
    if not maps.canvas.hasFocus():
        pytest.skip("no window manager gives this window the focus")
    assert table.focusChild().text(QAccessible.Text.Name).startswith("1c3,")
    assert table.focusChild().state().focused


@pytest.mark.check
@pytest.mark.parametrize("size", [2, 20, 50])
def test_other_sizes_are_drawn_and_scroll(qtbot, maps, session, size):
    session.new("partition", {"size": str(size)})
    assert maps.canvas.level == 1
    picture = maps.grab()
    assert not picture.isNull()
    assert (maps.canvas.width() > maps._area.viewport().width()) == (size == 50)


def test_pixels_a_ball_shows_its_colour_and_a_hidden_one_does_not(maps, session):
    session.play("1e5")
    spot = place_of(maps, "1e5") + QPoint(5, 5)  # off the ring of the last ball

    def colour():
        image = maps.canvas.grab().toImage()
        scale = image.devicePixelRatio()
        return image.pixelColor(int(spot.x() * scale), int(spot.y() * scale))

    solid = colour()
    assert solid.red() > 190 > 130 > solid.blue()
    session.set_view(View(peel=Peel(levels=(2, 6))))
    assert colour().blue() > 180
    session.set_view(View(parts=(("player=red", "faint"),)))
    assert colour().blue() > 180
    session.set_view(View(colour="move"))  # the first move is pale
    assert colour().green() > solid.green() + 80
    session.set_view(View())
    assert colour() == solid


def test_plans_pours_and_what_lies_over_the_maps_are_drawn_and_said(maps, session):
    before = maps.canvas.grab().toImage()
    maps.show_over((Marks((site(maps, "1e5"),), ("1",), 0),))
    assert maps.canvas.grab().toImage() != before
    # A pour shows what it has reached.
    board = maps.canvas.facts.board
    steps = board.layers["SW"]
    maps.show_over((Pour(steps, 0, 1.5),))
    near, far = (QPointF(place_of(maps, name)) for name in ("1a1", "1g7"))
    image = maps.canvas.grab().toImage()
    colours = [
        QColor(image.pixel((place * image.devicePixelRatio()).toPoint())) for place in (near, far)
    ]
    assert colours[0].red() - colours[0].blue() > 150
    assert colours[1].red() - colours[1].blue() < 30
    assert ", the colour is there: " in accessibility.name_of(maps.canvas.facts, site(maps, "1a1"))
    assert "colour" not in accessibility.name_of(maps.canvas.facts, site(maps, "1g7"))
    # All is said in order.
    way = tuple(board.index(name) for name in ("1a1", "2b2", "1c3"))
    flood = np.full(len(board), -1, np.int32)
    flood[list(way)] = 0, 1, 2
    maps.show_over(
        (Tube(way, 1, "escape"), Sheet(way, np.zeros((0, 3), np.int32), 0), Pour(flood, 0, 9.0))
    )
    table = QAccessible.queryAccessibleInterface(maps.canvas)
    said = table.text(QAccessible.Text.Description)
    assert "Blue escape of 3 points: 1a1, 2b2, 1c3." in said
    assert "Red sheet of 3 points: 1a1, 2b2, 1c3." in said
    assert "Colour from 1a1; step 1: 2b2; step 2: 1c3." in said


def test_heat_has_the_colours_and_the_legend_of_the_scene_and_goes_with_its_position(maps, session):
    names = ("1c3", "1e5", "1g7")
    sites = tuple(site(maps, name) for name in names)
    heat = Heat(sites, (0.3, 0.5, 0.7), (1.0, 0.6, 0.1), (0.3, 0.7), 0)
    session.set_view(View(show="engine=heat"))
    maps.show_over((heat, Marks(sites[1:2], ("1",), 0)))
    image = maps.canvas.grab().toImage()
    ratio = image.devicePixelRatio()
    centre = QPointF(place_of(maps, "1c3"))
    assert QColor(image.pixel((centre * ratio).toPoint())).name() == "#440154"
    # A place that has a number is ringed, and the number stays to be read.
    spot = QPointF(place_of(maps, "1e5"))
    unit = maps.canvas.arrangement.square(1).unit
    ringed = QColor(image.pixel(((spot + QPointF(0.88 * unit, 0)) * ratio).toPoint()))
    assert (ringed.green(), ringed.blue()) > (100, 100)
    assert ringed.red() < 100
    (row,) = maps.legend.legend.rows
    assert (row.player, row.first, row.last) == ("Red's chances in %", "30", "70")
    assert maps.legend.isVisible()
    assert ", legal, red has a 70 % chance to win: " in accessibility.name_of(
        maps.canvas.facts, sites[2]
    )
    QApplication.processEvents()
    high = maps.canvas.height()
    session.play("1a1")
    assert maps.canvas.facts.heat is None
    assert not maps.legend.isVisible()
    QApplication.processEvents()
    assert maps.canvas.height() == high  # it comes again in a moment, and the maps keep still
    session.undo()
    assert maps.legend.isVisible()
    maps.show_over(())
    session.set_view(View())
    QApplication.processEvents()
    assert maps.canvas.height() > high


def test_what_lies_over_a_board_without_maps_is_left_out(qtbot, session):
    panel = level_maps(session)
    qtbot.addWidget(panel)
    panel.changed(session.whole())
    board = panel.canvas.facts.board
    session.new("poly-y")
    panel.show_over((Tube((3,), 0),))  # the dock is hidden, or is told of it first
    panel.show_hover(3)
    assert panel.canvas.facts.board is board
    panel.grab()


# -- a robot that hears what a screen reader is given, and sends keys alone ------------------------


def mapped_positions():
    """The positions of shipped files that have level maps, one of each."""
    found = {}
    for path in sorted([*EXAMPLES.glob("*.pyramidion"), *LESSONS, *PUZZLES]):
        loaded = files.load_any(path)
        for item in loaded.items if isinstance(loaded, files.Collection) else (loaded,):
            cache = PositionCache()
            for node in item.record.nodes:
                position = cache.position(item.record, node)
                if position.game.kind.name in ("partition", "pyraos"):
                    found.setdefault(str(position), position)
    return found


def heard(maps):
    """What the table says of each point, level after level: name -> sentence."""
    table = QAccessible.queryAccessibleInterface(maps.canvas)
    for key in (Qt.Key.Key_Right, *[Qt.Key.Key_PageDown] * maps.canvas.facts.size):
        QTest.keyClick(maps.canvas, key)
    said = {}
    for _ in range(maps.canvas.facts.size):
        for index in range(table.childCount()):
            name = table.child(index).text(QAccessible.Text.Name)
            said[name.partition(",")[0]] = name
        QTest.keyClick(maps.canvas, Qt.Key.Key_PageUp)
    return said


@pytest.mark.check
def test_a_robot_rebuilds_shipped_positions_letter_for_letter_from_the_cells(maps, session):
    known = mapped_positions()
    assert len(known) > 100
    for text, position in [*known.items()][::12]:
        if len(position.game.board) > 400:
            continue
        session.paste_position(text)
        said, names = heard(maps), position.game.board.names
        assert set(said) == set(names)
        pieces = {}
        for site, name in enumerate(names):
            if match := re.match(r"\w+, level \d+, (\w+ (?:ball|sphere))[,:]", said[name]):
                pieces[name] = match[1]
            near = position.game.board.neighbours(site)
            assert f": {len(near)} neighbour" in said[name]
        assert board_of(position.game, pieces) == text.split(" ")[1]


# -- how maps share their room: one arrangement a change, whatever scroll bars do -----------------

BAR = 10


class Counted:
    """How often one canvas was arranged; after a hundred times in one change it stays as it is."""

    now = 0

    def of(self, change, *args):
        self.now = 0
        change(*args)
        return self.now


@pytest.fixture
def counted(monkeypatch, maps):
    counted, arrange = Counted(), MapCanvas.setFixedSize

    def counting(canvas, *size):
        counted.now += canvas is maps.canvas
        if counted.now <= 100:
            arrange(canvas, *size)

    monkeypatch.setattr(MapCanvas, "setFixedSize", counting)
    return counted


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
def test_one_arrangement_for_every_pixel(maps, session, counted, size, everything):
    session.new("partition", {"size": str(size)})
    maps.bar.everything.setChecked(everything)
    narrow = maps.minimumSizeHint()
    sizes = itertools.chain(
        ((width, height) for height in (260, 517) for width in range(narrow.width(), 560)),
        ((width, height) for width in (231, 388) for height in range(640, narrow.height(), -1)),
    )
    for width, height in sizes:
        assert counted.of(maps.resize, width, height) <= 2, (width, height)
    sees_all(maps)


def test_zoom_level_and_board_arrange_once(maps, session, counted):
    for size in ("3", "20", "6"):
        assert counted.of(session.new, "partition", {"size": size}) <= 2
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
def test_dragging_the_edges_of_a_dock(framed, maps, session, counted, everything):
    frame, (above, below) = framed
    session.new("partition", {"size": "8"})
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
