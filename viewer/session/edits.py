"""Editing: everything that changes the record in front, both ways along its history."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from model.game import Position
from model.records import record as records
from model.records.lesson import Lesson
from model.records.marks import Mark
from model.records.puzzle import Puzzle
from model.records.record import ROOT, Record
from model.records.references import fit_words, points_on
from model.records.variation_text import LineTextError, graft, paste_line, write_line
from model.records.view import View
from viewer.picture.hidden_site import hider_of
from viewer.picture.reveal import sentence
from viewer.session.document import Document, Edit, newest
from viewer.session.navigation import Walking
from viewer.session.store import SessionError

T = TypeVar("T")


class Editing(Walking):
    """Documents that can be edited; every method is one edit, or none."""

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
        self._tell_hidden(newest(document.done), "undone")
        return True

    def redo(self) -> bool:
        """Do the last undone edit again and go to its place; False when there is none."""
        document = self._active()
        redone = document.redo()
        if redone is None:
            return False
        self._replace(redone)
        self._tell_hidden(newest(document.undone), "redone")
        return True

    def comment(self, text: str, node: int | None = None) -> None:
        """Say `text` about a node (the current one by default); "" takes the comment away."""
        self._free()
        node = self._here(node)
        self._edit("comment", *records.comment(self._active().record, node, _text(text)))

    def mark(self, marks: tuple[Mark, ...], node: int | None = None) -> None:
        """Put exactly these marks on a node (the current one by default)."""
        node = self._here(node)
        self._edit("marks", *records.mark(self._active().record, node, _storable(marks)))

    def store_view(self, view: View | None, node: int | None = None) -> None:
        """Keep a View with a node (the current one by default); None takes it away."""
        self._free()
        node = self._here(node)
        self._edit("view", *records.set_view(self._active().record, node, view))

    def set_up(self, position: Position, name: str, gesture: Hashable = None) -> None:
        """Set a position up by hand at the current node (`model.records.record.set_up`).

        Parameters
        ----------
        position
            Of the game of this record; another size or other options are welcome.
        name
            What the menu calls the edit.
        gesture
            The edits of one gesture (a stroke over the maps) are one.

        Raises
        ------
        SessionError
            While a lesson or a puzzle is gone through, or for a position of another game.
        """
        self._free()
        document = self._active()
        here = self.position_of(document)
        if position.game.kind is not here.game.kind:
            title = position.game.kind.title
            raise SessionError(f"this is a game of {here.game.kind.title}, not of {title}")
        record, node = records.set_up(document.record, document.node, str(position))
        if record is document.record:
            if node != document.node:
                self.go(node)
            return
        place = document.node
        touched = (place, node)
        stroke, edit = self._stroke
        # Only while nothing else was edited, or undone, between two parts of a stroke.
        merged = gesture is not None and gesture == stroke and _is_last(document, edit)
        if node == place and position.game.board is not here.game.board:
            record = fit_words(record, node, position.game.board)
        edited = document.editing(name, record, node, touched, place)
        if merged:
            first = newest(document.done)
            whole = replace(
                newest(edited.done),
                before=first.before,
                node_before=first.node_before,
                touched=tuple(dict.fromkeys((*first.touched, *touched))),
            )
            edited = replace(edited, done=document.done.drop_first().push_front(whole))
        self._stroke = (gesture, newest(edited.done))
        self._replace(edited)

    _stroke: tuple[Hashable, Edit | None] = (None, None)

    def delete(self, node: int | None = None) -> None:
        """Delete a node (the current one by default) with all that follows; SessionError."""
        self._free()
        node = self._here(node)
        document = self._active()
        if node == ROOT:
            raise SessionError("the start of a game cannot be deleted")
        gone = tuple(records.subtree(document.record, node))
        try:
            record, parent = records.delete(document.record, node)
        except ValueError as error:
            raise SessionError(str(error)) from error
        current = parent if document.node in gone else document.node
        move = document.record.nodes[node].move or "set-up"
        self._replace(
            document.editing(f"delete {move}", record, current, (parent, *gone), place=node)
        )

    def delete_after(self, node: int | None = None) -> None:
        """Delete all that follows a node (the current one by default); SessionError."""
        self._free()
        node = self._here(node)
        document = self._active()
        gone = tuple(k for k in records.subtree(document.record, node) if k != node)
        if not gone:
            raise SessionError("nothing follows this move")
        try:
            record, _ = records.delete_after(document.record, node)
        except ValueError as error:
            raise SessionError(str(error)) from error
        current = node if document.node in gone else document.node
        self._replace(document.editing("delete", record, current, (node, *gone), place=node))

    def copy_line(self, node: int | None = None) -> str:
        """Return the moves from a node on (the current one by default) as text; SessionError."""
        node = self._here(node)
        if node == ROOT:
            raise SessionError("go to a move first: the start is none")
        record = self._active().record
        text = write_line(record, node)
        if not text:
            raise SessionError("a position that was set up is no move that could be copied")
        self._line = (text, record, node)
        return text

    def paste_line(self, text: str) -> int:
        """Play the moves of a text after the current node, all of them or none.

        What was cut or copied here keeps its comments, marks, Views and set-ups.

        Returns
        -------
        int
            The first of the moves, current now.

        Raises
        ------
        SessionError
            A move is not legal, or the text holds none.
        """
        self._free()
        document = self._active()
        text = text.strip()
        position = self.position_of(document)
        try:
            record, touched, first = paste_line(document.record, document.node, position, text)
        except LineTextError as error:
            raise SessionError(str(error)) from error
        if self._line is not None and self._line[0] == text:
            _, source, top = self._line
            same = self._positions.position(source, top).game.board is position.game.board
            record, told = graft(record, document.node, source, top, same)
            touched = tuple(dict.fromkeys((*touched, *told)))
        if record is document.record:
            self.go(first)
        else:
            place = document.node
            self._replace(document.editing("paste moves", record, first, touched, place))
        return first

    _line: tuple[str, Record, int] | None = None

    def promote(self, node: int | None = None) -> None:
        """Rank the variation a node (the current one by default) lies on one place higher."""
        self._free()
        node = self._here(node)
        self._edit_line("promote", *records.promote(self._active().record, node))

    def make_main_line(self, node: int | None = None) -> None:
        """Put a node (the current one by default) on the main line."""
        self._free()
        node = self._here(node)
        self._edit_line("main line", *records.make_main_line(self._active().record, node))

    def head(self, name: str, text: str, gesture: Hashable = None) -> None:
        """Set one header of the game ("title", "red", ...); "" takes it away.

        What is typed in one go (`gesture`) is one edit.
        """
        self._free()
        document = self._active()
        text = _text(text)
        if document.record.headers.get(name, "") != text:
            record = records.head(document.record, name, text)
            self._edit_on(document.editing(name, record, document.node, (), document.node), gesture)

    def set_puzzle(self, puzzle: Puzzle | None, name: str = "puzzle") -> None:
        """Make the record this puzzle, None: a game again; `name` is what the menu calls it.

        Raises
        ------
        SessionError
            While it is being solved.
        """
        document = self._active()
        if document.run is not None:
            raise SessionError("leave the puzzle first: it is being solved now")
        record = records.set_puzzle(document.record, _storable(puzzle))
        if record is not document.record:
            self._replace(document.editing(name, record, document.node, (), document.node))

    def set_puzzle_up(self, position: Position, puzzle: Puzzle, name: str = "puzzle") -> None:
        """Let a puzzle without lines begin at another position, one edit; SessionError."""
        self._free()
        document = self._active()
        if document.record.nodes[ROOT].children:
            raise SessionError("what was played here belongs to the position as it is")
        record, _ = records.set_up(document.record, ROOT, str(position))
        record = records.set_puzzle(record, puzzle)
        if record is not document.record:
            self._replace(document.editing(name, record, ROOT, (ROOT,), ROOT))

    def heads(self, texts: Mapping[str, str]) -> None:
        """Set several headers as one edit; "" takes one away."""
        self._free()
        document = self._active()
        record = document.record
        for name, text in texts.items():
            if record.headers.get(name, "") != _text(text):
                record = records.head(record, name, _text(text))
        if record is not document.record:
            self._replace(document.editing("headers", record, document.node, (), document.node))

    def set_lesson(
        self, lesson: Lesson | None, name: str = "lesson", gesture: Hashable = None
    ) -> None:
        """Make the record in front this lesson, None: a game again; one edit.

        Parameters
        ----------
        name
            What the menu calls the edit.
        gesture
            What is typed in one go is one edit.

        Raises
        ------
        SessionError
            While it is being gone through.
        """
        self._free()
        document = self._active()
        record = records.set_lesson(document.record, _storable(lesson))
        if record is not document.record:
            edited = document.editing(name, record, document.node, (), document.node)
            self._edit_on(edited, gesture)

    def _edit_on(self, edited: Document, gesture: Hashable) -> None:
        """Take over an edit of no node, as one with the last if that is of the same gesture."""
        earlier = edited.done.drop_first()
        last = newest(earlier) if earlier else None
        if gesture is not None and last is not None and (gesture, last) == self._typed:
            whole = replace(newest(edited.done), before=last.before, node_before=last.node_before)
            edited = replace(edited, done=earlier.drop_first().push_front(whole))
        self._typed = (gesture, newest(edited.done))
        self._replace(edited)

    _typed: tuple[Hashable, Edit | None] = (None, None)

    def bookmark(self, name: str, view: View | None = None) -> None:
        """Keep a View (the live one by default) under `name`; SessionError without a name."""
        self._free()
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
        self._free()
        document = self._active()
        self.bookmarked(name)
        record = records.bookmark(document.record, name, None)
        self._replace(document.editing("bookmark", record, document.node, (), document.node))

    def go_to_bookmark(self, name: str) -> None:
        """Look through a bookmark; SessionError when there is none of that name."""
        self.set_view(self.bookmarked(name))

    def bookmarked(self, name: str) -> View:
        """Return the View kept under `name`; SessionError when there is none.

        Points it names that are not on the board in front (it was made on another) are let go.
        """
        document = self._active()
        view = document.record.bookmarks.get(name)
        if view is None:
            raise SessionError(f"there is no bookmark called {name}")
        return points_on(self.position_of(document).game.board, view)

    def _free(self) -> None:
        """Refuse to edit what would be thrown away: a run goes on in a scratch copy."""
        if self._active().run is not None:
            raise SessionError("leave the lesson or the puzzle first: it is gone through now")

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
        board = before.game.board
        for site in sorted(sites):
            hider = hider_of(document, self.position_of(document), site)
            if hider:
                self.notice(f"{edit.name} {what}: {sentence(board.names[site], hider)}")
                return


def _is_last(document: Document, edit: Edit | None) -> bool:
    return bool(document.done) and newest(document.done) is edit


def _storable(value: T) -> T:
    """Return marks, a puzzle or a lesson with every text in it as `_text` does it."""
    try:
        msgspec.json.encode(value)
    except UnicodeEncodeError:
        form: Any = tuple[Mark, ...] if isinstance(value, tuple) else type(value)
        kept: T = msgspec.convert(_texts(msgspec.to_builtins(value)), form)
        return kept
    return value


def _texts(value: Any) -> Any:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        return {key: _texts(one) for key, one in value.items()}
    return [_texts(one) for one in value] if isinstance(value, (list, tuple)) else value


def _text(text: str) -> str:
    """Return `text` as a file can hold it: a lone surrogate from a clipboard becomes a "?"."""
    return text.encode("utf-8", "replace").decode()
