"""Lines shown move by move: the answer to a wrong try, a solution, a refutation."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import Move
from model.play.opponent import PlayerError, ScriptedPlayer, Situation
from model.play.seats import Guest, Responder
from viewer.analysis.playing.replies import NOWHERE, place_of, play_reply
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Session, SessionError

PAUSE = 800
"""Milliseconds between two moves, where nothing is read between them."""


class LinePlayback(QObject):
    """Plays a line at the current node of an exercise, without having its moves judged.

    The line is a guest at the seats of both sides (`model.play.seats`). Move by move where the
    scene animates, else at once. It ends where the person goes to another position or document, and
    before a move that is not legal.

    Signals
    -------
    finished
        All of the line stands on the board, also one without moves.
    broken_off
        The person has gone elsewhere, or what comes next cannot be played.
    """

    finished, broken_off = Signal(), Signal()

    def __init__(self, session: Session, scene: SceneView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._scene = session, scene
        self._responder = Responder()
        self._seat: Guest | None = None
        self._situation: Situation | None = None
        self._left = 0
        self._place = NOWHERE
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.step)

    @property
    def is_running(self) -> bool:
        """Whether moves of the line are still to come."""
        return bool(self._left)

    def start(self, line: Sequence[Move], pause: int = PAUSE, *, always: bool = False) -> None:
        """Show a line from the current node on.

        Parameters
        ----------
        pause
            Milliseconds between two moves.
        always
            Move by move also where the scene does not animate.
        """
        position = self._session.position
        self._left, self._place = len(line), place_of(self._session)
        self._seat = Guest(ScriptedPlayer(tuple(line)))
        self._situation = Situation(position, (), position)
        if not line:
            self.finished.emit()
            return
        if pause and (always or self._scene.animates):
            self._timer.start(pause)
            return
        while self._left:
            self.step()

    def step(self) -> None:
        """Play the next move."""
        document, seat, here = self._session.document, self._seat, self._situation
        if not self._left or document.exercise is None or not (seat and here):
            self.stop()
            return
        try:
            move = self._responder.choose(seat, here)
            self._situation = here.after(move)
            is_played = play_reply(self._session, self._place, move)
        except (PlayerError, SessionError):
            is_played = False
        if not is_played:
            self.stop()
            self.broken_off.emit()
            return
        if self._seat is not seat:
            return  # another line has begun where this move was seen
        self._place = place_of(self._session)
        self._left = max(0, self._left - 1)
        if not self._left:
            self.stop()
            self.finished.emit()

    def stop(self) -> None:
        """Show no more of the line."""
        self._timer.stop()
        self._left = 0
