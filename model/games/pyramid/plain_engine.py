"""The plainest opponent in Pyramid at full speed: UCT with games played out at random."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from model.game import Game, Move, Position
from model.games.pyramid.actions import osiris
from model.games.pyramid.engine import fields_of, hashes_of, numbers_of, write_move
from model.games.pyramid.engine_kernels import NO_END
from model.games.pyramid.field_kernels import BANNED, COLOUR, FACTS, HEIGHT, PLIES
from model.games.pyramid.kernels import DIRS, MAX_MOVES, RUN_LEVELS, RUN_MAX
from model.games.pyramid.plain_kernels import DEEPEST, Desk, grow
from model.games.pyramid.position import Ban, PyramidGame, PyramidPosition
from model.search.bound_table import mixed
from model.search.chance import Words
from model.search.game_tree import Tree
from model.search.plain_uct import PlainUct

_ROOM = 512
_DIAGONAL = 1

EXPLORATION = 0.5
"""The best of some matches; docs/strength.md."""


class PlainPyramid(PlainUct):
    """UCT with random playouts; see `model.search_contract.Engine`."""

    def __init__(self, game: Game, exploration: float = EXPLORATION) -> None:
        assert isinstance(game, PyramidGame)
        super().__init__(game, exploration)
        self._stuck = ("lose", "draw", "pass").index(game.rules.no_moves)
        self._desk: Desk | None = None
        self._whole = False

    def begin(self, position: Position) -> None:
        """Put a position at the root."""
        assert isinstance(position, PyramidPosition)
        rules = position.game.rules
        self._desk = desk_for(position)
        self._whole = not rules.osiris_suicide or bool(
            osiris(position.game.board, position.cells, rules)
        )

    def grow(self, tree: Tree, rng: Words, patience: int, games: int) -> int:
        """Play games through the tree and add to it; see `PlainUct.grow`."""
        assert self._desk is not None
        return grow(tree, self._desk, rng, self.exploration, self._stuck, self._whole, patience,
                    games)  # fmt: skip

    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move."""
        return write_move(number, position)


def desk_for(position: PyramidPosition) -> Desk:
    """Return a position as kernels want it, and what they write on."""
    game = position.game
    fields, numbers, count = fields_of(game), numbers_of(game), len(game.board)
    ways, counts = _ways(fields, numbers)
    cells, facts = np.zeros((2, count), np.int8), np.zeros((2, FACTS), np.int64)
    cells[0] = position.cells
    rules, facts[0, COLOUR], facts[0, PLIES] = game.rules, position.side + 1, NO_END
    if rules.max_plies is not None:
        facts[0, PLIES] = rules.max_plies - position.ply
    facts[0, BANNED] = _number_of(position.ban)
    past = position.past
    return Desk(
        cells,
        facts,
        np.zeros((2, MAX_MOVES), np.int32),
        np.zeros((2, MAX_MOVES), np.int32),
        np.zeros(_ROOM * count, np.int32),
        np.zeros((2, count), np.int32),
        np.zeros(count, np.int32),
        ways,
        counts,
        np.array(game.board.victory, np.int32),
        np.zeros(DEEPEST + 1, np.int32),
        np.zeros(DEEPEST + 1, np.int64),
        np.array([_key(*key) for key in past], np.int64),
        np.array(list(past.values()), np.int64),
        fields,
        numbers,
        hashes_of(count),
    )


def _number_of(ban: Ban) -> int:
    return -1 if ban is None else ban[0] << 10 | ban[1]


def _key(cells: tuple[int, ...], side: int, ban: Ban) -> int:
    """Return what a position repeats by, as kernels reckon it."""
    hashes = hashes_of(len(cells))
    key = int(mixed(side + 1 | (_number_of(ban) + 1) << 2))
    for site, stone in enumerate(cells):
        if stone:
            key ^= int(hashes[stone - 1, site])
    return key


def _ways(
    fields: npt.NDArray[np.int32], numbers: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return where a stone alone could go from each field, and in how many ways; see `Desk`."""
    found: list[list[tuple[int, int]]] = []
    for site in range(len(fields)):
        found.append([])
        for direction in range(8 if numbers[DIRS] == _DIAGONAL else 4):
            at, length, descents = site, 0, 0
            while (after := int(fields[at, direction])) >= 0:
                rise = int(fields[after, HEIGHT] - fields[at, HEIGHT])
                length, descents = length + 1, descents + (rise < 0)
                if rise > 0 and (length > 1 or rise > 1 or direction >= 4):
                    break
                if rise <= 0 and (length > numbers[RUN_MAX] or descents > numbers[RUN_LEVELS]):
                    break
                found[-1].append((after, direction))
                if rise > 0:
                    break
                at = after
    ways = np.zeros((len(fields), max(len(few) for few in found) or 1, 2), np.int32)
    for site, few in enumerate(found):
        if few:
            ways[site, : len(few)] = few
    return ways, np.array([len(few) for few in found], np.int32)
