"""The computer's moves in a step of a lesson that is a game."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from model.contract.game import Move, Stop
from model.play.opponent import PlayerError, Situation
from model.play.seats import Computer, Responder, seconds_of
from viewer.analysis.background import BackgroundJob
from viewer.analysis.playing.replies import NOWHERE, place_of, play_reply
from viewer.session.session import Session, SessionError


class LessonGame(QObject):
    """Replies for the computer at a level, one move at a time.

    The same game comes out again: whoever starts anew meets the same opponent.
    """

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._job = BackgroundJob(self)
        self._responder = Responder()
        self._place = NOWHERE

    @property
    def is_thinking(self) -> bool:
        """Whether a reply is being looked for."""
        return self._job.busy

    def reply(self, level: int, done: Callable[[Move | None], None]) -> None:
        """Have the computer move where the person is now.

        `done` is called once its move stands on the board, with None where it found none; it is
        not called where the person has gone elsewhere meanwhile.
        """
        position, seat = self._session.position, Computer(level)
        if position is None:
            return
        self._place, responder = place_of(self._session), self._responder
        situation = Situation(position, (), position)

        def work(stop: Stop, *_: object) -> object:
            return responder.choose(seat, situation, seconds_of(seat), stop=stop)

        self._job.start(work, lambda found: self._play(found, done))

    def _play(self, found: object, done: Callable[[Move | None], None]) -> None:
        if isinstance(found, PlayerError | Exception) or not isinstance(found, str):
            done(None)
            return
        try:
            if play_reply(self._session, self._place, found):
                done(found)
        except SessionError:
            done(None)

    def stop(self) -> None:
        """Think no more."""
        if self._job.busy:
            self._job.cancel()
            self._responder = Responder()

    def close(self) -> None:
        """End what runs."""
        self.stop()
        self._job.close()
