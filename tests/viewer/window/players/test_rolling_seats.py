"""A round of Rolling Pyramids with computers at the table: one person and two of them."""

import pytest
import rolling_hands as hands

from model.play.seats import PERSONS, Computer

LONG = 240_000
"""Milliseconds within which computers have moved, however busy the machine is."""


@pytest.mark.soak
def test_a_round_of_one_person_and_two_computers(open_window, qtbot):
    window = open_window(1440, 920, level_maps_open=False, why_open=False)
    window.activateWindow()
    hands.begin(window, qtbot, "rolling-pyramids:players=3 23 chance")
    session, opponents = window.session, window.shell.playing.opponents
    opponents.seat(PERSONS.place("p2", Computer(1)).place("p3", Computer(1)))

    def waits_for_person():
        return session.position.to_move == "p1" and not opponents.is_thinking

    made = 0
    while session.position.state.round < 2:
        qtbot.waitUntil(waits_for_person, timeout=LONG)
        assert not window.pages.cover.isVisible()  # nobody at the screen may see less than p1
        assert session.document.viewpoint == "p1"
        hands.settle(window, qtbot)
        hands.make(window, min(session.position.legal_moves))
        made += 1
        qtbot.waitUntil(
            lambda: session.position.state.round == 2 or waits_for_person(), timeout=LONG
        )
    moves = [node.move for node in session.document.record.nodes.values()]
    assert sum(move.startswith("roll") for move in moves) >= 1
    assert made >= 3  # a seat, dice and a deployment
