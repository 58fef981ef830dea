"""Where the last move left its piece, and the ply each piece came at."""

import numpy as np

from model.positions.setup import read_position
from model.registry import kinds
from viewer.picture.compose.transition import carried, landing, plies
from viewer.session.session import Session

PUSH = "pyramid BW1W1WW,BBW4,7,7,7,7,3BBBB white"
START = "partition:size=3,rules=free 3,3,3/2,2/1 red"


def test_a_placed_ball_is_where_its_name_says():
    position = read_position(START).play("1c1")
    assert landing("1c1", position, None) == position.game.board.index("1c1")


def test_nothing_was_played_at_the_start_and_nothing_stands_where_a_ball_was_taken():
    position = read_position(START)
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


def test_a_piece_from_the_reserve_came_from_nowhere_on_the_board():
    position = read_position(START)
    assert carried("1c1", position) == ()
    assert carried("", position) == carried("1c1", None) == ()


def test_a_lifted_sphere_went_from_where_it_lay_to_where_it_lies():
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
