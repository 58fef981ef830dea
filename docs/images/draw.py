"""Draws the pictures of README, the rules and the welcome page with the program itself.

`make pictures` runs it. Pictures of the whole window (window, lesson, puzzle) are taken by hand.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from msgspec.structs import replace as altered

from model.records import files
from model.records.positions import PositionCache
from model.records.view import Camera, View
from viewer.picture.depict import depict
from viewer.picture.ground import dimpled
from viewer.picture.palette import STANDARD
from viewer.scene.offscreen import Offscreen, image, write_png
from viewer.session import resources
from viewer.window.welcome import tile_pictures

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
README = {
    "figure-1": ("02-figure-1", (1100, 760)),
    "cut": ("07-size-20", (1100, 760)),
    "pyraos": ("11-pyraos-taking-back", (1000, 700)),
    "pyramid": ("15-pyramid-run-and-smash", (1000, 700)),
}
RULES = {
    "partition-line": "04-line-from-a-corner",
    "partition-sheets": "02-figure-1",
    "pyraos-placing": "10-pyraos-lifting",
    "pyraos-square": "11-pyraos-taking-back",
    "pyramid-osiris": "17-pyramid-osiris",
    "pyramid-victory": "19-pyramid-victory-fields",
}
"""Names of pictures and the examples they show."""


def main() -> int:
    """Draw all pictures."""
    for name, (example, size) in README.items():
        draw(example, HERE / f"{name}.png", size)
    for name, example in RULES.items():
        draw(example, ROOT / "docs" / "rules" / "images" / f"{name}.png", (520, 340))
    tiles()
    return 0


def draw(example: str, out: Path, size: tuple[int, int]) -> None:
    """Draw an example as its file shows it."""
    contents = files.load(ROOT / "examples" / f"{example}.pyramidion")
    position = PositionCache().position(contents.record, contents.node)
    show = (contents.view.show,) if contents.view.show else ()
    write_png(out, image(depict(position, contents.view, show), size))
    print(out.relative_to(ROOT))


def tiles() -> None:
    """Draw the pictures of the welcome page, each before nothing: it is light or dark there."""
    from PySide6.QtGui import QImage

    width, height = (2 * side for side in tile_pictures.SIZE)
    place = Offscreen((2 * width, 2 * height), fine=True)
    tile_pictures.FOLDER.mkdir(exist_ok=True)
    for path in (*resources.lessons(), *resources.puzzles(), *resources.examples()):
        found = files.load_any(path)
        contents = found.items[0] if isinstance(found, files.Collection) else found
        record, node = contents.record, contents.node
        if record.lesson is not None:  # a course begins on an empty board
            node = max(
                (step.node for step in record.lesson.steps), key=lambda n: standing(record, n)
            )
        position = PositionCache().position(record, node)
        board = position.game.board
        many = len(board) > 400
        dots = dimpled(board) and not many
        view = View(camera=Camera(), ghosts="all" if dots else "off", labels=False,
                    cuts=contents.view.cuts if many else ())  # fmt: skip
        shown = replace(depict(position, altered(view, board=True), ()), reserves=(), bands=False)
        light, dark = (
            place.image(replace(shown, palette=replace(STANDARD, above=ground, below=ground)))
            for ground in ("#FFFFFF", "#000000")
        )
        write(path, light.astype(int), dark.astype(int), (width, height), QImage)
    place.close()


def standing(record, node):
    """Return how many pieces stand on the board at a node."""
    return len(PositionCache().position(record, node).pieces.site)


def write(path, light, dark, size, image_class):
    """Save what is seen before white and before black as a picture before nothing."""
    clear = (light - dark).mean(axis=2).clip(0, 255)
    alpha = 255 - clear
    colours = np.where(alpha[..., None] > 0, dark * 255 / np.maximum(alpha, 1)[..., None], 0)
    rows = np.concatenate([colours.clip(0, 255), alpha[..., None]], axis=2).round().astype(np.uint8)
    rows = np.ascontiguousarray(rows)
    tall, wide, _ = rows.shape
    from PySide6.QtCore import Qt

    picture = image_class(rows.data, wide, tall, 4 * wide, image_class.Format.Format_RGBA8888)
    picture = picture.scaled(*size, mode=Qt.TransformationMode.SmoothTransformation)
    picture.save(str(tile_pictures.place(path)), "PNG")
    print(tile_pictures.place(path).relative_to(ROOT))


if __name__ == "__main__":
    sys.exit(main())
