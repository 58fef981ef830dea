"""A film from items to the bytes of its file, with how far it has come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from time import monotonic

import numpy as np
import numpy.typing as npt

from model.contract.game import Stop, Stopped
from viewer.export.export_options import FILM_SIZES, GIF, FilmOptions
from viewer.export.film.film_scenes import Take, lines_of, parts_of
from viewer.export.film.lettering import Lettering
from viewer.export.film.shots import Frame, frames_of
from viewer.export.film.video import Film, encoder_of, gif, video
from viewer.export.items import ExportError, ExportItem, Notify
from viewer.picture.palette import STANDARD
from viewer.picture.picture import Picture
from viewer.picture.visibility.focus import FocusError, check_focus, in_focus
from viewer.scene.camera import of_both_eyes

# The frames of a film, drawn one after another in one window that is never shown.

Image = npt.NDArray[np.uint8]
OVERSAMPLING = 2
"""Each pixel is the mean of so many by so many."""


class FrameRenderer:
    """Draws frames.

    Parameters
    ----------
    lettering
        Writes into them, or into both halves; it knows the size of what it writes into.
    wanted
        Says what is kept in sight, and whether there is a half for each eye.
    fine
        With the light of pictures at rest; without, surfaces are plain, as a GIF wants them.

    Raises
    ------
    ExportError
        When this machine cannot draw.
    """

    def __init__(self, lettering: Lettering, wanted: FilmOptions, *, fine: bool) -> None:
        from viewer.scene.offscreen import Offscreen, RenderError

        try:
            self._place = Offscreen(lettering.scene, OVERSAMPLING, fine=fine)
        except RenderError as error:
            raise ExportError(str(error), machine=True) from error
        self._lettering, self._wanted = lettering, wanted
        self._last: tuple[Picture, list[Image]] | None = None

    def image(self, frame: Frame) -> Image:
        """Return a frame as (height, width, 3) uint8, first row at the top."""
        picture = frame.picture
        if self._last is None or self._last[0] is not picture:
            self._last = (picture, [self._place.image(half) for half in self._halves(picture)])
        halves = [self._lettering.frame(image, frame.words) for image in self._last[1]]
        return halves[0] if len(halves) == 1 else np.concatenate(halves, axis=1)

    def _halves(self, picture: Picture) -> tuple[Picture, ...]:
        """What is drawn for a picture: one with what is kept in sight, or one for each eye."""
        wanted = self._wanted
        if wanted.focus:
            with suppress(FocusError):  # where nothing is shown yet, as at the start of a game
                picture = in_focus(picture, wanted.focus)
        if wanted.stereo is None:
            return (picture,)
        width, height = self._lettering.scene
        return of_both_eyes(picture, width / height, wanted.stereo)

    def close(self) -> None:
        """Free the window; nothing is drawn afterwards."""
        self._place.close()


FPS = {GIF: 20.0}
"""Frames a second where nobody says how many, by how the name ends; 30 elsewhere."""
SURE = 5
"""Frames that must have been drawn before anything is said about the time left."""


def film_of(
    items: Sequence[ExportItem], wanted: FilmOptions, suffix: str, notify: Notify, stop: Stop
) -> Film:
    """Return a film of some items, one after the other.

    Parameters
    ----------
    suffix
        ".gif", ".mp4" or ".webm".

    Raises
    ------
    ExportError
        When what is wanted cannot be filmed, or this machine cannot.
    Stopped
        When `stop` says so.
    """
    if suffix != GIF:
        encoder_of(suffix)
    size = width, height = wanted.size or FILM_SIZES["480" if suffix == GIF else "720"]
    room = size if wanted.stereo is None else (width // 2, height)
    lettering = Lettering(room, lines_of(items, wanted), STANDARD)
    takes = [Take(item, wanted, lettering) for item in items]
    if wanted.focus:
        try:
            for take in takes:
                check_focus(take.opening.position.game.board, wanted.focus)
        except FocusError as error:
            raise ExportError(f"--focus: {error}") from error
    parts = [part for take in takes for part in parts_of(take)]
    drawing = FrameRenderer(lettering, wanted, fine=suffix != GIF)
    notified = partial(_with_notice, notify=notify, stop=stop)

    def frames_at(fps: float) -> list[Frame]:
        return list(frames_of(parts, fps, wanted.speed))

    fps = FPS.get(suffix, 30.0) if wanted.fps is None else wanted.fps
    try:
        if suffix == GIF:
            return gif(frames_at, drawing.image, notified, size, fps)
        frames = frames_at(fps)
        images = ((drawing.image(frame), frame.count) for frame in notified(frames))
        total = sum(frame.count for frame in frames)
        rate = Fraction(fps).limit_denominator(1001)
        return Film(video(images, suffix, size, rate, total), "")
    finally:
        drawing.close()


def _with_notice(frames: Sequence[Frame], notify: Notify, stop: Stop) -> Iterator[Frame]:
    """Yield frames, and tell how far the film has come; `Stopped` where it is to stop."""
    start, total, done = monotonic(), sum(frame.count for frame in frames), 0
    for number, frame in enumerate(frames):
        if stop():
            raise Stopped
        left = None
        if number >= SURE:
            left = (monotonic() - start) * (len(frames) - number) / number
        notify(done, total, "frame", left)
        yield frame
        done += frame.count
    notify(total, total, "frame", None)
