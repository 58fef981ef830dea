"""An engine for Pyraos: alpha-beta on bitboards, images of a position looked at once.

docs/rules/pyraos.md says what it looks at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Move, Position
from model.games.pyraos import turns
from model.games.pyraos.engine_kernels import (
    Maps,
    Stack,
    enter,
    search,
    turn_of,
)
from model.games.pyraos.evaluation import FEATURES, POINTS, points_of, site_maps
from model.games.pyraos.evaluation_kernels import static_value
from model.games.pyraos.kernels import MAX_MOVES, PASS, list_moves
from model.games.pyraos.places import PLACES
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.search.alpha_beta.alpha_beta_kernels import KEY, LEVELS, SINCE
from model.search.alpha_beta.iterative_deepening import AlphaBeta
from model.search.alpha_beta.transposition_table import TranspositionTable

EVEN_TO = 6
"""Spheres up to which a position is exchanged for its image. From the start that saves four fifths
of the positions seven plies deep, from six random spheres on none: images seldom meet then, and
moves that were good elsewhere are known better where nothing is turned."""
_KEYS = (1 << 62) - 1


class PyraosEngine(AlphaBeta):
    """Thinks about Pyraos; see `model.contract.search.Engine`.

    Attributes
    ----------
    even_to
        Spheres up to which images of a position are looked at once.
    """

    scale = float(POINTS)
    margins = np.array([0, 110, 150, 200], np.int64)
    """What a position is worth was more off in 26, 10 and 14 of 110 positions of play, one, two and
    three plies ahead. There are no null moves: who need not spend a sphere gains by it."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game, PyraosGame)
        super().__init__(game, MAX_MOVES, 13)
        self.even_to = EVEN_TO
        self._stack = Stack(
            np.zeros((LEVELS, 2), np.uint64), byte_maps(), points_of(game.rules),
            np.zeros(FEATURES, np.int64), turns.rules_number(game.rules), game.obliged,
            side=0, even_to=EVEN_TO, past=0,
        )  # fmt: skip

    def begin(self, position: Position) -> list[int]:
        """Put a position at the bottom of the stack; return the numbers of its moves."""
        assert isinstance(position, PyraosPosition)
        self._stack = self._stack._replace(side=position.side, even_to=self.even_to, past=0)
        self._remember(position)
        own, other = np.uint64(position.own), np.uint64(position.other)
        self._put(0, position.own, position.other, position.side)
        self._tree.frames[0, SINCE] = LEVELS
        moves = np.zeros(MAX_MOVES, np.int64)
        count = int(list_moves(own, other, self._stack.rules, self._stack.obliged, moves))
        return [int(number) for number in moves[:count]]

    def evaluate(self, position: PyraosPosition) -> int:
        """Return what a position is worth to the side to move, in points, without looking ahead."""
        own, other = np.uint64(position.own), np.uint64(position.other)
        stack = self._stack
        return int(static_value(own, other, stack.rules, stack.points, stack.found))

    def _put(self, level: int, own: int, other: int, side: int) -> None:
        enter(self._stack, self._tree.frames, level, np.uint64(own), np.uint64(other), side)

    def _remember(self, position: PyraosPosition) -> None:
        """Note the positions that are a draw the next time they stand."""
        keys = []
        for (white, black, side), times in position.stood.items():
            if times < 2:
                continue
            own, other = (black, white) if side else (white, black)
            self._put(1, own, other, side)
            keys.append(int(self._tree.frames[1, KEY]))
        self._tree = self._tree._replace(twice=np.array(keys, np.int64))
        self._stack = self._stack._replace(past=sum(keys) & _KEYS)

    def run(self, table: TranspositionTable, state: npt.NDArray[np.int64], most: int) -> None:
        """Go on with the search for some `most` positions more."""
        search(self._stack, self._tree, table, self.margins, state, most)

    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move."""
        return turns.from_number(number).text

    def write_line(self, numbers: tuple[int, ...], position: Position) -> Iterator[Move]:
        """Write moves one after another, each told of the image that the search had before it."""
        images = site_maps()
        seen = np.arange(PLACES)  # site of the search -> site on the board
        for number in numbers:
            move = turns.from_number(_renumbered(number, seen)).text
            yield move
            after = position.play(move)
            assert isinstance(after, PyraosPosition)
            position = after
            if after.occupied.bit_count() <= self.even_to:
                back = np.argsort(seen)
                turn = turn_of(_through(after.own, back), _through(after.other, back), byte_maps())
                seen = seen[np.argsort(images[turn])]


def _through(own: int, image: npt.NDArray[np.int64]) -> np.uint64:
    """Return bits with each site where `image` takes it."""
    return np.uint64(sum(1 << int(image[site]) for site in turns.bits(own)))


def _renumbered(move: int, image: npt.NDArray[np.int64]) -> int:
    """Return the number of a move whose sites go where `image` takes them."""
    if move == PASS:
        return move
    parts = [move >> shift & 31 for shift in (5, 10, 15)]
    source, *removed = [int(image[part - 1]) + 1 if part else 0 for part in parts]
    if removed[1]:
        removed.sort()
    return int(image[move & 31]) | source << 5 | removed[0] << 10 | removed[1] << 15


@lru_cache(maxsize=1)
def byte_maps() -> Maps:
    """Return the symmetries as kernels take them; see `engine_kernels.Maps`."""
    maps = np.zeros((8, 4, 256), np.uint64)
    for turn, image in enumerate(site_maps().tolist()):
        for byte in range(4):
            for bits in range(256):
                sites = [8 * byte + k for k in range(8) if bits >> k & 1]
                maps[turn, byte, bits] = sum(1 << image[site] for site in sites if site < PLACES)
    return maps
