"""A picture as a PNG or JPEG file: of any size to 8K, with or without ground, legend, caption."""

from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from model.contract.game import Position
from model.records.atomic_write import write_whole
from model.records.view import Mark, View
from viewer.analysis.picture_findings import whole_picture
from viewer.export.export_options import PictureOptions
from viewer.export.items import Notify, nobody
from viewer.export.pictures.svg import NOTHING, Band, SvgCaption
from viewer.picture.compose.colouring import legend_of
from viewer.picture.picture import Picture
from viewer.picture.visibility.focus import in_focus
from viewer.scene.camera import of_both_eyes
from viewer.scene.offscreen import Image, fine_image, jpeg, png
from viewer.scene.printed_legend import lay_out, print_on

BLACK, WHITE = "#000000", "#FFFFFF"
ON_ANY = "#7C828D"
"""Colour of letters that can be read on light and on dark ground: 4 to 1 on white, 5 on black."""


def picture_file(
    picture: Picture,
    options: PictureOptions,
    caption: SvgCaption = NOTHING,
    notify: Notify = nobody,
    *,
    is_jpeg: bool = False,
    below: int = 0,
) -> bytes:
    """Return a picture as a file, in 8 bits a channel, with alpha where it is transparent.

    A transparent picture is drawn on black and on white; how much a pixel differs is how much of
    the ground it shows (Smith and Blinn, "Blue screen matting", 1996), so that edges, shadows and
    glass let through exactly what they do in the scene.

    Parameters
    ----------
    options
        Say its size, the caption included; whether it is transparent; whether it is one for each
        eye; and whether what colours mean is printed in a corner, where there is room for it.
    is_jpeg
        It is a JPEG file, which is never transparent.
    below
        Pixels that a caption has at least.

    Raises
    ------
    viewer.scene.offscreen.RenderError
        When no OpenGL can be had.
    """
    band = Band(caption, options.size, below)
    size = (options.size[0], options.size[1] - band.height)
    found = legend_of(picture) if options.legend and options.stereo is None else None
    card = None if found is None else lay_out(found, size, picture.palette)
    shown = picture if card is None else replace(picture, room=card.room(size))

    def drawn(ground: str | None, first: int) -> Image:
        palette = shown.palette
        if ground is not None:
            palette = replace(palette, below=ground, above=ground, behind=palette.below, ink=ON_ANY)
        eyes = _eyes(shown, size, options.stereo)
        parts, made = len(eyes) * (2 if options.transparent else 1), []
        for number, (eye, room) in enumerate(eyes, first * len(eyes)):

            def tell(done: int, of: int, number: int = number) -> None:
                notify(number * of + done, parts * of, "tile")

            made.append(fine_image(replace(eye, palette=palette), room, tell))
        whole = np.concatenate(made, axis=1)
        whole = whole if card is None else print_on(whole, card, picture.palette)
        return band.below(whole, picture.palette)

    if not options.transparent:
        return (jpeg if is_jpeg else png)(drawn(None, 0))
    return png(matted(drawn(BLACK, 0), drawn(WHITE, 1)))


def _eyes(
    picture: Picture, size: tuple[int, int], stereo: str | None
) -> list[tuple[Picture, tuple[int, int]]]:
    """Return what is drawn side by side, and how large: one picture, or one for each eye."""
    if stereo is None:
        return [(picture, size)]
    half = size[0] // 2
    first, second = of_both_eyes(picture, half / size[1], stereo)
    return [(first, (half, size[1])), (second, (size[0] - half, size[1]))]


def render(
    position: Position,
    view: View,
    out: Path,
    size: tuple[int, int] = (1280, 800),
    show: tuple[str, ...] = (),
    marks: tuple[Mark, ...] = (),
    plies: npt.NDArray[np.int32] | None = None,
    focus: str = "",
    stereo: Literal["parallel", "crossed"] | None = None,
) -> None:
    """Draw a position into a PNG file, whole or not at all.

    Parameters
    ----------
    position
        As the viewer may know it (``seen_by``).
    view, show, marks, plies
        As `viewer.picture.compose.composer.depict` takes them; "legend=off" prints no legend.
    out, size
        The file, and width and height in pixels.
    focus
        What is kept in sight, as `viewer.picture.visibility.focus.in_focus` takes it; "": nothing.
    stereo
        Two pictures side by side: the left eye's on the left ("parallel"), or on the right.

    Raises
    ------
    viewer.picture.compose.composer.ShowError
        When a word cannot be shown.
    viewer.picture.visibility.focus.FocusError
        When nothing can be kept in sight.
    viewer.scene.offscreen.RenderError
        When no OpenGL can be had.
    OSError
        When the file cannot be written.
    """
    picture = whole_picture(position, view, show, marks, plies)
    if focus:
        picture = in_focus(picture, focus)
    options = PictureOptions(size=size, legend="legend=off" not in show, stereo=stereo)
    write_whole(out, picture_file(picture, options))


def matted(on_black: Image, on_white: Image) -> Image:
    """Return (height, width, 4) uint8 of what was drawn on black and on white, row by row."""
    made = np.empty((*on_black.shape[:2], 4), np.uint8)
    for row, (dark, light) in enumerate(zip(on_black, on_white, strict=True)):
        # The sky is dithered by less than a step: what differs by one less is nothing, too.
        ground = np.rint((light.astype(np.int16) - dark).mean(axis=1)).clip(0, 255).astype(np.uint8)
        alpha = np.where(ground >= 254, 0, 255 - ground)
        colour = dark * (255.0 / np.maximum(alpha, 1))[:, None]
        made[row, :, :3] = np.where(alpha[:, None] > 0, np.rint(colour).clip(0, 255), 0)
        made[row, :, 3] = alpha
    return made
