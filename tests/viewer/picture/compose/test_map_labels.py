"""Labels of a map: what they say, and that none covers another however the camera looks."""

from dataclasses import replace

import numpy as np
import pytest

from model.boards.board import Decoration
from model.contract.game import Pieces
from model.positions.setup import read_position
from model.records.view import Camera, View
from model.registry import kinds
from viewer.picture.compose.composer import depict, picture_of
from viewer.picture.compose.first_look import home_camera
from viewer.picture.compose.ground import surface
from viewer.picture.compose.map_labels import SIGN, SIGNS, labels_of, largest_scales, mask_of
from viewer.scene.camera import LENS, fitted_to, frame
from viewer.scene.props.impostors import SceneLayers
from viewer.scene.props.space_labels import SpaceLabels
from viewer.scene.stage import _START

KINDS = ("token", "hero token", "ram", "spikes", "umbrella", "camp")


@pytest.fixture
def shown(cairns):
    """A map of nineteen spaces, full of units."""
    plain = picture_of(read_position("cairns:radius=2,fences=2 3,4,5,4,3 amber cap=3"), View())
    board = plain.board
    fields = len(board) - len(board.edges)
    middle = board.index("c3")
    decoration = (
        *(Decoration(k, "white pyramid", "light", "4/12") for k in range(fields) if k != middle),
        Decoration(middle, "black pyramid", "dark", "heroes"),
    )
    rows = [(k, k % 3, kind, 10 + k) for k in range(fields) for kind in (0, 1)]
    rows += [(middle, middle % 3, 4, 1), (fields, 0, 2, 1)]
    pieces = Pieces(*np.array(sorted(rows, key=lambda row: row[0]), np.int32).T.copy())
    return replace(
        plain,
        board=replace(board, ground="hexes", decoration=decoration),
        pieces=pieces,
        piece_kinds=KINDS,
        insignia=("cat", "", "sun"),
    )


def test_a_label_says_the_number_the_worth_and_who_is_there_with_how_many(shown):
    labels = {one.name: one for one in labels_of(shown)}
    assert list(labels) == list(shown.board.names[:19])  # borders have none
    first = labels["c1"]
    assert (first.worth, first.tone) == ("4/12", "light")
    assert first.stands == ((0, (f"{SIGN}cat", "10", f"{SIGN}star", "10")),)
    assert labels["d1"].stands == ((1, ("11", f"{SIGN}star", "11")),)  # without insignia
    middle = labels["c3"]
    assert middle.worth == f"{SIGN}heroes"
    assert middle.tone == "dark"
    assert middle.stands[0][1][-1] == f"{SIGN}umbrella"
    empty = replace(shown, pieces=Pieces(*(np.zeros(0, np.int32) for _ in range(4))))
    assert all(one.stands == () for one in labels_of(empty))
    met = replace(shown, pieces=Pieces(*np.array([(0, 0, 0, 3), (0, 2, 0, 4)], np.int32).T.copy()))
    assert labels_of(met)[0].stands == ((0, (f"{SIGN}cat", "3")), (2, (f"{SIGN}sun", "4")))


def test_labels_shrink_until_they_are_clear_of_one_another():
    places = np.array([[0.0, 0.0], [0.0, 0.5], [9.0, 9.0]])
    sizes = np.array([[1.0, 1.0]] * 3)
    scales = largest_scales(places, sizes)
    assert scales[0] == scales[1] < 0.5
    assert scales[2] <= 1.4 * scales[0] + 1e-9
    assert largest_scales(places[[0, 2]], sizes[[0, 2]]).tolist() == [1.0, 1.0]
    assert largest_scales(places[:1], sizes[:1]).tolist() == [1.0]


