"""The scene as a Qt widget: one interface, two implementations, the same input in both.

    show_pictures ──> SceneWidget ──> Pane ──> Stage ──> vtkRenderer ──> QtInteractor
                           ^                                          └> off-screen frame
    Qt events ──> SceneInput ──> signals ──> session

`InteractorScene` draws the one way, `ImageScene` the other. There is one pane, or two beside one
another; both are renderers of one render window.

Frames are drawn on request alone: whoever changes something calls `request_frame`, Qt merges the
requests and asks the surface to paint, and an idle window draws nothing. A frame is drawn fast
first, with fewer pixels in a motion that would not be fluent, and once more finely when nothing has
moved for a while, where that is affordable.

The line between two panes as a handle: dragged it gives one pane more room, the other less.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from msgspec.structs import replace as replace_view
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QStackedLayout, QWidget

from model.records.view import View
from viewer.picture.picture import Picture
from viewer.scene.display import device_pixels
from viewer.scene.input.input_rules import InputRules
from viewer.scene.input.scene_input import SceneInput
from viewer.scene.input.surface_events import InputEvents
from viewer.scene.pane import GAP, Covered, Gap, Pane, areas

if TYPE_CHECKING:
    from viewer.scene.stage import Stage
    from viewer.scene.vtk import vtkRenderWindow


SCALES = (1.0, 0.8, 0.65, 0.5)
"""Shares of the width and height that moving frames may have; never less than half."""
SLOW = 0.066
"""Seconds a moving frame may take before it is drawn with fewer pixels."""
SURE = 0.045
"""Seconds a frame must be expected to take before it is drawn with more pixels again."""
PROOF = 3
"""So many slow frames one after another: a single one says little."""


@dataclass(frozen=True)
class Pace:
    """What has been learnt of the time that frames take.

    Attributes
    ----------
    scale
        Share of the width and height that moving frames have.
    moving
        Seconds of the last frames of this motion that were drawn so.
    resting
        Seconds of the last frames with all pixels, none of them moving.
    coarsest
        The least scale there may be.
    """

    scale: float = 1.0
    moving: tuple[float, ...] = ()
    resting: tuple[float, ...] = ()
    coarsest: float = SCALES[-1]


def begun(pace: Pace) -> Pace:
    """Return the pace that a motion begins with."""
    scale = pace.scale
    if pace.resting:
        whole = min(pace.resting)
        scale = max(scale, _sharpest(whole, SURE))
    return Pace(scale, coarsest=pace.coarsest)


def rested(pace: Pace, seconds: float) -> Pace:
    """Return the pace after a frame at rest, which had all pixels."""
    return replace(pace, resting=(*pace.resting, seconds)[-PROOF:])


def moved(pace: Pace, seconds: float) -> Pace:
    """Return the pace after a moving frame that took so long."""
    times = (*pace.moving, seconds)[-PROOF:]
    quickest = min(times)
    if len(times) < PROOF or quickest <= SLOW or pace.scale <= pace.coarsest:
        return replace(pace, moving=times)
    whole = quickest / pace.scale**2
    lower = next(scale for scale in SCALES if scale < pace.scale)
    return Pace(max(min(lower, _sharpest(whole, SLOW)), pace.coarsest), coarsest=pace.coarsest)


def _sharpest(whole: float, limit: float) -> float:
    """Return the greatest scale that keeps a limit where all pixels take `whole` seconds."""
    return next((scale for scale in SCALES if whole * scale**2 <= limit), SCALES[-1])


REACH = 4
"""Logical pixels beside the line that still take hold of it."""
LEAST, MIDDLE = 0.2, 0.5
"""The least share of the surface that a pane keeps, and the share that a double click gives."""


class Divider(QObject):
    """Filters the mouse of a surface before the scene hears of it.

    Parameters
    ----------
    areas
        Returns where the panes lie.

    Signals
    -------
    moved(float)
        The first pane is to have this share of the surface.
    settled()
        The drag is over.
    """

    moved = Signal(float)
    settled = Signal()

    def __init__(self, areas: Callable[[], tuple[QRect, ...]], parent: QObject) -> None:
        super().__init__(parent)
        self._areas = areas
        self._is_held = self._is_over = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what the mouse does on the line; True when that is no business of the scene."""
        if not isinstance(event, QMouseEvent) or not isinstance(watched, QWidget):
            if event.type() == QEvent.Type.Leave and isinstance(watched, QWidget):
                self._point(watched, over=self._is_held)
            return False
        place, kind = event.position().toPoint(), event.type()
        if kind == QEvent.Type.MouseMove:
            return self._moved(watched, place, event.buttons())
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        if kind == QEvent.Type.MouseButtonPress and self._is_on(place):
            self._is_held = True
            self._point(watched, over=True)
            return True
        if kind == QEvent.Type.MouseButtonDblClick and self._is_on(place):
            self.moved.emit(MIDDLE)
            self.settled.emit()
            return True
        if kind == QEvent.Type.MouseButtonRelease and self._is_held:
            self._is_held = False
            self._point(watched, over=self._is_on(place))
            self.settled.emit()
            return True
        return False

    def _moved(self, surface: QWidget, place: QPoint, buttons: Qt.MouseButton) -> bool:
        if self._is_held:
            along, length = (
                (place.x(), surface.width())
                if self._is_upright()
                else (place.y(), surface.height())
            )
            self.moved.emit(min(1 - LEAST, max(LEAST, along / max(length, 1))))
            return True
        over = buttons == Qt.MouseButton.NoButton and self._is_on(place)
        self._point(surface, over=over)
        return over

    def _is_upright(self) -> bool:
        first, last = self._areas()
        return first.top() == last.top()

    def _is_on(self, place: QPoint) -> bool:
        areas = self._areas()
        if len(areas) < 2:
            return False
        if self._is_upright():
            apart = place.x() - (areas[0].right() + 1 + GAP / 2)
        else:
            apart = place.y() - (areas[0].bottom() + 1 + GAP / 2)
        return abs(apart) <= REACH

    def _point(self, surface: QWidget, *, over: bool) -> None:
        """Show by the mouse's shape whether a press takes hold of the line."""
        if over == self._is_over:
            return
        self._is_over = over
        across = Qt.CursorShape.SplitHCursor if over and self._is_upright() else None
        down = Qt.CursorShape.SplitVCursor if over else Qt.CursorShape.ArrowCursor
        surface.setCursor(down if across is None else across)


