"""The hands in the scene: mouse, wheel and pinch, the same for both scene widgets.

`Hands` filters the events of whatever surface shows the scene, keeps what is under the mouse and
half done, and says by signals what the person wants. Keys are in `keyboard`, dragging a
cut by its handle in `cut_drag`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot, trunc

from msgspec.structs import replace
from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent

from model.records.view import Camera, View
from viewer.picture import lattice_cursor as lattice
from viewer.picture import view_edits
from viewer.picture.picking import Candidate
from viewer.picture.visible import occupied
from viewer.scene.input import camera_motion, cut_drag, keyboard
from viewer.scene.input.pointing import Aim

CLICK_SLACK = 5
"""A press that moved fewer logical pixels than this is a click."""
PREVIEW_AFTER = 80
"""Milliseconds the mouse rests on a point before the ball is previewed."""
BURST = 400
"""Wheel turns at most this many milliseconds apart are one gesture."""
NOTCH = 120
ZOOM_A_NOTCH = 0.85


@dataclass
class _Press:
    """A mouse button that is down."""

    button: Qt.MouseButton
    start: QPointF
    view: View
    candidate: Candidate | None
    gesture: str
    pans: bool
    knob: cut_drag.Knob | None = None
    centre: camera_motion.Point | None = None
    dragged: bool = False
    cancelled: bool = False


class Hands(QObject):
    """What the mouse and the keys do in the scene.

    Parameters
    ----------
    adopt
        Called with (View, fly) when the hands change the View, before `view_changed` tells the
        rest of the program; `fly` asks for a smooth flight instead of a jump.

    Attributes
    ----------
    aim
        What is under the mouse.
    cursor
        The lattice cursor, None until a key calls it.
    pin
        The site pinned by a first click while moves are confirmed.
    preview
        The site where a ball is previewed.
    confirm_moves
        The first click (or Enter) pins a ball, the second places it.
    interesting
        Sites that N and Shift+N visit.
    pins
        Says whether a first click on an empty point may pin it while moves are confirmed: it is a
        whole move.
    ends
        Asked first when Enter is pressed, with the site of the lattice cursor: True when it ended
        a half-built move.
    in_mode, leave_mode
        Whether clicks mean something else than playing; does what Escape means then.
    """

    view_changed = Signal(object, str)
    hovered = Signal(object)
    pressed_point = Signal(int)
    place = Signal(int)
    pinned = Signal(object)
    selected = Signal(object)
    context = Signal(object, QPoint)
    cursor_moved = Signal(int)
    digit = Signal(str)
    left_scene = Signal()
    message = Signal(str)
    redraw = Signal()
    knob = Signal(bool)

    def __init__(self, adopt: Callable[[View, bool], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._adopt = adopt
        self.aim = Aim()
        self.view = View()
        self.cursor: lattice.Cursor | None = None
        self.pin: int | None = None
        self.preview: int | None = None
        self.confirm_moves = False
        self.interesting: tuple[int, ...] = ()
        self.pins: Callable[[int], bool] = lambda site: True
        self.ends: Callable[[int | None], bool] = lambda site: False
        self.in_mode: Callable[[], bool] = lambda: False
        self.leave_mode: Callable[[], bool] = lambda: False
        self.lens_gesture = ""
        self._press: _Press | None = None
        self._told: tuple[int, bool] | None = None
        self._gestures = 0
        self._over_knob = False
        self._burst_kind, self._burst_id, self._notches = "", "", 0.0
        self._since = QElapsedTimer()
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(PREVIEW_AFTER)
        self._resting.timeout.connect(self._rested)

    # -- what is shown -----------------------------------------------------------------------

    @property
    def hover(self) -> int | None:
        """The site under the mouse, None while a button drags or nothing is there."""
        active = self.aim.active
        dragging = self._press is not None and self._press.dragged
        return None if active is None or dragging else active.site

    @property
    def dragging(self) -> bool:
        """A drag is under way."""
        return self._press is not None and self._press.dragged

    @property
    def ready(self) -> bool:
        """There is a picture to move in."""
        return self.aim.picture is not None

    def shown(self) -> None:
        """Hear that a new picture or size is shown: what was half done may be over."""
        picture = self.aim.picture
        if picture is not None:
            stands = occupied(picture)
            if self.pin is not None and (self.pin >= len(stands) or stands[self.pin]):
                self.unpin()
            if self.preview is not None and (self.preview >= len(stands) or stands[self.preview]):
                self.preview = None
            if self.cursor is not None and self.cursor.site >= len(stands):
                self.cursor = None
        if self._press is None:
            self._tell()

    def forget(self) -> None:
        """Drop everything half done: another board is shown."""
        self.unpin()
        self.cursor = self.preview = self._press = None
        self.aim.depth = None
        self._resting.stop()

    # -- changing the View -------------------------------------------------------------------

    def gesture(self, kind: str) -> str:
        """Begin a gesture: Views told under one name are one entry in the history of looks."""
        self._gestures += 1
        return f"{kind}-{self._gestures}"

    def burst(self, kind: str) -> str:
        """Return the gesture of a wheel turn: the last one's, if it was just now."""
        fresh = self._since.isValid() and self._since.elapsed() < BURST
        if not fresh or kind != self._burst_kind:
            self._burst_kind, self._burst_id = kind, self.gesture(kind)
            self._notches = 0.0
        self._since.start()
        return self._burst_id

    def change(self, view: View, gesture: str, *, fly: bool = False) -> None:
        """Look in another way, here at once and then everywhere."""
        if view == self.view:
            return
        self.view = view
        self._adopt(view, fly)
        self.view_changed.emit(view, gesture)

    def move_camera(self, camera: Camera, gesture: str, *, fly: bool = False) -> None:
        """Change the View's camera alone."""
        self.change(replace(self.view, camera=camera), gesture, fly=fly)

    @property
    def camera(self) -> Camera:
        """The camera the scene is drawn with: in a flight, where the flight is."""
        return self.aim.picture.view.camera if self.aim.picture else self.view.camera

    # -- events ------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the surface's input events; True when one was used up."""
        if not self.ready:
            return False
        kind = event.type()
        if isinstance(event, QMouseEvent):
            if kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
                self._pressed(event)
            elif kind == QEvent.Type.MouseMove:
                self._moved(event)
            elif kind == QEvent.Type.MouseButtonRelease:
                self._released(event)
            return True
        if isinstance(event, QWheelEvent):
            self._wheel(event)
            event.accept()
            return True
        if isinstance(event, QNativeGestureEvent):
            return self._pinch(event)
        if isinstance(event, QKeyEvent):
            return self._key(event)
        if kind == QEvent.Type.Leave:
            self.point(None)
        elif kind == QEvent.Type.FocusOut:
            self.end_lens()
        return False

    def _key(self, event: QKeyEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            if keyboard.wants(self, event):
                event.accept()
            return False
        if event.type() == QEvent.Type.KeyPress:
            return keyboard.press(self, event)
        return event.type() == QEvent.Type.KeyRelease and keyboard.release(self, event)

    def _pressed(self, event: QMouseEvent) -> None:
        if self._press is not None:
            return
        place = event.position()
        left = event.button() == Qt.MouseButton.LeftButton
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        active = self.point(place)
        knob = cut_drag.under(self.aim, place.x(), place.y()) if left and not shift else None
        self._press = _Press(
            button=event.button(),
            start=place,
            view=replace(self.view, camera=self.camera),
            candidate=active,
            gesture=self.gesture("cut" if knob else "pan" if shift or not left else "orbit"),
            pans=shift or not left,
            knob=knob,
        )
        if knob is not None:
            self._resting.stop()
            self._show_preview(self.pin)
        elif left and active is not None and not active.ball:
            self._resting.stop()
            self._show_preview(active.site)
            self.pressed_point.emit(active.site)

    def _moved(self, event: QMouseEvent) -> None:
        press = self._press
        if press is None:
            place = event.position()
            self.point(place)
            self.over_knob(cut_drag.under(self.aim, place.x(), place.y()) is not None)
            return
        if press.cancelled:
            return
        way = event.position() - press.start
        if not press.dragged:
            if hypot(way.x(), way.y()) < CLICK_SLACK:
                return
            press.dragged = True
            self._resting.stop()
            self._show_preview(self.pin)
        if press.knob is not None:
            place = event.position()
            cut = cut_drag.dragged(self.aim, press.knob, place.x(), place.y())
            cuts = (*self.view.cuts[:-1], cut)
            self.change(replace(self.view, cuts=cuts), press.gesture)
        elif press.pans:
            if press.centre is None:
                press.centre = self.aim.sight.centre
            by = -self.aim.sight.drag(way.x(), way.y())
            centre = press.centre
            self.move_camera(camera_motion.pan(press.view.camera, centre, by), press.gesture)
        else:
            self.move_camera(
                camera_motion.orbit(press.view.camera, way.x(), way.y()), press.gesture
            )

    def _released(self, event: QMouseEvent) -> None:
        press = self._press
        if press is None or event.button() != press.button:
            return
        self._press = None
        if not press.dragged and not press.cancelled and press.knob is None:
            self._clicked(press, event)
        if self.preview is not None and self.preview != self.pin:
            self._show_preview(self.pin)
        self.point(event.position())

    def _clicked(self, press: _Press, event: QMouseEvent) -> None:
        if press.button == Qt.MouseButton.RightButton:
            self.context.emit(list(self.aim.found), event.globalPosition().toPoint())
        elif press.button == Qt.MouseButton.LeftButton:
            found = press.candidate
            if found is None:
                self.unpin()
                self.selected.emit(None)
            elif found.ball:
                self.selected.emit(found.site)
            else:
                self.choose(found.site)

    def over_knob(self, over: bool) -> None:
        """Show by the pointer's shape that a press would take the knob of the cut."""
        if over != self._over_knob:
            self._over_knob = over
            self.knob.emit(over)

    # -- placing -----------------------------------------------------------------------------

    def choose(self, site: int) -> None:
        """Place a ball on an empty point, or pin it first while moves are confirmed."""
        if self.confirm_moves and self.pin != site and self.pins(site):
            self.pin = site
            self._show_preview(site)
            self.pinned.emit(site)
            return
        # Still pinned while it is told: whoever hears it knows that it was confirmed.
        self.place.emit(site)
        self.unpin()

    def unpin(self) -> None:
        """Take back a pinned ball."""
        if self.pin is not None:
            self.pin = None
            self._show_preview(None)
            self.pinned.emit(None)

    def cancel(self) -> bool:
        """Break off what is half done, as Escape does; False when nothing is."""
        press = self._press
        if press is not None and not press.cancelled:
            press.cancelled = True
            if press.dragged:
                camera = press.view.camera if press.knob is None else self.view.camera
                cuts = press.view.cuts
                self.change(replace(self.view, camera=camera, cuts=cuts), press.gesture)
            self._show_preview(self.pin)
            return True
        if self.pin is not None:
            self.unpin()
            return True
        return self.leave_mode()

    @property
    def holding(self) -> bool:
        """Escape would break something off."""
        half_done = self._press is not None and not self._press.cancelled
        return self.pin is not None or half_done or self.in_mode()

    def _show_preview(self, site: int | None) -> None:
        if site != self.preview:
            self.preview = site
            self.redraw.emit()

    def _rested(self) -> None:
        active = self.aim.active
        if self._press is None and self.pin is None and active is not None and not active.ball:
            self._show_preview(active.site)

    # -- pointing ----------------------------------------------------------------------------

    def point(self, place: QPointF | None) -> Candidate | None:
        """Point at a place, None: at nothing; returns the active candidate."""
        if place is None:
            self.aim.nowhere()
        else:
            self.aim.at(place.x(), place.y())
        self._tell()
        return self.aim.active

    def deeper(self, by: int) -> None:
        """Take a candidate farther away (negative: nearer) on the line of sight."""
        before = self.aim.choice
        self.aim.deeper(by)
        if self.aim.found and self.aim.choice == before:
            self.message.emit(
                "nothing lies farther on this line of sight"
                if by > 0
                else "this is the front of this line of sight"
            )
        self._tell()

    def _tell(self) -> None:
        """Say what is under the mouse when that has changed."""
        active = self.aim.active
        now = None if active is None else (active.site, active.ball)
        if now == self._told:
            return
        self._told = now
        if self._press is None and self.pin is None:
            self._show_preview(None)
            if active is not None and not active.ball:
                self._resting.start()
            else:
                self._resting.stop()
        if self.lens_gesture:
            self.lens()
        self.hovered.emit(active)
        self.redraw.emit()

    @property
    def active_site(self) -> int | None:
        """What keys are about: under the mouse, else under the lattice cursor."""
        if self.aim.active is not None:
            return self.aim.active.site
        return None if self.cursor is None else self.cursor.site

    # -- lens --------------------------------------------------------------------------------

    def lens(self) -> None:
        """Lay the lens on what is pointed at, while its key is held."""
        site, picture = self.active_site, self.aim.picture
        if picture is None:
            return
        if not self.lens_gesture:
            self.lens_gesture = self.gesture("lens")
        name = "" if site is None else picture.board.names[site]
        self.change(replace(self.view, lens=name), self.lens_gesture)

    def end_lens(self) -> None:
        """Take the lens away."""
        if self.lens_gesture:
            gesture, self.lens_gesture = self.lens_gesture, ""
            self.change(replace(self.view, lens=""), gesture)

    # -- wheel -------------------------------------------------------------------------------

    def _wheel(self, event: QWheelEvent) -> None:
        turn = event.angleDelta()
        # Some systems deliver a wheel turned with Shift or Alt on the other axis.
        notches = (turn.y() or turn.x()) / NOTCH
        if not notches:
            return
        place, held = event.position(), event.modifiers()
        if held & Qt.KeyboardModifier.ControlModifier:
            gesture = self.burst("step")
            if by := self._whole_notches(notches):
                self.step_plane(by, gesture)
        elif held & Qt.KeyboardModifier.ShiftModifier:
            self.burst("depth")
            if by := self._whole_notches(notches):
                if self._press is None:
                    self.point(place)
                self.deeper(by)
        else:
            self.zoom(place, ZOOM_A_NOTCH**notches, self.burst("zoom"))

    def _whole_notches(self, notches: float) -> int:
        """Collect the fine turns of a touch pad or a free wheel into whole steps."""
        self._notches += notches
        whole = trunc(round(self._notches, 6))
        self._notches -= whole
        return whole

    def _pinch(self, event: QNativeGestureEvent) -> bool:
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self.zoom(event.position(), 1 / max(1 + event.value(), 0.1), self.burst("zoom"))
        return True

    def zoom(self, place: QPointF, factor: float, gesture: str) -> None:
        """Come nearer (factor < 1) or go away; what is under `place` stays there."""
        if self.dragging:  # the drag goes on from where it began
            return
        self.point(place)
        sight, active = self.aim.sight, self.aim.active
        if active is None:
            about = sight.on_focal_plane(place.x(), place.y())
        else:
            origin, direction = sight.line(place.x(), place.y())
            about = origin + active.depth * direction
        camera = camera_motion.zoom(
            self.camera, sight.centre, sight.camera.distance or 1.0, about, factor
        )
        self.move_camera(camera, gesture)

    def step_plane(self, by: int, gesture: str) -> None:
        """Move the working layer, else the active cut, by lattice steps."""
        picture = self.aim.picture
        if picture is None:
            return
        if self.view.layer is None and not self.view.cuts:
            self.message.emit("there is no working layer and no cut to move")
            return
        view = view_edits.move_plane(self.view, picture.board, by)
        if view is self.view:
            self.message.emit("this is the last plane")
        self.change(view, gesture)
