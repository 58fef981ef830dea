"""Games begin as the welcome page says: opponent, side and clock; what was chosen is remembered."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from windows import pick

from model.play.clock import TimeControl
from model.play.seats import Computer, Seats
from viewer.games.registry import game_view_named
from viewer.program.welcome_controller import describe
from viewer.session.files import resources
from viewer.visuals.overlay_types import Pour
from viewer.window.dialogs.new_game import NewGame
from viewer.window.welcome.cards import Example

K = Qt.Key
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(shared_window, qtbot):
    made = shared_window(1366, 700, own_side="second", opponent_level=1)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def azimuth(window) -> float:
    return window.scene_view.widget.picture.view.camera.azimuth


def a_card_plays_the_opponent_and_the_board_is_turned_to_the_person(window, qtbot):
    page, opponents = window.welcome.page, window.shell.playing.opponents
    pick(page.against.clock, "3 min + 2 s")
    qtbot.mouseClick(page.quick["pyramid", "Giza 7"], LEFT)
    assert opponents.seats == Seats((("white", Computer(1)),))
    assert opponents.clock.control == TimeControl(3, 2)
    assert window.tabs.tabText(0) == "Pyramid, level 1"
    assert azimuth(window) == 194.0  # Black sits in the north
    window.perform("play.rematch-exchanged")
    assert azimuth(window) == 14.0
    # A view that somebody has chosen stays, and so does the first one where that is preferred.
    window.perform("view.top")
    window.perform("play.computer-swap")
    assert window.session.document.view.camera.elevation == 90.0
    window.perform("view.home")
    assert azimuth(window) == 194.0
    chosen = window.chosen.own
    window.chosen.choose(replace(chosen, turn_board=False))
    window.pages.turn_to(scene=False)
    assert page.play_button.text() == "Play Pyramid"
    qtbot.mouseClick(page.play_button, LEFT)
    assert opponents.seats == Seats((("white", Computer(1)),))
    assert azimuth(window) == 14.0
    # Nobody but persons: also that is chosen above the cards.
    window.pages.turn_to(scene=False)
    pick(page.against.opponent, "No computer: all at this screen")
    pick(page.against.clock, "No clock")
    qtbot.mouseClick(page.quick["pyraos", "Children"], LEFT)
    assert not opponents.seats.taken
    assert opponents.clock is None
    assert page.play_button.text() == "Play Pyraos"


def a_new_game_is_the_last_one_until_something_else_is_chosen(window, qtbot):
    window.pages.turn_to(scene=False)  # else arrow keys are the scene's
    chosen = replace(
        window.chosen.own,
        alone=True,
        game="partition",
        game_options={"size": "5", "rules": "stacking", "gone": "1"},
    )
    window.chosen.choose(chosen)
    dialog = NewGame(window, chosen)
    qtbot.addWidget(dialog)
    assert dialog.choice == ("partition", {"size": "5", "rules": "stacking"})
    assert not dialog.has_opponent
    pick(dialog.game, "Pyramid Ball")
    pick(dialog.against.opponent, "Level 2")
    assert [dialog.against.side.itemText(k) for k in (0, 1)] == ["You are A", "You are B"]
    preferred = dialog.preferred
    assert (preferred["game"], preferred["alone"]) == ("pyramid-ball", False)
    window.chosen.choose(replace(chosen, **preferred))
    again = NewGame(window, window.chosen.own)
    qtbot.addWidget(again)
    assert again.game.currentText() == "Pyramid Ball"
    assert again.against.opponent.currentText() == "Level 2"


def lessons_are_a_click_away_and_recent_files_are_alike(window, qtbot):
    page, bar = window.welcome.page, window.tool_bar

    def top(section) -> int:
        return section.mapTo(page.viewport(), QPoint(0, 0)).y()

    assert top(page._learn) > page.viewport().height()
    (button,) = (one for one in bar.named if one.text() == "Learn")
    qtbot.waitUntil(button.isEnabled)
    qtbot.mouseClick(button, LEFT)
    assert 0 <= top(page._learn) < 100
    assert window.focusWidget() is page._learn.cards[0]
    page.verticalScrollBar().setValue(0)
    qtbot.mouseClick(page.links[1], LEFT)
    assert 0 <= top(page._puzzles) < page.viewport().height()
    # A card that the edge of the window cuts stays where it is while it is pressed.
    cut, chosen = page._puzzles.cards[0], []
    cut.clicked.disconnect()
    cut.clicked.connect(lambda: chosen.append(cut))
    page.setFocus()
    page.verticalScrollBar().setValue(
        page.verticalScrollBar().value() + top(cut) + 20 - page.viewport().height()
    )
    before = page.verticalScrollBar().value()
    qtbot.mouseClick(cut, LEFT, pos=QPoint(20, 10))
    assert (chosen, page.verticalScrollBar().value()) == ([cut], before)
    for count in (1, 2, 4):
        page.set_recent([Example(Path(f"/games/{k}.pyramidion"), f"{k}") for k in range(count)])
        qtbot.waitUntil(lambda: all(card.width() > 100 for card in page._recent.cards))
        assert len({card.width() for card in page._recent.cards}) == 1
    saved = Path.home() / "Pyramid Ball, level 5.pyramidion"
    page.set_recent([describe(saved)])
    (card,) = page._recent.cards
    assert {one.text() for one in card.findChildren(QLabel)} >= {"Pyramid Ball, level 5", "~"}


def test_the_welcome_page_begins_games(window, qtbot):
    lessons_are_a_click_away_and_recent_files_are_alike(window, qtbot)
    a_card_plays_the_opponent_and_the_board_is_turned_to_the_person(window, qtbot)
    a_new_game_is_the_last_one_until_something_else_is_chosen(window, qtbot)


def said_in(widget):
    return "\n".join(one.text() for one in widget.findChildren(QLabel) if one.isVisible())


@pytest.mark.check
def test_why_says_how_to_win_where_dice_fall_first(window, qtbot):
    """The dice are nobody's move: they have fallen before anybody can read how the game is won."""
    window.session.new("pyraos")
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    window.session.new("rolling-pyramids")
    window.docks.open("why")
    why = window.docks.panel("why")
    window.session.roll()
    qtbot.waitUntil(lambda: why._position is not None and why._position.to_move != "chance")
    assert "How to win: have the most points" in said_in(why)
    window.session.play(next(iter(window.session.position.legal_moves)))
    assert "How to win" not in said_in(why)


