"""Store: the one mutable place of the program, a `State` and those who hear when it changes.

The store keeps documents whole. Everybody else (what is shown, listed, copied, exported, logged, or
told to an engine) is handed what `Observer` makes of them, the one place that asks `seen_by`:
positions as `Position.seen_by` shows them, and records whose hidden moves read `SEALED`. In open
games, and where nothing is sealed, that is the very same value, so that nothing is spent on secrets
where there are none.

A choice that some line has revealed is no secret at any node. What is compared must not answer
questions: where a hidden choice waits, nothing may be played, pasted or added beside it, be it the
same or not, and edits are called "A's choice", whatever it was. Files, journals and edits have the
whole, and whatever a panel hands to the session or to a file comes back whole.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar
from weakref import WeakKeyDictionary

from rpds import List

from model.contract.game import ONLOOKER, Game, Player, Position
from model.exercises.exercise import Exercise
from model.newest import Newest
from model.positions.setup import read_header
from model.records.record import ROOT, LineError, PositionCache, Record
from model.records.sealing import TurnsTaken, pending, seen_record, whole_of
from viewer.session.change import Change
from viewer.session.document import navigation
from viewer.session.document.document import Document, Edit, newest
from viewer.session.errors import SessionError
from viewer.session.state import Premove, State, with_active
from viewer.session.subscribers import Subscribers

K = TypeVar("K")
V = TypeVar("V")
Kept = Newest[K, tuple[V, V]]
"""What is whole and what is seen of it, by keys; the oldest goes first."""
KEPT = 2_048
"""Seen positions and records that are kept: those of them that are asked again are the same."""


class Observer:
    """Hands out documents and positions as their viewpoint (`Document.viewpoint`) knows them.

    Parameters
    ----------
    turns
        Who was to move and what was sealed where, of whole records.
    position_at
        Returns a whole position; SessionError where a line cannot be played.
    """

    def __init__(self, turns: TurnsTaken, position_at: Callable[[Record, int], Position]) -> None:
        self._position_at = position_at
        self._turns = turns
        self._states: WeakKeyDictionary[State, State] = WeakKeyDictionary()
        self._documents: WeakKeyDictionary[Document, Document] = WeakKeyDictionary()
        self._records: Kept[tuple[int, Player | None], Record] = Newest(KEPT)
        self._runs: Kept[tuple[int, Player | None], Exercise] = Newest(KEPT)
        self._positions: Kept[tuple[str, int, Player | None], Position] = Newest(KEPT)

    def pending(self, record: Record) -> Mapping[int, Player]:
        """Return the moves of a record that are sealed still: id -> who chose."""
        record = whole_of(record)
        return pending(record, self._turns) if _hides(record.start.split(" ", 1)[0]) else {}

    def hidden(self, document: Document) -> frozenset[int]:
        """Return the nodes whose moves the viewpoint of a document may not know."""
        waiting = self.pending(document.record).items()
        return frozenset(node for node, who in waiting if who != document.viewpoint)

    def state(self, whole: State) -> State:
        """Return what is open as it may be known; the same value for the same."""
        documents = tuple(map(self.document, whole.documents))
        if all(seen is one for seen, one in zip(documents, whole.documents, strict=True)):
            return whole
        if whole not in self._states:
            self._states[whole] = replace(whole, documents=documents)
        return self._states[whole]

    def document(self, whole: Document) -> Document:
        """Return a document as its viewpoint knows it; the same value for the same."""
        if not _hides(whole.record.start.split(" ", 1)[0]):
            return whole
        if whole not in self._documents:
            self._documents[whole] = self._seen(whole)
        return self._documents[whole]

    def _seen(self, whole: Document) -> Document:
        player = whole.viewpoint
        record = self._record(whole.record, player)
        exercise = None if whole.exercise is None else self._exercise(whole.exercise, player)
        kept = record if exercise is None else exercise.original
        saved = whole.saved
        if saved is not None:
            saved = kept if saved is whole.kept else self._record(saved, player)
        return replace(
            whole,
            record=record,
            exercise=exercise,
            saved=saved,
            # All that anybody asks of the histories is what comes next.
            done=List([self.edit(newest(whole.done), player)]) if whole.done else List(),
            undone=List([self.edit(newest(whole.undone), player)]) if whole.undone else List(),
            aside=None,
        )

    def edit(self, whole: Edit, player: Player | None) -> Edit:
        """Return an edit as a player may know it."""
        before, after = (self._record(one, player) for one in (whole.before, whole.after))
        return replace(whole, before=before, after=after)

    def _record(self, whole: Record, player: Player | None) -> Record:
        key = (id(whole), player)

        def seen() -> Record:
            hidden = frozenset(k for k, who in self.pending(whole).items() if who != player)
            return seen_record(whole, hidden)

        return _kept(self._records, key, whole, seen)

    def _exercise(self, whole: Exercise, player: Player | None) -> Exercise:
        original = self._record(whole.original, player)
        if original is whole.original:
            return whole
        key = (id(whole), player)
        return _kept(self._runs, key, whole, lambda: replace(whole, original=original))

    # -- positions -----------------------------------------------------------------------------

    def position(self, record: Record, node: int, player: Player | None) -> Position:
        """Return the position at a node as a player knows it.

        What a line after a choice has revealed is no secret at any node. What players note in
        secret, nobody at the table sees of others until the game is over.
        """
        record = whole_of(record)
        whole = self._position_at(record, node)
        if not whole.game.kind.hides or whole.outcome is not None:
            return whole
        if whole.sealed:
            waiting = self.pending(record)
            if not any(waiting.get(one, player) != player for one in self._choices(record, node)):
                return whole
        elif player == ONLOOKER:
            return whole
        key = (record.start, record.nodes[node].birth, player)
        return _kept(self._positions, key, whole, lambda: whole.seen_by(player))

    def _choices(self, record: Record, node: int) -> list[int]:
        """The nodes of the choices that are sealed at a node."""
        found = []
        while node != ROOT and not record.nodes[node].setup and self._turns.at(record, node)[1]:
            found.append(node)
            node = record.nodes[node].parent
        return found


def _kept(kept: Kept[K, V], key: K, whole: V, seen: Callable[[], V]) -> V:
    """What is seen of a value, made where it is not kept of this very one."""
    known = kept.get(key)
    if known is None or known[0] is not whole:
        known = kept[key] = (whole, seen())
    return known[1]


@lru_cache(maxsize=64)
def _hides(header: str) -> bool:
    """Whether players of the game with this header make hidden choices."""
    kind, _ = read_header(header)
    return kind.hides


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
