"""Cells fill the outline of their board, and meet where their sites are neighbours."""

import numpy as np
import pytest

from model.registry import kinds
from viewer.picture.compose.ground import DISC_RADIUS, cell_shapes, feet, widened

BOARDS = [(3, 3), (3, 12), (4, 3), (4, 6), (5, 3), (5, 6), (7, 3), (7, 12)]
SQUARE = np.array([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)])


@pytest.fixture(params=BOARDS, ids=str)
def board(request):
    corners, size = map(str, request.param)
    return kinds()["poly-y"].configure({"corners": corners, "size": size}).board


def turns(polygon):
    """How far each corner turns to the left: twice the area of the triangle there."""
    way = np.roll(polygon, -1, axis=0) - polygon
    after = np.roll(way, -1, axis=0)
    return way[:, 0] * after[:, 1] - way[:, 1] * after[:, 0]


def area(polygon):
    x, y = polygon.T
    return (x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


@pytest.mark.sample(1)
def test_cells_fill_the_outline_and_do_not_overlap(board):
    shapes = cell_shapes(board)
    outline = shapes.outline
    assert len(shapes.cells) == len(board)
    assert len(outline) == len(board.corners)
    assert (turns(outline) > 0).all()
    # Convex, each round its own site and within the outline: they overlap where areas add to more.
    for site, cell in enumerate(shapes.cells):
        assert len(cell) <= 8
        assert (turns(cell) > 0).all()
        assert (np.linalg.norm(feet(cell, board.centres[site, :2], 0.0), axis=1) > 0).all()
        assert all(turns(np.array([a, b, p]))[0] > -1e-9 for p in cell
                   for a, b in zip(outline, np.roll(outline, -1, axis=0), strict=True))  # fmt: skip
    assert sum(map(area, shapes.cells)) == pytest.approx(area(outline))


@pytest.mark.check
def test_neighbours_share_an_edge_and_others_do_not(board):
    corners = [{tuple(p) for p in cell.round(6).tolist()} for cell in cell_shapes(board).cells]
    for site in range(len(board)):
        near = {k for k in range(len(board)) if len(corners[site] & corners[k]) == 2 and k != site}
        assert near == set(board.neighbours(site).tolist())


def test_a_stone_has_room_on_its_cell(board):
    for site, cell in enumerate(cell_shapes(board).cells):
        reach = np.linalg.norm(feet(cell, board.centres[site, :2], 0.0), axis=1)
        assert reach.min() > DISC_RADIUS


def test_a_widened_polygon_keeps_its_sides():
    assert np.allclose(widened(SQUARE, 0.5), 1.5 * (SQUARE - 1) + 1)
    assert np.allclose(
        feet(SQUARE, np.ones(2), 0.25), [(0, -0.75), (0.75, 0), (0, 0.75), (-0.75, 0)]
    )
