"""Proved values, in the window: on ghosts and spheres, on maps, in words, in the Moves dock."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from searched_table import SearchedTable, install

from model.contract.tables import TableError
from model.positions.setup import read_position
from model.search.tablebase_adapters import ranked
from viewer.panels.maps.accessibility import name_of
from viewer.visuals.overlay_types import Values
from viewer.window import application

K = Qt.Key
ROOT = "pyraos:rules=children WWBW,WBWB,BBWB,BWBW/1BW,BWB,WWB/2,1B/1 white"
TAKING = "pyraos:rules=standard WBWW,WBWB,BBWW,1BWW/WBB,WBB,1WB/1W,2/1 black"


@pytest.fixture(scope="module")
def table() -> SearchedTable:
    return SearchedTable([read_position(ROOT)])


@pytest.fixture
def window(begun, table, tmp_path, monkeypatch):
    install(monkeypatch, tmp_path, read_position(ROOT).game, table)
    return begun(ROOT)


def shown(window) -> Values | None:
    return next((one for one in window.scene_view.laid.overlays if isinstance(one, Values)), None)


def press(window, key):
    QTest.keyClick(QApplication.focusWidget() or window, key)


@pytest.mark.check
def test_with_a_table_every_place_says_what_it_is_worth(window, qtbot, table):
    qtbot.waitUntil(lambda: shown(window) is not None)
    values, position = shown(window), window.session.position
    board = position.game.board
    # Children's game: a move is a place, or a sphere and where it goes.
    first = {move.partition("-")[0] for move in position.legal_moves}
    assert {board.names[site] for site in values.sites} == first
    for site, value, moves in zip(values.sites, values.values, values.moves, strict=True):
        through = {
            move: entry
            for move, entry in table.probe_moves(position).items()
            if move.partition("-")[0] == board.names[site]
        }
        best = ranked(through)[0][1]
        assert value == best.value
        assert moves == (best.distance + (best.value == "win")) // 2
    assert any(values.best) == (len(set(zip(values.values, values.moves, strict=True))) > 1)
    assert "White wins in" in window.status.turn.text()
    assert "White wins in" in window.contents.why.certain.text.text()
    assert window.contents.why.certain.title.text() == "From the table"
    facts = window.contents.maps.canvas.facts
    assert "wins in" in name_of(facts, values.sites[0])
    said = window.shell.analysis.point_text(position, values.sites[0])
    assert ("wins in" if values.values[0] == "win" else "loses in") in said


def test_h_hides_values_and_s_takes_them_away_until_they_are_asked_for(window, qtbot):
    qtbot.waitUntil(lambda: shown(window) is not None)
    press(window, K.Key_H)
    qtbot.waitUntil(lambda: shown(window) is None)
    assert "wins" not in window.status.turn.text()
    assert not window.contents.why.certain.isVisible()
    assert "wins" not in window.shell.analysis.point_text(window.session.position, 0)
    press(window, K.Key_H)
    qtbot.waitUntil(lambda: shown(window) is not None)
    # S takes them away, and they stay away.
    press(window, K.Key_S)
    qtbot.waitUntil(lambda: shown(window) is None)
    assert not window.chosen.now.values
    press(window, K.Key_S)
    qtbot.waitUntil(lambda: shown(window) is not None)
    assert window.session.document.view.show == "values"
    # Against an engine nothing is shown unasked.
    window.session.new(ROOT)
    qtbot.waitUntil(lambda: shown(window) is not None)
    press(window, K.Key_F8)
    qtbot.waitUntil(lambda: shown(window) is None)


def test_moves_that_throw_the_game_away_are_marked(window, qtbot, table):
    window.docks.toggle("moves")
    moves = table.probe_moves(window.session.position)
    window.session.play(next(move for move, entry in moves.items() if entry.value == "loss"))
    node, model = window.session.document.node, window.contents.moves.model
    qtbot.waitUntil(lambda: "??" in str(model.index_of(node).data()))
    tip = model.index_of(node).data(Qt.ItemDataRole.ToolTipRole)
    assert "threw away a proved win" in tip
    window.perform("explain.hide")
    assert "??" not in str(model.index_of(node).data())


@pytest.mark.check
def test_without_a_table_a_key_has_them_proved(begun, qtbot):
    window = begun(TAKING)
    assert shown(window) is None
    press(window, K.Key_S)
    qtbot.waitUntil(lambda: shown(window) is not None, timeout=60000)
    qtbot.waitUntil(lambda: not window.shell.values.is_working, timeout=60000)
    assert window.contents.why.certain.title.text() == "Proved"
    position = window.session.position
    known = window.shell.values.known
    assert known.worth is not None
    # A square may be completed: then the spheres that may be taken back say what that is worth.
    square = next(move for move in position.legal_moves if "x" in move)
    window.session.step(square.partition("x")[0])
    values = shown(window)
    assert values is not None
    board = position.game.board
    names = {board.names[site] for site in values.sites}
    assert names == set(position.steps((square.partition("x")[0],)).choices)


class Torn(SearchedTable):
    """Damaged inside: found out only when it is asked."""

    def _solve(self, left):
        return {}

    def probe_moves(self, position):
        raise TableError("torn.table is damaged in block 1: remove it and build it again")


@pytest.mark.check
def test_a_table_that_is_damaged_inside_is_told_once(
    shared_window, qtbot, tmp_path, monkeypatch, caplog
):
    root = read_position(TAKING)
    install(monkeypatch, tmp_path, root.game, Torn([root]))
    window = shared_window()
    undo = application.catch_errors(window.notices.complain)
    try:
        window.session.new(TAKING)
        said = window.notices.strip
        qtbot.waitUntil(lambda: "torn.table is damaged in block 1" in said.text, timeout=30000)
    finally:
        undo()
    assert [row.name for row in caplog.records if row.levelname != "INFO"] == [
        "model.tablebase.library"
    ]
    caplog.clear()
