"""The scene as a Qt widget: one interface, two implementations, the same input in both.

    show_picture ──> SceneWidget ──> Stage ──> vtkRenderer ──> QtInteractor       InteractorScene
                          ^                                 └> off-screen frame   ImageScene
    Qt events ──> SceneInput ──> signals ──> session

Frames are drawn on request alone: whoever changes something calls `request_frame`, Qt merges the
requests and asks the surface to paint, and an idle window draws nothing. A frame is drawn fast
first, with fewer pixels in a motion that would not be fluent, and once more finely when nothing has
moved for a while, where that is affordable.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec.structs import replace as altered
from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QImage
from PySide6.QtWidgets import QStackedLayout, QWidget

from model.records.view import Camera, View
from viewer.picture import view_edits
from viewer.picture.picture import Picture, Room
from viewer.picture.visible import visible_in
from viewer.scene import resolution
from viewer.scene.display import device_pixels
from viewer.scene.flight import Flight
from viewer.scene.input.scene_input import SceneInput
from viewer.scene.input.surface_events import InputEvents

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkRenderer

    from viewer.scene.stage import Stage

log = logging.getLogger(__name__)

STILL_AFTER = 200
"""Milliseconds without a new frame after which a fine one is drawn."""
FINE_BUDGET = 0.25
"""Seconds a fine frame may take; where it would be slower there is none."""


class SceneWidget(QWidget):
    """Shows a `Picture`; what a person does in it goes through `input`.

    Attributes
    ----------
    input
        What mouse, keys and commands do here; its signals say what the person wants.
    frames
        How many frames were drawn so far.
    mover
        Index of the player whose ball a click would place, None when none can be placed.
    animation
        Fly to new views instead of jumping (a preference).
    fine_pictures
        Draw a fine frame once nothing moves, where that is affordable (a preference).

    Signals
    -------
    ready()
        The first frame can be drawn.
    failed(str)
        The scene cannot be drawn; one sentence says why.
    """

    ready = Signal()
    failed = Signal(str)

    fine_work = 3.0
    """How many times as long as a fast frame a fine one takes (measured: 2.5)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.input = SceneInput(self._adopt, self)
        self._events = InputEvents(self.input, self)
        self.frames = 0
        self.mover: int | None = None
        self.animation = self.fine_pictures = True
        self._picture: Picture | None = None
        self._covered = (0, 0, 0)
        self._surface: QWidget | None = None
        self._stage: Stage | None = None
        self._renderer: vtkRenderer | None = None
        self._dirty = False
        self._fine = False
        self._pace = resolution.Pace()
        self._moving = self._whole = False
        self._seen: Camera | None = None
        self._flight = Flight(self._flown, self)
        self._still = QTimer(self)
        self._still.setSingleShot(True)
        self._still.setInterval(STILL_AFTER)
        self._still.timeout.connect(self._now_still)
        self._layout = QStackedLayout(self)
        self.setMinimumSize(QSize(160, 120))
        self.setAccessibleName("Scene")
        self.input.redraw.connect(self.request_frame)
        self.input.over_knob.connect(self._show_knob)

    # -- for the window ----------------------------------------------------------------------

    @property
    def picture(self) -> Picture | None:
        """What is shown, as it was given or as input has changed its View since."""
        return self._picture

    @property
    def surface(self) -> QWidget | None:
        """The widget that is drawn on and gets the input events."""
        return self._surface

    @property
    def scale(self) -> float:
        """Share of the surface's width and height that frames are drawn with now."""
        return self._pace.scale if self._moving and not self._whole else 1.0

    def set_coarsest(self, scale: float) -> None:
        """Say which share of the width and height moving frames have at least; 1: all."""
        self._pace = resolution.Pace(coarsest=scale)

    @property
    def confirm_moves(self) -> bool:
        """A first click pins a ball, a second one or Enter places it."""
        return self.input.confirm_moves

    @confirm_moves.setter
    def confirm_moves(self, confirm: bool) -> None:
        self.input.confirm_moves = confirm
        if not confirm:
            self.input.unpin()

    def set_interesting(self, sites: tuple[int, ...]) -> None:
        """Say which sites N and Shift+N visit: threats, plans, legal points in stacking."""
        self.input.interesting = tuple(sites)

    def show_picture(self, picture: Picture, *, fly: bool = True) -> None:
        """Show a picture; another camera than before is flown to, if the preference says so.

        A view that names planes or layers this board does not have hides nothing; `message` says
        so.
        """
        try:
            visible_in(picture)
        except ValueError as error:
            self.input.message.emit(f"the view does not fit this board: {error}")
            picture = replace(picture, view=view_edits.clear(picture.view))
        old, self._picture = self._picture, picture
        self.input.view = picture.view
        if old is None or old.board is not picture.board:
            self.input.forget()
            self._flight.stop()
        elif old.view.camera != picture.view.camera:
            here = self._camera_now(old)
            self._flight.stop()
            if fly and self.animation:
                self._flight.start(here, replace(picture, room=self.room), self.aspect)
        self._update()

    def keep_clear(self, below: int, width: int, height: int) -> None:
        """Say what others lay over the scene, in logical pixels: a fitted camera keeps clear of it.

        `below` is as high as a bar along the lower edge, the rest the size of what lies in the
        upper right corner.
        """
        if self._covered != (below, width, height):
            self._covered = (below, width, height)
            self._update()

    @property
    def room(self) -> Room:
        """What lies over the scene, as shares of the surface; never more than a third of it."""
        surface = self._surface or self
        below, width, height = self._covered
        across, down = max(surface.width(), 1), max(surface.height(), 1)
        return Room(min(below / down, 0.33), (min(width / across, 0.33), min(height / down, 0.33)))

    @property
    def aspect(self) -> float:
        """Width over height of the surface."""
        surface = self._surface or self
        return max(surface.width(), 1) / max(surface.height(), 1)

    def request_frame(self) -> None:
        """Ask for a frame; requests made before it is drawn are one."""
        if self._stage is None or self._surface is None:
            return
        self._dirty, self._fine = True, False
        self._surface.update()

    def image(self) -> QImage:
        """Return what is on the screen now, drawing first what is still to be drawn.

        It has all pixels, also while frames are drawn with fewer.
        """
        if self.scale < 1:
            self.request_frame()
        self._whole = True
        try:
            return self.drawn_image()
        finally:
            self._whole = False

    def drawn_image(self) -> QImage:
        """Return what is on the screen, drawing first what was asked for."""
        raise NotImplementedError

    def give_pixels(self, width: int, height: int) -> None:
        """Draw frames of so many pixels from now on, shown over the whole surface."""
        raise NotImplementedError

    # -- what is drawn -----------------------------------------------------------------------

    def _camera_now(self, picture: Picture) -> Camera:
        return self._flight.camera or picture.view.camera

    def _adopt(self, view: View, fly: bool) -> None:
        """Show a View set by input at once; the session will tell the same a moment later."""
        if self._picture is not None:
            self.show_picture(replace(self._picture, view=view), fly=fly)

    def _flown(self) -> None:
        self._update()

    def _update(self) -> None:
        """Tell the input what is drawn, and where, and ask for a frame."""
        picture, surface = self._picture, self._surface or self
        if picture is None:
            return
        camera = self._camera_now(picture)
        picture = replace(picture, room=self.room)
        if camera is not picture.view.camera:
            picture = replace(picture, view=altered(picture.view, camera=camera))
        self.input.pointer.show(picture, surface.width(), surface.height())
        self.input.shown()
        self.request_frame()

    def _composed(self) -> Picture | None:
        """The picture with what the input adds: hover, cursor, preview."""
        picture, scene = self.input.pointer.picture, self.input
        if picture is None:
            return None
        preview = picture.preview
        answers = picture.legal is None or (
            scene.preview is not None and bool(picture.legal[scene.preview])
        )
        if scene.preview is not None and self.mover is not None and answers:
            preview = (scene.preview, self.mover)
        return replace(
            picture,
            hover=picture.hover if scene.hover is None else scene.hover,
            cursor=picture.cursor if scene.cursor is None else scene.cursor.site,
            preview=preview,
        )

    def before_frame(self) -> None:
        """Bring the stage up to date; called just before VTK draws.

        Qt calls it: an error that left it would end the process with Python 3.11 and PySide 6.11.
        """
        if self._stage is None or self._surface is None:
            return
        try:
            picture = self._composed() if self._dirty else None
            if picture is not None:
                self._follow_motion(picture.view.camera)
            width, height = (round(self.scale * side) for side in device_pixels(self._surface))
            self.give_pixels(max(1, width), max(1, height))
            if picture is not None:
                self._stage.draw(picture)
        except Exception:
            log.exception("a picture cannot be drawn")
            sentence = "this position cannot be drawn: the log says why"
            QTimer.singleShot(0, self, lambda: self.input.message.emit(sentence))
        self._dirty = False
        self._stage.is_orbiting(not self._fine)

    def _follow_motion(self, camera: Camera) -> None:
        """Notice whether this frame is one of a motion."""
        seen, self._seen = self._seen, camera
        moves = self.input.dragging or self._flight.flying or (seen is not None and seen != camera)
        if moves and not self._moving:
            self._pace = resolution.begun(self._pace)
        self._moving = moves

    def after_frame(self, seconds: float) -> None:
        """Count the frame, and plan one with all pixels or a fine one if this was neither."""
        self.frames += 1
        if self._stage is not None and self.frames <= 2:
            try:
                self._stage.check()
            except RuntimeError as error:
                self.failed.emit(f"the scene cannot be drawn: {error}")
        if self._fine:
            self._fine = False
            return
        coarse = self.scale < 1
        if not self._whole:
            learn = resolution.moved if self._moving else resolution.rested
            self._pace = learn(self._pace, seconds)
        affordable = self.fine_pictures and seconds * self.fine_work <= FINE_BUDGET
        if coarse or (affordable and not self._flight.flying and not self.input.dragging):
            self._still.start()

    def _now_still(self) -> None:
        """Nothing has moved for a while: draw what moving frames leave out."""
        if self._surface is None or self._stage is None:
            return
        if self.input.dragging:  # the mouse is held still in a drag
            if self.scale < 1:
                self._still.start()
            return
        if self.scale < 1:
            self.request_frame()
            return
        self._fine = True
        self._surface.update()

    def _show_knob(self, over: bool) -> None:
        if self._surface is not None:
            shape = Qt.CursorShape.OpenHandCursor if over else Qt.CursorShape.ArrowCursor
            self._surface.setCursor(shape)

    def _use(self, surface: QWidget) -> None:
        """Take input from `surface` and show it."""
        surface.setMouseTracking(True)
        surface.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        surface.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        surface.setAcceptDrops(False)
        surface.installEventFilter(self)
        surface.installEventFilter(self._events)
        self.setFocusProxy(surface)
        self._layout.addWidget(surface)
        self._layout.setCurrentWidget(surface)
        self._surface = surface

    def _set_stage(self, renderer: vtkRenderer) -> None:
        from viewer.scene.stage import Stage

        self._renderer = renderer
        self._stage = Stage(renderer)
        self._update()
        self.ready.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the surface."""
        if event.type() == QEvent.Type.Resize:
            self._update()
        return False

    def event(self, event: QEvent) -> bool:
        if event.type() in (
            QEvent.Type.DevicePixelRatioChange,
            QEvent.Type.ScreenChangeInternal,
        ):
            self._update()
        return super().event(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.shut()
        super().closeEvent(event)

    def shut(self) -> None:
        """Let go of VTK; nothing is drawn after this. Call it from the window's closeEvent."""
        self._flight.stop()
        self._still.stop()
        if self._surface is not None:
            self._surface.removeEventFilter(self._events)
            self._surface.removeEventFilter(self)
        if self._renderer is not None:
            window = self._renderer.GetRenderWindow()
            if window is not None:
                window.MakeCurrent()
        if self._stage is not None:
            self._stage.close()
        self._stage = self._renderer = self._surface = None
