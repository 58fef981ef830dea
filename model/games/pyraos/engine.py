"""An engine for Pyraos: alpha-beta on bitboards, images of a position looked at once.

docs/rules/pyraos.md says what it looks at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.game import Game, Move, Position
from model.games.pyraos import turns
from model.games.pyraos.evaluation import (
    FEATURES,
    POINTS,
    Found,
    Points,
    points_of,
    site_maps,
    static_value,
)
from model.games.pyraos.kernels import (
    CHILDREN,
    MAX_MOVES,
    PASS,
    PLACES,
    TOP,
    Word,
    list_moves,
    moved,
    ones,
    removing_places,
)
from model.games.pyraos.position import PyraosGame, PyraosPosition
from model.kernels import inlined_kernel, kernel, specialised
from model.search.alpha_beta import alpha_beta_search
from model.search.alpha_beta.alpha_beta_search import (
    EXTRA,
    KEY,
    LEVELS,
    MATE,
    OPEN,
    SINCE,
    TACTICAL,
    Frames,
    Rows,
    hash63,
)
from model.search.alpha_beta.iterative_deepening import AlphaBeta

# -- what alpha-beta asks of Pyraos ----------------------------------------------------------------
# The search is `model.search.alpha_beta.alpha_beta_search`; moves are numbered as in
# `model.games.pyraos.kernels`.


Sides = npt.NDArray[np.uint64]
"""(LEVELS, 2) bits of the side to move and of the one that waits."""
Maps = npt.NDArray[np.uint64]
"""(8, 4, 256) by symmetry and byte: the bits to which the bits of that byte go."""
_SAVED, _STOPPED = 1 << 21, 1 << 20
_FEW = 40
"""Moves up to which those that save two spheres are never searched less deep."""
_U = np.uint64
_ONE, _APEX, _BYTE = _U(1), _U(1 << TOP), _U(0xFF)
_PLACES, _SIDE, _S8, _S16, _S24 = _U(PLACES), _U(1 << 62), _U(8), _U(16), _U(24)


class PyraosStack(NamedTuple):
    """The positions of the line of play, and what is asked about them.

    Attributes
    ----------
    sides
        (LEVELS, 2) uint64 bits of the side to move and of the one that waits.
    maps
        (8, 4, 256) uint64 the symmetries of the board.
    points
        (SIZE,) int16 what features are worth.
    found
        (FEATURES,) int64 room for those of a position.
    rules, obliged
        The rule set by number, and whether a square obliges to take spheres back.
    side
        The side to move at the root, 0 or 1.
    even_to
        Spheres up to which a position is exchanged for its image.
    past
        What tells tables apart: a position that stood twice before is drawn when it stands again.
    """

    sides: Sides
    maps: Maps
    points: Points
    found: Found
    rules: int
    obliged: bool
    side: int
    even_to: int
    past: int


@kernel
def _turned(own: Word, maps: Maps, turn: int) -> Word:
    """Return bits as a symmetry of the board moves them."""
    found = maps[turn, 0, own & _BYTE] | maps[turn, 1, (own >> _S8) & _BYTE]
    found |= maps[turn, 2, (own >> _S16) & _BYTE]
    return _U(found | maps[turn, 3, own >> _S24])


@kernel
def turn_of(own: Word, other: Word, maps: Maps) -> int:
    """Return the symmetry by which a position becomes the one that stands for all its images."""
    best, chosen = own | other << _PLACES, 0
    for turn in range(1, 8):
        word = _turned(own, maps, turn) | _turned(other, maps, turn) << _PLACES
        if word < best:
            best, chosen = word, turn
    return chosen


@kernel
def enter(line: PyraosStack, frames: Frames, level: int, own: Word, other: Word, side: int) -> None:
    """Put a position on a level; with few spheres its image that stands for all of them.

    At the root the position stays as it is, and is known by that image's key.
    """
    sides = line.sides
    sides[level, 0], sides[level, 1] = own, other
    if np.int64(ones(own | other)) <= line.even_to:
        turn = turn_of(own, other, line.maps)
        if turn:
            own, other = _turned(own, line.maps, turn), _turned(other, line.maps, turn)
            if level:
                sides[level, 0], sides[level, 1] = own, other
    word = own | other << _PLACES
    if side:
        word |= _SIDE
    frames[level, KEY] = hash63(word)
    frames[level, EXTRA] = line.past


@inlined_kernel
def _value_if_over(line: PyraosStack, level: int, moves: Rows, scores: Rows) -> int:
    return level - MATE if line.sides[level, 1] & _APEX else OPEN


@inlined_kernel
def _evaluate(line: PyraosStack, level: int) -> int:
    own, other = line.sides[level, 0], line.sides[level, 1]
    return int(static_value(own, other, line.rules, line.points, line.found))


@inlined_kernel
def _make(line: PyraosStack, frames: Frames, level: int, move: int) -> None:
    after = moved(line.sides[level, 0], move)
    enter(line, frames, level + 1, line.sides[level, 1], after, (line.side + level + 1) & 1)
    # Without take-backs and lifts spheres only become more; a lift only goes up.
    goes_up = line.rules == CHILDREN and move != PASS
    frames[level + 1, SINCE] = 0 if goes_up else frames[level, SINCE] + 1


@inlined_kernel
def _list_moves(line: PyraosStack, level: int, tactical: bool, moves: Rows, scores: Rows) -> int:
    """List the moves with their scores: what saves spheres first, then what stops the other."""
    own, other = line.sides[level, 0], line.sides[level, 1]
    count = list_moves(own, other, line.rules, line.obliged, moves[level])
    stopping = removing_places(other, line.rules)
    for k in range(count):
        move = moves[level, k]
        saved = (move >> 5 & 31 != 0) + (move >> 10 & 31 != 0) + (move >> 15 & 31 != 0)
        score = saved * _SAVED
        if move != PASS and stopping >> _U(move & 31) & _ONE:
            score += _STOPPED
        if saved > 1 and count <= _FEW:
            score += TACTICAL
        scores[level, k] = score
    return int(count)


@inlined_kernel
def _ordered(score: int, history: int) -> int:
    return score + 4 * history


search = specialised(
    alpha_beta_search.search,
    value_if_over=_value_if_over,
    evaluate=_evaluate,
    list_moves=_list_moves,
    ordered=_ordered,
    make=_make,
)


# -- an engine for Pyraos --------------------------------------------------------------------------


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

    kernel = search
    _stack: PyraosStack
    scale = float(POINTS)
    margins = np.array([0, 110, 150, 200], np.int64)
    """What a position is worth was more off in 26, 10 and 14 of 110 positions of play, one, two and
    three plies ahead. There are no null moves: who need not spend a sphere gains by it."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game, PyraosGame)
        super().__init__(game, MAX_MOVES, 13)
        self.even_to = EVEN_TO
        self._stack = PyraosStack(
            np.zeros((LEVELS, 2), np.uint64),
            byte_maps(),
            points_of(game.rules),
            np.zeros(FEATURES, np.int64),
            turns.rules_number(game.rules),
            game.obliged,
            side=0,
            even_to=EVEN_TO,
            past=0,
        )

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
    """Return the symmetries as kernels take them; see `Maps`."""
    maps = np.zeros((8, 4, 256), np.uint64)
    for turn, image in enumerate(site_maps().tolist()):
        for byte in range(4):
            for bits in range(256):
                sites = [8 * byte + k for k in range(8) if bits >> k & 1]
                maps[turn, byte, bits] = sum(1 << image[site] for site in sites if site < PLACES)
    return maps
