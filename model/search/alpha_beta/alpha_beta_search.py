"""Alpha-beta, written once: a game says how positions are evaluated, moves listed and made.

It is principal variation search after Marsland, *A review of game-tree pruning* (1986): the first
move is searched with the whole window, later ones with an empty window and less deep, and again
where they turn out better. The stack is explicit so that a search can be taken up again where it
stood. A game gives its own kernels for those that stand open here to `model.kernels.specialised`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.kernels import Int, Ints, inlined_kernel, kernel
from model.search.prng import STEP, stirred

# -- the transposition table of alpha-beta: what positions are worth -------------------------------
# Positions are told apart by 64 bits, drawn at random a feature (Zobrist, *A new hashing method*,
# 1970); two positions of one search never meet in practice.


VALUE, DEPTH, BOUND, MOVE = range(4)
"""Places in an entry; `BOUND` holds the age of the entry above its two lowest bits."""
UPPER, LOWER, EXACT = 1, 2, 3
"""What a value can be: the most, the least, or all of it."""
LEAST, MOST = 1 << 10, 1 << 20
_WINDOW = 4
_U = np.uint64

Keys = npt.NDArray[np.int64]
Known = npt.NDArray[np.int32]


class TranspositionTable(NamedTuple):
    """The table as arrays.

    Attributes
    ----------
    keys
        (size,) int64, size a power of two.
    known
        (size, 4) int32 VALUE, DEPTH, BOUND and MOVE; BOUND is 0 where nothing stands.
    """

    keys: Keys
    known: Known


def empty_table(size: int) -> TranspositionTable:
    """Return a table with room for `size` entries, or a little more."""
    room = 1 << (min(max(size, LEAST), MOST) - 1).bit_length()
    return TranspositionTable(np.zeros(room, np.int64), np.zeros((room, 4), np.int32))


@kernel
def hash63(number: Int) -> np.int64:
    """Return 63 bits for a number, as if drawn at random."""
    return np.int64(stirred(_U(number) * STEP) >> _U(1))


@kernel
def probe(keys: Keys, known: Known, key: int) -> int:
    """Return the entry of a position, -1 where nothing is known of it."""
    first = (key & keys.size // _WINDOW - 1) * _WINDOW
    for entry in range(first, first + _WINDOW):
        if keys[entry] == key and known[entry, BOUND]:
            return int(entry)
    return -1


@kernel
def store(
    keys: Keys, known: Known, age: int, key: int, depth: int, value: int, bound: int, move: int
) -> None:
    """Note a value; the shallowest entry makes room, those of earlier ages first."""
    first = (key & keys.size // _WINDOW - 1) * _WINDOW
    chosen, least = first, 1 << 30
    for entry in range(first, first + _WINDOW):
        if known[entry, BOUND] == 0:
            chosen = entry
            break
        old = known[entry, BOUND] >> 2 != age
        if keys[entry] == key:
            if not old and known[entry, DEPTH] > depth and bound != EXACT:
                return
            if move < 0:
                move = known[entry, MOVE]
            chosen = entry
            break
        worth = known[entry, DEPTH] - (1 << 20 if old else 0)
        if worth < least:
            chosen, least = entry, worth
    keys[chosen] = key
    known[chosen, VALUE], known[chosen, DEPTH] = value, depth
    known[chosen, BOUND], known[chosen, MOVE] = age << 2 | bound, move


# -- what alpha-beta does between two positions: windows, reductions, cut-offs, move ordering, the -
# transposition table. The loop that calls these kernels is in `alpha_beta_search`.


INFINITE, MATE, WON = 2_000_000, 1_000_000, 900_000
"""Values: more than any, a win at once, the least that is a proved win. A win in n plies is worth
MATE - n."""
OPEN = 3_000_000
"""No value: a position has to be searched."""
LEVELS = 128
"""Plies the stack holds."""
NULL = 1 << 30
"""The number of a move that moves nothing, by which a side that stands well is tested; no move of a
game may have it, a pass by the rules included."""

(
    LEVEL,
    MODE,
    RESULT,
    NODES,
    AGE,
    SIDE,
    MULTI_PV,
    REDUCTIONS,
    NULL_MOVES,
    QUIESCENCE,
    REPETITION_ENDS,
    COUNTED,
) = range(12)
"""Places in the state: where the search stands, and what it may do. SIDE: to move at the root, 0 or
1. MULTI_PV: every move of the root gets its own value, if not much worse than the best; REDUCTIONS:
late moves are searched less deep, and futile positions not at all; NULL_MOVES: these are tried;
QUIESCENCE: leaves are searched until they are quiet; REPETITION_ENDS: a position that returns ends
the game. COUNTED: nodes up to the last move of the root."""
STATE = 12
ENTER, NEXT, RETURN, FINISHED = range(4)
"""What `MODE` can be."""

(
    KEY,
    EXTRA,
    ALPHA,
    BETA,
    START,
    BEST,
    BEST_MOVE,
    LEFT,
    COUNT,
    DONE,
    STAGE,
    TRIED,
    FIRST,
    SINCE,
    LENGTH,
    KILLER,
    OTHER_KILLER,
) = range(17)
"""Places in a frame. KEY: of a position as it repeats; EXTRA: what tells positions apart for the
table besides; START: alpha as it was; LEFT: plies left, 0 and less in quiescence search; COUNT:
moves, -1 before they are listed; DONE: how many were tried; STAGE: how the last was; FIRST: what
the table would try; SINCE: plies for which the position could have stood before; LENGTH: of the
principal variation from here; the killers: moves that cut off at this level."""
FIELDS = 17
FULL, NARROW, REDUCED, NULLED = range(4)
"""What `STAGE` can be."""
ROOT_VALUE, ROOT_BOUND, ROOT_OVER, ROOT_NODES = range(4)
"""Places in a row of the root: what a move is worth, how sure that is (0: not looked at), whether
it ends the game, and how many positions were looked at after it."""
WORSE = 400
"""How much worse than the best a move at the root may be to get a value of its own."""
TACTICAL = 1 << 24
"""The least score of a move that is never searched less deep."""
_KILLER = 1 << 23
_MANY = 1 << 20
_NULL_LEAST, _REDUCED_LEAST, _REDUCED_FROM = 3, 3, 4

Frames = npt.NDArray[np.int64]
"""(LEVELS, FIELDS)."""
Rows = npt.NDArray[np.int32]
"""(LEVELS, most)."""
Root = npt.NDArray[np.int64]
"""(most, 4)."""


class AlphaBetaLine(NamedTuple):
    """The line of play a search stands in.

    Attributes
    ----------
    frames
        (LEVELS, FIELDS) int64.
    moves, scores
        (LEVELS, most) int32 moves not tried yet and how early they should be.
    lines
        (LEVELS, LEVELS) int32 what is expected from a level on.
    history
        (2, size) int32 how often a move cut off, a side; size is a power of two.
    root
        (most, 4) int64 what is known of the moves at the root, in their order.
    twice
        (k,) int64 keys that stood twice before: once more is a draw.
    """

    frames: Frames
    moves: Rows
    scores: Rows
    lines: Rows
    history: Rows
    root: Root
    twice: npt.NDArray[np.int64]


def new_tree(most: int, bits: int) -> AlphaBetaLine:
    """Return a tree for `most` moves in a position, and 2 to the power `bits` in the history."""
    return AlphaBetaLine(
        np.zeros((LEVELS, FIELDS), np.int64),
        np.zeros((LEVELS, most), np.int32),
        np.zeros((LEVELS, most), np.int32),
        np.zeros((LEVELS, LEVELS), np.int32),
        np.zeros((2, 1 << bits), np.int32),
        np.zeros((most, 4), np.int64),
        np.zeros(0, np.int64),
    )


@kernel
def repeats(frames: Frames, level: int, twice: npt.NDArray[np.int64]) -> bool:
    """Whether a position stood before in this line, or stands for the third time in the game."""
    since = frames[level, SINCE]
    key = frames[level, KEY]
    back = level - 2  # a stone that was pushed may push back
    while back >= 0 and back >= level - since:
        if frames[back, KEY] == key:
            return True
        back -= 2
    if since >= level:
        for other in twice:
            if other == key:
                return True
    return False


@kernel
def open_window(frames: Frames, level: int) -> bool:
    """Narrow the window of a level to what can still come out; return whether it is shut."""
    alpha, beta = (
        max(frames[level, ALPHA], level - MATE),
        min(frames[level, BETA], MATE - level - 1),
    )
    frames[level, ALPHA] = frames[level, START] = alpha
    frames[level, BETA] = beta
    frames[level, BEST], frames[level, BEST_MOVE] = -INFINITE, -1
    frames[level, COUNT], frames[level, DONE] = -1, 0
    frames[level, STAGE], frames[level, FIRST] = FULL, -1
    return bool(alpha >= beta)


@kernel
def look_up(frames: Frames, level: int, keys: Keys, known: Known) -> int:
    """Return the value of a position where the table knows enough, else OPEN; note its move.

    On the expected line nothing is taken from the table, so that it is played to its end.
    """
    entry = probe(keys, known, frames[level, KEY] ^ frames[level, EXTRA])
    if entry < 0:
        return OPEN
    frames[level, FIRST] = known[entry, MOVE]
    alpha, beta = frames[level, ALPHA], frames[level, BETA]
    if beta - alpha > 1:
        return OPEN
    value, bound = np.int64(known[entry, VALUE]), known[entry, BOUND] & 3
    if value >= WON:
        value -= level
    elif value <= -WON:
        value += level
    # A proved win or loss holds however deep it was looked for.
    deep = known[entry, DEPTH] >= frames[level, LEFT]
    if bound & LOWER and value >= beta and (deep or value >= WON):
        return int(value)
    if bound & UPPER and value <= alpha and (deep or value <= -WON):
        return int(value)
    return OPEN


@kernel
def may_be_futile(frames: Frames, level: int, state: Ints, margins: Ints) -> bool:
    """Whether to ask `futility_value`: few plies are left, and the window is empty."""
    left, alpha, beta = frames[level, LEFT], frames[level, ALPHA], frames[level, BETA]
    if not state[REDUCTIONS] or left >= margins.size or beta - alpha > 1:
        return False
    return bool(alpha > -WON and beta < WON)


@kernel
def futility_value(frames: Frames, level: int, static: int, margins: Ints) -> int:
    """Return the value of a position that few plies will hardly bring into the window, else OPEN.

    Heinz, *Extended futility pruning* (1998), and the same from above. `margins` says by the plies
    left how far from `static`, the value without looking ahead, the value may well be.
    """
    margin = int(margins[frames[level, LEFT]])
    least, most = static - margin, static + margin
    if least >= frames[level, BETA]:
        return least
    if most <= frames[level, ALPHA]:
        return most
    return OPEN


@kernel
def may_null(frames: Frames, level: int, state: Ints) -> bool:
    """Whether to see first what happens if the side to move, where it stands well, does nothing.

    Donninger, *Null move and deep search* (1993).
    """
    beta = frames[level, BETA]
    if not state[NULL_MOVES] or frames[level, LEFT] < _NULL_LEAST or level == 0:
        return False
    if beta - frames[level, ALPHA] > 1 or abs(beta) >= WON:
        return False
    return bool(frames[level - 1, STAGE] != NULLED)


@kernel
def null_window(frames: Frames, level: int) -> None:
    """Set the window of the position after a null move."""
    below, left, beta = level + 1, frames[level, LEFT], frames[level, BETA]
    frames[level, STAGE], frames[level, TRIED] = NULLED, NULL
    frames[below, ALPHA], frames[below, BETA] = -beta, -beta + 1
    frames[below, LEFT] = max(left - 3 - left // 6, 0)


@kernel
def pick_next_move(frames: Frames, moves: Rows, scores: Rows, level: int) -> int:
    """Return the move of a level with the highest score among those left; note it as tried.

    The root keeps its order. -1: none is left.
    """
    k, count = frames[level, DONE], frames[level, COUNT]
    if k >= count:
        return -1
    if level:
        best, most = k, scores[level, k]
        for other in range(k + 1, count):
            if scores[level, other] > most:
                best, most = other, scores[level, other]
        move = moves[level, best]
        moves[level, best], scores[level, best] = moves[level, k], scores[level, k]
        moves[level, k], scores[level, k] = move, most
    frames[level, DONE] = k + 1
    frames[level, TRIED] = moves[level, k]
    return int(moves[level, k])


@kernel
def descend(frames: Frames, scores: Rows, level: int, state: Ints) -> None:
    """Set window and depth of the position after the move that was taken."""
    alpha, beta = frames[level, ALPHA], frames[level, BETA]
    left, tried, below = frames[level, LEFT], frames[level, DONE], level + 1
    whole = level == 0 and state[MULTI_PV]
    if left <= 0 or tried == 1 or whole:
        frames[level, STAGE] = FULL
        frames[below, LEFT] = left - 1
        frames[below, ALPHA] = -INFINITE if whole else -beta
        frames[below, BETA] = WORSE - alpha if whole else -alpha
        return
    less = 0
    if (
        state[REDUCTIONS]
        and left >= _REDUCED_LEAST
        and tried > _REDUCED_FROM
        and scores[level, tried - 1] < TACTICAL
        and abs(alpha) < WON
    ):
        less = 1 + (tried > 10) + (left >= 6 and tried > 20)
        if level == 0 or beta - alpha > 1:
            less = 1
        less = min(less, left - 2)
    frames[level, STAGE] = REDUCED if less else NARROW
    frames[below, LEFT] = left - 1 - less
    frames[below, ALPHA], frames[below, BETA] = -alpha - 1, -alpha


@kernel
def ascend(
    tree: AlphaBetaLine, table: TranspositionTable, state: Ints, level: int, value: int
) -> int:
    """Take the value of the move that was tried, for the side of a level; return the next MODE.

    ENTER: the same move once more, deeper or with a wider window.
    """
    frames, root = tree.frames, tree.root
    alpha, beta, stage = frames[level, ALPHA], frames[level, BETA], frames[level, STAGE]
    below = level + 1
    if stage == NULLED:
        if value < beta:
            return NEXT
        frames[level, BEST] = value if value < WON else beta
        return RETURN
    if stage == REDUCED and value > alpha:
        frames[level, STAGE] = stage = NARROW
        frames[below, LEFT] = frames[level, LEFT] - 1
        frames[below, ALPHA], frames[below, BETA] = -alpha - 1, -alpha
        return ENTER
    if stage == NARROW and alpha < value < beta:
        frames[level, STAGE] = FULL
        frames[below, LEFT] = frames[level, LEFT] - 1
        frames[below, ALPHA], frames[below, BETA] = -beta, -alpha
        return ENTER
    if level == 0:
        row = frames[level, DONE] - 1
        root[row, ROOT_NODES] += state[NODES] - state[COUNTED]
        state[COUNTED] = state[NODES]
        root[row, ROOT_VALUE] = value
        root[row, ROOT_BOUND] = EXACT
        if value <= alpha - (WORSE if state[MULTI_PV] else 0):
            root[row, ROOT_BOUND] = UPPER
        elif not state[MULTI_PV] and value >= beta:
            root[row, ROOT_BOUND] = LOWER
    if value > frames[level, BEST]:
        frames[level, BEST] = value
        if value > alpha:
            move = frames[level, TRIED]
            frames[level, BEST_MOVE], frames[level, ALPHA] = move, value
            if beta - frames[level, START] > 1:
                _lengthen(frames, tree.lines, level, move)
            if value >= beta:
                left = frames[level, LEFT]
                if left > 0 and tree.scores[level, frames[level, DONE] - 1] < TACTICAL:
                    side = (state[SIDE] + level) & 1
                    update_history(frames, tree.history, level, side, move)
                _store(frames, table.keys, table.known, state, level)
                return RETURN
    return NEXT


@kernel
def close(frames: Frames, keys: Keys, known: Known, state: Ints, level: int) -> int:
    """Return what a position is worth, all its moves tried."""
    _store(frames, keys, known, state, level)
    return int(frames[level, BEST])


@kernel
def _store(frames: Frames, keys: Keys, known: Known, state: Ints, level: int) -> None:
    if frames[level, LEFT] <= 0:
        return
    value = frames[level, BEST]
    bound = EXACT
    if value <= frames[level, START]:
        bound = UPPER
    elif value >= frames[level, BETA]:
        bound = LOWER
    if value >= WON:
        value += level
    elif value <= -WON:
        value -= level
    key = frames[level, KEY] ^ frames[level, EXTRA]
    left, move = frames[level, LEFT], frames[level, BEST_MOVE]
    store(keys, known, state[AGE], key, left, value, bound, move)


@kernel
def _lengthen(frames: Frames, lines: Rows, level: int, move: int) -> None:
    """Put a move before the line expected after it."""
    length = frames[level + 1, LENGTH]
    lines[level, 0] = move
    for k in range(length):
        lines[level, k + 1] = lines[level + 1, k]
    frames[level, LENGTH] = length + 1


@kernel
def update_history(frames: Frames, history: Rows, level: int, side: int, move: int) -> None:
    """Let a quiet move that cut off be tried early elsewhere."""
    if frames[level, KILLER] != move:
        frames[level, OTHER_KILLER] = frames[level, KILLER]
        frames[level, KILLER] = move
    left = frames[level, LEFT]
    at = (move ^ move >> 5) & history.shape[1] - 1
    history[side, at] = min(history[side, at] + left * left, _MANY)


@kernel
def history_score(frames: Frames, history: Rows, level: int, side: int, move: int) -> int:
    """Return how early a quiet move should be tried, by what it did elsewhere."""
    if move == frames[level, KILLER] or move == frames[level, OTHER_KILLER]:
        return _KILLER
    return int(history[side, (move ^ move >> 5) & history.shape[1] - 1])


# -- alpha-beta, written once: a game says how positions are evaluated, moves listed and made ------


Line = tuple[object, ...]
"""The positions of the line of play, level by level: a NamedTuple of the game's own."""
_HASH_MOVE = 1 << 28
"""The score of the move that the transposition table would try."""
_LONG = 40
"""Plies up to which a threat makes the search look deeper."""

