"""A line that is known beforehand is played by a guest, for both sides."""

import pytest

from model.play.opponent import PlayerError, ScriptedPlayer, Situation
from model.play.seats import Guest, Responder, Seats, named
from model.registry import kinds


@pytest.fixture
def situation() -> Situation:
    return Situation.begun(kinds()["partition"].configure({"size": "3"}).start())


def test_a_guest_plays_its_line_for_both_sides_and_then_says_that_it_has_no_more(
    situation: Situation,
) -> None:
    responder, seat = Responder(), Guest(ScriptedPlayer(("1a1", "1c3", "1e1")))
    for move in ("1a1", "1c3", "1e1"):
        assert responder.choose(seat, situation) == move
        situation = situation.after(move)
    with pytest.raises(PlayerError, match="the line has no move here"):
        responder.choose(seat, situation)


def test_a_line_does_not_go_on_elsewhere_or_against_the_rules(situation: Situation) -> None:
    responder = Responder()
    with pytest.raises(PlayerError, match="the line has no move here"):
        responder.choose(Guest(ScriptedPlayer(("1a1", "1c3"))), situation.after("1e1"))
    twice = situation.after("1a1")
    with pytest.raises(PlayerError, match="1a1, which is not legal here"):
        responder.choose(Guest(ScriptedPlayer(("1a1", "1a1"))), twice)


def test_a_guest_sits_like_anybody_and_is_called_by_its_name() -> None:
    one, other = Guest(ScriptedPlayer(())), Guest(ScriptedPlayer(()))
    seats = Seats().place("blue", one)
    assert (seats.of("blue"), seats.engines) == (one, ("blue",))
    assert seats != Seats().place("blue", other)
    assert named(one) == "the line"
