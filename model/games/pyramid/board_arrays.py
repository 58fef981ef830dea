"""Boards, options and positions of Pyramid as the arrays that kernels take."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from model.games.pyramid import kernels as at
from model.games.pyramid.actions import DIAG, ORTH, osiris, osiris_lines, step
from model.games.pyramid.kernels import (
    Boards,
    Facts,
    Hashes,
    Numbers,
    list_moves,
    make,
    settled,
    survey,
)
from model.games.pyramid.position import Ban, PyramidGame, PyramidPosition
from model.kernels import kernel

# -- lines of play of Pyramid, counted -------------------------------------------------------------


@kernel
def count_lines(
    cells: Boards, facts: Facts, depth: int, fields: Numbers, numbers: Numbers, hashes: Hashes
) -> int:
    """Count the sequences of `depth` >= 1 moves from level 0; repetition aside.

    `cells` and `facts` have `depth` levels. The stack is explicit: numba cannot be trusted to load
    a recursive kernel from its cache.
    """
    moves = np.empty((depth, at.MAX_MOVES), np.int32)
    counts = np.zeros(depth, np.int64)
    taken = np.empty(at.TAKEN_ROOM * cells.shape[1], np.int32)
    total, level, entering = 0, 0, True
    while level >= 0:
        if entering:
            counts[level] = 0
            if not settled(facts, level, numbers):
                n = list_moves(cells, facts, level, fields, numbers, moves)
                if n == 0 and numbers[at.STUCK] == at.PASSES:
                    moves[level, 0], n = at.PASSED, 1
                counts[level] = n
            if level == depth - 1:
                total += counts[level]
                counts[level] = 0
            entering = False
        elif counts[level]:
            counts[level] -= 1
            move = np.int64(moves[level, counts[level]])
            # An Osiris may stand in a position set up by hand, and where one was spared.
            whole = level == 0 or not numbers[at.SUICIDE]
            make(cells, facts, level, move, whole, fields, numbers, hashes, taken)
            level += 1
            entering = True
        else:
            level -= 1
    return total


# -- positions as kernels take them ----------------------------------------------------------------


STONE, LEVEL, NEAR, MOVE, FIELD, MORE, TEMPO = 100, 8, (0, 14, 6, 2), 2, 12, 500, 6
"""Points: a stone, each level it stands on, a victory field so many moves off, a move, a victory
field that a move reaches, a stone more (divided by the stones there are), the right to move."""
HOLDING = (160, 70, 30)
"""Points for the victory fields held, where one more would win, two, three."""


@lru_cache(maxsize=8)
def fields_of(game: PyramidGame) -> Numbers:
    """Return the board as one array, a row a field; see `model.games.pyramid.kernels`."""
    board = game.board
    fields = np.zeros((len(board), at.ROW), np.int32)
    for site in range(len(board)):
        ahead = (step(board, site, direction) for direction in ORTH + DIAG)
        fields[site, :8] = [-1 if found is None else found for found in ahead]
    fields[:, at.HEIGHT] = board.height
    fields[list(board.victory), at.VICTORY] = 1
    fields[:, at.BESIDE : at.BESIDE + 4] = -1
    for line, closed in osiris_lines(board, game.rules.osiris_bends):
        length = len(line)
        before = at.BESIDE if closed or line[1] - line[0] == 1 else at.BESIDE + 2
        for k in range(length):
            if k or closed:
                fields[line[k], before] = line[k - 1]
            if k + 1 < length or closed:
                fields[line[k], before + 1] = line[(k + 1) % length]
    near = np.zeros(len(board) + 1, np.int32)
    near[: len(NEAR)] = NEAR
    numbers = numbers_of(game)
    for side in range(2):
        away = _moves_away(fields, numbers, side)
        fields[:, at.WORTH + side] = STONE + LEVEL * board.height + near[away]
    return fields


def numbers_of(game: PyramidGame) -> Numbers:
    """Return the rules and the weights of the evaluation."""
    rules, needed = game.rules, game.terrace.needed
    numbers = np.zeros(at.NUMBERS, np.int32)
    numbers[at.DIRS] = ("orth", "orth+diag", "no_backward").index(rules.run_dirs)
    numbers[at.RUN_MAX] = at.NO_LIMIT if rules.run_max is None else rules.run_max
    numbers[at.RUN_LEVELS] = at.NO_LIMIT if rules.run_levels is None else rules.run_levels
    numbers[at.SMASH_OWN] = rules.smash_own
    numbers[at.PUSH_OWN] = rules.push_own
    numbers[at.SUICIDE] = rules.osiris_suicide
    numbers[at.BOTH_DRAW] = rules.few_stones == "both_draw"
    numbers[at.MIN_STONES] = rules.min_stones
    numbers[at.NEEDED] = needed
    numbers[at.BAN] = rules.push_back_ban
    numbers[at.STUCK] = ("lose", "draw", "pass").index(rules.no_moves)
    for held in range(1, 8):
        missing = max(needed - held, 1)
        numbers[at.HELD + held] = HOLDING[missing - 1] if missing <= len(HOLDING) else 0
    numbers[at.MOBILITY], numbers[at.REACH], numbers[at.AHEAD], numbers[at.TURN] = (
        MOVE,
        FIELD,
        MORE,
        TEMPO,
    )
    return numbers


@lru_cache(maxsize=8)
def hashes_of(fields: int) -> Hashes:
    """Return the (2, n) numbers that keys of positions are made of."""
    return np.random.default_rng(7).integers(1, 1 << 62, (2, fields), np.int64)


def ban_number(ban: Ban) -> int:
    """Return the push that is banned as kernels number it, -1 for none."""
    return -1 if ban is None else ban[0] << 10 | ban[1]


def plies_left(position: PyramidPosition) -> int:
    """Return the plies until the game is drawn, NO_LIMIT where there is no such rule."""
    most = position.game.rules.max_plies
    return at.NO_LIMIT if most is None else most - position.ply


def may_hold_osiris(position: PyramidPosition) -> bool:
    """Tell whether an Osiris may stand, so that each move must judge every line.

    After any action none does, but one may in a position set up by hand, or where one was spared.
    """
    game = position.game
    return not game.rules.osiris_suicide or bool(osiris(game.board, position.cells, game.rules))


def stacked(position: PyramidPosition, levels: int) -> tuple[Boards, Facts]:
    """Return stones and facts with a position at the bottom and room for so many levels."""
    game = position.game
    cells = np.zeros((levels, len(game.board)), np.int8)
    facts = np.zeros((levels, at.FACTS), np.int64)
    put(cells, facts, 0, position.cells, position.side, position.ban, fields_of(game))
    facts[0, at.PLIES] = plies_left(position)
    return cells, facts


def put(
    cells: Boards,
    facts: Facts,
    level: int,
    stones: tuple[int, ...],
    side: int,
    ban: Ban,
    fields: Numbers,
) -> None:
    """Put stones on a level, and what follows from them; no plies are counted."""
    cells[level] = stones
    facts[level, at.COLOUR], facts[level, at.PLIES] = side + 1, at.NO_LIMIT
    facts[level, at.BANNED] = ban_number(ban)
    survey(cells, facts, level, fields, hashes_of(len(fields)))


def lone_moves(fields: Numbers, numbers: Numbers, side: int) -> list[list[int]]:
    """Return where a stone alone on the board can go from each field, in the order of its moves."""
    cells, facts = np.zeros((1, len(fields)), np.int8), np.zeros((1, at.FACTS), np.int64)
    facts[0, at.COLOUR], facts[0, at.BANNED] = side + 1, -1
    moves = np.zeros((1, at.MAX_MOVES), np.int32)
    targets = []
    for site in range(len(fields)):
        cells[0, site] = side + 1
        count = list_moves(cells, facts, 0, fields, numbers, moves)
        targets.append((moves[0, :count] & 1023).tolist())
        cells[0, site] = 0
    return targets


def _moves_away(fields: Numbers, numbers: Numbers, side: int) -> npt.NDArray[np.int64]:
    """Return in how many moves a stone alone on the board comes from each field to a victory field.

    The number of fields stands for never.
    """
    count = len(fields)
    onto = lone_moves(fields, numbers, side)
    away = np.full(count, count, np.int64)
    away[fields[:, at.VICTORY] == 1] = 0
    for moves in range(1, count):
        fresh = [s for s in range(count) if away[s] > moves and (away[onto[s]] < moves).any()]
        if not fresh:
            break
        away[fresh] = moves
    return away


def perft(position: PyramidPosition, depth: int) -> int:
    """Return how many lines of `depth` >= 1 moves lead on; see `model.play.perft`."""
    game = position.game
    cells, facts = stacked(position, depth)
    fields, numbers = fields_of(game), numbers_of(game)
    hashes = hashes_of(len(fields))
    return int(count_lines(cells, facts, depth, fields, numbers, hashes))
