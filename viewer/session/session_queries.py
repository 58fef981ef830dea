"""What is open, as far as it may be known, and who hears of it: what `Session` stands on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec

from model.contract.game import ONLOOKER, Player, Position
from model.exercises import effects as do
from model.exercises.exercise import Exercise
from model.phrases import listed
from model.records import record as records
from viewer.session.change import Change
from viewer.session.document import navigation
from viewer.session.document.document import Document
from viewer.session.document.reversal import Reversal
from viewer.session.errors import SessionError
from viewer.session.state import State
from viewer.session.store import Listener, Store
from viewer.session.subscribers import Subscribers


class SessionQueries:
    """The open documents as their viewpoints know them.

    Attributes
    ----------
    notices
        Who is told a sentence when there is something to tell that is not an error.
    effects
        Who carries out what follows where a move was tried in an exercise.
    reversals
        Who hears of an edit after it was undone or redone.
    """

    def __init__(self) -> None:
        self._store = Store()
        self._here: tuple[State, Position] | None = None
        self.notices: Subscribers[[str]] = Subscribers()
        self.effects: Subscribers[[tuple[do.Effect, ...]]] = Subscribers()
        self.reversals: Subscribers[[Reversal]] = Subscribers()

    # -- who hears ---------------------------------------------------------------------------

    def subscribe(self, changed: Listener) -> Callable[[], None]:
        """Call `changed` after every change; returns what ends the subscription."""
        return self._store.listeners.add(changed)

    def whole(self) -> Change:
        """Return all that is open as a change from nothing, for who hears of it first."""
        return self._store.change(State(), self._store.state)

    # -- what is there -----------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The present `State`; replaced as a whole by every change, never altered.

        It holds what its viewpoint may know, as do all documents and positions that are handed out.
        """
        return self._store.seen

    @property
    def document(self) -> Document:
        """The active document; while nothing is open a placeholder, on which nothing acts."""
        return self.state.document

    @property
    def is_empty(self) -> bool:
        """Whether nothing is open."""
        return not self._store.state.documents

    @property
    def exercise(self) -> Exercise | None:
        """The exercise of the active document, None without one."""
        return self.document.exercise

    @property
    def position(self) -> Position:
        """The position at the current node."""
        # A refresh of the menus asks some hundred times, and seldom has anything changed.
        state = self.state
        if self._here is None or self._here[0] is not state:
            self._here = (state, self.position_of(state.document))
        return self._here[1]

    @property
    def ply(self) -> int:
        """How many moves lead to the current node, 0 while nothing is open."""
        document = self._store.state.document
        return records.ply_of(document.record, document.node)

    def position_at(self, node: int) -> Position:
        """Return the position at a node of the active document."""
        document = self._store.active()
        return self.position_of(replace(document, node=navigation.node_of(document, node)))

    def position_of(self, document: Document) -> Position:
        """Return the position a document is at (any document, also an old value of one).

        As all that is handed out it is what the document's viewpoint may know.
        """
        return self._store.seen_position(document)

    def position_for(self, player: Player | None, node: int | None = None) -> Position:
        """Return the position at a node of the active document as a player may know it.

        Whoever plays for a side is told this, and no more.
        """
        document = self._store.active()
        return self.position_of(
            replace(document, node=navigation.node_of(document, node), viewpoint=player)
        )

    @property
    def viewpoint(self) -> Player | None:
        """Whose knowledge of the active document is shown.

        None: what everybody at the table knows; ONLOOKER: what is only looked at.
        """
        return self._store.state.document.viewpoint

    def look_as(self, player: Player | None) -> None:
        """Show what a player, an ONLOOKER or everybody (None) knows of the active document."""
        document = self._store.active()
        players = self._whole_position(document).game.players
        if player not in (None, ONLOOKER, *players):
            raise SessionError(f"{player} does not play here: look as {listed(players, 'or')}")
        if player != document.viewpoint:
            # What another person has looked at stays with that person.
            seen = replace(document, viewpoint=player, past=(), future=(), touched=())
            seen = replace(seen, view=msgspec.structs.replace(seen.view, selected=""))
            self._store.replace(seen, keep_partial=True)

    def _whole_position(self, document: Document) -> Position:
        return self._store.position(document.record, document.node)
