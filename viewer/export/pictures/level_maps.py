"""All levels of a position as plans on paper: what stands where, with the names at the rims."""

from __future__ import annotations

import numpy as np

from model.boards.board import Board
from model.boards.lattice import file_letters
from viewer.export.pictures.inks import Ink, inks_of, without_hue
from viewer.export.pictures.map_grounds import draw_ground, reach_of
from viewer.export.pictures.map_layout import (
    LETTERS,
    SMALL,
    Extent,
    arrange,
    span,
)
from viewer.export.pictures.map_marks import draw_over, draw_signs
from viewer.export.pictures.map_paper import MUTED, TEXT, MapPaper
from viewer.export.pictures.picture_caption import NOTHING, Caption
from viewer.export.pictures.plan_pieces import draw_pieces, draw_spaces
from viewer.export.pictures.svg import Svg, width_of
from viewer.export.pictures.svg_caption import write_below
from viewer.picture.compose.ground import is_map
from viewer.picture.picture import Picture
from viewer.picture.visibility.hiding import ByIdentity
from viewer.picture.visibility.visible import is_flat

WIDTH, HEIGHT = 227.0, 170.0
"""The room they are laid out in: 8 by 6 centimetres."""


def level_maps_svg(
    picture: Picture,
    *,
    ink: Ink = "colour",
    names: bool = True,
    width: float = WIDTH,
    height: float = HEIGHT,
    title: str = "",
    caption: Caption = NOTHING,
    legend: bool = False,
) -> str:
    """Return an SVG file with a plan of every level of a picture's board.

    A level shows what stands below it through its gaps, and what stands above as dots, as the level
    maps of the window do; boards that lie flat, or whose fields do not lie above one another, have
    one plan. What a View hides is dashed; the camera plays no part.

    Parameters
    ----------
    picture
        What stands, with its marks and explanations.
    ink
        "colour", or "grey": players differ by lightness, hatching and band.
    names
        Write names of files and ranks at the rims, and those of levels and corners.
    width, height
        The room they are laid out in, in points, at which letters have the size that is right for
        print. The drawing is no larger, and smaller where its largest scale leaves room.
    title
        What screen readers are told.
    caption, legend
        What is written below, as much higher as it needs, and whether what colours mean is.
    """
    board = picture.board
    inks = inks_of(picture, ink)
    extents = _extents(board)
    levelled = extents[0].level is not None
    for letters, smallest in zip((*LETTERS, 0.0), (SMALL, SMALL / 2, 0.0), strict=True):
        rim = _rim(board, letters) if names else 0.0
        above = (letters or LETTERS[-1]) + 3.5 if names and levelled else 0.0
        plans, wide, high = arrange(extents, width, height, rim=rim, title=above)
        if plans[0].scale >= smallest:
            break
    svg = Svg(wide, high, title)
    for plan in plans:
        paper = MapPaper(svg, picture, inks, plan)
        draw_ground(paper)
        if names:
            _names(paper, letters)
        if is_map(board):
            draw_spaces(paper)
        draw_pieces(paper)
        draw_over(paper)
    write_below(paper, caption, legend=legend, letters=LETTERS[0])
    for plan in plans:  # over everything: a link may cross from map to map
        draw_signs(MapPaper(svg, picture, inks, plan))
    if inks.is_grey:  # what is nearly grey, too: greyscale printers dither a tint
        svg.recolour(without_hue)
    return svg.text_of_file()


def _extents(board: Board) -> list[Extent]:
    """What each map shows: a level with the balls below it, or the whole board."""
    level = board.layers.get("level")
    if level is None or is_flat(ByIdentity(board)):
        west, south, east, north = reach_of(board)
        return [Extent(None, west, south, east, north)]
    found = []
    for number in np.unique(level).tolist():
        there = board.centres[(level == number) | (level == number - 1)]
        found.append(Extent(number, *span(there, 0.5)))
    return found


def _rim(board: Board, letters: float) -> float:
    """What names at the rims need on the left and below; 0 where a board has none."""
    if is_map(board) or not {"file", "rank"} <= board.layers.keys() or not letters:
        return 0.0
    return max(width_of(str(int(board.layers["rank"].max())), letters), letters) + 3.0


def _names(paper: MapPaper, letters: float) -> None:
    """Write the number of the level above a map, and its files and ranks below and on the left."""
    plan, svg = paper.plan, paper.svg
    if plan.level is not None:
        size = letters or LETTERS[-1]
        words = f"Level {plan.level}"
        if width_of(words, size) > plan.wide * plan.scale:
            words = str(plan.level)
        svg.text(
            (plan.left, plan.top - size / 2 - 2.0),
            size,
            words,
            anchor="start",
            fill=MUTED,
            font_weight="bold",
        )
    if not _rim(paper.board, letters):
        return
    files, ranks = (_lines(paper, name) for name in ("file", "rank"))
    widest = max(width_of(file_letters(one), letters) for one, _ in files)
    below = plan.top + plan.high * plan.scale + 1.0 + letters / 2
    for one, x in _thinned(files, plan.scale, widest + 1.0):
        svg.text((x, below), letters, file_letters(one), fill=TEXT)
    for one, y in _thinned(ranks, plan.scale, letters):
        svg.text((plan.left - 1.8, y), letters, str(one), anchor="end", fill=TEXT)


def _lines(paper: MapPaper, layer: str) -> list[tuple[int, float]]:
    """The files or ranks of what a map shows, each with where it lies on paper."""
    board, plan = paper.board, paper.plan
    axis = ("file", "rank").index(layer)
    numbers = board.layers[layer][paper.own]
    found: dict[int, float] = {}
    for number, site in zip(numbers.tolist(), paper.own.tolist(), strict=True):
        found.setdefault(number, plan.at(board.centres[site])[axis])
    return sorted(found.items())


def _thinned(lines: list[tuple[int, float]], scale: float, room: float) -> list[tuple[int, float]]:
    """Every line, or every second, third ..., so that names do not touch."""
    step = 1
    while step * scale < room and step < len(lines):
        step += 1
    return lines[::step]
