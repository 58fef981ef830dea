"""The surface of the level maps: paints them, and turns mouse and keys into points of the board."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, hypot

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from viewer.panels.maps.layout import Arrangement, Fitted
from viewer.panels.maps.map_facts import MapFacts
from viewer.panels.maps.painting import draw_names, maps_drawing, pointed_out, style_of
from viewer.picture.flat.drawing import Drawing, Text
from viewer.picture.picking import lattice_cursor
from viewer.picture.picking.lattice_cursor import Cursor, Moved
from viewer.widgets.appearance.theme import Tokens, active_theme
from viewer.widgets.flat_painting import Replay, text_box

ARROWS = {
    Qt.Key.Key_Left: "west",
    Qt.Key.Key_Right: "east",
    Qt.Key.Key_Up: "north",
    Qt.Key.Key_Down: "south",
}
"""North is up on every map."""
STRIDE = 3.0
"""Pixels between two places of a stroke that are looked at."""
CLICK = 5
"""A press and release nearer than this, in logical pixels, is a click."""
WHEEL_STEP = 120


class MapCanvas(QWidget):
    """Maps of some levels, side by side.

    Signals carry site numbers; None says that nothing is pointed at.
    """

    hovered = Signal(object)
    chosen = Signal(int)
    missed = Signal()
    """A click beside the points."""
    named = Signal(int, QPoint)
    cursor_moved = Signal(int)
    level_wanted = Signal(int)
    zoom_wanted = Signal(float)
    blocked = Signal(str)
    brushed = Signal(int, bool)
    """A stroke of the set-up reached a site; True: it begins there."""
    left = Signal()
    """The keyboard went elsewhere."""
    escaped = Signal()
    """Escape was pressed while no button was held."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("MapCanvas")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.facts: MapFacts | None = None
        self.brushes: Callable[[], bool] = lambda: False
        self.arrangement = Arrangement((), 0, 0)
        self.level = 1
        self.hover: int | None = None
        self._cursor: Cursor | None = None
        self.mover: str | None = None
        self.neighbours = True
        self.tokens: Tokens = active_theme()
        self._maps: Replay | None = None
        self._pressed: tuple[QPointF, int] | None = None
        self._stroke: QPointF | None = None
        self._wheel = 0

    @property
    def cursor_site(self) -> int | None:
        """The site of the keyboard's cursor."""
        return None if self._cursor is None else self._cursor.site

    # -- what is shown -----------------------------------------------------------------------

    def show_facts(self, facts: MapFacts | None, mover: str | None) -> None:
        """Show another position, or the same one under another View."""
        other_board = self.facts is None or facts is None or facts.board is not self.facts.board
        self.facts, self.mover = facts, mover
        if other_board:
            self.hover = self._cursor = None
        self.repaint_maps()

    def show_fitted(self, fitted: Fitted) -> None:
        """Draw the maps where they were laid out."""
        self.arrangement = fitted.arrangement
        self.setFixedSize(fitted.width, fitted.height)
        self.repaint_maps()

    def wear(self, tokens: Tokens) -> None:
        """Draw in the colours of a palette."""
        self.tokens = tokens
        self.repaint_maps()

    def repaint_maps(self) -> None:
        """Draw the maps anew: what they show differs, or how they look."""
        self._maps = None
        self.update()

    def set_hover(self, site: int | None) -> None:
        """Light a point and its neighbours; says nothing to anybody."""
        if site == self.hover:
            return
        self._touch(self.hover)
        self.hover = site
        self._touch(site)

    def show_neighbours(self, shown: bool) -> None:
        """Ring what touches the point that is pointed at, or only the point."""
        if shown != self.neighbours:
            self.neighbours = shown
            self._touch(self.hover)

    def set_cursor(self, site: int | None) -> None:
        """Put the keyboard's cursor on a point."""
        if site == self.cursor_site or self.facts is None:
            return
        self._put(None if site is None else lattice_cursor.at(self.facts.board, site))

    def _put(self, cursor: Cursor | None) -> None:
        self._touch(self.cursor_site)
        self._cursor = cursor
        self._touch(self.cursor_site)

    def rect_of(self, site: int) -> QRect:
        """Return where the ball of `site` is drawn, empty when its level is not shown."""
        if self.facts is None:
            return QRect()
        layers = self.facts.board.layers
        square = self.arrangement.square(int(layers["level"][site]))
        if square is None:
            return QRect()
        x, y = square.place(int(layers["file"][site]), int(layers["rank"][site]))
        side = 2 * square.unit
        return QRectF(x - side / 2, y - side / 2, side, side).toAlignedRect()

    def site_at(self, place: QPointF) -> int | None:
        """Return the point drawn under a pixel of this widget."""
        if self.facts is None:
            return None
        square = self.arrangement.at(place.x(), place.y())
        cell = None if square is None else square.cell(place.x(), place.y())
        if square is None or cell is None:
            return None
        return self.facts.at.get((square.level, *cell))

    def _touch(self, site: int | None) -> None:
        """Repaint what pointing at `site` changes: it and its neighbours on every map shown."""
        if site is None or self.facts is None:
            return
        layers = self.facts.board.layers
        file, rank = int(layers["file"][site]), int(layers["rank"][site])
        for square in self.arrangement.squares:
            if abs(square.level - int(layers["level"][site])) <= 1:
                x, y = square.place(file, rank)
                reach = 3.4 * square.unit + 4
                around = QRectF(x - reach, y - reach, 2 * reach, 2 * reach)
                self.update(around.toAlignedRect())

    # -- painting ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.facts is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._maps is None:
            self._maps = Replay(
                maps_drawing(self.facts, self.arrangement, self.tokens, self.font()), self.font()
            )
        self._maps.paint(painter, QRectF(event.rect()))
        over = pointed_out(
            self.facts,
            self.arrangement,
            self.tokens,
            self.hover,
            self.cursor_site if self.hasFocus() else None,
            mover=self.mover,
            neighbours=self.neighbours,
        )
        Replay(over, self.font()).paint(painter)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.repaint_maps()

    def painted_text(self) -> list[tuple[QRectF, str]]:
        """Return the texts around the maps, and where (for those who look at the layout)."""
        drawing = Drawing(0, 0)
        for square in self.arrangement.squares if self.facts is not None else ():
            draw_names(drawing, square, self.tokens, style_of(self.tokens, self.font()).measure)
        texts = (shape for shape in drawing.shapes if isinstance(shape, Text))
        return [(text_box(text, self.font()), text.words) for text in texts]

    # -- mouse -------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        site = self.site_at(event.position())
        self._hover_by_hand(site)
        if self._stroke is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._brush_on(event.position())

    def _brush_on(self, place: QPointF) -> None:
        """Reach all points on the way: a quick mouse tells few places of it."""
        assert self._stroke is not None
        start, self._stroke = self._stroke, place
        way = place - start
        steps = max(1, ceil(hypot(way.x(), way.y()) / STRIDE))
        last = self.site_at(start)
        for step in range(1, steps + 1):
            site = self.site_at(start + way * (step / steps))
            if site is not None and site != last:
                self.brushed.emit(site, False)
            last = site

    def leaveEvent(self, event: QEvent) -> None:
        self._hover_by_hand(None)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._hover_by_hand(None)  # nothing is pointed at in maps that are not there

    def _hover_by_hand(self, site: int | None) -> None:
        if site != self.hover:
            self.set_hover(site)
            self.hovered.emit(site)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        site = self.site_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if site is None:
            self.missed.emit()
        else:
            self._pressed = (event.position(), site)
            self.set_cursor(site)
            self._hover_by_hand(site)
            if self.brushes():
                self._pressed, self._stroke = None, event.position()
                self.brushed.emit(site, True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed, self._stroke = self._pressed, None, None
        if pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        way = event.position() - pressed[0]
        near = way.x() ** 2 + way.y() ** 2 < CLICK**2
        if near and self.site_at(event.position()) == pressed[1]:
            self.chosen.emit(pressed[1])

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        site = self.site_at(QPointF(event.pos()))
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            site = self.cursor_site
        if site is not None:
            self.named.emit(site, event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A notch is a level; with Ctrl it zooms; Shift leaves the scrolling to the scroll area."""
        turn = event.angleDelta().y()
        modifiers = event.modifiers()
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            self.zoom_wanted.emit(1.25 if turn > 0 else 0.8)
        elif modifiers & Qt.KeyboardModifier.ShiftModifier or not turn:
            event.ignore()
            return
        else:
            self._wheel += turn
            notches = int(self._wheel / WHEEL_STEP)
            self._wheel -= notches * WHEEL_STEP
            if notches:
                self.level_wanted.emit(self.level + notches)
        event.accept()

    # -- keys --------------------------------------------------------------------------------

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # Where a button that has the keyboard goes, Qt gives it to the maps for a moment.
        QTimer.singleShot(0, self, self._begin_cursor)
        self._touch(self.cursor_site)

    def _begin_cursor(self) -> None:
        """Put the cursor into the middle of the level, where the keyboard has come to stay."""
        if self.hasFocus() and self.cursor_site is None and self.facts is not None:
            self.move_cursor(self._entry())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._pressed = None
        self._touch(self.cursor_site)
        self.left.emit()

    def _entry(self) -> int:
        """Where the cursor starts: the middle of the active level."""
        assert self.facts is not None
        sites = self.facts.sites[self.level - 1]
        return int(sites[len(sites) // 2])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._pressed is not None:
            self._pressed = None  # a press taken back: the release places nothing
            return
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
            return
        if self.facts is None or event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        ):
            super().keyPressEvent(event)
        elif event.key() in ARROWS:
            self._move(arrow=ARROWS[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self._move(levels=1 if event.key() == Qt.Key.Key_PageUp else -1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.cursor_site is not None:
                self.chosen.emit(self.cursor_site)
        else:
            super().keyPressEvent(event)

    def move_cursor(self, site: int) -> None:
        """Put the cursor on a point and tell who follows it."""
        self.set_cursor(site)
        self._tell_cursor(site)

    def _tell_cursor(self, site: int) -> None:
        self.set_hover(site)
        self.cursor_moved.emit(site)
        self.hovered.emit(site)

    def _move(self, *, arrow: str = "", levels: int = 0) -> None:
        """Take one step on the level or from level to level; at a border stay and name it."""
        assert self.facts is not None
        board, cursor = self.facts.board, self._cursor
        if cursor is None:
            cursor = lattice_cursor.at(board, self._entry())
        moved: Moved
        if arrow:
            moved = lattice_cursor.step(board, cursor, arrow)
        else:
            moved = lattice_cursor.climb(board, cursor, levels)
        if moved.border:
            self.blocked.emit(moved.border)
            return
        self._put(moved.cursor)
        self._tell_cursor(moved.cursor.site)
