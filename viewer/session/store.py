"""Documents: what is open, and who is told when it changes; the only mutable state there is.

Nothing here knows Qt.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TypeVar

from rpds import List

from model import notation, setup
from model.game import Position
from model.records import files
from model.records import record as records
from model.records.files import Contents, FileError
from model.records.new_game import new_game
from model.records.positions import LineError, PositionCache
from model.records.record import ROOT, Record
from model.records.view import Camera, View
from model.records.view_text import ViewError, check_view
from model.registry import kinds
from viewer.session.document import Document, Edit
from viewer.session.run import Ruling

T = TypeVar("T")
Listener = Callable[["State", "State"], None]

log = logging.getLogger(__name__)


class SessionError(Exception):
    """What was asked cannot be done; the text says why in one sentence, nothing has changed."""


@dataclass(frozen=True, eq=False)
class State:
    """Everything that is open, as one value.

    Attributes
    ----------
    documents
        In the order of their tabs.
    active
        Index of the one in front, -1 while none is open.
    partial
        The half-built move of the active document, token by token.
    """

    documents: tuple[Document, ...] = ()
    active: int = -1
    partial: tuple[str, ...] = ()

    @property
    def document(self) -> Document | None:
        """The document in front."""
        return self.documents[self.active] if self.documents else None


class Documents:
    """The open documents, changed by methods and shown by listeners.

    Attributes
    ----------
    state
        The present `State`; replaced as a whole by every change, never altered.
    """

    def __init__(self) -> None:
        self.state = State()
        self._listeners: list[Listener] = []
        self._notices: list[Callable[[str], None]] = []
        self._rulings: list[Callable[[Ruling], None]] = []
        self._positions = PositionCache()
        self._untitled = count(1)
        self._aside: dict[int, tuple[List[Edit], List[Edit]]] = {}

    # -- listening ---------------------------------------------------------------------------

    def subscribe(self, changed: Listener) -> Callable[[], None]:
        """Call ``changed(old, new)`` after every change; returns what ends the subscription."""
        return _join(self._listeners, changed)

    def subscribe_notices(self, hear: Callable[[str], None]) -> Callable[[], None]:
        """Call ``hear(sentence)`` when there is something to tell that is not an error."""
        return _join(self._notices, hear)

    def subscribe_rulings(self, hear: Callable[[Ruling], None]) -> Callable[[], None]:
        """Call ``hear(ruling)`` after a move of a run was judged and the ruling was applied."""
        return _join(self._rulings, hear)

    def notice(self, sentence: str) -> None:
        """Tell the person something."""
        for hear in tuple(self._notices):
            hear(sentence)

    def _become(self, new: State) -> None:
        old, self.state = self.state, new
        if new is old:
            return
        for changed in tuple(self._listeners):
            # A listener that fails must not keep the others (the journal among them) from hearing.
            try:
                changed(old, new)
            except Exception:
                log.exception("a listener of the session failed")

    def _replace(
        self, document: Document, *, keep_partial: bool = False, gone_back: bool = False
    ) -> None:
        """Put a new value of the active document in its place.

        `gone_back`: its look is one that was there before, and stays wherever it fits.
        """
        state = self.state
        if document is state.document and (keep_partial or not state.partial):
            return
        document = self._fitting(document, state.documents[state.active], gone_back)
        documents = list(state.documents)
        documents[state.active] = document
        partial = state.partial if keep_partial else ()
        self._become(replace(state, documents=tuple(documents), partial=partial))

    def _fitting(self, document: Document, before: Document, gone_back: bool) -> Document:
        """Let go of a look at another board: what was set up may be of another size."""
        same = document.record is before.record and document.node == before.node
        if document.view == View() or (same and not gone_back):
            return document
        board = self.position_of(document).game.board
        try:
            if not gone_back and board is self.position_of(before).game.board:
                return document
            # What is set up at the start changes the board under looks that were there before.
            check_view(board, document.view)
            if gone_back or document.view is document.record.nodes[document.node].view:
                return document
        except (ViewError, SessionError):
            pass
        camera = document.view.camera
        camera = Camera(camera.azimuth, camera.elevation, parallel=camera.parallel)
        return replace(document, view=View(camera=camera, ghosts=document.view.ghosts))

    # -- what is there -----------------------------------------------------------------------

    @property
    def document(self) -> Document | None:
        """The document in front, None while nothing is open."""
        return self.state.document

    def _active(self) -> Document:
        document = self.state.document
        if document is None:
            raise SessionError("nothing is open: open a file or begin a new game first")
        return document

    @property
    def position(self) -> Position | None:
        """The position at the current node, None while nothing is open."""
        document = self.state.document
        return None if document is None else self.position_of(document)

    @property
    def ply(self) -> int:
        """How many moves lead to the current node, 0 while nothing is open."""
        document = self.state.document
        return 0 if document is None else records.ply_of(document.record, document.node)

    def position_at(self, node: int) -> Position:
        """Return the position at a node of the document in front."""
        document = self._active()
        self._node(document, node)
        return self.position_of(replace(document, node=node))

    def position_of(self, document: Document) -> Position:
        """Return the position a document is at (any document, also an old value of one)."""
        try:
            return self._positions.position(document.record, document.node)
        except LineError as error:
            raise SessionError(str(error)) from error

    def _node(self, document: Document, node: int) -> None:
        if node not in document.record.nodes:
            raise SessionError(f"this game has no move number {node} in its tree")

    # -- documents ---------------------------------------------------------------------------

    def new(self, start: str = "partition", options: Mapping[str, str] | None = None) -> Document:
        """Open a new document.

        Parameters
        ----------
        start
            The name of a game, begun with `options`, or a position string.
        options
            Game options as texts; those left out have their defaults.

        Raises
        ------
        SessionError
            An unknown game, a bad option, or a position string that cannot be read.
        """
        try:
            known = kinds()
            if start in known:
                position = new_game(known[start], dict(options or {})).start()
            else:
                position = setup.read_setup(start)
        except notation.NotationError as error:
            raise SessionError(error.sentence) from error
        record = records.new_record(str(position))
        title = f"untitled {next(self._untitled)}"
        document = Document(record=record, node=ROOT, title=title, saved=record)
        self._open(document)
        return document

    def _open(self, document: Document) -> None:
        """Put a document behind the last and in front of the eyes."""
        documents = (*self.state.documents, document)
        self._become(State(documents, len(documents) - 1))

    def open(self, path: str | Path, item: int | None = None) -> Document:
        """Open a file in a new document; one that is open already is brought to the front.

        Parameters
        ----------
        item
            Which item of a collection, counted from 0.

        Raises
        ------
        SessionError
            The file cannot be read; the sentence names the place of the fault. What is open stays
            as it was.
        """
        path = Path(path).expanduser().absolute()
        for index, document in enumerate(self.state.documents):
            if document.item != item:
                continue
            if document.path is not None and same_file(document.path, path):
                self.activate(index)
                return document
        try:
            loaded = files.load_item(path, item)
        except FileError as error:
            raise SessionError(str(error)) from error
        document = Document(
            record=loaded.record,
            node=loaded.node,
            view=loaded.view,
            title=path.stem if item is None else _item_title(loaded.record, path, item),
            item=item,
            # A text with a position string is read only: saving asks for a file of its own.
            path=path if loaded.kind != "position" else None,
            saved=loaded.record,
        )
        self._open(document)
        return document

    def adopt(self, document: Document) -> None:
        """Open a document made elsewhere, as the journal does with what a crash left."""
        self._open(document)

    def activate(self, index: int) -> None:
        """Bring a document to the front; a half-built move in the old one is dropped."""
        if not 0 <= index < len(self.state.documents):
            raise SessionError(f"there is no document number {index + 1}")
        if index != self.state.active:
            self._become(State(self.state.documents, index))

    def close(self, index: int | None = None) -> None:
        """Close a document (the one in front by default) without asking."""
        state = self.state
        index = state.active if index is None else index
        if not 0 <= index < len(state.documents):
            raise SessionError("nothing is open that could be closed")
        documents = state.documents[:index] + state.documents[index + 1 :]
        active = state.active - (index < state.active)
        partial = state.partial if index != state.active else ()
        self._become(State(documents, min(active, len(documents) - 1), partial))

    def save(self) -> None:
        """Write the document in front to its file, whole or not at all.

        Raises
        ------
        SessionError
            It has no file yet, or the file cannot be written.
        """
        document = self._active()
        if document.path is None:
            raise SessionError(f"{document.title} has no file yet: save it under a name")
        self.save_as(document.path)

    def save_as(self, path: str | Path) -> None:
        """Write the document in front to `path`, which becomes its file; SessionError."""
        document = self._active()
        path = Path(path).expanduser().absolute()
        contents = Contents(document.kept, document.kept_node, document.view)
        item = document.item if document.path == path else None
        try:
            if item is None:
                files.save(path, contents)
            else:
                item = files.save_item(path, item, contents, document.saved)
        except FileError as error:
            raise SessionError(str(error)) from error
        title = path.stem if item is None else document.title
        saved = replace(
            document, path=path, title=title, item=item, saved=document.kept, touched=()
        )
        self._replace(saved, keep_partial=True)

    def renumber(self, path: Path, numbers: Mapping[int, int]) -> None:
        """Let open items of a collection follow where they went: old number to new."""
        state = self.state
        documents = tuple(
            replace(one, item=numbers.get(one.item, one.item))
            if one.path is not None and one.item is not None and same_file(one.path, path)
            else one
            for one in state.documents
        )
        if any(new.item != old.item for new, old in zip(documents, state.documents, strict=True)):
            self._become(replace(state, documents=documents))

    def paste_position(self, text: str) -> Document:
        """Open a position string, as it comes from a clipboard, in a new document; SessionError."""
        text = text.strip()
        if not text:
            raise SessionError("there is no position to paste: the clipboard holds no text")
        return self.new(text)

    def copy_position(self) -> str:
        """Return the canonical string of the position in front."""
        return str(self.position_of(self._active()))


def _join(listeners: list[T], listener: T) -> Callable[[], None]:
    """Add a listener; returns what takes it away again, once or more often."""
    listeners.append(listener)

    def leave() -> None:
        if listener in listeners:
            listeners.remove(listener)

    return leave


def _item_title(record: Record, path: Path, item: int) -> str:
    return record.headers.get("title", "") or f"{path.stem} {item + 1}"


def same_file(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to one file, also where one of them is not there any more."""
    try:
        return one.samefile(other)
    except OSError:
        return one == other
