"""Rolling Pyramids in the window, played with the mouse: dice, boards, borders, battles."""

import pytest
import rolling_hands as hands
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from model.contract.game import CHANCE


@pytest.fixture
def window(open_window):
    made = open_window(1440, 920, level_maps_open=False, why_open=False)
    made.activateWindow()
    return made


def rows(log):
    return [log.entries.item(k).text() for k in range(log.entries.count())]


def at_nine(position, rng):
    """Deployments that meet on space 9, the only thing that is chosen."""
    if position.state.phase == "seats":
        return {"p2": "S2-bastet", "p1": "S1-anubian"}[position.to_move]
    if position.state.phase != "deploy":
        return None
    parts = []
    for part in position.legal_moves._parts:
        wanted = {"8>9", "10>9", "9"}
        fits = [one for one in part if one.partition(":")[2] in wanted]
        near = [one for one in part if one.partition(":")[2] in ("S1>8", "S2>10", "8", "10")]
        parts.append((fits or near or list(part))[0])
    return ",".join(parts)


@pytest.mark.check
def test_two_rounds_of_two_with_a_battle_are_played_by_the_mouse(window, qtbot):
    hands.begin(window, qtbot, "rolling-pyramids 23 chance")
    hands.play(window, qtbot, lambda position: position.state.round == 3, choice=at_nine)
    position = window.session.position
    assert position.state.round == 3
    moves = [node.move for node in window.session.document.record.nodes.values()]
    assert sum(move.startswith("roll") for move in moves) >= 2
    log = window.docks.panel("battles")
    told = rows(log)
    assert log.heading.text() == "Round 2 of 10: 1 battle"
    assert told[0] == "Before the units go"
    fights = [text for text in told if text.startswith("Battle 1 on 9: ")]
    assert len(fights) == 1
    assert "attacks with" in fights[0]
    assert "strength" in fights[0]
    assert any(" against " in text and "9" in text for text in told)
    # An entry shows the map as it was then.
    log.entries.setFocus()
    QTest.keyClick(log.entries, Qt.Key.Key_Home)
    drawn = window.scene_view.widget.picture.pieces
    board = position.game.board
    assert board.index("9") not in drawn.site.tolist()
    QTest.keyClick(log.entries, Qt.Key.Key_End)
    # One key shows the flat map.
    surface = window.scene_view.widget.surface
    surface.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is surface)
    QTest.keyClick(surface, Qt.Key.Key_T)
    assert window.session.document.view.camera.elevation == 90.0
    QTest.keyClick(surface, Qt.Key.Key_T)
    assert window.session.document.view.camera.elevation != 90.0


@pytest.mark.check
def test_a_turn_of_the_solo_game(window, qtbot):
    hands.begin(window, qtbot, "rolling-pyramids:players=1 "
                + str(_solo_start()).split(" ", 1)[1])  # fmt: skip
    hands.play(window, qtbot, lambda position: position.state.round == 2)
    position = window.session.position
    assert position.state.round == 2
    assert position.game.players == ("p1", "pharaoh")
    board = window.docks.panel("boards")
    assert list(board.tabs) == ["p1"]
    assert window.status.turn.text() == "P1 to move"
    assert "turn 2 of 15" in window.status.moves.text()


def _solo_start():
    from model.registry import kinds

    return kinds()["rolling-pyramids"].configure({"players": "1"}).start()


@pytest.mark.check
def test_what_is_closed_says_why_and_phases_lead(window, qtbot):
    hands.begin(window, qtbot, "rolling-pyramids 23 chance")
    hands.play(window, qtbot, lambda position: position.state.phase == "draft")
    mover = window.session.position.to_move.capitalize()
    assert window.notices.strip.text.startswith(f"{mover}: choose one of 8 dice")
    assert window.session.position.to_move != CHANCE
    hands.click_cell(window, "hero1")  # no die is in hand
    assert window.session.state.partial == ()
    assert window.notices.strip.text
    hands.play(window, qtbot, lambda position: position.state.phase == "deploy")
    hands.click_cell(window, "foot1")
    assert window.session.state.partial == ("foot1",)
    hands.click_site(window, "1")  # the middle is out of reach
    assert not any(token.startswith("foot1=") for token in window.session.state.partial)
    # A click on a space stands for the border that leads there.
    if window.session.state.partial != ("foot1",):
        hands.click_cell(window, "foot1")
    edges = [token for token in window.session.position.legal_moves._parts[-1] if ">" in token]
    target = edges[0].partition(">")[2]
    hands.click_site(window, target)
    assert any(f">{target}" in token for token in window.session.state.partial)


def test_a_die_over_the_scene_is_chosen_by_a_click(window, qtbot):
    hands.begin(window, qtbot, "rolling-pyramids 23 chance")
    hands.play(window, qtbot, lambda position: position.state.phase == "draft")
    game, tray = window.session.position.game, window.scene_view.floating.dice
    qtbot.waitUntil(lambda: tray.isVisible() and not tray.is_rolling)
    assert tray.geometry().bottom() < min(
        hands.place_of(window, name).y() for name in game.board.names
    ), "the board keeps clear of the dice"
    for number in (2, 5):
        place = tray.mapTo(window, tray.die(number).center())
        QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=place)
        assert window.session.state.partial == (game.rules.dice_names[number],)
