"""The window that runs hears what other starts hand to it (`running_window`), and the desktop.

macOS hands files to a running program where others start it anew.
"""

import json
import logging
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication

from viewer.window.handed.running_window import TAKEN, address

LONGEST = 1 << 20
"""Bytes of a line at most."""
LOOK = 200
"""Milliseconds between two looks whether a dialog is still open."""
PATIENCE = 1_000
"""Milliseconds in which a window that listens takes a connection."""

Handed = tuple[list[str], str]
"""Positions and paths to open, and the token by which the desktop lets a window come forward."""

log = logging.getLogger(__name__)


class ListeningWindow(QObject):
    """Hears what is handed over, and says it once no dialog asks anything.

    Parameters
    ----------
    take
        Called with positions and paths to open, and with the token by which the desktop lets a
        window come to the front, "" where there is none.
    """

    def __init__(
        self, take: Callable[[list[str], str], object], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._take = take
        self._waiting: list[Handed] = []
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._welcome)
        self._timer = QTimer(self, interval=LOOK)
        self._timer.timeout.connect(self._hand_on)

    def listen(self) -> bool:
        """Begin; return whether this is the window that listens, as another one may do so."""
        where = address()
        if not where:
            return False
        probe = QLocalSocket()  # Qt would take the name from whoever listens
        probe.connectToServer(where)
        if probe.waitForConnected(PATIENCE):
            return False
        QLocalServer.removeServer(where)  # of a window that was killed
        if self._server.listen(where):
            return True
        log.info("files open in windows of their own: %s", self._server.errorString())
        return False

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _welcome(self) -> None:
        while (connection := self._server.nextPendingConnection()) is not None:
            connection.readyRead.connect(lambda one=connection: self._hear(one))
            connection.disconnected.connect(connection.deleteLater)

    def _hear(self, connection: QLocalSocket) -> None:
        if not connection.canReadLine():
            if connection.bytesAvailable() > LONGEST:
                connection.abort()
            return
        message = _read(bytes(connection.readLine().data()))
        if message is None:
            connection.abort()
            return
        connection.write(TAKEN)
        connection.flush()
        self._waiting.append(message)
        self._hand_on()

    def _hand_on(self) -> None:
        """Say what has come, once no dialog is open."""
        if QApplication.activeModalWidget() is not None:
            self._timer.start()
            return
        self._timer.stop()
        waiting, self._waiting = self._waiting, []
        for targets, token in waiting:
            self._take(targets, token)


def _read(line: bytes) -> Handed | None:
    """Return what a line says; None for one that says something else."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    targets, token = said.get("open"), said.get("token")
    if not isinstance(targets, list) or not isinstance(token, str):
        return None
    return [one for one in targets if isinstance(one, str)], token


class HandedFiles(QObject):
    """Opens what a double click in the Finder, or a drop on the Dock, hands to the application.

    Parameters
    ----------
    window
        Where they open; this goes with it.
    open_
        Told the name of each.
    """

    def __init__(self, window: QObject, open_: Callable[[str], object]) -> None:
        super().__init__(window)
        self._open = open_
        application = QCoreApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take files that are handed over; the rest goes on."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._open(event.file())
            return True
        return False
