"""The surface of the level maps: paints them, and turns mouse and keys into points of the board."""

from collections.abc import Callable
from functools import cache
from math import ceil, hypot

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from model.boards.lattice import file_letters
from viewer.games.registry import side_colour
from viewer.panels.maps.layout import Arrangement, Fitted, Square
from viewer.panels.maps.map_facts import MapFacts
from viewer.picture.flat.drawing import Drawing
from viewer.picture.flat.grounds import draw_ground
from viewer.picture.flat.inks import inks_of
from viewer.picture.flat.level_maps import draw_map
from viewer.picture.flat.marks import draw_signs
from viewer.picture.flat.paper import BALL, MapPaper, PlacedMap, Style
from viewer.picture.picking import lattice_cursor
from viewer.picture.picking.lattice_cursor import Cursor, Moved
from viewer.widgets.appearance.theme import Tokens, active_theme, edge
from viewer.widgets.flat_painting import Replay, letters
from viewer.widgets.painting import smooth

# The level maps as a drawing: maps with their titles and rims, and what the hand points at.

TITLE_LETTERS, RIM_LETTERS = 12, 10
"""Pixels of the letters above a map and around it, at text size 1."""


def maps_drawing(facts: MapFacts, arrangement: Arrangement, tokens: Tokens, font: QFont) -> Drawing:
    """Return maps as they are laid out.

    Parameters
    ----------
    font
        What texts will be written in.
    """
    drawing = Drawing(arrangement.width, arrangement.height)
    inks = inks_of(facts.picture, outline=cache(edge))
    style = style_of(tokens, font)
    for square in arrangement.squares:
        paper = MapPaper(drawing, facts.picture, inks, style, plan_of(square))
        left, top = square.place(0, 2 * square.size)
        drawing.rect(left, top, square.grid, square.grid, 6, fill=tokens.window)
        draw_ground(paper)
        draw_names(drawing, square, tokens, style.measure)
        if square.active:
            side = square.grid - 1
            drawing.rect(
                left + 0.5,
                top + 0.5,
                side,
                side,
                6,
                fill="none",
                stroke=tokens.accent,
                stroke_width=1.5,
            )
        draw_map(paper)
        draw_signs(paper)
    return drawing


def plan_of(square: Square) -> PlacedMap:
    """Return where a map has the places of its board, in ball diameters."""
    left, top = square.place(0, 2 * square.size)
    return PlacedMap(
        square.level, left, top, -0.5, square.size - 0.5, square.size, square.size, 2 * square.unit
    )


def style_of(tokens: Tokens, font: QFont) -> Style:
    """Return the colours and measures of maps on the screen."""

    @cache
    def metrics(size: int) -> QFontMetricsF:
        return QFontMetricsF(letters(font, size))

    return Style(
        text=tokens.text,
        muted=tokens.muted,
        plate=tokens.surface,
        line=tokens.line,
        gap=tokens.surface,
        strong=tokens.text,
        accent=tokens.accent,
        hair=2.0,
        letters=(8.0, 12.0),
        outlines_hidden=True,
        measure=lambda text, size: metrics(round(size)).horizontalAdvance(text),
    )


