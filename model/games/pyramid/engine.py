"""Engines for Pyramid: alpha-beta over stones as arrays; and the plainest, UCT with random games.

docs/rules/pyramid.md says what alpha-beta looks at.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.game import Move, Position
from model.games.pyramid import kernels as at
from model.games.pyramid.actions import DIAG, MARKS, ORTH
from model.games.pyramid.board_arrays import (
    ban_number,
    fields_of,
    hashes_of,
    lone_moves,
    may_hold_osiris,
    numbers_of,
    plies_left,
    put,
    stacked,
)
from model.games.pyramid.kernels import (
    Boards,
    Facts,
    Hashes,
    Numbers,
    action_onto,
    backward,
    list_moves,
    list_rated,
    make,
    moves_freely,
    packed,
    play,
    pushed_onto,
    settled,
    static_value,
    taken_stone,
    unpacked,
)
from model.games.pyramid.position import Ban, PyramidGame, PyramidPosition
from model.kernels import Int, inlined_kernel, kernel, specialised
from model.search.alpha_beta import alpha_beta_search as ab
from model.search.alpha_beta.alpha_beta_search import Frames, Rows, hash63
from model.search.alpha_beta.iterative_deepening import AlphaBeta
from model.search.prng import Words, below, draw
from model.search.tree_search import game_tree
from model.search.tree_search.game_tree import DEEPEST, DRAWN, UNKNOWN, PlainUct, Tree, add_children

# -- what alpha-beta asks of Pyramid: positions that are over, moves ordered and made --------------
# The search is `model.search.alpha_beta.alpha_beta_search`. A move is numbered as in
# `model.games.pyramid.kernels`, or PASSED.


class PyramidStack(NamedTuple):
    """The positions of the line of play, and the board.

    Attributes
    ----------
    cells
        (LEVELS, n) stones.
    facts
        (LEVELS, FACTS) int64.
    marked
        Room for fields that Osiris takes.
    fields
        (n, ROW) int32.
    numbers
        (NUMBERS,) int32 the rules and the weights.
    hashes
        (2, n) int64 for keys.
    whole
        Whether Osiris is judged on every line after a move: needed where one may stand already.
    past
        What tells tables apart: a position that stood twice before is drawn when it stands again.
    """

    cells: Boards
    facts: Facts
    marked: npt.NDArray[np.int32]
    fields: Numbers
    numbers: Numbers
    hashes: Hashes
    whole: bool
    past: int


@kernel
def tell_apart(line: PyramidStack, frames: Frames, level: int) -> None:
    """Fill in the keys of a level."""
    facts = line.facts
    mover = facts[level, at.COLOUR] | (facts[level, at.BANNED] + 1) << 2
    key = facts[level, at.KEY] ^ hash63(mover)
    frames[level, ab.KEY] = key
    extra = np.int64(line.past)
    if facts[level, at.PLIES] != at.NO_LIMIT:
        extra ^= hash63(facts[level, at.PLIES] | 1 << 40)
    frames[level, ab.EXTRA] = extra


@kernel
def _make(line: PyramidStack, frames: Frames, level: int, move: int) -> None:
    cells, facts, marked, fields, numbers, hashes = line[:6]
    after, played = level + 1, np.int64(at.PASSED if move == ab.NULL else move)
    make(cells, facts, level, played, line.whole, fields, numbers, hashes, marked)
    tell_apart(line, frames, after)
    since = frames[level, ab.SINCE] + 1
    stones = facts[level, at.WHITE] + facts[level, at.BLACK]
    if move == ab.NULL or facts[after, at.WHITE] + facts[after, at.BLACK] != stones:
        since = 0
    frames[after, ab.SINCE] = since


@inlined_kernel
def _value_if_over(line: PyramidStack, level: int, moves: Rows, scores: Rows) -> int:
    cells, facts, fields, numbers = line.cells, line.facts, line.fields, line.numbers
    colour = facts[level, at.COLOUR]
    found = settled(facts, level, numbers)
    if found:
        return 0 if found == 3 else ab.MATE - level if found == colour else level - ab.MATE
    if numbers[at.STUCK] == at.PASSES or moves_freely(cells, facts, level, fields, numbers):
        return ab.OPEN
    if list_moves(cells, facts, level, fields, numbers, moves):
        return ab.OPEN
    return 0 if numbers[at.STUCK] == at.DRAWS else level - ab.MATE


@inlined_kernel
def _evaluate(line: PyramidStack, level: int) -> int:
    return int(static_value(line.cells, line.facts, level, line.fields, line.numbers))


@inlined_kernel
def _is_threatened(line: PyramidStack, level: int) -> bool:
    held = line.facts[level, at.HELD_WHITE + 2 - line.facts[level, at.COLOUR]]
    return bool(held + 1 >= line.numbers[at.NEEDED])


@inlined_kernel
def _list_moves(line: PyramidStack, level: int, tactical: bool, moves: Rows, scores: Rows) -> int:
    cells, facts, fields, numbers = line.cells, line.facts, line.fields, line.numbers
    count = list_rated(cells, facts, level, tactical, fields, numbers, moves, scores)
    if tactical:
        return int(count)
    if count == 0:
        moves[level, 0], scores[level, 0] = at.PASSED, 0
    worth = at.WORTH + facts[level, at.COLOUR] - 1
    for k in range(count):
        if scores[level, k] > 0:
            scores[level, k] += ab.TACTICAL
        else:
            move = moves[level, k]
            scores[level, k] += fields[move & 1023, worth] - fields[move >> 10 & 1023, worth]
    return int(count)


search = specialised(
    ab.search,
    value_if_over=_value_if_over,
    evaluate=_evaluate,
    is_threatened=_is_threatened,
    list_moves=_list_moves,
    make=_make,
)


# -- an engine for Pyramid -------------------------------------------------------------------------


_KEYS = (1 << 62) - 1


class PyramidEngine(AlphaBeta):
    """Thinks about Pyramid; see `model.contract.search.Engine`."""

    kernel = search
    _stack: PyramidStack
    scale = 220.0
    null_moves = True
    quiescence = True
    repetition_ends = True

    def __init__(self, game: PyramidGame) -> None:
        super().__init__(game, at.MAX_MOVES, 13)
        count = len(game.board)
        self._stack = PyramidStack(
            np.zeros((ab.LEVELS, count), np.int8),
            np.zeros((ab.LEVELS, at.FACTS), np.int64),
            np.zeros(at.TAKEN_ROOM * count, np.int32),
            fields_of(game),
            numbers_of(game),
            hashes_of(count),
            whole=False,
            past=0,
        )

    def begin(self, position: Position) -> list[int]:
        """Put a position at the bottom of the stack; return the numbers of its moves."""
        assert isinstance(position, PyramidPosition)
        self._stack = self._stack._replace(whole=may_hold_osiris(position), past=0)
        self._remember(position)
        self._put(position.cells, position.side, position.ban, 0)
        stack = self._stack
        stack.facts[0, at.PLIES] = plies_left(position)
        self._tree.frames[0, ab.SINCE] = ab.LEVELS
        moves = np.zeros((1, at.MAX_MOVES), np.int32)
        count = list_moves(stack.cells, stack.facts, 0, stack.fields, stack.numbers, moves)
        return [int(move) for move in moves[0, :count]] or [at.PASSED]

    def _put(self, cells: tuple[int, ...], side: int, ban: Ban, level: int) -> None:
        """Put stones on a level of the stack, and what follows from them."""
        stack = self._stack
        put(stack.cells, stack.facts, level, cells, side, ban, stack.fields)
        tell_apart(stack, self._tree.frames, level)

    def _remember(self, position: PyramidPosition) -> None:
        """Note the positions that are a draw the next time they stand."""
        keys = []
        for (cells, side, ban), times in position.past.items():
            if times >= 2:
                self._put(cells, side, ban, 1)
                keys.append(int(self._tree.frames[1, ab.KEY]))
        self._tree = self._tree._replace(twice=np.array(keys, np.int64))
        self._stack = self._stack._replace(past=sum(keys) & _KEYS)

    def write(self, number: int, position: Position) -> Move:
        """Return the text of a move."""
        return write_move(number, position)


def write_move(number: int, position: Position) -> Move:
    """Return the text of a move that kernels number."""
    if number == at.PASSED:
        return "pass"
    names = position.game.board.names
    kind, source, target = unpacked.function(number)
    return f"{names[source]}{MARKS[at.KINDS[kind]]}{names[target]}"


# -- games of Pyramid played out at random, and trees grown by them --------------------------------
# A random move is drawn without listing the moves: a stone and one of the ways off its field, as
# often as it takes until that is a move. Each move is drawn as often as any other.


LONGEST = 200
"""Plies a game is played on for; then it counts as a draw."""
_TRIES = 200
"""Draws of a move before the moves are listed after all."""
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


class Workspace(NamedTuple):
    """The position that is played on, and the board.

    Attributes
    ----------
    cells, facts
        (2, n) stones and (2, FACTS) int64: of the root, then those that change.
    moves
        (2, MAX_MOVES) int32 room for lists.
    taken
        Room for the fields of stones that leave.
    stones
        (2, n) int32 the fields of the stones of either colour, in no order.
    places
        (n,) int32 where a field stands among them.
    ways
        (n, most, 2) int32 where a stone alone could go from a field, and in which direction.
    counts
        (n,) int32 how many of them there are.
    victory
        (k,) int32 the victory fields.
    keys
        (DEEPEST + 1,) the positions from the root down, as they repeat.
    past, times
        (m,) int64 positions that stood before, and how often.
    fields, numbers, hashes
        The board and its options; see `model.games.pyramid.board_arrays`.
    whole
        Whether Osiris is judged on every line after a move: needed where one may stand already.
    """

    cells: Boards
    facts: Facts
    moves: npt.NDArray[np.int32]
    taken: npt.NDArray[np.int32]
    stones: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]
    ways: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]
    victory: npt.NDArray[np.int32]
    keys: npt.NDArray[np.int64]
    past: npt.NDArray[np.int64]
    times: npt.NDArray[np.int64]
    fields: Numbers
    numbers: Numbers
    hashes: Hashes
    whole: bool


@kernel
def gather(work: Workspace) -> None:
    """Begin at the root, and list its stones."""
    cells, facts, stones, places = work.cells, work.facts, work.stones, work.places
    white, black = 0, 0
    for k in range(at.FACTS):
        facts[1, k] = facts[0, k]
    for site in range(cells.shape[1]):
        stone = cells[1, site] = cells[0, site]
        if stone == 1:
            stones[0, white], places[site] = site, white
            white += 1
        elif stone == 2:
            stones[1, black], places[site] = site, black
            black += 1
    facts[1, at.WHITE], facts[1, at.WHITE + 1] = white, black


@inlined_kernel
def action_there(
    work: Workspace, source: Int, target: Int, direction: int, colour: int, ban: int
) -> int:
    """Return the kind of the move from one field to another, NONE where it is none."""
    cells, fields, numbers = work.cells, work.fields, work.numbers
    here, ahead, length, descents = source, fields[source, direction], 1, 0
    while ahead != target:
        if cells[1, ahead]:
            return at.NONE
        length += 1
        descents += fields[ahead, at.HEIGHT] < fields[here, at.HEIGHT]
        here, ahead = ahead, fields[ahead, direction]
    descents += fields[target, at.HEIGHT] < fields[here, at.HEIGHT]
    back = backward(numbers, colour)
    return action_onto(
        cells, 1, here, target, direction, length, descents, fields, numbers, colour, back, ban
    )


@inlined_kernel
def _remove(work: Workspace, site: Int, side: Int) -> None:
    """Strike a stone off the list of its side."""
    facts, stones, places = work.facts, work.stones, work.places
    last = facts[1, at.WHITE + side] - 1
    moved = stones[side, last]
    stones[side, places[site]], places[moved] = moved, places[site]
    facts[1, at.WHITE + side] = last


@inlined_kernel
def _shift(work: Workspace, source: Int, target: Int, side: Int) -> None:
    """Note where a stone went."""
    stones, places = work.stones, work.places
    stones[side, places[source]], places[target] = target, places[source]


@inlined_kernel
def act(work: Workspace, move: Int) -> int:
    """Play a move on the position that is played on, and keep its lists of stones.

    Returns how many stones leave.
    """
    cells, facts, fields, taken = work.cells, work.facts, work.fields, work.taken
    side, other = facts[1, at.COLOUR] - 1, cells[1, move & 1023]
    left = play(cells, facts, 1, move, work.whole, fields, work.numbers, taken)
    if move == at.PASSED:
        return 0
    kind, source, target = unpacked(move)
    first = 0
    if left:
        field, colour, by_osiris = taken_stone(taken[0])
        if not by_osiris:  # it makes room for the stone that moves
            _remove(work, field, colour - 1)
            first = 1
    if kind == at.PUSH:
        beyond = pushed_onto(fields, source, target)
        if beyond >= 0:
            _shift(work, target, beyond, other - 1)
    _shift(work, source, target, side)
    for k in range(first, left):
        field, colour, _ = taken_stone(taken[k])
        _remove(work, field, colour - 1)
    return left


@inlined_kernel
def _decided(work: Workspace) -> int:
    """Return what stones and plies decide; see `settled`."""
    white, black = 0, 0
    for field in work.victory:
        white += work.cells[1, field] == 1
        black += work.cells[1, field] == 2
    work.facts[1, at.HELD_WHITE], work.facts[1, at.HELD_BLACK] = white, black
    return settled(work.facts, 1, work.numbers)


@inlined_kernel
def _draw_move(work: Workspace, rng: Words) -> Int:
    """Return a move drawn at random from all; NONE where the tries were in vain."""
    facts, ways = work.facts, work.ways
    colour, ban = facts[1, at.COLOUR], facts[1, at.BANNED]
    stones, many = work.stones[colour - 1], facts[1, at.WHITE + colour - 1]
    most = np.uint64(ways.shape[1])
    for _ in range(_TRIES if many else 0):
        bits = draw(rng)
        source = stones[np.int64((bits & _LOW) * np.uint64(many) >> _HALF)]
        slot = np.int64((bits >> _HALF) * most >> _HALF)
        if slot >= work.counts[source]:
            continue
        target, direction = ways[source, slot, 0], ways[source, slot, 1]
        kind = action_there(work, source, target, direction, colour, ban)
        if kind != at.NONE:
            return np.int64(packed(kind, source, target))
    return np.int64(at.NONE)


@kernel
def play_out(work: Workspace, rng: Words, longest: int) -> float:
    """Play the position of the workspace on at random to its end; return what White makes of it."""
    facts, moves, fields, numbers = work.facts, work.moves, work.fields, work.numbers
    found = _decided(work)
    for _ in range(longest):
        if found:
            return 1.0 if found == 1 else 0.0 if found == 2 else 0.5
        move = _draw_move(work, rng)
        if move == at.NONE:
            n = list_moves(work.cells, facts, 1, fields, numbers, moves)
            if n == 0 and numbers[at.STUCK] != at.PASSES:
                if numbers[at.STUCK] == at.DRAWS:
                    return 0.5
                return 1.0 if facts[1, at.COLOUR] == 2 else 0.0
            move = np.int64(moves[1, np.int64(below(rng, n))] if n else at.PASSED)
        kind, source, target = unpacked(move)
        left = act(work, move)
        matters = left or kind == at.PUSH or facts[1, at.PLIES] == 0
        if matters or fields[source, at.VICTORY] or fields[target, at.VICTORY]:
            found = _decided(work)
    return 0.5


@kernel
def _note_key(work: Workspace, depth: Int) -> None:
    """Note what the position of the workspace repeats by."""
    facts = work.facts
    key = hash63(facts[1, at.COLOUR] | (facts[1, at.BANNED] + 1) << 2)
    for side in range(2):
        for k in range(facts[1, at.WHITE + side]):
            key ^= work.hashes[side, work.stones[side, k]]
    work.keys[depth] = key


@inlined_kernel
def _restart(work: Workspace) -> None:
    gather(work)
    _note_key(work, 0)


@inlined_kernel
def _expand(work: Workspace, tree: Tree, node: Int, depth: Int) -> bool:
    many = list_moves(work.cells, work.facts, 1, work.fields, work.numbers, work.moves)
    if many == 0:
        work.moves[1, 0], many = at.PASSED, 1
    return bool(add_children(tree, node, work.facts[1, at.COLOUR] - 1, work.moves[1], many))


@inlined_kernel
def _play(work: Workspace, depth: Int, move: Int) -> None:
    act(work, np.int64(move))
    _note_key(work, depth)


@inlined_kernel
def _outcome(work: Workspace, depth: Int, is_new: bool) -> int:
    if not is_new:
        return UNKNOWN
    facts, stuck = work.facts, work.numbers[at.STUCK]
    found = _decided(work)
    if found:
        return int(found)
    key, stood = work.keys[depth], 0
    for before in range(depth):
        stood += work.keys[before] == key
    for k in range(work.past.size):
        if work.past[k] == key:
            stood += work.times[k]
    if stood >= 2:
        return DRAWN
    if stuck == at.PASSES:
        return UNKNOWN
    if list_moves(work.cells, facts, 1, work.fields, work.numbers, work.moves):
        return UNKNOWN
    return DRAWN if stuck == at.DRAWS else int(3 - facts[1, at.COLOUR])


@inlined_kernel
def _play_out(work: Workspace, depth: Int, rng: Words) -> float:
    return float(play_out(work, rng, LONGEST))


grow = specialised(
    game_tree.grow,
    restart=_restart,
    expand=_expand,
    play=_play,
    outcome=_outcome,
    play_out=_play_out,
)


# -- the plainest opponent -------------------------------------------------------------------------


EXPLORATION = 0.5
"""The best of some matches; docs/strength.md."""


class PlainPyramid(PlainUct):
    """UCT with random playouts; see `model.contract.search.Engine`."""

    exploration = EXPLORATION
    kernel = grow

    def workspace(self, position: Position) -> Workspace:
        """Return a position as kernels want it, and what they write on."""
        assert isinstance(position, PyramidPosition)
        return workspace_for(position)

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
        np.zeros((2, at.MAX_MOVES), np.int32),
        np.zeros(at.TAKEN_ROOM * count, np.int32),
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
    if numbers[at.DIRS] == at.NO_BACK:  # what is backward depends on the colour
        numbers = numbers.copy()
        numbers[at.DIRS] = at.ORTHOGONAL
    found = lone_moves(fields, numbers, 0)
    ways = np.zeros((count, max(len(targets) for targets in found) or 1, 2), np.int32)
    for site, targets in enumerate(found):
        for k, target in enumerate(targets):
            files, ranks = target % side - site % side, target // side - site // side
            direction = (files > 0) - (files < 0), (ranks > 0) - (ranks < 0)
            ways[site, k] = target, (ORTH + DIAG).index(direction)
    return ways, np.array([len(targets) for targets in found], np.int32)
