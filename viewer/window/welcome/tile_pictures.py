"""Pictures of the shipped files, drawn by the scene itself (`make pictures`)."""

import hashlib
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap

from model.contract.game import Position
from viewer.picture.compose.ground import dimpled
from viewer.picture.picking.click_meaning import partial_move_of

SIZE = (176, 128)
"""Of a picture, in logical pixels; the files hold twice as many each way."""
FOLDER = Path(__file__).with_name("pictures")


GAMES = FOLDER / "games"
"""The pictures of the games, by their names."""
LEAD = FOLDER / "lead" / "lead.png"
"""The large picture at the head of the page."""


STARTS = FOLDER / "starts"
"""How games begin, each under the name that `start_place` gives it."""


def start_place(position: Position) -> Path:
    """Return where the picture of a game's start lies: one for all options that look the same."""
    board, pieces = position.game.board, position.pieces
    seen = hashlib.sha256(position.game.kind.name.encode())
    free = partial_move_of(position, ()).choices if dimpled(board) else np.zeros(0, bool)
    for part in (board.centres.round(3), pieces.site, pieces.owner, free):
        seen.update(np.ascontiguousarray(part, np.float64).tobytes())
    for printed in board.decoration:
        seen.update(repr(printed).encode())
    return STARTS / f"{position.game.kind.name}-{seen.hexdigest()[:12]}.png"


def start_of(position: Position) -> QPixmap | None:
    """Return how the scene draws the start of a game; None where no picture of it ships."""
    picture = QPixmap()
    return picture if picture.load(str(start_place(position))) else None


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
    from viewer.session.files import resources

    ours = (*resources.examples(), *resources.lessons(), *resources.puzzles())
    picture = QPixmap()
    if path not in ours or not picture.load(str(place(path))):
        return None
    size = QSize(*SIZE) * ratio
    ways = (Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    picture = picture.scaled(size, *ways)
    picture.setDevicePixelRatio(ratio)
    return picture
