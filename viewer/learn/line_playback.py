"""Lines shown move by move: the answer to a wrong try, a solution, a refutation."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from model.game import Move, MoveError
from viewer.commands.shell import SceneControl
from viewer.session.session import Session, SessionError

PAUSE = 800
"""Milliseconds between two moves."""


class LinePlayback(QObject):
    """Plays a line at the current node of a run, without having its moves judged.

    Move by move where the scene animates, else at once. It ends where the person goes to another
    position or document, and before a move that is not legal.

    Signals
    -------
    finished
        All of the line stands on the board, also one without moves.
    """

    finished = Signal()

    def __init__(
        self, session: Session, scene: SceneControl, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._scene = session, scene
        self._line: list[Move] = []
        self._place = (-1, -1)
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self.step)

    @property
    def is_running(self) -> bool:
        """Whether moves of the line are still to come."""
        return bool(self._line)

    def start(self, line: Sequence[Move]) -> None:
        """Show a line from the current node on."""
        self._line, self._place = list(line), self._here
        if not line:
            self.finished.emit()
            return
        if self._scene.animates:
            self._timer.start()
            return
        while self._line:
            self.step()

    def step(self) -> None:
        """Play the next move."""
        document, position = self._session.document, self._session.position
        if (
            not self._line
            or self._place != self._here
            or document is None
            or document.run is None
            or position is None
        ):
            self.stop()
            return
        try:
            move = self._line.pop(0)
            if position.explain(move) is None:
                self._session.play_out(move)
                self._place = self._here
            else:
                self.stop()
                return
        except (SessionError, MoveError):
            self.stop()
            return
        if not self._line:
            self.stop()
            self.finished.emit()

    def stop(self) -> None:
        """Show no more of the line."""
        self._timer.stop()
        self._line = []

    @property
    def _here(self) -> tuple[int, int]:
        """The key of the active document, and its current node."""
        document = self._session.document
        return (-1, -1) if document is None else (document.key, document.node)
