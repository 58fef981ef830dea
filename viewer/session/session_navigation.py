"""Going about in the active document, and looking at it: nothing here is an edit."""

from __future__ import annotations

from collections.abc import Hashable

from model.records.view import View
from viewer.session.document import navigation, split_document
from viewer.session.document.document import Document
from viewer.session.document.split_view import Link
from viewer.session.session_queries import SessionQueries


class Navigation(SessionQueries):
    """The methods of `Session` that go to nodes and set views; see `navigation`."""

    def go(self, node: int, gesture: Hashable = None) -> None:
        """Make `node` the current one; the nodes of one `gesture` are one entry of the looks."""
        self._store.replace(navigation.go(self._store.active(), node, gesture))

    def back(self) -> bool:
        """Go to the move before; False at the start."""
        return self._go_to(navigation.before(self._store.active()))

    def forward(self) -> bool:
        """Go to the main continuation; False at the end."""
        return self._go_to(navigation.after(self._store.active()))

    def first(self) -> bool:
        """Go to the start; False when there already."""
        return self._go_to(navigation.first(self._store.active()))

    def last(self) -> bool:
        """Go to the end of the main continuation from here; False when there already."""
        return self._go_to(navigation.last(self._store.active()))

    def sibling(self, step: int) -> bool:
        """Go to another move here or at the nearest node before that has others; False: none."""
        return self._go_to(navigation.sibling(self._store.active(), step))

    def _go_to(self, node: int | None) -> bool:
        if node is not None:
            self.go(node)
        return node is not None

    def set_view(self, view: View, gesture: Hashable = None) -> None:
        """See the active document through `view`; Views of one `gesture` are one entry of looks."""
        seen = navigation.look(self._store.active(), view, self._store.game_of, gesture)
        self._store.replace(seen, keep_partial=True)

    def see_twice(self, link: Link = "") -> None:
        """See the active document in two halves, linked so (`split_view`)."""
        document = self._store.active()
        seen = split_document.seen_twice(document, self._store.game_of(document).board, link)
        self._store.replace(seen, keep_partial=True)

    def slice_through(self, site: int) -> None:
        """Let the slice beside the active document's view show the plane through a site."""
        document = self._store.active()
        board = self._store.game_of(document).board
        moved = split_document.sliced_through(document, board, site)
        if moved is not document:
            self._store.replace(moved, keep_partial=True)

    def see_once(self) -> None:
        """See the first half of the active document alone."""
        self._store.replace(split_document.seen_once(self._store.active()), keep_partial=True)

    def turn_to(self, half: int) -> None:
        """Act on the first half (0) or the second (1) of the active document, where it has two."""
        self._store.replace(split_document.turned_to(self._store.active(), half), keep_partial=True)

    def look_back(self) -> bool:
        """Go back to the look before, View and node; False when there is none."""
        return self._look_again(self._store.active().look_back())

    def look_forward(self) -> bool:
        """Go forward again to the look that `look_back` left; False when there is none."""
        return self._look_again(self._store.active().look_forward())

    def _look_again(self, document: Document | None) -> bool:
        if document is not None:
            self._store.replace(document, gone_back=True)
        return document is not None
