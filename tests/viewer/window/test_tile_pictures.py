"""The pictures that ship with the welcome page (`make pictures`)."""

from pathlib import Path

import pytest

from viewer.session.files import resources
from viewer.window.welcome import tile_pictures

pytestmark = pytest.mark.check


def test_every_shipped_file_has_its_picture_and_no_other_file(qapp, tmp_path: Path):
    files = (*resources.lessons(), *resources.puzzles(), *resources.examples())
    assert {path.stem for path in files} == {p.stem for p in tile_pictures.FOLDER.glob("*.png")}
    for path in files:
        picture = tile_pictures.shipped(path, 1.5)
        assert picture is not None, f"{path.name} has no picture: run make pictures"
        assert picture.width() == round(1.5 * tile_pictures.SIZE[0])
        image = picture.toImage()
        assert image.pixelColor(0, 0).alpha() == 0  # it lies on light and dark pages
        assert (
            max(image.pixelColor(x, image.height() // 2).alpha() for x in range(image.width()))
            == 255
        )
    assert tile_pictures.shipped(tmp_path / files[0].name, 1.0) is None
