"""Where a window lies and how its docks lie around it, kept as text from one start to the next."""

import base64

from msgspec.structs import replace
from PySide6.QtCore import QByteArray, QDataStream, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

from viewer.session.preferences import Preferences

SIZE = (1440, 920)


def first_size() -> QSize:
    """Return how large a window is at first: as the screen allows, less a little for its frame."""
    screen = QGuiApplication.primaryScreen()
    free = screen.availableSize() if screen is not None else QSize(*SIZE)
    return QSize(*SIZE).boundedTo(QSize(free.width() - 16, free.height() - 40))


def restore(window: QMainWindow, chosen: Preferences) -> bool:
    """Lay a window out as it was left; tells whether its docks were."""
    if chosen.window and window.restoreGeometry(_bytes(chosen.window)):
        # Without a title bar, Qt makes room for one all the same: the window would come lower.
        stream, framed, bare = QDataStream(_bytes(chosen.window)), QRect(), QRect()
        stream.skipRawData(8)  # what it is, and its version
        stream >> framed >> bare
        if framed == bare and window.screen().availableGeometry().contains(bare):
            window.setGeometry(bare)
    # While a window is to be maximized, Qt keeps a second layout for when it is shown. It still
    # names docks that are put elsewhere before then, and calls them after they are deleted.
    state = window.windowState()
    window.setWindowState(Qt.WindowState.WindowNoState)
    restored = bool(chosen.docks) and window.restoreState(_bytes(chosen.docks))
    window.setWindowState(state)
    return restored


def kept(window: QMainWindow, chosen: Preferences) -> Preferences:
    """Return the preferences with the layout that a window has now."""
    return replace(
        chosen,
        window=base64.b64encode(window.saveGeometry().data()).decode(),
        docks=base64.b64encode(window.saveState().data()).decode(),
    )


def _bytes(text: str) -> QByteArray:
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except ValueError:
        return QByteArray()