@pytest.mark.check
def test_the_first_step_pours_though_the_lesson_began_before_its_panel(window, qtbot):
    card = window.welcome.page._games["partition"]
    QTest.mouseClick(card.learn, Qt.MouseButton.LeftButton)
    laid = window.scene_view.laid
    qtbot.waitUntil(lambda: any(isinstance(one, Pour) for one in laid.overlays), timeout=20_000)
    assert window.shell.learning.player.exercise.current.pour == "SW:red"


@pytest.mark.check
def test_the_first_minutes_say_how_to_win_and_where_to_learn_it(window, qtbot):
    """The welcome page, New game, Why before the first move; courses also beside a game."""
    page = window.welcome.page
    window.pages.turn_to(scene=False)
    assert not page.play_button.toolTip(), "no game was begun last"
    assert page.play_button.text() == "Play Pyramid Partition, size 6"
    for name, card in page._games.items():
        assert game_view_named(name).how_to_win in said_in(card)
    dialog = NewGame(window)
    dialog.show()
    for row in range(dialog.game.count()):
        dialog.game.setCurrentIndex(row)
        assert game_view_named(dialog.game.currentData()).how_to_win in said_in(dialog)
    dialog.close()
    dialog.deleteLater()
    window.session.new("pyraos")
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    window.docks.open("why")
    why = window.docks.panel("why")
    qtbot.waitUntil(lambda: "How to win: put one of your spheres" in said_in(why))
    window.session.play("1a1")
    assert "How to win" not in said_in(why)
    window.perform("teach.courses")
    qtbot.waitUntil(lambda: window.focusWidget() is page._learn.cards[0])
    assert window.tabs.property("role") == "away"
    (unsaved,) = page._recent.cards
    assert "Pyraos" in said_in(unsaved)
    assert "not saved" in said_in(unsaved)
    qtbot.mouseClick(unsaved, LEFT)
    assert window.pages.is_scene_shown
    assert not window.tabs.property("role")
    window.perform("teach.course")
    assert window.session.document.path == resources.course_of("pyraos")


@pytest.mark.check
def test_hint_taking_back_and_resigning_stand_by_the_board_while_one_plays(window, qtbot):
    window.session.new("partition", {"size": "3"})
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    buttons = window.move_field.of_turn
    assert not any(button.isVisible() for button in buttons.values())
    window.shell.playing.opponents.seat(Seats().place("blue", Computer(1)))
    assert all(button.isVisible() for button in buttons.values())
    QTest.keyClick(window, Qt.Key.Key_U, Qt.KeyboardModifier.ControlModifier)
    assert not any(button.isVisible() for button in buttons.values()), "nobody plays in set-up"
    QTest.keyClick(window, Qt.Key.Key_U, Qt.KeyboardModifier.ControlModifier)
    assert all(button.isVisible() for button in buttons.values())
    qtbot.mouseClick(buttons["play.resign"], LEFT)
    assert all(button.isVisible() for button in buttons.values()), "it is asked once"
    qtbot.mouseClick(window.notices.strip.button, LEFT)
    assert window.status.turn.text() == "Blue has won: Red resigned"
    assert not any(button.isVisible() for button in buttons.values())


@pytest.mark.check
def test_a_hint_goes_once_the_position_is_set_up_anew(window, qtbot):
    window.session.new("partition", {"size": "3"})
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    window.perform("play.hint")
    qtbot.waitUntil(lambda: window.shell.advice.advises)
    QTest.keyClick(window, Qt.Key.Key_U, Qt.KeyboardModifier.ControlModifier)
    assert window.shell.advice.advises
    window.move_field.edit.setFocus()
    QTest.keyClicks(window.move_field.edit, "1a1")
    QTest.keyClick(window.move_field.edit, Qt.Key.Key_Return)
    assert window.session.position.pieces.owner[0] == 0
    assert not window.shell.advice.advises


@pytest.mark.check
def test_no_hint_is_offered_where_the_computer_gives_none(window):
    for game in ("pyramid-ball", "rolling-pyramids"):
        window.session.new(game)
        side = window.session.position.game.players[1]
        window.shell.playing.opponents.seat(Seats().place(side, Computer(1)))
        buttons = window.move_field.of_turn
        assert buttons["play.resign"].isVisible()
        assert not buttons["play.hint"].isVisible()
