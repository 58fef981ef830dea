"""What is written below a drawing: what its colours mean, a heading, and what is said."""

from __future__ import annotations

from viewer.export.pictures.picture_caption import LETTERS, Caption
from viewer.picture.compose.colouring import Legend, Row, legend_of
from viewer.picture.flat.drawing import Drawing, Ramp, width_of
from viewer.picture.flat.inks import code
from viewer.picture.flat.paper import PRINT, Paper


def write_below(paper: Paper, caption: Caption, *, legend: bool, letters: float = 0.0) -> None:
    """Make a drawing higher for its legend and caption, and write them there.

    Parameters
    ----------
    letters
        The size of letters; 0: as large as the drawing is.
    """
    drawing = paper.drawing
    size = letters or LETTERS * min(drawing.height, 0.75 * drawing.width)
    found = legend_of(paper.picture) if legend and not paper.inks.is_grey else None
    if found is not None:
        _legend(drawing, found, size)
    lines = caption.lines(drawing.width - 2 * size, size, width_of)
    if not lines:
        return
    top = drawing.grow(sum(1.4 * high for _, high in lines) + size)
    for text, high in lines:
        weight = "bold" if high > size else None
        drawing.text(
            (size, top + 0.7 * high),
            high,
            text,
            anchor="start",
            fill=PRINT.text,
            font_weight=weight,
        )
        top += 1.4 * high


def _legend(drawing: Drawing, legend: Legend, size: float) -> None:
    """A heading, then a row a line: a name, and colours between what they mean."""
    top = drawing.grow(1.5 * size * (len(legend.rows) + bool(legend.title)) + size)
    named = max((width_of(row.player, size) for row in legend.rows), default=0.0)
    firsts = max((width_of(row.first, size) for row in legend.rows if row.smooth), default=0.0)
    if legend.title:
        drawing.text(
            (size, top + 0.75 * size), size, legend.title, anchor="start", fill=PRINT.muted
        )
        top += 1.5 * size
    for row in legend.rows:
        middle = top + 0.75 * size
        drawing.text((size, middle), size, row.player, anchor="start", fill=PRINT.text)
        _colours(drawing, row, (size * 1.6 + named, middle), size, firsts)
        top += 1.5 * size


def _colours(
    drawing: Drawing, row: Row, start: tuple[float, float], size: float, firsts: float
) -> None:
    left, middle = start
    colours = [code(colour) for colour in row.colours]
    if row.smooth:
        drawing.text((left + firsts, middle), size, row.first, anchor="end", fill=PRINT.muted)
        left += firsts + 0.5 * size
        stops = tuple((k / max(1, len(colours) - 1), one) for k, one in enumerate(colours))
        drawing.rect(
            left, middle - 0.4 * size, 5.2 * size, 0.8 * size, 0.2 * size, fill=Ramp(stops)
        )
        drawing.text((left + 5.7 * size, middle), size, row.last, anchor="start", fill=PRINT.muted)
        return
    for colour in colours:
        drawing.circle((left + 0.4 * size, middle), 0.4 * size, fill=colour)
        left += 1.05 * size
    words = ", ".join(part for part in (row.first, row.last) if part)
    drawing.text((left + 0.4 * size, middle), size, words, anchor="start", fill=PRINT.muted)
