"""What the scene shows for now, composed without a widget."""

from types import SimpleNamespace

import numpy as np
import pytest

from model.records.view import Mark
from viewer.scene_view.scene_view import ScenePicture, for_tool
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.tools.laid_over import TransientOverlays
from viewer.visuals.overlay_types import Sheet


@pytest.fixture
def session():
    session = Session()
    session.new("pyraos:rules=standard,removal=optional WW2,W3,4,2BB/3,3,3/2,2/1 white")
    return session


def compose(shown, session, hovered=None):
    (picture,) = shown.compose(session.document, Preferences(), hovered)
    return picture


def test_a_picture_holds_what_is_laid_over_the_position_for_now(session):
    laid = TransientOverlays(session)
    shown = ScenePicture(session, laid)
    bare = compose(shown, session)
    sheet = Sheet((0, 1, 2), np.array([[0, 1, 2]], np.int32), 0)
    laid.show_overlays(session.position, (sheet,))
    laid.show_marks((Mark("1a1"),))
    laid.show_pending((Mark("1c1", "dot"),))
    picture = compose(shown, session)
    assert sheet in picture.overlays
    assert len(picture.overlays) == len(bare.overlays) + 3
    laid.shown = ()
    laid.show_overlays(session.position, ())
    laid.show_pending(())
    assert compose(shown, session).overlays == bare.overlays


def test_a_step_is_previewed_while_it_is_pointed_at(session):
    session.step("1c3")
    shown, board = ScenePicture(session, TransientOverlays(session)), session.position.game.board
    own, empty = board.index("1a1"), board.index("1g1")
    picture = compose(shown, session, own)
    assert picture.hover == own
    assert picture.doomed == ()  # a sphere that is taken back goes to the reserve
    assert shown.shows_step(None)
    assert shown.shows_step(empty)


def test_a_move_that_takes_a_stone_off_the_board_shows_which():
    session = Session()
    session.new("pyramid")
    session.step("b1")
    shown, board = ScenePicture(session, TransientOverlays(session)), session.position.game.board
    corner = board.index("a1")
    compose(shown, session)
    assert not shown.shows_step(corner), "pointing there is worth another picture"
    picture = compose(shown, session, corner)
    assert picture.doomed == (corner,)
    assert shown.shows_step(corner)
    assert not shown.shows_step(None)


@pytest.mark.parametrize(
    ("all_points", "takes_away"), [(False, False), (True, False), (True, True)]
)
def test_a_tool_says_which_points_answer(session, all_points, takes_away):
    picture = compose(ScenePicture(session, TransientOverlays(session)), session)
    tool = SimpleNamespace(shows_all_points=all_points, takes_away=takes_away)
    answers = for_tool(picture, tool).legal
    if takes_away:
        assert not answers.any()
    elif all_points:
        assert answers is None
    else:
        assert answers is picture.legal
