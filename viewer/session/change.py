"""Change: what became of all that is open, and what that means for whoever shows it.

A reversal is an edit that was undone or redone, told so that others can show where.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from model.contract.game import Position
from model.records.record import Record
from viewer.session.document.document import Document, Edit, newest
from viewer.session.state import State


@dataclass(frozen=True, eq=False)
class Change:
    """What listeners of a session are told; what several of them ask is worked out once.

    Attributes
    ----------
    old, new
        All that was open, and is, as it may be known.
    position_of
        Returns the position a document is at.
    """

    old: State
    new: State
    position_of: Callable[[Document], Position]

    @property
    def before(self) -> Document:
        """The document that was active."""
        return self.old.document

    @property
    def document(self) -> Document:
        """The document that is active."""
        return self.new.document

    @cached_property
    def open_keys(self) -> frozenset[int]:
        """The keys of all documents that are open."""
        return frozenset(document.key for document in self.new.documents)

    @cached_property
    def previous(self) -> Document | None:
        """What the active document was before, be it active or not; None: it was not open."""
        return next((one for one in self.old.documents if one.key == self.document.key), None)

    @cached_property
    def is_same_document(self) -> bool:
        """Whether the active document is the one it was, be it edited."""
        return self.before.key == self.document.key

    @cached_property
    def tabs(self) -> bool:
        """Whether a document was opened, closed, changed or chosen."""
        return self.old.documents != self.new.documents or self.old.active != self.new.active

    @property
    def record(self) -> bool:
        """Whether a game was edited, or another one is shown."""
        return self.before.record is not self.document.record

    @cached_property
    def node(self) -> bool:
        """Whether another node is shown, or one of another document."""
        return not self.is_same_document or self.before.node != self.document.node

    @cached_property
    def position(self) -> bool:
        """Whether another position is shown."""
        if self.before.is_placeholder or self.document.is_placeholder:
            return self.before is not self.document
        return self.position_of(self.before) is not self.position_of(self.document)

    @cached_property
    def board(self) -> bool:
        """Whether another document is shown, or another board: one of another size was set up."""
        if not self.is_same_document:
            return True
        if not self.record and not self.node:
            return False
        boards = [self.position_of(one).game.board for one in (self.before, self.document)]
        return boards[0] is not boards[1]

    @property
    def view(self) -> bool:
        """Whether the document is seen otherwise."""
        return self.before.view is not self.document.view

    @property
    def exercise(self) -> bool:
        """Whether an exercise was begun or ended, or has gone on."""
        return self.before.exercise is not self.document.exercise

    @property
    def entered(self) -> bool:
        """Whether something else is entered of a move, or for the time after the next one."""
        return self.old.partial != self.new.partial or self.old.premove is not self.new.premove

    @cached_property
    def is_left(self) -> bool:
        """Whether a document, or what was learned in it, is left: what clicks were for ends."""
        exercise = self.before.exercise
        ended = exercise is not None and exercise.is_task and self.document.exercise is None
        return ended or not self.is_same_document

    @cached_property
    def is_step(self) -> bool:
        """Whether a move was made, or gone forward over, in the same document."""
        return self.node and self.is_same_document and self._parent == self.before.node

    @cached_property
    def is_jump(self) -> bool:
        """Whether the node shown is neither the same, the move before, nor the one after."""
        was = self.before.record.nodes[self.before.node].parent
        return self.node and self._parent != self.before.node and was != self.document.node

    @property
    def _parent(self) -> int:
        return self.document.record.nodes[self.document.node].parent


@dataclass(frozen=True, eq=False)
class Reversal:
    """An edit that was undone or redone.

    Attributes
    ----------
    edit
        The edit.
    redone
        Whether it was redone; else it was undone.
    sites
        The sites its move concerns, in ascending order; none where it is about no move.
    """

    edit: Edit
    redone: bool
    sites: tuple[int, ...]


def reversal_of(
    before: Document, position_of: Callable[[Record, int], Position], *, redone: bool
) -> Reversal:
    """Return what undoing (or redoing) the nearest edit of a document is, told afterwards."""
    edit = newest(before.undone if redone else before.done)
    return Reversal(edit, redone, sites_of(edit, position_of))


def sites_of(edit: Edit, position_of: Callable[[Record, int], Position]) -> tuple[int, ...]:
    """Return the sites that the move of an edit concerns, () where it is about no move."""
    added = edit.node_after not in edit.before
    record, node = (edit.after, edit.node_after) if added else (edit.before, edit.node_before)
    move = record.nodes[node].move
    if not move:
        return ()
    events = position_of(record, record.nodes[node].parent).events(move)
    return tuple(sorted({k for event in events for k in (event.site, event.to) if k is not None}))
