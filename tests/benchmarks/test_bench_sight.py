"""What `pyramidion bench sight` measures: how much of a ball is seen in drawn pixels."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from msgspec.structs import replace as replace_view

from benchmarks import sight
from benchmarks.rows import line
from benchmarks.sight import HEIGHT, KINDS, WIDTH, Sighting, Thing
from model import api
from model.records.view import Camera
from viewer.picture.compose.composer import base_picture
from viewer.scene import camera as cameras
from viewer.scene.offscreen import Offscreen

pytestmark = pytest.mark.check

STEP = 3


@pytest.fixture(scope="module")
def place() -> Iterator[Offscreen]:
    made = Offscreen((WIDTH, HEIGHT))
    yield made
    made.close()


def thing(text: str, *names: str) -> Thing:
    """Some balls of a position of Partition, size 3."""
    shown = base_picture(api.read(f"partition:size=3,rules=free {text} red"))
    balls = [shown.board.index(name) for name in names]
    view = replace_view(shown.view, ghosts="off", labels=False)
    return Thing("move", replace(shown, view=view, last=balls[0]), np.array(balls))


def fitted(chosen: Thing, azimuth: float, elevation: float) -> Camera:
    board = chosen.picture.board
    return cameras.fitted(Camera(azimuth, elevation), board, aspect=WIDTH / HEIGHT)


def test_a_ball_in_the_open_is_seen_whole(place: Offscreen) -> None:
    lonely = thing("3,1B1,3/2,2/1", "1c3")
    angles = (20, 10), (140, 60)
    found = sight.sighting(place, lonely, [fitted(lonely, *each) for each in angles])
    assert (found.alone > 300).all()
    for pixels in (found.plain, found.ringed, found.focused):
        np.testing.assert_array_equal(pixels, found.alone)
    assert not found.beyond.any()


def test_the_top_of_a_heap_is_seen_whole_from_above(place: Offscreen) -> None:
    apex = thing("RBR,BRB,RBR/RB,BR/B", "3c3")
    found = sight.sighting(place, apex, [fitted(apex, 20, 60), fitted(apex, 140, 60)])
    np.testing.assert_array_equal(found.plain, found.alone)
    np.testing.assert_array_equal(found.focused, found.alone)
    assert not found.beyond.any()


def met(chosen: Thing, way: Camera, site: int) -> tuple[int, int]:
    """How many lines of sight meet a ball, and how many of them meet no other before it."""
    board, pieces = chosen.picture.board, chosen.picture.pieces
    others = board.centres[[one for one in pieces.site.tolist() if one != site]]
    meets = free = 0
    for row in range(0, HEIGHT, STEP):
        for column in range(0, WIDTH, STEP):
            x, y = (column + 0.5) / WIDTH * 2 - 1, 1 - (row + 0.5) / HEIGHT * 2
            eye, ray = cameras.sight_line(way, x, y, WIDTH / HEIGHT)
            far = first(board.centres[[site]], eye, ray)
            meets += bool(np.isfinite(far))
            free += bool(np.isfinite(far) and far < first(others, eye, ray))
    return meets, free


def first(centres: np.ndarray, eye: np.ndarray, ray: np.ndarray) -> float:
    """How far along a line of sight the first of some balls is met."""
    towards = centres - eye
    middle = towards @ ray
    squared = 0.25 - ((towards - middle[:, None] * ray) ** 2).sum(axis=1)
    there = squared > 0
    return float((middle - np.sqrt(np.maximum(squared, 0)))[there].min(initial=np.inf))


@pytest.mark.parametrize("azimuth", [0, 12, 22])
def test_a_ball_behind_another_is_seen_as_far_as_lines_of_sight_reach_it(
    place: Offscreen, azimuth: float
) -> None:
    chosen = thing("1R1,1B1,1R1/2,2/1", "1c3")
    way = fitted(chosen, azimuth, 12)
    found = sight.sighting(place, chosen, [way])
    meets, free = met(chosen, way, int(chosen.balls[0]))
    assert free < 0.8 * meets
    assert found.alone[0, 0] == pytest.approx(STEP**2 * meets, rel=0.04)
    assert found.plain[0, 0] / found.alone[0, 0] == pytest.approx(free / meets, abs=0.04)
    assert found.focused[0, 0] > 0.9 * found.alone[0, 0]
    assert not found.beyond.any()


def test_each_ball_is_told_from_the_others(place: Offscreen) -> None:
    names = "1a1", "1c1", "1e1", "1a5", "2b2", "3c3"
    chosen = thing("RBR,BRB,RBR/RB,BR/B", *names)
    way = fitted(chosen, 35, 30)
    found = sight.sighting(place, chosen, [way])
    for k, site in enumerate(chosen.balls.tolist()):
        _, free = met(chosen, way, site)
        assert found.plain[0, k] == pytest.approx(STEP**2 * free, abs=0.05 * found.alone.max())


def test_the_silhouette_is_what_is_drawn_alone(place: Offscreen) -> None:
    chosen = thing("1R1,1B1,1R1/2,2/1", "1c3")
    way = fitted(chosen, 50, 40)
    focused = replace(chosen.picture, focus=tuple(chosen.balls.tolist()))
    drawn = sight.sighting(place, chosen, [way]).alone[0, 0]
    assert sight.silhouette(focused, way, 0.0).sum() == pytest.approx(drawn, rel=0.02)
    assert sight.silhouette(focused, way, 0.5).sum() == pytest.approx(4 * drawn, rel=0.05)


def test_small_balls_do_not_count_and_a_frame_is_a_share() -> None:
    alone = np.array([[40, 40, 11], [40, 40, 40], [3, 3, 3]])
    seen = np.array([[20, 19, 0], [0, 0, 40], [3, 3, 3]])
    found = Sighting("group", alone, seen, seen, alone, np.zeros(3, int))
    assert found.shares(seen, 0.5) == [0.5, pytest.approx(1 / 3)]
    assert found.shares(seen, 0.0) == [1.0, pytest.approx(1 / 3)]
    told = [" ".join(line(row).split()) for row in sight.rows_of([found])]
    assert told[0] == "group, half seen 100.0 % without focus 41.7 % 2.4"
    assert told[2] == "group, not seen 0.0 % without focus 33.3 % 0"
    assert told[4].startswith("explanation, half seen - without focus - - no position")
    assert told[-1] == "pixels changed beyond its edge 0 goal 0: met"


def test_from_its_best_side_a_ball_is_seen_that_others_hide(place: Offscreen) -> None:
    behind = thing("1R1,1B1,1R1/1B,2/1", "1c5")
    ((kind, home, best),) = sight.from_both(place, behind)
    assert (kind, home, best) == ("move", 0.0, 1.0)
    (row,) = sight.best_rows([(kind, home, best), ("move", 1.0, 1.0), ("move", 1.0, 1.0)])
    told = "move, from the best view 100.0 % standard view 66.7 % 1.5"
    assert " ".join(line(row).split()) == f"{told} medians 100 % and 100 %"


def test_a_position_has_something_of_each_kind_and_nothing_changes_beyond_it(
    place: Offscreen,
) -> None:
    number = 2
    reached, last = sight.position(number)
    assert str(sight.position(number)[0]) == str(reached)
    assert len(reached.game.board) == 55
    found = [
        sight.sighting(place, chosen, sight.directions(reached.game.board, 3))
        for chosen in sight.things(reached, last, number)
    ]
    assert [one.kind for one in found] == list(KINDS)
    for one in found:
        assert one.alone.shape == one.plain.shape == one.ringed.shape == one.focused.shape
        assert (one.focused <= one.alone).all()
        assert not one.beyond.any()


def test_directions_are_spread_evenly_over_the_upper_half_sphere() -> None:
    ways = sight.directions(base_picture(api.game("partition", size=5).start()).board, 72)
    back = np.array([cameras.frame(way.azimuth, way.elevation)[0] for way in ways])
    heights = [way.elevation for way in ways]
    assert min(heights) > sight.LOW
    assert max(heights) < sight.HIGH
    nearest = np.sort(back @ back.T, axis=1)[:, -2]
    assert np.degrees(np.arccos(nearest)).min() > 8


def test_pixels_that_change_beyond_the_soft_edge_are_counted(place: Offscreen) -> None:
    chosen = thing("1R1,1B1,1R1/2,2/1", "1c3")
    way = fitted(chosen, 50, 40)
    view = replace_view(chosen.picture.view, camera=way)
    focused = replace(chosen.picture, view=view, focus=tuple(chosen.balls.tolist()))
    frame = place.image(focused)
    near = sight.silhouette(focused, way, sight.FOCUS_EDGE)
    other = frame.copy()
    other[near] ^= 255
    assert sight.changed_beyond(focused, way, frame, other) == 0
    other[:2, :3] ^= 255
    assert sight.changed_beyond(focused, way, frame, other) == 6
