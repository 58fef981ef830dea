"""All levels of a position as plans in an SVG file."""

from __future__ import annotations

from viewer.export.pictures.picture_caption import NOTHING, Caption
from viewer.export.pictures.svg import svg_text
from viewer.export.pictures.svg_caption import write_below
from viewer.picture.flat.inks import Ink, without_hue
from viewer.picture.flat.level_maps import HEIGHT, LETTERS, WIDTH, level_maps
from viewer.picture.flat.marks import draw_signs
from viewer.picture.picture import Picture


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

    Parameters
    ----------
    picture
        What stands, with its marks and explanations.
    ink, names, width, height
        As `viewer.picture.flat.level_maps.level_maps` takes them.
    title
        What screen readers are told.
    caption, legend
        What is written below, as much higher as it needs, and whether what colours mean is.
    """
    drawing, papers = level_maps(picture, ink=ink, names=names, width=width, height=height)
    write_below(papers[-1], caption, legend=legend, letters=LETTERS[0])
    for paper in papers:  # over everything: a link may cross from map to map
        draw_signs(paper)
    # What is nearly grey loses its hue, too: greyscale printers dither a tint.
    return svg_text(drawing, title=title, ink=without_hue if papers[0].inks.is_grey else None)
