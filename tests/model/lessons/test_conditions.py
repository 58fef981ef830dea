"""Conditions: every word true and false on planted positions, and refused where it says nothing."""

import pytest

from model.contract.game import Stopped
from model.lessons.judging import (
    ConditionError,
    any_fits,
    check_condition,
    fitting,
    in_words,
    known,
    move_fits,
    point_fits,
)
from model.positions.setup import put, read_setup
from model.records.files import new_game
from model.registry import kinds

EMPTY = "partition:size=3,rules=free 3,3,3/2,2/1 red"
SQUARE = "pyraos:rules=standard WW2,W3,4,BBB1/3,3,3/2,2/1 white"
LIFT = "pyraos:rules=standard WB2,BW2,4,W3/3,3,3/2,2/1 white"
LINE = "pyraos:rules=children WWW1,4,4,BBB1/3,3,3/2,2/1 white"
TOP = "pyraos:rules=standard WBWB,BWBW,WBWB,BWBW/BWB,WBW,BWB/BW,WB/1 white"
RUNS = "pyramid WW2W2,3B3,7,1BWW3,7,7,BBB1BB1 white"
CHAINS = "poly-y:corners=5,size=4 1/5/1R1B2B2R/B1R3B6R1 red"
Y = "poly-y:corners=3,size=5 1/BB/RRR/1R2/1R2B blue"
SEATED = "first=p1 seats=S1.anubian+S2.bastet"
DRAFTED = (
    f"rolling-pyramids 7,a2,1,b3,13 p1 phase=draft {SEATED} "
    "p1=4*.../............/3.7/../.../xx...../......../........./0.0.0/0 dice=1481-3286"
)
ROUND_THREE = f"rolling-pyramids 7,a2,1,b3,13 p1 phase=deploy round=3 {SEATED}"
ALONE = (
    "rolling-pyramids:players=1 P20,P5,P5,P10,P5,P5,P10,P5,P5,P5,P5,P5,P5,P5,P5,P5,P5,P5,P5,1,"
    "P10,P10,P10 p1 phase=deploy seats=S1.anubian "
    "p1=3*.../............/.../../.../......./......../........./0.0.0/0/0 kept=12"
)
FIELDS = "pyramid 1W5,7,2W1W2,6B,2W2W1,7,BB2BB1 white"


def planted(*red, blue=()):
    """A free Partition of size 3 with these balls, Red to move."""
    position = read_setup(EMPTY)
    for value, names in ((1, red), (2, blue)):
        sites = [position.game.board.index(name) for name in names]
        position = put(position, sites, value) if sites else position
    return position


SOUTH = planted("1a1", "1c1")
THREE = planted("1a1", "1c1", "1e1", "1e3")
SHEET = planted("1c1", "2b2", "1a3", blue=("1e1",))


@pytest.mark.parametrize(
    ("position", "condition", "meets", "not_so"),
    [
        (THREE, "wins", "1e5", "1c3"),
        (SOUTH, "level=2", "2b2", "1c3"),
        (SOUTH, "touches=2", "2b2", "1e1"),
        (SOUTH, "touches=0", "1e5", None),
        (SOUTH, "holds=SW", "1e1", "1e3"),
        (planted("1c1", "2b2"), "isolates=SW", "1a3", "1e1"),
        (planted("1c1", "2b2"), "stops=SW", "1a1", "1e5"),
        (SOUTH, "corner=SE", "1e1", "1c3"),
        (planted("1a1", "1e1"), "threat=SW", "2b2", None),
        (planted("1a1"), "threat=SE", "1e1", "1a5"),
        (planted("1a1", "1e1"), "joins", "1c1", "1e3"),
        (planted("1a1", "1c1", "1e1"), "double-threat", "3c3", "1e3"),
        (SQUARE, "square", "1c3x1a1", "1e1"),
        (LINE, "line", "1g1", "1a3"),
        (LIFT, "lifts", "1a7-2b2", "2b2"),
        (SQUARE, "takes-back=2", "1c3x1a1x1c1", "1c3x1a1"),
        (TOP, "wins", "4d4", None),
        (CHAINS, "cuts-off=A", "a1a", "e3c"),
        ("poly-y:corners=3,size=4 R/R1/R2/1BB1 red", "captures=A", "d1", "b2"),
        (CHAINS, "joins", "a2a", "e3c"),
        (CHAINS, "threat=A", "a2a", "e3c"),
        (RUNS, "run", "a1-a2", "c4xb4"),
        (RUNS, "smash", "c4xb4", "a1-a2"),
        (RUNS, "jump", "b1^b2", "a1-a2"),
        (RUNS, "push", "a1>b1", "b1^b2"),
        (RUNS, "osiris", "d4-d7", "a1-a2"),
        (RUNS, "victory-field", "c4-c3", "a1-a2"),
        (FIELDS, "wins", "f5^e5", "b1-a1"),
        (RUNS, "level=2", "b1^b2", "a1-a2"),
        (THREE, "level=1+holds=NE", "1e5", "3c3"),
        (DRAFTED, "unit=1", "p1b-ascending2:4", "p1b-descending2:4"),
        (DRAFTED, "unit=5", "p2d-ascending2:6", "p1a-foot2.1"),
        (DRAFTED, "unit=6", None, "p2d-ascending2:6"),
        (DRAFTED, "opens", "p1a-foot1.3", "p2a-foot1.4"),
        (ALONE, "controls=8", "hero1:S1>8,foot1:S1>19,foot2:S1>19",
         "hero1:S1>19,foot1:S1>8,foot2:S1>8"),
        (ALONE, "controls=S1", "hero1:S1>8,foot1:S1>19,foot2:S1>19", None),
    ],
)  # fmt: skip
def test_a_move_meets_a_condition_or_does_not(position, condition, meets, not_so):
    position = read_setup(position) if isinstance(position, str) else position
    assert meets is None or move_fits(position, condition, meets)
    assert not_so is None or not move_fits(position, condition, not_so)
    found = fitting(position, condition, clicks=False)
    assert meets in found or (meets is None and not found)
    assert not_so not in found


