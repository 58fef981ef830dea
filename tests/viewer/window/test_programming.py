"""A program of Pyramid Ball by mouse, keys and text; nothing is played before it is ready."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from viewer.scene_view.floating.step_buttons import CLEAR, PLAY
from viewer.session.files import resources
from viewer.visuals.overlay_types import Arrow, Lit

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
