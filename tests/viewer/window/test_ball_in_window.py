"""Pyramid Ball in the window by mouse, keys and text: programs, puzzles, matches, its clock."""

import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from windows import pick

from model.contract.game import ONLOOKER
from viewer.analysis.playing import opponents, seated_game
from viewer.scene_view.floating.step_buttons import CLEAR, PLAY
from viewer.session.files import resources
from viewer.visuals.overlay_types import Arrow, Lit
from viewer.window.dialogs.new_game import NewGame, SeatChoice
from viewer.window.players import seats_line

START = "pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM"
ADVANCED = (
    "pyramid-ball:mode=advanced 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=BM score=0:3 specials=SML:-"
)
CLOSED = "pyramid-ball:mode=advanced 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM score=0:1 ban=B"
LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key


@pytest.fixture
def window(begun):
    return begun(START, 1000, 760, level_maps_open=False)


def program(window):
    return window.session.steps().move


def committed(window):
    """What A has chosen in secret, as A knows it."""
    return window.session.position_for("A").sealed_choice


def draw(mouse, *places, release=True):
    """Press on the first place and go over the others."""
    first, *rest = (mouse._place(place) for place in places)
    mouse.press(first)
    for place in rest:
        mouse.move(place, held=LEFT)
    if release:
        mouse.release(rest[-1])


def ball(mouse):
    """Where the ball on its carrier is seen."""
    pointer = mouse.scene.input.pointer
    centre = pointer.visible.centres[pointer.picture.board.index("d4")]
    x, y = pointer.projection.to_screen(np.add(centre, (0.0, 0.0, 0.72)))
    return QPointF(x, y)


def said(window):
    return window.scene_view.floating.line.text


def arrows(window, style="step"):
    names = window.session.position.game.board.names
    return {
        (names[one.start], names[one.end], one.text)
        for one in window.scene_view.widget.picture.overlays
        if isinstance(one, Arrow) and one.style == style
    }


@pytest.mark.check
def test_a_program_is_drawn_by_the_mouse_and_played_when_it_is_ready(window, mouse):
    camera = window.scene_view.widget.picture.view.camera
    draw(mouse, "f3", "f4", "f5", "g5")
    assert program(window) == "NNE/.../..."
    assert window.scene_view.widget.picture.view.camera == camera  # nothing turns
    assert arrows(window) == {("f3", "f4", "1"), ("f4", "f5", "2"), ("f5", "g5", "3")}
    draw(mouse, ball(mouse), "f3")
    assert program(window) == "NNE/.../.../pass2S"
    assert arrows(window, "throw") == {("d4", "f4", "2")}
    assert [one for one in window.scene_view.widget.picture.overlays if isinstance(one, Lit)]
    assert "in row 2 A's medium piece passes to A's small piece" in said(window)
    draw(mouse, "d4", "e4")  # the row of its pass is left out, when there is more
    draw(mouse, "e4", "e5")
    assert program(window) == "NNE/E.N/.../pass2S"
    draw(mouse, "d4", "d5")  # from the piece itself it is drawn anew
    assert program(window) == "NNE/N../.../pass2S"
    assert arrows(window, "stopped") == {("d4", "d5", "1")}
    assert "a piece stands in its way" in said(window)
    draw(mouse, "b3", "b4", "b5", "b4", "c4")  # a step back takes a step away
    assert program(window) == "NNE/N../NE./pass2S"
    draw(mouse, "b3", "b4", release=False)
    mouse.key(KEY.Key_Escape)
    mouse.release("b4")
    assert program(window) == "NNE/N../NE./pass2S"  # broken off: as it was
    draw(mouse, "c4", "d4", "e4", "f4")
    assert "has an order for every row already" in said(window)
    draw(mouse, "d5", "d6")  # B's piece: no part of the program, but of what is guessed
    assert program(window) == "NNE/N../NEE/pass2S"
    assert "If B does as you guess" in said(window)
    guessed = [one for one in window.scene_view.widget.picture.overlays
               if isinstance(one, Arrow) and one.guessed]  # fmt: skip
    assert [one.owner for one in guessed] == [1]
    buttons = window.scene_view.floating.step_buttons.buttons
    assert window.session.document.node == 0
    QTest.mouseClick(buttons[PLAY], LEFT)
    assert committed(window) == "NNE/N../NEE/pass2S"
    assert window.session.position.to_move == "B"
    assert not arrows(window)


