"""The events of the surface that shows the scene: mouse, wheel, pinch and keys.

They mean the same in both scene widgets. One table says which key calls what while the scene has
the focus.
"""

from collections.abc import Callable, Mapping
from math import hypot, trunc

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent

from model.records.view import View
from viewer.picture.picking.lattice_cursor import arrow_directions
from viewer.picture.visibility import view_edits
from viewer.picture.words.plane_names import plane_text
from viewer.scene.camera import is_open
from viewer.scene.input import cut_drag, gestures
from viewer.scene.input.gestures import Press
from viewer.scene.input.scene_input import SceneInput

CLICK_SLACK = 5
"""A press that moved fewer logical pixels than this is a click."""
NOTCH = 120
ALT = Qt.KeyboardModifier.AltModifier
"""Held while a cut is dragged, it may lie between the planes of the lattice."""
ZOOM_A_NOTCH = 0.85


class Mouse:
    """Turns the events of a mouse into calls of a `SceneInput`."""

    def __init__(self, scene: SceneInput) -> None:
        self._scene = scene
        self._over_knob = False
        self._notches = 0.0

    # -- buttons -----------------------------------------------------------------------------

    def pressed(self, event: QMouseEvent) -> None:
        """Hear that a button went down."""
        scene = self._scene
        if scene.press is not None:
            return
        place = event.position()
        scene.act_at(place)
        left = event.button() == Qt.MouseButton.LeftButton
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        active = scene.point(place)
        knob = cut_drag.under(scene.pointer, place.x(), place.y()) if left and not shift else None
        pans = shift or not left
        scene.press = Press(
            button=event.button(),
            start=place,
            view=replace(scene.view, camera=scene.camera),
            candidate=active,
            gesture=scene.gestures.begin("cut" if knob else "pan" if pans else "orbit"),
            pans=pans,
            fits=is_open(scene.view.camera),
            knob=knob,
            again=event.type() == QEvent.Type.MouseButtonDblClick,
        )
        if left and not shift and knob is None and active is not None and active.ball:
            scene.press.carries = active.site if scene.rules.may_carry(active.site) else None
        if left and not shift and knob is None and active is not None:
            scene.press.draws = scene.rules.may_draw(active)
        if knob is not None:
            scene.stop_resting()
            scene.show_preview(scene.pin)
        elif left and active is not None and not active.ball:
            scene.stop_resting()
            scene.show_preview(active.site)
            scene.pressed_point.emit(active.site)

    def moved(self, event: QMouseEvent) -> None:
        """Hear that the mouse moved: point with it, or drag."""
        scene, place = self._scene, event.position()
        press = scene.press
        if press is None:
            scene.point(place)
            self._show_knob(cut_drag.under(scene.pointer, place.x(), place.y()) is not None)
            return
        if press.cancelled:
            return
        way = place - press.start
        if not press.dragged:
            if hypot(way.x(), way.y()) < CLICK_SLACK:
                return
            press.dragged = True
            scene.stop_resting()
            scene.show_preview(scene.pin)
            if press.carries is not None:
                scene.lift(press.carries)
        self._drag(press, place, way, free=bool(event.modifiers() & ALT))

    def _drag(self, press: Press, place: QPointF, way: QPointF, *, free: bool) -> None:
        """Go on with a drag that has come `way` from where it began; `free`: it does not snap."""
        scene = self._scene
        if press.draws:
            scene.draw(place)
        elif press.carries is not None:
            scene.carry(place)
        elif press.knob is not None:
            cut = cut_drag.dragged(scene.pointer, press.knob, place.x(), place.y(), free=free)
            cuts = (*scene.view.cuts[:-1], cut)
            scene.change(replace(scene.view, cuts=cuts), press.gesture)
        elif press.pans:
            projection = scene.pointer.projection
            if press.centre is None:
                press.centre = projection.centre
            by = -projection.drag(way.x(), way.y())
            camera = gestures.pan(press.view.camera, press.centre, by)
            scene.move_camera(camera, press.gesture)
        else:
            camera = gestures.orbit(press.view.camera, way.x(), way.y(), scene.orbit_speed)
            if press.fits:
                camera = scene.pointer.while_turned(camera, press.view.camera.azimuth)
            scene.move_camera(camera, press.gesture)

    def released(self, event: QMouseEvent) -> None:
        """Hear that a button went up: the end of a drag, or a click."""
        scene = self._scene
        press = scene.press
        if press is None or event.button() != press.button:
            return
        scene.press = None
        if not press.dragged and not press.cancelled and press.knob is None:
            self._clicked(press, event)
        elif press.dragged and not press.cancelled and press.draws:
            scene.draw(event.position())
            scene.drawing_ended.emit(True)
        elif press.dragged and not press.cancelled and press.carries is not None:
            scene.drop(press.carries, event.position())
        elif press.dragged and not press.cancelled and press.knob is None and not press.pans:
            # Let a board that was fitted fill the scene again, from where it was turned to.
            camera = self._scene.view.camera
            if press.fits and not is_open(camera):
                camera = replace(camera, centre=None, distance=None)
                self._scene.move_camera(camera, press.gesture, fly=True)
        if scene.preview is not None and scene.preview != scene.pin:
            scene.show_preview(scene.pin)
        scene.point(event.position())

    def _clicked(self, press: Press, event: QMouseEvent) -> None:
        scene = self._scene
        if press.button == Qt.MouseButton.RightButton:
            scene.context.emit(list(scene.pointer.found), event.globalPosition().toPoint())
        elif press.button == Qt.MouseButton.LeftButton:
            scene.drop_cursor()
            found, before = press.candidate, scene.clicked_last
            scene.clicked_last = None if press.again else found
            if press.again and found is not None and found.ball and before is not None:
                if before.site == found.site and before.ball:
                    scene.focused.emit(found.site)
                if before.site == found.site:
                    return  # what the first click put there is not clicked by the second
            if found is None:
                scene.unpin()
                if not scene.rules.has_begun() or not scene.pointer.meets_board(press.start):
                    scene.selected.emit(None)
            elif found.ball:
                scene.selected.emit(found.site)
            else:
                scene.choose(found.site)

    def _show_knob(self, over: bool) -> None:
        """Say that a press would take the knob of the cut, or would no longer."""
        if over != self._over_knob:
            self._over_knob = over
            self._scene.over_knob.emit(over)

    # -- wheel and pinch ---------------------------------------------------------------------

    def wheel(self, event: QWheelEvent) -> None:
        """Zoom; with Shift go deeper on the line of sight, with Ctrl step a plane."""
        scene, turn = self._scene, event.angleDelta()
        # Some systems deliver a wheel turned with Shift or Alt on the other axis.
        notches = (turn.y() or turn.x()) / NOTCH
        if not notches:
            return
        place, held = event.position(), event.modifiers()
        if scene.press is None:
            scene.act_at(place)
        if held & Qt.KeyboardModifier.ControlModifier:
            gesture = self._burst("step")
            if by := self._whole_notches(notches):
                scene.step_plane(by, gesture)
        elif held & Qt.KeyboardModifier.ShiftModifier:
            self._burst("depth")
            if by := self._whole_notches(notches):
                if scene.press is None:
                    scene.point(place)
                scene.deeper(by)
        else:
            self.zoom(place, ZOOM_A_NOTCH ** (-notches if scene.wheel_away else notches))

    def pinch(self, event: QNativeGestureEvent) -> bool:
        """Zoom with two fingers; False for another gesture."""
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        if self._scene.press is None:
            self._scene.act_at(event.position())
        self.zoom(event.position(), 1 / max(1 + event.value(), 0.1))
        return True

    def zoom(self, place: QPointF, factor: float) -> None:
        """Come nearer (factor < 1) or go away; what is under `place` stays there."""
        scene, gesture = self._scene, self._burst("zoom")
        if scene.dragging:  # the drag goes on from where it began
            return
        active = scene.point(place)
        projection = scene.pointer.projection
        if active is None:
            about = projection.on_focal_plane(place.x(), place.y())
        else:
            origin, direction = projection.line(place.x(), place.y())
            about = origin + active.depth * direction
        distance = projection.camera.distance or 1.0
        camera = gestures.zoom(scene.camera, projection.centre, distance, about, factor)
        scene.move_camera(camera, gesture)

    def _burst(self, kind: str) -> str:
        """The gesture of a turn of the wheel; a new one counts its notches from zero."""
        name, fresh = self._scene.gestures.burst(kind)
        if fresh:
            self._notches = 0.0
        return name

    def _whole_notches(self, notches: float) -> int:
        """Collect the fine turns of a touch pad or a free wheel into whole steps."""
        self._notches += notches
        whole = trunc(round(self._notches, 6))
        self._notches -= whole
        return whole


