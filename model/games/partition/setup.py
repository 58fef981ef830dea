"""How positions of Pyramid Partition are set up by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from model.contract.game import Game, Position, Reason
from model.contract.setup_rules import Cells, SetupRules, Shape
from model.games.partition import placing
from model.games.partition.placing import PLAYERS
from model.games.partition.position import PartitionGame, PartitionPosition, shape_of
from model.phrases import counted


class PartitionSetup(SetupRules):
    """Pyramid Partition: anything can float, except when stacking."""

    letters = ("R", "B")

    def shape(self, game: Game) -> Shape:
        """Return the rows of every level."""
        assert isinstance(game, PartitionGame)
        return shape_of(game.size)

    def game(self, options: Mapping[str, str], board: str) -> Game:
        """Return the game; the number of levels is its size where none is given."""
        levels = str(board.count("/") + 1)
        game = self.kind.configure({"size": levels, **options})
        if str(game.options["size"]) == levels:
            return game
        return self.kind.configure({**options, "size": levels})

    def cells(self, position: Position) -> Cells:
        """Return (n,) 0 empty, 1 red, 2 blue."""
        assert isinstance(position, PartitionPosition)
        return position.cells

    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return a reason for every ball that rests on nothing though it must."""
        assert isinstance(game, PartitionGame)
        if not game.stacking:
            return ()
        loose = np.flatnonzero((cells != placing.EMPTY) & ~placing.supported(game.board, cells))
        return tuple(placing.unsupported(game.board, cells, int(site)) for site in loose)

    def notes(self, position: Position) -> tuple[Reason, ...]:
        """Say where the numbers of balls do not fit the turns, or the winner would be to move."""
        assert isinstance(position, PartitionPosition)
        side, cells, players = position.side, position.cells, PLAYERS
        red, blue = int((cells == 1).sum()), int((cells == 2).sum())
        found = []
        if red - blue != side:
            found.append(
                Reason(
                    "ball-counts",
                    "{red} and {blue}: with {side} to move there {wanted}",
                    {
                        "red": counted(red, "red ball", "no"),
                        "blue": counted(blue, "blue ball", "no"),
                        "side": players[side].capitalize(),
                        "wanted": "is normally one more red ball than blue"
                        if side
                        else "are normally as many red balls as blue",
                    },
                    "partition.md#turns",
                )
            )
        return (*found, *self.winner_to_move(position, "partition.md#winning"))
