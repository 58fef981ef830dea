"""Layers and planes that are named by a number, and what lies in them."""

import pytest

from model.boards.lattice import pyramid
from model.registry import kinds
from viewer.picture.visibility.parts import regions, sites_in


def test_a_pyramid_is_divided_by_levels_shells_walls_and_planes():
    found = {region.key: region for region in regions(pyramid(4))}
    assert list(found) == [
        "level", "shell", "west", "east", "south", "north", "file", "rank", "diag", "anti",
    ]  # fmt: skip
    assert found["level"] == ("Level", "level", 1, 4)
    assert found["west"].first == 0


def test_a_level_holds_its_square():
    board = pyramid(4)
    assert {board.names[site] for site in sites_in(board, "level", 3)} == {
        "3c3", "3c5", "3e3", "3e5",
    }  # fmt: skip


@pytest.mark.parametrize("game", list(kinds()))
def test_regions_of_one_direction_hold_every_site_once(game):
    board = kinds()[game].configure({}).board
    for _, key, first, last in regions(board):
        held = [site for number in range(first, last + 1) for site in sites_in(board, key, number)]
        assert sorted(held) == list(range(len(board))), key
