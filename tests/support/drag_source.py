"""A program that hands out files by a drag: press on its window and draw.

``python drag_source.py X Y PATH...`` puts the window there and prints a line once it is shown. It
answers who asks what was dropped, until somebody ends it.
"""

import sys

from PySide6.QtCore import QMimeData, Qt, QTimer, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

SIZE = 60
"""Width and height of the window in pixels."""


class Source(QWidget):
    """A square to draw files from."""

    def __init__(self, paths: list[str]) -> None:
        super().__init__(None, Qt.WindowType.BypassWindowManagerHint)
        self._paths = paths
        self.resize(SIZE, SIZE)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Hand out the files."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(path) for path in self._paths])
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


if __name__ == "__main__":
    application = QApplication(sys.argv)
    source = Source(sys.argv[3:])
    source.move(int(sys.argv[1]), int(sys.argv[2]))
    source.show()
    QTimer.singleShot(0, lambda: print("shown", flush=True))
    application.exec()
