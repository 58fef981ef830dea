"""What the keys do while the scene has the focus: one table of keys and what they call."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from model.records.views.view import View
from viewer.picture.picking.lattice_cursor import arrow_directions
from viewer.picture.visibility import view_edits
from viewer.picture.words.plane_names import plane_text
from viewer.scene.input.scene_input import SceneInput

KEY = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
PAD = Qt.KeyboardModifier.KeypadModifier
Action = Callable[[SceneInput], None]


def wants(scene: SceneInput, event: QKeyEvent) -> bool:
    """Say whether the scene uses a key itself, before the window's shortcuts see it."""
    if event.key() == KEY.Key_Escape:
        return scene.holding
    if scene.rules.plans() and _plan_key(scene, event):
        return True
    return _action(event) is not None or _digit(event) != ""


def press(scene: SceneInput, event: QKeyEvent) -> bool:
    """Do what a key is for; True when it was used up."""
    key = event.key()
    if key == KEY.Key_Escape:
        return scene.cancel()
    if key in (KEY.Key_Tab, KEY.Key_Backtab):
        scene.left_scene.emit()
        return False  # Qt moves the focus on
    if (
        scene.rules.plans()
        and (planned := _plan_key(scene, event))
        and scene.rules.plan_key(planned)
    ):
        return True
    action = _action(event)
    if action is not None:
        if not (event.isAutoRepeat() and action in _ONCE):
            action(scene)
        return True
    if digit := _digit(event):
        scene.digit.emit(digit)
        return True
    return False


def release(scene: SceneInput, event: QKeyEvent) -> bool:
    """Hear a key go up: X that was held takes the lens away."""
    return event.key() == KEY.Key_X and not event.isAutoRepeat() and scene.release_lens()


def _plan_key(scene: SceneInput, event: QKeyEvent) -> str:
    """What a key means for the plan of the piece in hand, "" for nothing."""
    if event.modifiers() & ~PAD:
        return ""
    way = _ARROWS.get(event.key())
    if way is not None:
        return arrow_directions(scene.camera.azimuth, scene.camera.elevation)[way]
    return _PLAN_KEYS.get(event.key(), "")


def _action(event: QKeyEvent) -> Action | None:
    held = event.modifiers()
    if held & PAD:
        return _NUMPAD.get((event.key(), held & ~PAD))
    return _KEYS.get((event.key(), held))


def _digit(event: QKeyEvent) -> str:
    """The digit a key writes on the main keyboard, else ""."""
    text, held = event.text(), event.modifiers()
    plain = not held & (PAD | CTRL | Qt.KeyboardModifier.AltModifier)
    return text if plain and len(text) == 1 and text in "0123456789" else ""


def _layer(scene: SceneInput) -> None:
    """Working layer on, through what is pointed at, and off again."""
    picture = scene.pointer.picture
    if picture is not None:
        _show_layer(scene, view_edits.switch_layer(scene.view, picture.board, scene.active_site))


def _layer_family(scene: SceneInput) -> None:
    """The next family of planes, through the same site."""
    picture = scene.pointer.picture
    if picture is not None:
        view = view_edits.next_layer_family(scene.view, picture.board, scene.active_site)
        _show_layer(scene, view)


def _show_layer(scene: SceneInput, view: View) -> None:
    scene.change(view, scene.gestures.begin("layer"))
    scene.message.emit(
        "no working layer" if view.layer is None else f"working layer: {plane_text(*view.layer)}"
    )


def _fly(kind: str, change: Callable[[View], View]) -> Action:
    return lambda scene: scene.fly(change(scene.view), kind)


def _from(name: str) -> Action:
    return _fly("view", lambda view: view_edits.look_from(view, name))


def _turn(azimuth: float, elevation: float) -> Action:
    def turn(scene: SceneInput) -> None:
        gesture, _ = scene.gestures.burst("turn")
        scene.change(view_edits.turn(scene.view, azimuth, elevation), gesture, fly=True)

    return turn


_ONCE: tuple[Action, ...] = (SceneInput.press_lens, _layer, _layer_family, SceneInput.enter)
"""Not repeated while the key is held."""

Table = Mapping[tuple[int, Qt.KeyboardModifier], Action]

_ARROWS: Mapping[int, str] = {
    KEY.Key_Left: "left",
    KEY.Key_Right: "right",
    KEY.Key_Up: "up",
    KEY.Key_Down: "down",
}
_PLAN_KEYS: Mapping[int, str] = {
    KEY.Key_Period: "stand",
    KEY.Key_Backspace: "back",
    KEY.Key_Delete: "clear",
    KEY.Key_P: "pass",
}
_KEYS: Table = {
    (KEY.Key_Left, NONE): lambda scene: scene.move_cursor("left"),
    (KEY.Key_Right, NONE): lambda scene: scene.move_cursor("right"),
    (KEY.Key_Up, NONE): lambda scene: scene.move_cursor("up"),
    (KEY.Key_Down, NONE): lambda scene: scene.move_cursor("down"),
    (KEY.Key_PageUp, NONE): lambda scene: scene.move_cursor("above"),
    (KEY.Key_PageDown, NONE): lambda scene: scene.move_cursor("below"),
    (KEY.Key_Return, NONE): SceneInput.enter,
    (KEY.Key_N, NONE): lambda scene: scene.visit(1),
    (KEY.Key_N, SHIFT): lambda scene: scene.visit(-1),
    (KEY.Key_Q, NONE): lambda scene: scene.deeper(-1),
    (KEY.Key_E, NONE): lambda scene: scene.deeper(1),
    (KEY.Key_W, NONE): _layer,
    (KEY.Key_W, SHIFT): _layer_family,
    (KEY.Key_X, NONE): SceneInput.press_lens,
    (KEY.Key_F, NONE): lambda scene: scene.centre(scene.active_site),
    (KEY.Key_Home, NONE): _fly("whole", view_edits.whole),
}
_NUMPAD: Table = {
    (KEY.Key_Enter, NONE): SceneInput.enter,
    (KEY.Key_1, NONE): _from("south"),
    (KEY.Key_1, CTRL): _from("north"),
    (KEY.Key_3, NONE): _from("east"),
    (KEY.Key_3, CTRL): _from("west"),
    (KEY.Key_7, NONE): _from("top"),
    (KEY.Key_7, CTRL): _from("bottom"),
    (KEY.Key_9, NONE): _fly("view", view_edits.opposite),
    (KEY.Key_5, NONE): _fly("projection", view_edits.switch_projection),
    (KEY.Key_0, NONE): _from("iso"),
    (KEY.Key_4, NONE): _turn(-view_edits.TURN, 0),
    (KEY.Key_6, NONE): _turn(view_edits.TURN, 0),
    (KEY.Key_8, NONE): _turn(0, view_edits.TURN),
    (KEY.Key_2, NONE): _turn(0, -view_edits.TURN),
}
