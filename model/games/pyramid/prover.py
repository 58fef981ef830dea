"""Proofs in Pyramid: what a side can force, exactly, by a search on arrays of stones.

Positions are taken without their past, so nothing is drawn by repetition here; a win within so many
moves needs none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from model.contract.game import Goal, Position, Stop
from model.games.pyramid import kernels as at
from model.games.pyramid.board_arrays import fields_of, hashes_of, may_hold_osiris, numbers_of, put
from model.games.pyramid.kernels import (
    Boards,
    Facts,
    Hashes,
    Numbers,
    list_moves,
    make,
    moves_freely,
    settled,
    unpacked,
)
from model.games.pyramid.position import PyramidGame, PyramidPosition
from model.kernels import inlined_kernel, kernel, specialised
from model.search.proofs import proof_search
from model.search.proofs.proof_search import (
    OPEN,
    DeepeningProver,
    Keys,
    ProofStack,
    ProofTable,
    empty_table,
    new_stack,
    store,
)

# -- what a proof by depth asks of Pyramid ---------------------------------------------------------
# A position is settled by the stones alone (`settled`), or by having no plies left. With one ply
# left the other side moves last: it only has to have a move that does not hand over the win, and
# a step to an empty field beside a stone is one under the rule that few stones draw.


_U = np.uint64
LOSES_AT_ONCE = 3
"""What a side without a move does, beside LOSES and the others: with the move that takes its last
one away."""
_FIRST, _SECOND, _GOOD, _FAIR, _BAD = 1 << 28, 1 << 27, 1 << 18, 1 << 17, -(1 << 18)
_MANY = 1 << 16


class PyramidLine(NamedTuple):
    """The positions of the line of play, and what is asked about them.

    Attributes
    ----------
    cells, facts
        (levels, n) stones, (levels, FACTS) int64; plies are not counted there.
    killers
        (levels,) the move that last decided a position of this level.
    history
        (2, n, n) how often, and how high up, a move decided, by colour, source and target.
    taken
        Room for the fields of stones that leave.
    fields, numbers, hashes
        The board and its options; see `model.games.pyramid.board_arrays`.
    goal
        The colour that is to win.
    stuck
        What a side without a move does.
    whole
        Whether Osiris is judged on every line after a move: needed where one may stand already.
    """

    cells: Boards
    facts: Facts
    killers: npt.NDArray[np.int64]
    history: npt.NDArray[np.int32]
    taken: npt.NDArray[np.int32]
    fields: Numbers
    numbers: Numbers
    hashes: Hashes
    goal: int
    stuck: int
    whole: bool


@inlined_kernel
def _make(line: PyramidLine, level: int, move: int) -> None:
    cells, facts, fields, numbers = line.cells, line.facts, line.fields, line.numbers
    played = np.int64(move)
    make(cells, facts, level, played, line.whole, fields, numbers, line.hashes, line.taken)


@kernel
def _write_key(line: PyramidLine, level: int, mine: bool, key: Keys) -> None:
    cells, facts = line.cells, line.facts
    words = (key.size - 1) // 2
    for k in range(key.size):
        key[k] = _U(0)
    for site in range(cells.shape[1]):
        stone = cells[level, site]
        if stone:
            key[(stone - 1) * words + site // 64] |= _U(1) << _U(site % 64)
    key[key.size - 1] = _U(facts[level, at.COLOUR] | (facts[level, at.BANNED] + 1) << 2)


@kernel
def _last_reply(line: PyramidLine, stack: ProofStack, level: int) -> int:
    """Return 1 if the side without the goal, to move for the last ply, cannot but lose, else 0."""
    cells, facts, fields, numbers = line.cells, line.facts, line.fields, line.numbers
    if numbers[at.BOTH_DRAW] and moves_freely(cells, facts, level, fields, numbers):
        return 0
    count = list_moves(cells, facts, level, fields, numbers, stack.moves)
    if count == 0:
        return 1 if line.stuck in (at.LOSES, LOSES_AT_ONCE) else 0
    for k in range(count):
        _make(line, level, stack.moves[level, k])
        if settled(facts, level + 1, numbers) != line.goal:
            return 0
    return 1


@kernel
def _last_move(line: PyramidLine, stack: ProofStack, level: int, count: int) -> int:
    """Return 1 if one of the last own moves, listed in the level, reaches the goal, else 0."""
    cells, facts, fields, numbers = line.cells, line.facts, line.fields, line.numbers
    replies = stack.plies[level] > 1
    for k in range(count):
        _make(line, level, stack.moves[level, k])
        found = settled(facts, level + 1, numbers)
        if found == line.goal:
            return 1
        if found:
            continue
        if replies and _last_reply(line, stack, level + 1):
            return 1
        if replies or line.stuck != LOSES_AT_ONCE:
            continue
        if list_moves(cells, facts, level + 1, fields, numbers, stack.moves) == 0:
            return 1
    return 0


@inlined_kernel
def _settled(line: PyramidLine, stack: ProofStack, level: int, mine: bool) -> int:
    found = settled(line.facts, level, line.numbers)
    if found:
        return 1 if found == line.goal else 0
    if stack.plies[level] <= 0:
        return 0
    if stack.plies[level] == 1 and not mine:
        return int(_last_reply(line, stack, level))
    return OPEN


@kernel
def _score(
    line: PyramidLine, stack: ProofStack, level: int, count: int, mine: bool, first: int
) -> None:
    """Give the moves of a level the scores by which they are picked."""
    cells, fields, colour = line.cells, line.fields, line.facts[level, at.COLOUR]
    for k in range(count):
        move = stack.moves[level, k]
        kind, source, target = unpacked(move)
        score = line.history[colour - 1, source, target]
        if move == first:
            score += _FIRST
        if move == line.killers[level]:
            score += _SECOND
        if cells[level, target] == 3 - colour:
            score += _FAIR
        elif kind == at.SMASH:
            score += _BAD
        if fields[target, at.VICTORY] and cells[level, target] != colour:
            score += _GOOD
        if fields[source, at.VICTORY] and mine:
            score += _BAD
        stack.scores[level, k] = score


@inlined_kernel
def _list_moves(
    line: PyramidLine, stack: ProofStack, table: ProofTable, level: int, mine: bool, first: int
) -> int:
    count = list_moves(line.cells, line.facts, level, line.fields, line.numbers, stack.moves)
    if count == 0 and line.stuck != at.PASSES:
        return 1 if line.stuck in (at.LOSES, LOSES_AT_ONCE) and not mine else 0
    if count == 0:
        stack.moves[level, 0], stack.scores[level, 0], count = at.PASSED, 0, 1
    elif stack.plies[level] <= 2 and mine:
        found = _last_move(line, stack, level, count)
        plies = stack.plies[level]
        store(table.keys, table.known, table.used, stack.key, plies, found == 1, -1)
        return int(found)
    else:
        _score(line, stack, level, count, mine, first)
    stack.counts[level] = count
    return OPEN


@kernel
def _pick_next_move(stack: ProofStack, level: int) -> int:
    """Return the move of a level with the highest score among those left."""
    moves, scores, k = stack.moves, stack.scores, stack.done[level]
    best = k
    for other in range(k + 1, stack.counts[level]):
        if scores[level, other] > scores[level, best]:
            best = other
    move = moves[level, best]
    moves[level, best], moves[level, k] = moves[level, k], move
    scores[level, best] = scores[level, k]
    stack.done[level] = k + 1
    return int(move)


@kernel
def _update_history(line: PyramidLine, stack: ProofStack, level: int, move: int) -> None:
    if move == at.PASSED:
        return
    line.killers[level] = move
    side, (_, source, target) = line.facts[level, at.COLOUR] - 1, unpacked(move)
    plies = stack.plies[level]
    score = line.history[side, source, target] + plies * plies
    line.history[side, source, target] = min(score, _MANY)


search = specialised(
    proof_search.search,
    settled=_settled,
    write_key=_write_key,
    list_moves=_list_moves,
    pick_next_move=_pick_next_move,
    make=_make,
    update_history=_update_history,
)


# -- proofs in Pyramid -----------------------------------------------------------------------------


class PyramidProver(DeepeningProver):
    """Answers what a side can force in Pyramid; see `model.contract.search.Prover`."""

    kernel = search
    _line: PyramidLine
    slice = 400
    most = 1_000_000

    def __init__(self, game: PyramidGame, stop: Stop | None = None) -> None:
        super().__init__(game, stop)
        self._fields, self._numbers = fields_of(game), numbers_of(game)
        self._words = 2 * (-(-len(self._fields) // 64)) + 1
        self._stuck = int(self._numbers[at.STUCK])
        self._stack, self._line = self.room(1)

    def new_table(self) -> ProofTable:
        """Return an empty table: a bit a field for either colour, and a word for the rest."""
        return empty_table(self._words)

    def fewest(self, position: Position, goal: Goal) -> int:
        """Return 0: the other side may be blocked, or harm itself, at any time."""
        return 0

    def plies(self, position: Position, moves: int, mine: bool) -> int:
        """Return the plies: the last is the other side's, which may be stuck, or harm itself."""
        assert isinstance(position, PyramidPosition)
        plies = 2 * moves + (not mine)
        most = self.game.rules.max_plies if isinstance(self.game, PyramidGame) else None
        return plies if most is None else min(plies, most - position.ply)

    def begin(self, position: Position, side: int) -> None:
        """Put a position at the bottom of the stack."""
        assert isinstance(position, PyramidPosition)
        stuck = LOSES_AT_ONCE if self.exact and self._stuck == at.LOSES else self._stuck
        line = self._line._replace(goal=side + 1, stuck=stuck, whole=may_hold_osiris(position))
        put(line.cells, line.facts, 0, position.cells, position.side, position.ban, line.fields)
        line.history[...] //= 4
        line.killers[...] = -1
        self._line = line

    def room(self, levels: int) -> tuple[ProofStack, PyramidLine]:
        """Return room for so many positions."""
        count = len(self._fields)
        line = PyramidLine(
            np.zeros((levels, count), np.int8),
            np.zeros((levels, at.FACTS), np.int64),
            np.full(levels, -1, np.int64),
            np.zeros((2, count, count), np.int32),
            np.zeros(at.TAKEN_ROOM * count, np.int32),
            self._fields,
            self._numbers,
            hashes_of(count),
            goal=1,
            stuck=self._stuck,
            whole=False,
        )
        return new_stack(levels, at.MAX_MOVES, self._words, np.int32), line
