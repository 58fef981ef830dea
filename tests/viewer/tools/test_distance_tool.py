"""The tool that measures, by real clicks and keys in a real window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from model.records.record import ROOT

pytestmark = pytest.mark.check

FOUR = "partition:size=4,rules=free RRBB,4,4,4/3,3,3/2,2/1 red"


@pytest.fixture
def window(begun):
    return begun(FOUR, why_open=False)


def test_two_clicks_measure_and_a_third_begins_anew(window, hand):
    hand.key(Qt.Key.Key_D)
    tool = window.shell.toolbox.distance
    assert tool.is_on
    hand.click("1a1")
    hand.click("2d2")
    board = window.session.position.game.board
    assert [board.names[site] for site in tool.ends] == ["1a1", "2d2"]
    links = [mark for mark in window.scene_view.laid.marks if mark.sign == "link"]
    assert (links[0].site, links[-1].to) == ("1a1", "2d2")
    assert len(links) == 2
    hand.click("3c3")
    assert [board.names[site] for site in tool.ends] == ["3c3"]
    assert window.session.document.node == ROOT  # nothing was played
    hand.key(Qt.Key.Key_Escape)
    assert tool.ends == ()
    assert tool.is_on
    hand.key(Qt.Key.Key_Escape)
    assert not tool.is_on
    assert not window.scene_view.laid.marks


def test_another_board_drops_what_was_measured(window, hand):
    window.perform("explain.measure")
    hand.click("1a1")
    window.session.new("partition:size=3 3,3,3/2,2/1 red")
    assert window.shell.toolbox.distance.ends == ()
    assert not window.scene_view.laid.marks


def test_the_picture_goes_to_the_clipboard(window):
    QGuiApplication.clipboard().clear()
    window.perform("file.copy-picture")
    picture = QGuiApplication.clipboard().image()
    assert picture.size() == window.scene_view.widget.image().size()
    assert not picture.isNull()
