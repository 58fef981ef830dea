"""Store: the one mutable place of the program, a `State` and those who hear when it changes."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from model.contract.game import Game, Position
from model.records.record import LineError, PositionCache, Record
from model.records.sealing import TurnsTaken, whole_of
from viewer.session.change import Change
from viewer.session.document import navigation
from viewer.session.document.document import Document
from viewer.session.errors import SessionError
from viewer.session.observer import Observer
from viewer.session.state import Premove, State, with_active
from viewer.session.subscribers import Subscribers

Listener = Callable[[Change], None]
ENOUGH = 1000
"""Changes that listeners may make in answer to one: beyond this they answer each other."""


class Store:
    """Holds the present `State`; every change replaces it as a whole and is told.

    Attributes
    ----------
    state
        What is open now, whole.
    observer
        Makes of it what may be known; nothing else leaves the session.
    turns
        Who was to move at the nodes of all records.
    listeners
        Called with every `Change`, in order: what a listener changes is told to all when all have
        heard of what it answers to.
    """

    def __init__(self) -> None:
        self.state = State()
        self.listeners: Subscribers[[Change]] = Subscribers()
        self._untold: deque[tuple[State, State]] = deque()
        self._is_telling = False
        self._answers = 0
        self._positions = PositionCache()
        self.turns = TurnsTaken(self._positions)
        self.observer = Observer(self.turns, self.position)
        self._seen = (self.state, self.observer.state(self.state))

    def become(self, new: State) -> None:
        """Take over another state; the same one is no change.

        Raises
        ------
        RuntimeError
            When listeners answer each other without end; the state is as it was.
        """
        if new is self.state:
            return
        self._answers = self._answers + 1 if self._is_telling else 0
        if self._answers > ENOUGH:
            raise RuntimeError("listeners of the session change it without end")
        self._untold.append((self.state, new))
        self.state = new
        if not new.documents:
            self._positions.forget()
        if self._is_telling:
            return
        self._is_telling = True
        try:
            while self._untold:
                self.listeners.tell(self.change(*self._untold.popleft()))
        finally:
            self._is_telling = False

    def change(self, old: State, new: State) -> Change:
        """Return what became of one state in another, as both may be known."""
        return Change(self.observer.state(old), self.observer.state(new), self.seen_position)

    def seen_position(self, document: Document) -> Position:
        """Return the position a document is at as its viewpoint may know it."""
        return self.observer.position(document.record, document.node, document.viewpoint)

    @property
    def seen(self) -> State:
        """What is open now, as it may be known."""
        # A refresh of the menus asks several hundred times, and seldom has anything changed.
        of, seen = self._seen
        if of is not self.state:
            seen = self.observer.state(self.state)
            self._seen = (self.state, seen)
        return seen

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
        document = navigation.deselected(document, before, self.position_of)
        document = navigation.fitted(document, before, self.game_of, gone_back=gone_back)
        document = navigation.followed(document, before, self.game_of, gone_back=gone_back)
        self.become(with_active(state, document, state.partial if keep_partial else ()))

    def edit(self, document: Document) -> None:
        """Take over the active document after an edit; the same one is no change at all."""
        if document is not self.state.document:
            self.replace(document)

    def set_partial(self, partial: tuple[str, ...]) -> None:
        """Take over another partial move."""
        self.become(replace(self.state, partial=partial))

    def set_premove(self, premove: Premove | None) -> None:
        """Take over another premove."""
        if premove is not self.state.premove:
            self.become(replace(self.state, premove=premove))

    def active(self) -> Document:
        """Return the active document; SessionError while nothing is open."""
        document = self.state.document
        if document.is_placeholder:
            raise SessionError("open a file or start a new game first")
        return document

    def position(self, record: Record, node: int) -> Position:
        """Return the whole position at a node of any record, also an old one; SessionError."""
        try:
            return self._positions.position(whole_of(record), node)
        except LineError as error:
            raise SessionError(str(error)) from error

    def game_of(self, document: Document) -> Game:
        """Return the game at the current node of a document; SessionError."""
        return self.position_of(document).game

    def position_of(self, document: Document) -> Position:
        return self.position(document.record, document.node)
