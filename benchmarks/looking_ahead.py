"""Alpha-beta beside the same loop in C: positions looked at a second, without table or reductions.

The engines' own searches keep tables, reductions and windows that nobody has written in C. Here is
what they have in common: moves listed and made, positions judged, lines cut off. Both sides look at
the same positions in the same order and come to the same value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.native import Tables, beside_c, board_tables
from benchmarks.rows import Row
from model.games.pyramid import kernels as stones
from model.games.pyramid.board_arrays import fields_of, hashes_of, numbers_of, stacked
from model.games.pyramid.position import PyramidPosition
from model.games.pyraos import engine as evaluation
from model.games.pyraos import kernels as spheres
from model.games.pyraos.engine import Found, Points, static_value
from model.games.pyraos.position import PyraosPosition
from model.kernels import inlined_kernel, kernel
from model.positions.setup import read_position

MOST = 2.0
"""Half the speed of C."""
STONES_LOST, SPHERES_LOST = -10_000, -30_000
"""What a lost position is worth; nothing else is worth less."""
_VALUES = 1 << 20


class Search(NamedTuple):
    """A search to a fixed depth, here and in C.

    Attributes
    ----------
    what
        The row's name.
    look
        Searches so deep; returns the positions looked at, 2^20 times, and the value above a loss.
    source, tables, arguments
        The same for `native.Native`; the depth stands third among the words.
    depth
        What takes some tenths of a second.
    """

    what: str
    look: Callable[[int], int]
    source: str
    tables: Tables
    arguments: Callable[[int], list[str]]
    depth: int


def measure() -> Iterator[Row]:
    """Yield a row a game: seconds for a position."""
    for search in searches():

        def ours(search: Search = search) -> int:
            return search.look(search.depth)

        yield beside_c(
            search.what, ours, search.source, search.tables, search.arguments(search.depth),
            most=MOST, units=ours() // _VALUES, unit="positions",
        )  # fmt: skip


def searches() -> Iterator[Search]:
    """Yield what is searched: Pyraos and Pyramid from where play has begun."""
    yield pyraos_search(
        "Pyraos, alpha-beta", "pyraos:rules=standard 2WB,1BW1,1WB1,4/3,3,3/2,2/1 white", 5
    )
    start = "pyramid 1W1WWW1,2W1W2,7,7,3B3,1B2B2,B1BBB2 white"
    yield pyramid_search("Pyramid, alpha-beta", start, 5)


def pyraos_search(what: str, text: str, depth: int) -> Search:
    """Return the search of a position."""
    position = read_position(text)
    assert isinstance(position, PyraosPosition)
    own, other, rules, obliged = position.legal_moves.arguments()
    points, found = (
        evaluation.points_of(position.game.rules),
        np.zeros(evaluation.FEATURES, np.int64),
    )

    def look(depth: int) -> int:
        return int(_look_at_spheres(own, other, depth, rules, obliged, points, found))

    def arguments(depth: int) -> list[str]:
        return [str(own), str(other), str(depth), str(rules), str(int(obliged))]

    tables: Tables = {
        "DOWN": spheres.DOWN, "UP": spheres.UP, "HIGHER": spheres.HIGHER,
        "REMOVING": spheres.REMOVING, "START": evaluation.START, "TERNARY": evaluation.TERNARY,
        "POINTS": points, "WINDOWS": evaluation.WINDOWS,
        "PATTERNS": evaluation.PATTERNS, "SPENT": evaluation.SPENT, "READY": evaluation.READY,
        "READIES": evaluation.READIES, "FREE": evaluation.FREE,
    }  # fmt: skip
    return Search(what, look, "pyraos_ahead.c", tables, arguments, depth)


def pyramid_search(what: str, text: str, depth: int) -> Search:
    """Return the search of a position under the default options."""
    position = read_position(text)
    assert isinstance(position, PyramidPosition)
    game = position.game
    fields, numbers = fields_of(game), numbers_of(game)
    hashes = hashes_of(len(fields))

    def look(depth: int) -> int:
        cells, facts = stacked(position, depth + 1)
        return int(_look_at_stones(cells, facts, depth, fields, numbers, hashes))

    def arguments(depth: int) -> list[str]:
        return ["".join(map(str, position.cells)), str(depth), str(position.side + 1)]

    return Search(what, look, "pyramid_ahead.c", board_tables(game), arguments, depth)


# -- the loops -------------------------------------------------------------------------------------
#
# The stack is explicit, as in `kernels.perft`: a row of `frames` for each level.

LOW, HIGH, BEST, COUNT, DONE = range(5)
"""The window of a position, the best value so far, its moves, and how many of them were made."""


@kernel
def _look_at_spheres(
    own: np.uint64, other: np.uint64, depth: int, rules: int, obliged: bool, points: Points,
    found: Found,
) -> int:  # fmt: skip
    """Search a position."""
    sides = np.zeros((depth + 1, 2), np.uint64)
    moves = np.empty((depth + 1, spheres.MAX_MOVES), np.int64)
    frames = np.zeros((depth + 1, 5), np.int64)
    sides[0, 0], sides[0, 1] = own, other
    frames[0, LOW], frames[0, HIGH] = SPHERES_LOST - 1, -SPHERES_LOST + 1
    nodes = level = 0
    while level >= 0:
        nodes += 1
        mine, theirs = sides[level, 0], sides[level, 1]
        value, count = SPHERES_LOST, 0
        if level == depth:
            value = static_value(mine, theirs, rules, points, found)
        else:
            count = int(spheres.list_moves(mine, theirs, rules, obliged, moves[level]))
        level = _next(frames, level, value, count)
        if level > 0:
            before = level - 1
            move = moves[before, frames[before, DONE] - 1]
            sides[level, 0] = sides[before, 1]
            sides[level, 1] = spheres.moved(sides[before, 0], move)
    return int(nodes * _VALUES + frames[0, BEST] - SPHERES_LOST)


@kernel
def _look_at_stones(
    cells: stones.Boards, facts: stones.Facts, depth: int, fields: stones.Numbers,
    numbers: stones.Numbers, hashes: stones.Hashes,
) -> int:  # fmt: skip
    """Search a position; no repetition, no limit of plies."""
    moves = np.empty((depth + 1, stones.MAX_MOVES), np.int32)
    frames = np.zeros((depth + 1, 5), np.int64)
    taken = np.empty(stones.TAKEN_ROOM * len(fields), np.int32)
    frames[0, LOW], frames[0, HIGH] = STONES_LOST - 1, -STONES_LOST + 1
    nodes = level = 0
    while level >= 0:
        nodes += 1
        value, count = STONES_LOST, 0
        if level == depth or stones.settled(facts, level, numbers):
            value = _worth(facts, level, numbers)
        else:
            count = stones.list_moves(cells, facts, level, fields, numbers, moves)
        level = _next(frames, level, value, count)
        if level > 0:
            before = level - 1
            move = np.int64(moves[before, frames[before, DONE] - 1])
            stones.make(cells, facts, before, move, before == 0, fields, numbers, hashes, taken)
    return int(nodes * _VALUES + frames[0, BEST] - STONES_LOST)


@inlined_kernel
def _next(frames: npt.NDArray[np.int64], level: int, value: int, count: int) -> int:
    """Go from a position that was entered to the next one: return its level, -1 at the end.

    `value` is what the position is worth before any of its moves, `count` says how many there are.
    The move that leads to the next position is the last one made on the level above it.
    """
    frames[level, BEST], frames[level, COUNT], frames[level, DONE] = value, count, 0
    while frames[level, DONE] >= frames[level, COUNT]:
        if level == 0:
            return -1
        level -= 1
        _hand_up(frames, level)
    frames[level, DONE] += 1
    frames[level + 1, LOW], frames[level + 1, HIGH] = -frames[level, HIGH], -frames[level, LOW]
    return level + 1


@inlined_kernel
def _hand_up(frames: npt.NDArray[np.int64], level: int) -> None:
    """Tell a position what the one below it is worth; cut off what cannot matter any more."""
    value = -frames[level + 1, BEST]
    frames[level, BEST] = max(frames[level, BEST], value)
    frames[level, LOW] = max(frames[level, LOW], value)
    if frames[level, LOW] >= frames[level, HIGH]:
        frames[level, COUNT] = 0


@inlined_kernel
def _worth(facts: stones.Facts, level: int, numbers: stones.Numbers) -> int:
    """Return what stones and victory fields are worth to the side to move."""
    mine = facts[level, stones.COLOUR] - 1
    theirs = 1 - mine
    held, lost = facts[level, stones.HELD_WHITE + mine], facts[level, stones.HELD_WHITE + theirs]
    if held >= numbers[stones.NEEDED] or lost >= numbers[stones.NEEDED]:
        return -STONES_LOST if held >= numbers[stones.NEEDED] else STONES_LOST
    more = facts[level, stones.WHITE + mine] - facts[level, stones.WHITE + theirs]
    return int(100 * more + 40 * (held - lost))
