"""The controls of cuts: which plane, where, a slab, the other side, the next cut."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtWidgets import QCheckBox, QWidget

from model.boards.board import Board
from model.records.view import MAX_CUTS, Cut, View
from viewer.panels.view.live_view import LiveView
from viewer.picture.visibility import view_edits
from viewer.picture.words.plane_names import CUTS, plane_number
from viewer.widgets import controls
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import column_in, combo, set_combo

FREE = "free"
"""Stands for a plane of no family."""
WHOLE, FINE = 1.0, 0.25
"""Steps of a slider: from plane to plane of the lattice; of a plane of no family."""


class CutControls(QWidget):
    """Shows the active cut and changes it."""

    def __init__(self, live: LiveView) -> None:
        super().__init__()
        self._live = live
        self.family = combo("Cut by", (("No cut", ""),))
        self.family.activated.connect(self._choose)
        self._family = ""
        self.at = live.slider("At", self._set_at, text=self._text)
        self.to = live.slider("To", self._set_to, text=self._text)
        self.slab = QCheckBox("Slab")
        self.slab.clicked.connect(lambda: live.change_on_board(view_edits.switch_slab))
        self.flip = QCheckBox("Other side")
        self.flip.clicked.connect(lambda: live.change(view_edits.flip_cut))
        self.next = controls.button(
            "Cut 1 of 2",
            lambda: live.change(view_edits.next_cut),
            "Make the next cut the active one",
            "quiet",
        )
        self.add = controls.tool("add", "Add another cut", self.add_cut)
        self.remove = controls.tool(
            "close", "Remove this cut", lambda: live.change(view_edits.remove_cut)
        )
        column = column_in(self, GAP - 2)
        head = controls.row(self.family, self.add, self.remove, stretch=False)
        head.setStretch(0, 1)
        controls.fill(column, head, controls.row(self.slab, self.flip, self.next), self.at, self.to)

    # -- from the controls to the View -------------------------------------------------------

    def _choose(self, index: int) -> None:
        family = str(self.family.itemData(index))

        def chosen(view: View, board: Board) -> View:
            if not family:
                return view_edits.remove_cut(view)
            if family == FREE:
                return view_edits.add_free_cut(view_edits.remove_cut(view), board)
            if not view.cuts:
                return view_edits.add_cut(view, board, family)
            return view_edits.cut_by(view, board, family)

        self._live.change_on_board(chosen)

    def add_cut(self) -> None:
        """Add a cut by the first family of planes that none cuts by yet."""

        def added(view: View, board: Board) -> View:
            used = {cut.family for cut in view.cuts}
            free = [
                name
                for name in ("south", "west", "level", *board.planes)
                if name in board.planes and name not in used
            ]
            return view_edits.add_cut(view, board, free[0]) if free else view

        self._live.change_on_board(added)

    def _text(self, value: float) -> str:
        return plane_number(self._family, value)

    def _set_at(self, value: float) -> None:
        self._live.change(lambda view: _with_active(view, lambda cut: replace(cut, at=value)))

    def _set_to(self, value: float) -> None:
        self._live.change(lambda view: _with_active(view, lambda cut: replace(cut, to=value)))

    # -- from the View to the controls -------------------------------------------------------

    def fill(self, board: Board) -> None:
        """Offer the families of planes of a board."""
        entries = [(CUTS.get(name, name), name) for name in board.planes]
        controls.fill_combo(self.family, [("No cut", ""), *entries, ("Free plane", FREE)])

    def show_view(self, view: View, board: Board) -> None:
        """Show the active cut of a View."""
        cut = view_edits.active_cut(view)
        set_combo(self.family, "" if cut is None else cut.family or FREE)
        # None is hidden: each stays where it is, whatever a press changes.
        for widget in (self.at, self.slab, self.flip, self.remove):
            widget.setEnabled(cut is not None)
        self.to.setEnabled(cut is not None and cut.to is not None)
        self.next.setVisible(len(view.cuts) > 1)
        self.next.setText(f"Next of {len(view.cuts)} cuts")
        self.add.setEnabled(len(view.cuts) < MAX_CUTS)
        if cut is None:
            return
        low, high = _range(cut, board)
        self._family = cut.family
        for slider, value in ((self.at, cut.at), (self.to, cut.to)):
            slider.set_range(low, high, WHOLE if cut.family in board.planes else FINE)
            slider.set_value(value if value is not None else low)
        self.slab.setChecked(cut.to is not None)
        self.flip.setChecked(cut.flip)


def _with_active(view: View, change: Callable[[Cut], Cut]) -> View:
    """Return `view` with its active cut, if there is one, changed."""
    return replace(view, cuts=(*view.cuts[:-1], *map(change, view.cuts[-1:])))


def _range(cut: Cut, board: Board) -> tuple[float, float]:
    """How far a cut can be moved."""
    if cut.family in board.planes:
        planes = board.planes[cut.family]
        return float(planes.first), float(planes.last)
    reach = float((board.centres**2).sum(axis=1).max() ** 0.5) + 1
    return -reach, reach