def draw_names(
    drawing: Drawing, square: Square, tokens: Tokens, measure: Callable[[str, float], float]
) -> None:
    """Write the line above a map, its number alone where it is narrow, and what is at its rim."""
    size = TITLE_LETTERS * square.text
    left, title = square.place(0, 0)[0], f"Level {square.level}"
    if measure(title, size) + 1 > square.grid:
        title = str(square.level)
    middle = (left, square.top + (square.title - 3) / 2)
    drawing.text(
        middle,
        size,
        title,
        "start",
        fill=tokens.accent if square.active else tokens.muted,
        font_weight="bold" if square.active else None,
    )
    size = RIM_LETTERS * square.text
    widest = max(measure(file_letters(2 * square.size - 1), size), 0.75 * size)
    # So many steps that two labels never touch; always odd, so that both kinds appear.
    step = 1
    while square.rim and step * square.unit < max(0.9 * size, widest + 1):
        step += 2 if step > 1 else 1
    for number in range(1, 2 * square.size) if square.rim else ():
        on_level = (number - square.level) % 2 == 0
        if step > 1 and (not on_level or (number - square.level) // 2 % max(1, step // 2)):
            continue
        # Those of the levels between are grey.
        bright = on_level and square.level <= number <= 2 * square.size - square.level
        fill, light = (tokens.text, 1.0) if bright else (tokens.muted, 0.45)
        x, y = square.place(number, 0)
        below = (x, y + 2 + 0.465 * size)
        drawing.text(below, size, file_letters(number), fill=fill, fill_opacity=light)
        x, y = square.place(0, number)
        drawing.text((x - 4, y), size, str(number), "end", fill=fill, fill_opacity=light)


def pointed_out(
    facts: MapFacts,
    arrangement: Arrangement,
    tokens: Tokens,
    hover: int | None,
    cursor: int | None,
    *,
    mover: str | None,
    neighbours: bool,
) -> Drawing:
    """Return what lies over the maps while somebody points.

    Parameters
    ----------
    hover, cursor
        The site under the hand, with its neighbours where they are asked for, and that of the
        keyboard.
    mover
        Whose ball a click would bring.
    """
    drawing = Drawing(arrangement.width, arrangement.height)
    level = facts.board.layers["level"]
    for square in arrangement.squares:
        plan = plan_of(square)
        if hover is not None:
            for near in facts.board.neighbours(hover).tolist() if neighbours else ():
                _near(drawing, plan, facts, tokens, hover, near)
            _pointed(drawing, plan, facts, tokens, hover, mover)
        if cursor is not None and level[cursor] == square.level:
            # A square frame, so that it differs from every ring.
            (x, y), unit = plan.at(facts.board.centres[cursor]), square.unit
            for colour, width in ((tokens.surface, 4), (tokens.text, 2)):
                drawing.rect(
                    x - unit,
                    y - unit,
                    2 * unit,
                    2 * unit,
                    3,
                    fill="none",
                    stroke=colour,
                    stroke_width=width,
                )
    return drawing


def _near(
    drawing: Drawing, plan: PlacedMap, facts: MapFacts, tokens: Tokens, hover: int, near: int
) -> None:
    """Ring a neighbour of the hovered point: of those seen through gaps, wide the one below."""
    level, scale = facts.board.layers["level"], plan.scale
    middle = plan.at(facts.board.centres[near])
    if level[near] == plan.level:
        drawing.disc(middle, BALL * scale, "none", tokens.accent, max(1.4, 0.065 * scale))
    elif level[hover] == plan.level:
        radius = (0.31 if level[near] < level[hover] else 0.21) * scale
        drawing.circle(
            middle,
            radius,
            fill="none",
            stroke=tokens.accent,
            stroke_opacity=0.65,
            stroke_width=max(1.0, 0.045 * scale),
        )


def _pointed(
    drawing: Drawing,
    plan: PlacedMap,
    facts: MapFacts,
    tokens: Tokens,
    hover: int,
    mover: str | None,
) -> None:
    """Light the hovered point: the ball that a click brings, a ring, or a cross on a map beside."""
    (x, y), scale = plan.at(facts.board.centres[hover]), plan.scale
    away = abs(int(facts.board.layers["level"][hover]) - (plan.level or 0))
    colour = None if mover is None else side_colour(mover)
    if away == 0 and facts.owner[hover] < 0 and facts.legal[hover] and colour is not None:
        drawing.circle(
            (x, y),
            BALL * scale,
            fill=colour.pieces,
            fill_opacity=0.55,
            stroke=colour.pieces,
            stroke_width=1.5,
        )
    elif away == 0:
        drawing.disc((x, y), BALL * scale, "none", tokens.text, max(1.6, 0.075 * scale))
    elif away == 1:
        arm, width = 0.17 * scale, max(1.2, 0.06 * scale)
        drawing.line((x - arm, y), (x + arm, y), stroke=tokens.text, stroke_width=width)
        drawing.line((x, y - arm), (x, y + arm), stroke=tokens.text, stroke_width=width)


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
        with smooth(self) as painter:
            if self._maps is None:
                drawing = maps_drawing(self.facts, self.arrangement, active_theme(), self.font())
                self._maps = Replay(drawing, self.font())
            self._maps.paint(painter, QRectF(event.rect()))
            over = pointed_out(
                self.facts,
                self.arrangement,
                active_theme(),
                self.hover,
                self.cursor_site if self.hasFocus() else None,
                mover=self.mover,
                neighbours=self.neighbours,
            )
            Replay(over, self.font()).paint(painter)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.repaint_maps()

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
