"""On a full board with an odd number of corners each has one owner, so one side has more.

The game of Y, played for each corner: docs/rules/poly-y.md#winning.
"""

import numpy as np
import pytest

from model.games.poly_y.kernels import BoardArrays, Cells, arrays_of, touched_sides
from model.games.poly_y.ring_board import poly_y_board
from model.kernels import Int, Ints, kernel
from model.search.prng import Words, draw, seeded


@kernel
def unowned(
    board: BoardArrays, cells: Cells, touched: Ints, room: Ints, first: Int, fills: Int, rng: Words
) -> Int:
    """Return the number of the first fill in which some corner has not exactly one owner; -1.

    Without `rng` (zeros) fill k has a red stone where the bits of k are set; else fills are drawn.
    """
    every = (1 << board.corners) - 1
    for number in range(first, first + fills):
        bits = np.uint64(number)
        for site in range(cells.shape[0]):
            if rng[0] and site % 60 == 0:
                bits = draw(rng)
            cells[site] = 1 if (bits >> np.uint64(site % 60)) & np.uint64(1) else 2
        red = touched_sides(board, cells, 0, touched, room)
        blue = touched_sides(board, cells, 1, touched, room)
        if red & blue or red | blue != every:
            return number
    return -1


def check(corners, size, fills, rng=None):
    board = poly_y_board(corners, size)
    n = len(board)
    rng = np.zeros(1, np.uint64) if rng is None else rng
    room, touched = np.zeros(2 * n, np.int32), np.zeros(n, np.int32)
    assert unowned(arrays_of(board), np.zeros(n, np.int8), touched, room, 0, fills, rng) == -1


@pytest.mark.check
@pytest.mark.parametrize(("corners", "size"), [(3, 3), (3, 4), (3, 5), (4, 3), (5, 3), (7, 3)])
def test_every_fill_of_a_small_board_gives_each_corner_one_owner(corners, size):
    check(corners, size, 1 << len(poly_y_board(corners, size)))


@pytest.mark.check
@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("corners", "size"),
    [(3, 8), (3, 12), (4, 7), (5, 4), (5, 6), (5, 9), (5, 12), (7, 4), (7, 6), (7, 12)],
)
def test_so_does_each_of_a_million_fills_drawn_at_random(corners, size):
    check(corners, size, 100_000, seeded(corners, str(size)))


def test_a_chain_that_is_cut_is_noticed():
    """The check can fail: with one cell empty a corner may have no owner."""
    board = poly_y_board(3, 3)
    cells = np.array([1, 2, 2, 0, 1, 1], np.int8)
    touched, room = np.zeros(6, np.int32), np.zeros(12, np.int32)
    owned = [touched_sides(arrays_of(board), cells, side, touched, room) for side in (0, 1)]
    assert owned == [0, 0]
