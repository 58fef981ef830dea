"""The Look dock: views, cuts, layer, peels, explosion, what is shown and its colours, bookmarks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from itertools import count

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from model.boards.board import Board
from model.contract.game import Position
from model.records.view import (
    EMPTY,
    FLATTEST,
    MAX_CUTS,
    WIDEST,
    Camera,
    Cut,
    How,
    View,
    how_shown,
    level_part,
    player_part,
)
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.parts import layer_families, offered_layer, strength
from viewer.picture.visibility.view_edits import COLOURS, LEAST, MOST
from viewer.picture.words.plane_names import CORNER_PEELS, CUTS, TITLES, WALL_PEELS, plane_number
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Change, Session
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences, keep_wide
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import (
    Counter,
    RowButton,
    ScrolledPanel,
    SegmentedControl,
    ValueSlider,
    column_in,
    combo,
    row_in,
    set_combo,
)
from viewer.widgets.messages import Notices
from viewer.widgets.prose import MOST_IN_LINE, plain_tip, short

# The controls of cuts: which plane, where, a slab, the other side, the next cut.

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
        self.at = live.slider("At", lambda at: self._change(at=at), text=self._text)
        self.to = live.slider("To", lambda to: self._change(to=to), text=self._text)
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

    def _change(self, **planes: float) -> None:
        """Change the active cut, if there is one."""

        def changed(view: View) -> View:
            active = (replace(cut, **planes) for cut in view.cuts[-1:])
            return replace(view, cuts=(*view.cuts[:-1], *active))

        self._live.change(changed)

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


def _range(cut: Cut, board: Board) -> tuple[float, float]:
    """How far a cut can be moved."""
    if cut.family in board.planes:
        planes = board.planes[cut.family]
        return float(planes.first), float(planes.last)
    reach = float((board.centres**2).sum(axis=1).max() ** 0.5) + 1
    return -reach, reach


# The controls of peels: levels, layers from walls and corners, one group, moves.


class PeelControls(QWidget):
    """Shows what is peeled off and changes it."""

    def __init__(self, live: LiveView, say: Callable[[str], None]) -> None:
        super().__init__()
        self._live, self._say = live, say
        self.from_level = live.slider(
            "From level", lambda low: self._set_levels(low, max(low, self.to_level.slider.value()))
        )
        self.to_level = live.slider(
            "To level", lambda to: self._set_levels(min(to, self.from_level.slider.value()), to)
        )
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
        column = controls.fill(column_in(self, GAP - 2), self.from_level, self.to_level)
        controls.fill(column, self._build_counters(), self.only)
        to = controls.label("to")
        between = controls.row(self.between, self.between_first, to, self.between_last)
        controls.fill(column, between, self.unpeel)

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

    def _set_levels(self, low: float, high: float) -> None:
        self._live.change_on_board(
            lambda view, board: view_edits.peel_levels(view, board, int(low), int(high))
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


# What is shown, faint or hidden: players, empty points, groups, levels; and what colours say.

HOWS: tuple[tuple[str, How], ...] = (("Shown", "shown"), ("Faint", "faint"), ("Hidden", "hidden"))


class PartControls(QWidget):
    """Says of each part of what stands here whether it is shown, faint or hidden."""

    def __init__(self, live: LiveView) -> None:
        super().__init__()
        self._live = live
        self._players: tuple[str, ...] = ()
        self.players: dict[str, SegmentedControl] = {}
        self._group = ""
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(GAP)
        self._grid.setVerticalSpacing(GAP - 2)
        self._grid.setColumnStretch(1, 1)
        self.empty = self._choice("Empty points", lambda: EMPTY)
        self.group = self._choice("Selected group", lambda: self._group)
        self._empty_label = controls.label("Empty points", "muted")
        self.group_label = controls.label("", "muted")
        self._names: list[QLabel] = []
        self.level_box: QSpinBox = controls.number_box("Level", 1, 1)
        self.level_box.setPrefix("Level ")
        self.level_box.valueChanged.connect(self._show_level)
        self.level = self._choice("Level", lambda: level_part(self.level_box.value()))
        self._lay_out()
        self.opacity = live.slider(
            "Faint is",
            lambda value: live.change(partial(view_edits.set_opacity, opacity=value)),
            step=0.05,
            text=lambda value: f"{100 * value:.0f} %",
        )
        self.opacity.set_range(LEAST, MOST)
        self.all = controls.button(
            "Show everything",
            lambda: live.change(view_edits.show_everything),
            "No cut, peel, layer, explosion or explanation; nothing faint, hidden or coloured.",
        )
        controls.fill(column_in(self, GAP - 2), self._grid, self.opacity, self.all)

    def _choice(self, name: str, part: Callable[[], str]) -> SegmentedControl:
        choice = SegmentedControl(name, HOWS)
        choice.picked.connect(
            lambda how: self._live.change(lambda view: view_edits.show_part(view, part(), how))
        )
        return choice

    def _lay_out(self) -> None:
        """Put the rows below each other, a player each first."""
        for name in self._names:
            self._grid.removeWidget(name)
            controls.discard(name)
        self._names = [controls.label(player.capitalize(), "muted") for player in self.players]
        rows: list[tuple[QWidget, SegmentedControl]] = [
            *zip(self._names, self.players.values(), strict=True),
            (self._empty_label, self.empty),
            (self.group_label, self.group),
            (self.level_box, self.level),
        ]
        for number, (widget, choice) in enumerate(rows):
            self._grid.addWidget(widget, number, 0)
            self._grid.addWidget(choice, number, 1)

    # -- from the View to the controls -------------------------------------------------------

    def show_view(self, view: View, position: Position) -> None:
        """Show what a View says of the parts of a position."""
        board, players = position.game.board, tuple(position.game.players)
        if players != self._players:
            self._change_players(players)
        for player, choice in self.players.items():
            choice.set_value(how_shown(view, player_part(player)))
        self.empty.set_value(how_shown(view, EMPTY))
        self._group = view_edits.group_of(view, position, view.selected)
        self.group_label.setText(f"Group on {view.selected}")
        self.group_label.setVisible(bool(view.selected))
        self.group.setVisible(bool(view.selected))
        self.group.set_value(_how_at(view, position, view.selected))
        level = board.layers.get("level")
        top = 1 if level is None else int(level.max())
        self.level_box.setMaximum(top)
        self.level_box.setVisible(top > 1)
        self.level.setVisible(top > 1)
        self._show_level()
        self.opacity.set_value(view.opacity)
        self.opacity.setEnabled(any(how == "faint" for _, how in view.parts))
        self.all.setEnabled(view_edits.show_everything(view) is not view)

    def _show_level(self, _value: int = 0) -> None:
        part = level_part(self.level_box.value())
        self.level.set_value(how_shown(self._live.view, part))

    def _change_players(self, players: tuple[str, ...]) -> None:
        for choice in self.players.values():
            self._grid.removeWidget(choice)
            controls.discard(choice)
        self._players = players
        self.players = {
            player: self._choice(player.capitalize(), partial(player_part, player))
            for player in players
        }
        self._lay_out()


def _how_at(view: View, position: Position, site: str) -> How:
    """How the piece at a site is drawn, by its group's own word or by what holds for it."""
    board, players = position.game.board, tuple(position.game.players)
    strong = strength(board, position.pieces, players, view)
    if strong is None or site not in board:
        return "shown"
    left = float(strong[board.index(site)])
    return "hidden" if left == 0 else "faint" if left < 1 else "shown"


