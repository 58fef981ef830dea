"""Another document comes: nothing that lay over the last one is drawn over it."""

import pytest
from msgspec.structs import replace
from PySide6.QtTest import QTest

pytestmark = pytest.mark.check

SMALL = "partition:size=3,rules=free R2,3,3/2,2/1 blue"
LARGE = "partition:size=8,rules=free 8,8,8,8,8,8,8,8/7,7,7,7,7,7,7/6,6,6,6,6,6/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red"  # fmt: skip # noqa: E501


def test_whoever_has_the_scene_drawn_first_draws_no_group_of_the_document_before(shared_window):
    window = shared_window()
    window.session.new(SMALL)
    QTest.qWait(50)
    board = window.session.position.game.board
    window.scene_view.laid.light_group_of(board.index("1a1"))
    assert window.scene_view.widget.picture.hovered_group is not None
    window.session.close()
    drawn = []

    def draw(*_):
        window.scene_view.show_document()
        window.scene_view.widget.image()
        drawn.append(window.scene_view.widget.picture.hovered_group is None)

    # The page turns before anything else: the docks that come with it lay something over the scene.
    window.pages.turned.connect(draw)
    window.session.new(LARGE)
    assert drawn == [True]


def test_a_view_of_the_document_before_that_comes_late_changes_nothing(shared_window, caplog):
    window = shared_window()
    window.session.new(LARGE)
    lens = replace(window.session.document.view, lens="5d5")
    window.session.new(SMALL)
    before = window.session.document.view
    window.scene_view.input.view_changed.emit(lens, "drag-1")
    assert window.session.document.view is before
    assert not caplog.records
