"""A puzzle of Pyramid Ball in the window: a try is refuted by a whole turn, and the answer wins."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from model.contract.game import ONLOOKER
from viewer.scene_view.floating.step_buttons import CLEAR, PLAY
from viewer.session.files import resources
from viewer.visuals.overlay_types import Arrow

pytestmark = pytest.mark.check

STILL = ".../.../.../pass2S"
ASIDE = ".../E../.../pass2S"


def test_a_program_is_refuted_or_wins_as_a_whole_turn(open_window, qtbot):
    window = open_window()
    session, player = window.session, window.shell.learning.player
    session.open(resources.puzzles_of("pyramid-ball"), item=1)
    player.begin_puzzle()
    assert session.document.viewpoint == "A"

    def moves():
        return [
            session.document.record.nodes[k].move for k in sorted(session.document.record.nodes)
        ]

    buttons = window.scene_view.floating.step_buttons
    assert set(buttons.buttons) == {PLAY}
    session.play(STILL)
    assert buttons.isHidden()  # nothing more is to be chosen while it is judged, or after
    qtbot.waitUntil(
        lambda: player.exercise.stands_wrong and session.position.outcome is not None,
        timeout=120_000,
    )
    assert session.position.outcome.winner == "B"
    assert moves()[1] == STILL
    assert not window.shell.playing.hand_over.is_covered
    assert buttons.isHidden()
    player.send("again")
    assert set(buttons.buttons) == {PLAY}
    assert not buttons.isHidden()
    session.play(ASIDE)
    qtbot.waitUntil(lambda: player.exercise.is_solved, timeout=120_000)
    assert session.position.outcome.winner == "A"
    qtbot.waitUntil(lambda: "receives the ball on g8" in player.exercise.why, timeout=60_000)
    player.send("solution")
    qtbot.waitUntil(lambda: not player.playback.is_running, timeout=60_000)
    assert session.position.outcome.winner == "A"
    player.end()
    assert session.document.viewpoint == ONLOOKER
    assert session.position.outcome is None


def test_a_program_that_is_known_is_drawn_in_dashes_and_stays(open_window, qtbot, drive):
    window = open_window(1000, 760, level_maps_open=False)
    session, view = window.session, window.scene_view
    session.open(resources.puzzles_of("pyramid-ball"), item=0)
    window.shell.learning.player.begin_puzzle()
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    mouse = drive(view.widget)
    page = window.docks.panel("learn").puzzle
    assert "The arrows show what B has chosen. A to move:" in page.asked.toPlainText()

    def arrows(*, guessed):
        names = session.position.game.board.names
        return {
            (names[one.start], names[one.end], one.text)
            for one in view.widget.picture.overlays
            if isinstance(one, Arrow) and one.guessed is guessed
        }

    known = arrows(guessed=True)
    assert ("f6", "f5", "2") in known
    assert not arrows(guessed=False)
    mouse.press("f6")
    for place in ("e6", "d6"):
        mouse.move(mouse.place_of(place), held=Qt.MouseButton.LeftButton)
    mouse.release("d6")
    assert arrows(guessed=True) == known  # it is known, and no guess
    mouse.key(Qt.Key.Key_Home)
    session.choose("L1=N")
    assert arrows(guessed=False) == {("b3", "b4", "1")}
    assert view.drawing.sentence.startswith("Against what B has chosen, in row 2")
    QTest.mouseClick(view.floating.step_buttons.buttons[CLEAR], Qt.MouseButton.LeftButton)
    assert (arrows(guessed=True), arrows(guessed=False)) == (known, set())
    assert set(view.floating.step_buttons.buttons) == {PLAY}
