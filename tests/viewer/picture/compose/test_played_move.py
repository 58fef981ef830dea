"""A move that is shown being made: how long it lasts, and what is seen at each moment."""

import pytest

from model.positions.events import tables
from model.positions.setup import read_position
from model.records.view import View
from viewer.picture.compose.composer import depict
from viewer.picture.compose.transition import played_move

PYRAMID = "pyramid W2W1BW,W3W2,2W4,2WB3,7,2BB3,3B1BB white"
PYRAOS = "pyraos:rules=standard BWWB,WBBB,1BBW,2BW/1WW,1BW,2B/2,2/1 white"


def longest(position):
    """The legal move of the most stages."""
    return max(list(position.legal_moves)[:60], key=lambda m: len(position.events(m)))


def lasts(move):
    """How long all of it is seen, in seconds."""
    seconds = move.seconds
    return seconds[0] * move.last if move.backwards else sum(seconds[move.first :])


def test_time_runs_through_all_stages_and_ends_at_the_last():
    position = read_position(PYRAMID)
    move = played_move(position, longest(position))
    assert move.time(0.0) == move.first == 0
    times = [move.time(k * lasts(move) / 50) for k in range(51)]
    assert times == sorted(times)
    assert move.time(lasts(move)) == move.last
    assert move.time(lasts(move) + 1) == move.last


def test_a_move_taken_back_runs_backwards():
    position = read_position(PYRAMID)
    move = played_move(position, longest(position), backwards=True)
    assert move.time(0.0) == move.last
    assert move.time(lasts(move)) == pytest.approx(0.0)
    assert move.stage_at(0.5) is None


def test_pieces_are_where_they_were_then_on_their_way_and_then_where_they_go():
    position = read_position(PYRAOS)
    before, after = depict(position, View()), depict(position.play("2b2"), View())
    move = played_move(position, "2b2")
    begun, half, ended = (move.on(after, time, None) for time in (0.0, 0.5, float(move.last)))
    assert (begun.pieces.count == before.pieces.count).all()
    assert len(half.moving) == 1
    assert (ended.pieces.count == after.pieces.count).all()
    assert not begun.moving
    assert not ended.moving
    elsewhere = depict(read_position(PYRAMID), View())
    assert move.on(elsewhere, 0.5, None) is elsewhere


def test_what_lies_there_already_is_not_played_again():
    position = read_position(PYRAMID)
    text = longest(position)
    whole = played_move(position, text)
    seen = tables(position, position.events(text))[-1]
    assert whole is not None
    assert played_move(position, text, seen=seen) is None
    assert played_move(position, text, first=whole.last) is None
