"""A pane: one picture in a part of the surface, with a camera, a pointer and a stage of its own.

A surface has one pane, or two with a thin gap between them. All are renderers of one render window;
what they show together, and when a frame is drawn, is the scene widget's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace as altered
from PySide6.QtCore import QObject, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from model.records.view import Camera
from viewer.picture.palette import rgb
from viewer.picture.picture import Picture, ViewMargins
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.visible import visible_in
from viewer.scene.camera import fitted_to
from viewer.scene.flight import Flight, Sway, swayed
from viewer.scene.input.pointer import Pointer

if TYPE_CHECKING:
    from collections.abc import Callable

    from viewer.scene.stage import Stage
    from viewer.scene.vtk import vtkRenderer, vtkRenderWindow

GAP = 2
"""Logical pixels between two panes."""
_BY_VALUE = frozenset({"view", "hover", "cursor", "preview", "held", "room"})


def areas(count: int, width: int, height: int, share: float = 0.5) -> tuple[QRect, ...]:
    """Return where the panes lie: side by side, or above one another on a tall surface.

    `share`: how much of the width, or the height, the first of two gets.
    """
    if count == 1:
        return (QRect(0, 0, width, height),)
    if width >= height:
        half = int((width - GAP) * share)
        return QRect(0, 0, half, height), QRect(half + GAP, 0, width - half - GAP, height)
    half = int((height - GAP) * share)
    return QRect(0, 0, width, half), QRect(0, half + GAP, width, height - half - GAP)


class Covered(NamedTuple):
    """What others lay over a pane, in logical pixels.

    Attributes
    ----------
    below, above
        Height of what lies along its lower edge, and along its upper one.
    width, height
        Of what lies in its upper right corner.
    """

    below: int = 0
    width: int = 0
    height: int = 0
    above: int = 0


def room(area: QRect, covered: Covered) -> ViewMargins:
    """Return what lies over a pane, as shares of it: at most a third each, below a little more."""
    across, down = max(area.width(), 1), max(area.height(), 1)
    below, above = min(covered.below / down, 0.42), min(covered.above / down, 0.33)
    corner = min(covered.width / across, 0.33), min(covered.height / down, 0.33)
    return ViewMargins(below, corner, above)


class Gap(QWidget):
    """The line between two panes, in a colour between the background and what is written on it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.colour = QColor()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def lie(self, panes: tuple[QRect, ...], picture: Picture | None) -> None:
        """Lie between these panes; with a single one there is nothing to see."""
        if len(panes) == 1 or picture is None:
            self.hide()
            return
        first, last = panes
        if first.top() == last.top():
            between = QRect(first.right() + 1, 0, GAP, first.height())
        else:
            between = QRect(0, first.bottom() + 1, first.width(), GAP)
        ink, ground = rgb(picture.palette.ink), rgb(picture.palette.below)
        self.colour = QColor.fromRgbF(*((a + b) / 2 for a, b in zip(ink, ground, strict=True)))
        self.setGeometry(between)
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.colour)


