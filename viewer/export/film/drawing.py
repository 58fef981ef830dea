"""The frames of a film, drawn one after another in one window that is never shown."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from viewer.export.film.lettering import Lettering
from viewer.export.film.shots import Frame
from viewer.export.items import ExportError
from viewer.picture.picture import Picture

Image = npt.NDArray[np.uint8]
OVERSAMPLING = 2
"""Each pixel is the mean of so many by so many."""


class Drawing:
    """Draws frames.

    Parameters
    ----------
    lettering
        Writes into them; it knows their size.
    fine
        With the light of pictures at rest; without, surfaces are plain, as a GIF wants them.

    Raises
    ------
    ExportError
        When this machine cannot draw.
    """

    def __init__(self, lettering: Lettering, *, fine: bool) -> None:
        from viewer.scene.offscreen import Offscreen, RenderError

        try:
            self._place = Offscreen(lettering.scene, OVERSAMPLING, fine=fine)
        except RenderError as error:
            raise ExportError(str(error), machine=True) from error
        self._lettering = lettering
        self._last: tuple[Picture, Image] | None = None

    def image(self, frame: Frame) -> Image:
        """Return a frame as (height, width, 3) uint8, first row at the top."""
        picture = frame.picture
        if self._last is None or self._last[0] is not picture:
            self._last = (picture, self._place.image(picture))
        return self._lettering.frame(self._last[1], frame.words)

    def close(self) -> None:
        """Free the window; nothing is drawn afterwards."""
        self._place.close()
