"""The Level maps dock: the board level by level, by mouse, keys and screen reader."""

from collections.abc import Callable
from dataclasses import replace as replace_field

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QMenu, QScrollArea, QSizePolicy, QStyle, QToolButton, QWidget

from model.contract.game import Position
from model.records.view import Camera, Mark
from viewer.analysis.analysis_service import AnalysisService, bare_point
from viewer.games.facts import PositionBound
from viewer.games.registry import game_view_of
from viewer.panels.maps import accessibility, layout
from viewer.panels.maps.canvas import MapCanvas
from viewer.panels.maps.map_facts import MapFacts, fitting, over_maps
from viewer.picture.compose.colouring import Legend, heat_row
from viewer.picture.compose.composer import base_picture
from viewer.picture.compose.overlays import HEAT, with_overlays
from viewer.picture.compose.transition import plies
from viewer.picture.picking import click_meaning
from viewer.picture.picking.click_meaning import Refuse, Select
from viewer.scene_view.scene_view import SceneView
from viewer.scene_view.site_menu import add_marks
from viewer.scene_view.toolbox import Toolbox
from viewer.session.document.document import Document
from viewer.session.preferences import Preferences
from viewer.session.session import Change, Session, SessionError, State
from viewer.tools import play_tool
from viewer.visuals.overlay_types import Heat, Overlay
from viewer.widgets import controls
from viewer.widgets.announcing import announce
from viewer.widgets.appearance.chosen_preferences import text_scale, with_text
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.colour_legend import ColourLegend
from viewer.widgets.prose import begun, plain_tip

LEAST_TEXT = 0.9
"""Letters of the maps are the smallest there are: with a smaller text they stay readable."""
ZOOM = (1.0, 6.0)
"""The maps fit their room at 1; farther out there is nothing to see."""

_ANY_CAMERA = Camera()


class LevelBar(QWidget):
    """Buttons and the number of the active level.

    Signals
    -------
    stepped(int)
        A level up (1) or down (-1) is wanted.
    zoomed(float)
        Maps larger or smaller by this factor are wanted.
    """

    stepped = Signal(int)
    zoomed = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self._down = _button("▾", "One level down", lambda: self.stepped.emit(-1))
        self._up = _button("▴", "One level up", lambda: self.stepped.emit(1))
        self._title = controls.label("")
        self._title.setObjectName("LevelMapsTitle")
        self.everything = _button("All", "All levels at once")
        self.everything.setCheckable(True)
        self._smaller = _button("−", "Smaller maps", lambda: self.zoomed.emit(0.8))
        self._larger = _button("+", "Larger maps", lambda: self.zoomed.emit(1.25))
        row = controls.fill(controls.row_in(self, 2), self._down, self._title, self._up, 0)
        controls.fill(row, self._smaller, self._larger, self.everything)

    def show_level(self, level: int, levels: int) -> None:
        """Name the active level, from 1."""
        self._title.setText(f"Level {level} of {levels}")
        widest = f"Level {levels} of {levels}"
        self._title.setMinimumWidth(self._title.fontMetrics().horizontalAdvance(widest) + 2)
        self._down.setEnabled(level > 1)
        self._up.setEnabled(level < levels)

    def show_zoom(self, *, smaller: bool, larger: bool) -> None:
        """Offer the sizes that are left."""
        self._smaller.setEnabled(smaller)
        self._larger.setEnabled(larger)

    def clear(self) -> None:
        """Name no level: there is none."""
        self._title.setText("")


def _button(text: str, tip: str, act: Callable[[], object] | None = None) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setToolTip(plain_tip(tip))
    button.setAccessibleName(tip)
    if act is not None:
        button.clicked.connect(act)
    return button