# Bookmarks: named Views kept in the record; a click flies there.


class Bookmarks(QWidget):
    """The list of a record's bookmarks and the line that adds one."""

    def __init__(self, session: Session, notices: Notices) -> None:
        super().__init__()
        self._session, self._attempt = session, notices.attempt
        column = column_in(self, 4)
        self._list = column_in(None, 0)
        self.name = controls.text_line("Name of the bookmark", "Name of this view")
        self.name.returnPressed.connect(self.keep)
        add = controls.button("Keep", self.keep)
        # The list is below: the line stays where it is.
        controls.fill(column, controls.fill(QHBoxLayout(), (self.name, 1), add), self._list)

    def keep(self) -> None:
        """Keep the live View under the name in the line."""
        known = self._session.document.record.bookmarks
        name = self.name.text().strip()
        if not name:
            name = next(f"View {k}" for k in range(1, 10**6) if f"View {k}" not in known)
        if self._attempt(lambda: self._session.bookmark(name)):
            self.name.clear()

    def changed(self, change: Change) -> None:
        """Show the bookmarks of the active document."""
        bookmarks = change.document.record.bookmarks
        if change.before.record.bookmarks is bookmarks and self._list.count():
            return
        controls.empty(self._list)
        for name in bookmarks:
            go = RowButton("bookmark", short(name, MOST_IN_LINE))
            go.setAccessibleName(f"Go to bookmark {short(name, MOST_IN_LINE)}")
            go.clicked.connect(lambda _=False, name=name: self._go(name))
            drop = controls.tool("close", f"Remove the bookmark {name}", partial(self._drop, name))
            self._list.addWidget(controls.holding(controls.fill(row_in(), (go, 1), drop)))

    def _go(self, name: str) -> None:
        self._attempt(lambda: self._session.set_view(self._session.bookmarked(name)))

    def _drop(self, name: str) -> None:
        self._attempt(lambda: self._session.forget_bookmark(name))


# The View of the active document, as the controls of the dock change it.


