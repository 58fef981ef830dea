"""The Pharaoh of a solo game owns soldiers and has no seat: nobody is asked who plays him."""

import pytest

from model.play.seats import Seats
from model.registry import kinds
from viewer.session.preferences import Preferences
from viewer.window.dialogs.new_game import NewGame, SeatChoice


def game_of(players):
    return kinds()["rolling-pyramids"].configure({"players": str(players)})


def test_only_who_moves_is_asked_for(qtbot):
    for players, sides in ((1, ["p1"]), (3, ["p1", "p2", "p3"])):
        dialog = SeatChoice(game_of(players), Seats(), None, ())
        qtbot.addWidget(dialog)
        assert list(dialog.boxes) == sides


@pytest.mark.check
def test_a_computer_takes_the_other_seats(open_window):
    window = open_window(level_maps_open=False)
    session, opponents = window.session, window.shell.playing.opponents
    session.new(str(game_of(3).start()))
    assert opponents.sides == ("p1", "p2", "p3")
    opponents.play_other()
    assert opponents.seats.engines == ("p2", "p3")
    session.new(str(game_of(1).start()))
    assert opponents.sides == ("p1",)


def test_the_new_game_dialog_offers_no_opponent_where_there_is_no_other_seat(qtbot):
    dialog = NewGame(chosen=Preferences())
    qtbot.addWidget(dialog)
    dialog.game.setCurrentIndex(dialog.game.findData("rolling-pyramids"))
    for players in (2, 4):
        dialog._fields["players"].setValue(players)
        assert not dialog.against.isHidden()
    dialog._fields["players"].setValue(1)
    assert dialog.against.isHidden()
