"""The sentences, word for word."""

from dataclasses import dataclass

import pytest

from model.boards.lattice import CORNERS, FAR_WALLS, pyramid
from viewer.games.partition import sentences


@dataclass
class State:
    kind: str
    line: tuple[int, ...] = ()
    sheet: tuple[int, ...] = ()
    tether: tuple[int, ...] = ()
    wall: str = ""
    also_sheet: tuple[int, ...] = ()
    escape: tuple[int, ...] = ()


@dataclass
class Price:
    n: int
    exact: bool = True
    corners: tuple[str, ...] = ()


def sites(size, *names):
    return tuple(pyramid(size).index(name) for name in names)


HELD = State("holds", line=sites(5, "1a1", "2b2", "1c3", "1e3", "1g3", "1i3"), wall="east")
TETHERED = State("holds", sheet=tuple(range(9)), tether=sites(5, "1c5", "1c7", "1c9"), wall="north")
AT_THE_WALL = State("holds", sheet=sites(2, "1c1", "1a3", "2b2"), wall="")
FROM_THE_APEX = State("holds", line=sites(2, "2b2", "1a1"), wall="base")
APEX_OPEN = State("open", escape=sites(3, "3c3", "2b2", "1a1"))
OPEN = State("open", escape=sites(6, "1a1", "2b2", "2b4", "2b6", "2b8", "2b10"))


@pytest.mark.parametrize(
    ("size", "side", "corner", "state", "said"),
    [
        (5, "red", "SW", HELD,
         "Red holds SW: the ball on 1a1 is linked to the east wall at 1i3"),
        (5, "red", "SW", TETHERED,
         "Red holds SW: this sheet of 9 balls isolates 1a1 and the group reaches the north wall at "
         "1c9"),
        (2, "blue", "SW", AT_THE_WALL,  # it touches the far wall itself and needs no tether
         "Blue holds SW: this sheet of 3 balls isolates 1a1 and the group reaches the east wall at "
         "1c1"),
        (2, "blue", "apex", FROM_THE_APEX,  # which has one far wall, the base
         "Blue holds the apex: the ball on 2b2 is linked to the base at 1a1"),
        (4, "blue", "apex", State("isolates"),
         "Blue isolates the apex but is not anchored: the group does not touch the base"),
        (3, "red", "apex", APEX_OPEN,
         "Red has not isolated the apex: this escape of 3 points reaches the base"),
        (6, "red", "SW", OPEN,
         "Red has not isolated SW: this escape of 6 points reaches the north wall"),
        (6, "red", "SW", State("other"), "Blue holds SW, so Red can no longer take it"),
    ],
)  # fmt: skip
def test_what_stands_at_a_corner(size, side, corner, state, said):
    assert sentences.verdict(pyramid(size), side, corner, state) == said


@pytest.mark.parametrize(
    ("price", "tail"),
    [
        (None, ""),
        (Price(2, exact=False), ". Red needs at most 2 more balls"),
        (Price(2), ". Red needs 2 more balls"),
        (Price(1), ". Red needs 1 more ball: a threat"),
        (Price(1, exact=False), ". Red needs 1 more ball: a threat"),
    ],
)
def test_isolated_says_neither_wall_and_what_is_missing(price, tail):
    assert (
        sentences.verdict(pyramid(6), "red", "SW", State("isolates"), price)
        == "Red isolates SW but is not anchored: the group touches neither the east nor the "
        "north wall" + tail
    )


@pytest.mark.parametrize("corner", [c for c in CORNERS if c != "apex"])
def test_isolated_names_the_two_far_walls(corner):
    one, two = FAR_WALLS[corner]
    sentence = sentences.verdict(pyramid(6), "blue", corner, State("isolates"))
    assert sentence.endswith(f"touches neither the {one} nor the {two} wall")


@pytest.mark.parametrize(
    ("price", "line"),
    [
        (Price(5, False, ("apex", "SW", "SE")), "Red needs at most 5 more balls: SW, SE and apex"),
        (Price(5, True, ("SW", "SE", "apex")), "Red needs 5 more balls: SW, SE and apex"),
        (Price(1, True, ("SW", "SE", "NW")), "Red needs 1 more ball (a threat): SW, SE and NW"),
        (Price(0, True, ("SW", "NW", "SE")), "Red holds SW, SE and NW"),
        (None, "Blue holds three corners, so Red can no longer win"),
    ],
)
def test_the_first_line_is_the_win_cost(price, line):
    assert sentences.win_line("red", price) == line


def test_the_end_is_one_sentence():
    assert (
        sentences.won("red", ("NW", "SW", "SE"), 1)
        == "Red has won: one group with anchored partitions for SW, SE and NW"
    )
    assert sentences.won("blue", CORNERS, 2).startswith("Blue has won: 2 groups with")


def test_costs_in_a_table():
    assert sentences.cost_text(Price(3)) == "3"
    assert sentences.cost_text(Price(7, exact=False)) == "≤ 7"
    assert sentences.cost_text(Price(1, exact=False)) == "1"  # 0 is never a bound: it is held
    assert sentences.cost_text(None) == "–"


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        ({"groups": 2, "changes": [("SW", 3, 2)]}, "5f7, level 5: joins 2 red groups; SW 3 -> 2"),
        ({"groups": 1, "wins": True}, "5f7, level 5: extends a red group; wins"),
        ({"threatens": True}, "5f7, level 5: a new red group; makes a threat"),
        (
            {"threatens": True, "threatens_win": True},
            "5f7, level 5: a new red group; threatens to win",
        ),
        (
            {"groups": 1, "gains": ["apex", "NW"], "wins": True, "threatens": True},
            "5f7, level 5: extends a red group; wins; holds NW and apex",
        ),
        ({"occupant": "blue"}, "5f7, level 5: a blue ball"),
        (
            {"reason": "5f7 lacks support: 4e6 is empty"},
            "5f7, level 5: lacks support: 4e6 is empty",
        ),
    ],
)
def test_the_line_under_the_cursor(facts, line):
    assert sentences.point_line("5f7", 5, player="red", **facts) == line


def test_nobody_to_move_leaves_a_point_empty():
    assert sentences.point_line("1a1", 1, player=None) == "1a1, level 1: empty"


def test_the_sheet_behind_a_corner_ball():
    state = State("holds", also_sheet=(1, 2, 3))
    assert (
        sentences.also_sheet(pyramid(4), "red", "SW", state)
        == "Even without the ball on 1a1 a sheet of 3 balls isolates SW"
    )
    assert sentences.also_sheet(pyramid(4), "red", "SW", State("holds")) == ""
