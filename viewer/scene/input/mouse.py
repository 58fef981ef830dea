"""What mouse, wheel and pinch do in the scene, the same for both scene widgets."""

from __future__ import annotations

from math import hypot, trunc

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QNativeGestureEvent, QWheelEvent

from viewer.scene.camera import is_open
from viewer.scene.input import camera_motion, cut_drag
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
            camera = camera_motion.pan(press.view.camera, press.centre, by)
            scene.move_camera(camera, press.gesture)
        else:
            camera = camera_motion.orbit(press.view.camera, way.x(), way.y(), scene.orbit_speed)
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
            self._turned(press)
        if scene.preview is not None and scene.preview != scene.pin:
            scene.show_preview(scene.pin)
        scene.point(event.position())

    def _turned(self, press: Press) -> None:
        """Let a board that was fitted fill the scene again, from where it was turned to."""
        camera = self._scene.view.camera
        if press.fits and not is_open(camera):
            camera = replace(camera, centre=None, distance=None)
            self._scene.move_camera(camera, press.gesture, fly=True)

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
        camera = camera_motion.zoom(scene.camera, projection.centre, distance, about, factor)
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