class Pane:
    """Shows one `Picture`.

    Parameters
    ----------
    moved
        Called when a flight or a sway has moved the camera.
    parent
        Owns the timer of the flight.

    Attributes
    ----------
    picture
        What is shown, as it was given.
    pointer
        Knows it as it is drawn, and what lies under the mouse.
    flight, sway
        How the camera comes to where the View already is, and rocks about it.
    stage
        Draws it, None while there is no window.
    """

    def __init__(self, moved: Callable[[], None], parent: QObject) -> None:
        self.picture: Picture | None = None
        self.pointer = Pointer()
        self._timers = QObject(parent)
        self.flight = Flight(moved, self._timers)
        self.sway = Sway(self.flight, moved, self._timers)
        self.stage: Stage | None = None
        self._renderer: vtkRenderer | None = None
        self._seen: tuple[Camera, float] | None = None
        self._drawn: tuple[Picture, bool, tuple[int, int]] | None = None
        self._frames = 0

    # -- what is shown -----------------------------------------------------------------------

    def show(self, picture: Picture, area: QRect, covered: Covered, *, fly: bool) -> str:
        """Take a picture; another camera on the same board is flown to if `fly`.

        A View that names planes or layers this board does not have hides nothing; returned is the
        sentence that says so, else "".
        """
        fault = ""
        try:
            visible_in(picture)
        except ValueError as error:
            fault = f"the view does not fit this board: {error}"
            picture = replace(picture, view=view_edits.clear(picture.view))
        old, self.picture = self.picture, picture
        if old is None or old.board is not picture.board:
            self.flight.stop()
            self.sway.stop()
        elif (old.view.camera, old.view.explode) != (picture.view.camera, picture.view.explode):
            self._come(old, picture, area, covered, fly=fly)
        return fault

    def rest(self, area: QRect, covered: Covered, *, fly: bool) -> None:
        """Sway no more, and come back to the View: by a flight if `fly`."""
        if self.sway.seconds is not None and self.picture is not None:
            self._come(self.picture, self.picture, area, covered, fly=fly)

    def _come(
        self, old: Picture, picture: Picture, area: QRect, covered: Covered, *, fly: bool
    ) -> None:
        """Have the camera come to a picture from where it is drawn while another one is shown."""
        drawn, gap = self.pointer.picture, old.view.explode
        sways = self.sway.seconds is not None and drawn is not None
        here = self.flight.camera or (drawn.view.camera if drawn and sways else old.view.camera)
        gap = self.flight.explode if self.flight.flying else gap
        self.flight.stop()
        self.sway.stop()
        if fly:
            picture = replace(picture, room=room(area, covered))
            self.flight.start(here, gap, picture, area.width() / max(area.height(), 1))

    def place(self, area: QRect, covered: Covered, leader: Pane) -> None:
        """Tell the pointer what is drawn now, where, and what is laid over it (see `room`).

        The camera flies and sways as that of `leader`: itself, or the pane of the other eye.
        """
        if self.picture is None:
            return
        picture = replace(self.picture, room=room(area, covered))
        camera = leader.flight.camera
        if camera is not None:
            view = altered(picture.view, camera=camera, explode=leader.flight.explode)
            picture = replace(picture, view=view)
        elif leader.sway.seconds is not None:
            seen = fitted_to(picture, area.width() / max(area.height(), 1))
            view = altered(picture.view, camera=swayed(seen, leader.sway.seconds))
            picture = replace(picture, view=view)
        self.pointer.show(picture, area.width(), area.height(), area.left(), area.top())

    # -- drawing -----------------------------------------------------------------------------

    def open(self, window: vtkRenderWindow) -> None:
        """Begin to draw in a window."""
        from viewer.scene.stage import Stage
        from viewer.scene.vtk import vtkRenderer

        self._renderer = vtkRenderer()
        window.AddRenderer(self._renderer)
        self.stage = Stage(self._renderer)

    def lie(self, area: QRect, surface: QRect) -> None:
        """Draw in this part of a surface from now on."""
        if self._renderer is not None:
            width, height = max(surface.width(), 1), max(surface.height(), 1)
            left, bottom = area.left(), height - area.top() - area.height()
            right, top = left + area.width(), bottom + area.height()
            self._renderer.SetViewport(left / width, bottom / height, right / width, top / height)

    def has_moved(self) -> bool:
        """Say whether camera or levels are elsewhere than when this was asked last."""
        picture = self.pointer.picture
        now = None if picture is None else (picture.view.camera, picture.view.explode)
        seen, self._seen = self._seen, now
        return seen is not None and seen != self._seen

    def draw(
        self, picture: Picture | None, size: tuple[int, int], *, fine: bool, beside: bool
    ) -> None:
        """Make the next frame of the window show `picture`; None: what it showed.

        Parameters
        ----------
        size
            Of the window, in pixels.
        fine
            The frame is a fine one.
        beside
            Another pane lies beside it: where the last frame shows the picture already, as well
            and in a window of the same size, nothing is drawn and it stays.
        """
        stage, renderer = self.stage, self._renderer
        if stage is None or renderer is None:
            return
        if beside and self._shows(picture, size, fine=fine):
            renderer.DrawOff()
            return
        renderer.DrawOn()
        last = picture or (self._drawn[0] if self._drawn is not None else None)
        self._drawn = None if last is None else (last, fine, size)
        try:
            if picture is not None:
                stage.draw(picture)
        finally:
            stage.is_orbiting(not fine)

    def _shows(self, picture: Picture | None, size: tuple[int, int], *, fine: bool) -> bool:
        """Whether the last frame shows a picture (None: the last one) at least as well."""
        if self._drawn is None:
            return False
        last, was_fine, last_size = self._drawn
        if last_size != size or (fine and not was_fine):
            return False
        return picture is None or _is_same(picture, last)

    def let_go(self) -> None:
        """Free frames drawn before; the next one is drawn anew. The window's context is current."""
        self._drawn = None
        if self.stage is not None:
            self.stage.stop_smoothing()

    def check(self) -> None:
        """Raise ShaderError where one of the first frames has failed."""
        if self.stage is not None and self._frames < 2:
            self._frames += 1
            self.stage.check()

    def close(self, window: vtkRenderWindow | None) -> None:
        """Stop drawing; the context of the window is current."""
        self.flight.stop()
        self.sway.stop()
        if self.stage is not None:
            self.stage.close()
        if self._renderer is not None and window is not None:
            window.RemoveRenderer(self._renderer)
        self.stage = self._renderer = self._drawn = None
        self._timers.setParent(None)  # they go with the pane, not only with the widget


def _is_same(picture: Picture, other: Picture) -> bool:
    """Whether two pictures draw the same, as far as that is seen without comparing arrays."""
    if picture is other:
        return True
    old = vars(other)
    return all(
        value is old[name] or (name in _BY_VALUE and value == old[name])
        for name, value in vars(picture).items()
    )
