"""The scene of a position as vectors: spheres as shaded discs, from behind to the front."""

from __future__ import annotations

from viewer.export.pictures.diagram_balls import draw_balls
from viewer.export.pictures.diagram_board import (
    Solid,
    draw_lines,
    draw_names,
    draw_slab,
    upright_board,
)
from viewer.export.pictures.diagram_pieces import upright_pieces, write_spaces
from viewer.export.pictures.eye import Eye, ScenePaper
from viewer.export.pictures.picture_caption import NOTHING, Caption
from viewer.export.pictures.svg import svg_text
from viewer.export.pictures.svg_caption import write_below
from viewer.picture.compose.ground import dimpled, in_cells, is_map, top
from viewer.picture.flat.drawing import Drawing
from viewer.picture.flat.inks import Ink, inks_of, without_hue
from viewer.picture.flat.marks import draw_over, draw_sheets, draw_signs
from viewer.picture.flat.paper import PRINT
from viewer.picture.picture import Picture
from viewer.scene.camera import fitted_to
from viewer.scene.props.labels import cell_names, names_on


def diagram_svg(
    picture: Picture,
    size: tuple[int, int],
    *,
    ink: Ink = "colour",
    title: str = "",
    caption: Caption = NOTHING,
    legend: bool = True,
) -> str:
    """Return an SVG file of a position as its View looks at it, on no ground.

    Balls are discs with a shade, drawn from behind to the front; where a plane cuts them their flat
    faces show. Vectors have no light that is cast: there are no shadows, no glass and no lens, and
    of a surface between balls a plain skin. What lies over a position is drawn over everything, as
    arrows and marks are in the window.

    Parameters
    ----------
    picture
        What stands, with its marks and explanations.
    size
        Width and height in pixels, which an SVG file only takes as proportions; a caption comes
        below.
    ink
        "colour", or "grey": players differ by lightness, hatching and band.
    title
        What screen readers are told.
    caption, legend
        What is written below, and whether what colours mean is.
    """
    inks = inks_of(picture, ink)
    drawing = Drawing(*size)
    eye = Eye(fitted_to(picture, size[0] / size[1]), size)
    paper = ScenePaper(drawing, picture, inks, PRINT, eye)
    board = picture.board
    above = float(eye.place[2]) > top(board)
    if picture.view.board and above:
        draw_slab(paper)
        draw_names(paper, names_on(board))
    if dimpled(board):
        draw_balls(paper)
    else:
        fields, pieces = upright_board(paper), upright_pieces(paper)
        if fields and board.ground in ("squares", "cells"):
            _in_order(fields)
            if in_cells(board):
                draw_names(paper, cell_names(board))
            else:
                draw_lines(paper)
            fields = []
        _in_order(fields + pieces)
    if picture.view.board and not above:
        draw_slab(paper)
    if is_map(board) and picture.view.board:
        write_spaces(paper)
    draw_sheets(paper)
    draw_over(paper)
    draw_signs(paper)
    write_below(paper, caption, legend=legend)
    return svg_text(drawing, title=title, unit="px", ink=without_hue if inks.is_grey else None)


def _in_order(solids: list[Solid]) -> None:
    for _, draw in sorted(solids, key=lambda one: one[0]):
        draw()
