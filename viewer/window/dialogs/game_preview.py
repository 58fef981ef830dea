"""How a new game will begin, and an example of what its options do, as small pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QVBoxLayout, QWidget

from model.contract.game import CHANCE, Position
from model.phrases import counted
from model.positions.reading import read_position
from model.records.views.view import Camera
from viewer.games.option_words import OptionExample
from viewer.picture.compose.ground import dimpled, in_cells, place_word
from viewer.picture.flat.miniature import Miniature, miniature_of
from viewer.picture.picking.partial_move import partial_move_of
from viewer.widgets import thumbnail
from viewer.widgets.appearance.theme import GAP
from viewer.widgets.controls import label
from viewer.widgets.picture_frame import Picture
from viewer.window.welcome import tile_pictures

if TYPE_CHECKING:
    from model.contract.game import GameKind, Position

START, EXAMPLE = QSize(300, 230), QSize(300, 190)
_LATTICE, _FIELDS = Camera(azimuth=19, elevation=24), Camera(azimuth=19, elevation=42)


class GamePreview(QWidget):
    """The board as the game begins on it; under it where a piece may go under the options.

    Attributes
    ----------
    start, told
        The picture of the start, and what is said of it.
    example, caption
        The picture of the example, and what it shows.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.start, self.told = Picture(), label("", "small")
        self.example, self.caption = Picture(), label("", "small")
        self.start.setAccessibleName("How the game begins")
        self.example.setAccessibleName("What the options do")
        self.start.setFixedSize(START)
        self.example.setFixedSize(EXAMPLE)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GAP, 3 * GAP, 2 * GAP, 2 * GAP)
        for picture, words in ((self.start, self.told), (self.example, self.caption)):
            words.setWordWrap(True)
            words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(picture)
            column.addWidget(words)
        column.addStretch(1)

    def show_start(self, position: Position) -> None:
        """Show how a game begins: what stands, and on a lattice every point of the first move."""
        miniature = miniature_of(position)
        board = position.game.board
        if dimpled(board):
            dots = partial_move_of(position, ()).choices
            miniature = Miniature(board, miniature.sites, miniature.owners, miniature.players, dots)
        # Those of the usual starts were drawn by the scene; any other is painted flat at once.
        drawn = tile_pictures.start_of(position)
        self.start.setPixmap(drawn or self._drawn(miniature, START))
        number = position.legal_moves.count()  # programs are counted in millions
        moves = f"{number:,} legal first move{'' if number == 1 else 's'}"
        places = counted(len(board) - len(board.edges), place_word(board))
        by_chance = position.to_move == CHANCE  # nobody chooses what the dice show
        self.told.setText(
            f"{places}, and dice are rolled first" if by_chance else f"{places}, {moves}"
        )

    def show_nothing(self) -> None:
        """Show no start: the options make no game."""
        self.start.setPixmap(QPixmap())
        self.told.setText("")

    def show_example(
        self, kind: GameKind, example: OptionExample | None, options: Mapping[str, str]
    ) -> None:
        """Show where a piece may go under the options; nothing for a game without an example."""
        self.example.setVisible(example is not None)
        self.caption.setVisible(example is not None)
        if example is None:
            return
        chosen = {name: options[name] for name in example.options if name in options}
        words = ",".join(f"{name}={value}" for name, value in chosen.items())
        position = read_position(f"{kind.name}:{words} {example.position}")
        miniature = miniature_of(position)
        reach = np.zeros(len(position.game.board), bool)
        site = position.game.board.index(example.site)
        reach |= partial_move_of(position, (example.site,)).choices
        reach[site] = False
        shown = Miniature(
            position.game.board,
            miniature.sites,
            miniature.owners,
            miniature.players,
            reach=reach,
        )
        self.example.setPixmap(self._drawn(shown, EXAMPLE))
        self.caption.setText(f"{example.caption}: {counted(int(reach.sum()), 'field')}")

    def _drawn(self, what: Miniature, size: QSize) -> QPixmap:
        camera = _LATTICE if dimpled(what.board) else _FIELDS
        if in_cells(what.board):
            camera = Camera()  # its home view, upright
        return thumbnail.pixmap(what, camera, size, self.devicePixelRatioF())
