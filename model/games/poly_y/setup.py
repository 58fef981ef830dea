"""How positions of Poly-Y are set up by hand."""

from __future__ import annotations

from collections.abc import Mapping

from model.contract.game import Game, Position, Reason
from model.contract.setup_rules import Cells, SetupRules, Shape
from model.games.poly_y.position import PLAYERS, PolyYGame, PolyYPosition
from model.phrases import counted


class PolyYSetup(SetupRules):
    """Any stones can lie anywhere."""

    letters = ("R", "B")

    def shape(self, game: Game) -> Shape:
        """Return the rings, a level of one row each."""
        assert isinstance(game, PolyYGame)
        return game.shape

    def game(self, options: Mapping[str, str], board: str) -> Game:
        """Return the game."""
        return self.kind.configure(options)

    def cells(self, position: Position) -> Cells:
        """Return (n,) 0 empty, 1 red, 2 blue."""
        assert isinstance(position, PolyYPosition)
        return position.cells

    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return nothing."""
        return ()

    def notes(self, position: Position) -> tuple[Reason, ...]:
        """Say where the numbers of stones do not fit the turns, or the winner would be to move."""
        assert isinstance(position, PolyYPosition)
        red, blue = (int(position.stones(player).sum()) for player in PLAYERS)
        swapped = position.game.swap and red - blue == position.side - 1 and blue > 0
        found = []
        if red - blue != position.side and not swapped:
            words = {
                "red": counted(red, "red stone", "no"),
                "blue": counted(blue, "blue stone", "no"),
                "side": PLAYERS[position.side].capitalize(),
            }
            text = "{red} and {blue} with {side} to move could not have come about in play"
            found.append(Reason("stone-counts", text, words, "poly-y.md#turns"))
        return (*found, *self.winner_to_move(position, "poly-y.md#winning"))