# -- what a game says -----------------------------------------------------------------------------


@kernel
def value_if_over(line: Line, level: int, moves: Rows, scores: Rows) -> int:
    """Return what a position is worth to the side to move where the game is over, else OPEN.

    The rows of the level may be written on.
    """
    raise NotImplementedError


@kernel
def evaluate(line: Line, level: int) -> int:
    """Return what a position is worth to the side to move, without looking ahead."""
    raise NotImplementedError


@inlined_kernel
def is_threatened(line: Line, level: int) -> bool:
    """Whether quiescence search looks at all moves of a position: the other side may win next."""
    return False


@kernel
def list_moves(line: Line, level: int, tactical: bool, moves: Rows, scores: Rows) -> int:
    """Write the moves of a level and the scores by which they are ordered; return how many.

    `tactical` leaves out those that win nothing at once. What is never to be searched less deep
    has a score of TACTICAL or more. A side without a move passes, by the move that stands first.
    """
    raise NotImplementedError


@inlined_kernel
def ordered(score: int, history: int) -> int:
    """Return the score of a move that is not tactical with what history says of it added."""
    return score if score >= TACTICAL else score + 4 * history


@kernel
def make(line: Line, frames: Frames, level: int, move: int) -> None:
    """Play a move of a level, or NULL, into the next, and note its KEY, EXTRA and SINCE."""
    raise NotImplementedError