_ENDING = (QEvent.Type.MouseButtonRelease, QEvent.Type.Wheel, QEvent.Type.NativeGesture)
"""Input that ends a sway, besides keys that move the camera."""
_TOUCHES = (*_ENDING, QEvent.Type.MouseMove, QEvent.Type.KeyPress, QEvent.Type.FocusOut)

log = logging.getLogger(__name__)

RESTS_AFTER = 0.5
"""Seconds after the last frame from which on nothing moves: a person looks."""
STILL_AFTER = 200
"""Milliseconds without a new frame after which a fine one is drawn."""
FINE_BUDGET = 0.4
"""Seconds each pass of a fine frame may take, since an input may wait for it; where passes would be
slower there is none."""


class SceneWidget(QWidget):
    """Shows a `Picture`, or two side by side; what a person does in it goes through `input`.

    Attributes
    ----------
    input
        What mouse, keys and commands do here; its signals say what the person wants.
    panes
        What shows a picture each: one, or two.
    frames
        How many frames were drawn so far.
    mover
        Index of the player whose ball a click would place, None when none can be placed.
    divider
        Hears when the line between two panes is dragged.
    stereo
        Draw a single picture once for each eye, side by side ("parallel", "crossed"); None: once.
    animation
        Fly to new views instead of jumping (a preference).
    fine_pictures
        Draw a fine frame once nothing moves, where that is affordable (a preference).
    pace
        What has been learnt of the time that frames take.

    Signals
    -------
    ready()
        The first frame can be drawn.
    failed(str)
        The scene cannot be drawn; one sentence says why.
    touched()
        The mouse was moved or let go, the wheel turned, a key pressed, or the keyboard went away.
    """

    ready = Signal()
    failed = Signal(str)
    touched = Signal()

    fine_work = 2.5
    """How many times as long as a fast frame each pass of a fine one takes (measured: 2.2)."""

    def __init__(self, parent: QWidget | None = None, rules: InputRules | None = None) -> None:
        super().__init__(parent)
        self.input = SceneInput(self._adopt, rules or InputRules(), self)
        self._events = InputEvents(self.input, self)
        self.frames = 0
        self.mover: int | None = None
        self.animation = self.fine_pictures = True
        self._covered: tuple[Covered, ...] = (Covered(),)
        self.panes: tuple[Pane, ...] = (Pane(self._update, self),)
        self.input.set_pointers((self.panes[0].pointer,), 0)
        self.surface: QWidget | None = None
        self._window: vtkRenderWindow | None = None
        self._dirty = False
        self._fine = False
        self.passed = 0
        self.pace = Pace()
        self._moving = self._whole = False
        self._drawn = 0.0
        self._still = QTimer(self, singleShot=True)
        self._still.timeout.connect(self._now_still)
        self._layout = QStackedLayout(self)
        self.setMinimumSize(QSize(160, 120))
        self.input.redraw.connect(self.request_frame)
        self.input.over_knob.connect(self._show_knob)
        self.input.turned.connect(self._turn_to)
        self._gap = Gap(self)
        self.share = MIDDLE
        self.stereo: str | None = None
        self.divider = Divider(lambda: self.areas[:1] if self._eyes else self.areas, self)
        self.divider.moved.connect(self.divide)

    # -- for the window ----------------------------------------------------------------------

    @property
    def picture(self) -> Picture | None:
        """What is shown, as it was given or as input has changed its View since.

        Of two, the one that is acted on.
        """
        return self.panes[self.input.half].picture

    @property
    def scale(self) -> float:
        """Share of the surface's width and height that frames are drawn with now."""
        return self.pace.scale if self._moving and not self._whole else 1.0

    def show_picture(self, picture: Picture, *, fly: bool = True) -> None:
        """Show a picture in the place of the one that is acted on (see `show_pictures`)."""
        half = self.input.half
        panes = self.panes[:1] if self._eyes else self.panes
        pictures = [pane.picture or picture for pane in panes]
        pictures[half] = picture
        self.show_pictures(tuple(pictures), half, fly=fly)

    def show_pictures(self, pictures: tuple[Picture, ...], half: int, *, fly: bool = True) -> None:
        """Show a picture, or two of one board; `half` says which is acted on.

        Another camera than before is flown to, if the preference says so. A view that names planes
        or layers this board does not have hides nothing; `message` says so.
        """
        eyes = None if len(pictures) > 1 else self.stereo
        if eyes:
            pictures *= 2
        had_eyes = self._eyes
        self._set_panes(len(pictures), half)
        for number, pane in enumerate(self.panes):
            pane.pointer.eye = (number, eyes) if eyes else None
        if had_eyes != self._eyes:  # as many panes as before may be two views now
            self.input.set_pointers(self.input.pointers, half)
        forgets = self.picture is None or self.picture.board is not pictures[half].board
        shown = zip(self.panes, pictures, self.areas, strict=True)
        for number, (pane, picture, area) in enumerate(shown):
            if picture is pane.picture:
                continue
            covered = self._covered_in(number)
            leads = pane is (self.panes[0] if self._eyes else pane)
            fault = pane.show(picture, area, covered, fly=fly and leads and self.animation)
            if fault:
                self.input.message.emit(fault)
        self._turn_to(half)
        if forgets:
            self.input.forget()
        self._update()

    @property
    def sways(self) -> bool:
        """Whether the view rocks about what is looked at."""
        return any(pane.sway.seconds is not None for pane in self.panes)

    def start_sway(self) -> None:
        """Rock the view that is acted on, until it is touched or another one is shown."""
        self.panes[self.input.half].sway.start()

    def end_sway(self) -> None:
        """Come to rest where the View is."""
        for number, (pane, area) in enumerate(zip(self.panes, self.areas, strict=True)):
            pane.rest(area, self._covered_in(number), fly=self.animation)
        self._update()

    def keep_clear(self, *covered: Covered) -> None:
        """Say what others lay over each pane, in logical pixels: a fitted camera keeps clear of it.

        Panes that nothing is said of are as the last one.
        """
        if self._covered != covered:
            self._covered = covered
            self._update()

    def _covered_in(self, number: int) -> Covered:
        return self._covered[min(number, len(self._covered) - 1)]

    def _set_panes(self, count: int, half: int) -> None:
        """Have so many panes from now on, and act on one of them."""
        if count == len(self.panes):
            return
        kept, gone = self.panes[:count], self.panes[count:]
        added = [Pane(self._update, self) for _ in range(count - len(kept))]
        if self._window is not None:
            self._window.MakeCurrent()
            for pane in added:
                pane.open(self._window)
            for pane in gone:
                pane.close(self._window)
        self.panes = (*kept, *added)
        self.input.set_pointers(tuple(pane.pointer for pane in self.panes), half)

    @property
    def _eyes(self) -> bool:
        """Whether the panes show one picture, each for an eye."""
        return self.panes[0].pointer.eye is not None

    def _turn_to(self, half: int) -> None:
        """Let input act on a pane."""
        self.input.set_pointers(self.input.pointers, half)
        picture = self.panes[half].picture
        if picture is not None:
            self.input.view = picture.view

    @property
    def areas(self) -> tuple[QRect, ...]:
        """Where each pane lies on the surface."""
        surface = self.surface or self
        if self._eyes:
            first = surface.width() // 2
            return tuple(
                QRect(left, 0, width, surface.height())
                for left, width in ((0, first), (first, surface.width() - first))
            )
        return areas(len(self.panes), surface.width(), surface.height(), self.share)

    def divide(self, share: float) -> None:
        """Give the first of two panes so much of the surface."""
        if share != self.share:
            self.share = share
            if len(self.panes) > 1:
                self._update()

    def request_frame(self) -> None:
        """Ask for a frame; requests made before it is drawn are one."""
        if self._window is None or self.surface is None:
            return
        self._dirty, self._fine = True, False
        self.passed = 0  # what was being refined is another picture now
        self.surface.update()

    def image(self) -> QImage:
        """Return what is on the screen now, drawing first what is still to be drawn.

        It has all pixels, also while frames are drawn with fewer, and all panes.
        """
        if self.scale < 1:
            self.request_frame()
        self._whole = True
        try:
            return self._gapped(self.drawn_image())
        finally:
            self._whole = False

    def fine_image(self) -> QImage:
        """Return what is shown as a picture at rest has it: for the clipboard and for files."""
        picture = self.image()
        self._whole = True
        try:
            self.passed = 0
            for _ in range(self.passes):
                self._fine = True
                picture = self.drawn_image()
            self._still.stop()  # nothing is left to be refined
            return self._gapped(picture)
        finally:
            self._whole = False

    def _gapped(self, image: QImage) -> QImage:
        """Draw the line between two panes into an image: frames leave out what lies there."""
        if len(self.panes) > 1 and not self._eyes:
            with QPainter(image) as painter:  # in logical pixels, as the image has its ratio
                painter.fillRect(self._gap.geometry(), self._gap.colour)
        return image

    def drawn_image(self) -> QImage:
        """Return what is on the screen, drawing first what was asked for."""
        raise NotImplementedError

    def give_pixels(self, width: int, height: int) -> None:
        """Draw frames of so many pixels from now on, shown over the whole surface."""
        raise NotImplementedError

    # -- what is drawn -----------------------------------------------------------------------

    def _adopt(self, view: View, fly: bool) -> None:
        """Show a View set by input at once; the session will tell the same a moment later."""
        if self.picture is not None:
            self.show_picture(replace(self.picture, view=view), fly=fly)

    def _update(self) -> None:
        """Tell the input what is drawn, and where, and ask for a frame."""
        surface, places = (self.surface or self).rect(), self.areas
        for number, (pane, area) in enumerate(zip(self.panes, places, strict=True)):
            pane.place(area, self._covered_in(number), self.panes[0] if self._eyes else pane)
            pane.lie(area, surface)
        self._gap.lie(places[:1] if self._eyes else places, self.picture)
        if self.picture is not None:
            self.input.shown()
            self.request_frame()

    def _composed(self, pane: Pane) -> Picture | None:
        """The picture of a pane with what the input adds: hover, cursor, preview."""
        picture, scene = pane.pointer.picture, self.input
        if picture is None:
            return None
        preview = scene.preview
        hover = picture.hover if scene.hover is None else scene.hover
        cursor = picture.cursor if scene.cursor is None else scene.cursor.site
        picture = pane.pointer.of_eye(picture)
        pointer = scene.pointer if self._eyes else pane.pointer
        reached = pointer.active
        if pointer.depth is not None and reached is not None and scene.hover is not None:
            # Somebody reached for it past others: these are rings, and it alone is lit.
            view = replace_view(picture.view, lens=picture.board.names[reached.site])
            picture = replace(picture, view=view, hovered_group=None)
        if len(self.panes) > 1:
            preview, hover, cursor = (
                site if self._lights(pane, site) else None for site in (preview, hover, cursor)
            )
        placed = picture.preview
        answers = picture.legal is None or (preview is not None and bool(picture.legal[preview]))
        if preview is not None and self.mover is not None and answers:
            placed = (preview, self.mover)
        return replace(picture, hover=hover, cursor=cursor, preview=placed, held=scene.held)

    def _lights(self, pane: Pane, site: int | None) -> bool:
        """Whether a pane beside another lights a site: it could be pointed at there, or in none.

        What is lit on a plane that a slice does not show would seem to lie on the slice.
        """
        if site is None or pane.pointer.reaches(site):
            return True
        return not any(other.pointer.reaches(site) for other in self.panes)

    def before_frame(self) -> None:
        """Bring the stages up to date; called just before VTK draws.

        Qt calls it: an error that left it would end the process with Python 3.11 and PySide 6.11.
        """
        if self._window is None or self.surface is None:
            return
        try:
            pictures: list[Picture | None] = [None] * len(self.panes)
            if self._dirty:
                pictures = [self._composed(pane) for pane in self.panes]
                # Notice whether this frame is one of a motion.
                moved = [pane.has_moved() for pane in self.panes]
                moves = self.input.dragging or self._flies or any(moved)
                if moves and not self._moving:
                    self.pace = begun(self.pace)
                self._moving = moves
            elif self.passed >= self.passes:
                self._fine = True  # Qt wants the same picture again: it stays as it is
            width, height = (
                max(1, round(self.scale * side)) for side in device_pixels(self.surface)
            )
            self.give_pixels(width, height)
            beside = len(self.panes) > 1
            for pane, picture in zip(self.panes, pictures, strict=True):
                pane.draw(picture, (width, height), fine=self._fine, beside=beside)
                if pane.stage is not None:
                    self.choose_quality(pane.stage, self._fine)
        except Exception:
            log.exception("a picture cannot be drawn")
            sentence = "this position cannot be drawn: the log says why"
            QTimer.singleShot(0, self, lambda: self.input.message.emit(sentence))
        self._dirty = False

    @property
    def passes(self) -> int:
        """Of how many passes a fine frame is made; between them inputs are heard."""
        return 1

    def choose_quality(self, stage: Stage, fine: bool) -> None:
        """Have the next frame, or the next pass of it, drawn finely or quickly."""
        stage.is_orbiting(not fine)
        stage.refine(fine)

    @property
    def _flies(self) -> bool:
        return any(pane.flight.flying for pane in self.panes)

    def is_moving(self) -> bool:
        """Whether something is dragged, or frames have just followed one another."""
        return self.input.dragging or self._flies or monotonic() - self._drawn < RESTS_AFTER

    def after_frame(self, seconds: float) -> None:
        """Count the frame, and plan one with all pixels or a fine one if this was neither."""
        self.frames += 1
        self._drawn = monotonic()
        try:
            for pane in self.panes:
                pane.check()
        except RuntimeError as error:
            self.failed.emit(f"the scene cannot be drawn: {error}")
        if self._fine:
            self._fine = False
            self.passed += 1
            if self.passed < self.passes and not self._whole:
                self._still.start(0)  # after what has happened meanwhile
            return
        coarse = self.scale < 1
        if not self._whole:
            learn = moved if self._moving else rested
            self.pace = learn(self.pace, seconds)
        work = self.fine_work * (1 if len(self.panes) == 1 else 3)
        affordable = self.fine_pictures and seconds * work <= FINE_BUDGET
        if coarse or (affordable and not self._flies and not self.input.dragging):
            self._still.start(STILL_AFTER)

    def _now_still(self) -> None:
        """Nothing has moved for a while: draw what moving frames leave out."""
        if self.surface is None or self._window is None:
            return
        if self._dirty:  # another picture waits to be drawn, and brings its own rest
            return
        if self.input.dragging:  # the mouse is held still in a drag
            if self.scale < 1:
                self._still.start(STILL_AFTER)
            return
        if self.scale < 1:
            self.request_frame()
            return
        self._fine = True
        if self.passed >= self.passes:
            self.passed = 0
        self.surface.update()

    def _show_knob(self, over: bool) -> None:
        if self.surface is not None:
            shape = Qt.CursorShape.OpenHandCursor if over else Qt.CursorShape.ArrowCursor
            self.surface.setCursor(shape)

    def _use(self, surface: QWidget) -> None:
        """Take input from `surface` and show it."""
        surface.setMouseTracking(True)
        surface.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        surface.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        surface.setAcceptDrops(False)
        surface.installEventFilter(self._events)
        surface.installEventFilter(self.divider)
        surface.installEventFilter(self)  # the last one is asked first
        surface.setAccessibleName("Scene")
        surface.setAccessibleDescription(
            "Arrow keys, Page Up and Page Down move the cursor over the points, Enter plays there."
        )
        self.setFocusProxy(surface)
        self._layout.addWidget(surface)
        self._layout.setCurrentWidget(surface)
        self.surface = surface

    def _draw_in(self, window: vtkRenderWindow) -> None:
        """Draw in a window from now on."""
        self._window = window
        for pane in self.panes:
            pane.open(window)
        self._update()
        self.ready.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the surface, and end a sway at the first touch."""
        kind = event.type()
        if kind == QEvent.Type.Resize:
            self._update()
        elif kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
            for pane in self.panes:  # a drag goes on from here
                pane.sway.hold()
        elif kind in _TOUCHES:
            if kind in _ENDING:
                self.end_sway()
            self.touched.emit()
        return False

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.DevicePixelRatioChange, QEvent.Type.ScreenChangeInternal):
            self._update()
        return super().event(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.shut()
        super().closeEvent(event)

    def let_go(self) -> None:
        """Free what was made for frames drawn so far, where that fills the program's memory."""

    def shut(self) -> None:
        """Let go of VTK; nothing is drawn after this. Call it from the window's closeEvent."""
        self._still.stop()
        if self.surface is not None:
            self.surface.removeEventFilter(self.divider)
            self.surface.removeEventFilter(self._events)
            self.surface.removeEventFilter(self)
        window, self._window = self._window, None
        if window is not None:
            window.MakeCurrent()
        for pane in self.panes:
            pane.close(window)
        self.surface = None
