"""The Look dock: cuts, working layer, peels, explosion, ghosts, views and bookmarks, all live."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from itertools import count
from typing import Concatenate, ParamSpec

from msgspec.structs import replace
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QVBoxLayout, QWidget

from model.board import Board
from model.records.view import MAX_CUTS, Cut, View
from viewer.commands.shell import Shell
from viewer.panels.view.bookmarks import Bookmarks
from viewer.picture import view_edits
from viewer.session.session import Session, State
from viewer.widgets import controls
from viewer.widgets.controls import Choice, Counter, ScrolledPanel, ValueSlider, combo, set_combo

Args = ParamSpec("Args")

FREE = "free"
VIEW_NAMES = (
    ("Home", "iso"), ("Top", "top"), ("South", "south"), ("East", "east"),
    ("North", "north"), ("West", "west"), ("SW", "SW"), ("SE", "SE"),
    ("NE", "NE"), ("NW", "NW"), ("Below", "base"),
)  # fmt: skip
WALL_PEELS = ("base", "west", "east", "south", "north")
CORNER_PEELS = ("SW", "SE", "NW", "NE", "apex")
TITLES = {
    "level": "Level", "file": "File", "rank": "Rank", "diag": "Diagonal SW–NE",
    "anti": "Diagonal SE–NW", "base": "Base", "west": "West wall", "east": "East wall",
    "south": "South wall", "north": "North wall", "apex": "Apex", "shell": "Shells",
    "SW": "SW corner", "SE": "SE corner", "NW": "NW corner", "NE": "NE corner",
}  # fmt: skip
"""Names of plane families and layers as people read them."""


def plane_text(family: str, number: float) -> str:
    """Say which plane of a family: "level 3", "file e", "1 from the west wall"."""
    from model.lattice import file_letters

    whole = float(number).is_integer()
    if family == "file" and whole and number >= 1:
        return f"file {file_letters(int(number))}"
    if family in ("level", "rank", "file"):
        return f"{family} {number:g}"
    if family in WALL_PEELS:
        wall = "the base" if family == "base" else f"the {family} wall"
        return wall if number == 0 else f"{number:g} from {wall}"
    if family in CORNER_PEELS:
        return f"{number:g} from {family}"
    return f"{TITLES.get(family, family).lower()} {number:+g}"


def cut_text(cut: Cut) -> str:
    """Say what a cut is: "Cut at level 3", "Slab from file c to file e, flipped"."""
    side = ", other side" if cut.flip else ""
    if cut.normal is not None or not cut.family:
        return f"Free {'slab' if cut.to is not None else 'cut'}{side}"
    if cut.to is not None:
        low, high = sorted((cut.at, cut.to))
        ends = f"{plane_text(cut.family, low)} to {plane_text(cut.family, high)}"
        return f"{'Without' if cut.flip else 'Slab'} {ends}"
    return f"Cut at {plane_text(cut.family, cut.at)}{side}"


class LookPanel(ScrolledPanel):
    """Everything of the `View` as controls; every change is one `Session.set_view`."""

    def __init__(self, session: Session, shell: Shell, parent: QWidget | None = None) -> None:
        super().__init__("Look", parent)
        self._session, self._shell = session, shell
        self._gesture: Hashable = None
        self._gestures = count(1)
        self._board: Board | None = None
        self._ready = False
        self._build_views(self.section("VIEWS", first=True))
        self._build_cut(self.section("CUT"))
        self._build_layer(self.section("WORKING LAYER"))
        self._build_peel(self.section("PEEL"))
        self._build_space(self.section("EXPLOSION AND EMPTY POINTS"))
        self._build_show(self.section("SHOW"))
        self.bookmarks = Bookmarks(session, shell)
        self.section("BOOKMARKS").addWidget(self.bookmarks)
        self.column.addStretch(1)
        self._ready = True
        self.changed(State(), session.state)

    # -- from the controls to the View -------------------------------------------------------

    def _set(self, view: View) -> None:
        if self._ready:
            self._session.set_view(view, self._gesture)

    def _change(
        self,
        change: Callable[Concatenate[View, Args], View],
        *args: Args.args,
        **kwargs: Args.kwargs,
    ) -> None:
        """Apply a function of `viewer.picture.view_edits` to the live View."""
        view = self._view()
        if view is not None:
            self._set(change(view, *args, **kwargs))

    def _change_on_board(
        self,
        change: Callable[Concatenate[View, Board, Args], View],
        *args: Args.args,
        **kwargs: Args.kwargs,
    ) -> None:
        view = self._view()
        if view is not None and self._board is not None:
            self._set(change(view, self._board, *args, **kwargs))

    def _view(self) -> View | None:
        document = self._session.document
        return None if document is None else document.view

    def _begin(self) -> None:
        self._gesture = ("look dock", next(self._gestures))

    def _end(self) -> None:
        self._gesture = None

    def _slider(
        self,
        name: str,
        moved: Callable[[float], None],
        *,
        step: float = 1.0,
        text: Callable[[float], str] | None = None,
    ) -> ValueSlider:
        slider = ValueSlider(name, step=step, text=text)
        slider.moved.connect(moved)
        slider.begun.connect(self._begin)
        slider.ended.connect(self._end)
        return slider

    # -- building ----------------------------------------------------------------------------

    def _build_views(self, layout: QVBoxLayout) -> None:
        grid = QGridLayout()
        grid.setSpacing(4)
        self.view_buttons: dict[str, QPushButton] = {}
        for number, (title, name) in enumerate(VIEW_NAMES):
            button = QPushButton(title)
            button.setProperty("role", "small")
            button.setAccessibleName(f"View: {title}")
            button.clicked.connect(partial(self._look_from, name))
            grid.addWidget(button, number // 4, number % 4)
            self.view_buttons[name] = button
        layout.addLayout(grid)
        self.projection = Choice("Lens", (("Perspective", False), ("Parallel", True)))
        self.projection.picked.connect(self._set_parallel)
        layout.addWidget(self.projection)

    def _build_cut(self, layout: QVBoxLayout) -> None:
        self.cut_family = combo("Cut by", (("No cut", ""),))
        self.cut_family.activated.connect(self._choose_cut)
        self.cut_at = self._slider("At", partial(self._set_cut, "at"), step=0.5)
        self.cut_to = self._slider("To", partial(self._set_cut, "to"), step=0.5)
        self.cut_slab = QCheckBox("Slab")
        self.cut_slab.clicked.connect(lambda: self._change_on_board(view_edits.switch_slab))
        self.cut_flip = QCheckBox("Other side")
        self.cut_flip.clicked.connect(lambda: self._change(view_edits.flip_cut))
        self.cut_next = QPushButton("Cut 1 of 2")
        self.cut_next.setProperty("role", "quiet")
        self.cut_next.setToolTip("Make the next cut the active one")
        self.cut_next.clicked.connect(lambda: self._change(view_edits.next_cut))
        self.cut_add = controls.tool("add", "Add another cut", self._add_cut)
        self.cut_remove = controls.tool(
            "close", "Remove this cut", lambda: self._change(view_edits.remove_cut)
        )
        head = controls.row(self.cut_family, self.cut_add, self.cut_remove, stretch=False)
        head.setStretch(0, 1)
        layout.addLayout(head)
        layout.addWidget(self.cut_at)
        layout.addWidget(self.cut_to)
        layout.addLayout(controls.row(self.cut_slab, self.cut_flip, self.cut_next))

    def _build_layer(self, layout: QVBoxLayout) -> None:
        self.layer_family = combo("Working layer of", (("Off", ""),))
        self.layer_family.activated.connect(self._choose_layer)
        self.layer_number = self._slider("Number", self._set_layer)
        layout.addWidget(self.layer_family)
        layout.addWidget(self.layer_number)

    def _build_peel(self, layout: QVBoxLayout) -> None:
        self.from_level = self._slider("From level", self._set_levels)
        self.to_level = self._slider("To level", self._set_levels)
        layout.addWidget(self.from_level)
        layout.addWidget(self.to_level)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        self.counters: dict[str, Counter] = {}
        places = [("shell", 0, 0)]
        places += [(name, row + 1, 0) for row, name in enumerate(WALL_PEELS)]
        places += [(name, row + 1, 1) for row, name in enumerate(CORNER_PEELS)]
        for name, row, column in places:
            counter = Counter(TITLES[name].replace(" wall", "").replace(" corner", ""))
            counter.box.setToolTip(f"Layers taken away: {TITLES[name].lower()}")
            counter.changed.connect(partial(self._set_count, name))
            self.counters[name] = counter
            grid.addWidget(counter, row, column)
        layout.addLayout(grid)
        self.only = QCheckBox("Only the selected group")
        self.only.clicked.connect(self._set_only)
        self.between = QCheckBox("Only moves")
        self.between.clicked.connect(self._set_between)
        self.between_first = controls.number_box("from move", 1, 99999)
        self.between_last = controls.number_box("to move", 1, 99999)
        for box in (self.between_first, self.between_last):
            box.setFixedWidth(58)
            box.valueChanged.connect(self._set_between)
        self.unpeel = QPushButton("Give everything back")
        self.unpeel.clicked.connect(lambda: self._change(view_edits.unpeel))
        layout.addWidget(self.only)
        layout.addLayout(
            controls.row(self.between, self.between_first, controls.label("to"), self.between_last)
        )
        layout.addWidget(self.unpeel)

    def _build_space(self, layout: QVBoxLayout) -> None:
        self.explode = self._slider(
            "Explosion",
            lambda value: self._change(_with, "explode", value),
            step=0.05,
            text=lambda value: f"{value:.2f}",
        )
        self.explode.set_range(0, 5)
        self.ghosts = Choice("Empty points", (("Legal", "legal"), ("All", "all"), ("Off", "off")))
        self.ghosts.picked.connect(lambda value: self._change(_with, "ghosts", value))
        self.ghost_style = Choice("Drawn as", (("Dots", "dots"), ("Glass shells", "shells")))
        self.ghost_style.picked.connect(lambda value: self._change(_with, "ghost_style", value))
        for widget in (self.explode, self.ghosts, self.ghost_style):
            layout.addWidget(widget)

    def _build_show(self, layout: QVBoxLayout) -> None:
        self.switches: dict[str, QCheckBox] = {}
        for name, title in (
            ("dim", "Dim what is not selected"),
            ("labels", "Level and wall labels"),
            ("board", "Base board"),
        ):
            box = QCheckBox(title)
            box.clicked.connect(lambda on, name=name: self._change(_with, name, on))
            self.switches[name] = box
            layout.addWidget(box)
        layout.addWidget(controls.label("Hold X for the lens at the cursor.", "small"))

    # -- what the controls do ----------------------------------------------------------------

    def _look_from(self, name: str, _checked: bool = False) -> None:
        view = self._view()
        if view is not None:
            self._shell.scene.fly(view_edits.look_from(view, name))

    def _set_parallel(self, parallel: bool) -> None:
        view = self._view()
        if view is not None:
            self._set(replace(view, camera=replace(view.camera, parallel=parallel)))

    def _choose_cut(self, index: int) -> None:
        family = self.cut_family.itemData(index)
        view = self._view()
        if view is None or self._board is None:
            return
        if not family:
            self._set(view_edits.remove_cut(view))
        elif family == FREE:
            self._set(view_edits.add_free_cut(view_edits.remove_cut(view), self._board))
        elif not view.cuts:
            self._set(view_edits.add_cut(view, self._board, family))
        else:
            self._set(view_edits.cut_by(view, self._board, family))

    def _add_cut(self) -> None:
        view = self._view()
        if view is None or self._board is None:
            return
        used = {cut.family for cut in view.cuts}
        free = [name for name in ("south", "west", "level", *self._board.planes)
                if name in self._board.planes and name not in used]  # fmt: skip
        if free:
            self._set(view_edits.add_cut(view, self._board, free[0]))

    def _set_cut(self, end: str, value: float) -> None:
        view = self._view()
        if view is not None and view.cuts:
            cut = replace(view.cuts[-1], **{end: value})
            self._set(replace(view, cuts=(*view.cuts[:-1], cut)))

    def _choose_layer(self, index: int) -> None:
        family = self.layer_family.itemData(index)
        view = self._view()
        if view is None or self._board is None:
            return
        if not family:
            self._set(replace(view, layer=None))
            return
        numbers = self._board.layers[family]
        middle = int(numbers.min() + numbers.max()) // 2
        self._set(replace(view, layer=(family, middle)))

    def _set_layer(self, value: float) -> None:
        view = self._view()
        if view is not None and view.layer is not None:
            self._set(replace(view, layer=(view.layer[0], int(value))))

    def _set_levels(self, _value: float) -> None:
        low, high = self.from_level.slider.value(), self.to_level.slider.value()
        if self.sender() is self.to_level:
            low = min(low, high)
        else:
            high = max(low, high)
        self._change_on_board(view_edits.peel_levels, low, high)

    def _set_count(self, name: str, number: int) -> None:
        view = self._view()
        if view is not None and self._board is not None:
            more = number - dict(view.peel.layers).get(name, 0)
            self._set(view_edits.peel_layers(view, name, more, self._board))

    def _set_only(self, on: bool) -> None:
        view = self._view()
        if view is None:
            return
        site = view.selected if on else ""
        if on and not site:
            self.only.setChecked(False)
            self._shell.say("Select a group first: click one of its balls.")
            return
        self._set(replace(view, peel=replace(view.peel, only=site)))

    def _set_between(self, _value: object = None) -> None:
        view = self._view()
        if view is None or not self._ready:
            return
        if self.between.isChecked():
            ends = (self.between_first.value(), self.between_last.value())
            self._set(view_edits.peel_between(view, *ends))
        elif view.peel.between is not None:
            self._set(replace(view, peel=replace(view.peel, between=None)))

    # -- from the View to the controls -------------------------------------------------------

    def changed(self, old: State, new: State) -> None:
        """Show the View in front; returns at once when it is the one shown."""
        document = new.document
        self.bookmarks.changed(old, new)
        self.body.setEnabled(document is not None)
        if document is None:
            return
        before = old.document
        board = self._session.position_of(document).game.board
        if board is not self._board:
            self._board = board
            self._fill_families(board)
        elif before is not None and before.view is document.view:
            return
        self._ready = False
        try:
            self._show(document.view, board)
        finally:
            self._ready = True

    def _fill_families(self, board: Board) -> None:
        for box, first, families, last in (
            (self.cut_family, ("No cut", ""), board.planes, (("Free plane", FREE),)),
            (self.layer_family, ("Off", ""), _layer_families(board), ()),
        ):
            box.blockSignals(True)
            box.clear()
            entries = [first, *((TITLES.get(name, name), name) for name in families), *last]
            for title, name in entries:
                box.addItem(title, name)
            box.blockSignals(False)

    def _show(self, view: View, board: Board) -> None:
        self.projection.set_value(view.camera.parallel)
        self._show_cut(view, board)
        set_combo(self.layer_family, view.layer[0] if view.layer else "")
        self.layer_number.setVisible(view.layer is not None)
        if view.layer is not None:
            numbers = board.layers[view.layer[0]]
            self.layer_number.set_range(int(numbers.min()), int(numbers.max()))
            self.layer_number.set_value(view.layer[1])
        self._show_peel(view, board)
        self.explode.set_value(view.explode)
        self.ghosts.set_value(view.ghosts)
        self.ghost_style.set_value(view.ghost_style)
        for name, box in self.switches.items():
            box.setChecked(getattr(view, name))

    def _show_cut(self, view: View, board: Board) -> None:
        cut = view_edits.active_cut(view)
        family = "" if cut is None else cut.family or FREE
        set_combo(self.cut_family, family)
        for widget in (self.cut_at, self.cut_slab, self.cut_flip, self.cut_remove):
            widget.setVisible(cut is not None)
        self.cut_to.setVisible(cut is not None and cut.to is not None)
        self.cut_next.setVisible(len(view.cuts) > 1)
        self.cut_next.setText(f"Next of {len(view.cuts)} cuts")
        self.cut_add.setEnabled(len(view.cuts) < MAX_CUTS)
        if cut is None:
            return
        if cut.family in board.planes:
            planes = board.planes[cut.family]
            low, high = float(planes.first), float(planes.last)
        else:
            reach = float((board.centres**2).sum(axis=1).max() ** 0.5) + 1
            low, high = -reach, reach
        for slider, value in ((self.cut_at, cut.at), (self.cut_to, cut.to)):
            slider.set_range(low, high)
            slider.set_value(value if value is not None else low)
        self.cut_slab.setChecked(cut.to is not None)
        self.cut_flip.setChecked(cut.flip)

    def _show_peel(self, view: View, board: Board) -> None:
        level = board.layers["level"]
        first, last = int(level.min()), int(level.max())
        low, high = view.peel.levels or (first, last)
        for slider, value in ((self.from_level, low), (self.to_level, high)):
            slider.set_range(first, last)
            slider.set_value(value)
        counts = dict(view.peel.layers)
        for name, counter in self.counters.items():
            known = name in board.layers
            counter.setVisible(known)
            if known:
                counter.set_value(counts.get(name, 0), int(board.layers[name].max()) + 1)
        self.only.setChecked(bool(view.peel.only))
        between = view.peel.between
        self.between.setChecked(between is not None)
        for box, number in zip(
            (self.between_first, self.between_last), between or (1, 1), strict=True
        ):
            box.setEnabled(between is not None)
            if between is not None:
                box.setValue(number)


def _with(view: View, name: str, value: object) -> View:
    """Return `view` with one field replaced."""
    return replace(view, **{name: value})


def _layer_families(board: Board) -> list[str]:
    corners = [name for name in ("SW", "SE", "NW", "NE") if name in board.layers]
    return [name for name in board.planes if name in board.layers] + corners
