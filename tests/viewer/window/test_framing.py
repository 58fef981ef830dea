"""What matters fills the scene, at every size of the window, and nothing lies over it."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from model.play.seats import Computer, Seats
from model.positions.setup import read_position
from model.records.view import View
from model.registry import kinds
from viewer.picture.compose.composer import depict
from viewer.picture.compose.first_look import ENOUGH, home_camera, visibility
from viewer.picture.compose.ground import bounds, thickness, top
from viewer.picture.compose.reserve_trays import SIZE, TRAY, floor, footprints
from viewer.scene.camera import fitted_to
from viewer.scene.input.pointer import Projection
from viewer.scene.offscreen import image

GAMES = {
    "partition": "partition:size=4,rules=free 1R2,4,1B2,3B/3,1R1,3/2,2/1 red",
    "partition 20": str(kinds()["partition"].configure({"size": "20"}).start()),
    "pyraos": "pyraos:rules=standard BWWB,WBBB,1BBW,2BW/1WW,1BW,2B/2,2/1 white",
    "pyramid": "pyramid W2W1BW,W3W2,2W4,2WB3,7,2BB3,3B1BB white",
}
SIZES = ((1024, 700), (1440, 920), (1920, 1080), (3840, 2160))
MOST = 0.6


def corners(board_picture):
    """Points around everything that matters: slab, points, pieces and trays, (n, 3)."""
    board = board_picture.board
    west, east, south, north = bounds(board)
    heights = (top(board), top(board) - thickness(board))
    found = [(x, y, z) for x in (west, east) for y in (south, north) for z in heights]
    for beyond in ((0, 0, 0.5), (0.5, 0, 0), (-0.5, 0, 0), (0, 0.5, 0), (0, -0.5, 0)):
        found += (np.array(board.centres) + beyond).tolist()
    for a, b, c, d in footprints(board_picture):
        foot = floor(board)
        found += [(x, y, z) for x in (a, b) for y in (c, d) for z in (foot, foot + TRAY + SIZE)]
    return np.array(found)


def places(sight, points):
    """Where points in space lie on the screen, (n, 2)."""
    return np.array([sight.to_screen(point) for point in points])


@pytest.fixture
def shown(begun):
    """Opens a window with a position; frames are drawn slowly here, and not looked at."""
    surfaces = []

    def opens(text, *size):
        made = begun(text, *size)
        surfaces.append(made.scene_view.widget.surface)
        surfaces[-1].setUpdatesEnabled(False)
        return made

    yield opens
    for surface in surfaces:
        surface.setUpdatesEnabled(True)


@pytest.mark.check
def test_the_board_fills_the_scene_and_nothing_lies_over_it(shown, qtbot):
    window = shown(GAMES["partition"], *SIZES[0])
    scene, view = window.scene_view.widget, window.scene_view
    for name, text in GAMES.items():
        window.session.paste_position(text)
        for size in SIZES:
            window.resize(*size)
            qtbot.waitUntil(lambda size=size: (window.width(), window.height()) == size)
            QTest.qWait(0)
            sight = scene.input.pointer.projection
            assert (sight.width, sight.height) == (scene.width(), scene.height())
            seen = places(sight, corners(scene.input.pointer.picture))
            ((below, corner_width, corner_height, _),) = view.floating.covered()
            low, high = seen.min(axis=0), seen.max(axis=0)
            free = (sight.width, sight.height - below)
            assert low.min() >= 0, (name, size)
            assert (high <= free).all(), (name, size, high, free)
            in_corner = (seen[:, 0] > sight.width - corner_width) & (seen[:, 1] < corner_height)
            assert not in_corner.any(), (name, size)
            fill = (high - low) / free
            assert fill.max() >= MOST, (name, size, fill)


@pytest.mark.check
def test_what_floats_over_the_scene_lies_in_what_is_kept_clear(begun, qtbot):
    window = begun(GAMES["pyraos"], 1024, 700)
    floating = window.scene_view.floating
    qtbot.waitUntil(lambda: window.scene_view.widget.frames > 0, timeout=30000)
    floating.say("2b2, level 2: empty")
    floating.step_buttons.offer((("pass", "Pass"),))
    scene = window.scene_view.widget
    ((below, width, height, _),) = floating.covered()
    for widget in (floating.line, floating.step_buttons):
        assert widget.y() >= scene.height() - below
    compass = floating.halves[0].compass.geometry()
    assert compass.left() >= scene.width() - width
    assert compass.bottom() <= height


@pytest.mark.check
def test_a_board_keeps_clear_of_the_strip_of_marks_while_it_is_there(shown, qtbot):
    window = shown(GAMES["partition"], 1024, 700)
    scene, floating = window.scene_view.widget, window.scene_view.floating
    before = scene.input.pointer.projection.camera
    window.perform("mark.mode")
    (strip,) = floating._bars
    qtbot.waitUntil(lambda: strip.isVisible())
    QTest.qWait(20)
    pointer = scene.input.pointer
    lowest = places(pointer.projection, corners(pointer.picture))[:, 1].max()
    assert lowest <= strip.y()
    window.perform("mark.mode")
    QTest.qWait(20)
    assert scene.input.pointer.projection.camera == before


@pytest.mark.check
def test_the_legend_lies_over_no_corner_of_the_board_and_the_board_stays_where_it_is(shown):
    window = shown(GAMES["partition"], *SIZES[0])
    scene, floating = window.scene_view.widget, window.scene_view.floating
    for name in ("partition", "pyramid", "pyraos"):
        window.session.paste_position(GAMES[name])
        before = scene.input.pointer.projection.camera.distance
        assert window.perform("view.colour-move")
        QTest.qWait(0)
        legend, sight = floating.halves[0].legend.geometry(), scene.input.pointer.projection
        assert not floating.halves[0].legend.isHidden()
        for point in places(sight, corners(scene.input.pointer.picture)):
            assert not legend.contains(*map(int, point)), (name, legend, point)
        assert sight.camera.distance < 1.3 * before, "the board is hardly smaller"
        # Heat comes and goes with every move: the board does not.
        floating.show_legends((None,))
        window.scene_view._keep_clear()
        assert scene.input.pointer.projection.camera == sight.camera
        assert window.perform("view.colour-move")
        assert scene.input.pointer.projection.camera.distance == before


@pytest.mark.check
def test_beside_another_view_chips_and_legend_lie_above_the_apex(shown, qtbot):
    window = shown(GAMES["partition"], 1024, 700)
    scene, floating = window.scene_view.widget, window.scene_view.floating
    for command in ("second", "layer", "colour-level", "other-view", "add-cut", "colour-group"):
        assert window.perform(f"view.{command}")
    for size in SIZES[:2]:
        window.resize(*size)
        qtbot.waitUntil(lambda size=size: (window.width(), window.height()) == size)
        QTest.qWait(0)
        for half, pointer in zip(floating.halves, scene.input.pointers, strict=True):
            over = [half.name, half.compass, half.legend, *half.chips.all]
            over = [widget.geometry() for widget in over if not widget.isHidden()]
            assert len(over) == 4, "a name, a compass, a legend and a chip"
            for point in places(pointer.projection, corners(pointer.picture)):
                assert not any(box.contains(*map(int, point)) for box in over), (size, over, point)


@pytest.mark.check
def test_a_fitted_board_is_fitted_again_and_one_that_was_moved_stays(shown, qtbot, drive):
    window = shown(GAMES["partition"], 1440, 920)
    scene = window.scene_view.widget
    mouse, first = drive(scene), scene.input.pointer.projection.camera
    mouse.drag(QPointF(300, 200), (60, 0))  # a turn leaves the fit as it is
    turned = scene.input.pointer.projection.camera
    assert (turned.centre, turned.distance) == (first.centre, first.distance)
    window.resize(900, 920)
    qtbot.waitUntil(lambda: scene.input.pointer.projection.camera.distance > first.distance)
    mouse.wheel(QPointF(300, 200), 2)
    nearer = scene.input.pointer.projection.camera
    width = scene.width()
    window.resize(1440, 920)
    qtbot.waitUntil(lambda: scene.width() > width)
    assert scene.input.pointer.projection.camera == nearer


def drawn(frame):
    """Share of the height and width that is not the sky, which is the same all along a row."""
    other = (np.abs(frame.astype(int) - frame[:, :1].astype(int)).max(axis=2)) > 12
    rows, columns = np.flatnonzero(other.any(axis=1)), np.flatnonzero(other.any(axis=0))
    return (rows[0], rows[-1]), (columns[0], columns[-1])


@pytest.mark.check
def test_a_real_frame_is_filled(begun, qtbot):
    window = begun(GAMES["pyraos"], 1024, 700)
    scene = window.scene_view.widget
    qtbot.waitUntil(lambda: scene.frames > 0, timeout=30000)
    shot = scene.image().convertToFormat(QImage.Format.Format_RGB888)
    data = np.frombuffer(shot.constBits(), np.uint8).reshape(shot.height(), shot.bytesPerLine())
    frame = data[:, : 3 * shot.width()].reshape(shot.height(), shot.width(), 3)
    (upper, lower), (left, right) = drawn(frame)
    assert min(upper, left) > 0
    assert lower < shot.height() - 1
    assert right < shot.width() - 1
    assert max((lower - upper) / shot.height(), (right - left) / shot.width()) >= MOST


@pytest.mark.check
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [(500, 360), (300, 600), (1600, 500)])
def test_pictures_are_sized_likewise(name, size):
    picture = depict(read_position(GAMES[name]), View())
    seen = places(Projection(fitted_to(picture, size[0] / size[1]), *size), corners(picture))
    assert seen.min() >= 0
    assert (seen.max(axis=0) <= size).all()
    assert (np.ptp(seen, axis=0) / size).max() >= MOST


def test_home_hides_no_row_of_pyramid_and_trays_are_not_larger_than_the_board():
    start = read_position(GAMES["pyramid"].split()[0] + " BBBBBBB,7,7,7,7,7,WWWWWWW white")
    seen = visibility(start, [home_camera(start.game.board)], start.pieces.site.tolist())
    assert seen.min() >= ENOUGH
    picture = depict(read_position(GAMES["pyraos"]), View())
    west, east, south, north = bounds(picture.board)
    for a, b, c, d in footprints(picture):
        assert (b - a) * (d - c) < 0.4 * (east - west) * (north - south)
    bare = dataclasses.replace(picture, reserves=())
    with_trays, without = (fitted_to(one, 1.4).distance for one in (picture, bare))
    assert with_trays < 1.5 * without


@pytest.mark.check
def test_a_picture_of_a_game_has_its_trays_in_it():
    frame = image(depict(read_position(GAMES["pyraos"]), View()), (320, 220), 1)
    (upper, lower), (left, right) = drawn(frame)
    assert min(upper, left) > 0
    assert (lower, right) < (219, 319)


@pytest.mark.check
def test_a_ball_that_a_large_piece_carries_is_in_the_picture_wherever_that_stands():
    for rows in ("7,7,1S5,3M3,4m2,1l2s2,7,L6", "7,7,1S5,3M3,4m2,1l2s2,7,6L"):
        position = read_position(f"pyramid-ball {rows} A ball=AL")
        (upper, _), _ = drawn(image(depict(position, View()), (1060, 500), 1))
        assert upper > 0, rows


FLAT = {
    name: str(kinds()[name].configure({}).start()) for name in ("rolling-pyramids", "pyramid-ball")
}


@pytest.mark.check
def test_flat_boards_fill_the_scene_and_a_turn_keeps_their_distance_while_it_lasts(shown, drive):
    window = shown(GAMES["partition"], 1366, 768)
    scene, view = window.scene_view.widget, window.scene_view
    for name, text in FLAT.items():
        window.session.paste_position(text)

        def filled(name=name):
            sight = scene.input.pointer.projection
            seen = places(sight, corners(scene.input.pointer.picture))
            ((below, corner_width, corner_height, above),) = view.floating.covered()
            low, high = seen.min(axis=0), seen.max(axis=0)
            free = (sight.width, sight.height - below - above)  # dice lie above
            assert low[0] >= 0, (name, low)
            assert low[1] >= above, (name, low)
            assert (high <= (sight.width, sight.height - below)).all(), (name, high, free)
            under = (seen[:, 0] > sight.width - corner_width) & (seen[:, 1] < corner_height)
            assert not under.any(), name
            return ((high - low) / free).max()

        assert filled() >= 0.9, name
        home = scene.input.pointer.projection.camera
        start = QPointF(20, 20)
        mouse = drive(scene)
        mouse.press(start)
        for way in (30, 60, 90):
            mouse.move(start + QPointF(way, 0))
            turned = scene.input.pointer.projection.camera
            assert turned.azimuth != home.azimuth
            assert (turned.centre, turned.distance) == (home.centre, home.distance), name
        mouse.release(start + QPointF(90, 0))
        settled = scene.input.pointer.projection.camera
        assert settled.azimuth == turned.azimuth
        assert settled.distance > home.distance, "a board across needs more room"
        filled()
        assert window.session.document.view.camera.distance is None  # for any other size, too
        assert window.perform("view.home")
        assert scene.input.pointer.projection.camera == home


@pytest.mark.check
def test_an_end_panel_with_two_rows_of_buttons_lies_over_no_board(shown, qtbot):
    window = shown("partition:size=3,rules=free B2,RBR,BR1/B1,RB/R red", 1280, 720)
    scene, view = window.scene_view.widget, window.scene_view
    window.docks.open("moves")
    window.docks.open("why")
    window.shell.playing.opponents.seat(Seats().place("blue", Computer(1)))
    window.session.play("1e5")
    panel = view.floating.end
    qtbot.waitUntil(lambda: bool(panel.text) and panel.isVisible())
    lines = {button.y() for button in panel.buttons.values() if button.isVisible()}
    assert len(lines) == 2
    sight = scene.input.pointer.projection
    seen = places(sight, corners(scene.input.pointer.picture))
    assert seen[:, 1].max() <= panel.geometry().top()
