"""What a person can do in the scene, whatever key, button or command asks for it.

`SceneInput` keeps what is pointed at and half done, changes the View and says by signals what the
person wants. `mouse` and `keyboard` call it, `surface_events` hears Qt; commands of the window
call the same methods.
"""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPoint, QPointF, Signal

from model.records.view import View
from viewer.picture.picking import lattice_cursor
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.visible import occupied
from viewer.scene.input import gestures
from viewer.scene.input.input_rules import InputRules
from viewer.scene.input.pointing_input import PointingInput
from viewer.scene.props.primitives import as_point


class SceneInput(PointingInput):
    """What can be done in the scene.

    What is under the mouse, and which View is seen, are `PointingInput`'s.

    Attributes
    ----------
    confirm_moves
        The first click (or Enter) pins a ball, the second places it.
    orbit_speed
        How many times as far as usual a drag turns the scene.
    wheel_away
        The wheel turned forward goes away instead of coming nearer.
    interesting
        Sites that N and Shift+N visit.
    rules
        What clicks, drags and keys may mean.

    Signals
    -------
    pressed_point(int), place(int)
        An empty point is pressed; a ball is to be placed.
    selected(int or None)
        A ball was clicked: its group is selected. None: the background was.
    focused(int)
        A piece was clicked twice: the view is to turn round it. The first click has been told.
    context(list of Candidate, QPoint)
        The right button: everything on the line of sight, and where on the desktop.
    cursor_moved(int), digit(str), left_scene()
        The lattice cursor; a digit for the move field; Tab.
    lifted(int), dropped(int, int or None, bool)
        A drag carries a piece away; it is let go over a site or none, and over the board or not.
    drawn_over(Candidate or None, int or None), drawing_ended(bool)
        A drag that draws is over something, and over a site of the ground; it has ended, False:
        broken off.
    visited(int)
        A key put the lattice cursor on the next interesting site.
    over_knob(bool)
        A press would take the knob of the cut, or would no longer.
    """

    pressed_point = Signal(int)
    place = Signal(int)
    selected = Signal(object)
    focused = Signal(int)
    context = Signal(object, QPoint)
    cursor_moved = Signal(int)
    digit = Signal(str)
    left_scene = Signal()
    drawn_over = Signal(object, object)
    drawing_ended = Signal(bool)
    visited = Signal(int)
    lifted = Signal(int)
    dropped = Signal(int, object, bool)
    over_knob = Signal(bool)

    def __init__(
        self, adopt: Callable[[View, bool], None], rules: InputRules, parent: QObject | None = None
    ) -> None:
        super().__init__(adopt, parent)
        self.rules = rules
        self.confirm_moves = False
        self.orbit_speed = 1.0
        self.wheel_away = False
        self.interesting: tuple[int, ...] = ()

    # -- placing -----------------------------------------------------------------------------

    def choose(self, site: int) -> None:
        """Place a ball on an empty point, or pin it first while moves are confirmed."""
        if self.confirm_moves and self.pin != site and self.rules.may_pin(site):
            self.pin = site
            self.show_preview(site)
            self.pinned.emit(site)
            return
        # Still pinned while it is told: whoever hears it knows that it was confirmed.
        self.place.emit(site)
        self.unpin()

    # -- carrying ------------------------------------------------------------------------------

    def lift(self, site: int) -> None:
        """Take up the piece on a site: it goes with the mouse from now on."""
        self.held = (site, as_point(self.pointer.visible.centres[site]))
        self.lifted.emit(site)

    def carry(self, place: QPointF) -> None:
        """Hold the piece under the mouse."""
        if self.held is not None:
            self.point(place)
            self.held = (self.held[0], self.pointer.over(place, self.held[0]))
            self.redraw.emit()

    def draw(self, place: QPointF) -> None:
        """Go on with a drag that draws."""
        active = self.point(place)
        found = self.pointer.found
        ground = max(found, key=lambda one: one.depth).site if found else None
        self.drawn_over.emit(active, ground)

    def end_drawing(self) -> None:
        """Let a drag that draws be over, whether the button is still down or not."""
        if self.press is not None and self.press.draws:
            self.press = None

    def drop(self, site: int, place: QPointF) -> None:
        """Let the piece of a site go where the mouse is."""
        active = self.point(place)
        target = None if active is None else active.site
        self._let_go(site, target, over=self.pointer.meets_board(place))

    def _let_go(self, site: int, target: int | None, *, over: bool) -> None:
        self.held = None
        self.dropped.emit(site, target, over)
        self.redraw.emit()

    def cancel(self) -> bool:
        """Break off what is half done, as Escape does; False when nothing is."""
        press = self.press
        if press is not None and not press.cancelled:
            press.cancelled = True
            if press.draws:
                self.drawing_ended.emit(False)
            elif press.carries is not None:
                if press.dragged:
                    self._let_go(press.carries, None, over=False)
            elif press.dragged:
                camera = press.view.camera if press.knob is None else self.view.camera
                cuts = press.view.cuts
                self.change(replace(self.view, camera=camera, cuts=cuts), press.gesture)
            self.show_preview(self.pin)
            return True
        if self.pin is not None:
            self.unpin()
            return True
        return self.rules.leave_tool()

    @property
    def holding(self) -> bool:
        """Escape would break something off."""
        half_done = self.press is not None and not self.press.cancelled
        return self.pin is not None or half_done or self.rules.in_tool()

    # -- looking -----------------------------------------------------------------------------

    def centre(self, site: int | None) -> None:
        """Turn the view round a site from now on; what is near stays near."""
        picture = self.pointer.picture
        if site is None or picture is None:
            self.message.emit("point at something to centre on it")
            return
        # The distance is held even where it was the fitting one.
        distance = self.pointer.projection.camera.distance
        view = view_edits.centre_on(self.view, picture.board, site)
        camera = replace(view.camera, distance=distance)
        self.move_camera(camera, self.gestures.begin("centre"), fly=True)

    def zoom(self, factor: float) -> None:
        """Come nearer to the middle of the picture (factor < 1), or go away from it."""
        if self.ready:
            projection = self.pointers[self.half].projection
            distance, middle = projection.camera.distance or 1.0, projection.centre
            gesture, _ = self.gestures.burst("zoom")
            self.move_camera(gestures.zoom(self.camera, middle, distance, middle, factor), gesture)

    # -- lattice cursor ----------------------------------------------------------------------

    def move_cursor(self, way: lattice_cursor.Way) -> None:
        """Move the lattice cursor by a direction on the screen, or one level "above" or "below".

        The first call only brings it: to what the mouse is on, else near the middle.
        """
        picture, cursor = self.pointer.picture, self.cursor
        if picture is None:
            return
        board = picture.board
        if cursor is None:
            active = self.pointer.active
            if active is not None:
                self._stand(lattice_cursor.at(board, active.site))
            else:
                answers = self.pointer.visible.answers
                next_ = picture.legal if picture.choices is None else picture.choices
                playable = answers if next_ is None else answers & next_
                here = playable if playable.any() else answers
                self._stand(lattice_cursor.start(board, here))
            return
        if way == "above" or way == "below":
            moved = lattice_cursor.climb(board, cursor, 1 if way == "above" else -1)
        else:
            directions = lattice_cursor.arrow_directions(self.camera.azimuth, self.camera.elevation)
            moved = lattice_cursor.step(board, cursor, directions[way])
        if moved.border:
            self.message.emit(moved.border)
        else:
            self._stand(moved.cursor)

    def set_cursor(self, site: int) -> None:
        """Put the lattice cursor on a site."""
        if self.pointer.picture is not None:
            self._stand(lattice_cursor.at(self.pointer.picture.board, site))

    def drop_cursor(self) -> None:
        """Take the lattice cursor away: the mouse plays. A key brings it to where the mouse is."""
        if self.cursor_leads:
            self._lead(cursor=False)
        if self.cursor is not None:
            self.cursor = None
            self.redraw.emit()

    def visit(self, by: int) -> None:
        """Put the lattice cursor on the next (1) or the previous (-1) interesting site."""
        here = None if self.cursor is None else self.cursor.site
        site = lattice_cursor.following(self.interesting, here, by)
        if site is None or self.pointer.picture is None:
            self.message.emit("there are no interesting points here")
        else:
            self.set_cursor(site)
            self.visited.emit(site)

    def enter(self) -> None:
        """Place the pinned ball, else one at the active site; a ball there is selected."""
        if self.pin is not None:
            self.choose(self.pin)
            return
        site, picture = self.active_site, self.pointer.picture
        # A step more is taken only at the cursor: the mouse may lie anywhere when a move ends.
        if picture is None or self.rules.ends_move(site if self.cursor_leads else None):
            return
        if site is None:
            self.move_cursor("up")  # brings it
            return
        visible = self.pointer.visible
        if occupied(picture)[site] and visible.in_sight[site]:
            self.selected.emit(site)
        elif visible.answers[site] and not occupied(picture)[site]:
            self.choose(site)
        else:
            name = picture.board.names[site]
            self.message.emit(f"{name} is hidden by this view: nothing can be done there")

    def _stand(self, cursor: lattice_cursor.Cursor) -> None:
        self._lead(cursor=True)
        self.cursor = cursor
        self.cursor_moved.emit(cursor.site)
        if self._lens_gesture:
            self.lens()
        self.redraw.emit()
