"""The texts that a widget paints itself, and where: what is asked of those that hold no labels."""

from functools import singledispatch

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QWidget

from viewer.panels.games.partition import corners
from viewer.panels.maps import canvas
from viewer.panels.why_panel import _INDENT, _PAD, _WRAP, ShowLine
from viewer.picture.flat.drawing import MIDDLE, Drawing, Text
from viewer.scene_view.floating.compass import _WALLS, Compass
from viewer.widgets.appearance.theme import active_theme
from viewer.widgets.flat_painting import letters

Painted = list[tuple[QRectF, str]]


@singledispatch
def painted_text(widget: QWidget) -> Painted | None:
    """Return the boxes of texts, and what each says; None of a widget that paints none itself."""
    return None


@painted_text.register
def _(line: ShowLine) -> Painted:
    room = QRect(_INDENT, _PAD, max(40, line.width() - _INDENT - _PAD), 10000)
    text = QFontMetrics(line._font()).boundingRect(room, int(_WRAP), line.text())
    return [(QRectF(text), line.text())]


@painted_text.register
def _(maps: canvas.MapCanvas) -> Painted:
    """Return the texts around the maps."""
    drawing, tokens = Drawing(0, 0), active_theme()
    measure = canvas.style_of(tokens, maps.font()).measure
    for square in maps.arrangement.squares if maps.facts is not None else ():
        canvas.draw_names(drawing, square, tokens, measure)
    texts = (shape for shape in drawing.shapes if isinstance(shape, Text))
    return [(_text_box(text, maps.font()), text.words) for text in texts]


def _text_box(text: Text, font: QFont) -> QRectF:
    """Return the box of a text that is written in letters of a font."""
    bold = text.look.get("font_weight") == "bold"
    metrics = QFontMetricsF(letters(font, text.size, bold=bold))
    wide = metrics.horizontalAdvance(text.words)
    left = text.middle[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * wide
    top = text.middle[1] + MIDDLE * text.size - metrics.ascent()
    return QRectF(left, top, wide, metrics.height())


@painted_text.register
def _(compass: Compass) -> Painted:
    spots = compass.targets()
    return [
        (QRectF(spots[name][0].x() - 4, spots[name][0].y() - 6, 8, 12), name[0].upper())
        for name in compass._corners or _WALLS
    ]


@painted_text.register
def _(table: corners.CornerTable) -> Painted:
    painted = []
    for row in range(table.rowCount()):
        for column in range(table.columnCount()):
            index = table.model().index(row, column)
            kind, price = index.data(corners._KIND) or "", index.data(corners._COST) or ""
            area = QRectF(table.visualRect(index)).adjusted(2, 2, -2, -2)
            if not kind:
                painted.append((area, corners.UNKNOWN))
                continue
            mark, word = corners.MARKS[kind], corners.word_of(kind, corners.PLAYERS[column])
            places = corners._places(area, table.font(), mark, word, price)
            painted += [(places.mark, mark), (places.word, places.text)]
            painted += [(places.price, price)] if price else []
    return painted
