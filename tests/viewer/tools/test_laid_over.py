"""What others lay over the scene for now."""

import numpy as np

from model.records.view import Mark
from viewer.session.session import Session
from viewer.tools.laid_over import TransientOverlays


def test_groups_light_up_only_where_the_game_has_groups():
    session = Session()
    session.new("pyraos:rules=standard,removal=optional WW2,W3,4,2BB/3,3,3/2,2/1 white")
    laid = TransientOverlays(session)
    assert laid.group_of(session.position.game.board.index("1a1")) is None
    session.new("partition")
    for move in ("1a1", "1k11", "1c1"):
        session.play(move)
    board = session.position.game.board
    group = laid.group_of(board.index("1a1"))
    assert {board.names[site] for site in np.flatnonzero(group)} == {"1a1", "1c1"}
    assert laid.group_of(board.index("2b2")) is None
    assert laid.group_of(None) is None


def test_what_is_laid_over_is_told_once():
    session = Session()
    session.new("partition")
    laid, told = TransientOverlays(session), []
    laid.changed.connect(lambda: told.append("changed"))
    laid.marked.connect(lambda: told.append("marked"))
    marks = (Mark("1a1"),)
    laid.show_marks(marks)
    laid.show_marks(marks)
    assert told == ["changed", "marked"]
    assert laid.marks == marks
    laid.light_sites((0,))
    assert told[2:] == ["changed"]
    session.play("1a1")
    assert laid.overlays == ()
