"""Store: the one mutable place of the program, a `State` and those who hear when it changes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from model.board import Board
from model.game import Position
from model.records.positions import LineError, PositionCache
from model.records.record import Record
from viewer.session import navigation
from viewer.session.document import Document
from viewer.session.errors import SessionError
from viewer.session.state import State, with_active
from viewer.session.subscribers import Subscribers

Listener = Callable[[State, State], None]

log = logging.getLogger(__name__)


class Store:
    """Holds the present `State`; every change replaces it as a whole and is told.

    Attributes
    ----------
    state
        What is open now.
    listeners
        Called with the state before and after every change.
    """

    def __init__(self) -> None:
        self.state = State()
        self.listeners: Subscribers[Listener] = Subscribers()
        self._positions = PositionCache()

    def become(self, new: State) -> None:
        """Take over another state; the same one is no change."""
        old, self.state = self.state, new
        if new is old:
            return
        for changed in self.listeners:
            # A listener that fails must not keep the others (the journal among them) from hearing.
            try:
                changed(old, new)
            except Exception:
                log.exception("a listener of the session failed")

    def replace(
        self, document: Document, *, keep_partial: bool = False, gone_back: bool = False
    ) -> None:
        """Put a new value of the active document in its place; the partial move is dropped.

        Parameters
        ----------
        keep_partial
            It stays.
        gone_back
            The View of the document is one that it had before, and stays wherever it fits.
        """
        state = self.state
        before = self.active()
        if document is before and (keep_partial or not state.partial):
            return
        document = navigation.fitted(document, before, self.board_of, gone_back=gone_back)
        self.become(with_active(state, document, state.partial if keep_partial else ()))

    def edit(self, document: Document) -> None:
        """Take over the active document after an edit; the same one is no change at all."""
        if document is not self.state.document:
            self.replace(document)

    def set_partial(self, partial: tuple[str, ...]) -> None:
        """Take over another partial move."""
        self.become(replace(self.state, partial=partial))

    def active(self) -> Document:
        """Return the active document; SessionError while nothing is open."""
        document = self.state.document
        if document is None:
            raise SessionError("nothing is open: open a file or begin a new game first")
        return document

    def position(self, record: Record, node: int) -> Position:
        """Return the position at a node of any record, also an old one; SessionError."""
        try:
            return self._positions.position(record, node)
        except LineError as error:
            raise SessionError(str(error)) from error

    def board_of(self, document: Document) -> Board:
        """Return the board at the current node of a document; SessionError."""
        return self.position(document.record, document.node).game.board
