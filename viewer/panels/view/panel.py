"""The Look dock: views, cuts, layer, peels, explosion, what is shown and its colours, bookmarks."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QVBoxLayout

from model.boards.board import Board
from model.contract.game import Position
from model.records.view import FLATTEST, WIDEST, Camera, View
from viewer.panels.view.bookmarks import Bookmarks
from viewer.panels.view.cut_controls import CutControls
from viewer.panels.view.live_view import LiveView
from viewer.panels.view.part_controls import ColourControls, PartControls
from viewer.panels.view.peel_controls import PeelControls
from viewer.picture.visibility import view_edits
from viewer.picture.visibility.parts import layer_families, offered_layer
from viewer.picture.words.plane_names import TITLES, plane_number
from viewer.scene_view.scene_view import SceneView
from viewer.session.session import Change, Session
from viewer.widgets import controls
from viewer.widgets.appearance.chosen_preferences import ChosenPreferences
from viewer.widgets.controls import ScrolledPanel, SegmentedControl, combo, set_combo
from viewer.widgets.messages import Notices

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
        self.bookmarks = Bookmarks(session, notices.say)
        self.section("BOOKMARKS").addWidget(self.bookmarks)
        self.cut = CutControls(self._live)
        self.section("CUT").addWidget(self.cut)
        self._build_layer(self.section("WORKING LAYER"))
        self.peel = PeelControls(self._live, notices.say)
        self.section("PEEL").addWidget(self.peel)
        self._build_space(self.section("EXPLOSION AND EMPTY POINTS"))
        self.parts = PartControls(self._live)
        self.section("SHOWN, FAINT, HIDDEN").addWidget(self.parts)
        self.colour = ColourControls(self._live)
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
            button.clicked.connect(partial(self._look_from, name))
            grid.addWidget(button, number // 4, number % 4)
            self.view_buttons[name] = button
        layout.addLayout(grid)
        self.projection = SegmentedControl("Lens", (("Perspective", False), ("Parallel", True)))
        self.projection.picked.connect(self._set_parallel)
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
        self.ghosts = SegmentedControl(
            "Empty points", (("Legal", "legal"), ("All", "all"), ("Off", "off"))
        )
        self.ghosts.picked.connect(
            lambda value: live.change(lambda view: replace(view, ghosts=value))
        )
        self.ghost_style = SegmentedControl(
            "Drawn as", (("Dots", "dots"), ("Glass shells", "shells"))
        )
        self.ghost_style.picked.connect(
            lambda value: live.change(lambda view: replace(view, ghost_style=value))
        )
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

    def _look_from(self, name: str, _checked: bool = False) -> None:
        self._scene.fly(view_edits.look_from(self._live.view, name))

    def _set_parallel(self, parallel: bool) -> None:
        self._live.change(
            lambda view: replace(view, camera=replace(view.camera, parallel=parallel))
        )

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