# -- the search -----------------------------------------------------------------------------------


@inlined_kernel
def _enter(
    line: Line, frames: Frames, level: int, keys: Keys, known: Known, state: Ints, margins: Ints
) -> int:
    """Return the value of a position that goes on, where it is known or a leaf; else OPEN."""
    if open_window(frames, level):
        return int(frames[level, ALPHA])
    left = frames[level, LEFT]
    if left <= 0 or level >= LEVELS - 2:
        static = evaluate(line, level)
        if not state[QUIESCENCE] or level >= LEVELS - 2:
            return int(static)
        if left < 0 or level >= _LONG or not is_threatened(line, level):
            if static < frames[level, BETA]:  # the side to move need not do anything
                frames[level, BEST] = static
                frames[level, ALPHA] = max(frames[level, ALPHA], static)
                return OPEN
            return int(static)
        frames[level, LEFT] = 1
    value = look_up(frames, level, keys, known)
    if value != OPEN:
        return int(value)
    if may_be_futile(frames, level, state, margins):
        return int(futility_value(frames, level, evaluate(line, level), margins))
    if may_null(frames, level, state) and evaluate(line, level) >= frames[level, BETA]:
        null_window(frames, level)
    return OPEN


@inlined_kernel
def _list(
    line: Line, frames: Frames, moves: Rows, scores: Rows, history: Rows, level: int, side: int
) -> None:
    """List the moves of a level with their scores; quiescence search lists the tactical ones."""
    tactical = frames[level, LEFT] <= 0
    count = list_moves(line, level, tactical, moves, scores)
    frames[level, COUNT] = count if tactical else max(count, 1)
    if tactical:
        return
    for k in range(count):
        move = moves[level, k]
        if move == frames[level, FIRST]:
            scores[level, k] = _HASH_MOVE
        else:
            here = history_score(frames, history, level, side, move)
            scores[level, k] = ordered(scores[level, k], here)


