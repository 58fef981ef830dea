"""Position strings: what they look like, what is refused and where, and that both ways agree."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.boards.lattice import pyramid
from model.games.partition.kind import KIND
from model.games.partition.position import shape_of
from model.notation.levels import cell_offset, read_levels
from model.notation.tokens import NotationError, read_options
from model.phrases import counted, listed
from model.positions.setup import MAX_TEXT, read_position

CANONICAL = "partition:size=4,rules=free R3,4,4,3B/3,3,3/2,2/1 red"


@st.composite
def positions(draw, most=6):
    game = KIND.game(draw(st.integers(2, most)), draw(st.sampled_from(["free", "stacking"])))
    board = game.board
    cells = np.array(
        draw(st.lists(st.sampled_from([0, 0, 1, 2]), min_size=len(board), max_size=len(board))),
        np.int8,
    )
    if game.stacking:
        for site in range(len(board)):  # from the base up, so that what is under it is settled
            if any(s >= 0 and cells[s] == 0 for s in board.supports[site]):
                cells[site] = 0
    return game.position(cells, draw(st.sampled_from(["red", "blue"])))


@given(positions())
def test_every_position_reads_as_it_is_written(position):
    text = str(position)
    again = read_position(text)
    assert again == position
    assert hash(again) == hash(position)
    assert str(again) == text


def test_the_contract_example_is_canonical():
    assert str(read_position(CANONICAL)) == CANONICAL


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("partition 2,2/1 red", "partition:size=2,rules=free 2,2/1 red"),
        ("partition:size=2 RB,2/1 blue", "partition:size=2,rules=free RB,2/1 blue"),
        ("partition:rules=stacking 2,2/1 red", "partition:size=2,rules=stacking 2,2/1 red"),
        ("partition:rules=free,size=2 2,2/1 red", "partition:size=2,rules=free 2,2/1 red"),
    ],
)
def test_defaults_are_filled_in(text, canonical):
    assert str(read_position(text)) == canonical


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("", 1, "a position is missing"),
        ("chess 2,2/1 red", 1, "not a game"),
        ("Partition 2,2/1 red", 1, "not a game"),
        ("partition", 10, "the board and the side to move are missing"),
        ("partition 2,2/1", 16, "the side to move is missing"),
        ("partition  2,2/1 red", 11, "one space"),
        (" partition 2,2/1 red", 1, "one space"),
        ("partition 2,2/1 red ", 21, "one space"),
        ("partition\t2,2/1 red", 10, "has no place"),
        ("partition 2,2/1\nred", 16, "one line"),
        ("partition 2,2/1 red\0", 20, "has no place"),
        ("partition: 2,2/1 red", 11, "write name=value"),
        ("partition:size 2,2/1 red", 11, "write name=value"),
        ("partition:size=2, 2,2/1 red", 18, "write name=value"),
        ("partition:size=2,size=2 2,2/1 red", 18, "given twice"),
        ("partition:colour=red 2,2/1 red", 11, "no option"),
        ("partition:size=1 1 red", 16, "from 2 to 50"),
        ("partition:size=51 1 red", 16, "from 2 to 50"),
        ("partition:size=02 2,2/1 red", 16, "from 2 to 50"),
        ("partition:size=+2 2,2/1 red", 16, "from 2 to 50"),
        ("partition:size=" + "9" * 5000 + " 2,2/1 red", 16, "from 2 to 50"),
        ("partition:rules=stack 2,2/1 red", 17, "free or stacking"),
        ("partition:size=3 2,2/1 red", 18, "3 levels, not 2"),
        ("partition 1 red", 11, "2 to 50 levels"),
        ("partition 2,2 red", 11, "2 to 50 levels"),
        ("partition 2,2,2/1 red", 11, "level 1 has 2 rows, not 3"),
        ("partition 2/1 red", 11, "level 1 has 2 rows, not 1"),
        ("partition 2,R/1 red", 13, "row 2 of level 1 has 2 points, not 1"),
        ("partition 2,RBR/1 red", 13, "has 2 points, here are more"),
        ("partition 2,3/1 red", 13, "from 1 to 2"),
        ("partition 2,02/1 red", 13, "from 1 to 2"),
        ("partition 2,0RR/1 red", 13, "from 1 to 2"),
        ("partition 2,11/1 red", 13, "from 1 to 2"),
        ("partition 2,R0B/1 red", 14, "from 1 to 2"),
        ("partition 2,rB/1 red", 13, "not a piece"),
        ("partition 2,WB/1 red", 13, "not a piece"),
        ("partition 2,/1 red", 13, "has 2 points, not 0"),
        ("partition:size=2 2,2/1/ red", 18, "2 levels, not 3"),
        ("partition 2,2/1 white", 17, "red or blue"),
        ("partition 2,2/1 Red", 17, "red or blue"),
        ("partition 2,2/1 red past=3", 21, "nothing may follow"),
        ("partition 2,2/1 red red", 21, "write name=value"),
        ("partition 2,2/1 red a=1 a=1", 25, "given twice"),
        ("partition:size=2,rules=stacking RR,1R/B red", 39, "2b2 lacks support: 1a3 is empty"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(text, column, says):
    with pytest.raises(NotationError) as caught:
        read_position(text, line=7)
    assert says in caught.value.message
    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 300
    assert (caught.value.line, caught.value.column) == (7, column)


def test_a_text_of_megabytes_is_refused_unread():
    with pytest.raises(NotationError, match="at most"):
        read_position("partition " + "R" * (MAX_TEXT + 1))
    with pytest.raises(NotationError, match="levels"):
        read_position("partition " + "/" * (MAX_TEXT // 2) + " red")
    with pytest.raises(NotationError):
        read_position("partition " + "[" * 100_000 + " red")
    with pytest.raises(NotationError):
        read_position("partition:" + "size=2," * 100_000 + " 2,2/1 red")


@pytest.mark.check
@pytest.mark.slow
@given(st.text(max_size=60))
def test_any_text_is_a_position_or_refused_in_one_sentence(text):
    _refused_or_canonical(text)


@given(st.data())
def test_any_mangled_position_is_a_position_or_refused(data):
    text = data.draw(st.sampled_from([CANONICAL, "partition:rules=stacking RB,BR/R blue"]))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        new = data.draw(st.text(st.sampled_from("RB0123456789,/:= redblufsizn=xé\0\t"), max_size=3))
        text = text[:at] + new + text[at + cut :]
    _refused_or_canonical(text)


def _refused_or_canonical(text):
    position = refused = None
    try:
        position = read_position(text)
    except NotationError as error:
        refused = error
    if refused is None:
        assert read_position(str(position)) == position
    else:
        assert refused.message.isprintable()
        assert refused.line == 1
        assert 1 <= refused.column <= len(text) + 1


def test_files_go_on_after_z():
    names = pyramid(20).names
    assert "1aa1" in names
    assert "1ac1" in names
    assert "1ab1" not in names
    assert "2ab2" in names


@given(positions(4), st.data())
def test_a_cell_is_found_where_it_is_written(position, data):
    board = str(position).split(" ")[1]
    shape = shape_of(position.game.size)
    site = data.draw(st.integers(0, len(position.cells) - 1))
    at = cell_offset(board, shape, site)
    if position.cells[site]:
        assert board[at] == "_RB"[position.cells[site]]
    else:
        assert board[at].isdigit()


def test_flat_boards_read_too():
    cells = read_levels("WW1,3,1BB", [(3, 3)], {"W": 1, "B": 2})
    assert cells.tolist() == [1, 1, 0, 0, 0, 0, 0, 2, 2]


def test_lists_and_plurals():
    assert listed(()) == ""
    assert listed(("SW",)) == "SW"
    assert listed(("SW", "SE")) == "SW and SE"
    assert listed(("SW", "SE", "apex"), "or") == "SW, SE or apex"
    assert counted(1, "ball") == "1 ball"
    assert counted(0, "ball") == "0 balls"
    assert counted(0, "red ball", none="no") == "no red balls"
    assert counted(2, "ball", none="no") == "2 balls"


def test_options_are_read_by_what_a_kind_declares():
    assert read_options(KIND, {"size": "4"}) == {"size": 4}
    assert read_options(KIND, {"rules": "stacking", "size": "2"}) == {
        "rules": "stacking",
        "size": 2,
    }
    with pytest.raises(NotationError, match='partition has no option "foo"; it has size and rules'):
        read_options(KIND, {"foo": "1"})
    with pytest.raises(NotationError, match="size is a number from 2 to 50"):
        read_options(KIND, {"size": "51"})
