"""Pieces on a pitch: where they sit, what is seen as theirs, which square a line of sight means."""

import numpy as np
import pytest

from model.positions.events import table_of
from model.positions.setup import read_position as read
from model.records.view import View
from viewer.picture.compose.composer import picture_of
from viewer.picture.compose.ground import ASIDE, seats
from viewer.picture.compose.transition import frame
from viewer.picture.picking.line_of_sight import candidates_on_squares
from viewer.picture.visibility.visible import owners, visible_in
from viewer.scene.props.labels import _texts

START = "pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM"
DOWN = (0.0, 0.0, -1.0)


def met(shown, origin, direction):
    return candidates_on_squares(
        visible_in(shown), shown.board, shown.pieces, shown.piece_kinds, None, origin, direction
    )


def test_every_row_and_file_of_the_pitch_has_its_label():
    assert set("abcdefg12345678") <= set(_texts(read(START).game.board))


def test_a_ball_rides_on_its_carrier_whose_square_stays_its_owners():
    shown = picture_of(read(START), View())
    carrier = shown.board.index("d4")
    rows = np.flatnonzero(shown.pieces.site == carrier)
    foot, ball = seats(shown.pieces, shown.piece_kinds)[rows]
    assert foot.tolist() == [0, 0, 0]
    assert ball[2] > 0.5
    assert owners(shown.board, shown.pieces)[carrier] == 0


def test_a_loose_ball_lies_beside_a_piece_that_stands_on_its_square():
    shown = picture_of(read(START.replace("AM", "d5 offence=A")), View())
    rows = np.flatnonzero(shown.pieces.site == shown.board.index("d5"))
    ball, piece = seats(shown.pieces, shown.piece_kinds)[rows]
    assert tuple(ball[:2]) == ASIDE
    assert piece.tolist() == [0, 0, 0]


@pytest.mark.parametrize("beside", [(0.0, 0.0), (0.45, -0.45), (-0.49, 0.2)])
def test_a_square_is_met_up_to_its_edges(beside):
    shown = picture_of(read(START), View())
    site = shown.board.index("e5")
    x, y, _ = shown.board.centres[site] + [*beside, 0.0]
    (found,) = met(shown, (x, y, 5.0), DOWN)
    assert (found.site, found.ball) == (site, False)


def test_the_tip_of_a_tall_piece_is_met_before_the_square_behind_it():
    shown = picture_of(read(START), View())
    large, behind = shown.board.index("b3"), shown.board.index("b4")
    tip = shown.board.centres[large] + [0.0, 0.0, 0.6]
    slanting = np.array([0.0, 1.0, -0.9])
    found = met(shown, tip - 4 * slanting, slanting)
    assert [one.site for one in found] == [large, behind]
    assert not found[0].rides


def test_the_ball_is_told_from_its_carrier():
    shown = picture_of(read(START), View())
    carrier = shown.board.index("d4")
    x, y, _ = shown.board.centres[carrier]
    assert met(shown, (x, y, 5.0), DOWN)[0].rides
    assert not met(shown, (x + 0.3, y, 5.0), DOWN)[0].rides


def test_a_ball_goes_with_its_carrier_on_its_top_and_flies_alone_when_passed():
    position = read(START).play(".../.E./.../pass3L")
    game, move = position.game, ".../.../..."
    shapes = [kind.shape for kind in game.piece_kinds]
    events = position.events(move)
    stages = sorted({event.stage for event in events})
    riding = thrown = 0
    for k in range(len(stages)):
        moving = frame(
            game.board, game.players, table_of(position), events, k + 0.5, shapes=shapes
        ).moving
        balls = [one for one in moving if one.kind == 3]
        carriers = [one for one in moving if one.kind != 3]
        if not balls:
            continue
        if carriers:
            riding += 1
            assert balls[0].centre[:2] == carriers[0].centre[:2]
            assert balls[0].centre[2] - carriers[0].centre[2] == pytest.approx(0.67)
        else:
            thrown += 1
            assert balls[0].centre[2] > 1.0
    assert (riding, thrown) == (1, 1)
