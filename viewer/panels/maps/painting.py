"""Paints one level map: its balls, the level below through the gaps, the one above as dots."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF, QRadialGradient

from model.boards.lattice import file_letters
from viewer.games.registry import piece_colour, side_colour
from viewer.panels.maps.layout import Square
from viewer.panels.maps.map_facts import MapFacts
from viewer.picture.palette import STANDARD
from viewer.visuals.overlay_types import Sign
from viewer.widgets.annotation_painting import hue, paint_arrow, paint_sign, paint_word
from viewer.widgets.appearance.theme import SEEN, Tokens, edge, readable

BALL = 0.94
"""Radius of a ball in steps of the doubled grid: a hair's breadth keeps neighbours apart."""
DOT = 0.24
TITLE_LETTERS, RIM_LETTERS = 12, 10
"""Pixels of the letters above a map and around it, at text size 1."""
ABOVE = 0.32
"""Radius of the dot that stands for a ball of the level above."""
HEAT, HEAT_RING, HEAT_RIM = (0.28, 0.80), (0.88, 0.88), 0.07
"""Radius of a place that was hardly looked at, and of the one that was looked at most."""
POURED, RIMMED = 0.45, 0.16
"""Radius of a point that a pour has reached, and width of the ring of a ball, as in the scene."""
COVERED = 0.35
"""How strongly heat is drawn where the scene hides the point."""
FAINT = 0.22
"""Opacity of a ball of the level below."""


def letters_of(square: Square, font: QFont) -> tuple[QFont, QFont]:
    """Return the letters above a map, and around it."""
    title, rim = QFont(font), QFont(font)
    title.setPixelSize(round(TITLE_LETTERS * square.text))
    title.setWeight(QFont.Weight.DemiBold if square.active else QFont.Weight.Normal)
    rim.setPixelSize(round(RIM_LETTERS * square.text))
    rim.setWeight(QFont.Weight.Normal)
    return title, rim


def title_label(square: Square, metrics: QFontMetricsF) -> tuple[QRectF, str]:
    """Return the line above a map: its number alone where the map is narrow."""
    left = square.place(0, 0)[0]
    texts = (f"Level {square.level}", str(square.level))
    wide = [metrics.horizontalAdvance(text) + 1 for text in texts]
    number = 0 if wide[0] <= square.grid else 1
    return QRectF(left, square.top, wide[number], square.title - 3), texts[number]


