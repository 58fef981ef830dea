"""Threats of both sides are ringed in the scene: found in the background, hidden with verdicts."""

import pytest
from learner import Learner
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from viewer.panels.maps.accessibility import name_of
from viewer.session.files import resources
from viewer.visuals.overlay_types import Threats

pytestmark = pytest.mark.check

K = Qt.Key
RED_TWO = "partition:size=4,rules=free RR2,4,4,BB2/3,3,3/2,2/1 red"


@pytest.fixture
def learner(shared_window, qtbot, drive):
    window = shared_window()
    window.session.new(RED_TWO)
    return Learner(window, qtbot, drive)


def marked(learner):
    """{side: names of the points that are ringed for it} in the picture of the scene."""
    position, shown = learner.position, {}
    for overlay in learner.window.scene_view.widget.picture.overlays:
        if isinstance(overlay, Threats):
            side = position.game.players[overlay.owner]
            shown[side] = {position.game.board.names[site] for site in overlay.sites}
    return shown


def mapped(learner):
    """{side: names of the points that are ringed for it} in the level maps."""
    facts, shown = learner.window.contents.maps.canvas.facts, {}
    for site, name in enumerate(facts.board.names):
        for owner in facts.threatens(site):
            shown.setdefault(facts.players[owner], set()).add(name)
    return shown


def settle(learner):
    analyzer = learner.window.shell.analysis

    def done():
        known = analyzer.known(learner.position)
        return known is not None and known.done

    learner.qtbot.waitUntil(done, timeout=240000)  # kernels may be compiled


def place(learner, name):
    learner.point_at(name)
    QTest.keyClick(learner.surface, K.Key_Return)
    settle(learner)


def test_both_sides_threats_come_with_the_moves_that_make_them(learner):
    settle(learner)
    assert marked(learner) == {}
    place(learner, "1e1")
    assert marked(learner) == {"red": {"1g1", "2f2"}}
    place(learner, "1e7")
    assert marked(learner) == {"red": {"1g1", "2f2"}, "blue": {"1g7", "2f6"}}
    assert mapped(learner) == marked(learner)
    facts = learner.window.contents.maps.canvas.facts
    told = name_of(facts, facts.board.index("1g7"))
    assert told.startswith("1g7, level 1, empty, legal, blue threat: 3 neighbours, 1 blue (1e7);")
    place(learner, "1g1")
    assert marked(learner) == {"blue": {"1g7", "2f6"}}
    QTest.keyClick(learner.surface, K.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(learner)
    assert marked(learner) == {"red": {"1g1", "2f2"}, "blue": {"1g7", "2f6"}}


def test_they_are_hidden_by_h_and_by_a_preference_and_other_games_have_none_to_switch(learner):
    place(learner, "1e1")
    QTest.keyClick(learner.surface, K.Key_H)
    assert marked(learner) == mapped(learner) == {}
    learner.window.command_actions.refresh()
    assert not learner.window.command_actions["view.threats"].isEnabled()
    QTest.keyClick(learner.surface, K.Key_H)
    assert marked(learner) == {"red": {"1g1", "2f2"}}
    # A command of View switches them, as a preference.
    switch = learner.window.command_actions["view.threats"]
    learner.window.command_actions.refresh()
    assert switch.isChecked()
    switch.trigger()
    assert marked(learner) == {}
    learner.window.command_actions.refresh()
    assert not switch.isChecked()
    assert not learner.window.chosen.own.threats
    switch.trigger()
    assert marked(learner) == {"red": {"1g1", "2f2"}}
    # Other games have none to switch.
    learner.window.session.new("pyramid")
    learner.window.command_actions.refresh()
    assert not learner.window.command_actions["view.threats"].isEnabled()
    assert marked(learner) == {}
    # H hides also those that need no search.
    learner.window.session.new("poly-y:corners=3,size=4 R/R1/R2/1BB1 blue")
    settle(learner)
    assert marked(learner) == {"red": {"d1"}}
    QTest.keyClick(learner.surface, K.Key_H)
    assert marked(learner) == {}
    QTest.keyClick(learner.surface, K.Key_H)
    assert marked(learner) == {"red": {"d1"}}


def test_a_puzzle_does_not_ring_its_answer(learner):
    session = learner.window.session
    session.open(resources.puzzles_of("poly-y"), item=0)
    settle(learner)
    assert marked(learner) == {"red": {"d4"}}
    learner.window.shell.learning.player.begin_puzzle()
    learner.qtbot.waitUntil(lambda: marked(learner) == {})


def test_whoever_writes_a_lesson_sees_what_its_pupils_will(learner):
    place(learner, "1e1")
    assert marked(learner) == {"red": {"1g1", "2f2"}}
    learner.window.perform("teach.make-lesson")
    learner.qtbot.waitUntil(lambda: marked(learner) == mapped(learner) == {})
    QTest.keyClick(learner.window, K.Key_Z, Qt.KeyboardModifier.ControlModifier)
    learner.qtbot.waitUntil(lambda: marked(learner) == {"red": {"1g1", "2f2"}})
