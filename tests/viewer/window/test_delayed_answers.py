"""Answers of the background that come late: each is used for its own position, or for none."""

import threading

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from windows import ready

from model.games.partition.verdicts import Verdicts, corner_states
from viewer.games.partition.explainer import CornerExplainer
from viewer.panels.games.partition.corners import Corners
from viewer.visuals.overlay_types import Pour

pytestmark = pytest.mark.check

SMALL = "partition:size=3,rules=free RB1,3,2R/2,2/1 blue"
LARGE = "partition:size=6,rules=free RRRRRR,6,2B3,6,6,5B/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 blue"
SAME_SIZE = "partition:size=3,rules=free R1B,3,B1R/2,2/1 red"


@pytest.fixture
def judged(monkeypatch):
    """Verdicts without the search for costs; what is asked behind a shut gate waits there."""
    gates, pairs = {}, []

    def analyze(self, position, report, stop):
        states = corner_states(position)
        report(Verdicts(position, states=states))
        gate = gates.get("all")
        if gate is not None:
            gate.wait(30)
        report(Verdicts(position, states=states, done=True))

    def spy(owner, name):
        real = getattr(owner, name)

        def checked(self, position, *rest, **how):
            pairs.extend((position, one) for one in rest if isinstance(one, Verdicts))
            return real(self, position, *rest, **how)

        monkeypatch.setattr(owner, name, checked)

    monkeypatch.setattr(CornerExplainer, "analyze", analyze)
    for name in ("headline", "interesting", "point_text", "overlays"):
        spy(CornerExplainer, name)
    spy(Corners, "show_analysis")
    yield gates
    assert pairs, "something was told"
    for position, known in pairs:
        assert known.position == position


@pytest.fixture
def window(qtbot, shared_window, judged):
    window = shared_window(900, 640)
    for name in ("why", "maps", "moves"):
        window.docks.open(name)
    window.session.new(LARGE)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=30000)
    settle(qtbot, window)
    return window


def settle(qtbot, window):
    """Wait until all is known of what is shown."""

    def known():
        found = window.shell.analysis.known(window.session.position)
        return found is not None and found.done

    qtbot.waitUntil(known, timeout=30000)
    QApplication.processEvents()


def show(window, words):
    window.session.set_view(replace(window.session.document.view, show=words))


def follows(window):
    """Check that every part shows the position of the active document and no other."""
    position = window.session.position
    board = position.game.board
    picture = window.scene_view.widget.picture
    assert picture.board is board
    assert picture.hovered_group is None or len(picture.hovered_group) == len(board)
    for overlay in picture.overlays:
        assert max(getattr(overlay, "sites", ()) or (0,)) < len(board)
        assert getattr(overlay, "position", position) == position
    maps = window.contents.maps
    assert maps.canvas.facts.board is board
    assert maps.canvas.facts.owner.tolist() == [int(cell) - 1 for cell in position.cells]
    assert {square.size for square in maps.canvas.arrangement.squares} == {position.game.size}
    assert all(site < len(board) for site in maps.canvas.facts.marks)
    table = window.contents.why.content.table.model()
    states = corner_states(position)
    shown = {
        (player, corner): bool(table.index(row, column).data())
        for column, player in enumerate(("red", "blue"))
        for row, corner in enumerate(("SW", "SE", "NW", "NE", "apex"))
    }
    assert set(shown) == set(states)


def test_back_to_a_board_of_another_size_that_is_judged_already(qtbot, window):
    """What was known was told before the scene had heard of the board it is about."""
    show(window, "corner=SW:red")
    window.session.new(SMALL)
    settle(qtbot, window)
    show(window, "corner=SW:red")
    for turn in range(4):
        board = window.session.position.game.board
        window.scene_view.laid.light_sites((0, len(board) - 1))
        window.contents.maps.turn_to(3)
        window.session.activate(turn % 2)
        follows(window)
        settle(qtbot, window)
        follows(window)
        assert window.scene_view.laid.overlays, "what the View shows is laid over its own position"


