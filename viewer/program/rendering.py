"""Pictures of positions as files: what is to be seen is found out, depicted, and drawn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from model.contract.game import Position
from model.records.marks import Mark
from model.records.views.view import View


def render(
    position: Position,
    view: View,
    out: Path,
    size: tuple[int, int] = (1280, 800),
    show: tuple[str, ...] = (),
    marks: tuple[Mark, ...] = (),
    plies: npt.NDArray[np.int32] | None = None,
) -> None:
    """Draw a position into a PNG file, whole or not at all.

    Parameters
    ----------
    position
        As the viewer may know it (``seen_by``).
    view, show, marks, plies
        As `viewer.picture.compose.depict.depict` takes them; "legend=off" prints no legend.
    out, size
        As `viewer.scene.offscreen.draw` takes them.

    Raises
    ------
    viewer.picture.compose.depict.ShowError
        When a word cannot be shown.
    viewer.scene.offscreen.RenderError
        When no OpenGL can be had.
    OSError
        When the file cannot be written.
    """
    from viewer.analysis.picture_findings import whole_picture
    from viewer.scene.offscreen import draw

    picture = whole_picture(position, view, show, marks, plies)
    draw(picture, out, size, legend="legend=off" not in show)
