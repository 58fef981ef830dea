"""Plays for chance: where a game comes to a roll, the dice fall by themselves.

They wait until whatever is shown or asked is over. Where somebody has taken back or looks about
nothing falls by itself: `Session.roll` is there for a button.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from model.contract.game import CHANCE
from model.records.record import ROOT
from viewer.session.document.document import Document
from viewer.session.errors import SessionError
from viewer.session.session import Change, Session

LOOK = 50
"""Milliseconds between two looks at whether the dice may fall, while they wait."""


class DiceRoller(QObject):
    """Rolls in the active document.

    Attributes
    ----------
    busy
        Whether something is being shown or asked that no roll may break into.
    """

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.busy: Callable[[], bool] = lambda: False
        self._session = session
        self._waits: tuple[int, int] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK)
        self._timer.timeout.connect(self._settle)
        self._leave = session.subscribe(self._follow)

    def begin(self) -> None:
        """Roll where a game has not begun: nobody who plays it waits for a person."""
        document = self._session.document
        if document.node == ROOT and not document.record[ROOT].children:
            self._wait_at(document)

    def close(self) -> None:
        """Roll no more."""
        self._leave()
        self._timer.stop()

    def _follow(self, change: Change) -> None:
        document = change.document
        if self._waits not in (None, (document.key, document.node)):
            self._waits = None
            self._timer.stop()
        before = change.previous
        if before is None or document.node in before.record or document.exercise is not None:
            return
        if document.record[document.node].parent == before.node:
            self._wait_at(document)

    def _wait_at(self, document: Document) -> None:
        if document.exercise is None and self._session.position_of(document).to_move == CHANCE:
            self._waits = (document.key, document.node)
            self._timer.start()

    def _settle(self) -> None:
        if self.busy():
            return
        waits, self._waits, document = self._waits, None, self._session.document
        self._timer.stop()
        if waits != (document.key, document.node):
            return
        try:
            self._session.roll()
        except SessionError as error:
            self._session.notices.tell(str(error))
