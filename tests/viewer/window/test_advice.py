"""What an engine says, by keys and clicks: heat and best line, hints in three steps, why a move
was bad; in a window, with little time for the engine."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from windows import ready

from model.contract.search import Budget
from model.positions import describe
from viewer.analysis import kernel_process
from viewer.session.files import resources
from viewer.visuals.overlay_types import Heat, Marks, Sign

GAMES = ("partition", "pyraos", "pyramid")
OPTIONS = {"partition": {"size": "3"}}
NODES = {"partition": 4000, "pyraos": 100, "pyramid": 2000}
"""What the engine may look at: not seconds, so that the same comes out on every computer."""


@pytest.fixture
def window(shared_window, qtbot):
    made = shared_window(1440, 920)
    made.shell.advice.hint_seconds = 60
    return made


def begin(window, qtbot, game, options=None):
    """Begin a game, and give the scene the keyboard once it is there."""
    window.shell.advice.budget = Budget(nodes=NODES[game])
    window.session.new(game, OPTIONS.get(game, {}) if options is None else options)
    ready(qtbot, window)


def press(window, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(window, key, modifier)


def of_type(window, kind):
    return [one for one in window.scene_view.laid.overlays if isinstance(one, kind)]


def settle(window, qtbot):
    qtbot.waitUntil(lambda: not window.shell.advice.is_thinking, timeout=120_000)


def legend_side(window, heat):
    return window.session.position.game.players[heat.owner].capitalize()


def card(window):
    return window.contents.why.engine


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_heat_and_line_come_and_go_with_a_key_and_follow_the_game(window, qtbot, game):
    begin(window, qtbot, game)
    press(window, Qt.Key.Key_A)
    assert window.session.document.view.show == "engine=both"
    qtbot.waitUntil(lambda: bool(of_type(window, Heat)), timeout=120_000)
    settle(window, qtbot)
    (heat,) = of_type(window, Heat)
    known = window.shell.advice.thinking.known(window.session.position)
    best = known.score.value[heat.owner]
    assert max(heat.worth) >= best - 0.006
    assert len(set(heat.sites)) == len(heat.sites) > 1
    assert all(0 <= weight <= 1 for weight in heat.weights)
    numbers = [text for marks in of_type(window, Marks) for text in marks.texts]
    assert "1" in numbers
    assert card(window).isVisible()
    assert "chance to win" in card(window).text.text() or "even" in card(window).text.text()
    assert "positions" in card(window).text.text()
    legend = window.scene_view.floating.halves[0].legend.legend
    assert legend.title == f"Engine: {legend_side(window, heat)}'s chances in %"
    window.session.play(known.best)
    qtbot.waitUntil(lambda: bool(of_type(window, Heat)), timeout=120_000)
    assert of_type(window, Heat)[0].owner != heat.owner
    press(window, Qt.Key.Key_A)
    assert window.session.document.view.show == ""
    assert not of_type(window, Heat)
    assert not of_type(window, Marks)
    assert not window.shell.advice.is_thinking
    assert not card(window).isVisible()
    assert window.scene_view.floating.halves[0].legend.legend is None


@pytest.mark.check
def test_hidden_verdicts_hide_what_the_engine_thinks_and_stop_it(window, qtbot, monkeypatch):
    begin(window, qtbot, "partition", {"size": "6"})
    window.shell.advice.seconds, window.shell.advice.budget = None, Budget()
    compiling = [True]  # on the first day: what is waited for is said as long as it lasts
    with monkeypatch.context() as first_day:
        first_day.setattr(kernel_process, "is_compiling", lambda: bool(compiling))
        press(window, Qt.Key.Key_F9)
        qtbot.waitUntil(lambda: "is being prepared" in card(window).text.text())
        compiling.clear()
        qtbot.waitUntil(lambda: "prepared" not in card(window).text.text(), timeout=120_000)
    window.shell.advice.dismiss()
    press(window, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: bool(of_type(window, Heat)), timeout=120_000)
    assert window.shell.advice.is_thinking
    press(window, Qt.Key.Key_H)
    assert not window.shell.advice.is_thinking
    assert not of_type(window, Heat)
    press(window, Qt.Key.Key_H)
    assert window.shell.advice.is_thinking
    window.session.close()
    assert not window.shell.advice.is_thinking


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_comes_in_three_steps_and_begins_anew_after_a_move(window, qtbot, game):
    begin(window, qtbot, game)
    said = []
    window.shell.advice.said.connect(said.append)
    for number in (1, 2, 3):
        press(window, Qt.Key.Key_F9)
        qtbot.waitUntil(lambda number=number: len(said) == number, timeout=120_000)
        assert said[-1] not in window.notices.strip.text  # once is enough, and over the apex
        assert card(window).text.text().rstrip(".") == said[-1]
        assert card(window).title.text() == "Hint"
        assert bool(of_type(window, Marks)) is (number == 3)
        assert bool(of_type(window, Sign)) or number == 3
    move = window.shell.advice.thinking.known(window.session.position).best
    assert said[0].rpartition(" ")[0]
    assert "look at" in said[0].lower()
    assert f"Play {describe.named(window.session.position, move)}" in said[2]
    before = window.session.document.record
    press(window, Qt.Key.Key_F9)
    assert said[3] == said[2]
    window.docks.toggle("why")  # where nobody sees the card, it is said over the scene
    qtbot.waitUntil(lambda: not card(window).isVisible())
    press(window, Qt.Key.Key_F9)
    assert said.pop() in window.notices.strip.text
    window.docks.toggle("why")
    qtbot.waitUntil(card(window).isVisible)
    assert window.session.document.record is before
    window.session.play(move)
    assert not of_type(window, Marks)
    assert not window.shell.advice.advises
    press(window, Qt.Key.Key_F9)
    qtbot.waitUntil(lambda: len(said) == 5, timeout=120_000)
    assert "look at" in said[4].lower()
    qtbot.mouseClick(card(window).away, Qt.MouseButton.LeftButton)
    assert not window.shell.advice.advises
    assert not of_type(window, Sign)


BEFORE = ("3c3", "1e1", "2d2", "1a5", "1c1")
"""Blue wins with 1e3; where it plays 1c5 Red does, which then threatens in two places."""


def ask_why(window, qtbot):
    qtbot.waitUntil(window.command_actions["explain.why-bad"].isEnabled)
    press(window, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert window.shell.advice.is_judging


def judge(window, qtbot):
    ask_why(window, qtbot)
    qtbot.waitUntil(lambda: bool(window.shell.advice.refutation), timeout=120_000)


@pytest.mark.check
def test_why_a_move_was_bad_is_said_shown_and_kept_only_when_asked(window, qtbot):
    begin(window, qtbot, "partition")
    for move in (*BEFORE, "1c5"):
        window.session.play(move)
    record, node = window.session.document.record, window.session.document.node
    judge(window, qtbot)
    line = window.shell.advice.refutation
    assert line[0] == "1e3"
    said = card(window).text.text()
    assert said == (
        "1c5 lets Red win in 2 moves; with 1e3 Blue wins. After 1e3 Red threatens 1a1 and 1e5."
    )
    numbers = {text for marks in of_type(window, Marks) for text in marks.texts}
    assert {"1", "2"} <= numbers
    # A plan that is asked for meanwhile is not numbered beside the line.
    window.session.set_view(replace(window.session.document.view, show="win=blue"))
    plan = window.shell.analysis.overlays
    qtbot.waitUntil(
        lambda: any(isinstance(one, Marks) for one in plan(window.session.document)), timeout=60_000
    )
    window.display.show_overlays()
    assert [text for marks in of_type(window, Marks) for text in marks.texts].count("1") == 1
    window.session.set_view(replace(window.session.document.view, show=""))
    assert window.session.document.record is record
    press(window, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert not of_type(window, Marks)
    assert not card(window).isVisible()
    judge(window, qtbot)
    qtbot.mouseClick(card(window).keep, Qt.MouseButton.LeftButton)
    document = window.session.document
    assert document.node == node
    first = document.record[node].children[-1]
    assert document.record[first].move == "1e3"
    assert "Kept as a variation: 1e3" in window.notices.strip.text
    window.session.undo()
    assert not window.session.document.record[node].children


@pytest.mark.check
def test_a_refutation_is_played_step_by_step_and_escape_leads_back(window, qtbot):
    begin(window, qtbot, "partition")
    for move in (*BEFORE, "1c5"):
        window.session.play(move)
    window.session.play("1e3")
    window.session.back()  # the game goes on elsewhere: the line is another way
    window.session.play("1e5")
    window.session.back()
    record, node = window.session.document.record, window.session.document.node
    judge(window, qtbot)
    line, why = window.shell.advice.refutation, card(window).text.text()

    def played():
        here, moves = window.session.document, []
        at = here.node
        while at != node:
            moves.append(here.record[at].move)
            at = here.record[at].parent
        return tuple(moves[::-1])

    window.scene_view.take_focus()
    press(window, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: played() == line[:1], timeout=20_000)
    assert card(window).title.text() == f"Move 1 of {len(line)}"
    threat = "Red plays 1e3 and threatens 1a1 and 1e5."
    qtbot.waitUntil(lambda: card(window).text.text() == threat, timeout=60_000)
    names = window.session.position.game.board.names
    rings = {names[site] for sign in of_type(window, Sign) for site in sign.sites}
    assert rings == {"1a1", "1e5"}
    assert card(window).play.text() == "Stop"
    press(window, Qt.Key.Key_P)
    assert card(window).play.text() == "Play"
    for key, count in ((Qt.Key.Key_Period, 2), (Qt.Key.Key_Comma, 1), (Qt.Key.Key_Comma, 0)):
        press(window, key)
        assert played() == line[:count]
    assert card(window).text.text() == why
    qtbot.mouseClick(card(window).next, Qt.MouseButton.LeftButton)
    assert played() == line[:1]
    window.scene_view.tools.current.clicked(0, False)
    assert "A line is being shown" in window.notices.strip.text
    assert played() == line[:1]
    # To its end by itself, and from there once more from the beginning.
    window.scene_view.take_focus()
    press(window, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: not window.shell.learning.player.plays_line, timeout=60_000)
    assert played() == line
    assert f" plays {line[-1]}" in card(window).text.text()
    qtbot.mouseClick(card(window).play, Qt.MouseButton.LeftButton)
    assert played() == ()
    assert window.shell.learning.player.plays_line
    window.scene_view.take_focus()
    QTest.keyClick(window.scene_view.widget.surface, Qt.Key.Key_Escape)
    document = window.session.document
    assert (document.exercise, document.node) == (None, node)
    assert document.record is record
    assert not window.shell.learning.player.plays_line
    assert card(window).text.text() == why
    assert card(window).title.text() == "Engine"
    assert card(window).keep.isVisible()
    assert not card(window).next.isVisible()
    assert {"1", "2"} <= {text for marks in of_type(window, Marks) for text in marks.texts}
    # Left from the list of moves, which would keep Escape for itself.
    press(window, Qt.Key.Key_P)
    assert window.shell.learning.player.is_line_shown
    window.docks.open("moves")
    table = window.docks.panel("moves").table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Escape)
    assert not window.shell.learning.player.is_line_shown
    window.scene_view.take_focus()
    # Left by the button, from the midst of it; keeping the line leaves it, too.
    press(window, Qt.Key.Key_P)
    press(window, Qt.Key.Key_Period)
    qtbot.mouseClick(card(window).leave, Qt.MouseButton.LeftButton)
    assert (window.session.document.exercise, window.session.document.node) == (None, node)
    assert window.shell.advice.is_judging
    press(window, Qt.Key.Key_P)
    assert window.shell.learning.player.is_line_shown
    window.session.new("pyraos")  # another document: clicks play there, and the line rests
    assert window.scene_view.tools.current is None
    assert not window.shell.learning.player.is_line_shown
    qtbot.waitUntil(lambda: not window.shell.learning.player.playback.is_running, timeout=20_000)
    window.session.activate(0)
    assert window.shell.learning.player.is_line_shown
    assert card(window).play.text() == "Play"
    press(window, Qt.Key.Key_Period)
    assert played() == line[:1]
    press(window, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert (window.shell.learning.player.is_line_shown, window.shell.advice.is_judging) == (
        False,
        False,
    )
    assert window.session.document.record is record


@pytest.mark.check
def test_the_sentences_of_a_line_stay_in_sight_where_a_game_has_no_level_maps(window, qtbot):
    begin(window, qtbot, "pyramid")
    first = next(iter(window.session.position.legal_moves))
    window.session.play(first)
    judge(window, qtbot)
    window.scene_view.take_focus()
    press(window, Qt.Key.Key_M)  # marking ends: clicks and Escape are the line's
    assert window.scene_view.tools.is_on("mark")
    press(window, Qt.Key.Key_P)
    assert window.scene_view.tools.current.name == "line"
    qtbot.waitUntil(lambda: card(window).title.text().startswith("Move 1 of"), timeout=20_000)
    assert card(window).isVisible()
    assert card(window).text.text().startswith("Black ")
    QTest.keyClick(card(window).play, Qt.Key.Key_Escape)
    assert not window.shell.learning.player.is_line_shown


@pytest.mark.check
def test_a_good_move_is_called_so_a_start_has_none_and_puzzles_keep_their_own_hints(window, qtbot):
    begin(window, qtbot, "partition")
    window.perform("explain.why-bad")
    assert not window.shell.advice.is_judging
    for move in (*BEFORE, "1e3"):
        window.session.play(move)
    ask_why(window, qtbot)
    settle(window, qtbot)
    assert "1e3 is " in card(window).text.text()
    window.session.back()
    assert not window.shell.advice.advises
    # Puzzles keep their own hints, and show no engine.
    window.session.open(resources.puzzles()[0], item=1)
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60_000)
    window.shell.learning.begin()
    window.perform("explain.engine-both")
    window.perform("explain.why-bad")
    assert window.session.document.view.show != "engine=both"
    assert window.perform("play.hint")
    assert not window.shell.advice.advises
    assert window.session.document.exercise.state is not None
