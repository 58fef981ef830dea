"""The controls of peels: levels, layers from walls and corners, one group, moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from model.boards.board import Board
from model.records.view import View
from viewer.panels.view.live_view import LiveView
from viewer.picture.visibility import view_edits
from viewer.picture.words.plane_names import CORNER_PEELS, TITLES, WALL_PEELS
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import keep_wide
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import Counter, column_in
from viewer.widgets.prose import plain_tip


class PeelControls(QWidget):
    """Shows what is peeled off and changes it."""

    def __init__(self, live: LiveView, say: Callable[[str], None]) -> None:
        super().__init__()
        self._live, self._say = live, say
        self.from_level = live.slider("From level", self._set_lowest)
        self.to_level = live.slider("To level", self._set_highest)
        self.counters: dict[str, Counter] = {}
        self.only = QCheckBox("Only the selected group")
        self.only.clicked.connect(self._set_only)
        self.between = QCheckBox("Only moves")
        self.between.clicked.connect(self._set_between)
        self.between_first = controls.number_box("from move", 1, 99999)
        self.between_last = controls.number_box("to move", 1, 99999)
        for box in (self.between_first, self.between_last):
            keep_wide(box, 58)
            box.valueChanged.connect(self._set_between)
        self.unpeel = controls.button("Remove all peels", lambda: live.change(view_edits.unpeel))
        column = column_in(self, GAP - 2)
        column.addWidget(self.from_level)
        column.addWidget(self.to_level)
        column.addLayout(self._build_counters())
        column.addWidget(self.only)
        column.addLayout(
            controls.row(self.between, self.between_first, controls.label("to"), self.between_last)
        )
        column.addWidget(self.unpeel)

    def _build_counters(self) -> QGridLayout:
        self._grid = grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        for name in ("shell", *WALL_PEELS, *CORNER_PEELS):
            counter = Counter(TITLES[name].replace(" wall", "").replace(" corner", ""))
            counter.box.setToolTip(plain_tip(f"Layers hidden: {TITLES[name].lower()}"))
            counter.changed.connect(partial(self._set_count, name))
            self.counters[name] = counter
        self._arrange(frozenset(self.counters))
        return grid

    def _arrange(self, known: frozenset[str]) -> None:
        """Put the counters of the layers that a board has in two columns without gaps."""
        self._known = known
        for counter in self.counters.values():
            self._grid.removeWidget(counter)
        for column, names in enumerate((WALL_PEELS, CORNER_PEELS)):
            for row, name in enumerate((name for name in names if name in known), start=1):
                self._grid.addWidget(self.counters[name], row, column)
        self._grid.addWidget(self.counters["shell"], 0, 0)

    # -- from the controls to the View -------------------------------------------------------

    def _set_lowest(self, _value: float) -> None:
        low, high = self.from_level.slider.value(), self.to_level.slider.value()
        self._set_levels(low, max(low, high))

    def _set_highest(self, _value: float) -> None:
        low, high = self.from_level.slider.value(), self.to_level.slider.value()
        self._set_levels(min(low, high), high)

    def _set_levels(self, low: int, high: int) -> None:
        self._live.change_on_board(
            lambda view, board: view_edits.peel_levels(view, board, low, high)
        )

    def _set_count(self, name: str, number: int) -> None:
        def peeled(view: View, board: Board) -> View:
            more = number - dict(view.peel.layers).get(name, 0)
            return view_edits.peel_layers(view, name, more, board)

        self._live.change_on_board(peeled)

    def _set_only(self, on: bool) -> None:
        site = self._live.view.selected if on else ""
        if on and not site:
            self.only.setChecked(False)
            self._say("Click a ball of a group first.")
            return
        self._live.change(lambda view: replace(view, peel=replace(view.peel, only=site)))

    def _set_between(self, _value: object = None) -> None:
        ends = (self.between_first.value(), self.between_last.value())
        wanted = self.between.isChecked()

        def peeled(view: View) -> View:
            if wanted:
                return view_edits.peel_between(view, *ends)
            return replace(view, peel=replace(view.peel, between=None))

        if wanted or self._live.view.peel.between is not None:
            self._live.change(peeled)

    # -- from the View to the controls -------------------------------------------------------

    def show_view(self, view: View, board: Board) -> None:
        """Show the peels of a View."""
        level = board.layers["level"]
        first, last = int(level.min()), int(level.max())
        low, high = view.peel.levels or (first, last)
        for slider, value in ((self.from_level, low), (self.to_level, high)):
            slider.set_range(first, last)
            slider.set_value(value)
        counts = dict(view.peel.layers)
        known = frozenset(name for name in self.counters if name in board.layers)
        if known != self._known:
            self._arrange(known)
            for name, counter in self.counters.items():
                counter.setVisible(name in known)
        for name in known:
            counter, most = self.counters[name], int(board.layers[name].max()) + 1
            counter.set_value(counts.get(name, 0), most)
        self.only.setChecked(bool(view.peel.only))
        between = view.peel.between
        self.between.setChecked(between is not None)
        for box, number in zip(
            (self.between_first, self.between_last), between or (1, 1), strict=True
        ):
            box.setEnabled(between is not None)
            if between is not None:
                box.setValue(number)
