"""Whole games in the window by real events: Pyraos, Pyramid, and a game it never heard of."""

import pytest
from learner import Learner
from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from windows import played

from model.contract.game import CHANCE
from model.registry import kinds
from viewer.games import registry
from viewer.games.registry import game_view_named
from viewer.program.welcome_controller import quick_games
from viewer.scene_view.floating.step_buttons import PLAY
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.window.dialogs.help_pages import document_page, scroll_to
from viewer.window.dialogs.new_game import NewGame

PYRAOS = [
    "1c3", "1c5", "1a3", "1c7", "1e1", "1a5", "1g1", "1c7-2b4", "1a1", "1g5", "1c1x1c1x1e1",
    "1c7", "1e5", "1a7x1g5x2b4", "1c1x1a3", "1e7", "1c1-2b6", "1g7", "1g3", "1e3", "1e1", "1g5",
    "2d4", "1a3", "2f4", "2f6", "2d6", "3e5", "1a1-2f2", "1c1", "1a1", "2b4", "1a1-2d2x2d2",
    "1a1", "3c5", "2b2", "2d2", "2b2-3e3", "2b2", "pass", "3c3", "pass", "4d4",
]  # fmt: skip
PYRAMID = ["b1>a1", "f7^f6", "a1-a6", "f6xf1"]


@pytest.fixture
def window(shared_window):
    return shared_window(1000, 760, level_maps_open=False)


@pytest.fixture
def begin(window, qtbot, drive):
    """What begins a game in the window, and gives a person before it."""

    def begins(start):
        window.session.new(start)
        return Learner(window, qtbot, drive)

    return begins


@pytest.mark.check
def test_a_whole_game_of_pyraos(window, begin):
    hand = begin("pyraos")
    for move in PYRAOS:
        hand.play(move)
    assert played(window) == PYRAOS
    outcome = window.session.position.outcome
    assert (outcome.winner, outcome.how) == ("white", "apex")
    assert window.status.turn.text() == "White has won: a white sphere crowns the pyramid"
    assert not window.session.state.partial


@pytest.mark.check
def test_a_buried_sphere_says_what_lies_on_it_and_leads_to_its_rule(window, begin, monkeypatch):
    hand = begin("pyraos")
    for move in ["1a1", "1c1", "1a3", "1c3", "2b2", "1e1"]:
        hand.play(move)
    hand.point_at("1a3")
    assert window.scene_view.floating.line.text == "1a3 cannot be lifted: 2b2 rests on it"
    shown = []
    monkeypatch.setattr(window.shell.auxiliary_windows, "show_rule", shown.append)
    hand.click("1a3")
    assert not window.session.state.partial
    assert window.notices.strip.text == "1a3 cannot be lifted: 2b2 rests on it."
    window.notices.strip.button.click()
    assert shown == ["pyraos.md"] or shown[0].startswith("pyraos.md#")
    hand.click("2b2")  # nothing higher to lift it to: it says so, and begins nothing
    assert not window.session.state.partial
    assert played(window) == ["1a1", "1c1", "1a3", "1c3", "2b2", "1e1"]


@pytest.mark.check
def test_squares_light_up_and_enter_ends_the_taking_back(window, begin):
    hand = begin("pyraos:rules=standard,removal=optional WW2,W3,4,2BB/3,3,3/2,2/1 white")
    hand.click("1c3")
    scene = window.scene_view.widget.picture
    board = window.session.position.game.board
    assert window.session.state.partial == ("1c3",)
    assert scene.pieces.site.tolist().count(board.index("1c3")) == 1
    assert any(set(o.sites) == {board.index(n) for n in ("1a1", "1c1", "1a3", "1c3")}
               for o in scene.overlays)  # fmt: skip
    assert {board.names[s] for s in scene.choices.nonzero()[0]} == {"1a1", "1c1", "1a3", "1c3"}
    assert dict(scene.reserves) == {0: 11, 1: 13}
    hand.click("1a1")
    assert dict(window.scene_view.widget.picture.reserves) == {0: 12, 1: 13}
    window.perform("play.step-back")
    assert window.session.state.partial == ("1c3",)
    hand.click("1c1")
    assert window.session.state.partial == ("1c3", "1c1")
    hand.key(Qt.Key.Key_Return)
    assert played(window) == ["1c3x1c1"]
    window.perform("edit.undo")
    assert played(window) == []


@pytest.mark.check
def test_n_goes_where_a_lifted_sphere_may_go(window, begin):
    hand = begin("pyraos")
    for move in ("1a1", "1c1", "1a3", "1c3", "1e1", "1g7"):
        window.session.play(move)
    hand.click("1e1")
    assert window.session.state.partial == ("1e1",)
    hand.key(Qt.Key.Key_N)
    board = window.session.position.game.board
    assert board.names[window.scene_view.input.cursor_site] in window.session.steps().choices
    hand.key(Qt.Key.Key_Return)
    assert window.session.ply == 7


