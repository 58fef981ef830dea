"""Walking: going from move to move and looking, with a history of its own; nothing is edited."""

from __future__ import annotations

from collections.abc import Hashable

from model.records import record as records
from model.records.record import ROOT
from model.records.view import View
from model.records.view_text import ViewError, check_view
from viewer.session.document import Look
from viewer.session.run_control import Running
from viewer.session.store import SessionError


class Walking(Running):
    """Documents that can be gone through and looked at."""

    # -- going about -------------------------------------------------------------------------

    def go(self, node: int, gesture: Hashable = None) -> None:
        """Make `node` the current one; SessionError when the game has none of that number.

        A node that wants to be seen in its own way is.

        The nodes one `gesture` (a drag along the game) passes are one entry of the looks.
        """
        document = self._active()
        self._node(document, node)
        view = document.record.nodes[node].view if node != document.node else None
        self._replace(document.looking(Look(view or document.view, node), gesture))

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

    def sibling(self, step: int) -> bool:
        """Go to another move at this point, or at the nearest one before that has others.

        False where there is none all the way back.
        """
        document = self._active()
        nodes, node = document.record.nodes, document.node
        while node != ROOT:
            siblings = nodes[nodes[node].parent].children
            if len(siblings) > 1:
                return self._gone(siblings[(siblings.index(node) + step) % len(siblings)])
            node = nodes[node].parent
        return False

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
            self._replace(before, gone_back=True)
        return before is not None

    def look_forward(self) -> bool:
        """Go forward again to the look that `look_back` left; False when there is none."""
        after = self._active().look_forward()
        if after is not None:
            self._replace(after, gone_back=True)
        return after is not None