def rim_labels(square: Square, metrics: QFontMetricsF) -> list[tuple[QRectF, str, bool]]:
    """Return the letters and numbers around a map, where they stand, and which are not grey."""
    if not square.rim:
        return []
    high = metrics.ascent()
    widest = max(metrics.horizontalAdvance(file_letters(2 * square.size - 1)), 0.8 * high)
    # So many steps that two labels never touch; always odd, so that both kinds appear.
    step = 1
    while step * square.unit < max(0.95 * high, widest + 1):
        step += 2 if step > 1 else 1
    labels = []
    for number in range(1, 2 * square.size):
        on_level = (number - square.level) % 2 == 0
        inside = square.level <= number <= 2 * square.size - square.level
        if step > 1 and (not on_level or (number - square.level) // 2 % max(1, step // 2)):
            continue
        bright = on_level and inside
        x, y = square.place(number, 0)
        letter = file_letters(number)
        wide = metrics.horizontalAdvance(letter)
        labels.append((QRectF(x - wide / 2, y + 2, wide, high), letter, bright))
        x, y = square.place(0, number)
        wide = metrics.horizontalAdvance(str(number))
        labels.append((QRectF(x - 4 - wide, y - high / 2, wide, high), str(number), bright))
    return labels


class MapPainter:
    """Draws maps onto a painter, in the colours of a palette.

    Parameters
    ----------
    painter
        Already set to antialiasing.
    facts
        What to draw.
    tokens
        The palette's colours.
    banded
        One side's balls carry a pale band, so that they differ without colour.
    clip
        Only what touches this rectangle is drawn.
    """

    def __init__(
        self, painter: QPainter, facts: MapFacts, tokens: Tokens, banded: bool, clip: QRectF
    ) -> None:
        self._painter = painter
        self._facts = facts
        self._tokens = tokens
        self._banded = banded
        self._clip = clip
        self._shines: dict[int, QRadialGradient] = {}

    def _colour(self, site: int) -> str:
        """Return the colour of the ball on `site`."""
        facts = self._facts
        if facts.colours is not None:
            return QColor.fromRgbF(*facts.colours[site].tolist()).name()
        return piece_colour(facts.players[facts.owner[site]])

    def _within(self, square: Square, level: int) -> npt.NDArray[np.int64]:
        """The sites of `level` whose balls touch the clip when drawn on `square`."""
        facts, clip = self._facts, self._clip
        if not 1 <= level <= facts.size:
            return np.zeros(0, np.int64)
        sites = facts.sites[level - 1]
        file, rank = facts.board.layers["file"][sites], facts.board.layers["rank"][sites]
        x, y = square.place(file.astype(np.float64), rank.astype(np.float64))
        r = 1.6 * square.unit
        inside = (x > clip.left() - r) & (x < clip.right() + r)
        inside &= (y > clip.top() - r) & (y < clip.bottom() + r)
        return sites[inside]

    def _point(self, square: Square, site: int) -> QPointF:
        layers = self._facts.board.layers
        return QPointF(*square.place(int(layers["file"][site]), int(layers["rank"][site])))

    # -- one map -----------------------------------------------------------------------------

    def draw(self, square: Square) -> None:
        """Draw a whole map."""
        if not self._clip.intersects(QRectF(square.left, square.top, square.width, square.height)):
            return
        self._ground(square)
        self._rim(square)
        for site in self._within(square, square.level - 1).tolist():
            self._below(square, site)
        for site in self._within(square, square.level).tolist():
            self._own(square, site)
        for site in self._within(square, square.level + 1).tolist():
            self._above(square, site)
        for sign in self._facts.signs:
            if isinstance(sign, Sign):
                self._sign(square, sign)

    def _ground(self, square: Square) -> None:
        """The plate under a level, one ball diameter wider on the levels that have one below."""
        painter, tokens = self._painter, self._tokens
        painter.setPen(Qt.PenStyle.NoPen)
        left, top = square.place(0, 2 * square.size)
        area = QRectF(left, top, square.grid, square.grid)
        painter.setBrush(QColor(tokens.window))
        painter.drawRoundedRect(area, 6, 6)
        inset = (square.level - 1) * square.unit
        plate = area.adjusted(inset, inset, -inset, -inset)
        painter.setBrush(QColor(tokens.surface))
        painter.setPen(QPen(QColor(tokens.line), 1))
        radius = min(square.unit, plate.width() / 2)
        painter.drawRoundedRect(plate, radius, radius)
        font = letters_of(square, painter.font())[0]
        painter.setFont(font)
        painter.setPen(QColor(tokens.accent if square.active else tokens.muted))
        place, title = title_label(square, QFontMetricsF(font))
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title)
        if square.active:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(tokens.accent), 1.5))
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _rim(self, square: Square) -> None:
        """Letters below, numbers at the left; those of the levels between are grey."""
        painter, tokens = self._painter, self._tokens
        font = letters_of(square, painter.font())[1]
        painter.setFont(font)
        for box, text, bright in rim_labels(square, QFontMetricsF(font)):
            colour = QColor(tokens.text if bright else tokens.muted)
            colour.setAlphaF(1.0 if bright else 0.45)
            painter.setPen(colour)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)

    def _below(self, square: Square, site: int) -> None:
        facts, painter = self._facts, self._painter
        centre, radius = self._point(square, site), BALL * square.unit
        if facts.owner[site] < 0:
            return
        colour = QColor(self._colour(site))
        colour.setAlphaF(FAINT * (0.5 if facts.hidden[site] else facts.strength_of(site)))
        painter.setBrush(colour)
        rim = QColor(readable(self._colour(site), SEEN))
        rim.setAlphaF(0.35)
        painter.setPen(QPen(rim, max(0.7, 0.06 * square.unit)))
        painter.drawEllipse(centre, radius, radius)

    def _above(self, square: Square, site: int) -> None:
        facts, painter = self._facts, self._painter
        if facts.owner[site] < 0:
            return
        centre, radius = self._point(square, site), ABOVE * square.unit
        colour = QColor(self._colour(site))
        colour.setAlphaF(0.4 if facts.hidden[site] else facts.strength_of(site))
        painter.setBrush(colour)
        painter.setPen(QPen(QColor(self._tokens.surface), max(0.8, 0.1 * square.unit)))
        painter.drawEllipse(centre, radius, radius)

    def _own(self, square: Square, site: int) -> None:
        facts, tokens, painter = self._facts, self._tokens, self._painter
        centre, unit = self._point(square, site), square.unit
        hidden = bool(facts.hidden[site])
        if facts.owner[site] >= 0:
            self._ball(centre, BALL * unit, site, hidden)
        else:
            legal = bool(facts.legal[site])
            colour = QColor(tokens.muted)
            # The fainter dots are points where no ball may be placed, or that are hidden.
            colour.setAlphaF(0.2 if hidden or not legal else 0.75 * facts.strength_of(site))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            radius = max(1.1, DOT * unit) * (1 if legal else 0.6)
            if hidden:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour, 1, Qt.PenStyle.DotLine))
                radius = BALL * unit
            painter.drawEllipse(centre, radius, radius)
        if site in facts.poured:
            self._poured(centre, unit, site)
        if site in facts.warmth:
            self._heat(centre, unit, site)
        if site in facts.lit:
            self._ring(centre, 0.78 * unit, QColor("#FFFFFF"), max(1.2, 0.16 * unit))
        for k, owner in enumerate(facts.threatens(site)):
            self._threat(centre, (0.58 + 0.26 * k) * unit, unit, facts.players[owner])
        if site in facts.worth:
            self._worth(centre, unit, site)
        text = facts.marks.get(site)
        if text:
            self._mark(centre, unit, text)

    def _poured(self, centre: QPointF, unit: float, site: int) -> None:
        """A golden disc as in the scene; a ball keeps its colour and has a golden ring."""
        gold, painter = QColor(STANDARD.escape), self._painter
        if self._facts.owner[site] >= 0:
            width = max(1.6, RIMMED * unit)
            self._ring(centre, BALL * unit - width / 2, gold, width)
            return
        painter.setBrush(gold)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(centre, max(2.0, POURED * unit), max(2.0, POURED * unit))

    def _heat(self, centre: QPointF, unit: float, site: int) -> None:
        """A disc as in the scene, larger where more was looked at; a ring round what is there."""
        facts, painter = self._facts, self._painter
        _, weight, code = facts.warmth[site]
        full = facts.owner[site] >= 0 or bool(facts.marks.get(site))
        least, most = HEAT_RING if full else HEAT
        radius = max(2.5, (least + weight * (most - least)) * unit)
        colour, rim = QColor.fromRgbF(*code), QColor(self._tokens.text)
        for ink in (colour, rim):
            ink.setAlphaF((0.65 + 0.35 * weight) * (COVERED if facts.hidden[site] else 1.0))
        width = max(0.8, HEAT_RIM * unit)
        if full:
            self._ring(centre, radius, rim, 0.2 * unit + 2 * width)
            self._ring(centre, radius, colour, 0.2 * unit)
            return
        painter.setBrush(colour)
        painter.setPen(QPen(rim, width))
        painter.drawEllipse(centre, radius, radius)

    def _ball(self, centre: QPointF, radius: float, site: int, hidden: bool) -> None:
        facts, painter = self._facts, self._painter
        base = QColor(self._colour(site))
        if hidden:
            rim = QColor(readable(base.name(), SEEN))
            rim.setAlphaF(0.55)
            base.setAlphaF(0.14)
            painter.setBrush(base)
            painter.setPen(QPen(rim, 1, Qt.PenStyle.DashLine))
            painter.drawEllipse(centre, radius - 0.5, radius - 0.5)
            return
        painter.setOpacity(facts.strength_of(site))
        if radius > 5:
            shine = self._shine(base)
            middle = centre + QPointF(-0.3, -0.35) * radius
            shine.setCenter(middle)
            shine.setFocalPoint(middle)
            shine.setCenterRadius(1.5 * radius)
            painter.setBrush(shine)
        else:
            painter.setBrush(base)
        painter.setPen(QPen(QColor(edge(base.name())), max(0.6, 0.05 * radius)))
        painter.drawEllipse(centre, radius, radius)
        side = side_colour(facts.players[facts.owner[site]])
        if self._banded and side is not None and side.banded:
            band = QColor("#DCE6FA")
            band.setAlphaF(0.9)
            painter.setPen(
                QPen(band, max(1.0, 0.24 * radius), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
            )
            reach = 0.66 * radius
            painter.drawLine(centre - QPointF(reach, 0), centre + QPointF(reach, 0))
        painter.setOpacity(1)
        if facts.last == site:
            self._ring(centre, 0.5 * radius, QColor("#FFFFFF"), max(1.2, 0.14 * radius))

    def _shine(self, base: QColor) -> QRadialGradient:
        """Return the gradient of a ball of a colour, which is set to its place then."""
        shine = self._shines.get(base.rgb())
        if shine is None:
            shine = self._shines[base.rgb()] = QRadialGradient()
            shine.setColorAt(0, base.lighter(122))
            shine.setColorAt(0.55, base)
            shine.setColorAt(1, base.darker(118))
        return shine

    def _ring(self, centre: QPointF, radius: float, colour: QColor, width: float) -> None:
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(QPen(colour, width))
        self._painter.drawEllipse(centre, radius, radius)

    def _threat(self, centre: QPointF, radius: float, unit: float, player: str) -> None:
        """A ring in the colour of a side, parted in two for a side whose balls carry a band."""
        colour, side = QColor(piece_colour(player)), side_colour(player)
        width = max(1.4, 0.14 * unit)
        if not (self._banded and side is not None and side.banded):
            self._ring(centre, radius, colour, width)
            return
        for step in (0.0, 0.7 * width):
            self._ring(centre, radius - step, colour, 0.4 * width)

    def _mark(self, centre: QPointF, unit: float, text: str) -> None:
        painter, tokens = self._painter, self._tokens
        radius = max(6.0, 0.62 * unit)
        painter.setPen(QPen(QColor(tokens.accent), 1.2))
        painter.setBrush(QColor(tokens.accent_soft))
        painter.drawEllipse(centre, radius, radius)
        font = QFont(painter.font())
        font.setPixelSize(max(8, min(13, round(radius * 1.25))))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(tokens.accent))
        box = QRectF(centre.x() - 14, centre.y() - 9, 28, 18)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _worth(self, centre: QPointF, unit: float, site: int) -> None:
        """A plate with what choosing the place is worth, as in the scene."""
        text, code, is_best = self._facts.worth[site]
        painter, height = self._painter, max(11.0, min(17.0, 1.1 * unit))
        font = QFont(painter.font())
        font.setPixelSize(round(0.72 * height))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        wide = max(height, QFontMetricsF(font).horizontalAdvance(text) + 0.6 * height)
        if wide > 2 * unit - 1:  # it would lie over its neighbours: who wins is what matters most
            text, wide = text[:1], height
        box = QRectF(centre.x() - wide / 2, centre.y() - height / 2, wide, height)
        rim = self._tokens.text if is_best else self._tokens.surface
        painter.setPen(QPen(QColor(rim), 1.6 if is_best else 0.8))
        painter.setBrush(QColor.fromRgbF(*code))
        painter.drawRoundedRect(box, height / 2, height / 2)
        painter.setPen(QColor("#FFFFFF"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    # -- a teacher's marks ---------------------------------------------------------------------

    def _sign(self, square: Square, sign: Sign) -> None:
        """Draw what a mark has on this level; hidden points are marked here all the same."""
        painter, unit, colour = self._painter, square.unit, hue(sign.colour)
        level = self._facts.board.layers["level"]
        here = [site for site in sign.sites if level[site] == square.level]
        if not here:
            return
        centres = [self._point(square, site) for site in here]
        painter.save()
        if sign.shape == "link":
            ends = [self._point(square, site) for site in sign.sites]
            painter.setOpacity(1.0 if len(here) == len(sign.sites) else 0.6)
            paint_arrow(painter, ends[0], ends[-1], max(2.0, 0.2 * unit), colour)
        elif sign.shape == "group":
            for radius, ink in ((1.06, "#14171C"), (1.02, "#FFFFFF"), (0.94, "")):
                for centre in centres:
                    self._ring(centre, radius * unit, QColor(ink) if ink else colour,
                               max(1.4, 0.14 * unit))  # fmt: skip
        elif sign.shape == "sheet":
            self._skin(square, sign, colour)
            for centre in centres:
                paint_sign(painter, "ring", centre, max(3.0, 0.5 * unit), colour)
        elif sign.shape != "text":
            for centre in centres:
                paint_sign(painter, sign.shape, centre, max(3.5, 0.62 * unit), colour)
        if sign.text and level[sign.sites[0]] == square.level:
            up = 0.0 if sign.shape == "text" else max(9.0, 1.15 * unit)
            height = max(9.0, min(14.0, 0.8 * unit))
            paint_word(painter, sign.text, centres[0] - QPointF(0, up), height, colour)
        painter.restore()

    def _skin(self, square: Square, sign: Sign, colour: QColor) -> None:
        """The triangles of a sheet with a corner on this level, seen from above."""
        if sign.triangles is None:
            return
        level, painter = self._facts.board.layers["level"], self._painter
        skin = QColor(colour)
        skin.setAlphaF(0.30)
        painter.setBrush(skin)
        painter.setPen(QPen(colour, 1.2))
        for three in sign.triangles.tolist():
            if any(level[site] == square.level for site in three):
                painter.drawPolygon(QPolygonF([self._point(square, site) for site in three]))

    # -- what the hand points at -------------------------------------------------------------

    def hover(
        self, square: Square, site: int, *, mover: str | None, neighbours: bool = True
    ) -> None:
        """Light the hovered point, and its neighbours if wanted, where they show on this map."""
        facts, tokens, painter = self._facts, self._tokens, self._painter
        levels = facts.board.layers["level"]
        accent = QColor(tokens.accent)
        for near in facts.board.neighbours(site).tolist() if neighbours else ():
            if abs(int(levels[near]) - square.level) > 1:
                continue
            centre = self._point(square, near)
            if levels[near] == square.level:
                self._ring(centre, BALL * square.unit, accent, max(1.4, 0.13 * square.unit))
            elif levels[site] == square.level:
                # Through the gaps of its own map: below as a wide ring, above as a small one.
                radius = (0.62 if levels[near] < square.level else 0.42) * square.unit
                soft = QColor(accent)
                soft.setAlphaF(0.65)
                self._ring(centre, radius, soft, max(1.0, 0.09 * square.unit))
        centre = self._point(square, site)
        if levels[site] == square.level:
            colour = None if mover is None else side_colour(mover)
            if facts.owner[site] < 0 and facts.legal[site] and colour is not None:
                preview = QColor(colour.pieces)
                preview.setAlphaF(0.55)
                painter.setPen(QPen(QColor(colour.pieces), 1.5))
                painter.setBrush(preview)
                painter.drawEllipse(centre, BALL * square.unit, BALL * square.unit)
            else:
                self._ring(
                    centre, BALL * square.unit, QColor(tokens.text), max(1.6, 0.15 * square.unit)
                )
        elif abs(int(levels[site]) - square.level) == 1:
            arm, gap = 0.34 * square.unit, QPointF(0, 0)
            painter.setPen(QPen(QColor(tokens.text), max(1.2, 0.12 * square.unit)))
            painter.drawLine(centre + gap - QPointF(arm, 0), centre + QPointF(arm, 0))
            painter.drawLine(centre - QPointF(0, arm), centre + QPointF(0, arm))

    def cursor(self, square: Square, site: int) -> None:
        """Draw the keyboard's cursor: a square frame, so that it differs from every ring."""
        if self._facts.board.layers["level"][site] != square.level:
            return
        centre, side = self._point(square, site), 2 * square.unit
        frame = QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(QPen(QColor(self._tokens.surface), 4))
        self._painter.drawRoundedRect(frame, 3, 3)
        self._painter.setPen(QPen(QColor(self._tokens.text), 2))
        self._painter.drawRoundedRect(frame, 3, 3)