FACTORIES = """
    2 3 4 5 6 7 2>1 2>3 2>7 2>8 2>9 2>19 3>1 3>2 3>4 3>9 3>10 3>11 4>1 4>3 4>5 4>11 4>12 4>13
    5>1 5>4 5>6 5>13 5>14 5>15 6>1 6>5 6>7 6>15 6>16 6>17 7>1 7>2 7>6 7>17 7>18 7>19
"""
REACHED = "2 2>1 2>3 2>7 2>8 2>9 2>19 9 9>2 9>3 9>8 9>10 19 19>2 19>7 19>8 19>18 19>S1 8>2 8>9 8>19"
REACHED += " S1>19"


@pytest.mark.parametrize(
    ("position", "condition", "meets"),
    [
        (SHEET, "sheet=SW:red", {"1c1", "2b2", "1a3"}),
        (SHEET, "sheet=NE:red", set()),
        (planted("1a1", "1c1", "1e1"), "line=SW:red", {"1a1", "1c1", "1e1"}),
        (SHEET, "line=SW:red", set()),
        (SHEET, "escape=NE:red", {"1e1", "1e3", "1e5"}),
        (SHEET, "escape=SW:red", set()),
        (SHEET, "group=1c1", {"1c1", "2b2", "1a3"}),
        (SHEET, "group=1e1", {"1e1"}),
        (SHEET, "group=1e5", {"1e5"}),
        (SHEET, "corner=apex", {"3c3"}),
        (SHEET, "wall=south", {"1a1", "1c1", "1e1", "2b2", "2d2", "3c3"}),
        (SHEET, "level=2", {"2b2", "2d2", "2b4", "2d4"}),
        (SHEET, "neighbours=1a1", {"1c1", "1a3", "2b2"}),
        (SHEET, "supports=2b2", {"1a1", "1c1", "1a3", "1c3"}),
        (planted("1a1", blue=("1c1",)), "legal+wall=south", {"1e1", "2b2", "2d2", "3c3"}),
        (Y, "y=A:red", {"c1", "c2", "c3", "d2", "e2"}),
        (CHAINS, "escape=A:red", {"a3a", "a2a", "a1a", "b1a", "b2a", "b3a"}),
        (Y, "chain=c2", {"c1", "c2", "c3", "d2", "e2"}),
        (Y, "corner=B", {"e1"}),
        (RUNS, "victory-field", {"c3", "c5", "e3", "e5"}),
        (RUNS, "neighbours=a1", {"a2", "b1"}),
        (TOP, "legal", {"4d4"}),
        (DRAFTED, "factory", set(FACTORIES.split())),
        (DRAFTED, "worth=4", {"1", *(f"1>{n}" for n in range(2, 8))}),
        (DRAFTED, "worth=5", set()),
        (ROUND_THREE, "reach", set(REACHED.split())),
    ],
)
def test_points_meet_a_condition_or_do_not(position, condition, meets):
    position = read_setup(position) if isinstance(position, str) else position
    assert set(fitting(position, condition, clicks=True)) == meets
    for site, name in enumerate(position.game.board.names):
        assert point_fits(position, condition, site) == (name in meets)


NEAR = "pyramid-ball 7,7,7,7,7,3M2S,L2l2m,3s3 A ball=AM"
STILL = ".../.../..."


@pytest.mark.check
@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "condition", "some", "not_these"),
    [
        (NEAR, "does=N../.../...", {"N../.../..."}, {STILL, ".N./.../...", "S../.../..."}),
        (NEAR, "does=.../.../.../pass2L", {".../.../.../pass2L"}, {STILL, ".../.../.../pass3L"}),
        (NEAR, "sure", {".../S../.N./pass2L", "E../W../N../pass2L"}, {".../.../.N./pass2L"}),
        (NEAR, f"beats={STILL}", {".../.../.N./pass2L", ".../S../.N./pass2L"}, {STILL}),
        (NEAR, f"beats={STILL}+does=N../.../...", {"N../.../.N./pass2L"}, {".../.../.N./pass2L"}),
    ],
)  # fmt: skip
def test_programs_which_nobody_can_list_meet_a_condition_or_do_not(
    position, condition, some, not_these
):
    position = read_setup(position)
    assert all(move_fits(position, condition, move) for move in some)
    assert not any(move_fits(position, condition, move) for move in not_these)
    assert all(
        move_fits(position, condition, move) for move in fitting(position, condition, clicks=False)
    )
    if "+" not in condition:
        assert any_fits(position, condition, clicks=False)