def test_a_program_is_chosen_by_keys(window, mouse):
    mouse.key(KEY.Key_N)
    held = [one for one in window.scene_view.widget.picture.overlays if isinstance(one, Lit)]
    assert [one.style for one in held] == ["held", "lit"]
    for key in (KEY.Key_Up, KEY.Key_Period, KEY.Key_Left):
        mouse.key(key)
    assert program(window) == "N.W/.../..."
    mouse.key(KEY.Key_Backspace)
    assert program(window) == "N../.../..."
    mouse.key(KEY.Key_Right)
    mouse.key(KEY.Key_P)
    assert program(window) == "N.E/.../.../pass2S"
    mouse.key(KEY.Key_P)
    assert program(window) == "N.E/.../.../pass3S"
    mouse.key(KEY.Key_P)
    assert program(window) == "N.E/.../..."
    mouse.key(KEY.Key_P)
    mouse.key(KEY.Key_N)
    mouse.key(KEY.Key_P)
    assert "A's medium piece has the ball already" in said(window)
    mouse.key(KEY.Key_Down)
    mouse.key(KEY.Key_N)
    for _ in range(3):
        mouse.key(KEY.Key_Left)
    assert "The pitch ends west of a3" in said(window)
    mouse.key(KEY.Key_Delete)
    assert program(window) == "N.E/S../.../pass2S"
    mouse.key(KEY.Key_Escape)  # put down: arrows move the cursor again
    mouse.key(KEY.Key_Up)
    assert program(window) == "N.E/S../.../pass2S"
    mouse.key(KEY.Key_N)
    mouse.key(KEY.Key_Return)
    assert window.session.position.to_move == "B"


def test_slots_are_set_in_any_order_in_the_move_field(window, qtbot):
    field = window.move_field

    def enter(text):
        field.open()
        field.edit.setText(text)
        QTest.keyClick(field.edit, KEY.Key_Return)
        return field.fault.accessibleName()

    assert enter("M3=e s1=N") == ""
    assert enter("pass=2l S1=W") == ""
    assert program(window) == "W../..E/.../pass2L"
    assert enter("S1=") == ""
    assert program(window) == ".../..E/.../pass2L"
    assert "S1 cannot be NE" in enter("S1=NE")
    assert "There is no X1 to choose here" in enter("X1=N")
    assert program(window) == ".../..E/.../pass2L"
    bar = window.scene_view.floating.step_buttons
    assert bar.width() > bar.buttons[CLEAR].width() + bar.buttons[PLAY].width()  # room for both
    QTest.mouseClick(bar.buttons[CLEAR], LEFT)
    assert window.session.state.partial == ()
    assert set(bar.buttons) == {PLAY}
    assert enter("S:NN. M:E.. pass2L") == ""
    assert committed(window) == "NN./E../.../pass2L"


def test_special_moves_stand_in_the_bar_and_a_dash_is_a_fourth_step(window, mouse):
    window.session.paste_position(ADVANCED)
    buttons = window.scene_view.floating.step_buttons.buttons
    words = [button.text() for button in buttons.values()]
    assert words == ["Dash", "Quick pass", "Blitz", "After their goal: ball west", "Ready"]
    draw(mouse, "f3", "f4", "f5", "g5", "g6")
    assert program(window) == "NNE/.../.../dashN"
    for token in ("blitz=yes", "side=E"):
        QTest.mouseClick(window.scene_view.floating.step_buttons.buttons[token], LEFT)
    assert program(window) == "NNE/.../.../dashN/blitz/sideE"
    assert "Blitz ✓" in [
        button.text() for button in window.scene_view.floating.step_buttons.buttons.values()
    ]
    QTest.mouseClick(window.scene_view.floating.step_buttons.buttons["blitz=no"], LEFT)
    assert program(window) == "NNE/.../.../dashN/sideE"
    window.session.paste_position(CLOSED)
    shut = [one.sites for one in window.scene_view.widget.picture.overlays
            if isinstance(one, Lit) and one.style == "shut"]  # fmt: skip
    assert shut == [tuple(range(7))]