@pytest.mark.check
def test_undo_clears_a_half_built_move_first_and_confirmed_moves_wait(window, begin):
    hand = begin("pyramid")
    hand.play("d1^d2")
    hand.click("d7")
    assert window.session.state.partial == ("d7",)
    window.perform("edit.undo")
    assert not window.session.state.partial
    assert played(window) == ["d1^d2"]
    window.perform("edit.undo")
    assert played(window) == []
    # Confirmed moves wait for the second click.
    window.chosen.choose(Preferences(effects="reduced", level_maps_open=False, confirm_moves=True))
    hand.click("d1")
    hand.click("d2")
    assert (window.session.state.partial, played(window)) == (("d1", "d2"), [])
    hand.click("d2")
    assert played(window) == ["d1^d2"]


@pytest.mark.check
def test_a_game_of_pyramid_with_every_action_and_a_slider_that_goes_along_it(window, begin):
    hand = begin("pyramid")
    window.perform("view.top")
    hand.click("d7")
    assert window.notices.strip.text == "d7 is Black's stone."  # names keep their small letters
    causes = set()
    for move in PYRAMID:
        causes |= {event.cause for event in window.session.position.events(move)}
        hand.play(move)
    assert causes >= {"run", "smash", "jump", "push", "fall", "osiris"}
    assert played(window) == PYRAMID
    # A slider goes along the game.
    window.docks.open("moves")
    panel = window.docks.panel("moves")
    panel.scrub.setValue(2)
    assert played(window) == PYRAMID[:2]
    panel.scrub.setValue(0)
    assert played(window) == []
    panel.scrub.setValue(4)
    assert played(window) == PYRAMID


@pytest.mark.check
def test_moves_run_through_their_stages_and_a_press_ends_it(window, begin, qtbot, monkeypatch):
    monkeypatch.setattr("viewer.picture.words.move_stages.QUICK", 800)  # a busy machine can, too
    hand = begin("pyraos:rules=standard,removal=optional WW2,W3,4,2BB/3,3,3/2,2/1 white")
    window.scene_view.widget.animation = True
    window.session.play("1c3x1c1")
    assert window.scene_view.move_animation.running
    qtbot.waitUntil(lambda: bool(window.scene_view.widget.picture.moving), timeout=20000)
    hand.driver.click(QPointF(2, 2))
    assert not window.scene_view.move_animation.running
    assert not window.scene_view.widget.picture.moving
    window.session.back()
    qtbot.waitUntil(lambda: not window.scene_view.move_animation.running, timeout=20000)
    board = window.session.position.game.board
    assert board.index("1c3") not in window.scene_view.widget.picture.pieces.site


# -- beginning a game ----------------------------------------------------------------------------


@pytest.mark.check
@pytest.mark.parametrize("game", ["partition", "pyraos", "pyramid"])
def test_the_options_a_dialog_begins_with_are_those_of_the_game(qtbot, game):
    dialog = NewGame()
    qtbot.addWidget(dialog)
    dialog.game.setCurrentIndex(dialog.game.findData(game))
    name, options = dialog.choice
    kind = kinds()[name]
    assert kind.configure(options) == kind.configure({})
    assert set(dialog._fields) == {option.name for option in kind.options}
    assert dialog.credit.text() == kind.credit


def test_a_board_from_a_file_or_the_reason_why_not(qtbot, tmp_path):
    dialog = NewGame()
    qtbot.addWidget(dialog)
    dialog.game.setCurrentIndex(dialog.game.findData("pyramid"))
    wrong, right = tmp_path / "wrong.json", tmp_path / "right.json"
    wrong.write_text('{"levels": ["000", "01", "000"], "victory": ["b2"], "victory_needed": 1}')
    right.write_text(
        '{"levels": ["00000", "01110", "01110", "01110", "00000"], '
        '"victory": ["c3"], "victory_needed": 1}'
    )
    assert not dialog.take_board(wrong)
    assert "wrong.json: rank 2 has 2 levels" in dialog.trouble.text()
    assert dialog.take_board(right)
    name, options = dialog.choice
    session = Session()
    session.new(name, options)
    assert session.position.game.board.side == 5


@pytest.mark.check
def test_every_game_begins_on_the_welcome_page_and_tells_victory_fields(window, qtbot, begin):
    for (game, _), button in window.welcome.page.quick.items():
        window.pages.turn_to(scene=False)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert window.session.position.game.kind.name == game
    # The victory fields are always told.
    position = "pyramid:board=giza-7 7,7,2W1W2,7,2W4,7,BBBBBBB white"
    begin(position)
    qtbot.waitUntil(lambda: "why" in window.docks._panels, timeout=60000)
    texts = window.docks.panel("why").facts.texts
    assert "White holds 3 of the 4 needed: c3, e3 and c5" in texts
    assert "White has 3 stones, fewer than 4: a draw once both have so few" in texts


# -- a game nobody here heard of -----------------------------------------------------------------


