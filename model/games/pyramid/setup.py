"""How positions of Pyramid are set up by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from model.contract.game import Game, Position, Reason
from model.contract.setup_rules import Cells, SetupRules, Shape
from model.games.pyramid.actions import osiris
from model.games.pyramid.position import PyramidGame, PyramidPosition
from model.phrases import counted, listed


class PyramidSetup(SetupRules):
    """Pyramid: any field can be taken."""

    letters = ("W", "B")

    def shape(self, game: Game) -> Shape:
        """Return the ranks."""
        assert isinstance(game, PyramidGame)
        side = game.terrace.side
        return ((side, side),)

    def cells(self, position: Position) -> Cells:
        """Return (n,) 0 empty, 1 white, 2 black."""
        assert isinstance(position, PyramidPosition)
        return np.array(position.cells, np.int8)

    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return nothing: any stones can stand anywhere."""
        return ()

    def notes(self, position: Position) -> tuple[Reason, ...]:
        """Say where a side has more stones than it began with, or Osiris would have taken some."""
        assert isinstance(position, PyramidPosition)
        game, cells = position.game, self.cells(position)
        start = self.cells(game.start())
        found = []
        for value, player in enumerate(game.players, start=1):
            count, most = int((cells == value).sum()), int((start == value).sum())
            if count > most:
                found.append(
                    Reason(
                        "more-stones",
                        "{count}: a game on this board begins with {most}",
                        {"count": counted(count, f"{player} stone", "no"), "most": most},
                        "pyramid.md#board",
                    )
                )
        enclosed = osiris(game.board, position.cells, game.rules)
        if enclosed and game.rules.osiris_suicide and not np.array_equal(cells, start):
            names = [game.board.names[site] for site in enclosed]
            found.append(
                Reason(
                    "enclosed",
                    "Osiris would have taken {sites}: {they} enclosed after any move",
                    {"sites": listed(names), "they": "it is" if len(names) == 1 else "they are"},
                    "pyramid.md#osiris",
                )
            )
        if game.rules.max_plies is not None and position.ply % 2 != position.side:
            found.append(
                Reason(
                    "ply-parity",
                    "ply {ply} with {side} to move: White begins, so that is the turn of the other "
                    "side",
                    {"ply": position.ply, "side": game.players[position.side].capitalize()},
                    "pyramid.md#options",
                )
            )
        return tuple(found)

    def extras(self, game: Game) -> Mapping[str, str]:
        """Return what the options make part of a position: the ply, the push that is forbidden."""
        found = {}
        if game.options["push_back_ban"]:
            found["banned"] = "the push that is forbidden now, like c1:b1"
        if game.options["max_plies"] is not None:
            found["ply"] = "how many turns were played"
        return found
