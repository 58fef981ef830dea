"""Steps of a partial move: what each leads to, without a session."""

import pytest

from model.positions.setup import read_position
from viewer.session.document.move_entry import confirmed, enter, legal_move, steps_after
from viewer.session.errors import SessionError


@pytest.fixture
def start():
    return read_position("partition:size=4,rules=free 4,4,4,4/3,3,3/2,2/1 red")


def test_a_move_that_nothing_can_follow_is_played(start):
    entered = enter(start, (), "1a1")
    assert (entered.play, entered.partial) == ("1a1", ("1a1",))


def test_a_pinned_move_waits_to_be_confirmed(start):
    entered = enter(start, (), "1a1", pin=True)
    assert entered.play is None
    assert entered.partial == ("1a1",)
    assert confirmed(entered.steps, entered.partial) == "1a1"
    assert enter(start, entered.partial, "1a1").play == "1a1"


def test_what_is_no_step_is_refused_with_a_reason(start):
    with pytest.raises(SessionError, match="9z9"):
        enter(start, (), "9z9")
    with pytest.raises(SessionError):
        steps_after(start, ("1a1", "1a1"))
    with pytest.raises(SessionError):
        confirmed(start.steps(()), ())


def test_a_written_move_is_read_or_refused(start):
    assert legal_move(start, " 1a1 ") == "1a1"
    with pytest.raises(SessionError, match="9z9"):
        legal_move(start, "9z9")