KEY = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
PAD = Qt.KeyboardModifier.KeypadModifier
Action = Callable[[SceneInput], None]


def wants_key(scene: SceneInput, event: QKeyEvent) -> bool:
    """Say whether the scene uses a key itself, before the window's shortcuts see it."""
    if event.key() == KEY.Key_Escape:
        return scene.holding
    if scene.rules.plans() and _plan_key(scene, event):
        return True
    return _action(event) is not None or _digit(event) != ""


def press_key(scene: SceneInput, event: QKeyEvent) -> bool:
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


_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta)


class InputEvents(QObject):
    """Filters the events of whatever surface shows the scene: install it there."""

    def __init__(self, scene: SceneInput, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scene = scene
        self._mouse = Mouse(scene)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the surface's input events; True when one was used up."""
        if not self._scene.ready:
            return False
        kind = event.type()
        if isinstance(event, QMouseEvent):
            if kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
                self._mouse.pressed(event)
            elif kind == QEvent.Type.MouseMove:
                self._mouse.moved(event)
            elif kind == QEvent.Type.MouseButtonRelease:
                self._mouse.released(event)
            return True
        if isinstance(event, QWheelEvent):
            self._mouse.wheel(event)
            event.accept()
            return True
        if isinstance(event, QNativeGestureEvent):
            return self._mouse.pinch(event)
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                if event.key() not in _MODIFIERS:
                    self._scene.act_under_mouse()
                if wants_key(self._scene, event):
                    event.accept()
                return False
            if event.type() == QEvent.Type.KeyPress:
                return press_key(self._scene, event)
            return (
                event.type() == QEvent.Type.KeyRelease
                and event.key() == KEY.Key_X
                and not event.isAutoRepeat()
                and self._scene.release_lens()
            )
        if kind == QEvent.Type.Leave:
            self._scene.point(None)
        elif kind == QEvent.Type.FocusOut:
            self._scene.release_lens()
        return False