class MapArea(QScrollArea):
    """A canvas of maps, with scroll bars shown exactly where the layout says.

    Qt would show and hide them by itself, which resizes the viewport; maps that followed the
    viewport led to a scroll bar, which led to other maps, and so on without end.

    Signals
    -------
    resized()
        The area itself has another size; never told when scroll bars come or go.
    """

    resized = Signal()

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__()
        self._canvas = canvas
        self._asked: tuple[int, int, int, int, int, bool, float, float] | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setWidget(canvas)
        # The maps lie on the dock's own ground.
        self.viewport().setAutoFillBackground(False)
        canvas.setAutoFillBackground(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def event(self, event: QEvent) -> bool:
        # Not `resizeEvent`: a scroll area hears there of its viewport.
        heard = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.StyleChange):
            self.resized.emit()
        return heard

    def lay_out(self, size: int, level: int, *, everything: bool, zoom: float) -> None:
        """Lay the maps of a board out (`viewer.panels.maps.layout.fit`) and draw them so."""
        bar = self.verticalScrollBar()
        over = bar.style().styleHint(QStyle.StyleHint.SH_ScrollBar_Transient, None, bar)
        thick = 0 if over else bar.sizeHint().width()
        text = max(LEAST_TEXT, text_scale(self))
        asked = (size, level, self.width(), self.height(), thick, everything, zoom, text)
        if asked == self._asked:  # another size of text is told of many times over
            return
        self._asked = asked
        fitted = layout.fit(*asked[:5], everything=everything, zoom=zoom, text=text)
        self._canvas.show_fitted(fitted)
        self.setHorizontalScrollBarPolicy(_policy(fitted.across))
        self.setVerticalScrollBarPolicy(_policy(fitted.down))


def _policy(shown: bool) -> Qt.ScrollBarPolicy:
    policies = Qt.ScrollBarPolicy
    return policies.ScrollBarAlwaysOn if shown else policies.ScrollBarAlwaysOff


