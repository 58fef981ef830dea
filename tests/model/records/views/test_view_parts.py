"""Parts of a View as texts: what fits a board, and what a View says of them."""

import pytest
from view_words import write_view

from model.positions.setup import read_position
from model.records.references import points_on
from model.records.view import View, ViewError, how_shown, part_fault, read_view, show_part

GAME = read_position("partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red").game
BOARD = GAME.board


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ((("player=red", "faint"), ("empty", "hidden"), ("group=2b2", "shown")), ""),
        ((("level=4", "faint"),), ""),
        ((("level=5", "faint"),), 'this board has no level "5"'),
        ((("level=x", "faint"),), "no level"),
        ((("group=9z9", "faint"),), '"9z9" is not a point of this board'),
        ((("player=", "faint"),), "is not a player"),
        ((("red", "faint"),), "write player=red, empty, group=2b2 or level=3"),
        ((("empty=", "faint"),), "write "),
        ((("empty", "faint"), ("empty", "hidden")), "given twice"),
    ],
)
def test_what_a_board_cannot_show_is_told(parts, says):
    told = part_fault(BOARD, parts)
    assert (says in told) if says else not told


def test_views_with_parts_are_read_and_refused_in_a_sentence():
    view = View(parts=(("player=red", "faint"), ("level=2", "hidden")), opacity=0.4, colour="move")
    assert read_view(GAME, write_view(view)) == view
    for text in (
        '{"parts": [["red", "faint"]]}',
        '{"parts": [["empty", "gone"]]}',
        '{"colour": "mood"}',
        '{"opacity": 0}',
    ):
        with pytest.raises(ViewError):
            read_view(GAME, text)


def test_a_part_is_said_once_and_shown_is_not_said():
    view = show_part(View(), "empty", "faint")
    assert how_shown(view, "empty") == "faint"
    view = show_part(view, "empty", "hidden")
    assert view.parts == (("empty", "hidden"),)
    assert show_part(view, "empty", "shown") == View()
    assert show_part(View(), "empty", "shown") == View()
    assert show_part(View(), "group=2b2", "shown", always=True).parts == (("group=2b2", "shown"),)


def test_groups_at_points_of_another_board_are_let_go():
    view = View(parts=(("group=5e5", "faint"), ("group=1a1", "faint"), ("empty", "faint")))
    assert points_on(BOARD, view).parts == (("group=1a1", "faint"), ("empty", "faint"))
    assert points_on(None, view).parts == (("empty", "faint"),)
