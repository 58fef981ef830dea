"""Where the last move left its piece, and the ply each piece came at."""

import numpy as np

from model.reading import read_position
from model.registry import kinds
from viewer.picture.last_move import landing, plies
from viewer.session.session import Session

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"


def test_a_placed_ball_is_where_its_name_says():
    position = read_position(START).play("1c1")
    assert landing("1c1", position) == position.game.board.index("1c1")


def test_nothing_was_played_at_the_start_and_nothing_stands_where_a_ball_was_taken():
    position = read_position(START)
    assert landing("", position) is None
    assert landing("1c1", position) is None


def test_a_moved_piece_is_where_its_events_leave_it():
    before = kinds()["pyramid"].configure({}).start()
    move = next(move for move in before.legal_moves if move not in before.game.board)
    after = before.play(move)
    site = landing(move, after, before)
    assert site is None or site in after.pieces.site
    assert landing(move, after) is None, "without the position before nobody can tell"


def test_plies_count_on_the_line_and_leave_out_what_was_set_up():
    session = Session()
    session.new("partition:size=3,rules=free R2,3,3/2,2/1 blue")
    for move in ("1c1", "2b2"):
        session.play(move)
    document, board = session.document, session.position.game.board
    came = plies(document.record, document.node, board)
    assert {board.names[k]: int(came[k]) for k in np.flatnonzero(came)} == {"1c1": 1, "2b2": 2}
