"""Steps of a partial move: what each leads to, without a session."""

import pytest

from model.positions.setup import read_position
from viewer.session.document.move_entry import (
    begun_by,
    choices_in,
    confirmed,
    enter,
    legal_move,
    lost_by,
    steps_after,
)
from viewer.session.errors import SessionError

SQUARE = "pyraos:rules=standard WW2,W3,4,BBB1/3,3,3/2,2/1 white"
STONES = "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white"


@pytest.fixture
def start():
    return read_position("partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red")


def test_what_is_no_step_or_no_written_move_is_refused_with_a_reason(start):
    with pytest.raises(SessionError, match="9z9"):
        enter(start, (), "9z9")
    with pytest.raises(SessionError):
        steps_after(start, ("1a1", "1a1"))
    with pytest.raises(SessionError):
        confirmed(start.steps(()), ())
    assert legal_move(start, " 1a1 ") == "1a1"
    with pytest.raises(SessionError, match="9z9"):
        legal_move(start, "9z9")


@pytest.mark.parametrize(
    ("start", "move", "begun", "lost"),
    [
        (SQUARE, "1c3", ("1c3",), ()),  # spheres may be taken back
        (SQUARE, "1e1", (), ()),
        (SQUARE, "1c3x1a1", (), ()),  # what is taken back can be placed again
        (STONES, "b1>a1", (), ("a1",)),
        (STONES, "a1-a2", (), ()),
    ],
)
def test_a_written_move_may_go_on_and_may_lose_pieces(start, move, begun, lost):
    position = read_position(start)
    assert begun_by(position, move) == begun
    assert lost_by(position, move) == lost


def test_choices_are_written_together_and_may_be_mended():
    position = read_position("pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM")
    chosen = choices_in(position, (), "s1=n pass=2l")
    assert chosen == ("S1=N", "pass=2L")
    assert set(choices_in(position, chosen, "S1=w")) == {"S1=W", "pass=2L"}
    for text in ("", "NN./E../...", "S1=N E"):
        assert choices_in(position, (), text) is None
    for text, said in (("S9=N", "no S9"), ("S1=q", "S1 cannot be q: it is ., N, E, S or W")):
        with pytest.raises(SessionError, match=said):
            choices_in(position, (), text)