class LevelMaps(QWidget):
    """Three maps around the active level, or all of them.

    Signals
    -------
    hovered(int or None)
        The point under the mouse or the keyboard's cursor; the scene lights it too.
    """

    hovered = Signal(object)

    def __init__(
        self,
        session: Session,
        analysis: AnalysisService,
        scene: SceneView,
        toolbox: Toolbox,
        preferences: Preferences,
    ) -> None:
        super().__init__()
        controls.dress_as(self, "Panel")
        self.setAccessibleName("Level maps")
        accessibility.install()
        self._session, self._analysis = session, analysis
        self._scene, self._toolbox, self._preferences = scene, toolbox, preferences
        self._plan: PositionBound[tuple[Overlay, ...]] = PositionBound(())
        self._signs: tuple[Mark, ...] = ()
        self._position: Position | None = None
        self._told: tuple[object, ...] = ()
        self._begun: object = None
        self._zoom = 1.0
        self._build()
        self.bar.everything.setChecked(self._preferences.level_maps == "all")
        self.prefer(self._preferences)
        self.changed(session.whole())

    # -- the widget --------------------------------------------------------------------------

    def _build(self) -> None:
        column = controls.column_in(self, GAP // 2, 2 * GAP, 0, 2 * GAP, GAP)
        self.canvas = MapCanvas()
        self.bar = LevelBar()
        self.bar.stepped.connect(lambda step: self.turn_to(self.canvas.level + step))
        self.bar.zoomed.connect(self._zoom_by)
        self.bar.everything.toggled.connect(self._arrange)
        column.addWidget(self.bar)
        self.brush = controls.combo("Brush on the level maps", ())
        self.brush.setToolTip("What a click or a stroke puts on the maps (B: the next one)")
        self.brush.activated.connect(lambda _: self._toolbox.setup.take(self.brush.currentData()))
        self.brush.hide()
        self._hears_brush = False
        column.addWidget(self.brush)
        self._area = MapArea(self.canvas)
        self._area.resized.connect(self._arrange)
        column.addWidget(self._area, 1)

        self.legend = ColourLegend()
        self.legend.setObjectName("HeatLegend")
        column.addWidget(self.legend, 0, Qt.AlignmentFlag.AlignLeft)
        # Room for two lines of text, whatever it says and in any size.
        self.line = controls.label("", "small", wraps=True)
        self.line.setObjectName("LevelMapsLine")
        self.line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.line.setAlignment(Qt.AlignmentFlag.AlignTop)
        with_text(
            self.line,
            lambda _: self.line.setFixedHeight(2 * self.line.fontMetrics().lineSpacing() + 4),
        )
        column.addWidget(self.line)

        self.canvas.hovered.connect(self._on_hover)
        self.canvas.chosen.connect(self._on_choice)
        self.canvas.missed.connect(self._on_miss)
        self.canvas.brushed.connect(lambda site, first: self._toolbox.setup.stroke(site, first))
        self.canvas.brushes = lambda: self._scene.tools.is_on("set-up")
        self.canvas.named.connect(self._on_menu)
        self.canvas.cursor_moved.connect(self._on_cursor)
        self.canvas.level_wanted.connect(self.turn_to)
        self.canvas.zoom_wanted.connect(self._zoom_by)
        self.canvas.blocked.connect(self._tell)
        self.canvas.blocked.connect(lambda border: announce(self.canvas, border))
        self.canvas.escaped.connect(self._escape)
        self.canvas.left.connect(lambda: self._point_at(self._scene.input.active_site))
        self.setFocusProxy(self.canvas)

    def sizeHint(self) -> QSize:
        return QSize(330, 460)

    def minimumSizeHint(self) -> QSize:
        """Never narrower than the line above the maps, which grows with the text."""
        return QSize(max(220, self.bar.minimumSizeHint().width() + 4 * GAP), 200)

    # -- what it follows ---------------------------------------------------------------------

    def changed(self, change: Change) -> None:
        """Show the active document."""
        document = change.document
        view = game_view_of(self._session.position_of(document))
        self.setEnabled(not document.is_placeholder and view.level_maps)
        if not self.isEnabled():
            self.canvas.show_facts(None, None)
            self._tell_heat(None, "")
            self.bar.clear()
            self._tell("")
            return
        self._signs = self._scene.laid.marks
        self._show(change.new)
        layer = document.view.layer
        if layer is not None and layer[0] == "level" and layer != change.before.view.layer:
            self.turn_to(layer[1])
        elif change.before.is_placeholder:
            self.turn_to(1)
        self._begin(document)
        self._point_at(self._scene.input.active_site)

    def _begin(self, document: Document) -> None:
        """Turn to the level that a step asks for, else to the lowest where a move can be made."""
        begun = None if document.exercise is None else document.exercise.begun
        fresh = None if begun is None else (document.key, begun[0])
        if fresh == self._begun:
            return
        self._begun, facts = fresh, self.canvas.facts
        if begun is None or facts is None or document.view.layer is not None:
            return
        levels = facts.board.layers["level"][facts.legal]
        self.turn_to(begun[1] or int(min(levels, default=1)))

    def _show(self, state: State) -> None:
        """Draw the active document; the maps of another board begin at the base.

        Nothing is painted where only the camera differs from what they show.
        """
        document = state.document
        if document.is_placeholder:
            return
        position, before = self._session.position_of(document), self.canvas.facts
        if not game_view_of(position).level_maps:
            return  # what lies over it is told before the game is, or while the dock is hidden
        move = document.record.nodes[document.node].move
        over = self._plan.of(position)
        still = replace(document.view, camera=_ANY_CAMERA)
        entry, entered = self._session.entry, self._session.entered
        drawn = (still, entered, move, self._mover(), over, self._signs, self._preferences.bands)
        if before is not None and position is self._position and drawn == self._told:
            return
        self._position, self._told = position, drawn
        board = position.game.board
        so_far = click_meaning.partial_move_of(entry, entered)
        by_move = document.view.colour == "move"
        picture = replace_field(
            base_picture(position),
            pieces=so_far.table.pieces,
            view=still,
            legal=so_far.choices,
            plies=plies(document.record, document.node, board) if by_move else None,
            last=board.index(move) if move in board else None,
            bands=self._preferences.bands,
        )
        picture = with_overlays(fitting(picture), position, over, self._signs)
        facts = MapFacts(picture, position)
        self.canvas.show_facts(facts, self._mover())
        self._tell_heat(facts.heat, document.view.show)
        if before is None or before.board is not board:
            self.turn_to(1)

    def _tell_heat(self, heat: Heat | None, show: str) -> None:
        """Say what the colours mean; room stays for that as long as somebody wants to know.

        Heat comes a moment after each move: the maps must not grow and shrink with it.
        """
        position = self._position
        policy = self.legend.sizePolicy()
        policy.setRetainSizeWhenHidden(show in HEAT)
        self.legend.setSizePolicy(policy)
        if heat is not None and position is not None:
            name = f"{position.game.players[heat.owner].capitalize()}'s chances in %"
            self.legend.show_legend(Legend("", (heat_row(heat, name),)))
        self.legend.setVisible(heat is not None)

    def retell(self) -> None:
        """Tell the point again: more is known of it, or clicks mean something else."""
        self.canvas.mover = self._mover()
        self._follow_brush()
        self._point_at(self.canvas.hover)

    def _follow_brush(self) -> None:
        """Offer the brushes while clicks set up."""
        on = self._scene.tools.is_on("set-up")
        if on:
            tool = self._toolbox.setup
            if not self._hears_brush:
                self._hears_brush = True
                tool.changed.connect(self._follow_brush)
            controls.fill_combo(self.brush, tool.brushes)
            controls.set_combo(self.brush, tool.brush)
        self.brush.setVisible(on and self.brush.count() > 0)

    def show_hover(self, site: int | None) -> None:
        """Light the point that is hovered in the scene, and follow it to its level."""
        self._point_at(site)
        site, facts = self.canvas.hover, self.canvas.facts
        if site is not None and facts is not None and not self.bar.everything.isChecked():
            level = int(facts.board.layers["level"][site])
            if level != self.canvas.level:
                self.turn_to(level)

    def _point_at(self, site: int | None) -> None:
        """Light and tell the point that scene and maps are about."""
        tool = self._scene.tools.current
        self.canvas.show_neighbours(tool is None or not tool.only_names)
        facts = self.canvas.facts
        if site is not None and (facts is None or site >= len(facts.board)):
            site = None  # the scene shows another board already, the maps are told in a moment
        self.canvas.set_hover(site)
        self._tell_point(site)

    def show_over(self, overlays: tuple[Overlay, ...]) -> None:
        """Lay over the maps what lies over the scene: it goes with the position shown now."""
        position, over = self._session.position, over_maps(overlays)
        if over == self._plan.of(position):
            return
        self._plan.keep(position, over)
        if self.canvas.facts is not None:
            self._show(self._session.state)

    def show_signs(self, marks: tuple[Mark, ...]) -> None:
        """Draw these marks until another position comes: the node's, and those shown for now."""
        self._signs = marks
        if self.canvas.facts is not None:
            self._show(self._session.state)

    def prefer(self, preferences: Preferences) -> None:
        """Follow the preferences: palette and bands."""
        self._preferences = preferences
        if self.canvas.facts is not None:
            self._show(self._session.state)
        self._tell_point(self.canvas.hover)

    # -- levels and sizes --------------------------------------------------------------------

    def turn_to(self, level: int) -> None:
        """Make `level` the active one; beyond the apex or the base the last one stays."""
        facts = self.canvas.facts
        if facts is None:
            return
        self.canvas.level = max(1, min(facts.size, level))
        self._arrange()

    def _arrange(self) -> None:
        facts = self.canvas.facts
        if facts is None:
            self.bar.clear()
            return
        self.bar.show_level(self.canvas.level, facts.size)
        self.bar.show_zoom(smaller=self._zoom > ZOOM[0], larger=self._zoom < ZOOM[1])
        everything = self.bar.everything.isChecked()
        self._area.lay_out(facts.size, self.canvas.level, everything=everything, zoom=self._zoom)

    def _zoom_by(self, factor: float) -> None:
        self._zoom = max(ZOOM[0], min(ZOOM[1], self._zoom * factor))
        self._arrange()

    # -- hand and keys -----------------------------------------------------------------------

    def _mover(self) -> str | None:
        """Whose ball a click would bring: the brush's while setting up, else the side to move."""
        position, tool = self._session.entry, self._scene.tools.current
        if tool is None:
            return None if self._session.turn.refusal else position.to_move
        return None if tool.preview is None else position.game.players[tool.preview]

    def _on_hover(self, site: int | None) -> None:
        self.canvas.mover = self._mover()
        self.hovered.emit(site)
        self._analysis.weigh(site)
        # Where the mouse has left the maps, the scene has a point of its own.
        self._point_at(self._scene.input.active_site if site is None else site)

    def _on_cursor(self, site: int) -> None:
        facts = self.canvas.facts
        assert facts is not None
        level = int(facts.board.layers["level"][site])
        if level != self.canvas.level:
            self.turn_to(level)
        area = self.canvas.rect_of(site)
        self._area.ensureVisible(area.center().x(), area.center().y(), 40, 40)
        accessibility.announce_cursor(self.canvas)

    def _escape(self) -> None:
        """Do what Escape does in the scene."""
        if not (self._scene.input.cancel() or self._session.step_back()):
            self._session.answer_anew()

    def _on_miss(self) -> None:
        """A click beside the points means what it means in the scene."""
        tool = self._scene.tools.current
        if tool is not None:
            tool.clicked(None, False)

    def _on_choice(self, site: int) -> None:
        """Place a ball; on a ball, select its group; on a point that is hidden, say so."""
        facts, document = self.canvas.facts, self._session.document
        if facts is None:
            return
        name = facts.board.names[site]
        tool = self._scene.tools.current
        if tool is not None and tool.clicked(site, bool(facts.owner[site] >= 0)):
            return
        try:
            meaning = play_tool.click(self._session, site, pin=self._scene.input.confirm_moves)
        except SessionError as error:
            self._tell(str(error))
            return
        match meaning:
            case Select():
                if document.view.selected != name:
                    self._session.set_view(replace(document.view, selected=name))
            case Refuse(sentence):
                self._tell(sentence)
            case _ if self._session.entered:
                self._tell(self._waiting(name))

    def _waiting(self, name: str) -> str:
        """What may follow in the partial move."""
        steps = self._session.steps()
        if steps.complete and not steps.choices:
            return f"{name} is pinned. Click it again or press Enter to play it"
        return steps.message

    def _on_menu(self, site: int, place: QPoint) -> None:
        menu = self.menu(site)
        if menu is not None:
            menu.exec(place)

    def menu(self, site: int) -> QMenu | None:
        """Return the menu of a point: its name, and what can be done there."""
        facts, document = self.canvas.facts, self._session.document
        if facts is None:
            return None
        name = facts.board.names[site]
        level = int(facts.board.layers["level"][site])
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSection(name)
        place = menu.addAction(f"Place a {facts.piece} on {name}", lambda: self._on_choice(site))
        place.setEnabled(bool(facts.legal[site]))
        centre = tuple(float(value) for value in facts.board.centres[site])
        view = document.view
        camera = replace(view.camera, centre=centre)
        menu.addAction("Centre here", lambda: self._session.set_view(replace(view, camera=camera)))
        menu.addAction(
            f"Working layer through level {level}",
            lambda: self._session.set_view(replace(view, layer=("level", level))),
        )
        position, tool = self._session.position, self._toolbox.annotation
        ball = bool(facts.owner[site] >= 0)
        add_marks(menu, tool, self._scene.attempt, position, site, ball)
        menu.addAction("Copy name", lambda: QGuiApplication.clipboard().setText(name))
        return menu

    # -- the line at the foot ----------------------------------------------------------------

    def _tell(self, sentence: str) -> None:
        self.line.setText(begun(sentence))

    def _tell_point(self, site: int | None) -> None:
        position = self._session.position
        facts = self.canvas.facts
        # The maps may have yet to hear of another board.
        if site is None or facts is None or facts.board is not position.game.board:
            self._tell("")
            return
        tool = self._scene.tools.current
        if tool is not None and (tool.shows_all_points or tool.only_names):  # a click is no move
            sentence = bare_point(position, site)
        else:
            sentence = self._analysis.point_text(position, site)
        hidden = " (hidden in the scene)" if facts.hidden[site] else ""
        self._tell(sentence + hidden)
