"""Moves on their way, shown and over: where pieces are between two positions and after them."""

from dataclasses import replace

import numpy as np
import pytest

from model.positions.events import same, table_of, tables
from model.positions.setup import read_position
from model.records.view import View
from model.registry import kinds
from viewer.picture.compose import reserve_trays
from viewer.picture.compose.composer import depict
from viewer.picture.compose.ground import bounds
from viewer.picture.compose.transition import (
    at,
    carried,
    frame,
    landing,
    played_move,
    plies,
    stages,
)
from viewer.session.session import Session

PYRAOS = "pyraos:rules=standard BWWB,WBBB,1BBW,2BW/1WW,1BW,2B/2,2/1 white"
PYRAMID = "pyramid W2W1BW,W3W2,2W4,2WB3,7,2BB3,3B1BB white"


def moves(text, count=40):
    position = read_position(text)
    return position, list(position.legal_moves)[:count]


def take(position, move, t, **parts):
    game = position.game
    return frame(game.board, game.players, table_of(position), position.events(move), t, **parts)


@pytest.mark.parametrize("text", [PYRAOS, PYRAMID])
def test_a_move_begins_and_ends_at_the_positions(text):
    position, some = moves(text)
    for move in some:
        last = stages(position.events(move))
        before, after = take(position, move, 0.0), take(position, move, float(last))
        assert before.moving == after.moving == ()
        names = position.game.players
        for moment, wanted in ((before, position), (after, position.play(move))):
            shown = type(table_of(wanted))(
                moment.pieces, {names[owner]: left for owner, left in moment.reserves}
            )
            assert same(shown, table_of(wanted)), move


@pytest.mark.parametrize("text", [PYRAOS, PYRAMID])
def test_no_piece_is_lost_on_its_way(text):
    position, some = moves(text)
    total = int(position.pieces.count.sum()) + sum(position.reserves.values())
    for move in some:
        half = take(position, move, 0.5)
        known = int(half.pieces.count.sum()) + sum(left for _, left in half.reserves)
        assert known + len(half.moving) == total, move


def test_a_sphere_travels_from_its_rack_over_the_others():
    position, _ = moves(PYRAOS)
    board = position.game.board
    start = reserve_trays.place(board, 0, 6)
    end = board.centres[board.index("2b2")]
    soon, half, late = (take(position, "2b2", t).moving[0].centre for t in (0.01, 0.5, 0.99))
    assert np.linalg.norm(np.subtract(soon, start)) < 0.1
    assert np.linalg.norm(np.subtract(late, end)) < 0.1
    assert half[2] > max(start[2], end[2]) + 0.3


def test_a_pushed_stone_falls_over_the_edge():
    position = read_position("pyramid BW5,7,7,7,7,7,4BBB white")
    events = position.events("b1>a1")
    assert any(event.cause == "fall" for event in events)
    west, *_ = bounds(position.game.board)
    path = [take(position, "b1>a1", t).moving for t in (0.1, 0.9)]
    first, last = (next(m for m in moving if m.owner == 1) for moving in path)
    assert last.centre[0] < west or last.centre[1] < west
    assert last.centre[2] < first.centre[2] - 0.3
    assert last.alpha < first.alpha


def test_a_stage_shares_what_rests():
    position, _ = moves(PYRAOS)
    events, table = position.events("2b2"), table_of(position)
    game = position.game
    one, two = (frame(game.board, game.players, table, events, t) for t in (0.2, 0.7))
    assert one.pieces is two.pieces
    assert one.moving != two.moving


def test_an_explosion_moves_the_ends_apart():
    position, _ = moves(PYRAOS)
    board = position.game.board
    site = board.index("2b2")
    assert at(board, site, 1.0)[2] == pytest.approx(at(board, site)[2] + 1.0)
    flat, apart = (take(position, "2b2", 0.999, explode=e).moving[0].centre for e in (0.0, 1.0))
    assert apart[2] == pytest.approx(flat[2] + 1.0, abs=0.02)


def test_a_move_on_its_way_hides_hints_and_ghosts_under_what_arrives():
    position, _ = moves(PYRAOS)
    after = position.play("2b2")
    picture = replace(depict(after, View()), doomed=(0,), built=(1,), last=2)
    site = position.game.board.index("2b2")
    legal = picture.legal.copy()
    legal[site] = True
    moment = take(position, "2b2", 0.5).on(replace(picture, legal=legal))
    assert not moment.legal[site]
    assert moment.legal.sum() == (picture.legal & ~np.isin(range(30), after.pieces.site)).sum()
    assert (moment.doomed, moment.built, moment.last) == ((), (), None)
    assert take(position, "2b2", 1.0).on(picture).last == 2


# -- the last move ---------------------------------------------------------------------------------

PUSH = "pyramid BW1W1WW,BBW4,7,7,7,7,3BBBB white"
EMPTY = "partition:size=3,rules=free 3,3,3/2,2/1 red"


def test_a_placed_ball_is_where_its_name_says_and_nothing_where_it_was_taken():
    position = read_position(EMPTY).play("1c1")
    assert landing("1c1", position, None) == position.game.board.index("1c1")
    position = read_position(EMPTY)
    assert landing("", position, None) is None
    assert landing("1c1", position, None) is None


def test_a_moved_piece_is_where_its_events_leave_it():
    before = kinds()["pyramid"].configure({}).start()
    move = next(move for move in before.legal_moves if move not in before.game.board)
    after = before.play(move)
    site = landing(move, after, before)
    assert site is None or site in after.pieces.site
    assert landing(move, after, None) is None, "without the position before nobody can tell"


def names(position, ways):
    return [tuple(position.game.board.names[site] for site in way) for way in ways]


def test_a_piece_from_the_reserve_came_from_nowhere_and_a_lifted_one_from_where_it_lay():
    position = read_position(EMPTY)
    assert carried("1c1", position) == ()
    assert carried("", position) == carried("1c1", None) == ()
    before = read_position("pyraos:rules=standard WB2,BW2,4,2BW/3,3,3/2,2/1 white")
    assert names(before, carried("1g7-2b2", before)) == [("1g7", "2b2")]


def test_a_push_carries_two_stones_and_the_mover_is_told_last():
    before = read_position(PUSH)
    move = next(move for move in before.legal_moves if len(carried(move, before)) == 2)
    (pushed, beyond), (source, target) = carried(move, before)
    assert target == pushed
    assert target in before.play(move).pieces.site
    assert beyond not in before.pieces.site
    assert source not in before.play(move).pieces.site


def test_plies_count_on_the_line_and_leave_out_what_was_set_up():
    session = Session()
    session.new("partition:size=3,rules=free R2,3,3/2,2/1 blue")
    for move in ("1c1", "2b2"):
        session.play(move)
    document, board = session.document, session.position.game.board
    came = plies(document.record, document.node, board)
    assert {board.names[k]: int(came[k]) for k in np.flatnonzero(came)} == {"1c1": 1, "2b2": 2}


# -- a move that is shown --------------------------------------------------------------------------


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