def test_an_argument_that_is_to_be_a_move_has_to_be_legal():
    with pytest.raises(ConditionError, match="does wants a legal move after ="):
        check_condition(read_setup(NEAR), "does=NN/E", clicks=False)


def test_every_condition_has_a_case_above():
    cases = [
        mark.args[1]
        for test in (
            test_a_move_meets_a_condition_or_does_not,
            test_points_meet_a_condition_or_do_not,
            test_programs_which_nobody_can_list_meet_a_condition_or_do_not,
        )
        for mark in test.pytestmark
        if mark.name == "parametrize"
    ]
    for clicks, rows in zip((False, True), (cases[0] + cases[2], cases[1]), strict=True):
        tried = {word.partition("=")[0] for row in rows for word in row[1].split("+")}
        for kind in kinds().values():
            start = new_game(kind, {}).start()
            for condition in known(start, clicks=clicks):
                assert condition.name in tried, (kind.name, condition.name)


@pytest.mark.check
@pytest.mark.parametrize("clicks", [False, True])
@pytest.mark.parametrize("name", ["partition", "pyraos", "pyramid"])
def test_every_condition_that_is_offered_can_be_told(name, clicks):
    position = new_game(kinds()[name], {}).start()
    arguments = {
        "": "",
        "corner": "=SW",
        "number": "=1",
        "wall": "=south",
        "site": f"={position.game.board.names[0]}",
        "corner:side": f"=SW:{position.game.players[0]}",
    }
    offered = known(position, clicks=clicks)
    assert offered
    for condition in offered:
        word = condition.name + arguments[condition.argument]
        fitting(position, word, clicks=clicks)
        said = in_words(position, word, clicks=clicks)
        assert said.startswith("a point that " if clicks else "a move that ")
        assert "{" not in said


@pytest.mark.parametrize(
    ("condition", "clicks", "says"),
    [
        ("nonsense", False, '"nonsense" is not a condition for a move here'),
        ("holds=SW", True, '"holds=SW" is not a condition for a click here'),
        ("square", False, '"square" is not a condition for a move here'),
        ("", False, "is not a condition for a move here"),
        ("holds=SW+", False, "is not a condition for a move here"),
        ("holds=up", False, "holds wants a corner after ="),
        ("holds", False, "holds wants a corner after ="),
        ("level=two", False, "level wants a number after ="),
        ("level=²", False, "level wants a number after ="),
        ("wins=red", False, "wins wants nothing after it"),
        ("group=9z9", True, "group wants a point of the board after ="),
        ("wall=ceiling", True, "wall wants a wall after ="),
        ("sheet=SW", True, "sheet wants a corner and a side after ="),
        ("sheet=SW:green", True, "sheet wants a corner and a side after ="),
    ],
)
def test_a_condition_that_cannot_be_understood_is_refused_in_one_sentence(condition, clicks, says):
    with pytest.raises(ConditionError) as refused:
        check_condition(SOUTH, condition, clicks=clicks)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)
    with pytest.raises(ConditionError):
        fitting(SOUTH, condition, clicks=clicks)


def test_a_condition_in_words():
    assert in_words(SOUTH, "holds=SW+level=2", clicks=False) == (
        "a move that holds SW and is on level 2"
    )
    assert in_words(SOUTH, "sheet=SW:red", clicks=True) == (
        "a point that belongs to the sheet of red at SW"
    )


def test_looking_for_what_fits_stops_when_it_is_told_to():
    asked = []

    def stop():
        asked.append(1)
        return len(asked) > 3

    with pytest.raises(Stopped):
        fitting(SOUTH, "threat=SW", clicks=False, stop=stop)
    assert len(asked) == 4


def test_looking_for_any_that_fits_ends_with_the_first():
    asked = []
    assert any_fits(read_setup(EMPTY), "level=1", clicks=True, stop=lambda: bool(asked.append(1)))
    assert len(asked) == 1
    assert not any_fits(read_setup(EMPTY), "level=9", clicks=True)


def test_a_game_offers_its_own_words_among_those_of_all_games():
    offered = {
        clicks: [one.name for one in known(SOUTH, clicks=clicks)] for clicks in (False, True)
    }
    assert offered == {
        False: ["wins", "level", "touches", "holds", "isolates", "stops", "corner", "threat",
                "joins", "double-threat"],
        True: ["sheet", "line", "escape", "group", "corner", "wall", "level", "neighbours",
               "supports", "legal"],
    }  # fmt: skip
