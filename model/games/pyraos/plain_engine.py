"""The plainest opponent in Pyraos at full speed: UCT with games played out at random."""

from __future__ import annotations

import numpy as np

from model.contract.game import Game, Move, Position
from model.games.pyraos.kernels import MAX_MOVES
from model.games.pyraos.plain_kernels import Workspace, grow
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.games.pyraos.turns import from_number, rules_number
from model.search.prng import Words
from model.search.tree_search.game_tree import Tree
from model.search.tree_search.plain_uct import DEEPEST, PlainUct

EXPLORATION = 0.5
"""The best of 0.3, 0.5, 0.7 and 1.0 against 0.5; docs/strength.md has the figures."""


class PlainPyraos(PlainUct):
    """UCT with random playouts; see `model.contract.search.Engine`."""

    def __init__(self, game: Game, exploration: float = EXPLORATION) -> None:
        assert isinstance(game, PyraosGame)
        super().__init__(game, exploration)
        self._work: Workspace | None = None

    def begin(self, position: Position) -> None:
        """Put a position at the root."""
        assert isinstance(position, PyraosPosition)
        self._work = workspace_for(position)

    def grow(self, tree: Tree, rng: Words, patience: int, games: int) -> int:
        """Play games through the tree and add to it; see `PlainUct.grow`."""
        assert self._work is not None
        return grow(self._work, tree, self._way, rng, self.exploration, 0.0, patience, games)

    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move."""
        return from_number(number).text


def workspace_for(position: PyraosPosition) -> Workspace:
    """Return a position as kernels want it, and what they write on."""
    past = [
        ((black, white) if side else (white, black), (times, side))
        for (white, black, side), times in position.stood.items()
    ]
    return Workspace(
        np.array([position.own, position.other], np.uint64),
        np.zeros(MAX_MOVES, np.int64),
        np.zeros((DEEPEST + 1, 2), np.uint64),
        np.array([few for few, _ in past], np.uint64).reshape(-1, 2),
        np.array([few for _, few in past], np.int64).reshape(-1, 2),
        position.side,
        rules_number(position.game.rules),
        position.game.obliged,
    )