def test_a_clicked_piece_lights_where_it_may_go_and_an_empty_turn_is_asked_about_once(
    window, mouse, qtbot
):
    names = window.session.position.game.board.names
    mouse.click("f3")
    qtbot.waitUntil(lambda: window.scene_view.drawing.in_hand is not None)
    shown = window.scene_view.widget.picture.overlays
    (lit,) = (one for one in shown if isinstance(one, Lit) and one.style == "lit")
    lit_up = {names[site] for site in lit.sites}
    assert {"f4", "f6", "g4", "c3"} < lit_up  # up to three steps away
    assert not lit_up & {"f3", "f7", "b3"}
    assert "square that is lit" in said(window)
    mouse.click("f5")
    assert program(window) == "NN./.../..."
    mouse.key(KEY.Key_Escape)
    window.session.set_steps(())
    ready = window.scene_view.floating.step_buttons.buttons[PLAY]
    QTest.mouseClick(ready, LEFT)
    assert not committed(window)
    assert "Press Ready again" in said(window)
    QTest.mouseClick(window.scene_view.floating.step_buttons.buttons[PLAY], LEFT)
    assert committed(window) == ".../.../..."


def test_a_piece_in_hand_and_what_was_asked_stay_with_their_document(window, mouse, qtbot):
    drawing = window.scene_view.drawing
    mouse.click("f3")
    qtbot.waitUntil(lambda: drawing.in_hand is not None)
    assert [drawing.asks_first(), drawing.asks_first()] == [True, False]
    window.session.paste_position(START)
    assert drawing.in_hand is None
    assert drawing.asks_first()


@pytest.mark.check
def test_a_plan_that_is_drawn_after_a_wrong_try_is_the_next_answer(window, mouse, qtbot, tmp_path):
    path = next(one for one in resources.lessons() if "pyramid-ball" in one.name)
    window.open_path(Path(shutil.copy(path, tmp_path)))
    player = window.shell.learning.player
    player.ask_again(4)

    def ready():
        QTest.mouseClick(window.scene_view.floating.step_buttons.buttons[PLAY], LEFT)
        qtbot.waitUntil(lambda: not player.playback.is_running, timeout=60_000)

    draw(mouse, "c5", "c6")
    ready()
    assert player.exercise.tone == "wrong"
    draw(mouse, "g7", "g8")
    assert not player.exercise.stands_wrong
    assert program(window) == "N../.../..."
    ready()
    assert player.exercise.tone == "wrong"
    mouse.click("f6")  # planned for by keys
    assert not player.exercise.stands_wrong
    mouse.key(KEY.Key_Up)
    ready()
    assert player.exercise.stands_wrong
    draw(mouse, "c5", "c6")
    assert program(window) == ".../.../N.."


# -- puzzles: a try is refuted by a whole turn, and the answer wins ------------------------------

STILL = ".../.../.../pass2S"
ASIDE = ".../E../.../pass2S"


@pytest.mark.check
def test_a_program_is_refuted_or_wins_as_a_whole_turn(window, qtbot):
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


@pytest.mark.check
@pytest.mark.fresh_window
def test_a_program_that_is_known_is_drawn_in_dashes_and_stays(window, qtbot, mouse):
    session, view = window.session, window.scene_view
    session.open(resources.puzzles_of("pyramid-ball"), item=0)
    window.shell.learning.player.begin_puzzle()
    page = window.docks.panel("learn").puzzle
    said = "The arrows show what B has chosen. A to move:"
    qtbot.waitUntil(lambda: said in page.asked.toPlainText())

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


# -- two matches from the first choice to the last point -----------------------------------------

