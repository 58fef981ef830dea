"""What the keys do while the scene has the focus; `viewer.scene.input.mouse` passes them on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from model.records.view import View
from viewer.picture import lattice_cursor as lattice
from viewer.picture import view_edits
from viewer.picture.visible import occupied

if TYPE_CHECKING:
    from viewer.scene.input.mouse import Hands

KEY = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
PAD = Qt.KeyboardModifier.KeypadModifier
TURN = 15.0
"""Degrees the numpad's 2, 4, 6 and 8 turn the table, as in Blender."""


def wants(hands: Hands, event: QKeyEvent) -> bool:
    """Say whether the scene uses a key itself, before the window's shortcuts see it."""
    if event.key() == KEY.Key_Escape:
        return hands.holding
    return _action(event) is not None or _digit(event) != ""


def press(hands: Hands, event: QKeyEvent) -> bool:
    """Do what a key is for; True when it was used up."""
    key = event.key()
    if key == KEY.Key_Escape:
        return hands.cancel()
    if key in (KEY.Key_Tab, KEY.Key_Backtab):
        hands.left_scene.emit()
        return False  # Qt moves the focus on
    action = _action(event)
    if action is not None:
        if not (event.isAutoRepeat() and action in _ONCE):
            action(hands)
        return True
    if digit := _digit(event):
        hands.digit.emit(digit)
        return True
    return False


def release(hands: Hands, event: QKeyEvent) -> bool:
    """Hear a key go up: X takes the lens away."""
    if event.key() == KEY.Key_X and not event.isAutoRepeat() and hands.lens_gesture:
        hands.end_lens()
        return True
    return False


def _action(event: QKeyEvent) -> Callable[[Hands], None] | None:
    held = event.modifiers()
    if held & PAD:
        return _NUMPAD.get((event.key(), held & ~PAD))
    return _KEYS.get((event.key(), held))


def _digit(event: QKeyEvent) -> str:
    """The digit a key writes on the main keyboard, else ""."""
    text, held = event.text(), event.modifiers()
    plain = not held & (PAD | CTRL | Qt.KeyboardModifier.AltModifier)
    return text if plain and len(text) == 1 and text in "0123456789" else ""


# -- lattice cursor ------------------------------------------------------------------------------


def move_cursor(hands: Hands, way: str) -> None:
    """Move the lattice cursor "left", "right", "up" or "down" on the screen, "above" or "below".

    The first call only brings it: to what the mouse is on, else near the middle.
    """
    picture, cursor = hands.aim.picture, hands.cursor
    if picture is None:
        return
    board = picture.board
    if cursor is None:
        active = hands.aim.active
        if active is not None:
            stand(hands, lattice.at(board, active.site))
        else:
            stand(hands, lattice.start(board, hands.aim.visible.answers))
        return
    if way in ("above", "below"):
        moved = lattice.climb(board, cursor, 1 if way == "above" else -1)
    else:
        camera = hands.camera
        direction = lattice.arrow_directions(camera.azimuth, camera.elevation)[way]
        moved = lattice.step(board, cursor, direction)
    if moved.border:
        hands.message.emit(moved.border)
    else:
        stand(hands, moved.cursor)


def stand(hands: Hands, cursor: lattice.Cursor) -> None:
    """Put the lattice cursor somewhere and say so."""
    hands.cursor = cursor
    hands.cursor_moved.emit(cursor.site)
    if hands.lens_gesture:
        hands.lens()
    hands.redraw.emit()


def enter(hands: Hands) -> None:
    """Place the pinned ball, else a ball at the lattice cursor; on a ball, touch it as a click."""
    if hands.pin is not None:
        hands.choose(hands.pin)
        return
    cursor, picture = hands.cursor, hands.aim.picture
    if picture is None or hands.ends(None if cursor is None else cursor.site):
        return
    if cursor is None:
        move_cursor(hands, "up")  # brings it
        return
    visible, site = hands.aim.visible, cursor.site
    if occupied(picture)[site] and visible.selects[site]:
        hands.selected.emit(site)
    elif visible.answers[site] and not occupied(picture)[site]:
        hands.choose(site)
    else:
        name = picture.board.names[site]
        hands.message.emit(f"{name} is hidden by this view: nothing can be done there")


def _way(name: str) -> Callable[[Hands], None]:
    return lambda hands: move_cursor(hands, name)


