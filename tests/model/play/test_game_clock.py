"""The clock of a game: whose time passes, what a move adds, going back, and running out."""

import pytest

from model.contract.hooks import ChoiceTime
from model.play.clock import GameClock, TimeControl, allowed, for_each_choice, share

SIDES = ("red", "blue")


def test_times_pass_for_the_side_that_runs_and_a_move_adds_to_it() -> None:
    clock = GameClock(TimeControl(1, 5), SIDES, 0)
    clock.moved("red", 1, 0.0)  # the first move is free
    assert [clock.left(side, 0.0) for side in SIDES] == [60, 60]
    clock.run("blue", 10.0)
    assert clock.left("blue", 30.0) == 40
    assert clock.left("red", 30.0) == 60
    clock.run("", 35.0)  # a dialog
    assert clock.left("blue", 100.0) == 35
    clock.run("blue", 100.0)
    clock.moved("blue", 2, 110.0)
    assert clock.left("blue", 200.0) == 30
    assert clock.running == ""


def test_going_back_gives_back_the_time_that_was_left_there() -> None:
    clock = GameClock(TimeControl(1), SIDES, 0)
    assert not clock.has_begun
    clock.moved("red", 1, 0.0)
    clock.run("blue", 0.0)
    clock.moved("blue", 2, 20.0)
    clock.run("red", 20.0)
    clock.return_to(1, 30.0)
    assert [clock.left(side, 99.0) for side in SIDES] == [60, 60]
    clock.return_to(2, 99.0)
    assert clock.left("blue", 99.0) == 40
    clock.return_to(0, 99.0)
    assert not clock.has_begun


def test_who_runs_out_is_told_once_and_the_clocks_stand_for_good() -> None:
    clock = GameClock(TimeControl(1), SIDES, 0)
    clock.moved("red", 1, 0.0)
    clock.run("blue", 0.0)
    assert clock.look(59.9) == ""
    assert clock.look(60.0) == "blue"
    assert clock.fallen == "blue"
    assert clock.look(61.0) == ""
    clock.run("red", 70.0)
    assert clock.left("red", 90.0) == 60


def test_the_time_for_a_choice_runs_from_the_first_on_and_is_whole_again_after_it() -> None:
    assert for_each_choice(ChoiceTime(0)) is None
    control = for_each_choice(ChoiceTime(45, voids=True))
    assert control is not None
    assert (control.seconds, control.voids) == (45, True)
    clock = GameClock(control, SIDES, 0)
    assert clock.has_begun
    clock.run("red", 0.0)
    assert clock.left("red", 40.0) == 5
    assert allowed(control, 5) == pytest.approx(3.95)
    assert clock.look(44.9) == ""
    assert clock.look(45.0) == "red"
    assert clock.fallen == ""  # the game goes on, and so do the clocks
    clock.moved("red", 1, 45.0)
    clock.run("blue", 45.0)
    assert [clock.left(side, 55.0) for side in SIDES] == [45, 35]
    clock.return_to(0, 60.0)  # taken back: the choice has its whole time again
    assert [clock.left(side, 99.0) for side in SIDES] == [45, 45]


@pytest.mark.parametrize("left", [600, 100, 60, 1, 0.1, 0.05, 0.01, 0])
@pytest.mark.parametrize("increment", [0, 5])
def test_a_move_never_takes_what_is_left(left: float, increment: float) -> None:
    assert 0 <= share(left, increment) <= left
    assert share(left, increment) < left or left == 0


def test_a_move_takes_a_share_of_what_is_left_and_what_it_adds() -> None:
    assert share(0) == share(0.01) == 0
    assert share(60) == pytest.approx(2.4)
    assert share(60, 10) == pytest.approx(10.4)
