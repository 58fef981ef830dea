"""How positions of Pyraos are set up by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from model.contract.game import Game, Player, Position, Reason
from model.contract.setup_rules import Cells, SetupRules, Shape
from model.games.pyraos.places import BOARD, PLACES, SPHERES
from model.games.pyraos.position import SHAPE, PyraosPosition
from model.phrases import counted

_FIRST_SPHERES = frozenset({(0, 0, 0), (1, 0, 1), (1, 1, 0), (2, 1, 1)})
"""(white, black, side) where a side has no sphere or one."""


class PyraosSetup(SetupRules):
    """Pyraos: spheres rest on something, and each side has fifteen."""

    letters = ("W", "B")

    def shape(self, game: Game) -> Shape:
        """Return the rows of every level."""
        return SHAPE

    def cells(self, position: Position) -> Cells:
        """Return (30,) 0 empty, 1 white, 2 black."""
        assert isinstance(position, PyraosPosition)
        white = [position.white >> site & 1 for site in range(PLACES)]
        black = [position.black >> site & 1 for site in range(PLACES)]
        return np.array(white, np.int8) + 2 * np.array(black, np.int8)

    def problems(self, game: Game, cells: Cells) -> tuple[Reason, ...]:
        """Return a reason for every sphere that rests on nothing and every side with too many."""
        found = []
        for site in np.flatnonzero(cells):
            for under in BOARD.supports[site]:
                if under >= 0 and not cells[under]:
                    found.append(
                        Reason(
                            "unsupported",
                            "{site} needs a sphere on {below}",
                            {"site": BOARD.names[site], "below": BOARD.names[under]},
                            "pyraos.md#placing",
                        )
                    )
                    break
        for value, player in enumerate(game.players, start=1):
            count = int((cells == value).sum())
            if count > SPHERES:
                found.append(
                    Reason(
                        "too-many",
                        "{count} {player} spheres: each side has {most}",
                        {"count": count, "player": player, "most": SPHERES},
                        "pyraos.md#board",
                    )
                )
        return tuple(found)

    def notes(self, position: Position) -> tuple[Reason, ...]:
        """Say where the first spheres do not fit the turns, or the winner would be to move.

        A side takes back two at most of the square it has just made, so it keeps two (one, where
        lines of three count), and to lift takes five spheres on the board. So a side with one
        sphere has moved once.
        """
        assert isinstance(position, PyraosPosition)
        side, cells = position.side, self.cells(position)
        white, black = int((cells == 1).sum()), int((cells == 2).sum())
        found = []
        kept = 1 if position.game.options["rules"] == "alternate" and white + black > 3 else 2
        if min(white, black) < kept and (white, black, side) not in _FIRST_SPHERES:
            found.append(
                Reason(
                    "sphere-counts",
                    "{white} and {black} with {side} to move: in play White begins, they take "
                    "turns, and nobody takes back all of their spheres",
                    {
                        "white": counted(white, "white sphere", "no"),
                        "black": counted(black, "black sphere", "no"),
                        "side": position.game.players[side].capitalize(),
                    },
                    "pyraos.md#turns",
                )
            )
        return (*found, *self.winner_to_move(position, "pyraos.md#winning"))

    def reserves(self, game: Game, cells: Cells) -> Mapping[Player, int]:
        """Return what is left of the fifteen spheres, never below 0."""
        return {
            player: max(0, SPHERES - int((cells == value).sum()))
            for value, player in enumerate(game.players, start=1)
        }
