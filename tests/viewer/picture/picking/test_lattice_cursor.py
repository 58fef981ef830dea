"""The lattice cursor by keys alone."""

import numpy as np
import pytest

from model.boards.lattice import pyramid
from model.games.poly_y.ring_board import poly_y_board
from viewer.picture.picking.lattice_cursor import (
    COMPASS,
    arrow_directions,
    at,
    climb,
    following,
    start,
    step,
)

BOARD = pyramid(6)


def cursor(name):
    return at(BOARD, BOARD.index(name))


def name(cursor):
    return BOARD.names[cursor.site]


@pytest.mark.parametrize(
    ("direction", "reached"), [("east", "2f4"), ("west", "2b4"), ("north", "2d6"), ("south", "2d2")]
)
def test_a_step_goes_to_the_neighbour_on_the_level(direction, reached):
    assert name(step(BOARD, cursor("2d4"), direction).cursor) == reached


@pytest.mark.parametrize(
    ("site", "direction"), [("2b2", "west"), ("2b2", "south"), ("2j10", "east"), ("2j10", "north")]
)
def test_at_a_wall_the_cursor_stays_and_the_wall_is_named(site, direction):
    moved = step(BOARD, cursor(site), direction)
    assert moved.cursor == cursor(site)
    assert moved.border == f"{direction} wall"


def test_page_keys_take_the_nearest_point_ties_south_west_and_return():
    up = climb(BOARD, cursor("1e5"), 1)
    assert name(up.cursor) == "2d4"  # 2d4, 2f4, 2d6 and 2f6 are equally near
    twice = climb(BOARD, up.cursor, 1)
    assert name(twice.cursor) == "3e5"  # straight above the place remembered
    back = climb(BOARD, climb(BOARD, twice.cursor, -1).cursor, -1)
    assert back.cursor == cursor("1e5")


@pytest.mark.parametrize("site", ["1a1", "1k11", "1a11", "1k1", "1e9", "1c3"])
def test_however_far_up_the_way_down_comes_back(site):
    place = cursor(site)
    for _ in range(5):
        place = climb(BOARD, place, 1).cursor
    assert name(place) == "6f6"
    assert climb(BOARD, place, 1).border == "apex"
    for _ in range(5):
        place = climb(BOARD, place, -1).cursor
    assert place == cursor(site)
    assert climb(BOARD, place, -1).border == "base"


def test_an_arrow_forgets_the_remembered_place():
    up = climb(BOARD, cursor("1e5"), 1).cursor
    east = step(BOARD, up, "east").cursor
    assert name(east) == "2f4"
    assert name(climb(BOARD, east, -1).cursor) == "1e3"


def test_arrows_follow_the_screen():
    assert arrow_directions(0, 36) == {
        "right": "east", "up": "north", "left": "west", "down": "south"
    }  # fmt: skip
    assert arrow_directions(90, 36)["up"] == "west"  # from the east
    assert arrow_directions(180, 36)["right"] == "west"
    assert arrow_directions(-90, 36)["up"] == "east"
    assert arrow_directions(0, -36)["up"] == "south"  # from below


@pytest.mark.check
@pytest.mark.parametrize("azimuth", np.arange(-179, 180, 7.3))
@pytest.mark.parametrize("elevation", [-60, 5, 36, 90])
def test_each_arrow_takes_the_direction_nearest_on_the_screen(azimuth, elevation):
    """Compared with the projection itself."""
    a, e = np.radians([azimuth, elevation])
    right = np.array([np.cos(a), np.sin(a)])
    up = np.sin(e) * np.array([-np.sin(a), np.cos(a)])
    steps = {"east": (1, 0), "north": (0, 1), "west": (-1, 0), "south": (0, -1)}
    taken = arrow_directions(azimuth, elevation)
    assert len(set(taken.values())) == 4
    for arrow, screen in {"right": (1, 0), "up": (0, 1), "left": (-1, 0), "down": (0, -1)}.items():

        def cosine(direction, screen=screen):
            seen = np.array([np.dot(right, steps[direction]), np.dot(up, steps[direction])])
            return float(seen @ screen / np.linalg.norm(seen))

        best = max(cosine(direction) for direction in steps)
        chosen = cosine(taken[arrow])
        # Near a pole-less horizon up and down are so short that two directions nearly tie;
        # then the arrows still have to differ.
        assert chosen >= best - 0.12


def test_it_starts_where_something_can_be_picked():
    answers = np.zeros(len(BOARD), bool)
    answers[BOARD.index("4d6")] = True
    assert name(start(BOARD, answers)) == "4d6"
    assert start(BOARD, np.zeros(len(BOARD), bool)).site >= 0


def test_interesting_points_go_round():
    assert following((4, 9, 2), None, 1) == 4
    assert following((4, 9, 2), None, -1) == 2
    assert following((4, 9, 2), 2, 1) == 4
    assert following((4, 9, 2), 9, -1) == 4
    assert following((), 3, 1) is None


@pytest.mark.parametrize("corners", [3, 4, 5, 7])
@pytest.mark.parametrize("size", [3, 6])
def test_on_a_board_of_cells_arrows_lead_from_the_middle_everywhere(corners, size):
    board = poly_y_board(corners, size)
    middle = start(board, np.ones(len(board), bool)).site
    reached, waiting = {middle}, [middle]
    for here in waiting:
        for direction in COMPASS:
            moved = step(board, at(board, here), direction)
            assert not moved.border or (moved.border == "edge of the board" and board.sides[here])
            if moved.cursor.site not in reached:
                reached.add(moved.cursor.site)
                waiting.append(moved.cursor.site)
    assert len(reached) == len(board)