BASIC = "pyramid-ball:first=duel 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM phase=duel"
ADVANCED_MATCH = "pyramid-ball:mode=advanced,target=5 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM"
BASIC_MOVES = (
    "small", "small", "medium", "large", "offence",
    ".../.../...", ".../WSS/...",
    "N../.../...", ".../SS./...",
)  # fmt: skip
ADVANCED_MOVES = (
    "E.W/.NN/SW.", ".S./S../SSS", "take-S", "take-M",
    "NWW/N../ENN/dashW", "NN./WES/SE.", "take-L",
    ".../.NS/SE./blitz", "S../.S./S../pass1L/quick", "take-M",
    "E../.SN/.../pass2S", ".../SN./NS.",
)  # fmt: skip
WAYS = {"N": KEY.Key_Up, "E": KEY.Key_Right, "S": KEY.Key_Down, "W": KEY.Key_Left,
        ".": KEY.Key_Period}  # fmt: skip
STEPS = {"N": 7, "E": 1, "S": -7, "W": -1}


class Hands:
    """Two people at one window: A draws with the mouse, B presses keys; words are buttons."""

    def __init__(self, window, mouse):
        self.window, self.mouse = window, mouse

    @property
    def position(self):
        return self.window.session.position

    def button(self, token):
        buttons = self.window.scene_view.floating.step_buttons.buttons
        QTest.mouseClick(buttons[token], LEFT)

    def choose(self, move):
        side = self.position.to_move
        assert move in self.position.legal_moves
        if "/" in move:
            self.program(move, draws=side == "A")
            assert self.window.session.steps().move == move
            if not self.window.session.entered:
                self.button(PLAY)  # asks whether all are to stand still
            self.button(PLAY)
        else:
            self.button(move)
        if not self.window.pages.cover.isHidden():
            QTest.mouseClick(self.window.pages.cover.ready, LEFT)

    def program(self, move, *, draws):
        small, medium, large, *extras = move.split("/")
        slots = {slot.name: slot for slot in self.window.session.steps().slots}
        for word in extras:
            if word in ("quick", "blitz"):
                self.button(f"{word}=yes")
        dash = next((word[4:] for word in extras if word.startswith("dash")), "")
        for size, commands in (("S", small + dash), ("M", medium), ("L", large)):
            forced = len(slots[f"{size}1"].choices) == 1
            told = commands.rstrip(".")[1 if forced else 0 :]
            if told and draws and not forced and "." not in told:
                self.draw(slots[f"{size}1"].site, told)
            elif told:
                self.take(slots[f"{size}1"].site)
                for letter in told:
                    self.mouse.key(WAYS[letter])
        for word in extras:
            if word.startswith("pass"):
                self.take(slots[f"{word[5]}1"].site)
                while f"/{word}" not in self.window.session.steps().move:
                    self.mouse.key(KEY.Key_P)

    def take(self, site):
        """Take a piece in hand: N goes from one to the next."""
        for _ in range(4):
            if self.window.scene_view.drawing.in_hand == site:
                return
            self.mouse.key(KEY.Key_N)
        raise AssertionError(f"no key takes the piece on {site}")

    def draw(self, site, told):
        names = self.position.game.board.names
        sites = [site]
        for letter in told:
            sites.append(sites[-1] + STEPS[letter])
        places = [self.mouse.place_of(names[one]) for one in sites]
        self.mouse.press(places[0])
        for here, there in pairwise(places):
            self.mouse.move(here + 0.5 * (there - here), held=LEFT)
            self.mouse.move(there, held=LEFT)
        self.mouse.release(places[-1])


@pytest.mark.check
def test_two_matches_are_played_to_the_end_by_mouse_and_keys(window, mouse):
    window.session.paste_position(BASIC)
    hands = Hands(window, mouse)
    for move in BASIC_MOVES:
        hands.choose(move)
    assert hands.position.outcome.winner == "B"
    assert window.docks.panel("turn-log").heading.text() == "Turn 2"
    assert window.status.moves.text() == "move 9 · points 0:1"

    window.session.paste_position(ADVANCED_MATCH)
    used, causes = set(), set()
    for move in ADVANCED_MOVES:
        hands.choose(move)
        log = window.docks.panel("turn-log")
        told = [log.entries.item(k).text() for k in range(log.entries.count())]
        used |= {word for word in ("dash", "quick pass", "blitz") for line in told
                 if f"uses the {word}" in line}  # fmt: skip
        causes |= {word for word in ("goal", "tackles", "intercepts", "picks up", "pushes")
                   for line in told if word in line}  # fmt: skip
    assert used == {"dash", "quick pass", "blitz"}
    assert causes == {"goal", "tackles", "intercepts", "picks up", "pushes"}
    outcome = hands.position.outcome
    assert (outcome.winner, outcome.scores) == ("B", (("A", 1), ("B", 5)))