class LiveView:
    """Changes the View of the active document; what one drag of a slider does is one gesture.

    Attributes
    ----------
    board
        The board the controls were filled for, None before there is one.
    muted
        The controls are being set to a View and their signals mean nothing.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._gesture: Hashable = None
        self._gestures = count(1)
        self.board: Board | None = None
        self.muted = False

    @property
    def view(self) -> View:
        """The View."""
        return self._session.document.view

    def change(self, change: Callable[[View], View]) -> None:
        """Apply a function of Views."""
        view = self.view
        if self.muted or self._session.is_empty:
            return
        changed = change(view)
        if changed is not view:
            self._session.set_view(changed, self._gesture)

    def change_on_board(self, change: Callable[[View, Board], View]) -> None:
        """Apply a function of Views and the board; a list of another board does nothing."""
        board = self.board
        if board is not None and board is self._session.position.game.board:
            self.change(lambda view: change(view, board))

    def choice(
        self, name: str, choices: Sequence[tuple[str, object]], field: str
    ) -> SegmentedControl:
        """Return the values of a field of the View, side by side."""
        made = SegmentedControl(name, choices)
        made.picked.connect(lambda value: self.change(lambda view: replace(view, **{field: value})))
        return made

    def slider(
        self,
        name: str,
        moved: Callable[[float], None],
        *,
        step: float = 1.0,
        text: Callable[[float], str] | None = None,
    ) -> ValueSlider:
        """Return a slider whose drags are one gesture each; `moved` hears its values."""
        slider = ValueSlider(name, step=step, text=text)
        slider.moved.connect(moved)
        slider.begun.connect(self._begin)
        slider.ended.connect(self._end)
        return slider

    def _begin(self) -> None:
        self._gesture = ("look dock", next(self._gestures))

    def _end(self) -> None:
        self._gesture = None


VIEW_NAMES = (
    ("Standard", "iso"),
    ("Top", "top"),
    ("South", "south"),
    ("East", "east"),
    ("North", "north"),
    ("West", "west"),
    ("SW", "SW"),
    ("SE", "SE"),
    ("NE", "NE"),
    ("NW", "NW"),
    ("Below", "base"),
)


class ViewPanel(ScrolledPanel):
    """Everything of the `View` as controls; every change is one `Session.set_view`."""

    def __init__(
        self, session: Session, scene: SceneView, notices: Notices, chosen: ChosenPreferences
    ) -> None:
        super().__init__("Look")
        self._chosen = chosen
        self._session, self._scene = session, scene
        self._live = LiveView(session)
        self._live.muted = True
        self._shown: View | None = None
        self._players: tuple[str, ...] = ()
        self._build_views(self.section("VIEWS", first=True))
        self.bookmarks = Bookmarks(session, notices)
        self.section("BOOKMARKS").addWidget(self.bookmarks)
        self.cut = CutControls(self._live)
        self.section("CUT").addWidget(self.cut)
        self._build_layer(self.section("WORKING LAYER"))
        self.peel = PeelControls(self._live, notices.say)
        self.section("PEEL").addWidget(self.peel)
        self._build_space(self.section("EXPLOSION AND EMPTY POINTS"))
        self.parts = PartControls(self._live)
        self.section("SHOWN, FAINT, HIDDEN").addWidget(self.parts)
        self.colour = self._live.choice("Colour pieces by", COLOURS, "colour")
        self.section("COLOUR PIECES BY").addWidget(self.colour)
        self.focus = SegmentedControl(
            "Keep in sight",
            (("Nothing", "off"), ("What is chosen", "on"), ("And neighbours", "deep")),
        )
        self.focus.picked.connect(lambda value: self._chosen.change(focus=value))
        self._chosen.changed.connect(lambda _, now: self.focus.set_value(now.focus))
        self.focus.set_value(self._chosen.now.focus)
        self.section("KEEP IN SIGHT").addWidget(self.focus)
        self._build_show(self.section("SHOW"))
        self.column.addStretch(1)
        self._live.muted = False
        self.changed(session.whole())

    # -- building ----------------------------------------------------------------------------

    def _build_views(self, layout: QVBoxLayout) -> None:
        grid = QGridLayout()
        grid.setSpacing(4)
        self.view_buttons: dict[str, QPushButton] = {}
        for number, (title, name) in enumerate(VIEW_NAMES):
            button = QPushButton(title)
            button.setProperty("role", "small")
            button.setAccessibleName(f"View: {title}")
            button.clicked.connect(lambda _=False, name=name: self._look_from(name))
            grid.addWidget(button, number // 4, number % 4)
            self.view_buttons[name] = button
        layout.addLayout(grid)
        self.projection = SegmentedControl("Lens", (("Perspective", False), ("Parallel", True)))
        self.projection.picked.connect(
            lambda parallel: self._live.change(
                lambda view: replace(view, camera=replace(view.camera, parallel=parallel))
            )
        )
        layout.addWidget(self.projection)

    def _build_layer(self, layout: QVBoxLayout) -> None:
        self.layer_family = combo("Working layer of", (("Off", ""),))
        self.layer_family.activated.connect(self._choose_layer)
        self.layer_number = self._live.slider("Number", self._set_layer, text=self._layer_text)
        controls.fill(layout, self.layer_family, self.layer_number)

    def _build_space(self, layout: QVBoxLayout) -> None:
        live = self._live
        self.explode = live.slider(
            "Explosion",
            lambda value: live.change(lambda view: replace(view, explode=value)),
            step=0.05,
        )
        self.explode.set_range(0.0, WIDEST)
        self.flat = QCheckBox("All levels on the base")
        self.flat.clicked.connect(
            lambda on: live.change(lambda view: replace(view, explode=FLATTEST if on else 0.0))
        )
        ghosts = (("Legal", "legal"), ("All", "all"), ("Off", "off"))
        self.ghosts = live.choice("Empty points", ghosts, "ghosts")
        styles = (("Dots", "dots"), ("Glass shells", "shells"))
        self.ghost_style = live.choice("Drawn as", styles, "ghost_style")
        controls.fill(layout, self.explode, self.flat, self.ghosts, self.ghost_style)

    def _build_show(self, layout: QVBoxLayout) -> None:
        self.switches: list[QCheckBox] = []
        for switch in view_edits.VIEW_SWITCHES:
            box = QCheckBox(switch.title)
            box.clicked.connect(lambda _=False, switch=switch: self._live.change(switch.switched))
            self.switches.append(box)
            layout.addWidget(box)
        layout.addWidget(controls.label("Hold X for the lens at the cursor.", "small"))

    # -- from the controls to the View -------------------------------------------------------

    def _look_from(self, name: str) -> None:
        self._scene.fly(view_edits.look_from(self._live.view, name))

    def _choose_layer(self, index: int) -> None:
        family = str(self.layer_family.itemData(index))

        def chosen(view: View, board: Board) -> View:
            if not family:
                return replace(view, layer=None)
            numbers = board.layers[family]
            return replace(view, layer=(family, int(numbers.min() + numbers.max()) // 2))

        self._live.change_on_board(chosen)

    def _layer_text(self, value: float) -> str:
        return plane_number(str(self.layer_family.currentData()), value)

    def _set_layer(self, value: float) -> None:
        family = str(self.layer_family.currentData())

        def moved(view: View) -> View:
            return view if view.layer is None else replace(view, layer=(family, int(value)))

        self._live.change(moved)

    # -- from the View to the controls -------------------------------------------------------

    def show_bookmarks(self) -> None:
        """Bring the bookmarks into sight, ready to be named."""
        self.ensureWidgetVisible(self.bookmarks)
        self.bookmarks.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def changed(self, change: Change) -> None:
        """Show the View of the active document; returns at once when it is the one shown."""
        document = change.document
        self.bookmarks.changed(change)
        self.body.setEnabled(not document.is_placeholder)
        if document.is_placeholder:
            return
        before = change.before
        position = self._session.position_of(document)
        board, players = position.game.board, tuple(position.game.players)
        if board is not self._live.board:
            self._live.board = board
            self.cut.fill(board)
            families = [(TITLES.get(name, name), name) for name in layer_families(board)]
            controls.fill_combo(self.layer_family, [("Off", ""), *families])
        elif players == self._players:
            if before.view is document.view:
                return
            if self._shown == _controlled(document.view):
                return  # the scene is turned, and no control here says how far
        self._players, self._shown = players, _controlled(document.view)
        self._live.muted = True
        try:
            self._show(document.view, position)
        finally:
            self._live.muted = False

    def _show(self, view: View, position: Position) -> None:
        board = position.game.board
        self.projection.set_value(view.camera.parallel)
        self.cut.show_view(view, board)
        layer = None if view.layer is None else offered_layer(board, view.layer)
        set_combo(self.layer_family, layer[0] if layer else "")
        self.layer_number.setEnabled(layer is not None)
        if layer is not None:
            numbers = board.layers[layer[0]]
            self.layer_number.set_range(int(numbers.min()), int(numbers.max()))
            self.layer_number.set_value(layer[1])
        self.peel.show_view(view, board)
        self.parts.show_view(view, position)
        self.colour.set_value(view.colour)
        self.explode.set_value(max(0.0, view.explode))
        self.flat.setChecked(view.explode < 0)
        self.ghosts.set_value(view.ghosts)
        self.ghost_style.set_value(view.ghost_style)
        for switch, box in zip(view_edits.VIEW_SWITCHES, self.switches, strict=True):
            box.setChecked(switch.is_on(view))


def _controlled(view: View) -> View:
    """Return `view` without what no control shows: from where the camera looks."""
    return replace(view, camera=Camera(parallel=view.camera.parallel))
