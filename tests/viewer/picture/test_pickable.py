"""Which empty points answer to the mouse: those to play on, and those that a pour has coloured."""

from dataclasses import replace

import numpy as np

from model.positions.setup import read_position
from model.records.view import View
from viewer.games.registry import pour_of
from viewer.picture.compose.composer import picture_of
from viewer.picture.visibility.visible import pickable

WON = (
    "partition:size=5,rules=free BBRBB,1R1R1,R3R,3R1,BBRBB/BRRB,R2R,3R,B1RB/R1R,1B1,2R/2,B1/B blue"
)
"""Red has won: nothing may be played any more."""


def test_points_that_a_pour_has_reached_answer_when_the_game_is_over():
    position = read_position(WON)
    assert position.outcome is not None
    board = position.game.board
    picture = replace(picture_of(position, View()), legal=np.zeros(len(board), bool))
    assert not pickable(picture).any()
    pour, names = pour_of(position, "NW:red"), board.names
    for time, reached in ((0.0, set()), (1.0, {"1a9"}), (2.0, {"1a9", "1c9", "1a7", "2b8"})):
        poured = replace(picture, overlays=(replace(pour, time=time),))
        assert {names[site] for site in np.flatnonzero(pickable(poured))} == reached
