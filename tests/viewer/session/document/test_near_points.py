"""Help for a point that does not exist."""

import pytest

from model.boards.lattice import pyramid
from model.registry import kinds
from viewer.session.document.near_points import help_for
from viewer.session.errors import SessionError
from viewer.session.files.pasted_text import looks_like_moves, read_points

TERRACES = kinds()["pyramid"].configure({}).start().game.board


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("4f5", "4f5", "level 4 has ranks 4, 6 and 8. Near it: 4f4 and 4f6."),
        ("4e6", "4e6", "level 4 has files d, f and h. Near it: 4d6 and 4f6."),
        ("4Z9", "4z9", "level 4 has files d, f and h and ranks 4, 6 and 8. Near it: 4h8."),
        ("6a1", "6a1", "level 6 has only file f and only rank 6. Near it: 6f6."),
        ("9a1", "9a1", "levels go from 1 to 6."),
        ("f5", "f5", "no level has both file f and rank 5. Near it: 1e5, 1g5, 2f4 and 2f6."),
        ("1a1-2b3x1a1", "2b3", "level 2 has ranks 2, 4, 6, 8 and 10. Near it: 2b2 and 2b4."),
    ],
)
def test_a_point_that_is_not_there(text, name, said):
    assert help_for(pyramid(6), text) == f"{name} is not on the board: {said}"


@pytest.mark.parametrize("text", ["b2", "2b2", "nonsense", "1a1x2b2", "1a1xb2", ""])
def test_points_that_are_there_need_no_help(text):
    assert help_for(pyramid(6), text) == ""


def test_many_files_are_not_listed_one_by_one_nor_levels_where_there_are_none():
    said = help_for(pyramid(20), "3zz9")
    assert help_for(pyramid(20), "1x1").startswith("1x1 is not on the board")
    assert "level 1 has files a, c, e, g, i, k and m." in help_for(pyramid(7), "1b1")
    assert "level 3 has every second file from c to ak. Near it: 3ak9." in said
    assert "it has files a to g and ranks 1 to 7." in help_for(TERRACES, "c4-z9")
    assert help_for(TERRACES, "4f5") == ""


def test_every_point_near_is_a_point():
    board = pyramid(7)
    for level in range(1, 8):
        for file in "abcdefghijklm":
            for rank in range(1, 14):
                said = help_for(board, f"{level}{file}{rank}")
                if said:
                    near = said.rpartition(": ")[2].rstrip(".").replace(" and ", ", ").split(", ")
                    assert all(name in board for name in near), said
                    assert 1 <= len(near) <= 4


def test_points_are_read_with_or_without_their_level():
    board = pyramid(4)
    sites = [board.index(name) for name in ("1a1", "2b2", "4d4", "1a5")]
    assert read_points(board, "1A1 2b2,4d4 a5, 1a1") == sites
    for text, said in (
        ("d4", "d4 is on several levels: type 2d4 or 4d4"),
        ("1a1 4z9", "4z9 is not on the board: level 4 has only file d"),
        ("here", '"here" is not a point. While you set up, type points such as 1a1.'),
    ):
        with pytest.raises(SessionError, match=said):
            read_points(board, text)


@pytest.mark.parametrize(
    ("text", "looks"), [("1. b1>a1 pass", True), ("pass", False), ("1a1 so", False)]
)
def test_moves_are_told_from_other_words(text, looks):
    assert looks_like_moves(text) == looks
