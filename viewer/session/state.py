"""State: everything that is open, as one value, and what opening, closing and choosing make of it.

All functions are pure; they return the state they were given where nothing changes.

A person enters moves in the position that is shown. While somebody else is to move there, what is
entered is kept as a *premove*: it is made in the position as it would be, were it the person's
turn, and played once it is. Or nothing may be entered, with a reason (`InputTurn`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from model.contract.game import Move, Position
from model.records.files import new_game
from model.records.record import ROOT, new_record
from model.registry import kinds
from viewer.session.document.document import PLACEHOLDER, Document
from viewer.session.errors import SessionError
from viewer.session.files.document_files import as_item, same_file


@dataclass(frozen=True)
class InputTurn:
    """Whose turn it is, to a person who wants to move.

    Attributes
    ----------
    ahead
        The position that premoves are made in; None: moves are made where the game stands.
    refusal
        Why nothing may be entered, in a sentence; "" where something may.
    """

    ahead: Position | None = None
    refusal: str = ""


OWN = InputTurn()
"""The turn of a person."""


@dataclass(frozen=True, eq=False)
class Premove:
    """What was entered for the time after the other side's move.

    Attributes
    ----------
    position
        What it was made in.
    partial
        Its tokens so far, while it is not whole.
    move
        The move, once it is.
    """

    position: Position
    partial: tuple[str, ...] = ()
    move: Move = ""


@dataclass(frozen=True, eq=False)
class State:
    """Everything that is open.

    Attributes
    ----------
    documents
        In the order of their tabs.
    active
        Index of the active one, -1 while none is open.
    partial
        The partial move in the active document, token by token.
    premove
        What waits there until somebody else has moved, None for nothing.
    """

    documents: tuple[Document, ...] = ()
    active: int = -1
    partial: tuple[str, ...] = ()
    premove: Premove | None = None

    @property
    def document(self) -> Document:
        """The active document, a placeholder while none is open."""
        return self.documents[self.active] if self.documents else placeholder()


@cache
def placeholder() -> Document:
    """Return the document that stands behind the welcome page: the first game at its start.

    It is none of `State.documents`: nothing acts on it, and no file, tab or journal has it.
    """
    first = next(iter(kinds().values()))
    record = new_record(str(new_game(first, {}).start()))
    return Document(record=record, node=ROOT, saved=record, key=PLACEHOLDER)


def with_active(state: State, document: Document, partial: tuple[str, ...]) -> State:
    """Return the state with a new value of the active document."""
    documents = list(state.documents)
    documents[state.active] = document
    return replace(state, documents=tuple(documents), partial=partial)


def opened(state: State, document: Document) -> State:
    """Return the state with one more document, the last and active."""
    documents = (*state.documents, document)
    return State(documents, len(documents) - 1)


def activated(state: State, index: int) -> State:
    """Return the state with another active document; SessionError where there is none.

    A partial move in the old one is dropped.
    """
    if not 0 <= index < len(state.documents):
        raise SessionError(f"there is no document number {index + 1}")
    return state if index == state.active else State(state.documents, index)


def closed(state: State, index: int | None) -> State:
    """Return the state without a document (None: the active one); SessionError without any."""
    index = state.active if index is None else index
    if not 0 <= index < len(state.documents):
        raise SessionError("no document is open")
    documents = state.documents[:index] + state.documents[index + 1 :]
    active = state.active - (index < state.active)
    if index == state.active:
        return State(documents, min(active, len(documents) - 1))
    return replace(state, documents=documents, active=active)


def renumbered(state: State, path: Path, numbers: Mapping[int, int | None]) -> State:
    """Return the state after items of the collection at `path` moved: old number to new.

    None for one that was taken out: a document that was this item has no file any more.
    """
    documents = tuple(
        _moved(one, numbers.get(one.item, one.item))
        if one.path is not None and one.item is not None and same_file(one.path, path)
        else one
        for one in state.documents
    )
    if all(new.item == old.item for new, old in zip(documents, state.documents, strict=True)):
        return state
    return replace(state, documents=documents)


def _moved(document: Document, item: int | None) -> Document:
    if item is not None:
        return replace(document, item=item)
    return replace(document, path=None, item=None, saved=None, digest="")


def kept_in(state: State, path: Path, items: Mapping[int, int]) -> State:
    """Return the state after documents were written into the collection at `path`: key to item.

    Who has a file keeps it; who has none is that item from now on, and saved.
    """
    return replace(
        state,
        documents=tuple(
            as_item(one, path, items[one.key]) if one.path is None and one.key in items else one
            for one in state.documents
        ),
    )


def find_file(state: State, path: Path, item: int | None) -> int | None:
    """Return the index of the document that holds this file, or this item of it; None: none."""
    for index, document in enumerate(state.documents):
        if document.item != item:
            continue
        if document.path is not None and same_file(document.path, path):
            return index
    return None