# -- the Turn dock ---------------------------------------------------------------------------------

PASSES, TACKLES = "NN./E../.../pass2S", "SS./.../..."


def rows(log):
    return [log.entries.item(k).text() for k in range(log.entries.count())]


def stands(window):
    """Where the pieces are that are drawn, by the marks of their squares."""
    picture = window.scene_view.widget.picture
    return {picture.board.names[site] for site in picture.pieces.site.tolist()}


@pytest.mark.check
def test_a_turn_is_told_and_scrubbed_both_ways(window, qtbot):
    qtbot.waitUntil(lambda: window.docks.panel("turn-log") is not None, timeout=60_000)
    log = window.docks.panel("turn-log")
    assert log.entries.isHidden()
    window.session.play(PASSES)
    assert log.entries.isHidden()  # one of them has chosen: nothing is told
    QTest.mouseClick(window.pages.cover.ready, Qt.MouseButton.LeftButton)
    window.session.play(TACKLES)
    qtbot.waitUntil(lambda: not window.scene_view.move_animation.running, timeout=20000)
    told = rows(log)
    assert log.heading.text() == "Turn 1"
    assert told[:3] == [
        "Before the turn",
        "Row 1: the pieces carry out their orders",
        "Row 2: A's medium piece passes to A's small piece",
    ]
    assert "Row 2: B's small piece tackles A's small piece and takes the ball" in told
    assert "Row 2: A point for B: A 0, B 1" in told
    assert told[-1] == "After the turn"
    end = stands(window)
    assert {"f4", "f3", "e4"} <= end

    log.entries.setFocus()
    QTest.keyClick(log.entries, Qt.Key.Key_Home)  # before the turn
    assert stands(window) == {"b3", "d4", "f3", "b6", "d5", "f6"}
    assert window.scene_view.widget.picture.overlays == ()
    QTest.keyClick(log.entries, Qt.Key.Key_Down)
    assert {"e4", "f4", "f5"} <= stands(window)
    item = log.entries.item(2)  # the pass, as a line over the square it crosses
    place = log.entries.visualItemRect(item).center()
    QTest.mouseClick(log.entries.viewport(), Qt.MouseButton.LeftButton, pos=place)
    overlays = window.scene_view.widget.picture.overlays
    assert [one.style for one in overlays if isinstance(one, Arrow)] == ["throw"]
    assert [one for one in overlays if isinstance(one, Lit)]
    assert "passes to A's small piece" in window.scene_view.floating.line.text
    QTest.mouseClick(log.later, Qt.MouseButton.LeftButton)
    assert [
        o.style for o in window.scene_view.widget.picture.overlays if isinstance(o, Arrow)
    ].count("stopped") == 1
    QTest.mouseClick(log.earlier, Qt.MouseButton.LeftButton)
    assert log.entries.currentRow() == 2
    QTest.keyClick(log.entries, Qt.Key.Key_Escape)  # back to how things stand
    assert stands(window) == end
    assert window.scene_view.move_animation.held is None

    log.entries.setCurrentRow(1)
    window.session.back()  # the turn that is no more is told no more
    assert window.scene_view.move_animation.held is None
    assert log.entries.isHidden()


# -- a match by the clock ------------------------------------------------------------------------


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


def test_a_match_by_the_clock(shared_window, qtbot, drive, now, monkeypatch):
    window = shared_window(1100, 800, level_maps_open=False, alone=True)
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
def test_a_game_without_time_offers_none(shared_window, qtbot):
    window = shared_window()

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