@pytest.mark.check
def test_a_game_from_elsewhere_appears_in_the_window(window, qtbot, drive, cairns):
    window.session.new(cairns.name)
    window.shell.playing.hand_over.only_look()
    hand = Learner(window, qtbot, drive)
    qtbot.waitUntil(lambda: "why" in window.docks._panels, timeout=60000)
    assert window.docks.panel("why").facts.texts
    for _ in range(14):
        position = window.session.position
        if position.outcome is not None:
            break
        before = window.session.document.node
        for _ in range(4):
            if position.to_move == CHANCE:
                next(iter(window.scene_view.floating.step_buttons.buttons.values())).click()
            elif PLAY in window.scene_view.floating.step_buttons.buttons:  # a move made of slots
                window.scene_view.floating.step_buttons.buttons[PLAY].click()
            else:
                token = window.session.steps().choices[0]
                if token in position.game.board:
                    hand.click(token)
                else:
                    window.scene_view.floating.step_buttons.buttons[token].click()
            if window.session.document.node != before:
                break
        assert window.session.document.node != before


@pytest.fixture
def cairns_view(cairns):
    with registry.registered(cairns.name, "cairns"):
        yield cairns


@pytest.mark.check
def test_what_a_game_from_elsewhere_brings_is_seen(cairns_view, window, qtbot):
    assert (cairns_view.name, "Cairns") in [(name, title) for name, title, _ in quick_games()]
    window.session.new(cairns_view.name)
    window.shell.playing.hand_over.only_look()
    qtbot.waitUntil(lambda: "why" in window.docks._panels, timeout=60000)
    why = window.docks.panel("why")
    assert why.facts.texts[0] == "The highest cairn has 0 stones"
    window.session.new("partition")
    assert why.content is not None
    assert not why.facts.isVisibleTo(why)


@pytest.mark.check
@pytest.mark.fresh_window
def test_a_dock_that_only_one_game_has_is_there_with_the_game(cairns_view, shared_window, qtbot):
    window = shared_window(1000, 760, level_maps_open=False)
    window.session.new(cairns_view.name)
    window.shell.playing.hand_over.only_look()
    qtbot.waitUntil(lambda: "why" in window.docks._panels, timeout=60000)
    window.docks.open("tally")
    dock, tally = window.docks._docks["tally"], window.docks.panel("tally")
    assert not dock.isHidden()
    assert tally.said.text() == "0 stones on the board"
    window.session.new("pyramid")
    assert dock.isHidden()
    window.session.activate(window.session.state.active - 1)
    assert not dock.isHidden()
    window.docks.close("tally")
    assert dock.isHidden()


# -- rules ---------------------------------------------------------------------------------------


def test_every_rule_a_fact_or_a_reason_names_is_a_heading_of_its_page(qtbot):
    for game in ("pyraos", "pyramid"):
        position = kinds()[game].configure({}).start()
        for fact in game_view_named(game).facts(position):
            page, _, anchor = fact.rule.partition("#")
            if anchor:
                dialog = document_page("rules", page.removesuffix(".md"))
                qtbot.addWidget(dialog)
                assert scroll_to(dialog.browser, anchor), fact.rule


@pytest.mark.check
def test_an_action_is_foretold_at_whatever_field_is_pointed_at(window, begin):
    hand = begin("pyramid")
    pointer = window.scene_view.widget.input.pointer
    for site, centre in enumerate(pointer.visible.centres):
        place = QPointF(*pointer.projection.to_screen(centre))
        hand.driver.move(QPointF(2, 2))
        hand.driver.move(place)
        assert pointer.active is not None
        assert pointer.active.site == site
    # An action is foretold before the click.
    hand.click("b1")
    hand.point_at("a1")
    board = window.session.position.game.board
    assert window.scene_view.floating.line.text == "You lose a stone: a1 falls; b1 pushes a1"
    assert window.scene_view.widget.picture.doomed == (board.index("a1"),)
    assert [o.sites for o in window.scene_view.widget.picture.overlays] == [
        (board.index("b1"), board.index("a1"))
    ]
    hand.point_at("b2")
    assert window.scene_view.widget.picture.doomed == ()
    hand.click("d1")  # another stone instead
    assert window.session.state.partial == ("d1",)
    hand.click("d1")  # and put down again
    assert not window.session.state.partial


@pytest.mark.check
def test_tab_from_the_scene_never_leads_into_what_another_game_shows(shared_window, qtbot):
    window = shared_window(why_open=True)
    window.session.new("partition:size=3,rules=free 3,3,3/2,2/1 red")
    qtbot.waitUntil(lambda: window.display.is_ready, timeout=60000)
    window.activateWindow()
    window.session.new("pyramid")
    for hidden in (False, True):
        window.chosen.choose(replace(window.chosen.now, hide_verdicts=hidden))
        window.scene_view.take_focus()
        qtbot.waitUntil(lambda: QApplication.focusWidget() is window.scene_view.widget.surface)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget().isVisible()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        assert window.session.document.view.show == ""
        window.session.activate(0)
