"""Moves that are not entered as they are played: rolls, replies, and premoves."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from model.contract.game import CHANCE, Move
from model.records.ending import is_over
from model.records.record import ROOT
from viewer.analysis.playing.seated_game import seated
from viewer.session.document.document import Document
from viewer.session.document.move_entry import legal_move
from viewer.session.errors import SessionError
from viewer.session.session import Change, Session
from viewer.session.state import Premove


class DueMove(QObject):
    """A move that is due at a place of the active document, as soon as nothing is in its way.

    Attributes
    ----------
    busy
        Whether something is being shown or asked that no move may break into.
    """

    LOOK = 50
    """Milliseconds between two looks at whether it may be made, while it waits."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.busy: Callable[[], bool] = lambda: False
        self._session = session
        self._due: tuple[int, int] | None = None
        self._timer = QTimer(self, interval=self.LOOK)
        self._timer.timeout.connect(self._settle)
        self._leave = session.subscribe(self._follow)

    def close(self) -> None:
        """Make no more of them."""
        self._leave()
        self._timer.stop()

    def _follow(self, change: Change) -> None:
        raise NotImplementedError

    def _settle(self) -> None:
        raise NotImplementedError

    def _wait_at(self, document: Document) -> None:
        self._due = (document.key, document.node)
        self._timer.start()

    def _forget(self) -> None:
        self._due = None
        self._timer.stop()


# Plays for chance: where a game comes to a roll, the dice fall by themselves.
#
# They wait until whatever is shown or asked is over. Where somebody has taken back or looks about
# nothing falls by itself: `Session.roll` is there for a button.


class DiceRoller(DueMove):
    """Rolls in the active document."""

    def begin(self) -> None:
        """Roll where a game has not begun: nobody who plays it waits for a person."""
        document = self._session.document
        if document.node == ROOT and not document.record[ROOT].children:
            self._roll_at(document)

    def _follow(self, change: Change) -> None:
        document = change.document
        if self._due not in (None, (document.key, document.node)):
            self._forget()
        before = change.previous
        if before is None or document.node in before.record or document.exercise is not None:
            return
        if document.record[document.node].parent == before.node:
            self._roll_at(document)

    def _roll_at(self, document: Document) -> None:
        if document.exercise is None and self._session.position_of(document).to_move == CHANCE:
            self._wait_at(document)

    def _settle(self) -> None:
        if self.busy():
            return
        due, document = self._due, self._session.document
        self._forget()
        if due != (document.key, document.node):
            return
        try:
            self._session.roll()
        except SessionError as error:
            self._session.notices.tell(str(error))


# The one way in which moves of somebody who is no person come into a document.


class MoveRequest(NamedTuple):
    """Where a move was asked for: a document, and a node of it."""

    key: int
    node: int


NOWHERE = MoveRequest(-1, -1)


def place_of(session: Session) -> MoveRequest:
    """Return where the person is now."""
    return MoveRequest(session.document.key, session.document.node)


def play_reply(session: Session, place: MoveRequest, move: Move) -> bool:
    """Play a move that no person chose; an exercise does not judge it.

    Returns
    -------
    bool
        False where the person is no longer where it was asked for: then nothing happens.

    Raises
    ------
    SessionError
        Where the move is not legal there.
    """
    if place != place_of(session):
        return False
    session.play_out(legal_move(session.position, move))
    return True


class Premoves(DueMove):
    """Follows the premove of the active document.

    It is played after the reply, where it is legal then; what is not whole yet goes on as a move.
    It is dropped where the game goes on otherwise.

    Signals
    -------
    said(str)
        What comes of a premove, in a sentence without its full stop; "" for nothing any more.
    """

    LOOK = 30
    said = Signal(str)

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
                self._wait_at(document)
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
