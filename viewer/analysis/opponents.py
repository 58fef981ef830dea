"""Who plays the sides of the open games: persons, or the computer, which answers by itself.

The computer thinks in the background and plays into the document it thought about, if that still
stands where it stood. It answers a move that was played, never a look at earlier moves, and never
during a puzzle or a lesson.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from model.game import Move, Position, Stop
from model.play.levels import HIGHEST, level_of
from model.play.opponent import Opponent, engine_for, refusal, unheard
from viewer.analysis.background import BackgroundJob, Deliver, Progress
from viewer.session.document import Document
from viewer.session.session import Session, SessionError
from viewer.session.state import State

SECONDS = {HIGHEST: 3.0}
"""What a move may take at a level; below the highest the number of positions ends it sooner."""
MOST_SECONDS = 10.0


@dataclass(frozen=True)
class _Asked:
    """What is being thought about."""

    key: int
    node: int
    position: Position


class Opponents(QObject):
    """The computer's seats in the open documents.

    Attributes
    ----------
    level
        How well it plays, from 1 to 10.

    Signals
    -------
    changed
        Another side is played by the computer, or it begins or ends to think.
    failed(str)
        Why it does not play, in a sentence.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.level = 3
        self._session = session
        self._sides: dict[int, str] = {}
        self._job = BackgroundJob(self)
        self._asked: _Asked | None = None
        self._leave = session.subscribe(self._follow)

    @property
    def side(self) -> str:
        """The side that the computer plays in the active document; "" for none."""
        document = self._session.document
        return "" if document is None else self._sides.get(document.key, "")

    @property
    def is_thinking(self) -> bool:
        """Whether a move is being thought about."""
        return self._asked is not None

    def sit(self, side: str) -> None:
        """Have the computer play `side` of the active document; "": nobody but persons play.

        Raises
        ------
        SessionError
            When no engine plays this game.
        """
        document, position = self._here()
        if side and (why := refusal(position.game)):
            raise SessionError(f"The computer does not play here: {why}.")
        self._cancel()
        self._sides.pop(document.key, None)
        if side:
            self._sides[document.key] = side
        self.changed.emit()
        self._answer(document)

    def play_other(self) -> None:
        """Have the computer play the side that is not to move, and the other one next time."""
        _, position = self._here()
        players = position.game.players
        mover = position.to_move or players[0]
        now = self.side
        wanted = next(side for side in players if side != (now or mover))
        self.sit(wanted)

    def move_now(self) -> None:
        """Have the computer play one move for whoever is to move."""
        document, position = self._here()
        if document.run is not None:
            raise SessionError("The computer does not move in a puzzle or a lesson.")
        if why := refusal(position.game):
            raise SessionError(f"The computer does not play here: {why}.")
        if position.outcome is not None or not position.legal_moves:
            raise SessionError("The game is over: there is no move to play.")
        self._think(document, position)

    def take_back(self) -> None:
        """Undo as many moves as it takes for a person to be to move again."""
        self._here()
        self._cancel()
        side = self.side
        if not self._session.undo():
            raise SessionError("There is no move to take back.")
        while side and self._is_to_move(side) and self._session.undo():
            pass

    def close(self) -> None:
        """Think no more."""
        self._leave()
        self._asked = None
        self._job.close()

    # -- answering ---------------------------------------------------------------------------------

    def _here(self) -> tuple[Document, Position]:
        document, position = self._session.document, self._session.position
        if document is None or position is None:
            raise SessionError("No game is open.")
        return document, position

    def _is_to_move(self, side: str) -> bool:
        position = self._session.position
        return position is not None and position.to_move == side

    def _follow(self, old: State, new: State) -> None:
        open_keys = {document.key for document in new.documents}
        for key in [key for key in self._sides if key not in open_keys]:
            del self._sides[key]
        asked = self._asked
        document = new.document
        if asked is not None and (
            document is None or (document.key, document.node) != (asked.key, asked.node)
        ):
            self._cancel()
        if document is None or document.run is not None:
            return
        before = next((other for other in old.documents if other.key == document.key), None)
        if before is None or before.record is document.record or before.node == document.node:
            return
        if document.record[document.node].parent == before.node:  # a move was played
            self._answer(document)

    def _answer(self, document: Document) -> None:
        """Think about a move where it is the computer's turn in the active document."""
        position = self._session.position_of(document)
        mine = self._sides.get(document.key, "")
        is_over = position.outcome is not None or not position.legal_moves
        if mine and document.run is None and position.to_move == mine and not is_over:
            self._think(document, position)

    def _think(self, document: Document, position: Position) -> None:
        kind = position.game.kind
        opponent = Opponent(engine_for(position.game), level_of(kind, self.level))
        seconds = SECONDS.get(self.level, MOST_SECONDS)

        def work(stop: Stop, progress: Progress, deliver: Deliver) -> Move:
            return opponent.think(position, seconds, unheard, stop)[0]

        self._asked = _Asked(document.key, document.node, position)
        self._job.start(work, self._play)
        self.changed.emit()

    def _play(self, found: object) -> None:
        asked, self._asked = self._asked, None
        self.changed.emit()
        document = self._session.document
        if asked is None or document is None or document.run is not None:
            return
        if (document.key, document.node) != (asked.key, asked.node):
            return
        if not isinstance(found, str):
            self.failed.emit("The computer could not find a move; you can go on by yourself.")
            return
        try:
            self._session.play(found)
        except SessionError as error:
            self.failed.emit(str(error))

    def _cancel(self) -> None:
        if self._asked is not None:
            self._asked = None
            self._job.cancel()
            self.changed.emit()
