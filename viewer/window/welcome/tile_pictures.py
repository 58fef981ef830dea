"""Pictures of the shipped files, drawn by the scene itself (`make pictures`)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap

SIZE = (176, 128)
"""Of a picture, in logical pixels; the files hold twice as many each way."""
FOLDER = Path(__file__).with_name("pictures")


GAMES = FOLDER / "games"
"""The pictures of the games, by their names."""
LEAD = FOLDER / "lead" / "lead.png"
"""The large picture at the head of the page."""


def lead() -> QPixmap:
    """Return the picture at the head of the page."""
    return QPixmap(str(LEAD))


def of_game(name: str) -> QPixmap | None:
    """Return the picture of a game; None of one that ships without."""
    picture = QPixmap()
    return picture if picture.load(str(GAMES / f"{name}.png")) else None


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
