"""Positions set up by hand: what can exist, what cannot, and what is only odd."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.game import IllegalMove, kinds
from model.notation import NotationError, read_position
from model.setup import (
    Draft,
    cells_of,
    exchanged,
    moved,
    notes,
    problems,
    put,
    read_setup,
    side_of,
    with_side,
    write_setup,
)
from model.symmetry import maps

STARTS = (
    "partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red",
    "partition:size=4,rules=stacking 4,4,4,4/3,3,3/2,2/1 red",
    "pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white",
    "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white",
)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("partition:size=3,rules=stacking 3,3,3/R1,2/1 red", "2b2 rests on nothing: 1a1 is empty"),
        ("pyraos:rules=standard 4,4,4,4/W2,3,3/2,2/1 white", "2b2 rests on nothing: 1a1 is empty"),
        (
            "pyraos:rules=standard WWWW,WWWW,WWWW,WWWW/3,3,3/2,2/1 white",
            "16 white spheres: each side has 15",
        ),
    ],
)
def test_what_cannot_exist_is_a_draft(text, says):
    with pytest.raises(NotationError):
        read_position(text)
    draft = read_setup(text)
    assert isinstance(draft, Draft)
    assert str(draft) == text
    assert read_setup(str(draft)) == draft
    assert str(problems(draft)[0]) == says
    assert notes(draft) == ()
    assert not draft.legal_moves
    assert draft.legal_moves.count() == 0
    assert says in str(draft.explain("1a1"))
    assert says in draft.steps(()).message
    with pytest.raises(IllegalMove, match=r"each side|rests on"):
        draft.play("1a1")


def test_what_is_no_position_stays_none():
    for text in ("", "pyraos", "pyraos:rules=standard 4,4 white", "chess 8 white"):
        with pytest.raises(NotationError):
            read_setup(text)


def test_odd_counts_are_only_noted():
    position = read_setup("partition:size=3,rules=free RR1,3,3/2,2/1 red")
    assert not isinstance(position, Draft)
    assert problems(position) == ()
    assert "2 red and 0 blue balls" in str(notes(position)[0])
    assert notes(read_setup("partition:size=3,rules=free R2,3,3/2,2/1 blue")) == ()
    many = read_setup("pyramid WWWWWWW,W6,7,7,7,7,BBBBBBB white")
    assert "8 white stones" in str(notes(many)[0])


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_is_put_can_be_read_again(data):
    position = read_setup(data.draw(st.sampled_from(STARTS)))
    board = position.game.board
    for _ in range(data.draw(st.integers(1, 8))):
        site = data.draw(st.integers(0, len(board) - 1))
        value = data.draw(st.integers(0, 2))
        before = cells_of(position)
        position = put(position, [site], value)
        after = cells_of(position)
        assert after[site] == value
        assert np.array_equal(np.delete(before, site), np.delete(after, site))
        assert str(read_setup(str(position))) == str(position)
        pieces = position.pieces
        assert sorted(pieces.site.tolist()) == np.flatnonzero(after).tolist()
    assert str(exchanged(exchanged(position))) == str(position)
    assert side_of(exchanged(position)) == 1 - side_of(position)
    assert str(with_side(with_side(position, 1), side_of(position))) == str(position)
    for image in maps(board):
        once = moved(position, image)
        assert str(moved(once, np.argsort(image))) == str(position)
        assert (cells_of(once) != 0).sum() == (cells_of(position) != 0).sum()


def test_every_shipped_game_can_be_set_up():
    for name in ("partition", "pyraos", "pyramid"):
        position = kinds()[name].configure({}).start()
        assert write_setup(position.game, cells_of(position), side_of(position)) == str(position)


def test_the_boards_have_their_symmetries():
    assert len(maps(read_position(STARTS[0]).game.board)) == 8
    assert len(maps(read_position(STARTS[3]).game.board)) == 8
    lopsided = read_position(
        "pyramid:levels=0000/0110/0100/0000,victory=b2+c2,needed=2 4,4,4,4 white"
    )
    assert len(maps(lopsided.game.board)) == 1