def _interesting(by: int) -> Callable[[Hands], None]:
    def visit(hands: Hands) -> None:
        picture = hands.aim.picture
        here = None if hands.cursor is None else hands.cursor.site
        site = lattice.following(hands.interesting, here, by)
        if site is None or picture is None:
            hands.message.emit("there are no interesting points here")
        else:
            stand(hands, lattice.at(picture.board, site))

    return visit


# -- looking -------------------------------------------------------------------------------------


def _layer(hands: Hands) -> None:
    """Working layer on, through what is pointed at, and off again."""
    if hands.aim.picture is not None:
        _lay(hands, view_edits.switch_layer(hands.view, hands.aim.picture.board, hands.active_site))


def _layer_family(hands: Hands) -> None:
    """The next family of planes, through the same site."""
    if hands.aim.picture is not None:
        _lay(
            hands,
            view_edits.next_layer_family(hands.view, hands.aim.picture.board, hands.active_site),
        )


def _lay(hands: Hands, view: View) -> None:
    hands.change(view, hands.gesture("layer"))
    hands.message.emit(
        "no working layer" if view.layer is None else "working layer: {} {}".format(*view.layer)
    )


def _centre(hands: Hands) -> None:
    site, picture = hands.active_site, hands.aim.picture
    if site is None or picture is None:
        hands.message.emit("point at something to centre on it")
        return
    # What is near stays near: the distance is held even where it was the fitting one.
    distance = hands.aim.sight.camera.distance
    view = view_edits.centre_on(hands.view, picture.board, site)
    hands.move_camera(replace(view.camera, distance=distance), hands.gesture("centre"), fly=True)


def _fly(kind: str, change: Callable[[View], View]) -> Callable[[Hands], None]:
    return lambda hands: hands.change(change(hands.view), hands.gesture(kind), fly=True)


def _from(name: str) -> Callable[[Hands], None]:
    return _fly("view", lambda view: view_edits.look_from(view, name))


def _turn(azimuth: float, elevation: float) -> Callable[[Hands], None]:
    return lambda hands: hands.change(
        view_edits.turn(hands.view, azimuth, elevation), hands.burst("turn"), fly=True
    )


def _lens(hands: Hands) -> None:
    hands.lens()


_ONCE = (_lens, _layer, _layer_family, enter)
"""Not repeated while the key is held."""

Table = Mapping[tuple[int, Qt.KeyboardModifier], "Callable[[Hands], None]"]

_KEYS: Table = {
    (KEY.Key_Left, NONE): _way("left"),
    (KEY.Key_Right, NONE): _way("right"),
    (KEY.Key_Up, NONE): _way("up"),
    (KEY.Key_Down, NONE): _way("down"),
    (KEY.Key_PageUp, NONE): _way("above"),
    (KEY.Key_PageDown, NONE): _way("below"),
    (KEY.Key_Return, NONE): enter,
    (KEY.Key_N, NONE): _interesting(1),
    (KEY.Key_N, SHIFT): _interesting(-1),
    (KEY.Key_Q, NONE): lambda hands: hands.deeper(-1),
    (KEY.Key_E, NONE): lambda hands: hands.deeper(1),
    (KEY.Key_W, NONE): _layer,
    (KEY.Key_W, SHIFT): _layer_family,
    (KEY.Key_X, NONE): _lens,
    (KEY.Key_F, NONE): _centre,
    (KEY.Key_Home, NONE): _fly("whole", view_edits.whole),
}
_NUMPAD: Table = {
    (KEY.Key_Enter, NONE): enter,
    (KEY.Key_1, NONE): _from("south"),
    (KEY.Key_1, CTRL): _from("north"),
    (KEY.Key_3, NONE): _from("east"),
    (KEY.Key_3, CTRL): _from("west"),
    (KEY.Key_7, NONE): _from("top"),
    (KEY.Key_7, CTRL): _from("bottom"),
    (KEY.Key_9, NONE): _fly("view", view_edits.opposite),
    (KEY.Key_5, NONE): _fly("projection", view_edits.switch_projection),
    (KEY.Key_0, NONE): _from("iso"),
    (KEY.Key_4, NONE): _turn(-TURN, 0),
    (KEY.Key_6, NONE): _turn(TURN, 0),
    (KEY.Key_8, NONE): _turn(0, TURN),
    (KEY.Key_2, NONE): _turn(0, -TURN),
}
