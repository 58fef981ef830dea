"""Pictures of the shipped files, drawn by the scene itself (`make pictures`)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap

SIZE = (176, 128)
"""Of a picture, in logical pixels; the files hold twice as many each way."""
FOLDER = Path(__file__).with_name("pictures")


def place(path: Path) -> Path:
    """Return where the picture of a shipped file lies, or would lie."""
    return FOLDER / f"{path.stem}.png"


def shipped(path: Path, ratio: float) -> QPixmap | None:
    """Return the picture of a shipped file for a screen of that scale; None of any other file."""
    from viewer.session import resources

    ours = (*resources.examples(), *resources.lessons(), *resources.puzzles())
    picture = QPixmap()
    if path not in ours or not picture.load(str(place(path))):
        return None
    size = QSize(*SIZE) * ratio
    ways = (Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    picture = picture.scaled(size, *ways)
    picture.setDevicePixelRatio(ratio)
    return picture
