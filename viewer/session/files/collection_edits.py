"""The history of collections: each change of one is written, and can be undone and redone.

An edit keeps what the collection held before and after. Undoing it puts the items back as they
stood, each with what its file says of it now: one that was saved since keeps that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from model.records import files
from model.records.files import Collection, FileError
from viewer.session.document.document import Document, Edit, newest
from viewer.session.errors import FileTroubleError, SessionError
from viewer.session.subscribers import Subscribers

MOST = 100
"""Edits of collections that can be undone."""
Place = dict[int, int | None]
"""Where items went: old number to new, None for one that was taken out."""


@dataclass(frozen=True)
class CollectionEdit:
    """A change of a collection.

    Attributes
    ----------
    name
        What it did: 'Remove "Knight"'.
    path
        The file.
    before, after
        What it held. An item in both is the same object.
    """

    name: str
    path: Path
    before: Collection
    after: Collection

    @property
    def back(self) -> CollectionEdit:
        """The edit that undoes this one."""
        return replace(self, before=self.after, after=self.before)

    @property
    def places(self) -> Place:
        """Where the items went."""
        new = {id(item): number for number, item in enumerate(self.after.items)}
        return {old: new.get(id(item)) for old, item in enumerate(self.before.items)}


def change(path: Path, make: Callable[[Collection], Collection], name: str) -> CollectionEdit:
    """Write what `make` makes of a collection as it is now; SessionError."""
    held: list[Collection] = []

    def made(now: Collection) -> Collection:
        held[:] = [now]
        return make(now)

    try:
        after = files.change_collection(path, made)
    except FileError as error:
        raise FileTroubleError(error) from error
    return CollectionEdit(name, path, held[0], after)


def carry_out(edit: CollectionEdit) -> CollectionEdit:
    """Make an edit of a collection that now stands as before it; SessionError where it does not.

    Returns
    -------
    CollectionEdit
        What was done: its items are those of the file.
    """

    def made(now: Collection) -> Collection:
        places = edit.places
        taken_out = [old for old, new in places.items() if new is None]
        if len(now.items) != len(edit.before.items) or any(
            not files.is_item(now.items[old], edit.before.items[old].record) for old in taken_out
        ):
            raise SessionError(
                f"{files.shown_path(edit.path)} has changed meanwhile: {edit.name} stays as it is"
            )
        items = list(edit.after.items)
        for old, new in places.items():
            if new is not None:
                items[new] = now.items[old]
        title = edit.after.title if now.title == edit.before.title else now.title
        about = edit.after.about if now.about == edit.before.about else now.about
        return replace(now, title=title, about=about, items=tuple(items))

    return change(edit.path, made, edit.name)


class CollectionHistory:
    """What was done to collections, in the order of the edits of the active document.

    Ctrl+Z undoes what was done last: an edit of a collection only while nothing was done since in
    the document that is active.

    Attributes
    ----------
    listeners
        Called with the file after every edit, and when one was undone or redone.
    """

    def __init__(self) -> None:
        self.done: list[tuple[CollectionEdit, Edit | None]] = []
        self.undone: list[tuple[CollectionEdit, Edit | None]] = []
        self.listeners: Subscribers[[Path]] = Subscribers()

    def note(self, edit: CollectionEdit, document: Document) -> None:
        """Remember an edit that was made while a document was active, and tell who listens."""
        self.done = [*self.done[1 - MOST :], (edit, _last(document))]
        self.undone = []
        self.listeners.tell(edit.path)

    def following(self, document: Document, *, redone: bool) -> CollectionEdit | None:
        """Return the edit that is undone or redone next, None where one of the document is."""
        edit, stood = next(reversed(self.undone if redone else self.done), (None, None))
        return edit if stood is _last(document) else None

    def reverse(self, document: Document, *, redone: bool) -> CollectionEdit:
        """Undo the last edit, or redo the one undone last; returns what was done.

        SessionError leaves everything as it is.
        """
        edits, others = (self.undone, self.done) if redone else (self.done, self.undone)
        edit = edits[-1][0]
        done = carry_out(edit if redone else edit.back)
        del edits[-1]
        others.append((done if redone else done.back, _last(document)))
        return done


def _last(document: Document) -> Edit | None:
    return newest(document.done) if document.done else None