@pytest.mark.parametrize("then", [SMALL, SAME_SIZE])
def test_an_answer_under_way_when_the_document_changes(qtbot, window, judged, then):
    gate = judged["all"] = threading.Event()
    window.session.new(SMALL.replace(" blue", " red"))
    show(window, "corner=SW:red")
    QApplication.processEvents()
    del judged["all"]
    window.session.new(then)
    show(window, "corner=SE:blue")
    gate.set()
    settle(qtbot, window)
    follows(window)
    window.session.activate(1)
    settle(qtbot, window)
    follows(window)


def test_node_size_and_rules_change_while_an_answer_is_under_way(qtbot, window, judged):
    session, gates = window.session, []
    session.new(SMALL)
    for change in (
        lambda: session.play("2b2"),
        session.back,
        lambda: session.new("partition", {"size": "4", "rules": "stacking"}),
        lambda: session.activate(0),
        lambda: session.close(1),
        lambda: session.new(SAME_SIZE),
    ):
        gates.append(judged.get("all"))
        judged["all"] = threading.Event()
        change()  # while what was asked before waits
        show(window, "corner=SW:red")
        follows(window)
        if gates[-1] is not None:
            gates[-1].set()  # and now it comes, too late
        QApplication.processEvents()
        follows(window)
    judged["all"].set()
    settle(qtbot, window)
    follows(window)


def test_a_pour_goes_with_its_position(qtbot, window):
    """A pour went on behind a closed dock, and was laid over the board of the next document."""
    show(window, "corner=SW:red")
    why = window.contents.why
    ready(qtbot, window)

    def is_poured():
        return any(isinstance(one, Pour) for one in window.scene_view.laid.overlays)

    QTest.keyClick(window.scene_view.widget.surface, Qt.Key.Key_Space)
    assert window.display.pour is not None
    assert is_poured()
    window.docks.close("why")
    window.session.new(SMALL)
    assert window.display.pour is None
    assert not is_poured()
    why.content.flood.set_time(1.0)
    follows_scene = window.scene_view.widget.picture
    assert follows_scene.board is window.session.position.game.board
    assert all(not hasattr(one, "distances") for one in follows_scene.overlays)
    window.scene_view.widget.image()
    window.session.activate(0)
    assert window.display.pour is not None, "it is still there where it was poured"
    assert is_poured()
    window.session.play(next(iter(window.session.position.legal_moves)))
    assert window.display.pour is None
    assert not is_poured()


def test_a_hovered_point_of_another_board_is_not_weighed(qtbot, window):
    large = len(window.session.position.game.board)
    window.session.new(SMALL)
    settle(qtbot, window)
    window.shell.analysis.weigh(large - 1)
    QApplication.processEvents()
    assert window.shell.analysis.known(window.session.position).done


def test_a_panel_that_fails_keeps_no_other_from_following(qtbot, window, monkeypatch, caplog):
    broken = window.docks._panels["why"].widget

    def fails(change):
        raise StopIteration

    for name, panel in window.docks._panels.items():
        if panel.widget is broken:
            window.docks._panels[name] = type(panel)(broken, fails, panel.prefer, panel.close_down)
    title = window.windowTitle()
    window.session.new(SMALL)
    maps = window.contents.maps
    assert maps.canvas.facts.board is window.session.position.game.board
    assert window.windowTitle() != title
    assert window.scene_view.widget.picture.board is window.session.position.game.board
    assert "a listener failed" in caplog.text
    caplog.clear()


@pytest.mark.fresh_window
def test_a_part_of_the_window_that_fails_keeps_no_other_from_following(window, monkeypatch, caplog):
    monkeypatch.setattr(window.status, "show_position", lambda *_: [][0])
    window.session.new(SMALL)
    assert window.scene_view.widget.picture.board is window.session.position.game.board
    assert window.contents.maps.canvas.facts.board is window.session.position.game.board
    assert np.any(window.scene_view.widget.picture.pieces.site >= 0)
    assert "IndexError" in caplog.text
    caplog.clear()
