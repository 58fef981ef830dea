"""A whole game of Rolling Pyramids for three, every choice made by the mouse."""

import pytest
import rolling_hands as hands


@pytest.mark.soak
def test_three_people_play_to_the_end_by_real_events(open_window, qtbot, tell):
    window = open_window(1440, 920, level_maps_open=False, why_open=False)
    window.activateWindow()
    hands.begin(window, qtbot, "rolling-pyramids:players=3,map=four 23 chance", "three of them")
    made = hands.play(window, qtbot, lambda position: False, seed=5)
    outcome = window.session.position.outcome
    assert outcome is not None
    assert {player for rank in outcome.ranks for player in rank} == {"p1", "p2", "p3"}
    assert len(made) > 150
    assert window.status.turn.text().split(" ")[0] in {"P1", "P2", "P3"}
    # The record says the same as what was played.
    replayed = window.session.document.record
    assert sum(bool(node.move) for node in replayed.nodes.values()) >= len(made)
    tell(f"{len(made)} moves by the mouse, won by {', '.join(outcome.winners)}")
