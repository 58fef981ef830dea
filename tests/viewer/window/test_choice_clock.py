"""A match of Pyramid Ball by the clock: chosen in New game, kept in the window, by real events."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from windows import pick

from viewer.analysis.playing import opponents, seated_game
from viewer.window.dialogs.new_game import NewGame, SeatChoice
from viewer.window.players import seats_line

LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key


class Now:
    """The time, as the test says."""

    seconds = 1000.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def now(monkeypatch):
    made = Now()
    for module in (opponents, seated_game, seats_line):
        monkeypatch.setattr(module, "monotonic", made)
    return made


def new_game(window, qtbot, act):
    """Choose a new game in its dialog, as `act` does."""
    dialog = NewGame(window, window.chosen.now)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(dialog.isVisible)
    pick(dialog.game, "Pyramid Ball")
    act(dialog)
    return dialog


def test_a_match_by_the_clock(open_window, qtbot, drive, now, monkeypatch):
    window = open_window(1100, 800, level_maps_open=False, alone=True)
    shell, line, ask = window.shell, window.status.seats, window.shell.ask

    def game_to_play(preferences):
        def act(dialog):
            assert dialog.against.clock.currentText() == "No clock"  # nobody is hurried unasked
            assert dialog.against.clock.isEnabled()  # two persons may have it, too
            assert dialog.against.clock.isVisible()
            pick(dialog.against.clock, "60 s a turn")

        dialog = new_game(window, qtbot, act)
        dialog.accept()
        return (*dialog.choice, dialog.preferred, dialog.has_opponent)

    monkeypatch.setattr(ask, "game_to_play", game_to_play)
    shell.frame.perform("file.new")
    assert shell.notices.strip.text == "60 s a turn."
    assert shell.playing.opponents.clock.running == ""  # nobody has sat down
    QTest.mouseClick(window.pages.cover.ready, LEFT)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    assert line.summary == "A 1:00, B 1:00"
    clock = shell.playing.opponents.clock
    qtbot.waitUntil(lambda: clock.running == "A")  # once the pitch is on the screen
    mouse = drive(window.scene_view.widget)
    mouse.press(mouse._place("f3"))
    mouse.move(mouse._place("f4"), held=LEFT)
    now.seconds += 30
    qtbot.waitUntil(lambda: line.summary == "A 0:30, B 1:00")
    # A is still drawing when the time is up.
    now.seconds += 30
    qtbot.waitUntil(lambda: shell.playing.hand_over.is_covered)
    assert shell.notices.strip.text == "A's time is up: what A had chosen by then counts."
    assert window.session.position_for("A").sealed_choice == "N../.../..."
    # A lets the mouse go over the cover, and the scene does not wait for it.
    assert window.scene_view.widget.input.press is None
    now.seconds += 300
    shell.playing.opponents.look_again()
    assert (clock.running, clock.left("B", now())) == ("", 60)
    QTest.mouseClick(window.pages.cover.ready, LEFT)
    assert (clock.running, clock.left("B", now())) == ("B", 60)
    mouse.move(mouse._place("f5"))
    mouse.release("f5")
    assert window.scene_view.drawing.guess == ()  # what A went on drawing is nobody's guess
    assert window.session.state.partial == ()
    # B is ready in time; while the turn is shown nobody's time passes.
    now.seconds += 5
    shell.chosen.choose(shell.chosen.now)
    for _ in range(2):  # nothing is ordered, so Ready asks once
        window.scene_view.floating.step_buttons.buttons["\nplay"].click()
    if window.scene_view.move_animation.running:
        shell.playing.opponents.look_again()
        assert clock.running == ""
        window.scene_view.move_animation.finish()
    qtbot.waitUntil(lambda: clock.running == "A")
    assert clock.left("A", now()) == 60
    # Who looks at a stage of the turn that is over takes no time either.
    window.scene_view.moves.hold(window.session.document.node, 1)
    shell.playing.opponents.look_again()
    assert clock.running == ""
    window.scene_view.moves.hold(None)
    shell.playing.opponents.look_again()
    assert clock.running == "A"
    shell.frame.perform("play.no-clock")
    assert line.isHidden()

    def seats(game, taken, control, engines):
        dialog = SeatChoice(game, taken, control, engines, window)
        qtbot.addWidget(dialog)
        assert not dialog.timed.isChecked()
        dialog.timed.click()
        assert dialog.seconds.value() == 60
        dialog.seconds.setValue(20)
        return dialog.choice

    monkeypatch.setattr(ask, "seats", seats)
    shell.frame.perform("play.seats")
    assert line.summary == "A 0:20, B 0:20"
    # A match of the welcome page has no clock, though one was chosen before.
    qtbot.mouseClick(window.welcome.page.quick["pyramid-ball", "Basic"], LEFT)
    assert shell.playing.opponents.clock is None
    assert line.isHidden()


@pytest.mark.check
def test_a_game_without_time_offers_none(open_window, qtbot):
    window = open_window()

    def act(dialog):
        dialog._fields["clock"].setValue(0)
        assert not dialog.against.clock.isEnabled()
        assert dialog.against.clock.count() == 1

    dialog = new_game(window, qtbot, act)
    assert dialog.preferred["choice_clock"] is False
    dialog.reject()
    window.session.new("pyramid-ball", {"clock": "0"})
    seats = SeatChoice(
        window.session.position.game, window.shell.playing.opponents.seats, None, (), window
    )
    qtbot.addWidget(seats)
    assert not seats.timed.isEnabled()
