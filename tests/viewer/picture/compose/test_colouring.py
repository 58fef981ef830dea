"""Colours by group, level and move: what has which, readable by everybody, told by a legend."""

import numpy as np
import pytest
from studio import balls, filled

from model.boards.lattice import pyramid
from model.positions.setup import read_position
from viewer.picture.compose.colouring import ALONE, GROUPS, RAMPS, colours_by, legend

BOARD = pyramid(4)
PIECES = balls(BOARD, red=("1a1", "1c1", "2b2", "1g7"), blue=("1a7", "1c7", "2d4"))
PLAYERS = ("red", "blue")
SEEN_BY = {
    "everybody": np.eye(3),
    # Machado, Oliveira and Fernandes 2009, severity 1.
    "deuteranopia": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                              [-0.011820, 0.042940, 0.968881]]),
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                            [-0.003882, -0.048116, 1.051998]]),
    "tritanopia": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                            [0.004733, 0.691367, 0.303900]]),
}  # fmt: skip


def lab(colours, eyes):
    """CIE Lab of (n, 3) sRGB colours as those eyes see them."""
    colours = np.asarray(colours)
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    linear = np.clip(linear @ SEEN_BY[eyes].T, 0, 1)
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = linear @ to_xyz.T / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], 1)


def apart(some, others):
    return np.linalg.norm(some[:, None] - others[None], axis=-1)


@pytest.mark.parametrize("eyes", SEEN_BY)
def test_players_and_groups_are_told_apart_whatever_colours_one_sees(eyes):
    warm, cool = (lab(RAMPS[k], eyes) for k in (0, 1))
    assert apart(warm, cool).min() > 30
    for ramp in (warm, cool):
        assert (np.diff(ramp[:, 0]) < -6).all()  # the later, the darker
    sets = [lab((*GROUPS[k], ALONE[k]), eyes) for k in (0, 1)]
    assert apart(*sets).min() > 15
    for own in sets:
        assert (apart(own, own) + 99 * np.eye(len(own))).min() > 10


def of(colours, *names):
    return {tuple(np.round(colours[BOARD.index(name)].astype(float), 4)) for name in names}


def test_linked_balls_share_a_colour_and_others_do_not():
    colours = colours_by("group", BOARD, PIECES, None)
    assert len(of(colours, "1a1", "1c1", "2b2")) == 1
    assert np.allclose(colours[BOARD.index("1g7")], ALONE[0])
    assert len(of(colours, "1a7", "1c7", "2d4", "1a1")) == 3  # 2d4 touches neither
    shown = legend("group", BOARD, PIECES, PLAYERS, None)
    assert [(row.player, row.first, row.last) for row in shown.rows] == [
        ("Red", "1 group", "1 single"),
        ("Blue", "1 group", "1 single"),
    ]


def test_groups_of_a_large_board_are_those_that_are_linked():
    board = pyramid(9)
    pieces = filled(board, 0.6)
    colours = colours_by("group", board, pieces, None)
    owner = np.full(len(board), -1)
    owner[pieces.site] = pieces.owner
    for site in pieces.site.tolist():
        for other in board.neighbours(site).tolist():
            if owner[other] == owner[site]:
                assert (colours[site] == colours[other]).all()


def test_levels_and_moves_run_along_the_ramp_of_their_player():
    by_level = colours_by("level", BOARD, PIECES, None)
    assert np.allclose(by_level[BOARD.index("1a1")], RAMPS[0][0])
    assert np.allclose(by_level[BOARD.index("1a7")], RAMPS[1][0])
    assert by_level[BOARD.index("2b2")].sum() < by_level[BOARD.index("1a1")].sum()
    plies = np.zeros(len(BOARD), np.int32)
    plies[[BOARD.index(name) for name in ("1a1", "1a7", "1c1")]] = (1, 2, 9)
    by_move = colours_by("move", BOARD, PIECES, plies)
    assert np.allclose(by_move[BOARD.index("1a1")], RAMPS[0][0])
    assert np.allclose(by_move[BOARD.index("1c1")], RAMPS[0][-1])
    assert np.allclose(by_move[BOARD.index("2b2")], ALONE[0])  # set up, not played
    shown = legend("move", BOARD, PIECES, PLAYERS, plies)
    rows = [(row.player, row.first, row.last, row.smooth) for row in shown.rows]
    ramps = [(player.capitalize(), "move 1", "9", True) for player in PLAYERS]
    assert rows[:2] == ramps
    # What was set up is in no ramp, and has its own row beside them.
    put = sorted(set(PIECES.owner[plies[PIECES.site] <= 0].tolist()))
    assert rows[2:] == [(PLAYERS[k].capitalize(), "before move 1", "", False) for k in put]
    played = np.maximum(plies, 1)
    assert len(legend("move", BOARD, PIECES, PLAYERS, played).rows) == 2
    start = legend("move", BOARD, PIECES, PLAYERS, np.zeros_like(plies))
    assert [(row.first, row.last, row.smooth) for row in start.rows] == [
        ("before move 1", "", False)
    ] * 2
    assert legend("level", BOARD, PIECES, PLAYERS, None).rows[0].last == "4"


def test_where_nothing_says_so_players_keep_their_colours():
    assert colours_by("player", BOARD, PIECES, None) is None
    assert colours_by("move", BOARD, PIECES, None) is None
    assert legend("player", BOARD, PIECES, PLAYERS, None) is None


@pytest.mark.parametrize(
    "text",
    [
        "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white",
        "pyraos:rules=standard W3,4,1B2,4/3,3,3/2,2/1 white",
    ],
)
def test_other_games_are_coloured_too(text):
    position = read_position(text)
    board, pieces = position.game.board, position.pieces
    for by in ("group", "level"):
        colours = colours_by(by, board, pieces, None)
        assert colours.shape == (len(board), 3)
        assert legend(by, board, pieces, position.game.players, None).rows
