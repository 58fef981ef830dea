"""Handing over: between two people at one screen a cover lies over what the one has chosen."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QClipboard, QGuiApplication

from model.game import Player
from model.hooks import hooks_of
from model.play.seats import Person
from model.records.sealing import SeenRecord
from viewer.analysis.opponents import Opponents
from viewer.session.document import Document
from viewer.session.session import Session, State

MODES = (QClipboard.Mode.Clipboard, QClipboard.Mode.Selection)
ALONE = ("offscreen", "minimal", "eglfs", "linuxfb", "vnc")
"""Platforms of Qt with a clipboard of this program's own, of which Qt never says that it is."""


@dataclass(frozen=True)
class Waiting:
    """A document whose game waits for another person to sit down.

    Attributes
    ----------
    node
        Where it stands.
    chose, following
        Who has chosen in secret, and who chooses next.
    """

    node: int
    chose: Player
    following: Player


class HandOver(QObject):
    """Knows which documents are covered, and from whose viewpoint they are seen.

    A person who plays against engines alone sees what his side knows. Where several persons play,
    only what everybody knows is shown, and who has chosen in secret is asked to hand over.

    Signals
    -------
    changed
        The active document is covered, or is no more.
    """

    changed = Signal()

    def __init__(
        self, session: Session, opponents: Opponents, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._opponents = session, opponents
        self._waiting: dict[int, Waiting] = {}
        self._shown: Waiting | None = None
        self._copied: set[QClipboard.Mode] = set()
        opponents.changed.connect(self._look)
        QGuiApplication.clipboard().changed.connect(self._copy)

    def listen(self) -> None:
        """Follow the session from now on, behind whoever follows it already."""
        self._session.subscribe(self._follow)

    @property
    def waiting(self) -> Waiting | None:
        """What the active document waits for; None: it is not covered."""
        document = self._session.document
        return None if document is None else self._waiting.get(document.key)

    def go_on(self) -> None:
        """The next player looks at the screen: take the cover off the active document."""
        document = self._session.document
        if document is not None:
            self._waiting.pop(document.key, None)
        self._tell()

    def _follow(self, old: State, new: State) -> None:
        open_keys = {document.key for document in new.documents}
        self._waiting = {key: one for key, one in self._waiting.items() if key in open_keys}
        document = new.document
        if document is not None:
            before = next((one for one in old.documents if one.key == document.key), None)
            self._follow_game(before, document)
        self._look()
        self._tell()

    def _follow_game(self, before: Document | None, document: Document) -> None:
        known = self._waiting.get(document.key)
        if known is not None and known.node != document.node:
            del self._waiting[document.key]
        if before is None or before.record is document.record or before.node == document.node:
            return
        found = self._handed_over(before, document)
        if found is not None:
            self._waiting[document.key] = found
            # Whatever was copied while choosing may tell the choice; nobody looks at what it is.
            for mode in self._copied:
                QGuiApplication.clipboard().clear(mode)
        self._copied.clear()

    def _handed_over(self, before: Document, document: Document) -> Waiting | None:
        """Who has just chosen in secret, where another person chooses next."""
        node = document.node
        if document.run is not None or node in before.record:
            return None
        if document.record[node].parent != before.node:
            return None
        was, now = self._session.position_of(before), self._session.position_of(document)
        mover, following, seats = was.to_move, now.to_move, self._opponents.seats
        if mover is None or mover not in now.sealed or mover in was.sealed:
            return None
        if following is None or following not in now.game.players:
            return None
        if not all(isinstance(seats.of(side), Person) for side in (mover, following)):
            return None
        return Waiting(node, mover, following)

    def _look(self) -> None:
        """See the active document as the one person does who plays it against engines."""
        document, position = self._session.document, self._session.position
        if document is None or position is None or not position.game.kind.hides:
            return
        if document.run is not None and document.run.is_task:
            return  # one person's, who sees what the run shows him
        engines = self._opponents.seats.engines
        sides = hooks_of(position.game.kind).seated(position.game)
        persons = [side for side in sides if side not in engines]
        only = persons[0] if engines and len(persons) == 1 else None
        # A change of seats opens nothing that is sealed: who sits there may not be whose it is.
        if only is None or not isinstance(document.record, SeenRecord):
            self._session.look_as(only)

    def _copy(self, mode: QClipboard.Mode) -> None:
        clipboard = QGuiApplication.clipboard()
        ours = clipboard.ownsClipboard() if mode == MODES[0] else clipboard.ownsSelection()
        if mode in MODES and (ours or QGuiApplication.platformName() in ALONE):
            self._copied.add(mode)

    def _tell(self) -> None:
        if self.waiting != self._shown:
            self._shown = self.waiting
            self.changed.emit()
