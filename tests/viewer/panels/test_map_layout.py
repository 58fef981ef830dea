"""Where maps lie and which point a pixel is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.boards.lattice import pyramid
from viewer.panels.maps import layout
from viewer.panels.maps.layout import FOOT, arrange, arrange_all

ROOMS = st.tuples(st.floats(180, 1400), st.floats(180, 1400))


@pytest.mark.check
@given(st.integers(2, 50), st.data(), ROOMS, st.floats(1, 6))
def test_a_point_is_found_where_it_is_drawn(size, data, room, zoom):
    level = data.draw(st.integers(1, size))
    arrangement = arrange(size, level, *room, zoom=zoom)
    layers = pyramid(size).layers
    site = data.draw(st.integers(0, len(pyramid(size)) - 1))
    square = arrangement.square(int(layers["level"][site]))
    if square is None:
        assert abs(int(layers["level"][site]) - level) > 1
        return
    cell = int(layers["file"][site]), int(layers["rank"][site])
    x, y = square.place(*cell)
    assert arrangement.at(x, y) is square
    assert square.cell(x, y) == cell
    # Anywhere on the ball, too; between four balls there is nothing of this level.
    assert square.cell(x + 0.6 * square.unit, y - 0.6 * square.unit) == cell
    assert square.cell(x + square.unit, y + square.unit) is None


@pytest.mark.check
@given(st.integers(2, 50), st.data(), ROOMS)
def test_maps_do_not_overlap_and_stay_inside(size, data, room):
    level = data.draw(st.integers(1, size))
    for arrangement in (arrange(size, level, *room), arrange_all(size, level, room[0])):
        boxes = [
            (s.left, s.top, s.left + s.rim + s.grid, s.top + s.title + s.grid + (s.rim or FOOT))
            for s in arrangement.squares
        ]
        for left, top, right, bottom in boxes:
            assert left >= -1e-6
            assert top >= -1e-6
            assert right <= arrangement.width + 1e-6
            assert bottom <= arrangement.height + 1e-6
        for i, one in enumerate(boxes):
            for two in boxes[i + 1 :]:
                apart = one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
                assert apart


@pytest.mark.parametrize("level", range(1, 7))
def test_three_maps_around_the_active_level(level):
    arrangement = arrange(6, level, 340, 520)
    assert {s.level for s in arrangement.squares} == {level - 1, level, level + 1} & set(
        range(1, 7)
    )
    assert [s.level for s in arrangement.squares if s.active] == [level]


def test_all_levels_have_their_maps_and_nothing_jumps_between_them():
    assert [s.level for s in arrange_all(10, 4, 600).squares] == list(range(1, 11))
    one, two = (arrange(8, level, 340, 520).square(level) for level in (1, 5))
    assert (one.left, one.top, one.unit) == (two.left, two.top, two.unit)
    for room in ((340, 560), (900, 330), (330, 1100), (700, 500)):
        arrangement = arrange(6, 3, *room)
        assert arrangement.width <= room[0] + 1e-6
        assert arrangement.height <= room[1] + 1e-6


@pytest.mark.parametrize("size", [20, 50])
def test_balls_stay_large_enough_to_hit(size):
    arrangement = arrange(size, 3, 320, 480)
    assert arrangement.square(3).unit >= layout.LEAST_UNIT
    assert arrangement.width > 320 or size == 20  # and then the dock scrolls
