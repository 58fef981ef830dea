"""The surface of pyvistaqt that asks its scene before each frame. Import it late: it is slow."""

from collections.abc import Callable
from time import perf_counter

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from pyvistaqt import QtInteractor


class InteractorSurface(QtInteractor):
    """What VTK draws on.

    Parameters
    ----------
    parent
        The widget it lies in.
    before, after
        Called before each frame, and after it with the seconds it took.
    """

    def __init__(
        self, parent: QWidget, before: Callable[[], None], after: Callable[[float], None]
    ) -> None:
        self._hears = False
        super().__init__(parent, auto_update=False, multi_samples=0, lighting="none")
        self._before, self._after = before, after
        self._hears = True

    def paintGL(self) -> None:
        paint: Callable[[], None] = super().paintGL  # pyvistaqt does not say what it returns
        if not self._hears:
            paint()
            return
        begin = perf_counter()
        self._before()
        paint()
        self._after(perf_counter() - begin)

    def reset_key_events(self) -> None:
        """Bind no key: pyvista's own would move the camera, pick cells or close the window."""
        if self.iren is not None:  # as on its first call, before there is any
            self.iren.clear_key_event_callbacks()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave a key the scene has no use for to the window, and never tell VTK of one."""
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Leave it to the window, as a key that goes down."""
        event.ignore()

    def let_go(self) -> None:
        """Close it; nobody is asked or told any more."""
        self._hears = False
        self.close()
