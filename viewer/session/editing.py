"""Editing the active document, and undoing it; what becomes of it is said in `edits`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

from model.contract.game import Move, Position
from model.records import record as records
from model.records.lesson import Lesson
from model.records.marks import Mark
from model.records.puzzle import Puzzle
from model.records.record import Evaluation
from model.records.view import View
from viewer.session.document import edits, navigation, revealed_turns
from viewer.session.document.document import Document
from viewer.session.document.revealed_turns import choice_of
from viewer.session.document.reversal import reversal_of
from viewer.session.session_navigation import Navigation


class Editing(Navigation):
    """The methods of `Session` that change the record, each one edit that can be undone."""

    def __init__(self) -> None:
        super().__init__()
        self._copied: edits.CopiedLine | None = None

    def undo(self) -> bool:
        """Undo the last edit, or what is being entered, and go to its place; False: nothing to.

        Hidden choices that were revealed together are taken back together (`revealed_turns.undo`).
        """
        if self._store.state.premove is not None:
            self._store.set_premove(None)
            return True
        if self._store.state.partial:
            self._store.set_partial(())
            return True
        document = self._store.active()
        after, turn = revealed_turns.undo(document, self._store.observer.pending)
        reversed_ = self._reverse(document, after, redone=False)
        if turn:
            self.notices.tell(
                "The whole turn is taken back, for all players: its choices were known"
            )
        return reversed_

    def redo(self) -> bool:
        """Do the last undone edit again and go to its place; False when there is none."""
        document = self._store.active()
        after, _ = revealed_turns.redo(document, self._store.observer.pending)
        return self._reverse(document, after, redone=True)

    def _reverse(self, before: Document, after: Document | None, *, redone: bool) -> bool:
        if after is None:
            return False
        self._store.replace(after)
        told = reversal_of(before, self._store.position, redone=redone)
        edit = self._store.observer.edit(told.edit, before.viewpoint)
        self.reversals.tell(replace(told, edit=edit))
        return True

    def comment(self, text: str, node: int | None = None, gesture: Hashable = None) -> None:
        """Say `text` about a node; "" takes the comment away. The current node stays."""
        self._store.edit(edits.comment(self._store.active(), text, node, gesture))

    def mark(
        self, marks: tuple[Mark, ...], node: int | None = None, gesture: Hashable = None
    ) -> None:
        """Put exactly these marks on a node, also during an exercise."""
        self._store.edit(edits.mark(self._store.active(), marks, node, gesture))

    def store_view(self, view: View | None, node: int | None = None) -> None:
        """Keep a View with a node; None takes it away."""
        self._store.edit(edits.store_view(self._store.active(), view, node))

    def set_up(self, position: Position, name: str, gesture: Hashable = None) -> None:
        """Set a position up by hand at the current node."""
        document = self._store.active()
        here = self._whole_position(document)
        self._store.edit(edits.set_up(document, here, position, name, gesture))

    def delete(self, node: int | None = None) -> None:
        """Delete a node with all that follows."""
        document = self._store.active()
        chose = self._store.observer.pending(document.record).get(
            document.node if node is None else node
        )
        self._store.edit(edits.delete(document, node, "" if chose is None else choice_of(chose)))

    def delete_after(self, node: int | None = None) -> None:
        """Delete all that follows a node."""
        self._store.edit(edits.delete_after(self._store.active(), node))

    def copy_line(self, node: int | None = None) -> str:
        """Return the moves from a node on as text, as far as they may be known."""
        document = self._store.observer.document(self._store.active())
        first = document.record[navigation.node_of(document, node)]
        before = self.position_at(max(first.parent, records.ROOT))
        self._copied = edits.copy_line(document, before, node)
        return self._copied.text

    def paste_line(self, text: str) -> int:
        """Play the moves of a text after the current node; returns the first, current now."""
        document = self._store.active()
        pasted = edits.paste_line(
            document, self._whole_position(document), text, self._copied, self._closed(document)
        )
        self._store.edit(pasted)
        return pasted.node

    def add_line(self, node: int, moves: tuple[Move, ...]) -> None:
        """Let moves follow a node as a variation; the current node stays."""
        document = self._store.active()
        position = self._store.position(document.record, navigation.node_of(document, node))
        self._store.edit(edits.add_line(document, node, position, moves, self._closed(document)))

    def _closed(self, document: Document) -> frozenset[int]:
        """The nodes after which a hidden choice waits: no other may be tried beside it."""
        hidden = self._store.observer.hidden(document)
        return frozenset(document.record.nodes[node].parent for node in hidden)

    def evaluate(self, found: Mapping[int, Evaluation | None], name: str = "review") -> None:
        """Keep evaluations with nodes, one edit; None takes one away."""
        self._store.edit(edits.evaluate(self._store.active(), found, name))

    def promote(self, node: int | None = None) -> None:
        """Rank the variation a node lies on one place higher."""
        self._store.edit(edits.promote(self._store.active(), node))

    def make_main_line(self, node: int | None = None) -> None:
        """Put a node on the main line."""
        self._store.edit(edits.make_main_line(self._store.active(), node))

    def head(self, name: str, text: str, gesture: Hashable = None) -> None:
        """Set one header ("title", "red", ...); "" takes it away."""
        self._store.edit(edits.head(self._store.active(), name, text, gesture))

    def heads(self, texts: Mapping[str, str], name: str = "headers") -> None:
        """Set several headers as one edit; "" takes one away. `name` is what the menu calls it."""
        self._store.edit(edits.heads(self._store.active(), texts, name))

    def note(self, texts: Mapping[str, str]) -> None:
        """Set headers that are no person's doing: nothing that could be undone."""
        self._store.edit(edits.noted(self._store.active(), texts))

    def set_puzzle(
        self, puzzle: Puzzle | None, name: str = "puzzle", gesture: Hashable = None
    ) -> None:
        """Make the record this puzzle, None: a game again; `name` is what the menu calls it."""
        self._store.edit(edits.set_puzzle(self._store.active(), puzzle, name, gesture))

    def set_puzzle_up(self, position: Position, puzzle: Puzzle, name: str = "puzzle") -> None:
        """Let a puzzle without lines begin at another position, one edit."""
        self._store.edit(edits.set_puzzle_up(self._store.active(), position, puzzle, name))

    def set_lesson(
        self, lesson: Lesson | None, name: str = "lesson", gesture: Hashable = None
    ) -> None:
        """Make the record this lesson, None: a game again; `name` is what the menu calls it."""
        self._store.edit(edits.set_lesson(self._store.active(), lesson, name, gesture))

    def add_drill(self, number: int, positions: tuple[str, ...]) -> None:
        """Ask what a step (from 0) of the lesson asks in other positions, too."""
        self._store.edit(edits.add_drill(self._store.active(), number, positions))

    def bookmark(self, name: str, view: View | None = None) -> None:
        """Keep a View (the present one by default) under `name`."""
        self._store.edit(edits.bookmark(self._store.active(), name, view))

    def forget_bookmark(self, name: str) -> None:
        """Take a bookmark away; SessionError when there is none of that name."""
        self._store.edit(edits.forget_bookmark(self._store.active(), name))

    def go_to_bookmark(self, name: str) -> None:
        """See the board through a bookmark; SessionError when there is none of that name."""
        self.set_view(self.bookmarked(name))

    def bookmarked(self, name: str) -> View:
        """Return the View kept under `name`; SessionError when there is none."""
        document = self._store.active()
        return edits.bookmarked(document, self._store.game_of(document).board, name)
