"""The plainest opponent in Pyramid at full speed: UCT with games played out at random."""

from __future__ import annotations

from math import isqrt

import numpy as np

from model.contract.game import Game, Move, Position
from model.games.pyramid.actions import DIAG, ORTH
from model.games.pyramid.board_arrays import (
    ban_number,
    fields_of,
    hashes_of,
    lone_moves,
    may_hold_osiris,
    numbers_of,
    stacked,
)
from model.games.pyramid.engine import write_move
from model.games.pyramid.kernels import (
    DIRS,
    MAX_MOVES,
    NO_BACK,
    ORTHOGONAL,
    TAKEN_ROOM,
    Numbers,
)
from model.games.pyramid.plain_kernels import Workspace, grow
from model.games.pyramid.position import Ban, PyramidGame, PyramidPosition
from model.search.alpha_beta.transposition_table import hash63
from model.search.prng import Words
from model.search.tree_search.game_tree import Tree
from model.search.tree_search.plain_uct import DEEPEST, PlainUct

EXPLORATION = 0.5
"""The best of some matches; docs/strength.md."""


class PlainPyramid(PlainUct):
    """UCT with random playouts; see `model.contract.search.Engine`."""

    def __init__(self, game: Game, exploration: float = EXPLORATION) -> None:
        assert isinstance(game, PyramidGame)
        super().__init__(game, exploration)
        self._work: Workspace | None = None

    def begin(self, position: Position) -> None:
        """Put a position at the root."""
        assert isinstance(position, PyramidPosition)
        self._work = workspace_for(position)

    def grow(self, tree: Tree, rng: Words, patience: int, games: int) -> int:
        """Play games through the tree and add to it; see `PlainUct.grow`."""
        assert self._work is not None
        return grow(self._work, tree, self._way, rng, self.exploration, 0.0, patience, games)

    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move."""
        return write_move(number, position)


def workspace_for(position: PyramidPosition) -> Workspace:
    """Return a position as kernels want it, and what they write on."""
    game = position.game
    fields, numbers, count = fields_of(game), numbers_of(game), len(game.board)
    ways, counts = _ways(fields, numbers)
    cells, facts = stacked(position, 2)
    past = position.past
    return Workspace(
        cells,
        facts,
        np.zeros((2, MAX_MOVES), np.int32),
        np.zeros(TAKEN_ROOM * count, np.int32),
        np.zeros((2, count), np.int32),
        np.zeros(count, np.int32),
        ways,
        counts,
        np.array(game.board.victory, np.int32),
        np.zeros(DEEPEST + 1, np.int64),
        np.array([_key(*key) for key in past], np.int64),
        np.array(list(past.values()), np.int64),
        fields,
        numbers,
        hashes_of(count),
        may_hold_osiris(position),
    )


def _key(cells: tuple[int, ...], side: int, ban: Ban) -> int:
    """Return what a position repeats by, as kernels reckon it."""
    hashes = hashes_of(len(cells))
    key = int(hash63(side + 1 | (ban_number(ban) + 1) << 2))
    for site, stone in enumerate(cells):
        if stone:
            key ^= int(hashes[stone - 1, site])
    return key


def _ways(fields: Numbers, numbers: Numbers) -> tuple[Numbers, Numbers]:
    """Return where a stone alone could go from each field, in how many ways; see `Workspace`."""
    count = len(fields)
    side = isqrt(count)
    if numbers[DIRS] == NO_BACK:  # what is backward depends on the colour
        numbers = numbers.copy()
        numbers[DIRS] = ORTHOGONAL
    found = lone_moves(fields, numbers, 0)
    ways = np.zeros((count, max(len(targets) for targets in found) or 1, 2), np.int32)
    for site, targets in enumerate(found):
        for k, target in enumerate(targets):
            files, ranks = target % side - site % side, target // side - site // side
            direction = (files > 0) - (files < 0), (ranks > 0) - (ranks < 0)
            ways[site, k] = target, (ORTH + DIAG).index(direction)
    return ways, np.array([len(targets) for targets in found], np.int32)
