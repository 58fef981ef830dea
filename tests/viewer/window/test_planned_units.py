"""A deployment that is being made is seen on the board and on the map, and says what it can."""

import pytest
import rolling_hands as hands

from model.contract.game import CHANCE
from viewer.games.registry import game_view_of
from viewer.visuals.overlay_types import Arrow

pytestmark = pytest.mark.check

START = (
    "rolling-pyramids 23 p1 phase=deploy first=p1 seats=S3.rashar+S2.anubian"
    " p1=..../....2......./.3./../..4/......./......../........./0.0.0/0"
    " p2=..../...7.1....../2../../.4./......./......../........./0.0.0/0"
)


@pytest.fixture
def window(open_window):
    return open_window(1366, 768, level_maps_open=False)


def test_planned_units_are_arrows_and_their_cells_keep_their_numbers(window, qtbot):
    session, scene = window.session, window.scene_view
    session.new(START)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    panel = window.docks.panel("boards")
    board = session.position.game.board
    # What is pointed at before a unit is in hand says what to do.
    scene.line.tell(board.index("13"))
    assert scene.floating.line.text == "13: choose one of your units first, then where it goes"
    cell = panel.own.button("foot1")
    assert cell.shown.cell.value == "1 soldier"
    assert cell.width() > cell.fontMetrics().horizontalAdvance("1 soldier")
    for unit, target in (("foot1", "S3>13"), ("foot2", "S3>14")):
        hands.click_cell(window, unit)
        hands.choose(window, target)
    for unit, target in (("foot1", "S3>13"), ("foot2", "S3>14")):
        cell = panel.own.button(unit)
        assert cell.shown.cell.value == "1 soldier"
        behind = panel.own.buttons[panel.own.buttons.index(cell) + 1]
        assert behind.shown.cell.value == f"→ {target}"
        metrics = behind.fontMetrics()
        assert behind.width() > metrics.horizontalAdvance(behind.shown.cell.value)
    # Once each has its place, a space that is pointed at no longer asks for a first unit.
    scene.line.tell(board.index("12"))
    assert scene.floating.line.text == (
        "12: every unit knows where to go: choose Ready, or a unit to change"
    )
    arrows = [one for one in scene.widget.picture.overlays if isinstance(one, Arrow)]
    names = [(board.names[one.start], board.names[one.end], one.text) for one in arrows]
    assert names == [("S3", "13", "1"), ("S3", "14", "1")]
    # Of people that are chosen by a button, a tip says what they can.
    session.new("rolling-pyramids 23 p2 phase=seats first=p1")
    while session.position.to_move == CHANCE:
        session.roll()
    hands.click_site(window, "S1")
    button = scene.floating.step_buttons.buttons["anubian"]
    assert button.toolTip() == game_view_of(session.position).token_tips["anubian"]


def test_a_flat_board_is_not_filled_by_levels_and_brushes_stand_in_rows(window, qtbot):
    window.session.new("pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM")
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    window.docks.open("setup")
    panel = window.docks.panel("setup")
    fills = [panel.family.itemText(k) for k in range(panel.family.count())]
    assert "Level" not in fills
    assert "Rank" in fills
    rows = {panel.brush.button(value).y() for value in panel.brush._values}
    assert len(rows) > 1
    assert panel.minimumSizeHint().width() < 500
