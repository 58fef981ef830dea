"""Games that end without their rules: resigned, drawn, too late; and what the end offers."""

from random import Random

import pytest
import shipped
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from windows import type_move

from model.contract.game import CHANCE, ONLOOKER
from model.play.seats import Computer, Seats
from model.positions.setup import read_position
from model.records import files
from model.records.ending import ending_of
from model.records.record import PositionCache
from model.registry import kinds
from viewer.session.errors import SessionError

pytestmark = pytest.mark.check

K = Qt.Key
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(open_window, qtbot):
    made = open_window(1024, 700)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def panel(window):
    return window.scene_view.floating.end


def press(window, qtbot, command):
    qtbot.mouseClick(panel(window).buttons[command], LEFT)


def choose(window, qtbot, command):
    """Choose an entry of a menu."""
    action = window.command_actions[command]
    qtbot.waitUntil(action.isEnabled)
    action.trigger()


def resign(window, qtbot):
    """Resign, and confirm it."""
    choose(window, qtbot, "play.resign")
    assert not panel(window).text
    qtbot.mouseClick(window.notices.strip.button, Qt.MouseButton.LeftButton)


def shown(window):
    return {name for name, button in panel(window).buttons.items() if button.isVisible()}


def resigning_ends_the_game_until_it_is_undone(window, qtbot, tmp_path):
    shell, session = window.shell, window.session
    session.new("partition", {"size": "3"})
    shell.playing.opponents.seat(Seats().place("blue", Computer(1)))
    window.scene_view.take_focus()
    resign(window, qtbot)
    assert window.focusWidget() is window.scene_view.widget.surface, "a click on it leaves the keys"
    assert panel(window).text == "Blue wins. Red resigned"
    assert window.status.turn.text() == "Blue has won: Red resigned"
    assert shown(window) == {
        "play.rematch", "play.rematch-exchanged", "play.review", "file.save"
    }  # fmt: skip
    type_move(window, "1a1")  # what follows is tried out by hand: no engine answers
    assert not panel(window).text
    assert not shell.playing.opponents.is_thinking
    qtbot.waitUntil(window.command_actions["play.previous"].isEnabled)
    QTest.keyClick(window.focusWidget(), K.Key_Comma)
    assert panel(window).text == "Blue wins. Red resigned"
    # It is kept by a file, and is no news where the file is only looked at.
    path = tmp_path / "resigned.pyramidion"
    session.save_as(path)
    assert "file.save" not in shown(window)
    session.undo()
    session.undo()
    assert not panel(window).text
    assert window.status.turn.text() == "Red to move"
    session.close()
    session.open(path)
    assert not panel(window).text
    assert window.status.turn.text() == "Blue has won: Red resigned"
    ending = ending_of(session.document.record, ("red", "blue"))
    assert (ending.how, ending.node, ending.winner) == ("resigned", 0, "blue")


def the_next_game_has_the_same_players_or_exchanges_them(window, qtbot, tmp_path):
    shell, session = window.shell, window.session
    session.new("partition", {"size": "3"})
    session.heads({"red": "Ada"})
    shell.playing.opponents.seat(Seats().place("blue", Computer(2)))
    shell.playing.ends.resign()
    press(window, qtbot, "play.rematch")
    assert len(session.state.documents) == 2
    assert session.position.game.options["size"] == 3
    assert session.document.record.headers == {"red": "Ada"}
    assert shell.playing.opponents.seats == Seats().place("blue", Computer(2))
    assert not panel(window).text
    shell.playing.ends.resign()
    press(window, qtbot, "play.rematch-exchanged")
    assert session.document.record.headers == {"blue": "Ada"}
    assert shell.playing.opponents.seats == Seats().place("red", Computer(2))
    qtbot.waitUntil(lambda: session.ply == 1, timeout=120_000)
    # It is Blue's turn, who is the person: and Blue resigns also where Red is to move.
    session.first()
    shell.playing.ends.resign()
    assert session.ply == 1
    assert panel(window).text == "Red wins. Blue resigned"


def a_draw_is_agreed_by_persons_and_judged_by_engines(window, qtbot, tmp_path):
    shell, session = window.shell, window.session
    session.new("pyraos")
    choose(window, qtbot, "play.draw")
    assert shell.notices.strip.text == "White offers a draw."
    assert shell.notices.strip.button.text() == "Black accepts"
    qtbot.mouseClick(shell.notices.strip.button, LEFT)
    assert panel(window).text == "Draw. Both sides agreed on it"
    assert shown(window) == {"play.rematch", "play.review", "file.save"}  # nobody has a name
    # One ball more and Blue has lost: an engine takes what it can get. Red's it declines.
    lost = "partition:size=3,rules=free B2,RBR,BR1/B1,RB/R red"
    for side, answer in (("blue", "accepts"), ("red", "declines")):
        session.new(lost.replace(" red", f" {'red' if side == 'blue' else 'blue'}"))
        shell.playing.opponents.seat(Seats().place(side, Computer(2)))
        shell.playing.ends.offer_draw()
        told = f"Level 2 {answer} the draw."
        qtbot.waitUntil(lambda told=told: shell.notices.strip.text == told, timeout=120_000)
        assert bool(panel(window).text) is (answer == "accepts")
    choose(window, qtbot, "play.draw")
    assert "has declined a draw here" in shell.notices.strip.text


