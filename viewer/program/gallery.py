"""The gallery: a picture of every example as its file shows it, where no window can be opened."""

from collections.abc import Iterator
from pathlib import Path

from model.records import files
from model.records.record import PositionCache
from viewer.session.files import resources

SIZE = (1280, 800)


def draw(folder: Path) -> Iterator[Path]:
    """Draw every example into `folder`, yielding each picture's path once it is written.

    Raises
    ------
    OSError
        When `folder` cannot be written.
    model.records.files.FileError
        When an example cannot be read.
    """
    from viewer.export.pictures.pixel_file import render

    folder.mkdir(parents=True, exist_ok=True)
    for path in resources.examples():
        contents = files.load(path)
        position = PositionCache().position(contents.record, contents.node)
        picture = folder / f"{path.stem}.png"
        render(
            position,
            contents.view,
            picture,
            SIZE,
            (contents.view.show,) if contents.view.show else (),
        )
        yield picture
