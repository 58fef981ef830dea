"""The scene on a display: pyvistaqt's QtInteractor, drawn into by our stage alone.

Invariants, each learnt from a failure:

1. An empty QOpenGLWidget is in the window before it is shown; a first one added later makes Qt
   create the native window anew (flicker).
2. The interactor comes in after the window is on the screen: its imports take a second or two.
3. No timer of pyvistaqt draws (`auto_update=False`), and none of its mouse, key or drop handling
   is reached: `InputEvents` filters all input.
4. Closing goes through `shut`, while the GL context still lives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage, QShowEvent
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QWidget

from viewer.scene.display import set_surface_format
from viewer.scene.input.input_rules import InputRules
from viewer.scene.widget import SceneWidget

if TYPE_CHECKING:
    from viewer.scene.interactor_surface import InteractorSurface


class InteractorScene(SceneWidget):
    """Draws straight into a window of the display."""

    def __init__(self, parent: QWidget | None = None, rules: InputRules | None = None) -> None:
        set_surface_format()
        super().__init__(parent, rules)
        self._placeholder: QOpenGLWidget | None = QOpenGLWidget(self)
        self._layout.addWidget(self._placeholder)
        self._interactor: InteractorSurface | None = None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._interactor is None and self._placeholder is not None:
            QTimer.singleShot(0, self._begin)

    def _begin(self) -> None:
        if self._interactor is not None or self._placeholder is None:
            return
        from viewer.scene.interactor_surface import InteractorSurface

        surface = self._interactor = InteractorSurface(self, self.before_frame, self.after_frame)
        surface.iren.interactor.SetInteractorStyle(None)
        window = surface.render_window
        assert window is not None
        window.RemoveRenderer(surface.renderer)
        self._use(surface)
        self._layout.removeWidget(self._placeholder)
        self._placeholder.deleteLater()
        self._placeholder = None
        self._draw_in(window)

    def give_pixels(self, width: int, height: int) -> None:
        """Draw frames of so many pixels from now on; pyvistaqt stretches them over the surface."""
        window = None if self._interactor is None else self._interactor.render_window
        if window is not None and tuple(window.GetSize()) != (width, height):
            window.SetSize(width, height)

    def drawn_image(self) -> QImage:
        """Return what is on the screen, drawing first what was asked for."""
        return QImage() if self._interactor is None else self._interactor.grabFramebuffer()

    def shut(self) -> None:
        """Let go of VTK while its context lives."""
        super().shut()
        interactor, self._interactor = self._interactor, None
        self._placeholder = None
        if interactor is not None:
            interactor.let_go()
