"""A puzzle of Pyramid Ball in the window: a try is refuted by a whole turn, and the answer wins."""

from __future__ import annotations

from viewer.session import resources

STILL = ".../.../.../pass2S"
ASIDE = ".../E../.../pass2S"


def test_a_program_is_refuted_or_wins_as_a_whole_turn(open_window, qtbot):
    window = open_window()
    session, player = window.session, window.shell.learning.puzzle_player
    session.open(resources.puzzles_of("pyramid-ball"), item=1)
    player.begin()
    assert session.viewpoint == "A"

    def moves():
        return [
            session.document.record.nodes[k].move for k in sorted(session.document.record.nodes)
        ]

    session.play(STILL)
    qtbot.waitUntil(
        lambda: player.run.stands_wrong and session.position.outcome is not None, timeout=120_000
    )
    assert session.position.outcome.winner == "B"
    assert moves()[1] == STILL
    assert not window.shell.is_covered
    player.again()
    session.play(ASIDE)
    qtbot.waitUntil(lambda: player.is_solved, timeout=120_000)
    assert session.position.outcome.winner == "A"
    qtbot.waitUntil(lambda: "receives the ball on g8" in player.run.why, timeout=60_000)
    player.show_solution()
    qtbot.waitUntil(lambda: not player.playback.is_running, timeout=60_000)
    assert session.position.outcome.winner == "A"
    player.end()
    assert session.viewpoint is None
    assert session.position.outcome is None