@kernel
def search(
    line: Line,
    tree: AlphaBetaLine,
    table: TranspositionTable,
    margins: Ints,
    state: Ints,
    most: int,
) -> None:
    """Go on where `state` says, for some `most` positions.

    Parameters
    ----------
    margins
        Points by which the value of a position may well change, by the plies left, fewer than
        there are margins; see `futility_value`.
    """
    frames, moves, scores, _, history, root, twice = tree
    keys, known = table
    level, mode, value = state[LEVEL], state[MODE], state[RESULT]
    nodes, until = state[NODES], state[NODES] + most
    while mode != FINISHED:
        if mode == ENTER:
            if nodes >= until:
                break
            nodes += 1
            frames[level, LENGTH] = 0
            mode = RETURN
            value = value_if_over(line, level, moves, scores)
            over = value != OPEN
            if not over and repeats(frames, level, twice):
                value, over = 0, state[REPETITION_ENDS] != 0
            if over and level == 1:
                root[frames[0, DONE] - 1, ROOT_OVER] = 1
            if value != OPEN:
                continue
            value = _enter(line, frames, level, keys, known, state, margins)
            if value == OPEN:
                mode = NEXT
                if frames[level, STAGE] == NULLED:
                    make(line, frames, level, NULL)
                    level += 1
                    mode = ENTER
        elif mode == NEXT:
            if frames[level, COUNT] < 0:
                _list(line, frames, moves, scores, history, level, (state[SIDE] + level) & 1)
            move = pick_next_move(frames, moves, scores, level)
            if move < 0:
                value = close(frames, keys, known, state, level)
                mode = RETURN
                continue
            make(line, frames, level, move)
            descend(frames, scores, level, state)
            level += 1
            mode = ENTER
        elif level == 0:
            mode = FINISHED
        else:
            level -= 1
            state[NODES] = nodes
            mode = ascend(tree, table, state, level, -value)
            if mode == RETURN:
                value = frames[level, BEST]
            elif mode == ENTER:
                level += 1
    state[LEVEL], state[MODE], state[RESULT], state[NODES] = level, mode, value, nodes
