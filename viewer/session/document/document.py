"""Document: one open game with its current node, its View and both histories, as a value."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from rpds import List

from model.contract.game import Player
from model.exercises.exercise import Exercise
from model.records.record import MOST_IDS, Record
from model.records.view import View
from viewer.session.document.seating import NOBODY, Seating
from viewer.session.document.split_view import SecondView
from viewer.session.errors import SessionError

LOOKS_KEPT = 200
"""How many looks a document remembers either way."""

PLACEHOLDER = 0
"""The key of the document that stands where none is open."""
_keys = count(PLACEHOLDER + 1)


@dataclass(frozen=True, eq=False)
class Edit:
    """One change of a record, whole: undoing and redoing pick a side.

    Attributes
    ----------
    name
        What the menu says after "Undo": "2b2", "comment", ...
    before, after
        The record on either side; the two share all but the nodes touched.
    node_before, node_after
        Where undoing and redoing go to.
    touched
        The nodes that differ between `before` and `after`.
    gesture
        The stroke or the typing that it is a part of; the edits of one gesture become one.
    """

    name: str
    before: Record
    after: Record
    node_before: int
    node_after: int
    touched: tuple[int, ...]
    gesture: Hashable = None


def newest(edits: List[Edit]) -> Edit:
    """Return the front of a history that is not empty (rpds declares no type for `List.first`)."""
    return next(iter(edits))


@dataclass(frozen=True)
class DocumentView:
    """What is seen: a View of a node, and the second View beside it if there is one."""

    view: View
    node: int
    second: SecondView | None = None


@dataclass(frozen=True, eq=False)
class Document:
    """One open game. Every change makes a new value under the same `key`.

    Attributes
    ----------
    key
        Says which document this is through all its changes; never used again in a session.
    record, node
        The game, and its current node.
    view
        How it is seen; of two halves, how the one that is acted on is seen.
    second
        The View of the other half, None while there is one only. It stays with the document while
        that is open and is in no file.
    title
        For the window title and the tabs; the name of the file once there is one.
    path
        The file it was read from or last written to.
    saved
        The record as it stands in the file (or as it began); None: never written, as after a crash.
    touched
        The nodes by which `record` differs from the value this one was made from.
    done, undone
        Edits that can be undone and redone, the nearest first.
    past, future
        Looks to go back and forward to, the nearest last.
    gesture
        The drag, wheel burst or flight that made the current look, None once it is over.
    exercise
        The puzzle being solved or lesson being taken; `record` is a scratch copy meanwhile.
    aside
        The edits of the record that wait until the exercise is over, and how it was seen before.
    item
        Which item (from 0) of the collection at `path` it is; None: all of the file.
    digest
        Of the file at `path` as it was read or last written (`model.records.files`); "": not known.
    seating
        Who plays besides persons, and the clock; no part of the record.
    viewpoint
        Who looks: whatever is shown of it is what this player may know (None: everybody at the
        table; ONLOOKER: somebody who plays no side); see `viewer.session.store`. It is in no
        file.
    """

    record: Record
    node: int
    view: View = field(default_factory=View)
    title: str = ""
    path: Path | None = None
    saved: Record | None = None
    touched: tuple[int, ...] = ()
    done: List[Edit] = field(default_factory=List)
    undone: List[Edit] = field(default_factory=List)
    past: tuple[DocumentView, ...] = ()
    future: tuple[DocumentView, ...] = ()
    gesture: Hashable = None
    exercise: Exercise | None = None
    aside: tuple[List[Edit], List[Edit], DocumentView] | None = None
    item: int | None = None
    digest: str = ""
    second: SecondView | None = None
    viewpoint: Player | None = None
    seating: Seating = NOBODY
    key: int = field(default_factory=lambda: next(_keys))

    @property
    def is_placeholder(self) -> bool:
        """Whether it only stands where no document is open."""
        return self.key == PLACEHOLDER

    @property
    def kept(self) -> Record:
        """The record that is saved: during an exercise the one it began with, not the scratch."""
        return self.record if self.exercise is None else self.exercise.original

    @property
    def kept_node(self) -> int:
        """The node that is saved as the current one."""
        return self.node if self.exercise is None else self.exercise.node

    @property
    def views(self) -> tuple[View, ...]:
        """The Views of all halves, the first one first."""
        return (self.view,) if self.second is None else self.second.views(self.view)

    @property
    def first_view(self) -> View:
        """The View that is saved: of two halves, the first one's."""
        return self.views[0]

    def through(self, view: View) -> Document:
        """Return the document seen through one of its Views, for a moment."""
        return self if view is self.view else replace(self, view=view)

    @property
    def edited(self) -> bool:
        """Whether the record differs from the one saved."""
        return self.kept is not self.saved

    @property
    def look(self) -> DocumentView:
        """The live View, or both, and the current node."""
        return DocumentView(self.view, self.node, self.second)

    def looking(self, look: DocumentView, gesture: Hashable = None) -> Document:
        """Return the document with another View and node; the old look can be gone back to.

        Looks of one `gesture` (not None) count as one. The same look is no change: a gesture that
        begins with it has made no look yet. What is seen beside it stays.
        """
        if (look.view, look.node) == (self.view, self.node):
            return self if gesture == self.gesture else replace(self, gesture=None)
        past = self.past
        if gesture is None or gesture != self.gesture:
            past = (*past[-LOOKS_KEPT + 1 :], self.look)
        return replace(
            self, view=look.view, node=look.node, past=past, future=(), gesture=gesture, touched=()
        )

    def beside(self, second: SecondView | None) -> Document:
        """Return the document with another View beside its own, or none; one can go back."""
        past = (*self.past[-LOOKS_KEPT + 1 :], self.look)
        return replace(self, second=second, past=past, future=(), gesture=None, touched=())

    def looked_again(self, *, back: bool) -> Document | None:
        """Return the document with its previous look, or the one it was gone back from; None: none.

        Looks of nodes that an edit has since removed are passed over.
        """
        left, other = (self.past, self.future) if back else (self.future, self.past)
        while left and left[-1].node not in self.record.nodes:
            left = left[:-1]
        if not left:
            return None
        look, left, other = left[-1], left[:-1], (*other[-LOOKS_KEPT + 1 :], self.look)
        return replace(
            self,
            view=look.view,
            node=look.node,
            second=look.second,
            past=left if back else other,
            future=other if back else left,
            gesture=None,
            touched=(),
        )

    def editing(
        self,
        name: str,
        record: Record,
        node: int,
        touched: tuple[int, ...],
        place: int,
        gesture: Hashable = None,
    ) -> Document:
        """Return the document after an edit, itself where the record is the same.

        Nothing can be redone any more.

        Parameters
        ----------
        name
            What the menu calls the edit.
        record, node
            The new record and the node to look at afterwards.
        touched
            The nodes that changed.
        place
            The node that undoing the edit goes to.
        gesture
            Where the last edit is of the same gesture, the two become one; None: of no gesture.

        Raises
        ------
        SessionError
            The record would hold more ids than a file can: its own file used them up.
        """
        if record is self.record:
            return self
        if record.next_id > MOST_IDS:
            raise SessionError(
                "nothing can be added to this game: the file it comes from has used up the numbers "
                "that moves are given"
            )
        edit = Edit(name, self.record, record, place, node, touched, gesture)
        done = self.done
        last = newest(done) if done else None
        # What was undone lies between the two: then they stay apart, so that each can be undone.
        same = last is not None and last.gesture == gesture and not self.undone
        if gesture is not None and last is not None and same:
            edit = replace(
                edit,
                before=last.before,
                node_before=last.node_before,
                touched=tuple(dict.fromkeys((*last.touched, *touched))),
            )
            done = done.drop_first()
        moved = self.looking(DocumentView(self.view, node))
        return replace(
            moved, record=record, touched=touched, done=done.push_front(edit), undone=List()
        )

    def undo(self) -> Document | None:
        """Return the document without its last edit, at that edit's node; None: nothing to undo."""
        if not self.done:
            return None
        edit = newest(self.done)
        done, undone = self.done.drop_first(), self.undone.push_front(edit)
        return self._reversed(edit, edit.before, edit.node_before, done, undone)

    def redo(self) -> Document | None:
        """Return the document with the last undone edit again; None: nothing to redo."""
        if not self.undone:
            return None
        edit = newest(self.undone)
        done, undone = self.done.push_front(edit), self.undone.drop_first()
        return self._reversed(edit, edit.after, edit.node_after, done, undone)

    def _reversed(
        self, edit: Edit, record: Record, node: int, done: List[Edit], undone: List[Edit]
    ) -> Document:
        moved = self.looking(DocumentView(self.view, node))
        return replace(moved, record=record, touched=edit.touched, done=done, undone=undone)