def games_of_several_and_turns_of_chance_are_answered(window, qtbot, tmp_path):
    shell, session = window.shell, window.session
    session.new("rolling-pyramids", {"players": "3"})
    shell.playing.opponents.seat(Seats((("p2", Computer(1)), ("p3", Computer(1)))))
    choose(window, qtbot, "play.resign")
    assert shell.notices.strip.text.startswith(
        "You cannot resign in a game of 3: it goes on to its end"
    )
    session.new("rolling-pyramids")
    with pytest.raises(SessionError, match="Roll the dice first"):
        shell.playing.ends.resign()
    shell.playing.opponents.seat(Seats().place("p2", Computer(1)))
    resign(window, qtbot)
    assert panel(window).text == "P2 wins. P1 resigned"
    assert "play.review" not in shown(window)  # reviews are for open games
    assert session.document.viewpoint == ONLOOKER  # the game is over: all is open
    QTest.qWait(200)
    assert panel(window).text == "P2 wins. P1 resigned"  # and no dice roll after it


def nothing_asks_for_a_move_once_somebody_has_resigned(window, qtbot, tmp_path):
    shell, session = window.shell, window.session
    for name in ("rolling-pyramids", "pyramid-ball", "pyramid", "pyraos"):
        session.new(name)
        if session.position.to_move == CHANCE:
            session.play(next(iter(session.position.legal_moves)))
        first, second = session.position.game.players
        shell.playing.opponents.seat(Seats().place(second, Computer(1)))
        told = window.docks.panel("why").facts
        assert any(fact.ahead for fact in told._shown), name
        resign(window, qtbot)
        who, loser = second.capitalize(), first.capitalize()
        assert told.texts[0] == f"{who} has won: {loser} resigned"
        assert not any(fact.ahead for fact in told._shown), name
        assert "choose" not in shell.notices.strip.text


def a_game_that_its_rules_end_says_so_and_can_be_closed(window, qtbot, tmp_path):
    session = window.session
    session.new("partition:size=3,rules=free B2,RBR,BR1/B1,RB/R red")
    type_move(window, "1e5")
    assert session.position.outcome is not None
    assert panel(window).title.text() == "Red wins"
    assert panel(window).reason.text().startswith("Anchored partitions for")
    floating = window.scene_view.floating
    assert not panel(window).geometry().intersects(floating.line.geometry())
    qtbot.mouseClick(panel(window).cross, LEFT)
    assert not panel(window).text
    QTest.keyClick(window.scene_view, K.Key_Comma)
    QTest.keyClick(window.scene_view, K.Key_Period)
    assert not panel(window).text


LAST_MOVES = {
    "partition": ("partition:size=3,rules=free B2,RBR,BR1/B1,RB/R red", "1e5"),
    "pyramid-ball": (
        "pyramid-ball 7,7,1S5,3M3,L3m2,1l2s2,7,7 A ball=AL", ".../.../NNN", ".../.../..."
    ),
    "rolling-pyramids": (
        "rolling-pyramids:players=1,solo_turns=2 7,a1,15 p1 phase=deploy seats=S1.anubian "
        "kept=4 round=2",
    ),
    "pyramid": ("19-pyramid-victory-fields",),
    "pyraos": ("14-pyraos-a-game",),
    "poly-y": ("35-poly-y-the-game-of-y",),
}  # fmt: skip
"""A position of each game with the moves that end it, or an example whose last move does."""


def every_game_that_ends_has_its_panel_in_the_frame(window, qtbot, tmp_path):
    session, scene = window.session, window.scene_view
    assert LAST_MOVES.keys() == kinds().keys()
    for start, *moves in LAST_MOVES.values():
        if " " not in start:
            record = files.load_any(shipped.EXAMPLES / f"{start}.pyramidion").record
            cache = PositionCache()
            over = next(n for n in record.nodes if cache.position(record, n).outcome is not None)
            start = str(cache.position(record, record[over].parent).without_past())
            moves = [record[over].move]
        session.new(start)
        rng = Random(1)
        while session.position.outcome is None:
            if session.position.to_move == CHANCE:
                qtbot.waitUntil(lambda: session.position.to_move != CHANCE)
                continue
            session.play(moves.pop(0) if moves else session.position.legal_moves.sample(rng))
            window.shell.playing.hand_over.go_on()
        assert panel(window).text, start
        place = panel(window).geometry()
        assert scene.rect().contains(place), start
        buttons = [button for button in panel(window).buttons.values() if button.isVisible()]
        assert buttons
        for part in (*buttons, panel(window).title, panel(window).cross):
            assert panel(window).rect().contains(part.geometry()), (start, part.geometry())


def setting_up_a_finished_game_shows_no_panel(window, qtbot, tmp_path):
    session = window.session
    session.new("partition", {"size": "4"})
    window.perform("setup.mode")
    full = read_position("partition:size=4,rules=free BBBB,BBBB,BBBB,BBBB/BBB,BBB,BBB/BB,BB/B red")
    session.set_up(full, "fill")
    assert session.position.outcome is not None
    assert not panel(window).text
    window.perform("setup.mode")
    assert not panel(window).text, "nobody has played it"
    # A game that ended shows its panel, and not while somebody sets up from there.
    session.new(LAST_MOVES["partition"][0])
    type_move(window, "1e5")
    assert panel(window).text
    window.perform("setup.mode")
    assert not panel(window).text
    window.perform("setup.mode")
    assert panel(window).text


def test_games_end_and_what_comes_next(window, qtbot, tmp_path):
    for part in (
        resigning_ends_the_game_until_it_is_undone,
        the_next_game_has_the_same_players_or_exchanges_them,
        a_draw_is_agreed_by_persons_and_judged_by_engines,
        games_of_several_and_turns_of_chance_are_answered,
        nothing_asks_for_a_move_once_somebody_has_resigned,
        a_game_that_its_rules_end_says_so_and_can_be_closed,
        every_game_that_ends_has_its_panel_in_the_frame,
        setting_up_a_finished_game_shows_no_panel,
    ):
        part(window, qtbot, tmp_path)
        while not window.session.is_empty:
            window.session.close()