def boxes(shown, camera, high=800):
    """(k, 4) left, right, low and high of every plate on the screen."""
    from viewer.picture.visibility.visible import visible_in
    from viewer.scene.camera import frame
    from viewer.scene.vtk import vtkRenderer

    labels = SpaceLabels(SceneLayers(vtkRenderer(), _START))
    view = View(camera=camera)
    picture = replace(shown, view=view)
    fitted = fitted_to(picture, 1.4)
    labels.draw(picture, visible_in(picture), fitted, high)
    back, up, right = frame(fitted.azimuth, fitted.elevation)
    found = []
    for mark in labels._plates._rows:
        offset = np.array(mark.point) - np.asarray(fitted.centre)
        far = 1.0 if fitted.parallel else fitted.distance - offset @ back
        near = 1.0 if fitted.parallel else far - mark.upward[3]
        x = (offset @ right + mark.across[1]) / far
        y = (offset @ up + mark.across[2]) / far
        half = np.array([mark.across[0], mark.upward[0]]) / near
        found.append((x - half[0], x + half[0], y - half[1], y + half[1]))
    return np.array(found)


@pytest.mark.check
@pytest.mark.parametrize("elevation", [20.0, 30.0, 52.0, 90.0])
@pytest.mark.parametrize("azimuth", [0.0, 17.0, 33.0, 45.0, 120.0, 250.0])
def test_no_plate_covers_another_from_any_side(shown, azimuth, elevation):
    camera = Camera(azimuth=azimuth, elevation=elevation, parallel=elevation == 90.0)
    plates = boxes(shown, camera, high=400 if azimuth == 17.0 else 800)
    assert len(plates) >= 19
    a, b = np.triu_indices(len(plates), 1)
    wide = np.minimum(plates[a, 1], plates[b, 1]) - np.maximum(plates[a, 0], plates[b, 0])
    high = np.minimum(plates[a, 3], plates[b, 3]) - np.maximum(plates[a, 2], plates[b, 2])
    # The two plates of one label lie close above one another.
    tolerance = 0.02 * (plates[:, 3] - plates[:, 2]).min()
    assert not ((wide > tolerance) & (high > tolerance)).any()


@pytest.mark.parametrize("sign", list(SIGNS))
def test_signs_cover_some_of_their_square_and_keep_within_it(sign):
    mask = mask_of(sign, 40)
    assert mask.shape == (40, 40)
    assert 0.12 < (mask > 127).mean() < 0.85
    assert all(abs(x) <= 1 and abs(y) <= 1 for polygon in SIGNS[sign] for x, y in polygon)


def test_letters_are_larger_on_the_map_in_a_small_frame(shown):
    camera = Camera(azimuth=0.0, elevation=52.0)
    bare = replace(shown, pieces=Pieces(*(np.zeros(0, np.int32) for _ in range(4))))
    small, large = (boxes(bare, camera, high) for high in (300, 1200))
    assert (small[:, 3] - small[:, 2]).mean() > 1.1 * (large[:, 3] - large[:, 2]).mean()


def test_plates_of_every_row_can_be_read():
    start = kinds()["rolling-pyramids"].configure({}).start()
    plates = boxes(depict(start, View()), home_camera(start.game.board), 560)
    pixels = (plates[:, 3] - plates[:, 2]) * 560 / (2 * np.tan(np.radians(LENS / 2)))
    assert len(plates) == 23
    assert pixels.min() >= 24, "the back row, too"


def test_no_plate_hides_spikes_on_a_southern_border():
    spikes = ("1>5", "1>6", "8>19", "13>14")
    text = "+".join(f"spikes.{border}" for border in spikes)
    position = read_position(
        "rolling-pyramids b4,6,b3,4,a5,10 p1 phase=deploy first=p1 "
        f"seats=S3.rashar+S2.anubian devices={text}"
    )
    board = position.game.board
    picture = replace(depict(position, View()), view=View(camera=home_camera(board)))
    camera = fitted_to(picture, 1.4)
    plates = boxes(picture, home_camera(board), 560)
    back, up, right = frame(camera.azimuth, camera.elevation)
    for border in spikes:
        site = board.index(border)
        offset = np.array([*board.centres[site, :2], surface(board)[site]]) - camera.centre
        far = camera.distance - offset @ back
        x, y = offset @ right / far, offset @ up / far
        inside = (plates[:, 0] < x) & (x < plates[:, 1]) & (plates[:, 2] < y) & (y < plates[:, 3])
        assert not inside.any(), border
