"""Somebody to play Poly-Y against: UCT with games played out at random (`engine_kernels`)."""

from __future__ import annotations

import numpy as np

from model.contract.game import Game, Move, Position, Stop
from model.contract.scores import Budget
from model.contract.search import Analysis, Report
from model.games.poly_y.engine_kernels import Workspace, grow
from model.games.poly_y.kernels import arrays_of
from model.games.poly_y.position import SWAP, PolyYGame, PolyYPosition
from model.search.prng import Words
from model.search.tree_search.game_tree import Tree
from model.search.tree_search.plain_uct import PlainUct

EXPLORATION, TRUST = 0.0, 500.0
"""What UCB1 and RAVE are tuned to, where both are blended."""
PLAIN_EXPLORATION = 0.5
UNKNOWING = 30
"""Games up to which an opponent does not even see that it is about to lose."""


class PolyYEngine(PlainUct):
    """UCT with RAVE that knows wins and threats to win; see `model.contract.search.Engine`.

    Parameters
    ----------
    plain
        It knows nothing but the rules, and asks UCB1 alone.
    """

    def __init__(self, game: Game, *, plain: bool = False) -> None:
        assert isinstance(game, PolyYGame)
        super().__init__(game, PLAIN_EXPLORATION if plain else EXPLORATION)
        self._plain = plain
        self._knows = not plain
        self._work: Workspace | None = None

    def analyse(self, position: Position, report: Report, stop: Stop, budget: Budget) -> Analysis:
        """Think about `position`; see `model.contract.search.Engine.analyse`."""
        few = budget.nodes is not None and budget.nodes <= UNKNOWING
        self._knows = not self._plain and not few
        return super().analyse(position, report, stop, budget)

    def begin(self, position: Position) -> None:
        """Put a position at the root."""
        assert isinstance(position, PolyYPosition)
        game, n = position.game, len(position.cells)
        self._work = Workspace(
            board=arrays_of(game.board),
            root=position.cells.copy(),
            cells=np.zeros(n, np.int8),
            filled=np.zeros(n, np.int8),
            touched=np.zeros(n, np.int32),
            room=np.zeros(2 * n, np.int32),
            theirs=np.zeros(n, np.int32),
            moves=np.zeros(n + 1, np.int64),
            taken=np.zeros(n + 1, np.int64),
            gained=np.zeros(n + 1, np.int64),
            side=position.side,
            to_win=game.to_win,
            may_swap=game.swap,
            knows=self._knows,
        )

    def grow(self, tree: Tree, rng: Words, patience: int, games: int) -> int:
        """Play games through the tree and add to it; see `PlainUct.grow`."""
        assert self._work is not None
        trust = 0.0 if self._plain else TRUST
        return grow(self._work, tree, self._way, rng, self.exploration, trust, patience, games)

    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move."""
        names = position.game.board.names
        return SWAP if number == len(names) else names[number]
