"""What is under the mouse in the halves of the scene, and which View is seen.

It stands below `SceneInput`, which knows what can be done with what is pointed at.
"""

from collections.abc import Callable
from time import monotonic

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPointF, QTimer, Signal

from model.records.view import Camera, View
from viewer.picture.picking import lattice_cursor
from viewer.picture.picking.line_of_sight import PickCandidate
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.visible import occupied
from viewer.scene.input.gestures import Gestures, Press
from viewer.scene.input.pointer import Pointer

PREVIEW_AFTER = 80
"""Milliseconds the mouse rests on a point before the ball is previewed."""
TAP = 0.3
"""Seconds; a key that was down for less was tapped, and not held."""


class PointingInput(QObject):
    """Knows what is pointed at, and changes the View.

    Parameters
    ----------
    adopt
        Called with (View, fly) when the View is changed here, before `view_changed` tells the rest
        of the program; `fly` asks for a smooth flight instead of a jump.

    Attributes
    ----------
    pointers
        What lies under the mouse in each half of the surface; most surfaces have one.
    half
        Which of them is acted on: the last one something was done in. `view` is its View.
    gestures
        Names the gestures Views are told under.
    press
        The mouse button that is down, or None.
    cursor
        The lattice cursor, None until a key calls it.
    elsewhere
        The site pointed at in another view of the board, None for none.
    pin
        The site pinned by a first click while moves are confirmed.
    preview
        The site where a ball is previewed.
    held
        (site, where) a piece is held by a drag, or None.

    Signals
    -------
    view_changed(View, str)
        The View was changed; Views told under the same gesture belong to one entry.
    hovered(PickCandidate or None), pinned(int or None)
        Under the mouse; pinned while moves are confirmed.
    message(str)
        A few words to show and read out.
    turned(int)
        Another half is acted on.
    redraw()
        A frame is needed.
    """

    view_changed = Signal(object, str)
    hovered = Signal(object)
    pinned = Signal(object)
    message = Signal(str)
    turned = Signal(int)
    redraw = Signal()

    def __init__(self, adopt: Callable[[View, bool], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._adopt = adopt
        self.pointers: tuple[Pointer, ...] = (Pointer(),)
        self.half = 0
        self._under = 0
        self.gestures = Gestures()
        self.view = View()
        self.press: Press | None = None
        self.clicked_last: PickCandidate | None = None
        self.cursor: lattice_cursor.Cursor | None = None
        self.elsewhere: int | None = None
        self.cursor_leads = False
        self.pin: int | None = None
        self.preview: int | None = None
        self.held: tuple[int, tuple[float, float, float]] | None = None
        self._lens_gesture = ""
        self._lens_held = False
        self._lens_key: float | None = None
        self._told: tuple[int, bool] | None = None
        self.mouse: QPointF | None = None  # in logical pixels; None beside the scene
        self._resting = QTimer(self, singleShot=True, interval=PREVIEW_AFTER)
        self._resting.timeout.connect(self._rested)

    # -- halves ------------------------------------------------------------------------------

    @property
    def pointer(self) -> Pointer:
        """What lies under the mouse, in the half it is in."""
        return self.pointers[self._under]

    def set_pointers(self, pointers: tuple[Pointer, ...], half: int) -> None:
        """Take the pointers of all halves, and which half is acted on."""
        before, self.half = self.half, half
        if pointers != self.pointers:
            self.press = self.held = None
            self.pointers = pointers
            self._under = half
            self.point(self.mouse)
        elif half != before and self.mouse is None:
            self._under = half

    def turn_to(self, half: int) -> None:
        """Act on a half of the surface from now on; both eyes see the same one."""
        if half != self.half and half < len(self.pointers) and self.pointers[half].eye is None:
            self.turned.emit(half)

    def act_at(self, place: QPointF) -> None:
        """Act on the half that lies under a place."""
        self._look_at(place)
        self.turn_to(self._under)

    def act_under_mouse(self) -> None:
        """Act on the half the mouse is in, where it is in one."""
        if self.mouse is not None:
            self.turn_to(self._under)

    def _look_at(self, place: QPointF) -> None:
        """Let the pointer be that of the half under a place; in a gap it stays."""
        for number, pointer in enumerate(self.pointers):
            if number != self._under and pointer.covers(place.x(), place.y()):
                self.pointer.nowhere()
                self._under = number
                return

    # -- what is shown -----------------------------------------------------------------------

    @property
    def hover(self) -> int | None:
        """The site under the mouse, None while a button drags or something else was used since."""
        active = self.pointer.active
        led = self.cursor_leads or self.elsewhere is not None
        turns = self.dragging and self.held is None
        return None if active is None or turns or led else active.site

    @property
    def pointing(self) -> tuple[object, ...]:
        """Where mouse, lattice cursor and another view of the board point; compared, not read."""
        return self.mouse, self.cursor, self.elsewhere, self.cursor_leads

    @property
    def dragging(self) -> bool:
        """A drag is under way."""
        return self.press is not None and self.press.dragged

    @property
    def ready(self) -> bool:
        """There is a picture to move in."""
        return self.pointer.picture is not None

    def shown(self) -> None:
        """Hear that a new picture or size is shown: what was half done may be over."""
        picture = self.pointer.picture
        if picture is not None:
            stands = occupied(picture)
            if self.pin is not None and (self.pin >= len(stands) or stands[self.pin]):
                self.unpin()
            if self.preview is not None and (self.preview >= len(stands) or stands[self.preview]):
                self.preview = None
            if self.cursor is not None and self.cursor.site >= len(stands):
                self.cursor = None
            if self.elsewhere is not None and self.elsewhere >= len(stands):
                self.elsewhere = None
        if self.press is None:
            self._tell()

    def forget_position(self) -> None:
        """Drop what is pinned and previewed: another position is shown."""
        self.unpin()
        self.show_preview(None)

    def forget_place(self) -> None:
        """Point at nothing until the mouse moves: what lies under it now was never meant."""
        self.forget_position()
        self.cursor = self.elsewhere = None
        self.cursor_leads = False
        for pointer in self.pointers:
            pointer.nowhere()
        self.mouse = self._told = None
        self._resting.stop()
        # The lens stays as it is: the View may be that of another board already.
        self.hovered.emit(None)
        self.redraw.emit()

    def forget(self) -> None:
        """Drop everything half done: another board is shown."""
        self.forget_position()
        self.cursor = self.press = self.elsewhere = self.held = self.clicked_last = None
        self.gestures.end()
        self.cursor_leads = False
        for pointer in self.pointers:
            pointer.depth = None
        self._resting.stop()

    # -- changing the View -------------------------------------------------------------------

    def change(self, view: View, gesture: str, *, fly: bool = False) -> None:
        """Change the View, here at once and then everywhere."""
        if view == self.view:
            return
        self.view = view
        self._adopt(view, fly)
        self.view_changed.emit(view, gesture)

    def move_camera(self, camera: Camera, gesture: str, *, fly: bool = False) -> None:
        """Change the View's camera alone."""
        self.change(replace(self.view, camera=camera), gesture, fly=fly)

    def fly(self, view: View, kind: str = "flight") -> None:
        """Go to a View in one gesture: a flight, or at once where animation is off."""
        self.change(view, self.gestures.begin(kind), fly=True)

    @property
    def camera(self) -> Camera:
        """The camera the scene is drawn with: in a flight, where the flight is."""
        picture = self.pointers[self.half].picture
        return picture.view.camera if picture else self.view.camera

    def step_plane(self, by: int, gesture: str) -> None:
        """Move the working layer, else the active cut, by lattice steps."""
        picture = self.pointer.picture
        if picture is None:
            return
        if self.view.layer is None and not self.view.cuts:
            self.message.emit("there is no working layer and no cut to move")
            return
        view = view_edits.move_plane(self.view, picture.board, by)
        if view is self.view:
            self.message.emit("this is the last plane")
        self.change(view, gesture)

    # -- pointing ----------------------------------------------------------------------------

    def point(self, place: QPointF | None) -> PickCandidate | None:
        """Point at a place, None: at nothing; returns the active candidate."""
        if place is None:
            self.pointer.nowhere()
            self._under = self.half
        else:
            if self.press is None:
                self._look_at(place)
            self.pointer.at(place.x(), place.y())
            if place != self.mouse:  # an event without a movement takes nothing from the cursor
                self._lead(cursor=False)
        self.mouse = place
        self._tell()
        return self.pointer.active

    def point_elsewhere(self, site: int | None) -> None:
        """Hear what is pointed at in another view of the board, None: nothing any more."""
        if site is not None:
            self._lead(cursor=False)
        self.elsewhere = site
        self.redraw.emit()

    def _lead(self, *, cursor: bool) -> None:
        """Let the lattice cursor, or else the mouse, say what keys and sentences are about."""
        if (self.cursor_leads, self.elsewhere) == (cursor, None):
            return
        self.cursor_leads, self.elsewhere = cursor, None
        self._told = None
        if cursor:
            self._resting.stop()
            self.show_preview(self.pin)

    def deeper(self, by: int) -> None:
        """Take a candidate farther away (negative: nearer) on the line of sight."""
        before = self.pointer.choice
        self.pointer.deeper(by)
        if self.pointer.found and self.pointer.choice == before:
            self.message.emit(
                "nothing lies farther on this line of sight"
                if by > 0
                else "this is the front of this line of sight"
            )
        self._tell()

    def _tell(self) -> None:
        """Say what is under the mouse when that has changed."""
        active = self.pointer.active
        now = None if active is None else (active.site, active.ball)
        if now == self._told:
            return
        self._told = now
        if self.press is None and self.pin is None:
            self.show_preview(None)
            if active is not None and not active.ball:
                self._resting.start()
            else:
                self._resting.stop()
        if self._lens_gesture:
            self.lens()
        self.hovered.emit(active)
        self.redraw.emit()

    @property
    def active_site(self) -> int | None:
        """What keys and sentences are about: what mouse or lattice cursor pointed at last.

        While the mouse turns the board, that is what it took hold of, not all that passes under it.
        """
        if self.elsewhere is not None:
            return self.elsewhere
        press, active = self.press, self.pointer.active
        if press is not None and press.dragged and self.held is None and not press.draws:
            active = press.candidate
        if active is not None and not self.cursor_leads:
            return active.site
        return self.cursor_site

    @property
    def cursor_site(self) -> int | None:
        """The site of the lattice cursor, None while there is none."""
        return None if self.cursor is None else self.cursor.site

    # -- previews -----------------------------------------------------------------------------

    def unpin(self) -> None:
        """Take back a pinned ball."""
        if self.pin is not None:
            self.pin = None
            self.show_preview(None)
            self.pinned.emit(None)

    def show_preview(self, site: int | None) -> None:
        """Preview a ball on a site, or none, from now on."""
        if site != self.preview:
            self.preview = site
            self.redraw.emit()

    def stop_resting(self) -> None:
        """No preview comes from the mouse that rests."""
        self._resting.stop()

    def _rested(self) -> None:
        active = self.pointer.active
        if self.press is None and self.pin is None and active is not None and not active.ball:
            self.show_preview(active.site)

    # -- lens --------------------------------------------------------------------------------

    @property
    def has_lens(self) -> bool:
        """Whether a lens lies on something, or will on what is pointed at next."""
        return bool(self._lens_gesture or self.view.lens)

    def lens(self) -> None:
        """Lay the lens on what is pointed at, from now on; it stays there beside the board."""
        site, picture = self.active_site, self.pointer.picture
        if picture is None:
            return
        if not self._lens_gesture:
            self._lens_gesture = self.gestures.begin("lens")
        if site is not None:
            name = picture.board.names[site]
            self.change(replace(self.view, lens=name), self._lens_gesture)

    def end_lens(self) -> bool:
        """Take the lens away; False when there was none."""
        if not self.has_lens:
            return False
        gesture, self._lens_gesture = self._lens_gesture or self.gestures.begin("lens"), ""
        self.change(replace(self.view, lens=""), gesture)
        return True

    def switch_lens(self) -> None:
        """Lay the lens on what is pointed at, from now on, or take it away."""
        if not self.end_lens():
            self.lens()

    def press_lens(self) -> None:
        """Hear the key of the lens go down: it is there until the key goes up."""
        self._lens_key = None if self.has_lens else monotonic()
        self._lens_held = True
        self.lens()

    def release_lens(self) -> bool:
        """Hear the key go up. A tap switches the lens: one that was not there stays."""
        if not self._lens_held:
            return False
        self._lens_held = False
        tapped = self._lens_key is not None and monotonic() - self._lens_key < TAP
        return tapped or self.end_lens()
