"""Plays what a person entered while somebody else was to move, once that has moved."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from model.records.ending import is_over
from viewer.analysis.playing.seated_game import seated
from viewer.session.document.document import Document
from viewer.session.errors import SessionError
from viewer.session.session import Change, Session
from viewer.session.state import Premove

LOOK = 30
"""Milliseconds between two looks at whether a premove may be played, while it waits."""


class Premoves(QObject):
    """Follows the premove of the active document.

    It is played after the reply, where it is legal then; what is not whole yet goes on as a move.
    It is dropped where the game goes on otherwise.

    Attributes
    ----------
    busy
        Whether something is being shown or asked that the move may not break into.

    Signals
    -------
    said(str)
        What comes of a premove, in a sentence without its full stop; "" for nothing any more.
    """

    said = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.busy: Callable[[], bool] = lambda: False
        self._session = session
        self._due: tuple[int, int] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self._settle)
        self._leave = session.subscribe(self._follow)

    @property
    def text(self) -> str:
        """What is going to be played, in a sentence without its full stop; "" for nothing."""
        premove = self._session.state.premove
        if premove is None or not premove.move:
            return ""
        return f"{premove.move} comes after the reply. Escape takes it back"

    def look_again(self) -> None:
        """Hear that somebody else sits there, or plays no longer."""
        if self._due is None and self._session.turn.ahead is None:
            self._session.drop_premove()

    def close(self) -> None:
        """Play no more."""
        self._leave()
        self._timer.stop()

    def _follow(self, change: Change) -> None:
        was, now, document = change.old.premove, change.new.premove, change.document
        if was is not now and self._session.state is change.new:
            self.said.emit(self.text)
        if now is None:
            self._forget()
        elif self._due is not None:
            if self._due != (document.key, document.node):
                self._drop()
        elif self._session.turn.ahead is not now.position:
            if not self._is_reply(change.before, document, now):
                self._drop()
            elif now.move:
                self._due = (document.key, document.node)
                self._timer.start()
            else:
                self._go_on(now)

    def _is_reply(self, before: Document, document: Document, premove: Premove) -> bool:
        """Whether the other side has moved, and it is the turn that the premove is for."""
        if before.key != document.key or document.exercise is not None:
            return False
        side = self._session.position_of(document).to_move
        played = document.node not in before.record  # not another line that is only looked at
        follows = played and document.record[document.node].parent == before.node
        return follows and side == premove.position.to_move

    def _go_on(self, premove: Premove) -> None:
        """Take what was begun for a move that is being made."""
        self._session.drop_premove()
        try:
            self._session.set_steps(premove.partial)
        except SessionError as error:
            self.said.emit(f"{' '.join(premove.partial)} was not taken up: {error}")

    def _settle(self) -> None:
        premove, session = self._session.state.premove, self._session
        is_over = self._is_over()
        if self.busy() and not is_over:
            return
        self._drop()
        if premove is None or is_over:
            return
        try:
            session.play(premove.move)
        except SessionError as error:
            self.said.emit(f"{premove.move} was not played: {error}")

    def _is_over(self) -> bool:
        """Whether the players have ended the game, by resigning or otherwise: nobody goes on."""
        document, position = self._session.document, self._session.position
        return is_over(document.record, seated(position), document.node)

    def _drop(self) -> None:
        self._forget()
        self._session.drop_premove()

    def _forget(self) -> None:
        self._due = None
        self._timer.stop()
