"""Moves on their way: where pieces are between two positions, and that both ends are right."""

from dataclasses import replace

import numpy as np
import pytest

from model.positions.events import same, table_of
from model.positions.setup import read_position
from model.records.view import View
from viewer.picture.compose import reserve_trays
from viewer.picture.compose.composer import depict
from viewer.picture.compose.ground import bounds
from viewer.picture.compose.transition import at, frame, stages

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
