"""The events of the surface that shows the scene, passed on to what they are for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent

from viewer.scene.input import keyboard
from viewer.scene.input.mouse import Mouse
from viewer.scene.input.scene_input import SceneInput

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
            return self._key(event)
        if kind == QEvent.Type.Leave:
            self._scene.point(None)
        elif kind == QEvent.Type.FocusOut:
            self._scene.release_lens()
        return False

    def _key(self, event: QKeyEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            if event.key() not in _MODIFIERS:
                self._scene.act_under_mouse()
            if keyboard.wants(self._scene, event):
                event.accept()
            return False
        if event.type() == QEvent.Type.KeyPress:
            return keyboard.press(self._scene, event)
        return event.type() == QEvent.Type.KeyRelease and keyboard.release(self._scene, event)
