"""Alpha-beta, written once: a game says how positions are evaluated, moves listed and made.

It is principal variation search after Marsland, *A review of game-tree pruning* (1986): the first
move is searched with the whole window, later ones with an empty window and less deep, and again
where they turn out better. The stack is explicit so that a search can be taken up again where it
stood. A game gives its own kernels for those that stand open here to `model.kernels.specialised`.
"""

from __future__ import annotations

from model.kernels import Ints, inlined_kernel, kernel
from model.search.alpha_beta.alpha_beta_kernels import (
    ALPHA,
    BEST,
    BETA,
    COUNT,
    DONE,
    ENTER,
    FINISHED,
    FIRST,
    LEFT,
    LENGTH,
    LEVEL,
    LEVELS,
    MODE,
    NEXT,
    NODES,
    NULL,
    NULLED,
    OPEN,
    QUIESCENCE,
    REPETITION_ENDS,
    RESULT,
    RETURN,
    ROOT_OVER,
    SIDE,
    STAGE,
    TACTICAL,
    AlphaBetaLine,
    Frames,
    Rows,
    ascend,
    close,
    descend,
    futility_value,
    history_score,
    look_up,
    may_be_futile,
    may_null,
    null_window,
    open_window,
    pick_next_move,
    repeats,
)
from model.search.alpha_beta.transposition_table import Keys, Known, TranspositionTable

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
    frames, moves, scores, lines, history, root, twice = tree
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
            mode = ascend(frames, scores, lines, history, root, keys, known, state, level, -value,
                          (state[SIDE] + level) & 1)  # fmt: skip
            if mode == RETURN:
                value = frames[level, BEST]
            elif mode == ENTER:
                level += 1
    state[LEVEL], state[MODE], state[RESULT], state[NODES] = level, mode, value, nodes
