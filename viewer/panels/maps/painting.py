"""The level maps as a drawing: maps with their titles and rims, and what the hand points at."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtGui import QFont, QFontMetricsF

from model.boards.lattice import file_letters
from viewer.games.registry import side_colour
from viewer.panels.maps.layout import Arrangement, Square
from viewer.panels.maps.map_facts import MapFacts
from viewer.picture.flat.drawing import Drawing
from viewer.picture.flat.grounds import draw_ground
from viewer.picture.flat.inks import inks_of
from viewer.picture.flat.level_maps import draw_map
from viewer.picture.flat.marks import draw_signs
from viewer.picture.flat.paper import BALL, MapPaper, PlacedMap, Style
from viewer.widgets.appearance.theme import Tokens, edge
from viewer.widgets.flat_painting import letters

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
