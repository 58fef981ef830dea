"""Borders that carry things: sites that answer where something may be put on them."""

from dataclasses import replace

import numpy as np
import pytest

from model.contract.game import site_mask
from model.positions.setup import read_position
from model.records.view import View
from viewer.games.registry import pour_of
from viewer.picture.compose.composer import picture_of
from viewer.picture.palette import STANDARD
from viewer.picture.picking.click_meaning import border_to
from viewer.picture.picking.lattice_cursor import at, step
from viewer.picture.visibility.visible import pickable, visible_in
from viewer.scene.props.ground_shapes import tiles


@pytest.fixture
def shown(cairns):
    position = read_position("cairns:radius=1,fences=2 2,1A1,2 amber cap=3")
    return position.game.board, picture_of(position, View())


def names(board, mask):
    return {board.names[site] for site in np.flatnonzero(mask)}


def test_borders_answer_only_where_something_may_be_put(shown):
    board, picture = shown
    legal = site_mask(board, [board.index(name) for name in ("b1", "b2>c2")])
    fields = set(board.names[: board.fields])
    assert len(fields) == 7
    assert names(board, pickable(replace(picture, legal=legal))) == {*fields, "b2>c2"}


def test_where_only_borders_may_come_they_answer_alone(shown):
    board, picture = shown
    legal = site_mask(board, [board.index(name) for name in ("b2>c2", "b2>a2")])
    assert names(board, pickable(replace(picture, choices=legal))) == {"b2>c2", "b2>a2"}
    nothing = np.zeros(len(board), bool)
    assert names(board, pickable(replace(picture, legal=nothing))) == set(
        board.names[: board.fields]
    )


def test_on_a_map_the_spaces_that_borders_lead_to_answer_with_them(shown):
    board, picture = shown
    named = replace(board, ground="hexes")
    legal = site_mask(named, [named.index(name) for name in ("b2>c2", "a2>b2")])
    on_map = replace(picture, board=named, choices=legal)
    assert names(named, pickable(on_map)) == {"b2>c2", "a2>b2", "c2", "b2"}
    assert border_to(named, named.index("c2"), legal) == named.index("b2>c2")
    assert border_to(named, named.index("a2"), legal) is None


def test_arrows_lead_from_a_border_to_the_fields_beside_its_own(shown):
    board, _ = shown
    moved = step(board, at(board, board.index("b2>a2")), "east")
    assert board.names[moved.cursor.site] == "c2"


def test_tiles_lie_under_fields_alone(shown):
    board, picture = shown
    assert len(tiles(board, View().peel, visible_in(picture), STANDARD)) == board.fields


# -- points that a pour has reached ----------------------------------------------------------------

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
