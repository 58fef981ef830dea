"""When the first frame is on the screen: then what waits for it begins."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from viewer.scene.widget import SceneWidget


class FirstFrame(QObject):
    """Looks again and again whether a scene has drawn.

    Signals
    -------
    settled()
        The first frame is on the screen, or it is known that there will be none.
    """

    settled = Signal()

    def __init__(self, widget: SceneWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._looks = QTimer(self)
        self._looks.setInterval(10)
        self._looks.timeout.connect(self._look)

    def wait(self) -> None:
        """Begin to look."""
        self._looks.start()

    def stop(self) -> None:
        """Look no more."""
        self._looks.stop()

    def give_up(self) -> None:
        """There will be no frame."""
        self.stop()
        self.settled.emit()

    def _look(self) -> None:
        if self._widget.frames:
            self.give_up()
