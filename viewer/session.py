"""Session: the open documents and the half-built move; the only mutable state there is.

Everything a person does ends in a method here (see `viewer.commands`); whoever shows something
subscribes and is called with the state before and after. Nothing here knows Qt.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TypeVar

from model import files, notation
from model import record as records
from model.files import Contents, FileError
from model.game import MoveError, Position, Steps, kinds, site_mask
from model.look import ViewError, check_view
from model.positions import LineError, PositionCache
from model.record import ROOT, Mark, Record
from model.view import View
from viewer.document import Document, Edit, Look
from viewer.visibility import resolve

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


class Session:
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
        self._positions = PositionCache()
        self._untitled = count(1)

    # -- listening ---------------------------------------------------------------------------

    def subscribe(self, changed: Listener) -> Callable[[], None]:
        """Call ``changed(old, new)`` after every change; returns what ends the subscription."""
        return _join(self._listeners, changed)

    def subscribe_notices(self, hear: Callable[[str], None]) -> Callable[[], None]:
        """Call ``hear(sentence)`` when there is something to tell that is not an error."""
        return _join(self._notices, hear)

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

    def _replace(self, document: Document, *, keep_partial: bool = False) -> None:
        """Put a new value of the active document in its place."""
        state = self.state
        if document is state.document and (keep_partial or not state.partial):
            return
        documents = list(state.documents)
        documents[state.active] = document
        partial = state.partial if keep_partial else ()
        self._become(replace(state, documents=tuple(documents), partial=partial))

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
                position = known[start].configure(dict(options or {})).start()
            else:
                position = notation.read_position(start)
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

    def open(self, path: str | Path) -> Document:
        """Open a file in a new document; one that is open already is brought to the front.

        Raises
        ------
        SessionError
            The file cannot be read; the sentence names the place of the fault. What is open stays
            as it was.
        """
        path = Path(path).expanduser().absolute()
        for index, document in enumerate(self.state.documents):
            if document.path is not None and _same_file(document.path, path):
                self.activate(index)
                return document
        try:
            loaded = files.load(path)
        except FileError as error:
            raise SessionError(str(error)) from error
        document = Document(
            record=loaded.record,
            node=loaded.node,
            view=loaded.view,
            title=path.stem,
            # A text with a position string is read only: saving asks for a file of its own.
            path=path if loaded.kind == "game" else None,
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
        try:
            files.save(path, Contents(document.record, document.node, document.view))
        except FileError as error:
            raise SessionError(str(error)) from error
        saved = replace(document, path=path, title=path.stem, saved=document.record, touched=())
        self._replace(saved, keep_partial=True)

    def paste_position(self, text: str) -> Document:
        """Open a position string, as it comes from a clipboard, in a new document; SessionError."""
        text = text.strip()
        if not text:
            raise SessionError("there is no position to paste: the clipboard holds no text")
        return self.new(text)

    def copy_position(self) -> str:
        """Return the canonical string of the position in front."""
        return str(self.position_of(self._active()))

    # -- playing -----------------------------------------------------------------------------

    def play(self, text: str) -> int:
        """Play a move at the current node; one that is there already is only gone to.

        Parameters
        ----------
        text
            As a person writes it ("2b2", or "b2" where only one legal move fits).

        Returns
        -------
        int
            The node of the move, current now.

        Raises
        ------
        SessionError
            Not a move, several moves, or against the rules; the sentence says which and why.
        """
        document = self._active()
        position = self.position_of(document)
        try:
            move = position.read_move(text.strip())
            reason = position.explain(move)
        except MoveError as error:
            raise SessionError(str(error)) from error
        if reason is not None:
            raise SessionError(str(reason))
        record, node = records.play(document.record, document.node, move)
        if record is document.record:
            self._replace(document.looking(Look(document.view, node)))
        else:
            place = document.node
            self._replace(document.editing(move, record, node, (place, node), place))
        return node

    def steps(self) -> Steps:
        """Return what may come next in the half-built move of the document in front."""
        return self.position_of(self._active()).steps(self.state.partial)

    def step(self, token: str, *, pin: bool = False) -> Steps:
        """Add one step to the half-built move, and play the move once nothing can follow.

        Parameters
        ----------
        token
            The next step ("2b2"). Repeating the last step of a complete move plays it.
        pin
            Keep a complete move half-built until `confirm` (the option "confirm moves").

        Returns
        -------
        Steps
            What may follow; after a move was played, its last steps.

        Raises
        ------
        SessionError
            The step is none of the choices; the half-built move stays as it was.
        """
        position = self.position_of(self._active())
        partial = self.state.partial
        if partial and token == partial[-1]:
            before = position.steps(partial)
            if before.complete and before.move is not None:
                self.play(before.move)
                return before
        steps = _after(position, (*partial, token))
        if steps.complete and not steps.choices and steps.move is not None and not pin:
            self.play(steps.move)
        else:
            self._become(replace(self.state, partial=(*partial, token)))
        return steps

    def pin(self, token: str) -> Steps:
        """Put `token` in the place of the last step and keep it until `confirm`; SessionError."""
        partial = (*self.state.partial[:-1], token)
        steps = _after(self.position_of(self._active()), partial)
        self._become(replace(self.state, partial=partial))
        return steps

    def confirm(self) -> int:
        """Play the half-built move as it stands; SessionError while it is not complete."""
        steps = self.steps()
        if not self.state.partial or not steps.complete or steps.move is None:
            raise SessionError(steps.message or "there is no complete move to confirm")
        return self.play(steps.move)

    def step_back(self) -> bool:
        """Take back one step of the half-built move; False when there is none."""
        if not self.state.partial:
            return False
        self._become(replace(self.state, partial=self.state.partial[:-1]))
        return True

    # -- going about -------------------------------------------------------------------------

    def go(self, node: int) -> None:
        """Make `node` the current one; SessionError when the game has none of that number."""
        document = self._active()
        self._node(document, node)
        self._replace(document.looking(Look(document.view, node)))

    def back(self) -> bool:
        """Go to the move before; False at the start."""
        document = self._active()
        parent = document.record.nodes[document.node].parent
        return parent >= 0 and self._gone(parent)

    def forward(self) -> bool:
        """Go to the main continuation; False at the end."""
        document = self._active()
        children = document.record.nodes[document.node].children
        return bool(children) and self._gone(children[0])

    def first(self) -> bool:
        """Go to the start; False when there already."""
        return self._active().node != ROOT and self._gone(ROOT)

    def last(self) -> bool:
        """Go to the end of the main continuation from here; False when there already."""
        document = self._active()
        end = records.last_of_main_line(document.record, document.node)
        return end != document.node and self._gone(end)

    def _gone(self, node: int) -> bool:
        self.go(node)
        return True

    # -- looking -----------------------------------------------------------------------------

    def set_view(self, view: View, gesture: Hashable = None) -> None:
        """Look at the document in front through `view`.

        Parameters
        ----------
        gesture
            Names the drag, wheel burst or flight this is a part of; all Views of one gesture make
            one entry of the looks. None: an entry of its own.

        Raises
        ------
        SessionError
            The View names planes, layers or points the board does not have.
        """
        document = self._active()
        if view is not document.view:
            try:
                check_view(self.position_of(document).game.board, view)
            except ViewError as error:
                raise SessionError(str(error)) from error
        self._replace(document.looking(Look(view, document.node), gesture), keep_partial=True)

    def look_back(self) -> bool:
        """Go back to the look before, View and node; False when there is none."""
        before = self._active().look_back()
        if before is not None:
            self._replace(before)
        return before is not None

    def look_forward(self) -> bool:
        """Go forward again to the look that `look_back` left; False when there is none."""
        after = self._active().look_forward()
        if after is not None:
            self._replace(after)
        return after is not None

    # -- editing -----------------------------------------------------------------------------

    def undo(self) -> bool:
        """Undo the last edit and go to its place; a half-built move is cleared first.

        A notice says so when the View hides the place. False when there is nothing to undo.
        """
        if self.state.partial:
            self._become(replace(self.state, partial=()))
            return True
        document = self._active()
        undone = document.undo()
        if undone is None:
            return False
        self._replace(undone)
        self._tell_hidden(document.done.first, "undone")
        return True

    def redo(self) -> bool:
        """Do the last undone edit again and go to its place; False when there is none."""
        document = self._active()
        redone = document.redo()
        if redone is None:
            return False
        self._replace(redone)
        self._tell_hidden(document.undone.first, "redone")
        return True

    def comment(self, text: str, node: int | None = None) -> None:
        """Say `text` about a node (the current one by default); "" takes the comment away."""
        node = self._here(node)
        self._edit("comment", *records.comment(self._active().record, node, _text(text)))

    def mark(self, marks: tuple[Mark, ...], node: int | None = None) -> None:
        """Put exactly these marks on a node (the current one by default)."""
        node = self._here(node)
        self._edit("marks", *records.mark(self._active().record, node, marks))

    def store_view(self, view: View | None, node: int | None = None) -> None:
        """Keep a View with a node (the current one by default); None takes it away."""
        node = self._here(node)
        self._edit("view", *records.look(self._active().record, node, view))

    def delete(self, node: int | None = None) -> None:
        """Delete a node (the current one by default) with all that follows; SessionError."""
        node = self._here(node)
        document = self._active()
        if node == ROOT:
            raise SessionError("the start of a game cannot be deleted")
        gone = tuple(records.subtree(document.record, node))
        record, parent = records.delete(document.record, node)
        current = parent if document.node in gone else document.node
        move = document.record.nodes[node].move
        self._replace(
            document.editing(f"delete {move}", record, current, (parent, *gone), place=node)
        )

    def promote(self, node: int | None = None) -> None:
        """Rank the variation a node (the current one by default) lies on one place higher."""
        node = self._here(node)
        self._edit_line("promote", *records.promote(self._active().record, node))

    def make_main_line(self, node: int | None = None) -> None:
        """Put a node (the current one by default) on the main line."""
        node = self._here(node)
        self._edit_line("main line", *records.make_main_line(self._active().record, node))

    def head(self, name: str, text: str) -> None:
        """Set one header of the game ("title", "red", ...); "" takes it away."""
        document = self._active()
        text = _text(text)
        if document.record.headers.get(name, "") != text:
            record = records.head(document.record, name, text)
            self._replace(document.editing(name, record, document.node, (), document.node))

    def bookmark(self, name: str, view: View | None = None) -> None:
        """Keep a View (the live one by default) under `name`; SessionError without a name."""
        document = self._active()
        name = _text(name).strip()
        if not name:
            raise SessionError("a bookmark needs a name")
        view = document.view if view is None else view
        if document.record.bookmarks.get(name) != view:
            record = records.bookmark(document.record, name, view)
            self._replace(document.editing("bookmark", record, document.node, (), document.node))

    def forget_bookmark(self, name: str) -> None:
        """Take a bookmark away; SessionError when there is none of that name."""
        document = self._active()
        self.bookmarked(name)
        record = records.bookmark(document.record, name, None)
        self._replace(document.editing("bookmark", record, document.node, (), document.node))

    def go_to_bookmark(self, name: str) -> None:
        """Look through a bookmark; SessionError when there is none of that name."""
        self.set_view(self.bookmarked(name))

    def bookmarked(self, name: str) -> View:
        """Return the View kept under `name`; SessionError when there is none."""
        try:
            return self._active().record.bookmarks[name]
        except KeyError:
            raise SessionError(f"there is no bookmark called {name}") from None

    def _here(self, node: int | None) -> int:
        document = self._active()
        if node is None:
            return document.node
        self._node(document, node)
        return node

    def _edit(self, name: str, record: Record, node: int) -> None:
        """Take over an edit of one node."""
        document = self._active()
        if record is not document.record:
            self._replace(document.editing(name, record, node, (node,), node))

    def _edit_line(self, name: str, record: Record, node: int) -> None:
        """Take over an edit of the order of moves on the way to `node`."""
        document = self._active()
        if record is not document.record:
            touched = (ROOT, *records.path_to(record, node))
            self._replace(document.editing(name, record, node, touched, node))

    def _tell_hidden(self, edit: Edit, what: str) -> None:
        """Say so when the View hides the place of an edit that was undone or redone."""
        document = self._active()
        added = edit.node_after not in edit.before
        record, node = (edit.after, edit.node_after) if added else (edit.before, edit.node_before)
        move = record.nodes[node].move
        if not move:
            return
        before = self._positions.position(record, record.nodes[node].parent)
        sites = {
            site
            for event in before.events(move)
            for site in (event.site, event.to)
            if site is not None
        }
        pieces = self.position_of(document).pieces
        board = before.game.board
        occupied = site_mask(board, pieces.site.tolist())
        try:
            visible = resolve(board, occupied, document.view)
        except ValueError:
            return
        hidden = [
            board.names[site]
            for site in sorted(sites)
            if not (visible.selects if occupied[site] else visible.answers)[site]
        ]
        if hidden:
            names = notation.listed(hidden)
            verb = "is" if len(hidden) == 1 else "are"
            self.notice(f"{edit.name} {what}: {names} {verb} hidden by this view")


def _join(listeners: list[T], listener: T) -> Callable[[], None]:
    """Add a listener; returns what takes it away again, once or more often."""
    listeners.append(listener)

    def leave() -> None:
        if listener in listeners:
            listeners.remove(listener)

    return leave


def _text(text: str) -> str:
    """Return `text` as a file can hold it: a lone surrogate from a clipboard becomes a "?"."""
    return text.encode("utf-8", "replace").decode()


def _after(position: Position, partial: tuple[str, ...]) -> Steps:
    """The steps after `partial`; SessionError where no move begins like that."""
    steps = position.steps(partial)
    if not steps.complete and not steps.choices:
        raise SessionError(steps.message or f"no move begins with {' '.join(partial)}")
    return steps


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one == other
