"""How positions of Keystone are set up by hand."""

from __future__ import annotations

from model.contract.setup_rules import SetupRules


class KeystoneSetup(SetupRules):
    """A letter a player; a ball that rests on nothing cannot exist."""

    letters = ("R", "B")

    def shape(self, game):
        return game.shape

    def game(self, options, board):
        return self.kind.configure({"size": str(board.count("/") + 1), **options})

    def problems(self, game, cells):
        return game.loose(cells)
